//! Measures of shapes: volume, surface, centroid, inertia, and the box along the axes, all with proven bounds.
//!
//! A shape is known by what it can answer, here too: the formulas take their lengths from the support points, the
//! vertices and the radius of [`SupportMap`]. The type of a shape only picks the formula. So placed, thickened and
//! borrowed shapes need none of their own. All numbers are intervals ([`crate::numbers::interval`]), so every bound
//! holds by construction.

mod aabb;
mod angle;
mod elliptic;
mod polytope;
mod round;
mod solids;
mod steiner;
mod strata;

pub(crate) use aabb::aabb;
pub use aabb::{Aabb, Bounds};

use crate::engine::Engine;
use crate::hull::{Hull, MinkowskiHull};
use crate::numbers::each::Each;
use crate::numbers::interval::{Bounded, Interval};
use crate::numbers::real::{Real, U};
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::shape::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, HullOfTwo, Placed, Point, PointCloud, Points, Rounded,
    Segment, Sum, Swept, Triangle,
};
use crate::space::coordinates::Coordinates;
use crate::space::pose::Pose;
use crate::space::rotation::Rotation;
use crate::space::vector::{Vec3, Vector, WideVector};

/// Volume, centroid and inertia of a shape of density 1, in the world's frame.
///
/// [`Measure::moments`] makes it and shows an example.
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
/// | shape | volume, surface, centroid | inertia |
/// |---|---|---|
/// | every shape with corners, thickened or not | yes | yes |
/// | [`Ball`], [`Capsule`], [`Cylinder`], [`Cone`], thickened or not | yes | yes |
/// | [`Ellipsoid`] | yes | yes |
/// | a thickened [`Ellipsoid`] | yes | not known |
/// | [`Sum`], [`Swept`]: all parts are polytopes with or without a radius, a ball or a capsule, say | yes | yes |
/// | [`HullOfTwo`]: the same, and the radii are equal | yes | yes |
/// | other sums, sweeps and hulls of two: with a cone or an ellipsoid, for example | not known | not known |
/// | your own shape in an [`AnyShape`](crate::AnyShape), if it gives its vertices | yes | yes |
///
/// What is not known has bounds that are infinite, or 0 where a number cannot be negative. We know no closed form for
/// it. The same holds beyond the range of `f64`, and if a number of a pose is not finite or its rotation is none.
///
/// The vertices of a sum are all sums of two vertices. So the time for a sum grows with the product of their counts.
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
///
/// // Thickened by 1: slabs at the faces, quarter cylinders at the edges, eighths of a ball at the corners.
/// let soft = brick.rounded(1.0).unwrap().volume();
/// let right = 48.0 + 88.0 + 12.0 * std::f64::consts::PI + 4.0 / 3.0 * std::f64::consts::PI;
/// assert!(soft.lower <= right && right <= soft.upper && soft.upper - soft.lower < 1e-11);
/// ```
#[doc(alias = "mass_properties")]
pub trait Measure<V: Vector>: SupportMap<V> {
    /// The formula. Its lengths are taken from the support map.
    #[doc(hidden)]
    fn solid(&self) -> Solid;

    /// Volume, centroid and inertia at once. Time O(1); for n vertices O(n log n), since their hull is built.
    ///
    /// ```
    /// use clearance::{Measure, Segment, Shape, vec2};
    ///
    /// // A segment thickened by 1 is a stadium: a rectangle and two half discs.
    /// let stadium = Segment::new(vec2(0.0f64, 0.0), vec2(3.0, 0.0)).unwrap().rounded(1.0).unwrap();
    /// let moments = stadium.moments();
    /// assert!((moments.volume.value - (6.0 + std::f64::consts::PI)).abs() < 1e-14);
    /// assert!((moments.centroid.value - vec2(1.5, 0.0)).length() < 1e-15);
    /// ```
    fn moments(&self) -> Moments<V> {
        V::Wide::moments_of(&View::of(&self), self.solid()).narrow()
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
    /// A flat shape counts with both sides, as the limit of thin ones: a triangle in space has twice its area, a
    /// segment in the plane twice its length.
    #[doc(alias = "perimeter")]
    #[doc(alias = "area")]
    fn surface_area(&self) -> Bounded<f64> {
        V::Wide::surface_area_of(&View::of(&self), self.solid())
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

/// The formulas. Which one a shape has does not depend on its pose or its radius.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solid {
    Ball,
    Capsule,
    Box,
    Ellipsoid,
    Cylinder,
    Cone,
    /// The hull of the vertices. Nothing is known if there are none.
    Polytope,
}

/// Implements [`Measure`] by naming the formula.
macro_rules! measured {
    ($([$($generics:tt)*] $shape:ty: $vector:ty, $solid:ident;)+) => { $(
        impl<$($generics)*> Measure<$vector> for $shape {
            fn solid(&self) -> Solid {
                Solid::$solid
            }
        }
    )+ };
}
measured! {
    [V: Vector] Ball<V>: V, Ball;
    [V: Vector] Capsule<V>: V, Capsule;
    [V: Vector] Cuboid<V>: V, Box;
    [V: Vector] Ellipsoid<V>: V, Ellipsoid;
    [V: Vector] HalfSpace<V>: V, Polytope;
    [V: Vector] Point<V>: V, Polytope;
    [V: Vector] Segment<V>: V, Polytope;
    [V: Vector] Triangle<V>: V, Polytope;
    [P: Coordinates] Points<'_, P>: P::Vector, Polytope;
    [V: Vector] PointCloud<V>: V, Polytope;
    [V: Vector] Hull<V>: V, Polytope;
    [W: WideVector] MinkowskiHull<W>: W, Polytope;
    [A: SupportMap<V>, B: SupportMap<V>, V: Vector] Sum<A, B, V>: V, Polytope;
    [A: SupportMap<V>, B: SupportMap<V>, V: Vector] HullOfTwo<A, B, V>: V, Polytope;
    [S: SupportMap<V>, V: Vector] Swept<S, V>: V, Polytope;
}

/// The same for the solids of space alone.
macro_rules! measured_in_space {
    ($($solid:ident),+) => { $(
        impl<T: Real> Measure<Vec3<T>> for $solid<T>
        where
            Vec3<T>: Vector<Scalar = T, Wide = Vec3<f64>>,
        {
            fn solid(&self) -> Solid {
                Solid::$solid
            }
        }
    )+ };
}
measured_in_space!(Cylinder, Cone);

/// The same for what has the formula of another shape.
macro_rules! measured_as {
    ($([$($generics:tt)*] $shape:ty, $inner:ident => $other:expr;)+) => { $(
        impl<V: Vector, $($generics)*> Measure<V> for $shape {
            fn solid(&self) -> Solid {
                let $inner = self;
                $other.solid()
            }
        }
    )+ };
}
measured_as! {
    [S: Measure<V>] Placed<S, V>, placed => placed.shape;
    [S: Measure<V>] Rounded<S, V>, rounded => rounded.shape;
    [S: Measure<V> + ?Sized] &S, pointer => **pointer;
    [S: Measure<V> + ?Sized] alloc::boxed::Box<S>, pointer => **pointer;
    [S: Measure<V> + ?Sized] alloc::rc::Rc<S>, pointer => **pointer;
    [S: Measure<V> + ?Sized] alloc::sync::Arc<S>, pointer => **pointer;
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
    /// A bound of the diameter, if the centroid is not that of the core. Otherwise 0.  [length]
    sway: f64,
}

impl Body {
    /// A body about which nothing is known.
    fn unknown() -> Self {
        let volume = Interval { lower: 0.0, upper: f64::INFINITY };
        Self { volume, centroid: [Interval::ALL; 3], spread: [[Interval::ALL; 3]; 3], sway: 0.0 }
    }

    /// The body moved by a pose. With the map N of the pose the spread is N S Nᵀ times the change of the volume.
    fn placed<W: WideVector>(&self, pose: &Pose<W>) -> Self {
        if *pose == Pose::identity() {
            return Self { ..*self };
        }
        if !pose.translation.is_finite() {
            return Self::unknown();
        }
        let rows = W::rows(&pose.rotation.matrix());
        let slack = Interval::within(turn_error(pose));
        let dim = W::DIM;
        let entry = |i: usize, j: usize| {
            if i < dim && j < dim { Interval::from(rows[i][j]) + slack } else { Interval::ZERO }
        };
        let map = |v: &Triple, i: usize| (0..3).map(|k| entry(i, k) * v[k]).sum::<Interval>();
        let shift = pose.translation.padded().each(Interval::from);
        let factor = volume_factor(pose, dim);
        // The columns of the symmetric matrix are its rows. So this is the transpose of N S.
        let half: Square = [0, 1, 2].each(|j| [0, 1, 2].each(|i| map(&self.spread[j], i)));
        let column = |i: usize| [0, 1, 2].each(|j| half[j][i]);
        let (sway, stretch) = self.sways(pose.rotation.defect());
        let spread = [0, 1, 2].each(|i| {
            [0, 1, 2].each(|j| {
                map(&column(i.min(j)), i.max(j)) * factor + if i.max(j) < dim { stretch } else { Interval::ZERO }
            })
        });
        let centroid =
            [0, 1, 2].each(|i| map(&self.centroid, i) + shift[i] + if i < dim { sway } else { Interval::ZERO });
        Self { volume: self.volume * factor, centroid, spread, sway: self.sway }
    }

    /// How much farther the centroid and the spread may be off, since a pose that stretches by 1 ± e does not stretch
    /// the radius.
    ///
    /// Seen before the stretch, the body has a radius between r/(1 + e) and r/(1 − e). A body of the larger radius fits
    /// into the one of the smaller radius times q = (1 + e)/(1 − e). So volumes differ by a factor of at most q³, and
    /// centroids by q³ − 1 of the diameter each. Spreads grow with the body, at most by q⁵. With e ≤ 1/16, the largest
    /// defect of a rotation, 2 (q³ − 1)(1 + e) and q⁵ − 1 are less than 16 e.
    fn sways(&self, defect: f64) -> (Interval, Interval) {
        if !(self.sway > 0.0 && defect > 0.0) {
            return (Interval::ZERO, Interval::ZERO);
        }
        let share = Interval::from(16.0 * defect);
        let trace = self.spread[0][0] + self.spread[1][1] + self.spread[2][2];
        (Interval::within((share * self.sway).upper), Interval::within((share * trace).upper))
    }

    fn moments<W: WideVector>(&self) -> Moments<W> {
        let s = &self.spread;
        let square = |i: usize| s[i][i].not_negative();
        let inertia: Square = [0, 1, 2]
            .each(|i| [0, 1, 2].each(|j| if i == j { square((i + 1) % 3) + square((i + 2) % 3) } else { -s[i][j] }));
        let matrix = |end: fn(Interval) -> f64| inertia.each(|row| row.each(|x| end(x) + 0.0)); // No −0.
        Moments {
            volume: self.volume.not_negative().bounded(),
            centroid: Bounded {
                value: vector(self.centroid.each(|x| x.middle())),
                lower: vector(self.centroid.each(|x| x.lower)),
                upper: vector(self.centroid.each(|x| x.upper)),
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
fn vector<W: WideVector>(coordinates: [f64; 3]) -> W {
    W::unpadded(coordinates)
}

/// A bound of the difference of an entry of the computed matrix and an entry of the map of the pose: of its formula,
/// and of the nearest rotation.
///
/// The computed matrix differs from the nearest rotation by less than 24u: at most 18 roundings, of numbers not greater
/// than 1. The defect is rounded itself; its error is at most 8u. Turns by whole quarters have entries 0, 1 and −1, and
/// no error.
fn turn_error<W: WideVector>(pose: &Pose<W>) -> f64 {
    let numbers = pose.rotation.components();
    let is_whole = numbers.iter().all(|&x| x == 0.0 || x.abs() == 1.0) && pose.rotation.defect() == 0.0;
    if is_whole { 0.0 } else { pose.rotation.defect() + 32.0 * U }
}

/// The factor by which the map of a pose changes a `power`-dimensional volume. It is 1 for the nearest rotation. The
/// formula of the pose stretches no vector by more than the defect.
fn volume_factor<W: WideVector>(pose: &Pose<W>, power: usize) -> Interval {
    // A pose whose rotation is none has no finite translation either ([`Pose::or_nowhere`]).
    if !pose.translation.is_finite() {
        return Interval { lower: 0.0, upper: f64::INFINITY };
    }
    let stretch = Interval::from(1.0) + Interval::within(turn_error(pose));
    (0..power).fold(Interval::from(1.0), |factor, _| factor * stretch)
}

/// The moments of a shape that is a solid of this kind.
pub(crate) fn moments<W: WideVector>(shape: &View<'_, W>, solid: Solid) -> Moments<W> {
    solid.body(shape).placed(&shape.pose()).moments()
}

/// The surface of a shape that is a solid of this kind.
pub(crate) fn surface_area<W: WideVector>(shape: &View<'_, W>, solid: Solid) -> Bounded<f64> {
    let factor = volume_factor(&shape.pose(), W::DIM - 1);
    (solid.surface(shape) * factor).not_negative().bounded()
}

impl<W: WideVector> Moments<W> {
    /// The moments in the scalar of the shapes; bounds move outward.
    fn narrow<V: Vector<Wide = W>>(self) -> Moments<V> {
        let rounded = |point: W, round: fn(f64) -> V::Scalar| {
            let coordinates = point.padded().each(round);
            V::from_slice(&coordinates[..W::DIM]).unwrap_or(V::ORIGIN)
        };
        let Bounded { value, lower, upper } = self.centroid;
        let centroid = Bounded {
            value: rounded(value, V::Scalar::narrow),
            lower: rounded(lower, V::Scalar::narrow_down),
            upper: rounded(upper, V::Scalar::narrow_up),
        };
        Moments { volume: self.volume, centroid, inertia: self.inertia }
    }
}
