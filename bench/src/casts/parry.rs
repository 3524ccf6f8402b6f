//! parry, in the plane and in space, in both scalars: `cast_shapes` and `cast_shapes_nonlinear` of shapes with support
//! points, its port of Box2D's sweeps, and its rays.

use super::{Engine, Turning, Workload};
use crate::engines::{Runner, Scalar};

/// Some of parry's functions.
#[derive(Clone, Copy, PartialEq)]
enum Call {
    /// `cast_shapes`, `cast_shapes_nonlinear` and `cast_ray`.
    General,
    /// `sweep_time_of_impact`.
    Sweep,
}

pub fn engines() -> Vec<Engine> {
    macro_rules! engine {
        ($name:literal, $call:ident, $turning:ident) => {
            [
                Engine {
                    name: $name,
                    scalar: Scalar::F64,
                    turning: Turning::$turning,
                    prepare: |workload| match workload.dimension {
                        2 => plane_f64::prepare(workload, Call::$call),
                        _ => space_f64::prepare(workload, Call::$call),
                    },
                },
                Engine {
                    name: $name,
                    scalar: Scalar::F32,
                    turning: Turning::$turning,
                    prepare: |workload| match workload.dimension {
                        2 => plane_f32::prepare(workload, Call::$call),
                        _ => space_f32::prepare(workload, Call::$call),
                    },
                },
            ]
        };
    }
    [engine!("parry", General, Evenly), engine!("parry sweep", Sweep, ByMean)].into_iter().flatten().collect()
}

/// Turns in space: rotation vectors.
macro_rules! turns_of_space {
    ($parry:ident) => {
        use super::{Pose, Vector, vector};
        use $parry::math::Rotation;

        pub fn angular(turn: [f64; 3]) -> Vector {
            vector(turn)
        }
        pub fn turned(pose: Pose, turn: [f64; 3]) -> Pose {
            Pose::from_parts(pose.translation, Rotation::from_scaled_axis(vector(turn)) * pose.rotation)
        }
    };
}

/// Turns in the plane: angles.
macro_rules! turns_of_plane {
    ($parry:ident, $scalar:ty) => {
        use super::Pose;
        use $parry::math::Rotation;

        pub fn angular(turn: [f64; 3]) -> $scalar {
            turn[2] as $scalar
        }
        pub fn turned(pose: Pose, turn: [f64; 3]) -> Pose {
            Pose::from_parts(pose.translation, Rotation::new(turn[2] as $scalar) * pose.rotation)
        }
    };
}

/// The code that parry's four crates share.
macro_rules! parry {
    ($module:ident, $parry:ident, $scalar:ty, $dimension:ident, $turning:item) => {
        mod $module {
            use std::hint::black_box;

            use $parry::math::{Pose, Vector};
            use $parry::query::details::cast_shapes_support_map_support_map;
            use $parry::query::sweep_toi::{Sweep, SweepToiStatus, ToiProxy, sweep_time_of_impact};
            use $parry::query::{NonlinearRigidMotion, Ray, RayCast, ShapeCastOptions, cast_shapes_nonlinear};
            use $parry::shape::{Ball, Capsule, Cuboid, Shape, SupportMap};

            use super::super::{CLEAR, Course, Question, prepared};
            use super::{Call, Runner, Workload};
            use crate::workloads::ShapeData;
            use crate::engines::parry::$module::$dimension::{hull, pose, vector};
            use turning::{angular, turned};
            $turning

            pub fn prepare(workload: &Workload, call: Call) -> Option<Box<dyn Runner>> {
                if call == Call::Sweep {
                    return sweeps(workload);
                }
                match workload.shapes[0] {
                    ShapeData::Points(_) => general(workload, |data| match data {
                        ShapeData::Points(points) => hull(points),
                        _ => None,
                    }),
                    ShapeData::Cuboid(_) => general(workload, |data| match *data {
                        ShapeData::Cuboid(half_extents) => Some(Cuboid::new(vector(half_extents))),
                        _ => None,
                    }),
                    ShapeData::Ball(_) => general(workload, |data| match *data {
                        ShapeData::Ball(radius) => Some(Ball::new(radius as $scalar)),
                        _ => None,
                    }),
                    ShapeData::Capsule { .. } => general(workload, |data| match *data {
                        ShapeData::Capsule { half_height, radius } => {
                            Some(Capsule::new_y(half_height as $scalar, radius as $scalar))
                        }
                        _ => None,
                    }),
                    _ => None,
                }
            }

            fn general<S: SupportMap + Shape + RayCast + 'static>(
                workload: &Workload,
                shape: impl Fn(&ShapeData) -> Option<S>,
            ) -> Option<Box<dyn Runner>> {
                let fraction = |time: Option<$scalar>| time.map_or(CLEAR, f64::from);
                match workload.question {
                    Question::Ray => prepared(
                        workload,
                        shape,
                        |course| (pose(&course.poses[0]), Ray::new(vector(course.poses[1].translation), vector(course.travel))),
                        move |[a, _], (at, ray)| {
                            fraction(black_box(a.cast_ray_and_get_normal(at, ray, 1.0, true)).map(|hit| hit.time_of_impact))
                        },
                    ),
                    Question::Cast => prepared(
                        workload,
                        shape,
                        |course| (course.poses.each_ref().map(pose), vector(course.travel)),
                        move |[a, b], ([at, bt], travel)| {
                            let relative = at.inv_mul(bt);
                            let options = ShapeCastOptions::with_max_time_of_impact(1.0);
                            let way = at.rotation.inverse() * *travel;
                            let hit = cast_shapes_support_map_support_map(&relative, way, a, b, options);
                            fraction(black_box(hit).map(|hit| hit.time_of_impact))
                        },
                    ),
                    Question::Impact => prepared(workload, shape, motions, move |[a, b], [at, bt]| {
                        let hit = cast_shapes_nonlinear(at, a, bt, b, 0.0, 1.0, true).expect("it is supported");
                        fraction(black_box(hit).map(|hit| hit.time_of_impact))
                    }),
                    Question::Clearance => None,
                }
            }

            fn motions(course: &Course) -> [NonlinearRigidMotion; 2] {
                let [a, b] = course.poses.each_ref().map(pose);
                let origin = vector([0.0; 3]);
                [
                    NonlinearRigidMotion::constant_position(a),
                    NonlinearRigidMotion::new(b, origin, vector(course.travel), angular(course.turn)),
                ]
            }

            /// The slop is that of Box2D, for bodies of a metre.
            const SLOP: $scalar = 0.005;

            fn sweeps(workload: &Workload) -> Option<Box<dyn Runner>> {
                if workload.question != Question::Impact {
                    return None;
                }
                let corners = |data: &ShapeData| match data {
                    ShapeData::Points(points) => Some(points.iter().map(|&point| vector(point)).collect::<Vec<Vector>>()),
                    _ => None,
                };
                let course = |course: &Course| {
                    let [a, b] = course.poses.each_ref().map(pose);
                    let mut end = turned(b, course.turn);
                    end.translation += vector(course.travel);
                    let origin = vector([0.0; 3]);
                    [Sweep::from_poses(&a, &a, origin), Sweep::from_poses(&b, &end, origin)]
                };
                prepared(workload, corners, course, |shapes, [at, bt]| {
                    let [a, b] = shapes.map(|points| ToiProxy::from_points(points, 0.0));
                    let output = black_box(sweep_time_of_impact(&a, at, &b, bt, 1.0, SLOP));
                    match output.status {
                        SweepToiStatus::Hit | SweepToiStatus::Overlapped => f64::from(output.fraction),
                        SweepToiStatus::Separated | SweepToiStatus::Failed => CLEAR,
                    }
                })
            }
        }
    };
}

parry!(
    space_f32,
    parry3d,
    f32,
    space,
    mod turning {
        turns_of_space!(parry3d);
    }
);
parry!(
    space_f64,
    parry3d_f64,
    f64,
    space,
    mod turning {
        turns_of_space!(parry3d_f64);
    }
);
parry!(
    plane_f32,
    parry2d,
    f32,
    plane,
    mod turning {
        turns_of_plane!(parry2d, f32);
    }
);
parry!(
    plane_f64,
    parry2d_f64,
    f64,
    plane,
    mod turning {
        turns_of_plane!(parry2d_f64, f64);
    }
);
