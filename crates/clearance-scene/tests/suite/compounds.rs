//! Compounds of convex shapes, and single shapes, against each other and against meshes and outlines.

use crate::shapes::{Random, mesh, soup};
use crate::shapes_in_the_plane::{outline, polygons, pose as pose_in_the_plane};
use clearance::{
    AnyShape, Ball, Bounds, Capsule, Cuboid, Cylinder, HalfSpace, Hull, Pose, Proximity, Shape, Solver, Status,
    SupportMap, Vec3, vec2, vec3,
};
use clearance_scene::{
    Composite, Compound, CompoundError, NearestCache, Single, distance, distance_cached, is_below, overlaps,
    pairs_within,
};

/// Shapes of all kinds in a cube, each with a pose of its own.
fn shapes(random: &mut Random, count: usize) -> Vec<AnyShape<Vec3<f64>>> {
    let one = |random: &mut Random| -> AnyShape<Vec3<f64>> {
        let pose = random.pose(1.0);
        match random.bits() % 5 {
            0 => Ball::new(vec3(0.0, 0.0, 0.0), 0.2).unwrap().at(pose).into(),
            1 => Cuboid::new(vec3(0.2, 0.1, 0.3)).unwrap().at(pose).into(),
            2 => Capsule::new(vec3(0.0, 0.0, 0.0), vec3(0.3, 0.0, 0.0), 0.1).unwrap().at(pose).into(),
            3 => Cylinder::new(0.2, 0.1).unwrap().at(pose).into(),
            _ => {
                let points: Vec<[f64; 3]> = (0..12).map(|_| random.point().map(|x| 0.3 * x)).collect();
                Hull::new(&points).unwrap().at(pose).into()
            }
        }
    };
    (0..count).map(|_| one(random)).collect()
}

/// The distance of two leaves, by the core.
fn between<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(
    a: &A,
    b: &B,
    i: u32,
    j: u32,
) -> Proximity<A::Vector> {
    let (leaf_a, leaf_b) = (a.leaf(i), b.leaf(j));
    // One loop of the core for all kinds of shapes.
    let (leaf_a, leaf_b): (&dyn SupportMap<A::Vector>, &dyn SupportMap<A::Vector>) = (&leaf_a, &leaf_b);
    clearance::distance(&leaf_a, &leaf_b)
}

/// The least distance of all pairs of leaves, by the core.
fn least<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(a: &A, b: &B) -> Proximity<A::Vector> {
    let pairs = (0..a.leaf_count() as u32).flat_map(|i| (0..b.leaf_count() as u32).map(move |j| (i, j)));
    let answers = pairs.map(|(i, j)| between(a, b, i, j));
    answers.reduce(|least, next| if next.upper < least.upper { next } else { least }).unwrap()
}

/// Compares one pair of bodies with all pairs of leaves. Whether they meet.
fn compare<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>>(a: &A, b: &B) -> bool {
    let truth = least(a, b);
    let answer = distance(a, b);
    assert!(answer.lower <= truth.upper && truth.lower <= answer.upper, "{answer:?}\n{truth:?}");
    assert!((answer.distance - truth.distance).abs() <= 1e-11, "{answer:?}\n{truth:?}");
    assert_eq!(answer.status == Status::Separated, truth.status == Status::Separated);
    assert_eq!(overlaps(a, b), truth.status != Status::Separated);
    assert!(!is_below(a, b, answer.lower) && is_below(a, b, answer.upper * 1.001 + 1e-300));
    let back = distance(b, a).swapped();
    assert_eq!((back.proximity, back.leaf_a, back.leaf_b), (answer.proximity, answer.leaf_a, answer.leaf_b));
    let mut cache = NearestCache::default();
    for _ in 0..2 {
        assert_eq!(distance_cached(&Solver::default(), a, b, &mut cache), answer);
    }
    let limit = truth.distance + 0.3;
    let expected = (0..a.leaf_count() as u32)
        .flat_map(|i| (0..b.leaf_count() as u32).map(move |j| (i, j)))
        .filter(|&(i, j)| between(a, b, i, j).distance <= limit);
    assert_eq!(pairs_within(a, b, limit).len(), expected.count());
    truth.status != Status::Separated
}

/// Law: the distance of a compound is the least of its shapes, against compounds, meshes and single shapes.
#[test]
fn the_distance_of_a_compound_is_the_least_of_its_shapes() {
    let mut random = Random(61);
    let (mut meeting, mut apart) = (0, 0);
    for round in 0..30 {
        let reach = [0.5, 2.0, 5.0][round % 3];
        let [a, b] = [0, 1].map(|_| Compound::new(shapes(&mut random, 1 + round)).unwrap());
        let surface = mesh(&soup(&mut random, 25));
        let poses = [random.pose(reach), random.pose(reach), random.pose(reach)];
        let ball = Ball::new(vec3(0.0, 0.0, 0.0), 0.3).unwrap().at(poses[2]);
        let hull = Hull::new(&[random.point(), random.point(), random.point(), random.point()]).unwrap().at(poses[2]);
        let results = [
            compare(&a.at(poses[0]), &b.at(poses[1])),
            compare(&a.at(poses[0]), &surface.at(poses[2])),
            compare(&surface.at(poses[0]), &Single::new(&ball)),
            compare(&a.at(poses[1]), &Single::new(&hull)),
        ];
        meeting += results.iter().filter(|&&meets| meets).count();
        apart += results.iter().filter(|&&meets| !meets).count();
    }
    assert!(meeting > 20 && apart > 20, "{meeting} {apart}");
}

/// Law: the same in the plane.
#[test]
fn compounds_in_the_plane_have_the_least_distance_of_their_shapes() {
    let mut random = Random(67);
    for round in 0..20 {
        let reach = [0.5, 2.0, 5.0][round % 3];
        let shapes = (0..8)
            .map(|_| Cuboid::new(vec2(0.2, 0.1)).unwrap().at(pose_in_the_plane(&mut random, 1.0)).into())
            .chain((0..4).map(|place| Ball::new(vec2(f64::from(place), 0.0), 0.2).unwrap().into()));
        let shapes = Compound::new(shapes.collect()).unwrap();
        let land = outline(&polygons(&mut random, 3));
        compare(&shapes.at(pose_in_the_plane(&mut random, reach)), &land.at(pose_in_the_plane(&mut random, reach)));
    }
}

/// Law: what is no compound is refused, and a shape that is not finite claims nothing.
#[test]
fn shapes_that_are_not_finite_are_refused_or_claim_nothing() {
    assert_eq!(Compound::<Vec3<f64>, 3>::new(vec![]).unwrap_err(), CompoundError::Empty);
    let ball = Ball::new(vec3(0.0, 0.0, 0.0), 1.0).unwrap();
    let nowhere = ball.at(Pose::translation([f64::NAN, 0.0, 0.0]));
    let error = Compound::new(vec![ball.into(), nowhere.into()]).unwrap_err();
    assert_eq!(error, CompoundError::NotFinite { shape: 1 });
    // A half-space is told apart from a number that is not finite, wherever it stands.
    let ground = HalfSpace::new(vec3(0.0, 0.0, 1.0), 0.0).unwrap();
    let moved = ground.at(Pose::translation([0.0, 0.0, -3.0]));
    for leaf in [ground.into(), moved.into()] {
        let error = Compound::new(vec![ball.into(), leaf]).unwrap_err();
        assert_eq!(error, CompoundError::HalfSpace { shape: 1 });
        assert!(error.to_string().contains("stands beside a compound"), "{error}");
    }
    let whole = Compound::new(vec![ball.into()]).unwrap();
    let beside = distance(&whole.at(Pose::identity()), &Single::new(&moved));
    assert_eq!(beside.distance, 2.0);
    let answer = distance(&whole.at(Pose::identity()), &Single::new(&nowhere));
    assert!(answer.lower == f64::NEG_INFINITY && answer.upper == f64::INFINITY);
}

/// Law: a shape far from the world's origin is answered as near it.
#[test]
fn a_single_shape_has_a_bracket_as_narrow_as_its_own_size() {
    let far = vec3(1e6, 0.0, 0.0);
    let sheet = mesh(&(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]]));
    let cuboid = Cuboid::new(vec3(0.5, 0.5, 0.5)).unwrap().at(Pose::translation(far + vec3(0.0, 0.0, 1.0)));
    let answer = distance(&sheet.at(Pose::translation(far)), &Single::new(&cuboid));
    assert_eq!(answer.distance, 0.5);
    assert!(answer.upper - answer.lower < 1e-14, "{answer:?}");
    assert!(cuboid.aabb().lower.x > 9e5);
}
