//! The axis test of polygons against the exact solver.

use crate::axes::boxes::REACH;
use crate::distance::cache::Cache;
use crate::hull::Hull;
use crate::numbers::each::Each;
use crate::query::solver::{Precision, Solver};
use crate::random::Random;
use crate::result::cast::Start;
use crate::result::{Feature, Proximity, Status};
use crate::shape::Placed;
use crate::shape::support::{Shape, SupportMap};
use crate::space::pose::Pose;
use crate::space::rotation::plane::Rotation2;
use crate::space::vector::{Vec2, vec2};
use alloc::vec::Vec;

type Polygon = Hull<Vec2<f64>>;
type Body<'s> = Placed<&'s Polygon, Vec2<f64>>;

const EXACT: Solver = Solver {
    tolerance: 1e-12,
    max_iterations: 512,
    max_distance: f64::INFINITY,
    precision: Precision::Exact,
    target: 0.0,
    start: Start::Stop,
};

/// A polygon with its corners on an ellipse, so that no three of them lie on a line.
fn polygon(random: &mut Random) -> Polygon {
    let count = 3 + (random.bits() >> 32) as usize % 6;
    let axes = vec2(1.0 + 0.5 * random.signed(), 1.0 + 0.5 * random.signed());
    let corner = |k: usize| {
        let angle = (k as f64 + 0.4 * random.signed()) * core::f64::consts::TAU / count as f64;
        vec2(axes.x * angle.cos(), axes.y * angle.sin())
    };
    Hull::new(&(0..count).map(corner).collect::<Vec<_>>()).unwrap()
}

fn pose(random: &mut Random, reach: f64) -> Pose<Vec2<f64>> {
    let (s, c) = (3.2 * random.signed()).sin_cos();
    Pose { rotation: Rotation2 { c, s }, translation: vec2(reach * random.signed(), reach * random.signed()) }
}

/// The point of a feature, in the world's frame.
fn point_of(feature: Feature, polygon: &Polygon, pose: &Pose<Vec2<f64>>) -> Vec2<f64> {
    let corners = feature.vertices().iter().map(|&vertex| polygon.vertices()[vertex as usize]);
    pose.apply_wide(corners.zip(feature.weights()).fold(vec2(0.0, 0.0), |sum, (corner, &weight)| sum + corner * weight))
}

/// Compares all that an answer promises with the exact answer, for lengths below 8.
fn assert_right(found: &Proximity<Vec2<f64>>, right: &Proximity<Vec2<f64>>) {
    let few = 32.0 * f64::EPSILON;
    assert_eq!(found.status, right.status);
    assert!((found.distance - right.distance).abs() <= few, "{found:?} {right:?}");
    assert!(found.lower <= right.upper && right.lower <= found.upper, "{found:?} {right:?}");
    assert!((found.point_b - found.point_a - found.normal * found.distance).length() <= few, "{found:?}");
}

fn signed_both_ways(a: &Body<'_>, b: &Body<'_>) -> Proximity<Vec2<f64>> {
    let found = Solver::default().signed_distance(a, b);
    assert_eq!(found, Solver::default().signed_distance(b, a).swapped());
    found
}

#[test]
fn nearly_all_near_polygons_of_eight_corners_are_answered_without_a_search() {
    let mut random = Random(7);
    let (mut count, mut closed) = ([0; 3], [0; 3]);
    for _ in 0..5000 {
        let shapes = [polygon(&mut random), polygon(&mut random)];
        let poses = [pose(&mut random, 0.5), pose(&mut random, 2.5)];
        let [a, b] = [(&shapes[0]).at(poses[0]), (&shapes[1]).at(poses[1])];
        let found = signed_both_ways(&a, &b);
        assert_right(&found, &EXACT.signed_distance(&a, &b));
        let points = [found.point_a, found.point_b];
        for (side, feature) in [found.feature_a(), found.feature_b()].into_iter().enumerate() {
            let point = point_of(feature, &shapes[side], &poses[side]);
            assert!((point - points[side]).length() <= 32.0 * f64::EPSILON, "{found:?}");
        }
        // Those that are far are searched: that takes less time.
        let reach = REACH * (shapes[0].ball_extent() + shapes[1].ball_extent());
        if (poses[1].translation - poses[0].translation).length() > reach {
            continue;
        }
        count[found.status as usize] += 1;
        closed[found.status as usize] += usize::from(found.iterations == 0);
    }
    let [apart, _, overlapping] = [Status::Separated, Status::Touching, Status::Overlapping].each(|s| s as usize);
    for status in [apart, overlapping] {
        assert!(count[status] > 800 && closed[status] * 100 > count[status] * 98, "{closed:?} of {count:?}");
    }
}

#[test]
fn a_common_point_lies_in_both_polygons_and_where_the_features_say() {
    let mut random = Random(8);
    let (mut overlaps, mut closed) = (0, 0);
    for _ in 0..1500 {
        let shapes = [polygon(&mut random), polygon(&mut random)];
        let poses = [pose(&mut random, 0.5), pose(&mut random, 1.5)];
        let [a, b] = [(&shapes[0]).at(poses[0]), (&shapes[1]).at(poses[1])];
        let found = Solver::default().distance(&a, &b);
        if found.status != Status::Overlapping {
            continue;
        }
        assert_eq!((found.distance, found.point_a), (0.0, found.point_b));
        for (shape, body, feature, pose) in
            [(&shapes[0], &a, found.feature_a(), poses[0]), (&shapes[1], &b, found.feature_b(), poses[1])]
        {
            assert!(EXACT.closest_point(body, found.point_a).distance <= 8.0 * f64::EPSILON, "{found:?}");
            assert!((point_of(feature, shape, &pose) - found.point_a).length() <= 16.0 * f64::EPSILON, "{found:?}");
        }
        (overlaps, closed) = (overlaps + 1, closed + usize::from(found.iterations == 0));
    }
    assert!(overlaps > 500 && closed * 100 > overlaps * 80, "{closed} of {overlaps} in closed form");
}

#[test]
fn sides_that_lie_flat_on_each_other_are_answered_without_a_search() {
    let mut random = Random(9);
    let table = Hull::new(&[vec2(-2.0, -1.0), vec2(2.0, -1.0), vec2(2.0, 0.0), vec2(-2.0, 0.0)]).unwrap();
    let brick = Hull::new(&[vec2(-1.0, 0.0), vec2(1.0, 0.0), vec2(0.5, 1.0), vec2(-0.5, 1.0)]).unwrap();
    let (mut overhanging, mut closed) = (0, 0);
    for step in 0..400 {
        // The brick slides over the edge of the table: above it in even steps, through it in odd steps. The frame is
        // rotated.
        let (shift, gap) = (2.9 * random.signed(), if step % 2 == 0 { 0.125 } else { -0.0625 });
        let frame = pose(&mut random, 1.0);
        let resting = Pose { rotation: frame.rotation, translation: frame.apply(vec2(shift, gap)) };
        let (a, b) = ((&table).at(frame), (&brick).at(resting));
        let found = signed_both_ways(&a, &b);
        assert_right(&found, &EXACT.signed_distance(&a, &b));
        let up = frame.apply(vec2(0.0, 1.0)) - frame.translation;
        assert!((found.normal - up).length() <= 4.0 * f64::EPSILON || shift.abs() > 2.9 + gap, "{found:?}");
        overhanging += usize::from(shift.abs() > 1.0);
        closed += usize::from(found.iterations == 0);
    }
    assert!(overhanging > 100 && closed > 380, "{closed} of 400 in closed form, {overhanging} overhanging");
}

#[test]
fn verdicts_of_polygons_are_those_of_the_exact_distance() {
    let mut random = Random(10);
    let mut count = [0; 2];
    for step in 0..2000 {
        let shapes = [polygon(&mut random), polygon(&mut random)];
        let bodies = [(&shapes[0]).at(pose(&mut random, 0.5)), (&shapes[1]).at(pose(&mut random, 2.0))];
        let radius = if step % 2 == 0 { 0.0 } else { 0.25 };
        let [a, b] = bodies.map(|body| body.rounded(radius).unwrap());
        let apart = EXACT.signed_distance(&a, &b).distance > 0.0;
        assert_eq!(Solver::default().overlaps(&a, &b), !apart);
        let axis = Solver::default().separating_axis(&a, &b);
        assert_eq!(axis.is_some(), apart);
        if let Some(axis) = axis {
            let ends = bodies.map(|body| body.pose().translation);
            assert!((axis.length() - 1.0).abs() <= 4.0 * f64::EPSILON && axis.dot(&(ends[1] - ends[0])) > 0.0);
        }
        count[usize::from(apart)] += 1;
    }
    assert!(count.iter().all(|&count| count > 400), "{count:?}");
}

#[test]
fn polygons_with_sides_shorter_than_rounding_are_answered_right() {
    let mut random = Random(11);
    let mut count = [0; 2];
    for exponent in [-16, -20, -60, -200, -300] {
        let tiny = 10.0f64.powi(exponent);
        let sliver = Hull::new(&[vec2(0.0, 0.0), vec2(tiny, 0.0), vec2(tiny, 1.0)]).unwrap();
        let speck = Hull::new(&[vec2(0.0, 0.0), vec2(tiny, 0.0), vec2(0.0, tiny)]).unwrap();
        for _ in 0..50 {
            for (a, b) in [(&sliver, &speck), (&sliver, &sliver), (&speck, &speck)] {
                let (a, b) = (a.at(pose(&mut random, 1.0)), b.at(pose(&mut random, 1.0)));
                let found = signed_both_ways(&a, &b);
                assert_right(&found, &EXACT.signed_distance(&a, &b));
                count[usize::from(found.distance > 0.0)] += 1;
            }
        }
    }
    assert!(count.iter().all(|&count| count > 20), "{count:?} overlapping, apart");
}

#[test]
fn polygons_in_motion_are_answered_by_the_axis_of_their_last_query() {
    let mut random = Random(12);
    let (mut count, mut remembered, mut changes) = (0, 0, 0);
    for _ in 0..150 {
        let shapes = [polygon(&mut random), polygon(&mut random)];
        let (fixed, start) = (pose(&mut random, 0.5), pose(&mut random, 3.0));
        let a = (&shapes[0]).at(fixed);
        let step = Pose { rotation: Rotation2::from_angle(0.05 * random.signed()), translation: vec2(0.0, 0.0) };
        let (mut caches, mut place, mut before) = ([Cache::default(); 4], start, None);
        for _ in 0..30 {
            place = step * place;
            let b = (&shapes[1]).at(place);
            let [distances, signed, yes_or_no, exchanged] = &mut caches;
            let right = EXACT.signed_distance(&a, &b);
            let found = Solver::default().signed_distance_cached(&a, &b, signed);
            assert_right(&found, &right);
            let warm = Solver::default().distance_cached(&a, &b, distances);
            assert_eq!(warm, Solver::default().distance_cached(&b, &a, exchanged).swapped());
            assert_eq!(Solver::default().overlaps_cached(&a, &b, yes_or_no), right.status != Status::Separated);
            if right.status != Status::Separated {
                assert_eq!((warm.distance, warm.point_a), (0.0, warm.point_b));
                continue;
            }
            assert_right(&warm, &right);
            let features = (warm.feature_a(), warm.feature_b());
            let corners = (features.0.vertices().to_vec(), features.1.vertices().to_vec());
            changes += usize::from(before.as_ref().is_some_and(|old| *old != corners));
            before = Some(corners);
            count += 1;
            remembered += usize::from(warm.iterations == 0);
        }
    }
    assert!(count > 2000 && changes > 100, "{count} apart, {changes} changes of the corners");
    assert!(remembered * 100 > count * 90, "{remembered} of {count} without a search");
}

#[test]
fn a_remembered_axis_has_the_same_bits_in_every_unit() {
    let mut random = Random(13);
    let mut apart = 0;
    for _ in 0..200 {
        let corners = [polygon(&mut random), polygon(&mut random)].each(|shape| shape.vertices().to_vec());
        let poses = [pose(&mut random, 0.5), pose(&mut random, 3.0)];
        let answer = |unit: f64| {
            let shapes =
                corners.each_ref().each(|points| Hull::new(&points.iter().map(|&p| p * unit).collect::<Vec<_>>()));
            let [Ok(a), Ok(b)] = &shapes else { panic!("a hull has corners") };
            let at = |pose: Pose<Vec2<f64>>| Pose { translation: pose.translation * unit, ..pose };
            let nudged = Pose { rotation: Rotation2::from_angle(1e-3), translation: vec2(0.0, 0.0) } * at(poses[1]);
            let mut cache = Cache::default();
            let _ = Solver::default().distance_cached(&a.at(at(poses[0])), &b.at(at(poses[1])), &mut cache);
            Solver::default().distance_cached(&a.at(at(poses[0])), &b.at(nudged), &mut cache)
        };
        let common = answer(1.0);
        for unit in [2f64.powi(-70), 2f64.powi(90)] {
            let scaled = answer(unit);
            assert_eq!((scaled.distance, scaled.lower), (common.distance * unit, common.lower * unit));
            assert_eq!((scaled.normal, scaled.upper), (common.normal, common.upper * unit));
        }
        apart += usize::from(common.status == Status::Separated && common.iterations == 0);
    }
    assert!(apart > 80, "{apart} of 200 by a remembered axis");
}
