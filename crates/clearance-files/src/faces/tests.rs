//! Law: the triangles of a face cover its polygon once and nothing else, and none is turned. Oracles: the exact area, and
//! winding numbers of points that lie on no edge.

use super::sides::{ASKED, area, side};
use super::{Cut, fan};
use crate::space::Point;
use clearance::Ring;
use clearance::dyadic::Dyadic;
use random::Random;

#[path = "../../tests/suite/random.rs"]
mod random;

impl Random {
    /// A whole number from −limit to limit.
    fn whole(&mut self, limit: usize) -> f64 {
        self.below(2 * limit + 1) as f64 - limit as f64
    }
}

type Polygon = Vec<Vec<[f64; 2]>>;

/// A polygon around a point, with corners at random distances from it.
fn star(random: &mut Random, corners: usize, [x, y]: [f64; 2], radius: f64) -> Vec<[f64; 2]> {
    let turn = std::f64::consts::TAU / corners as f64;
    let corner = |index: usize| {
        let r = radius * (20 + random.below(80)) as f64 / 100.0;
        [(x + r * (turn * index as f64).cos()).round(), (y + r * (turn * index as f64).sin()).round()]
    };
    (0..corners).map(corner).collect()
}

/// A strip that winds around a point, or a comb, or a staircase.
fn strip(random: &mut Random, corners: usize) -> Vec<[f64; 2]> {
    let kind = random.below(3);
    let step = |index: usize| match kind {
        0 => {
            let (angle, radius) = (0.3 * index as f64, 1000.0 + 200.0 * index as f64);
            [[radius, angle], [radius + 1900.0, angle]].map(|[r, a]| [(r * a.cos()).round(), (r * a.sin()).round()])
        }
        1 => [[100.0 * index as f64, 0.0], [100.0 * index as f64, if index % 2 == 0 { 40.0 } else { 9000.0 }]],
        _ => {
            let [x, y] = [index.div_ceil(2) as f64 * 100.0, (index / 2) as f64 * 100.0];
            [[x, y], [x - 90.0, y + 90.0]]
        }
    };
    let pairs: Vec<_> = (0..corners / 2).map(step).collect();
    pairs.iter().map(|pair| pair[1]).rev().chain(pairs.iter().map(|pair| pair[0])).collect()
}

/// A frame with stars and squares as holes, some of which touch the frame or each other.
fn frame(random: &mut Random) -> Polygon {
    let size = 1000.0;
    let mut rings = vec![vec![[0.0, 0.0], [4.0 * size, 0.0], [4.0 * size, 4.0 * size], [0.0, 4.0 * size]]];
    for cell in 0..16 {
        let [x, y] = [(cell % 4) as f64 * size, (cell / 4) as f64 * size];
        match random.below(4) {
            0 => {
                let corners = 3 + random.below(12);
                rings.push(star(random, corners, [x + 500.0, y + 500.0], 490.0));
            }
            // It touches the sides of its cell: those of the frame, and corners of the squares beside it.
            1 => rings.push(vec![[x, y + 500.0], [x + 500.0, y], [x + 1000.0, y + 500.0], [x + 500.0, y + 1000.0]]),
            // It touches the corner of its cell.
            2 => rings.push(vec![[x, y], [x + 100.0, y + 700.0], [x + 800.0, y + 800.0], [x + 700.0, y + 100.0]]),
            _ => {}
        }
    }
    if random.below(2) == 0 {
        rings.iter_mut().for_each(|ring| ring.reverse());
    }
    rings
}

/// How often a ring goes around a point, which lies on no edge.
fn winding(ring: &[[f64; 2]], point: [f64; 2]) -> i32 {
    (0..ring.len())
        .map(|index| (ring[index], ring[(index + 1) % ring.len()]))
        .map(|(a, b)| match (a[1] <= point[1], b[1] <= point[1]) {
            (true, false) if side(a, b, point).is_gt() => 1,
            (false, true) if side(a, b, point).is_lt() => -1,
            _ => 0,
        })
        .sum()
}

/// Twice the area inside, without rounding.
fn area_of(rings: &[Vec<[f64; 2]>]) -> Dyadic {
    let magnitude = |ring: &Vec<[f64; 2]>| {
        let area = area(ring.iter().copied());
        if area.is_negative() { area.negated() } else { area }
    };
    rings[1..].iter().fold(magnitude(&rings[0]), |left, hole| left.minus(&magnitude(hole)))
}

/// A plane of space in which points of whole coordinates have whole coordinates, times a power of two.
struct Plane {
    origin: [f64; 3],
    axes: [[f64; 3]; 2],
    scale: f64,
}

impl Plane {
    fn random(random: &mut Random) -> Self {
        let far = [1, 1 << 30][random.below(2)];
        let exponent = [0, -900, 900][random.below(3)];
        loop {
            let axes = [0, 1].map(|_| [0, 1, 2].map(|_| random.whole(7)));
            if crate::space::cross(axes[0], axes[1]) != [0.0; 3] {
                let origin = [0, 1, 2].map(|_| random.whole(far));
                return Self { origin, axes, scale: 2f64.powi(exponent) };
            }
        }
    }

    fn point(&self, [x, y]: [f64; 2]) -> Point {
        [0, 1, 2].map(|i| self.scale * (self.origin[i] + x * self.axes[0][i] + y * self.axes[1][i]))
    }
}

/// The triangles of a polygon in a plane of space, by the indices of its corners, ring after ring.
fn cut(rings: &Polygon, plane: &Plane) -> (Cut, Vec<[f64; 2]>) {
    let flat: Vec<[f64; 2]> = rings.iter().flatten().copied().collect();
    let points: Vec<Point> = flat.iter().map(|&p| plane.point(p)).collect();
    let mut corners = 0..flat.len() as u32;
    let faces: Vec<Vec<u32>> = rings.iter().map(|ring| corners.by_ref().take(ring.len()).collect()).collect();
    let mut cut = Cut::default();
    cut.add(&points, &faces.iter().map(Vec::as_slice).collect::<Vec<_>>());
    (cut, flat)
}

/// Asserts the law for a polygon whose rings do not cross. The answer: how many of the points that were looked at are
/// inside, and whether the fan from the first corner would not do.
fn check(random: &mut Random, rings: &Polygon) -> (usize, bool) {
    let plane = Plane::random(random);
    let (cut, flat) = cut(rings, &plane);
    assert_eq!(cut.told.remarks(), Vec::<String>::new(), "{rings:?}");
    let left = area(rings[0].iter().copied()).is_positive();
    let triangles: Vec<Vec<[f64; 2]>> = cut
        .triangles
        .iter()
        .map(|&[a, b, c]| if left { [a, b, c] } else { [a, c, b] })
        .map(|triangle| triangle.map(|corner| flat[corner as usize]).to_vec())
        .collect();
    let mut sum = Dyadic::zero();
    for triangle in &triangles {
        let own = area(triangle.iter().copied());
        assert!(!own.is_negative(), "turned: {triangle:?} of {rings:?}");
        sum = sum.plus(&own);
    }
    assert_eq!(sum, area_of(rings), "{rings:?}");
    let corners: usize = rings.iter().map(Vec::len).sum();
    assert!(rings.len() > 1 || triangles.len() == corners - 2);
    let greatest = flat.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs())) as usize;
    let mut inside = 0;
    for _ in 0..40 {
        // Near a corner, and on no edge: these have whole coordinates.
        let near = if random.below(2) == 0 {
            flat[random.below(flat.len())]
        } else {
            [random.whole(greatest), random.whole(greatest)]
        };
        let point = [near[0] + random.whole(4) + 1.0 / 1024.0, near[1] + random.whole(4) + 1.0 / 1_048_576.0];
        let ways: i32 = rings
            .iter()
            .enumerate()
            .map(|(hole, ring)| winding(ring, point).abs() * if hole > 0 { -1 } else { 1 })
            .sum();
        let covered: i32 = triangles.iter().map(|triangle| winding(triangle, point)).sum();
        assert_eq!(covered, ways, "{point:?} of {rings:?}");
        inside += usize::from(ways > 0);
    }
    let fan_turns = fan(&(0..rings[0].len() as u32).collect::<Vec<_>>()).any(|triangle| {
        let [a, b, c] = triangle.map(|corner| flat[corner as usize]);
        if left { side(a, b, c).is_lt() } else { side(a, b, c).is_gt() }
    });
    (inside, fan_turns)
}

#[test]
fn the_triangles_of_any_simple_polygon_cover_it_and_none_is_turned() {
    let mut random = Random(7);
    let (mut inside, mut turned, mut touching) = (0, 0, 0);
    for round in 0..600 {
        let corners = 4 + random.below(60);
        let rings = match round % 3 {
            0 => vec![star(&mut random, corners, [0.0, 0.0], 100_000.0)],
            1 => vec![strip(&mut random, corners)],
            _ => frame(&mut random),
        };
        let (points, fan_turns) = check(&mut random, &rings);
        inside += points;
        turned += usize::from(fan_turns);
        touching += usize::from(rings.len() > 4);
    }
    assert!(inside > 3_000 && turned > 250 && touching > 100, "{inside} {turned} {touching}");
}

#[test]
fn a_hole_that_is_part_of_its_ring_stays_a_hole() {
    // Exporters without holes walk along a bridge to the hole and back.
    let mut random = Random(11);
    for _ in 0..50 {
        let hole: Vec<[f64; 2]> = star(&mut random, 9, [500.0, 500.0], 300.0).into_iter().rev().collect();
        let start = (0..9).min_by(|&i, &j| hole[i][0].total_cmp(&hole[j][0])).unwrap();
        let mut ring = vec![[0.0, 0.0], [1000.0, 0.0], [1000.0, 1000.0], [0.0, 1000.0], [0.0, hole[start][1]]];
        ring.extend((0..=9).map(|index| hole[(start + index) % 9]));
        ring.push([0.0, hole[start][1]]);
        let (cut, flat) = cut(&vec![ring.clone()], &Plane::random(&mut random));
        assert_eq!((cut.triangles.len(), cut.told.remarks().len()), (ring.len() - 2, 0), "{ring:?}");
        let middle = [500.0 + 1.0 / 1024.0, 500.0 + 1.0 / 1_048_576.0];
        let covers = |triangle: &[u32; 3]| winding(&triangle.map(|corner| flat[corner as usize]), middle);
        assert_eq!(cut.triangles.iter().map(covers).sum::<i32>(), 0);
    }
}

#[test]
fn corners_that_repeat_or_lie_on_a_line_cost_a_triangle_each() {
    let l = [[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [1.0, 1.0], [1.0, 4.0], [0.0, 4.0]];
    let mut random = Random(3);
    let mut with = 0;
    for _ in 0..300 {
        let mut ring = Vec::new();
        for (index, &corner) in l.iter().enumerate() {
            let next = l[(index + 1) % l.len()];
            ring.push(corner);
            match random.below(4) {
                0 => ring.push(corner),
                1 => ring.push([0.5 * (corner[0] + next[0]), 0.5 * (corner[1] + next[1])]),
                // It goes back a little.
                2 => ring.extend(
                    [0.75, 0.5].map(|t| [corner[0] + t * (next[0] - corner[0]), corner[1] + t * (next[1] - corner[1])]),
                ),
                _ => {}
            }
        }
        let shift = random.below(ring.len());
        ring.rotate_left(shift);
        let (cut, flat) =
            cut(&vec![ring.clone()], &Plane { origin: [0.0; 3], axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], scale: 1.0 });
        let areas = cut.triangles.iter().map(|triangle| area(triangle.iter().map(|&corner| flat[corner as usize])));
        let sum = areas.fold(Dyadic::zero(), |sum, own| {
            assert!(!own.is_negative(), "{ring:?}");
            sum.plus(&own)
        });
        assert_eq!((sum, cut.triangles.len()), (Dyadic::from(14.0), ring.len() - 2), "{ring:?}");
        assert_eq!(cut.told.remarks(), Vec::<String>::new());
        with += usize::from(ring.len() > l.len() + 2);
    }
    assert!(with > 200, "{with}");
}

#[test]
fn faces_that_cross_themselves_have_as_many_triangles_and_a_remark() {
    let points =
        [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [4.0, 3.0, 0.0], [2.0, -3.0, 0.0], [9.0, 9.0, 0.0]];
    let mut random = Random(5);
    let (mut crossing, mut simple) = (0, 0);
    for _ in 0..400 {
        let mut order: Vec<u32> = (0..4 + random.below(3) as u32).collect();
        (1..order.len()).for_each(|place| order.swap(place, random.below(place + 1)));
        let cut = Cut::of_faces(&points, [order.as_slice()].into_iter());
        assert_eq!(cut.triangles.len(), order.len() - 2);
        let ring: Vec<[f64; 2]> =
            order.iter().map(|&corner| [points[corner as usize][0], points[corner as usize][1]]).collect();
        let edges = |index: usize| [ring[index], ring[(index + 1) % ring.len()]];
        let cross = |[a, b]: [[f64; 2]; 2], [c, d]: [[f64; 2]; 2]| {
            side(a, b, c) == side(a, b, d).reverse()
                && side(c, d, a) == side(c, d, b).reverse()
                && side(a, b, c).is_ne()
                && side(c, d, a).is_ne()
        };
        let crosses = (0..ring.len()).any(|i| (0..i).any(|j| cross(edges(i), edges(j))));
        assert_eq!(cut.told.crossing.count > 0, crosses, "{order:?}");
        crossing += usize::from(crosses);
        simple += usize::from(!crosses);
    }
    assert!(crossing > 100 && simple > 50, "{crossing} {simple}");
}

#[test]
fn a_face_that_is_not_flat_is_told_with_its_height() {
    let points = [[0.0, 0.0, 0.0], [2.0, 0.0, 1.0], [2.0, 2.0, 0.0], [0.0, 2.0, 1.0], [1e-7, 1e-7, 1.0]];
    let cut = Cut::of_faces(&points, [[0, 1, 2, 3].as_slice()].into_iter());
    assert_eq!(cut.triangles, [[0, 1, 2], [0, 2, 3]]);
    let remarks = cut.told.remarks();
    assert!(remarks[0].starts_with("1 of 1 faces (the first is face 0) is not flat, by up to 1.00e0: "), "{remarks:?}");
}

#[test]
fn many_thousand_corners_are_cut_in_seconds() {
    // Cause: cut one ear after the other without the tree, it took minutes. Law: the steps of a face are bounded by a
    // multiple of n log n, and a face that needs more is told as unfinished. No remark says that it did not.
    let mut random = Random(1);
    let plane = Plane { origin: [0.0; 3], axes: [[3.0, 0.0, 0.0], [0.0, 2.0, 5.0]], scale: 1.0 };
    let corners = 20_000;
    let turns = |index: usize| {
        let (angle, radius) = (0.02 * index as f64, 1e6 + 100.0 * index as f64);
        [[radius, angle], [radius + 20_000.0, angle]].map(|[r, a]| [(r * a.cos()).round(), (r * a.sin()).round()])
    };
    let spiral: Vec<_> = (0..corners / 2).map(turns).collect();
    let spiral = spiral.iter().map(|pair| pair[1]).rev().chain(spiral.iter().map(|pair| pair[0])).collect();
    let comb = (0..corners).map(|i| [100.0 * i as f64, if i % 2 == 0 { 0.0 } else { 1e7 }]);
    let comb = comb.chain([[100.0 * corners as f64, -100.0], [0.0, -100.0]]).collect();
    for ring in [star(&mut random, corners, [0.0, 0.0], 1e9), spiral, comb] {
        let (cut, _) = cut(&vec![ring], &plane);
        assert_eq!(cut.told.remarks().len(), 0, "{:?}", cut.told);
    }
}

#[test]
fn a_face_that_is_made_to_be_slow_ends_in_bounded_time_and_is_told() {
    // Thousands of corners on one line that is along no axis, seen from one corner: boxes around them tell nothing.
    let plane = Plane { origin: [0.0; 3], axes: [[3.0, 1.0, 2.0], [-1.0, 2.0, 5.0]], scale: 1.0 };
    let corners = 12_000;
    let comb = (0..corners).map(|i| [100.0 * f64::from(i), if i % 2 == 0 { 0.0 } else { 1e7 }]);
    let ring: Vec<_> = comb.chain([[100.0 * f64::from(corners), -100.0], [0.0, -100.0]]).collect();
    let count = ring.len();
    let (cut, _) = cut(&vec![ring], &plane);
    assert_eq!(cut.triangles.len(), count - 2);
    assert_eq!((cut.told.unfinished.count, cut.told.crossing.count), (1, 0));
}

/// Cause: a triangle that a face passes 2,000 times has thousands of equal corners, and exact numbers compared each with each: ten
/// seconds for a file of 64 kB. Law: the side of a point that is an end of the line needs no exact numbers.
#[test]
fn a_face_that_passes_its_corners_thousands_of_times_needs_few_exact_numbers() {
    let plane = Plane { origin: [0.0; 3], axes: [[3.0, 1.0, 2.0], [-1.0, 2.0, 5.0]], scale: 1.0 };
    let corners = [[0.0, 0.0], [3.0, 1.0], [1.0, 4.0]];
    let ring: Vec<_> = (0..6000).map(|index| corners[index % 3]).collect();
    let before = ASKED.get();
    let (cut, _) = cut(&vec![ring], &plane);
    assert_eq!((cut.triangles.len(), cut.told.crossing.count), (5998, 1));
    let asked = ASKED.get() - before;
    assert!(asked < 6000, "{asked}");
    for [p, q, r] in [[0, 0, 1], [0, 1, 0], [1, 0, 0]].map(|places| places.map(|place| corners[1 + place])) {
        assert!(side(p, q, r).is_eq() && ASKED.get() == before + asked);
    }
    // Exact numbers are asked where floats do not know: three corners of a line along no axis.
    assert!(side([0.1, 0.3], [0.2, 0.6], [0.7, 2.1]).is_ne() && ASKED.get() == before + asked + 1);
}

#[test]
fn faces_at_both_ends_of_the_range_of_numbers_are_cut() {
    // Cause: the power of two that brings coordinates below 1 has no exponent for the greatest floats.
    let notch = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.5, 0.25], [0.0, 1.0]];
    for size in [1.7e308, 1e-300, 5e-324, 1e300] {
        let points: Vec<Point> = notch.iter().map(|&[x, y]| [x * size, y * size, 0.0]).collect();
        let cut = Cut::of_faces(&points, [[0, 1, 2, 3, 4].as_slice()].into_iter());
        assert_eq!(cut.triangles.len(), 3, "{size:e}");
    }
}

/// Law: a face and its back, and the same face from another corner on, are cut along the same diagonals.
#[test]
fn a_face_and_its_back_are_cut_along_the_same_diagonals() {
    let mut random = Random(5);
    let sorted = |cut: &[[u32; 3]]| {
        let mut triangles: Vec<[u32; 3]> = cut.to_vec();
        triangles.iter_mut().for_each(|corners| corners.sort_unstable());
        triangles.sort_unstable();
        triangles
    };
    let mut hollow = 0;
    for round in 0..300 {
        let count = 4 + random.below(20);
        let ring =
            if round % 2 == 0 { strip(&mut random, 8 + count) } else { star(&mut random, count, [0.0, 0.0], 900.0) };
        let points: Vec<Point> = ring.iter().map(|&[x, y]| [x, y, x - 2.0 * y]).collect();
        // The back has points of its own at the same places.
        let all: Vec<Point> = points.iter().chain(&points).copied().collect();
        let face: Vec<u32> = (0..points.len() as u32).collect();
        let mut other: Vec<u32> = face.iter().map(|corner| corner + points.len() as u32).collect();
        other.rotate_left(random.below(points.len()));
        let is_back = random.below(2) == 0;
        if is_back {
            other.reverse();
        }
        let cut = Cut::of_faces(&all, [&face[..], &other].into_iter());
        let (one, two) = cut.triangles.split_at(cut.triangles.len() / 2);
        let own: Vec<[u32; 3]> = two.iter().map(|corners| corners.map(|corner| corner - points.len() as u32)).collect();
        assert_eq!(sorted(one), sorted(&own), "{ring:?}");
        let turned = |corners: &[u32; 3]| {
            let [a, b, c] = corners.map(|corner| ring[corner as usize]);
            side(a, b, c)
        };
        assert!(one.iter().zip(&own).all(|(one, own)| is_back != (turned(one) == turned(own)) || turned(one).is_eq()));
        hollow += u32::from(one != fan(&face).collect::<Vec<_>>());
    }
    assert!(hollow > 100, "{hollow}");
}
