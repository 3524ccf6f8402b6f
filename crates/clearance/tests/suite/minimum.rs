//! The least distance of many pairs, compared with the plain minimum over all of their answers.

use clearance::{
    Ball, BatchError, Capsule, Cone, Cuboid, Cylinder, Hull, Placement, Pose, Precision, Proximity, Quaternion, Real,
    Rotation2, Shape, ShapeSet, Solver, Vec2, Vec3, Vector, vec2, vec3,
};

/// A linear congruential generator: numbers from 0 to 1.
struct Random(u64);
impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

trait Scene: Vector {
    fn vector(coordinates: [f64; 3]) -> Self;
    fn turned(random: &mut Random, translation: Self) -> Pose<Self>;
    fn round(_set: &mut ShapeSet<Self>) -> Vec<clearance::ShapeId> {
        Vec::new()
    }
}

macro_rules! scenes {
    ($($scalar:ty),+) => {$(
        impl Scene for Vec2<$scalar> {
            fn vector([x, y, _]: [f64; 3]) -> Self {
                vec2(x as $scalar, y as $scalar)
            }
            fn turned(random: &mut Random, translation: Self) -> Pose<Self> {
                let turn = 7.0 * random.next();
                Pose::new(Rotation2::new(turn.cos() as $scalar, turn.sin() as $scalar).unwrap(), translation).unwrap()
            }
        }
        impl Scene for Vec3<$scalar> {
            fn vector([x, y, z]: [f64; 3]) -> Self {
                vec3(x as $scalar, y as $scalar, z as $scalar)
            }
            fn turned(random: &mut Random, translation: Self) -> Pose<Self> {
                let turn = 7.0 * random.next() as $scalar;
                let [x, w] = [0.6 * turn.sin(), 0.6 * turn.cos()];
                Pose::new(Quaternion::new(x, 0.48, -0.64, w).unwrap(), translation).unwrap()
            }
            fn round(set: &mut ShapeSet<Self>) -> Vec<clearance::ShapeId> {
                let cylinder = Cylinder::new(0.5 as $scalar, 0.25).unwrap();
                vec![set.insert(cylinder), set.insert(Cone::new(0.25 as $scalar, 0.5).unwrap())]
            }
        }
    )+};
}
scenes!(f32, f64);

struct Bodies<V: Scene> {
    set: ShapeSet<V>,
    placements: Vec<Placement<V>>,
    pairs: Vec<[u32; 2]>,
}

impl<V: Scene> Bodies<V> {
    /// `count` bodies of random kinds in a box of this side, and all pairs of them in a shuffled order.
    fn random(seed: u64, count: u32, side: f64) -> Self {
        let mut random = Random(seed);
        let mut set = ShapeSet::new();
        let (at, size) = (V::vector, V::Scalar::narrow);
        let corners: Vec<V> = (0..12).map(|_| at([0; 3].map(|_| random.next() - 0.5))).collect();
        let mut shapes = vec![
            set.insert(Ball::new(at([0.0; 3]), size(0.25)).unwrap()),
            set.insert(Cuboid::new(at([0.5, 0.25, 0.125])).unwrap()),
            set.insert(Capsule::new(at([-0.5, 0.0, 0.0]), at([0.5, 0.0, 0.25]), size(0.125)).unwrap()),
            set.insert(Hull::new(&corners).unwrap()),
            set.insert(Cuboid::new(at([0.25, 0.25, 0.5])).unwrap().rounded(size(0.125)).unwrap()),
        ];
        shapes.extend(V::round(&mut set));
        let placements: Vec<_> = (0..count)
            .map(|k| {
                let place = at([0; 3].map(|_| side * random.next()));
                Placement { shape: shapes[k as usize % shapes.len()], pose: V::turned(&mut random, place) }
            })
            .collect();
        let mut pairs: Vec<[u32; 2]> = (0..count).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
        for k in (1..pairs.len()).rev() {
            pairs.swap(k, (random.next() * (k + 1) as f64) as usize);
        }
        Self { set, placements, pairs }
    }

    /// The plain minimum: the first of the least distances.
    fn plain(&self, solver: &Solver) -> Option<(usize, Proximity<V>)> {
        let mut answers = vec![None; self.pairs.len()];
        solver.batch(&self.set, &self.placements).unwrap().within(&self.pairs, &mut answers).unwrap();
        let found = answers.into_iter().enumerate().filter_map(|(pair, answer)| Some((pair, answer?)));
        found.reduce(|best, next| if next.1.distance < best.1.distance { next } else { best })
    }
}

/// Compares the minimum with the plain one. Returns the share of the pairs that were skipped.
fn check<V: Scene>(bodies: &Bodies<V>, solver: &Solver) -> f64 {
    let least = solver.batch(&bodies.set, &bodies.placements).unwrap().minimum(&bodies.pairs).unwrap();
    // Debug text tells −0 from 0, and shows the witnesses.
    let found = least.map(|least| (least.pair, least.proximity));
    assert_eq!(format!("{found:?}"), format!("{:?}", bodies.plain(solver)));
    least.map_or(0.0, |least| least.skipped as f64 / bodies.pairs.len() as f64)
}

fn check_random_sets<V: Scene>() {
    let (mut apart, mut skipped) = (0, 0.0);
    for seed in 0..40 {
        // From crowded to sparse.
        let bodies = Bodies::<V>::random(seed, 60, 3.0 * f64::from(1 << (seed % 6)));
        skipped += check(&bodies, &Solver::default());
        apart += usize::from(bodies.plain(&Solver::default()).unwrap().1.distance > V::Scalar::ZERO);
        check(&bodies, &Solver { max_distance: 0.5, ..Solver::default() });
        check(&bodies, &Solver { tolerance: 0.5, max_iterations: 4, precision: Precision::Exact, ..Solver::default() });
    }
    assert!((4..36).contains(&apart), "{apart} of 40 sets have no overlap");
    assert!(skipped > 0.8 * 40.0, "only {} of the pairs were skipped", skipped / 40.0);
}

#[test]
fn the_minimum_is_the_plain_minimum_and_skips_most_pairs() {
    check_random_sets::<Vec2<f32>>();
    check_random_sets::<Vec2<f64>>();
    check_random_sets::<Vec3<f32>>();
    check_random_sets::<Vec3<f64>>();
}

#[test]
fn of_equal_distances_the_first_pair_wins_in_every_order() {
    let mut set = ShapeSet::new();
    let corners = (0..8).map(|k| vec3(f64::from(k & 1), f64::from(k >> 1 & 1), f64::from(k >> 2))).collect::<Vec<_>>();
    let shapes = [set.insert(Hull::new(&corners).unwrap()), set.insert(Cuboid::new(vec3(0.5, 0.5, 0.5)).unwrap())];
    // A grid of equal gaps, and of nearly equal ones: the places 1.3 · k are rounded.
    let placements: Vec<_> = (0..40)
        .map(|k| Placement {
            shape: shapes[k % 2],
            pose: Pose::translation([1.3 * (k % 8) as f64 - 0.5 * (k % 2) as f64, 1.3 * (k / 8) as f64, 0.25]),
        })
        .collect();
    let mut pairs: Vec<[u32; 2]> = (0..40).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
    for turn in 0..pairs.len() {
        pairs.rotate_left(1);
        if turn % 13 == 0 {
            check(
                &Bodies { set: set.clone(), placements: placements.clone(), pairs: pairs.clone() },
                &Solver::default(),
            );
        }
    }
}

#[test]
fn several_blocks_of_pairs_share_one_answer() {
    let bodies = Bodies::<Vec3<f64>>::random(7, 120, 60.0);
    assert!(bodies.pairs.len() > 6 * 1024);
    assert!(check(&bodies, &Solver::default()) > 0.95);
    // A crowd: many pairs overlap, and the first of them is the answer.
    let crowd = Bodies::<Vec3<f64>>::random(8, 120, 3.0);
    assert!(check(&crowd, &Solver::default()) > 0.5);
}

#[cfg(feature = "rayon")]
#[test]
fn any_number_of_threads_gives_the_same_minimum_and_the_same_count() {
    for side in [3.0, 60.0] {
        let bodies = Bodies::<Vec3<f64>>::random(9, 120, side);
        let solver = Solver::default();
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| solver.batch(&bodies.set, &bodies.placements).unwrap().minimum(&bodies.pairs).unwrap())
        };
        assert_eq!(on(1), on(3));
        assert_eq!(on(1), on(8));
    }
}

#[test]
fn no_pair_has_no_minimum_and_a_bad_index_is_refused() {
    let bodies = Bodies::<Vec2<f64>>::random(1, 5, 100.0);
    let solver = Solver::default();
    let batch = solver.batch(&bodies.set, &bodies.placements).unwrap();
    assert_eq!(batch.minimum(&[]), Ok(None));
    assert_eq!(batch.minimum(&[[0, 1], [0, 5]]), Err(BatchError::NoPlacement { pair: 1 }));
    for max_distance in [0.001, 0.0, -1.0] {
        let near = Solver { max_distance, ..Solver::default() };
        assert_eq!(near.batch(&bodies.set, &bodies.placements).unwrap().minimum(&bodies.pairs), Ok(None));
    }
}

#[test]
fn a_pair_that_is_not_finite_counts_as_the_query_answers_it() {
    let mut bodies = Bodies::<Vec3<f64>>::random(2, 30, 40.0);
    bodies.placements[17].pose.translation.x = f64::NAN;
    check(&bodies, &Solver::default());
    bodies.placements[3].pose.translation.y = f64::INFINITY;
    check(&bodies, &Solver::default());
}
