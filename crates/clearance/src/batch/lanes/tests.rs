//! Each pair gets the same bits in lanes and from the single query.

use super::super::any_shape::AnyShape;
use super::super::question::{Distance, Overlaps, Question, SignedDistance, Within};
use super::super::runs::{Pairs, Run};
use super::super::sheet::Answers;
use super::super::{Placement, ShapeSet};
use super::verdicts::{self, Sixteen};
use super::{Instructions, LaneCuboid, LaneHull, LaneShape, Work, instructions_for};
use crate::hull::Hull;
use crate::numbers::each::Each;
use crate::numbers::real::{Real, ldexp};
use crate::query::solver::Solver;
use crate::random::Random;
use crate::result::{Proximity, Status, Witnesses};
use crate::shape::support::{Shape, SupportMap};
use crate::shape::view::View;
use crate::shape::{Ball, Capsule, Cuboid, Placed};
use crate::space::pose::Pose;
use crate::space::rotation::quaternion::Quaternion;
use crate::space::vector::{Vec3, Vector, WideVector, vec3};
use fearless_simd::Level;
use std::fmt::Debug;
use std::vec::Vec;

type Pair<T, K> = [Placed<K, Vec3<T>>; 2];

/// The number of pairs in each scene.
const PAIRS: usize = if cfg!(debug_assertions) { 2_000 } else { 20_000 };

impl Random {
    fn below(&mut self, count: u64) -> u64 {
        ((self.bits() >> 32) * count) >> 32
    }
}

/// A kind of shape that lanes can hold.
trait Known<T: Real>: SupportMap<Vec3<T>> + Debug + Clone + Into<AnyShape<Vec3<T>>>
where
    Vec3<T>: Vector<Scalar = T, Wide = Vec3<f64>>,
{
    /// The least percentage of pairs that lanes must answer: in every scene but the scaled one, and in the scaled one.
    const SHARES: [usize; 2];
    /// The kind as lanes know it.
    type Lanes: LaneShape;
    /// A random shape inside a box with these half-extents.
    fn within(random: &mut Random, halves: Vec3<f64>) -> Self;
}

macro_rules! known {
    ($($shape:ident by $lanes:ident in $shares:expr => |$random:ident, $halves:ident| $within:expr;)+) => {$(
        impl<T: Real> Known<T> for $shape<Vec3<T>>
        where
            Vec3<T>: Vector<Scalar = T, Wide = Vec3<f64>>,
        {
            const SHARES: [usize; 2] = $shares;
            type Lanes = $lanes;
            fn within($random: &mut Random, $halves: Vec3<f64>) -> Self {
                $within.unwrap()
            }
        }
    )+};
}
known! {
    Cuboid by LaneCuboid in [80, 60] => |_random, halves| Self::new(Vec3::narrow(halves));
    Capsule by LaneHull in [50, 50] => |random, halves| {
        let end = corner(random, halves);
        let radius = [0.0, 0.125, 0.5][random.below(3) as usize] * halves.max_abs();
        Self::new(Vec3::narrow(-end), Vec3::narrow(end * 0.5), T::narrow(radius))
    };
    Hull by LaneHull in [50, 50] => |random, halves| {
        let count = [2 + random.below(16), 2 + random.below(16), 17 + random.below(50), 60 + random.below(60)]
            [random.below(4) as usize];
        let points: Vec<_> = (0..count).map(|_| Vec3::narrow(inside(random, halves))).collect();
        Self::new(&points)
    };
}

/// Pairs of all common kinds, mixed.
impl<T: Real> Known<T> for AnyShape<Vec3<T>>
where
    Vec3<T>: Vector<Scalar = T, Wide = Vec3<f64>>,
{
    const SHARES: [usize; 2] = [50, 45];
    type Lanes = LaneHull;
    fn within(random: &mut Random, halves: Vec3<f64>) -> Self {
        match random.below(4) {
            0 => Ball::new(Vec3::narrow(corner(random, halves)), T::narrow(0.5 * halves.max_abs())).unwrap().into(),
            1 => <Capsule<_> as Known<T>>::within(random, halves).into(),
            2 => <Cuboid<_> as Known<T>>::within(random, halves).into(),
            _ => <Hull<_> as Known<T>>::within(random, halves).into(),
        }
    }
}

/// Pairs as a batch holds them.
struct Scenery<V: Vector> {
    shapes: ShapeSet<V>,
    placements: Vec<Placement<V>>,
    pairs: Vec<[u32; 2]>,
    places: Vec<u16>,
}

impl<T: Real> Scenery<Vec3<T>>
where
    Vec3<T>: Vector<Scalar = T, Wide = Vec3<f64>>,
{
    fn new<K: Known<T>>(pairs: &[Pair<T, K>]) -> Self {
        let mut shapes = ShapeSet::new();
        let mut place =
            |body: &Placed<K, Vec3<T>>| Placement { shape: shapes.insert(body.shape().clone()), pose: body.pose() };
        let placements = pairs.iter().flatten().map(&mut place).collect();
        let pairs: Vec<[u32; 2]> = (0..pairs.len() as u32).map(|pair| [2 * pair, 2 * pair + 1]).collect();
        Self { shapes, placements, places: (0..).take(pairs.len()).collect(), pairs }
    }

    fn with_pairs<R>(&self, solver: &Solver, ask: impl FnOnce(&Pairs<'_, Vec3<T>>, &[u16]) -> R) -> R {
        let batch = solver.batch(&self.shapes, &self.placements).unwrap();
        let run = Run { places: &self.places, pairs: &self.pairs, placements: &self.placements };
        ask(&Pairs { batch: &batch, run: &run }, &self.places)
    }
}

/// A random point inside a box; sometimes one of its corners, as [`corner`] makes them.
fn inside(random: &mut Random, halves: Vec3<f64>) -> Vec3<f64> {
    if random.below(2) == 0 {
        return corner(random, halves);
    }
    let point = random.point();
    vec3(halves.x * point.x, halves.y * point.y, halves.z * point.z)
}

/// A random corner of a box. Each coordinate may be a half or a quarter of the corner's.
fn corner(random: &mut Random, halves: Vec3<f64>) -> Vec3<f64> {
    let mut share = || [-1.0, -0.5, -0.25, 0.25, 0.5, 1.0][random.below(6) as usize];
    vec3(halves.x * share(), halves.y * share(), halves.z * share())
}

/// The sizes and poses of the shapes of a pair.
#[derive(Clone, Copy, Debug)]
enum Scene {
    /// General position. The shapes are about as far apart as they are large.
    General,
    /// No rotation, coordinates that are multiples of 1/8: faces and edges are parallel and touch.
    Aligned,
    /// The same with a small offset: gaps and depths of 2⁻²⁰ to 2⁻⁶⁰.
    Grazing,
    /// The same rotation; some pairs have the same translation, too.
    Parallel,
    /// Thin and flat shapes, some without thickness.
    Needles,
    /// Sizes from 2⁻⁹⁰ to 2⁹⁰.
    Scaled,
    /// A rotated shape above a large floor.
    Resting,
}

const SCENES: [Scene; 7] =
    [Scene::General, Scene::Aligned, Scene::Grazing, Scene::Parallel, Scene::Needles, Scene::Scaled, Scene::Resting];

impl Scene {
    fn pair<T: Real, K: Known<T>>(self, random: &mut Random) -> Pair<T, K>
    where
        Vec3<T>: Vector<Scalar = T, Wide = Vec3<f64>, Rotation = Quaternion<T>>,
    {
        let eighths = |random: &mut Random, most: u64| random.below(most) as f64 / 8.0;
        let scale = match self {
            Self::Scaled => ldexp(1.0, random.below(180) as i32 - 90),
            _ => 1.0,
        };
        let half = |random: &mut Random| match self {
            Self::Aligned | Self::Grazing => eighths(random, 9),
            Self::Needles => [0.0, 1e-6, 1e-3, 1.0][random.below(4) as usize],
            _ => 0.1 + 0.9 * random.signed().abs(),
        };
        let turns = [(); 2].each(|()| turn(random));
        let turns = match self {
            Self::Aligned | Self::Grazing => [Quaternion { x: 0.0, y: 0.0, z: 0.0, w: 1.0 }; 2],
            Self::Parallel => [turns[0]; 2],
            _ => turns,
        };
        let mut shapes = turns.map(|turn| {
            let halves = vec3(half(random), half(random), half(random)) * scale;
            let place = match self {
                Self::Aligned => vec3(eighths(random, 32), eighths(random, 32), eighths(random, 32)),
                Self::Grazing => {
                    let off = ldexp(random.signed(), -20 - random.below(40) as i32);
                    vec3(eighths(random, 16) + off, eighths(random, 16), eighths(random, 16))
                }
                Self::Parallel if random.below(16) == 0 => vec3(0.0, 0.0, 0.0),
                _ => random.point() * 2.5 * scale,
            };
            placed(K::within(random, halves), turn, place)
        });
        if let Self::Resting = self {
            let floor = Quaternion { x: 0.0, y: 0.0, z: 0.0, w: 1.0 };
            let place = vec3(0.0, 0.0, -1.5 - 0.5 * random.signed());
            shapes[0] = placed(K::within(random, vec3(20.0, 20.0, 0.5)), floor, place);
        }
        shapes
    }
}

fn turn(random: &mut Random) -> Quaternion<f64> {
    loop {
        let (u, w) = (random.point(), random.signed());
        let squared = u.dot(&u) + w * w;
        if squared > 0.01 && squared < 1.0 {
            let factor = 1.0 / squared.sqrt();
            return Quaternion { x: u.x * factor, y: u.y * factor, z: u.z * factor, w: w * factor };
        }
    }
}

fn placed<T: Real, K: Known<T>>(shape: K, q: Quaternion<f64>, place: Vec3<f64>) -> Placed<K, Vec3<T>>
where
    Vec3<T>: Vector<Scalar = T, Wide = Vec3<f64>, Rotation = Quaternion<T>>,
{
    let [x, y, z, w] = [q.x, q.y, q.z, q.w].each(T::narrow);
    let rotation = Quaternion::new(x, y, z, w).unwrap();
    shape.at(Pose::new(rotation, Vec3::narrow(place)).unwrap())
}

/// Every instruction set that lanes are compiled for and that this machine has.
fn instructions() -> Vec<Instructions> {
    let best = Level::new();
    let mut all = Vec::from_iter(Instructions::of(best));
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    all.extend(best.as_avx2().map(Instructions::Avx2));
    assert!(!all.is_empty(), "idle: no instructions for lanes");
    all
}

/// Asks a question in lanes and by the single query, and compares the bits. Returns how many pairs lanes answered.
fn compare<T: Real, K: Known<T>, Q: Question<Vec3<T>>>(
    solver: &Solver,
    pairs: &[Pair<T, K>],
    bits: impl Fn(&Q::Answer) -> Vec<u64>,
) -> usize
where
    Vec3<T>: Vector<Scalar = T, Wide = Vec3<f64>, Rotation = Quaternion<T>>,
{
    assert!(instructions_for::<Vec3<T>>(solver).is_some());
    let alone: Vec<_> = pairs.iter().map(|[a, b]| bits(&Q::answer(solver, &View::of(a), &View::of(b), None))).collect();
    let scenery = Scenery::new(pairs);
    let counts = instructions().into_iter().map(|instructions| {
        let mut answers = Vec::from_iter(pairs.iter().map(|_| Q::Answer::default()));
        let mut sheet = Answers::<Vec3<T>, Q>(&mut answers);
        let singly = scenery.with_pairs(solver, |list, places| {
            Work::<Vec3<T>, K::Lanes>::new(instructions, solver, &mut sheet, list).answer(places)
        });
        for (place, (answer, alone)) in answers.iter().zip(&alone).enumerate() {
            assert_eq!(&bits(answer), alone, "{instructions:?} {:?}", pairs[place]);
        }
        pairs.len() - singly
    });
    let counts: Vec<_> = counts.collect();
    assert!(
        counts.iter().all(|&count| count == counts[0]),
        "lanes leave the same pairs to the single query with all instructions"
    );
    counts[0]
}

/// The bits of every number of an answer. A number of type f32 is converted to f64.
fn bits<T: Real>(answer: &Proximity<Vec3<T>>) -> Vec<u64>
where
    Vec3<T>: Vector<Scalar = T, Wide = Vec3<f64>>,
{
    let status = [Status::Separated, Status::Touching, Status::Overlapping].each(|s| f64::from(s == answer.status));
    let numbers = [answer.distance, answer.lower, answer.upper].each(T::widen);
    let vectors = [answer.normal, answer.point_a, answer.point_b].each(|v| v.widen().padded()).concat();
    let Witnesses { count, pairs, weights } = answer.witnesses;
    let pairs = pairs.map(|(a, b)| f64::from(a) * 1e6 + f64::from(b));
    let rest = [f64::from(answer.iterations), f64::from(count)];
    [&status[..], &numbers, &vectors, &pairs, &weights, &rest].concat().into_iter().map(f64::to_bits).collect()
}

/// Asks all questions about `count` pairs of each scene.
fn twins<T: Real, K: Known<T>>(count: usize)
where
    Vec3<T>: Vector<Scalar = T, Wide = Vec3<f64>, Rotation = Quaternion<T>>,
{
    let solver = Solver { max_distance: 0.5, ..Solver::default() };
    for scene in SCENES {
        let mut random = Random(scene as u64 + 1);
        let pairs: Vec<_> = (0..count).map(|_| scene.pair::<T, K>(&mut random)).collect();
        let in_lanes = [
            compare::<T, K, Distance>(&solver, &pairs, |answer| bits(answer)),
            compare::<T, K, SignedDistance>(&solver, &pairs, |answer| bits(answer)),
            compare::<T, K, Within>(&solver, &pairs, |answer| answer.iter().flat_map(bits).collect()),
            compare::<T, K, Overlaps>(&solver, &pairs, |&answer| Vec::from([u64::from(answer)])),
        ];
        let [share, of_scaled] = K::SHARES;
        let share = if let Scene::Scaled = scene { of_scaled } else { share };
        assert!(in_lanes.iter().all(|in_lanes| in_lanes * 100 >= share * count), "{scene:?}: {in_lanes:?} of {count}");
        let apart = pairs.iter().filter(|[a, b]| !solver.overlaps(a, b)).count();
        assert!((count / 3..count * 999 / 1000).contains(&apart), "{scene:?}: {apart} of {count} are apart");
    }
}

#[test]
fn boxes_in_lanes_have_the_bits_of_the_single_query() {
    twins::<f64, Cuboid<_>>(PAIRS);
    twins::<f32, Cuboid<_>>(PAIRS);
}

#[test]
fn capsules_in_lanes_have_the_bits_of_the_single_query() {
    twins::<f64, Capsule<_>>(PAIRS);
    twins::<f32, Capsule<_>>(PAIRS);
}

#[test]
fn hulls_in_lanes_have_the_bits_of_the_single_query() {
    twins::<f64, Hull<_>>(PAIRS / 4);
    twins::<f32, Hull<_>>(PAIRS / 4);
}

#[test]
fn mixed_kinds_in_lanes_have_the_bits_of_the_single_query() {
    twins::<f64, AnyShape<_>>(PAIRS / 4);
    twins::<f32, AnyShape<_>>(PAIRS / 4);
}

/// Two boxes whose signed distance is about 2^-`digits` of their size, of either sign, at any scale.
fn beside_a_contact(random: &mut Random, digits: i32) -> Pair<f64, Cuboid<Vec3<f64>>> {
    let scale = ldexp(1.0, random.below(100) as i32 - 50);
    let [a, b] = Scene::General.pair::<f64, Cuboid<Vec3<f64>>>(random);
    let found = Solver::default().signed_distance(&a, &b);
    let gap = ldexp(3.0 * random.signed(), -digits);
    let way = found.normal * (gap - found.distance);
    [(a, vec3(0.0, 0.0, 0.0)), (b, way)].each(|(shape, way)| {
        let pose = shape.pose();
        let place = Pose { translation: (pose.translation + way) * scale, ..pose };
        Cuboid::new(shape.shape().half_extents() * scale).unwrap().at(place)
    })
}

/// Law: what `f32` proves is true. It leaves open what is within its error of a contact, and little else.
#[test]
fn verdicts_in_f32_are_true_and_left_open_only_beside_a_contact() {
    let mut random = Random(77);
    let (mut counts, mut open) = ([[0; 2]; 2], [0; 2]);
    for digits in 8..26 {
        for _ in 0..PAIRS / 100 {
            let pairs: Vec<_> = (0..verdicts::WIDTH).map(|_| beside_a_contact(&mut random, digits)).collect();
            let mut group = Sixteen::default();
            Scenery::new(&pairs).with_pairs(&Solver::default(), |list, places| {
                places.iter().for_each(|&place| group.push(place, list));
            });
            let found: Vec<_> = instructions().into_iter().map(|instructions| group.verdicts(instructions)).collect();
            let proven = |lane: usize| found.iter().map(move |v| [v.apart >> lane & 1, v.overlapping >> lane & 1]);
            for (lane, [a, b]) in pairs.iter().enumerate() {
                let overlap = Solver::default().signed_distance(a, b).status == Status::Overlapping;
                for proven in proven(lane) {
                    assert_eq!(proven[usize::from(!overlap)], 0, "{overlap} {proven:?} {a:?} {b:?}");
                    if !(12..=22).contains(&digits) {
                        counts[usize::from(digits > 22)][usize::from(overlap)] += 1;
                        open[usize::from(digits > 22)] += usize::from(proven == [0; 2]);
                    }
                }
            }
        }
    }
    let [far, near] = counts.map(|[apart, overlap]| apart + overlap);
    assert!(open[0] * 20 < far && open[1] * 20 > near * 19, "{open:?} of {counts:?}");
    assert!(counts.iter().flatten().all(|&count| count > 500), "{counts:?}");
}
