//! A body at another place: instances of a part share what was proven of it.
//!
//! The moved surface has floats of its own. It is no farther from the image of the surface than rounding, and so are the
//! corners: the radius of each triangle grows by that, and is not computed again. A left-handed pose mirrors: the
//! triangles turn, so that their fronts look out of the solid as before.

use crate::body::{Body, Leaf};
use crate::curve::Curve;
use crate::face::Face;
use crate::frame::Frame;
use crate::quadric::Alike;
use crate::radius::Radius;
use crate::surface::Surface;
use clearance::real::{U, UP};
use clearance::{Vec3, vec3};

impl Frame {
    /// The image of a point, rounded.
    fn image(&self, point: Vec3<f64>) -> Vec3<f64> {
        self.place([point.x, point.y, point.z])
    }

    /// The image of a direction, rounded.
    fn turned(&self, way: Vec3<f64>) -> Vec3<f64> {
        self.axes[0] * way.x + self.axes[1] * way.y + self.axes[2] * way.z
    }

    fn moved(&self, pose: &Self) -> Option<Self> {
        let Vec3 { x, y, z } = pose.image(self.origin);
        Self::new([x, y, z], self.axes.map(|axis| pose.turned(axis)).map(|v| [v.x, v.y, v.z]))
    }
}

impl Curve {
    fn moved(&self, pose: &Frame) -> Option<Self> {
        Some(match self {
            Self::Line(origin, direction) => Self::Line(pose.image(*origin), pose.turned(*direction)),
            Self::Ellipse(frame, radii) => Self::Ellipse(frame.moved(pose)?, *radii),
            Self::Spline(spline) => Self::Spline(spline.mapped(|point| image_of(pose, point))?),
        })
    }
}

fn image_of(pose: &Frame, [x, y, z]: [f64; 3]) -> [f64; 3] {
    let Vec3 { x, y, z } = pose.image(vec3(x, y, z));
    [x, y, z]
}

impl Surface {
    fn moved(&self, pose: &Frame) -> Option<Self> {
        Some(match self {
            Self::Plane(frame) => Self::Plane(frame.moved(pose)?),
            Self::Cylinder(frame, radius) => Self::Cylinder(frame.moved(pose)?, *radius),
            Self::Cone { frame, radius, slope } => {
                Self::Cone { frame: frame.moved(pose)?, radius: *radius, slope: *slope }
            }
            Self::Sphere(frame, radius) => Self::Sphere(frame.moved(pose)?, *radius),
            Self::Torus { frame, major, minor } => {
                Self::Torus { frame: frame.moved(pose)?, major: *major, minor: *minor }
            }
            Self::Extrusion(curve, direction) => Self::Extrusion(curve.moved(pose)?, pose.turned(*direction)),
            Self::Revolution(curve, frame) => Self::Revolution(curve.moved(pose)?, frame.moved(pose)?),
            Self::Net(net) => Self::Net(Box::new(net.mapped(|point| image_of(pose, point))?)),
        })
    }
}

impl Face {
    fn moved(&self, pose: &Frame) -> Option<Self> {
        let surface = self.surface.moved(pose)?;
        let far = pose.origin.length() + self.nodes().iter().map(|node| node.corner.length()).fold(0.0, f64::max);
        let alike = |alike: &Alike| {
            let error = (alike.error * (1.0 + 2.0 * pose.defect) + 64.0 * U * far) * UP;
            Some(Alike { surface: alike.surface.moved(pose)?, error })
        };
        self.with(surface, |corner| pose.image(corner), !pose.is_right_handed(), alike)
    }
}

impl Body {
    /// The same body at a pose: an origin, and where its axes go. A left-handed pose mirrors it.
    ///
    /// `None` if the moved numbers are no body: they are too large, or the axes are too far from orthonormal.
    pub fn placed(&self, name: String, pose: &Frame) -> Option<Self> {
        let faces: Vec<Face> = self.faces.iter().map(|face| face.moved(pose)).collect::<Option<_>>()?;
        let leaf = |leaf: &Leaf| {
            let (face, before) = (&faces[leaf.face as usize], &self.faces[leaf.face as usize]);
            let of_surface = |p: [f64; 2]| 2.0 * face.surface.at(p).1;
            let of_surface = face.uv(leaf.triangle).map(of_surface).into_iter().fold(0.0, f64::max);
            let far = |corners: [Vec3<f64>; 3]| corners.iter().map(|corner| corner.length()).fold(0.0, f64::max);
            let corners = far(face.corners(leaf.triangle)) + far(before.corners(leaf.triangle)) + pose.origin.length();
            let Radius { inner, sliver, tolerance } = leaf.radius;
            let [inner, sliver, tolerance] = [inner, sliver, tolerance].map(|x| x * (1.0 + 2.0 * pose.defect) * UP);
            let inner = (inner + of_surface + 16.0 * U * corners) * UP;
            Leaf { radius: Radius { inner, sliver, tolerance }, ..*leaf }
        };
        let leaves = self.leaves().iter().map(leaf).collect();
        Self::of_leaves(name, faces, self.uncertainty, leaves)
    }
}
