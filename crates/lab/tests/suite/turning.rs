//! Random bodies that travel and turn, against samples and a checker of proofs.

use clearance::{Carrier, Outcome, Solver, Vec2, Vec3, Vector};
use lab::motion::{Scene, check_proof, judge};
use lab::space::Lab;

#[test]
fn random_impacts_are_proven_and_never_false() {
    let mut counts = [0; 3];
    for case in 0..1_500 {
        let single = case % 4 == 3;
        let verdict = judge(&Scene::random(case, single), single, 12);
        assert!(!verdict.is_false, "scene {case}: contact before the lower bound");
        assert!(!verdict.is_unfounded, "scene {case}: a hit without contact");
        assert!(!verdict.is_unproven, "scene {case}: the proof is refused");
        assert!(!verdict.is_asymmetric, "scene {case}: other bits for exchanged or scaled bodies");
        counts[verdict.outcome.map_or(2, |outcome| outcome as usize)] += 1;
    }
    assert!(counts[Outcome::Clear as usize] > 400 && counts[Outcome::Hit as usize] > 400, "{counts:?}");
}

/// A proof with a change that the checker must notice.
fn refused<V: Lab>(case: u64) -> usize {
    let scene = Scene::random(case, false);
    let (cast, proof) = scene.impact::<V>(&Solver::default());
    if proof.len() < 2 {
        return 0;
    }
    let until = clearance::Real::widen(cast.lower);
    assert_eq!(check_proof(&scene, 0.0, &proof, until), Ok(()), "scene {case}");
    let mut gap = proof.clone();
    gap.remove(1);
    let mut greater = proof.clone();
    greater[0].separations[0] += scene.size(0.0);
    let mut reversed = proof.clone();
    reversed[1].direction = -reversed[1].direction;
    let mut short = proof.clone();
    short.pop();
    for wrong in [gap, greater, reversed, short] {
        assert!(check_proof(&scene, 0.0, &wrong, until).is_err(), "scene {case}");
    }
    1
}

#[test]
fn the_checker_refuses_a_proof_that_was_tampered_with() {
    fn dimension<V: Vector>(scene: &Scene) -> bool {
        scene.dimension == <V::Wide as clearance::Space>::DIM
    }
    let mut tried = 0;
    for case in 0..200 {
        let scene = Scene::random(case, false);
        tried += if dimension::<Vec2<f64>>(&scene) { refused::<Vec2<f64>>(case) } else { refused::<Vec3<f64>>(case) };
    }
    assert!(tried > 100, "{tried}");
}

/// Cause: a plane that is fixed in the world, or carried by one body, leaves the edge of another one that turns. The
/// looks at the shapes then halved the distance, and 1 % of the hits took more than 60. Law: a plane that follows both
/// edges has the derivative of the distance, so the looks double the digits.
#[test]
fn planes_follow_edges_that_turn_and_hits_take_few_looks() {
    let (mut followed, mut hits, mut long) = (0, 0, 0);
    for case in (0..4_000).filter(|case| case % 4 != 3) {
        let scene = Scene::random(case, false);
        if scene.dimension != 3 {
            continue;
        }
        let (cast, proof) = scene.impact::<Vec3<f64>>(&Solver::default());
        followed += proof.iter().filter(|interval| interval.carrier == Carrier::Own).count();
        if cast.outcome == Outcome::Hit {
            hits += 1;
            long += usize::from(cast.iterations > 16);
        }
    }
    assert!(followed > 1_000 && hits > 500, "{followed} {hits}");
    assert!(long * 200 <= hits, "{long} of {hits} hits take more than 16 looks");
}

/// Hundreds of turns: planes beside all that the bodies cover while they turn are part of proofs, and no motion is clear or
/// begins later than contact.
#[test]
fn motions_of_hundreds_of_turns_are_proven_and_never_false() {
    let solver = Solver { max_iterations: 4096, ..Solver::default() };
    let (mut swept, mut clear, mut hits) = (0, 0, 0);
    for seed in 60_000..60_400 {
        let mut scene = Scene::random(seed, false);
        for body in &mut scene.bodies {
            body.turn = body.turn.map(|w| w * 300.0);
        }
        // Farther apart and farther on the way: bodies pass each other, or come from where they do not reach.
        let way = scene.bodies[1].travel;
        scene.bodies[1].travel = way.map(|x| 4.0 * x);
        let (outcome, lower, proof) = answered(&scene, &solver);
        let reached = proof.last().map_or(0.0, |interval| interval.1);
        assert!(lower <= reached || proof.is_empty(), "{seed}");
        swept += proof.iter().filter(|interval| interval.0 == Carrier::Swept).count();
        clear += usize::from(outcome == Outcome::Clear);
        hits += usize::from(outcome == Outcome::Hit);
    }
    assert!(swept > 100 && clear > 50 && hits > 50, "{swept} {clear} {hits}");
}

/// The outcome of a motion, its lower bound, and the carriers and ends of its proof, which is checked; and the motion is
/// sampled before the lower bound.
fn answered(scene: &Scene, solver: &Solver) -> (Outcome, f64, Vec<(Carrier, f64)>) {
    fn of<V: Lab<Scalar = f64>>(scene: &Scene, solver: &Solver) -> (Outcome, f64, Vec<(Carrier, f64)>) {
        let (cast, proof) = scene.impact::<V>(solver);
        // Bodies in contact at the start, or that stand still to each other, need no proof.
        let checked = check_proof(scene, 0.0, &proof, cast.lower);
        assert!(checked.is_ok() || proof.is_empty(), "{checked:?}");
        (cast.outcome, cast.lower, proof.iter().map(|interval| (interval.carrier, interval.end)).collect())
    }
    let answer = if scene.dimension == 2 { of::<Vec2<f64>>(scene, solver) } else { of::<Vec3<f64>>(scene, solver) };
    for k in 0..64 {
        let t = answer.1 * f64::from(k) / 64.0;
        // The angle of the samples is rounded: 300 turns of some radians.
        assert!(t >= answer.1 || scene.distance(t)[1] > -1e-9 * scene.size(t), "{t} before {}", answer.1);
    }
    answer
}
