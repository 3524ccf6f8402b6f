//! The files whose coordinates proofs are about, and how a proof names them.
//!
//! Where the coordinates of a file were changed, the name goes on: `part.glb|times=1000`, `part.obj|f32`,
//! `part.glb|part=3` (`docs/proof.md`).

use clearance::each::Each;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs;
use std::path::{Component, Path, PathBuf};

use clearance::Pose;
use clearance_files::Scalar;
use clearance_files::assembly::Assembly;
use clearance_files::readers::parts::{Drawing, is_drawing};
use clearance_files::thing::{Thing, is_readable};
use clearance_scene::Outline;
use clearance_scene::proof::Facets;

use super::load::{mapped, read_assembly};
use super::outlines::{factor_of, read_drawing};
use super::placement::{Linear, Part, Placement};
use crate::failure::Failure;
use crate::input::{self, Given};

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
        if linear.is_some() && part.is_none() {
            return refused("a linear map applies to a part of a file only");
        }
        if linear.is_some_and(|linear| is_drawing(name) && factor_of(linear).is_none()) {
            return refused("a drawing is only multiplied by a factor");
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

/// Reads parts of files again. Each file is read once.
#[derive(Default)]
pub struct PartReader {
    assemblies: HashMap<PathBuf, Assembly>,
    drawings: HashMap<PathBuf, Drawing>,
}

impl PartReader {
    /// The coordinates and leaves of a part.
    pub fn read(&mut self, path: &Path, part: Part) -> Result<Facets, Failure> {
        let missing = || Failure::file(path, format!("expected a part {}, found none", part.number));
        if is_drawing(&path.to_string_lossy()) {
            let drawing = read_once(&mut self.drawings, path, read_drawing)?;
            let own = drawing.parts.get(part.number).ok_or_else(missing)?.clone();
            let own = match part.linear.and_then(factor_of) {
                Some(factor) => own.scaled(factor),
                None => own,
            };
            let outline = Outline::new(&own.polygons).map_err(|error| Failure::file(path, error))?;
            return Ok(Facets::from(&outline.at(Pose::identity())));
        }
        let assembly = read_once(&mut self.assemblies, path, read_assembly)?;
        let data = assembly.meshes.get(part.number).ok_or_else(missing)?;
        let (vertices, leaves) = match part.linear {
            Some(linear) => mapped(data, &Placement { linear, pose: Pose::identity() }),
            None => (data.vertices.clone(), data.triangles.clone()),
        };
        Ok(Facets { vertices, leaves, pose: Vec::new() })
    }
}

/// What was read of a file, now or before.
fn read_once<'a, T>(
    known: &'a mut HashMap<PathBuf, T>,
    path: &Path,
    read: fn(&Path) -> Result<T, Failure>,
) -> Result<&'a T, Failure> {
    match known.entry(path.to_owned()) {
        Entry::Occupied(known) => Ok(known.into_mut()),
        Entry::Vacant(place) => Ok(place.insert(read(path)?)),
    }
}

/// The numbers of a linear map.
fn linear_of(text: &str) -> Option<Linear> {
    let numbers: Vec<f64> = text.split(',').map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let rows: [[f64; 3]; 3] =
        [numbers.get(..3)?, numbers.get(3..6)?, numbers.get(6..9)?].each(|row| [row[0], row[1], row[2]]);
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
