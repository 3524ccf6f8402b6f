//! Answers of batches as columns, and pairs that are too far apart for a question: the same bits as single queries.

use crate::batch::{Bodies, Scene, assert_same_bits};
use clearance::{
    AnyShape, BatchError, Columns, Cuboid, Feature, Placement, Pose, Proximity, Quaternion, Real, Shape, ShapeSet,
    Solver, Status, SupportMap, Vec2, Vec3, Vector, vec3,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// All columns in memory.
struct Table<V: Vector> {
    status: Vec<Status>,
    lengths: [Vec<V::Scalar>; 3],
    vectors: [Vec<V>; 3],
    features: [Vec<Feature>; 2],
    iterations: Vec<u32>,
}

impl<V: Scene> Table<V> {
    fn new(count: usize) -> Self {
        let answer = Proximity::<V>::default();
        Self {
            status: vec![Status::Touching; count],
            lengths: [(); 3].map(|()| vec![V::Scalar::narrow(7.0); count]),
            vectors: [(); 3].map(|()| vec![answer.normal; count]),
            features: [(); 2].map(|()| vec![Feature::default(); count]),
            iterations: vec![77; count],
        }
    }

    fn columns(&mut self) -> Columns<'_, V> {
        let [distance, lower, upper] = &mut self.lengths;
        let [normal, point_a, point_b] = &mut self.vectors;
        let [feature_a, feature_b] = &mut self.features;
        Columns {
            status: Some(&mut self.status),
            distance: Some(distance),
            lower: Some(lower),
            upper: Some(upper),
            normal: Some(normal),
            point_a: Some(point_a),
            point_b: Some(point_b),
            feature_a: Some(feature_a),
            feature_b: Some(feature_b),
            iterations: Some(&mut self.iterations),
        }
    }

    /// The columns that need no witness points.
    fn lengths(&mut self) -> Columns<'_, V> {
        let Columns { status, distance, lower, upper, .. } = self.columns();
        Columns { status, distance, lower, upper, ..Columns::default() }
    }

    fn compare(&self, answers: &[Proximity<V>]) {
        self.compare_lengths(answers);
        let [normal, point_a, point_b] = &self.vectors;
        assert_same_bits(normal, &column(answers, |answer| answer.normal));
        assert_same_bits(point_a, &column(answers, |answer| answer.point_a));
        assert_same_bits(point_b, &column(answers, |answer| answer.point_b));
        let [feature_a, feature_b] = &self.features;
        assert_same_bits(feature_a, &column(answers, Proximity::feature_a));
        assert_same_bits(feature_b, &column(answers, Proximity::feature_b));
        assert_same_bits(&self.iterations, &column(answers, |answer| answer.iterations));
    }

    fn compare_lengths(&self, answers: &[Proximity<V>]) {
        let [distance, lower, upper] = &self.lengths;
        assert_same_bits(&self.status, &column(answers, |answer| answer.status));
        assert_same_bits(distance, &column(answers, |answer| answer.distance));
        assert_same_bits(lower, &column(answers, |answer| answer.lower));
        assert_same_bits(upper, &column(answers, |answer| answer.upper));
    }
}

fn column<V: Vector, T>(answers: &[Proximity<V>], field: impl Fn(&Proximity<V>) -> T) -> Vec<T> {
    answers.iter().map(field).collect()
}

fn check_columns<V: Scene>() {
    let bodies = Bodies::<V>::new();
    let solver = Solver::default();
    let batch = solver.batch(&bodies.set, &bodies.placements).unwrap();
    let mut answers = vec![Proximity::default(); bodies.pairs.len()];
    let mut table = Table::<V>::new(answers.len());

    batch.distances(&bodies.pairs, &mut answers).unwrap();
    batch.distance_columns(&bodies.pairs, table.columns()).unwrap();
    table.compare(&answers);
    table = Table::new(answers.len());
    batch.distance_columns(&bodies.pairs, table.lengths()).unwrap();
    table.compare_lengths(&answers);
    assert!(table.iterations.iter().all(|&count| count == 77), "a column that was not asked for was written");

    batch.signed_distances(&bodies.pairs, &mut answers).unwrap();
    batch.signed_distance_columns(&bodies.pairs, table.columns()).unwrap();
    table.compare(&answers);
    table = Table::new(answers.len());
    batch.signed_distance_columns(&bodies.pairs, table.lengths()).unwrap();
    table.compare_lengths(&answers);
}

#[test]
fn columns_have_the_bits_of_the_fields_of_the_answers() {
    check_columns::<Vec2<f32>>();
    check_columns::<Vec2<f64>>();
    check_columns::<Vec3<f32>>();
    check_columns::<Vec3<f64>>();
}

#[test]
fn lengths_alone_of_many_boxes_have_the_bits_of_the_answers() {
    // Boxes of a grid, turned and not: apart, touching, deep.
    let mut set = ShapeSet::new();
    let shapes =
        [[0.5, 0.25, 0.75], [0.375, 0.5, 0.5]].map(|[x, y, z]| set.insert(Cuboid::new(vec3(x, y, z)).unwrap()));
    let placements: Vec<_> = (0..600)
        .map(|k| {
            let at = vec3(0.875 * f64::from(k % 10), 0.5 * f64::from(k / 10 % 10), 0.875 * f64::from(k / 100));
            let turn = if k < 300 { 0.0 } else { f64::from(k) };
            let rotation = Quaternion::new(turn.sin(), 0.25 * turn.sin(), 0.0, turn.cos()).unwrap();
            Placement { shape: shapes[k as usize % 2], pose: Pose::new(rotation, at).unwrap() }
        })
        .collect();
    let pairs: Vec<_> = (0..600).flat_map(|a| [1, 10, 11, 100, 111].map(|step| [a, (a + step) % 600])).collect();
    let solver = Solver::default();
    let batch = solver.batch(&set, &placements).unwrap();
    let mut answers = vec![Proximity::default(); pairs.len()];
    let mut table = Table::<Vec3<f64>>::new(pairs.len());
    batch.distances(&pairs, &mut answers).unwrap();
    batch.distance_columns(&pairs, table.lengths()).unwrap();
    table.compare_lengths(&answers);
    batch.signed_distances(&pairs, &mut answers).unwrap();
    batch.signed_distance_columns(&pairs, table.lengths()).unwrap();
    table.compare_lengths(&answers);
    for status in [Status::Separated, Status::Touching, Status::Overlapping] {
        let count = answers.iter().filter(|answer| answer.status == status).count();
        assert!(count > 10, "only {count} pairs are {}", status.as_str());
    }
}

#[test]
fn a_column_that_is_too_short_is_refused_and_nothing_is_written() {
    let bodies = Bodies::<Vec3<f64>>::new();
    let solver = Solver::default();
    let batch = solver.batch(&bodies.set, &bodies.placements).unwrap();
    let (mut distance, mut lower) = ([7.0; 4], [7.0; 3]);
    let pairs = [[0, 1]; 4];
    let columns = Columns { distance: Some(&mut distance), lower: Some(&mut lower), ..Columns::default() };
    assert_eq!(batch.distance_columns(&pairs, columns), Err(BatchError::Lengths { pairs: 4, answers: 3 }));
    let columns = Columns { distance: Some(&mut distance), ..Columns::default() };
    assert_eq!(
        batch.distance_columns(&[[0, 1], [0, 999], [0, 1], [0, 1]], columns),
        Err(BatchError::NoPlacement { pair: 1 })
    );
    assert_eq!((distance, lower), ([7.0; 4], [7.0; 3]));
    assert_eq!(batch.distance_columns(&[[0, 999]], Columns::default()), Err(BatchError::NoPlacement { pair: 0 }));
}

/// Pairs of all kinds about as far apart as the balls around them reach, in a unit of 2^exponent.
fn check_far_pairs<V: Scene>(exponent: i32) {
    let unit = 2f64.powi(exponent);
    let bodies = Bodies::<V>::new();
    let mut far = 0;
    for gap in [1.0, 2.0, 2.5, 3.0, 3.5, 4.0, 6.0, 100.0] {
        let mut set = ShapeSet::<V>::new();
        let half = |x: f64| V::vector([x * unit, 0.75 * x * unit, x * unit]);
        let ids = [set.insert(Cuboid::new(half(1.0)).unwrap()), set.insert(Cuboid::new(half(0.5)).unwrap())];
        let turn = bodies.placements[4].pose.rotation;
        let at = |x: f64| Pose { rotation: turn, translation: V::vector([x * unit, -0.5 * x * unit, 0.0]) };
        let placements: Vec<_> = (0..12).map(|k| Placement { shape: ids[k % 2], pose: at(gap * k as f64) }).collect();
        let pairs: Vec<_> = (0..12).flat_map(|a| (0..12).map(move |b| [a, b])).collect();
        let solver = Solver { max_distance: 0.75 * unit, ..Solver::default() };
        let batch = solver.batch(&set, &placements).unwrap();
        let (mut meet, mut near) = (vec![true; pairs.len()], vec![Some(Proximity::default()); pairs.len()]);
        batch.overlaps(&pairs, &mut meet).unwrap();
        batch.within(&pairs, &mut near).unwrap();
        let placed = |k: u32| {
            let placement = &placements[k as usize];
            set.shape(placement.shape).at(placement.pose)
        };
        let single = |ask: &dyn Fn(u32, u32) -> String| pairs.iter().map(|&[a, b]| ask(a, b)).collect::<Vec<_>>();
        let text = |answers: Vec<String>| answers;
        let alone = single(&|a, b| format!("{:?}", solver.overlaps(&placed(a), &placed(b))));
        assert_eq!(text(meet.iter().map(|answer| format!("{answer:?}")).collect()), alone);
        let alone = single(&|a, b| format!("{:?}", solver.within(&placed(a), &placed(b))));
        assert_eq!(text(near.iter().map(|answer| format!("{answer:?}")).collect()), alone);
        far += near.iter().filter(|answer| answer.is_none()).count();
    }
    assert!((400..1100).contains(&far), "{far} of 1152 pairs are far");
}

#[test]
fn pairs_beyond_the_reach_are_answered_as_by_single_queries_at_every_scale() {
    for exponent in [-500, -60, 0, 60, 500] {
        check_far_pairs::<Vec2<f64>>(exponent);
        check_far_pairs::<Vec3<f64>>(exponent);
    }
    check_far_pairs::<Vec3<f32>>(-30);
    check_far_pairs::<Vec2<f32>>(30);
}

#[test]
fn a_pose_that_is_no_rotation_is_nowhere_however_far_it_is() {
    let mut set = ShapeSet::new();
    let shape = set.insert(Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap());
    let wrong = Pose { rotation: Quaternion { x: 0.0, y: 0.0, z: 0.0, w: 2.0 }, translation: vec3(100.0, 0.0, 0.0) };
    let placements =
        [Pose::identity(), wrong, Pose::translation([50.0, 0.0, 0.0])].map(|pose| Placement { shape, pose });
    let solver = Solver::default();
    let batch = solver.batch(&set, &placements).unwrap();
    let mut meet = [false; 3];
    batch.overlaps(&[[0, 1], [1, 2], [0, 2]], &mut meet).unwrap();
    assert_eq!(meet, [true, true, false]);
    let mut lower = [0.0; 3];
    let columns = Columns { lower: Some(&mut lower), ..Columns::default() };
    batch.signed_distance_columns(&[[0, 1], [1, 2], [0, 2]], columns).unwrap();
    assert!(lower[0] == f64::NEG_INFINITY && lower[1] == f64::NEG_INFINITY && lower[2] > 47.9);
}

/// A ball that becomes larger when somebody says so.
struct Growing(AtomicBool);
impl SupportMap<Vec3<f64>> for Growing {
    fn support(&self, _direction: Vec3<f64>) -> Vec3<f64> {
        vec3(0.0, 0.0, 0.0)
    }
    fn radius(&self) -> f64 {
        if self.0.load(Ordering::Relaxed) { 10.0 } else { 1.0 }
    }
    fn extent(&self) -> f64 {
        0.0
    }
}

#[test]
fn a_shape_of_ones_own_may_grow_after_it_came_into_the_set() {
    let own = Arc::new(Growing(AtomicBool::new(false)));
    let mut set = ShapeSet::new();
    let any = AnyShape::from(own.clone());
    let shapes = [set.insert(any.clone()), set.insert(any.rounded(0.5).unwrap())];
    let pairs = [[0, 2], [1, 2]];
    let placements = [(0, 0.0), (1, 0.0), (0, 20.0)]
        .map(|(shape, x)| Placement { shape: shapes[shape], pose: Pose::translation([x, 0.0, 0.0]) });
    let solver = Solver::default();
    let ask = || {
        let batch = solver.batch(&set, &placements).unwrap();
        let mut meet = [false; 2];
        batch.overlaps(&pairs, &mut meet).unwrap();
        (meet, batch.minimum(&pairs).unwrap().unwrap().proximity.distance)
    };
    let (meet, least) = ask();
    assert_eq!(meet, [false; 2]);
    assert!((least - 17.5).abs() < 1e-9);
    own.0.store(true, Ordering::Relaxed);
    let (meet, least) = ask();
    // The radius of a rounded shape is that at its making.
    assert_eq!((meet[0], least), (true, 0.0));
}
