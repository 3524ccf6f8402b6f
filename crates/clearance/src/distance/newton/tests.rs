use super::*;
use crate::difference::{Features, Pair, Rounding};
use crate::distance::gjk::{Outcome, approach};
use crate::random::Random;
use crate::shape::Ellipsoid;
use crate::shape::support::Shape;
use crate::shape::surface::Surface;
use crate::shape::view::View;
use crate::space::pose::Pose;
use crate::space::rotation::quaternion::Quaternion;
use crate::space::vector::{Vec3, vec3};

const GOAL: Goal = Goal { tolerance: 0.0, radius: 0.0, limit: f64::INFINITY, max_iterations: 1000 };

/// The loop up to the first plane that separates the shapes.
fn separated(difference: &dyn Difference<Vec3<f64>>) -> (Search<Vec3<f64>>, Probe<Vec3<f64>>) {
    let mut search = Search { direction: difference.start(), may_use_newton: true, ..Search::begin() };
    match approach(difference, &GOAL, &mut search, Watch::NOBODY) {
        Outcome::SeparatingPlane(probe) => (search, probe),
        Outcome::Ended => panic!("the loop finds no plane"),
    }
}

/// Two ellipsoids in a random place.
fn with_ellipsoids(random: &mut Random, check: impl FnOnce(&dyn Difference<Vec3<f64>>)) {
    let mut radius = || 1.0 + 0.5 * random.signed();
    let (p, q) = (vec3(radius(), radius(), radius()), vec3(radius(), radius(), radius()));
    let (axis, angle) = (random.point().unit(), 3.0 * random.signed());
    let (sine, cosine) = ((0.5 * angle).sin(), (0.5 * angle).cos());
    let rotation = Quaternion { x: axis.x * sine, y: axis.y * sine, z: axis.z * sine, w: cosine };
    let pose = Pose { rotation, translation: random.point().unit() * 6.0 };
    let (a, b) = (Ellipsoid::new(p).unwrap(), Ellipsoid::new(q).unwrap().at(pose));
    check(&Pair::new(&View::of(&a), &View::of(&b)));
}

#[test]
fn bounds_close_in_a_few_steps_on_two_ellipsoids() {
    let (mut random, mut steps) = (Random(11), 0);
    for _ in 0..200 {
        with_ellipsoids(&mut random, |difference| {
            let (mut search, probe) = separated(difference);
            let before = search.iterations;
            assert!(close(difference, &GOAL, probe, &mut search, Watch::NOBODY));
            assert_eq!(search.verdict, Verdict::Apart);
            assert!(search.gap <= difference.rounding().noise(), "{} {}", search.lower, search.upper);
            assert!(search.iterations - before <= 8, "{}", search.iterations - before);
            steps += search.iterations - before;
        });
    }
    assert!(steps < 200 * 5, "{steps}");
}

/// A difference whose shapes do not know their curvature.
struct WithoutCurvature<'d>(&'d dyn Difference<Vec3<f64>>);

impl Difference<Vec3<f64>> for WithoutCurvature<'_> {
    fn as_dyn(&self) -> &dyn Difference<Vec3<f64>> {
        self
    }
    fn support(&self, direction: Vec3<f64>) -> Vertex<Vec3<f64>> {
        self.0.support(direction)
    }
    fn vertex(&self, _: (u32, u32)) -> Option<Vertex<Vec3<f64>>> {
        None
    }
    fn is_curved(&self) -> bool {
        true
    }
    fn curvatures(&self, _: Vec3<f64>) -> Option<[Curvature<Vec3<f64>>; 2]> {
        None
    }
    fn features(&self) -> Option<[Features; 2]> {
        None
    }
    fn surface(&self, side: usize, index: usize, direction: Vec3<f64>) -> Surface<Vec3<f64>> {
        self.0.surface(side, index, direction)
    }
    fn start(&self) -> Vec3<f64> {
        self.0.start()
    }
    fn rounding(&self) -> Rounding {
        self.0.rounding()
    }
}

#[test]
fn a_shape_without_curvature_hands_back_to_the_loop() {
    let (mut random, mut iterations) = (Random(12), [0, 0]);
    for _ in 0..50 {
        with_ellipsoids(&mut random, |difference| {
            let without = WithoutCurvature(difference);
            let (mut search, probe) = separated(&without);
            let (before, lower) = (search.simplex, search.lower);
            assert!(!close(&without, &GOAL, probe, &mut search, Watch::NOBODY));
            assert_eq!((search.simplex.len(), search.lower), (before.len(), lower));
            assert_eq!(search.simplex.vertex(0).point, before.vertex(0).point);
            let [mut slow, mut fast] = [Search::begin(), Search::begin()];
            slow.run(&without, &Goal { tolerance: 1e-6, ..GOAL }, None, Watch::NOBODY);
            fast.run(difference, &GOAL, None, Watch::NOBODY);
            assert!(slow.gap <= 2e-6 * slow.upper);
            iterations = [iterations[0] + slow.iterations, iterations[1] + fast.iterations];
            assert!(slow.lower <= fast.upper + 1e-14 && fast.lower <= slow.upper + 1e-14);
        });
    }
    assert!(iterations[0] > iterations[1], "{iterations:?}");
}
