//! Points beside the surface of a body: how far it is from them, and on which side they are.

use crate::body::Body;
use crate::patch::Patch;
use clearance::real::{U, UP};
use clearance::{Pose, Vec3, closest_on_triangle};
use clearance_scene::{Mesh, NearPairs, closest_point};

/// A body that points are asked about.
pub(crate) struct Spots<'a> {
    pub body: &'a Body,
    /// The largest radius of a triangle.
    pub radius: f64,
    /// A point as a mesh.
    point: Mesh,
}

/// How far a surface is from a point.
#[derive(Clone, Copy)]
pub(crate) struct Near {
    pub lower: f64,
    pub upper: f64,
    /// A true point of the surface that is no farther than `upper`, and its face.
    pub point: Vec3<f64>,
    pub face: u32,
}

/// How many patches are split for one point. Larger: points near splines are told, and time.
const MOST_SPLITS: usize = 64;

/// How many steps lead away from a surface to where the mesh tells the side.
const MOST_STEPS: usize = 16;

impl<'a> Spots<'a> {
    pub fn of(body: &'a Body) -> Option<Self> {
        Some(Self { body, radius: body.largest_radius(), point: Mesh::new(&[[0.0; 3]], &[[0; 3]]).ok()? })
    }

    /// The distance of a point from the surface, until the bracket is as narrow as a width or no split makes it better.
    pub fn near(&self, point: Vec3<f64>, width: f64) -> Near {
        let own = [self.body.mesh().at(Pose::identity()), self.point.at(Pose::translation(point))];
        let mut triangles = NearPairs::new(&own[0], &own[1]);
        let mut waiting: Vec<(f64, Patch)> = Vec::new();
        let mut near = Near { lower: 0.0, upper: f64::INFINITY, point, face: 0 };
        for _ in 0..MOST_SPLITS {
            let least =
                |waiting: &[(f64, Patch)]| (0..waiting.len()).min_by(|&i, &j| waiting[i].0.total_cmp(&waiting[j].0));
            while let Some(found) =
                triangles.next_within(least(&waiting).map_or(f64::INFINITY, |place| waiting[place].0))
            {
                let patch = Patch::of_leaf(self.body, found.leaves[0]);
                self.note(&patch, point, &mut near);
                waiting.push((found.lower, patch));
            }
            let Some(place) = least(&waiting) else { break };
            let (lower, patch) = waiting.swap_remove(place);
            near.lower = lower.max(0.0);
            if !(near.upper - near.lower > width) || patch.slack() <= 0.25 * width.max(patch.tolerance) {
                break;
            }
            for part in patch.split(self.body) {
                let away = (closest_on_triangle(point, part.corners()).point - point).length();
                let bound = away * (1.0 - 64.0 * U) - part.radius - 16.0 * U * point.length();
                self.note(&part, point, &mut near);
                waiting.push((bound.max(lower), part));
            }
        }
        near
    }

    /// Notes the true point of a patch near a point, if it is nearer than those before.
    fn note(&self, patch: &Patch, point: Vec3<f64>, near: &mut Near) {
        let (found, error) = patch.true_point(self.body, point);
        let upper = ((found - point).length() + error + 8.0 * U * (found.length() + point.length())) * UP;
        if upper < near.upper {
            (near.upper, near.point, near.face) = (upper, found, patch.face);
        }
    }

    /// Whether a point is inside. The mesh tells it of points that are farther from it than its radii; from others a way
    /// leads there that the surface does not meet.
    pub fn has_inside(&self, point: Vec3<f64>, mut near: Near) -> Option<bool> {
        let mut place = point;
        for _ in 0..MOST_STEPS {
            let of_mesh = closest_point(&self.body.mesh().at(Pose::identity()), place);
            if of_mesh.lower > self.radius * UP {
                return self.body.mesh().has_inside(place);
            }
            let way = (place - near.point).normalized()?;
            // A step shorter than the distance of the surface.
            let step = 0.75 * near.lower;
            let next = place + way * step;
            if !(near.lower > 0.0 && (next - place).length() < 0.875 * near.lower) {
                return None;
            }
            place = next;
            near = self.near(place, step);
        }
        None
    }
}
