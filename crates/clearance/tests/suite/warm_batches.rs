//! Caches and contacts in batches: the bits of single queries, with fewer support points.

use clearance::{
    BatchError, Cache, Capsule, Cone, Cuboid, Cylinder, Hull, Manifold, Placement, Pose, Precision, Proximity,
    Quaternion, Rotation2, Shape, ShapeId, ShapeSet, Solver, Vec2, Vec3, Vector, contacts, vec2, vec3,
};
use std::fmt::Debug;

trait Scene: Vector<Scalar = f64> {
    /// Shapes of several kinds.
    fn shapes(set: &mut ShapeSet<Self>) -> Vec<ShapeId>;
    /// Where body `index` is at a time from 0 to 1.
    fn pose(index: u32, time: f64) -> Pose<Self>;
}

/// Points of a spiral on an ellipsoid.
fn spiral(count: u32) -> Vec<Vec3<f64>> {
    let point = |k: u32| {
        let (z, turn) = (f64::from(2 * k + 1) / f64::from(count) - 1.0, 2.4 * f64::from(k));
        let ring = (1.0 - z * z).sqrt();
        vec3(0.75 * ring * turn.cos(), 0.5 * ring * turn.sin(), 0.625 * z)
    };
    (0..count).map(point).collect()
}

/// Each body circles slowly about a place of a grid, so neighbours come near, overlap and part again.
fn place(index: u32, time: f64) -> [f64; 3] {
    let [x, y, z] = [index % 3, index / 3 % 3, index / 9].map(f64::from);
    let angle = 6.0 * time + f64::from(index);
    [0.875 * x + 0.375 * angle.cos(), 0.875 * y + 0.375 * angle.sin(), 0.875 * z]
}

impl Scene for Vec3<f64> {
    fn shapes(set: &mut ShapeSet<Self>) -> Vec<ShapeId> {
        vec![
            set.insert(Hull::new(&spiral(64)).unwrap()),
            set.insert(Hull::new(&spiral(12)).unwrap()),
            set.insert(Cuboid::new(vec3(0.5, 0.375, 0.25)).unwrap()),
            set.insert(Capsule::new(vec3(-0.5, 0.0, 0.0), vec3(0.5, 0.0, 0.0), 0.25).unwrap()),
            set.insert(Cylinder::new(0.5, 0.375).unwrap()),
            set.insert(Cone::new(0.5, 0.375).unwrap().rounded(0.0625).unwrap()),
        ]
    }
    fn pose(index: u32, time: f64) -> Pose<Self> {
        let turn = 2.0 * time + f64::from(index);
        Pose::new(Quaternion::new(0.25, turn.sin(), 0.5, turn.cos()).unwrap(), place(index, time).into()).unwrap()
    }
}

impl Scene for Vec2<f64> {
    fn shapes(set: &mut ShapeSet<Self>) -> Vec<ShapeId> {
        let flat = |count: u32| spiral(count).iter().map(|p| vec2(p.x, p.y)).collect::<Vec<_>>();
        vec![
            set.insert(Hull::new(&flat(64)).unwrap()),
            set.insert(Cuboid::new(vec2(0.5, 0.375)).unwrap()),
            set.insert(Capsule::new(vec2(-0.5, 0.0), vec2(0.5, 0.0), 0.25).unwrap()),
            set.insert(Hull::new(&flat(16)).unwrap().rounded(0.0625).unwrap()),
        ]
    }
    fn pose(index: u32, time: f64) -> Pose<Self> {
        let (turn, [x, y, _]) = (2.0 * time + f64::from(index), place(index, time));
        Pose::new(Rotation2::new(turn.cos(), turn.sin()).unwrap(), vec2(x, y)).unwrap()
    }
}

/// What a caller keeps from step to step.
struct Kept<V: Vector> {
    caches: Vec<Cache>,
    answers: Vec<Proximity<V>>,
    near: Vec<Option<Proximity<V>>>,
    meet: Vec<bool>,
    manifolds: Vec<Manifold<V>>,
}

impl<V: Vector> Kept<V> {
    fn new(count: usize) -> Self {
        Self {
            caches: vec![Cache::default(); count],
            answers: vec![Proximity::default(); count],
            near: vec![None; count],
            meet: vec![false; count],
            manifolds: vec![Manifold::default(); count],
        }
    }
}

/// Debug text tells −0 from 0, and shows the witnesses.
fn assert_same_bits<T: Debug>(batch: &[T], single: &[T], step: u32) {
    for (pair, (batch, single)) in batch.iter().zip(single).enumerate() {
        assert_eq!(format!("{batch:?}"), format!("{single:?}"), "pair {pair} in step {step}");
    }
}

const REACH: f64 = 0.25;

fn check_a_motion<V: Scene>(solver: &Solver) {
    let mut set = ShapeSet::new();
    let shapes = V::shapes(&mut set);
    let count = 27;
    // More than one block of pairs, in both orders.
    let pairs: Vec<[u32; 2]> =
        (0..count).flat_map(|b| (0..b).map(move |a| if b % 2 > 0 { [a, b] } else { [b, a] })).collect();
    assert!(pairs.len() > 256);
    let (mut batch_kept, mut single) = (Kept::<V>::new(pairs.len()), Kept::<V>::new(pairs.len()));
    let (mut warm, mut cold, mut apart, mut deep, mut touching) = (0, 0, 0, 0, 0);
    for step in 0..40 {
        let time = f64::from(step) / 400.0;
        let placements: Vec<_> = (0..count)
            .map(|k| Placement { shape: shapes[k as usize % shapes.len()], pose: V::pose(k, time) })
            .collect();
        let batch = solver.batch(&set, &placements).unwrap();
        let Kept { caches, answers, near, meet, manifolds } = &mut batch_kept;
        // One question a step, by turns: all of them understand the same caches.
        match step % 5 {
            0 => batch.distances_cached(&pairs, caches, answers).unwrap(),
            1 => batch.signed_distances_cached(&pairs, caches, answers).unwrap(),
            2 => batch.within_cached(&pairs, caches, near).unwrap(),
            3 => batch.overlaps_cached(&pairs, caches, meet).unwrap(),
            _ => batch.contacts_cached(&pairs, REACH, caches, manifolds).unwrap(),
        }
        for (k, pair) in pairs.iter().enumerate() {
            let [a, b] = pair.map(|body| &placements[body as usize]).map(|at| set[at.shape].at(at.pose));
            let cache = &mut single.caches[k];
            match step % 5 {
                0 => single.answers[k] = solver.distance_cached(&a, &b, cache),
                1 => single.answers[k] = solver.signed_distance_cached(&a, &b, cache),
                2 => single.near[k] = solver.within_cached(&a, &b, cache),
                3 => single.meet[k] = solver.overlaps_cached(&a, &b, cache),
                _ if k % 2 == 0 => single.manifolds[k] = solver.contacts_cached(&a, &b, REACH, cache),
                _ => solver.contacts_into(&a, &b, REACH, cache, &mut single.manifolds[k]),
            }
            if step % 5 == 0 && step > 0 {
                let without = solver.distance(&a, &b);
                (warm, cold) = (warm + single.answers[k].iterations, cold + without.iterations);
                assert!((single.answers[k].distance - without.distance).abs() < 1e-10);
            }
            if step % 5 == 4 {
                let distance = solver.signed_distance(&a, &b).distance;
                apart += usize::from(distance > 0.0);
                deep += usize::from(distance < 0.0);
                touching += usize::from(!single.manifolds[k].contacts.is_empty());
            }
        }
        assert_same_bits(&batch_kept.caches, &single.caches, step);
        assert_same_bits(&batch_kept.answers, &single.answers, step);
        assert_same_bits(&batch_kept.near, &single.near, step);
        assert_same_bits(&batch_kept.meet, &single.meet, step);
        assert_same_bits(&batch_kept.manifolds, &single.manifolds, step);
    }
    assert!(apart > 100 && deep > 100 && touching > deep, "{apart} apart, {deep} overlap, {touching} have contacts");
    assert!(4 * warm < 3 * cold, "{warm} support points with caches, {cold} without");
}

#[test]
fn a_batch_with_caches_has_the_bits_of_single_queries_with_caches_and_saves_support_points() {
    let solver = Solver { max_distance: 0.5, ..Solver::default() };
    check_a_motion::<Vec3<f64>>(&solver);
    check_a_motion::<Vec2<f64>>(&solver);
}

#[test]
fn the_solver_of_a_batch_with_caches_keeps_its_options() {
    check_a_motion::<Vec2<f64>>(&Solver { precision: Precision::Exact, max_distance: 0.125, ..Solver::default() });
}

#[test]
fn contacts_of_a_batch_have_the_bits_of_single_queries() {
    let mut set = ShapeSet::new();
    let shapes = Vec3::shapes(&mut set);
    let placements: Vec<_> =
        (0..27).map(|k| Placement { shape: shapes[k as usize % shapes.len()], pose: Vec3::pose(k, 0.5) }).collect();
    let pairs: Vec<[u32; 2]> = (0..27).flat_map(|a| (0..27).map(move |b| [a, b])).collect();
    let (solver, mut manifolds) = (Solver::default(), vec![Manifold::default(); pairs.len()]);
    // The second time every manifold has the contacts of the first.
    for reach in [2.0, REACH] {
        solver.batch(&set, &placements).unwrap().contacts(&pairs, reach, &mut manifolds).unwrap();
        for (pair, found) in pairs.iter().zip(&manifolds) {
            let [a, b] = pair.map(|body| &placements[body as usize]).map(|at| set[at.shape].at(at.pose));
            assert_eq!(format!("{found:?}"), format!("{:?}", contacts(&a, &b, reach)), "{pair:?}");
        }
    }
    let [none, some] = [true, false].map(|is| manifolds.iter().filter(|m| m.contacts.is_empty() == is).count());
    assert!(none > 100 && some > 100, "{none} without contacts, {some} with");
}

#[test]
fn a_missing_cache_is_refused_by_name_and_nothing_is_written() {
    let mut set = ShapeSet::new();
    let shape = set.insert(Cuboid::new(vec2(1.0, 1.0)).unwrap());
    let placements = [0.0, 1.5].map(|x| Placement { shape, pose: Pose::translation([x, 0.0]) });
    let solver = Solver::default();
    let batch = solver.batch(&set, &placements).unwrap();
    let (mut caches, mut answers) = ([Cache::default()], [Proximity::default(); 2]);
    let mut manifolds = [const { None::<Manifold<Vec2<f64>>> }; 2].map(Option::unwrap_or_default);
    let pairs = [[0, 1], [1, 0]];
    let error = BatchError::Caches { pairs: 2, caches: 1 };
    let missing = Err(error);
    assert_eq!(batch.distances_cached(&pairs, &mut caches, &mut answers), missing);
    assert_eq!(batch.signed_distances_cached(&pairs, &mut caches, &mut answers), missing);
    assert_eq!(batch.within_cached(&pairs, &mut caches, &mut [None; 2]), missing);
    assert_eq!(batch.overlaps_cached(&pairs, &mut caches, &mut [false; 2]), missing);
    assert_eq!(batch.contacts_cached(&pairs, 0.5, &mut caches, &mut manifolds), missing);
    assert_eq!((caches, answers), ([Cache::default()], [Proximity::default(); 2]));
    assert!(manifolds.iter().all(|manifold| manifold.contacts.is_empty()));
    assert_eq!(batch.contacts(&pairs, 0.5, &mut manifolds[..1]), Err(BatchError::Lengths { pairs: 2, answers: 1 }));
    assert_eq!(error.to_string(), "2 pairs, but 1 caches");
}

#[cfg(feature = "rayon")]
#[test]
fn any_number_of_threads_gives_the_same_bits_and_the_same_caches() {
    let mut set = ShapeSet::new();
    let shapes = Vec3::shapes(&mut set);
    let pairs: Vec<[u32; 2]> = (0..40).flat_map(|a| (0..40).map(move |b| [a, b])).collect();
    let solver = Solver::default();
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut kept = Kept::<Vec3<f64>>::new(pairs.len());
        for step in 0..3 {
            let placements: Vec<_> = (0..40)
                .map(|k| Placement {
                    shape: shapes[k as usize % shapes.len()],
                    pose: Vec3::pose(k, 0.01 * f64::from(step)),
                })
                .collect();
            let batch = solver.batch(&set, &placements).unwrap();
            let Kept { caches, answers, manifolds, .. } = &mut kept;
            pool.install(|| batch.distances_cached(&pairs, caches, answers)).unwrap();
            pool.install(|| batch.contacts_cached(&pairs, REACH, caches, manifolds)).unwrap();
        }
        format!("{:?}", (kept.caches, kept.answers, kept.manifolds))
    };
    assert!(run(1) == run(4));
}
