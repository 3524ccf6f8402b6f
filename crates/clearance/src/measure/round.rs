//! Thickened ellipsoids, cylinders and cones.
//!
//! **Method.** The strata of cylinders and cones ([`super::steiner`]) are discs, rims and bundles of straight lines;
//! all are rings about the y axis. A ring has the mean height y, the means of y² and of the squared distance ρ² from
//! the axis, and the mean of P. Notation: R radius, h half-height, H = 2h, s = √(R² + H²), u the fraction of the way
//! from the apex.
//!
//! | piece | k | w |F| | y | y² | ρ² | P along y, across |
//! |---|---|---|---|---|---|---|
//! | disc | 1 | π R² | its height | y² | R²/2 | 0, 1 |
//! | side of the cylinder | 1 | 4π R h | 0 | h²/3 | R² | 1, 1/2 |
//! | lines of the cylinder | 2 | 4π h | 0 | h²/3 | R² | 1, 0 |
//! | side of the cone | 1 | π R s | at u = 2/3 | | R²/2 | H²/s², 1/2 + R²/(2s²) |
//! | lines of the cone | 2 | 2π H | at u = 1/2 | | R²/3 | H²/s², R²/(2s²) |
//! | rim of a turn θ | 2 | 2π R θ | its height | y² | R² | 0, 1/2 |
//! | rim of a solid angle | 3 | the angle | its height | y² | R² | 0, 0 |
//!
//! The rims of the cylinder turn by π/2 and have the solid angle 2π each. The rim of the cone turns by the angle of the
//! direction (−R, H), and has the solid angle 2π (1 + R/s); the apex has 2π (1 − R/s).
//!
//! An ellipsoid: V + S r + C r² + 4π r³/3, where S is its surface and C the integral of its mean curvature. In the
//! plane A + L r + π r². No closed form of its inertia is known to us.

use super::angle::angle;
use super::solids::{diagonal, ellipsoid_volume, exponent, length};
use super::steiner::{Raw, Stratum, thickened_surface};
use super::{Body, NOTHING, Triple, elliptic};
use crate::numbers::each::Each;
use crate::numbers::interval::Interval;

const PI: Interval = Interval::PI;
const ZERO: Interval = Interval::ZERO;

/// A piece of the boundary of a solid of revolution about the y axis.
struct Ring {
    /// w |F|
    size: Interval,
    /// The mean of y.
    height: Interval,
    /// The mean of y².
    height_squared: Interval,
    /// The mean of ρ².
    across_squared: Interval,
    /// The mean of P along y, and across y.
    tangent: [Interval; 2],
}

/// The sums of rings.
fn stratum(rings: &[Ring]) -> Stratum {
    let mut sums = Stratum::NONE;
    for ring in rings {
        let Ring { size, height, height_squared, across_squared, tangent: [along, across] } = *ring;
        let one = Interval::from(1.0);
        let (side, spread) = (size * across_squared / 2.0, size * (one + across));
        sums.add(&Stratum {
            size,
            first: [ZERO, size * height, ZERO],
            second: diagonal([side, size * height_squared, side]),
            spread: diagonal([spread, size * (one + along), spread]),
        });
    }
    sums
}

/// A rim or a point at a height. Its tangent is `across` on the mean.
fn rim(size: Interval, height: Interval, radius: Interval, across: f64) -> Ring {
    let (height_squared, across_squared) = (height.square(), radius.square());
    Ring { size, height, height_squared, across_squared, tangent: [ZERO, Interval::from(across)] }
}

/// A disc at a height.
fn disc(height: Interval, radius: Interval) -> Ring {
    let area = PI * radius.square();
    Ring { across_squared: radius.square() / 2.0, ..rim(area, height, radius, 1.0) }
}

/// Radius, half-height and thickness, divided by 2^exponent such that the largest is about 1.
fn scaled([radius, half, _]: Triple, r: Interval) -> (Triple, i32) {
    let sizes = [radius, half, r];
    let exponent = exponent(&sizes);
    (sizes.each(|size| size.scaled(-exponent)), exponent)
}

fn cylinder_strata(radius: Interval, half: Interval) -> [Stratum; 3] {
    let side = |size: Interval, across: f64| Ring {
        size,
        height: ZERO,
        height_squared: half.square() / 3.0,
        across_squared: radius.square(),
        tangent: [Interval::from(1.0), Interval::from(across)],
    };
    let rims = |size: Interval, across: f64| [half, -half].each(|height| rim(size, height, radius, across));
    let [upper, lower] = rims(PI.square() * radius, 0.5);
    [
        stratum(&[side(PI * radius * half * 4.0, 0.5), disc(half, radius), disc(-half, radius)]),
        stratum(&[side(PI * half * 4.0, 0.0), upper, lower]),
        stratum(&rims(PI * 2.0, 0.0)),
    ]
}

/// The cylinder thickened by r. `sizes` are its radius and its half-height.
pub(super) fn cylinder(sizes: Triple, r: Interval) -> Body {
    let ([radius, half, r], exponent) = scaled(sizes, r);
    let volume = PI * radius.square() * half * 2.0;
    let (along, across) = (volume * half.square() / 3.0, volume * radius.square() / 4.0);
    let core = Raw { volume, first: NOTHING, second: diagonal([across, along, across]) };
    // It is symmetric, so a pose that stretches it does not move its centroid.
    let body = core.thickened(&cylinder_strata(radius, half), r, 3).body(NOTHING, exponent, 3);
    Body { centroid: NOTHING, ..swaying(body, [radius, half, r], exponent) }
}

/// The surface of the cylinder thickened by r.
pub(super) fn cylinder_surface(sizes: Triple, r: Interval) -> Interval {
    let ([radius, half, r], exponent) = scaled(sizes, r);
    thickened_surface(cylinder_strata(radius, half).each(|stratum| stratum.size), r).scaled(2 * exponent)
}

/// Heights are from the centroid of the cone: the base at −h/2, the apex at 3h/2.
fn cone_strata(radius: Interval, half: Interval) -> [Stratum; 3] {
    let (base, apex, tall) = (-half / 2.0, half * 3.0 / 2.0, half * 2.0);
    let slant = length([radius, tall, ZERO]);
    if !(slant.lower > 0.0) {
        return [Stratum::NONE, Stratum::NONE, stratum(&[rim(PI * 4.0, ZERO, ZERO, 0.0)])];
    }
    // At most 1 each.
    let (steep, flat) = ((tall / slant).square(), (radius / slant).square());
    let half_square = half.square();
    let side = Ring {
        size: PI * radius * slant,
        height: half / 6.0,
        height_squared: half_square / 4.0,
        across_squared: radius.square() / 2.0,
        tangent: [steep, Interval::from(0.5) + flat / 2.0],
    };
    let lines = Ring {
        size: PI * tall * 2.0,
        height: half / 2.0,
        height_squared: half_square * 7.0 / 12.0,
        across_squared: radius.square() / 3.0,
        tangent: [steep, flat / 2.0],
    };
    let turn = angle(tall, -radius);
    // 1 − R/s = H² / (s (s + R)).
    let point = PI * 2.0 * (tall * (tall / (slant * (slant + radius))));
    let around = PI * 2.0 * (Interval::from(1.0) + radius / slant);
    [
        stratum(&[disc(base, radius), side]),
        stratum(&[lines, rim(PI * 2.0 * radius * turn, base, radius, 0.5)]),
        stratum(&[rim(point, apex, ZERO, 0.0), rim(around, base, radius, 0.0)]),
    ]
}

/// The cone thickened by r. `sizes` are its radius and its half-height.
pub(super) fn cone(sizes: Triple, r: Interval) -> Body {
    let ([radius, half, r], exponent) = scaled(sizes, r);
    let volume = PI * radius.square() * half * 2.0 / 3.0;
    let share = volume * 3.0 / 20.0;
    let (along, across) = (share * half.square(), share * radius.square());
    let core = Raw { volume, first: NOTHING, second: diagonal([across, along, across]) };
    let base = [ZERO, -(half / 2.0).scaled(exponent), ZERO];
    let body = core.thickened(&cone_strata(radius, half), r, 3).body(base, exponent, 3);
    swaying(body, [radius, half, r], exponent)
}

/// The surface of the cone thickened by r.
pub(super) fn cone_surface(sizes: Triple, r: Interval) -> Interval {
    let ([radius, half, r], exponent) = scaled(sizes, r);
    thickened_surface(cone_strata(radius, half).each(|stratum| stratum.size), r).scaled(2 * exponent)
}

/// The body with a bound of its diameter.
fn swaying(body: Body, sizes: Triple, exponent: i32) -> Body {
    let reach = sizes.iter().fold(ZERO, |sum, size| sum + *size);
    Body { sway: (reach * 2.0).scaled(exponent).upper, ..body }
}

/// The ellipsoid thickened by r. Its inertia is not known.
pub(super) fn ellipsoid(axes: Triple, r: Interval, plane: bool) -> Body {
    let (core, surface) = (ellipsoid_volume(&axes, plane), elliptic::surface(axes, plane));
    let volume = if plane {
        core + surface * r + PI * r.square()
    } else {
        core + surface * r + elliptic::mean_curvature(axes) * r.square() + PI * 4.0 / 3.0 * (r.square() * r)
    };
    Body { volume, centroid: NOTHING, spread: [[Interval::ALL; 3]; 3], sway: 0.0 }
}

/// The surface of the ellipsoid thickened by r.
pub(super) fn ellipsoid_surface(axes: Triple, r: Interval, plane: bool) -> Interval {
    let core = elliptic::surface(axes, plane);
    if plane { core + PI * r * 2.0 } else { core + elliptic::mean_curvature(axes) * r * 2.0 + PI * r.square() * 4.0 }
}
