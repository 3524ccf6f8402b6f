//! One step of the search as a picture: the shapes, A − B with the origin, and the closing bounds.

use clearance::each::Each;
use clearance_files::plane::{self, Point};

use crate::answer::Coordinates;
use crate::drawing::{self, Mark, Panel};
use crate::outline::{Drawn, Outline};
use crate::steps::{Record, StepRecord};
use crate::table::significant;

/// The picture of step `index`.
pub fn of_step(record: &Record, index: usize) -> String {
    let step = &record.steps[index];
    let panels = [shapes(record, step), difference(record, step), bounds(record, index)];
    let stop = step.stop.map(|stop| format!(" Stop: {stop}.")).unwrap_or_default();
    drawing::svg(&panels, &format!("Step {} of {} ({}).{stop}", step.step, record.steps.len(), step.phase))
}

/// A and B, with the points that make the simplex.
fn shapes(record: &Record, step: &StepRecord) -> Panel {
    let place = |point: Coordinates| record.view.project(point.as_slice());
    let mut marks = Vec::new();
    for vertex in &step.simplex {
        marks.extend([Mark::Dot(place(vertex.a)), Mark::Dot(place(vertex.b))]);
    }
    marks.extend([Mark::Ring(place(step.vertex.a)), Mark::Ring(place(step.vertex.b))]);
    let bodies = ["A", "B"].each(str::to_owned).into_iter().zip(record.outlines.clone()).collect();
    Panel { title: "A and B; found points ringed".to_owned(), bodies, marks, ..Panel::default() }
}

/// The difference of the cores, with the simplex, the direction and the origin.
fn difference(record: &Record, step: &StepRecord) -> Panel {
    let place = |point: Coordinates| record.view.project(point.as_slice());
    let [a, b] = &record.outlines;
    let points: Vec<Point> =
        a.core.iter().flat_map(|p| b.core.iter().map(move |q| [p[0] - q[0], p[1] - q[1]])).collect();
    let core = plane::hull(&points);
    let simplex: Vec<Point> = step.simplex.iter().map(|vertex| place(vertex.point)).collect();
    let mut marks: Vec<Mark> =
        step.facets.iter().map(|facet| Mark::Loop(facet.iter().map(|&p| place(p)).collect())).collect();
    marks.push(Mark::Simplex(simplex.clone()));
    marks.extend(simplex.into_iter().map(Mark::Dot));
    marks.push(Mark::Ring(place(step.vertex.point)));
    let origin = [0.0, 0.0];
    marks.push(Mark::Origin(origin));
    // The arrow is a third of the picture long. Its length has no meaning.
    let direction = place(step.direction);
    let length = direction[0].hypot(direction[1]);
    let size = core.iter().fold(0.0, |size: f64, point| size.max(point[0].hypot(point[1])));
    if length > 0.0 {
        let tip = [0, 1].each(|axis| direction[axis] / length * size / 3.0);
        marks.push(Mark::Arrow([origin, tip]));
    }
    if let (Some(upper), true) = (step.upper, step.phase == "distance") {
        // The picture measures the cores.
        marks.push(Mark::Circle(origin, (upper + record.radii[0] + record.radii[1]).max(0.0)));
    }
    let outline = Outline::of_points(&core, Drawn::Core);
    let bodies = vec![("A − B".to_owned(), outline)];
    Panel {
        title: "A − B, origin, simplex, direction; circle: upper bound".to_owned(),
        bodies,
        marks,
        ..Panel::default()
    }
}

/// Both bounds over the steps so far, in a square of side 1.
fn bounds(record: &Record, index: usize) -> Panel {
    let all: Vec<f64> = record.steps.iter().flat_map(|step| [step.lower, step.upper]).flatten().collect();
    let (low, high) = all.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &x| (low.min(x), high.max(x)));
    let span = if high > low { high - low } else { 1.0 };
    let across = |step: usize| 1.2 * (step as f64 + 0.5) / record.steps.len() as f64;
    let up = |bound: f64| (bound - low) / span;
    let curve = |bound: fn(&StepRecord) -> Option<f64>| -> Vec<Point> {
        let known = record.steps[..=index].iter().enumerate();
        known.filter_map(|(step, record)| bound(record).map(|bound| [across(step), up(bound)])).collect()
    };
    let curves = [curve(|step| step.lower), curve(|step| step.upper)];
    let mut marks = vec![Mark::Frame([[0.0, 0.0], [1.2, 1.0]])];
    for (points, name) in curves.into_iter().zip(["lower", "upper"]) {
        if let Some(&last) = points.last() {
            let step = &record.steps[index];
            let value = if name == "lower" { step.lower } else { step.upper };
            let above = if name == "lower" { -0.04 } else { 0.04 };
            let text = format!("{name} {}", value.map(|value| significant(value, 7)).unwrap_or_default());
            marks.push(Mark::Word([last[0], last[1] + above], text));
        }
        marks.extend(points.iter().map(|&point| Mark::Dot(point)));
        marks.push(Mark::Line(points));
    }
    Panel { title: "bounds of the distance, step by step".to_owned(), marks, ..Panel::default() }
}
