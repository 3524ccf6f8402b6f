//! Shapes in motion against shapes at rest: rays, linear casts, and casts that turn.

mod box2d;
mod box3d;
#[cfg(feature = "jolt")]
mod jolt;
mod ours;
mod parry;
mod paths;
mod report;

use std::hint::black_box;

use crate::Arguments;
use crate::engines::{Runner, Scalar};
use crate::protocol::{Protocol, measure};
use crate::workloads::{Placement, ShapeData};
pub use report::Row;

/// What is asked about a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// When a point that travels meets the shape.
    Ray,
    /// When a shape that travels meets the other one.
    Cast,
    /// When a shape that travels and turns meets the other one.
    Impact,
    /// The least distance over the motion.
    Clearance,
}

/// Two shapes. The second one travels, and turns about its own origin; the first one rests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// Indices of the shapes. Of a ray, the second one is not used.
    pub shapes: [usize; 2],
    /// Where they are at fraction 0.
    pub poses: [Placement; 2],
    /// The way of the second shape.
    pub travel: [f64; 3],
    /// The turn of the second shape as a rotation vector; in the plane the third number is the angle.
    pub turn: [f64; 3],
}

/// Courses of one kind.
pub struct Workload {
    /// `rays`, `casts`, `impacts` or `clearances`, and the shapes.
    pub name: String,
    /// How the courses lie.
    pub class: &'static str,
    /// 2 or 3.
    pub dimension: usize,
    /// What is asked.
    pub question: Question,
    /// The shapes. Each has a size of about 1.
    pub shapes: Vec<ShapeData>,
    /// In the order they are asked in.
    pub courses: Vec<Course>,
    /// Whether the shapes meet in each course.
    pub meets: Vec<bool>,
}

/// The answer of an engine that found no contact.
pub const CLEAR: f64 = 2.0;

/// A way to answer some workloads.
pub struct Engine {
    /// The name of the library, and of its function if it has several.
    pub name: &'static str,
    /// The numbers that it computes with.
    pub scalar: Scalar,
    /// How its shapes turn between the first and the last pose.
    pub turning: Turning,
    /// Prepares a workload. It is `None` if the engine cannot answer it.
    pub prepare: fn(&Workload) -> Option<Box<dyn Runner>>,
}

/// How a body turns between two poses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turning {
    /// With a constant speed.
    Evenly,
    /// By the normalised mean of the rotations at the ends, as in Box2D.
    ByMean,
}

fn engines() -> Vec<Engine> {
    let mut engines = ours::engines();
    engines.extend(parry::engines());
    engines.extend(box2d::engines());
    engines.extend(box3d::engines());
    #[cfg(feature = "jolt")]
    engines.extend(jolt::engines());
    engines
}

/// The names of the workloads.
#[cfg(test)]
pub fn names() -> Vec<&'static str> {
    paths::recipes(1).into_iter().map(|recipe| recipe.name).collect()
}

/// Times the workloads of motions.
pub fn run(arguments: &Arguments) -> Vec<Row> {
    let mut rows = Vec::new();
    for recipe in paths::recipes(if arguments.quick { 512 } else { 4096 }) {
        let wanted =
            |engine: &Engine| format!("{} {} {}", recipe.name, recipe.class, engine.name).contains(&arguments.only);
        let all = engines();
        if !arguments.asks_about(recipe.name) || !all.iter().any(wanted) {
            continue;
        }
        let workload = (recipe.make)();
        let taken = all.into_iter().filter(|engine| engine.name == crate::engines::OURS || wanted(engine));
        let (engines, mut runners): (Vec<Engine>, Vec<Box<dyn Runner>>) =
            taken.filter_map(|engine| (engine.prepare)(&workload).map(|runner| (engine, runner))).unzip();
        let measured = measure(Protocol::Stream, arguments.effort(), &mut runners);
        let cell = report::cell(&workload, &engines, &measured);
        report::print(arguments.format, &cell);
        rows.extend(cell);
    }
    rows
}

/// Shapes and courses in an engine's own types, and the function that answers one course.
struct Prepared<S, C, F> {
    shapes: Vec<S>,
    courses: Vec<([usize; 2], C)>,
    answer: F,
}

/// The runner of a function. It is `None` if a shape cannot be converted.
fn prepared<S: 'static, C: 'static>(
    workload: &Workload,
    shape: impl Fn(&ShapeData) -> Option<S>,
    course: impl Fn(&Course) -> C,
    answer: impl FnMut([&S; 2], &C) -> f64 + 'static,
) -> Option<Box<dyn Runner>> {
    let shapes = workload.shapes.iter().map(shape).collect::<Option<Vec<S>>>()?;
    let courses = workload.courses.iter().map(|data| (data.shapes, course(data))).collect();
    Some(Box::new(Prepared { shapes, courses, answer }))
}

impl<S, C, F: FnMut([&S; 2], &C) -> f64> Runner for Prepared<S, C, F> {
    fn stream(&mut self, answers: &mut [f64]) {
        for ((indices, course), place) in self.courses.iter().zip(answers) {
            *place = (self.answer)(indices.map(|index| &self.shapes[index]), course);
        }
    }
    fn hot(&mut self, pair: usize, repetitions: usize) {
        for _ in 0..repetitions {
            let (indices, course) = black_box(&self.courses[pair]);
            black_box((self.answer)(indices.map(|index| &self.shapes[index]), course));
        }
    }
    fn pairs(&self) -> usize {
        self.courses.len()
    }
}

#[cfg(test)]
mod tests;
