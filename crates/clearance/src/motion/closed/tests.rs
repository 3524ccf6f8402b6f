//! The closed forms against exact numbers: on whole numbers, where much agrees by chance, and on others.

use super::{cast, cast_by_axes};
use crate::hull::Hull;
use crate::motion::cast::comes_first;
use crate::numbers::each::Each;
use crate::query::solver::{Precision, Solver};
use crate::random::Random;
use crate::result::cast::{Cast, Outcome, Start};
use crate::shape::support::{Shape, SupportMap};
use crate::shape::view::View;
use crate::shape::{Ball, Capsule, Cuboid, Point};
use crate::space::pose::Pose;
use crate::space::rotation::plane::Rotation2;
use crate::space::rotation::quaternion::Quaternion;
use crate::space::vector::{Space, Vec2, Vec3, Vector, WideVector, vec2, vec3};
use alloc::boxed::Box;
use alloc::vec::Vec;

const U: f64 = f64::EPSILON / 2.0;

/// What the formulas answer: `None` if they leave it open.
fn closed<V: Vector>(
    solver: &Solver,
    a: &dyn SupportMap<V>,
    b: &dyn SupportMap<V>,
    travel: V,
) -> Option<Option<Cast<V>>> {
    let (way, still) = (travel.widen(), <V::Wide as Vector>::ORIGIN);
    let (a, b) = (View::of(&a), View::of(&b));
    let known = cast(solver, &a, &b, [way, -way], [still, way]).or_else(|| {
        if comes_first(&b, &a, -way) {
            cast_by_axes(solver, &b, &a, -way, [way, still]).map(|known| known.map(Cast::swapped))
        } else {
            cast_by_axes(solver, &a, &b, way, [still, way])
        }
    });
    known.map(|known| known.map(Cast::narrow))
}

/// Numbers of a scene: whole ones, of which many agree by chance, whole ones of which some are an ulp off, or any.
struct Numbers {
    random: Random,
    kind: u64,
}

impl Numbers {
    fn whole(&mut self, most: i32) -> i32 {
        (self.random.bits() >> 33) as i32 % (2 * most + 1) - most
    }
    fn number(&mut self, most: i32) -> f64 {
        match (self.kind, self.whole(1)) {
            (0, _) | (1, -1 | 0) => f64::from(self.whole(most)),
            (1, _) => f64::from(self.whole(most)) * (1.0 + 2.0 * U),
            _ => f64::from(most) * self.random.signed(),
        }
    }
    fn size(&mut self) -> f64 {
        if self.kind < 2 { 1.0 + f64::from(self.whole(1).abs()) } else { 1.0 + 0.5 * self.random.signed() }
    }
    fn vector<W: WideVector>(&mut self, most: i32) -> W {
        (0..W::DIM).fold(W::zero(), |vector, axis| vector.with_coordinate(axis, self.number(most)))
    }
}

/// A space of the tests: its rotations and its shapes.
trait Scene: Vector {
    const KINDS: [[Kind; 2]; 7];
    fn turn(numbers: &mut Numbers) -> Self::Rotation;
    fn polygon(numbers: &mut Numbers, unit: f64) -> Box<dyn SupportMap<Self>>;
    fn cuboid(half: Self) -> Box<dyn SupportMap<Self>>;
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Point,
    Ball,
    Capsule,
    Box,
    Polygon,
}

use Kind::{Ball as B, Box as X, Capsule as C, Point as P, Polygon as G};

macro_rules! scenes_in_space {
    ($($scalar:ty),+) => {$(
        impl Scene for Vec3<$scalar> {
            const KINDS: [[Kind; 2]; 7] = [[X, X], [X, X], [X, P], [P, X], [B, P], [C, P], [B, C]];
            fn turn(numbers: &mut Numbers) -> Quaternion<$scalar> {
                let numbers = match numbers.whole(3) {
                    -3 | -2 => [0.0, 0.0, 0.0, 1.0],
                    -1 => [0.0, 0.0, 1.0, 0.0],
                    0 => [0.5, 0.5, 0.5, 0.5],
                    _ => [0; 4].each(|_| 0.25 + numbers.random.signed()),
                };
                let [x, y, z, w] = numbers.map(|number| number as $scalar);
                Quaternion { x, y, z, w }.normalized().unwrap()
            }
            fn polygon(_: &mut Numbers, _: f64) -> Box<dyn SupportMap<Self>> {
                unreachable!("the polygons of this test are in the plane")
            }
            fn cuboid(half: Self) -> Box<dyn SupportMap<Self>> {
                Box::new(Cuboid::new(half).unwrap())
            }
        }
    )+};
}
scenes_in_space!(f32, f64);

macro_rules! scenes_in_the_plane {
    ($($scalar:ty),+) => {$(
        impl Scene for Vec2<$scalar> {
            const KINDS: [[Kind; 2]; 7] = [[X, X], [G, G], [G, G], [P, X], [B, B], [C, P], [C, B]];
            fn turn(numbers: &mut Numbers) -> Rotation2<$scalar> {
                let (c, s) = match numbers.whole(2) {
                    -2 => (1.0, 0.0),
                    -1 => (0.0, 1.0),
                    _ => (numbers.random.signed(), 1.0),
                };
                Rotation2 { c: c as $scalar, s: s as $scalar }.normalized().unwrap()
            }
            fn polygon(numbers: &mut Numbers, unit: f64) -> Box<dyn SupportMap<Self>> {
                let corners: Vec<Self> =
                    (0..6).map(|_| Self::narrow(numbers.vector::<Vec2<f64>>(2) * unit)).collect();
                Box::new(Hull::new(&corners).unwrap())
            }
            fn cuboid(half: Self) -> Box<dyn SupportMap<Self>> {
                Box::new(Cuboid::new(half).unwrap())
            }
        }
    )+};
}
scenes_in_the_plane!(f32, f64);

type Body<V> = Box<dyn SupportMap<V>>;

/// Two bodies and a way, in a unit of length.
fn scene<V: Scene>(seed: u64, unit: f64) -> (Body<V>, Body<V>, V) {
    let random = Random((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut numbers = Numbers { random, kind: seed % 3 };
    let scaled = |vector: V::Wide| V::narrow(vector * unit);
    let mut body = |kind: Kind| -> (Body<V>, V::Rotation) {
        let turn = V::turn(&mut numbers);
        let still = Pose::<V>::identity().rotation;
        let length = |numbers: &mut Numbers| <V::Scalar as crate::numbers::real::Real>::narrow(numbers.size() * unit);
        match kind {
            Kind::Point => (Box::new(Point::new(scaled(numbers.vector(1))).unwrap()), still),
            Kind::Ball => (Box::new(Ball::new(scaled(numbers.vector(1)), length(&mut numbers)).unwrap()), still),
            Kind::Capsule => {
                let ends = [0; 2].each(|_| scaled(numbers.vector(2)));
                (Box::new(Capsule::new(ends[0], ends[1], length(&mut numbers)).unwrap()), turn)
            }
            Kind::Box => {
                let half =
                    (0..V::Wide::DIM).fold(V::Wide::zero(), |half, axis| half.with_coordinate(axis, numbers.size()));
                (V::cuboid(scaled(half)), turn)
            }
            Kind::Polygon => (V::polygon(&mut numbers, unit), turn),
        }
    };
    let kinds = V::KINDS[(seed / 3 % 7) as usize];
    let [(first, turn_a), (second, turn_b)] = kinds.map(&mut body);
    let places = [numbers.vector::<V::Wide>(2), numbers.vector::<V::Wide>(7)];
    let way = (numbers.vector::<V::Wide>(3) - places[1] + places[0]) * 2.0;
    let pose = |rotation, place| Pose { rotation, translation: scaled(place) };
    (Box::new(first.at(pose(turn_a, places[0]))), Box::new(second.at(pose(turn_b, places[1]))), scaled(way))
}

fn size<V: Vector>(a: &dyn SupportMap<V>, b: &dyn SupportMap<V>, level: f64) -> f64 {
    use crate::numbers::real::Real;
    let apart = b.pose().translation.widen() - a.pose().translation.widen();
    let lengths = a.extent() + b.extent() + apart.max_abs();
    (V::Wide::DIM as f64).sqrt() * lengths + a.radius().widen() + b.radius().widen() + level
}

/// How often each kind of pair was answered: hits, and clear ones.
type Counts = [[u32; 2]; 7];

/// Compares the answers of the formulas with those of exact numbers.
fn agree<V: Scene<Wide = V> + WideVector>(solver: &Solver, seeds: core::ops::Range<u64>) -> Counts {
    let exact = Solver { precision: Precision::Exact, ..*solver };
    let mut counts = Counts::default();
    for seed in seeds {
        let (a, b, way) = scene::<V>(seed, 1.0);
        let kind = (seed / 3 % 7) as usize;
        let Some(answer) = closed(solver, &a, &b, way) else { continue };
        let right = exact.cast(&a, &b, way);
        let Some(hit) = answer else {
            assert_eq!(right.outcome, Outcome::Clear, "{seed} {right:?}");
            counts[kind][1] += 1;
            continue;
        };
        counts[kind][0] += 1;
        assert_eq!(right.outcome, Outcome::Hit, "{seed} {hit:?} {right:?}");
        assert!(hit.lower <= right.upper && right.lower <= hit.upper, "{seed} {hit:?} {right:?}");
        assert!(hit.lower > 0.0 && hit.lower <= hit.fraction && hit.fraction <= hit.upper, "{seed} {hit:?}");
        let (contact, most) = (&hit.contact, size(&a, &b, solver.contact_distance()));
        let closing = Space::dot(&way, &contact.normal).abs();
        assert!((hit.upper - hit.lower) * closing <= 16.0 * U * most * (1.0 + 1e-9), "{seed} {hit:?}");
        assert!((contact.normal.length() - 1.0).abs() < 4.0 * U, "{seed} {hit:?}");
        // The bodies at `lower`: the motion that leads there is rounded, and the feet are those of the meeting.
        let slack = 64.0 * U * (most + way.length()) + way.length() * (hit.upper - hit.lower);
        let there = b.as_ref().at(Pose::translation(way * hit.lower));
        let rest = exact.distance(&a, &there);
        assert!(contact.lower <= rest.upper + slack && rest.lower <= contact.upper + slack, "{seed} {hit:?} {rest:?}");
        let apart = contact.point_b - contact.point_a - contact.normal * contact.distance;
        assert!(apart.length() <= slack, "{seed} {hit:?}");
        for (body, point, vertices) in [
            (&a as &dyn SupportMap<V>, contact.point_a, contact.feature_a()),
            (&there as &dyn SupportMap<V>, contact.point_b, contact.feature_b()),
        ] {
            let beside = exact.distance(&body, &Point::new(point).unwrap()).distance;
            assert!(beside.abs() <= slack, "{seed} {beside:e} {hit:?}");
            let weighted = vertices.vertices().iter().zip(vertices.weights());
            let core = weighted.fold(V::zero(), |sum, (&k, &w)| sum + body.vertex(k as usize) * w);
            let from_core = (body.pose().apply_wide(core) - point).length() - body.radius();
            assert!(from_core.abs() <= slack, "{seed} {from_core:e} {hit:?}");
        }
    }
    counts
}

fn bits<V: WideVector>(cast: &Option<Cast<V>>) -> Option<([u64; 3], V)> {
    cast.map(|cast| ([cast.fraction, cast.lower, cast.upper].each(f64::to_bits), cast.contact.normal))
}

/// Exchanged bodies, and all lengths times a power of two.
fn keeps_its_bits<V: Scene<Wide = V> + WideVector>(seeds: core::ops::Range<u64>) -> Counts {
    let (solver, mut counts) = (Solver::default(), Counts::default());
    for seed in seeds {
        let (a, b, way) = scene::<V>(seed, 1.0);
        let answer = closed(&solver, &a, &b, way);
        let back = closed(&solver, &b, &a, -way).map(|known| known.map(Cast::swapped));
        assert_eq!(answer.as_ref().map(bits), back.as_ref().map(bits), "{seed}");
        for power in [-300, -61, 61, 300] {
            let unit = 2f64.powi(power);
            let (a, b, way) = scene::<V>(seed, unit);
            let there = closed(&solver, &a, &b, way);
            assert_eq!(answer.as_ref().map(bits), there.as_ref().map(bits), "{seed} {power}");
            if let (Some(Some(here)), Some(Some(there))) = (&answer, &there) {
                assert_eq!(here.contact.point_a * unit, there.contact.point_a, "{seed} {power}");
                assert_eq!(here.contact.upper * unit, there.contact.upper, "{seed} {power}");
            }
        }
        if let Some(known) = answer {
            counts[(seed / 3 % 7) as usize][usize::from(known.is_none())] += 1;
        }
    }
    counts
}

fn are_busy(counts: Counts, least: u32) {
    assert!(counts.iter().flatten().all(|&count| count >= least), "{counts:?}");
}

#[test]
fn closed_forms_agree_with_exact_numbers() {
    let solver = Solver::default();
    are_busy(agree::<Vec3<f64>>(&solver, 0..3000), 20);
    are_busy(agree::<Vec2<f64>>(&solver, 0..3000), 20);
}

#[test]
fn targets_and_starts_do_not_change_what_is_proven() {
    let leave = Solver { start: Start::Leave, ..Solver::default() };
    are_busy(agree::<Vec3<f64>>(&leave, 10_000..11_500), 10);
    let target = Solver { target: 0.5, ..leave };
    let counts = agree::<Vec3<f64>>(&target, 20_000..21_500);
    // With a target a box is rounded, and no form is known.
    are_busy([counts[4], counts[5], counts[6], counts[4], counts[5], counts[6], counts[4]], 10);
    assert!(counts[..4].iter().flatten().all(|&count| count == 0), "{counts:?}");
}

#[test]
fn closed_forms_keep_their_bits_in_every_unit_and_order() {
    are_busy(keeps_its_bits::<Vec3<f64>>(0..900), 5);
    are_busy(keeps_its_bits::<Vec2<f64>>(0..900), 5);
}

#[test]
fn single_precision_has_the_outcome_of_its_own_numbers() {
    let (solver, exact) = (Solver::default(), Solver { precision: Precision::Exact, ..Solver::default() });
    let mut hits = 0;
    for seed in 0..900 {
        let (a, b, way) = scene::<Vec3<f32>>(seed, 1.0);
        let (there, right) = (solver.cast(&a, &b, way), exact.cast(&a, &b, way));
        assert_eq!(there.outcome, right.outcome, "{seed} {there:?} {right:?}");
        assert!(there.lower <= right.upper && right.lower <= there.upper, "{seed} {there:?} {right:?}");
        hits += u32::from(matches!(closed(&solver, &a, &b, way), Some(Some(_))));
    }
    assert!(hits > 120, "{hits}");
}

/// What starts in contact, does not move or only touches is left to exact numbers.
#[test]
fn touches_and_starts_in_contact_are_left_open() {
    let solver = Solver::default();
    let block = Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap();
    let ball = Ball::new(vec3(0.0f64, 0.0, 0.0), 1.0).unwrap();
    let (x, y) = (vec3(1.0f64, 0.0, 0.0), vec3(0.0f64, 1.0, 0.0));
    let open = |shape: &dyn SupportMap<Vec3<f64>>, from: Vec3<f64>, way: Vec3<f64>| {
        assert!(closed(&solver, shape, &Point::new(from).unwrap(), way).is_none(), "{from:?} {way:?}");
    };
    // Along a face, along an edge, through a corner, from inside, from the surface, and not at all.
    for (from, way) in [
        (y - x * 4.0, x * 8.0),
        (vec3(-4.0, 1.0, 1.0), x * 8.0),
        (vec3(-3.0, -3.0, -3.0), vec3(4.0, 4.0, 4.0)),
        (x * 0.5, x),
        (x, x),
        (x, -x),
        (x * 2.0, x * 0.0),
    ] {
        open(&block, from, way);
    }
    for (from, way) in [(y - x * 4.0, x * 8.0), (x * 0.5, x), (x, x), (x * 2.0, x * 0.0)] {
        open(&ball, from, way);
    }
    // What is not finite.
    let nowhere = block.at(Pose { translation: x * f64::NAN, ..Pose::identity() });
    open(&nowhere, x * 4.0, -x * 8.0);
    open(&block, x * 4.0, x * f64::INFINITY);
    let flat = Hull::new(&[vec2(0.0f64, 0.0), vec2(2.0, 0.0), vec2(0.0, 2.0)]).unwrap();
    let beside = (&flat).at(Pose::translation([2.0, 0.0]));
    assert!(closed(&solver, &flat, &beside, vec2(0.0, 1.0)).is_none());
}
