//! Bodies that move, compared with all pairs of their leaves by the core.

use crate::shapes::{Parts, Random, cuboid, mesh, soup, times, torus};
use crate::shapes_in_the_plane::{outline, polygons, pose as pose_in_the_plane};
use clearance::{
    Ball, Capsule, Cast, Clearance, Cuboid, Hull, Motion, Outcome, Pose, Proximity, Shape, Solver, Start, SupportMap,
    Vec2, Vec3, vec2, vec3,
};
use clearance_scene::{
    Composite, Compound, LeafCast, LeafClearance, Mesh, Single, cast, cast_with, impact, impact_with, least_clearance,
};

type Motions<V> = [Motion<V>; 2];

/// What the core says about every pair of leaves.
pub fn all_pairs<T, const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    a: &A,
    b: &B,
    ask: impl Fn(&&dyn SupportMap<A::Vector>, &&dyn SupportMap<A::Vector>) -> T,
) -> Vec<([u32; 2], T)> {
    let pairs = (0..a.leaf_count() as u32).flat_map(|i| (0..b.leaf_count() as u32).map(move |j| [i, j]));
    let answer = |[i, j]: [u32; 2]| {
        let (a, b) = (a.leaf(i), b.leaf(j));
        ask(&(&a as &dyn SupportMap<A::Vector>), &(&b as &dyn SupportMap<A::Vector>))
    };
    pairs.map(|leaves| (leaves, answer(leaves))).collect()
}

/// Compares one question with all pairs of leaves, and with the exchanged one.
fn compare<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    solver: &Solver,
    (a, b): (&A, &B),
    [of_a, of_b]: &Motions<A::Vector>,
) -> Outcome {
    let answer = impact_with(solver, a, of_a, b, of_b);
    assert_eq!(impact_with(solver, b, of_b, a, of_a).swapped(), answer);
    let casts: Vec<([u32; 2], Cast<A::Vector>)> = all_pairs(a, b, |a, b| solver.impact(a, of_a, b, of_b));
    let hits = || casts.iter().filter(|(_, cast)| cast.outcome == Outcome::Hit);
    let open = casts.iter().filter(|(_, cast)| cast.outcome != Outcome::Clear);
    let lower = open.map(|(_, cast)| cast.lower).fold(1.0, f64::min);
    assert_eq!(answer.outcome == Outcome::Hit, hits().count() > 0, "{answer:?}");
    assert!(answer.lower >= lower && answer.lower <= answer.fraction && answer.fraction <= answer.upper, "{answer:?}");
    match answer.outcome {
        Outcome::Hit => {
            // No box hides a pair whose contact is proven before.
            let upper = hits().map(|(_, cast)| cast.upper).fold(1.0, f64::min);
            assert_eq!(answer.upper, upper);
            let contact = answer.contact.unwrap();
            let (_, cast) = hits().find(|(leaves, _)| *leaves == [contact.leaf_a, contact.leaf_b]).unwrap();
            // The points may be computed from the side of the other body, which rounds them otherwise.
            let seen = |it: &Proximity<A::Vector>| (it.status, it.distance, it.lower, it.upper, it.normal);
            assert!(cast.lower <= answer.upper, "{answer:?}\n{cast:?}");
            assert_eq!(seen(&contact.proximity), seen(&cast.contact));
        }
        Outcome::Near => assert!(lower < 1.0 && answer.contact.is_some()),
        Outcome::Clear => assert_eq!((answer.lower, answer.upper, answer.contact), (1.0, 1.0, None)),
    }
    answer.outcome
}

/// Compares the least clearance with that of all pairs of leaves, and with the exchanged one. Whether leaves meet.
fn compare_clearance<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    (a, b): (&A, &B),
    [of_a, of_b]: &Motions<A::Vector>,
) -> bool {
    let answer: LeafClearance<A::Vector> = least_clearance(a, of_a, b, of_b);
    assert_eq!(least_clearance(b, of_b, a, of_a).swapped(), answer);
    let all: Vec<([u32; 2], Clearance<A::Vector>)> =
        all_pairs(a, b, |a, b| Solver::default().clearance(a, of_a, b, of_b));
    let upper = all.iter().map(|(_, it)| it.upper).fold(f64::INFINITY, f64::min);
    let lower = all.iter().map(|(_, it)| it.lower).fold(f64::INFINITY, f64::min);
    assert_eq!(answer.upper, upper);
    assert!(lower <= answer.lower && answer.lower <= answer.distance && answer.distance <= answer.upper, "{answer:?}");
    let (_, named) = all.iter().find(|(leaves, _)| *leaves == [answer.leaf_a, answer.leaf_b]).unwrap();
    assert!(named.lower <= upper, "{answer:?}\n{named:?}");
    if upper <= 0.0 {
        let first = impact(a, of_a, b, of_b);
        assert_eq!((answer.distance, answer.fraction), (0.0, first.fraction));
    }
    upper <= 0.0
}

/// A motion of space: one in three has no turn.
fn motion(random: &mut Random, round: usize, reach: f64) -> Motion<Vec3<f64>> {
    let [center, way, turn] = [(); 3].map(|()| Vec3::from(random.point()));
    match round % 3 {
        0 => Motion::travel(way * reach),
        1 => Motion::turn(center, turn * 2.0).and_travel(way * reach),
        _ => Motion::turn(center, turn * 8.0),
    }
}

fn motion_in_the_plane(random: &mut Random, round: usize, reach: f64) -> Motion<Vec2<f64>> {
    let mut vector = || vec2(random.signed(), random.signed());
    let [center, way] = [vector(), vector()];
    let turn = 4.0 * random.signed();
    if round.is_multiple_of(3) {
        Motion::travel(way * reach)
    } else {
        Motion::turn(center, turn).and_travel(way * reach)
    }
}

/// The motion in another unit of length.
fn enlarged(motion: &Motion<Vec3<f64>>, factor: f64) -> Motion<Vec3<f64>> {
    Motion::turn(motion.center * factor, motion.turn).and_travel(motion.travel * factor)
}

/// A few small triangles in a cube.
pub fn crumbs(random: &mut Random, count: usize) -> Mesh {
    let (vertices, triangles) = soup(random, count);
    let small = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|index| Vec3::from(vertices[index as usize]));
        (b - a).length() < 0.6 && (c - a).length() < 0.6
    };
    let kept: Vec<[u32; 3]> = triangles.iter().copied().filter(small).collect();
    Mesh::new(&vertices, if kept.is_empty() { &triangles } else { &kept }).unwrap()
}

/// Counts outcomes: clear, hit, near.
#[derive(Debug, Default)]
struct Counts([u32; 3]);

impl Counts {
    fn add(&mut self, outcome: Outcome) {
        self.0[[Outcome::Clear, Outcome::Hit, Outcome::Near].iter().position(|it| *it == outcome).unwrap()] += 1;
    }

    /// Both answers came often, and near ones are rare.
    fn check(&self, least: u32) {
        let [clear, hit, near] = self.0;
        assert!(clear >= least && hit >= least && 10 * near <= clear + hit, "{self:?}");
    }
}

/// Law: the first contact of two meshes is that of their triangles, whether they turn or not.
#[test]
fn the_first_contact_of_meshes_is_that_of_all_pairs_of_triangles() {
    let (mut random, mut counts, mut turning) = (Random(71), Counts::default(), Counts::default());
    for round in 0..48 {
        let [a, b] = [0, 1].map(|_| crumbs(&mut random, 14));
        let (a, b) = (a.at(random.pose(0.0)), b.at(random.pose(1.75)));
        let motions = [motion(&mut random, round / 3, 1.0), motion(&mut random, round, 3.0)];
        let target = if round % 4 == 3 { 0.125 } else { 0.0 };
        let outcome = compare(&Solver { target, ..Solver::default() }, (&a, &b), &motions);
        if round % 9 == 0 { counts.add(outcome) } else { turning.add(outcome) }
    }
    assert!(counts.0[2] == 0, "{counts:?}");
    turning.check(8);
}

/// Law: casts along a line are never near.
#[test]
fn casts_of_meshes_are_exact() {
    let (mut random, mut counts) = (Random(73), Counts::default());
    for round in 0..60 {
        let [a, b] = [0, 1].map(|_| crumbs(&mut random, 20));
        let (a, b) = (a.at(random.pose(0.0)), b.at(random.pose(2.0)));
        let way = Vec3::from(random.point()) * 5.0;
        let target = if round % 4 == 3 { 0.125 } else { 0.0 };
        let solver = Solver { target, ..Solver::default() };
        counts.add(compare(&solver, (&a, &b), &[Motion::still(), Motion::travel(way)]));
        let along = cast_with(&solver, &a, &b, way);
        assert_eq!(along, impact_with(&solver, &a, &Motion::still(), &b, &Motion::travel(way)));
    }
    counts.check(12);
    assert_eq!(counts.0[2], 0);
}

/// Law: the same in the plane, for outlines and for a single shape.
#[test]
fn the_first_contact_of_outlines_is_that_of_all_pairs_of_edges() {
    let (mut random, mut counts) = (Random(79), Counts::default());
    for round in 0..40 {
        let [a, b] = [0, 1].map(|_| outline(&polygons(&mut random, 1)));
        let (a, b) = (a.at(pose_in_the_plane(&mut random, 0.0)), b.at(pose_in_the_plane(&mut random, 4.0)));
        let motions = [motion_in_the_plane(&mut random, 0, 1.0), motion_in_the_plane(&mut random, round, 6.0)];
        counts.add(compare(&Solver::default(), (&a, &b), &motions));
        let capsule = Capsule::new(vec2(0.0, 0.0), vec2(0.5, 0.25), 0.25).unwrap();
        let capsule = capsule.at(pose_in_the_plane(&mut random, 3.0));
        counts.add(compare(&Solver::default(), (&a, &Single::new(&capsule)), &motions));
    }
    counts.check(15);
}

/// Law: a mesh against one convex shape and against a compound of shapes with poses of their own, with a rule for the
/// start.
#[test]
fn single_shapes_and_compounds_move_as_their_leaves() {
    let (mut random, mut counts) = (Random(83), Counts::default());
    for round in 0..30 {
        let surface = crumbs(&mut random, 16);
        let boxes = (0..5).map(|_| Cuboid::new(vec3(0.2, 0.1, 0.3)).unwrap().at(random.pose(1.0)).into());
        let pile = Compound::new(boxes.collect()).unwrap();
        let points: Vec<[f64; 3]> = (0..8).map(|_| random.point().map(|x| 0.4 * x)).collect();
        let stone = Hull::new(&points).unwrap().at(random.pose(2.0));
        let (surface, pile) = (surface.at(random.pose(0.0)), pile.at(random.pose(2.0)));
        let motions = [motion(&mut random, 0, 1.0), motion(&mut random, round, 4.0)];
        let start = if round % 2 == 0 { Start::Stop } else { Start::Leave };
        let solver = Solver { start, ..Solver::default() };
        counts.add(compare(&solver, (&surface, &Single::new(&stone)), &motions));
        counts.add(compare(&solver, (&pile, &surface), &motions));
        counts.add(compare(&solver, (&pile, &Single::new(&stone)), &motions));
    }
    counts.check(15);
}

/// Law: the least clearance is that of all pairs of leaves, in space and in the plane.
#[test]
fn the_least_clearance_is_that_of_all_pairs_of_leaves() {
    let (mut random, mut meeting, mut apart) = (Random(89), 0, 0);
    for round in 0..24 {
        let [a, b] = [0, 1].map(|_| crumbs(&mut random, 8));
        let (a, b) = (a.at(random.pose(0.0)), b.at(random.pose(1.25)));
        let motions = [motion(&mut random, 0, 1.0), motion(&mut random, round, 3.0)];
        let [c, d] = [0, 1].map(|_| outline(&polygons(&mut random, 1)));
        let (c, d) = (c.at(pose_in_the_plane(&mut random, 0.0)), d.at(pose_in_the_plane(&mut random, 1.25)));
        let flat = [motion_in_the_plane(&mut random, 0, 1.0), motion_in_the_plane(&mut random, round, 3.0)];
        for meets in [compare_clearance((&a, &b), &motions), compare_clearance((&c, &d), &flat)] {
            if meets { meeting += 1 } else { apart += 1 }
        }
    }
    assert!(meeting >= 8 && apart >= 8, "{meeting} {apart}");
}

/// Law: lengths in another unit, a power of two times the first, give the same bits.
#[test]
fn another_unit_of_length_has_the_same_bits_in_motion() {
    let (mut random, mut hits) = (Random(97), 0);
    for (round, exponent) in [1, -3, 60, -60, 300, -300].into_iter().enumerate() {
        let parts: [Parts; 2] = [0, 1].map(|_| soup(&mut random, 12));
        let poses = [random.pose(0.0), random.pose(2.0)];
        let motion = motion(&mut random, round, 4.0);
        let ask = |factor: f64| -> (LeafCast, LeafClearance) {
            let [a, b] = parts.each_ref().map(|parts| mesh(&times(parts, factor)));
            let [p, q] = poses.map(|pose| Pose { translation: pose.translation * factor, ..pose });
            let motion = enlarged(&motion, factor);
            let (a, b) = (a.at(p), b.at(q));
            (impact(&a, &Motion::still(), &b, &motion), least_clearance(&a, &Motion::still(), &b, &motion))
        };
        let factor = 2f64.powi(exponent);
        let ((one, near), (other, far)) = (ask(1.0), ask(factor));
        let bracket = |cast: &LeafCast| (cast.outcome, cast.fraction, cast.lower, cast.upper, cast.iterations);
        assert_eq!(bracket(&one), bracket(&other));
        let leaves = |cast: &LeafCast| cast.contact.map(|contact| (contact.leaf_a, contact.leaf_b, contact.normal));
        assert_eq!(leaves(&one), leaves(&other));
        assert_eq!([near.distance, near.lower, near.upper].map(|x| x * factor), [far.distance, far.lower, far.upper]);
        assert_eq!((near.fraction, near.leaf_a, near.leaf_b), (far.fraction, far.leaf_a, far.leaf_b));
        hits += u32::from(one.outcome == Outcome::Hit);
    }
    assert!((1..=5).contains(&hits), "{hits}");
}

/// Law: a peg goes through a ring and a hull does not tell. Off its middle, and when it turns on the way, it hits.
#[test]
fn a_peg_goes_through_a_ring() {
    let ring = mesh(&torus(24, 12, 0.25));
    let peg = mesh(&cuboid([-0.25, -0.25, -1.0], [0.25, 0.25, 1.0]));
    let from = |x: f64| peg.at(Pose::translation(vec3(x, 0.0, 4.0)));
    let (still, way) = (Motion::still(), vec3(0.0, 0.0, -8.0));
    let ring = ring.at(Pose::identity());
    assert!(cast(&ring, &from(0.0), way).is_clear());
    assert_eq!(cast(&ring, &from(0.75), way).outcome, Outcome::Hit);
    let spin = Motion::turn(vec3(0.0, 0.0, 4.0), vec3(0.0, 0.0, 12.0)).and_travel(way);
    assert!(impact(&ring, &still, &from(0.0), &spin).is_clear());
    let tumble = Motion::turn(vec3(0.0, 0.0, 4.0), vec3(3.0, 0.0, 0.0)).and_travel(way);
    assert_eq!(impact(&ring, &still, &from(0.0), &tumble).outcome, Outcome::Hit);
    // The wall of the tube is at 0.75, and the corners of the peg are at 0.25·√2.
    let least = least_clearance(&ring, &still, &from(0.0), &Motion::travel(way));
    let (most, at_least) =
        (0.75 - 0.25 * 2f64.sqrt(), (0.75 * (std::f64::consts::PI / 24.0).cos()) - 0.25 * 2f64.sqrt());
    assert!(least.lower <= most && least.upper >= at_least, "{least:?}");
    assert!(least.upper - least.lower < 1e-9, "{least:?}");
    // As near as the target is contact.
    let solver = |target: f64| Solver { target, ..Solver::default() };
    assert!(cast_with(&solver(0.999 * least.lower), &ring, &from(0.0), way).is_clear());
    assert_eq!(cast_with(&solver(1.001 * least.upper), &ring, &from(0.0), way).outcome, Outcome::Hit);
}

/// Law: nothing goes through a wall of one layer of triangles, however fast.
#[test]
fn a_fast_ball_does_not_go_through_a_thin_wall() {
    let wall = mesh(&crate::shapes::sheet(16, 0.0));
    let ball = Ball::new(vec3(0.4, 0.3, 0.0), 0.001).unwrap();
    for (height, way) in [(1.0, 2.0), (1000.0, 1e6), (0.01, 1e9)] {
        let above = ball.at(Pose::translation([0.0, 0.0, height]));
        let answer = cast(&wall.at(Pose::identity()), &Single::new(&above), vec3(0.0, 0.0, -way));
        let right = (height - 0.001) / way;
        assert_eq!(answer.outcome, Outcome::Hit);
        assert!((answer.fraction - right).abs() < 1e-12 * (1.0 + height) / way, "{answer:?}");
        let beside = ball.at(Pose::translation([1.0, 0.0, height]));
        assert!(cast(&wall.at(Pose::identity()), &Single::new(&beside), vec3(0.0, 0.0, -way)).is_clear());
    }
}

/// Law: each pair of leaves in contact at the start may part by itself.
#[test]
fn leaves_in_contact_at_the_start_may_leave() {
    let [base, lid] = [mesh(&cuboid([0.0; 3], [1.0; 3])), mesh(&cuboid([0.0, 0.0, 1.0], [1.0, 1.0, 2.0]))];
    let (base, lid) = (base.at(Pose::identity()), lid.at(Pose::identity()));
    let cast = |start, way| cast_with(&Solver { start, ..Solver::default() }, &base, &lid, way);
    let up = vec3(0.0, 0.0, 1.0);
    let stopped = cast(Start::Stop, up);
    assert_eq!((stopped.outcome, stopped.lower, stopped.upper), (Outcome::Hit, 0.0, 0.0));
    assert!(cast(Start::Leave, up).is_clear());
    assert_eq!(cast(Start::Leave, -up).outcome, Outcome::Hit);
}

/// Law: numbers that are not finite claim nothing, and ask nothing.
#[test]
fn numbers_that_are_not_finite_claim_nothing_in_motion() {
    let sheet = mesh(&crate::shapes::sheet(4, 0.0));
    let whole = sheet.at(Pose::identity());
    let nowhere = sheet.at(Pose::translation(vec3(f64::NAN, 0.0, 0.0)));
    let endless = Motion::travel(vec3(0.0, 0.0, f64::INFINITY));
    for (body, motion) in [(&nowhere, &Motion::still()), (&whole, &endless)] {
        let answer = impact(&whole, &Motion::still(), body, motion);
        assert_eq!((answer.outcome, answer.lower, answer.upper), (Outcome::Near, 0.0, 1.0));
        assert_eq!((answer.contact, answer.iterations), (None, 0));
        let least = least_clearance(&whole, &Motion::still(), body, motion);
        assert_eq!((least.lower, least.upper), (0.0, f64::INFINITY));
    }
}

/// Law: the first of many pairs that meet at the same time is named.
#[test]
fn of_many_pairs_that_meet_at_once_the_first_is_named() {
    let plate = mesh(&crate::shapes::sheet(6, 0.0));
    let above = plate.at(Pose::translation(vec3(0.0, 0.0, 2.0)));
    let answer = cast(&plate.at(Pose::identity()), &above, vec3(0.0, 0.0, -4.0));
    let contact = answer.contact.unwrap();
    assert_eq!((answer.outcome, contact.leaf_a, contact.leaf_b), (Outcome::Hit, 0, 0));
    assert!(answer.lower <= 0.5 && 0.5 <= answer.upper);
}
