//! The signed distance at a corner of A − B in the plane, in double-double numbers.
//!
//! **Problem.** Polygons that touch corner on corner, or with sides that end in one point, have the origin at a corner of A − B to
//! rounding. The nearest point is the corner or on one of its two sides, and floats do not know which.
//!
//! **Notation.** v is the corner, p and q are the vertices of A − B on both sides of it, and x = −v is the origin seen from v. Each
//! side has a normal n outward, the height n·x/|n| of the origin above it, and the place of the origin along it, from v.
//!
//! **Method.**
//! 1. Floats find p and q: from a direction along which v is farthest, a line through v is turned until no vertex is beyond it.
//!    Sides of A and of B in one line to rounding have a vertex between them, which double-double numbers find above.
//! 2. If the origin is behind v along both sides, v is the nearest point, and n = x. If it is above a side and beside it, its foot is
//!    in that side. If it is below both, the nearer side tells the depth.
//! 3. Bounds, whatever floats found: the signed distance is at least the height of the origin above the farthest vertex along n. The
//!    triangle p v q belongs to A − B. So the distance is at most that from v or from the side. The depth is at least the lesser
//!    one below both sides, if the third side of the triangle is farther.
//!
//! **Accuracy.** That of [`super::double`]. What is not decided so is left to exact numbers.

use super::ExactPair;
use super::double::{DoubleAnswer, Feature, WIDEST, unit_normal};
use super::heights::{Heights, SHARE, dot, float};
use super::rim::{Corners, Name};
use super::support::InDouble;
use crate::numbers::double::Double;
use crate::numbers::each::Each;
use crate::numbers::real::{U, exponent_of, larger, ldexp};
use crate::space::vector::{Space, WideVector};

/// How often the line through a corner is turned. Larger: more time for what exact numbers decide.
const MOST: usize = 24;

/// How many times farther than the origin is from the corner the third side must be. Larger: more blunt corners are left to exact
/// numbers.
const FARTHER: f64 = 4.0;

/// How often a side is replaced by one to a vertex beyond it. Larger: more time for what exact numbers decide.
const REPLACED: usize = 4;

/// A corner, measured.
enum Measured<W> {
    Answered(DoubleAnswer<W>),
    /// A vertex is beyond one of the sides.
    Beyond {
        side: usize,
        vertex: Name,
    },
}

/// A side at a corner.
struct Side<W: WideVector> {
    /// From the corner to its other end.
    edge: W::Double,
    /// Outward, with a greatest coordinate of about 1.
    normal: W::Double,
    per_length: Double,
    /// How far the origin is above it, and from the corner along it.
    above: Double,
    along: f64,
    length: f64,
}

impl<W: WideVector> ExactPair<'_, W> {
    /// The signed distance if the corner of these that is nearest to the origin is as near as floats err. `outward` is a direction along
    /// which it is farthest, as floats know it.
    #[cold]
    #[inline(never)]
    pub(super) fn corner_in_double(
        &self,
        bodies: &[InDouble<'_, '_, W>; 2],
        pairs: &[Name],
        outward: W,
        scale: i32,
    ) -> Option<DoubleAnswer<W>> {
        if W::DIM != 2 {
            return None;
        }
        let [a, b] = bodies;
        let point = |(on_a, on_b): Name| a.float(on_a) - b.float(on_b);
        let corner = pairs.iter().copied().reduce(|p, q| if point(q).length() < point(p).length() { q } else { p })?;
        let reach = point(corner).length();
        if !(reach <= self.margin(scale)) {
            return None;
        }
        // 1.
        let (outward, noise) = (outward.unit(), 16.0 * U * self.scaled_size(scale));
        let left = W::normal_of(&[outward]);
        let beside = [left, -left].each(|along| self.beside(bodies, corner, along, outward, noise));
        let [Some(p), Some(q)] = beside else { return None };
        let (mut ends, normals) = ([p.0, q.0], [p.1, q.1]);
        for _ in 0..REPLACED {
            match self.measured(bodies, corner, ends, normals, scale)? {
                Measured::Answered(answer) => return Some(answer),
                Measured::Beyond { side, vertex } => ends[side] = vertex,
            }
        }
        None
    }

    /// The signed distance at a corner with sides to these ends.
    fn measured(
        &self,
        bodies: &[InDouble<'_, '_, W>; 2],
        corner: Name,
        ends: [Name; 2],
        normals: [W; 2],
        scale: i32,
    ) -> Option<Measured<W>> {
        let [a, b] = bodies;
        let x = b.point(corner.1).minus(&a.point(corner.0));
        let (error, noise) = (SHARE * self.scaled_size(scale), 16.0 * U * self.scaled_size(scale));
        let sides = [0, 1].each(|place| self.side(bodies, corner, ends[place], normals[place], &x));
        let [Some(one), Some(other)] = sides else { return None };
        // Each side seen from the other one's line, and the height of the corner above the third side.
        let ways = [float::<W>(&one.edge), float::<W>(&other.edge)];
        let third = (ways[1] - ways[0]).unit();
        let third = (ways[0] - third * ways[0].dot(&third)).length();
        if !(normals[0].dot(&ways[1]) < -noise && normals[1].dot(&ways[0]) < -noise) {
            return None;
        }
        // 2.
        let side = usize::from(other.above > one.above);
        let nearer = if side == 1 { &other } else { &one };
        let is_behind = |side: &Side<W>| side.along < -error;
        let is_beside = |side: &Side<W>| side.along > error && side.along < side.length;
        // 3.
        let (names, normal, per_length, lowest, shares);
        if is_behind(&one) && is_behind(&other) {
            let length = dot(&x, &x).root();
            let power = Double::from(ldexp(1.0, -exponent_of(length.high)));
            normal = x.scaled(&power);
            per_length = Double::from(1.0).divided_by(length.times(power));
            (names, lowest, shares) = ([corner; 3], Some(length.negated()), [1.0, 0.0, 0.0]);
        } else {
            let reach = float::<W>(&x).length();
            let is_below = nearer.above.high < 0.0 && third > FARTHER * reach + noise;
            if !(is_below || is_beside(nearer)) {
                return None;
            }
            let share = larger(nearer.along / nearer.length, 0.0);
            (normal, per_length) = (nearer.normal.clone(), nearer.per_length);
            (names, lowest, shares) = ([corner, ends[side], ends[side]], None, [1.0 - share, share, 0.0]);
        }
        let heights = Heights::new([a, b], &normal, per_length);
        let outward = float::<W>(&normal);
        let vertex = heights.top(outward);
        let top = heights.of(vertex);
        let [first, second, _] = names.each(|name| heights.of(name));
        let lowest = lowest.unwrap_or(if second < first { second } else { first });
        let count = if names[1] == corner { 1 } else { W::DIM };
        let Some(verdict) = self.verdict([top, lowest], scale, WIDEST * SHARE) else {
            return (count > 1 && !names.contains(&vertex)).then_some(Measured::Beyond { side, vertex });
        };
        let corners = Corners::new(&[a, b], names);
        let feature = Feature { corners: &corners, count, shares };
        self.answer_at([a, b], outward.unit(), top, &feature, verdict, scale).map(Measured::Answered)
    }

    /// The vertex at the other end of the side of a corner on this side of it, and the normal of that side, as floats know them.
    fn beside(
        &self,
        [a, b]: &[InDouble<'_, '_, W>; 2],
        corner: Name,
        along: W,
        outward: W,
        noise: f64,
    ) -> Option<(Name, W)> {
        let point = |(on_a, on_b): Name| a.float(on_a) - b.float(on_b);
        let base = point(corner);
        let farthest = |normal: W| {
            let name = (self.a.high_along(normal), self.b.high_along(-normal));
            let way = point(name) - base;
            (way.dot(&normal) > noise).then_some((name, way))
        };
        let (mut name, mut way) = farthest(along).or_else(|| farthest(-outward))?;
        for _ in 0..MOST {
            let normal = (outward * way.dot(&along) - along * way.dot(&outward)).unit();
            let Some(beyond) = farthest(normal) else { return Some((name, normal)) };
            (name, way) = beyond;
        }
        None
    }

    /// A side of a corner from which the origin is seen along `x`.
    fn side(
        &self,
        [a, b]: &[InDouble<'_, '_, W>; 2],
        corner: Name,
        end: Name,
        outward: W,
        x: &W::Double,
    ) -> Option<Side<W>> {
        let edge = a.edge(corner.0, end.0).minus(&b.edge(corner.1, end.1));
        let (normal, per_length) = unit_normal::<W>(&[edge.clone(), edge.clone()], outward)?;
        let length = float::<W>(&edge).length();
        let (above, along) = (dot(&normal, x).times(per_length), dot(&edge, x).high / length);
        Some(Side { edge, normal, per_length, above, along, length })
    }
}
