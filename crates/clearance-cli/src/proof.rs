//! `clearance distance --proof`: the answer in a form that `clearance verify` checks.
//!
//! The proof names the files of both things, relative to its own folder (`Source`).

use clearance::each::Each;
use std::path::{Path, PathBuf};

use clearance::{Solver, Vec2, Vec3};
use clearance_files::Scalar;
use clearance_scene::proof::{Facets, ProofWriter};
use clearance_scene::{CommonVolume, Dimension, Filled, Overlap, common_volume, distance_with, overlap};
use clearance_verify::check;

use crate::answer::Answer;
use crate::clashes::{Source, file_names, relative};
use crate::failure::Failure;
use crate::output;
use crate::overlap::FEW_CELLS;
use crate::part::Composite;
use crate::part_question::PartQuestion;
use crate::unit::Unit;

/// The most leaves of bodies whose overlap is proven. That of larger ones takes long.
const MOST_LEAVES: usize = 1_000;

/// Where a proof goes, and what it is about besides the question.
pub struct Task<'a> {
    /// The file of the proof.
    pub path: &'a Path,
    /// The arguments that name A and B.
    pub files: [&'a str; 2],
    /// What their coordinates were multiplied by.
    pub factors: [f64; 2],
    /// The unit of the answer, if it has one.
    pub unit: Option<Unit>,
}

impl Task<'_> {
    /// Writes the proof of the answer's bounds. It is checked first, so no file holds a proof that does not hold.
    ///
    /// Where two bodies overlap, and the answer is minus a depth, the proof is about their surfaces.
    pub fn write(&self, question: &PartQuestion<'_>, answer: &Answer, solver: &Solver) -> Result<(), Failure> {
        match question.parts.each(|part| part.composite.as_ref()) {
            [Some(Composite::Mesh(a)), Some(Composite::Mesh(b))] => {
                let [pose_a, pose_b] = question.poses::<Vec3<f64>>().map_err(|fault| fault.to_string())?;
                self.write_bodies([a.at(pose_a), b.at(pose_b)], answer, solver)
            }
            [Some(Composite::Outline(a)), Some(Composite::Outline(b))] => {
                let [pose_a, pose_b] = question.poses::<Vec2<f64>>().map_err(|fault| fault.to_string())?;
                self.write_bodies([a.at(pose_a), b.at(pose_b)], answer, solver)
            }
            _ => Err(Failure::Input("expected two meshes or two outlines for a proof".to_owned())),
        }
    }

    /// Writes the proof about two bodies of one kind.
    fn write_bodies<const D: usize, B: Filled<D>>(
        &self,
        [a, b]: [B; 2],
        answer: &Answer,
        solver: &Solver,
    ) -> Result<(), Failure>
    where
        for<'b> Facets: From<&'b B>,
    {
        let nearest = distance_with(solver, &a, &b);
        let claim = match answer.distance > 0.0 {
            true => [answer.lower.max(0.0), answer.upper.max(nearest.lower)],
            false => [nearest.lower, nearest.upper],
        };
        let leaves = [nearest.leaf_a, nearest.leaf_b];
        let facets = [Facets::from(&a), Facets::from(&b)];
        let are_small = facets.iter().all(|facets| facets.leaves.len() <= MOST_LEAVES);
        let overlap = are_small.then(|| overlap(&a, &b)).flatten().filter(|overlap| !overlap.open);
        let overlap = overlap.map(|overlap| Overlap { middle: overlap.middle.map(coordinates), ..bare(overlap) });
        let volume =
            overlap.and_then(|overlap| (overlap.upper > 0.0).then(|| common_volume(&a, &b, FEW_CELLS)).flatten());
        self.write_claim(facets, (claim, leaves), (overlap, volume), answer.scalar)
    }

    fn write_claim(
        &self,
        facets: [Facets; 2],
        (claim, leaves): ([f64; 2], [u32; 2]),
        (overlap, volume): (Option<Overlap<[f64; 3]>>, Option<CommonVolume>),
        scalar: Scalar,
    ) -> Result<(), Failure> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let mut writer = ProofWriter::default();
        if let Some(unit) = self.unit {
            writer.unit(unit.name());
        }
        let mut bodies = [0; 2];
        let names = file_names(&self.files.each(PathBuf::from));
        for side in 0..2 {
            let file = Path::new(self.files[side]);
            if !file.is_file() {
                return Err(Failure::Input(format!("expected a file for a proof, found {}", self.files[side])));
            }
            let path = relative(file, folder)?;
            let name = Source { path, factor: self.factors[side], scalar, part: None }.name();
            let surface = writer.surface(&name, facets[side].surface());
            bodies[side] = writer.body(surface, &names[side], &facets[side].pose).map_err(|error| error.to_string())?;
        }
        writer.bracket(bodies, claim, leaves).map_err(|error| format!("no proof was found: {error}"))?;
        // What is not found of the overlap and of the volume is not claimed.
        let _ = match overlap {
            Some(overlap) if overlap.upper > 0.0 => {
                writer.overlap(bodies, overlap.middle, Some(overlap.upper)).map(|_| ())
            }
            Some(_) if claim[0] > 0.0 => writer.parted(bodies),
            Some(_) => writer.overlap(bodies, None, Some(0.0)).map(|_| ()),
            None => Ok(()),
        };
        let _ = volume.map(|CommonVolume { lower, upper }| writer.volume(bodies, [lower, upper]));
        let text = writer.finish();
        check(&text, &facets.each_ref().each(Facets::surface)).map_err(|refusal| format!("no proof: {refusal}"))?;
        output::write_whole(Some(self.path), text.as_bytes())
    }
}

/// The bounds alone.
fn bare<V>(Overlap { diameter, lower, upper, open, .. }: Overlap<V>) -> Overlap<[f64; 3]> {
    Overlap { diameter, lower, upper, middle: None, open }
}

/// The coordinates of a point. In the plane the third one is 0.
fn coordinates<V: Dimension<D>, const D: usize>(point: V) -> [f64; 3] {
    std::array::from_fn(|axis| if axis < D { *point.coordinate(axis) } else { 0.0 })
}
