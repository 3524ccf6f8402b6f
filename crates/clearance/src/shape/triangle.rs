//! A point and a triangle: shapes of fixed vertices.

use super::{ShapeError, finite};
use crate::contact::FacePoint;
use crate::support::{Support, SupportMap};
use crate::vector::{Space, Vector, WideVector};
use alloc::vec::Vec;

/// A single point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point<V> {
    point: V,
}

impl<V: Vector> Point<V> {
    /// The point with these coordinates.
    ///
    /// # Errors
    /// Coordinates that are not finite.
    pub fn new(point: V) -> Result<Self, ShapeError> {
        Ok(Self { point: finite(point, 0)? })
    }

    /// A point that is known to be finite.
    pub(crate) fn finite(point: V) -> Self {
        Self { point }
    }
}

/// The triangle of three points, in any position: three on a line or in one place are a segment or a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle<V> {
    corners: [V; 3],
}

impl<V: Vector> Triangle<V> {
    /// The triangle of three points.
    ///
    /// # Errors
    /// Coordinates that are not finite.
    pub fn new(a: V, b: V, c: V) -> Result<Self, ShapeError> {
        Ok(Self { corners: [finite(a, 0)?, finite(b, 1)?, finite(c, 2)?] })
    }
}

/// The interface of a shape whose vertices are an array; of equally far vertices the first one is taken.
macro_rules! fixed_vertices {
    ($shape:ident, $vertices:expr) => {
        impl<V: Vector> SupportMap<V> for $shape<V> {
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
                polygon_face($vertices(self).map(|vertex| vertex.widen()).as_slice(), direction, face);
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
fixed_vertices!(Point, |point: &Point<V>| [point.point]);
fixed_vertices!(Triangle, |triangle: &Triangle<V>| triangle.corners);

/// The face of a polygon of a few vertices: in space all of it, in the plane the side that looks most along `direction`.
pub(crate) fn polygon_face<W: WideVector>(vertices: &[W], direction: W, face: &mut Vec<FacePoint<W>>) {
    let all = vertices.iter().enumerate().map(|(k, &point)| FacePoint { point, vertex: k as u32 });
    if W::DIM == 3 || vertices.len() < 3 {
        face.extend(all);
        return;
    }
    // Either order of the vertices: the side whose ends reach farthest together.
    let next = |k: usize| (k + 1) % vertices.len();
    let outward = |k: usize| {
        let normal = W::normal_of(&[vertices[next(k)] - vertices[k]]).unit();
        let inner = vertices[next(next(k))] - vertices[k];
        (if normal.dot(&inner) > 0.0 { -normal } else { normal }).dot(&direction)
    };
    let best = (1..vertices.len()).fold(0, |best, k| if outward(k) > outward(best) { k } else { best });
    face.extend([best, next(best)].map(|k| FacePoint { point: vertices[k], vertex: k as u32 }));
}
