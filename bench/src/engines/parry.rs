//! parry, in the plane and in space, in both scalars. It is timed by its functions for shapes with support points, by
//! those for boxes and for balls, and by its port of Box2D's distance for sweeps, cold and warm.

use super::{Engine, Output, Runner, Scalar};
use crate::workloads::Workload;

/// Some of parry's functions.
#[derive(Clone, Copy, PartialEq)]
enum Call {
    /// GJK, and EPA for depths.
    General,
    /// Those for two boxes or two balls.
    Special,
    /// The distance of point clouds of `sweep_toi`. Each pair starts from an empty simplex.
    Proxy,
    /// The same, starting from the simplex of the pair's last query.
    WarmProxy,
}

pub fn engines() -> Vec<Engine> {
    macro_rules! engine {
        ($name:literal, $call:ident) => {
            [
                Engine {
                    name: $name,
                    scalar: Scalar::F64,
                    prepare: |workload, output| f64(workload, output, Call::$call),
                },
                Engine {
                    name: $name,
                    scalar: Scalar::F32,
                    prepare: |workload, output| f32(workload, output, Call::$call),
                },
            ]
        };
    }
    [
        engine!("parry", General),
        engine!("parry special", Special),
        engine!("parry proxy", Proxy),
        engine!("parry proxy warm", WarmProxy),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn f64(workload: &Workload, output: Output, call: Call) -> Option<Box<dyn Runner>> {
    match workload.dimension {
        2 => plane_f64::prepare(workload, output, call),
        _ => space_f64::prepare(workload, output, call),
    }
}

fn f32(workload: &Workload, output: Output, call: Call) -> Option<Box<dyn Runner>> {
    match workload.dimension {
        2 => plane_f32::prepare(workload, output, call),
        _ => space_f32::prepare(workload, output, call),
    }
}

/// The code that parry's four crates share.
macro_rules! parry {
    ($module:ident, $parry:ident, $scalar:ty, $data:ident, $dimension:item) => {
        pub mod $module {
            use std::hint::black_box;

            use $parry::math::{Pose, Vector};
            use $parry::query::details::{
                closest_points_ball_ball, closest_points_cuboid_cuboid, closest_points_support_map_support_map, contact_ball_ball, contact_cuboid_cuboid, contact_manifold_cuboid_cuboid,
                contact_manifold_pfm_pfm, contact_support_map_support_map, intersection_test_ball_ball, intersection_test_cuboid_cuboid,
                intersection_test_support_map_support_map,
            };
            use $parry::query::sweep_toi::{SimplexCache, ToiProxy, proxy_distance};
            use $parry::query::{ClosestPoints, Contact, ContactManifold};
            use $parry::shape::{Ball, Capsule, Cuboid, PolygonalFeatureMap, SupportMap};

            use super::super::{LIMIT, NOTHING, Output, Runner, prepared};
            use super::Call;
            use crate::workloads::{Placement, ShapeData, Workload};

            $dimension
            use $data::{hull, pose, round, vector};

            pub(super) fn prepare(workload: &Workload, output: Output, call: Call) -> Option<Box<dyn Runner>> {
                match (call, &workload.shapes[0]) {
                    (Call::General, ShapeData::Points(_)) if output == Output::Contacts => {
                        manifolds(workload, |data| match data {
                            ShapeData::Points(points) => hull(points),
                            _ => None,
                        })
                    }
                    (Call::General, ShapeData::Cuboid(_)) if output == Output::Contacts => manifolds(workload, cuboid),
                    (Call::General, ShapeData::Points(_)) => general(workload, output, |data| match data {
                        ShapeData::Points(points) => hull(points),
                        _ => None,
                    }),
                    (Call::General, ShapeData::Cuboid(_)) => general(workload, output, cuboid),
                    (Call::General, ShapeData::Ball(_)) => general(workload, output, ball),
                    (Call::General, ShapeData::Capsule { .. }) => general(workload, output, |data| match *data {
                        ShapeData::Capsule { half_height, radius } => {
                            Some(Capsule::new_y(half_height as $scalar, radius as $scalar))
                        }
                        _ => None,
                    }),
                    (Call::General, _) => round(workload, output),
                    (Call::Special, ShapeData::Cuboid(_)) => boxes(workload, output),
                    (Call::Special, ShapeData::Ball(_)) => balls(workload, output),
                    (Call::Proxy, ShapeData::Points(_)) if output == Output::Distance => proxies(workload),
                    (Call::WarmProxy, ShapeData::Points(_)) if output == Output::Distance && workload.moves() => {
                        warm_proxies(workload)
                    }
                    _ => None,
                }
            }

            fn cuboid(data: &ShapeData) -> Option<Cuboid> {
                match *data {
                    ShapeData::Cuboid(half_extents) => Some(Cuboid::new(vector(half_extents))),
                    _ => None,
                }
            }

            fn ball(data: &ShapeData) -> Option<Ball> {
                match *data {
                    ShapeData::Ball(radius) => Some(Ball::new(radius as $scalar)),
                    _ => None,
                }
            }

            fn points(data: &ShapeData) -> Option<Vec<Vector>> {
                match data {
                    ShapeData::Points(points) => Some(points.iter().map(|&point| vector(point)).collect()),
                    _ => None,
                }
            }

            /// Shapes known by their support points.
            fn general<S: SupportMap + 'static>(
                workload: &Workload,
                output: Output,
                shape: impl Fn(&ShapeData) -> Option<S>,
            ) -> Option<Box<dyn Runner>> {
                match output {
                    Output::Bool => prepared(workload, shape, pose, |[a, b], [at, bt]: [&Pose; 2], _| {
                        f64::from(u8::from(intersection_test_support_map_support_map(&at.inv_mul(bt), a, b)))
                    }),
                    Output::Distance => prepared(workload, shape, pose, |[a, b], [at, bt]: [&Pose; 2], _| {
                        let relative = at.inv_mul(bt);
                        distance(relative, closest_points_support_map_support_map(&relative, a, b, <$scalar>::MAX))
                    }),
                    Output::Signed => prepared(workload, shape, pose, |[a, b], [at, bt]: [&Pose; 2], _| {
                        depth(contact_support_map_support_map(&at.inv_mul(bt), a, b, <$scalar>::MAX))
                    }),
                    Output::Within => prepared(workload, shape, pose, |[a, b], [at, bt]: [&Pose; 2], _| {
                        let relative = at.inv_mul(bt);
                        within(relative, closest_points_support_map_support_map(&relative, a, b, LIMIT as $scalar))
                    }),
                    Output::Contacts => None,
                }
            }

            /// Boxes, by the functions for them.
            fn boxes(workload: &Workload, output: Output) -> Option<Box<dyn Runner>> {
                match output {
                    Output::Bool => prepared(workload, cuboid, pose, |[a, b], [at, bt]: [&Pose; 2], _| {
                        f64::from(u8::from(intersection_test_cuboid_cuboid(&at.inv_mul(bt), a, b)))
                    }),
                    Output::Distance => prepared(workload, cuboid, pose, |[a, b], [at, bt]: [&Pose; 2], _| {
                        let relative = at.inv_mul(bt);
                        distance(relative, closest_points_cuboid_cuboid(&relative, a, b, <$scalar>::MAX))
                    }),
                    Output::Signed => prepared(workload, cuboid, pose, |[a, b], [at, bt]: [&Pose; 2], _| {
                        depth(contact_cuboid_cuboid(&at.inv_mul(bt), a, b, <$scalar>::MAX))
                    }),
                    Output::Within => prepared(workload, cuboid, pose, |[a, b], [at, bt]: [&Pose; 2], _| {
                        let relative = at.inv_mul(bt);
                        within(relative, closest_points_cuboid_cuboid(&relative, a, b, LIMIT as $scalar))
                    }),
                    Output::Contacts if workload.has_manifolds() => {
                        prepared(workload, cuboid, pose, |[a, b], [at, bt]: [&Pose; 2], _| {
                            let mut manifold = ContactManifold::<(), ()>::new();
                            contact_manifold_cuboid_cuboid(&at.inv_mul(bt), a, b, LIMIT as $scalar, &mut manifold);
                            deepest(&manifold)
                        })
                    }
                    Output::Contacts => None,
                }
            }

            /// Balls, by the functions for them.
            fn balls(workload: &Workload, output: Output) -> Option<Box<dyn Runner>> {
                match output {
                    Output::Bool => prepared(workload, ball, pose, |[a, b], [at, bt]: [&Pose; 2], _| {
                        f64::from(u8::from(intersection_test_ball_ball(at.inv_mul(bt).translation, a, b)))
                    }),
                    Output::Distance => prepared(workload, ball, pose, |[a, b], [at, bt]: [&Pose; 2], _| {
                        let relative = at.inv_mul(bt);
                        distance(relative, closest_points_ball_ball(&relative, a, b, <$scalar>::MAX))
                    }),
                    Output::Signed => prepared(workload, ball, pose, |[a, b], [at, bt]: [&Pose; 2], _| {
                        depth(contact_ball_ball(&at.inv_mul(bt), a, b, <$scalar>::MAX))
                    }),
                    Output::Within => prepared(workload, ball, pose, |[a, b], [at, bt]: [&Pose; 2], _| {
                        let relative = at.inv_mul(bt);
                        within(relative, closest_points_ball_ball(&relative, a, b, LIMIT as $scalar))
                    }),
                    Output::Contacts => None,
                }
            }

            /// The manifolds of shapes that have faces.
            fn manifolds<S: PolygonalFeatureMap + 'static>(
                workload: &Workload,
                shape: impl Fn(&ShapeData) -> Option<S>,
            ) -> Option<Box<dyn Runner>> {
                if !workload.has_manifolds() {
                    return None;
                }
                prepared(workload, shape, pose, |[a, b], [at, bt]: [&Pose; 2], _| {
                    let mut manifold = ContactManifold::<(), ()>::new();
                    let (relative, limit) = (at.inv_mul(bt), LIMIT as $scalar);
                    contact_manifold_pfm_pfm(&relative, a, 0.0, None, b, 0.0, None, limit, &mut manifold);
                    deepest(&manifold)
                })
            }

            fn proxies(workload: &Workload) -> Option<Box<dyn Runner>> {
                prepared(workload, points, pose, |shapes, poses, _| {
                    proxy(shapes, poses, &mut SimplexCache::default())
                })
            }

            fn warm_proxies(workload: &Workload) -> Option<Box<dyn Runner>> {
                let mut caches: Vec<SimplexCache> = (0..workload.tracks()).map(|_| SimplexCache::default()).collect();
                prepared(workload, points, pose, move |shapes, poses, track| proxy(shapes, poses, &mut caches[track]))
            }

            #[inline(always)]
            fn proxy(shapes: [&Vec<Vector>; 2], [at, bt]: [&Pose; 2], cache: &mut SimplexCache) -> f64 {
                let [a, b] = shapes.map(|points| ToiProxy::from_points(points, 0.0));
                f64::from(black_box(&proxy_distance(&at.inv_mul(bt), &a, &b, false, cache)).distance)
            }

            /// The distance of the nearest points. Each point is in the frame of its own shape.
            fn distance(relative: Pose, found: ClosestPoints) -> f64 {
                match *black_box(&found) {
                    ClosestPoints::WithinMargin(a, b) => f64::from((relative * b - a).length()),
                    ClosestPoints::Intersecting => 0.0,
                    ClosestPoints::Disjoint => f64::NAN,
                }
            }

            /// The same if it is at most the limit.
            fn within(relative: Pose, found: ClosestPoints) -> f64 {
                if found == ClosestPoints::Disjoint { NOTHING } else { distance(relative, found) }
            }

            /// The least separation of all contacts.
            fn deepest(manifold: &ContactManifold<(), ()>) -> f64 {
                black_box(manifold).points.iter().map(|contact| f64::from(contact.dist)).fold(NOTHING, f64::min)
            }

            fn depth(found: Option<Contact>) -> f64 {
                black_box(&found).as_ref().map_or(f64::NAN, |contact| f64::from(contact.dist))
            }
        }
    };
}

macro_rules! parry_of_space {
    ($module:ident, $parry:ident, $scalar:ty) => {
        parry!(
            $module,
            $parry,
            $scalar,
            space,
            pub mod space {
                use super::{Output, Placement, Runner, ShapeData, Workload, general};
                use $parry::math::{Pose, Rotation, Vector};
                use $parry::shape::{Cone, ConvexPolyhedron, Cylinder};

                pub fn vector([x, y, z]: [f64; 3]) -> Vector {
                    Vector::new(x as $scalar, y as $scalar, z as $scalar)
                }

                pub fn pose(data: &Placement) -> Pose {
                    let [x, y, z, w] = data.rotation.map(|number| number as $scalar);
                    Pose::from_parts(vector(data.translation), Rotation::from_xyzw(x, y, z, w))
                }

                pub fn hull(points: &[[f64; 3]]) -> Option<ConvexPolyhedron> {
                    let points: Vec<Vector> = points.iter().map(|&point| vector(point)).collect();
                    ConvexPolyhedron::from_convex_hull(&points)
                }

                pub fn round(workload: &Workload, output: Output) -> Option<Box<dyn Runner>> {
                    match workload.shapes[0] {
                        ShapeData::Cylinder { .. } => general(workload, output, |data| match *data {
                            ShapeData::Cylinder { half_height, radius } => {
                                Some(Cylinder::new(half_height as $scalar, radius as $scalar))
                            }
                            _ => None,
                        }),
                        ShapeData::Cone { .. } => general(workload, output, |data| match *data {
                            ShapeData::Cone { half_height, radius } => {
                                Some(Cone::new(half_height as $scalar, radius as $scalar))
                            }
                            _ => None,
                        }),
                        _ => None,
                    }
                }
            }
        );
    };
}

macro_rules! parry_of_plane {
    ($module:ident, $parry:ident, $scalar:ty) => {
        parry!(
            $module,
            $parry,
            $scalar,
            plane,
            pub mod plane {
                use super::{Output, Placement, Runner, Workload};
                use $parry::math::{Pose, Rotation, Vector};
                use $parry::shape::ConvexPolygon;

                pub fn vector([x, y, _]: [f64; 3]) -> Vector {
                    Vector::new(x as $scalar, y as $scalar)
                }

                pub fn pose(data: &Placement) -> Pose {
                    let [c, s, ..] = data.rotation.map(|number| number as $scalar);
                    Pose::from_parts(vector(data.translation), Rotation::from_cos_sin_unchecked(c, s))
                }

                pub fn hull(points: &[[f64; 3]]) -> Option<ConvexPolygon> {
                    ConvexPolygon::from_convex_polyline(points.iter().map(|&point| vector(point)).collect())
                }

                pub fn round(_: &Workload, _: Output) -> Option<Box<dyn Runner>> {
                    None
                }
            }
        );
    };
}
parry_of_plane!(plane_f64, parry2d_f64, f64);
parry_of_plane!(plane_f32, parry2d, f32);
parry_of_space!(space_f64, parry3d_f64, f64);
parry_of_space!(space_f32, parry3d, f32);
