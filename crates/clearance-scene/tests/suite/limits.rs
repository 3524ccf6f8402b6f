//! Limits that are exactly the distance.

use crate::shapes::{Random, mesh, sheet, soup, times};
use clearance::{Ball, Pose, Quaternion, vec3};
use clearance_scene::{Mesh, Outline, Single, distance, is_below, pairs_within, within};

/// Law: a distance that is exactly the limit is within it and not below it, at every scale.
#[test]
fn a_distance_that_is_the_limit_is_within_it_and_not_below_it() {
    let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].to_vec();
    let tetrahedron = (corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]);
    for scale in [2f64.powi(-400), 1.0, 2f64.powi(400)] {
        let body = mesh(&times(&tetrahedron, scale));
        let [a, b] = [body.at(Pose::identity()), body.at(Pose::translation([4.0 * scale, 0.0, 0.0]))];
        let limit = 3.0 * scale;
        assert!(within(&a, &b, limit).is_some() && !is_below(&a, &b, limit));
        assert!(within(&a, &b, limit.next_down()).is_none() && !is_below(&a, &b, limit.next_down()));
        assert!(within(&a, &b, limit.next_up()).is_some() && is_below(&a, &b, limit.next_up()));
        assert_eq!(pairs_within(&a, &b, limit.next_down()).len(), 0);
        assert!(!pairs_within(&a, &b, limit).is_empty());
        // A corner is 3² + 4² = 5² from a corner.
        let [a, b] = [body.at(Pose::identity()), body.at(Pose::translation([4.0 * scale, 0.0, -5.0 * scale]))];
        assert_eq!(distance(&a, &b).distance, 5.0 * scale);
        assert!(within(&a, &b, 5.0 * scale).is_some() && !is_below(&a, &b, 5.0 * scale));
        assert!(is_below(&a, &b, (5.0 * scale).next_up()) && within(&a, &b, (5.0 * scale).next_down()).is_none());
    }
}

/// Law: no limit is both below and above: the answers change once as the limit grows.
#[test]
fn the_answers_change_once_as_the_limit_grows() {
    let mut random = Random(71);
    let mut changes = 0;
    for _ in 0..20 {
        let [a, b] = [0, 1].map(|_| mesh(&soup(&mut random, 12)));
        let [a, b] = [a.at(random.pose(2.0)), b.at(random.pose(2.0))];
        let answer = distance(&a, &b);
        if answer.distance == 0.0 {
            assert!(!is_below(&a, &b, 0.0) && is_below(&a, &b, f64::MIN_POSITIVE) && within(&a, &b, 0.0).is_some());
            continue;
        }
        let mut limit = answer.lower.next_down();
        let mut was = (false, false);
        while limit <= answer.upper.next_up() {
            let now = (is_below(&a, &b, limit), within(&a, &b, limit).is_some());
            assert!(now.0 <= now.1 && was.0 <= now.0 && was.1 <= now.1, "{limit} {answer:?}");
            changes += u32::from(was != now);
            (was, limit) = (now, limit.next_up());
        }
        assert_eq!(was, (true, true));
    }
    assert!(changes >= 5, "{changes}");
}

/// Law: limits that are no length are answered: nothing is below 0 or NaN, and everything is within NaN.
#[test]
fn limits_that_are_no_length_are_answered() {
    let plate = mesh(&sheet(2, 0.0));
    let [a, b] = [plate.at(Pose::identity()), plate.at(Pose::translation([0.0, 0.0, 2.0]))];
    assert!(!is_below(&a, &b, -1.0) && !is_below(&a, &b, f64::NAN) && is_below(&a, &b, f64::INFINITY));
    assert!(within(&a, &b, -1.0).is_none() && within(&a, &a, -1.0).is_none() && within(&a, &b, f64::NAN).is_some());
    assert!(is_below(&a, &a, 5e-324));
    // A ball touches the plate from above: its distance from the middle of the plate is exactly its radius.
    let ball = Ball::new(vec3(0.5, 0.25, 1.5), 0.5).unwrap();
    assert!(is_below(&a, &Single::new(&ball), 1.5) && distance(&a, &Single::new(&ball)).distance == 1.0);
    let line = Outline::polyline(&[[0.0, 0.0], [1.0, 0.0]]).unwrap();
    let [a, b] = [line.at(Pose::identity()), line.at(Pose::translation([0.0, 0.3]))];
    assert!(!is_below(&a, &b, 0.3) && is_below(&a, &b, 0.3f64.next_up()) && within(&a, &b, 0.3).is_some());
}

/// Law: plates of coplanar triangles are told apart by any gap. 10,000 triangles that meet are answered at once.
#[test]
fn plates_of_coplanar_triangles_are_told_apart_by_any_gap() {
    let small = mesh(&sheet(4, 0.0));
    for gap in [1e-300, f64::EPSILON, 0.25] {
        let [a, b] = [small.at(Pose::identity()), small.at(Pose::translation([0.0, 0.0, gap]))];
        let answer = distance(&a, &b);
        assert_eq!((answer.distance, answer.leaf_a, answer.leaf_b), (gap, 0, 0));
        assert!(!is_below(&a, &b, gap) && is_below(&a, &b, gap.next_up()));
        assert!(within(&a, &b, gap).is_some());
    }
    let plate = mesh(&sheet(71, 0.0));
    assert!(plate.triangles().len() > 10_000);
    let body = plate.at(Pose::identity());
    assert_eq!(distance(&body, &body).distance, 0.0);
    assert!(!is_below(&body, &body, 0.0) && is_below(&body, &body, f64::MIN_POSITIVE));
    // Turned by an angle that no float holds, in the same way.
    let turn = Quaternion::from_axis_angle(vec3(0.3, -0.2, 0.9), 1.0);
    let pose = Pose::new(turn, vec3(0.1, 0.2, 0.3)).unwrap();
    assert_eq!(distance(&plate.at(pose), &plate.at(pose)).distance, 0.0);
    let needle = Mesh::new(&[[0.5, 0.5, 0.25], [1e6, 0.5, 0.25], [1e6, 0.5, 0.25 + 1e-9]], &[[0, 1, 2]]).unwrap();
    assert_eq!(distance(&plate.at(Pose::identity()), &needle.at(Pose::identity())).distance, 0.25);
}
