//! Files of outlines as one scene in the plane: every feature, geometry or element is an object.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clearance::Pose;
use clearance_files::readers::parts::{Drawing, is_drawing, read_parts};
use clearance_scene::{Outline, Scene};
use rayon::prelude::*;

use super::load::{Loaded, Origin, file_names, groups, unused};
use super::placement::{Linear, Part};
use super::units::{Conversion, conversion};
use crate::failure::Failure;
use crate::unit::Unit;

/// Whether the files hold outlines. Outlines and meshes do not mix.
pub fn are_outlines(paths: &[PathBuf]) -> Result<bool, Failure> {
    let is_outline = |path: &&PathBuf| is_drawing(&path.to_string_lossy());
    let (outline, mesh) = (paths.iter().find(is_outline), paths.iter().find(|path| !is_outline(path)));
    match (outline, mesh) {
        (Some(outline), Some(mesh)) => Err(Failure::Input(format!(
            "expected files of one kind: {} has outlines in the plane, and {} has meshes in space",
            outline.display(),
            mesh.display()
        ))),
        (outline, _) => Ok(outline.is_some()),
    }
}

/// Reads the files into one scene.
pub fn load(paths: &[PathBuf], unit: Option<Unit>) -> Result<Loaded<Outline>, Failure> {
    let read: Vec<Result<Drawing, Failure>> = paths.par_iter().map(|path| read_drawing(path)).collect();
    let drawings = read.into_iter().collect::<Result<Vec<_>, _>>()?;
    let names = file_names(paths);
    let lengths: Vec<_> = names.iter().cloned().zip(drawings.iter().map(|drawing| drawing.metres_per_unit)).collect();
    let Conversion { unit, factors } = conversion(&lengths, unit)?;
    let is_curved = drawings.iter().any(|drawing| drawing.is_curved);
    let mut loaded =
        Loaded { scene: Scene::default(), unit, remarks: Vec::new(), approximations: Vec::new(), sources: Vec::new() };
    for (((mut drawing, name), path), factor) in drawings.into_iter().zip(names).zip(paths).zip(factors) {
        if factor != 1.0 {
            drawing.parts = drawing.parts.into_iter().map(|part| part.scaled(factor)).collect();
        }
        let linear = (factor != 1.0).then(|| scaling(factor));
        loaded.remarks.extend(drawing.remarks.iter().map(|remark| format!("{name}: {remark}")));
        let outlines: Vec<_> = drawing.parts.par_iter().map(|part| Outline::new(&part.polygons)).collect();
        let is_single = drawing.parts.len() == 1;
        for (number, (part, outline)) in drawing.parts.iter().zip(outlines).enumerate() {
            let outline = outline.map_err(|error| Failure::file(path, error))?;
            let own = if is_single { name.clone() } else { format!("{name}:{}", part.name) };
            let own = unused(&loaded.scene, own);
            let added = loaded.scene.add(own, Arc::new(outline), Pose::identity());
            let object = added.map_err(|error| Failure::file(path, error))?;
            for group in groups(&name, path, &part.name) {
                loaded.scene.add_to_group(object, group).expect("the object was just added");
            }
            loaded.approximations.push(part.approximation);
            loaded.sources.push(Origin { path: path.clone(), part: Part { number, linear }, shift: [0.0; 3] });
        }
    }
    if is_curved {
        let remark = "limits are decided for the polygons that the curves became";
        loaded.remarks.push(remark.to_owned());
    }
    Ok(loaded)
}

/// The linear map of a drawing that is multiplied by a factor, as a proof names it.
fn scaling(factor: f64) -> Linear {
    [[factor, 0.0, 0.0], [0.0, factor, 0.0], [0.0, 0.0, 1.0]]
}

/// The factor of such a map.
pub fn factor_of(linear: Linear) -> Option<f64> {
    let factor = linear[0][0];
    (factor > 0.0 && linear == scaling(factor)).then_some(factor)
}

pub fn read_drawing(path: &Path) -> Result<Drawing, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::io(path.display(), &error))?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    read_parts(&name, &bytes).map_err(|fault| Failure::file(path, fault))
}
