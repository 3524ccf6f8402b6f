//! Outlines in the plane: polygons with holes, several of them, and open lines.

mod body;
mod report;
mod turn;

use crate::tree::{Pieces, Tree};
pub use body::OutlineBody;
use clearance::each::Each;
use clearance::{Coordinates, Vec2, Vector};
pub use report::OutlineReport;
use std::fmt;
use turn::turn;

/// Polygons with holes, or an open line, in the plane. Its leaves are the edges.
///
/// A ring is a list of points. Edge k of a ring leads from its point k to the next point, and the last edge leads back
/// to the first point. If the last point of a ring repeats the first one, it is left out. Edges are numbered from 0,
/// ring after ring, in the order of the polygons. A ring of one point has one edge without length. A ring without
/// points has no edge.
///
/// Rings may turn either way, and may cross themselves and each other. [`Outline::report`] says what is odd. The
/// distance of outlines is that of their edges: 0 where edges meet, and never negative.
///
/// ```
/// use clearance::{Pose, vec2};
/// use clearance_scene::{Outline, distance};
///
/// // A square with a square hole, and a small square in the hole.
/// let square = |middle: f64, half: f64| -> Vec<[f64; 2]> {
///     let [low, high] = [middle - half, middle + half];
///     vec![[low, low], [high, low], [high, high], [low, high]]
/// };
/// let frame = Outline::new(&[vec![square(0.0, 4.0), square(0.0, 2.0)]]).unwrap();
/// let part = Outline::new(&[vec![square(0.25, 1.0)]]).unwrap();
/// let answer = distance(&frame.at(Pose::identity()), &part.at(Pose::identity()));
/// assert_eq!(answer.distance, 0.75);
/// // Edge 5 is the right side of the hole: the outer ring has edges 0 to 3.
/// assert_eq!(answer.leaf_a, 5);
/// assert_eq!(frame.winding_number(vec2(3.0, 0.0)), Some(1));
/// assert_eq!(frame.winding_number(vec2(0.0, 0.0)), Some(0));
/// ```
#[derive(Clone, Debug)]
pub struct Outline {
    vertices: Vec<Vec2<f64>>,
    edges: Vec<[u32; 2]>,
    rings: Vec<Ring>,
    report: OutlineReport,
    tree: Tree<2>,
}

/// A closed ring, or an open line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ring {
    /// The index of its first edge.
    pub first_edge: u32,
    /// How many edges it has.
    pub edge_count: u32,
    /// The index of its polygon.
    pub polygon: u32,
    /// Whether it is a hole: not the first ring of its polygon.
    pub is_hole: bool,
    /// Whether it is closed. An open line is not.
    pub is_closed: bool,
    /// What a crossing of an edge counts in the winding number.
    pub(crate) turn: i8,
}

/// Why a list of points is no outline.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum OutlineError {
    /// A coordinate of this point is not finite.
    NotFinite {
        /// The index of the polygon.
        polygon: usize,
        /// The index of the ring in its polygon.
        ring: usize,
        /// The index of the point in its ring.
        point: usize,
    },
    /// There is no point.
    Empty,
    /// More points than `u32` can number.
    TooLarge,
}

impl fmt::Display for OutlineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { polygon, ring, point } => {
                write!(f, "a coordinate of point {point} in ring {ring} of polygon {polygon} is not finite")
            }
            Self::Empty => f.write_str("the outline has no point"),
            Self::TooLarge => f.write_str("the outline has more than 2^31 points"),
        }
    }
}

impl std::error::Error for OutlineError {}

impl Outline {
    /// The outline of these polygons. A polygon is a list of rings, first the outer one and then the holes. Points are
    /// vectors, arrays or tuples of two floats.
    ///
    /// # Errors
    /// [`OutlineError`], with the place of the first point that is wrong.
    pub fn new<P>(polygons: &[Vec<Vec<P>>]) -> Result<Self, OutlineError>
    where
        P: Coordinates<Vector: Vector<Wide = Vec2<f64>>>,
    {
        let mut parts = Parts::default();
        for (polygon, rings) in polygons.iter().enumerate() {
            for (place, ring) in rings.iter().enumerate() {
                parts.add_line(ring, [polygon, place], true)?;
            }
        }
        parts.outline()
    }

    /// An open line through these points. Edge k leads from point k to point k + 1. One point is an edge without
    /// length.
    ///
    /// # Errors
    /// As [`Outline::new`].
    pub fn polyline<P>(points: &[P]) -> Result<Self, OutlineError>
    where
        P: Coordinates<Vector: Vector<Wide = Vec2<f64>>>,
    {
        let mut parts = Parts::default();
        parts.add_line(points, [0, 0], false)?;
        parts.outline()
    }

    /// The points, ring after ring. A point that closes a ring is left out.
    pub fn vertices(&self) -> &[Vec2<f64>] {
        &self.vertices
    }

    /// The edges, each by the indices of its start and its end.
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }

    /// The rings, in the order of the edges.
    pub fn rings(&self) -> &[Ring] {
        &self.rings
    }

    /// What is odd about the outline.
    pub fn report(&self) -> &OutlineReport {
        &self.report
    }

    /// Whether no line is open.
    pub fn is_closed(&self) -> bool {
        self.report.open_lines == 0
    }

    /// The ends of an edge, in the outline's own frame.
    ///
    /// # Panics
    /// If there is no edge with this index.
    pub fn ends(&self, edge: u32) -> [Vec2<f64>; 2] {
        self.edges[edge as usize].each(|vertex| self.vertices[vertex as usize])
    }

    /// The memory of the tree, in bytes: what the outline needs beside its points and edges.
    pub fn tree_bytes(&self) -> usize {
        self.tree.bytes()
    }

    pub(crate) fn tree(&self) -> &Tree<2> {
        &self.tree
    }
}

/// Points and edges while they are read.
#[derive(Default)]
struct Parts {
    vertices: Vec<Vec2<f64>>,
    edges: Vec<[u32; 2]>,
    rings: Vec<Ring>,
}

impl Parts {
    fn add_line<P>(&mut self, points: &[P], [polygon, ring]: [usize; 2], is_closed: bool) -> Result<(), OutlineError>
    where
        P: Coordinates<Vector: Vector<Wide = Vec2<f64>>>,
    {
        let first = self.vertices.len();
        if first + points.len() >= 1 << 31 {
            return Err(OutlineError::TooLarge);
        }
        for (point, &coordinates) in points.iter().enumerate() {
            let vertex = coordinates.vector().widen();
            if !(vertex.x.is_finite() && vertex.y.is_finite()) {
                return Err(OutlineError::NotFinite { polygon, ring, point });
            }
            self.vertices.push(vertex);
        }
        if is_closed && points.len() > 1 && self.vertices.last() == self.vertices.get(first) {
            self.vertices.pop();
        }
        let count = self.vertices.len() - first;
        let edge_count = if is_closed || count == 1 { count } else { count.saturating_sub(1) };
        let first_edge = self.edges.len() as u32;
        let vertex = |place: usize| (first + place % count.max(1)) as u32;
        self.edges.extend((0..edge_count).map(|place| [vertex(place), vertex(place + 1)]));
        self.rings.push(Ring {
            first_edge,
            edge_count: edge_count as u32,
            polygon: polygon as u32,
            is_hole: ring > 0,
            is_closed,
            turn: if is_closed { turn(&self.vertices[first..], ring > 0) } else { 0 },
        });
        Ok(())
    }

    fn outline(self) -> Result<Outline, OutlineError> {
        let Self { vertices, edges, rings } = self;
        if edges.is_empty() {
            return Err(OutlineError::Empty);
        }
        let tree = Tree::new(&Edges { vertices: &vertices, edges: &edges });
        let report = OutlineReport::of(&vertices, &edges, &rings);
        Ok(Outline { vertices, edges, rings, report, tree })
    }
}

/// Points and edges while the tree is built.
struct Edges<'a> {
    vertices: &'a [Vec2<f64>],
    edges: &'a [[u32; 2]],
}

impl Edges<'_> {
    fn ends(&self, piece: u32) -> [[f64; 2]; 2] {
        self.edges[piece as usize].each(|vertex| self.vertices[vertex as usize].into())
    }
}

impl Pieces<2> for Edges<'_> {
    fn count(&self) -> usize {
        self.edges.len()
    }

    fn bounds(&self, piece: u32) -> [[f64; 2]; 2] {
        let [p, q] = self.ends(piece);
        [[p[0].min(q[0]), p[1].min(q[1])], [p[0].max(q[0]), p[1].max(q[1])]]
    }

    fn normal(&self, piece: u32) -> [f64; 2] {
        let [p, q] = self.ends(piece);
        [q[1] - p[1], p[0] - q[0]]
    }

    fn facet(&self, piece: u32) -> Option<[[f64; 2]; 2]> {
        Some(self.ends(piece))
    }

    fn along(&self, piece: u32, direction: [f64; 2]) -> [f64; 2] {
        let [p, q] = self.ends(piece).each(|end| end[0] * direction[0] + end[1] * direction[1]);
        [p.min(q), p.max(q)]
    }
}
