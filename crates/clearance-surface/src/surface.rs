//! Surfaces of CAD models as maps from two parameters to space, with bounds of their derivatives.
//!
//! A surface *is* its formula with the floats that it holds, evaluated exactly: nothing is rounded to a "true" cylinder.
//! [`Surface::at`] computes the formula and bounds the rounding. [`Surface::derivatives`] bounds the derivatives over a
//! box of parameters; the table is derived in docs/math/surfaces.md.

use crate::curve::Curve;
use crate::derivatives::{Ball, Bends, Derivatives};
use crate::frame::Frame;
use crate::net::Net;
use crate::spline::excess;
use clearance::real::{U, UP};
use clearance::{Rotation2, Vec3};

/// A surface. Angles are in radians.
#[derive(Clone, Debug, PartialEq)]
pub enum Surface {
    /// o + u·x + v·y.
    Plane(Frame),
    /// o + r·(cos u·x + sin u·y) + v·z.
    Cylinder(Frame, f64),
    /// o + (r + v·s)·(cos u·x + sin u·y) + v·c·z, with the radius r at v = 0 and the half angle's sine s and cosine c.
    Cone {
        /// The frame; z is the axis.
        frame: Frame,
        /// The radius at v = 0.
        radius: f64,
        /// Sine and cosine of the half angle.
        slope: [f64; 2],
    },
    /// o + r·cos v·(cos u·x + sin u·y) + r·sin v·z.
    Sphere(Frame, f64),
    /// o + (R + r·cos v)·(cos u·x + sin u·y) + r·sin v·z. R may be less than r.
    Torus {
        /// The frame; z is the axis.
        frame: Frame,
        /// The radius R of the circle of the tube's middles.
        major: f64,
        /// The radius r of the tube.
        minor: f64,
    },
    /// C(u) + v·d.
    Extrusion(Curve, Vec3<f64>),
    /// C(v), turned by the angle u about the axis z through o.
    Revolution(Curve, Frame),
    /// A B-spline.
    Net(Box<Net>),
}

impl Surface {
    /// What the surface is called.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Plane(_) => "plane",
            Self::Cylinder(..) => "cylinder",
            Self::Cone { .. } => "cone",
            Self::Sphere(..) => "sphere",
            Self::Torus { .. } => "torus",
            Self::Extrusion(..) => "extrusion",
            Self::Revolution(..) => "revolution",
            Self::Net(_) => "B-spline",
        }
    }

    /// The periods of the parameters, if the formula has them.
    pub fn is_periodic(&self) -> [bool; 2] {
        match self {
            Self::Cylinder(..) | Self::Cone { .. } | Self::Sphere(..) | Self::Revolution(..) => [true, false],
            Self::Torus { .. } => [true, true],
            Self::Plane(_) | Self::Extrusion(..) | Self::Net(_) => [false; 2],
        }
    }

    /// The point at a pair of parameters, and a bound of its error: infinite where nothing is known.
    ///
    /// Sine and cosine are within 2u. A coordinate sums at most four terms, each a product of at most four rounded
    /// numbers: it is off by under 16u of the sum of the terms' sizes, and a vector by under 32u of the sum of lengths.
    pub fn at(&self, [u, v]: [f64; 2]) -> (Vec3<f64>, f64) {
        let of_frame = |frame: &Frame, local: [f64; 3], size: f64| {
            let point = frame.place(local);
            let error = 32.0 * U * (frame.origin.length() + size.abs()) * (1.0 + frame.defect) * UP;
            (point, if error >= 0.0 && point.x.is_finite() { error } else { f64::INFINITY })
        };
        let around = |frame: &Frame, radius: f64, height: f64, size: f64| {
            let Rotation2 { c, s } = Rotation2::<f64>::from_angle(u);
            of_frame(frame, [radius * c, radius * s, height], size)
        };
        match self {
            Self::Plane(frame) => of_frame(frame, [u, v, 0.0], u.abs() + v.abs()),
            Self::Cylinder(frame, radius) => around(frame, *radius, v, radius.abs() + v.abs()),
            Self::Cone { frame, radius, slope: [sine, cosine] } => {
                let size = radius.abs() + 2.0 * v.abs();
                around(frame, radius + v * sine, v * cosine, size)
            }
            Self::Sphere(frame, radius) => {
                let Rotation2 { c, s } = Rotation2::<f64>::from_angle(v);
                around(frame, radius * c, radius * s, 2.0 * radius)
            }
            Self::Torus { frame, major, minor } => {
                let Rotation2 { c, s } = Rotation2::<f64>::from_angle(v);
                around(frame, major + minor * c, minor * s, major.abs() + 2.0 * minor.abs())
            }
            Self::Extrusion(curve, direction) => {
                let (point, error) = curve.at(u);
                let way = *direction * v;
                (point + way, (error + 8.0 * U * (point.length() + 2.0 * way.length())) * UP)
            }
            Self::Revolution(curve, frame) => {
                let (point, error) = curve.at(v);
                let Rotation2 { c, s } = Rotation2::<f64>::from_angle(u);
                let (from, z) = (point - frame.origin, frame.axes[2]);
                let turned = from * c + z.cross(from) * s + z * (z.dot(from) * (1.0 - c));
                let size = from.length() + point.length() + frame.origin.length();
                // The turn of the curve's own error is no longer than three times it.
                (frame.origin + turned, (3.0 * error + 48.0 * U * size) * UP)
            }
            Self::Net(net) => net.at([u, v]),
        }
    }

    /// Bounds of the derivatives over a box of parameters [low, high] each.
    pub fn derivatives(&self, [of_u, of_v]: [[f64; 2]; 2]) -> Derivatives {
        let none = Derivatives::default();
        match self {
            Self::Plane(frame) => Derivatives { u: 1.0, v: 1.0, ..none }.times(1.0 + frame.defect),
            Self::Cylinder(frame, radius) => {
                let r = radius.abs();
                Derivatives { u: r, v: 1.0, uu: r, ..none }.times(1.0 + frame.defect)
            }
            Self::Cone { frame, radius, slope: [sine, cosine] } => {
                let r = of_v.map(|v| (radius + v * sine).abs() + 4.0 * U * (radius.abs() + v.abs()));
                let r = r[0].max(r[1]);
                let v = (sine * sine + cosine * cosine).sqrt();
                Derivatives { u: r, v, uu: r, uv: sine.abs(), ..none }.times(1.0 + frame.defect)
            }
            Self::Sphere(frame, radius) => {
                let (r, [cosine, sine]) = (radius.abs(), sizes(of_v));
                Derivatives { u: r * cosine, v: r, uu: r * cosine, uv: r * sine, vv: r, has_corner: false }
                    .times(1.0 + frame.defect)
            }
            Self::Torus { frame, major, minor } => {
                let (r, [low, high]) = (minor.abs(), cosines(of_v));
                let rho = (major + minor * low).abs().max((major + minor * high).abs()) + 4.0 * U * (major.abs() + r);
                Derivatives { u: rho, v: r, uu: rho, uv: r * sizes(of_v)[1], vv: r, has_corner: false }
                    .times(1.0 + frame.defect)
            }
            Self::Extrusion(curve, direction) => {
                let [first, second] = curve.derivatives(of_u);
                let v = direction.length() * UP;
                Derivatives { u: first, v, uu: second, has_corner: curve.has_corner(of_u), ..none }
            }
            Self::Revolution(curve, frame) => {
                let [first, second] = curve.derivatives(of_v);
                let middle = 0.5 * of_v[0] + 0.5 * of_v[1];
                let (point, error) = curve.at(middle);
                let from = point - frame.origin;
                let off = (from - frame.axes[2] * frame.axes[2].dot(from)).length();
                let rounding = 16.0 * U * (point.length() + frame.origin.length()) + error;
                let rho = off + first * (0.5 * (of_v[1] - of_v[0])) + rounding;
                let slack = 1.0 + 4.0 * frame.defect;
                Derivatives { u: rho, v: first, uu: rho, uv: first, vv: second, has_corner: curve.has_corner(of_v) }
                    .times(slack)
            }
            Self::Net(net) => net.derivatives([of_u, of_v]),
        }
    }
}

impl Surface {
    /// Balls that hold the second derivatives over a box of parameters, but where the first ones jump. Unknown for extrusions
    /// and revolutions.
    pub(crate) fn bends(&self, range: [[f64; 2]; 2]) -> Bends {
        let [u, v] = range.map(|[low, high]| 0.5 * low + 0.5 * high);
        let [du, dv] =
            [(range[0], u), (range[1], v)].map(|([low, high], middle)| (high - middle).max(middle - low) * UP);
        // The vector at the middle, how far others are from it, and the size of all.
        let ball = |frame: &Frame, [x, y, z]: [f64; 3], off: f64, size: f64| {
            let radius = (off * (1.0 + frame.defect) + 32.0 * U * size) * UP;
            Ball { middle: frame.axes[0] * x + frame.axes[1] * y + frame.axes[2] * z, radius }
        };
        let [Rotation2 { c: cu, s: su }, Rotation2 { c: cv, s: sv }] = [u, v].map(Rotation2::<f64>::from_angle);
        // Directions from the axis and along the circles around it.
        let outward = |length: f64| [length * cu, length * su, 0.0];
        let around = |length: f64| [-length * su, length * cu, 0.0];
        let most = || self.derivatives(range).uu;
        match self {
            Self::Plane(_) => Bends([Ball::ZERO; 3]),
            Self::Cylinder(frame, radius) => {
                let r = radius.abs();
                Bends([ball(frame, outward(-radius), r * du, r), Ball::ZERO, Ball::ZERO])
            }
            Self::Cone { frame, radius, slope: [sine, _] } => {
                let (rho, share) = (most(), sine.abs());
                let uu = ball(frame, outward(-(radius + v * sine)), rho * du + share * dv, rho + radius.abs());
                Bends([uu, ball(frame, around(*sine), share * du, share), Ball::ZERO])
            }
            Self::Sphere(frame, radius) => {
                let (r, [cosine, sine]) = (radius.abs(), sizes(range[1]));
                Bends([
                    ball(frame, outward(-radius * cv), r * (cosine * du + sine * dv), r),
                    ball(frame, around(-radius * sv), r * (sine * du + cosine * dv), r),
                    ball(frame, [-radius * cv * cu, -radius * cv * su, -radius * sv], r * (cosine * du + dv), r),
                ])
            }
            Self::Torus { frame, major, minor } => {
                let (rho, r, [cosine, sine]) = (most(), minor.abs(), sizes(range[1]));
                let size = major.abs() + r;
                Bends([
                    ball(frame, outward(-(major + minor * cv)), rho * du + r * sine * dv, size),
                    ball(frame, around(-minor * sv), r * (sine * du + cosine * dv), r),
                    ball(frame, [-minor * cv * cu, -minor * cv * su, -minor * sv], r * (cosine * du + dv), r),
                ])
            }
            Self::Extrusion(..) | Self::Revolution(..) => Bends::UNKNOWN,
            Self::Net(net) => net.bends(range),
        }
    }

    /// Where both parameters are defined, if not everywhere. Parameters beyond stand for the nearest inside.
    fn domains(&self) -> [Option<[f64; 2]>; 2] {
        match self {
            Self::Net(net) => [Some(net.knots[0].domain()), Some(net.knots[1].domain())],
            Self::Extrusion(curve, _) => [curve.domain(), None],
            Self::Revolution(curve, _) => [None, curve.domain()],
            _ => [None; 2],
        }
    }

    /// How far a weighted mean of points of a box moves on the surface, at most, if those beyond the domain are replaced by
    /// the points that they stand for. 0 for a box inside.
    pub(crate) fn beyond(&self, range: [[f64; 2]; 2], derivatives: &Derivatives) -> f64 {
        let way = |k: usize| self.domains()[k].map_or(0.0, |domain| excess(range[k], domain));
        let moved = |slope: f64, way: f64| if way > 0.0 { slope * way } else { 0.0 };
        (moved(derivatives.u, way(0)) + moved(derivatives.v, way(1))) * UP
    }

    /// A bound of |S(p) − S(q)| / |p − q| over a box of parameters.
    ///
    /// S_u and S_v are square to each other but for extrusions, revolutions and splines.
    pub fn stretch(&self, range: [[f64; 2]; 2]) -> f64 {
        let Derivatives { u, v, .. } = self.derivatives(range);
        match self {
            Self::Extrusion(..) | Self::Revolution(..) | Self::Net(_) => (u * u + v * v).sqrt() * UP,
            // The image of (du, dv) is that of orthonormal directions, times 1 + defect, which u and v hold.
            _ => u.max(v),
        }
    }
}

/// The derivatives S_u and S_v at a pair of parameters, to half of the digits: nothing is claimed of them.
pub(crate) fn tangents(surface: &Surface, [u, v]: [f64; 2]) -> [Vec3<f64>; 2] {
    let step = |x: f64, domain: Option<[f64; 2]>| {
        let size = domain.map_or(1.0 + x.abs(), |[low, high]| high - low);
        let step = size * (1.0 / (1u64 << 18) as f64);
        // One-sided at the ends of a domain.
        let [low, high] = domain.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        [(x - step).max(low), (x + step).min(high)]
    };
    let domains = surface.domains();
    let ([a, b], [c, d]) = (step(u, domains[0]), step(v, domains[1]));
    let along = |p: [f64; 2], q: [f64; 2], way: f64| (surface.at(q).0 - surface.at(p).0) * (1.0 / way);
    [along([a, v], [b, v], b - a), along([u, c], [u, d], d - c)]
}

impl Surface {
    /// A vector along S_u × S_v near a point of a plane, a cylinder, a cone or a sphere.
    pub(crate) fn normal_near(&self, point: Vec3<f64>) -> Option<Vec3<f64>> {
        let (frame, normal) = match self {
            Self::Plane(frame) => return Some(frame.axes[0].cross(frame.axes[1])),
            Self::Cylinder(frame, _) | Self::Cone { frame, .. } => {
                let from = point - frame.origin;
                (frame, from - frame.axes[2] * frame.axes[2].dot(from))
            }
            Self::Sphere(frame, _) => (frame, point - frame.origin),
            _ => return None,
        };
        Some(if frame.is_right_handed() { normal } else { -normal })
    }
}

/// The least and the greatest cosine over a range of angles, rounded outward.
fn cosines([low, high]: [f64; 2]) -> [f64; 2] {
    let slack = 8.0 * U * (1.0 + low.abs() + high.abs());
    let turns = |phase: f64| {
        let full = 2.0 * std::f64::consts::PI;
        // Whether an angle phase + k·2π lies in the range, or nearly so.
        let k = ((low - slack - phase) / full).ceil();
        let near = [k - 1.0, k, k + 1.0].map(|k| phase + k * full);
        near.iter().any(|&angle| angle >= low - 4.0 * slack && angle <= high + 4.0 * slack)
    };
    let ends = [low, high].map(|angle| Rotation2::<f64>::from_angle(angle).c);
    let least = if turns(std::f64::consts::PI) { -1.0 } else { ends[0].min(ends[1]) - 4.0 * U };
    let most = if turns(0.0) { 1.0 } else { ends[0].max(ends[1]) + 4.0 * U };
    // Angles that are not known leave the whole range.
    if least.is_nan() || most.is_nan() || !(low <= high) { [-1.0, 1.0] } else { [least.max(-1.0), most.min(1.0)] }
}

/// The greatest |cos| and |sin| over a range of angles, rounded outward.
fn sizes([low, high]: [f64; 2]) -> [f64; 2] {
    let of = |[least, most]: [f64; 2]| f64::max(-least, most);
    let quarter = std::f64::consts::FRAC_PI_2;
    let slack = 8.0 * U * (1.0 + low.abs() + high.abs());
    [of(cosines([low, high])), of(cosines([low - quarter - slack, high - quarter + slack]))]
}
