//! A point and a triangle: shapes of fixed vertices.

use super::{ShapeError, finite};
use crate::numbers::each::Each;
use crate::shape::face::FacePoint;
use crate::shape::support::{Support, SupportMap};
use crate::shape::view::{Core, View};
use crate::space::vector::{Space, Vector, WideVector};
use alloc::vec::Vec;

/// A single point.
///
/// ```
/// use clearance::{Point, Segment, distance, vec2};
///
/// let point = Point::new(vec2(3.0f64, 4.0)).unwrap();
/// let segment = Segment::new(vec2(0.0, 0.0), vec2(0.0, 9.0)).unwrap();
/// let answer = distance(&point, &segment);
/// assert_eq!((answer.distance, answer.point_b), (3.0, vec2(0.0, 4.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point<V> {
    point: V,
}

impl<V: Vector> Point<V> {
    /// The point with these coordinates.
    ///
    /// # Errors
    /// [`ShapeError::NotFinite`] if a coordinate is not finite.
    pub fn new(point: V) -> Result<Self, ShapeError> {
        Ok(Self { point: finite(point, 0)? })
    }

    /// Where the point is, in its own frame.
    ///
    /// ```
    /// use clearance::{Point, vec2};
    ///
    /// assert_eq!(Point::new(vec2(1.0f32, 2.0)).unwrap().position(), vec2(1.0, 2.0));
    /// ```
    #[inline(always)]
    pub fn position(&self) -> V {
        self.point
    }

    /// The point with these coordinates. The caller knows that they are finite.
    pub(crate) fn finite(point: V) -> Self {
        Self { point }
    }
}

/// The triangle of three corners, in the plane or in space.
///
/// The corners may have any position and any order. Three corners on one line are a segment; three equal corners are a
/// point. Vertex k is corner k.
///
/// ```
/// use clearance::{Ball, Triangle, distance, vec3};
///
/// let triangle = Triangle::new(vec3(0.0f64, 0.0, 0.0), vec3(4.0, 0.0, 0.0), vec3(0.0, 4.0, 0.0)).unwrap();
/// let ball = Ball::new(vec3(1.0, 1.0, 3.0), 0.5).unwrap();
/// let answer = distance(&triangle, &ball);
/// assert_eq!((answer.distance, answer.point_a), (2.5, vec3(1.0, 1.0, 0.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle<V> {
    corners: [V; 3],
}

impl<V: Vector> Triangle<V> {
    /// The triangle of three points.
    ///
    /// # Errors
    /// [`ShapeError::NotFinite`] if a coordinate is not finite.
    pub fn new(a: V, b: V, c: V) -> Result<Self, ShapeError> {
        Ok(Self { corners: [finite(a, 0)?, finite(b, 1)?, finite(c, 2)?] })
    }

    /// The corners in the order of [`Triangle::new`], in the triangle's own frame.
    ///
    /// ```
    /// use clearance::{Triangle, vec2};
    ///
    /// let corners = [vec2(0.0f32, 0.0), vec2(1.0, 0.0), vec2(0.0, 1.0)];
    /// let [a, b, c] = corners;
    /// assert_eq!(Triangle::new(a, b, c).unwrap().vertices(), corners);
    /// ```
    #[inline(always)]
    #[doc(alias = "corners")]
    pub fn vertices(&self) -> [V; 3] {
        self.corners
    }
}

/// Implements [`SupportMap`] for a shape whose vertices are an array. Of equally far vertices the first is the support.
macro_rules! fixed_vertices {
    ($shape:ident, $vertices:expr, $core:expr) => {
        impl<V: Vector> SupportMap<V> for $shape<V> {
            #[inline(always)]
            fn view(&self) -> Option<View<'_, V::Wide>> {
                Some(View::new($core(self), self))
            }
            #[inline(always)]
            fn support(&self, direction: V::Wide) -> V::Wide {
                self.support_vertex(direction).point
            }
            #[inline(always)]
            fn support_vertex(&self, direction: V::Wide) -> Support<V::Wide> {
                let vertices = $vertices(self);
                let mut best = (0, vertices[0].widen(), vertices[0].widen().dot(&direction));
                for (index, vertex) in vertices.iter().enumerate().skip(1) {
                    let along = vertex.widen().dot(&direction);
                    if along > best.2 {
                        best = (index as u32, vertex.widen(), along);
                    }
                }
                Support { point: best.1, vertex: Some(best.0) }
            }
            #[inline(always)]
            fn vertex_count(&self) -> usize {
                $vertices(self).len()
            }
            #[inline(always)]
            fn vertex(&self, index: usize) -> V::Wide {
                $vertices(self)[index].widen()
            }
            fn face_towards(&self, direction: V::Wide, face: &mut Vec<FacePoint<V::Wide>>) {
                polygon_face($vertices(self).each(|vertex| vertex.widen()).as_slice(), direction, face);
            }
            #[inline(always)]
            fn center(&self) -> V::Wide {
                let vertices = $vertices(self);
                let share = 1.0 / vertices.len() as f64;
                vertices.iter().fold(V::ORIGIN.widen(), |center, vertex| center + vertex.widen() * share)
            }
            #[inline(always)]
            fn extent(&self) -> f64 {
                $vertices(self).iter().fold(0.0, |extent: f64, vertex| extent.max(vertex.widen().max_abs()))
            }
        }
    };
}
fixed_vertices!(Point, |point: &Point<V>| [point.point], |point: &Point<V>| Core::Point(Point::finite(
    point.point.widen()
)));
fixed_vertices!(Triangle, |triangle: &Triangle<V>| triangle.corners, |triangle: &Triangle<V>| Core::Triangle(
    Triangle { corners: triangle.corners.each(V::widen) }
));

/// The face of a polygon with few vertices that looks along `direction`. In space it is the whole polygon, in the plane
/// the side with the largest product of outward normal and `direction`.
pub(crate) fn polygon_face<W: WideVector>(vertices: &[W], direction: W, face: &mut Vec<FacePoint<W>>) {
    let all = vertices.iter().enumerate().map(|(k, &point)| FacePoint { point, vertex: k as u32 });
    if W::DIM == 3 || vertices.len() < 3 {
        face.extend(all);
        return;
    }
    // The vertices may have either order, so the third vertex tells which normal is outward.
    let next = |k: usize| (k + 1) % vertices.len();
    let outward = |k: usize| {
        let normal = W::normal_of(&[vertices[next(k)] - vertices[k]]).unit();
        let inner = vertices[next(next(k))] - vertices[k];
        (if normal.dot(&inner) > 0.0 { -normal } else { normal }).dot(&direction)
    };
    let best = (1..vertices.len()).fold(0, |best, k| if outward(k) > outward(best) { k } else { best });
    face.extend([best, next(best)].each(|k| FacePoint { point: vertices[k], vertex: k as u32 }));
}
