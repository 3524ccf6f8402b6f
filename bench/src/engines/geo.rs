//! geo, for polygons in the plane. It has no poses, so the polygons of each pair are placed beforehand.

use std::hint::black_box;

use geo::{Coord, Distance, Euclidean, Intersects, LineString, Polygon};

use super::{Engine, Output, Prepared, Query, Runner, Scalar};
use crate::workloads::{Pair, ShapeData, Workload};

pub fn engines() -> Vec<Engine> {
    vec![Engine { name: "geo", scalar: Scalar::F64, prepare }]
}

fn prepare(workload: &Workload, output: Output) -> Option<Box<dyn Runner>> {
    if workload.dimension != 2 {
        return None;
    }
    let shapes = workload.pairs.iter().flat_map(|pair| [0, 1].map(|side| placed(workload, pair, side)));
    let shapes = shapes.collect::<Option<Vec<Polygon<f64>>>>()?;
    let query = |(index, pair): (usize, &Pair)| Query {
        shapes: [2 * index, 2 * index + 1],
        poses: [(), ()],
        track: pair.track,
    };
    let queries = workload.pairs.iter().enumerate().map(query).collect();
    let bool = |[a, b]: [&Polygon<f64>; 2], _: [&(); 2], _| f64::from(u8::from(a.intersects(b)));
    let distance = |[a, b]: [&Polygon<f64>; 2], _: [&(); 2], _| black_box(Euclidean.distance(a, b));
    match output {
        Output::Bool => Some(Box::new(Prepared { shapes, queries, answer: bool })),
        Output::Distance => Some(Box::new(Prepared { shapes, queries, answer: distance })),
        Output::Signed | Output::Within | Output::Contacts => None,
    }
}

/// One side of a pair as a polygon of the world.
fn placed(workload: &Workload, pair: &Pair, side: usize) -> Option<Polygon<f64>> {
    let ShapeData::Points(points) = &workload.shapes[pair.shapes[side]] else { return None };
    let pose = &pair.poses[side];
    let ([c, s, ..], [x, y, _]) = (pose.rotation, pose.translation);
    let corner = |p: &[f64; 3]| Coord { x: c * p[0] - s * p[1] + x, y: s * p[0] + c * p[1] + y };
    Some(Polygon::new(LineString(points.iter().map(corner).collect()), Vec::new()))
}
