//! Half-spaces of a scene: grounds, walls, safety planes. Each is a file of JSON beside those of the bodies.

use std::path::{Path, PathBuf};

use clearance::{HalfSpace, Pose, Vector};
use clearance_files::document::{CoreDocument, HalfSpaceDocument, ShapeDocument};
use clearance_files::readers::Reading;
use clearance_files::solid;
use clearance_files::thing::Thing;

use super::kind::Kind;
use super::load::{Loaded, file_names, groups, unused};
use crate::failure::Failure;
use crate::input;

/// The files of half-spaces, and all others.
pub fn parted(paths: &[PathBuf]) -> Result<[Vec<PathBuf>; 2], Failure> {
    let is_json = |path: &&PathBuf| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    let (planes, others): (Vec<&PathBuf>, Vec<&PathBuf>) = paths.iter().partition(is_json);
    match (planes.first(), others.is_empty()) {
        (Some(plane), true) => Err(Failure::Input(format!(
            "expected a file of bodies beside {}: a file of JSON is a half-space of the scene",
            plane.display()
        ))),
        _ => Ok([planes, others].map(|paths| paths.into_iter().cloned().collect())),
    }
}

/// Adds half-spaces to a scene. Their lengths are in the unit of the answers.
pub fn add<S: Kind>(loaded: &mut Loaded<S>, paths: &[PathBuf]) -> Result<(), Failure> {
    for (path, name) in paths.iter().zip(file_names(paths)) {
        let (half_space, pose) = read::<S>(path)?;
        let object = loaded.scene.add_half_space(unused(&loaded.scene, name.clone()), half_space, pose);
        let object = object.map_err(|error| Failure::file(path, error))?;
        for group in groups(&name, path, &name) {
            loaded.scene.add_to_group(object, group).expect("the object was just added");
        }
    }
    Ok(())
}

/// A half-space, and where it stands.
type Standing<V> = (HalfSpace<V>, Pose<V>);

/// The half-space of a file.
fn read<S: Kind>(path: &Path) -> Result<Standing<S::Vector>, Failure> {
    let given = input::read_path(path).map_err(|fault| Failure::file(path, fault))?;
    let refused = || Failure::file(path, "expected a half-space, {\"half_space\": {\"normal\": .., \"offset\": ..}}");
    let Thing::Shape(Reading { shape: ShapeDocument { core, radius, pose }, .. }) = given.thing else {
        return Err(refused());
    };
    let CoreDocument::HalfSpace(HalfSpaceDocument { normal, offset }) = core else { return Err(refused()) };
    if radius != 0.0 {
        return Err(Failure::file(path, "expected a half-space without a radius; its offset may be larger"));
    }
    let space = if S::DIMENSION == 2 { "the plane" } else { "space" };
    let normal = S::Vector::from_slice(normal.as_slice())
        .ok_or_else(|| Failure::file(path, format!("expected a half-space of {space}, as the bodies are")))?;
    let half_space = HalfSpace::new(normal, offset).map_err(|error| Failure::file(path, error))?;
    let mut stands = Pose::identity();
    for pose in pose.iter().chain(&given.moves) {
        let next = solid::pose::<S::Vector>(pose).map_err(|fault| Failure::file(path, fault))?;
        stands = next.after(&stands);
    }
    Ok((half_space, stands))
}
