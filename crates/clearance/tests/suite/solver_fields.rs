//! Any value of any field of `Solver` is allowed. No value makes a bracket false.

use crate::random::Random;
use clearance::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Placement, Pose, Quaternion, Shape, ShapeSet, Solver, SupportMap,
    Vec3, vec3,
};

fn shapes() -> Vec<Box<dyn SupportMap<Vec3<f64>>>> {
    let cuboid = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap();
    let capsule = Capsule::new(vec3(0.0, -1.0, 0.0), vec3(0.0, 1.0, 0.0), 0.5).unwrap();
    vec![
        Box::new(cuboid),
        Box::new(capsule),
        Box::new(Ball::new(vec3(0.5, 0.0, 0.0), 1.0).unwrap()),
        Box::new(Ellipsoid::new(vec3(1.0, 0.5, 0.75)).unwrap()),
        Box::new(Cylinder::new(1.0, 0.5).unwrap()),
        Box::new(Cone::new(1.0, 0.5).unwrap()),
        Box::new(cuboid.rounded(0.25).unwrap()),
        Box::new(cuboid.sum(capsule).unwrap()),
        Box::new(cuboid.hull_with(capsule).unwrap()),
    ]
}

fn turned(x: f64) -> Pose<Vec3<f64>> {
    Pose { rotation: Quaternion { x: 0.0, y: 0.6, z: 0.0, w: 0.8 }, translation: vec3(x, 0.2, 0.1) }
}

#[test]
fn no_value_of_the_solvers_fields_makes_a_bracket_false() {
    let numbers = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, -0.0, 0.0, 1e-300, 1e300];
    let (mut asked, mut wide) = (0, 0);
    let shapes = shapes();
    for a in &shapes {
        for b in &shapes {
            for x in [0.3, 1.7, 4.0] {
                let b = b.at(turned(x));
                let right = Solver::default().signed_distance(a, &b);
                for tolerance in numbers {
                    for max_iterations in [0, 1, 2, 3, u32::MAX] {
                        let solver = Solver { tolerance, max_iterations, ..Solver::default() };
                        let answer = solver.signed_distance(a, &b);
                        let met = answer.lower <= right.upper && right.lower <= answer.upper;
                        assert!(met, "{solver:?} {answer:?} {right:?}");
                        assert!(answer.lower <= answer.distance && answer.distance <= answer.upper, "{answer:?}");
                        assert!(solver.overlaps(a, &b) || right.upper > 0.0);
                        asked += 1;
                        wide += usize::from(answer.error() > 1e-3);
                    }
                }
            }
        }
    }
    assert!(asked > 9000 && wide > 500, "{wide} wide of {asked}");
}

/// Cause: the search for a polytope was cut short, and the polytope did not hold the origin. Its nearest facet was
/// taken for a bound of the depth: at most 0.145 for a distance of 0.2.
/// Law: only a shell around the origin proves a depth.
#[test]
fn a_search_cut_short_claims_no_depth_that_it_has_not_proven() {
    let cuboid = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap();
    let cylinder = Cylinder::new(1.0, 0.5).unwrap().at(turned(1.7));
    let answer = Solver { max_iterations: 1, ..Solver::default() }.signed_distance(&cuboid, &cylinder);
    assert!(answer.lower <= 0.2 && answer.upper >= 0.2, "{answer:?}");
    let ball = Ball::new(vec3(0.5, 0.0, 0.0), 1.0).unwrap();
    let capsule = Capsule::new(vec3(0.0, -1.0, 0.0), vec3(0.0, 1.0, 0.0), 0.5).unwrap();
    let hull = cuboid.hull_with(capsule).unwrap().at(turned(1.7));
    let answer = Solver { max_iterations: 2, tolerance: 0.0, ..Solver::default() }.signed_distance(&ball, &hull);
    assert!(answer.lower <= -0.82 && answer.upper >= -0.82 - 1e-12, "{answer:?}");
}

#[test]
fn a_negative_greatest_distance_holds_no_pair_and_nan_holds_every_one() {
    let cube = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap();
    let mut set = ShapeSet::new();
    let shape = set.insert(cube);
    let (near, far) = (Pose::translation([2.5, 0.0, 0.0]), Pose::translation([1e6, 0.0, 0.0]));
    let placements = [Pose::identity(), near, far].map(|pose| Placement { shape, pose });
    let both = [f64::NAN, f64::INFINITY].map(|limit| (limit, [true, true]));
    let neither = [0.0, -1.0, f64::NEG_INFINITY].map(|limit| (limit, [false, false]));
    for (max_distance, found) in [&both[..], &neither, &[(0.5, [true, false])]].concat() {
        let solver = Solver { max_distance, ..Solver::default() };
        let alone = [near, far].map(|pose| solver.within(&cube, &cube.at(pose)).is_some());
        assert_eq!(alone, found, "{max_distance}");
        let mut answers = vec![None; 20];
        let pairs: Vec<[u32; 2]> = (0..20).map(|k| [0, 1 + k % 2]).collect();
        solver.batch(&set, &placements).unwrap().within(&pairs, &mut answers).unwrap();
        assert!(answers.iter().enumerate().all(|(k, answer)| answer.is_some() == found[k % 2]), "{max_distance}");
    }
    // Shapes that overlap are 0 apart.
    let within = |max_distance| Solver { max_distance, ..Solver::default() }.within(&cube, &cube).is_some();
    assert!(within(0.0) && within(f64::NAN) && !within(-1.0));
}

/// Cause: a search that was cut short kept the normal of its last plane and the points of its simplex, which do not fit each other.
/// Law: `point_b - point_a = distance * normal` wherever the search ends, and the bracket holds.
#[test]
fn a_search_cut_short_has_witness_points_along_its_normal() {
    let disc = Cylinder::new(0.0, 1.5).unwrap().at(Pose::translation([-0.5, 1.0, -1.5]));
    let point = Cylinder::new(0.0, 0.0).unwrap().at(Pose::translation([0.0, 2.0, -1.0]));
    let ellipsoid = Ellipsoid::new(vec3(1.0, 2.0, 3.0)).unwrap();
    let cuboid = Cuboid::new(vec3(0.5, 1.0, 0.3)).unwrap().at(turned(3.0));
    let check = |a: &dyn SupportMap<Vec3<f64>>, b: &dyn SupportMap<Vec3<f64>>| {
        let signed = Solver::default().signed_distance(&a, &b);
        let mut wide = 0;
        for max_iterations in 1..8 {
            let solver = Solver { max_iterations, ..Solver::default() };
            let both = [solver.signed_distance(&a, &b), solver.signed_distance(&b, &a)];
            let all = both.map(|answer| (answer, signed)).into_iter();
            for (answer, right) in all.chain([(solver.distance(&a, &b), Solver::default().distance(&a, &b))]) {
                let off = (answer.point_b - answer.point_a - answer.normal * answer.distance).length();
                assert!(off <= 1e-12, "{max_iterations}: {off} {answer:?}");
                assert!(answer.lower <= right.upper && right.lower <= answer.upper, "{answer:?} {right:?}");
                wide += usize::from(answer.error() > 1e-3);
            }
        }
        wide
    };
    let mut wide = check(&disc, &point) + check(&ellipsoid, &cuboid) + check(&disc, &ellipsoid) + check(&cuboid, &disc);
    let mut random = Random(31);
    for _ in 0..300 {
        let mut length = || 0.2 + random.signed().abs();
        let (cylinder, ellipsoid) =
            (Cylinder::new(length(), length()), Ellipsoid::new(vec3(length(), length(), length())));
        let turn = Quaternion::from_axis_angle(random.point(), 3.0 * random.signed());
        let there = Pose::new(turn, random.point() * 2.0).unwrap();
        wide += check(&cylinder.unwrap(), &ellipsoid.unwrap().at(there));
    }
    assert!(wide > 1000, "{wide}");
}
