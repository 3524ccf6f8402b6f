//! Bevy's transforms are poses: what they say of a point is what the library says of a shape.

use bevy_math::{Quat, Vec3};
use bevy_transform::components::{GlobalTransform, Transform};
use clearance::{Cuboid, Pose, Shape, Status, distance};

type V = clearance::Vec3<f32>;

fn pose(transform: &Transform) -> Pose<V> {
    Pose::new(transform.rotation.into(), transform.translation.into()).expect("a transform is finite")
}

fn cube() -> Cuboid<V> {
    Cuboid::new(Vec3::splat(0.5).into()).unwrap()
}

#[test]
fn a_turned_cube_is_where_bevy_draws_its_corner() {
    let mut turns = 0;
    for step in 0..32 {
        let angle = step as f32 * 0.4;
        let axis = Vec3::new(1.0, 0.5 * angle.sin(), 0.25).normalize();
        let transform = Transform::from_xyz(5.0, angle, -1.0).with_rotation(Quat::from_axis_angle(axis, angle));
        let corner = transform.transform_point(Vec3::splat(0.5));
        let near = distance(&cube().at(pose(&transform)), &clearance::Point::new(V::from(corner)).unwrap());
        assert!(near.lower <= 4.0 * f32::EPSILON * corner.length(), "{step}: {} from {corner}", near.distance);
        turns += 1;
    }
    assert_eq!(turns, 32);
}

#[test]
fn a_parent_moves_its_child() {
    let parent = GlobalTransform::from(Transform::from_xyz(3.0, 0.0, 0.0));
    let child = parent.mul_transform(Transform::from_xyz(0.0, 2.0, 0.0)).compute_transform();
    let near = distance(&cube(), &cube().at(pose(&child)));
    assert_eq!(near.status, Status::Separated);
    assert!(near.lower <= 5f32.sqrt() && 5f32.sqrt() <= near.upper, "{} {}", near.lower, near.upper);
    let point: Vec3 = near.point_b.into();
    assert_eq!(point, Vec3::new(2.5, 1.5, near.point_b.z));
}

#[test]
fn a_rotation_that_has_drifted_is_still_a_pose() {
    let mut transform = Transform::from_xyz(3.0, 0.0, 0.0);
    for _ in 0..10_000 {
        transform.rotation *= Quat::from_rotation_y(1e-3);
    }
    assert!(distance(&cube(), &cube().at(pose(&transform))).distance > 1.5);
    transform.rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    assert!(Pose::<V>::new(transform.rotation.into(), transform.translation.into()).is_err(), "no rotation at all");
}
