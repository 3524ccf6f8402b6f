//! What the lessons beyond the talk need, as WebAssembly: support points along any direction, the published methods of
//! `clearance-rivals` with their steps, a moving pair frame by frame, and polygons with notches in convex pieces.
//!
//! Shapes are points of the plane in double precision. Points go in as two numbers each, poses as x, y, cosine and
//! sine. What comes out is JSON, but for rows of fixed length. Indices of corners are those of the points that went in.

mod bodies;
mod direction;
mod frames;
mod layers;
mod methods;
mod region;
mod steps;
mod supports;

use bodies::Bodies;
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// Why something was refused, in words for the page.
type Complaint = String;

/// Two hulls in their places.
#[wasm_bindgen]
pub struct Pair(Bodies);

#[wasm_bindgen]
impl Pair {
    /// The hulls of points.
    ///
    /// # Errors
    /// What is wrong with a shape.
    #[wasm_bindgen(constructor)]
    pub fn new(a: &[f64], pose_a: &[f64], b: &[f64], pose_b: &[f64]) -> Result<Pair, Complaint> {
        Bodies::new([a, b], [pose_a, pose_b]).map(Self)
    }

    /// What directions tell, four numbers each: the corner of A farthest along the direction, that of B farthest
    /// against it, how far A reaches along it, and where B begins. Directions are two numbers each, of unit length.
    pub fn supports(&self, directions: &[f64]) -> Vec<f64> {
        let along = directions.chunks_exact(2).map(|pair| [pair[0], pair[1]]);
        along.flat_map(|direction| supports::row(&self.0, direction)).collect()
    }

    /// V-Clip from the first corner of each shape: every pair of features, the Voronoi line that told, and the answer.
    pub fn walk(&self) -> String {
        written(&methods::walk(&self.0))
    }

    /// The hulls inside each other of A, and the descent for the farthest corner along a direction.
    pub fn layers(&self, x: f64, y: f64) -> String {
        written(&layers::Descent::new(&self.0, [x, y]))
    }

    /// Every method from nothing, with its steps, its bounds and its answer.
    pub fn compared(&self) -> String {
        written(&methods::all(&self.0))
    }

    /// The loop of the talks in single precision with an absolute epsilon, with its steps.
    pub fn naive(&self) -> String {
        written(&methods::naive(&self.0))
    }

    /// B at many poses, one frame after the other, twelve numbers each: the distance with its bounds; the steps of
    /// ISA-GJK from nothing and with the axis of the frame before; the support points of the solver from nothing and
    /// with its cache; the steps of V-Clip with the features of the frame before; the axis, zero where the shapes
    /// meet, how far A reaches along it, and where B begins.
    ///
    /// # Errors
    /// What is wrong with a pose.
    pub fn frames(&self, poses: &[f64]) -> Result<Vec<f64>, Complaint> {
        frames::rows(&self.0, poses)
    }
}

/// The search direction of the edge between two points of the plane, by two formulas, in two kinds of numbers. The numbers
/// are the coordinates of both points.
#[wasm_bindgen]
pub fn directions(ax: f64, ay: f64, bx: f64, by: f64) -> String {
    written(&direction::rows([ax, ay], [bx, by]))
}

/// A polygon that may have notches.
#[wasm_bindgen]
pub struct Region(region::Region);

#[wasm_bindgen]
impl Region {
    /// The polygon of corners in their order, at a pose, in convex pieces.
    ///
    /// # Errors
    /// What is wrong with the polygon, in the words of `clearance decompose`.
    #[wasm_bindgen(constructor)]
    pub fn new(corners: &[f64], pose: &[f64]) -> Result<Region, Complaint> {
        region::Region::new(corners, pose).map(Self)
    }

    /// The triangles, the diagonals that are removed or stay, and the pieces.
    pub fn pieces(&self) -> String {
        written(&self.0.pieces())
    }

    /// The distance to another polygon, as `clearance distance` tells it, and that of every pair of pieces.
    pub fn between(&self, other: &Region) -> String {
        written(&self.0.between(&other.0))
    }
}

/// JSON of a value that always has one.
fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests;
