//! Minkowski portal refinement (XenoCollide).
//!
//! **Source.** G. Snethen, "XenoCollide: Complex Collision Made Simple", Game Programming Gems 7, 2008, section 2.5,
//! and the code beside the book.
//!
//! **Idea.** A ray goes from a point v₀ inside A − B through the origin. A portal is a facet of support points that the
//! ray passes: a segment in the plane, a triangle in space. If the origin is on v₀'s side of a portal, it is in A − B.
//! If a support plane has the origin on its outer side, it is not. Otherwise a new support point makes a portal farther
//! out.
//!
//! 1. v₁ = the support point along −v₀, v₂ and v₃ = those across the planes that the ray would leave through.
//! 2. Replace v₁, v₂, v₃ until the ray passes the portal.
//! 3. n = the portal's normal. If n·v₁ ≥ 0, the shapes meet.
//! 4. v₄ = the support point along n. If v₄·n < 0: apart. If it is at most [`Portal::tolerance`] beyond the portal: the
//!    end.
//! 5. v₄ and two of the old points are the new portal.
//!
//! **Complexity.** One support point of each body a step. No bound is known for the number of steps; it is small in
//! practice.
//!
//! **The depth is not the penetration depth.** At the end the portal lies on the surface of A − B where *this* ray
//! leaves it. Its distance is a length along which the shapes can be taken apart. Another direction may be much
//! shorter: the way out of a plate, for a body that dips into it near its rim.
//!
//! **Known failure.** The tolerance is an absolute length (the code has 1e-3): shapes of that size have no portal that
//! is refined. Bodies without interior have no inner point. The ray may pass through an edge of the portal, where signs
//! of rounded numbers decide. If v₀ is the origin, the code moves it by an absolute length. No distance of shapes
//! apart, no memory for the next frame.

use crate::answer::{Answer, Verdict};
use crate::pair::Pair;
use crate::step::{Notes, Silent, Step};
use crate::support::support_against;
use clearance::{Vec2, Vec3, Vector, WideVector};

/// The thresholds of the code beside the book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Portal {
    /// How far a support point may lie beyond the last portal, in the unit of the shapes.
    pub tolerance: f64,
    /// After how many steps the search counts as endless.
    pub limit: u32,
}

impl Default for Portal {
    fn default() -> Self {
        Self { tolerance: 1e-3, limit: 500 }
    }
}

/// By how much v₀ is moved if it is the origin, in the unit of the shapes. The code's own number.
const NUDGE: f64 = 1e-5;

impl Portal {
    /// Whether the bodies meet, and how far the portal is from the origin.
    pub fn query<W: WideVector>(&self, pair: &Pair<'_, W>) -> Answer<W> {
        pair.to_world(self.search(pair, &mut Silent))
    }

    /// The same with every step.
    pub fn trace<W: WideVector>(&self, pair: &Pair<'_, W>) -> (Answer<W>, Vec<Step>) {
        pair.traced(|steps| self.search(pair, steps))
    }

    fn search<W: WideVector>(&self, pair: &Pair<'_, W>, notes: &mut impl Notes) -> Answer<W> {
        let mut inside = -pair.between_centers();
        if !(inside.max_abs() > 0.0) {
            inside = W::axis(0) * NUDGE;
        }
        let mut steps = 0;
        let farthest = |n: W| {
            steps += 1;
            pair.difference(support_against(pair, -n))
        };
        let outcome = if W::DIM == 2 {
            let plain = |v: W| Vec2::unpadded(v.padded());
            let mut farthest = farthest;
            self.in_plane(plain(inside), |n| plain(farthest(W::unpadded(n.padded()))), notes)
        } else {
            let plain = |v: W| Vec3::unpadded(v.padded());
            let mut farthest = farthest;
            self.in_space(plain(inside), |n| plain(farthest(W::unpadded(n.padded()))), notes)
        };
        match outcome {
            Outcome::Apart(axis) => Answer::apart(steps, W::unpadded(axis)),
            Outcome::Unproven => Answer { verdict: Some(Verdict::Apart), ..Answer::after(steps) },
            Outcome::Meet(depth) => Answer { portal_depth: Some(depth), distance: None, ..Answer::meet(steps) },
            Outcome::Endless => Answer::endless(steps),
        }
    }

    fn in_plane(&self, v0: Point2, mut farthest: impl FnMut(Point2) -> Point2, notes: &mut impl Notes) -> Outcome {
        let mut v1 = farthest(-v0);
        notes.note(|| shown(&[v0], &[v0], -v0, v1, false));
        if !(v1.dot(-v0) > 0.0) {
            return apart(v0);
        }
        let across = |v: Point2| Point2 { x: -v.y, y: v.x };
        let mut side = across(v1 - v0);
        if side.dot(v0) > 0.0 {
            side = -side;
        }
        if !(side.dot(v0) < 0.0) {
            return Outcome::Meet(v1.dot(-v0.unit())); // The origin is on the segment from v0 to v1.
        }
        let mut v2 = farthest(side);
        notes.note(|| shown(&[v0], &[v0, v1], side, v2, false));
        if !(v2.dot(side) > 0.0) {
            return apart(-side);
        }
        let mut meet = false;
        for _ in 0..self.limit {
            let mut n = across(v2 - v1).unit();
            if n.dot(v1 - v0) < 0.0 {
                n = -n;
            }
            meet |= n.dot(v1) >= 0.0;
            let v3 = farthest(n);
            notes.note(|| shown(&[v0], &[v1, v2], n, v3, meet));
            if let Some(end) = self.end(meet, n, v2, v3) {
                return end;
            }
            // The ray passes between v3 and the old point on its other side.
            if (v3.cross(v0) > 0.0) == (v1.cross(v0) > 0.0) {
                v1 = v3;
            } else {
                v2 = v3;
            }
        }
        Outcome::Endless
    }

    fn in_space(&self, v0: Point3, mut farthest: impl FnMut(Point3) -> Point3, notes: &mut impl Notes) -> Outcome {
        // 1. Three support points around the ray.
        let mut v1 = farthest(-v0);
        notes.note(|| shown(&[v0], &[v0], -v0, v1, false));
        if !(v1.dot(-v0) > 0.0) {
            return apart(v0);
        }
        let mut n = v1.cross(v0);
        if !(n.max_abs() > 0.0) {
            return Outcome::Meet(v1.dot(-v0.unit())); // The origin is on the segment from v0 to v1.
        }
        let mut v2 = farthest(n);
        notes.note(|| shown(&[v0], &[v0, v1], n, v2, false));
        if !(v2.dot(n) > 0.0) {
            return apart(-n);
        }
        n = (v1 - v0).cross(v2 - v0);
        if n.dot(v0) > 0.0 {
            (v1, v2, n) = (v2, v1, -n);
        }
        // 2. Until the ray passes the portal.
        let mut rounds = 0;
        let mut v3 = loop {
            let v3 = farthest(n);
            notes.note(|| shown(&[v0], &[v1, v2], n, v3, false));
            if !(v3.dot(n) > 0.0) {
                return apart(-n);
            }
            if v1.cross(v3).dot(v0) < 0.0 {
                v2 = v3;
            } else if v3.cross(v2).dot(v0) < 0.0 {
                v1 = v3;
            } else {
                break v3;
            }
            n = (v1 - v0).cross(v2 - v0);
            rounds += 1;
            if rounds == self.limit {
                return Outcome::Endless;
            }
        };
        let mut meet = false;
        for _ in 0..self.limit {
            // 3. Is the origin inside?
            let n = (v2 - v1).cross(v3 - v1).unit();
            meet |= n.dot(v1) >= 0.0;
            // 4. Is it outside, or the portal at the surface?
            let v4 = farthest(n);
            notes.note(|| shown(&[v0], &[v1, v2, v3], n, v4, meet));
            if let Some(end) = self.end(meet, n, v3, v4) {
                return end;
            }
            // 5. The third of the new tetrahedron that the ray passes.
            let sign = |v: Point3| v4.cross(v).dot(v0) < 0.0;
            match (sign(v1), sign(v2), sign(v3)) {
                (true, true, _) | (false, _, false) => v1 = v4,
                (true, false, _) => v3 = v4,
                (false, _, true) => v2 = v4,
            }
        }
        Outcome::Endless
    }

    /// How the search ends with this portal, if it does.
    fn end<W: WideVector>(&self, meet: bool, n: W, on_portal: W, farthest: W) -> Option<Outcome> {
        let height = farthest.dot(&n);
        if !meet && height < 0.0 {
            return Some(apart(-n));
        }
        if (farthest - on_portal).dot(&n) > self.tolerance {
            return None;
        }
        Some(if meet { Outcome::Meet(height) } else { Outcome::Unproven })
    }
}

type Point2 = Vec2<f64>;
type Point3 = Vec3<f64>;

/// How a search ends. Axes point from A to B.
enum Outcome {
    Apart([f64; 3]),
    /// The portal is at the surface up to the tolerance, and the origin outside of it: "apart", without an axis.
    Unproven,
    Meet(f64),
    Endless,
}

fn apart<W: WideVector + Vector>(axis: W) -> Outcome {
    Outcome::Apart((-axis).padded())
}

fn shown<W: WideVector>(inside: &[W], portal: &[W], n: W, farthest: W, meet: bool) -> Step {
    let name = match (portal.len() < W::DIM || portal[0] == inside[0], meet) {
        (true, _) => "a portal is being made",
        (_, true) => "the origin is behind the portal",
        (_, false) => "the origin is beyond the portal",
    };
    Step::named(name)
        .simplex("inner point", inside)
        .simplex("portal", portal)
        .direction("normal of the portal", n)
        .simplex("support point", &[farthest])
        .number("height of the portal", portal[0].dot(&n))
        .number("height of the support point", farthest.dot(&n))
}
