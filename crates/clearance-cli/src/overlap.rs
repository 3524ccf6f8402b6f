//! How much two things overlap, and the volume of what they share, beside their distance.

use clearance::{Vec2, Vec3};
use clearance_files::Scalar;
use clearance_files::fault::Fault;
use clearance_scene::{CommonVolume, Filled, Overlap, Single, common_volume, overlap};

use crate::answer::Answer;
use crate::number;
use crate::part::Composite;
use crate::part_question::PartQuestion;
use crate::surfaces::Standing;

/// The names of the cells.
pub const CSV_HEADER: &str = "overlap,overlap_lower,overlap_upper,volume_lower,volume_upper";

/// The most cells for the volume that two things of faces share. More: minutes for things of many faces. Fewer: wider bounds.
const CELLS: usize = 20_000;

/// The same with a convex shape, which may be curved: bounds that differ by a hundredth. For a thousandth it takes ten times as
/// many.
const CELLS_OF_CURVES: usize = 1_000;

/// The same for one of many findings, and for the volume that a proof may not contradict.
pub const FEW_CELLS: usize = 500;

/// What two things have in common.
#[derive(Clone, Copy, Debug)]
pub struct Common {
    pub overlap: Overlap<()>,
    /// Its volume, in the plane its area, if both are closed.
    pub volume: Option<CommonVolume>,
    /// 2 in the plane, 3 in space.
    pub dimension: usize,
}

/// What two things have in common, if the answer says that they overlap.
pub fn of(question: &PartQuestion<'_>, answer: &Answer) -> Result<Option<Common>, Fault> {
    let by_relation = answer.composite.map(|composite| composite.relation.is_overlap());
    if !by_relation.unwrap_or(answer.distance < 0.0) || question.has_half_space() {
        return Ok(None);
    }
    Ok(match question.dimension()? {
        2 => in_plane(&question.surfaces_of::<Vec2<f64>>()?),
        _ => in_space(&question.surfaces_of::<Vec3<f64>>()?),
    })
}

fn in_space([a, b]: &[Standing<'_, Vec3<f64>>; 2]) -> Option<Common> {
    match (a, b) {
        (Standing::Composite(Composite::Mesh(a), pose_a), Standing::Composite(Composite::Mesh(b), pose_b)) => {
            common(&a.at(*pose_a), &b.at(*pose_b), CELLS)
        }
        (Standing::Composite(Composite::Mesh(mesh), pose), Standing::Convex(shape))
        | (Standing::Convex(shape), Standing::Composite(Composite::Mesh(mesh), pose)) => {
            common(&mesh.at(*pose), &Single::new(shape), CELLS_OF_CURVES)
        }
        (Standing::Convex(a), Standing::Convex(b)) => common(&Single::new(a), &Single::new(b), CELLS_OF_CURVES),
        _ => None,
    }
}

fn in_plane([a, b]: &[Standing<'_, Vec2<f64>>; 2]) -> Option<Common> {
    match (a, b) {
        (Standing::Composite(Composite::Outline(a), pose_a), Standing::Composite(Composite::Outline(b), pose_b)) => {
            common(&a.at(*pose_a), &b.at(*pose_b), CELLS)
        }
        (Standing::Composite(Composite::Outline(outline), pose), Standing::Convex(shape))
        | (Standing::Convex(shape), Standing::Composite(Composite::Outline(outline), pose)) => {
            common(&outline.at(*pose), &Single::new(shape), CELLS_OF_CURVES)
        }
        (Standing::Convex(a), Standing::Convex(b)) => common(&Single::new(a), &Single::new(b), CELLS_OF_CURVES),
        _ => None,
    }
}

/// The overlap and the volume of two bodies.
fn common<const D: usize, A: Filled<D>, B: Filled<D, Vector = A::Vector>>(
    a: &A,
    b: &B,
    most_cells: usize,
) -> Option<Common> {
    Some(Common { overlap: bare(overlap(a, b)?), volume: common_volume(a, b, most_cells), dimension: D })
}

/// The overlap without its place.
pub fn bare<V>(Overlap { diameter, lower, upper, open, .. }: Overlap<V>) -> Overlap<()> {
    Overlap { diameter, lower, upper, middle: None, open }
}

/// Appends what is shared as fields of a JSON object, each after a comma.
pub fn push_members(out: &mut Vec<u8>, Common { overlap, volume, .. }: &Common) {
    out.extend_from_slice(b",\"overlap\":");
    number::push(out, overlap.diameter, Scalar::F64);
    out.extend_from_slice(b",\"overlap_lower\":");
    number::push_lower(out, overlap.lower, Scalar::F64);
    out.extend_from_slice(b",\"overlap_upper\":");
    number::push_upper(out, overlap.upper, Scalar::F64);
    if let Some(CommonVolume { lower, upper }) = *volume {
        out.extend_from_slice(b",\"volume_lower\":");
        number::push_or(out, lower, number::push_lower, "null");
        out.extend_from_slice(b",\"volume_upper\":");
        number::push_or(out, upper, number::push_upper, "null");
    }
}

/// Appends the cells, each after a comma.
pub fn push_cells(out: &mut Vec<u8>, common: Option<&Common>) {
    let Some(Common { overlap, volume, .. }) = common else { return out.extend_from_slice(b",,,,,") };
    out.push(b',');
    number::push(out, overlap.diameter, Scalar::F64);
    out.push(b',');
    number::push_lower(out, overlap.lower, Scalar::F64);
    out.push(b',');
    number::push_upper(out, overlap.upper, Scalar::F64);
    push_volume_cells(out, *volume);
}

/// Appends the bounds of the volume as cells, each after a comma.
pub fn push_volume_cells(out: &mut Vec<u8>, volume: Option<CommonVolume>) {
    let [lower, upper] = volume.map_or([f64::NAN; 2], |volume| [volume.lower, volume.upper]);
    out.push(b',');
    number::push_or(out, lower, number::push_lower, "");
    out.push(b',');
    number::push_or(out, upper, number::push_upper, "");
}
