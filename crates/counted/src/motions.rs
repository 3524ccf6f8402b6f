//! Rays, casts and impacts.

use super::{
    Body, PAIRS, PlacedPolygon, answer_every_pair, apart, hull_pairs, octagons, polygon_pairs, pool, pose, within,
};
use crate::random::Random;
use clearance::{Capsule, Cuboid, Motion, Real, Shape, Solver, SupportMap, Vec2, Vec3, Vector, vec2, vec3};

/// The part of the gap that a motion goes towards the other body, and how often the gap it goes sideways.
pub type Way = [f64; 2];

/// Motions that hit.
pub const HIT: Way = [2.0, 0.3];
/// Motions that pass beside the other body, or end before it.
pub const MISS: Way = [0.5, 2.0];

const GAP: [f64; 2] = [0.3, 1.5];

pub fn cuboid(random: &mut Random) -> Cuboid<Vec3<f64>> {
    let mut half = || 1.0 + 0.3 * random.signed();
    Cuboid::new(vec3(half(), half(), half())).expect("positive and finite")
}

pub fn capsule(random: &mut Random) -> Capsule<Vec3<f64>> {
    let half = vec3(0.0, 0.0, 1.0 + 0.3 * random.signed());
    Capsule::new(-half, half, 0.5).expect("positive and finite")
}

/// Rays at a shape: from outside towards a point inside it.
pub fn rays<S: SupportMap<Vec3<f64>> + Copy>(shape: fn(&mut Random) -> S) {
    let mut random = Random::new(11);
    let bodies: Vec<Body<S>> = (0..PAIRS).map(|_| shape(&mut random).at(pose(&mut random))).collect();
    rays_at(bodies);
}

pub fn rays_at_hulls(corners: usize) {
    let mut random = Random::new(12);
    let shapes = pool(&mut random, corners);
    let bodies: Vec<_> = (0..PAIRS).map(|_| (&shapes[random.below(shapes.len())]).at(pose(&mut random))).collect();
    rays_at(bodies);
}

fn rays_at<S: SupportMap<Vec3<f64>>>(bodies: Vec<Body<S>>) {
    let mut random = Random::new(13);
    let mut vector = || vec3(random.signed(), random.signed(), random.signed());
    let mut rays: Vec<_> = bodies
        .into_iter()
        .map(|body| {
            let (center, from) = (body.pose().translation, vector() * 8.0 + vec3(0.0, 0.0, 4.0));
            let to = center + vector() * 0.3;
            (body, center + from, (to - center - from) * 1.2)
        })
        .collect();
    let solver = Solver::default();
    answer_every_pair(&mut rays, |(body, origin, travel)| solver.cast_ray(body, *origin, *travel).fraction);
}

pub fn casts<S: SupportMap<Vec3<f64>> + Copy>(shape: fn(&mut Random) -> S, way: Way) {
    let mut random = Random::new(14);
    let pairs = (0..PAIRS)
        .map(|_| {
            let (a, b) = (shape(&mut random), shape(&mut random));
            apart(a, b, pose(&mut random), pose(&mut random), within(&mut random, GAP))
        })
        .collect();
    cast_every(pairs, |random| vec3(random.signed(), random.signed(), random.signed()), way);
}

pub fn casts_of_hulls(way: Way) {
    let mut random = Random::new(15);
    let shapes = pool(&mut random, 32);
    let pairs = hull_pairs(&mut random, &shapes, GAP);
    cast_every(pairs, |random| vec3(random.signed(), random.signed(), random.signed()), way);
}

pub fn casts_of_rounded_hulls(way: Way) {
    let mut random = Random::new(15);
    let shapes = pool(&mut random, 32);
    let pairs = hull_pairs(&mut random, &shapes, GAP)
        .into_iter()
        .map(|(a, b)| [a, b].map(|body| body.rounded(0.1).expect("positive and finite")))
        .map(|[a, b]| (a, b))
        .collect();
    cast_every(pairs, |random| vec3(random.signed(), random.signed(), random.signed()), way);
}

pub fn casts_of_polygons(way: Way) {
    let shapes = octagons();
    let pairs: Vec<(PlacedPolygon<'_>, PlacedPolygon<'_>)> = polygon_pairs(&shapes, GAP);
    cast_every(pairs, |random| -> Vec2<f64> { vec2(random.signed(), random.signed()) }, way);
}

fn cast_every<V: Vector, S: SupportMap<V>>(pairs: Vec<(S, S)>, vector: fn(&mut Random) -> V, way: Way) {
    let mut motions: Vec<_> = with_ways(pairs, vector, way).collect();
    let solver = Solver::default();
    answer_every_pair(&mut motions, |(a, b, travel)| Real::widen(solver.cast(a, b, *travel).fraction));
}

/// Hulls of 32 vertices. The second one turns by half a radian about its own centre while it travels.
pub fn impacts_of_hulls(way: Way) {
    let mut random = Random::new(16);
    let shapes = pool(&mut random, 32);
    let pairs = hull_pairs(&mut random, &shapes, GAP);
    let vector = |random: &mut Random| vec3(random.signed(), random.signed(), random.signed());
    let mut motions: Vec<_> = with_ways(pairs, vector, way)
        .map(|(a, b, travel)| {
            let turn = vector(&mut random) * 0.5;
            let motion = Motion { travel, turn, center: b.pose().translation };
            (a, b, motion)
        })
        .collect();
    let (solver, still) = (Solver::default(), Motion::default());
    answer_every_pair(&mut motions, |(a, b, motion)| {
        solver.impact_hit(a, &still, b, motion).map_or(1.0, |impact| impact.fraction)
    });
}

/// The pairs with the way of the second body: so often the gap towards the first one, and so often the gap sideways.
fn with_ways<V: Vector, S: SupportMap<V>>(
    pairs: Vec<(S, S)>,
    vector: fn(&mut Random) -> V,
    [towards, sideways]: Way,
) -> impl Iterator<Item = (S, S, V)> {
    let mut random = Random::new(17);
    pairs.into_iter().map(move |(a, b)| {
        let answer = Solver::default().signed_distance(&a, &b);
        let gap = Real::widen(answer.distance);
        let way = answer.normal.widen() * (-towards * gap) + vector(&mut random).widen() * (sideways * gap);
        (a, b, V::narrow(way))
    })
}
