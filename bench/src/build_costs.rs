//! The cost of a hull: the time to make it from points, and its memory.

use clearance::Vec3;
use cpu_time::ThreadTime;
use serde::Serialize;

use crate::engines::OURS;
use crate::memory;
use crate::report::Format;
use crate::space;
use crate::workloads::{ShapeData, Workload};

/// The cost of one hull: the mean over the hulls of a workload.
#[derive(Debug, Serialize)]
struct Cost {
    workload: String,
    engine: &'static str,
    scalar: &'static str,
    build_ns: f64,
    bytes: f64,
}

/// Prints the costs of the hulls of a workload, if its shapes are hulls.
pub fn print(format: Format, workload: &Workload) {
    let points: Vec<&[[f64; 3]]> = workload.shapes.iter().filter_map(points).collect();
    if points.len() < workload.shapes.len() || workload.dimension != 3 {
        return;
    }
    let ours = |points: &[[f64; 3]]| space::hull::<Vec3<f64>>(points);
    let vertices =
        |points: &[[f64; 3]]| points.iter().map(|&[x, y, z]| parry3d_f64::math::Vector::new(x, y, z)).collect();
    let parry = |points: &[[f64; 3]]| -> Option<parry3d_f64::shape::ConvexPolyhedron> {
        let points: Vec<parry3d_f64::math::Vector> = vertices(points);
        parry3d_f64::shape::ConvexPolyhedron::from_convex_hull(&points)
    };
    for cost in [cost(OURS, &workload.name, &points, ours), cost("parry", &workload.name, &points, parry)] {
        match format {
            Format::Json => println!("{}", serde_json::to_string(&cost).expect("costs are plain")),
            _ => println!(
                "{:10} {:10} {:>12.1} us {:>10.1} KiB",
                cost.workload,
                cost.engine,
                cost.build_ns / 1e3,
                cost.bytes / 1024.0
            ),
        }
    }
}

fn points(shape: &ShapeData) -> Option<&[[f64; 3]]> {
    match shape {
        ShapeData::Points(points) => Some(points),
        _ => None,
    }
}

fn cost<S>(engine: &'static str, workload: &str, points: &[&[[f64; 3]]], build: impl Fn(&[[f64; 3]]) -> S) -> Cost {
    let (before, start) = (memory::held(), ThreadTime::now());
    let shapes: Vec<S> = points.iter().map(|points| build(points)).collect();
    let (build_ns, bytes) = (start.elapsed().as_nanos() as f64, (memory::held() - before) as f64);
    let count = shapes.len() as f64;
    Cost { workload: workload.into(), engine, scalar: "f64", build_ns: build_ns / count, bytes: bytes / count }
}
