//! Surfaces: points in intervals, and bounds of derivatives (docs/math/surfaces.md has the table).

use crate::cad::face::UP;
use crate::cad::spline::{Net, Slopes};
use crate::number::{Interval, Number};
use crate::robot::frame::{Vector, cross, difference, length, product, sine_cosine, sum, vector};

/// An origin and three axes, which need not be quite orthonormal: they mean what they say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axes {
    /// The origin.
    pub origin: [f64; 3],
    /// The axes x, y and z.
    pub axes: [[f64; 3]; 3],
}

/// A surface. docs/step.md has the formulas.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A plane.
    Plane(Axes),
    /// A cylinder with its radius.
    Cylinder(Axes, f64),
    /// A cone with its radius at v = 0, and sine and cosine of its half angle.
    Cone(Axes, f64, [f64; 2]),
    /// A sphere with its radius.
    Sphere(Axes, f64),
    /// A torus with both radii.
    Torus(Axes, [f64; 2]),
    /// A profile, moved along a direction.
    Extrusion(Profile, [f64; 3]),
    /// A profile, turned about the axis z.
    Revolution(Profile, Axes),
    /// A B-spline.
    Spline(Net),
}

/// A curve in space.
#[derive(Clone, Debug, PartialEq)]
pub enum Profile {
    /// o + t·d.
    Line([f64; 3], [f64; 3]),
    /// o + a·cos t·x + b·sin t·y.
    Ellipse(Axes, [f64; 2]),
    /// A B-spline.
    Spline(Net),
}

impl Axes {
    pub(crate) fn image(&self, [x, y, z]: &Vector) -> Vector {
        let ways =
            [product(&vector(self.axes[0]), x), product(&vector(self.axes[1]), y), product(&vector(self.axes[2]), z)];
        sum(&vector(self.origin), &sum(&sum(&ways[0], &ways[1]), &ways[2]))
    }
    /// No vector becomes longer than this times its length, and none shorter than the second number: |Mv|² is between
    /// 1 ± 3·max|MᵀM − 1| times |v|².
    pub(crate) fn factors(&self) -> [f64; 2] {
        let most = (0..9).map(|place| {
            let [a, b] = [place / 3, place % 3].map(|k| vector(self.axes[k]));
            Interval::dot(&a, &b).minus(&Interval::of(f64::from(u8::from(place / 3 == place % 3)))).most()
        });
        let off = 3.0 * most.fold(0.0, f64::max) * UP;
        [(1.0 + off).sqrt() * UP, (1.0 - off).max(0.0).sqrt() / UP]
    }
}

const EVERYWHERE: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

impl Profile {
    fn at(&self, t: f64) -> Option<Vector> {
        match self {
            Self::Line(o, d) => Some(sum(&vector(*o), &product(&vector(*d), &Interval::of(t)))),
            Self::Ellipse(axes, [a, b]) => {
                let [sine, cosine] = sine_cosine(&Interval::of(t));
                let of = Interval::of;
                Some(axes.image(&[cosine.times(&of(*a)), sine.times(&of(*b)), of(0.0)]))
            }
            Self::Spline(net) => net.at([t, 0.0]),
        }
    }
    /// Bounds of |C′| and |C″|, the second one infinite at a corner.
    fn slopes(&self, range: [f64; 2]) -> [f64; 2] {
        match self {
            Self::Line(_, d) => [length(&vector(*d)).high, 0.0],
            Self::Ellipse(axes, [a, b]) => [a.abs().max(b.abs()) * axes.factors()[0] * UP; 2],
            Self::Spline(net) => {
                let [u, _, uu, ..] = net.slopes([range, [0.0, 1.0]]);
                [u, uu]
            }
        }
    }
    fn domain(&self) -> [f64; 2] {
        if let Self::Spline(net) = self { net.domain()[0] } else { EVERYWHERE }
    }
}

impl Form {
    /// The factor of the derivatives: that of the axes.
    pub(crate) fn factor(&self) -> f64 {
        match self {
            Self::Plane(axes)
            | Self::Cylinder(axes, _)
            | Self::Cone(axes, ..)
            | Self::Sphere(axes, _)
            | Self::Torus(axes, _) => axes.factors()[0],
            // |z|² = 1 + g, and the turn changes no length by more than 1 + 2·|g|.
            Self::Revolution(_, axes) => (1.0 + 2.0 * off_unit(axes)) * UP,
            Self::Extrusion(..) | Self::Spline(_) => 1.0,
        }
    }
    /// The point at (u, v).
    pub(crate) fn at(&self, [u, v]: [f64; 2]) -> Option<Vector> {
        let around = |axes: &Axes, r: &Interval, height: Interval| {
            let [sine, cosine] = sine_cosine(&Interval::of(u));
            Some(axes.image(&[r.times(&cosine), r.times(&sine), height]))
        };
        let of = Interval::of;
        match self {
            Self::Plane(axes) => Some(axes.image(&[of(u), of(v), of(0.0)])),
            Self::Cylinder(axes, radius) => around(axes, &of(*radius), of(v)),
            Self::Cone(axes, radius, [s, c]) => {
                around(axes, &of(*radius).plus(&of(v).times(&of(*s))), of(v).times(&of(*c)))
            }
            Self::Sphere(axes, radius) => {
                let [sine, cosine] = sine_cosine(&of(v));
                around(axes, &of(*radius).times(&cosine), of(*radius).times(&sine))
            }
            Self::Torus(axes, [major, minor]) => {
                let [sine, cosine] = sine_cosine(&of(v));
                around(axes, &of(*major).plus(&of(*minor).times(&cosine)), of(*minor).times(&sine))
            }
            Self::Extrusion(profile, way) => Some(sum(&profile.at(u)?, &product(&vector(*way), &of(v)))),
            Self::Revolution(profile, axes) => {
                // o + cos u·p + sin u·(z × p) + (1 − cos u)·(z·p)·z, with p = C(v) − o.
                let (o, z) = (vector(axes.origin), vector(axes.axes[2]));
                let p = difference(&profile.at(v)?, &o);
                let [sine, cosine] = sine_cosine(&of(u));
                let along = Interval::dot(&z, &p).times(&of(1.0).minus(&cosine));
                let turned = sum(&product(&p, &cosine), &product(&cross(&z, &p), &sine));
                Some(sum(&o, &sum(&turned, &product(&z, &along))))
            }
            Self::Spline(net) => net.at([u, v]),
        }
    }
    /// Bounds of |S_u|, |S_v|, |S_uu|, |S_uv| and |S_vv| over a box of parameters, but for the factor.
    pub(crate) fn slopes(&self, range: [[f64; 2]; 2]) -> Slopes {
        let of = Interval::of;
        let [low, high] = range[1];
        let of_v = Interval { low, high };
        let [sine, cosine] = sine_cosine(&of_v);
        match self {
            Self::Plane(_) => [1.0, 1.0, 0.0, 0.0, 0.0],
            Self::Cylinder(_, r) => [r.abs(), 1.0, r.abs(), 0.0, 0.0],
            Self::Cone(_, r, [s, c]) => {
                let rho = of(*r).plus(&of_v.times(&of(*s))).most();
                [rho, (s * s + c * c).sqrt() * UP, rho, s.abs(), 0.0]
            }
            Self::Sphere(_, r) => {
                let [r, across, along] = [r.abs(), r.abs() * cosine.most() * UP, r.abs() * sine.most() * UP];
                [across, r, across, along, r]
            }
            Self::Torus(_, [major, minor]) => {
                let rho = of(*major).plus(&of(*minor).times(&cosine)).most();
                [rho, minor.abs(), rho, minor.abs() * sine.most() * UP, minor.abs()]
            }
            Self::Extrusion(profile, way) => {
                let [first, second] = profile.slopes(range[0]);
                [first, length(&vector(*way)).high, second, 0.0, 0.0]
            }
            Self::Revolution(profile, axes) => {
                let [first, second] = profile.slopes(range[1]);
                let Some(middle) = profile.at(0.5 * low + 0.5 * high) else { return [f64::INFINITY; 5] };
                // |z × p| is |z| times the distance from the axis, and |z|·(1 + |z|² − 1) is no less than 1 − |g|.
                let p = difference(&middle, &vector(axes.origin));
                let off = length(&cross(&vector(axes.axes[2]), &p)).high * (1.0 + 2.0 * off_unit(axes));
                let rho = (off + off_unit(axes) * length(&p).high + first * (high - low).next_up()) * UP;
                [rho, first, rho, first, second]
            }
            Self::Spline(net) => net.slopes(range),
        }
    }
    /// A bound of |S(p) − S(q)| / |p − q| over a box, but for the factor. S_u and S_v are square to each other for most.
    pub(crate) fn stretch(&self, range: [[f64; 2]; 2]) -> f64 {
        let [u, v, ..] = self.slopes(range);
        match self {
            Self::Extrusion(..) | Self::Revolution(..) | Self::Spline(_) => (u * u + v * v).sqrt() * UP,
            _ => u.max(v),
        }
    }
    /// Where both parameters are defined.
    pub(crate) fn domain(&self) -> [[f64; 2]; 2] {
        match self {
            Self::Extrusion(profile, _) => [profile.domain(), EVERYWHERE],
            Self::Revolution(profile, _) => [EVERYWHERE, profile.domain()],
            Self::Spline(net) => net.domain(),
            _ => [EVERYWHERE; 2],
        }
    }
}

/// How far |z|² is from 1.
fn off_unit(axes: &Axes) -> f64 {
    let z = vector(axes.axes[2]);
    Interval::dot(&z, &z).minus(&Interval::of(1.0)).most()
}

/// The box around points of the parameters.
pub(crate) fn box_of(points: &[[f64; 2]]) -> [[f64; 2]; 2] {
    [0, 1].map(|k| {
        let ends = points.iter().map(|p| p[k]);
        [ends.clone().fold(f64::INFINITY, f64::min), ends.fold(f64::NEG_INFINITY, f64::max)]
    })
}

/// How far S(p) is from Σ l·S(pᵢ) for p = Σ l·pᵢ, by bounds over the box of the points. Taylor about p: the first-order
/// terms cancel, and a variance is at most a quarter of the range squared. Where a derivative jumps, |S(p) − S(pᵢ)| bounds it.
pub(crate) fn gap([u, v, uu, of_both, vv]: Slopes, domain: [[f64; 2]; 2], points: &[[f64; 2]]) -> f64 {
    let range = box_of(points);
    let [du, dv] = range.map(|[low, high]| (high - low).next_up());
    let second = 0.125 * (uu * du * du + 2.0 * of_both * du * dv + vv * dv * dv);
    // Points beyond the domain stand for the nearest inside: so their mean moves by no more than they do.
    let beyond = |k: usize| (domain[k][0] - range[k][0]).max(range[k][1] - domain[k][1]).max(0.0);
    let moved = |slope: f64, way: f64| if way > 0.0 { slope * way } else { 0.0 };
    (second.min(u * du + v * dv) + moved(u, beyond(0)) + moved(v, beyond(1))) * UP
}
