//! A point that moves past a shape of the plane: the closed form, edge by edge, beside the library's answer.
//!
//! A convex shape is what lies behind the lines of all its edges. The ray is behind one line up to a fraction, or from
//! one on. What is left of it behind all of them is in the shape.
//!
//! **References.** Cyrus and Beck 1978; Kay and Kajiya 1986 for boxes. The edges show the method and round as they
//! come; the answer and its bounds are the library's.

use crate::Body;
use clearance::{Cast, Motion, PointCloud, Pose, Shape, Solver, SupportMap, Vec2, signed_distance};

pub struct Ray {
    shape: Body,
    origin: Body,
    travel: Vec2<f64>,
    /// The answer for the ray that ends after `travel`.
    pub answer: Cast<Vec2<f64>>,
}

impl Ray {
    pub fn new(shape: Body, origin: Body, travel: Vec2<f64>) -> Self {
        let answer = Solver::default().impact(&shape, &Motion::still(), &origin, &Motion::travel(travel));
        Self { shape, origin, travel, answer }
    }

    /// As [`crate::Ray::crossing`] has it.
    pub fn crossing(&self) -> Vec<f64> {
        let Some(crossing) = Solver::default().crossing(&self.shape, &self.origin, self.travel) else {
            return Vec::new();
        };
        let [first, last] = [crossing.entry, crossing.exit].map(|at| [at.fraction, at.lower, at.upper]);
        let normals = [crossing.normal_in, crossing.normal_out].map(|normal| [normal.x, normal.y]);
        [first.as_slice(), &last, normals.as_flattened()].concat()
    }

    /// As [`crate::Ray::edges`] has it, for corners in counter-clockwise order.
    pub fn edges(&self, corners: &[Vec2<f64>]) -> Vec<[f64; 9]> {
        let origin = self.start();
        let (mut from, mut until) = (f64::NEG_INFINITY, f64::INFINITY);
        let next = |place: usize| corners[(place + 1) % corners.len()];
        let row = |(place, &corner): (usize, &Vec2<f64>)| {
            let way = next(place) - corner;
            let normal = Vec2 { x: way.y, y: -way.x } * (1.0 / way.length());
            let (beyond, outward) = ((origin - corner).dot(normal), self.travel.dot(normal));
            let fraction = if outward == 0.0 { f64::NAN } else { -beyond / outward };
            let (enters, leaves) = (outward < 0.0 && fraction > from, outward > 0.0 && fraction < until);
            if enters {
                from = fraction;
            }
            if leaves {
                until = fraction;
            }
            // Beside the line for ever.
            if outward == 0.0 && beyond > 0.0 {
                (from, until) = (f64::INFINITY, f64::NEG_INFINITY);
            }
            [normal.x, normal.y, beyond, outward, fraction, from, until, f64::from(enters), f64::from(leaves)]
        };
        corners.iter().enumerate().map(row).collect()
    }

    /// As [`crate::Ray::parting`] has it.
    pub fn parting(&self) -> Option<[f64; 4]> {
        let start = self.start();
        let whole = PointCloud::new(vec![start, start + self.travel]).ok()?.at(Pose::identity());
        let found = signed_distance(&self.shape, &whole);
        let place = |point: Vec2<f64>| point.dot(found.normal);
        (found.lower > 0.0).then(|| [found.normal.x, found.normal.y, place(found.point_a), place(found.point_b)])
    }

    fn start(&self) -> Vec2<f64> {
        self.origin.pose().apply(self.origin.shape().vertex(0))
    }
}
