//! Shapes that are far apart. Balls around them answer yes-or-no questions without a search.

use crate::difference::diagonal;
use crate::numbers::real::{Real, exponent_of, larger, ldexp};
use crate::paths::{FastPath, is_left_out};
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::vector::WideVector;

/// The radius of a ball about the origin of a frame that holds cores of this [`SupportMap::ball_extent`], turned by a pose
/// that is not quite a rotation.
#[inline(always)]
fn ball_of<W: WideVector>(extent: f64) -> f64 {
    diagonal::<W>() * (1.0 + 1.0 / 16.0) * extent
}

/// The radius of such a ball that holds a shape.
#[inline(always)]
pub(crate) fn ball<W: WideVector>(shape: &View<'_, W>) -> f64 {
    ball_of::<W>(shape.ball_extent()) + shape.radius().widen()
}

/// The vector between the origins of the frames, if balls around the origins prove that the shapes are farther apart
/// than `limit`. The balls contain the shapes. The test needs a few products and no rotation.
#[inline]
pub(crate) fn farther_than<W: WideVector, S: SupportMap<W>>(a: &S, b: &S, limit: f64) -> Option<W> {
    if is_left_out(FastPath::FarBalls) {
        return None;
    }
    let apart = b.pose().translation.widen() - a.pose().translation.widen();
    let radii = a.radius().widen() + b.radius().widen();
    is_longer(apart, ball_of::<W>(a.ball_extent() + b.ball_extent()) + radii + limit).then_some(apart)
}

/// Whether a vector is certainly longer than a sum of balls and a limit.
///
/// Squared lengths must be normal numbers. The comparison has 8 roundings, and the balls have 4. All are within 2⁻⁴⁰.
/// Poses that are not quite rotations stretch by less than 2⁻⁴ ([`crate::PoseError::NotUnit`] and the slack of `f32`).
#[inline]
pub(crate) fn is_longer<W: WideVector>(apart: W, reach: f64) -> bool {
    let (squared, least) = (apart.dot(&apart), reach * reach * (1.0 + 1e-12));
    // The other square may be less than the range. It is smaller then, too.
    if squared > least && squared > 1e-280 && squared < 1e280 {
        return true;
    }
    if least > 1e-280 && squared < 1e280 {
        return false;
    }
    farther_scaled(apart, reach)
}

/// The same for lengths whose squares leave the range. False if a length is not finite, or if all are so small that the
/// radii of the balls may be subnormal numbers, which err by more than the margin.
#[cold]
#[inline(never)]
fn farther_scaled<W: WideVector>(apart: W, reach: f64) -> bool {
    let largest = larger(apart.max_abs(), reach);
    if !(largest > 1e-290 && largest < f64::INFINITY && apart.is_finite()) {
        return false;
    }
    let (apart, reach) = (apart.scaled_by_power(-exponent_of(largest)), ldexp(reach, -exponent_of(largest)));
    apart.dot(&apart) > reach * reach * (1.0 + 1e-12)
}
