//! `clearance distance --proof`: the answer in a form that `clearance verify` checks.
//!
//! The proof names the files of both things, relative to its own folder. Where the coordinates of a file were changed,
//! the name goes on: `part.glb|times=1000` or `part.obj|f32` (`docs/proof.md`).

use std::fs;
use std::path::{Component, Path, PathBuf};

use clearance::{Pose, Solver, Vec2, Vec3};
use clearance_files::Scalar;
use clearance_files::readers::parts::is_drawing;
use clearance_files::thing::{Thing, is_readable};
use clearance_scene::proof::{Facets, ProofWriter};
use clearance_scene::{Outline, distance_with};
use clearance_verify::check;

use crate::answer::Answer;
use crate::clashes::{Linear, PartReader, file_names};
use crate::failure::Failure;
use crate::input::{self, Given};
use crate::output;
use crate::part::Composite;
use crate::part_question::PartQuestion;
use crate::unit::Unit;

/// A file whose coordinates a proof is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// Relative to the folder of the proof, or absolute.
    pub path: PathBuf,
    /// What the coordinates of the file were multiplied by.
    pub factor: f64,
    /// What they were rounded to then.
    pub scalar: Scalar,
    /// Which mesh or part of the file, if it is not all of it.
    pub part: Option<Part>,
}

/// A mesh or a part of a file under a linear map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// The number of the mesh or part, from 0.
    pub number: usize,
    /// What its coordinates are mapped by. Nothing for the identity and for outlines.
    pub linear: Option<Linear>,
}

impl Source {
    /// As a proof names it.
    pub fn name(&self) -> String {
        let mut name = self.path.to_string_lossy().replace('\\', "/");
        if self.factor != 1.0 {
            name += &format!("|times={:e}", self.factor);
        }
        if self.scalar == Scalar::F32 {
            name += "|f32";
        }
        if let Some(Part { number, linear }) = self.part {
            name += &format!("|part={number}");
            if let Some(linear) = linear {
                let numbers: Vec<String> = linear.iter().flatten().map(|x| format!("{x:e}")).collect();
                name += &format!("|linear={}", numbers.join(","));
            }
        }
        name
    }

    /// What a name in a proof means. Every ending behind the path counts.
    ///
    /// # Errors
    /// If an ending is no such ending or does not apply, or no reader knows the path's own.
    pub fn of_name(mut name: &str) -> Result<Self, String> {
        let whole = name;
        let refused = |why: &str| Err(format!("surface {whole}: {why}"));
        let (mut factor, mut scalar, mut linear, mut part) = (1.0, Scalar::F64, None, None);
        if let Some((rest, numbers)) = name.rsplit_once("|linear=")
            && let Some(map) = linear_of(numbers)
        {
            (name, linear) = (rest, Some(map));
        }
        if let Some((rest, number)) = name.rsplit_once("|part=")
            && let Some(number) = number.parse().ok().filter(|found: &usize| found.to_string() == number)
        {
            (name, part) = (rest, Some(Part { number, linear }));
        }
        if let Some(rest) = name.strip_suffix("|f32") {
            (name, scalar) = (rest, Scalar::F32);
        }
        if let Some((rest, number)) = name.rsplit_once("|times=")
            && let Ok(number) = number.parse()
        {
            (name, factor) = (rest, number);
        }
        if !(factor > 0.0 && factor < f64::INFINITY) {
            return refused("expected a positive finite factor");
        }
        // What is no ending of a proof's name is left here.
        if !is_readable(name) {
            return refused("expected a file of a known format, and endings that apply to it");
        }
        if part.is_some() && (factor != 1.0 || scalar != Scalar::F64) {
            return refused("a part of a file has its factor in its linear map");
        }
        if linear.is_some() && (part.is_none() || is_drawing(name)) {
            return refused("a linear map applies to a mesh of an assembly only");
        }
        Ok(Self { path: PathBuf::from(name), factor, scalar, part })
    }

    /// Reads the file again, from the folder of the proof: the coordinates and the triangles or edges.
    pub fn read(&self, folder: &Path, parts: &mut PartReader) -> Result<Facets, Failure> {
        let path = folder.join(&self.path);
        let failed = |message: &dyn std::fmt::Display| Failure::file(&path, message);
        // A device or a pipe may have no end.
        if !fs::metadata(&path).map_err(|error| failed(&error))?.is_file() {
            return Err(failed(&"expected a file, found something else"));
        }
        if let Some(part) = self.part {
            return parts.read(&path, part);
        }
        let Given { thing, .. } = input::read_path(&path).map_err(|fault| failed(&fault))?;
        match if self.factor == 1.0 { thing } else { thing.scaled(self.factor) } {
            Thing::Surface(mut surface) => {
                self.round(surface.vertices.as_flattened_mut());
                Ok(Facets { vertices: surface.vertices, leaves: surface.triangles, pose: Vec::new() })
            }
            Thing::Region(mut region) => {
                region.polygons.iter_mut().flatten().for_each(|ring| self.round(ring.as_flattened_mut()));
                let outline = Outline::new(&region.polygons).map_err(|error| failed(&error))?;
                Ok(Facets::from(&outline.at(Pose::identity())))
            }
            _ => Err(failed(&"expected a surface of triangles or an outline")),
        }
    }

    fn round(&self, coordinates: &mut [f64]) {
        if self.scalar == Scalar::F32 {
            coordinates.iter_mut().for_each(|x| *x = f64::from(*x as f32));
        }
    }
}

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
        match question.parts.map(|part| part.composite.as_ref()) {
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
    fn write_bodies<const D: usize, B: clearance_scene::Composite<D>>(
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
        self.write_claim([Facets::from(&a), Facets::from(&b)], claim, leaves, answer.scalar)
    }

    fn write_claim(
        &self,
        facets: [Facets; 2],
        claim: [f64; 2],
        leaves: [u32; 2],
        scalar: Scalar,
    ) -> Result<(), Failure> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let mut writer = ProofWriter::default();
        if let Some(unit) = self.unit {
            writer.unit(unit.name());
        }
        let mut bodies = [0; 2];
        let names = file_names(&self.files.map(PathBuf::from));
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
        let text = writer.finish();
        check(&text, &facets.each_ref().map(Facets::surface)).map_err(|refusal| format!("no proof: {refusal}"))?;
        output::write_whole(Some(self.path), text.as_bytes())
    }
}

/// The numbers of a linear map.
fn linear_of(text: &str) -> Option<Linear> {
    let numbers: Vec<f64> = text.split(',').map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let rows: [[f64; 3]; 3] =
        [numbers.get(..3)?, numbers.get(3..6)?, numbers.get(6..9)?].map(|row| [row[0], row[1], row[2]]);
    (numbers.len() == 9 && numbers.iter().all(|x| x.is_finite())).then_some(rows)
}

/// The path of an existing file as seen from a folder; the file's own path if both have no folder in common. A failure
/// names the one of both that is not there.
pub fn relative(file: &Path, folder: &Path) -> Result<PathBuf, Failure> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let found = |path: &Path| fs::canonicalize(path).map_err(|error| Failure::io(path.display(), &error));
    let (file, folder) = (found(file)?, found(folder)?);
    let common = file.components().zip(folder.components()).take_while(|(a, b)| a == b).count();
    if !file.components().take(common).any(|part| matches!(part, Component::Normal(_) | Component::RootDir)) {
        return Ok(file);
    }
    let up = folder.components().skip(common).map(|_| Component::ParentDir);
    Ok(up.chain(file.components().skip(common)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_source_tells_how_its_coordinates_were_changed() {
        for (factor, scalar, name) in [
            (1.0, Scalar::F64, "parts/a|b.obj"),
            (1000.0, Scalar::F64, "parts/a|b.obj|times=1e3"),
            (1.0 / 0.0254, Scalar::F32, "parts/a|b.obj|times=3.937007874015748e1|f32"),
        ] {
            let source = Source { path: PathBuf::from("parts/a|b.obj"), factor, scalar, part: None };
            assert_eq!(source.name(), name);
            assert_eq!(Source::of_name(name), Ok(source));
        }
        let linear = [[0.0, -1.5, 0.0], [1.5, 0.0, 0.0], [0.0, 0.0, 1e-3]];
        for (linear, end) in [(None, ""), (Some(linear), "|linear=0e0,-1.5e0,0e0,1.5e0,0e0,0e0,0e0,0e0,1e-3")] {
            let part = Some(Part { number: 12, linear });
            let source = Source { path: PathBuf::from("a.glb"), factor: 1.0, scalar: Scalar::F64, part };
            assert_eq!(source.name(), format!("a.glb|part=12{end}"));
            assert_eq!(Source::of_name(&source.name()), Ok(source));
        }
    }
}
