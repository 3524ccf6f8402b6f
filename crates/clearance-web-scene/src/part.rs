//! A file as one body.

use crate::Complaint;
use clearance::{Hull, Vec3};
use clearance_files::readers::mesh::Mesh as Faces;
use clearance_files::thing::{self, Surface, Thing};
use clearance_scene::{Mesh, MeshReport};
use serde::Serialize;
use std::collections::HashMap;
use std::io::ErrorKind;

/// A body that a file holds.
pub struct Part {
    pub mesh: Mesh,
    /// What it is drawn around: the middle of its box.
    middle: [f64; 3],
    told: Told,
}

/// What the page says of a body.
#[derive(Clone, Serialize)]
pub struct Told {
    triangles: usize,
    vertices: usize,
    /// The length of a unit of the coordinates in metres, if the file tells.
    metres: Option<f64>,
    /// Why it is not convex. `None` if it is.
    not_convex: Option<String>,
    /// Whether the surface is closed.
    closed: bool,
    report: Report,
    remarks: Vec<String>,
    middle: [f64; 3],
    /// The greatest distance of a vertex from the middle along an axis.
    reach: f64,
}

/// What is odd about a mesh: counts.
#[derive(Clone, Serialize)]
struct Report {
    open_edges: usize,
    crowded_edges: usize,
    turned_edges: usize,
    degenerate_triangles: usize,
    repeated_triangles: usize,
    parts: usize,
    inside_out: bool,
}

impl From<&MeshReport> for Report {
    fn from(report: &MeshReport) -> Self {
        Self {
            open_edges: report.open_edges,
            crowded_edges: report.crowded_edges,
            turned_edges: report.turned_edges,
            degenerate_triangles: report.degenerate_triangles,
            repeated_triangles: report.repeated_triangles,
            parts: report.parts,
            inside_out: report.inside_out,
        }
    }
}

/// Reads a file of the folder as one body, as the command does.
pub fn read(name: &str, folder: &HashMap<String, Vec<u8>>) -> Result<Part, Complaint> {
    // What a glTF file names lies beside it, whatever folders it names before.
    let beside = |path: &str| {
        let own = path.rsplit(['/', '\\']).next().unwrap_or(path);
        folder.get(own).cloned().ok_or_else(|| ErrorKind::NotFound.into())
    };
    let bytes = folder.get(name).ok_or("the file was not opened")?;
    match thing::read_mesh(name, bytes, beside).transpose().map_err(|fault| fault.to_string())? {
        Some(Thing::Surface(surface)) => Part::new(surface),
        _ => Err("expected triangles".to_owned()),
    }
}

impl Part {
    fn new(Surface { vertices, triangles, metres_per_unit, remarks, .. }: Surface) -> Result<Self, Complaint> {
        let mesh = Mesh::new(&vertices, &triangles).map_err(|error| error.to_string())?;
        let corners = |triangle: &[u32; 3]| triangle.iter().map(|&corner| corner as usize).collect();
        let count = vertices.len();
        let extent = |axis: usize, choose: fn(f64, f64) -> f64| {
            vertices.iter().map(|vertex| vertex[axis]).reduce(choose).unwrap_or_default()
        };
        let ends = [0, 1, 2].map(|axis| [extent(axis, f64::min), extent(axis, f64::max)]);
        let middle = ends.map(|[low, high]| 0.5 * low + 0.5 * high);
        let reach = ends.iter().map(|[low, high]| 0.5 * high - 0.5 * low).fold(0.0, f64::max);
        let faces = Faces::new(vertices, triangles.iter().map(corners).collect()).map_err(|fault| fault.to_string())?;
        let told = Told {
            triangles: triangles.len(),
            vertices: count,
            metres: metres_per_unit,
            not_convex: faces.not_convex(),
            closed: mesh.is_closed(),
            report: mesh.report().into(),
            remarks,
            middle,
            reach,
        };
        Ok(Self { mesh, middle, told })
    }

    pub fn told(&self) -> &Told {
        &self.told
    }

    /// The points whose hull is that of the body.
    pub fn points(&self, most: usize) -> Result<Vec<f64>, Complaint> {
        let vertices = self.mesh.vertices();
        let flat = |points: &[Vec3<f64>]| points.iter().flat_map(|p| [p.x, p.y, p.z]).collect();
        if vertices.len() <= most {
            return Ok(flat(vertices));
        }
        Hull::new(vertices).map(|hull| flat(hull.vertices())).map_err(|error| error.to_string())
    }

    /// The vertices from the middle, times a factor.
    pub fn positions(&self, factor: f64) -> Vec<f32> {
        self.mesh.vertices().iter().flat_map(|&vertex| self.drawn(vertex.into(), factor)).collect()
    }

    /// A point of the body's frame as it is drawn: from the middle, times a factor.
    pub fn drawn(&self, point: [f64; 3], factor: f64) -> [f32; 3] {
        std::array::from_fn(|axis| ((point[axis] - self.middle[axis]) * factor) as f32)
    }

    /// The same body with lengths of so many metres. Each coordinate is multiplied once. A body without a unit stays as
    /// it is.
    pub fn in_unit(&self, metres: f64) -> Result<Self, Complaint> {
        let Told { metres: own, ref remarks, .. } = self.told;
        let factor = own.map_or(1.0, |own| own / metres);
        Self::new(Surface {
            vertices: self.mesh.vertices().iter().map(|p| [p.x * factor, p.y * factor, p.z * factor]).collect(),
            triangles: self.mesh.triangles().to_vec(),
            metres_per_unit: own.map(|_| metres),
            remarks: remarks.clone(),
            up: None,
        })
    }
}
