//! Reads any bytes as two shapes and checks the laws of every query on them. The fuzz target and a test both call this.

use crate::judge::least;
use crate::random::Random;
use crate::space::{Lab, Placement, Rough};
use clearance::{
    Ball, Cache, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HullOfTwo, Points, Proximity, Real, Rounded, Shape,
    Solver, Space, Status, Sum, SupportMap, Swept, Vec2, Vec3, WideVector,
};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What the bytes turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A constructor refused a shape. It must refuse numbers that are not finite.
    Refused,
    /// The queries answered.
    Answered(Status),
}

/// Reads two shapes from `bytes` and asserts the laws of every query on them.
///
/// # Panics
/// When a law does not hold. A panic of the solver is passed on.
pub fn check(bytes: &[u8]) -> Outcome {
    let mut reader = Reader { bytes };
    match reader.byte() % 4 {
        0 => check_as::<Vec2<f32>>(reader),
        1 => check_as::<Vec2<f64>>(reader),
        2 => check_as::<Vec3<f32>>(reader),
        _ => check_as::<Vec3<f64>>(reader),
    }
}

/// A task that gets pairs of any vector type.
pub trait Visitor {
    /// Sees a pair.
    fn visit<V: AnyVector>(&mut self, a: &Boxed<V>, b: &Boxed<V>);
}

/// Shows the two shapes that the bytes stand for, unless a constructor refuses one.
pub fn visit(bytes: &[u8], visitor: &mut impl Visitor) {
    fn as_pair<V: AnyVector>(mut reader: Reader<'_>, visitor: &mut impl Visitor) {
        if let (Some(a), Some(b)) = (shape::<V>(&mut reader, 2), shape::<V>(&mut reader, 2)) {
            visitor.visit(&a.map, &b.map);
        }
    }
    let mut reader = Reader { bytes };
    match reader.byte() % 4 {
        0 => as_pair::<Vec2<f32>>(reader, visitor),
        1 => as_pair::<Vec2<f64>>(reader, visitor),
        2 => as_pair::<Vec3<f32>>(reader, visitor),
        _ => as_pair::<Vec3<f64>>(reader, visitor),
    }
}

/// The bytes of a random case.
pub fn bytes_of_case(case: u64) -> Vec<u8> {
    let mut random = Random::new(case);
    let length = 8 + random.below(180);
    (0..length).map(|_| random.bits() as u8).collect()
}

/// A vector whose dimension has round shapes of its own.
pub trait AnyVector: Lab {
    /// In space a cylinder or a cone. In the plane an ellipse, because the plane has neither.
    fn round(kind: u8, height: Self::Scalar, radius: Self::Scalar) -> Option<Box<dyn SupportMap<Self>>>;
}

macro_rules! any_vectors {
    ($($scalar:ty),+) => {$(
        impl AnyVector for Vec2<$scalar> {
            fn round(_: u8, height: $scalar, radius: $scalar) -> Option<Box<dyn SupportMap<Self>>> {
                Some(Box::new(Ellipsoid::new(Self { x: radius, y: height }).ok()?))
            }
        }
        impl AnyVector for Vec3<$scalar> {
            fn round(kind: u8, height: $scalar, radius: $scalar) -> Option<Box<dyn SupportMap<Self>>> {
                if kind % 2 == 0 {
                    Some(Box::new(Cylinder::new(height, radius).ok()?))
                } else {
                    Some(Box::new(Cone::new(height, radius).ok()?))
                }
            }
        }
    )+};
}
any_vectors!(f32, f64);

/// Bytes that never end: after the last one come zeros.
struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        first
    }

    /// A number in one of four forms: a small integer, a fraction, an integer times any power of two, or any bits.
    fn number(&mut self) -> f64 {
        let tag = self.byte();
        let small = f64::from(self.byte() as i8);
        match tag % 8 {
            0..=2 => small,
            3..=4 => small + f64::from(self.byte()) / 256.0,
            5 => small * 2f64.powi(i32::from(self.byte() as i8)),
            6 => small * 2f64.powi(8 * i32::from(self.byte() as i8)),
            _ => f64::from_bits(u64::from_le_bytes(std::array::from_fn(|_| self.byte()))),
        }
    }

    fn scalar<V: Lab>(&mut self) -> V::Scalar {
        V::Scalar::narrow(self.number())
    }

    fn vector<V: Lab>(&mut self) -> V {
        let coordinates: Vec<f64> = (0..3).map(|_| self.number()).collect();
        V::from_coordinates(&coordinates)
    }

    fn rough<V: Lab>(&mut self) -> Rough {
        let vectors: Vec<V> = (0..1 + self.byte() % 8).map(|_| self.vector()).collect();
        let wide = vectors.into_iter().map(V::widen);
        let axes = <V::Wide as Space>::DIM;
        let points = wide.map(|p| (0..axes).map(|i| *p.coordinate(i)).collect()).collect();
        Rough { points, ..Rough::default() }
    }
}

/// A shape whose points it owns.
struct Cloud<V>(Vec<V>);

impl<V: Lab> Cloud<V> {
    fn points(&self) -> Points<'_, V> {
        Points::new(&self.0).expect("checked when the cloud was made")
    }
}

impl<V: Lab> SupportMap<V> for Cloud<V> {
    fn support(&self, direction: V::Wide) -> V::Wide {
        self.points().support(direction)
    }
    fn support_vertex(&self, direction: V::Wide) -> clearance::Support<V::Wide> {
        self.points().support_vertex(direction)
    }
    fn vertex_count(&self) -> usize {
        self.0.len()
    }
    fn vertex(&self, index: usize) -> V::Wide {
        self.0[index].widen()
    }
    fn center(&self) -> V::Wide {
        self.points().center()
    }
    fn extent(&self) -> f64 {
        self.points().extent()
    }
}

/// A shape of any kind.
pub type Boxed<V> = Box<dyn SupportMap<V>>;

/// A shape and what it is, in words.
struct Any<V> {
    map: Box<dyn SupportMap<V>>,
    text: String,
}

impl<V: AnyVector> Any<V> {
    fn new(map: impl SupportMap<V> + 'static, text: String) -> Self {
        Self { map: Box::new(map), text }
    }
}

/// The next shape; `None` where a constructor refused it.
fn shape<V: AnyVector>(reader: &mut Reader<'_>, depth: u32) -> Option<Any<V>> {
    let kind = reader.byte();
    let core = core::<V>(reader, kind % 12, depth)?;
    let radius = if kind & 64 == 0 { V::Scalar::ZERO } else { reader.scalar::<V>() };
    let rounded = Any::new(Rounded::new(core.map, radius).ok()?, format!("{} + radius {radius}", core.text));
    if kind & 128 == 0 {
        return Some(rounded);
    }
    let numbers = if <V::Wide as Space>::DIM == 2 { 2 } else { 4 };
    let rotation: Vec<f64> = (0..numbers).map(|_| f64::from(reader.byte() as i8) / 64.0).collect();
    let at: V = reader.vector();
    let translation = (0..<V::Wide as Space>::DIM).map(|i| *at.widen().coordinate(i)).collect();
    let pose = Rough { pose: Some(Placement { translation, rotation }), ..Rough::default() }.checked_pose::<V>()?;
    Some(Any::new(rounded.map.at(pose), format!("({}) at {pose:?}", rounded.text)))
}

fn core<V: AnyVector>(reader: &mut Reader<'_>, kind: u8, depth: u32) -> Option<Any<V>> {
    let leaf = |shape: Box<dyn SupportMap<V>>, text| Some(Any { map: shape, text });
    match kind {
        0..=3 => {
            let points: Vec<V> = reader.rough::<V>().vectors();
            Points::new(&points).ok()?;
            let text = format!("hull of {points:?}");
            leaf(Box::new(Cloud(points)), text)
        }
        5 => {
            let capsule = Capsule::new(reader.vector::<V>(), reader.vector(), reader.scalar::<V>()).ok()?;
            leaf(Box::new(capsule), format!("{capsule:?}"))
        }
        6 => {
            let cuboid = Cuboid::new(reader.vector::<V>()).ok()?;
            leaf(Box::new(cuboid), format!("{cuboid:?}"))
        }
        7 => {
            let ellipsoid = Ellipsoid::new(reader.vector::<V>()).ok()?;
            leaf(Box::new(ellipsoid), format!("{ellipsoid:?}"))
        }
        8 => {
            let (kind, height, radius) = (reader.byte(), reader.scalar::<V>(), reader.scalar::<V>());
            leaf(V::round(kind, height, radius)?, format!("round shape {} {height} {radius}", kind % 2))
        }
        9..=11 if depth > 0 => combined(reader, kind, depth - 1),
        _ => {
            let ball = Ball::new(reader.vector::<V>(), reader.scalar::<V>()).ok()?;
            leaf(Box::new(ball), format!("{ball:?}"))
        }
    }
}

fn combined<V: AnyVector>(reader: &mut Reader<'_>, kind: u8, depth: u32) -> Option<Any<V>> {
    let first = shape::<V>(reader, depth)?;
    if kind == 10 {
        let way: V = reader.vector();
        return Some(Any::new(Swept::new(first.map, way).ok()?, format!("({}) swept along {way:?}", first.text)));
    }
    let second = shape::<V>(reader, depth)?;
    let texts = format!("({}) and ({})", first.text, second.text);
    if kind == 9 {
        Some(Any::new(Sum::new(first.map, second.map).ok()?, format!("sum of {texts}")))
    } else {
        Some(Any::new(HullOfTwo::new(first.map, second.map).ok()?, format!("hull of {texts}")))
    }
}

fn check_as<V: AnyVector>(mut reader: Reader<'_>) -> Outcome {
    let start = reader.bytes;
    let Some(a) = shape::<V>(&mut reader, 2) else { return Outcome::Refused };
    let middle = reader.bytes;
    let Some(b) = shape::<V>(&mut reader, 2) else { return Outcome::Refused };
    let (spelled_a, spelled_b) = (&start[..start.len() - middle.len()], &middle[..middle.len() - reader.bytes.len()]);
    let answer = catch_unwind(AssertUnwindSafe(|| assert_laws(&a.map, &b.map, spelled_a == spelled_b)));
    answer.unwrap_or_else(|_| panic!("A = {}\nB = {}", a.text, b.text))
}

/// Asserts every law that needs no oracle.
///
/// `twins` means that the shapes are the same set. Then no law says which way the normal should point.
fn assert_laws<V: AnyVector>(a: &Boxed<V>, b: &Boxed<V>, twins: bool) -> Outcome {
    let solver = Solver::default();
    let signed = solver.signed_distance(a, b);
    let plain = solver.distance(a, b);
    for answer in [&signed, &plain] {
        let [lower, distance, upper] = [answer.lower, answer.distance, answer.upper].map(V::Scalar::widen);
        assert!(lower <= distance && distance <= upper, "the bracket misses its distance: {answer:?}");
        let axes = <V::Wide as Space>::DIM;
        let numbers = [answer.normal, answer.point_a, answer.point_b].map(V::widen);
        assert!(numbers.iter().all(|v| (0..axes).all(|i| !v.coordinate(i).is_nan())), "not a number: {answer:?}");
        let unit = answer.normal.widen().length();
        assert!((unit - 1.0).abs() <= 4.0 * V::Scalar::EPSILON, "the normal is not unit: {answer:?}");
    }
    let same = |p: &Proximity<V>, q: &Proximity<V>| {
        p == q
            || ((p.distance, p.lower, p.upper) == (q.distance, q.lower, q.upper)
                && (twins || p.distance <= V::Scalar::ZERO))
    };
    let back = solver.signed_distance(b, a).swapped();
    assert!(same(&signed, &back), "swapping changes the signed answer:\n{signed:?}\n{back:?}");
    let back = solver.distance(b, a).swapped();
    assert!(same(&plain, &back), "swapping changes the answer:\n{plain:?}\n{back:?}");
    let apart = signed.status == Status::Separated;
    assert_eq!(plain.status == Status::Separated, apart, "two queries, two verdicts:\n{signed:?}\n{plain:?}");
    assert_eq!(solver.overlaps(a, b), !apart, "overlaps disagrees: {signed:?}");
    assert_eq!(solver.separating_axis(a, b).is_some(), apart, "separating_axis disagrees: {signed:?}");
    let mut cache = Cache::default();
    for _ in 0..2 {
        let cached = solver.signed_distance_cached(a, b, &mut cache);
        let meets = cached.lower <= signed.upper && signed.lower <= cached.upper;
        // The bracket of a curved pair may contain zero. Then a start near the answer may decide the verdict, and a far
        // one may not.
        let told = cached.status == signed.status || is_curved(a, b);
        assert!(meets && told, "the cache changes the answer:\n{signed:?}\n{cached:?}");
    }
    assert_invariant(&signed, a, b);
    Outcome::Answered(signed.status)
}

fn is_curved<V: Lab>(a: &Boxed<V>, b: &Boxed<V>) -> bool {
    a.vertex_count() == 0 || b.vertex_count() == 0
}

/// Asserts `point_b − point_a = distance · normal`, to rounding. A curved pair may miss it by the width of its bracket.
fn assert_invariant<V: Lab>(p: &Proximity<V>, a: &Boxed<V>, b: &Boxed<V>) {
    let reach = |s: &Boxed<V>| s.extent() + s.radius().widen() + s.pose().translation.widen().max_abs();
    let size = reach(a).max(reach(b));
    let largest = if V::Scalar::EPSILON > f64::EPSILON { f64::from(f32::MAX) } else { f64::MAX };
    if size > largest / 16.0 {
        return;
    }
    let gap = p.point_b.widen() - p.point_a.widen() - p.normal.widen() * p.distance.widen();
    let width = if is_curved(a, b) { p.upper.widen() - p.lower.widen() } else { 0.0 };
    let slack = (16.0 * V::Scalar::EPSILON * size).max(width) + 16.0 * least::<V::Scalar>();
    assert!(gap.length() <= slack, "point_b - point_a is not distance * normal: {p:?}");
}
