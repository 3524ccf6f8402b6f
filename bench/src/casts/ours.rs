//! This library, with its defaults; and impacts at about the accuracy of the libraries that step until they are near.

use std::hint::black_box;

use clearance::real::Real;
use clearance::{Ball, Cast, Cuboid, Motion, Placed, Point, Pose, Solver, SupportMap, Vec2, Vec3, Vector};

use super::paths::motion;
use super::{CLEAR, Course, Engine, Question, Turning, Workload, prepared};
use crate::engines::{OURS, OURS_ROUGH, Runner, Scalar};
use crate::space::{FromData, capsule, hull, scalar};
use crate::workloads::ShapeData;

pub fn engines() -> Vec<Engine> {
    let engine = |name, scalar, prepare| Engine { name, scalar, turning: Turning::Evenly, prepare };
    vec![
        engine(OURS, Scalar::F64, |workload| prepare_with::<Vec2<f64>, Vec3<f64>>(Solver::default(), workload)),
        engine(OURS, Scalar::F32, |workload| prepare_with::<Vec2<f32>, Vec3<f32>>(Solver::default(), workload)),
        engine(OURS_ROUGH, Scalar::F64, prepare_roughly::<Vec2<f64>, Vec3<f64>>),
        engine(OURS_ROUGH, Scalar::F32, prepare_roughly::<Vec2<f32>, Vec3<f32>>),
    ]
}

/// The option changes impacts alone.
fn prepare_roughly<P: FromData, S: FromData>(workload: &Workload) -> Option<Box<dyn Runner>> {
    let rough = Solver { tolerance: 1e-4, ..Solver::default() };
    if workload.question == Question::Impact { prepare_with::<P, S>(rough, workload) } else { None }
}

/// In the plane `P` or in the space `S`.
fn prepare_with<P: FromData, S: FromData>(solver: Solver, workload: &Workload) -> Option<Box<dyn Runner>> {
    if workload.dimension == 2 { prepare::<P>(solver, workload) } else { prepare::<S>(solver, workload) }
}

fn prepare<V: FromData>(solver: Solver, workload: &Workload) -> Option<Box<dyn Runner>> {
    match workload.shapes[0] {
        ShapeData::Points(_) => asked(solver, workload, |data| match data {
            ShapeData::Points(points) => Some(hull::<V>(points)),
            _ => None,
        }),
        ShapeData::Cuboid(_) => asked(solver, workload, |data| match *data {
            ShapeData::Cuboid(half_extents) => Cuboid::new(V::vector(half_extents)).ok(),
            _ => None,
        }),
        ShapeData::Ball(_) => asked(solver, workload, |data| match *data {
            ShapeData::Ball(radius) => Ball::new(V::ORIGIN, scalar::<V>(radius)).ok(),
            _ => None,
        }),
        ShapeData::Capsule { .. } => asked(solver, workload, |data| match *data {
            ShapeData::Capsule { half_height, radius } => Some(capsule::<V>(half_height, radius)),
            _ => None,
        }),
        _ => None,
    }
}

/// A course with our types.
struct Ours<V: Vector> {
    poses: [Pose<V>; 2],
    motion: Motion<V>,
}

fn asked<V: FromData, S: SupportMap<V> + 'static>(
    solver: Solver,
    workload: &Workload,
    shape: impl Fn(&ShapeData) -> Option<S>,
) -> Option<Box<dyn Runner>> {
    let course = |course: &Course| Ours { poses: course.poses.each_ref().map(V::pose), motion: motion::<V>(course) };
    match workload.question {
        Question::Ray => prepared(workload, shape, course, move |[a, _], course| {
            let a = Placed::new(a, course.poses[0]);
            let point = Point::new(course.poses[1].translation).expect("finite");
            hit(black_box(solver.hit(&a, &point, course.motion.travel)))
        }),
        Question::Cast => prepared(workload, shape, course, move |[a, b], course| {
            let (a, b) = (Placed::new(a, course.poses[0]), Placed::new(b, course.poses[1]));
            hit(black_box(solver.hit(&a, &b, course.motion.travel)))
        }),
        Question::Impact => prepared(workload, shape, course, move |[a, b], course| {
            let (a, b) = (Placed::new(a, course.poses[0]), Placed::new(b, course.poses[1]));
            hit(black_box(solver.impact_hit(&a, &Motion::still(), &b, &course.motion)))
        }),
        Question::Clearance => prepared(workload, shape, course, move |[a, b], course| {
            let (a, b) = (Placed::new(a, course.poses[0]), Placed::new(b, course.poses[1]));
            let solver = Solver { tolerance: 1e-6, ..solver };
            let least = black_box(solver.clearance(&a, &Motion::still(), &b, &course.motion));
            if least.lower.widen() > 0.0 { CLEAR } else { least.fraction.widen() }
        }),
    }
}

/// Where it hits; a cast that is near counts as a hit. As by the peers, nothing is told about a miss.
fn hit<V: Vector>(hit: Option<Cast<V>>) -> f64 {
    hit.map_or(CLEAR, |cast| cast.fraction.widen())
}
