//! The signed distance from a simple surface: positive outside of the solid that it bounds.
//!
//! The surface is unbounded here: a cylinder without ends. Its axis has unit length, so points of the face, whose frame
//! may be a little off, are within [`Level::slack`] of it.

use crate::face::Simple;
use crate::frame::Frame;
use crate::surface::Surface;
use clearance::Vec3;
use clearance::real::{U, UP};

/// A surface as a function of space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level<'a> {
    surface: &'a Surface,
    frame: &'a Frame,
    axis: Vec3<f64>,
    /// 1 where the solid is inside of what is round or behind the plane's u × v, otherwise −1.
    sign: f64,
    /// How far the face is from the surface, and the defects of its frame, as a share of lengths.
    error: f64,
    defect: f64,
}

impl<'a> Level<'a> {
    /// The function of a face with a closed form. `None` for other faces, and for tori that cross their axis.
    pub fn of(face: Simple<'a>) -> Option<Self> {
        let (frame, axis) = match face.surface {
            Surface::Plane(frame) => (frame, frame.axes[0].cross(frame.axes[1])),
            Surface::Cylinder(frame, radius) | Surface::Sphere(frame, radius) if *radius > 0.0 => {
                (frame, frame.axes[2])
            }
            Surface::Cone { frame, slope: [_, cosine], .. } if *cosine > 0.0 => (frame, frame.axes[2]),
            Surface::Torus { frame, major, minor } if 0.0 < *minor && minor < major => (frame, frame.axes[2]),
            _ => return None,
        };
        let is_outward = match face.surface {
            Surface::Plane(_) => face.is_upright,
            _ => face.is_upright == frame.is_right_handed(),
        };
        let sign = if is_outward { 1.0 } else { -1.0 };
        let defect = 4.0 * frame.defect + 64.0 * U;
        Some(Self { surface: face.surface, frame, axis: axis.unit(), sign, error: face.error, defect })
    }

    /// Whether the surface is a plane.
    pub fn is_plane(&self) -> bool {
        matches!(self.surface, Surface::Plane(_))
    }

    /// Three unit directions along and across the surface's axis or the plane.
    pub fn axes(&self) -> [Vec3<f64>; 3] {
        self.frame.axes.map(Vec3::unit)
    }

    /// Whether the points whose signed distance, times `toward`, is more than a length are convex, for each length; the other
    /// points are then of one piece and unbounded.
    pub fn is_convex_above(&self, toward: f64) -> bool {
        match self.surface {
            Surface::Plane(_) => true,
            Surface::Torus { .. } => false,
            _ => self.sign * toward < 0.0,
        }
    }

    /// The way from the axis to a point, square to the axis, and the height above the origin.
    fn around(&self, point: Vec3<f64>) -> (Vec3<f64>, f64) {
        let from = point - self.frame.origin;
        let height = self.axis.dot(from);
        (from - self.axis * height, height)
    }

    /// The signed distance of a point, its gradient, and the distance from where the gradient jumps: the curvature of all
    /// surfaces of equal distance through points within x of the point is at most 1 over that less x.
    pub fn at(&self, point: Vec3<f64>) -> (f64, Vec3<f64>, f64) {
        let unit = |way: Vec3<f64>, length: f64| way * (1.0 / length);
        let (value, gradient, room) = match self.surface {
            Surface::Cylinder(_, radius) => {
                let (way, _) = self.around(point);
                let rho = way.length();
                (rho - radius, unit(way, rho), rho)
            }
            Surface::Sphere(frame, radius) => {
                let way = point - frame.origin;
                let rho = way.length();
                (rho - radius, unit(way, rho), rho)
            }
            Surface::Cone { radius, slope: [sine, cosine], .. } => {
                let (way, height) = self.around(point);
                let rho = way.length();
                let gradient = unit(way, rho) * *cosine - self.axis * *sine;
                ((rho - radius) * cosine - height * sine, gradient, rho)
            }
            Surface::Torus { major, minor, .. } => {
                let (way, height) = self.around(point);
                let rho = way.length();
                let way = unit(way, rho) * (rho - major) + self.axis * height;
                let from_ring = way.length();
                (from_ring - minor, unit(way, from_ring), from_ring.min(rho))
            }
            _ => (self.axis.dot(point - self.frame.origin), self.axis, f64::INFINITY),
        };
        (self.sign * value, gradient * self.sign, room)
    }

    /// A bound of what a value at a point may be off the signed distance from the face's own unbounded surface.
    pub fn slack(&self, point: Vec3<f64>) -> f64 {
        let reach = match self.surface {
            Surface::Cylinder(_, radius) | Surface::Sphere(_, radius) | Surface::Cone { radius, .. } => radius.abs(),
            Surface::Torus { major, minor, .. } => major + minor,
            _ => 0.0,
        };
        let far = (point - self.frame.origin).length();
        let rounding = 64.0 * U * (self.frame.origin.length() + point.length());
        (self.error + rounding + self.defect * (far + reach)) * UP
    }
}
