//! Meshes and assemblies as they are: every triangle, where it is placed, and in which unit. Nothing here is a hull.
//!
//! [`read_file`] takes the bytes of OBJ, STL, PLY, OFF, glTF, GLB, 3MF and COLLADA to an [`Assembly`]. Polygons become
//! triangles in the file's order, n − 2 of n corners. Triangles without an area are kept, so triangle 7 of the answer is
//! triangle 7 of the file.
//!
//! ```
//! use clearance_files::assembly::read_file;
//!
//! let text = "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 1 0\no plate\nf 1 2 3 4\n";
//! let no_other_files = |_: &str| Err(std::io::ErrorKind::NotFound.into());
//! let parts = read_file("plate.obj", text.as_bytes(), no_other_files)?;
//! assert_eq!(parts.meshes[0].triangles, [[0, 1, 2], [0, 2, 3]]);
//! assert_eq!(parts.instances[0].name, "plate");
//! assert_eq!(parts.metres_per_unit, None);
//! # Ok::<(), clearance_files::fault::Fault>(())
//! ```
//!
//! Law: what a file becomes takes memory in proportion to its bytes (`budget.rs`); nesting has a limit; a number that
//! is not finite and an index without a vertex are refused, and the fault names the place.

mod affine;
mod budget;
mod collada;
mod collada_geometry;
mod collada_skin;
mod corners;
mod gltf;
mod gltf_data;
mod gltf_form;
mod lattice;
mod placement;
mod surface;
mod threemf;
pub(crate) mod xml;

use std::io;

use crate::fault::Fault;
use crate::names::make_unique;
use crate::readers::{cloud, extension, not_a_pointer, off, ply, stl, unknown};
pub use affine::Affine;
use affine::{IDENTITY, product};
use budget::Budget;
pub use lattice::{Cap, Lattice, Strut};

/// What a file holds: meshes, and the places where they stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Assembly {
    /// Each has at least one triangle or beam, and at least one instance.
    pub meshes: Vec<MeshData>,
    /// At least one. Their names differ.
    pub instances: Vec<Instance>,
    /// The length of a unit of the coordinates in metres, `None` where the format has no unit.
    pub metres_per_unit: Option<f64>,
    /// The axis that points up, `None` where the format has none. The coordinates are those of the file whatever it is.
    pub up: Option<Axis>,
    /// What the user should know of the reading, a sentence each.
    pub remarks: Vec<String>,
}

/// Triangles between shared vertices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshData {
    /// The name in the file. It may be empty, and other meshes may have it, too.
    pub name: String,
    /// In the unit of the file and in its order. All are finite, and each is a corner of a triangle.
    pub vertices: Vec<[f64; 3]>,
    /// Indices of vertices, in the file's order. All are valid. Triangles without an area are kept.
    pub triangles: Vec<[u32; 3]>,
    /// The beams and balls beside the triangles. What [`read_file`] gives has none.
    pub lattice: Lattice,
}

/// A mesh at its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// The names on the way to it, joined by `/`. Nodes without a name are `node 0`, `node 1` and so on, in the file's
    /// order, and a mesh without a name is `mesh`. A number after `#` tells instances of one path apart.
    pub name: String,
    /// The index of the mesh.
    pub mesh: usize,
    /// From the coordinates of the mesh to those of the assembly. It may scale, shear and mirror.
    pub transform: Affine,
}

/// An axis of the coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// The first one.
    X,
    /// The second one.
    Y,
    /// The third one.
    Z,
}

/// Reads the bytes of a file by the extension of its name. A file of that name need not exist.
///
/// `sidecar` gives the bytes of the files that a glTF file names. The names are as written there, without `%20` and the
/// like. They may hold `..` or begin with `/`, so the closure decides what may be opened.
///
/// A file with a beam lattice is refused: the lattice is no surface. [`crate::thing::read_file`] reads it.
pub fn read_file(name: &str, bytes: &[u8], sidecar: impl Fn(&str) -> io::Result<Vec<u8>>) -> Result<Assembly, Fault> {
    let assembly = read_with_lattices(name, bytes, sidecar)?;
    match assembly.meshes.iter().find(|mesh| !mesh.lattice.struts.is_empty()) {
        Some(mesh) => Err(Fault::new(
            "expected meshes of triangles, found a beam lattice; only questions about two things, as of `clearance \
             distance`, take it",
        )
        .under(&mesh.name)),
        None => Ok(assembly),
    }
}

/// The same with the beam lattices that meshes may have.
pub(crate) fn read_with_lattices(
    name: &str,
    bytes: &[u8],
    sidecar: impl Fn(&str) -> io::Result<Vec<u8>>,
) -> Result<Assembly, Fault> {
    not_a_pointer(bytes)?;
    let read = match extension(name).as_deref() {
        Some("obj") => surface::groups_of_obj(bytes),
        Some("stl") => stl::read(bytes).and_then(surface::welded),
        Some("ply") => ply::read(bytes).and_then(surface::whole),
        Some("off") => off::read(bytes).and_then(surface::whole),
        Some("xyz") => cloud::read_xyz(bytes).and_then(surface::of_cloud),
        Some("pcd") => cloud::read_pcd(bytes).and_then(surface::of_cloud),
        Some("glb" | "gltf") => gltf::read(bytes, &sidecar),
        Some("3mf") => threemf::read(bytes),
        Some("dae") => collada::read(bytes),
        ending => {
            Err(unknown(ending, "expected a file named .obj, .stl, .ply, .off, .xyz, .pcd, .glb, .gltf, .3mf or .dae"))
        }
    };
    read?.finished()
}

impl Assembly {
    /// Turns all instances so that `up` points up, as glTF, 3MF and COLLADA mean it. No digit changes. If it is not
    /// known which axis points up, nothing is turned.
    pub fn turn_up(&mut self, up: Axis) {
        let Some(now) = self.up.replace(up) else {
            self.up = None;
            return;
        };
        let turn = affine::turn(now, up);
        self.instances.iter_mut().for_each(|instance| instance.transform = product(&turn, &instance.transform));
    }

    /// A fault if the instances hold more copies of triangles or beams than a file of so many bytes may become.
    pub(crate) fn pay_for_copies(&self, bytes: usize) -> Result<(), Fault> {
        let mut budget = Budget::of(bytes);
        let mut take = |count: fn(&MeshData) -> usize, size: usize, what: &str| {
            let placed: usize = self.instances.iter().map(|instance| count(&self.meshes[instance.mesh])).sum();
            let own: usize = self.meshes.iter().map(count).sum();
            budget.take(placed.saturating_sub(own), size, what)
        };
        // A triangle has about half a vertex.
        let size = size_of::<[u32; 3]>() + size_of::<[f64; 3]>() / 2;
        take(|mesh| mesh.triangles.len(), size, "copies of triangles")?;
        take(|mesh| mesh.lattice.struts.len(), size_of::<Strut>(), "copies of beams")
    }

    /// Meshes that each stand at one place, as in formats without transforms.
    fn unplaced(meshes: Vec<MeshData>, remarks: Vec<String>) -> Self {
        let instance =
            |(mesh, data): (usize, &MeshData)| Instance { name: data.name.clone(), mesh, transform: IDENTITY };
        let instances = meshes.iter().enumerate().map(instance).collect();
        Self { meshes, instances, metres_per_unit: None, up: None, remarks }
    }

    /// Establishes what the fields promise. Meshes without triangles or without a place are left out.
    fn finished(mut self) -> Result<Self, Fault> {
        self.instances.retain(|instance| !self.meshes[instance.mesh].is_empty());
        if self.instances.is_empty() {
            return Err(Fault::new("expected a triangle that has a place, found none"));
        }
        // The new index of each mesh that is kept.
        let mut places = vec![None; self.meshes.len()];
        self.instances.iter().for_each(|instance| places[instance.mesh] = Some(0));
        places.iter_mut().flatten().enumerate().for_each(|(index, place)| *place = index);
        self.instances.iter_mut().for_each(|instance| instance.mesh = places[instance.mesh].expect("it has a place"));
        let left_out = places.iter().filter(|place| place.is_none()).count();
        let mut kept = places.iter().map(Option::is_some);
        self.meshes.retain(|_| kept.next().expect("one for each mesh"));
        if left_out > 0 {
            self.remarks.push(format!("{left_out} meshes without triangles or without a place were left out"));
        }
        let nameless = self.instances.iter_mut().filter(|instance| instance.name.is_empty());
        nameless.for_each(|instance| instance.name.push_str("mesh"));
        make_unique(self.instances.iter_mut().map(|instance| &mut instance.name));
        Ok(self)
    }
}

impl MeshData {
    /// Whether it has no triangle, no beam and no ball.
    fn is_empty(&self) -> bool {
        self.triangles.is_empty() && self.lattice.struts.is_empty()
    }

    /// How many triangles have two corners at the same place. Triangles with three corners on a line are not counted.
    pub fn collapsed(&self) -> usize {
        let same = |triangle: &&[u32; 3]| {
            let [a, b, c] = triangle.map(|corner| self.vertices[corner as usize]);
            a == b || b == c || c == a
        };
        self.triangles.iter().filter(same).count()
    }

    /// The corners of a triangle.
    ///
    /// # Panics
    ///
    /// If there is no triangle of that index.
    pub fn corners(&self, triangle: usize) -> [[f64; 3]; 3] {
        self.triangles[triangle].map(|corner| self.vertices[corner as usize])
    }
}

impl Instance {
    /// Where a point of the mesh stands, rounded a few times.
    pub fn place(&self, point: [f64; 3]) -> [f64; 3] {
        self.transform.map(|[x, y, z, moved]| x * point[0] + y * point[1] + z * point[2] + moved)
    }

    /// Whether the transform mirrors: front sides of triangles become back sides.
    pub fn mirrors(&self) -> bool {
        affine::determinant(&self.transform) < 0.0
    }
}
