//! Changes of the input that must not change an answer, or must change it by a known amount. All four vector types run
//! it.

use clearance::{Precision, Proximity, Real, Solver, Space, Status, WideVector};
use lab::generators::{KINDS, Kind, problem, scaled};
use lab::random::Random;
use lab::soak::same_sets;
use lab::space::{Lab, Placement, Rough};
use lab::truth::Problem;

fn answer<V: Lab>(problem: &Problem) -> Proximity<V> {
    answer_with(problem, Solver::default())
}

fn answer_with<V: Lab>(problem: &Problem, solver: Solver) -> Proximity<V> {
    let (a, b) = (problem.a.vectors::<V>(), problem.b.vectors::<V>());
    solver.signed_distance(&problem.a.shape(&a), &problem.b.shape(&b))
}

/// Runs `law` on `count` random pairs of every kind. `law` returns whether its interesting case occurred. That must be
/// so in at least one pair of ten.
fn on_random_pairs<V: Lab>(count: usize, kinds: &[Kind], law: impl Fn(&mut Random, &Problem) -> bool) {
    let mut interesting = 0;
    for &kind in kinds {
        let mut random = Random::new(kind as u64 + 100);
        for _ in 0..count {
            let pair = problem::<V>(&mut random, kind, 10);
            interesting += usize::from(law(&mut random, &pair));
        }
    }
    assert!(interesting * 10 >= count * kinds.len(), "idle: {interesting} interesting pairs");
}

fn swapping_flips_the_normal_and_nothing_else<V: Lab>() {
    for precision in [Precision::Float, Precision::Exact] {
        let solver = Solver { precision, ..Solver::default() };
        on_random_pairs::<V>(150, &KINDS, |_, pair| {
            let (one, other) = (answer_with::<V>(pair, solver), answer_with::<V>(&pair.swapped(), solver).swapped());
            assert_eq!(
                (one.status, one.distance, one.lower, one.upper),
                (other.status, other.distance, other.lower, other.upper),
                "{pair:?}"
            );
            assert!(one == other || same_sets::<V>(pair), "{pair:?}");
            true
        });
    }
}

fn scaling_by_a_power_of_two_scales_every_length_bit_for_bit<V: Lab>() {
    let single = V::Scalar::EPSILON > f64::EPSILON;
    let powers: &[i32] = if single { &[-60, -20, -1, 1, 20, 60] } else { &[-700, -200, -31, -1, 1, 31, 200, 700] };
    let kinds = [Kind::Plain, Kind::Lattice, Kind::Kissing, Kind::NearParallel, Kind::Offset, Kind::Posed];
    on_random_pairs::<V>(40, &kinds, |_, pair| {
        let one = answer::<V>(pair);
        for &power in powers {
            let many = answer::<V>(&scaled::<V>(pair, power));
            let times = |x: V::Scalar| V::Scalar::narrow(clearance::real::ldexp(x.widen(), power));
            let moved = |v: V| V::narrow(v.widen().scaled_by_power(power));
            assert_eq!(
                (many.status, many.normal, many.iterations),
                (one.status, one.normal, one.iterations),
                "2^{power} {pair:?}"
            );
            assert_eq!(
                [many.distance, many.lower, many.upper],
                [one.distance, one.lower, one.upper].map(times),
                "2^{power} {pair:?}"
            );
            assert_eq!([many.point_a, many.point_b], [one.point_a, one.point_b].map(moved), "2^{power} {pair:?}");
        }
        one.status != Status::Touching
    });
}

fn translating_both_shapes_changes_nothing_but_roundings<V: Lab>() {
    on_random_pairs::<V>(100, &[Kind::Plain, Kind::Lattice, Kind::Posed], |random, pair| {
        let dim = <V::Exact as Space>::DIM;
        let by: Vec<f64> = (0..dim).map(|_| f64::from(random.integer(-50, 50))).collect();
        let moved = |shape: &Rough| {
            let rotation = if dim == 2 { vec![1.0, 0.0] } else { vec![0.0, 0.0, 0.0, 1.0] };
            let pose = shape.pose.clone().unwrap_or(Placement { translation: vec![0.0; dim], rotation });
            let sum = |(t, b): (&f64, &f64)| V::Scalar::narrow(t + b).widen();
            let translation = pose.translation.iter().zip(&by).map(sum).collect();
            Rough { pose: Some(Placement { translation, ..pose }), ..shape.clone() }
        };
        let there = Problem { a: moved(&pair.a), b: moved(&pair.b) };
        let (one, other) = (answer::<V>(pair), answer::<V>(&there));
        let room = 8.0 * V::Scalar::EPSILON * there.size();
        assert!((one.distance.widen() - other.distance.widen()).abs() <= room, "{pair:?}");
        one.status == Status::Separated
    });
}

fn turning_both_shapes_changes_nothing_but_roundings<V: Lab>() {
    on_random_pairs::<V>(100, &[Kind::Plain, Kind::Lattice], |random, pair| {
        // One turn for both shapes: the pose of a random posed pair.
        let Some(mut pose) = problem::<V>(random, Kind::Posed, 3).a.pose else { return false };
        pose.translation.iter_mut().for_each(|c| *c = 0.0);
        let turned = |shape: &Rough| Rough { pose: Some(pose.clone()), ..shape.clone() };
        let there = Problem { a: turned(&pair.a), b: turned(&pair.b) };
        let (one, other) = (answer::<V>(pair), answer::<V>(&there));
        let room = 16.0 * V::Scalar::EPSILON * there.size();
        assert!((one.distance.widen() - other.distance.widen()).abs() <= room, "{pair:?}\n{one:?}\n{other:?}");
        one.status == Status::Separated
    });
}

fn the_order_of_the_vertices_changes_nothing_but_roundings<V: Lab>() {
    on_random_pairs::<V>(100, &KINDS, |random, pair| {
        let mut shuffled = pair.clone();
        for shape in [&mut shuffled.a, &mut shuffled.b] {
            for i in (1..shape.points.len()).rev() {
                shape.points.swap(i, random.below(i + 1));
            }
        }
        let (one, other) = (answer::<V>(pair), answer::<V>(&shuffled));
        let room = 16.0 * V::Scalar::EPSILON * pair.size();
        assert_eq!(one.status, other.status, "{pair:?}");
        assert!((one.distance.widen() - other.distance.widen()).abs() <= room, "{pair:?}");
        // Both brackets hold the true distance, so they have a common number.
        assert!(one.lower <= other.upper && other.lower <= one.upper, "{pair:?}");
        pair.a.points != shuffled.a.points
    });
}

fn the_bounds_of_the_trace_close_never_open_and_never_cross<V: Lab>() {
    on_random_pairs::<V>(100, &KINDS, |_, pair| {
        let (a, b) = (pair.a.vectors::<V>(), pair.b.vectors::<V>());
        let (a, b) = (pair.a.shape(&a), pair.b.shape(&b));
        let full = answer::<V>(pair);
        let (mut steps, mut lower, mut upper) = (0, f64::NEG_INFINITY, f64::INFINITY);
        let mut traced = Solver::default().trace(&a, &b, |step| {
            assert!(step.lower >= lower && step.upper <= upper, "{pair:?}");
            assert!(step.lower <= step.upper, "{pair:?}");
            assert!(step.direction.max_abs().is_finite(), "{pair:?}");
            assert!(step.lower <= full.lower.widen() && full.upper.widen() <= step.upper, "{pair:?}");
            (steps, lower, upper) = (steps + 1, step.lower, step.upper);
        });
        // The trace counts its steps, also where the query needs no search.
        assert_eq!((traced.iterations, [lower, upper]), (steps, [full.lower.widen(), full.upper.widen()]), "{pair:?}");
        traced.iterations = full.iterations;
        assert_eq!(traced, full, "{pair:?}");
        steps > 1
    });
}

fn a_bracket_cut_short_by_the_iteration_limit_still_holds_the_distance<V: Lab>() {
    on_random_pairs::<V>(100, &[Kind::Plain, Kind::Lattice, Kind::Posed, Kind::Extreme], |_, pair| {
        let full = answer_with::<V>(pair, Solver { precision: Precision::Exact, ..Solver::default() });
        for max_iterations in [1, 2, 3] {
            let cut = answer_with::<V>(pair, Solver { max_iterations, ..Solver::default() });
            assert!(cut.lower <= cut.distance && cut.distance <= cut.upper, "{pair:?}");
            assert!(cut.lower <= full.upper && full.lower <= cut.upper, "{max_iterations} {pair:?}\n{cut:?}\n{full:?}");
        }
        answer::<V>(pair).iterations > 2
    });
}

lab::for_all_vectors!(
    swapping_flips_the_normal_and_nothing_else,
    scaling_by_a_power_of_two_scales_every_length_bit_for_bit,
    translating_both_shapes_changes_nothing_but_roundings,
    turning_both_shapes_changes_nothing_but_roundings,
    the_order_of_the_vertices_changes_nothing_but_roundings,
    the_bounds_of_the_trace_close_never_open_and_never_cross,
    a_bracket_cut_short_by_the_iteration_limit_still_holds_the_distance,
);
