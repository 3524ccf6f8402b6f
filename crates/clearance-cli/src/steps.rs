//! The solver's steps as numbers that can be kept after the query. They are the same for the plane and space.

use clearance::each::Each;
use clearance::{Phase, Solver, Step, Stop, TracedVertex, Vec2, Vec3, Vector};
use clearance_files::Scalar;
use clearance_files::fault::Fault;
use clearance_files::solid::{Body, Dimension};
use serde::Serialize;

use crate::answer::{Answer, Coordinates, Question};
use crate::outline::{Outline, View};

/// A vertex of A − B.
#[derive(Clone, Debug, Serialize)]
pub struct VertexRecord {
    /// The difference of the two points.
    pub point: Coordinates,
    /// The support point of A's core.
    pub a: Coordinates,
    /// The support point of B's core.
    pub b: Coordinates,
    /// Vertex indices on A and B.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indices: Option<(u32, u32)>,
    /// Barycentric weight in the nearest point.
    pub weight: f64,
}

/// One iteration.
#[derive(Clone, Debug, Serialize)]
pub struct StepRecord {
    /// Counted from 1 over all phases.
    pub step: usize,
    /// `distance`, `penetration` or `exact`.
    pub phase: &'static str,
    /// Searched along.
    pub direction: Coordinates,
    /// Found there.
    pub vertex: VertexRecord,
    /// What the step ends with.
    pub simplex: Vec<VertexRecord>,
    /// Of the signed distance; absent while there is none.
    pub lower: Option<f64>,
    /// Of the signed distance; absent while there is none.
    pub upper: Option<f64>,
    /// Why this step was the last one of its phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<&'static str>,
    /// The facets of the expanding polytope, as points of A − B.
    #[serde(skip)]
    pub facets: Vec<Vec<Coordinates>>,
}

/// Everything that a query did.
pub struct Record {
    /// Every iteration.
    pub steps: Vec<StepRecord>,
    /// What came of it.
    pub answer: Answer,
    /// The radii of A and B.
    pub radii: [f64; 2],
    /// A and B on paper.
    pub outlines: [Outline; 2],
    /// The paper.
    pub view: View,
}

impl Record {
    /// Asks the question and keeps every step.
    pub fn new(question: &Question<'_>, solver: &Solver) -> Result<Self, Fault> {
        match (question.dimension()?, question.scalar) {
            (2, Scalar::F32) => Self::new_in::<Vec2<f32>>(question, solver),
            (2, Scalar::F64) => Self::new_in::<Vec2<f64>>(question, solver),
            (_, Scalar::F32) => Self::new_in::<Vec3<f32>>(question, solver),
            (_, Scalar::F64) => Self::new_in::<Vec3<f64>>(question, solver),
        }
    }

    fn new_in<V: Dimension>(question: &Question<'_>, solver: &Solver) -> Result<Self, Fault> {
        let [a, b] = question.bodies::<V>()?.each(Body::placed);
        let mut steps = Vec::new();
        let proximity = solver.trace(&a, &b, |step| steps.push(step_record(step, steps.len() + 1)));
        let answer = Answer::new(&proximity, question.scalar)?.widened(question.approximation)?;
        let view = View::of_dimension(answer.point_a.as_slice().len());
        let outlines = [Outline::new(&a, &view), Outline::new(&b, &view)];
        let radii = outlines.each_ref().each(|outline| outline.radius);
        Ok(Self { steps, answer, radii, outlines, view })
    }
}

fn step_record<V: Vector>(step: &Step<'_, V>, number: usize) -> StepRecord {
    let points = step.polytope_vertices;
    let facet = |facet: &[u32; 3]| {
        let corner = |&index: &u32| points.get(index as usize).map(|vertex| Coordinates::of(vertex.point));
        facet.iter().filter_map(corner).collect()
    };
    StepRecord {
        step: number,
        phase: match step.phase {
            Phase::Distance => "distance",
            Phase::Penetration => "penetration",
            Phase::Exact => "exact",
        },
        direction: Coordinates::of(step.direction),
        vertex: vertex_record::<V>(&step.vertex),
        simplex: step.simplex.iter().map(vertex_record::<V>).collect(),
        lower: Some(step.lower).filter(|bound| bound.is_finite()),
        upper: Some(step.upper).filter(|bound| bound.is_finite()),
        stop: step.stop.map(reason),
        facets: step.facets.iter().map(facet).collect(),
    }
}

fn vertex_record<V: Vector>(vertex: &TracedVertex<V::Wide>) -> VertexRecord {
    VertexRecord {
        point: Coordinates::of(vertex.point),
        a: Coordinates::of(vertex.a),
        b: Coordinates::of(vertex.b),
        indices: vertex.indices,
        weight: vertex.weight,
    }
}

fn reason(stop: Stop) -> &'static str {
    match stop {
        Stop::BoundsMet => "the bounds have met",
        Stop::RepeatedVertex => "the vertex found is one of the simplex already, so nothing of A − B lies nearer",
        Stop::OriginInside => "the simplex holds the origin, so the cores overlap",
        Stop::Rounding => "rounding hides the next step",
        Stop::Limit => "the iteration limit has struck",
    }
}
