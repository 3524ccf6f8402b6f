//! This library, with its defaults.

use std::hint::black_box;

use clearance::real::Real;
use clearance::{Ball, Cone, Cuboid, Cylinder, Ellipsoid, Placed, Pose, Solver, SupportMap, Vec2, Vec3, Vector};

use super::{Engine, OURS, Output, Runner, Scalar, prepared};
use crate::space::{FromData, capsule, hull, scalar};
use crate::workloads::{ShapeData, Workload};

pub fn engines() -> Vec<Engine> {
    vec![
        Engine { name: OURS, scalar: Scalar::F64, prepare: prepare_f64 },
        Engine { name: OURS, scalar: Scalar::F32, prepare: prepare_f32 },
    ]
}

fn prepare_f64(workload: &Workload, output: Output) -> Option<Box<dyn Runner>> {
    match workload.dimension {
        2 => polytopes_and_balls::<Vec2<f64>>(workload, output),
        _ => polytopes_and_balls::<Vec3<f64>>(workload, output).or_else(|| round::<f64>(workload, output)),
    }
}

fn prepare_f32(workload: &Workload, output: Output) -> Option<Box<dyn Runner>> {
    match workload.dimension {
        2 => polytopes_and_balls::<Vec2<f32>>(workload, output),
        _ => polytopes_and_balls::<Vec3<f32>>(workload, output).or_else(|| round::<f32>(workload, output)),
    }
}

/// The shapes that the plane and space share.
fn polytopes_and_balls<V: FromData>(workload: &Workload, output: Output) -> Option<Box<dyn Runner>> {
    match workload.shapes[0] {
        ShapeData::Points(_) => ask(workload, output, |data| match data {
            ShapeData::Points(points) => Some(hull::<V>(points)),
            _ => None,
        }),
        ShapeData::Cuboid(_) => ask(workload, output, |data| match *data {
            ShapeData::Cuboid(half_extents) => Cuboid::new(V::vector(half_extents)).ok(),
            _ => None,
        }),
        ShapeData::Ball(_) => ask(workload, output, |data| match *data {
            ShapeData::Ball(radius) => Ball::new(V::ORIGIN, scalar::<V>(radius)).ok(),
            _ => None,
        }),
        ShapeData::Capsule { .. } => ask(workload, output, |data| match *data {
            ShapeData::Capsule { half_height, radius } => Some(capsule::<V>(half_height, radius)),
            _ => None,
        }),
        ShapeData::Ellipsoid(_) => ask(workload, output, |data| match *data {
            ShapeData::Ellipsoid(semi_axes) => Ellipsoid::new(V::vector(semi_axes)).ok(),
            _ => None,
        }),
        ShapeData::Cylinder { .. } | ShapeData::Cone { .. } => None,
    }
}

/// The shapes that only space has.
fn round<T: Real>(workload: &Workload, output: Output) -> Option<Box<dyn Runner>>
where
    Vec3<T>: FromData + Vector<Scalar = T, Wide = Vec3<f64>>,
{
    match workload.shapes[0] {
        ShapeData::Cylinder { .. } => ask::<Vec3<T>, _>(workload, output, |data| match *data {
            ShapeData::Cylinder { half_height, radius } => {
                Cylinder::new(T::narrow(half_height), T::narrow(radius)).ok()
            }
            _ => None,
        }),
        ShapeData::Cone { .. } => ask::<Vec3<T>, _>(workload, output, |data| match *data {
            ShapeData::Cone { half_height, radius } => Cone::new(T::narrow(half_height), T::narrow(radius)).ok(),
            _ => None,
        }),
        _ => None,
    }
}

/// The runner of one kind of shape and one output.
fn ask<V: FromData, S: SupportMap<V> + 'static>(
    workload: &Workload,
    output: Output,
    shape: impl Fn(&ShapeData) -> Option<S>,
) -> Option<Box<dyn Runner>> {
    let solver = Solver::default();
    match output {
        Output::Bool => prepared(workload, shape, V::pose, move |shapes, poses, _| {
            let (a, b) = placed(shapes, poses);
            f64::from(u8::from(solver.overlaps(&a, &b)))
        }),
        Output::Distance => prepared(workload, shape, V::pose, move |shapes, poses, _| {
            let (a, b) = placed(shapes, poses);
            black_box(&solver.distance(&a, &b)).distance.widen()
        }),
        Output::Signed => prepared(workload, shape, V::pose, move |shapes, poses, _| {
            let (a, b) = placed(shapes, poses);
            black_box(&solver.signed_distance(&a, &b)).distance.widen()
        }),
    }
}

/// Both shapes where they are.
#[inline(always)]
fn placed<'s, S: SupportMap<V>, V: Vector>(
    shapes: [&'s S; 2],
    poses: [&Pose<V>; 2],
) -> (Placed<&'s S, V>, Placed<&'s S, V>) {
    (Placed::new(shapes[0], *poses[0]), Placed::new(shapes[1], *poses[1]))
}
