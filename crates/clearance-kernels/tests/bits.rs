//! What a kernel answers has the bits of the query: every question, both orders, every kind of pair. Law of the crate.

use clearance::{
    AnyShape, Ball, Capsule, Cuboid, Hull, Pose, Proximity, Quaternion, Segment, Shape, Solver, Status, vec3,
};
use clearance_kernels::{
    Answer, BEYOND, BOX, Body, BoxBody, HULL, Host, HullBody, OPEN, OVERLAPPING, Part, PoseRow, SEPARATED, Taken, V,
    bodies, distance, overlaps, signed_distance, within,
};
use lab::corpus::{Scalar, families, family};
use lab::random::Random;
use lab::space::Rough;

/// How many pairs were answered and how many were open, by question: distance, signed distance, within, overlap.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    answered: [usize; 4],
    open: [usize; 4],
    by_status: [usize; 3],
    beyond: usize,
}

impl Counts {
    fn note(&mut self, question: usize, is_answered: bool) {
        self.answered[question] += usize::from(is_answered);
        self.open[question] += usize::from(!is_answered);
    }
}

/// Every number of an answer, as bits, and all else of it as text.
fn bits(answer: &Proximity<V>) -> ([u64; 12], String) {
    let Proximity { distance, lower, upper, normal, point_a, point_b, status, iterations, .. } = *answer;
    let [n, a, b] = [normal, point_a, point_b];
    let numbers = [distance, lower, upper, n.x, n.y, n.z, a.x, a.y, a.z, b.x, b.y, b.z];
    (numbers.map(f64::to_bits), format!("{status:?} {iterations} {:?} {:?}", answer.feature_a(), answer.feature_b()))
}

fn pose_of(row: &PoseRow) -> Pose<V> {
    let [x, y, z, w, a, b, c] = *row;
    Pose { rotation: Quaternion { x, y, z, w }, translation: vec3(a, b, c) }
}

/// The answer of a kernel that has the whole text. Two kernels that share it must give the same: the second is asked about what
/// the first leaves open.
fn in_parts(ask: impl Fn(Part) -> Answer) -> Answer {
    let (whole, first) = (ask(Part::Whole), ask(Part::Axes));
    assert_eq!(if first.status == OPEN { ask(Part::Rest) } else { first }, whole);
    whole
}

/// Compares every question about a pair, asked of one type of body, with the solver.
fn compare<'t, B: Taken<'t>>(
    host: &'t Host,
    shapes: &[AnyShape<V>],
    pair: [u32; 2],
    poses: [&PoseRow; 2],
    limits: &[f64],
    counts: &mut Counts,
) {
    let (table, solver) = (host.table(), Solver::default());
    let [a, b] = [0, 1].map(|side| shapes[pair[side] as usize].clone().at(pose_of(poses[side])));
    let named = || format!("{a:?}\n{b:?}");
    let [Some(in_a), Some(in_b)] = [0, 1].map(|side| B::taken(&table, pair[side], poses[side])) else {
        panic!("a shape is not in the table: {}", named());
    };
    let right = solver.distance(&a, &b);
    let found = bodies::distance(&in_a, &in_b);
    counts.note(0, found.is_some());
    if let Some(found) = found {
        assert_eq!(bits(&found), bits(&right), "distance\n{}", named());
        counts.by_status[found.status as usize] += 1;
    }
    let row = in_parts(|part| distance::<B>(&table, pair, poses, part));
    assert_eq!(row.status == OPEN, found.is_none());
    if row.status != OPEN {
        assert_eq!(row.lengths, [right.distance, right.lower, right.upper]);
        let vectors = [right.point_a, right.point_b, right.normal].map(|v| [v.x, v.y, v.z]);
        assert_eq!(row.vectors, vectors);
    }
    let right = solver.signed_distance(&a, &b);
    let found = bodies::signed_distance(&in_a, &in_b);
    counts.note(1, found.is_some());
    if let Some(found) = found {
        assert_eq!(bits(&found), bits(&right), "signed distance\n{}", named());
    }
    let row = in_parts(|part| signed_distance::<B>(&table, pair, poses, part));
    assert_eq!(row.status == OPEN, found.is_none());
    for &limit in limits {
        let right = Solver { max_distance: limit, ..solver }.within(&a, &b);
        let found = bodies::within(&in_a, &in_b, limit);
        counts.note(2, found.is_some());
        if let Some(found) = found {
            assert_eq!(found.as_ref().map(bits), right.as_ref().map(bits), "within {limit}\n{}", named());
            counts.beyond += usize::from(found.is_none());
        }
        let row = in_parts(|part| within::<B>(&table, pair, poses, limit, part));
        assert_eq!((row.status == OPEN, row.status == BEYOND), (found.is_none(), found == Some(None)));
    }
    let right = solver.overlaps(&a, &b);
    let found = bodies::overlaps(&in_a, &in_b);
    counts.note(3, found.is_some());
    if let Some(found) = found {
        assert_eq!(found, right, "overlap\n{}", named());
    }
    let row = in_parts(|part| Answer::verdict(overlaps::<B>(&table, pair, poses, part))).status;
    assert_eq!(row, found.map_or(OPEN, |meets| if meets { OVERLAPPING } else { SEPARATED }));
}

/// The same of both orders, and of the type of body that a kernel for one kind takes.
fn compare_all(host: &Host, shapes: &[AnyShape<V>], poses: [&PoseRow; 2], limits: &[f64], counts: &mut Counts) {
    let table = host.table();
    compare::<Body>(host, shapes, [0, 1], poses, limits, counts);
    compare::<Body>(host, shapes, [1, 0], [poses[1], poses[0]], limits, counts);
    match (table.entries[0].kind, table.entries[1].kind) {
        (BOX, BOX) => compare::<BoxBody>(host, shapes, [0, 1], poses, limits, &mut Counts::default()),
        (HULL, HULL) => compare::<HullBody>(host, shapes, [0, 1], poses, limits, &mut Counts::default()),
        _ => {}
    }
}

fn point(random: &mut Random) -> V {
    vec3(random.signed(), random.signed(), random.signed())
}

/// A shape of each kind, in lengths of about `unit`.
fn shape(random: &mut Random, kind: usize, unit: f64) -> AnyShape<V> {
    let half = |random: &mut Random| vec3(random.unit() + 0.1, random.unit() + 0.1, random.unit() + 0.1) * unit;
    let cloud = |random: &mut Random, count: usize| {
        let points: Vec<V> = (0..count).map(|_| point(random) * unit).collect();
        Hull::new(&points).unwrap()
    };
    match kind {
        0 => Ball::new(point(random) * unit, unit * random.unit()).unwrap().into(),
        1 => Capsule::new(point(random) * unit, point(random) * unit, 0.5 * unit * random.unit()).unwrap().into(),
        2 => Segment::new(point(random) * unit, point(random) * unit).unwrap().into(),
        3 => Cuboid::new(half(random)).unwrap().into(),
        4 => Cuboid::new(half(random)).unwrap().rounded(0.25 * unit).unwrap().into(),
        5 => cloud(random, 8).into(),
        6 => cloud(random, 64).into(),
        _ => cloud(random, 12).rounded(0.125 * unit).unwrap().into(),
    }
}

const KINDS: usize = 8;

fn rotation(random: &mut Random) -> Quaternion<f64> {
    loop {
        let [x, y, z, w] = [(); 4].map(|()| random.signed());
        if let Ok(rotation) = Quaternion::new(x, y, z, w) {
            return rotation;
        }
    }
}

fn row(rotation: Quaternion<f64>, t: V) -> PoseRow {
    [rotation.x, rotation.y, rotation.z, rotation.w, t.x, t.y, t.z]
}

const NO_TURN: Quaternion<f64> = Quaternion { x: 0.0, y: 0.0, z: 0.0, w: 1.0 };

#[test]
fn kernels_have_the_bits_of_the_solver_on_random_pairs_of_all_kinds() {
    let mut random = Random::new(43);
    // Placements: far, near, in each other, pushed until they touch, at one pose, without rotation.
    let mut by_placement = [Counts::default(); 6];
    for round in 0..24 {
        for kinds in 0..KINDS * KINDS {
            let unit = if round % 3 == 2 { 2f64.powi(random.integer(-18, 18)) } else { 1.0 };
            let shapes = [shape(&mut random, kinds % KINDS, unit), shape(&mut random, kinds / KINDS, unit)];
            let host = Host::new(&shapes);
            for (placement, counts) in by_placement.iter_mut().enumerate() {
                let reach = [8.0, 2.5, 0.5, 1.5, 0.0, 2.0][placement] * unit;
                let (r, s) =
                    if placement == 5 { (NO_TURN, NO_TURN) } else { (rotation(&mut random), rotation(&mut random)) };
                let (t, way) = (point(&mut random) * unit, point(&mut random) * reach);
                let mut poses = [row(r, t), if placement == 4 { row(r, t) } else { row(s, t + way) }];
                if placement == 3 {
                    let placed = |poses: &[PoseRow; 2]| {
                        let [a, b] = [0, 1].map(|side: usize| shapes[side].clone().at(pose_of(&poses[side])));
                        Solver::default().signed_distance(&a, &b)
                    };
                    for _ in 0..3 {
                        let answer = placed(&poses);
                        let back = answer.normal * answer.distance;
                        for (number, step) in poses[1][4..].iter_mut().zip([back.x, back.y, back.z]) {
                            *number -= step;
                        }
                    }
                }
                compare_all(
                    &host,
                    &shapes,
                    [&poses[0], &poses[1]],
                    &[0.25 * unit, 2.0 * unit, 0.0, -1.0, f64::NAN],
                    counts,
                );
            }
        }
    }
    for (placement, counts) in
        ["far", "near", "in each other", "touching", "one pose", "no turn"].iter().zip(by_placement)
    {
        println!("{placement}: {counts:?}");
    }
    let [far, near, deep, touching, one_pose, no_turn] = by_placement;
    let asked = |counts: &Counts, question: usize| counts.answered[question] + counts.open[question];
    for counts in [&far, &near, &deep, &no_turn] {
        assert!(100 * counts.open[0] <= asked(counts, 0), "more than 1 % of the distances are open: {counts:?}");
        assert!(100 * counts.open[3] <= asked(counts, 3), "more than 1 % of the verdicts are open: {counts:?}");
    }
    // At one pose the centres of boxes and the middles of segments may coincide. Such cores meet without a volume.
    assert!(20 * one_pose.open[0] <= asked(&one_pose, 0), "more than 5 % of the distances are open: {one_pose:?}");
    assert!(far.by_status[Status::Separated as usize] > 1000 && far.beyond > 1000);
    assert!(near.by_status[Status::Separated as usize] > 500 && near.by_status[Status::Overlapping as usize] > 100);
    assert!(deep.by_status[Status::Overlapping as usize] > 1000 && deep.open[1] > 500 && deep.answered[1] > 50);
    assert!(touching.open[0] > 500, "{touching:?}");
}

#[test]
fn boxes_along_the_axes_that_touch_are_answered_and_not_open() {
    let mut random = Random::new(44);
    let (mut counts, mut touching) = (Counts::default(), 0);
    for _ in 0..200 {
        let half = || vec3(1.0, 0.5, 0.25);
        let shapes: [AnyShape<V>; 2] = [Cuboid::new(half()).unwrap().into(), Cuboid::new(half()).unwrap().into()];
        let place = vec3(2.0 * random.integer(-1, 1) as f64, f64::from(random.integer(-1, 1)), 0.25);
        let poses = [row(NO_TURN, vec3(0.0, 0.0, 0.0)), row(NO_TURN, place)];
        compare_all(&Host::new(&shapes), &shapes, [&poses[0], &poses[1]], &[0.5], &mut counts);
        touching += usize::from(place.x != 0.0 || place.y != 0.0);
    }
    assert!(touching > 100 && counts.open[0] == 0 && counts.open[3] == 0, "{touching} {counts:?}");
}

#[test]
fn pairs_that_a_kernel_must_not_answer_are_open() {
    let huge = 2f64.powi(70);
    let shapes: [AnyShape<V>; 5] = [
        Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap().into(),
        Cuboid::new(vec3(huge, huge, huge)).unwrap().into(),
        clearance::Ellipsoid::new(vec3(1.0, 1.0, 1.0)).unwrap().into(),
        Hull::new(&[vec3(0.0, 0.0, 0.0)]).unwrap().into(),
        Capsule::new(vec3(0.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0), 0.5).unwrap().into(),
    ];
    let host = Host::new(&shapes);
    let table = host.table();
    let here = row(NO_TURN, vec3(0.0, 0.0, 0.0));
    let far = row(NO_TURN, vec3(5.0, 1.0, 0.5));
    let scaled = row(Quaternion { w: 0.5, ..NO_TURN }, vec3(5.0, 0.0, 0.0));
    let lost = row(NO_TURN, vec3(f64::NAN, 0.0, 0.0));
    let open =
        |pair: [u32; 2], pose: &PoseRow| distance::<Body>(&table, pair, [&here, pose], Part::Whole).status == OPEN;
    assert!(!open([0, 0], &far), "a plain pair is answered");
    assert!(open([0, 1], &row(NO_TURN, vec3(4.0 * huge, 1.0, 0.0))), "lengths are scaled");
    assert!(open([0, 2], &far), "a shape that the table does not hold");
    assert!(open([3, 3], &far), "hulls of one vertex");
    assert!(!open([0, 3], &far));
    assert!(open([0, 9], &far), "an index outside of the table");
    assert!(open([0, 4], &scaled), "no rotation");
    assert!(open([0, 4], &lost), "not a number");
    let boxes_alone = distance::<BoxBody>(&table, [0, 4], [&here, &far], Part::Whole).status;
    assert_eq!(boxes_alone, OPEN, "a kernel for boxes leaves a capsule open");
}

/// A shape of the corpus as a rounded hull, or as the simpler kind that it is.
fn of_corpus(rough: &Rough) -> Option<AnyShape<V>> {
    let points: Vec<V> = rough.vectors();
    match points[..] {
        [center] => Some(Ball::new(center, rough.radius).ok()?.into()),
        [start, end] => Some(Capsule::new(start, end, rough.radius).ok()?.into()),
        _ if rough.radius > 0.0 => Some(Hull::new(&points).ok()?.rounded(rough.radius).ok()?.into()),
        _ => Some(Hull::new(&points).ok()?.into()),
    }
}

#[test]
fn kernels_have_the_bits_of_the_solver_on_the_whole_corpus() {
    let (mut counts, mut pairs) = (Counts::default(), 0);
    for name in families() {
        let mut own = Counts::default();
        for case in family(&name).iter().filter(|case| case.dim == 3) {
            assert!(case.scalar == Scalar::F64 || case.scalar == Scalar::F32);
            // Numbers of f32 are numbers of f64.
            let (Some(a), Some(b)) = (of_corpus(&case.a), of_corpus(&case.b)) else { panic!("{}", case.id) };
            let (Some(p), Some(q)) = (case.a.checked_pose::<V>(), case.b.checked_pose::<V>()) else { continue };
            let shapes = [a, b];
            let poses = [row(p.rotation, p.translation), row(q.rotation, q.translation)];
            let limit = case.exact.sep.abs();
            let table = Host::new(&shapes);
            compare_all(&table, &shapes, [&poses[0], &poses[1]], &[0.5 * limit, 2.0 * limit], &mut own);
            pairs += 1;
        }
        println!("{name}: {own:?}");
        for question in 0..4 {
            counts.answered[question] += own.answered[question];
            counts.open[question] += own.open[question];
        }
    }
    println!("{pairs} pairs: {counts:?}");
    assert!(pairs > 1500, "{pairs}");
    assert!(counts.answered[0] > pairs / 2 && counts.open[0] > pairs / 10, "{counts:?}");
}
