//! Faces and bodies: surfaces with triangles over their parameters.
//!
//! A face is S(D): the surface over a region D of the parameters. Curves in the parameters, the *edges*, bound D. The
//! triangles cover the polygon of the edges' nodes; [`Face::new`] checks that ("tiling"). Between a chord of the polygon
//! and its curve lies a sliver. Who made the numbers is not believed: all that matters is checked or bounded here.

use crate::curve::PlaneCurve;
use crate::quadric::{Alike, recognise};
use crate::surface::{Surface, tangents};
use clearance::real::{U, UP};
use clearance::{Vec2, Vec3, vec2};
use clearance_scene::side_of_line;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

/// A curve that bounds the region of a face, with the nodes of the triangles on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// How far the file leaves open where the face ends: a length.
    pub tolerance: f64,
    /// The curve in the parameters of the surface.
    pub curve: PlaneCurve,
    /// The nodes along the curve.
    pub nodes: Vec<u32>,
    /// The parameter of the curve at each node.
    pub at: Vec<f64>,
}

/// A node of the triangles: parameters, and the corner that the mesh has there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// The parameters u and v.
    pub uv: [f64; 2],
    /// The corner in space. It need not lie on the surface; the radius includes its distance.
    pub corner: Vec3<f64>,
}

/// Why some numbers are no face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaceError {
    /// There is no triangle: the mesher has failed.
    NoMesh,
    /// A node or a number of an edge is missing or not finite.
    Numbers,
    /// Triangles turn both ways in the parameters: one is flipped.
    Turned,
    /// A side of a triangle is passed twice in one direction: a triangle is there twice, or flipped.
    Doubled,
    /// A side of a triangle belongs neither to a second triangle nor to an edge: a triangle is missing.
    Open,
    /// A piece of an edge is no side of a triangle.
    EdgeWithoutTriangle,
}

impl fmt::Display for FaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoMesh => "has no mesh",
            Self::Numbers => "has numbers that do not fit",
            Self::Turned => "has a triangle that is flipped",
            Self::Doubled => "has a triangle twice, or flipped",
            Self::Open => "lacks a triangle",
            Self::EdgeWithoutTriangle => "has an edge without triangles",
        })
    }
}

impl std::error::Error for FaceError {}

/// A piece of an edge between two nodes, and the triangle beside it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Border {
    /// The number of the edge.
    pub edge: u32,
    /// The parameters of the curve at the two nodes, in the order of the triangle's side.
    pub range: [f64; 2],
    /// How far the curve is from the chord between the nodes, in the parameters of the surface.
    pub bulge: f64,
    /// Whether the piece belongs to a part of its chord, as it was for the whole. It is not split again.
    pub is_kept: bool,
}

/// A surface with triangles whose polygon is covered.
#[derive(Clone, Debug)]
pub struct Face {
    /// The surface.
    pub surface: Surface,
    nodes: Vec<Node>,
    triangles: Vec<[u32; 3]>,
    edges: Vec<Edge>,
    /// For each triangle, the pieces of edges at its sides 0–1, 1–2 and 2–0.
    borders: Vec<[Option<Border>; 3]>,
    /// The triangles and their sides that are pieces of edges.
    at_edges: Vec<(u32, usize)>,
    /// Whether the triangles turn counter-clockwise in the parameters. Then the solid lies behind S_u × S_v.
    is_upright: bool,
    /// The simple surface that a B-spline is, and whether the solid lies behind its S_u × S_v.
    alike: Option<(Alike, bool)>,
}

/// A face as a surface that has closed forms, if it is one.
#[derive(Clone, Copy, Debug)]
pub struct Simple<'a> {
    /// The surface itself, or what the B-spline is.
    pub surface: &'a Surface,
    /// Whether the outside of the solid is where S_u × S_v points.
    pub is_upright: bool,
    /// No point of the face is farther from the surface.
    pub error: f64,
}

impl Face {
    /// Checks that the triangles tile the polygon of the edges.
    ///
    /// # Errors
    /// [`FaceError`] says what is wrong first.
    pub fn new(
        mut surface: Surface,
        nodes: Vec<Node>,
        triangles: Vec<[u32; 3]>,
        edges: Vec<Edge>,
    ) -> Result<Self, FaceError> {
        if triangles.is_empty() {
            return Err(FaceError::NoMesh);
        }
        check_numbers(&nodes, &triangles, &edges)?;
        let is_upright = turn(&nodes, &triangles)?;
        if let Surface::Net(net) = &mut surface {
            net.made_for(triangles.len());
        }
        let mut borders = vec![[None; 3]; triangles.len()];
        let mut left = lone_sides(&triangles)?;
        for (number, edge) in edges.iter().enumerate() {
            for (nodes_of, at) in edge.nodes.windows(2).zip(edge.at.windows(2)) {
                let (from, to) = (nodes_of[0], nodes_of[1]);
                let forward = left.remove(&(from, to)).map(|side| (side, [at[0], at[1]]));
                let found = forward.or_else(|| left.remove(&(to, from)).map(|side| (side, [at[1], at[0]])));
                let Some(((triangle, side), range)) = found else { return Err(FaceError::EdgeWithoutTriangle) };
                let ends = [side, (side + 1) % 3].map(|corner| nodes[triangles[triangle][corner] as usize].uv);
                let bulge = bulge_between(&edge.curve, range, ends);
                borders[triangle][side] = Some(Border { edge: number as u32, range, bulge, is_kept: false });
            }
        }
        if !left.is_empty() {
            return Err(FaceError::Open);
        }
        let at_edges = at_edges(&borders);
        let mut face = Self { surface, nodes, triangles, edges, borders, at_edges, is_upright, alike: None };
        if let Surface::Net(net) = &face.surface
            && let Some(alike) = recognise(net)
            && let Some(is_behind) = face.lies_behind(&alike)
        {
            face.alike = Some((alike, is_behind));
        }
        Ok(face)
    }

    /// The same triangles over a surface that moved, with the corners moved. A mirrored face turns, and the outside of its
    /// solid changes its side of S_u × S_v.
    pub(crate) fn with(
        &self,
        surface: Surface,
        moved: impl Fn(Vec3<f64>) -> Vec3<f64>,
        is_mirrored: bool,
        alike: impl Fn(&Alike) -> Option<Alike>,
    ) -> Option<Self> {
        let nodes = self.nodes.iter().map(|node| Node { corner: moved(node.corner), ..*node }).collect();
        let mut own = Self { surface, nodes, ..self.clone() };
        if let Some((simple, _)) = &mut own.alike {
            *simple = alike(simple)?;
        }
        if is_mirrored {
            own.is_upright = !own.is_upright;
            own.alike.iter_mut().for_each(|(_, is_upright)| *is_upright = !*is_upright);
            own.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
            for borders in &mut own.borders {
                borders.reverse();
                borders.iter_mut().flatten().for_each(|border| border.range.reverse());
            }
            own.at_edges = at_edges(&own.borders);
        }
        Some(own)
    }

    /// Whether the solid lies behind the simple surface that the face is. `None` if rounding hides it.
    fn lies_behind(&self, Alike { surface, .. }: &Alike) -> Option<bool> {
        let middle = self
            .triangles
            .iter()
            .find(|triangle| turn_of(triangle.map(|node| self.nodes[node as usize].uv)) != Ordering::Equal)?;
        let uv = middle.map(|node| self.nodes[node as usize].uv);
        let uv = [0, 1].map(|k| (uv[0][k] + uv[1][k] + uv[2][k]) / 3.0);
        let [u, v] = tangents(&self.surface, uv);
        let outward = if self.is_upright { u.cross(v) } else { v.cross(u) };
        let point = self.surface.at(uv).0;
        let own = surface.normal_near(point)?;
        let share = outward.dot(own) / (outward.length() * own.length());
        (share.abs() > 0.5).then_some(share > 0.0)
    }

    /// The face as a surface with closed forms.
    pub fn simple(&self) -> Simple<'_> {
        match &self.alike {
            Some((Alike { surface, error }, is_upright)) => Simple { surface, is_upright: *is_upright, error: *error },
            None => Simple { surface: &self.surface, is_upright: self.is_upright, error: 0.0 },
        }
    }

    /// What the surface is called: that which a B-spline is.
    pub fn kind(&self) -> &'static str {
        self.simple().surface.kind()
    }

    /// The nodes of the triangles.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The triangles, by the numbers of their nodes. Their fronts look out of the solid.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The edges.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The pieces of edges at the sides of a triangle.
    pub fn borders(&self, triangle: u32) -> &[Option<Border>; 3] {
        &self.borders[triangle as usize]
    }

    /// The sides of triangles that are pieces of edges: the triangle, the number of the side, and the piece.
    pub fn sides(&self) -> impl Iterator<Item = (u32, usize, Border)> + '_ {
        let piece = |&(triangle, side): &(u32, usize)| Some((triangle, side, self.borders[triangle as usize][side]?));
        self.at_edges.iter().filter_map(piece)
    }

    /// All pieces of edges, with their triangles and the ends of their chords.
    pub fn pieces(&self) -> impl Iterator<Item = (u32, Border, [[f64; 2]; 2])> + '_ {
        self.sides().map(|(triangle, side, border)| {
            let uv = self.uv(triangle);
            (triangle, border, [uv[side], uv[(side + 1) % 3]])
        })
    }

    /// Whether the outside of the solid is where S_u × S_v points.
    pub fn is_upright(&self) -> bool {
        self.is_upright
    }

    /// The parameters of a triangle's corners.
    pub fn uv(&self, triangle: u32) -> [[f64; 2]; 3] {
        self.triangles[triangle as usize].map(|node| self.nodes[node as usize].uv)
    }

    /// The corners of a triangle in space.
    pub fn corners(&self, triangle: u32) -> [Vec3<f64>; 3] {
        self.triangles[triangle as usize].map(|node| self.nodes[node as usize].corner)
    }

    /// The largest tolerance of its edges.
    pub fn tolerance(&self) -> f64 {
        self.edges.iter().map(|edge| edge.tolerance).fold(0.0, f64::max)
    }
}

/// How far a curve is from the chord between two points of the parameters, at most: its bulge over the range, and what
/// its ends are off.
pub(crate) fn bulge_between(curve: &PlaneCurve, range: [f64; 2], ends: [[f64; 2]; 2]) -> f64 {
    let off = |t: f64, [u, v]: [f64; 2]| {
        let ([x, y], error) = curve.at(t);
        (vec2(x, y) - vec2(u, v)).length() * UP + 2.0 * error + 4.0 * U * (u.abs() + v.abs())
    };
    let ends = off(range[0], ends[0]).max(off(range[1], ends[1]));
    // A line through both nodes is its chord but for rounding, which every number of the file has.
    (curve.bulge(range) + ends) * UP
}

fn check_numbers(nodes: &[Node], triangles: &[[u32; 3]], edges: &[Edge]) -> Result<(), FaceError> {
    let is_finite = |node: &Node| {
        let Vec3 { x, y, z } = node.corner;
        [node.uv[0], node.uv[1], x, y, z].iter().all(|x| x.is_finite())
    };
    let is_node = |&node: &u32| (node as usize) < nodes.len();
    let is_edge = |edge: &Edge| {
        edge.tolerance >= 0.0
            && edge.tolerance < f64::INFINITY
            && edge.nodes.len() == edge.at.len()
            && edge.nodes.iter().all(is_node)
            && edge.at.iter().all(|t| t.is_finite())
    };
    let all = nodes.iter().all(is_finite) && triangles.as_flattened().iter().all(is_node) && edges.iter().all(is_edge);
    if all { Ok(()) } else { Err(FaceError::Numbers) }
}

/// A triangle and the number of its side, by the side's nodes in their order.
type Sides = BTreeMap<(u32, u32), (usize, usize)>;

/// The sides of triangles that no other passes in the opposite direction, by their nodes.
fn lone_sides(triangles: &[[u32; 3]]) -> Result<Sides, FaceError> {
    let side_of = |(triangle, corners): (usize, &[u32; 3])| {
        let [a, b, c] = *corners;
        [(a, b), (b, c), (c, a)].into_iter().enumerate().map(move |(side, (from, to))| {
            ((u64::from(from.min(to)) << 32) | u64::from(from.max(to)), from, to, (triangle, side))
        })
    };
    let mut sides: Vec<_> = triangles.iter().enumerate().flat_map(side_of).collect();
    sides.sort_unstable_by_key(|(nodes, from, ..)| (*nodes, *from));
    let mut lone = BTreeMap::new();
    for same in sides.chunk_by(|a, b| a.0 == b.0) {
        match same {
            [(_, from, to, side)] => {
                // A side between a node and itself is its own opposite.
                if from != to {
                    lone.insert((*from, *to), *side);
                }
            }
            [a, b] if a.1 != b.1 => {}
            _ => return Err(FaceError::Doubled),
        }
    }
    Ok(lone)
}

/// Whether all triangles turn counter-clockwise in the parameters, decided without rounding. Flat ones turn both ways.
fn turn(nodes: &[Node], triangles: &[[u32; 3]]) -> Result<bool, FaceError> {
    let mut turn = None;
    for corners in triangles {
        let side = turn_of(corners.map(|node| nodes[node as usize].uv));
        match (turn, side) {
            (_, Ordering::Equal) => {}
            (None, _) => turn = Some(side),
            (Some(own), _) if own != side => return Err(FaceError::Turned),
            _ => {}
        }
    }
    Ok(turn != Some(Ordering::Less))
}

/// How three points of the parameters turn: greater is counter-clockwise.
pub(crate) fn turn_of(corners: [[f64; 2]; 3]) -> Ordering {
    let [a, b, c] = corners.map(|[u, v]| -> Vec2<f64> { vec2(u, v) });
    side_of_line([a, b], c)
}

fn at_edges(borders: &[[Option<Border>; 3]]) -> Vec<(u32, usize)> {
    let of_triangle = |(triangle, borders): (usize, &[Option<Border>; 3])| {
        let borders = *borders;
        (0..3).filter(move |&side| borders[side].is_some()).map(move |side| (triangle as u32, side))
    };
    borders.iter().enumerate().flat_map(of_triangle).collect()
}
