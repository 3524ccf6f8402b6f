//! The judgement of casts: what was missed, what was found late, and how deep the shapes are at the time that was told.

use clearance::{Placed, Point, Pose, Precision, Quaternion, Rotation2, Solver, SupportMap, Vec2, Vec3, WideVector};
use serde::{Deserialize, Serialize};

use super::paths::motion;
use super::{CLEAR, Course, Engine, Question, Turning, Workload};
use crate::engines::OURS;
use crate::protocol::Measured;
use crate::report::Format;
use crate::space::{FromData, any_shape};

/// A hit is late if the shapes are deeper than this at the time that was told, in sizes.
const LATE: f64 = 1e-4;

/// A figure with its judgement. `--format json` prints the same fields.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Row {
    /// The question and the shapes.
    pub workload: String,
    /// How the courses lie.
    pub class: String,
    /// `f32` or `f64`.
    pub scalar: String,
    /// Who answered.
    pub engine: String,
    /// Nanoseconds a course.
    pub ns: f64,
    /// The time divided by that of `clearance` in the same scalar.
    pub ratio_to_ours: Option<f64>,
    /// Courses that hit, and were called clear.
    pub missed: usize,
    /// Courses that are clear, and were called hits.
    pub false_hits: usize,
    /// Hits at whose time the shapes are deeper than 1e-4 sizes.
    pub late: usize,
    /// The greatest depth at the time of a hit, in sizes.
    pub deepest: f64,
    /// The greatest gap at the time of a hit, in sizes.
    pub farthest: f64,
    /// Courses asked about.
    pub courses: usize,
}

impl Row {
    /// What tells the figure from the others of its run.
    pub fn name(&self) -> [&str; 4] {
        [&self.workload, &self.class, &self.scalar, &self.engine]
    }
    /// `rays`, `casts`, `impacts` or `clearances`.
    pub fn question(&self) -> &str {
        self.workload.split(' ').next().unwrap_or_default()
    }
}

/// The rows of one workload.
pub fn cell(workload: &Workload, engines: &[Engine], measured_of_all: &[Measured]) -> Vec<Row> {
    let row = |(engine, measured): (&Engine, &Measured)| {
        let ours = engines.iter().position(|other| other.name == OURS && other.scalar == engine.scalar);
        let ours = ours.map(|ours| measured_of_all[ours].ns);
        let mut row = Row {
            workload: workload.name.clone(),
            class: workload.class.into(),
            scalar: engine.scalar.to_string(),
            engine: engine.name.into(),
            ns: measured.ns,
            ratio_to_ours: ours.map(|ours| measured.ns / ours),
            missed: 0,
            false_hits: 0,
            late: 0,
            deepest: 0.0,
            farthest: 0.0,
            courses: workload.courses.len(),
        };
        let distances = match workload.dimension {
            2 => distances::<Vec2<f64>>(workload, engine.turning, &measured.answers),
            _ => distances::<Vec3<f64>>(workload, engine.turning, &measured.answers),
        };
        for ((&answer, &meets), distance) in measured.answers.iter().zip(&workload.meets).zip(distances) {
            row.missed += usize::from(meets && answer == CLEAR);
            row.false_hits += usize::from(!meets && answer != CLEAR);
            if meets && answer != CLEAR {
                row.late += usize::from(-distance > LATE);
                row.deepest = row.deepest.max(-distance);
                row.farthest = row.farthest.max(distance);
            }
        }
        row
    };
    engines.iter().zip(measured_of_all).map(row).collect()
}

/// The signed distance of each course at the fraction that was told, as the engine moves the shapes.
fn distances<V: FromData + Between>(workload: &Workload, turning: Turning, answers: &[f64]) -> Vec<f64> {
    let exact = Solver { precision: Precision::Exact, tolerance: 1e-12, ..Solver::default() };
    let shapes: Vec<_> = workload.shapes.iter().map(any_shape::<V>).collect();
    let point = Point::new(V::ORIGIN).expect("zeros are finite");
    let distance = |(course, &fraction): (&Course, &f64)| {
        if fraction == CLEAR || workload.question == Question::Clearance {
            return 0.0;
        }
        let [a, b] = course.shapes.map(|index| &*shapes[index] as &dyn SupportMap<V>);
        let b = if workload.question == Question::Ray { &point } else { b };
        let start = V::pose(&course.poses[1]);
        let motion = motion::<V>(course);
        let there = match turning {
            Turning::Evenly => motion.pose_at(start, fraction),
            Turning::ByMean => V::between(start, motion.pose_at(start, 1.0), fraction),
        };
        exact.signed_distance(&Placed::new(a, V::pose(&course.poses[0])), &Placed::new(b, there)).distance
    };
    workload.courses.iter().zip(answers).map(distance).collect()
}

/// Poses between two poses as Box2D has them: the normalised mean of the rotations.
trait Between: WideVector {
    fn between(start: Pose<Self>, end: Pose<Self>, fraction: f64) -> Pose<Self>;
}

fn mean<const N: usize>(start: [f64; N], end: [f64; N], fraction: f64) -> [f64; N] {
    let same_side = start.iter().zip(&end).map(|(a, b)| a * b).sum::<f64>() >= 0.0;
    let sign = if same_side { 1.0 } else { -1.0 };
    let sum: [f64; N] = std::array::from_fn(|axis| (1.0 - fraction) * sign * start[axis] + fraction * end[axis]);
    let length = sum.iter().map(|x| x * x).sum::<f64>().sqrt();
    sum.map(|x| x / length)
}

impl Between for Vec2<f64> {
    fn between(start: Pose<Self>, end: Pose<Self>, fraction: f64) -> Pose<Self> {
        let [from, to] = [start, end].map(|pose| [pose.rotation.c, pose.rotation.s]);
        let [c, s] = mean(from, to, fraction);
        let translation = start.translation + (end.translation - start.translation) * fraction;
        Pose { translation, rotation: Rotation2 { c, s } }
    }
}

impl Between for Vec3<f64> {
    fn between(start: Pose<Self>, end: Pose<Self>, fraction: f64) -> Pose<Self> {
        let [from, to] = [start, end].map(|pose| {
            let Quaternion { x, y, z, w } = pose.rotation;
            [x, y, z, w]
        });
        let [x, y, z, w] = mean(from, to, fraction);
        let translation = start.translation + (end.translation - start.translation) * fraction;
        Pose { translation, rotation: Quaternion { x, y, z, w } }
    }
}

/// Prints the rows of one cell.
pub fn print(format: Format, rows: &[Row]) {
    match format {
        Format::Json => rows.iter().for_each(|row| println!("{}", serde_json::to_string(row).expect("rows are plain"))),
        Format::Table => print!("{}", table(rows)),
        Format::Cells | Format::Results | Format::Readme => {}
    }
}

fn table(rows: &[Row]) -> String {
    use std::fmt::Write;
    let mut text = String::new();
    if let Some(Row { workload, class, courses, .. }) = rows.first() {
        let _ = writeln!(text, "\n{workload}, {class}: {courses} courses");
        let heads = ["ns", "ratio", "missed", "false", "late", "deepest", "farthest"];
        let _ = write!(text, "  {:22}", "");
        for head in heads {
            let _ = write!(text, " {head:>9}");
        }
        let _ = writeln!(text);
    }
    for row in rows {
        let engine = format!("{} {}", row.engine, row.scalar);
        let ratio = row.ratio_to_ours.map_or("-".into(), |ratio| format!("{ratio:.2}"));
        let Row { ns, missed, false_hits, late, deepest, farthest, .. } = row;
        let _ = writeln!(
            text,
            "  {engine:22} {ns:>9.1} {ratio:>9} {missed:>9} {false_hits:>9} {late:>9} {deepest:>9.1e} {farthest:>9.1e}"
        );
    }
    text
}
