//! glam 0.34: vectors, quaternions and rigid poses in `f32` and `f64`.

use crate::pose::{Pose, Quaternion, Rotation2};
use crate::vector::{Vec2, Vec3, vec2, vec3};

macro_rules! convert {
    ($scalar:ty, $v2:ty, $v3:ty, $quat:ty) => {
        impl From<$v2> for Vec2<$scalar> {
            fn from(v: $v2) -> Self {
                vec2(v.x, v.y)
            }
        }
        impl From<Vec2<$scalar>> for $v2 {
            fn from(v: Vec2<$scalar>) -> Self {
                <$v2>::new(v.x, v.y)
            }
        }
        impl From<$v3> for Vec3<$scalar> {
            fn from(v: $v3) -> Self {
                vec3(v.x, v.y, v.z)
            }
        }
        impl From<Vec3<$scalar>> for $v3 {
            fn from(v: Vec3<$scalar>) -> Self {
                <$v3>::new(v.x, v.y, v.z)
            }
        }
        impl From<$quat> for Quaternion<$scalar> {
            fn from(q: $quat) -> Self {
                Self { x: q.x, y: q.y, z: q.z, w: q.w }
            }
        }
        impl From<Quaternion<$scalar>> for $quat {
            fn from(q: Quaternion<$scalar>) -> Self {
                <$quat>::from_xyzw(q.x, q.y, q.z, q.w)
            }
        }
        /// The rotation whose first column is the vector: (cosine, sine).
        impl From<$v2> for Rotation2<$scalar> {
            fn from(v: $v2) -> Self {
                Self { c: v.x, s: v.y }
            }
        }
        /// From rotation and translation.
        impl From<($quat, $v3)> for Pose<Vec3<$scalar>> {
            fn from((rotation, translation): ($quat, $v3)) -> Self {
                Self { rotation: rotation.into(), translation: translation.into() }
            }
        }
    };
}
convert!(f32, glam::Vec2, glam::Vec3, glam::Quat);
convert!(f64, glam::DVec2, glam::DVec3, glam::DQuat);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glam_goes_both_ways() {
        let v = vec3(1.0f64, 2.0, 3.0);
        assert_eq!(Vec3::from(glam::DVec3::from(v)), v);
        let w = vec2(1.0f32, 2.0);
        assert_eq!(Vec2::from(glam::Vec2::from(w)), w);
        let q = Quaternion { x: 0.0f64, y: 0.6, z: 0.0, w: 0.8 };
        assert_eq!(Quaternion::from(glam::DQuat::from(q)), q);
    }

    #[test]
    fn a_pose_moves_points_as_glam_does() {
        let rotation =
            glam::DQuat::from_xyzw(0.18257418583505536, 0.3651483716701107, 0.5477225575051661, 0.7302967433402214);
        let pose = Pose::from((rotation, glam::DVec3::new(1.0, 2.0, 3.0)));
        let (ours, theirs) = (pose.apply(vec3(0.3, -0.7, 2.0)), rotation * glam::DVec3::new(0.3, -0.7, 2.0));
        assert!((glam::DVec3::from(ours) - theirs - glam::DVec3::new(1.0, 2.0, 3.0)).length() < 1e-15);
    }
}
