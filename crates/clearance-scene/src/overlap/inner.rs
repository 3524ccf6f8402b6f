//! Cells that convex bodies cross, and no faces: a cone with its tip in the bodies.
//!
//! The tip of such a cell, its hub, is a point in all bodies that cross it. A plane that touches a body cuts off what is
//! outside. What is left is cut along planes through the hub alone, so the cells become narrow and stay as long as they are:
//! their number grows with the square of how near the bounds are wanted, and not with the cube. Inside, each corner is drawn
//! toward the hub until it is in the bodies. What the drawn corners enclose is in the bodies, since these are convex
//! (docs/math/overlap.md).

use super::place::plane_through;
use super::search::Search;
use super::side::{Convex, Memory, Side};
use crate::cell::{Cell, Measures, Plane, Spot, middle_of};

/// The convex bodies that cross a cell, and a point in all of them.
pub(super) struct Cone<'s> {
    /// Each with how deep the hub is in it.
    bodies: Vec<(&'s Convex<'s>, f64)>,
    pub hub: Spot,
}

impl Search<'_> {
    /// The cell as a cone around one of some points. `None` if faces cross it, or no point is in all bodies.
    pub(super) fn cone(&self, hubs: impl IntoIterator<Item = Spot>, memories: &[Memory; 2]) -> Option<Cone<'_>> {
        let mut crossing = Vec::new();
        for (side, _) in self.sides.iter().zip(memories).filter(|(_, memory)| !memory.is_inside) {
            match side {
                Side::Convex(convex) => crossing.push(convex),
                Side::Faces(_) => return None,
            }
        }
        hubs.into_iter().find_map(|hub| {
            let bodies: Vec<_> = crossing.iter().map(|&body| (body, body.depth(hub))).collect();
            bodies.iter().all(|&(_, depth)| depth > 0.0).then_some(Cone { bodies, hub })
        })
    }

    /// A plane through a hub along which a cell is cut: across the widest way from its middle, as seen from there.
    pub(super) fn through(&self, hub: Spot, cell: &Cell) -> Option<Plane> {
        let ways: Vec<Spot> = self.ways(hub, cell).filter_map(Spot::normalized).collect();
        let sum = ways.iter().fold(Spot::default(), |sum, way| sum + *way);
        // Where the corners are all around, their mean says nothing.
        let middle = if sum.length() > 0.25 * ways.len() as f64 { sum.unit() } else { Spot::default() };
        let aside = ways.into_iter().map(|way| way - middle * way.dot(middle));
        let widest = aside.max_by(|one, other| one.length_squared().total_cmp(&other.length_squared()))?;
        Some(plane_through(hub, widest.normalized()?))
    }

    /// Planes that touch the bodies where the way from the hub through the mean of the farther corners leaves them.
    pub(super) fn touching(&self, cone: &Cone, cell: &Cell) -> Vec<Plane> {
        // That mean may be inside.
        let way = middle_of(self.ways(cone.hub, cell)) * 1.25;
        let touch = |&(body, depth): &(&Convex, f64)| {
            let share = body.share([cone.hub, cone.hub + way], depth);
            (body.support)(cone.hub + way * share).plane
        };
        cone.bodies.iter().map(touch).collect()
    }

    /// The volume of what the corners of a cell enclose that are drawn into the bodies.
    pub(super) fn inner(&self, cone: &Cone, cell: &Cell, measures: &Measures) -> f64 {
        let share = |corner: Spot| {
            cone.bodies.iter().map(|(body, depth)| body.share([cone.hub, corner], *depth)).fold(1.0, f64::min)
        };
        let shares: Vec<f64> = cell.points().map(share).collect();
        let star = |shares: &[f64]| {
            if self.is_flat { cell.prism_around(cone.hub, shares) } else { cell.star_around(cone.hub, shares) }
        };
        // Faces of nearly one plane would count twice.
        let is_right = star(&vec![1.0; shares.len()]) <= measures.volume + self.error_of(cell, measures.surface);
        if is_right { star(&shares).min(measures.volume) } else { 0.0 }
    }

    /// The ways from a hub to the corners that are not much nearer to it than the farthest one. In the plane the third axis does
    /// not count.
    fn ways(&self, hub: Spot, cell: &Cell) -> impl Iterator<Item = Spot> {
        let z = if self.is_flat { 0.0 } else { 1.0 };
        let way = move |p: Spot| Spot { z: z * (p.z - hub.z), ..p - hub };
        let most = cell.points().map(|p| way(p).length()).fold(0.0, f64::max);
        cell.points().map(way).filter(move |way| way.length() > 0.125 * most)
    }
}

impl Convex<'_> {
    /// How deep a point is in the body, at least. Negative outside.
    fn depth(&self, p: Spot) -> f64 {
        (self.support)(p).depth - self.error
    }

    /// The share of the way from a point that is `depth` deep in the body to another point that is surely in the body.
    ///
    /// The signed distance from a convex body is a convex function, so along the way it is below its chords.
    fn share(&self, [from, to]: [Spot; 2], depth: f64) -> f64 {
        let chord = |end: f64| if end >= 0.0 { 1.0 } else { depth / (depth - end) };
        let support = (self.support)(to);
        let own = chord(support.depth - self.error);
        let [low, high] = [from, to].map(|p| support.plane.height(p));
        if own == 1.0 || !(low < 0.0 && high > 0.0) {
            return own;
        }
        // The body is behind the plane. Where the way meets that, the chord is nearer to the surface.
        let meets = low / (low - high);
        own.max(meets * chord(self.depth(from + (to - from) * meets)))
    }
}
