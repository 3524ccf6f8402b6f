//! Pairs of solids of revolution with parallel axes: their distance is that of two sections in a plane.
//!
//! **Problem.** A can in a can, a peg in a hole, stacked cones, a ball in a drum: A − B is as round as its parts. Its
//! nearest boundary points may form a whole ring. A polytope in space follows the ring with a thousand vertices.
//!
//! **Method.** Take the plane through both axes. If they are the same, take any plane through the axis. Each solid is
//! symmetric about each plane through its axis, so its section is also its projection. Therefore solid and section have
//! the same support function along directions of the plane, and the section of A − B is the difference of the sections.
//!
//! A − B is itself a solid of revolution about a parallel axis in the plane, and the origin lies in the plane. So the
//! nearest boundary point lies in the plane, too. Therefore the distance of the sections is the distance of the solids,
//! with the same witnesses and the same normal.
//!
//! **Accuracy.** If B's axis differs from A's by rounding, B is turned by as much. That moves B's points by less than
//! 32u of their size. The coordinates of the plane are products: 8u of the size.

use crate::difference::{Difference, Features, Rounding, Vertex};
use crate::numbers::each::Each;
use crate::numbers::real::U;
use crate::shape::axis::Axis;
use crate::shape::curvature::Curvature;
use crate::shape::surface::Surface;
use crate::shape::term::Term;
use crate::space::hessian::Hessian;
use crate::space::vector::{Vec2, WideVector, vec2};

/// The plane through two parallel axes, in A's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meridian<W> {
    origin: W,
    /// Unit vectors across the axes and along them.
    basis: [W; 2],
    /// How far the turn of B's axis moves B's points, as a fraction of their size.
    axis_error: f64,
}

impl<W: WideVector> Meridian<W> {
    /// The plane through the axes of A and B. `None` in two dimensions, and if they are not parallel to rounding.
    pub fn through(a: Axis<W>, b: Axis<W>) -> Option<Self> {
        if W::DIM == 2 || (a.is_point() && b.is_point()) {
            return None;
        }
        let along = if a.is_point() { b.direction } else { a.direction };
        let mut axis_error = 0.0;
        if !a.is_point() && !b.is_point() {
            let off = (a.direction - b.direction).length().min((a.direction + b.direction).length());
            if !(off <= 16.0 * U) {
                return None;
            }
            axis_error = if off == 0.0 { 0.0 } else { 32.0 * U };
        }
        let way = b.center - a.center;
        let across = way - along * way.dot(&along);
        // If the centres are on one axis, any direction across it will do.
        let across = if across.max_abs() > 0.0 { across.unit() } else { along.across()[0] };
        // Once more: after cancellation the difference may not be orthogonal.
        let across = (across - along * across.dot(&along)).unit();
        Some(Self { origin: a.center, basis: [across, along], axis_error })
    }

    fn direction(&self, section: Vec2<f64>) -> W {
        self.basis[0] * section.x + self.basis[1] * section.y
    }
    fn section(&self, vector: W) -> Vec2<f64> {
        vec2(vector.dot(&self.basis[0]), vector.dot(&self.basis[1]))
    }
    /// A vector of the plane, in A's frame.
    pub fn vector_in_space(&self, vector: Vec2<f64>) -> W {
        self.direction(vector)
    }
    /// A point of the plane, in A's frame.
    pub fn point_in_space(&self, point: Vec2<f64>) -> W {
        self.origin + self.direction(point)
    }
}

/// The difference of the sections of two solids of revolution.
pub(crate) struct Sections<'d, W> {
    pub meridian: Meridian<W>,
    pub solids: &'d dyn Difference<W>,
}

impl<W: WideVector> Sections<'_, W> {
    fn point(&self, point: W) -> Vec2<f64> {
        self.meridian.section(point - self.meridian.origin)
    }
}

impl<W: WideVector> Difference<Vec2<f64>> for Sections<'_, W> {
    fn as_dyn(&self) -> &dyn Difference<Vec2<f64>> {
        self
    }
    fn support(&self, direction: Vec2<f64>) -> Vertex<Vec2<f64>> {
        let solid = self.solids.support(self.meridian.direction(direction));
        let (a, b) = (self.point(solid.a), self.point(solid.b));
        Vertex { point: a - b, a, b, indices: solid.indices }
    }
    fn vertex(&self, _: (u32, u32)) -> Option<Vertex<Vec2<f64>>> {
        None
    }
    fn is_curved(&self) -> bool {
        true
    }
    fn curvatures(&self, _: Vec2<f64>) -> Option<[Curvature<Vec2<f64>>; 2]> {
        None
    }
    fn features(&self) -> Option<[Features; 2]> {
        self.solids.features()
    }
    fn surface(&self, side: usize, index: usize, direction: Vec2<f64>) -> Surface<Vec2<f64>> {
        let solid = self.solids.surface(side, index, self.meridian.direction(direction));
        let [s, t] = self.meridian.basis;
        let section = |solid: &Hessian| {
            let entry = |u: W, v: W| solid.between(u, v);
            Hessian::of_plane([entry(s, s), entry(s, t), entry(t, t)])
        };
        let terms = solid.terms.each(|term| Term { hessian: section(&term.hessian), ..term });
        Surface { point: self.point(solid.point), hessian: section(&solid.hessian), terms }
    }
    fn start(&self) -> Vec2<f64> {
        self.meridian.section(self.solids.start())
    }
    fn rounding(&self) -> Rounding {
        let solid = self.solids.rounding();
        let displacement = solid.displacement + (self.meridian.axis_error + 8.0 * U) * solid.size;
        Rounding { displacement, polytopes: false, ..solid }
    }
}
