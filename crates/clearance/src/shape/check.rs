//! A check of one's own shapes: whether a support function can be that of a convex set.

use crate::numbers::each::Each;
use crate::numbers::real::{Real, U};
use crate::shape::support::SupportMap;
use crate::space::vector::{Space, Vector, WideVector};
use alloc::vec::Vec;
use core::fmt;

/// What is wrong with a [`SupportMap`], and along which direction it shows. All vectors are in the shape's own frame.
///
/// [`check_support_map`] has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SupportMapError<W> {
    /// The support point is not finite.
    NotFinite {
        /// The direction that was asked.
        direction: W,
    },
    /// The same direction gave two different support points.
    Unsteady {
        /// The direction that was asked.
        direction: W,
    },
    /// The support point is not the farthest one: the support point of another direction lies farther.
    NotFarthest {
        /// The direction whose support point is not the farthest, a unit vector.
        direction: W,
        /// The direction whose support point lies farther along `direction`.
        other: W,
        /// How much farther it lies, in the unit of the shape.
        by: f64,
    },
    /// A vertex lies beyond the support point, or the support point is no vertex.
    NotTheVertices {
        /// The direction that was asked.
        direction: W,
    },
    /// The radius or the rounding is negative or not finite.
    BadSize,
}

impl<W: fmt::Debug> fmt::Display for SupportMapError<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { direction } => write!(f, "the support point along {direction:?} is not finite"),
            Self::Unsteady { direction } => {
                write!(f, "the direction {direction:?} gave two different support points")
            }
            Self::NotFarthest { direction, other, by } => write!(
                f,
                "the support point along {direction:?} is not the farthest: that of {other:?} lies {by:e} farther"
            ),
            Self::NotTheVertices { direction } => {
                write!(f, "along {direction:?} the support point and the vertices contradict each other")
            }
            Self::BadSize => f.write_str("the radius or the rounding is negative or not finite"),
        }
    }
}
impl<W: fmt::Debug> core::error::Error for SupportMapError<W> {}

/// Checks a shape of your own: asks for its support points all round, and compares each with all others.
///
/// The support point along d must reach at least as far along d as every other support point, since these are points of
/// the core, too. This is what a support function must satisfy; a shape that breaks it makes the bounds of its answers
/// meaningless. The check asks 218 directions (40 in the plane) and allows for [`SupportMap::rounding`]. It finds
/// most mistakes, and it cannot prove that there is none.
///
/// Call it in the tests of your shape, not in each query.
///
/// # Errors
/// The first contradiction found, with its direction.
///
/// ```
/// use clearance::{SupportMap, SupportMapError, Vec3, check_support_map, vec3};
///
/// /// Meant to be a ball of radius 1. The direction is not normalised: a mistake.
/// struct Balloon;
/// impl SupportMap<Vec3<f64>> for Balloon {
///     fn support(&self, d: Vec3<f64>) -> Vec3<f64> {
///         d
///     }
/// }
/// assert!(matches!(check_support_map(&Balloon), Err(SupportMapError::NotFarthest { .. })));
/// assert!(check_support_map(&clearance::Ball::new(vec3(0.0, 0.0, 0.0), 1.0).unwrap()).is_ok());
/// ```
pub fn check_support_map<V: Vector>(shape: &impl SupportMap<V>) -> Result<(), SupportMapError<V::Wide>> {
    // The points come first: the rounding of a shape is told by its support points, too.
    let asked = directions::<V::Wide>().map(|direction| asked(shape, direction)).collect::<Result<Vec<_>, _>>()?;
    let is_size = |size: f64| (0.0..f64::INFINITY).contains(&size);
    if !is_size(shape.radius().widen()) || !is_size(shape.rounding()) {
        return Err(SupportMapError::BadSize);
    }
    let size = asked.iter().fold(0.0f64, |size, asked| size.max(asked.point.max_abs()));
    // Products round by 3u each, the points by `rounding` each, and the unit direction by 2u.
    let room = 2.0 * shape.rounding() + 16.0 * U * size;
    for here in &asked {
        let unit = here.direction.unit();
        let height = unit.dot(&here.point);
        let beyond = |other: &Asked<V::Wide>| unit.dot(&other.point) - height;
        let Some(farthest) = asked.iter().max_by(|p, q| beyond(p).total_cmp(&beyond(q))) else { continue };
        if beyond(farthest) > room {
            let (other, by) = (farthest.direction, beyond(farthest));
            return Err(SupportMapError::NotFarthest { direction: unit, other, by });
        }
        let vertices = (0..shape.vertex_count()).map(|index| unit.dot(&shape.vertex(index)));
        let top = vertices.fold(f64::NEG_INFINITY, f64::max);
        if shape.vertex_count() > 0 && !((top - height).abs() <= room + 16.0 * U * shape.extent()) {
            return Err(SupportMapError::NotTheVertices { direction: unit });
        }
    }
    Ok(())
}

/// A direction of any length with its support point.
struct Asked<W> {
    direction: W,
    point: W,
}

fn asked<V: Vector>(
    shape: &impl SupportMap<V>,
    direction: V::Wide,
) -> Result<Asked<V::Wide>, SupportMapError<V::Wide>> {
    let point = shape.support(direction);
    if !point.is_finite() {
        return Err(SupportMapError::NotFinite { direction });
    }
    if shape.support(direction) != point {
        return Err(SupportMapError::Unsteady { direction });
    }
    Ok(Asked { direction, point })
}

/// Directions all round, of several lengths: the points of a grid on the surface of a cube, or of a square.
fn directions<W: WideVector>() -> impl Iterator<Item = W> {
    // Points along an edge of the cube; odd, so that the axes are among them.
    let side: i32 = if W::DIM == 2 { 11 } else { 7 };
    let count = if W::DIM == 2 { side * side } else { side * side * side };
    (0..count).filter_map(move |index| {
        let place = [index % side, index / side % side, index / side / side].each(|place| place - side / 2);
        let on_surface = place[..W::DIM].iter().any(|coordinate| coordinate.abs() == side / 2);
        // Lengths from 1/4 to 4 times: a support point must not depend on the length of the direction.
        let length = [1.0, 0.25, 4.0][index as usize % 3];
        on_surface.then(|| {
            (0..W::DIM).fold(<W as Space>::zero(), |direction, axis| {
                // Off the planes of symmetry a little, where mistakes of signs would hide.
                let skew = 0.037 * f64::from(place[(axis + 1) % W::DIM]);
                direction.with_coordinate(axis, length * (f64::from(place[axis]) + skew))
            })
        })
    })
}
