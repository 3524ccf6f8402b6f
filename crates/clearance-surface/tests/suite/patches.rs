//! Faces over rectangles of parameters, made of a grid of triangles.

use clearance::vec3;
use clearance_surface::{Edge, Face, FaceError, Frame, Node, PlaneCurve, Surface};

pub const X: [f64; 3] = [1.0, 0.0, 0.0];
pub const Y: [f64; 3] = [0.0, 1.0, 0.0];
pub const Z: [f64; 3] = [0.0, 0.0, 1.0];

/// The frame along the axes at a place.
pub fn upright(origin: [f64; 3]) -> Frame {
    Frame::new(origin, [X, Y, Z]).unwrap()
}

/// The numbers of a face, before they are checked.
#[derive(Clone)]
pub struct Numbers {
    pub surface: Surface,
    pub nodes: Vec<Node>,
    pub triangles: Vec<[u32; 3]>,
    pub edges: Vec<Edge>,
}

impl Numbers {
    pub fn face(self) -> Result<Face, FaceError> {
        Face::new(self.surface, self.nodes, self.triangles, self.edges)
    }

    /// Turns all triangles: the solid is on the other side.
    pub fn turned(mut self) -> Self {
        self.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
        self
    }
}

/// A grid of rows × columns squares over a rectangle, with a line at each side.
pub fn grid(surface: Surface, [of_u, of_v]: [[f64; 2]; 2], [rows, columns]: [u32; 2], tolerance: f64) -> Numbers {
    let along = |[low, high]: [f64; 2], i: u32, n: u32| low + (high - low) * f64::from(i) / f64::from(n);
    let mut nodes = Vec::new();
    for i in 0..=rows {
        for j in 0..=columns {
            let uv = [along(of_u, i, rows), along(of_v, j, columns)];
            nodes.push(Node { uv, corner: surface.at(uv).0 });
        }
    }
    let place = |i: u32, j: u32| i * (columns + 1) + j;
    let mut triangles = Vec::new();
    for i in 0..rows {
        for j in 0..columns {
            let [a, b, c, d] = [place(i, j), place(i + 1, j), place(i + 1, j + 1), place(i, j + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    let line = |nodes_of: Vec<u32>, along: usize| {
        let at = nodes_of.iter().map(|&node| nodes[node as usize].uv[along]).collect();
        let fixed = nodes[nodes_of[0] as usize].uv;
        let (mut origin, mut direction) = (fixed, [0.0; 2]);
        (origin[along], direction[along]) = (0.0, 1.0);
        Edge { tolerance, curve: PlaneCurve::Line(origin, direction), nodes: nodes_of, at }
    };
    let edges = vec![
        line((0..=rows).map(|i| place(i, 0)).collect(), 0),
        line((0..=rows).map(|i| place(i, columns)).collect(), 0),
        line((0..=columns).map(|j| place(0, j)).collect(), 1),
        line((0..=columns).map(|j| place(rows, j)).collect(), 1),
    ];
    Numbers { surface, nodes, triangles, edges }
}

/// A flat ring between two circles around the origin of a plane; with the inner radius 0 a disc. Corners are at the
/// angles of a cylinder's grid of as many rows from 0 to 2π.
pub fn ring(frame: Frame, [inner, outer]: [f64; 2], count: u32, tolerance: f64) -> Numbers {
    let surface = Surface::Plane(frame);
    let full = 2.0 * std::f64::consts::PI;
    let angle = |i: u32| full * f64::from(i) / f64::from(count);
    let circle = |radius: f64| {
        let mut nodes: Vec<Node> = (0..count)
            .map(|i| {
                let turn = clearance::Rotation2::<f64>::from_angle(angle(i));
                let uv = [radius * turn.c, radius * turn.s];
                Node { uv, corner: surface.at(uv).0 }
            })
            .collect();
        if radius == 0.0 {
            nodes.truncate(1);
        }
        nodes
    };
    let (mut nodes, first) = (circle(inner), if inner > 0.0 { count } else { 1 });
    nodes.extend(circle(outer));
    let mut triangles = Vec::new();
    for i in 0..count {
        let next = (i + 1) % count;
        if inner > 0.0 {
            triangles.extend([[i, first + i, first + next], [i, first + next, next]]);
        } else {
            triangles.push([0, first + i, first + next]);
        }
    }
    let edge = |radius: f64, first: u32| Edge {
        tolerance,
        curve: PlaneCurve::Ellipse { middle: [0.0; 2], axes: [[radius, 0.0], [0.0, radius]] },
        nodes: (0..=count).map(|i| first + i % count).collect(),
        at: (0..=count).map(angle).collect(),
    };
    let mut edges = vec![edge(outer, first)];
    if inner > 0.0 {
        edges.push(edge(inner, 0));
    }
    Numbers { surface, nodes, triangles, edges }
}

/// A frame turned at random, at a place.
pub fn turned(random: &mut crate::random::Random, origin: [f64; 3]) -> Frame {
    loop {
        let mut point = || vec3(random.signed(), random.signed(), random.signed());
        let (a, b) = (point(), point());
        let x = a.unit();
        let z = x.cross(b);
        if z.length() > 0.1 {
            let z = z.unit();
            let y = z.cross(x).unit();
            return Frame::new(origin, [x, y, z].map(|v| [v.x, v.y, v.z])).unwrap();
        }
    }
}
