//! Batches of pairs that move, and rays and moving shapes against all bodies: the bits of single queries.

use crate::batch::{Bodies, Scene, assert_same_bits};
use clearance::{
    Ball, BatchError, Cache, Cast, Cuboid, Hit, Motion, Outcome, Placement, Point, Pose, Proximity, Real, Shape,
    ShapeSet, Solver, Start, Vec2, Vec3, vec2, vec3,
};

/// Numbers from −1 to 1.
fn signed(seed: &mut u64) -> f64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

fn vector<V: Scene>(seed: &mut u64, size: f64) -> V {
    V::vector([size * signed(seed), size * signed(seed), size * signed(seed)])
}

/// A motion of each kind: none, a way, a turn, and both.
fn motion<V: Scene>(body: usize, seed: &mut u64) -> Motion<V> {
    let turn = V::turn_of([0.5 * signed(seed), 0.25 * signed(seed), 2.0 * signed(seed)]);
    let center = vector(seed, 1.0);
    match body % 4 {
        0 => Motion::still(),
        1 => Motion::travel(vector(seed, 4.0)),
        2 => Motion::turn(center, turn),
        _ => Motion::turn(center, turn).and_travel(vector(seed, 4.0)),
    }
}

/// All pairs of kinds, but not all places.
fn some_pairs<V: Scene>(bodies: &mut Bodies<V>) {
    let mut turn = 0;
    bodies.pairs.retain(|_| {
        turn += 1;
        turn % 5 == 0
    });
}

fn pairs_that_move_have_the_bits_of_single_queries<V: Scene>(solver: &Solver) {
    let (mut seed, mut bodies) = (7, Bodies::<V>::new());
    some_pairs(&mut bodies);
    let travels: Vec<V> = bodies.pairs.iter().map(|_| vector(&mut seed, 6.0)).collect();
    let motions: Vec<Motion<V>> = (0..bodies.placements.len()).map(|body| motion(body, &mut seed)).collect();
    let batch = solver.batch(&bodies.set, &bodies.placements).unwrap();
    let mut answers = vec![Cast::default(); bodies.pairs.len()];

    batch.casts(&bodies.pairs, &travels, &mut answers).unwrap();
    let mut ways = travels.iter();
    let single = bodies.singly(|a, b, at_a, at_b| solver.cast(&a.at(at_a), &b.at(at_b), *ways.next().unwrap()));
    assert_same_bits(&answers, &single);
    for outcome in [Outcome::Clear, Outcome::Hit] {
        let count = answers.iter().filter(|answer| answer.outcome == outcome).count();
        assert!(8 * count > answers.len(), "only {count} of {} are {outcome}", answers.len());
    }

    batch.impacts(&bodies.pairs, &motions, &mut answers).unwrap();
    let of_pair = |pair: &[u32; 2]| pair.map(|body| &motions[body as usize]);
    let mut moving = bodies.pairs.iter().map(of_pair);
    let single = bodies.singly(|a, b, at_a, at_b| {
        let [motion_a, motion_b] = moving.next().unwrap();
        solver.impact(&a.at(at_a), motion_a, &b.at(at_b), motion_b)
    });
    assert_same_bits(&answers, &single);
    assert!(answers.iter().any(Cast::is_clear) && answers.iter().any(|answer| answer.lower > V::Scalar::ZERO));

    let mut caches = vec![Cache::default(); bodies.pairs.len()];
    batch.impacts_cached(&bodies.pairs, &motions, &mut caches, &mut answers).unwrap();
    let mut moving = bodies.pairs.iter().map(of_pair);
    let single = bodies.singly(|a, b, at_a, at_b| {
        let [motion_a, motion_b] = moving.next().unwrap();
        solver.impact_cached(&a.at(at_a), motion_a, &b.at(at_b), motion_b, &mut Cache::default())
    });
    assert_same_bits(&answers, &single);
}

#[test]
fn casts_and_impacts_of_every_pair_of_kinds_have_the_bits_of_single_queries() {
    pairs_that_move_have_the_bits_of_single_queries::<Vec2<f64>>(&Solver::default());
    pairs_that_move_have_the_bits_of_single_queries::<Vec3<f32>>(&Solver::default());
    let leaving = Solver { start: Start::Leave, target: 0.125, tolerance: 1e-6, ..Solver::default() };
    pairs_that_move_have_the_bits_of_single_queries::<Vec2<f32>>(&leaving);
}

#[test]
fn motions_that_do_not_fit_are_refused_and_nothing_is_written() {
    let mut set = ShapeSet::new();
    let shape = set.insert(Ball::new(vec2(0.0f64, 0.0), 0.5).unwrap());
    let bodies = [0.0, 3.0].map(|x| Placement { shape, pose: Pose::translation([x, 0.0]) });
    let solver = Solver::default();
    let batch = solver.batch(&set, &bodies).unwrap();
    let (mut answers, still) = ([Cast::default()], Motion::<Vec2<f64>>::still());
    let refused = Err(BatchError::Motions { moving: 1, motions: 2 });
    assert_eq!(batch.casts(&[[0, 1]], &[vec2(0.0, 0.0); 2], &mut answers), refused);
    let refused = Err(BatchError::Motions { moving: 2, motions: 1 });
    assert_eq!(batch.impacts(&[[0, 1]], &[still], &mut answers), refused);
    assert_eq!(batch.impacts_cached(&[[0, 1]], &[still], &mut [], &mut answers), refused);
    let refused = Err(BatchError::Caches { pairs: 1, caches: 0 });
    assert_eq!(batch.impacts_cached(&[[0, 1]], &[still; 2], &mut [], &mut answers), refused);
    assert_eq!(batch.impacts(&[[0, 2]], &[still; 2], &mut answers), Err(BatchError::NoPlacement { pair: 0 }));
    assert_eq!(batch.casts(&[], &[], &mut answers), Err(BatchError::Lengths { pairs: 0, answers: 1 }));
    assert_eq!(answers, [Cast::default()]);

    let rays = batch.rays(&[vec2(0.0, 0.0)], &[], &mut [None]);
    assert_eq!(rays, Err(BatchError::Motions { moving: 1, motions: 0 }));
    let rays = batch.rays(&[vec2(0.0, 0.0)], &[vec2(1.0, 0.0)], &mut []);
    assert_eq!(rays, Err(BatchError::Lengths { pairs: 1, answers: 0 }));
    assert_eq!(BatchError::Motions { moving: 2, motions: 1 }.to_string(), "1 motions for 2 things that move");
}

/// Every hit, by casting past one body after the other.
fn plainly<V: Scene>(bodies: &Bodies<V>, cast: impl Fn(&dyn clearance::SupportMap<V>) -> Cast<V>) -> Vec<Hit<V>> {
    let casts = (0..bodies.placements.len()).map(|placement| {
        let body = (&*bodies.alone[bodies.shapes[placement]]).at(bodies.placements[placement].pose);
        Hit { placement, cast: cast(&body) }
    });
    let mut hits: Vec<Hit<V>> = casts.filter(|hit| hit.cast.is_hit()).collect();
    hits.sort_by(|one, other| one.cast.lower.widen().total_cmp(&other.cast.lower.widen()));
    hits
}

/// Bodies of all kinds, farther apart.
fn spread<V: Scene>(seed: &mut u64) -> Bodies<V> {
    let mut bodies = Bodies::<V>::new();
    for (place, placement) in bodies.placements.iter_mut().enumerate() {
        placement.pose = V::turned(0.25 * place as f64, vector(seed, 6.0));
    }
    bodies
}

fn hits_are_those_of_single_casts<V: Scene>(seed: u64) {
    let mut seed = seed;
    let bodies = spread::<V>(&mut seed);
    let solver = Solver { target: if seed.is_multiple_of(2) { 0.0 } else { 0.0625 }, ..Solver::default() };
    let batch = solver.batch(&bodies.set, &bodies.placements).unwrap();
    let (mut found, mut several, mut none) = (Vec::new(), 0, 0);
    let count = 80;
    let (mut origins, mut travels, mut of_rays) = (Vec::new(), Vec::new(), Vec::new());
    for way in 0..count {
        // Every second one leads through the middle.
        let [start, goal] = [8.0, 3.0].map(|size| [0; 3].map(|_| size * signed(&mut seed)));
        let through = core::array::from_fn(|axis| 1.75 * (goal[axis] - start[axis]));
        let travel = if way % 2 == 0 { V::vector(through) } else { vector(&mut seed, 12.0) };
        let origin = V::vector(start);
        let shape = Cuboid::new(V::vector([0.25, 0.5, 0.125])).unwrap().at(V::turned(signed(&mut seed), origin));
        let plain = plainly(&bodies, |body| solver.cast(&body, &shape, travel));
        batch.hits(&shape, travel, &mut found);
        assert_same_bits(&found, &plain);
        assert_same_bits(&[batch.first_hit(&shape, travel)], &[plain.first().copied()]);
        several += u32::from(plain.len() > 1);
        none += u32::from(plain.is_empty());
        of_rays.push(plainly(&bodies, |body| solver.cast_ray(&body, origin, travel)).first().copied());
        origins.push(origin);
        travels.push(travel);
    }
    assert!(several > 10 && none > 5, "{several} ways with several hits, {none} without");
    // More rays than one thread takes.
    let many = |list: &[V]| list.repeat(3);
    let mut answers = vec![None; 3 * count];
    batch.rays(&many(&origins), &many(&travels), &mut answers).unwrap();
    assert_same_bits(&answers, &of_rays.repeat(3));
    assert!(of_rays.iter().flatten().count() > 10 && of_rays.iter().any(Option::is_none));
}

#[test]
fn the_first_hit_and_all_hits_are_those_of_single_casts() {
    hits_are_those_of_single_casts::<Vec2<f64>>(1);
    hits_are_those_of_single_casts::<Vec3<f64>>(2);
    hits_are_those_of_single_casts::<Vec2<f32>>(3);
    hits_are_those_of_single_casts::<Vec3<f32>>(4);
}

#[test]
fn of_equal_hits_the_first_body_counts_and_an_empty_batch_has_none() {
    let mut set = ShapeSet::new();
    let shape = set.insert(Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap());
    let places = [9.0, 4.0, 4.0, 30.0].map(|x| Placement { shape, pose: Pose::translation([x, 0.0, 0.0]) });
    let solver = Solver::default();
    let point = Point::new(vec3(0.0, 0.25, 0.25)).unwrap();
    let (batch, mut found) = (solver.batch(&set, &places).unwrap(), Vec::new());
    let first = batch.first_hit(&point, vec3(16.0, 0.0, 0.0)).unwrap();
    assert_eq!((first.placement, first.cast.fraction), (1, 3.0 / 16.0));
    batch.hits(&point, vec3(16.0, 0.0, 0.0), &mut found);
    assert_eq!(found.iter().map(|hit| hit.placement).collect::<Vec<_>>(), [1, 2, 0]);
    assert_eq!(batch.first_hit(&point, vec3(0.0, 0.0, 0.0)), None);

    let empty = solver.batch(&set, &[]).unwrap();
    empty.hits(&point, vec3(16.0, 0.0, 0.0), &mut found);
    assert_eq!((found.len(), empty.first_hit(&point, vec3(16.0, 0.0, 0.0))), (0, None));
}

/// Lengths whose squares leave the range, ways of every length, and numbers that are not finite: no hit is lost.
#[test]
fn balls_around_the_bodies_hide_no_hit_at_any_scale() {
    let mut tried = 0;
    for exponent in [-900, -520, -450, -300, 0, 300, 450, 520, 900] {
        let unit = 2f64.powi(exponent);
        let mut set = ShapeSet::new();
        let shape = set.insert(Cuboid::new(vec2(unit, unit)).unwrap());
        let places = [4.0, 8.0].map(|x| Placement { shape, pose: Pose::translation([x * unit, 0.0]) });
        let solver = Solver::default();
        let batch = solver.batch(&set, &places).unwrap();
        let ball = Ball::new(vec2(0.0, 0.0), unit).unwrap();
        for (length, placement) in [(8.0, Some(0)), (1.9, None), (1e-3, None), (-8.0, None)] {
            let travel = vec2(length * unit, 0.0);
            assert_eq!(batch.first_hit(&ball, travel).map(|hit| hit.placement), placement, "{exponent} {length}");
            tried += 1;
        }
        // A body that is there already, a way that is as nothing.
        let ball = ball.at(Pose::translation([8.0 * unit, 0.0]));
        assert_eq!(batch.first_hit(&ball, vec2(f64::MIN_POSITIVE, 0.0)).map(|hit| hit.placement), Some(1));
        let near = batch.first_hit(&ball, vec2(f64::NAN, 0.0)).unwrap();
        assert_eq!((near.placement, near.cast.outcome), (0, Outcome::Near));
    }
    assert_eq!(tried, 36);
    let mut set = ShapeSet::new();
    let shape = set.insert(Ball::new(vec2(0.0, 0.0), 1.0f64).unwrap());
    let places = [Placement { shape, pose: Pose::identity() }];
    let mut answers = [None];
    let origin = vec2(f64::INFINITY, 0.0);
    Solver::default().batch(&set, &places).unwrap().rays(&[origin], &[vec2(1.0, 0.0)], &mut answers).unwrap();
    assert_eq!(answers[0].map(|hit: Hit<_>| (hit.cast.outcome, hit.cast.lower)), Some((Outcome::Near, 0.0)));
}

#[test]
fn a_place_for_a_cast_claims_nothing() {
    let place = Cast::<Vec3<f64>>::default();
    assert_eq!((place.outcome, place.lower, place.upper), (Outcome::Near, 0.0, 1.0));
    assert_eq!(place.contact, Proximity::default());
}

#[cfg(feature = "rayon")]
#[test]
fn any_number_of_threads_gives_the_same_bits_for_motions() {
    let (mut seed, bodies) = (11, Bodies::<Vec2<f64>>::new());
    let motions: Vec<Motion<Vec2<f64>>> = (0..bodies.placements.len()).map(|body| motion(body, &mut seed)).collect();
    let origins: Vec<Vec2<f64>> = (0..500).map(|_| vector(&mut seed, 4.0)).collect();
    let solver = Solver::default();
    let batch = solver.batch(&bodies.set, &bodies.placements).unwrap();
    let with_threads = |count: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build().unwrap();
        let (mut answers, mut hits) = (vec![Cast::default(); bodies.pairs.len()], vec![None; origins.len()]);
        pool.install(|| batch.impacts(&bodies.pairs, &motions, &mut answers)).unwrap();
        pool.install(|| batch.rays(&origins, &origins, &mut hits)).unwrap();
        (answers, hits)
    };
    let single = with_threads(1);
    let several = with_threads(3);
    assert_same_bits(&several.0, &single.0);
    assert_same_bits(&several.1, &single.1);
}

/// Cause: the first of two hits at fraction 0 was skipped, since its ball comes at a fraction that `f32` rounds to 0. Law: of
/// equal `lower` the first body is told.
#[test]
fn hits_at_fractions_that_round_to_nothing_are_told_in_the_order_of_bodies() {
    let mut shapes = ShapeSet::<Vec3<f32>>::new();
    let point = shapes.insert(Point::new(vec3(0.0, 0.0, 0.0)).unwrap());
    let ball = shapes.insert(Ball::new(vec3(0.0, 0.0, 0.0), 1.0).unwrap());
    let near = Placement { shape: point, pose: Pose::translation([1e-20, 0.0, 0.0]) };
    let bodies = [near, Placement { shape: ball, pose: Pose::translation([0.0; 3]) }];
    let solver = Solver::default();
    let (origin, travel) = (vec3(0.0, 0.0, 0.0), vec3(1e30, 0.0, 0.0));
    let singles = bodies.map(|body| solver.cast_ray(&shapes[body.shape].at(body.pose), origin, travel));
    assert_eq!(singles.map(|cast| cast.lower), [0.0; 2]);
    let mut answers = [None];
    solver.batch(&shapes, &bodies).unwrap().rays(&[origin], &[travel], &mut answers).unwrap();
    assert_eq!(answers[0].map(|hit| hit.placement), Some(0));
}
