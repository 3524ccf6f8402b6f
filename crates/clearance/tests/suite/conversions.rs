//! Conversions from other crates and back. Each module needs the feature of its crate.
#![allow(unused_imports, unused_macros, dead_code)]

use clearance::{Hull, Pose, PoseError, Quaternion, Rotation2, Vec2, Vec3, vec2, vec3};

/// A pose of space whose rotation has no simple numbers.
fn pose() -> Pose<Vec3<f64>> {
    Pose::new(Quaternion::from_axis_angle(vec3(1.0, 2.0, -3.0), 1.234), vec3(1.0, 2.0, 3.0)).unwrap()
}

fn plane_pose() -> Pose<Vec2<f64>> {
    Pose::new(Rotation2::from_angle(1.234), vec2(1.0, 2.0)).unwrap()
}

/// The same laws for one version of glam.
macro_rules! glam {
    ($module:ident, $feature:literal, $glam:ident) => {
        #[cfg(feature = $feature)]
        mod $module {
            use super::*;
            use $glam as glam;

            #[test]
            fn vectors_and_rotations_go_both_ways() {
                let v = vec3(1.0f64, 2.0, 3.0);
                assert_eq!(Vec3::from(glam::DVec3::from(v)), v);
                let w = vec2(1.0f32, 2.0);
                assert_eq!(Vec2::from(glam::Vec2::from(w)), w);
                let f = vec3(1.0f32, 2.0, 3.0);
                assert_eq!(Vec3::from(glam::Vec3A::from(f)), f);
                let q = Quaternion { x: 0.0f64, y: 0.6, z: 0.0, w: 0.8 };
                assert_eq!(Quaternion::from(glam::DQuat::from(q)), q);
                let r = Rotation2 { c: 0.6f32, s: 0.8 };
                assert_eq!(Rotation2::from(glam::Vec2::from(r)), r);
            }

            #[test]
            fn its_vectors_are_points_of_hulls() {
                let corners = [vec2(0.0f64, 0.0), vec2(2.0, 0.0), vec2(0.0, 1.0)];
                let hull = Hull::new(&corners.map(glam::DVec2::from)).unwrap();
                assert_eq!(hull.vertices(), Hull::new(&corners).unwrap().vertices());
                let corners = [[0.0f32; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
                let hull = Hull::new(&corners.map(glam::Vec3A::from)).unwrap();
                assert_eq!(hull.vertices(), Hull::new(&corners).unwrap().vertices());
            }

            #[test]
            fn a_pose_moves_points_as_its_image_does() {
                let (pose, p) = (pose(), vec3(0.3, -0.7, 2.0));
                let ours = glam::DVec3::from(pose * p);
                let (rotation, translation): (glam::DQuat, glam::DVec3) = pose.into();
                assert!((rotation * glam::DVec3::from(p) + translation - ours).length() < 2e-15);
                let affine = glam::DAffine3::from(pose);
                assert!((affine.transform_point3(p.into()) - ours).length() < 2e-15);
                let matrix = glam::DMat4::from(pose);
                assert!((matrix.transform_point3(p.into()) - ours).length() < 2e-15);
                let (plane, p) = (plane_pose(), vec2(0.3, -0.7));
                let ours = glam::DVec2::from(plane * p);
                assert!((glam::DAffine2::from(plane).transform_point2(p.into()) - ours).length() < 2e-15);
                assert!((glam::DMat3::from(plane).transform_point2(p.into()) - ours).length() < 2e-15);
            }

            #[test]
            fn poses_come_back() {
                let (pose, p) = (pose(), vec3(0.3, -0.7, 2.0));
                let parts: (glam::DQuat, glam::DVec3) = pose.into();
                assert_eq!(Pose::from(parts), pose);
                for back in [
                    Pose::try_from(glam::DAffine3::from(pose)).unwrap(),
                    Pose::try_from(glam::DMat4::from(pose)).unwrap(),
                ] {
                    assert!((back * p - pose * p).length() < 2e-15);
                }
                let (plane, p) = (plane_pose(), vec2(0.3, -0.7));
                for back in [
                    Pose::try_from(glam::DAffine2::from(plane)).unwrap(),
                    Pose::try_from(glam::DMat3::from(plane)).unwrap(),
                ] {
                    assert!((back * p - plane * p).length() < 2e-15);
                }
                let single = Pose::<Vec3<f32>>::translation([1.0, 2.0, 3.0]);
                assert_eq!(Pose::try_from(glam::Affine3A::from(single)), Ok(single));
                assert_eq!(Pose::try_from(glam::Mat4::from(single)), Ok(single));
                let single = Pose::<Vec2<f32>>::translation([1.0, 2.0]);
                assert_eq!(Pose::try_from(glam::Affine2::from(single)), Ok(single));
                assert_eq!(Pose::try_from(glam::Mat3::from(single)), Ok(single));
            }

            #[test]
            fn a_map_that_scales_is_refused() {
                let scaled = glam::DAffine3::from_scale(glam::DVec3::new(1.0, 1.0, 2.0));
                assert_eq!(Pose::try_from(scaled), Err(PoseError::NotRigid));
                let mirrored = glam::DAffine3::from_scale(glam::DVec3::new(1.0, 1.0, -1.0));
                assert_eq!(Pose::try_from(mirrored), Err(PoseError::Mirrored));
            }
        }
    };
}
glam!(of_glam_030, "glam-030", glam_030);
glam!(of_glam_032, "glam-032", glam_032);
glam!(of_glam_033, "glam-033", glam_033);
glam!(of_glam_034, "glam-034", glam_034);

#[cfg(feature = "nalgebra-035")]
mod of_nalgebra {
    use super::*;
    use nalgebra::{
        Isometry2, Isometry3, Matrix3, Matrix4, Point2, Point3, UnitComplex, UnitQuaternion, Vector2, Vector3,
    };

    #[test]
    fn its_vectors_and_points_are_points_of_hulls() {
        let corners = [vec3(0.0f64, 0.0, 0.0), vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0)];
        let hull = Hull::new(&corners).unwrap();
        assert_eq!(Hull::new(&corners.map(nalgebra::Vector3::from)).unwrap().vertices(), hull.vertices());
        assert_eq!(Hull::new(&corners.map(nalgebra::Point3::from)).unwrap().vertices(), hull.vertices());
    }

    #[test]
    fn vectors_points_and_rotations_go_both_ways() {
        let v = vec3(1.0f64, 2.0, 3.0);
        assert_eq!((Vec3::from(Vector3::from(v)), Vec3::from(Point3::from(v))), (v, v));
        let w = vec2(1.0f32, 2.0);
        assert_eq!((Vec2::from(Vector2::from(w)), Vec2::from(Point2::from(w))), (w, w));
        let q = Quaternion { x: 0.0f64, y: 0.6, z: 0.0, w: 0.8 };
        assert_eq!(Quaternion::from(UnitQuaternion::from(q)), q);
        let r = Rotation2 { c: 0.6f32, s: 0.8 };
        assert_eq!(Rotation2::from(UnitComplex::from(r)), r);
    }

    #[test]
    fn an_isometry_moves_points_as_the_pose_does_and_comes_back() {
        let (pose, p) = (pose(), vec3(0.3, -0.7, 2.0));
        let isometry = Isometry3::from(pose);
        assert!((Vec3::from(isometry * Point3::from(p)) - pose * p).length() < 2e-15);
        assert_eq!(Pose::<Vec3<f64>>::from(isometry), pose);
        let (plane, p) = (plane_pose(), vec2(0.3, -0.7));
        let isometry = Isometry2::from(plane);
        assert!((Vec2::from(isometry * Point2::from(p)) - plane * p).length() < 2e-15);
        assert_eq!(Pose::<Vec2<f64>>::from(isometry), plane);
    }

    #[test]
    fn a_matrix_is_that_of_the_isometry_and_is_checked_on_the_way_back() {
        let (pose, p) = (pose(), vec3(0.3, -0.7, 2.0));
        let matrix = Matrix4::from(pose);
        assert!((matrix - Isometry3::from(pose).to_homogeneous()).norm() < 2e-15);
        assert!((Pose::<Vec3<f64>>::try_from(matrix).unwrap() * p - pose * p).length() < 2e-15);
        assert_eq!(Pose::<Vec3<f64>>::try_from(matrix * 2.0), Err(PoseError::NotRigid));
        let plane = plane_pose();
        assert!((Matrix3::from(plane) - Isometry2::from(plane).to_homogeneous()).norm() < 2e-15);
        assert!(Pose::<Vec2<f64>>::try_from(Matrix3::from(plane)).is_ok());
    }
}

#[cfg(feature = "mint-05")]
mod of_mint {
    use super::*;

    #[test]
    fn its_vectors_and_points_are_points_of_hulls() {
        let corners = [vec2(0.0f32, 0.0), vec2(2.0, 0.0), vec2(0.0, 1.0)];
        let hull = Hull::new(&corners).unwrap();
        assert_eq!(Hull::new(&corners.map(mint::Vector2::from)).unwrap().vertices(), hull.vertices());
        assert_eq!(Hull::new(&corners.map(mint::Point2::from)).unwrap().vertices(), hull.vertices());
    }

    #[test]
    fn vectors_points_and_quaternions_go_both_ways() {
        let v = vec3(1.0f64, 2.0, 3.0);
        assert_eq!((Vec3::from(mint::Vector3::from(v)), Vec3::from(mint::Point3::from(v))), (v, v));
        let w = vec2(1.0f32, 2.0);
        assert_eq!((Vec2::from(mint::Vector2::from(w)), Vec2::from(mint::Point2::from(w))), (w, w));
        let q = Quaternion { x: 0.0f64, y: 0.6, z: 0.0, w: 0.8 };
        assert_eq!(Quaternion::from(mint::Quaternion::from(q)), q);
    }

    #[test]
    fn matrices_of_either_order_go_both_ways() {
        let (pose, p) = (pose(), vec3(0.3, -0.7, 2.0));
        let rows = mint::RowMatrix4::from(pose);
        assert_eq!([rows.x.w, rows.y.w, rows.z.w, rows.w.w], [1.0, 2.0, 3.0, 1.0]);
        let columns = mint::ColumnMatrix4::from(pose);
        assert_eq!([columns.w.x, columns.w.y, columns.w.z, columns.w.w], [1.0, 2.0, 3.0, 1.0]);
        for back in [Pose::<Vec3<f64>>::try_from(rows).unwrap(), Pose::<Vec3<f64>>::try_from(columns).unwrap()] {
            assert!((back * p - pose * p).length() < 2e-15);
        }
        let plane = plane_pose();
        assert!(Pose::<Vec2<f64>>::try_from(mint::RowMatrix3::from(plane)).is_ok());
        assert!(Pose::<Vec2<f64>>::try_from(mint::ColumnMatrix3::from(plane)).is_ok());
    }
}
