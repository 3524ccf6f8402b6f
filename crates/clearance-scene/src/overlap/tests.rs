//! How many cells it takes, and faces in the solid.

use super::face::Face;
use super::game::Game;
use super::{Goal, Matter, Overlap, Pair, Spot, common_volume, overlap};
use crate::compound::Single;
use crate::mesh::Mesh;
use crate::outline::Outline;
use clearance::{Ball, Pose, vec3};

/// A box between two corners, turned by an angle of sine 0.6 around the third axis.
fn block(low: [f64; 3], high: [f64; 3]) -> Mesh {
    upright(low, high).transformed(|p| vec3(0.8 * p.x - 0.6 * p.y, 0.6 * p.x + 0.8 * p.y, p.z)).unwrap()
}

/// A box between two corners.
fn upright(low: [f64; 3], high: [f64; 3]) -> Mesh {
    const SIDES: [[u32; 3]; 12] = [
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];
    let corner = |place: usize| -> [f64; 3] {
        std::array::from_fn(|axis| if place >> axis & 1 == 1 { high[axis] } else { low[axis] })
    };
    Mesh::new(&[0, 1, 2, 3, 4, 5, 6, 7].map(corner), &SIDES).unwrap()
}

/// A prism of n sides around the second axis.
fn pipe(n: u32, radius: f64, [low, high]: [f64; 2]) -> Mesh {
    let corner = |place: u32| {
        let (sine, cosine) = (std::f64::consts::TAU * f64::from(place / 2) / f64::from(n)).sin_cos();
        [radius * cosine, if place.is_multiple_of(2) { low } else { high }, radius * sine]
    };
    let mut triangles = Vec::new();
    for side in 0..n {
        let [a, b] = [2 * side, 2 * ((side + 1) % n)];
        triangles.extend([[a, a + 1, b], [b, a + 1, b + 1]]);
        if side > 1 {
            triangles.extend([[0, 2 * side - 2, 2 * side], [1, 2 * side + 1, 2 * side - 1]]);
        }
    }
    triangles.iter_mut().for_each(|corners| corners.swap(1, 2));
    Mesh::new(&(0..2 * n).map(corner).collect::<Vec<_>>(), &triangles).unwrap()
}

/// The cells for the bracket and for a decision.
fn cells(a: &Mesh, b: &Mesh, length: f64) -> [usize; 2] {
    let bodies = [a, b].map(|mesh| Matter::Mesh(mesh.at(Pose::identity())));
    let pair = Pair::new([bodies[0].parts()[0], bodies[1].parts()[0]]).unwrap();
    let radius = pair.own_length(0.5 * length);
    [Goal::Bracket, Goal::MoreThan(radius)].map(|goal| pair.search.radius(goal).cells)
}

/// Law: what is common in buildings takes few cells. The search has no other cost that grows.
#[test]
fn common_pairs_take_few_cells() {
    let wall = block([0.0; 3], [5.0, 0.2, 3.0]);
    let mut counts = Vec::new();
    for (low, high, most) in [
        ([3.0, -0.9, 1.0], [3.4, 1.1, 1.4], [30, 2]),
        ([0.2, 0.075, 2.0], [1.2, 0.125, 2.05], [30, 2]),
        ([-0.5, -2.0, 2.999_999], [5.5, 2.0, 3.25], [2, 2]),
        ([-0.5, 0.199_999, 0.0], [5.5, 2.0, 3.25], [600, 10]),
    ] {
        counts.push((cells(&wall, &block(low, high), 1e-5), most));
    }
    let plate = block([-1.0, -0.1, -1.0], [1.0, 0.1, 1.0]);
    for n in [8, 32, 128] {
        let pipe = pipe(n, 0.05, [-2.0, 2.0]);
        assert!(pipe.is_closed());
        counts.push((cells(&plate, &pipe, 1e-5), [2, 2]));
    }
    assert!(counts.iter().all(|(found, most)| found[0] <= most[0] && found[1] <= most[1]), "{counts:?}");
}

/// Cause: the side between two equal corners, as clipping leaves them, had a direction, so points over the face had their foot in that
/// corner, too far away. Law: corners that are there twice change no foot and no wall.
#[test]
fn a_corner_that_is_there_twice_changes_no_foot() {
    let square = [vec3(0.0, 0.0, 0.0), vec3(4.0, 0.0, 0.0), vec3(4.0, 4.0, 0.0), vec3(0.0, 4.0, 0.0)];
    let plain = Face::new(square.to_vec(), 0.0).unwrap();
    for twice in 0..4 {
        let corners: Vec<_> = (0..5).map(|place| square[if place > twice { place - 1 } else { place }]).collect();
        let face = Face::new(corners, 0.0).unwrap();
        for p in [vec3(1.0, 1.0, 1.0), vec3(3.0, 2.0, -0.5), vec3(-1.0, 2.0, 1.0)] {
            assert_eq!(face.foot(p).distance, plain.foot(p).distance, "{twice} {p:?}");
        }
        assert_eq!(face.walls().count(), 4);
    }
    let closed = Face::new([&square[..], &square[..1]].concat(), 0.0).unwrap();
    assert_eq!(closed.foot(vec3(3.0, 3.0, 1.0)).distance, 1.0);
}

/// A prism of three sides of length 2 in a block: the middle of the inscribed ball is found at once, with no cut across.
#[test]
fn the_inscribed_ball_of_a_prism_takes_a_few_cells_and_leaves_nothing_but_rounding() {
    let prism = pipe(3, 2.0 / 3f64.sqrt(), [-3.0, 3.0]);
    let around = block([-9.0; 3], [9.0; 3]);
    let bodies = [&prism, &around].map(|mesh| Matter::Mesh(mesh.at(Pose::identity())));
    let pair = Pair::new([bodies[0].parts()[0], bodies[1].parts()[0]]).unwrap();
    let found = pair.search.radius(Goal::Bracket);
    let [lower, upper] = [found.lower, found.upper].map(|radius| pair.length(radius));
    let right = 1.0 / 3f64.sqrt();
    assert!(lower <= right && right <= upper && upper <= right * (1.0 + 1e-12) && found.cells <= 20, "{found:?}");
}

/// Law: whatever shares are found, the bound is the greatest mean distance of a corner. The weights of the corners prove that no
/// shares are better: no face is nearer to their mean point than the bound.
#[test]
fn the_shares_of_random_games_are_the_best_ones() {
    let mut state = 1u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / (1u64 << 24) as f64
    };
    let mut mixed = 0;
    for round in 0..2000 {
        let [faces, corners] = [2 + round % 9, 4 + round / 7 % 17];
        let scale = 2f64.powi(round as i32 % 41 - 20);
        let mut game = Game::new(corners);
        for _ in 0..faces {
            game.push((0..corners).map(|_| scale * random()).collect::<Vec<_>>().into_iter());
        }
        let found = game.solved().unwrap();
        let mean = |face: usize| (0..corners).map(|corner| found.weights[corner] * game.payoff(face, corner)).sum();
        let proven = (0..faces).map(mean).fold(f64::INFINITY, f64::min);
        assert!(proven <= found.bound && found.bound <= proven * (1.0 + 1e-9), "{proven} {}", found.bound);
        mixed += usize::from(found.shares.iter().filter(|share| **share > 0.0).count() > 1);
    }
    assert!(mixed > 1500, "{mixed}");
}

/// Cause: a cell about as far from a face everywhere was cut across, so a long prism took 20,000 cells and a bracket of 1.19.
/// Law: a beam in a slanting slab takes some hundred cells, however long it is.
#[test]
fn long_prisms_take_few_cells_and_a_narrow_bracket() {
    for length in [1.0, 12.0, 144.0] {
        let beam = block([0.0, -0.05, -0.1], [length, 0.05, 0.1]);
        let slab = block([-1.0, -5.0, 0.06], [length + 1.0, 5.0, 0.4]);
        let slab = slab.transformed(|p| vec3(p.x, p.y, p.z + 0.6 * p.y)).unwrap();
        let bodies = [&beam, &slab].map(|mesh| Matter::Mesh(mesh.at(Pose::identity())));
        let pair = Pair::new([bodies[0].parts()[0], bodies[1].parts()[0]]).unwrap();
        let found = pair.search.radius(Goal::Bracket);
        assert!(found.upper <= 1.1 * found.lower && found.cells <= 1000, "{length}: {found:?}");
    }
}

/// Cause: a face that came into a cell by a little less than what may be cut off kept the cell open however often it was cut
/// elsewhere, and a thin cell beside a face was not known to be outside. So a band took 20,000 cells where oblique faces lay
/// 1e-12 into each other.
/// Law: bodies that are flush but for noise take few cells, however small the noise is.
#[test]
fn oblique_faces_that_are_flush_but_for_noise_of_any_size_take_few_cells() {
    let skewed = |mesh: Mesh| mesh.transformed(|p| vec3(p.x + 0.7 * p.y, p.y + 0.3 * p.z, p.z + 0.2 * p.x)).unwrap();
    let wall = skewed(block([0.0; 3], [5.0, 0.2, 3.0]));
    let mut most = 0;
    for noise in (0..40).map(|step| 1e-6 * 0.6f64.powi(step)) {
        let other = skewed(block([1.0, 0.2 - noise, 0.5], [7.0, 0.9, 2.5]));
        let bodies = [&wall, &other].map(|mesh| Matter::Mesh(mesh.at(Pose::identity())));
        let pair = Pair::new([bodies[0].parts()[0], bodies[1].parts()[0]]).unwrap();
        let found = pair.search.radius(Goal::Judge(pair.own_length(5e-6)));
        assert!(pair.length(found.upper) <= 2e-6, "{noise:e} {found:?}");
        most = most.max(found.cells);
    }
    assert!(most <= 400, "{most}");
}

/// What is over an arch of n sides of radius 1 around the second axis, up to a height.
fn over_an_arch(n: u32, height: f64, [low, high]: [f64; 2]) -> Mesh {
    let corner = |place: u32| {
        let (sine, cosine) = (std::f64::consts::PI * (1.0 - f64::from(place / 4) / f64::from(n))).sin_cos();
        [cosine, if place.is_multiple_of(2) { low } else { high }, if place & 2 == 0 { sine } else { height }]
    };
    let mut quads = vec![[0, 2, 3, 1], [4 * n, 4 * n + 1, 4 * n + 3, 4 * n + 2]];
    for own in (0..n).map(|strip| 4 * strip) {
        quads.extend([[own, own + 4, own + 6, own + 2], [own + 1, own + 3, own + 7, own + 5]]);
        quads.extend([[own, own + 1, own + 5, own + 4], [own + 2, own + 6, own + 7, own + 3]]);
    }
    let triangles: Vec<_> = quads.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Mesh::new(&(0..4 * n + 4).map(corner).collect::<Vec<_>>(), &triangles).unwrap()
}

/// Cause: a cell beside a face was not known to be outside if it was thinner than rounding, or long and so thin that little of it lay
/// deeper than that. So walls over arches at map coordinates took 20,000 cells.
/// Law: they take few, in all directions.
#[test]
fn arches_that_are_flush_but_for_the_rounding_of_a_map_take_few_cells() {
    let mut most = 0;
    for n in [6, 9, 12] {
        let (wall, arch) = (over_an_arch(n, 1.5, [-0.2, 0.2]), pipe(2 * n, 1.0, [-0.2, 0.2]));
        for angle in (0..12).map(|step| 0.1 + 0.5 * f64::from(step)) {
            let (sine, cosine) = angle.sin_cos();
            let placed = |mesh: &Mesh| {
                let turned = |p: Spot| vec3(cosine * p.x - sine * p.y, sine * p.x + cosine * p.y, p.z + 0.1 * p.x);
                mesh.transformed(|p| turned(p) + vec3(512e3, 5412e3, 0.0)).unwrap()
            };
            let meshes = [&wall, &arch].map(placed);
            let bodies = meshes.each_ref().map(|mesh| Matter::Mesh(mesh.at(Pose::identity())));
            let pair = Pair::new([bodies[0].parts()[0], bodies[1].parts()[0]]).unwrap();
            let found = pair.search.radius(Goal::Judge(pair.own_length(1e-5)));
            most = most.max(found.cells);
            assert!(pair.length(found.upper) <= 4e-6, "{n} {angle} {found:?}");
        }
    }
    assert!(most <= 4000, "{most}");
}

/// The meshes as one, each with its own faces.
fn joined(parts: &[Mesh]) -> Mesh {
    let (mut corners, mut triangles) = (Vec::new(), Vec::new());
    for part in parts {
        let first = corners.len() as u32;
        corners.extend_from_slice(part.vertices());
        triangles.extend(part.triangles().iter().map(|corners| corners.map(|corner| corner + first)));
    }
    Mesh::new(&corners, &triangles).unwrap()
}

fn check<V: std::fmt::Debug>(found: &Overlap<V>, right: f64, what: &str) {
    let is_right = found.lower <= right * (1.0 + 1e-12) && right * (1.0 - 1e-12) <= found.upper;
    assert!(is_right && found.upper <= 1.11 * found.lower, "{what}: {found:?} is not {right}");
}

/// Cause: a point on a face in the solid has no winding number, and counted as outside. So a small body whose middle was on the
/// wall between two parts had an upper bound of its rounding.
/// Law: the bounds hold the right overlap wherever the body is, and however far the parts lie in each other.
#[test]
fn a_body_whose_middle_is_on_a_face_in_the_solid_overlaps_by_its_width() {
    let cubes = |gap: f64, second: f64| {
        joined(&[upright([0.0; 3], [1.0; 3]), upright([second + gap, 0.0, 0.0], [2.0, 1.0, 1.0])])
    };
    let mut exact = 0;
    for second in [1.0, 0.5, 0.0] {
        for gap in [0.0, -f64::EPSILON, -3.0 * f64::EPSILON] {
            let wall = cubes(gap, second);
            for x in [second, second + 0.5 * gap, 1.0, 0.9, 1.05] {
                let tiny = upright([x - 0.1, 0.4, 0.4], [x + 0.1, 0.6, 0.6]);
                let at = Pose::identity();
                if !(x - 0.1 > 0.0) {
                    continue;
                }
                exact += usize::from(x == second && gap == 0.0);
                for [a, b] in [[&wall, &tiny], [&tiny, &wall]] {
                    let found = overlap(&a.at(at), &b.at(at)).unwrap();
                    check(&found, 0.2, &format!("{second} {gap:e} {x}"));
                    let volume = common_volume(&a.at(at), &b.at(at), 4000).unwrap();
                    assert!(volume.lower <= 0.008_000_1 && 0.007_999_9 <= volume.upper, "{volume:?}");
                }
            }
        }
    }
    assert_eq!(exact, 5);
}

/// The same for balls and in the plane.
#[test]
fn a_ball_or_a_disk_around_a_point_of_a_face_in_the_solid_is_as_large_as_it_is() {
    let wall = joined(&[upright([0.0; 3], [1.0; 3]), upright([1.0, 0.0, 0.0], [2.0, 1.0, 1.0])]);
    let ball = Ball::new(vec3(1.0, 0.5, 0.5), 0.05).unwrap();
    let found = overlap(&wall.at(Pose::identity()), &Single::new(&ball)).unwrap();
    check(&found, 0.1, "ball");
    let square = |low: [f64; 2], high: [f64; 2]| vec![vec![low, [high[0], low[1]], high, [low[0], high[1]]]];
    let pair = Outline::new(&[square([0.0, 0.0], [4.0, 4.0]), square([4.0, 0.0], [8.0, 4.0])]).unwrap();
    let small = Outline::new(&[square([3.5, 1.5], [4.5, 2.5])]).unwrap();
    for y in [0.0, 0.25, -1.0] {
        let found = overlap(&pair.at(Pose::identity()), &small.at(Pose::translation([0.0, y]))).unwrap();
        check(&found, 1.0, "plane");
    }
}

/// Cause: the side of a component was looked at beside its largest triangle, and a point there that was on another component
/// counted as outside. So a box in a box bounded the solid if a third one lay at the wrong depth in it.
/// Law: a box in a box bounds nothing, whatever lies in it.
#[test]
fn a_box_in_a_box_bounds_nothing_whatever_lies_in_it() {
    let side = |low: f64, high: f64| upright([low; 3], [high; 3]);
    for depth in [0.125, 0.25, 0.5, 1.0, 2.0] {
        let nested = joined(&[side(-8.0, 16.0), side(0.0, 8.0), side(depth, 8.0 - depth)]);
        for z in [0.0, 0.2, depth] {
            let small = upright([3.5, 3.5, z - 0.5], [4.5, 4.5, z + 0.5]);
            let found = overlap(&nested.at(Pose::identity()), &small.at(Pose::identity())).unwrap();
            check(&found, 1.0, &format!("{depth} {z}"));
        }
    }
}
