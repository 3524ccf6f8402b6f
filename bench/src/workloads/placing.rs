//! Places two shapes so that their signed distance is certainly in the range of a class.

use clearance::{Placed, Pose, Rotation, Solver, SupportMap, Vec2, Vec3, WideVector};

use super::{Class, Pair, Placement, Recipe, ShapeData, Workload};
use crate::rng::Rng;
use crate::space::{FromData, any_shape};

/// How far a placement may miss its target, as a fraction of the signed distance.
const MISS: f64 = 1e-2;

/// The shapes of a workload in their dimension, ready to be placed.
pub enum Placer {
    /// Polygons and the like.
    Plane(Vec<Box<dyn SupportMap<Vec2<f64>> + Send + Sync>>),
    /// Polyhedra and the like.
    Space(Vec<Box<dyn SupportMap<Vec3<f64>> + Send + Sync>>),
}

/// Two of the shapes, the turn of each, and the direction from the first to the second.
pub struct Bodies {
    shapes: [usize; 2],
    origin: [f64; 3],
    rotations: [[f64; 4]; 2],
    way: [f64; 3],
}

/// One step of a motion.
pub struct Turns([[f64; 4]; 3]);

impl Placer {
    /// For the shapes of a workload.
    pub fn new(dimension: usize, shapes: &[ShapeData]) -> Self {
        if dimension == 2 {
            Self::Plane(shapes.iter().map(any_shape).collect())
        } else {
            Self::Space(shapes.iter().map(any_shape).collect())
        }
    }

    /// Two of the shapes, turned at random, with a signed distance of about `target`. A negative target is a depth.
    fn random_pair(&self, target: f64, rng: &mut Rng) -> Pair {
        loop {
            if let Some(pair) = self.placed(&Bodies::random(self, rng), target) {
                return pair;
            }
        }
    }

    /// The bodies with a signed distance of about `target`. It is `None` if they are not that thick.
    pub fn placed(&self, bodies: &Bodies, target: f64) -> Option<Pair> {
        match self {
            Self::Plane(shapes) => placed(shapes, bodies, target),
            Self::Space(shapes) => placed(shapes, bodies, target),
        }
    }
}

impl Bodies {
    /// Any two shapes, turned and directed at random.
    pub fn random(placer: &Placer, rng: &mut Rng) -> Self {
        match placer {
            Placer::Plane(shapes) => Self {
                shapes: [rng.below(shapes.len()), rng.below(shapes.len())],
                origin: [rng.within(-1.0, 1.0), rng.within(-1.0, 1.0), 0.0],
                rotations: [plane(rng.unit()), plane(rng.unit())],
                way: flat(rng.unit()),
            },
            Placer::Space(shapes) => Self {
                shapes: [rng.below(shapes.len()), rng.below(shapes.len())],
                origin: std::array::from_fn(|_| rng.within(-1.0, 1.0)),
                rotations: [rng.unit(), rng.unit()],
                way: rng.unit(),
            },
        }
    }

    /// A turn by `angle` for each body, and for the way from one to the other, about random axes.
    pub fn random_turns(placer: &Placer, angle: f64, rng: &mut Rng) -> Turns {
        Turns(std::array::from_fn(|_| match placer {
            Placer::Plane(_) => {
                let sense = if rng.below(2) == 0 { angle } else { -angle };
                plane([sense.cos(), sense.sin()])
            }
            Placer::Space(_) => {
                let [x, y, z] = rng.unit().map(|axis: f64| axis * (0.5 * angle).sin());
                [x, y, z, (0.5 * angle).cos()]
            }
        }))
    }

    /// The bodies after one step of a motion.
    pub fn turned(&self, placer: &Placer, turns: &Turns) -> Self {
        match placer {
            Placer::Plane(_) => self.turned_in::<Vec2<f64>>(turns),
            Placer::Space(_) => self.turned_in::<Vec3<f64>>(turns),
        }
    }

    fn turned_in<V: FromData + WideVector>(&self, &Turns([turn_a, turn_b, turn_way]): &Turns) -> Self {
        let after = |turn, first| V::rotation(turn).after(&V::rotation(first)).components();
        let way = V::vector(self.way).mapped(&V::rotation(turn_way).matrix());
        Self {
            rotations: [after(turn_a, self.rotations[0]), after(turn_b, self.rotations[1])],
            way: std::array::from_fn(|axis| if axis < V::DIM { *way.coordinate(axis) } else { 0.0 }),
            ..*self
        }
    }

    /// The second body this far along the way from the first.
    fn placements(&self, along: f64) -> [Placement; 2] {
        let translation = std::array::from_fn(|axis| self.origin[axis] + along * self.way[axis]);
        [
            Placement { rotation: self.rotations[0], translation: self.origin },
            Placement { rotation: self.rotations[1], translation },
        ]
    }
}

fn plane([c, s]: [f64; 2]) -> [f64; 4] {
    [c, s, 0.0, 0.0]
}

fn flat([x, y]: [f64; 2]) -> [f64; 3] {
    [x, y, 0.0]
}

/// The second body, moved along its way until the signed distance is right.
fn placed<V: FromData + WideVector>(
    shapes: &[Box<dyn SupportMap<V> + Send + Sync>],
    bodies: &Bodies,
    target: f64,
) -> Option<Pair> {
    let [a, b] = bodies.shapes.map(|index| &*shapes[index]);
    let way = V::vector(bodies.way);
    // The signed distance is convex along a line. So Newton's method, started outside, does not overshoot.
    let mut along = 2.0 * (reach(a) + reach(b)) + target.max(0.0);
    for _ in 0..50 {
        let poses = bodies.placements(along);
        let [pose_a, pose_b]: [Pose<V>; 2] = poses.each_ref().map(V::pose);
        let answer = Solver::default().signed_distance(&Placed::new(a, pose_a), &Placed::new(b, pose_b));
        if (answer.distance - target).abs() <= MISS * target.abs() {
            return Some(Pair { shapes: bodies.shapes, poses, track: 0 });
        }
        let slope = answer.normal.widen().dot(&way.widen());
        if slope <= 0.0 {
            return None;
        }
        along += (target - answer.distance) / slope;
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
            let pair = |_| placer.random_pair(size * aim(class, &mut rng), &mut rng);
            let pairs = (0..count).map(pair).collect();
            Workload::answered(&owned, &class.to_string(), dimension, size, shapes, pairs)
        })
    };
    Class::ALL.map(recipe).into()
}

/// A signed distance in sizes. If the placement misses it, it stays in the class. `far` is uniform; the others are
/// uniform in the logarithm.
pub fn aim(class: Class, rng: &mut Rng) -> f64 {
    let (low, high) = class.range();
    let (near, far) = (low.abs().min(high.abs()) / (1.0 - MISS), low.abs().max(high.abs()) / (1.0 + MISS));
    match class {
        Class::Far => rng.within(near, far),
        Class::Near => rng.scale(near, far),
        Class::Overlap => -rng.scale(near, far),
    }
}
