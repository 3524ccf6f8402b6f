//! Steps of the published methods, as JSON for the page.

use crate::bodies::{Bodies, Point};
use clearance_rivals::{Answer, Drawn, Side, Step, Verdict};
use serde::Serialize;

/// A step in words, numbers and things to draw.
#[derive(Serialize)]
pub struct Told {
    pub name: &'static str,
    pub numbers: Vec<(&'static str, f64)>,
    pub drawn: Vec<Mark>,
}

/// Something to draw. Corners are indices of the points that came; coordinates are those of the world.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Mark {
    Feature { side: u8, corners: Vec<u32> },
    Vertices { name: &'static str, side: u8, corners: Vec<u32> },
    Plane { name: &'static str, at: [f64; 2], normal: [f64; 2] },
    Point { name: &'static str, at: [f64; 2] },
    Simplex { name: &'static str, corners: Vec<[f64; 2]> },
    Direction { name: &'static str, along: [f64; 2] },
}

/// The end of a search, in the words of the page.
#[derive(Serialize)]
pub struct Ending {
    /// `apart`, `meet`, or nothing.
    pub verdict: Option<&'static str>,
    pub distance: Option<f64>,
    pub steps: u32,
    pub endless: bool,
}

impl Ending {
    pub fn new(answer: &Answer<Point>) -> Self {
        let verdict = answer.verdict.map(|verdict| match verdict {
            Verdict::Apart => "apart",
            Verdict::Meet => "meet",
        });
        Self { verdict, distance: answer.distance, steps: answer.steps, endless: answer.endless }
    }
}

/// A step, with the corners under the indices of the points that came.
pub fn told(bodies: &Bodies, step: &Step) -> Told {
    let corners = |side: Side, vertices: &[u32]| {
        let side = usize::from(side == Side::B);
        (side as u8, vertices.iter().map(|&vertex| bodies.source(side, vertex)).collect())
    };
    let mark = |drawn: &Drawn| match drawn {
        Drawn::Feature { side, vertices } => {
            let (side, corners) = corners(*side, vertices);
            Mark::Feature { side, corners }
        }
        Drawn::Vertices { name, side, vertices } => {
            let (side, corners) = corners(*side, vertices);
            Mark::Vertices { name, side, corners }
        }
        Drawn::Plane { name, at, normal } => Mark::Plane { name, at: flat(*at), normal: flat(*normal) },
        Drawn::Point { name, at } => Mark::Point { name, at: flat(*at) },
        Drawn::Simplex { name, corners } => {
            Mark::Simplex { name, corners: corners.iter().copied().map(flat).collect() }
        }
        Drawn::Direction { name, along } => Mark::Direction { name, along: flat(*along) },
    };
    Told { name: step.name, numbers: step.numbers.clone(), drawn: step.drawn.iter().map(mark).collect() }
}

fn flat([x, y, _]: [f64; 3]) -> [f64; 2] {
    [x, y]
}
