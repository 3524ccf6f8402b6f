//! The courses: seeded, with the certain answer whether the shapes meet.

use clearance::{Motion, Outcome, Pose, Solver, Vec2, Vec3, WideVector};

use super::{Course, Question, Workload};
use crate::rng::Rng;
use crate::space::{FromData, any_shape};
use crate::workloads::{Placement, ShapeData, cuboid, ellipsoidal, polygon};

/// A workload that is made when its turn comes.
pub struct Recipe {
    /// Names the question and the shapes.
    pub name: &'static str,
    /// How the courses lie.
    pub class: &'static str,
    /// Makes it.
    pub make: Box<dyn Fn() -> Workload>,
}

/// How courses lie. Bodies start 1 to 3 sizes apart.
#[derive(Clone, Copy, PartialEq)]
enum Class {
    /// The way leads through the other shape.
    Hit,
    /// The way passes beside it, at a distance of 0.02 to 0.5.
    Miss,
    /// The way leads away, or ends before: one plane proves it.
    Far,
}

const CLASSES: [(Class, &str); 3] = [(Class::Hit, "hit"), (Class::Miss, "miss"), (Class::Far, "far")];

type Pool = fn(&mut Rng) -> Vec<ShapeData>;

/// Every workload of `count` courses.
pub fn recipes(count: usize) -> Vec<Recipe> {
    let boxes: Pool = |rng| (0..256).map(|_| cuboid(rng)).collect();
    let hulls_of_32: Pool = |rng| (0..64).map(|_| ellipsoidal(32, rng)).collect();
    let hulls_of_64: Pool = |rng| (0..64).map(|_| ellipsoidal(64, rng)).collect();
    let polygons: Pool = |rng| (0..64).map(|index| polygon(3 + index % 6, rng)).collect();
    let balls: Pool = |rng| (0..64).map(|_| ShapeData::Ball(rng.within(0.5, 1.3))).collect();
    let capsules: Pool = |rng| {
        (0..64)
            .map(|_| ShapeData::Capsule { half_height: rng.within(0.5, 1.3), radius: rng.within(0.2, 0.6) })
            .collect()
    };
    let kinds: [(&'static str, Question, usize, f64, Pool); 15] = [
        ("rays boxes", Question::Ray, 3, 0.0, boxes),
        ("rays hull 64", Question::Ray, 3, 0.0, hulls_of_64),
        ("rays balls", Question::Ray, 3, 0.0, balls),
        ("rays capsules", Question::Ray, 3, 0.0, capsules),
        ("rays polygon 3-8", Question::Ray, 2, 0.0, polygons),
        ("casts boxes", Question::Cast, 3, 0.0, boxes),
        ("casts hull 32", Question::Cast, 3, 0.0, hulls_of_32),
        ("casts polygon 3-8", Question::Cast, 2, 0.0, polygons),
        ("casts capsules", Question::Cast, 3, 0.0, capsules),
        ("impacts boxes 45", Question::Impact, 3, 45.0, boxes),
        ("impacts hull 32 45", Question::Impact, 3, 45.0, hulls_of_32),
        ("impacts hull 32 180", Question::Impact, 3, 180.0, hulls_of_32),
        ("impacts hull 32 720", Question::Impact, 3, 720.0, hulls_of_32),
        ("impacts polygon 3-8 45", Question::Impact, 2, 45.0, polygons),
        ("clearances hull 32 45", Question::Clearance, 3, 45.0, hulls_of_32),
    ];
    let recipe = |(name, question, dimension, degrees, pool): (&'static str, Question, usize, f64, Pool)| {
        CLASSES.map(move |(class, titled)| Recipe {
            name,
            class: titled,
            make: Box::new(move || {
                let shapes = pool(&mut Rng::named(name));
                let mut rng = Rng::named(&format!("{name} {titled}"));
                let courses = match dimension {
                    2 => courses::<Vec2<f64>>(&shapes, class, question, degrees, count, &mut rng),
                    _ => courses::<Vec3<f64>>(&shapes, class, question, degrees, count, &mut rng),
                };
                let meets = vec![class == Class::Hit; count];
                Workload { name: name.into(), class: titled, dimension, question, shapes, courses, meets }
            }),
        })
    };
    // The least distance is asked where bodies pass each other.
    let is_asked = |recipe: &Recipe| !recipe.name.starts_with("clearances") || recipe.class == "miss";
    kinds.into_iter().flat_map(recipe).filter(is_asked).collect()
}

/// Courses whose class is certain.
fn courses<V: FromData + WideVector>(
    shapes: &[ShapeData],
    class: Class,
    question: Question,
    degrees: f64,
    count: usize,
    rng: &mut Rng,
) -> Vec<Course> {
    let things: Vec<_> = shapes.iter().map(any_shape::<V>).collect();
    let mut courses = Vec::with_capacity(count);
    while courses.len() < count {
        let course = random::<V>(shapes.len(), class, degrees, rng);
        let [a, b] = course.shapes.map(|index| &*things[index]);
        let [pose_a, pose_b]: [Pose<V>; 2] = course.poses.each_ref().map(V::pose);
        let point = clearance::Point::new(V::ORIGIN).expect("zeros are finite");
        let b: &dyn clearance::SupportMap<V> = if question == Question::Ray { &point } else { b };
        let motion = motion::<V>(&course);
        let (a, b) = (clearance::Placed::new(a, pose_a), clearance::Placed::new(b, pose_b));
        let least = Solver::default().clearance(&a, &Motion::still(), &b, &motion);
        let fits = match class {
            Class::Hit => {
                let starts_apart = Solver::default().distance(&a, &b).lower > 0.1;
                starts_apart && Solver::default().impact(&a, &Motion::still(), &b, &motion).outcome == Outcome::Hit
            }
            Class::Miss => 0.02 <= least.lower && least.upper <= 0.5,
            Class::Far => 0.5 <= least.lower,
        };
        if fits {
            courses.push(course);
        }
    }
    courses
}

/// The motion of the second body.
pub fn motion<V: FromData>(course: &Course) -> Motion<V> {
    V::motion(course.poses[1].translation, course.turn, course.travel)
}

fn random<V: FromData + WideVector>(shapes: usize, class: Class, degrees: f64, rng: &mut Rng) -> Course {
    let in_plane = V::DIM == 2;
    let flat = |vector: [f64; 3]| if in_plane { [vector[0], vector[1], 0.0] } else { vector };
    let direction = |rng: &mut Rng| {
        if in_plane {
            let [x, y] = rng.unit();
            [x, y, 0.0]
        } else {
            rng.unit()
        }
    };
    let rotation = |rng: &mut Rng| {
        if in_plane {
            let [c, s] = rng.unit();
            [c, s, 0.0, 0.0]
        } else {
            rng.unit()
        }
    };
    let start: [f64; 3] = {
        let far = rng.within(3.5, 6.0);
        direction(rng).map(|x| far * x)
    };
    let goal: [f64; 3] = {
        let off = match class {
            Class::Hit => 0.5,
            Class::Miss => 3.0,
            Class::Far => 6.0,
        };
        flat(std::array::from_fn(|_| rng.within(-off, off)))
    };
    let length = match class {
        Class::Far => rng.within(-1.0, 1.0),
        _ => rng.within(1.1, 2.0),
    };
    let angle = degrees.to_radians() * rng.within(0.5, 1.0);
    let turn = if in_plane { [0.0, 0.0, angle] } else { rng.unit::<3>().map(|x| angle * x) };
    let turn = if degrees == 0.0 { [0.0; 3] } else { turn };
    Course {
        shapes: [rng.below(shapes), rng.below(shapes)],
        poses: [
            Placement { rotation: rotation(rng), translation: [0.0; 3] },
            Placement { rotation: rotation(rng), translation: start },
        ],
        travel: std::array::from_fn(|axis| length * (goal[axis] - start[axis])),
        turn,
    }
}
