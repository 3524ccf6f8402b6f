//! A robot of the plane for the step-through page, as WebAssembly: two joints that turn, and a map of their angles with
//! what is proven of each cell. The proofs are those of `clearance robot prove`.
//!
//! The robot stands in space: polygons are prisms, and the axes are parallel to z. So distances in the plane are those
//! of the prisms. Numbers go in and out in rows of fixed length, so that the module needs no text.

#[cfg(test)]
mod tests;

use clearance_robot::{
    Description, Element, Joint, JointKind, Link, Origin, Question, Robot, Shape, Survey, Tile, TileKind,
};
use clearance_scene::Mesh;
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// Why something was refused, in words for the page.
type Complaint = String;

/// The links: the obstacle stands still, the upper arm has no shape, the forearm may hit the obstacle.
const OBSTACLE: usize = 0;
const FOREARM: usize = 2;

/// A robot of two joints, and a map of their angles.
#[wasm_bindgen]
pub struct Arm {
    robot: Robot,
    survey: Survey,
}

#[wasm_bindgen]
impl Arm {
    /// Maps the angles. The obstacle's corners are those in the world, the forearm's those in its own frame, which
    /// turns about its origin, the elbow. `shoulder` is x and y. `length` is that of the upper arm, which points along x
    /// at the angle 0. `ranges` are the least and the greatest angle of the shoulder, then of the elbow, in radians. At
    /// most so many cells are looked at.
    ///
    /// # Errors
    /// What is wrong with a polygon or a number.
    #[wasm_bindgen(constructor)]
    pub fn new(
        obstacle: &[f64],
        forearm: &[f64],
        shoulder: &[f64],
        length: f64,
        ranges: &[f64],
        cells: u32,
    ) -> Result<Arm, Complaint> {
        let (&[x, y], &[a, b, c, d]) = (shoulder, ranges) else { return Err("expected a shoulder and ranges".into()) };
        // The forearm is higher than the obstacle: so walls cross walls, and lids never lie in each other.
        let links = vec![
            link("obstacle", Some(prism(obstacle, 1.0)?)),
            link("upper arm", None),
            link("forearm", Some(prism(forearm, 2.0)?)),
        ];
        let turn = |name: &str, [parent, child]: [usize; 2], xyz, limits| Joint {
            name: name.into(),
            kind: JointKind::Revolute,
            parent,
            child,
            origin: Origin::at(xyz),
            axis: [0.0, 0.0, 1.0],
            limits: Some(limits),
            mimic: None,
        };
        let joints = vec![
            turn("shoulder", [OBSTACLE, 1], [x, y, 0.0], [a, b]),
            turn("elbow", [1, FOREARM], [length, 0.0, 0.0], [c, d]),
        ];
        let description = Description { name: "arm".into(), links, joints };
        let robot = Robot::new(&description).map_err(|error| error.to_string())?;
        let question = Question { cells: u64::from(cells), ..Question::default() };
        let survey = robot.survey([OBSTACLE, FOREARM], &question).map_err(|error| format!("{error:?}"))?;
        Ok(Self { robot, survey })
    }

    /// The cells in the order of the search, 6 numbers each: the ends of the shoulder's angle, those of the elbow's;
    /// what is known: 0 apart, 1 meeting, 2 cut, 3 open; the distance that is proven, or 0.
    pub fn cells(&self) -> Vec<f64> {
        let row = |tile: &Tile| {
            let (kind, bound) = match tile.kind {
                TileKind::Apart { bound, .. } => (0.0, bound),
                TileKind::Meeting => (1.0, 0.0),
                TileKind::Cut => (2.0, 0.0),
                TileKind::Open => (3.0, 0.0),
            };
            let mut ends = [[0.0; 2]; 2];
            self.survey.coordinates.iter().zip(&tile.ends).for_each(|(&own, &pair)| ends[own] = pair);
            let [[a, b], [c, d]] = ends;
            [a, b, c, d, kind, bound]
        };
        self.survey.tiles.iter().flat_map(row).collect()
    }

    /// The lines that prove a cell, where they are at a pair of angles in it, 4 numbers each: the normal from the
    /// obstacle to the forearm, the line's n·x, and the link that holds it: 0 the obstacle, 1 the upper arm, 2 the
    /// forearm. Nothing if the cell is not proven to be apart.
    pub fn lines(&self, cell: usize, shoulder: f64, elbow: f64) -> Vec<f64> {
        let Some(TileKind::Apart { planes, .. }) = self.survey.tiles.get(cell).map(|tile| &tile.kind) else {
            return Vec::new();
        };
        let Ok(frames) = self.robot.frames(&[shoulder, elbow]) else { return Vec::new() };
        let row = |plane: &clearance_robot::Parting| {
            let frame = &frames[plane.link];
            let [x, y, _] = frame.columns;
            let n = x * plane.normal.x + y * plane.normal.y;
            [n.x, n.y, plane.offset + n.dot(frame.place), plane.link as f64]
        };
        planes.iter().flat_map(row).collect()
    }

    /// Whether the forearm is inside the obstacle, or around it, where the cells say apart.
    pub fn is_inside(&self) -> bool {
        self.survey.is_inside
    }
}

fn link(name: &str, mesh: Option<Mesh>) -> Link {
    let element =
        |mesh| Element { origin: Origin::default(), shape: Shape::Mesh { mesh: Arc::new(mesh), scale: [1.0; 3] } };
    Link { name: name.into(), elements: mesh.into_iter().map(element).collect() }
}

/// A prism over a convex polygon, from −height to height.
fn prism(corners: &[f64], height: f64) -> Result<Mesh, Complaint> {
    let (points, rest) = corners.as_chunks::<2>();
    if points.len() < 3 || !rest.is_empty() {
        return Err("expected a polygon with at least three corners".into());
    }
    let count = points.len() as u32;
    let vertices: Vec<[f64; 3]> =
        [-height, height].into_iter().flat_map(|z| points.iter().map(move |&[x, y]| [x, y, z])).collect();
    let mut triangles = Vec::new();
    for i in 0..count {
        let next = (i + 1) % count;
        triangles.extend([[i, next, count + next], [i, count + next, count + i]]);
    }
    for i in 1..count - 1 {
        triangles.extend([[0, i + 1, i], [count, count + i, count + i + 1]]);
    }
    Mesh::new(&vertices, &triangles).map_err(|error| error.to_string())
}
