//! Meshes from the faces of OBJ, STL, PLY and OFF, and from any list of vertices that meshes share.

use std::collections::HashMap;

use super::budget::Budget;
use super::{Assembly, MeshData};
use crate::faces::{Cut, Told};
use crate::fault::Fault;
use crate::readers::cloud::Cloud;
use crate::readers::mesh::Mesh;
use crate::readers::obj;
use crate::readers::words::Line;
use crate::space::Point;

/// A list of vertices that several meshes use, each only some of them.
pub struct Vertices<'a> {
    points: &'a [Point],
    /// For each vertex its index in the mesh that is made, or `UNUSED`. Between meshes all are `UNUSED`.
    places: Vec<u32>,
}

const UNUSED: u32 = u32::MAX;

impl<'a> Vertices<'a> {
    /// Vertices with 32-bit indices.
    pub fn new(points: &'a [Point]) -> Result<Self, Fault> {
        if points.len() > UNUSED as usize {
            return Err(Fault::new(format!("expected at most {UNUSED} vertices, found {}", points.len())));
        }
        Ok(Self { points, places: vec![UNUSED; points.len()] })
    }

    /// The mesh of the triangles, with the vertices that they use, in the order of the list. All indices are valid.
    pub fn mesh(&mut self, name: String, mut triangles: Vec<[u32; 3]>) -> MeshData {
        let mut used = Vec::new();
        for &corner in triangles.as_flattened() {
            if std::mem::replace(&mut self.places[corner as usize], 0) == UNUSED {
                used.push(corner);
            }
        }
        used.sort_unstable();
        used.iter().zip(0..).for_each(|(&vertex, place)| self.places[vertex as usize] = place);
        triangles.as_flattened_mut().iter_mut().for_each(|corner| *corner = self.places[*corner as usize]);
        used.iter().for_each(|&vertex| self.places[vertex as usize] = UNUSED);
        let vertices = used.iter().map(|&vertex| self.points[vertex as usize]).collect();
        MeshData { name, vertices, triangles, ..MeshData::default() }
    }
}

/// All faces as one mesh.
pub fn whole(mesh: Mesh) -> Result<Assembly, Fault> {
    if mesh.is_cloud() {
        return of_cloud(Cloud { points: mesh.used_points(), remarks: mesh.remarks });
    }
    let mut vertices = Vertices::new(&mesh.points)?;
    let Cut { triangles, told, .. } = cut(&mesh.points, &mesh.faces);
    let data = vertices.mesh(String::new(), triangles);
    Ok(Assembly::unplaced(vec![data], [mesh.remarks, told.remarks()].concat()))
}

/// Points, each by itself: a scene has no use for their hull.
pub fn of_cloud(cloud: Cloud) -> Result<Assembly, Fault> {
    let (vertices, triangles, remarks) = cloud.into_triangles();
    Ok(Assembly::unplaced(vec![MeshData { vertices, triangles, ..MeshData::default() }], remarks))
}

/// The same, with one vertex for all corners of equal coordinates.
pub fn welded(mut mesh: Mesh) -> Result<Assembly, Fault> {
    let mut places: HashMap<[u64; 3], usize> = HashMap::new();
    let (mut points, mut merged) = (Vec::new(), Vec::with_capacity(mesh.points.len()));
    for &point in &mesh.points {
        // The sum makes −0 to 0, so that both are one place.
        let point = point.map(|coordinate| coordinate + 0.0);
        let place = *places.entry(point.map(f64::to_bits)).or_insert(points.len());
        if place == points.len() {
            points.push(point);
        }
        merged.push(place);
    }
    mesh.faces.iter_mut().flatten().for_each(|corner| *corner = merged[*corner]);
    whole(Mesh { points, ..mesh })
}

/// The objects and groups of an OBJ file. They share the list of vertices; each keeps those that it uses. Faces of one
/// name are one mesh, wherever they are. A group of an object is `object/group`.
pub fn groups_of_obj(bytes: &[u8]) -> Result<Assembly, Fault> {
    let (mut objects, mut sections) = (vec![String::new()], vec![Section::default()]);
    let mesh = obj::read_named(bytes, |start, keyword, line| {
        let name = rest_of(line);
        if keyword == "o" {
            objects.push(name);
            sections.push(Section { start, object: objects.len() - 1, group: String::new() });
        } else {
            sections.push(Section { start, object: objects.len() - 1, group: name });
        }
    })?;
    if mesh.is_cloud() {
        return of_cloud(Cloud { points: mesh.used_points(), remarks: mesh.remarks });
    }
    let mut vertices = Vertices::new(&mesh.points)?;
    let ends: Vec<usize> = sections.iter().skip(1).map(|section| section.start).chain([mesh.faces.len()]).collect();
    let (mut budget, mut meshes) = (Budget::of(bytes.len()), Vec::<(String, Vec<[u32; 3]>)>::new());
    let (mut known, mut told) = (HashMap::<String, usize>::new(), Told::default());
    for (Section { start, object, group }, end) in sections.into_iter().zip(ends) {
        if start == end {
            continue;
        }
        // A long name of an object is part of the name of each of its groups.
        let name = match (objects[object].as_str(), group.as_str()) {
            ("", name) | (name, "") => name.to_owned(),
            (object, group) => format!("{object}/{group}"),
        };
        // It is kept four times: by the mesh, by the instance, and to find it again twice.
        budget.take(4, name.len(), "names")?;
        let place = *known.entry(name).or_insert_with_key(|name| {
            meshes.push((name.clone(), Vec::new()));
            meshes.len() - 1
        });
        let cut = cut(&mesh.points, &mesh.faces[start..end]);
        meshes[place].1.extend(cut.triangles);
        told = told.and(cut.told);
    }
    let meshes = meshes.into_iter().map(|(name, triangles)| vertices.mesh(name, triangles)).collect();
    Ok(Assembly::unplaced(meshes, [mesh.remarks, told.remarks()].concat()))
}

/// Faces of an OBJ file that follow each other under one name.
#[derive(Default)]
struct Section {
    /// The first face.
    start: usize,
    /// The index of the object.
    object: usize,
    group: String,
}

/// The words that are left in a line.
fn rest_of(mut line: Line<'_>) -> String {
    let mut text = String::new();
    while let Some(word) = line.word() {
        text.push_str(if text.is_empty() { "" } else { " " });
        text.push_str(word);
    }
    text
}

/// The triangles of the faces, in their order.
fn cut(points: &[Point], faces: &[Vec<usize>]) -> Cut {
    let (mut cut, mut corners) = (Cut::default(), Vec::new());
    for face in faces {
        corners.clear();
        // No cut: there are fewer than 2^32 vertices.
        corners.extend(face.iter().map(|&index| index as u32));
        cut.add(points, &[&corners]);
    }
    cut
}
