//! From where a topic is seen.

use clearance::Vec3;
use clearance_files::bcf::Camera;
use clearance_scene::Scene;

use super::super::kind::Kind;
use super::super::row::Row;

/// How far the view opens, in degrees. The formulas below are for this angle: its half has the sine 1/2.
const FIELD_OF_VIEW: f64 = 60.0;

/// The width of the picture by its height.
pub const ASPECT: f64 = 4.0 / 3.0;

/// The room around what is seen. Larger: it is small in the picture. Smaller: it reaches the border.
const ROOM: f64 = 1.25;

/// A camera, in the unit of the scene.
pub struct Look {
    pub eye: Vec3<f64>,
    pub direction: Vec3<f64>,
    pub right: Vec3<f64>,
    pub up: Vec3<f64>,
    /// The radius of the ball that is seen.
    pub radius: f64,
}

impl Look {
    /// The view from the front, from the right and from above of all witness points, and of as much of the bodies as the
    /// smaller one of a pair is large.
    pub fn at<S: Kind>(scene: &Scene<S>, rows: &[&Row]) -> Self {
        let points = rows.iter().flat_map(|row| [row.finding.point_a, row.finding.point_b]);
        let [low, high] = bounds(points);
        let mut center = Vec3::from([0, 1, 2].map(|axis| low[axis] + 0.5 * (high[axis] - low[axis])));
        let mut radius = 0.5 * diagonal([low, high]);
        let extent = |object: usize| match scene.half_space(object) {
            Some(_) => f64::INFINITY,
            None => diagonal(bounds(S::placed_vertices(scene, object).into_iter().map(<[f64; 3]>::from))),
        };
        let smaller = rows.iter().map(|row| extent(row.finding.objects[0]).min(extent(row.finding.objects[1])));
        radius = smaller.fold(radius, |radius, extent| radius.max(0.5 * extent));
        if !(radius > 0.0 && radius.is_finite()) {
            radius = 1.0;
        }
        if !<[f64; 3]>::from(center).iter().all(|x| x.is_finite()) {
            center = Vec3::from([0.0; 3]);
        }
        Self::of_ball(center, radius)
    }

    fn of_ball(center: Vec3<f64>, radius: f64) -> Self {
        // The length of (3, −4, 3) is the root of 34, that of its part in the plane is 5.
        let length = 34.0_f64.sqrt();
        let direction = Vec3::from([-3.0 / length, 4.0 / length, -3.0 / length]);
        let right = Vec3::from([0.8, 0.6, 0.0]);
        let up = Vec3::from([-9.0 / (5.0 * length), 12.0 / (5.0 * length), 5.0 / length]);
        let eye = center - direction * (2.0 * ROOM * radius);
        Self { eye, direction, right, up, radius }
    }

    /// The camera of a topic.
    pub fn camera(&self, metres: f64) -> Camera {
        let eye = <[f64; 3]>::from(self.eye).map(|x| x * metres);
        let (direction, up) = (self.direction.into(), self.up.into());
        Camera { eye, direction, up, field_of_view: FIELD_OF_VIEW, aspect: ASPECT }
    }

    /// A point as the camera sees it: to the right, up, and away.
    pub fn seen(&self, point: Vec3<f64>) -> [f64; 3] {
        let way = point - self.eye;
        [self.right, self.up, self.direction].map(|axis| way.x * axis.x + way.y * axis.y + way.z * axis.z)
    }
}

fn bounds(points: impl Iterator<Item = [f64; 3]>) -> [[f64; 3]; 2] {
    let start = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
    points.fold(start, |[low, high], point| {
        let axes = [0, 1, 2];
        [axes.map(|axis| low[axis].min(point[axis])), axes.map(|axis| high[axis].max(point[axis]))]
    })
}

fn diagonal([low, high]: [[f64; 3]; 2]) -> f64 {
    let squares = [0, 1, 2].map(|axis| (high[axis] - low[axis]) * (high[axis] - low[axis]));
    (squares[0] + squares[1] + squares[2]).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axes_of_a_camera_are_across_each_other_and_the_ball_is_seen() {
        let look = Look::of_ball(Vec3::from([10.0, 20.0, 30.0]), 2.0);
        let axes = [look.right, look.up, look.direction];
        for (place, a) in axes.iter().enumerate() {
            for (other, b) in axes.iter().enumerate() {
                let dot = a.x * b.x + a.y * b.y + a.z * b.z;
                assert!((dot - f64::from(u8::from(place == other))).abs() < 1e-15, "{place} {other} {dot}");
            }
        }
        let [right, up, away] = look.seen(Vec3::from([10.0, 20.0, 30.0]));
        assert!(right.abs() < 1e-12 && up.abs() < 1e-12 && (away - 5.0).abs() < 1e-12);
        // From the camera a point above is higher in the picture, and the eye is above and in front.
        assert!(look.seen(Vec3::from([10.0, 20.0, 31.0]))[1] > 0.5 && look.eye.z > 31.0 && look.eye.y < 19.0);
    }
}
