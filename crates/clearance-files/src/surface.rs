//! Triangles of a file as one body, where all its instances stand.

use std::collections::HashMap;

use crate::assembly::{Assembly, Axis};
use crate::document::{Numbers, ShapeDocument};
use crate::faces::Cut;
use crate::fault::Fault;
use crate::readers::cloud::Cloud;
use crate::space::Point;

/// Triangles between shared vertices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    /// In the unit of the file. Vertices at the same place are one.
    pub vertices: Vec<Point>,
    /// Indices of vertices, in the file's order. A polygon of n corners is n − 2 triangles. Triangles without an area are
    /// kept.
    pub triangles: Vec<[u32; 3]>,
    /// The length of a unit of the coordinates in metres, `None` where the format has no unit.
    pub metres_per_unit: Option<f64>,
    /// The axis that points up, `None` where the format has none.
    pub up: Option<Axis>,
    /// What the user should know of the reading, a sentence each.
    pub remarks: Vec<String>,
}

impl Surface {
    /// The triangles of faces, whose indices are valid.
    pub(crate) fn of_faces<'a>(vertices: Vec<Point>, faces: impl Iterator<Item = &'a [u32]>) -> Self {
        let Cut { triangles, told, .. } = Cut::of_faces(&vertices, faces);
        Self { vertices, triangles, remarks: told.remarks(), ..Self::default() }.welded()
    }

    /// Points, each by itself: a triangle whose corners are all there.
    pub(crate) fn of_cloud(cloud: Cloud) -> Self {
        let (vertices, triangles, remarks) = cloud.into_triangles();
        Self { vertices, triangles, remarks, ..Self::default() }
    }

    /// All instances of an assembly, in their order, where they stand. A mirrored instance has its triangles turned
    /// round, so that its outside stays outside.
    pub(crate) fn of_assembly(assembly: Assembly) -> Result<Self, Fault> {
        let mut surface = Self {
            metres_per_unit: assembly.metres_per_unit,
            up: assembly.up,
            remarks: assembly.remarks,
            ..Self::default()
        };
        for instance in &assembly.instances {
            let mesh = &assembly.meshes[instance.mesh];
            let start = surface.vertices.len();
            if start + mesh.vertices.len() > u32::MAX as usize {
                return Err(Fault::new(format!("expected at most {} vertices in all, found more", u32::MAX)));
            }
            surface.vertices.extend(mesh.vertices.iter().map(|&vertex| instance.place(vertex)));
            let moved = |[a, b, c]: [u32; 3]| {
                let [b, c] = if instance.mirrors() { [c, b] } else { [b, c] };
                [a, b, c].map(|corner| corner + start as u32)
            };
            surface.triangles.extend(mesh.triangles.iter().map(|&triangle| moved(triangle)));
        }
        if surface.vertices.iter().flatten().any(|coordinate| !coordinate.is_finite()) {
            return Err(Fault::new("expected instances within the range of numbers"));
        }
        Ok(surface.welded())
    }

    /// The same with one vertex for all corners at one place, and without vertices that are no corner. Files split
    /// vertices where normals or colours change; the surface is not open there.
    fn welded(mut self) -> Self {
        let mut used = vec![false; self.vertices.len()];
        self.triangles.as_flattened().iter().for_each(|&corner| used[corner as usize] = true);
        let mut places: HashMap<[u64; 3], u32> = HashMap::new();
        let (mut kept, mut merged) = (Vec::new(), Vec::with_capacity(self.vertices.len()));
        for (point, used) in self.vertices.iter().zip(used) {
            if !used {
                merged.push(0);
                continue;
            }
            // The sum makes −0 to 0, so that both are one place.
            let point = point.map(|coordinate| coordinate + 0.0);
            let place = *places.entry(point.map(f64::to_bits)).or_insert(kept.len() as u32);
            if place as usize == kept.len() {
                kept.push(point);
            }
            merged.push(place);
        }
        self.triangles.as_flattened_mut().iter_mut().for_each(|corner| *corner = merged[*corner as usize]);
        self.vertices = kept;
        self
    }

    /// The hull of the vertices as a shape.
    pub fn hull(&self) -> ShapeDocument {
        ShapeDocument::points(self.vertices.iter().map(|&vertex| Numbers::from(vertex)).collect())
    }

    /// Each coordinate times a factor, rounded once.
    pub fn scaled(mut self, factor: f64) -> Self {
        self.vertices.as_flattened_mut().iter_mut().for_each(|coordinate| *coordinate *= factor);
        self
    }
}
