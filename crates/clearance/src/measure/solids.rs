//! The formulas of the solids.
//!
//! **Notation.** V volume, r radius, h half-height, L length of a capsule's segment, d dimension; S = ∫ x xᵀ about the
//! centroid, x the axis of a solid and p a direction orthogonal to it.
//!
//! | solid | V | S |
//! |---|---|---|
//! | ball | π r², 4/3 π r³ | V r² / (d + 2) |
//! | ellipsoid, semi-axes sᵢ | π Π sᵢ, 4/3 π Π sᵢ | V sᵢ² / (d + 2) |
//! | box, half-extents hᵢ | Π 2hᵢ | V hᵢ² / 3 |
//! | cylinder | 2π r² h | x: V h² / 3, p: V r² / 4 |
//! | cone, centroid at −h/2 | 2/3 π r² h | x: 3/20 V h², p: 3/20 V r² |
//! | capsule in space | π r² L + 4/3 π r³ | p: π r² L r²/4 + 4/3 π r³ r²/5, x − p: π r² L (L²/12 + rL/3 + r²/4) |
//! | capsule in the plane | 2rL + π r² | p: 2rL r²/3 + π r² r²/4, x − p: rL (L²/6 + π rL/4 + 2r²/3) |
//!
//! A capsule is a cylinder and two half balls. With a half ball's centroid 3r/8 from its base, in the plane 4r/(3π),
//! the terms x − p are sums of positive terms, so nothing cancels.
//!
//! Thickened boxes are polytopes with a radius ([`super::polytope`]). Thickened ellipsoids, cylinders and cones are in
//! [`super::round`].

use super::{Body, NOTHING, Solid, Square, Triple, elliptic, polytope, round};
use crate::numbers::each::Each;
use crate::numbers::interval::Interval;
use crate::numbers::real::Real;
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::vector::WideVector;

const PI: Interval = Interval::PI;

impl Solid {
    /// The moments in the shape's own frame, without its pose.
    pub(super) fn body<W: WideVector>(self, shape: &View<'_, W>) -> Body {
        let plane = W::DIM == 2;
        let r = radius(shape);
        match self {
            Self::Ball => Body {
                centroid: triple(shape.vertex(0)),
                ..symmetric(ellipsoid_volume(&[r; 3], plane), [r; 3], if plane { 4.0 } else { 5.0 }, plane)
            },
            Self::Capsule => capsule(triple(shape.vertex(0)), triple(shape.vertex(1)), r, plane),
            Self::Ellipsoid if r.upper > 0.0 => round::ellipsoid(reach(shape), r, plane),
            Self::Cylinder if r.upper > 0.0 => round::cylinder(reach(shape), r),
            Self::Cone if r.upper > 0.0 => round::cone(reach(shape), r),
            Self::Box if !(r.upper > 0.0) => {
                let h = reach(shape);
                let sides = if plane { h[0] * h[1] * 4.0 } else { h[0] * h[1] * h[2] * 8.0 };
                symmetric(sides, h, 3.0, plane)
            }
            Self::Ellipsoid => {
                let s = reach(shape);
                symmetric(ellipsoid_volume(&s, plane), s, if plane { 4.0 } else { 5.0 }, plane)
            }
            Self::Cylinder => {
                let [r, h, _] = reach(shape);
                let volume = PI * r.square() * h * 2.0;
                let (along, across) = (volume * h.square() / 3.0, volume * r.square() / 4.0);
                Body { volume, centroid: NOTHING, spread: diagonal([across, along, across]), sway: 0.0 }
            }
            Self::Cone => {
                let [r, h, _] = reach(shape);
                let volume = PI * r.square() * h * 2.0 / 3.0;
                let share = volume * 3.0 / 20.0;
                let (along, across) = (share * h.square(), share * r.square());
                let centroid = [Interval::ZERO, -h / 2.0, Interval::ZERO];
                Body { volume, centroid, spread: diagonal([across, along, across]), sway: 0.0 }
            }
            Self::Box | Self::Polytope => polytope::body(shape, r),
        }
    }

    /// The area of the surface in the shape's own frame, in the plane the length of the boundary.
    pub(super) fn surface<W: WideVector>(self, shape: &View<'_, W>) -> Interval {
        let plane = W::DIM == 2;
        let r = radius(shape);
        match self {
            Self::Ball if plane => PI * r * 2.0,
            Self::Ball => PI * r.square() * 4.0,
            Self::Capsule => {
                let (a, b) = (triple(shape.vertex(0)), triple(shape.vertex(1)));
                let way = length([0, 1, 2].each(|k| b[k] - a[k]));
                if plane { way * 2.0 + PI * r * 2.0 } else { PI * r * 2.0 * (way + r * 2.0) }
            }
            Self::Ellipsoid if r.upper > 0.0 => round::ellipsoid_surface(reach(shape), r, plane),
            Self::Cylinder if r.upper > 0.0 => round::cylinder_surface(reach(shape), r),
            Self::Cone if r.upper > 0.0 => round::cone_surface(reach(shape), r),
            Self::Box if !(r.upper > 0.0) => {
                let [x, y, z] = reach(shape);
                if plane { (x + y) * 4.0 } else { (x * y + y * z + z * x) * 8.0 }
            }
            Self::Ellipsoid => elliptic::surface(reach(shape), plane),
            Self::Cylinder => {
                let [r, h, _] = reach(shape);
                PI * r * 2.0 * (h * 2.0 + r)
            }
            Self::Cone => {
                let [r, h, _] = reach(shape);
                PI * r * (r + length([r, h * 2.0, Interval::ZERO]))
            }
            Self::Box | Self::Polytope => polytope::surface(shape, r),
        }
    }
}

/// The radius without rounding. Nothing is known of one that is not finite or negative.
fn radius<W: WideVector>(shape: &View<'_, W>) -> Interval {
    let rounded = shape.radius().widen();
    if rounded >= 0.0 && rounded.is_finite() { Interval::of(&shape.exact_radius()) } else { Interval::ALL }
}

fn triple<W: WideVector>(point: W) -> Triple {
    point.padded().each(Interval::from)
}

/// How far the core of a shape with its centre at the origin reaches along the axes: half-extents, semi-axes, radius
/// and half-height. Support points along an axis have this coordinate without rounding.
fn reach<W: WideVector>(shape: &View<'_, W>) -> Triple {
    [0, 1, 2].each(|axis| {
        if axis >= W::DIM {
            return Interval::ZERO;
        }
        let far = shape.support(<W as WideVector>::axis(axis));
        Interval::from(far.coordinate(axis).abs())
    })
}

pub(super) fn ellipsoid_volume(s: &Triple, plane: bool) -> Interval {
    if plane { PI * s[0] * s[1] } else { PI * 4.0 / 3.0 * (s[0] * s[1] * s[2]) }
}

/// A body with its centroid at the origin and the spread V·aᵢ² / share.
fn symmetric(volume: Interval, sizes: Triple, share: f64, plane: bool) -> Body {
    let [x, y, z] = sizes.each(|size| volume * size.square() / share);
    Body { volume, centroid: NOTHING, spread: diagonal([x, y, if plane { Interval::ZERO } else { z }]), sway: 0.0 }
}

pub(super) fn diagonal(entries: Triple) -> Square {
    [0, 1, 2].each(|i| [0, 1, 2].each(|j| if i == j { entries[i] } else { Interval::ZERO }))
}

fn capsule(a: Triple, b: Triple, r: Interval, plane: bool) -> Body {
    let way = [0, 1, 2].each(|k| b[k] - a[k]);
    let long = length(way);
    let square = r.square();
    let (volume, across, excess) = if plane {
        let (side, disc) = (r * long * 2.0, PI * square);
        let across = side * square / 3.0 + disc * square / 4.0;
        (side + disc, across, r * (long.square() / 6.0 + PI * r * long / 4.0 + square * 2.0 / 3.0))
    } else {
        let (side, ball) = (PI * square * long, PI * 4.0 / 3.0 * (square * r));
        let across = side * square / 4.0 + ball * square / 5.0;
        (side + ball, across, PI * square * (long.square() / 12.0 + r * long / 3.0 + square / 4.0))
    };
    // The excess along the axis u = way / L: L·(…)·u uᵀ = (…)·way wayᵀ / L.
    let dim = if plane { 2 } else { 3 };
    let entry = |i: usize, j: usize| {
        let lean = if way[i] == Interval::ZERO || way[j] == Interval::ZERO {
            Interval::ZERO
        } else {
            let product = if i == j { way[i].square() } else { way[i] * way[j] };
            excess * (product / long)
        };
        if i == j && i < dim { across + lean } else { lean }
    };
    Body {
        volume,
        centroid: [0, 1, 2].each(|k| a[k] / 2.0 + b[k] / 2.0),
        spread: [0, 1, 2].each(|i| [0, 1, 2].each(|j| entry(i, j))),
        sway: 0.0,
    }
}

/// The length of a vector. It is scaled by a power of two first, so its square stays in range.
pub(super) fn length(v: Triple) -> Interval {
    let exponent = exponent(&v);
    let unit = v.each(|x| x.scaled(-exponent).square());
    (unit[0] + unit[1] + unit[2]).root().scaled(exponent)
}

/// The exponent of the largest end, limited such that powers of it stay in range.
pub(super) fn exponent(v: &Triple) -> i32 {
    let largest = v.iter().fold(0.0f64, |largest, x| largest.max(x.lower.abs()).max(x.upper.abs()));
    if largest > 0.0 && largest.is_finite() { crate::numbers::real::exponent_of(largest).clamp(-1000, 1000) } else { 0 }
}
