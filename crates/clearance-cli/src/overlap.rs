//! How much two things overlap, beside their distance.

use clearance::{Vec2, Vec3};
use clearance_files::Scalar;
use clearance_files::fault::Fault;
use clearance_scene::{Filled, Overlap, Single, overlap};

use crate::answer::Answer;
use crate::number;
use crate::part::Composite;
use crate::part_question::PartQuestion;
use crate::surfaces::Standing;

/// The names of the cells.
pub const CSV_HEADER: &str = "overlap,overlap_lower,overlap_upper";

/// The overlap of two things, if the answer says that they overlap.
pub fn of(question: &PartQuestion<'_>, answer: &Answer) -> Result<Option<Overlap<()>>, Fault> {
    let by_relation = answer.composite.map(|composite| composite.relation.is_overlap());
    if !by_relation.unwrap_or(answer.distance < 0.0) || question.has_half_space() {
        return Ok(None);
    }
    Ok(match question.dimension()? {
        2 => in_plane(&question.surfaces_of::<Vec2<f64>>()?),
        _ => in_space(&question.surfaces_of::<Vec3<f64>>()?),
    })
}

fn in_space([a, b]: &[Standing<'_, Vec3<f64>>; 2]) -> Option<Overlap<()>> {
    match (a, b) {
        (Standing::Composite(Composite::Mesh(a), pose_a), Standing::Composite(Composite::Mesh(b), pose_b)) => {
            bare(&a.at(*pose_a), &b.at(*pose_b))
        }
        (Standing::Composite(Composite::Mesh(mesh), pose), Standing::Convex(shape))
        | (Standing::Convex(shape), Standing::Composite(Composite::Mesh(mesh), pose)) => {
            bare(&mesh.at(*pose), &Single::new(shape))
        }
        (Standing::Convex(a), Standing::Convex(b)) => bare(&Single::new(a), &Single::new(b)),
        _ => None,
    }
}

fn in_plane([a, b]: &[Standing<'_, Vec2<f64>>; 2]) -> Option<Overlap<()>> {
    match (a, b) {
        (Standing::Composite(Composite::Outline(a), pose_a), Standing::Composite(Composite::Outline(b), pose_b)) => {
            bare(&a.at(*pose_a), &b.at(*pose_b))
        }
        (Standing::Composite(Composite::Outline(outline), pose), Standing::Convex(shape))
        | (Standing::Convex(shape), Standing::Composite(Composite::Outline(outline), pose)) => {
            bare(&outline.at(*pose), &Single::new(shape))
        }
        (Standing::Convex(a), Standing::Convex(b)) => bare(&Single::new(a), &Single::new(b)),
        _ => None,
    }
}

/// The overlap without its place.
fn bare<const D: usize, A: Filled<D>, B: Filled<D, Vector = A::Vector>>(a: &A, b: &B) -> Option<Overlap<()>> {
    let Overlap { diameter, lower, upper, open, .. } = overlap(a, b)?;
    Some(Overlap { diameter, lower, upper, middle: None, open })
}

/// Appends the overlap as fields of a JSON object, each after a comma.
pub fn push_members<V>(out: &mut Vec<u8>, overlap: &Overlap<V>) {
    out.extend_from_slice(b",\"overlap\":");
    number::push(out, overlap.diameter, Scalar::F64);
    out.extend_from_slice(b",\"overlap_lower\":");
    number::push_lower(out, overlap.lower, Scalar::F64);
    out.extend_from_slice(b",\"overlap_upper\":");
    number::push_upper(out, overlap.upper, Scalar::F64);
}

/// Appends the cells, each after a comma.
pub fn push_cells<V>(out: &mut Vec<u8>, overlap: Option<&Overlap<V>>) {
    let Some(overlap) = overlap else { return out.extend_from_slice(b",,,") };
    out.push(b',');
    number::push(out, overlap.diameter, Scalar::F64);
    out.push(b',');
    number::push_lower(out, overlap.lower, Scalar::F64);
    out.push(b',');
    number::push_upper(out, overlap.upper, Scalar::F64);
}
