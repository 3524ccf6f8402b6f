//! Shapes that touch: boxes of a grid, faces on faces, corners on faces, vertices on vertices, edges on edges.
//!
//! Each pair has two shapes of its own. Those of a grid and of reflections touch exactly. Those that are turned together
//! touch to rounding: some of them are apart by it, some overlap. The reference knows which.

use std::f64::consts::TAU;

use clearance::{Pose, Quaternion, Rotation, Rotation2, Vec2, Vec3, WideVector, vec2, vec3};

use super::{Pair, Placement, Recipe, ShapeData, Workload};
use crate::rng::Rng;

/// Two shapes and where they are.
type Touching = [(ShapeData, Placement); 2];

/// All names begin with this. Errors of their answers are in sizes of the shapes: the distances are nothing.
pub const PREFIX: &str = "touching";

pub fn recipes() -> Vec<Recipe> {
    let mut recipes = vec![
        recipe("boxes", "grid", 3, 2048, grid_boxes),
        recipe("boxes", "face on face", 3, 2048, turned_boxes),
        recipe("boxes", "corner on face", 3, 2048, corner_on_face),
    ];
    for count in [8, 64, 2000] {
        let (name, pairs) = (format!("hull {count}"), (131_072 / count).clamp(32, 1024));
        recipes.push(recipe(&name, "vertex on vertex", 3, pairs, move |rng| vertex_on_vertex(count, rng)));
        recipes.push(recipe(&name, "face on face", 3, pairs, move |rng| face_on_face(count, rng)));
    }
    for count in [4, 8, 64] {
        let name = format!("polygon {count}");
        recipes.push(recipe(&name, "edge on edge", 2, 2048, move |rng| edge_on_edge(count, rng)));
    }
    recipes
}

fn recipe(
    shapes: &str,
    class: &'static str,
    dimension: usize,
    most: usize,
    make: impl Fn(&mut Rng) -> Touching + 'static,
) -> Recipe {
    let name = format!("{PREFIX} {shapes}");
    let titled = name.clone();
    let recipe = Recipe::new(&titled, class, most, move |count| {
        let mut rng = Rng::named(&format!("{name} {class}"));
        let (mut shapes, mut pairs) = (Vec::new(), Vec::new());
        for _ in 0..count.min(most) {
            let [a, b] = make(&mut rng);
            pairs.push(Pair { shapes: [shapes.len(), shapes.len() + 1], poses: [a.1, b.1], track: 0 });
            shapes.extend([a.0, b.0]);
        }
        Workload::answered(&name, class, dimension, 1.0, shapes, pairs)
    });
    Recipe { full_pairs: most, ..recipe }
}

/// A pose as numbers.
fn placement<V: WideVector>(pose: Pose<V>) -> Placement {
    let coordinate = |axis| if axis < V::DIM { *pose.translation.coordinate(axis) } else { 0.0 };
    Placement { rotation: pose.rotation.components(), translation: std::array::from_fn(coordinate) }
}

fn numbers(point: Vec3<f64>) -> [f64; 3] {
    [point.x, point.y, point.z]
}

fn point(rng: &mut Rng) -> Vec3<f64> {
    let mut number = || rng.within(-1.0, 1.0);
    vec3(number(), number(), number())
}

fn half(rng: &mut Rng) -> Vec3<f64> {
    let mut number = || rng.within(0.7, 1.3);
    vec3(number(), number(), number())
}

fn turn(rng: &mut Rng) -> Quaternion<f64> {
    let [x, y, z, w] = rng.unit();
    Quaternion::new(x, y, z, w).expect("it is a unit vector")
}

/// Cubes of a grid with cells of half of their side, face on face.
fn grid_boxes(rng: &mut Rng) -> Touching {
    let mut side = || rng.below(5) as f64 * 0.5 - 1.0;
    let (u, v) = (side(), side());
    let way = [vec3(2.0, u, v), vec3(u, -2.0, v), vec3(u, v, 2.0)][rng.below(3)];
    let cube = ShapeData::Cuboid([1.0; 3]);
    [(cube.clone(), placement(Pose::<Vec3<f64>>::identity())), (cube, placement(Pose::<Vec3<f64>>::translation(way)))]
}

/// Face on face, in a common frame that is turned.
fn turned_boxes(rng: &mut Rng) -> Touching {
    let (a, b) = (half(rng), half(rng));
    let pose = Pose::new(turn(rng), point(rng)).expect("finite");
    let mut beside = |reach: f64| 0.9 * reach * rng.within(-1.0, 1.0);
    let way = vec3(a.x + b.x, beside(a.y + b.y), beside(a.z + b.z));
    let second = pose.with_translation(pose.apply(way));
    [(ShapeData::Cuboid(numbers(a)), placement(pose)), (ShapeData::Cuboid(numbers(b)), placement(second))]
}

/// The lowest corner of a turned box on the face of another box.
fn corner_on_face(rng: &mut Rng) -> Touching {
    let (a, b) = (half(rng), half(rng));
    let pose = Pose::new(turn(rng), vec3(0.0, 0.0, 0.0)).expect("finite");
    let signs = |corner: usize| [1, 2, 4].map(|bit| if corner & bit == 0 { 1.0 } else { -1.0 });
    let corners = (0..8).map(signs).map(|[x, y, z]| pose.apply(vec3(b.x * x, b.y * y, b.z * z)));
    let low = corners.min_by(|p, q| p.z.total_cmp(&q.z)).expect("eight corners");
    let mut beside = |reach: f64| 0.9 * reach * rng.within(-1.0, 1.0);
    let place = vec3(beside(a.x) - low.x, beside(a.y) - low.y, a.z - low.z);
    [
        (ShapeData::Cuboid(numbers(a)), placement(Pose::<Vec3<f64>>::identity())),
        (ShapeData::Cuboid(numbers(b)), placement(pose.with_translation(place))),
    ]
}

fn on_sphere(count: usize, rng: &mut Rng) -> Vec<Vec3<f64>> {
    (0..count).map(|_| rng.unit()).map(|[x, y, z]| vec3(x, y, z)).collect()
}

fn points(points: &[Vec3<f64>]) -> ShapeData {
    ShapeData::Points(points.iter().copied().map(numbers).collect())
}

/// A hull and its reflection through one of its vertices.
fn vertex_on_vertex(count: usize, rng: &mut Rng) -> Touching {
    let own = on_sphere(count, rng);
    let vertex = own[rng.below(count)];
    let other: Vec<_> = own.iter().map(|&p| vertex * 2.0 - p).collect();
    let still = placement(Pose::<Vec3<f64>>::identity());
    [(points(&own), still), (points(&other), still)]
}

/// Two hulls with a face each in one plane, in a common frame that is turned.
fn face_on_face(count: usize, rng: &mut Rng) -> Touching {
    let pose = placement(Pose::new(turn(rng), point(rng)).expect("finite"));
    [-1.0, 1.0].map(|side| {
        let face = (count / 4).clamp(3, 16);
        let corner = |index: usize| {
            let angle = TAU * index as f64 / face as f64;
            vec3(1.2 * angle.cos(), 1.2 * angle.sin(), 0.0)
        };
        let rest = on_sphere(count - face, rng).into_iter().map(|p| vec3(p.x, p.y, side * (0.1 + p.z.abs())));
        let all: Vec<_> = (0..face).map(corner).chain(rest).collect();
        (points(&all), pose)
    })
}

/// Two regular polygons with an edge each on one line, in a common frame that is turned.
fn edge_on_edge(count: usize, rng: &mut Rng) -> Touching {
    let mut radius = || rng.within(0.7, 1.3);
    let radii = [radius(), radius()];
    let ring = |radius: f64| {
        let corner = |index: usize| {
            let angle = -TAU * (index as f64 + 0.5) / count as f64;
            vec2(radius * angle.sin(), radius * angle.cos())
        };
        (0..count).map(corner).collect::<Vec<Vec2<f64>>>()
    };
    let [a, b] = radii.map(ring);
    // Edges of many-sided polygons are short, and must not slide past each other.
    let reach = 0.9 * (radii[0] + radii[1]) * (0.5 * TAU / count as f64).sin();
    let top = a.iter().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max);
    let bottom = b.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
    let [x, y] = [rng.within(-1.0, 1.0), rng.within(-1.0, 1.0)];
    let pose = Pose::new(Rotation2::from_angle(rng.within(-3.0, 3.0)), vec2(x, y)).expect("finite");
    let second = pose.with_translation(pose.apply(vec2(rng.within(-0.1, 0.1).clamp(-reach, reach), top - bottom)));
    let data = |corners: &[Vec2<f64>]| ShapeData::Points(corners.iter().map(|p| [p.x, p.y, 0.0]).collect());
    [(data(&a), placement(pose)), (data(&b), placement(second))]
}
