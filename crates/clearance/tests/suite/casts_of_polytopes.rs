//! Casts of random polytopes with small whole numbers, against an oracle without rounding.
//!
//! The oracle tries every direction that can be a facet normal of A − B: the products of all differences of vertices.
//! Along each of them the shadows meet during an interval of time with rational ends. The shapes meet where all
//! intervals do.

use clearance::{Outcome, Points, Precision, Solver, Space, Vec2, Vec3, Vector};

use crate::random::Random;

type Whole = [i128; 3];

fn minus(a: Whole, b: Whole) -> Whole {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
fn dot(a: Whole, b: Whole) -> i128 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
fn cross(a: Whole, b: Whole) -> Whole {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// A quotient with a positive denominator.
#[derive(Clone, Copy, Debug)]
struct Ratio(i128, i128);

impl Ratio {
    fn new(numerator: i128, denominator: i128) -> Self {
        if denominator < 0 { Self(-numerator, -denominator) } else { Self(numerator, denominator) }
    }
    fn less(self, other: Self) -> bool {
        self.0 * other.1 < other.0 * self.1
    }
    /// The order of the quotient and a float: the float is an integer times a power of two.
    fn is_at_least(self, float: f64) -> bool {
        // |float| ≤ 1 and its lowest bit is at least 2⁻⁷⁰ in these tests, or it is zero.
        let scaled = (float * 2f64.powi(70)) as i128;
        assert_eq!(scaled as f64, float * 2f64.powi(70), "{float:e}");
        (self.0 << 70) >= scaled * self.1
    }
}

/// When A and B + t·way meet, over the whole line. `None` if they do not.
fn meeting(a: &[Whole], b: &[Whole], way: Whole, axes: &[Whole]) -> Option<[Ratio; 2]> {
    let far = 1 << 20;
    let (mut first, mut last) = (Ratio(-far, 1), Ratio(far, 1));
    for &axis in axes {
        let range = |points: &[Whole]| {
            let heights = points.iter().map(|&p| dot(p, axis));
            (heights.clone().min().unwrap(), heights.max().unwrap())
        };
        let ((low_a, high_a), (low_b, high_b)) = (range(a), range(b));
        let speed = dot(way, axis);
        // low_b + t·speed ≤ high_a and high_b + t·speed ≥ low_a.
        let (gap_above, gap_below) = (high_a - low_b, low_a - high_b);
        if speed == 0 {
            if gap_above < 0 || gap_below > 0 {
                return None;
            }
            continue;
        }
        let (one, other) = (Ratio::new(gap_above, speed), Ratio::new(gap_below, speed));
        let (start, end) = if speed > 0 { (other, one) } else { (one, other) };
        if first.less(start) {
            first = start;
        }
        if end.less(last) {
            last = end;
        }
    }
    (!last.less(first)).then_some([first, last])
}

fn differences(points: &[Whole]) -> Vec<Whole> {
    let pairs = (0..points.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    pairs.map(|(i, j)| minus(points[i], points[j])).filter(|d| *d != [0; 3]).collect()
}

/// All directions that can be normals of facets, of any body in the plane or in space.
fn axes(a: &[Whole], b: &[Whole], is_plane: bool) -> Vec<Whole> {
    let mut edges = differences(a);
    edges.extend(differences(b));
    if is_plane {
        let mut axes: Vec<Whole> = edges.iter().map(|e| [e[1], -e[0], 0]).collect();
        axes.extend([[1, 0, 0], [0, 1, 0]]);
        axes.extend(edges);
        return axes;
    }
    let mut axes: Vec<Whole> = Vec::new();
    for (i, &u) in edges.iter().enumerate() {
        axes.extend(edges[..i].iter().map(|&v| cross(u, v)).filter(|n| *n != [0; 3]));
    }
    // A flat or thin body has further planes that hold it.
    let thin: Vec<Whole> =
        axes.iter().take(6).flat_map(|&n| edges.iter().take(12).map(move |&u| cross(n, u))).collect();
    axes.extend(thin);
    axes
}

struct Counts {
    clear: u32,
    hit: u32,
    grazes: u32,
    starts: u32,
}

/// Casts random points of the plane (`is_plane`) or of space.
fn agree<V: Vector<Scalar = f64>>(seed: u64, rounds: u32, solver: &Solver) -> Counts {
    let is_plane = V::Wide::DIM == 2;
    let mut random = Random(seed);
    let mut counts = Counts { clear: 0, hit: 0, grazes: 0, starts: 0 };
    let mut whole = |most: i128| ((0.5 + 0.5 * random.signed()) * (2 * most + 1) as f64) as i128 - most;
    for round in 0..rounds {
        let mut body = |count: usize| -> Vec<Whole> {
            (0..count).map(|_| [whole(4), whole(4), if is_plane { 0 } else { whole(4) }]).collect()
        };
        let count = if is_plane { 3 } else { 4 };
        let (a, b) = (body(count + round as usize % 2), body(count));
        let way: Whole = [2 * whole(9), whole(9), if is_plane { 0 } else { whole(9) }];
        let place: Whole = [whole(12), whole(6), if is_plane { 0 } else { whole(6) }];
        let moved: Vec<Whole> = b.iter().map(|&p| minus(p, minus([0; 3], place))).collect();
        if way.iter().all(|&x| x == 0) {
            continue;
        }
        let vector = |p: Whole| V::from_slice(&p.map(|x| x as f64)[..V::Wide::DIM]).unwrap();
        let points = |body: &[Whole]| body.iter().map(|&p| vector(p)).collect::<Vec<V>>();
        let (points_a, points_b) = (points(&a), points(&moved));
        let (shape_a, shape_b) = (Points::new(&points_a).unwrap(), Points::new(&points_b).unwrap());
        let axes = axes(&a, &moved, is_plane);
        let full = |n: &Whole| axes.iter().any(|m| cross(*m, *n) != [0; 3]);
        if !axes.first().is_some_and(full) {
            continue;
        }
        let truth = meeting(&a, &moved, way, &axes);
        let cast = solver.cast(&shape_a, &shape_b, vector(way));
        let crossing = solver.crossing(&shape_a, &shape_b, vector(way));
        assert_eq!(truth.is_some(), crossing.is_some(), "{a:?} {moved:?} {way:?} {truth:?} {crossing:?}");
        let Some([first, last]) = truth else {
            assert_eq!(cast.outcome, Outcome::Clear, "{a:?} {moved:?} {way:?}");
            counts.clear += 1;
            continue;
        };
        let value = |ratio: Ratio| ratio.0 as f64 / ratio.1 as f64;
        let crossing = crossing.unwrap();
        let near = |x: f64, right: f64| (x - right).abs() <= 1e-13 * (1.0 + right.abs());
        for (bracket, right) in [(crossing.entry, value(first)), (crossing.exit, value(last))] {
            assert!(
                bracket.lower <= right.next_up() && right.next_down() <= bracket.upper,
                "{bracket:?} {right} {a:?} {moved:?} {way:?}"
            );
            assert!(near(bracket.lower, right) && near(bracket.upper, right), "{bracket:?} {right}");
        }
        counts.grazes += u32::from(!first.less(last));
        if last.less(Ratio(0, 1)) || Ratio(1, 1).less(first) {
            assert_eq!(cast.outcome, Outcome::Clear, "{a:?} {moved:?} {way:?} {truth:?} {cast:?}");
            counts.clear += 1;
        } else if first.less(Ratio(0, 1)) {
            assert_eq!((cast.outcome, cast.lower, cast.upper), (Outcome::Hit, 0.0, 0.0), "{a:?} {moved:?} {way:?}");
            counts.starts += 1;
        } else {
            assert_eq!(cast.outcome, Outcome::Hit, "{a:?} {moved:?} {way:?} {truth:?} {cast:?}");
            assert!(first.is_at_least(cast.lower), "{cast:?} {first:?} {a:?} {moved:?} {way:?}");
            assert!(
                first.0 == 0
                    || cast.upper == cast.lower && first.is_at_least(cast.upper)
                    || !first.is_at_least(cast.upper.next_up()),
                "{cast:?} {first:?}"
            );
            assert!((cast.fraction - value(first)).abs() <= cast.upper - cast.lower + 2e-16);
            if solver.precision == Precision::Exact {
                assert!(cast.upper <= cast.lower.next_up().next_up(), "{cast:?}");
            }
            counts.hit += 1;
        }
    }
    counts
}

#[test]
fn casts_in_the_plane_agree_with_rational_numbers() {
    for solver in [Solver::default(), Solver { precision: Precision::Exact, ..Solver::default() }] {
        let Counts { clear, hit, grazes, starts } = agree::<Vec2<f64>>(1, 1500, &solver);
        assert!(clear > 300 && hit > 300 && grazes > 10 && starts > 50, "{clear} {hit} {grazes} {starts}");
    }
}

#[test]
fn casts_in_space_agree_with_rational_numbers() {
    for solver in [Solver::default(), Solver { precision: Precision::Exact, ..Solver::default() }] {
        let Counts { clear, hit, grazes, starts } = agree::<Vec3<f64>>(2, 600, &solver);
        assert!(clear > 100 && hit > 60 && grazes > 3 && starts > 10, "{clear} {hit} {grazes} {starts}");
    }
}
