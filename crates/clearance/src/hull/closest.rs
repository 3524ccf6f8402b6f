//! The point of a hull nearest to a query point, and its Voronoi region.
//!
//! **Problem.** The hull divides space into Voronoi regions, one for each vertex, edge and face, and the inside. Find
//! the region that holds the query point q, without error.
//!
//! **Notation.** A face has the outward normal n. An edge e = b − a of the face, in its counter-clockwise order, has
//! the outward direction m = e × n in the plane of the face.
//!
//! **Method.** p is the nearest point if and only if q − p is in the normal cone of p. So exactly one of these holds:
//! 1. Inside: (q − a)·n ≤ 0 for all faces.
//! 2. Vertex v: (q − v)·(w − v) ≤ 0 for all neighbours w.
//! 3. Edge ab: (q − a)·e > 0, (q − b)·e < 0, and (q − a)·m ≥ 0 for its faces.
//! 4. Face: (q − a)·m < 0 for all its edges, and (q − a)·n > 0. For a flat hull the second condition picks the side.
//!
//! Signs are computed with intervals, and with exact numbers where an interval holds zero. The distance is a root of a
//! quotient of exact numbers; both are taken once, at the end.
//!
//! **Accuracy.** The region is exact. The bounds of the distance are at most two units in the last place apart. Each
//! coordinate of the point is within one unit of the true one.
//!
//! **Special cases.** In the plane n = (0, 0, 1), and the interior of a polygon is the region of its face. A query
//! point on the border of two regions is in the region of the lower dimension.
//!
//! **References.** Ericson 2005, 5.1.5 and 9.5.2 (Voronoi regions of features). Departure: all features are tried, with
//! exact signs, so there is no walk that could cycle.

use super::Hull;
use crate::engine::Engine;
use crate::numbers::double::Double;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::each::Each;
use crate::numbers::interval::{Bounded, Interval};
use crate::numbers::real::{Ring, ldexp};
use crate::shape::body::Body;
use crate::shape::support::SupportMap;
use crate::space::coordinates::Coordinates;
use crate::space::vector::{Space, Vec3, Vector, WideVector, vec3};
use core::cmp::Ordering;

/// The Voronoi region of a hull that holds a query point: the nearest vertex, edge or face.
///
/// [`Hull::closest_point`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HullRegion {
    /// The vertex with this index.
    Vertex(usize),
    /// The interior of the edge between the two vertices. The smaller index is first, as in [`Hull::edges`].
    Edge(usize, usize),
    /// The interior of the face with this index ([`Hull::face`]). The interior of a polygon of the plane is face 0.
    Face(usize),
    /// The query point is in the polyhedron or on its boundary.
    Inside,
}

/// The point of a hull nearest to a query point.
///
/// [`Hull::closest_point`] makes it and shows an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestOnHull<V> {
    /// The nearest point, in the frame of the hull, rounded to the nearest vector. Inside it is the query point.
    pub point: V,
    /// The region of the query point. It is exact.
    pub region: HullRegion,
    /// The distance of the query point from the hull, in the unit of the hull. Inside it is 0.
    pub distance: Bounded<f64>,
}

/// A polynomial in the coordinates of the hull's vertices and of the query point.
trait Polynomial {
    fn at<R: Ring>(&self, at: &impl Fn(Place) -> Vec3<R>) -> R;
}

/// A vertex or the query point.
#[derive(Clone, Copy)]
enum Place {
    Vertex(usize),
    Query,
}

/// (q − a)·(b − a)
struct Along(usize, usize);
/// The normal n of a face. In the plane it is the third axis.
struct Normal<'f>(&'f [u32], bool);
/// (q − a)·n
struct Above<'f>(Normal<'f>);
/// (q − a)·(e × n) for the edge that starts at the corner with this number.
struct Beyond<'f>(Normal<'f>, usize);

impl Normal<'_> {
    fn vertex(&self, corner: usize) -> Place {
        Place::Vertex(self.0[corner % self.0.len()] as usize)
    }
    fn vector<R: Ring>(&self, at: &impl Fn(Place) -> Vec3<R>) -> Vec3<R> {
        if self.1 {
            return vec3(R::zero(), R::zero(), R::one());
        }
        let base = at(self.vertex(0));
        at(self.vertex(1)).minus(&base).wedge(&at(self.vertex(2)).minus(&base))
    }
}
impl Polynomial for Along {
    fn at<R: Ring>(&self, at: &impl Fn(Place) -> Vec3<R>) -> R {
        let base = at(Place::Vertex(self.0));
        at(Place::Query).minus(&base).dot(&at(Place::Vertex(self.1)).minus(&base))
    }
}
impl Polynomial for Above<'_> {
    fn at<R: Ring>(&self, at: &impl Fn(Place) -> Vec3<R>) -> R {
        at(Place::Query).minus(&at(self.0.vertex(0))).dot(&self.0.vector(at))
    }
}
impl Polynomial for Beyond<'_> {
    fn at<R: Ring>(&self, at: &impl Fn(Place) -> Vec3<R>) -> R {
        let base = at(self.0.vertex(self.1));
        let edge = at(self.0.vertex(self.1 + 1)).minus(&base);
        at(Place::Query).minus(&base).dot(&edge.wedge(&self.0.vector(at)))
    }
}

/// A hull and a query point.
struct Question<'h, W: WideVector> {
    hull: &'h Body<W>,
    query: W,
}

impl<W: WideVector> Question<'_, W> {
    fn coordinates(&self, place: Place) -> [f64; 3] {
        match place {
            Place::Vertex(index) => self.hull.vertex(index).padded(),
            Place::Query => self.query.padded(),
        }
    }
    fn exact(&self, place: Place) -> Vec3<Dyadic> {
        let [x, y, z] = self.coordinates(place).each(Dyadic::from);
        vec3(x, y, z)
    }
    /// The exact sign of a polynomial.
    fn sign(&self, polynomial: &impl Polynomial) -> Ordering {
        let near = polynomial.at(&|place| {
            let [x, y, z] = self.coordinates(place).each(Interval::from);
            vec3(x, y, z)
        });
        near.sign().unwrap_or_else(|| polynomial.at(&|place| self.exact(place)).cmp(&Dyadic::zero()))
    }
    fn normal(&self, face: usize) -> Normal<'_> {
        Normal(self.hull.face(face), W::DIM == 2)
    }

    fn region(&self) -> HullRegion {
        let hull = self.hull;
        let solid = hull.dimension == 3;
        // 1. Inside all faces.
        if solid && (0..hull.face_count()).all(|face| self.sign(&Above(self.normal(face))).is_le()) {
            return HullRegion::Inside;
        }
        // 2. No edge leads nearer.
        let nearest = |v: usize| hull.neighbours(v).iter().all(|&w| self.sign(&Along(v, w as usize)).is_le());
        if let Some(vertex) = (0..hull.vertex_count()).find(|&v| nearest(v)) {
            return HullRegion::Vertex(vertex);
        }
        let between = |a: usize, b: usize| self.sign(&Along(a, b)).is_gt() && self.sign(&Along(b, a)).is_gt();
        if hull.dimension == 1 {
            return HullRegion::Edge(0, 1);
        }
        // 3. No face of an edge leads nearer. An edge of a polygon of the plane is in one face, every other edge in
        //    two.
        let mut half = alloc::collections::BTreeSet::new();
        for index in 0..hull.face_count() {
            let face = hull.face(index);
            for side in 0..face.len() {
                let ends = [face[side], face[(side + 1) % face.len()]].each(|v| v as usize);
                let (a, b) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
                if between(a, b)
                    && self.sign(&Beyond(self.normal(index), side)).is_ge()
                    && (W::DIM == 2 || !half.insert((a, b)))
                {
                    return HullRegion::Edge(a, b);
                }
            }
        }
        // 4. Above a face. A flat hull has two sides; in the plane of both it is face 0.
        let above = |face: usize| {
            let height = if W::DIM == 2 { Ordering::Equal } else { self.sign(&Above(self.normal(face))) };
            let facing = if solid { height.is_gt() } else { height.is_ge() };
            facing && (0..hull.face(face).len()).all(|side| self.sign(&Beyond(self.normal(face), side)).is_lt())
        };
        (0..hull.face_count()).find(|&face| above(face)).map_or(HullRegion::Inside, HullRegion::Face)
    }

    /// The nearest point of a region, and the squared distance, both as quotients of exact numbers.
    fn nearest(&self, region: HullRegion) -> (Vec3<Dyadic>, Dyadic, Dyadic, Dyadic) {
        let (query, one) = (self.exact(Place::Query), Dyadic::one());
        match region {
            HullRegion::Vertex(vertex) => {
                let corner = self.exact(Place::Vertex(vertex));
                let square = query.minus(&corner).length_squared();
                (corner, one.clone(), square, one)
            }
            // a + e·t / |e|², t = (q − a)·e. The squared distance is |(q − a) × e|² / |e|².
            HullRegion::Edge(a, b) => {
                let base = self.exact(Place::Vertex(a));
                let (edge, offset) = (self.exact(Place::Vertex(b)).minus(&base), query.minus(&base));
                let length = edge.length_squared();
                let point = base.scaled(&length).plus(&edge.scaled(&offset.dot(&edge)));
                (point, length.clone(), offset.wedge(&edge).length_squared(), length)
            }
            // q − n·h / |n|², h = (q − a)·n. The squared distance is h² / |n|².
            HullRegion::Face(face) if W::DIM == 3 => {
                let normal = self.normal(face);
                let (n, height) = (normal.vector(&|p| self.exact(p)), Above(normal).at(&|p| self.exact(p)));
                let length = n.length_squared();
                let point = query.scaled(&length).minus(&n.scaled(&height));
                (point, length.clone(), height.times(&height), length)
            }
            HullRegion::Face(_) | HullRegion::Inside => (query, one.clone(), Dyadic::zero(), one),
        }
    }
}

impl<V: Vector> Hull<V> {
    /// The point of the hull nearest to `query`, with the exact Voronoi region. Both are in the frame of the hull.
    ///
    /// Time O(n) in the size of the hull: every vertex, edge and face may be tried. For a distance alone
    /// [`crate::Solver::closest_point`] is faster. If `query` is not finite, the point is a vertex, and the upper bound
    /// of the distance is infinite.
    ///
    /// ```
    /// use clearance::{Hull, HullRegion, vec2};
    ///
    /// let square = Hull::new(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]).unwrap();
    /// let nearest = square.closest_point([3.0, 6.0]);
    /// assert_eq!((nearest.point, nearest.region), (vec2(3.0, 4.0), HullRegion::Edge(2, 3)));
    /// assert_eq!((nearest.distance.lower, nearest.distance.upper), (2.0, 2.0));
    /// assert_eq!(square.closest_point([7.0, 8.0]).region, HullRegion::Vertex(2));
    /// assert_eq!(square.closest_point([1.0, 1.0]).region, HullRegion::Face(0));
    /// ```
    pub fn closest_point(&self, query: impl Coordinates<Vector = V>) -> ClosestOnHull<V> {
        let query = query.vector();
        if !query.is_finite() {
            let distance = Bounded { value: f64::INFINITY, lower: 0.0, upper: f64::INFINITY };
            return ClosestOnHull { point: self.vertices[0], region: HullRegion::Vertex(0), distance };
        }
        let ClosestOnHull { point, region, distance } = V::Wide::closest_on(&self.body, query.widen());
        ClosestOnHull { point: V::narrow(point), region, distance }
    }
}

/// The point of a hull nearest to a finite query.
pub(crate) fn closest_on<W: WideVector>(hull: &Body<W>, query: W) -> ClosestOnHull<W> {
    let question = Question { hull, query };
    let region = question.region();
    let (point, divisor, square, square_divisor) = question.nearest(region);
    let point = [point.x, point.y, point.z].each(|x| quotient(&x, &divisor));
    ClosestOnHull { point: W::unpadded(point), region, distance: root_of_quotient(&square, &square_divisor) }
}

/// The quotient with one rounding. The divisor is positive.
fn quotient(number: &Dyadic, divisor: &Dyadic) -> f64 {
    let ((m, e), (n, f)) = (number.to_double(), divisor.to_double());
    ldexp(m.divided_by(n).high, e - f)
}

/// The square root of a quotient that is not negative: a float if it is one, otherwise the nearest float and both its
/// neighbours.
fn root_of_quotient(square: &Dyadic, divisor: &Dyadic) -> Bounded<f64> {
    let ((m, e), (n, f)) = (square.to_double(), divisor.to_double());
    let odd = (e - f).rem_euclid(2);
    let root: Double = m.divided_by(n).scaled(ldexp(1.0, odd)).root();
    let value = ldexp(root.high, (e - f - odd) / 2);
    let exact = Dyadic::from(value);
    if value.is_finite() && exact.times(&exact).times(divisor) == *square {
        return Bounded { value, lower: value, upper: value };
    }
    // The relative error of the root is below 2⁻⁹⁰ before it is rounded to a float.
    let lower = if value > 0.0 { value.next_down() } else { 0.0 };
    Bounded { value, lower, upper: value.next_up() }
}
