//! Solids for tests: pins, tubes, balls, cups.

use crate::patches::{Numbers, grid, ring};
use clearance::Vec3;
use clearance_surface::{Body, Edge, Frame, Node, PlaneCurve, Surface};
use std::f64::consts::{FRAC_PI_2, PI};

fn lifted(frame: &Frame, height: f64) -> Frame {
    let Vec3 { x, y, z } = frame.origin + frame.axes[2] * height;
    let [i, j, k] = frame.axes;
    Frame::new([x, y, z], [i, j, k].map(|v| [v.x, v.y, v.z])).unwrap()
}

/// Corners of nodes that are one point but for rounding become one, as meshers make them.
fn welded(faces: &mut [Numbers]) {
    let mut known: Vec<Vec3<f64>> = Vec::new();
    for node in faces.iter_mut().flat_map(|face| &mut face.nodes) {
        let near = 1e-13 * (node.corner.length() + 1.0) * 10.0;
        match known.iter().find(|corner| (**corner - node.corner).length() < near) {
            Some(&corner) => node.corner = corner,
            None => known.push(node.corner),
        }
    }
}

fn body(name: &str, mut faces: Vec<Numbers>) -> Body {
    welded(&mut faces);
    let faces = faces.into_iter().map(|numbers| numbers.face().unwrap()).collect();
    Body::new(name.to_owned(), faces, 0.0).unwrap()
}

/// A pin about the z axis of a frame: its side is face 0, its bottom 1, its top 2.
pub fn pin(frame: Frame, radius: f64, [low, high]: [f64; 2], count: u32) -> Body {
    let side = grid(Surface::Cylinder(frame, radius), [[0.0, 2.0 * PI], [low, high]], [count, 1], 0.0);
    let bottom = ring(lifted(&frame, low), [0.0, radius], count, 0.0).turned();
    let top = ring(lifted(&frame, high), [0.0, radius], count, 0.0);
    body("pin", oriented(&frame, vec![side, bottom, top]))
}

/// A tube about the z axis: its bore is face 0, its outside 1, its bottom 2, its top 3.
pub fn tube(frame: Frame, [bore, outside]: [f64; 2], [low, high]: [f64; 2], count: u32) -> Body {
    let range = [[0.0, 2.0 * PI], [low, high]];
    let inner = grid(Surface::Cylinder(frame, bore), range, [count, 1], 0.0).turned();
    let outer = grid(Surface::Cylinder(frame, outside), range, [count, 1], 0.0);
    let bottom = ring(lifted(&frame, low), [bore, outside], count, 0.0).turned();
    let top = ring(lifted(&frame, high), [bore, outside], count, 0.0);
    body("tube", oriented(&frame, vec![inner, outer, bottom, top]))
}

/// A ball.
pub fn ball(frame: Frame, radius: f64, count: u32) -> Body {
    body("ball", oriented(&frame, vec![sphere(frame, radius, count)]))
}

fn sphere(frame: Frame, radius: f64, count: u32) -> Numbers {
    grid(Surface::Sphere(frame, radius), [[0.0, 2.0 * PI], [-FRAC_PI_2, FRAC_PI_2]], [count, count / 2], 0.0)
}

/// A thick shell around a hollow of the shape of a ball: face 0 is the hollow, face 1 the outside.
pub fn shell(frame: Frame, [hollow, outside]: [f64; 2], count: u32) -> Body {
    body("shell", oriented(&frame, vec![sphere(frame, hollow, count).turned(), sphere(frame, outside, count)]))
}

/// A ring of a torus, or the hollow of one in a thicker one.
pub fn torus(frame: Frame, major: f64, minors: &[f64], count: u32) -> Body {
    let of = |minor: f64| grid(Surface::Torus { frame, major, minor }, [[0.0, 2.0 * PI]; 2], [2 * count, count], 0.0);
    let faces = match minors {
        [ring] => vec![of(*ring)],
        [groove, outside, ..] => vec![of(*groove).turned(), of(*outside)],
        [] => vec![],
    };
    body("torus", oriented(&frame, faces))
}

/// A disc with a conical hole about the z axis, for a ball: the hole is face 0.
pub fn seat(frame: Frame, radius: f64, slope: [f64; 2], [low, high]: [f64; 2], count: u32) -> Body {
    let at = |v: f64| (radius + v * slope[0], v * slope[1]);
    let ((inner, bottom), (outer, top)) = (at(low), at(high));
    let rim = outer.max(inner) + 1.0;
    let full = [0.0, 2.0 * PI];
    let faces = vec![
        grid(Surface::Cone { frame, radius, slope }, [full, [low, high]], [count, 1], 0.0).turned(),
        grid(Surface::Cylinder(frame, rim), [full, [bottom, top]], [count, 1], 0.0),
        ring(lifted(&frame, bottom), [inner, rim], count, 0.0).turned(),
        ring(lifted(&frame, top), [outer, rim], count, 0.0),
    ];
    body("seat", oriented(&frame, faces))
}

/// A left-handed frame turns all faces inside out; this turns them back.
fn oriented(frame: &Frame, faces: Vec<Numbers>) -> Vec<Numbers> {
    if frame.is_right_handed() { faces } else { faces.into_iter().map(Numbers::turned).collect() }
}

/// A bolt about the z axis with its head above: the shaft is face 0, its end 1, the underside of the head 2, its side 3,
/// its top 4. It is stepped: the shaft from `ends[0]` to `ends[1]`, the head up to `ends[2]`.
pub fn bolt(frame: Frame, [shaft, head]: [f64; 2], [low, step, high]: [f64; 3], count: u32) -> Body {
    let full = [0.0, 2.0 * PI];
    let faces = vec![
        grid(Surface::Cylinder(frame, shaft), [full, [low, step]], [count, 1], 0.0),
        ring(lifted(&frame, low), [0.0, shaft], count, 0.0).turned(),
        ring(lifted(&frame, step), [shaft, head], count, 0.0).turned(),
        grid(Surface::Cylinder(frame, head), [full, [step, high]], [count, 1], 0.0),
        ring(lifted(&frame, high), [0.0, head], count, 0.0),
    ];
    body("bolt", oriented(&frame, faces))
}

/// A block between two corners: faces across −x, x, −y, y, −z and z of the frame. Each side is a grid of squares.
pub fn block(frame: Frame, low: [f64; 3], high: [f64; 3], count: u32) -> Body {
    body("block", oriented(&frame, sides(&frame, low, high, count)))
}

fn sides(frame: &Frame, low: [f64; 3], high: [f64; 3], count: u32) -> Vec<Numbers> {
    let mut faces = Vec::new();
    for axis in 0..3 {
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        for (end, is_high) in [(low[axis], false), (high[axis], true)] {
            let Vec3 { x, y, z } = frame.origin + frame.axes[axis] * end;
            let axes = [i, j, axis].map(|k| frame.axes[k]).map(|v| [v.x, v.y, v.z]);
            let plane = Surface::Plane(Frame::new([x, y, z], axes).unwrap());
            let face = grid(plane, [[low[i], high[i]], [low[j], high[j]]], [count, count], 0.0);
            faces.push(if is_high { face } else { face.turned() });
        }
    }
    faces
}

/// A block from `bottom` to `top` with a square pocket down to `floor`: its outer sides are faces 0 to 4, the walls of the
/// pocket 5 to 8, its floor 9, the rim 10. The sizes are halves of sides.
pub fn pocket(frame: Frame, [inner, outer]: [f64; 2], [bottom, floor, top]: [f64; 3]) -> Body {
    let mut faces = sides(&frame, [-outer, -outer, bottom], [outer, outer, top], 1);
    faces.pop();
    let mut walls = sides(&frame, [-inner, -inner, floor], [inner, inner, top], 1);
    walls.pop();
    faces.extend(walls.into_iter().map(Numbers::turned));
    let surface = Surface::Plane(lifted(&frame, top));
    let square = |half: f64| [[half, half], [-half, half], [-half, -half], [half, -half]];
    let nodes =
        square(inner).into_iter().chain(square(outer)).map(|uv| Node { uv, corner: surface.at(uv).0 }).collect();
    let triangles = (0..4).flat_map(|i| [[i, 4 + i, 4 + (i + 1) % 4], [i, 4 + (i + 1) % 4, (i + 1) % 4]]).collect();
    let line = |half: f64, i: usize| {
        let (from, to) = (square(half)[i], square(half)[(i + 1) % 4]);
        PlaneCurve::Line(from, [0, 1].map(|k| to[k] - from[k]))
    };
    let edge = |half: f64, first: u32, i: u32| Edge {
        tolerance: 0.0,
        curve: line(half, i as usize),
        nodes: vec![first + i, first + (i + 1) % 4],
        at: vec![0.0, 1.0],
    };
    let edges = (0..4).flat_map(|i| [edge(inner, 0, i), edge(outer, 4, i)]).collect();
    faces.push(Numbers { surface, nodes, triangles, edges });
    body("pocket", oriented(&frame, faces))
}

/// Two bodies as one, with two shells.
pub fn both(a: &Body, b: &Body) -> Body {
    let faces = a.faces.iter().chain(&b.faces).cloned().collect();
    Body::new("both".to_owned(), faces, 0.0).unwrap()
}
