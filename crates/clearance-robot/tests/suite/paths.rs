//! Paths, limits, gradients and batches.

use crate::robots::*;
use clearance_robot::{Adjacent, FreeEnd, JointKind, PairRules, Passage, Path, PathError, Question, Verdict};

#[test]
fn a_path_into_a_wall_is_stopped_where_the_gap_closes() {
    let robot = slide([0.0, 1.0]);
    let path = Path::linear(&robot, &[vec![0.0], vec![0.25], vec![1.0]], None).unwrap();
    let along = robot.along(&path, &[[0, 1]], &[]).unwrap();
    // The gap is 0.5 − q, and q = 0.5 at a third of the second stretch.
    let Passage::Stopped { clear_until, proven_at, pair, meeting } = along.passage(0.0) else { panic!() };
    let contact = 1.0 + 1.0 / 3.0;
    assert!(clear_until <= contact && contact - clear_until < 1e-8, "{clear_until}");
    assert!(proven_at.unwrap() >= contact && proven_at.unwrap() < contact + 1e-6, "{proven_at:?}");
    assert!(pair == [0, 1] && meeting.is_some());
    // A margin of 0.3 is reached at q = 0.2.
    let Passage::Stopped { clear_until, .. } = along.passage(0.3) else { panic!() };
    assert!((clear_until - 0.8).abs() < 1e-8);
    let back = Path::linear(&robot, &[vec![0.0], vec![0.25]], None).unwrap();
    let Passage::Clear { bound } = robot.along(&back, &[[0, 1]], &[]).unwrap().passage(0.0) else { panic!() };
    assert!(bound > 0.0 && bound <= 0.25);
}

#[test]
fn the_least_clearance_of_an_arm_that_passes_a_wall_is_that_of_its_corner() {
    let robot = clock(1.5, surface);
    let path = Path::linear(&robot, &[vec![-1.0], vec![1.2]], Some(&[0.0, 2.2])).unwrap();
    let along = robot.along(&path, &[[0, 1]], &[]).unwrap();
    let least = along.least(1e-5).unwrap();
    let expected = 2.0 - 1.5f64.hypot(0.05);
    assert!(least.lower <= expected && expected <= least.upper && least.upper - least.lower <= 1.1e-5, "{least:?}");
    // The corner is nearest at ± its angle: one is at the time 1 ± 0.033.
    assert!((least.time - 1.0).abs() < 0.05, "{least:?}");
    assert!((least.points[1].x - (2.0 - expected)).abs() < 1e-3 && (least.points[0].x - 2.0).abs() < 1e-9);
}

#[test]
fn the_times_below_a_limit_hold_those_of_the_closed_form_and_little_more() {
    let robot = slide([0.0, 1.0]);
    let path = Path::linear(&robot, &[vec![0.0], vec![0.4], vec![0.0]], None).unwrap();
    let intervals = robot.along(&path, &[[0, 1]], &[]).unwrap().below(0.2, 1e-6);
    // 0.5 − q < 0.2 from the time 0.75 to 1.25.
    assert_eq!(intervals.len(), 1, "{intervals:?}");
    assert!(intervals[0].is_proven);
    assert!(intervals[0].from <= 0.75 && intervals[0].from > 0.75 - 2e-6);
    assert!(intervals[0].to >= 1.25 && intervals[0].to < 1.25 + 2e-6);
    assert!(robot.along(&path, &[[0, 1]], &[]).unwrap().below(0.05, 1e-6).is_empty());
}

#[test]
fn a_tube_of_zero_is_no_tube_and_a_wide_one_stops_earlier() {
    let robot = slide([0.0, 1.0]);
    let path = Path::linear(&robot, &[vec![0.0], vec![1.0]], None).unwrap();
    let clear = |tube: &[f64]| match robot.along(&path, &[[0, 1]], tube).unwrap().passage(0.0) {
        Passage::Stopped { clear_until, .. } => clear_until,
        clear => panic!("{clear:?}"),
    };
    assert_eq!(clear(&[]), clear(&[0.0]));
    assert!((clear(&[0.125]) - 0.375).abs() < 1e-8);
}

#[test]
fn a_spline_rests_at_both_ends_and_is_proven_as_a_cubic() {
    let robot = slide([0.0, 1.0]);
    let path = Path::spline(&robot, &[vec![0.0], vec![0.45]], &[0.0, 2.0]).unwrap();
    // 0.45 · (3s² − 2s³).
    assert!((path.at(1.0)[0] - 0.225).abs() < 1e-15 && (path.at(0.5)[0] - 0.45 * 0.15625).abs() < 1e-15);
    let along = robot.along(&path, &[[0, 1]], &[]).unwrap();
    let Passage::Clear { bound } = along.passage(0.0) else { panic!() };
    assert!(bound > 0.0 && bound <= 0.05);
    let least = along.least(1e-6).unwrap();
    assert!(least.lower <= 0.05 && 0.05 <= least.upper && least.upper - least.lower < 1.1e-6, "{least:?}");
    // Velocities that overshoot: the path leaves the range of its knots, and meets the wall.
    let fast = Path::hermite(&robot, &[vec![0.0], vec![0.45]], &[vec![0.0], vec![-3.0]], &[0.0, 1.0]).unwrap();
    assert!(matches!(robot.along(&fast, &[[0, 1]], &[]).unwrap().passage(0.0), Passage::Stopped { .. }));
    // The greatest value of the cubic is the first contact's: 1.35s² − 0.9s³ + 3s² − 3s³ = 0.5 near s = 0.394.
    let Passage::Stopped { clear_until, .. } = robot.along(&fast, &[[0, 1]], &[]).unwrap().passage(0.0) else {
        panic!()
    };
    let value = |s: f64| s * s * (4.35 - 3.9 * s);
    assert!((value(clear_until) - 0.5).abs() < 1e-6, "{clear_until}");
}

#[test]
fn rows_that_are_no_path_are_refused() {
    let robot = slide([0.0, 1.0]);
    let rows = [vec![0.0], vec![1.0]];
    assert_eq!(Path::linear(&robot, &rows[..1], None).unwrap_err(), PathError::TooShort);
    assert_eq!(Path::linear(&robot, &rows, Some(&[1.0, 1.0])).unwrap_err(), PathError::Time(1));
    assert_eq!(Path::linear(&robot, &rows, Some(&[1.0])).unwrap_err(), PathError::Count);
    assert!(matches!(Path::linear(&robot, &[vec![0.0], vec![]], None).unwrap_err(), PathError::Row(1, _)));
}

#[test]
fn a_path_in_a_box_that_is_proven_is_clear_and_looks_agree_with_every_passage() {
    let (mut random, mut clear, mut stopped, mut in_box) = (Random(4), 0, 0, 0);
    for turn in [0.5, 3.0] {
        let robot = snake(5, turn, surface);
        let pairs = robot.pairs(&PairRules::without_adjacent());
        let never =
            |&pair: &[usize; 2]| matches!(robot.prove(pair, &Question::default()).verdict, Verdict::Never { .. });
        let all_never = turn < 1.0 && pairs.iter().all(never);
        for _ in 0..30 {
            let rows = [random.configuration(&robot), random.configuration(&robot)];
            let path = Path::linear(&robot, &rows, None).unwrap();
            let times = || (0..=50).map(|i| f64::from(i) / 50.0);
            match robot.along(&path, &pairs, &[]).unwrap().passage(0.0) {
                Passage::Clear { bound } => {
                    clear += 1;
                    in_box += usize::from(all_never);
                    for t in times() {
                        let answer = robot.clearance(&path.at(t), &pairs).unwrap().unwrap();
                        assert!(answer.upper >= bound);
                    }
                }
                Passage::Stopped { clear_until, .. } => {
                    assert!(!all_never);
                    stopped += 1;
                    // A path that begins in contact has nothing before it.
                    for t in times().filter(|&t| t < clear_until) {
                        assert!(robot.clearance(&path.at(t), &pairs).unwrap().unwrap().upper > 0.0);
                    }
                }
                Passage::Inside { time, .. } => {
                    assert!(!all_never);
                    assert_eq!(robot.clearance(&path.at(time), &pairs).unwrap().unwrap().upper, 0.0);
                }
            }
        }
    }
    assert!(clear >= 30 && stopped >= 3 && in_box == 30, "{clear} {stopped} {in_box}");
}

#[test]
fn the_free_range_of_an_elbow_ends_where_its_boxes_meet() {
    // Two bars of half-thickness 0.125 whose ends are 0.5 from the joint's axis: they meet folded, corner on face.
    let bar = |x: f64| vec![surface([x, 0.0, 0.0], [1.0, 0.25, 0.25])];
    let links = vec![link("upper", bar(-1.0)), link("lower", bar(1.0))];
    let robot = robot(links, vec![limited(joint("elbow", JointKind::Revolute, [0, 1], [0.0; 3], Z), -3.0, 3.0)]);
    let ranges = robot.free_ranges(&PairRules::default());
    assert_eq!(ranges.len(), 1);
    // The corner (0.5, 0.125) of the lower bar comes down on the face y = 0.125 of the upper one, by symmetry at the
    // bisector: both corners coincide when the bar has turned by π minus twice the angle of the corner.
    let expected = std::f64::consts::PI - 2.0 * 0.125f64.atan2(0.5);
    for (end, sign) in [(&ranges[0].upper, 1.0), (&ranges[0].lower, -1.0)] {
        let FreeEnd::Stopped { clear, meets, pair } = end else { panic!("{end:?}") };
        assert!(sign * clear <= expected && sign * clear > expected - 1e-9, "{clear} {expected}");
        assert!(sign * meets.unwrap() >= expected - 1e-12 && sign * meets.unwrap() < expected + 1e-3, "{meets:?}");
        assert_eq!(*pair, [0, 1]);
    }
    // A hand that stops before the wall reaches its limit.
    let ranges = slide([0.0, 0.4]).free_ranges(&PairRules::default());
    let FreeEnd::Limit { limit, bound } = ranges[0].upper else { panic!() };
    assert!(limit == 0.4 && bound > 0.0 && bound <= 0.1);
}

#[test]
fn the_gradient_is_that_of_finite_differences_and_ties_are_not_regular() {
    let robot = snake(4, 1.5, surface);
    let pairs = robot.pairs(&PairRules::without_adjacent());
    let (mut random, mut regular) = (Random(8), 0);
    for _ in 0..60 {
        let q = random.configuration(&robot);
        let answer = robot.clearance(&q, &pairs).unwrap().unwrap();
        let gradient = robot.gradient(&q, &pairs, &answer).unwrap().unwrap();
        if !gradient.regular {
            continue;
        }
        regular += 1;
        for i in 0..q.len() {
            let h = 1e-6;
            let at = |step: f64| {
                let mut moved = q.clone();
                moved[i] += step;
                robot.clearance(&moved, &pairs).unwrap().unwrap().distance
            };
            let difference = (at(h) - at(-h)) / (2.0 * h);
            assert!((difference - gradient.by[i]).abs() < 1e-4, "{i} {difference} {gradient:?}");
        }
    }
    assert!(regular >= 20, "{regular}");
    // Parallel faces have many nearest points.
    let hand = slide([0.0, 0.4]);
    let answer = hand.clearance(&[0.1], &[[0, 1]]).unwrap().unwrap();
    let gradient = hand.gradient(&[0.1], &[[0, 1]], &answer).unwrap().unwrap();
    assert_eq!((gradient.by, gradient.regular), (vec![-1.0], false));
}

#[test]
fn a_batch_has_the_bits_of_its_rows() {
    let robot = snake(4, 1.5, surface);
    let pairs = robot.pairs(&PairRules::without_adjacent());
    let mut random = Random(6);
    let rows: Vec<Vec<f64>> = (0..150).map(|_| random.configuration(&robot)).collect();
    let answers = robot.clearances(&rows, &pairs).unwrap();
    for (row, answer) in rows.iter().zip(answers) {
        assert_eq!(answer, robot.clearance(row, &pairs).unwrap());
    }
    let mut bad = rows.clone();
    bad[70][1] = f64::NAN;
    assert_eq!(robot.clearances(&bad, &pairs).unwrap_err().0, 70);
    let question = Question { cells: 2000, ..Question::default() };
    let claims = robot.prove_all(&pairs, &question);
    assert!(claims.iter().zip(&pairs).all(|(claim, &pair)| *claim == robot.prove(pair, &question)));
    assert_eq!(Adjacent::default(), Adjacent::Counts);
}
