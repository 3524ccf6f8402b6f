//! Proofs of random motions before the checker of `clearance verify`, which computes in numbers of 256 binary places
//! and shares no code with the search.

use clearance::{Carrier, Outcome, ProvenInterval, Solver, Vec2, Vec3, Vector, WideVector};
use clearance_verify::motion::{Frame, Interval, Motion, Scene, Solid, check_motion};
use lab::motion::{Mover, Scene as Known};
use lab::space::Lab;

fn solid(body: &Mover, dimension: usize) -> Solid {
    let rotation = &body.rotation[..if dimension == 2 { 2 } else { 4 }];
    let placed = Solid::Placed(Box::new(Solid::Points(body.points.clone())), [&body.translation, rotation].concat());
    Solid::Round(Box::new(placed), body.radius)
}

fn scene_of(known: &Known) -> Scene {
    let motion = |body: &Mover| Motion { travel: body.travel, turn: body.turn, center: body.center };
    let [a, b] = &known.bodies;
    Scene {
        solids: [solid(a, known.dimension), solid(b, known.dimension)],
        motions: [motion(a), motion(b)],
        target: 0.0,
    }
}

fn interval_of<V: Vector>(interval: &ProvenInterval<V>) -> Interval {
    let frame = match interval.carrier {
        Carrier::A => Frame::A,
        Carrier::B => Frame::B,
        Carrier::Own => Frame::Own(interval.turn),
        _ => Frame::World,
    };
    let (start, end, separations) = (interval.start, interval.end, interval.separations);
    Interval { start, end, frame, direction: interval.direction.padded(), separations }
}

/// The outcome, the scene and the intervals of a seed.
fn asked<V: Lab>(known: &Known) -> (Outcome, Scene, Vec<Interval>) {
    let (cast, proof) = known.impact::<V>(&Solver::default());
    (cast.outcome, scene_of(known), proof.iter().map(interval_of).collect())
}

fn of_seed(seed: u64) -> (Outcome, Scene, Vec<Interval>) {
    let known = Known::random(seed, false);
    if known.dimension == 2 { asked::<Vec2<f64>>(&known) } else { asked::<Vec3<f64>>(&known) }
}

#[test]
fn the_checker_of_the_command_accepts_the_proofs_of_random_motions() {
    let (mut proofs, mut hits, mut own) = (0, 0, 0);
    for seed in 0..600 {
        let (outcome, scene, intervals) = of_seed(seed);
        let reached = check_motion(&scene, &intervals).map(|(reached, _)| reached);
        assert_eq!(reached, Ok(intervals.last().map_or(0.0, |last| last.end)), "seed {seed}");
        assert!(outcome != Outcome::Clear || reached == Ok(1.0) || intervals.is_empty(), "seed {seed}");
        proofs += usize::from(!intervals.is_empty());
        hits += usize::from(outcome == Outcome::Hit && !intervals.is_empty());
        own += intervals.iter().filter(|interval| matches!(interval.frame, Frame::Own(_))).count();
    }
    assert!(proofs > 400 && hits > 100 && own > 200, "{proofs} {hits} {own}");
}

/// Law: no plane proves what is false. The last interval before a hit is drawn out beyond it, and what is claimed at
/// its end is made small.
#[test]
fn the_checker_of_the_command_refuses_claims_beyond_the_contact_and_changed_proofs() {
    let mut tried = 0;
    for seed in 0..200 {
        let (outcome, scene, intervals) = of_seed(seed);
        let Some(last) = intervals.last().copied().filter(|last| outcome == Outcome::Hit && last.end < 0.9) else {
            continue;
        };
        tried += 1;
        let with = |interval: Interval| [&intervals[..intervals.len() - 1], &[interval]].concat();
        let tiny = f64::MIN_POSITIVE;
        let beyond = Interval { end: last.end + 0.05, separations: [tiny; 2], ..last };
        let reversed = Interval { direction: last.direction.map(|x| -x), ..last };
        let greater = Interval { separations: [last.separations[0], 2.0 * last.separations[0] + 1e300], ..last };
        let not_positive = Interval { separations: [last.separations[0], 0.0], ..last };
        let late = Interval { start: last.start.next_up(), ..last };
        let unknown = Interval { direction: [f64::NAN; 3], ..last };
        for (name, wrong) in [
            ("beyond", beyond),
            ("reversed", reversed),
            ("greater", greater),
            ("not positive", not_positive),
            ("late", late),
            ("unknown", unknown),
        ] {
            assert!(check_motion(&scene, &with(wrong)).is_err(), "seed {seed}: {name}");
        }
    }
    assert!(tried > 30, "{tried}");
}
