//! What is added to a robot: tools in its hand, and the things around it.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use clearance_files::assembly::{self, Axis};
use clearance_scene::Mesh;

use super::{Loaded, meshes};
use crate::description::{Element, Origin, Shape};
use crate::tree::Robot;

impl Loaded {
    /// The robot with a body that is fixed to a link. `touch` are links that it may touch; the link that carries it is
    /// fixed to it and never counts.
    ///
    /// # Errors
    /// A sentence, if there is no such link, or if the name is taken.
    pub fn with(
        mut self,
        name: &str,
        link: &str,
        origin: Origin,
        elements: Vec<Element>,
        touch: &[String],
    ) -> Result<Self, String> {
        let find = |name: &str| {
            self.description.link(name).ok_or_else(|| format!("expected a link of the robot, found {name:?}"))
        };
        let parent = find(link)?;
        let touched = touch.iter().map(|name| find(name)).collect::<Result<Vec<_>, _>>()?;
        let number = self.description.attach(parent, name, origin, elements);
        self.added.push(number);
        self.touching.extend(touched.into_iter().map(|other| [other, number]));
        self.robot = Robot::new(&self.description).map_err(|error| error.to_string())?;
        Ok(self)
    }

    /// The robot with a file of surroundings, under a name, which stands in the frame of the root link. Where the file says
    /// which axis points up, that becomes z; where it says its unit, that becomes metres.
    ///
    /// # Errors
    /// A sentence, if the file cannot be read, or if the name is taken.
    pub fn with_world(self, path: &Path, name: &str) -> Result<Self, String> {
        let mesh = surroundings(path).map_err(|why| format!("{}: {why}", path.display()))?;
        let root = self.description.links[self.robot.root()].name.clone();
        let shape = Shape::Mesh { mesh: Arc::new(mesh), scale: [1.0; 3] };
        let elements = vec![Element { origin: Origin::default(), shape }];
        self.with(name, &root, Origin::default(), elements, &[])
    }

    /// The elements of a file that is attached to a link: its numbers are metres in the frame that the caller places.
    ///
    /// # Errors
    /// A sentence, if the file cannot be read.
    pub fn elements_of(path: &Path) -> Result<Vec<Element>, String> {
        let mesh = surroundings(path).map_err(|why| format!("{}: {why}", path.display()))?;
        let shape = Shape::Mesh { mesh: Arc::new(mesh), scale: [1.0; 3] };
        Ok(vec![Element { origin: Origin::default(), shape }])
    }
}

/// All instances of a file as one mesh, in metres, with z up.
fn surroundings(path: &Path) -> Result<Mesh, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let read = assembly::read_file(&name, &bytes, |name| meshes::read_beside(folder, name));
    let mut assembly = read.map_err(|fault| fault.to_string())?;
    if assembly.up.is_some() {
        assembly.turn_up(Axis::Z);
    }
    let metres = assembly.metres_per_unit.unwrap_or(1.0);
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for instance in &assembly.instances {
        let mesh = &assembly.meshes[instance.mesh];
        let first = u32::try_from(vertices.len()).map_err(|_| "expected fewer vertices".to_owned())?;
        vertices.extend(mesh.vertices.iter().map(|&vertex| instance.place(vertex).map(|x| metres * x)));
        let turned = |[a, b, c]: [u32; 3]| if instance.mirrors() { [a, c, b] } else { [a, b, c] };
        triangles.extend(mesh.triangles.iter().map(|&corners| turned(corners).map(|corner| corner + first)));
    }
    Mesh::new(&vertices, &triangles).map_err(|error| error.to_string())
}
