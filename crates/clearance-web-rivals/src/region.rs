//! A polygon with notches: its triangles, its convex pieces, and the distance as the least over pairs of pieces.

use crate::Complaint;
use crate::bodies::{Point, points, pose};
use clearance::{PointCloud, Pose, Proximity, Shape, Solver, Vec2};
use clearance_scene::{Outline, Partition, PartitionStep, distance, partition_with};
use serde::Serialize;

/// A polygon at a pose, in pieces.
pub struct Region {
    outline: Outline,
    pose: Pose<Point>,
    partition: Partition,
    steps: Vec<Step>,
}

/// A step on the way to the pieces. Corners are indices of the polygon's.
#[derive(Clone, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Step {
    Triangle { corners: [u32; 3] },
    Removed { ends: [u32; 2] },
    Stays { ends: [u32; 2], notch: u32 },
    Cut { ends: [u32; 2] },
}

/// The pieces and the way to them.
#[derive(Serialize)]
pub struct Pieces<'r> {
    steps: &'r [Step],
    pieces: Vec<&'r [u32]>,
    notches: usize,
    lower_bound: usize,
    least: bool,
}

/// The distance of two polygons.
#[derive(Serialize)]
pub struct Between {
    status: &'static str,
    distance: f64,
    lower: f64,
    upper: f64,
    point_a: [f64; 2],
    point_b: [f64; 2],
    normal: [f64; 2],
    iterations: u32,
    leaf_a: u32,
    leaf_b: u32,
    /// Of each piece of A with each of B, in this order.
    pairs: Vec<PairOfPieces>,
}

/// Two pieces, one of each polygon. The distance is signed.
#[derive(Serialize)]
struct PairOfPieces {
    a: usize,
    b: usize,
    distance: f64,
    point_a: [f64; 2],
    point_b: [f64; 2],
}

impl Region {
    pub fn new(corners: &[f64], place: &[f64]) -> Result<Self, Complaint> {
        let outline = Outline::new(&[vec![points(corners)]]).map_err(|error| error.to_string())?;
        let mut steps = Vec::new();
        let mut watch = |step| {
            steps.extend(match step {
                PartitionStep::Triangle { corners, .. } => Some(Step::Triangle { corners }),
                PartitionStep::Removed { ends } => Some(Step::Removed { ends }),
                PartitionStep::Stays { ends, notch } => Some(Step::Stays { ends, notch }),
                PartitionStep::Cut { ends } => Some(Step::Cut { ends }),
                _ => None,
            });
        };
        let partition = partition_with(&outline, &mut watch).map_err(|error| error.to_string())?;
        Ok(Self { pose: pose(place)?, outline, partition, steps })
    }

    pub fn pieces(&self) -> Pieces<'_> {
        let Partition { pieces, notches, lower_bound, is_least, .. } = &self.partition;
        Pieces {
            steps: &self.steps,
            pieces: pieces.iter().map(|piece| piece.corners.as_slice()).collect(),
            notches: *notches,
            lower_bound: *lower_bound,
            least: *is_least,
        }
    }

    pub fn between(&self, other: &Self) -> Between {
        let nearest = distance(&self.outline.at(self.pose), &other.outline.at(other.pose));
        let Proximity { status, distance, lower, upper, point_a, point_b, normal, iterations, .. } = nearest.proximity;
        let mut pairs = Vec::new();
        for (a, first) in self.hulls().iter().enumerate() {
            for (b, second) in other.hulls().iter().enumerate() {
                let found = Solver::default().signed_distance(first, second);
                pairs.push(PairOfPieces {
                    a,
                    b,
                    distance: found.distance,
                    point_a: found.point_a.into(),
                    point_b: found.point_b.into(),
                });
            }
        }
        Between {
            status: match status {
                clearance::Status::Separated => "separated",
                clearance::Status::Touching => "touching",
                clearance::Status::Overlapping => "overlapping",
            },
            distance,
            lower,
            upper,
            point_a: point_a.into(),
            point_b: point_b.into(),
            normal: normal.into(),
            iterations,
            leaf_a: nearest.leaf_a,
            leaf_b: nearest.leaf_b,
            pairs,
        }
    }

    /// The pieces in their place.
    fn hulls(&self) -> Vec<clearance::Placed<PointCloud<Vec2<f64>>, Vec2<f64>>> {
        let corner = |&corner: &u32| self.outline.vertices()[corner as usize];
        let cloud = |corners: &[u32]| PointCloud::new(corners.iter().map(corner).collect::<Vec<_>>());
        self.partition.pieces.iter().filter_map(|piece| Some(cloud(&piece.corners).ok()?.at(self.pose))).collect()
    }
}
