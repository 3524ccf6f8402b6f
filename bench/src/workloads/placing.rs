//! Places two shapes so that their signed distance is certainly in the range of a class.

use clearance::{Placed, Pose, Solver, SupportMap, Vec2, Vec3, WideVector};

use super::{Class, Pair, Placement, Recipe, ShapeData, Workload};
use crate::rng::Rng;
use crate::space::{FromData, any_shape};

/// How far a placement may miss the signed distance that it aims at, as a part of it.
const MISS: f64 = 0.1;

/// The shapes of a workload in the dimension they live in, to be placed.
pub enum Placer {
    /// Polygons and the like.
    Plane(Vec<Box<dyn SupportMap<Vec2<f64>>>>),
    /// Polyhedra and the like.
    Space(Vec<Box<dyn SupportMap<Vec3<f64>>>>),
}

impl Placer {
    /// For the shapes of a workload.
    pub fn new(dimension: usize, shapes: &[ShapeData]) -> Self {
        if dimension == 2 {
            Self::Plane(shapes.iter().map(any_shape).collect())
        } else {
            Self::Space(shapes.iter().map(any_shape).collect())
        }
    }

    /// Two of the shapes, turned at random, apart by about `target` (a depth when negative).
    pub fn pair(&self, target: f64, rng: &mut Rng) -> Pair {
        loop {
            let found = match self {
                Self::Plane(shapes) => attempt(shapes, target, rng, plane_rotation, |rng| {
                    let [x, y] = rng.unit();
                    [x, y, 0.0]
                }),
                Self::Space(shapes) => attempt(shapes, target, rng, |rng| rng.unit(), |rng| rng.unit()),
            };
            if let Some(pair) = found {
                return pair;
            }
        }
    }
}

fn plane_rotation(rng: &mut Rng) -> [f64; 4] {
    let [c, s] = rng.unit();
    [c, s, 0.0, 0.0]
}

/// One random pair, moved along a random direction until the signed distance is right; `None` when it cannot be.
fn attempt<V: FromData + WideVector>(
    shapes: &[Box<dyn SupportMap<V>>],
    target: f64,
    rng: &mut Rng,
    rotation: impl Fn(&mut Rng) -> [f64; 4],
    direction: impl Fn(&mut Rng) -> [f64; 3],
) -> Option<Pair> {
    let indices = [rng.below(shapes.len()), rng.below(shapes.len())];
    let origin: [f64; 3] = std::array::from_fn(|axis| if axis < V::DIM { rng.within(-1.0, 1.0) } else { 0.0 });
    let (turn_a, turn_b, way) = (rotation(rng), rotation(rng), direction(rng));
    let [a, b] = indices.map(|index| &*shapes[index]);
    let placed = |along: f64| {
        let translation = std::array::from_fn(|axis| origin[axis] + along * way[axis]);
        [Placement { rotation: turn_a, translation: origin }, Placement { rotation: turn_b, translation }]
    };
    // The signed distance is convex along a line, so Newton's method from outside approaches without overshooting.
    let mut along = 2.0 * (reach(a) + reach(b)) + target.max(0.0);
    for _ in 0..50 {
        let poses = placed(along);
        let [pose_a, pose_b]: [Pose<V>; 2] = poses.each_ref().map(V::pose);
        let answer = Solver::default().signed_distance(&Placed::new(a, pose_a), &Placed::new(b, pose_b));
        if (answer.distance - target).abs() <= MISS * target.abs() {
            return Some(Pair { shapes: indices, poses, track: 0 });
        }
        let slope = answer.normal.widen().dot(&V::vector(way).widen());
        along += (target - answer.distance) / slope;
        if !(slope > 0.0 && along.is_finite()) {
            return None; // Deeper than the shapes are thick along this line.
        }
    }
    None
}

/// No point of a shape is farther than this from its origin.
fn reach<V: WideVector>(shape: &dyn SupportMap<V>) -> f64 {
    (V::DIM as f64).sqrt() * shape.extent() + shape.radius()
}

/// The three classes of a pool of shapes.
pub fn placed_recipes(
    name: &str,
    dimension: usize,
    size: f64,
    quick_pairs: usize,
    pool: impl Fn(&mut Rng) -> Vec<ShapeData> + Clone + 'static,
) -> Vec<Recipe> {
    let recipe = |class: Class| {
        let (pool, owned) = (pool.clone(), name.to_owned());
        Recipe::new(name, &class.to_string(), quick_pairs, move |count| {
            let shapes = pool(&mut Rng::named(&owned));
            let mut rng = Rng::named(&format!("{owned} {class}"));
            let placer = Placer::new(dimension, &shapes);
            let mut pairs: Vec<Pair> = (0..count).map(|_| placer.pair(size * aim(class, &mut rng), &mut rng)).collect();
            rng.shuffle(&mut pairs);
            Workload::answered(&owned, &class.to_string(), dimension, size, shapes, pairs)
        })
    };
    Class::ALL.map(recipe).into()
}

/// A signed distance in sizes that stays in the class when missed: uniform far away, else uniform in the logarithm.
fn aim(class: Class, rng: &mut Rng) -> f64 {
    let (low, high) = class.range();
    let (near, far) = (low.abs().min(high.abs()) / (1.0 - MISS), low.abs().max(high.abs()) / (1.0 + MISS));
    match class {
        Class::Far => rng.within(near, far),
        Class::Near => rng.scale(near, far),
        Class::Overlap => -rng.scale(near, far),
    }
}
