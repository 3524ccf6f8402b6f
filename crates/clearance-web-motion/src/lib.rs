//! Shapes of the plane that move, for the step-through page, as WebAssembly: when they come into contact, the proof of
//! it, and what the pictures of it need. The answers are those of `clearance query` for the same line.
//!
//! Shapes are points, and the hull of these is meant: the search is compiled for one kind of shape. Numbers go in and
//! out in rows of fixed length, so that the module needs no text.

mod flight;
mod ray;

use clearance::{Cast, Motion, Outcome, Placed, PointCloud, Pose, Proximity, Rotation2, Shape, Vec2, vec2};
use flight::Search;
use wasm_bindgen::prelude::*;

/// Why something was refused, in words for the page.
type Complaint = String;

/// The hull of points in its place.
type Body = Placed<PointCloud<Vec2<f64>>, Vec2<f64>>;

/// Two shapes, of which B moves, and the search for their contact.
#[wasm_bindgen]
pub struct Flight(Search);

#[wasm_bindgen]
impl Flight {
    /// Searches. Points are two numbers each; a pose is x, y, cosine and sine; a motion is the travel x, y, the turn in
    /// radians, and its centre x, y.
    ///
    /// # Errors
    /// What is wrong with a shape.
    #[wasm_bindgen(constructor)]
    pub fn new(a: &[f64], pose_a: &[f64], b: &[f64], pose_b: &[f64], motion: &[f64]) -> Result<Flight, Complaint> {
        let bodies = (body(a, pose_a).map_err(of("A"))?, body(b, pose_b).map_err(of("B"))?);
        Ok(Self(Search::new(bodies.0, bodies.1, displacement(motion)?)))
    }

    /// When they come into contact, in a row as `answer_row` has it.
    pub fn answer(&self) -> Vec<f64> {
        answer_row(&self.0.answer)
    }

    /// The steps of the search, 9 numbers each. A look is 0, the fraction, the distance, 0, and the normal.
    /// A proven part is 1, where it begins and ends, what the direction turns with (0 the world, 1 A, 2 B), the
    /// direction at fraction 0, the separations at both ends, and how much the separation can bend, M of theorem A.
    pub fn steps(&self) -> Vec<f64> {
        self.0.steps().as_flattened().to_vec()
    }

    /// The shapes at fractions, 13 numbers each: the pose of B; the distance with its bounds; the points of A and B;
    /// the normal.
    pub fn at(&self, fractions: &[f64]) -> Vec<f64> {
        let row = |&fraction| {
            let (pose, proximity) = self.0.at(fraction);
            let (c, s) = (pose.rotation.c, pose.rotation.s);
            let mut row = vec![pose.translation.x, pose.translation.y, c, s];
            row.extend(proximity_row(&proximity));
            row
        };
        fractions.iter().flat_map(row).collect()
    }

    /// What the direction of a step does at fractions, 6 numbers each: how far it keeps the shapes apart, what theorem
    /// A proves of that from both ends of the part, the direction, the farthest that A reaches along it, and the least
    /// of B. Nothing if the step is a look.
    pub fn carried(&self, step: usize, fractions: &[f64]) -> Vec<f64> {
        fractions.iter().filter_map(|&fraction| self.0.carried(step, fraction)).flatten().collect()
    }
}

/// A ray and a shape.
#[wasm_bindgen]
pub struct Ray(ray::Ray);

#[wasm_bindgen]
impl Ray {
    /// A point in its place that moves by `travel`, past the hull of points in its place.
    ///
    /// # Errors
    /// What is wrong with the shape or with the ray.
    #[wasm_bindgen(constructor)]
    pub fn new(points: &[f64], pose: &[f64], origin: &[f64], at: &[f64], travel: &[f64]) -> Result<Ray, Complaint> {
        let origin = body(origin, at).map_err(of("the ray"))?;
        Ok(Self(ray::Ray::new(body(points, pose).map_err(of("the shape"))?, origin, vector(travel)?)))
    }

    /// When the ray meets the shape, in a row as `answer_row` has it.
    pub fn answer(&self) -> Vec<f64> {
        answer_row(&self.0.answer)
    }

    /// Where the whole line enters and leaves: two fractions with their bounds, the normals from the shape to the ray
    /// at both. Nothing if the line misses.
    pub fn crossing(&self) -> Vec<f64> {
        self.0.crossing()
    }

    /// What each edge leaves of the ray, in the order of the corners, 9 numbers each: the outward normal; how far the
    /// origin lies beyond the edge; how fast the ray moves outward; the fraction at which it crosses the line of the
    /// edge, NaN if never; the interval that is left after this edge; whether the edge was the last one entered, and
    /// the last one left.
    pub fn edges(&self, corners: &[f64]) -> Vec<f64> {
        self.0.edges(&points(corners)).as_flattened().to_vec()
    }

    /// A line that keeps the shape and the whole ray apart: its normal, from the shape to the ray, the farthest that
    /// the shape reaches along it, and the least of the ray. Nothing if they meet.
    pub fn parting(&self) -> Vec<f64> {
        self.0.parting().map_or(Vec::new(), |row| row.to_vec())
    }
}

/// An answer in 13 numbers: clear, hit or near as 0, 1 or 2; the fraction with its bounds; the queries at rest; then
/// the shapes at the lower bound, as [`proximity_row`] has them but for the bounds of the distance.
fn answer_row(cast: &Cast<Vec2<f64>>) -> Vec<f64> {
    let outcome = match cast.outcome {
        Outcome::Clear => 0.0,
        Outcome::Hit => 1.0,
        Outcome::Near => 2.0,
    };
    let mut row = vec![outcome, cast.fraction, cast.lower, cast.upper, f64::from(cast.iterations)];
    row.extend(proximity_row(&cast.contact));
    row
}

/// The distance with its bounds, the points of A and B, and the normal.
fn proximity_row(proximity: &Proximity<Vec2<f64>>) -> [f64; 9] {
    let Proximity { distance, lower, upper, point_a, point_b, normal, .. } = proximity;
    [*distance, *lower, *upper, point_a.x, point_a.y, point_b.x, point_b.y, normal.x, normal.y]
}

/// The hull of points at a pose.
fn body(numbers: &[f64], pose: &[f64]) -> Result<Body, Complaint> {
    let cloud = PointCloud::new(points(numbers)).map_err(|error| error.to_string())?;
    let &[x, y, c, s] = pose else {
        return Err("expected 4 numbers of a pose".to_owned());
    };
    let rotation = Rotation2::new(c, s).map_err(|error| error.to_string())?;
    Ok(cloud.at(Pose::new(rotation, vec2(x, y)).map_err(|error| error.to_string())?))
}

fn points(numbers: &[f64]) -> Vec<Vec2<f64>> {
    numbers.chunks_exact(2).map(|pair| vec2(pair[0], pair[1])).collect()
}

fn vector(numbers: &[f64]) -> Result<Vec2<f64>, Complaint> {
    match *numbers {
        [x, y] => Ok(vec2(x, y)),
        _ => Err("expected 2 numbers of a vector".to_owned()),
    }
}

fn displacement(numbers: &[f64]) -> Result<Motion<Vec2<f64>>, Complaint> {
    match *numbers {
        [x, y, turn, cx, cy] if numbers.iter().all(|number| number.is_finite()) => {
            Ok(Motion::turn(vec2(cx, cy), turn).and_travel(vec2(x, y)))
        }
        _ => Err("expected 5 finite numbers of a motion".to_owned()),
    }
}

/// Puts a name before a complaint.
fn of(name: &str) -> impl Fn(Complaint) -> Complaint {
    move |complaint| format!("{name}: {complaint}")
}

#[cfg(test)]
mod tests;
