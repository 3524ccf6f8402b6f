//! The checks as one page that works without a network: a table, and the robot in space at each witness.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clearance::{Vec3, vec3};
use clearance_robot::{Element, Frame, Shape};
use serde_json::{Value, json};

use super::Asked;
use super::rows::Told;
use super::verdict::moved;
use crate::report::filled;

/// The page without its data.
const TEMPLATE: &str = include_str!("report.html");
/// The most triangles of all links. Larger: a page of more than 48 bytes a triangle, and a view that turns slowly.
/// Smaller: the least triangles of fine meshes are left out.
const TRIANGLES: usize = 30_000;
/// Sides of what is round.
const SIDES: u32 = 24;

/// A check as the page shows it.
pub struct Shown {
    /// What was checked, the links, the outcome, and what is known.
    pub words: [String; 5],
    /// Whether it is not as it should be.
    pub is_broken: bool,
    /// Where the robot is shown.
    pub configuration: Vec<f64>,
    /// A common point in the frame of the root.
    pub point: Option<[f64; 3]>,
}

/// The page.
pub fn page(asked: &Asked<'_>, told: &Told, checks: &[Shown]) -> String {
    let links = &asked.loaded.description.links;
    let budget = TRIANGLES / links.len().max(1);
    let shapes = links.iter().map(|link| {
        let mut triangles: Vec<[Vec3<f64>; 3]> = link.elements.iter().flat_map(triangles).collect();
        if triangles.len() > budget {
            let area = |[a, b, c]: &[Vec3<f64>; 3]| (*b - *a).cross(*c - *a).length_squared();
            triangles.sort_by(|one, other| area(other).total_cmp(&area(one)));
            triangles.truncate(budget);
        }
        let numbers = triangles.into_iter().flatten().flat_map(|p| [p.x, p.y, p.z]);
        let bytes: Vec<u8> = numbers.flat_map(|x| (x as f32).to_le_bytes()).collect();
        json!({ "name": link.name, "triangles": STANDARD.encode(bytes) })
    });
    let data = json!({
        "robot": told.robot,
        "sentences": told.sentences,
        "links": shapes.collect::<Vec<_>>(),
        "rows": checks.iter().map(|check| row(asked, check)).collect::<Vec<_>>(),
    });
    filled(TEMPLATE, &data)
}

fn row(asked: &Asked<'_>, check: &Shown) -> Value {
    let frames = asked.loaded.robot.frames(&check.configuration).unwrap_or_default();
    let pose = |frame: &Frame| {
        let [x, y, z] = frame.columns;
        let p = frame.place;
        json!([x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z, p.x, p.y, p.z].map(|x| x as f32))
    };
    let joints = moved(asked, &check.configuration).into_iter().map(|(name, x)| format!("{name}={x}"));
    let [name, a, b, outcome, what] = &check.words;
    json!({
        "check": name, "a": a, "b": b, "outcome": outcome, "what": what,
        "broken": check.is_broken,
        "at": joints.collect::<Vec<_>>().join(" "),
        "poses": frames.iter().map(pose).collect::<Vec<_>>(),
        "point": check.point,
    })
}

/// An element in triangles, in the frame of its link. Round shapes have flat sides here.
fn triangles(element: &Element) -> Vec<[Vec3<f64>; 3]> {
    let frame = element.origin.frame();
    let placed = |triangles: Vec<[Vec3<f64>; 3]>| -> Vec<[Vec3<f64>; 3]> {
        triangles.into_iter().map(|corners| corners.map(|p| frame.apply(p))).collect()
    };
    match &element.shape {
        Shape::Mesh { mesh, scale: [x, y, z] } => {
            let corner = |corner: u32| {
                let p = mesh.vertices()[corner as usize];
                vec3(p.x * x, p.y * y, p.z * z)
            };
            placed(mesh.triangles().iter().map(|corners| corners.map(corner)).collect())
        }
        Shape::Cuboid { size: [x, y, z] } => {
            let ring = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]].map(|[i, j]| [i * x, j * y]);
            placed(turned(&ring, &[[-0.5 * z, 1.0], [0.5 * z, 1.0]]))
        }
        Shape::Cylinder { radius, length } => {
            placed(turned(&circle(), &[[-0.5 * length, *radius], [0.5 * length, *radius]]))
        }
        Shape::Sphere { radius } => placed(turned(&circle(), &caps(*radius, 0.0))),
        Shape::Capsule { radius, length } => placed(turned(&circle(), &caps(*radius, 0.5 * length))),
    }
}

fn circle() -> Vec<[f64; 2]> {
    let side = |side: u32| f64::from(side) * std::f64::consts::TAU / f64::from(SIDES);
    (0..SIDES).map(side).map(|angle| [angle.cos(), angle.sin()]).collect()
}

/// Heights and radii of the rings of a ball, or of two half balls.
fn caps(radius: f64, half: f64) -> Vec<[f64; 2]> {
    let angle = |ring: u32| (f64::from(ring) / 8.0 - 0.5) * std::f64::consts::PI;
    let ring = |ring: u32, half: f64| [radius * angle(ring).sin() + half, radius * angle(ring).cos()];
    (0..=4).map(|own| ring(own, -half)).chain((4..=8).map(|own| ring(own, half))).collect()
}

/// The triangles between rings about the z axis, and at both ends.
fn turned(ring: &[[f64; 2]], rings: &[[f64; 2]]) -> Vec<[Vec3<f64>; 3]> {
    let count = ring.len();
    let point = |[z, radius]: [f64; 2], side: usize| {
        let [x, y] = ring[side % count];
        vec3(x * radius, y * radius, z)
    };
    let mut triangles = Vec::new();
    for pair in rings.windows(2) {
        for side in 0..count {
            let [a, b] = [point(pair[0], side), point(pair[0], side + 1)];
            let [c, d] = [point(pair[1], side), point(pair[1], side + 1)];
            triangles.extend([[a, b, d], [a, d, c]]);
        }
    }
    for end in [rings[0], rings[rings.len() - 1]] {
        let middle = vec3(0.0, 0.0, end[0]);
        triangles.extend((0..count).map(|side| [middle, point(end, side), point(end, side + 1)]));
    }
    triangles
}
