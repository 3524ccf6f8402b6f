//! The meshes of a robot: found, read once each, and shared by all elements that name them.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Component, Path};
use std::sync::Arc;

use clearance_files::robot::model;
use clearance_files::robot::resolve::{Candidate, Places, candidates, missing};
use clearance_files::thing::{self, Surface, Thing};
use clearance_scene::Mesh;

use super::Missing;
use crate::description::Shape;

/// Meshes by their URIs.
pub(super) struct Meshes {
    places: Places,
    allowed: Missing,
    read: HashMap<String, Result<Arc<Mesh>, String>>,
    /// The links that lack a mesh.
    pub missing: Vec<String>,
    pub remarks: Vec<String>,
}

impl Meshes {
    pub fn new(places: Places, allowed: Missing) -> Self {
        Self { places, allowed, read: HashMap::new(), missing: Vec::new(), remarks: Vec::new() }
    }

    /// The shape of an element. `None`: its mesh is missing, and that is allowed.
    pub fn shape(&mut self, link: &str, own: &model::Shape) -> Result<Option<Shape>, String> {
        Ok(Some(match own {
            model::Shape::Mesh { uri, scale } => match self.mesh(uri) {
                Ok(mesh) => Shape::Mesh { mesh, scale: *scale },
                Err(why) if self.allowed == Missing::Allowed => {
                    self.remarks.push(format!("link {link}: {why}"));
                    if self.missing.last().is_none_or(|last| last != link) {
                        self.missing.push(link.to_owned());
                    }
                    return Ok(None);
                }
                Err(why) => return Err(why),
            },
            model::Shape::Cuboid { size } => Shape::Cuboid { size: *size },
            model::Shape::Sphere { radius } => Shape::Sphere { radius: *radius },
            model::Shape::Cylinder { radius, length } => Shape::Cylinder { radius: *radius, length: *length },
            model::Shape::Capsule { radius, length } => Shape::Capsule { radius: *radius, length: *length },
            model::Shape::Ellipsoid { semi_axes: [x, y, z] } if x == y && y == z => Shape::Sphere { radius: *x },
            model::Shape::Ellipsoid { .. } => {
                return Err("an ellipsoid is not supported for robots; use a mesh or a capsule".to_owned());
            }
        }))
    }

    fn mesh(&mut self, uri: &str) -> Result<Arc<Mesh>, String> {
        if let Some(known) = self.read.get(uri) {
            return known.clone();
        }
        let mesh = self.read_mesh(uri).map(Arc::new);
        self.read.insert(uri.to_owned(), mesh.clone());
        mesh
    }

    fn read_mesh(&mut self, uri: &str) -> Result<Mesh, String> {
        let candidates = candidates(uri, &self.places).map_err(|fault| format!("mesh {uri}: {fault}"))?;
        let path = found(&candidates).ok_or_else(|| missing(uri, &candidates))?;
        let path = Path::new(&path);
        let at = |why: &dyn std::fmt::Display| format!("mesh {}: {why}", path.display());
        let bytes = fs::read(path).map_err(|error| at(&error))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let thing = thing::read_file(&name_of(path), &bytes, |name| read_beside(folder, name));
        let surface = match thing.map_err(|fault| at(&fault))? {
            Thing::Surface(surface) => surface,
            _ => return Err(at(&"expected a mesh of triangles, found none")),
        };
        self.tell(uri, &surface);
        Mesh::new(&surface.vertices, &surface.triangles).map_err(|error| at(&error))
    }

    /// The remarks about a mesh. The numbers are taken as they are, as robot programs do: a unit and an axis that points
    /// up are those of a scene.
    fn tell(&mut self, uri: &str, surface: &Surface) {
        if let Some(metres) = surface.metres_per_unit.filter(|metres| *metres != 1.0) {
            self.remarks.push(format!("mesh {uri}: says that its unit is {metres} m; its numbers are taken as metres"));
        }
    }
}

/// The first candidate that is there. Of folders that the user did not name, one that is a package is better.
fn found(candidates: &[Candidate]) -> Option<String> {
    let is_there = |own: &&Candidate| Path::new(&own.path).is_file();
    let is_package = |own: &&Candidate| own.package_xml().is_none_or(|file| Path::new(&file).is_file());
    let best = candidates.iter().find(|own| is_there(own) && is_package(own));
    best.or_else(|| candidates.iter().find(is_there)).map(|own| own.path.clone())
}

/// The name by which the format is known. Some robots have STL files with endings of their own.
fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let ending = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    if ["stla", "stlb"].contains(&ending.as_str()) { format!("{name}.stl") } else { name }
}

/// Reads a file that another one names. It must be in the folder of that one or below.
pub(super) fn read_beside(folder: &Path, name: &str) -> io::Result<Vec<u8>> {
    if !Path::new(name).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        let message = "expected a file in the folder of the file itself";
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
    }
    fs::read(folder.join(name))
}
