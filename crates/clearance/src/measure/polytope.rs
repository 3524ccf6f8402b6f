//! The moments and the surface of the convex hull of vertices.
//!
//! **Method.** Cut the hull into simplices with a common corner o and one facet each. With D the determinant of the
//! edges v₁ … v_d from o, and s their sum:
//! 1. V = Σ D / d!
//! 2. ∫ x = Σ D s / (d + 1)!, x from o
//! 3. ∫ x xᵀ = Σ D (Σ vᵢ vᵢᵀ + s sᵀ) / (d + 2)!
//!
//! The sums are polynomials. They are computed with intervals, and with exact numbers if the hull is so thin that the
//! interval of V is wide. The corner o is near the centroid, so the step to the centroid cancels little. Its
//! coordinates have few digits, so hulls of whole numbers are measured without rounding.
//!
//! **Special cases.** A flat hull in space: its area, projected along the axis that shortens it least, weighs the
//! triangles. A projection keeps the ratios of areas. A segment: its middle.
//!
//! A shape with a radius is thickened by Steiner's formula ([`super::steiner`]).
//!
//! The vertices of sums and of moved parts are no floats. They are known as exact numbers, and so is their hull.
//!
//! **References.** Lien and Kajiya 1984 (moments over simplices).

use super::solids::length;
use super::steiner::{Raw, square, thickened_surface};
use super::{Body, NOTHING, Triple};
use crate::hull::{Hull, exact_hull};
use crate::numbers::dyadic::Dyadic;
use crate::numbers::each::Each;
use crate::numbers::interval::{Bounded, Interval};
use crate::numbers::real::{Real, Ring, exponent_of, ldexp, power_of_two};
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::vector::{Space, Vec2, Vec3, Vector, WideVector, vec3};
use alloc::vec::Vec;

/// The convex hull of a shape's vertices. Its coordinates are divided by 2^exponent, such that the largest is about 1.
pub(super) struct Scaled<W: WideVector> {
    /// The vertices, each coordinate rounded at most once.
    pub(super) rounded: Vec<W>,
    /// The vertices without rounding, if one was rounded.
    exact: Option<Vec<W::Exact>>,
    /// As in [`Hull::face`].
    pub(super) faces: Vec<Vec<u32>>,
    pub(super) dimension: usize,
    exponent: i32,
}

/// A list of points over a ring: exact numbers or intervals.
pub(super) trait Lift: Ring + Sized {
    /// The number x / 2^exponent.
    fn lift(x: f64, exponent: i32) -> Self;
    /// The same for an exact number.
    fn lift_exact(x: &Dyadic, exponent: i32) -> Self;
}
impl Lift for Interval {
    fn lift(x: f64, exponent: i32) -> Self {
        Self::from(x).scaled(-exponent)
    }
    fn lift_exact(x: &Dyadic, exponent: i32) -> Self {
        Self::of(x).scaled(-exponent)
    }
}
impl Lift for Dyadic {
    fn lift(x: f64, exponent: i32) -> Self {
        Self::lift_exact(&Self::from(x), exponent)
    }
    fn lift_exact(x: &Dyadic, exponent: i32) -> Self {
        x.times(&Self::from(power_of_two(-exponent)))
    }
}

/// Sums over simplices: of D, of D s, and of D (Σ v vᵀ + s sᵀ).
struct Sums<R> {
    volume: R,
    first: [R; 3],
    second: [[R; 3]; 3],
}

impl Sums<Dyadic> {
    fn intervals(&self) -> Sums<Interval> {
        Sums {
            volume: Interval::of(&self.volume),
            first: self.first.each_ref().each(Interval::of),
            second: self.second.each_ref().each(|row| row.each_ref().each(Interval::of)),
        }
    }
}

/// How the determinant of a simplex is computed: in space, or of an edge in the plane of two axes.
#[derive(Clone, Copy)]
enum Cut {
    Space,
    Plane([usize; 2]),
}

impl Cut {
    fn determinant<R: Ring>(self, corners: &[Vec3<R>]) -> R {
        match self {
            Self::Space => corners[0].dot(&corners[1].wedge(&corners[2])),
            Self::Plane([x, y]) => {
                let (p, q) = (&corners[0], &corners[1]);
                p.coordinate(x).times(q.coordinate(y)).minus(&p.coordinate(y).times(q.coordinate(x)))
            }
        }
    }
}

impl<W: WideVector> Scaled<W> {
    /// The hull of the vertices of a shape, with room for its radius. `None` if there are no vertices, or if a number
    /// is not finite.
    fn new(shape: &View<'_, W>) -> Option<Self> {
        let rounding = shape.rounding();
        if shape.vertex_count() == 0 || !(rounding.is_finite() && shape.extent().is_finite()) {
            return None;
        }
        let (rounded, exact, faces, dimension) = if rounding > 0.0 {
            let hull = exact_hull(shape);
            let exact = (0..hull.vertices().len()).map(|index| hull.exact_vertex(index)).collect();
            let faces = hull.faces().map(<[u32]>::to_vec).collect();
            (hull.vertices().to_vec(), Some(exact), faces, hull.dimension())
        } else {
            let vertices: Vec<W> = (0..shape.vertex_count()).map(|index| shape.vertex(index)).collect();
            let hull = Hull::new(&vertices).ok()?;
            (hull.vertices().to_vec(), None, hull.faces().map(<[u32]>::to_vec).collect(), hull.dimension())
        };
        let largest = rounded.iter().fold(shape.radius().widen(), |largest, vertex| largest.max(vertex.max_abs()));
        let exponent = if largest > 0.0 { exponent_of(largest).clamp(-1000, 1000) } else { 0 };
        largest.is_finite().then_some(Self { rounded, exact, faces, dimension, exponent })
    }

    pub(super) fn point<R: Lift>(&self, point: W) -> Vec3<R> {
        let [x, y, z] = point.padded().each(|x| R::lift(x, self.exponent));
        vec3(x, y, z)
    }
    pub(super) fn vertex<R: Lift>(&self, index: u32) -> Vec3<R> {
        let Some(exact) = &self.exact else { return self.point(self.rounded[index as usize]) };
        let exact = &exact[index as usize];
        let axis = |k: usize| if k < W::DIM { R::lift_exact(exact.coordinate(k), self.exponent) } else { R::zero() };
        vec3(axis(0), axis(1), axis(2))
    }
    /// The vertex in the unit of the shape.
    fn corner(&self, index: usize) -> Triple {
        match &self.exact {
            None => self.rounded[index].padded().each(Interval::from),
            Some(exact) => {
                [0, 1, 2].each(|k| if k < W::DIM { Interval::of(exact[index].coordinate(k)) } else { Interval::ZERO })
            }
        }
    }

    /// The sums with edges from a base point, or from vertex 0.
    fn sums<R: Lift>(&self, base: Option<W>, cut: Cut) -> Sums<R> {
        let base = base.map_or_else(|| self.vertex::<R>(0), |base| self.point::<R>(base));
        let zeros = || [R::zero(), R::zero(), R::zero()];
        let mut sums = Sums { volume: R::zero(), first: zeros(), second: [zeros(), zeros(), zeros()] };
        let vertices: Vec<Vec3<R>> =
            (0..self.rounded.len() as u32).map(|index| self.vertex::<R>(index).minus(&base)).collect();
        let corner = |index: u32| vertices[index as usize].clone();
        match cut {
            Cut::Space => {
                for face in &self.faces {
                    for k in 1..face.len() - 1 {
                        sums.add(&[corner(face[0]), corner(face[k]), corner(face[k + 1])], cut);
                    }
                }
            }
            Cut::Plane(_) => {
                let count = vertices.len() as u32;
                for k in 0..count {
                    sums.add(&[corner(k), corner((k + 1) % count)], cut);
                }
            }
        }
        sums
    }

    /// The sums as intervals, by exact numbers if plain intervals are wide.
    fn narrow_sums(&self, base: Option<W>, cut: Cut) -> Sums<Interval> {
        let sums = self.sums::<Interval>(base, cut);
        if sums.volume.is_wide() { self.sums::<Dyadic>(base, cut).intervals() } else { sums }
    }

    /// The mean of the vertices, rounded to 2⁻⁸ of the size of the hull. Any point is right; one near the centroid with
    /// few digits gives narrow bounds.
    fn middle(&self) -> W {
        let unit = |vertex: W| vertex.scaled_by_power(-self.exponent);
        let share = 1.0 / self.rounded.len() as f64;
        let center = self.rounded.iter().fold(<W as Space>::zero(), |sum, &vertex| sum + unit(vertex) * share);
        let size = self.rounded.iter().fold(0.0f64, |size, &v| size.max((unit(v) - center).max_abs()));
        if !(size > 0.0) {
            return self.rounded[0];
        }
        // A sum with 3/2·2⁵² steps is a whole number of steps.
        let shift = ldexp(1.5, exponent_of(size) - 8 + 52);
        let round = |x: f64| (x + shift) - shift;
        W::unpadded(center.padded().each(round)).scaled_by_power(self.exponent)
    }

    /// The two axes of the projection that shortens a flat hull least.
    fn axes(&self) -> [usize; 2] {
        let normal = self.double_area(&self.faces[0]).each(|x| x.middle().abs());
        let dropped = (1..3).fold(0, |most, axis| if normal[axis] > normal[most] { axis } else { most });
        [[1, 2], [2, 0], [0, 1]][dropped]
    }

    /// Whether the hull has a volume.
    fn is_full(&self) -> bool {
        self.dimension == W::DIM
    }
}

impl<R: Ring> Sums<R> {
    /// Adds one simplex, given by the edges from the common corner.
    fn add(&mut self, corners: &[Vec3<R>], cut: Cut) {
        let volume = cut.determinant(corners);
        let sum = corners[1..].iter().fold(corners[0].clone(), |sum, corner| sum.plus(corner));
        for i in 0..3 {
            let part = sum.coordinate(i);
            self.first[i] = self.first[i].plus(&volume.times(part));
            for j in 0..=i {
                let products = corners.iter().fold(part.times(sum.coordinate(j)), |products, corner| {
                    products.plus(&corner.coordinate(i).times(corner.coordinate(j)))
                });
                self.second[i][j] = self.second[i][j].plus(&volume.times(&products));
            }
        }
        self.volume = self.volume.plus(&volume);
    }
}

/// The moments of the hull of a shape's vertices, thickened by the radius of the shape.
pub(super) fn body<W: WideVector>(shape: &View<'_, W>, radius: Interval) -> Body {
    match Scaled::new(shape) {
        None => Body::unknown(),
        Some(hull) if radius.upper > 0.0 => hull.thick_body(radius.scaled(-hull.exponent)),
        Some(hull) => hull.sharp_body(),
    }
}

/// The surface of the hull of a shape's vertices, thickened by the radius of the shape. In the plane its perimeter. A
/// flat hull has two sides.
pub(super) fn surface<W: WideVector>(shape: &View<'_, W>, radius: Interval) -> Interval {
    let Some(hull) = Scaled::new(shape) else { return Interval { lower: 0.0, upper: f64::INFINITY } };
    if radius.upper > 0.0 {
        let sizes = hull.strata(hull.middle()).each(|stratum| stratum.size);
        let surface = thickened_surface(sizes, radius.scaled(-hull.exponent));
        return surface.scaled((W::DIM as i32 - 1) * hull.exponent);
    }
    if W::DIM == 2 {
        let sides = hull.sides();
        return sides.map(|[a, b]| length([0, 1, 2].each(|k| hull.corner(b)[k] - hull.corner(a)[k]))).sum();
    }
    hull.faces.iter().map(|face| hull.face_area(face)).sum::<Interval>().scaled(2 * hull.exponent)
}

impl<W: WideVector> Scaled<W> {
    /// The moments of the hull itself.
    fn sharp_body(&self) -> Body {
        let flat = |centroid: Triple| Body { volume: Interval::ZERO, centroid, spread: [NOTHING; 3], sway: 0.0 };
        if self.dimension < 2 {
            let (a, b) = (self.corner(0), self.corner(self.dimension));
            return flat([0, 1, 2].each(|k| a[k] / 2.0 + b[k] / 2.0));
        }
        if self.is_full() {
            let base = self.middle();
            return self.raw(base).body(base.padded().each(Interval::from), self.exponent, W::DIM);
        }
        // The corner is a vertex, since a point beside the plane of the hull would bend the triangles.
        let sums = self.narrow_sums(None, Cut::Plane(self.axes()));
        let (corner, offset) = (self.corner(0), sums.first.each(|first| first / (sums.volume * 3.0)));
        flat([0, 1, 2].each(|k| corner[k] + offset[k].scaled(self.exponent)))
    }

    /// The sums of the hull itself about a base point. They are zero if it is flat.
    fn raw(&self, base: W) -> Raw {
        if !self.is_full() {
            return Raw::NONE;
        }
        let sums = self.narrow_sums(Some(base), if W::DIM == 3 { Cut::Space } else { Cut::Plane([0, 1]) });
        let (factorial, corners) = ([2.0, 6.0][W::DIM - 2], W::DIM as f64);
        Raw {
            volume: sums.volume / factorial,
            first: sums.first.each(|x| x / (factorial * (corners + 1.0))),
            second: square(|i, j| sums.second[i][j] / (factorial * (corners + 1.0) * (corners + 2.0))),
        }
    }

    /// The moments of the hull thickened by the radius, which is scaled, too.
    fn thick_body(&self, radius: Interval) -> Body {
        let base = self.middle();
        let thick = self.raw(base).thickened(&self.strata(base), radius, W::DIM);
        let body = thick.body(base.padded().each(Interval::from), self.exponent, W::DIM);
        // The diameter is at most twice the farthest corner of a box about the base point, √3 reaches away.
        let reach = self.rounded.iter().fold(0.0f64, |reach, &vertex| reach.max((vertex - base).max_abs()));
        Body { sway: 4.0 * (reach + ldexp(radius.upper, self.exponent)), ..body }
    }

    /// The area of a face, scaled.
    fn face_area(&self, face: &[u32]) -> Interval {
        length(self.double_area(face)) / 2.0
    }

    /// Twice the oriented area of a face, scaled: the sum over a fan of triangles.
    pub(super) fn double_area(&self, face: &[u32]) -> Triple {
        let near = self.fan::<Interval>(face);
        if (near.x.square() + near.y.square() + near.z.square()).is_wide() {
            let exact = self.fan::<Dyadic>(face);
            [&exact.x, &exact.y, &exact.z].each(Interval::of)
        } else {
            [near.x, near.y, near.z]
        }
    }

    fn fan<R: Lift>(&self, face: &[u32]) -> Vec3<R> {
        let base = self.vertex::<R>(face[0]);
        let edge = |k: usize| self.vertex::<R>(face[k]).minus(&base);
        (1..face.len() - 1).fold(Space::zero(), |area: Vec3<R>, k| area.plus(&edge(k).wedge(&edge(k + 1))))
    }
}

impl<W: WideVector> Hull<W> {
    /// The area of a face, in the square of the unit of length. In the plane face 0 is the polygon.
    ///
    /// ```
    /// use clearance::Hull;
    ///
    /// let square = Hull::new(&[[0.0, 0.0, 1.0], [2.0, 0.0, 1.0], [2.0, 2.0, 1.0], [0.0, 2.0, 1.0]]).unwrap();
    /// assert_eq!((square.face_area(0).value, square.face_perimeter(0).value), (4.0, 8.0));
    /// ```
    ///
    /// # Panics
    /// If there is no such face.
    pub fn face_area(&self, index: usize) -> Bounded<f64> {
        let corners: Vec<[f64; 3]> = self.face_corners(index).map(|corner| corner.widen().padded()).collect();
        let face: Vec<Vec3<f64>> = corners.into_iter().map(Vec3::from).collect();
        let shape = crate::shape::Points::new(&face).expect("the vertices of a hull are finite");
        (surface::<Vec3<f64>>(&View::of(&shape), Interval::ZERO) / 2.0).bounded()
    }
    /// The length of the outline of a face.
    ///
    /// # Panics
    /// If there is no such face.
    pub fn face_perimeter(&self, index: usize) -> Bounded<f64> {
        let corners: Vec<Triple> =
            self.face_corners(index).map(|corner| corner.widen().padded().each(Interval::from)).collect();
        let side = |k: usize| {
            let (p, q) = (corners[k], corners[(k + 1) % corners.len()]);
            length([0, 1, 2].each(|k| q[k] - p[k]))
        };
        (0..corners.len()).map(side).sum::<Interval>().bounded()
    }
}

impl<T: Real> Hull<Vec2<T>>
where
    Vec2<T>: Vector<Scalar = T, Wide = Vec2<f64>>,
{
    /// The area of the polygon, in the square of the unit of length. It is 0 for a segment and a point.
    ///
    /// ```
    /// use clearance::Hull;
    ///
    /// let triangle = Hull::new(&[(0.0, 0.0), (3.0, 0.0), (0.0, 4.0)]).unwrap();
    /// assert_eq!((triangle.area().value, triangle.perimeter().value), (6.0, 12.0));
    /// ```
    pub fn area(&self) -> Bounded<f64> {
        super::Measure::volume(self)
    }
    /// The length of the boundary. A segment has two sides, so it is twice its length.
    pub fn perimeter(&self) -> Bounded<f64> {
        super::Measure::surface_area(self)
    }
}
