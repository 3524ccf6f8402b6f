//! A planner's question: how near does an arm come to its surroundings, which joint should turn, and how fast does that
//! help? Links are capsules, poses are nalgebra's.
//!
//! The program moves the joints along the gradient of the least distance until the arm keeps its clearance. Each answer
//! holds proven bounds, so "clear by 50 mm" is a proof. Run it with `cargo run --release --example robot_arm --features
//! nalgebra-035`; the tests run it, too.

use clearance::{
    AnyShape, Batch, Capsule, Cuboid, Minimum, Placement, Pose, Shape, ShapeId, ShapeSet, Solver, Vec3, vec3,
};
use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use std::error::Error;

/// Metres.
const LINK: f64 = 0.4;
const CLEARANCE: f64 = 0.05;

/// An arm of three links in the plane z = 0. Each joint turns about z.
struct Arm {
    angles: [f64; 3],
}

impl Arm {
    /// The pose of each link: nalgebra's own forward kinematics.
    fn frames(&self) -> [Isometry3<f64>; 3] {
        let mut frame = Isometry3::identity();
        self.angles.map(|angle| {
            frame *= UnitQuaternion::from_axis_angle(&Vector3::z_axis(), angle);
            let link = frame;
            frame *= Translation3::new(LINK, 0.0, 0.0);
            link
        })
    }
}

/// The shapes of the cell, the placements of the obstacles, and the pairs that may meet.
struct Cell {
    shapes: ShapeSet<Vec3<f64>>,
    link: ShapeId,
    obstacles: Vec<Placement<Vec3<f64>>>,
    pairs: Vec<[u32; 2]>,
}

impl Cell {
    fn new() -> Result<Self, Box<dyn Error>> {
        let mut shapes = ShapeSet::new();
        let link = shapes.insert(Capsule::new(vec3(0.0, 0.0, 0.0), vec3(LINK, 0.0, 0.0), 0.05)?);
        let post = shapes.insert(Cuboid::new(vec3(0.05, 0.05, 0.5))?);
        // A fixture with rounded edges is one shape, too.
        let fixture: AnyShape<Vec3<f64>> = Cuboid::new(vec3(0.1, 0.02, 0.3))?.rounded(0.02)?.into();
        let fixture = shapes.insert(fixture);
        let at = |shape, x, y| Placement { shape, pose: Pose::from(Isometry3::translation(x, y, 0.0)) };
        let obstacles = vec![at(post, 0.75, 0.35), at(fixture, 0.2, 0.6)];
        // Bodies 0 to 2 are the links, 3 and 4 the obstacles. The first and the last link may meet, too.
        let mut pairs: Vec<_> = (0..3).flat_map(|link| [[link, 3], [link, 4]]).collect();
        pairs.push([0, 2]);
        Ok(Self { shapes, link, obstacles, pairs })
    }

    /// The least distance of all pairs, and which pair has it.
    fn nearest(&self, arm: &Arm) -> Result<Minimum<Vec3<f64>>, Box<dyn Error>> {
        let links = arm.frames().map(|frame| Placement { shape: self.link, pose: frame.into() });
        let bodies: Vec<_> = links.iter().chain(&self.obstacles).copied().collect();
        let solver = Solver::default();
        let batch: Batch<'_, _> = solver.batch(&self.shapes, &bodies)?;
        batch.minimum(&self.pairs)?.ok_or_else(|| "there are no pairs".into())
    }
}

/// How the least distance changes with each joint: normal · (z × (p − o)) for each link that the joint carries.
fn gradient(arm: &Arm, cell: &Cell, nearest: &Minimum<Vec3<f64>>) -> [f64; 3] {
    let answer = &nearest.proximity;
    let normal = Vector3::from(answer.normal);
    let points = [answer.point_a, answer.point_b].map(Point3::from);
    let bodies = cell.pairs[nearest.pair].map(|body| body as usize);
    let frames = arm.frames();
    std::array::from_fn(|joint| {
        let origin = Point3::from(frames[joint].translation.vector);
        // A moves against the normal, B along it. A joint carries its own link and those after it.
        let slope = |body: usize, point: Point3<f64>, sign: f64| {
            let is_carried = body < 3 && body >= joint;
            if is_carried { sign * normal.dot(&Vector3::z().cross(&(point - origin))) } else { 0.0 }
        };
        slope(bodies[0], points[0], -1.0) + slope(bodies[1], points[1], 1.0)
    })
}

/// Turns the joints until the arm is clear. Returns the steps taken.
fn keep_clear(arm: &mut Arm, cell: &Cell) -> Result<usize, Box<dyn Error>> {
    for step in 0..200 {
        let nearest = cell.nearest(arm)?;
        let answer = &nearest.proximity;
        println!(
            "step {step}: pair {:?} is {:.6} m apart, proven to be between {:.6} and {:.6}",
            cell.pairs[nearest.pair], answer.distance, answer.lower, answer.upper
        );
        if answer.lower >= CLEARANCE {
            return Ok(step);
        }
        let slopes = gradient(arm, cell, &nearest);
        let steepness: f64 = slopes.iter().map(|slope| slope * slope).sum();
        for (angle, slope) in arm.angles.iter_mut().zip(slopes) {
            *angle += slope / steepness * (1.1 * CLEARANCE - answer.distance).clamp(0.0, 0.01);
        }
    }
    Err("the arm found no way out".into())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arm = Arm { angles: [0.2, 0.1, 0.4] };
    let steps = keep_clear(&mut arm, &Cell::new()?)?;
    println!("clear after {steps} steps, at the joint angles {:.3?}", arm.angles);
    Ok(())
}

#[test]
fn the_gradient_is_the_slope_of_the_least_distance_and_leads_the_arm_out() -> Result<(), Box<dyn Error>> {
    let cell = Cell::new()?;
    let mut arm = Arm { angles: [0.2, 0.1, 0.4] };
    let nearest = cell.nearest(&arm)?;
    assert!(nearest.proximity.lower < CLEARANCE);
    let slopes = gradient(&arm, &cell, &nearest);
    for (joint, slope) in slopes.into_iter().enumerate() {
        let step = 1e-6;
        let distance = |turn: f64| {
            let mut turned = Arm { angles: arm.angles };
            turned.angles[joint] += turn;
            cell.nearest(&turned).map(|nearest| nearest.proximity.distance)
        };
        let measured = (distance(step)? - distance(-step)?) / (2.0 * step);
        assert!((measured - slope).abs() < 1e-6, "joint {joint}: {measured} {slope}");
    }
    let steps = keep_clear(&mut arm, &cell)?;
    assert!(steps > 0 && cell.nearest(&arm)?.proximity.lower >= CLEARANCE);
    Ok(())
}
