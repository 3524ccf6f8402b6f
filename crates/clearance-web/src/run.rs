//! One run of the solver: the answer, and every step it took, kept as it told them.

use crate::scene::{Complaint, Dimension, Pair, Scalar};
use clearance::{Feature, Proximity, Real, Solver, Space, SupportMap, Vec2, Vec3, Vector};
use serde::Serialize;

/// The answer to a line, in the words of the command's output, and the steps towards it.
pub struct Run {
    /// What `clearance query` says of the same line, with the features besides.
    pub answer: Answer,
    /// Every step, in order, the phases one after another.
    pub steps: Vec<Step>,
}

/// An output line of the pairs file.
#[derive(Serialize)]
pub struct Answer {
    status: &'static str,
    distance: f64,
    lower: f64,
    upper: f64,
    point_a: Point,
    point_b: Point,
    normal: Point,
    iterations: u32,
    feature_a: FeatureWords,
    feature_b: FeatureWords,
    radius_a: f64,
    radius_b: f64,
}

/// Vertices and their weights.
#[derive(Serialize)]
struct FeatureWords {
    vertices: Vec<u32>,
    weights: Vec<f64>,
}

/// Coordinates of a vector of either dimension.
type Point = Vec<f64>;

/// A step of the solver with its borrowed parts copied.
#[derive(Serialize)]
pub struct Step {
    iteration: u32,
    phase: &'static str,
    simplex: Vec<Vertex>,
    direction: Point,
    vertex: Vertex,
    lower: f64,
    upper: f64,
    facets: Vec<[u32; 3]>,
    polytope: Vec<Point>,
    stop: Option<&'static str>,
}

/// A vertex of the simplex.
#[derive(Serialize)]
struct Vertex {
    point: Point,
    a: Point,
    b: Point,
    indices: Option<(u32, u32)>,
    weight: f64,
}

impl Run {
    /// The signed distance of the pair, traced.
    pub fn new(pair: &Pair) -> Result<Self, Complaint> {
        match (pair.dim, pair.scalar) {
            (2, Scalar::F32) => traced::<Vec2<f32>>(pair),
            (2, Scalar::F64) => traced::<Vec2<f64>>(pair),
            (3, Scalar::F32) => traced::<Vec3<f32>>(pair),
            (3, Scalar::F64) => traced::<Vec3<f64>>(pair),
            (other, _) => Err(format!("dim: 2 or 3 wanted, {other} found")),
        }
    }
}

fn traced<V: Dimension>(pair: &Pair) -> Result<Run, Complaint> {
    let (parts_a, parts_b) = (pair.a.parts::<V>()?, pair.b.parts::<V>()?);
    let (a, b) = (parts_a.body()?, parts_b.body()?);
    let solver = Solver { precision: pair.precision.into(), ..Solver::default() };
    let mut steps = Vec::new();
    let _ = solver.trace(&a, &b, |step| steps.push(Step::from(step)));
    // The command's own question: where a closed form answers it, no step is taken, and the last bits may differ.
    let answer = solver.signed_distance(&a, &b);
    Ok(Run { answer: Answer::new(&answer, a.radius(), b.radius()), steps })
}

impl Answer {
    fn new<V: Vector>(answer: &Proximity<V>, radius_a: V::Scalar, radius_b: V::Scalar) -> Self {
        Self {
            status: answer.status.as_str(),
            distance: shortest(answer.distance),
            lower: shortest(answer.lower),
            upper: shortest(answer.upper),
            point_a: narrow_coordinates(answer.point_a),
            point_b: narrow_coordinates(answer.point_b),
            normal: narrow_coordinates(answer.normal),
            iterations: answer.iterations,
            feature_a: FeatureWords::from(&answer.feature_a()),
            feature_b: FeatureWords::from(&answer.feature_b()),
            radius_a: radius_a.widen(),
            radius_b: radius_b.widen(),
        }
    }
}

impl From<&Feature> for FeatureWords {
    fn from(feature: &Feature) -> Self {
        Self { vertices: feature.vertices().to_vec(), weights: feature.weights().to_vec() }
    }
}

impl<V: Vector> From<&clearance::Step<'_, V>> for Step {
    fn from(step: &clearance::Step<'_, V>) -> Self {
        Self {
            iteration: step.iteration,
            phase: match step.phase {
                clearance::Phase::Distance => "distance",
                clearance::Phase::Penetration => "penetration",
                clearance::Phase::Exact => "exact",
            },
            simplex: step.simplex.iter().map(Vertex::from).collect(),
            direction: coordinates(&step.direction),
            vertex: Vertex::from(&step.vertex),
            lower: step.lower,
            upper: step.upper,
            facets: step.facets.to_vec(),
            polytope: step.polytope_vertices.iter().map(|vertex| coordinates(&vertex.point)).collect(),
            stop: step.stop.map(|stop| match stop {
                clearance::Stop::BoundsMet => "bounds_met",
                clearance::Stop::RepeatedVertex => "repeated_vertex",
                clearance::Stop::OriginInside => "origin_inside",
                clearance::Stop::Rounding => "rounding",
                clearance::Stop::Limit => "limit",
            }),
        }
    }
}

impl<W: Space<Scalar = f64>> From<&clearance::TracedVertex<W>> for Vertex {
    fn from(vertex: &clearance::TracedVertex<W>) -> Self {
        Self {
            point: coordinates(&vertex.point),
            a: coordinates(&vertex.a),
            b: coordinates(&vertex.b),
            indices: vertex.indices,
            weight: vertex.weight,
        }
    }
}

/// The coordinates of a vector.
pub fn coordinates<W: Space<Scalar = f64>>(vector: &W) -> Point {
    (0..W::DIM).map(|axis| *vector.coordinate(axis)).collect()
}

/// The coordinates of a vector in as few digits as its scalar needs.
fn narrow_coordinates<V: Vector>(vector: V) -> Point {
    coordinates(&vector.widen()).into_iter().map(|c| shortest(V::Scalar::narrow(c))).collect()
}

/// The number whose shortest decimal is that of `value`: what the command prints of an `f32` is not its `f64`.
fn shortest<T: Real>(value: T) -> f64 {
    format!("{value:?}").parse().expect("a float's own text is a float")
}
