use super::*;
use crate::difference::Pair;
use crate::hull::Hull;
use crate::numbers::each::Each;
use crate::query::solver::{Precision, Solver};
use crate::random::Random;
use crate::shape::Points;
use crate::shape::support::{Shape, SupportMap};
use crate::shape::view::View;
use crate::space::pose::Pose;
use crate::space::vector::{Vec3, vec3};

/// The depth of a point in the hull of other points.
fn depth_in(corners: &[Vec3<f64>], point: Vec3<f64>) -> Result<Depth<Vec3<f64>>, Flat<Vec3<f64>>> {
    let point = [point];
    let (a, b) = (Points::new(corners).unwrap(), Points::new(&point).unwrap());
    let (a, b) = (View::of(&a), View::of(&b));
    let pair = Pair::new(&a, &b);
    let mut simplex = Simplex::empty();
    simplex.push(pair.support(vec3(1.0, 0.3, 0.2)));
    let goal = Goal { tolerance: 0.0, radius: 0.0, limit: f64::INFINITY, max_iterations: 1000 };
    depth(&pair, &simplex, &goal, Watch::NOBODY)
}

#[test]
fn the_bounds_contain_the_depth_of_a_point_in_a_box_at_every_place() {
    let corner = |index: usize| [1, 2, 4].each(|bit| if index & bit == 0 { -1.0 } else { 1.0 });
    let corners: Vec<Vec3<f64>> = (0..8).map(corner).map(|[x, y, z]| vec3(x, y, z)).collect();
    let (mut random, mut expansions) = (Random(5), 0);
    for _ in 0..300 {
        let point = random.point() * 0.99;
        let exact = 1.0 - point.max_abs();
        let found = depth_in(&corners, point).unwrap();
        assert!(found.lower <= exact && exact <= found.upper, "{point:?} {found:?}");
        assert!(found.upper - found.lower <= 1e-13 && (found.normal.length() - 1.0).abs() <= 1e-15, "{found:?}");
        assert!(found.normal.max_abs() >= 1.0 - 1e-15, "{found:?}");
        expansions += found.iterations - 1;
    }
    assert!(expansions > 400, "{expansions}");
}

#[test]
fn a_shell_that_leaves_the_origin_outside_proves_no_depth() {
    let corners = [vec3(0.0, 0.0, 0.0), vec3(2.0, 0.0, 0.0), vec3(0.0, 2.0, 0.0), vec3(0.0, 0.0, 2.0)];
    let found = depth_in(&corners, vec3(0.5, 0.5, -1e-9)).unwrap();
    assert_eq!(found.lower, f64::NEG_INFINITY);
    let found = depth_in(&corners, vec3(0.5, 0.5, 1e-9)).unwrap();
    assert!(found.lower > 0.9e-9 && found.upper < 1.1e-9, "{found:?}");
}

#[test]
fn a_flat_difference_has_no_shell() {
    let corners = [vec3(-1.0, -1.0, 0.0), vec3(1.0, -1.0, 0.0), vec3(0.0, 1.0, 0.0)];
    let flat = depth_in(&corners, vec3(0.1, 0.2, 0.0)).unwrap_err();
    assert_eq!((flat.normal.z.abs(), flat.depth), (1.0, 0.0));
}

#[test]
fn the_nearest_facet_is_the_first_of_equals_in_any_lane() {
    for place in 0..3 * LANES {
        let mut squares = alloc::vec![f64::INFINITY; 3 * LANES];
        squares[place..].fill(0.25);
        squares[3 * LANES - 1] = if place < 3 * LANES - 1 { 0.5 } else { 0.25 };
        assert_eq!(SquaredDistances { squares, blocks: Vec::new() }.nearest(), place);
    }
}

#[test]
fn blocks_of_many_facets_find_the_facet_that_all_facets_find() {
    let mut random = Random(20_261_128);
    let mut below = |count: usize| (random.bits() >> 33) as usize % count;
    let mut distances = SquaredDistances { squares: Vec::new(), blocks: Vec::new() };
    let (mut ties, mut changes) = (0, 0);
    for round in 0..2_000 {
        // The polytope grows, and few values make equal ones common.
        let places = (MANY + LANES + round / 4).next_multiple_of(LANES);
        let added: Vec<usize> = (distances.squares.len()..places).collect();
        distances.squares.resize(places, f64::INFINITY);
        let changed: Vec<usize> = (0..6).map(|_| below(places)).chain(added).collect();
        for &place in &changed {
            distances.squares[place] = if below(3) == 0 { f64::INFINITY } else { below(40) as f64 };
        }
        distances.compare_blocks(changed.iter().copied());
        let found = distances.nearest();
        assert_eq!(found, first_least(&distances.squares), "round {round}");
        let least = distances.squares[found];
        ties += usize::from(distances.squares.iter().filter(|&&square| square == least).count() > 1);
        changes += usize::from(found >= BLOCK);
    }
    assert!(ties > 200 && changes > 200, "{ties} ties, {changes} in later blocks");
}

/// The vertices of an octahedron whose triangles are cut into four, `cuts` times, and moved to the unit sphere.
fn cut_octahedron(cuts: usize) -> Vec<Vec3<f64>> {
    let ends = [vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0)];
    let mut triangles: Vec<[Vec3<f64>; 3]> = (0..8)
        .map(|corner| [0, 1, 2].each(|axis: usize| ends[axis] * if corner >> axis & 1 == 0 { 1.0 } else { -1.0 }))
        .collect();
    for _ in 0..cuts {
        let cut = |[a, b, c]: &[Vec3<f64>; 3]| {
            let [x, y, z] = [(*a + *b).unit(), (*b + *c).unit(), (*c + *a).unit()];
            [[*a, x, z], [x, *b, y], [z, y, *c], [x, y, z]]
        };
        triangles = triangles.iter().flat_map(cut).collect();
    }
    triangles.into_iter().flatten().collect()
}

/// Cause: the sums of the ends of parallel edges are on one line, so the shell has facets whose planes are noise, and the
/// bound that they proved was far off. Exact numbers then grew the polytope anew. Law: floats know the depth.
#[test]
fn needles_of_two_alike_bodies_do_not_widen_the_depth() {
    let (mut needles, goal) = (0, Goal { tolerance: 0.0, radius: 0.0, limit: f64::INFINITY, max_iterations: 1 << 16 });
    for cuts in 1..4 {
        let small = cut_octahedron(cuts);
        for share in [1.01, 1.5, 3.0] {
            let large: Vec<Vec3<f64>> = small.iter().map(|&vertex| vertex * share).collect();
            let (a, b) = (Points::new(&small).unwrap(), Points::new(&large).unwrap());
            let (a, b) = (View::of(&a), View::of(&b));
            let pair = Pair::new(&a, &b);
            let mut simplex = Simplex::empty();
            simplex.push(pair.support(vec3(1.0, 0.0, 0.0)));
            let found = depth(&pair, &simplex, &goal, Watch::NOBODY).unwrap();
            // Both are symmetric about the centre, so their faces are parallel, and the depths of alike faces are added.
            let face = |[p, q, r]: [Vec3<f64>; 3]| (q - p).cross(r - p).unit().dot(&p).abs();
            let exact = small.chunks(3).map(|t| face([t[0], t[1], t[2]])).fold(f64::INFINITY, f64::min) * (1.0 + share);
            assert!(found.lower <= exact * (1.0 + 1e-15) && exact <= found.upper * (1.0 + 1e-15), "{found:?} {exact}");
            assert!(found.upper - found.lower <= 4e-14 * share, "{cuts} {share} {found:?}");
            needles += u32::from(found.iterations > 64);
        }
    }
    assert!(needles >= 3, "{needles}");
}

/// Cause: rounding made facets between points on a line the nearest ones, the search ended there, and exact numbers grew the
/// polytope of thousands of facets anew: 24 s for two spheres of 32,768 triangles. Law: with slack a shell of alike bodies
/// has no more facets than they have, and floats know the depth. It is that of exact numbers.
#[test]
fn a_shell_with_slack_has_no_slivers() {
    let goal = Goal { tolerance: 0.0, radius: 0.0, limit: f64::INFINITY, max_iterations: 1 << 16 };
    let (mut random, mut stuck, mut answered) = (Random(3), 0, 0);
    for round in 0..60 {
        let cuts = 1 + round % 4;
        let scale = 1.0 + 0.5 * random.signed();
        let small: Vec<Vec3<f64>> = cut_octahedron(cuts).into_iter().map(|vertex| vertex * scale).collect();
        let corners = 4usize.pow(cuts as u32 + 1) + 2;
        let share = [1.01, -1.0, 1.5][round % 3] * (1.0 + 0.1 * random.signed());
        let large: Vec<Vec3<f64>> = small.iter().map(|&vertex| vertex * share).collect();
        let (hull, other) = (Hull::new(&small).unwrap(), Hull::new(&large).unwrap());
        let (a, b) = (View::of(&hull), View::of(&other));
        let pair = Pair::new(&a, &b);
        let mut simplex = Simplex::empty();
        simplex.push(pair.support(random.point()));
        let noise = pair.rounding().noise();
        let is_known = |found: &Depth<Vec3<f64>>| found.upper - found.lower <= 14.0 * noise && found.gap <= noise;
        stuck += u32::from(!is_known(&depth(&pair, &simplex, &goal, Watch::NOBODY).unwrap()));
        let found = depth_with_slack(&pair, &simplex, &goal, Watch::NOBODY).unwrap();
        assert!(is_known(&found), "{cuts} {share} {found:?}");
        assert!(found.iterations as usize <= corners + corners / 8, "{cuts} {share} {found:?}");
        if cuts < 4 {
            let right = Solver { precision: Precision::Exact, ..Solver::default() }.signed_distance(&hull, &other);
            assert!(found.lower <= -right.lower && -right.upper <= found.upper, "{cuts} {share} {found:?} {right:?}");
            let answer = Solver::default().signed_distance(&hull, &other);
            assert!(answer.lower <= right.upper && right.lower <= answer.upper, "{cuts} {share} {answer:?} {right:?}");
            answered += 1;
        }
    }
    assert!(stuck >= 3 && answered > 40, "{stuck} of 60 were stuck without slack");
}

/// Cause: each of thousands of expansions scanned all points of a list. Law: buckets of them have the support points of the
/// list, with its bits, also where several are equally far.
#[test]
fn a_long_list_in_buckets_has_the_support_points_of_the_list() {
    let mut random = Random(9);
    let (mut ties, mut lists) = (0, 0);
    for round in 0..6 {
        let lattice = |p: Vec3<f64>| vec3(p.x.round(), p.y.round(), p.z.round()) * 0.25;
        let points: Vec<Vec3<f64>> = match round % 2 {
            0 => cut_octahedron(3),
            _ => (0..400).map(|_| lattice(random.point() * 6.0)).collect(),
        };
        let placed = Points::new(&points).unwrap().at(Pose::translation([0.3, -0.1, 0.7]));
        let list = View::of(&placed);
        let Some(body) = list.list_with_buckets() else { continue };
        assert!(body.has_buckets(), "{round}");
        lists += 1;
        let place = list.own_place();
        let other = list.with_list(&body, &place);
        for step in 0..2000 {
            let direction = if step % 3 == 0 { lattice(random.point() * 6.0) } else { random.point() };
            let [found, right] = [&other, &list].each(|view| view.support_vertex(direction));
            assert_eq!((found.vertex, found.point), (right.vertex, right.point), "{direction:?}");
            let height = direction.dot(&right.point);
            ties += usize::from(points.iter().filter(|&&point| direction.dot(&point) == height).count() > 1);
        }
        assert_eq!(other.center(), list.center());
    }
    assert!(lists == 6 && ties > 100, "{lists} {ties}");
}
