//! This library, with its defaults.

use std::hint::black_box;
use std::rc::Rc;

use clearance::real::Real;
use clearance::{
    Ball, Cache, Cone, Cuboid, Cylinder, Ellipsoid, Manifold, Placed, Solver, SupportMap, Vec2, Vec3, Vector,
};

use super::{Engine, LIMIT, NOTHING, OURS, OURS_ROUGH, OURS_WARM, Output, Runner, Scalar, prepared_pairs};
use crate::space::{FromData, any_shape, capsule, hull, scalar};
use crate::workloads::{Pair, ShapeData, Workload};

/// How a query is asked.
#[derive(Clone, Copy, PartialEq)]
enum Start {
    /// From nothing.
    Cold,
    /// From the end of the pair's last query.
    Warm,
    /// From nothing, of curved shapes, with the accuracy that libraries in `f32` have by default.
    Rough,
}

/// The tolerance of rough queries.
const ROUGH: f64 = 1e-4;

pub fn engines() -> Vec<Engine> {
    macro_rules! engine {
        ($name:expr, $start:ident) => {
            [
                Engine {
                    name: $name,
                    scalar: Scalar::F64,
                    prepare: |workload, output| f64(workload, output, Start::$start),
                },
                Engine {
                    name: $name,
                    scalar: Scalar::F32,
                    prepare: |workload, output| f32(workload, output, Start::$start),
                },
            ]
        };
    }
    let exact = engine!(OURS, Cold).into_iter().chain(engine!(OURS_WARM, Warm));
    exact.chain(engine!(OURS_ROUGH, Rough)).collect()
}

fn f64(workload: &Workload, output: Output, start: Start) -> Option<Box<dyn Runner>> {
    match workload.dimension {
        2 => shared::<Vec2<f64>>(workload, output, start),
        _ => space::<f64>(workload, output, start),
    }
}

fn f32(workload: &Workload, output: Output, start: Start) -> Option<Box<dyn Runner>> {
    match workload.dimension {
        2 => shared::<Vec2<f32>>(workload, output, start),
        _ => space::<f32>(workload, output, start),
    }
}

fn space<T: Real>(workload: &Workload, output: Output, start: Start) -> Option<Box<dyn Runner>>
where
    Vec3<T>: FromData + Vector<Scalar = T, Wide = Vec3<f64>>,
{
    shared::<Vec3<T>>(workload, output, start)
        .or_else(|| round::<T>(workload, output, start))
        .or_else(|| ask::<Vec3<T>, _>(workload, output, start, |data| Some(any_shape(data))))
}

/// The shapes that the plane and space share.
fn shared<V: FromData>(workload: &Workload, output: Output, start: Start) -> Option<Box<dyn Runner>> {
    match workload.shapes[0] {
        ShapeData::Points(_) => ask(workload, output, start, |data| match data {
            ShapeData::Points(points) => Some(hull::<V>(points)),
            _ => None,
        }),
        ShapeData::Cuboid(_) => ask(workload, output, start, |data| match *data {
            ShapeData::Cuboid(half_extents) => Cuboid::new(V::vector(half_extents)).ok(),
            _ => None,
        }),
        ShapeData::Ball(_) => ask(workload, output, start, |data| match *data {
            ShapeData::Ball(radius) => Ball::new(V::ORIGIN, scalar::<V>(radius)).ok(),
            _ => None,
        }),
        ShapeData::Capsule { .. } => ask(workload, output, start, |data| match *data {
            ShapeData::Capsule { half_height, radius } => Some(capsule::<V>(half_height, radius)),
            _ => None,
        }),
        ShapeData::Ellipsoid(_) => ask(workload, output, start, |data| match *data {
            ShapeData::Ellipsoid(semi_axes) => Ellipsoid::new(V::vector(semi_axes)).ok(),
            _ => None,
        }),
        ShapeData::Cylinder { .. } | ShapeData::Cone { .. } => None,
    }
}

/// The shapes that only space has.
fn round<T: Real>(workload: &Workload, output: Output, start: Start) -> Option<Box<dyn Runner>>
where
    Vec3<T>: FromData + Vector<Scalar = T, Wide = Vec3<f64>>,
{
    match workload.shapes[0] {
        ShapeData::Cylinder { .. } => ask::<Vec3<T>, _>(workload, output, start, |data| match *data {
            ShapeData::Cylinder { half_height, radius } => {
                Cylinder::new(T::narrow(half_height), T::narrow(radius)).ok()
            }
            _ => None,
        }),
        ShapeData::Cone { .. } => ask::<Vec3<T>, _>(workload, output, start, |data| match *data {
            ShapeData::Cone { half_height, radius } => Cone::new(T::narrow(half_height), T::narrow(radius)).ok(),
            _ => None,
        }),
        _ => None,
    }
}

/// The runner of one kind of shape, one output and one start.
fn ask<V: FromData, S: SupportMap<V> + 'static>(
    workload: &Workload,
    output: Output,
    start: Start,
    shape: impl Fn(&ShapeData) -> Option<S>,
) -> Option<Box<dyn Runner>> {
    match start {
        Start::Cold => cold::<V, S>(workload, output, Solver::default(), shape),
        Start::Rough if workload.is_curved() => {
            cold::<V, S>(workload, output, Solver { tolerance: ROUGH, ..Solver::default() }, shape)
        }
        Start::Rough => None,
        Start::Warm if workload.moves() => warm::<V, S>(workload, output, shape),
        Start::Warm => None,
    }
}

/// Queries that start from nothing.
pub fn cold<V: FromData, S: SupportMap<V> + 'static>(
    workload: &Workload,
    output: Output,
    solver: Solver,
    shape: impl Fn(&ShapeData) -> Option<S>,
) -> Option<Box<dyn Runner>> {
    match output {
        Output::Bool => placed(workload, shape, move |a, b, _| f64::from(u8::from(solver.overlaps(a, b)))),
        Output::Distance => placed(workload, shape, move |a, b, _| black_box(&solver.distance(a, b)).distance.widen()),
        Output::Signed => {
            placed(workload, shape, move |a, b, _| black_box(&solver.signed_distance(a, b)).distance.widen())
        }
        Output::Within => {
            let solver = Solver { max_distance: LIMIT, ..solver };
            placed(workload, shape, move |a, b, _| {
                black_box(&solver.within(a, b)).as_ref().map_or(NOTHING, |answer| answer.distance.widen())
            })
        }
        Output::Contacts if workload.has_manifolds() => {
            let (limit, mut manifold) = (scalar::<V>(LIMIT), Manifold::default());
            placed(workload, shape, move |a, b, _| {
                solver.contacts_into(a, b, limit, &mut Cache::default(), &mut manifold);
                let separations = black_box(&manifold).contacts.iter().map(|contact| contact.separation.widen());
                separations.fold(NOTHING, f64::min)
            })
        }
        Output::Contacts => None,
    }
}

fn warm<V: FromData, S: SupportMap<V> + 'static>(
    workload: &Workload,
    output: Output,
    shape: impl Fn(&ShapeData) -> Option<S>,
) -> Option<Box<dyn Runner>> {
    let (solver, mut caches) = (Solver::default(), vec![Cache::default(); workload.tracks()]);
    match output {
        Output::Bool => placed(workload, shape, move |a, b, track| {
            f64::from(u8::from(solver.overlaps_cached(a, b, &mut caches[track])))
        }),
        Output::Distance => placed(workload, shape, move |a, b, track| {
            black_box(&solver.distance_cached(a, b, &mut caches[track])).distance.widen()
        }),
        Output::Signed => placed(workload, shape, move |a, b, track| {
            black_box(&solver.signed_distance_cached(a, b, &mut caches[track])).distance.widen()
        }),
        Output::Within | Output::Contacts => None,
    }
}

/// A shape where it is. Many of them share the shape.
type Body<S, V> = Placed<Rc<S>, V>;

/// The runner of a function on two bodies. Bodies are placed beforehand, as a program keeps them.
fn placed<V: FromData, S: SupportMap<V> + 'static>(
    workload: &Workload,
    shape: impl Fn(&ShapeData) -> Option<S>,
    mut answer: impl FnMut(&Body<S, V>, &Body<S, V>, usize) -> f64 + 'static,
) -> Option<Box<dyn Runner>> {
    let shapes = workload.shapes.iter().map(|data| shape(data).map(Rc::new)).collect::<Option<Vec<Rc<S>>>>()?;
    let bodies = move |pair: &Pair| {
        [0, 1].map(|side| Placed::new(Rc::clone(&shapes[pair.shapes[side]]), V::pose(&pair.poses[side])))
    };
    prepared_pairs(workload, bodies, move |[a, b], track| answer(a, b, track))
}
