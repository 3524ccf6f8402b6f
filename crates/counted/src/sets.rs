//! Batches of 256 pairs: boxes, and hulls of 24 vertices.

use super::{Body, PAIRS, answer_every_pair, apart, hull_pairs, motions, pool, pose, within};
use crate::random::Random;
use clearance::{Batch, Hull, Placement, Proximity, ShapeSet, Solver, Vec3};

type Question = fn(&Batch<'_, Vec3<f64>>, &[[u32; 2]]) -> f64;

pub fn distances(batch: &Batch<'_, Vec3<f64>>, pairs: &[[u32; 2]]) -> f64 {
    let mut answers = [Proximity::default(); PAIRS];
    batch.distances(pairs, &mut answers).expect("as many answers as pairs");
    answers[PAIRS - 1].distance
}

pub fn overlaps(batch: &Batch<'_, Vec3<f64>>, pairs: &[[u32; 2]]) -> f64 {
    let mut answers = [false; PAIRS];
    batch.overlaps(pairs, &mut answers).expect("as many answers as pairs");
    f64::from(u8::from(answers[PAIRS - 1]))
}

pub fn boxes(gap: [f64; 2], question: Question) {
    let mut random = Random::new(18);
    let bodies: Vec<_> = (0..PAIRS)
        .map(|_| {
            let (a, b) = (motions::cuboid(&mut random), motions::cuboid(&mut random));
            apart(a, b, pose(&mut random), pose(&mut random), within(&mut random, gap))
        })
        .collect();
    let mut shapes = ShapeSet::new();
    let placements: Vec<_> = bodies
        .into_iter()
        .flat_map(|(a, b)| [a, b])
        .map(|body| Placement { shape: shapes.insert(*body.shape()), pose: body.pose() })
        .collect();
    ask(&shapes, &placements, question);
}

pub fn hulls(gap: [f64; 2], question: Question) {
    let mut random = Random::new(19);
    let hulls = pool(&mut random, 24);
    let mut shapes = ShapeSet::new();
    let ids: Vec<_> = hulls.iter().map(|hull| shapes.insert(hull.clone())).collect();
    let place = |body: Body<&Hull<Vec3<f64>>>| {
        let number = hulls.iter().position(|hull| core::ptr::eq(hull, *body.shape())).expect("one of the hulls");
        Placement { shape: ids[number], pose: body.pose() }
    };
    let bodies = hull_pairs(&mut random, &hulls, gap);
    let placements: Vec<_> = bodies.into_iter().flat_map(|(a, b)| [a, b]).map(place).collect();
    ask(&shapes, &placements, question);
}

/// One question about neighbours in the list.
fn ask(shapes: &ShapeSet<Vec3<f64>>, placements: &[Placement<Vec3<f64>>], question: Question) {
    let solver = Solver::default();
    let batch = solver.batch(shapes, placements).expect("every shape is in the set");
    let pairs: Vec<[u32; 2]> = (0..PAIRS as u32).map(|pair| [2 * pair, 2 * pair + 1]).collect();
    answer_every_pair(&mut [()], |()| question(&batch, &pairs));
}
