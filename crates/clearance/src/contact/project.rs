//! The faces of two shapes, projected along the normal of their contact.

use super::clip::ProjectedVertex;
use crate::shape::face::FacePoint;
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::rotation::Rotation;
use crate::space::vector::{Space, Vec2, WideVector, vec2, vec3};
use alloc::vec::Vec;

/// A corner of a projected face, its height along the normal, and the number of its vertex.
pub(super) type LiftedVertex = (Vec2<f64>, f64, u32);

/// The projection along the contact normal.
pub(super) struct Projection<W> {
    origin: W,
    pub(super) normal: W,
    /// The tangents: one in the plane, two in space, right-handed with the normal. In the plane the second is zero.
    tangents: [W; 2],
}

impl<W: WideVector> Projection<W> {
    pub(super) fn along(normal: W, origin: W) -> Self {
        if W::DIM == 2 {
            return Self { origin, normal, tangents: [W::normal_of(&[normal]), <W as Space>::zero()] };
        }
        let smaller = |l: usize, i: usize| if normal.coordinate(i).abs() < normal.coordinate(l).abs() { i } else { l };
        let first = W::normal_of(&[W::axis((1..3).fold(0, smaller)), normal]).unit();
        Self { origin, normal, tangents: [first, W::normal_of(&[normal, first])] }
    }
    /// The tangents that the dimension has.
    pub(super) fn basis(&self) -> &[W] {
        &self.tangents[..W::DIM - 1]
    }
    /// The coordinates of a point across the normal, and its height along the normal.
    pub(super) fn project(&self, point: W) -> (Vec2<f64>, f64) {
        let offset = point - self.origin;
        let across = |i: usize| self.basis().get(i).map_or(0.0, |t| t.dot(&offset));
        (vec2(across(0), across(1)), self.normal.dot(&offset))
    }
    /// The point with these coordinates and this height.
    pub(super) fn point(&self, at: Vec2<f64>, height: f64) -> W {
        let across = self.basis().iter().zip([at.x, at.y]);
        across.fold(self.origin, |point, (&tangent, x)| point + tangent * x) + self.normal * height
    }
}

/// A face projected along the normal. Its height at the coordinates `at` is `level + slope · at`.
pub(super) struct ProjectedFace<'r> {
    pub(super) corners: &'r [ProjectedVertex],
    /// The slope of a segment has a part along the segment only.
    pub(super) slope: Vec2<f64>,
    level: f64,
}

/// A face is not projected if the cosine between its normal and n is below this: small errors would change its heights
/// much.
///
/// Larger: fewer faces have contacts at their corners. Smaller: heights with larger errors.
const STEEP: f64 = 0.1;

/// Projects the face of a shape towards a direction.
pub(super) fn project_face<W: WideVector>(
    shape: &View<'_, W>,
    direction: W,
    projection: &Projection<W>,
    face: &mut Vec<FacePoint<W>>,
    lifted: &mut Vec<LiftedVertex>,
) {
    let pose = shape.pose();
    face.clear();
    shape.face_towards(direction.mapped_back(&pose.rotation.matrix()), face);
    let project = |corner: &FacePoint<W>| {
        let (at, height) = projection.project(pose.apply_wide(corner.point));
        (at, height, corner.vertex)
    };
    lifted.clear();
    lifted.extend(face.iter().map(project));
}

impl<'r> ProjectedFace<'r> {
    /// The face of these corners, in the memory of `corners`. `None` if it is a point or too steep.
    pub(super) fn new(lifted: &mut [LiftedVertex], corners: &'r mut Vec<ProjectedVertex>) -> Option<Self> {
        let (first, second) = (*lifted.first()?, *lifted.get(1)?);
        let slope = if lifted.len() == 2 {
            let along = second.0 - first.0;
            let squared = along.length_squared();
            let rise = second.1 - first.1;
            if !(squared > STEEP * STEEP * rise * rise) {
                return None;
            }
            along * (rise / squared)
        } else {
            // The vector area of the face, as the sum over a fan of triangles. Its z is the projected area; −(x, y)/z
            // is the slope.
            let mut area = vec3(0.0, 0.0, 0.0);
            let edge = |c: &LiftedVertex| vec3(c.0.x - first.0.x, c.0.y - first.0.y, c.1 - first.1);
            for pair in lifted[1..].windows(2) {
                area += edge(&pair[0]).wedge(&edge(&pair[1]));
            }
            if !(area.z.abs() > STEEP * area.length()) {
                return None;
            }
            if area.z < 0.0 {
                lifted.reverse();
            }
            vec2(-area.x / area.z, -area.y / area.z)
        };
        let level = first.1 - slope.dot(first.0);
        corners.clear();
        corners.extend(lifted.iter().map(|&(at, _, vertex)| (at, vertex)));
        Some(Self { corners, slope, level })
    }
    /// The height of the face's plane at these coordinates.
    pub(super) fn height(&self, at: Vec2<f64>) -> f64 {
        self.level + self.slope.dot(at)
    }
    /// The greatest |coordinate| from the first corner to another one.
    pub(super) fn size(&self) -> f64 {
        self.corners.iter().fold(0.0, |size: f64, corner| size.max((corner.0 - self.corners[0].0).max_abs()))
    }
}
