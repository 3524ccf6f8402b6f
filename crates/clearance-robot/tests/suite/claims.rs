//! Claims about ranges of joints.

use crate::robots::*;
use clearance::Vec3;
use clearance_robot::{
    CELLS_A_CALL, Contact, Element, JointKind, NotClaimed, Origin, PairRules, Progress, Question, Robot, Shape,
    TileKind, Verdict,
};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

fn verdict(robot: &Robot, pair: [usize; 2]) -> Verdict {
    robot.prove(pair, &Question::default()).verdict
}

fn bound_of(verdict: &Verdict) -> f64 {
    let Verdict::Never { bound } = verdict else { panic!("{verdict:?}") };
    *bound
}

#[test]
fn a_hand_that_stops_before_the_wall_never_meets_it_and_one_that_does_not_meets_it() {
    let bound = bound_of(&verdict(&slide([0.0, 0.4]), [0, 1]));
    assert!(bound > 0.0 && bound <= 0.1, "{bound}");
    for range in [[0.0, 0.6], [0.0, 0.5 + 1e-9]] {
        let robot = slide(range);
        let Verdict::Meets(meeting) = verdict(&robot, [0, 1]) else { panic!("{range:?}") };
        assert!(meeting.configuration[0] > 0.5 && meeting.configuration[0] <= range[1]);
        let answer = robot.clearance(&meeting.configuration, &[[0, 1]]).unwrap().unwrap();
        assert_eq!(answer.contact, Contact::Meeting);
    }
    // It touches at one place, and no float proves either.
    assert!(matches!(verdict(&slide([0.0, 0.5]), [0, 1]), Verdict::Open { .. }));
}

#[test]
fn an_arm_that_turns_beside_a_wall_keeps_the_distance_of_its_corner() {
    for element in [cuboid, surface] {
        let reach = 1.5f64.hypot(0.05);
        let bound = bound_of(&verdict(&clock(1.5, element), [0, 1]));
        assert!(bound > 0.0 && bound <= 2.0 - reach + 1e-12, "{bound}");
        // The corner reaches 1.99937 · (1, 0.025), and the wall is at 2.
        let near = (4.0f64 - 0.0025).sqrt();
        assert!(bound_of(&verdict(&clock(near - 1e-6, element), [0, 1])) < 2e-6);
        assert!(matches!(verdict(&clock(near + 1e-6, element), [0, 1]), Verdict::Meets(_)));
    }
}

#[test]
fn a_margin_is_kept_or_a_configuration_is_nearer() {
    let ask = |margin: f64| slide([0.0, 0.4]).prove([0, 1], &Question { margin, ..Question::default() }).verdict;
    assert!(bound_of(&ask(0.09)) > 0.09);
    let Verdict::Near { configuration, upper } = ask(0.11) else { panic!() };
    assert!(configuration[0] >= 0.39 && upper <= 0.11);
}

#[test]
fn a_range_that_is_given_replaces_the_limits() {
    let robot = slide([0.0, 1.0]);
    let question = Question { ranges: [(0, [-5.0, 0.25])].into(), ..Question::default() };
    assert!(bound_of(&robot.prove([0, 1], &question).verdict) <= 0.25);
}

#[test]
fn joints_that_are_tied_are_tied_in_claims() {
    // Two fingers that move alike keep their gap; the same two untied would meet.
    let fingers = |tied: bool| {
        let finger = || vec![cuboid([0.0; 3], [0.2; 3])];
        let links = vec![link("hand", vec![]), link("left", finger()), link("right", finger())];
        let slide = |name: &str, child, x| joint(name, JointKind::Prismatic, [0, child], [x, 0.0, 0.0], X);
        let right = slide("right", 2, 0.5);
        let right = if tied { following(right, 0, 1.0, 0.0) } else { right };
        robot(links, vec![slide("left", 1, 0.0), right])
    };
    assert!((bound_of(&verdict(&fingers(true), [1, 2])) - 0.3).abs() < 0.3);
    assert!(matches!(verdict(&fingers(false), [1, 2]), Verdict::Meets(_)));
    // The same with turns that cancel: the second link turns back and stays parallel to the wall.
    let links = vec![
        link("wall", vec![cuboid([2.5, 0.0, 0.0], [1.0, 8.0, 8.0])]),
        link("crank", vec![]),
        link("plate", vec![cuboid([0.0; 3], [0.5, 3.0, 0.1])]),
    ];
    let turn = |name: &str, pair, xyz| joint(name, JointKind::Continuous, pair, xyz, Z);
    let back = following(turn("back", [1, 2], X), 0, -1.0, 0.0);
    let parallel = robot(links.clone(), vec![turn("crank", [0, 1], [0.0; 3]), back]);
    let bound = bound_of(&verdict(&parallel, [0, 2]));
    assert!(bound > 0.0 && bound <= 0.75 + 1e-12, "{bound}");
    let free = robot(links, vec![turn("crank", [0, 1], [0.0; 3]), turn("back", [1, 2], X)]);
    assert!(matches!(verdict(&free, [0, 2]), Verdict::Meets(_)));
}

#[test]
fn a_rotor_in_a_housing_is_inside_and_not_never_met() {
    let rotor = |element: fn([f64; 3], [f64; 3]) -> clearance_robot::Element| {
        let links = vec![
            link("housing", vec![surface([0.0; 3], [2.0, 2.0, 2.0])]),
            link("rotor", vec![element([0.0; 3], [0.5, 0.5, 0.5])]),
        ];
        robot(links, vec![joint("spin", JointKind::Continuous, [0, 1], [0.0; 3], Z)])
    };
    for element in [surface, cuboid] {
        let verdict = verdict(&rotor(element), [0, 1]);
        assert!(matches!(verdict, Verdict::Inside { bound } if bound > 0.0), "{verdict:?}");
    }
}

#[test]
fn round_shapes_are_covered_on_the_side_of_the_proof_and_exact_on_that_of_the_witness() {
    // A cylinder turns about its axis beside a wall at a distance of 1e-3 of its radius.
    let beside = |gap: f64, shape: Shape| {
        let origin = clearance_robot::Origin::default();
        let post = clearance_robot::Element { origin, shape };
        let links = vec![link("wall", vec![cuboid([2.5, 0.0, 0.0], [1.0, 4.0, 4.0])]), link("post", vec![post])];
        let slide = limited(joint("slide", JointKind::Prismatic, [0, 1], [0.0; 3], X), 0.0, 1.0 - gap);
        robot(links, vec![slide])
    };
    let cylinder = Shape::Cylinder { radius: 1.0, length: 1.0 };
    for shape in [cylinder, Shape::Sphere { radius: 1.0 }, Shape::Capsule { radius: 1.0, length: 1.0 }] {
        assert!(bound_of(&verdict(&beside(1e-3, shape.clone()), [0, 1])) <= 1e-3);
        assert!(matches!(verdict(&beside(-1e-6, shape), [0, 1]), Verdict::Meets(_)));
    }
}

#[test]
fn links_that_are_fixed_to_each_other_get_one_verdict() {
    let boxed = |x: f64| vec![cuboid([x, 0.0, 0.0], [1.0; 3])];
    let fixed = |x: f64| {
        let links = vec![link("a", boxed(0.0)), link("b", boxed(x))];
        robot(links, vec![joint("weld", JointKind::Fixed, [0, 1], [0.0; 3], X)])
    };
    let bound = bound_of(&verdict(&fixed(1.5), [0, 1]));
    assert!((0.4..=0.5).contains(&bound), "{bound}");
    assert!(matches!(verdict(&fixed(0.5), [0, 1]), Verdict::Always(_)));
    assert!(matches!(verdict(&fixed(1.0), [0, 1]), Verdict::Open { .. }));
}

#[test]
fn what_cannot_be_claimed_is_said() {
    let links = || vec![link("a", vec![cuboid([0.0; 3], [1.0; 3])]), link("b", vec![cuboid([3.0; 3], [1.0; 3])])];
    let turn = || joint("turn", JointKind::Revolute, [0, 1], [0.0; 3], Z);
    let unlimited = robot(links(), vec![clearance_robot::Joint { limits: None, ..turn() }]);
    assert_eq!(verdict(&unlimited, [0, 1]), Verdict::NotClaimed(NotClaimed::NoLimits(0)));
    let lost = clearance_robot::Mimic { joint: None, multiplier: 1.0, offset: 0.0 };
    let untied = robot(links(), vec![clearance_robot::Joint { mimic: Some(lost), ..turn() }]);
    assert_eq!(verdict(&untied, [0, 1]), Verdict::NotClaimed(NotClaimed::Untied(0)));
    let cart = robot(links(), vec![joint("cart", JointKind::Planar, [0, 1], [0.0; 3], Z)]);
    assert_eq!(verdict(&cart, [0, 1]), Verdict::NotClaimed(NotClaimed::ManyNumbers(0)));
    let bare = robot(vec![links()[0].clone(), link("b", vec![])], vec![turn()]);
    assert_eq!(verdict(&bare, [0, 1]), Verdict::NotClaimed(NotClaimed::NoShape(1)));
}

#[test]
fn limits_beyond_a_turn_are_searched_over_one_turn_and_the_witness_is_within_them() {
    let links = vec![
        link("post", vec![cuboid([-1.0, 0.0, 0.0], [0.1, 0.1, 0.1])]),
        link("arm", vec![cuboid([0.5, 0.0, 0.0], [1.0, 0.1, 0.1])]),
    ];
    let turn = limited(joint("turn", JointKind::Revolute, [0, 1], [0.0; 3], Z), 10.0, 400.0);
    let Verdict::Meets(meeting) = verdict(&robot(links, vec![turn]), [0, 1]) else { panic!() };
    assert!((10.0..17.0).contains(&meeting.configuration[0]), "{meeting:?}");
}

/// A value of 1e300 has no sine that floats know, and an infinite one none at all. The least of numbers that are NaN was
/// taken for infinite, and such pairs were "proven".
#[test]
fn angles_without_a_known_sine_prove_nothing() {
    let links = || {
        vec![
            link("base", vec![cuboid([3.0, 0.0, 0.0], [1.0; 3])]),
            link("arm", vec![]),
            link("hand", vec![cuboid([0.5, 0.0, 0.0], [0.2; 3])]),
        ]
    };
    let turn = |name: &str, pair| joint(name, JointKind::Revolute, pair, [0.0; 3], Z);
    for factor in [1e300, 1e13, f64::MAX] {
        let tied = following(turn("hand", [1, 2]), 0, factor, 1.0);
        let driver = limited(turn("driver", [0, 1]), -10.0, 10.0);
        let claim = robot(links(), vec![driver, tied]).prove([0, 2], &Question { cells: 50, ..Question::default() });
        assert!(matches!(claim.verdict, Verdict::Open { share, .. } if share == 0.0), "{factor} {claim:?}");
    }
    let far = limited(turn("far", [0, 1]), 1e18, 2e18);
    let weld = joint("weld", JointKind::Fixed, [1, 2], [0.0; 3], Z);
    let claim = robot(links(), vec![far, weld]).prove([0, 2], &Question { cells: 50, ..Question::default() });
    assert!(matches!(claim.verdict, Verdict::Open { share, .. } if share == 0.0), "{claim:?}");
}

#[test]
fn random_configurations_never_contradict_a_proof() {
    let (mut proven, mut met, mut random) = (0, 0, Random(9));
    for (turn, element) in [(0.3, cuboid as fn(_, _) -> _), (0.5, surface), (2.2, surface)] {
        let robot = snake(4, turn, element);
        for pair in robot.pairs(&PairRules::without_adjacent()) {
            let claim = robot.prove(pair, &Question { cells: 20_000, ..Question::default() });
            let samples = || (0..300).map(|_| ());
            match claim.verdict {
                Verdict::Never { bound } => {
                    proven += 1;
                    for () in samples() {
                        let q = random.configuration(&robot);
                        let answer = robot.clearance(&q, &[pair]).unwrap().unwrap();
                        assert!(answer.upper >= bound, "{pair:?} {bound} {answer:?}");
                    }
                }
                Verdict::Meets(meeting) => {
                    met += 1;
                    let answer = robot.clearance(&meeting.configuration, &[pair]).unwrap().unwrap();
                    assert_eq!(answer.contact, Contact::Meeting);
                }
                other => panic!("{pair:?} {other:?}"),
            }
        }
    }
    assert!(proven >= 9 && met >= 3, "{proven} {met}");
}

#[test]
fn lengths_that_are_scaled_by_a_power_of_two_give_the_same_cells() {
    let sized = |scale: f64| {
        let part = |x: f64, size: [f64; 3]| vec![surface([x * scale, 0.0, 0.0], size.map(|side| side * scale))];
        let links = vec![
            link("base", part(0.4, [0.8, 0.2, 0.2])),
            link("middle", part(0.5, [0.6, 0.2, 0.2])),
            link("end", part(0.6, [0.8, 0.2, 0.2])),
        ];
        let turn = |name: &str, pair, axis| {
            limited(joint(name, JointKind::Revolute, pair, [1.0 * scale, 0.0, 0.0], axis), -2.4, 2.4)
        };
        robot(links, vec![turn("one", [0, 1], Z), turn("two", [1, 2], Y)])
    };
    let claims = [1.0, 1024.0, 1.0 / 4096.0].map(|scale| {
        let claim = sized(scale).prove([0, 2], &Question::default());
        (bound_of(&claim.verdict) / scale, claim.cells)
    });
    assert!(claims[0].1 > 10, "{claims:?}");
    assert_eq!(claims[0], claims[1]);
    assert_eq!(claims[0], claims[2]);
}

#[test]
fn a_pair_that_meets_in_one_corner_of_the_box_only_is_found_there() {
    let two = |most: f64| {
        let links = vec![
            link("wall", vec![cuboid([2.5, 0.0, 0.0], [1.0, 4.0, 4.0])]),
            link("cart", vec![]),
            link("hand", vec![cuboid([1.0, 0.0, 0.0], [1.0, 1.0, 1.0])]),
        ];
        let slide = |name: &str, pair| limited(joint(name, JointKind::Prismatic, pair, [0.0; 3], X), -1.0, most);
        robot(links, vec![slide("one", [0, 1]), slide("two", [1, 2])])
    };
    assert!(matches!(verdict(&two(0.25 - 1e-4), [0, 2]), Verdict::Never { .. }));
    let Verdict::Meets(meeting) = verdict(&two(0.25 + 1e-9), [0, 2]) else { panic!() };
    assert_eq!(meeting.configuration, [0.25 + 1e-9; 2]);
}

/// A ball on an arm that swings over a floor touches it at the lowest place; and one that three slides take to another
/// ball touches it in one corner of the box.
#[test]
fn links_that_touch_at_one_pose_only_are_open_and_a_gap_or_an_overlap_of_a_nanometre_is_not() {
    let ball = |centre| Element { origin: Origin::at(centre), shape: Shape::Sphere { radius: 0.5 } };
    let swung = |gap: f64| {
        let links = vec![
            link("floor", vec![cuboid([0.0, 0.0, -0.5], [4.0, 4.0, 1.0])]),
            link("arm", vec![ball([0.0, 0.0, -1.0])]),
        ];
        robot(links, vec![limited(joint("swing", JointKind::Revolute, [0, 1], [0.0, 0.0, 1.5 + gap], Y), -3.0, 3.0)])
    };
    let slid = |gap: f64| {
        let links = vec![
            link("a", vec![ball([0.0; 3])]),
            link("x", vec![]),
            link("y", vec![]),
            link("b", vec![ball([0.0; 3])]),
        ];
        // At its least place the other ball is 1 + gap away, along (2, 3, 6) / 7.
        let slide = |name: &str, pair, axis, least: f64| {
            limited(joint(name, JointKind::Prismatic, pair, [0.0; 3], axis), least * (1.0 + gap) / 7.0, 3.0)
        };
        robot(links, vec![slide("x", [0, 1], X, 2.0), slide("y", [1, 2], Y, 3.0), slide("z", [2, 3], Z, 6.0)])
    };
    for (robots, pair) in [(&swung as &dyn Fn(f64) -> Robot, [0, 1]), (&slid, [0, 3])] {
        let cells = |gap: f64| if gap == 0.0 { 500 } else { 20_000 };
        let ask = |gap: f64| robots(gap).prove(pair, &Question { cells: cells(gap), ..Question::default() }).verdict;
        assert!(bound_of(&ask(1e-9)) <= 1e-9 + 1e-15);
        assert!(matches!(ask(-1e-9), Verdict::Meets(_)));
        assert!(matches!(ask(0.0), Verdict::Open { .. } | Verdict::Meets(_)), "{:?}", ask(0.0));
    }
}

#[test]
fn uneven_and_mirrored_scales_are_those_of_a_mesh_of_that_size() {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.75, 0.0], [0.125, 0.25, 0.5]];
    let triangles = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    for scale in [[-1.0, 2.0, 0.5], [0.25, -4.0, -1.0], [-0.5, -0.5, -2.0]] {
        let sized = corners.map(|p| [0, 1, 2].map(|axis| p[axis] * scale[axis]));
        let turned = triangles.map(|[a, b, c]| if scale.iter().product::<f64>() < 0.0 { [a, c, b] } else { [a, b, c] });
        let element = |corners: &[[f64; 3]], triangles: &[[u32; 3]], scale| {
            let mesh = std::sync::Arc::new(clearance_scene::Mesh::new(corners, triangles).unwrap());
            Element { origin: Origin::at([0.5, 0.25, 0.125]), shape: Shape::Mesh { mesh, scale } }
        };
        let claims = [element(&corners, &triangles, scale), element(&sized, &turned, [1.0; 3])].map(|element| {
            let links = vec![link("post", vec![cuboid([0.0; 3], [0.5, 0.5, 4.0])]), link("arm", vec![element])];
            let turn = joint("turn", JointKind::Revolute, [0, 1], [3.5, 0.0, 0.0], [0.25, 0.5, 1.0]);
            let own = robot(links, vec![limited(turn, -3.0, 3.0)]);
            let near = own.clearance(&[0.5], &[[0, 1]]).unwrap().unwrap();
            (bound_of(&verdict(&own, [0, 1])), near.distance)
        });
        let [(bound, near), (other, same)] = claims;
        assert!((near - same).abs() < 1e-12 && near > 0.1, "{scale:?}: {claims:?}");
        assert!((bound - other).abs() < 1e-9, "{scale:?}: {claims:?}");
    }
}

#[test]
fn the_mirror_image_of_a_robot_gets_the_same_verdicts() {
    let (mut never, mut meets) = (0, 0);
    for turn in [0.5, 2.2] {
        let given = snake_description(4, turn, surface);
        let [robot, image] = [given.clone(), mirrored(given)].map(|given| Robot::new(&given).unwrap());
        let mut random = Random(3);
        let pairs = robot.pairs(&PairRules::without_adjacent());
        for _ in 0..20 {
            let q = random.configuration(&robot);
            let [a, b] = [&robot, &image].map(|robot| robot.clearance(&q, &pairs).unwrap().unwrap());
            assert!(a.lower <= b.upper && b.lower <= a.upper, "{a:?} {b:?}");
        }
        for pair in pairs {
            match (verdict(&robot, pair), verdict(&image, pair)) {
                (Verdict::Never { .. }, Verdict::Never { .. }) => never += 1,
                (Verdict::Meets(_), Verdict::Meets(_)) => meets += 1,
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(never >= 5 && meets >= 2, "{never} {meets}");
}

#[test]
fn a_caller_who_stops_gets_the_share_so_far() {
    let robot = snake(4, 2.0, surface);
    let mut calls = 0;
    let claim = robot.prove_while([0, 3], &Question { margin: 1e-9, ..Question::default() }, &mut |progress| {
        calls += 1;
        progress.cells < 1
    });
    assert!(calls >= 1 && claim.cells <= 16, "{claim:?}");
    assert!(matches!(claim.verdict, Verdict::Open { share, .. } if share < 1.0) || claim.cells < 16);
}

#[test]
fn a_box_is_never_met_if_both_of_its_halves_are_and_its_bound_is_the_least() {
    let (mut never, mut meets) = (0, 0);
    for turn in [0.5, 0.9, 2.2] {
        let robot = snake(4, turn, surface);
        for pair in robot.pairs(&PairRules::without_adjacent()) {
            let on = |low: f64, high: f64| {
                let ranges = [(1, [low, high])].into();
                robot.prove(pair, &Question { ranges, ..Question::default() }).verdict
            };
            let [first, second] = [on(-turn, 0.125), on(0.125, turn)];
            match (on(-turn, turn), &first, &second) {
                (Verdict::Never { bound }, Verdict::Never { bound: a }, Verdict::Never { bound: b }) => {
                    // Each is below the true least distance, and that of the whole is the lesser of the halves'.
                    assert!(bound > 0.0 && a.min(*b) > 0.0);
                    never += 1;
                }
                (Verdict::Meets(meeting), ..) => {
                    let half = if meeting.configuration[1] <= 0.125 { &first } else { &second };
                    assert!(matches!(half, Verdict::Meets(_)), "{pair:?} {half:?}");
                    meets += 1;
                }
                other => panic!("{pair:?} {other:?}"),
            }
        }
    }
    assert!(never >= 5 && meets >= 3, "{never} {meets}");
}

/// Two housings on one axis, with an overlap, and an arm of the second one.
fn hinge(reach: f64, element: fn([f64; 3], [f64; 3]) -> clearance_robot::Element, second: JointKind) -> Robot {
    let links = vec![
        link("fork", vec![element([0.0, 0.0, 0.0], [0.4, 0.4, 0.2])]),
        link("eye", vec![element([0.0, 0.0, 0.125], [0.3, 0.3, 0.2]), element([reach, 0.0, 0.125], [0.2, 0.2, 0.2])]),
    ];
    let turn = joint("turn", second, [0, 1], [0.0; 3], Z);
    robot(links, vec![limited(turn, -3.0, 3.0)])
}

#[test]
fn links_that_overlap_at_their_hinge_always_meet_and_those_that_can_part_only_meet() {
    for element in [cuboid as fn(_, _) -> _, surface] {
        let claim = hinge(1.0, element, JointKind::Revolute).prove([0, 1], &Question::default());
        assert!(matches!(claim.verdict, Verdict::Always(_)), "{claim:?}");
        // They meet over two thirds of the range, and are apart at its ends.
        let claim = hinge(1.0, element, JointKind::Prismatic).prove([0, 1], &Question::default());
        assert!(matches!(claim.verdict, Verdict::Meets(_)), "{claim:?}");
    }
    // Two joints: the eye turns, and slides by less than the overlap.
    let links = vec![
        link("fork", vec![surface([0.0; 3], [0.4, 0.4, 0.2])]),
        link("bolt", vec![]),
        link("eye", vec![surface([0.0, 0.0, 0.125], [0.3, 0.3, 0.2])]),
    ];
    let two = |far: f64| {
        let turn = limited(joint("turn", JointKind::Revolute, [0, 1], [0.0; 3], Z), -3.0, 3.0);
        let slide = limited(joint("slide", JointKind::Prismatic, [1, 2], [0.0; 3], X), 0.0, far);
        robot(links.clone(), vec![turn, slide])
    };
    assert!(matches!(verdict(&two(0.05), [0, 2]), Verdict::Always(_)));
    assert!(matches!(verdict(&two(0.9), [0, 2]), Verdict::Meets(_)));
}

#[test]
fn hard_pairs_do_not_take_the_time_of_easy_ones_behind_them_in_the_list() {
    // Balls that turn on the spot and touch the wall: no float proves either, so they take all that they get.
    let ball = Shape::Sphere { radius: 0.5 };
    let mut links = vec![link("wall", vec![cuboid([1.0, 0.0, 0.0], [1.0, 9.0, 9.0])])];
    let mut joints = Vec::new();
    for i in 0..6 {
        let element = clearance_robot::Element { origin: Default::default(), shape: ball.clone() };
        links.push(link(&format!("gimbal{i}"), vec![]));
        links.push(link(&format!("ball{i}"), vec![element]));
        joints.push(joint(&format!("turn{i}"), JointKind::Revolute, [0, 2 * i + 1], [0.0; 3], Z));
        joints.push(joint(&format!("tilt{i}"), JointKind::Revolute, [2 * i + 1, 2 * i + 2], [0.0; 3], Y));
    }
    links.push(link("hand", vec![cuboid([-3.0, 0.0, 0.0], [1.0; 3])]));
    joints.push(joint("swing", JointKind::Revolute, [0, 13], [0.0; 3], Z));
    let robot = robot(links, joints);
    let pairs: Vec<[usize; 2]> = (1..7).map(|i| [0, 2 * i]).chain([[0, 13]]).collect();
    let spent = AtomicU64::new(0);
    let go_on = |_: &Progress| spent.fetch_add(1, Relaxed) < 1000 / CELLS_A_CALL * pairs.len() as u64;
    let claims = robot.prove_all_while(&pairs, &Question { cells: u64::MAX, ..Question::default() }, &go_on);
    let (hard, easy) = claims.split_at(6);
    let cells: Vec<u64> = hard.iter().map(|claim| claim.cells).collect();
    assert!(hard.iter().all(|claim| matches!(claim.verdict, Verdict::Open { .. })), "{hard:?}");
    // None of them has had much more than another.
    assert!(cells.iter().min().unwrap() * 4 > *cells.iter().max().unwrap(), "{cells:?}");
    assert_eq!(easy[0], robot.prove([0, 13], &Question::default()));
    assert!(matches!(easy[0].verdict, Verdict::Never { .. }));
}

/// How many cells a pair takes, as it was measured. More is a loss of speed that no answer shows.
#[test]
fn claims_take_no_more_cells_than_they_did() {
    let cells = |robot: Robot, pair: [usize; 2]| {
        let claim = robot.prove(pair, &Question::default());
        assert!(matches!(claim.verdict, Verdict::Never { .. }), "{claim:?}");
        claim.cells
    };
    let near = (4.0f64 - 0.0025).sqrt();
    let found = [
        cells(snake(7, 0.7, surface), [0, 7]),
        cells(snake(8, 0.6, surface), [0, 8]),
        cells(clock(near - 1e-6, surface), [0, 1]),
    ];
    assert!(found.iter().zip(MOST_CELLS).all(|(found, most)| *found <= most), "{found:?}");
}

const MOST_CELLS: [u64; 3] = [39, 41, 67];

#[test]
fn a_map_fills_the_box_and_its_planes_part_the_links() {
    let robot = snake(2, 2.9, surface);
    let survey = robot.survey([0, 2], &Question { cells: 800, ..Question::default() }).unwrap();
    assert_eq!(survey.coordinates, [0, 1]);
    let area = |tile: &clearance_robot::Tile| tile.ends.iter().map(|[low, high]| high - low).product::<f64>();
    let decided = survey.tiles.iter().filter(|tile| tile.kind != TileKind::Cut);
    assert!((decided.map(area).sum::<f64>() - 5.8 * 5.8).abs() < 1e-9);
    let (mut apart, mut meeting) = (0, 0);
    let mut random = Random(4);
    for tile in &survey.tiles {
        for _ in 0..4 {
            let q: Vec<f64> = tile.ends.iter().map(|&[low, high]| random.between(low, high)).collect();
            let answer = robot.clearance(&q, &[[0, 2]]).unwrap().unwrap();
            match &tile.kind {
                TileKind::Apart { bound, planes } => {
                    apart += 1;
                    assert!(answer.upper >= *bound && !planes.is_empty());
                    let frames = robot.frames(&q).unwrap();
                    // A single plane has both nearest points on its sides.
                    if let [plane] = planes.as_slice() {
                        let frame = &frames[plane.link];
                        let [x, y, z] = frame.columns;
                        let n = x * plane.normal.x + y * plane.normal.y + z * plane.normal.z;
                        let height = |p: Vec3<f64>| n.dot(&(p - frame.place)) - plane.offset;
                        assert!(height(answer.point_a) < 0.0 && height(answer.point_b) > 0.0, "{tile:?}");
                    }
                }
                TileKind::Meeting => {
                    meeting += 1;
                    assert_eq!(answer.contact, Contact::Meeting, "{tile:?} {q:?}");
                }
                _ => {}
            }
        }
    }
    assert!(apart > 200 && meeting > 40, "{apart} {meeting}");
}
