//! Measures of shapes: volume, surface, centroid, inertia, and the box along the axes, all with proven bounds.
//!
//! A shape is known by what it can answer, here too: the formulas take their lengths from the support points, the
//! vertices and the radius of [`SupportMap`]. The type of a shape only picks the formula. So placed and borrowed shapes
//! need none of their own. All numbers are intervals ([`crate::numbers::interval`]), so every bound holds by
//! construction.

mod aabb;
mod elliptic;
mod polytope;
mod solids;

pub use aabb::{Aabb, Bounds};

use crate::hull::{Hull, MinkowskiHull};
use crate::numbers::interval::{Bounded, Interval};
use crate::numbers::real::{Real, U};
use crate::shape::support::SupportMap;
use crate::shape::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Placed, Point, PointCloud, Points, Segment, Triangle,
};
use crate::space::pose::{Pose, Rotation};
use crate::space::vector::{Space, Vec3, Vector, WideVector};

/// Volume, centroid and inertia of a shape of density 1, in the world's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments<V: Vector> {
    /// The volume, in the plane the area.
    pub volume: Bounded<f64>,
    /// The centroid. For a flat shape that of its area, for a segment its middle.
    pub centroid: Bounded<V>,
    /// The inertia tensor about the centroid. See [`Measure::inertia`].
    pub inertia: Bounded<[[f64; 3]; 3]>,
}

/// Shapes that have a volume, a surface, a centroid and an inertia with proven bounds.
///
/// Answers are in the world's frame. Numbers are `f64` for both scalars; the centroid has the scalar of the shape, with
/// bounds rounded outward. The density is 1; multiply for another one. A shape that
/// is flat has the volume 0 and no inertia; it still has a surface and a centroid. Every shape has a box along the axes
/// ([`Bounds::aabb`]).
///
/// Implemented for all shapes of this crate but [`crate::Rounded`], [`crate::Sum`], [`crate::Swept`] and
/// [`crate::HullOfTwo`]. A [`MinkowskiHull`] is measured if no vertex was rounded; otherwise nothing is known. Bounds that leave the range of `f64` are infinite or zero. If a number of a pose is not finite,
/// nothing is known about the centroid.
///
/// ```
/// use clearance::{Cuboid, Measure, Pose, Shape, vec3};
///
/// let brick = Cuboid::new(vec3(1.0, 2.0, 3.0)).unwrap().at(Pose::translation([5.0, 0.0, 0.0]));
/// assert_eq!(brick.volume().value, 48.0);
/// assert_eq!(brick.surface_area().value, 88.0);
/// assert_eq!(brick.centroid().value, vec3(5.0, 0.0, 0.0));
/// // Mass times (b² + c²) / 3, with half-extents b and c.
/// assert_eq!(brick.inertia().value[0], [48.0 * 13.0 / 3.0, 0.0, 0.0]);
/// ```
#[doc(alias = "mass_properties")]
pub trait Measure<V: Vector>: SupportMap<V> {
    /// The formula. Its lengths are taken from the support map.
    #[doc(hidden)]
    const SOLID: Solid;

    /// Volume, centroid and inertia at once. Time O(1); for n vertices O(n log n), since their hull is built.
    fn moments(&self) -> Moments<V> {
        Self::SOLID.body(self).placed(&self.pose()).moments()
    }
    /// The volume, in the cube of the unit of length. In the plane the area, in its square.
    ///
    /// ```
    /// use clearance::{Measure, Triangle, vec2};
    ///
    /// let triangle = Triangle::new(vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(0.0, 3.0)).unwrap();
    /// assert_eq!(triangle.volume().value, 6.0);
    /// assert_eq!(triangle.surface_area().value, 12.0);
    /// ```
    #[doc(alias = "area")]
    #[doc(alias = "mass")]
    fn volume(&self) -> Bounded<f64> {
        self.moments().volume
    }
    /// The area of the surface, in the plane the length of the boundary.
    ///
    /// A flat shape counts with both sides, as the limit of thin ones: a triangle in space has twice its area, a segment
    /// in the plane twice its length.
    #[doc(alias = "perimeter")]
    #[doc(alias = "area")]
    fn surface_area(&self) -> Bounded<f64> {
        let factor = volume_factor(&self.pose(), V::Wide::DIM - 1);
        (Self::SOLID.surface(self) * factor).not_negative().bounded()
    }
    /// The centroid, in the world's frame.
    #[doc(alias = "center_of_mass")]
    fn centroid(&self) -> Bounded<V> {
        self.moments().centroid
    }
    /// The inertia tensor about the centroid, for density 1: ∫ (|x|²·1 − x xᵀ) with x from the centroid. World axes, as
    /// rows.
    ///
    /// A shape of the plane counts as a lamina at z = 0. So entries 0,0 and 1,1 are the second moments of area ∫y² and
    /// ∫x², and entry 2,2 is their sum: the moment of inertia about the centroid.
    ///
    /// ```
    /// use clearance::{Ball, Measure, vec2};
    ///
    /// let disc = Ball::new(vec2(7.0f32, 0.0), 1.0).unwrap();
    /// let inertia = disc.inertia();
    /// assert!((inertia.value[2][2] - std::f64::consts::FRAC_PI_2).abs() < 1e-15);
    /// assert_eq!(inertia.value[2][2], 2.0 * inertia.value[0][0]);
    /// ```
    #[doc(alias = "second_moment")]
    #[doc(alias = "moment_of_inertia")]
    #[doc(alias = "inertia_tensor")]
    fn inertia(&self) -> Bounded<[[f64; 3]; 3]> {
        self.moments().inertia
    }
}

/// The formulas. Which one a shape has does not depend on its pose.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solid {
    Ball,
    Capsule,
    Box,
    Ellipsoid,
    Cylinder,
    Cone,
    Polytope,
}

/// Implements [`Measure`] by naming the formula.
macro_rules! measured {
    ($($shape:ty: $solid:ident),+ $(,)?) => { $(
        impl<V: Vector> Measure<V> for $shape { const SOLID: Solid = Solid::$solid; }
    )+ };
}
measured! {
    Ball<V>: Ball,
    Capsule<V>: Capsule,
    Cuboid<V>: Box,
    Ellipsoid<V>: Ellipsoid,
    Point<V>: Polytope,
    Segment<V>: Polytope,
    Triangle<V>: Polytope,
    Points<'_, V>: Polytope,
    PointCloud<V>: Polytope,
    Hull<V>: Polytope,
}
impl<W: WideVector> Measure<W> for MinkowskiHull<W> {
    const SOLID: Solid = Solid::Polytope;
}
impl<T: Real> Measure<Vec3<T>> for Cylinder<T>
where
    Vec3<T>: Vector<Scalar = T, Wide = Vec3<f64>>,
{
    const SOLID: Solid = Solid::Cylinder;
}
impl<T: Real> Measure<Vec3<T>> for Cone<T>
where
    Vec3<T>: Vector<Scalar = T, Wide = Vec3<f64>>,
{
    const SOLID: Solid = Solid::Cone;
}
impl<V: Vector, S: Measure<V>> Measure<V> for Placed<S, V> {
    const SOLID: Solid = S::SOLID;
}
impl<V: Vector, S: Measure<V> + ?Sized> Measure<V> for &S {
    const SOLID: Solid = S::SOLID;
}
impl<V: Vector, S: Measure<V> + ?Sized> Measure<V> for alloc::boxed::Box<S> {
    const SOLID: Solid = S::SOLID;
}

/// A vector of intervals, and a matrix. In the plane the third coordinate is 0.
type Triple = [Interval; 3];
type Square = [Triple; 3];

const NOTHING: Triple = [Interval::ZERO; 3];

/// Volume, centroid, and the matrix ∫ x xᵀ with x from the centroid.
struct Body {
    volume: Interval,
    centroid: Triple,
    spread: Square,
}

impl Body {
    /// A body about which nothing is known.
    fn unknown() -> Self {
        let volume = Interval { lower: 0.0, upper: f64::INFINITY };
        Self { volume, centroid: [Interval::ALL; 3], spread: [[Interval::ALL; 3]; 3] }
    }

    /// The body moved by a pose. With the map N of the pose the spread is N S Nᵀ times the change of the volume.
    fn placed<V: Vector>(&self, pose: &Pose<V>) -> Self {
        if *pose == Pose::identity() {
            return Self { ..*self };
        }
        let rows = V::Wide::rows(&pose.rotation.matrix());
        let slack = Interval::within(turn_error(pose));
        let dim = V::Wide::DIM;
        let entry = |i: usize, j: usize| {
            if i < dim && j < dim { Interval::from(rows[i][j]) + slack } else { Interval::ZERO }
        };
        let map = |v: &Triple, i: usize| (0..3).map(|k| entry(i, k) * v[k]).sum::<Interval>();
        let shift = pose.translation.widen().padded().map(Interval::from);
        let factor = volume_factor(pose, dim);
        // The columns of the symmetric matrix are its rows. So this is the transpose of N S.
        let half: Square = [0, 1, 2].map(|j| [0, 1, 2].map(|i| map(&self.spread[j], i)));
        let column = |i: usize| [0, 1, 2].map(|j| half[j][i]);
        let spread = [0, 1, 2].map(|i| [0, 1, 2].map(|j| map(&column(i.min(j)), i.max(j)) * factor));
        Self { volume: self.volume * factor, centroid: [0, 1, 2].map(|i| map(&self.centroid, i) + shift[i]), spread }
    }

    fn moments<V: Vector>(&self) -> Moments<V> {
        let s = &self.spread;
        let square = |i: usize| s[i][i].not_negative();
        let inertia: Square = [0, 1, 2]
            .map(|i| [0, 1, 2].map(|j| if i == j { square((i + 1) % 3) + square((i + 2) % 3) } else { -s[i][j] }));
        let matrix = |end: fn(Interval) -> f64| inertia.map(|row| row.map(|x| end(x) + 0.0)); // No −0.
        Moments {
            volume: self.volume.not_negative().bounded(),
            centroid: Bounded {
                value: vector(self.centroid.map(|x| V::Scalar::narrow(x.middle()))),
                lower: vector(self.centroid.map(|x| V::Scalar::narrow_down(x.lower))),
                upper: vector(self.centroid.map(|x| V::Scalar::narrow_up(x.upper))),
            },
            inertia: Bounded {
                value: matrix(Interval::middle),
                lower: matrix(|x| x.lower),
                upper: matrix(|x| x.upper),
            },
        }
    }
}

/// The vector with these coordinates. In the plane the third is left out.
fn vector<V: Vector>(coordinates: [V::Scalar; 3]) -> V {
    V::from_slice(&coordinates[..V::Wide::DIM]).unwrap_or(V::ORIGIN)
}

/// A bound of the difference of an entry of the computed matrix and an entry of the map of the pose: of its formula, and
/// of the nearest rotation.
///
/// The computed matrix differs from the nearest rotation by less than 24u: at most 18 roundings, of numbers not greater
/// than 1. The defect is rounded itself; its error is at most 8u. Turns by whole quarters have entries 0, 1 and −1, and
/// no error.
fn turn_error<V: Vector>(pose: &Pose<V>) -> f64 {
    let numbers = pose.rotation.components();
    let is_whole = numbers.iter().all(|&x| x == 0.0 || x.abs() == 1.0) && pose.rotation.defect() == 0.0;
    if is_whole { 0.0 } else { pose.rotation.defect() + 32.0 * U }
}

/// The factor by which the map of a pose changes a `power`-dimensional volume. It is 1 for the nearest rotation. The
/// formula of the pose stretches no vector by more than the defect.
fn volume_factor<V: Vector>(pose: &Pose<V>, power: usize) -> Interval {
    let stretch = Interval::from(1.0) + Interval::within(turn_error(pose));
    (0..power).fold(Interval::from(1.0), |factor, _| factor * stretch)
}
