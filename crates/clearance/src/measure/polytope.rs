//! The moments and the surface of the convex hull of vertices.
//!
//! **Method.** Cut the hull into simplices with a common corner o and one facet each. With D the determinant of the
//! edges v₁ … v_d from o, and s their sum:
//! 1. V = Σ D / d!
//! 2. ∫ x = Σ D s / (d + 1)!, x from o
//! 3. ∫ x xᵀ = Σ D (Σ vᵢ vᵢᵀ + s sᵀ) / (d + 2)!
//!
//! The sums are polynomials. They are computed with intervals, and with exact numbers if the hull is so thin that the
//! interval of V is wide. The corner o is near the centroid, so the step to the centroid cancels little. Its coordinates
//! have few digits, so hulls of whole numbers are measured without rounding.
//!
//! **Special cases.** A flat hull in space: its area, projected along the axis that shortens it least, weighs the
//! triangles. A projection keeps the ratios of areas. A segment: its middle.
//!
//! **References.** Lien and Kajiya 1984 (moments over simplices).

use super::solids::length;
use super::{Body, NOTHING, Square, Triple};
use crate::hull::Hull;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::interval::{Bounded, Interval};
use crate::numbers::real::{Real, Ring, exponent_of, ldexp, power_of_two};
use crate::shape::support::SupportMap;
use crate::space::vector::{Space, Vec2, Vec3, Vector, WideVector, vec3};
use alloc::vec::Vec;

/// A hull whose coordinates are divided by 2^exponent, such that the largest is about 1.
struct Scaled<W: WideVector> {
    hull: Hull<W>,
    exponent: i32,
}

/// A list of points over a ring: exact numbers or intervals.
trait Lift: Ring + Sized {
    /// The number x / 2^exponent.
    fn lift(x: f64, exponent: i32) -> Self;
}
impl Lift for Interval {
    fn lift(x: f64, exponent: i32) -> Self {
        Self::from(x).scaled(-exponent)
    }
}
impl Lift for Dyadic {
    fn lift(x: f64, exponent: i32) -> Self {
        Self::from(x).times(&Self::from(power_of_two(-exponent)))
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
            first: self.first.each_ref().map(Interval::of),
            second: self.second.each_ref().map(|row| row.each_ref().map(Interval::of)),
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
    /// The hull of the vertices of a shape, or `None` if one is not finite.
    fn new<V: Vector<Wide = W>>(shape: &(impl SupportMap<V> + ?Sized)) -> Option<Self> {
        let vertices: Vec<W> = (0..shape.vertex_count()).map(|index| shape.vertex(index)).collect();
        let hull = Hull::new(&vertices).ok()?;
        // Only a shape of whole floats: sums that were rounded have no exact vertices here.
        let is_exact = !(shape.rounding() > 0.0);
        let largest = hull.vertices().iter().fold(0.0f64, |largest, vertex| largest.max(vertex.max_abs()));
        let exponent = if largest > 0.0 { exponent_of(largest).clamp(-1000, 1000) } else { 0 };
        is_exact.then_some(Self { hull, exponent })
    }

    fn point<R: Lift>(&self, point: W) -> Vec3<R> {
        let [x, y, z] = point.padded().map(|x| R::lift(x, self.exponent));
        vec3(x, y, z)
    }
    fn vertex<R: Lift>(&self, index: u32) -> Vec3<R> {
        self.point(self.hull.vertices()[index as usize])
    }

    fn sums<R: Lift>(&self, base: W, cut: Cut) -> Sums<R> {
        let base = self.point::<R>(base);
        let zeros = || [R::zero(), R::zero(), R::zero()];
        let mut sums = Sums { volume: R::zero(), first: zeros(), second: [zeros(), zeros(), zeros()] };
        let vertices: Vec<Vec3<R>> =
            self.hull.vertices().iter().map(|&vertex| self.point::<R>(vertex).minus(&base)).collect();
        let corner = |index: u32| vertices[index as usize].clone();
        match cut {
            Cut::Space => {
                for face in self.hull.faces() {
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
    fn narrow_sums(&self, base: W, cut: Cut) -> Sums<Interval> {
        let sums = self.sums::<Interval>(base, cut);
        if sums.volume.is_wide() { self.sums::<Dyadic>(base, cut).intervals() } else { sums }
    }

    /// The mean of the vertices, rounded to 2⁻⁸ of the size of the hull. Any point is right; one near the centroid with
    /// few digits gives narrow bounds.
    fn middle(&self) -> W {
        let unit = |vertex: W| vertex.scaled_by_power(-self.exponent);
        let center = unit(SupportMap::<W>::center(&self.hull));
        let size = self.hull.vertices().iter().fold(0.0f64, |size, &v| size.max((unit(v) - center).max_abs()));
        // A sum with 3/2·2⁵² steps is a whole number of steps.
        let shift = ldexp(1.5, exponent_of(size) - 8 + 52);
        let round = |x: f64| (x + shift) - shift;
        W::unpadded(center.padded().map(round)).scaled_by_power(self.exponent)
    }

    /// The two axes of the projection that shortens a flat hull least.
    fn axes(&self) -> [usize; 2] {
        let normal = self.hull.face_normal(0).padded().map(f64::abs);
        let dropped = (1..3).fold(0, |most, axis| if normal[axis] > normal[most] { axis } else { most });
        [[1, 2], [2, 0], [0, 1]][dropped]
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

/// The moments of the hull of a shape's vertices.
pub(super) fn body<V: Vector>(shape: &(impl SupportMap<V> + ?Sized)) -> Body {
    let Some(scaled) = Scaled::new(shape) else { return Body::unknown() };
    let (hull, exponent) = (&scaled.hull, scaled.exponent);
    let dim = V::Wide::DIM;
    let corner = |index: usize| hull.vertices()[index].padded().map(Interval::from);
    let flat = |centroid: Triple| Body { volume: Interval::ZERO, centroid, spread: [NOTHING; 3] };
    if hull.dimension() < 2 {
        let (a, b) = (corner(0), corner(hull.dimension()));
        return flat([0, 1, 2].map(|k| a[k] / 2.0 + b[k] / 2.0));
    }
    let full = hull.dimension() == dim;
    let cut = match (dim, full) {
        (3, true) => Cut::Space,
        (3, false) => Cut::Plane(scaled.axes()),
        _ => Cut::Plane([0, 1]),
    };
    // Of a flat hull the corner is a vertex, since a point beside its plane would bend the triangles.
    let base = if full { scaled.middle() } else { hull.vertices()[0] };
    let sums = scaled.narrow_sums(base, cut);
    let corners = if full { dim } else { 2 } as f64;
    let offset = sums.first.map(|first| first / (sums.volume * (corners + 1.0)));
    let base = base.padded().map(Interval::from);
    let centroid = [0, 1, 2].map(|k| base[k] + offset[k].scaled(exponent));
    if !full {
        return flat(centroid);
    }
    let factorial = [2.0, 6.0][dim - 2];
    let volume = sums.volume / factorial;
    let spread: Square = [0, 1, 2].map(|i| {
        [0, 1, 2].map(|j| {
            let lean = if i == j { offset[i].square() } else { offset[i] * offset[j] };
            let second = sums.second[i.max(j)][i.min(j)] / (factorial * (corners + 1.0) * (corners + 2.0));
            (second - volume * lean).scaled((dim as i32 + 2) * exponent)
        })
    });
    Body { volume: volume.scaled(dim as i32 * exponent), centroid, spread }
}

/// The surface of the hull of a shape's vertices, in the plane its perimeter. A flat hull has two sides.
pub(super) fn surface<V: Vector>(shape: &(impl SupportMap<V> + ?Sized)) -> Interval {
    let Some(scaled) = Scaled::new(shape) else { return Interval { lower: 0.0, upper: f64::INFINITY } };
    let hull = &scaled.hull;
    if V::Wide::DIM == 2 {
        let sides = if hull.dimension() == 1 { 2.0 } else { 1.0 };
        return hull.edges().map(|[a, b]| edge_length(hull, a, b)).sum::<Interval>() * sides;
    }
    hull.faces().map(|face| scaled.face_area(face)).sum::<Interval>().scaled(2 * scaled.exponent)
}

fn edge_length<W: WideVector>(hull: &Hull<W>, a: u32, b: u32) -> Interval {
    let [p, q] = [a, b].map(|k| hull.vertices()[k as usize].padded().map(Interval::from));
    length([0, 1, 2].map(|k| q[k] - p[k]))
}

impl<W: WideVector> Scaled<W> {
    /// The area of a face, scaled: half the length of the sum of the areas of a fan.
    fn face_area(&self, face: &[u32]) -> Interval {
        let near = self.double_area::<Interval>(face);
        let squared = |[x, y, z]: Triple| x.square() + y.square() + z.square();
        let square = squared([near.x, near.y, near.z]);
        let square = if square.is_wide() {
            let exact = self.double_area::<Dyadic>(face);
            squared([&exact.x, &exact.y, &exact.z].map(Interval::of))
        } else {
            square
        };
        square.root() / 2.0
    }

    fn double_area<R: Lift>(&self, face: &[u32]) -> Vec3<R> {
        let base = self.vertex::<R>(face[0]);
        let edge = |k: usize| self.vertex::<R>(face[k]).minus(&base);
        (1..face.len() - 1).fold(Space::zero(), |area: Vec3<R>, k| area.plus(&edge(k).wedge(&edge(k + 1))))
    }
}

impl<V: Vector> Hull<V> {
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
        (surface::<Vec3<f64>>(&shape) / 2.0).bounded()
    }
    /// The length of the outline of a face.
    ///
    /// # Panics
    /// If there is no such face.
    pub fn face_perimeter(&self, index: usize) -> Bounded<f64> {
        let corners: Vec<Triple> =
            self.face_corners(index).map(|corner| corner.widen().padded().map(Interval::from)).collect();
        let side = |k: usize| {
            let (p, q) = (corners[k], corners[(k + 1) % corners.len()]);
            length([0, 1, 2].map(|k| q[k] - p[k]))
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
