//! Surfaces made of faces, and a test whether such a surface is that of a convex body.

use std::collections::HashMap;

use crate::document::{Numbers, ShapeDocument};
use crate::faces::Cut;
use crate::fault::Fault;
use crate::space::{Point, cross, dot, length, minus};

/// Points of space and the faces between them, as a file gives them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// In the unit of the file.
    pub points: Vec<[f64; 3]>,
    /// The indices of the points around each face. All are valid.
    pub faces: Vec<Vec<usize>>,
    /// The parts of the file that are not in the points and faces, one sentence each.
    pub remarks: Vec<String>,
}

impl Mesh {
    /// A mesh whose faces refer to points that exist.
    pub fn new(points: Vec<[f64; 3]>, faces: Vec<Vec<usize>>) -> Result<Self, Fault> {
        if points.is_empty() {
            return Err(Fault::new("expected at least one vertex, found none"));
        }
        for (face, index) in
            faces.iter().enumerate().flat_map(|(face, indices)| indices.iter().map(move |&i| (face, i)))
        {
            if index >= points.len() {
                let message = format!("expected a vertex below {}, found {index} (counted from 0)", points.len());
                return Err(Fault::new(message).under(&format!("face {face}")));
            }
        }
        let thin = faces.iter().filter(|face| face.len() < 3).count();
        let remark = match thin {
            0 => None,
            1 => Some("1 face of fewer than 3 corners is no surface and was left out".to_owned()),
            _ => Some(format!("{thin} faces of fewer than 3 corners are no surfaces and were left out")),
        };
        Ok(Self { points, faces, remarks: remark.into_iter().collect() })
    }

    /// The mesh with one more remark.
    #[must_use]
    pub fn with_remark(mut self, remark: String) -> Self {
        self.remarks.push(remark);
        self
    }

    /// The points that count. These are the points of the faces, or all points if no face has three corners.
    pub fn used_points(&self) -> Vec<[f64; 3]> {
        if self.is_cloud() {
            return self.points.clone();
        }
        let mut used = vec![false; self.points.len()];
        self.faces.iter().flatten().for_each(|&index| used[index] = true);
        self.points.iter().zip(used).filter_map(|(&point, used)| used.then_some(point)).collect()
    }

    /// Whether no face has three corners.
    pub fn is_cloud(&self) -> bool {
        self.faces.iter().all(|face| face.len() < 3)
    }

    /// The hull of the points as a shape.
    pub fn shape(&self) -> ShapeDocument {
        ShapeDocument::points(self.used_points().iter().map(|&point| Numbers::from(point)).collect())
    }

    /// How the surface differs from that of a convex body, in words. It is `None` if it does not differ.
    ///
    /// A closed connected surface that bends outward at every edge bounds a convex body (Tietze and Nakajima). So only
    /// the edges must be checked. Files keep about six digits, so a bend within 1e-6 of the size counts as flat.
    pub fn not_convex(&self) -> Option<String> {
        let triangles = self.triangles(self.size());
        if triangles.is_empty() {
            return None;
        }
        let mut edges: HashMap<[[u64; 3]; 2], Vec<usize>> = HashMap::new();
        for (index, triangle) in triangles.iter().enumerate() {
            let corners = triangle.map(|point| point.map(|coordinate| (coordinate + 0.0).to_bits()));
            for (from, to) in [(0, 1), (1, 2), (2, 0)] {
                let mut edge = [corners[from], corners[to]];
                edge.sort_unstable();
                edges.entry(edge).or_default().push(index);
            }
        }
        let open = edges.values().filter(|faces| faces.len() != 2).count();
        let mut parts = Parts::new(triangles.len());
        edges.values().for_each(|faces| faces.windows(2).for_each(|pair| parts.join(pair[0], pair[1])));
        let parts = parts.count();
        let middle = middle(&triangles);
        let extent =
            triangles.iter().flatten().flat_map(|&corner| minus(corner, middle)).fold(0.0, |r: f64, x| r.max(x.abs()));
        let tolerance = 1e-6 * extent;
        let inward = edges.values().filter(|faces| faces.len() == 2 && bend(&triangles, faces, middle) > tolerance);
        match (parts, inward.count(), open) {
            (1, 0, 0) => None,
            (1, 0, open) => Some(format!("the surface is not closed: {open} of its {} edges are open", edges.len())),
            (1, inward, _) => Some(format!("the surface bends inward at {inward} of its {} edges", edges.len())),
            (parts, ..) => Some(format!("the surface has {parts} separate parts")),
        }
    }

    /// The triangles of the faces. Triangles without an area have no side, so they are left out. Lengths are divided by
    /// `size`, so no area leaves the range of numbers.
    fn triangles(&self, size: f64) -> Vec<[[f64; 3]; 3]> {
        let points: Vec<Point> = self.points.iter().map(|point| point.map(|coordinate| coordinate / size)).collect();
        let faces: Vec<Vec<u32>> =
            self.faces.iter().map(|face| face.iter().map(|&index| index as u32).collect()).collect();
        let cut = Cut::of_faces(&points, faces.iter().map(Vec::as_slice));
        let corners = cut.triangles.iter().map(|triangle| triangle.map(|corner| points[corner as usize]));
        corners.filter(|[a, b, c]| length(cross(minus(*b, *a), minus(*c, *a))) > 0.0).collect()
    }

    /// The greatest coordinate of the used points.
    fn size(&self) -> f64 {
        self.used_points().iter().flatten().fold(0.0, |size: f64, coordinate| size.max(coordinate.abs()))
    }
}

/// The middle of the corners. It is inside a convex surface.
fn middle(triangles: &[[[f64; 3]; 3]]) -> [f64; 3] {
    let count = 3.0 * triangles.len() as f64;
    [0, 1, 2].map(|axis| triangles.iter().flatten().map(|corner| corner[axis] / count).sum())
}

/// How far the second of two neighbouring triangles rises over the plane of the first, as seen from `inside`.
fn bend(triangles: &[[[f64; 3]; 3]], faces: &[usize], inside: [f64; 3]) -> f64 {
    let [a, b, c] = triangles[faces[0]];
    let normal = cross(minus(b, a), minus(c, a));
    let outward = if dot(normal, minus(a, inside)) < 0.0 { normal.map(|x| -x) } else { normal };
    triangles[faces[1]].iter().map(|&p| dot(outward, minus(p, a)) / length(normal)).fold(0.0, f64::max)
}

/// Sets of connected triangles (a union-find forest).
struct Parts(Vec<usize>);

impl Parts {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }
    fn root(&mut self, mut member: usize) -> usize {
        while self.0[member] != member {
            self.0[member] = self.0[self.0[member]];
            member = self.0[member];
        }
        member
    }
    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a] = b;
    }
    fn count(&self) -> usize {
        self.0.iter().enumerate().filter(|&(member, &parent)| member == parent).count()
    }
}
