//! A shape of `f32` numbers and the same shape as `f64` are one shape: exact verdicts on them agree, and bounds on the
//! distance have a number in common.

use clearance::{
    AnyShape, Capsule, Cuboid, Hull, Point, Pose, Segment, Shape, Solver, SupportMap, Triangle, Vec3, vec3,
};
use std::sync::Arc;

type Boxed<T> = Arc<dyn SupportMap<Vec3<T>> + Send + Sync>;

/// Shapes whose radii are no `f32` if they are added, alone and in each other. No pose in them moves
/// along x, since a pose that is composed of two is rounded to its scalar.
macro_rules! shapes {
    ($t:ty) => {{
        let at = |x: f32, y: f32, z: f32| vec3(<$t>::from(x), <$t>::from(y), <$t>::from(z));
        let real = |x: f32| <$t>::from(x);
        let segment = || Segment::new(at(-0.5, 0.0, 0.25), at(0.5, 0.125, 0.0)).unwrap();
        let cuboid = || Cuboid::new(at(0.5, 0.75, 0.25)).unwrap();
        let hull = || {
            let corners = [[-1.0, 0.0, 0.0], [0.5, 1.0, 0.0], [0.25, -1.0, 0.5], [0.0, 0.25, -0.75], [0.75, 0.5, 0.5]];
            Hull::new(&corners.map(|[x, y, z]| at(x, y, z))).unwrap()
        };
        let triangle = || Triangle::new(at(0.0, 0.0, 0.0), at(1.0, 0.25, 0.0), at(0.25, 1.0, 0.5)).unwrap();
        let (thick, thin) = (0.1f32, 1e-8f32);
        let all: Vec<Boxed<$t>> = vec![
            Arc::new(Point::new(at(0.1, 0.2, 0.3)).unwrap()),
            Arc::new(
                Capsule::new(at(-0.5, 0.0, 0.0), at(0.5, 0.0, 0.25), real(thick)).unwrap().rounded(real(thin)).unwrap(),
            ),
            Arc::new(hull().rounded(real(thick)).unwrap().rounded(real(0.2)).unwrap()),
            Arc::new(segment().rounded(real(thick)).unwrap().sum(segment().rounded(real(thin)).unwrap()).unwrap()),
            Arc::new(cuboid().rounded(real(0.2)).unwrap().sum(hull().rounded(real(thick)).unwrap()).unwrap()),
            Arc::new(
                segment()
                    .rounded(real(0.7))
                    .unwrap()
                    .sum(cuboid().rounded(real(0.1)).unwrap())
                    .unwrap()
                    .rounded(real(thin))
                    .unwrap(),
            ),
            Arc::new(
                triangle()
                    .rounded(real(thick))
                    .unwrap()
                    .rounded(real(thin))
                    .unwrap()
                    .swept(at(0.5, 0.25, 0.125))
                    .unwrap(),
            ),
            Arc::new(
                triangle().rounded(real(thick)).unwrap().hull_with(segment().rounded(real(thick)).unwrap()).unwrap(),
            ),
            Arc::new(AnyShape::from(
                cuboid()
                    .at(Pose::translation(at(0.0, 0.25, 0.5)))
                    .rounded(real(thick))
                    .unwrap()
                    .rounded(real(thin))
                    .unwrap(),
            )),
        ];
        all
    }};
}

/// Cause: a view of `f32` shapes in a sum took the rounded radius for the exact one. `sums_of_radii.rs` has the case.
/// Law: a verdict on rounded polytopes is that of exact numbers, whatever scalar holds them.
#[test]
fn a_shape_of_f32_and_the_same_shape_as_f64_have_the_same_verdicts_at_contact() {
    let (single, double, solver) = (shapes!(f32), shapes!(f64), Solver::default());
    let (mut meet, mut apart, mut within_rounding) = (0, 0, 0);
    for (i, (a, wide_a)) in single.iter().zip(&double).enumerate() {
        for (j, (b, wide_b)) in single.iter().zip(&double).enumerate() {
            // To the contact along x, or to the place where B passes A.
            let mut x = 6.0f64;
            for _ in 0..60 {
                let answer = solver.signed_distance(wide_a, &wide_b.at(Pose::translation(vec3(x, 0.0, 0.0))));
                x -= answer.distance / answer.normal.x.abs().max(0.05);
            }
            let mut x = (x as f32).next_down().next_down().next_down();
            for _ in 0..6 {
                x = x.next_up();
                let b = b.at(Pose::translation(vec3(x, 0.0, 0.0)));
                let wide_b = wide_b.at(Pose::translation(vec3(f64::from(x), 0.0, 0.0)));
                let verdict = solver.overlaps(wide_a, &wide_b);
                assert_eq!(solver.overlaps(a, &b), verdict, "{i} and {j} at {x}");
                let (answer, wide) = (solver.signed_distance(a, &b), solver.signed_distance(wide_a, &wide_b));
                assert!(
                    f64::from(answer.lower) <= wide.upper && wide.lower <= f64::from(answer.upper),
                    "{i}, {j}, {x}"
                );
                if verdict {
                    meet += 1
                } else {
                    apart += 1
                }
                within_rounding += u32::from(wide.distance.abs() < 1e-6);
            }
        }
    }
    assert!(meet > 100 && apart > 100 && within_rounding > 300, "{meet} {apart} {within_rounding}");
}
