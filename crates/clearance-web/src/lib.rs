//! The shipped solver for the step-through page, as WebAssembly: JSON goes in and comes out. Nothing is computed twice.
//!
//! The page asks in the words of the pairs file. So a line from the page is a line for `clearance query`, and the
//! reverse.

mod barycentric;
mod cloud;
mod outline;
mod polygon;
mod run;
mod scene;

use clearance::Precision;
use scene::{Complaint, Pair, Scalar};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// A run of the solver on a line of the pairs file. It is kept on this side, so a frame fetches only what it shows.
#[wasm_bindgen]
pub struct Run(run::Run);

#[wasm_bindgen]
impl Run {
    /// Solves the line and traces the search. `precision` is `float` or `exact`.
    ///
    /// If the shapes are from files, their curves became polygons. Then the shapes that the files mean extend beyond
    /// these shapes by at most `outward`, and fall short by at most `inward`.
    ///
    /// # Errors
    /// What is wrong with the line, in words.
    #[wasm_bindgen(constructor)]
    pub fn new(line: &str, precision: &str, outward: f64, inward: f64) -> Result<Run, Complaint> {
        let precision = match precision {
            "float" => Precision::Float,
            "exact" => Precision::Exact,
            other => return Err(format!("precision: expected float or exact, found {other}")),
        };
        Ok(Self(run::Run::new(&Pair::read(line)?, precision, run::Approximation { outward, inward })?))
    }

    /// The answer, in the words of the command's output.
    pub fn answer(&self) -> String {
        written(&self.0.answer)
    }

    /// How many steps there were.
    pub fn length(&self) -> usize {
        self.0.steps.len()
    }

    /// The bounds of every step.
    pub fn bounds(&self) -> String {
        written(&self.0.bounds())
    }

    /// A step, counted from 0.
    pub fn step(&self, index: usize) -> String {
        written(&self.0.steps[index])
    }
}

/// The question of a line of the pairs file: its dimension, and the scalar of its numbers.
///
/// # Errors
/// The fault of the line or of one of its shapes, in the words of the command.
#[wasm_bindgen]
pub fn question(line: &str) -> Result<String, Complaint> {
    #[derive(Serialize)]
    struct Question {
        dim: u8,
        scalar: Scalar,
    }
    let pair = Pair::read(line)?;
    pair.in_its_vectors(scene::Built)?;
    Ok(written(&Question { dim: pair.dimension, scalar: pair.scalar }))
}

/// The outlines of both shapes, with `most` points each, and of their difference. Only for shapes of the plane.
///
/// # Errors
/// What is wrong with the line, in words.
#[wasm_bindgen]
pub fn drawing(line: &str, most: usize) -> Result<String, Complaint> {
    Ok(written(&outline::Drawing::new(&Pair::read(line)?, most)?))
}

/// At most `most` points whose hull is the picture of the first shape of a line, in its own frame. Only for shapes of
/// space.
///
/// # Errors
/// What is wrong with the line, in words.
#[wasm_bindgen]
pub fn body_cloud(line: &str, most: u32) -> Result<String, Complaint> {
    Ok(written(&cloud::of_first(&Pair::read(line)?, most)?))
}

/// Points whose hull is the picture of the difference of a line's shapes; `most` points if it is curved. Only for
/// shapes of space.
///
/// # Errors
/// What is wrong with the line, in words.
#[wasm_bindgen]
pub fn difference_cloud(line: &str, most: u32) -> Result<String, Complaint> {
    Ok(written(&cloud::of_difference(&Pair::read(line)?, most)?))
}

/// What is wrong with an ordered polygon, a list of points, as JSON. It is `null` if nothing is wrong.
///
/// # Errors
/// When the text is no list of points.
#[wasm_bindgen]
pub fn check_polygon(points: &str) -> Result<String, Complaint> {
    let points: Vec<[f64; 2]> = serde_json::from_str(points).map_err(|error| error.to_string())?;
    Ok(written(&polygon::complaint(&points)))
}

/// The barycentric coordinates of a point with respect to two or three other points of the plane: the numerators and
/// the coordinates. The text is a list of the corners, then the point.
///
/// # Errors
/// When the text is no list of three or four points.
#[wasm_bindgen]
pub fn coordinates(points: &str) -> Result<String, Complaint> {
    let points: Vec<[f64; 2]> = serde_json::from_str(points).map_err(|error| error.to_string())?;
    barycentric::rows(&points).map(|rows| written(&rows))
}

fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("numbers, words and lists are JSON")
}
