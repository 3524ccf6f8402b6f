//! The shipped solver for the step-through page, as WebAssembly: JSON in and out, nothing computed twice.
//!
//! The page says what it wants in the words of the pairs file, so that a line copied from the page is a line for
//! `clearance query`, and the other way round.

mod cloud;
mod direction;
mod outline;
mod polygon;
mod run;
mod scene;

use scene::{Complaint, Pair};
use wasm_bindgen::prelude::*;

/// A run of the solver on a line of the pairs file, kept on this side so that a frame fetches only what it shows.
#[wasm_bindgen]
pub struct Run(run::Run);

#[wasm_bindgen]
impl Run {
    /// Solves the line, traced.
    ///
    /// # Errors
    /// What is wrong with the line, in words.
    #[wasm_bindgen(constructor)]
    pub fn new(line: &str) -> Result<Run, Complaint> {
        Ok(Self(run::Run::new(&read(line)?)?))
    }

    /// The answer, in the words of the command's output.
    pub fn answer(&self) -> String {
        written(&self.0.answer)
    }

    /// How many steps there were.
    pub fn length(&self) -> usize {
        self.0.steps.len()
    }

    /// A step, counted from 0.
    pub fn step(&self, index: usize) -> String {
        written(&self.0.steps[index])
    }
}

/// The outlines of both shapes and of their difference; plane shapes only.
///
/// # Errors
/// What is wrong with the line, in words.
#[wasm_bindgen]
pub fn drawing(line: &str) -> Result<String, Complaint> {
    Ok(written(&outline::Drawing::new(&read(line)?)?))
}

/// Points whose hulls are drawn for both shapes and their difference, of curved ones as many as `directions`; shapes of
/// space only.
///
/// # Errors
/// What is wrong with the line, in words.
#[wasm_bindgen]
pub fn clouds(line: &str, directions: u32) -> Result<String, Complaint> {
    Ok(written(&cloud::Clouds::new(&read(line)?, directions)?))
}

/// What is wrong with an ordered polygon, given as a list of points, as JSON; `null` if nothing is.
///
/// # Errors
/// When the text is no list of points.
#[wasm_bindgen]
pub fn check_polygon(points: &str) -> Result<String, Complaint> {
    let points: Vec<[f64; 2]> = serde_json::from_str(points).map_err(|error| error.to_string())?;
    Ok(written(&polygon::complaint(&points)))
}

/// The search direction of the edge between two points of the plane by two formulas, in two kinds of numbers.
///
/// # Errors
/// When the text is no pair of points.
#[wasm_bindgen]
pub fn directions(edge: &str) -> Result<String, Complaint> {
    let [a, b]: [[f64; 2]; 2] = serde_json::from_str(edge).map_err(|error| error.to_string())?;
    Ok(written(&direction::rows(a, b)))
}

fn read(line: &str) -> Result<Pair, Complaint> {
    serde_json::from_str(line).map_err(|error| error.to_string())
}

fn written(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("numbers, words and lists are JSON")
}
