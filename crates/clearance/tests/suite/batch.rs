//! Batches compared with single queries, to the bit: every pair of kinds, in the plane and in space, `f32` and `f64`.

use clearance::{
    AnyShape, Ball, BatchError, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Placement, Point, PointCloud, Points,
    Pose, Precision, Proximity, Quaternion, Real, Rotation2, Segment, Shape, ShapeSet, Solver, Status, SupportMap,
    Triangle, Vec2, Vec3, Vector, vec2, vec3,
};
use std::fmt::Debug;

pub type Boxed<V> = Box<dyn SupportMap<V> + Send + Sync>;

/// The differences between the plane and space when shapes are made.
pub trait Scene: Vector {
    fn vector(coordinates: [f64; 3]) -> Self;
    fn turned(turn: f64, translation: Self) -> Pose<Self>;
    /// Shapes that this dimension alone has.
    fn own() -> Vec<(&'static str, AnyShape<Self>, Boxed<Self>)>;
}

macro_rules! scenes {
    ($($scalar:ty),+) => {$(
        impl Scene for Vec2<$scalar> {
            fn vector([x, y, _]: [f64; 3]) -> Self {
                vec2(x as $scalar, y as $scalar)
            }
            fn turned(turn: f64, translation: Self) -> Pose<Self> {
                Pose::new(Rotation2::new(turn.cos() as $scalar, turn.sin() as $scalar).unwrap(), translation).unwrap()
            }
            fn own() -> Vec<(&'static str, AnyShape<Self>, Boxed<Self>)> {
                Vec::new()
            }
        }
        impl Scene for Vec3<$scalar> {
            fn vector([x, y, z]: [f64; 3]) -> Self {
                vec3(x as $scalar, y as $scalar, z as $scalar)
            }
            fn turned(turn: f64, translation: Self) -> Pose<Self> {
                let [x, y, z, w] = [turn.sin(), 0.25, -0.5, turn.cos()].map(|c| c as $scalar);
                let norm = (x * x + y * y + z * z + w * w).sqrt();
                Pose::new(Quaternion::new(x / norm, y / norm, z / norm, w / norm).unwrap(), translation).unwrap()
            }
            fn own() -> Vec<(&'static str, AnyShape<Self>, Boxed<Self>)> {
                let cylinder = Cylinder::new(0.75 as $scalar, 0.5).unwrap();
                let cone = Cone::new(0.5 as $scalar, 0.75).unwrap();
                vec![("cylinder", cylinder.into(), Box::new(cylinder)), ("cone", cone.into(), Box::new(cone))]
            }
        }
    )+};
}
scenes!(f32, f64);

/// A shape of the user's own: a square that stands on its corner, with its own pose.
struct Diamond;
impl<V: Scene> SupportMap<V> for Diamond {
    fn support(&self, direction: V::Wide) -> V::Wide {
        let narrow = V::narrow(direction).widen();
        let [x, y] = [0, 1].map(|axis| *clearance::Space::coordinate(&narrow, axis));
        let corner = if x.abs() > y.abs() { [0.5f64.copysign(x), 0.0, 0.0] } else { [0.0, 0.5f64.copysign(y), 0.0] };
        V::vector(corner).widen()
    }
    fn pose(&self) -> Pose<V> {
        Pose::new(Pose::<V>::identity().rotation, V::vector([0.125, 0.25, 0.0])).unwrap()
    }
}

/// Every kind once: its name, the shape for a set, and the same shape alone.
fn kinds<V: Scene>() -> Vec<(&'static str, AnyShape<V>, Boxed<V>)> {
    let at = V::vector;
    let size = V::Scalar::narrow;
    let corners: Vec<V> =
        [[1.0, 0.0, 0.25], [-0.5, 0.75, 0.0], [-0.5, -0.75, 0.5], [0.25, 0.5, -1.0], [0.0, 0.0, 0.75]].map(at).into();
    let list: &'static [V] = corners.clone().leak();
    let points = Points::new(list).unwrap();
    let point = Point::new(at([0.25, 0.5, -0.5])).unwrap();
    let ball = Ball::new(at([0.0, 0.25, 0.0]), size(0.5)).unwrap();
    let segment = Segment::new(at([-1.0, 0.0, 0.5]), at([0.5, 1.0, 0.0])).unwrap();
    let capsule = Capsule::new(at([-0.5, 0.0, 0.5]), at([0.5, 0.25, 0.0]), size(0.375)).unwrap();
    let triangle = Triangle::new(at([-0.5, 0.0, 0.5]), at([0.5, 0.25, 0.0]), at([0.0, -1.0, 0.125])).unwrap();
    let cuboid = Cuboid::new(at([0.5, 0.75, 0.25])).unwrap();
    let cloud = PointCloud::new(corners.clone()).unwrap();
    let hull = Hull::new(&corners).unwrap();
    let ellipsoid = Ellipsoid::new(at([0.5, 1.0, 0.75])).unwrap();
    let rounded = cuboid.rounded(size(0.125)).unwrap();
    let moved = cuboid.at(V::turned(0.5, at([0.5, 0.0, 0.0])));
    let sum = cuboid.sum(segment).unwrap();
    let swept = hull.clone().swept(at([0.5, 0.5, 0.0])).unwrap();
    let joined = ball.hull_with(moved).unwrap();
    let mut kinds: Vec<(&'static str, AnyShape<V>, Boxed<V>)> = vec![
        ("point", point.into(), Box::new(point)),
        ("ball", ball.into(), Box::new(ball)),
        ("segment", segment.into(), Box::new(segment)),
        ("capsule", capsule.into(), Box::new(capsule)),
        ("triangle", triangle.into(), Box::new(triangle)),
        ("cuboid", cuboid.into(), Box::new(cuboid)),
        ("points", points.into(), Box::new(points)),
        ("point cloud", cloud.into(), Box::new(points)),
        ("hull", hull.clone().into(), Box::new(hull)),
        ("ellipsoid", ellipsoid.into(), Box::new(ellipsoid)),
        ("rounded", rounded.into(), Box::new(rounded)),
        ("placed", moved.into(), Box::new(moved)),
        ("sum", sum.into(), Box::new(sum)),
        ("swept", swept.clone().into(), Box::new(swept)),
        ("hull of two", joined.into(), Box::new(joined)),
        ("own", AnyShape::custom(Diamond), Box::new(Diamond)),
    ];
    kinds.extend(V::own());
    kinds
}

/// A scene with every kind in several places, and every pair of its bodies in both orders, mixed by kind.
pub struct Bodies<V: Scene> {
    pub set: ShapeSet<V>,
    pub placements: Vec<Placement<V>>,
    pub alone: Vec<Boxed<V>>,
    /// For each body, the index of its shape in `alone`.
    pub shapes: Vec<usize>,
    pub pairs: Vec<[u32; 2]>,
}

impl<V: Scene> Bodies<V> {
    pub fn new() -> Self {
        let mut set = ShapeSet::new();
        let (mut placements, mut alone, mut shapes) = (Vec::new(), Vec::new(), Vec::new());
        for (index, (_, shape, single)) in kinds::<V>().into_iter().enumerate() {
            let shape = set.insert(shape);
            alone.push(single);
            for (place, at) in [[0.0, 0.0, 0.0], [0.75, 0.5, 0.25], [3.0, -1.0, 0.5]].into_iter().enumerate() {
                let turn = 0.25 * index as f64 + place as f64;
                placements.push(Placement { shape, pose: V::turned(turn, V::vector(at)) });
                shapes.push(index);
            }
        }
        let count = placements.len() as u32;
        let pairs = (0..count).flat_map(|a| (0..count).map(move |b| [a, (a + 7 * b) % count])).collect();
        Self { set, placements, alone, shapes, pairs }
    }

    /// The single query's answer to each pair.
    pub fn singly<T>(
        &self,
        mut ask: impl FnMut(&dyn SupportMap<V>, &dyn SupportMap<V>, Pose<V>, Pose<V>) -> T,
    ) -> Vec<T> {
        let body = |index: u32| {
            let index = index as usize;
            (&*self.alone[self.shapes[index]], self.placements[index].pose)
        };
        let one = |&[a, b]: &[u32; 2]| {
            let ((a, at_a), (b, at_b)) = (body(a), body(b));
            ask(a, b, at_a, at_b)
        };
        self.pairs.iter().map(one).collect()
    }
}

/// Debug text tells −0 from 0, and shows the witnesses.
pub fn assert_same_bits<T: Debug>(batch: &[T], single: &[T]) {
    assert_eq!(batch.len(), single.len());
    for (pair, (batch, single)) in batch.iter().zip(single).enumerate() {
        assert_eq!(format!("{batch:?}"), format!("{single:?}"), "pair {pair}");
    }
}

fn check_every_pair_of_kinds<V: Scene>(solver: &Solver) {
    let bodies = Bodies::<V>::new();
    let kinds = bodies.alone.len();
    let mut met = vec![false; kinds * kinds];
    for pair in &bodies.pairs {
        let [a, b] = pair.map(|body| bodies.shapes[body as usize]);
        met[a * kinds + b] = true;
    }
    assert_eq!(met.iter().filter(|&&met| met).count(), kinds * kinds, "a pair of kinds was left out");

    let batch = solver.batch(&bodies.set, &bodies.placements).unwrap();
    let mut answers = vec![Proximity::default(); bodies.pairs.len()];
    batch.signed_distances(&bodies.pairs, &mut answers).unwrap();
    assert_same_bits(&answers, &bodies.singly(|a, b, at_a, at_b| solver.signed_distance(&a.at(at_a), &b.at(at_b))));
    for status in [Status::Separated, Status::Overlapping] {
        let count = answers.iter().filter(|answer| answer.status == status).count();
        assert!(10 * count > answers.len(), "only {count} of {} pairs are {}", answers.len(), status.as_str());
    }
    batch.distances(&bodies.pairs, &mut answers).unwrap();
    assert_same_bits(&answers, &bodies.singly(|a, b, at_a, at_b| solver.distance(&a.at(at_a), &b.at(at_b))));
    let mut near = vec![None; bodies.pairs.len()];
    batch.within(&bodies.pairs, &mut near).unwrap();
    assert_same_bits(&near, &bodies.singly(|a, b, at_a, at_b| solver.within(&a.at(at_a), &b.at(at_b))));
    assert!(near.iter().any(Option::is_none) && near.iter().any(Option::is_some));
    let mut meet = vec![false; bodies.pairs.len()];
    batch.overlaps(&bodies.pairs, &mut meet).unwrap();
    assert_same_bits(&meet, &bodies.singly(|a, b, at_a, at_b| solver.overlaps(&a.at(at_a), &b.at(at_b))));
}

#[test]
fn every_pair_of_kinds_has_the_bits_of_the_single_query() {
    assert_eq!((kinds::<Vec2<f32>>().len(), kinds::<Vec3<f32>>().len()), (16, 18));
    let solver = Solver { max_distance: 1.0, ..Solver::default() };
    check_every_pair_of_kinds::<Vec2<f32>>(&solver);
    check_every_pair_of_kinds::<Vec2<f64>>(&solver);
    check_every_pair_of_kinds::<Vec3<f32>>(&solver);
    check_every_pair_of_kinds::<Vec3<f64>>(&solver);
}

#[test]
fn the_solver_of_a_batch_keeps_its_options() {
    check_every_pair_of_kinds::<Vec2<f64>>(&Solver {
        tolerance: 1e-3,
        max_iterations: 3,
        max_distance: 0.5,
        precision: Precision::Exact,
        ..Solver::default()
    });
}

#[test]
fn kinds_known_where_they_are_used_have_the_same_bits() {
    let mut set = ShapeSet::new();
    let (ball, cuboid) = (Ball::new(vec3(0.5f32, 0.0, 0.0), 0.5).unwrap(), Cuboid::new(vec3(0.5, 0.25, 0.75)).unwrap());
    let hull =
        Hull::new(&[[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, -1.0, 0.25]].map(Vec3::from)).unwrap();
    let shapes = [set.insert(ball), set.insert(cuboid), set.insert(hull.clone())];
    let places: Vec<Pose<Vec3<f32>>> =
        (0..40u8).map(|k| Vec3::turned(f64::from(k), vec3(0.0625 * f32::from(k), 0.5, 0.25))).collect();
    let placements: Vec<_> =
        shapes.iter().flat_map(|&shape| places.iter().map(move |&pose| Placement { shape, pose })).collect();
    let pairs: Vec<_> = (0..120).flat_map(|a| (0..120).map(move |b| [a, b])).collect();
    let mut answers = vec![Proximity::default(); pairs.len()];
    let solver = Solver::default();
    solver.batch(&set, &placements).unwrap().signed_distances(&pairs, &mut answers).unwrap();
    for (answer, &[a, b]) in answers.iter().zip(&pairs) {
        let [at_a, at_b] = [a, b].map(|k| places[k as usize % 40]);
        let single = match (a / 40, b / 40) {
            (0, 1) => solver.signed_distance(&ball.at(at_a), &cuboid.at(at_b)),
            (1, 1) => solver.signed_distance(&cuboid.at(at_a), &cuboid.at(at_b)),
            (1, 2) => solver.signed_distance(&cuboid.at(at_a), &(&hull).at(at_b)),
            (2, 2) => solver.signed_distance(&(&hull).at(at_a), &(&hull).at(at_b)),
            _ => continue,
        };
        assert_eq!(format!("{answer:?}"), format!("{single:?}"), "{a} and {b}");
    }
}

#[test]
fn boxes_reach_their_closed_form_and_custom_shapes_keep_theirs() {
    let mut set = ShapeSet::new();
    let cuboid = Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap();
    let own: Boxed<Vec3<f64>> = Box::new(cuboid);
    let shapes = [set.insert(cuboid), set.insert(own)];
    let placements = [shapes[0], shapes[1], shapes[0]]
        .map(|shape| Placement { shape, pose: Pose::translation([0.25 * f64::from(shape == shapes[1]), 0.0, 0.0]) });
    let pairs = [[0, 1], [1, 2], [0, 2]];
    let mut answers = [Proximity::default(); 3];
    Solver::default().batch(&set, &placements).unwrap().signed_distances(&pairs, &mut answers).unwrap();
    assert_eq!(answers.map(|answer| answer.iterations), [0; 3]);
    assert_eq!(answers.map(|answer| answer.distance), [-1.75, -1.75, -2.0]);
}

#[test]
fn answers_stand_in_the_order_of_their_pairs_across_blocks() {
    // Discs of different radii. Every second one is a capsule of length zero. Their places tell them apart.
    let mut set = ShapeSet::new();
    let ball = set.insert(Ball::new(vec2(0.0f64, 0.0), 0.25).unwrap());
    let capsule = set.insert(Capsule::new(vec2(0.0, 0.0), vec2(0.0, 0.0), 0.5).unwrap());
    let place = |k: u32| Placement {
        shape: if k.is_multiple_of(2) { ball } else { capsule },
        pose: Pose::translation([f64::from(k) * 2.0, 0.0]),
    };
    let placements: Vec<_> = (0..5000).map(place).collect();
    for count in [0, 1, 2, 511, 512, 513, 4999] {
        let pairs: Vec<_> = (0..count).map(|k| [k, (k * 31 + 17) % 5000]).collect();
        let mut answers = vec![Proximity::default(); pairs.len()];
        Solver::default().batch(&set, &placements).unwrap().distances(&pairs, &mut answers).unwrap();
        for (answer, pair) in answers.iter().zip(&pairs) {
            let radii: f64 = pair.iter().map(|k| 0.25 * f64::from(1 + k % 2)).sum();
            let apart = (2.0 * (f64::from(pair[0]) - f64::from(pair[1])).abs() - radii).max(0.0);
            assert_eq!(answer.distance, apart, "{pair:?}");
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_by_name_and_nothing_is_written() {
    let mut set = ShapeSet::new();
    let ball = set.insert(Ball::new(vec2(0.0f32, 0.0), 1.0).unwrap());
    let point = set.insert(Point::new(vec2(0.0f32, 0.0)).unwrap());
    let mut smaller = ShapeSet::new();
    smaller.insert(Ball::new(vec2(0.0f32, 0.0), 1.0).unwrap());
    let placements = [ball, point].map(|shape| Placement { shape, pose: Pose::identity() });
    let solver = Solver::default();
    assert_eq!(solver.batch(&smaller, &placements).err(), Some(BatchError::NoShape { placement: 1 }));
    assert!(smaller.get(ball).is_some() && smaller.get(point).is_none());

    let batch = solver.batch(&set, &placements).unwrap();
    let mut meet = [false; 2];
    assert_eq!(batch.overlaps(&[[0, 1], [1, 2]], &mut meet), Err(BatchError::NoPlacement { pair: 1 }));
    assert_eq!(batch.overlaps(&[[0, 1]], &mut meet), Err(BatchError::Lengths { pairs: 1, answers: 2 }));
    assert_eq!(meet, [false; 2]);
    assert_eq!(batch.overlaps(&[[0, 1], [1, 1]], &mut meet), Ok(()));
    assert_eq!(meet, [true; 2]);
    assert_eq!(BatchError::NoPlacement { pair: 1 }.to_string(), "pair 1 names a placement that there is not");
}

#[test]
fn a_place_for_an_answer_holds_a_valid_one() {
    let place = Proximity::<Vec3<f32>>::default();
    let origin = Point::new(vec3(0.0f32, 0.0, 0.0)).unwrap();
    let answer = Solver::default().signed_distance(&origin, &origin);
    assert_eq!((place.status, place.distance), (answer.status, answer.distance));
    assert_eq!((place.point_a, place.point_b), (answer.point_a, answer.point_b));
    assert_eq!(place.normal, vec3(1.0, 0.0, 0.0));
}

#[cfg(feature = "rayon")]
#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let bodies = Bodies::<Vec3<f64>>::new();
    let solver = Solver::default();
    let batch = solver.batch(&bodies.set, &bodies.placements).unwrap();
    let with_threads = |count: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build().unwrap();
        let mut answers = vec![Proximity::default(); bodies.pairs.len()];
        pool.install(|| batch.signed_distances(&bodies.pairs, &mut answers)).unwrap();
        answers
    };
    let single = with_threads(1);
    for count in [2, 3, 8] {
        assert_same_bits(&with_threads(count), &single);
    }
}
