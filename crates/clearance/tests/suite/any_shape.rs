//! A shape of any kind by value, shapes behind pointers, and shapes of a set in single queries.

use clearance::{
    AnyShape, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Placement, Point, PointCloud, Points, Pose,
    Proximity, Quaternion, Segment, Shape, ShapeSet, Solver, SupportMap, Triangle, Vec2, Vec3, contacts, distance,
    signed_distance, vec2, vec3,
};
use std::rc::Rc;
use std::sync::Arc;

type Space = Vec3<f64>;
type Boxed = Box<dyn SupportMap<Space> + Send + Sync>;

/// A shape of the user's own: a disc in the plane z = 0.
#[derive(Clone)]
struct Disc;
impl SupportMap<Space> for Disc {
    fn support(&self, d: Space) -> Space {
        let length = d.x.hypot(d.y);
        if length > 0.0 { vec3(d.x / length, d.y / length, 0.0) } else { vec3(1.0, 0.0, 0.0) }
    }
}

fn turned(x: f64) -> Pose<Space> {
    Pose::new(Quaternion::new(0.1, 0.25, -0.5, 1.0).unwrap(), vec3(x, 0.25, 0.5)).unwrap()
}

/// Every kind: its name, as any shape, and alone.
fn kinds() -> Vec<(&'static str, AnyShape<Space>, Boxed)> {
    fn both<S: SupportMap<Space> + Clone + Send + Sync + 'static>(
        name: &'static str,
        shape: S,
    ) -> (&'static str, AnyShape<Space>, Boxed)
    where
        AnyShape<Space>: From<S>,
    {
        (name, shape.clone().into(), Box::new(shape))
    }
    let corners = [[1.0, 0.0, 0.25], [-0.5, 0.75, 0.0], [-0.5, -0.75, 0.5], [0.25, 0.5, -1.0]].map(Vec3::from);
    let cuboid = Cuboid::new(vec3(0.5, 0.75, 0.25)).unwrap();
    let ball = Ball::new(vec3(0.0, 0.25, 0.0), 0.5).unwrap();
    let hull = Hull::new(&corners).unwrap();
    let cylinder = Cylinder::new(0.75, 0.5).unwrap();
    vec![
        both("point", Point::new(vec3(0.25, 0.5, -0.5)).unwrap()),
        both("ball", ball),
        both("segment", Segment::new(vec3(-1.0, 0.0, 0.5), vec3(0.5, 1.0, 0.0)).unwrap()),
        both("capsule", Capsule::new(vec3(-0.5, 0.0, 0.5), vec3(0.5, 0.25, 0.0), 0.375).unwrap()),
        both("triangle", Triangle::new(corners[0], corners[1], corners[2]).unwrap()),
        both("cuboid", cuboid),
        both("cloud", PointCloud::new(corners.to_vec()).unwrap()),
        both("points", Points::new(corners.to_vec().leak()).unwrap()),
        both("hull", hull.clone()),
        both("ellipsoid", Ellipsoid::new(vec3(0.5, 1.0, 0.75)).unwrap()),
        both("cylinder", cylinder),
        both("cone", Cone::new(0.5, 0.75).unwrap()),
        both("placed", hull.clone().at(turned(0.5))),
        both("placed cylinder", cylinder.at(turned(0.5))),
        both("rounded", cylinder.rounded(0.125).unwrap()),
        both("placed, rounded, placed", cuboid.at(turned(0.25)).rounded(0.125).unwrap().at(turned(0.5))),
        both("sum", cuboid.sum(cylinder).unwrap()),
        both("swept", hull.clone().swept(vec3(0.5, 0.5, 0.0)).unwrap()),
        both("hull of two", ball.hull_with(cuboid.at(turned(1.0))).unwrap()),
        both("shared", Arc::new(hull)),
        ("own", AnyShape::custom(Disc), Box::new(Disc)),
    ]
}

#[test]
fn any_shape_answers_every_query_with_the_bits_of_the_shape_in_it() {
    let (kinds, solver) = (kinds(), Solver::default());
    assert_eq!(kinds.len(), 21);
    for (name_a, any_a, a) in &kinds {
        for (name_b, any_b, b) in &kinds {
            for x in [0.5, 4.0] {
                let (any_b, b) = (any_b.at(turned(x)), b.at(turned(x)));
                let same = |any: String, alone: String| assert_eq!(any, alone, "{name_a} and {name_b} at {x}");
                let text = |answer: Proximity<Space>| format!("{answer:?}");
                same(text(solver.signed_distance(any_a, &any_b)), text(solver.signed_distance(a, &b)));
                same(text(solver.distance(any_a, &any_b)), text(solver.distance(a, &b)));
                let reach = 4.0;
                same(
                    format!("{:?}", solver.contacts(any_a, &any_b, reach)),
                    format!("{:?}", solver.contacts(a, &b, reach)),
                );
                assert_eq!(solver.overlaps(any_a, &any_b), solver.overlaps(a, &b));
                assert_eq!(solver.holds(any_a, &any_b), solver.holds(a, &b));
            }
        }
    }
}

#[test]
fn a_shape_equals_its_clone_and_no_other_shape() {
    let kinds = kinds();
    for (i, (name_a, a, _)) in kinds.iter().enumerate() {
        for (j, (name_b, b, _)) in kinds.iter().enumerate() {
            // Points become a cloud.
            let is_same = i == j || [*name_a, *name_b].iter().all(|name| ["cloud", "points"].contains(name));
            assert_eq!(a == &b.clone(), is_same, "{name_a} and {name_b}");
        }
    }
    // Two custom shapes are equal only if they share the shape.
    let round = Arc::new(Cylinder::new(1.0f64, 1.0).unwrap());
    assert_eq!(AnyShape::<Space>::from(round.clone()), round.clone().into());
    assert_ne!(AnyShape::<Space>::from(round), Arc::new(Cylinder::new(1.0f64, 1.0).unwrap()).into());
    let other = Ball::new(vec3(0.0, 0.25, 0.0), 0.75).unwrap();
    assert_ne!(kinds[1].1, other.into());
}

#[test]
fn debug_text_shows_the_numbers() {
    let ball = Ball::new(vec2(1.0f32, 2.0), 0.5).unwrap();
    assert_eq!(format!("{:?}", AnyShape::from(ball)), format!("{ball:?}"));
    let cylinder = Cylinder::new(1.0f64, 0.5).unwrap();
    assert_eq!(format!("{:?}", AnyShape::from(cylinder)), format!("{cylinder:?}"));
    assert_eq!(format!("{:?}", AnyShape::custom(Disc)), "Custom(..)");
}

#[test]
fn a_moved_and_thickened_shape_keeps_its_parts() {
    let any = AnyShape::from(Cylinder::new(1.0f64, 0.5).unwrap().rounded(0.25).unwrap().at(turned(2.0)));
    let AnyShape::Placed(placed) = &any else { panic!("{any:?}") };
    assert_eq!(placed.pose(), turned(2.0));
    let AnyShape::Rounded(rounded) = placed.shape() else { panic!("{any:?}") };
    assert_eq!(rounded.added_radius(), 0.25);
    let AnyShape::Cylinder(cylinder) = rounded.shape() else { panic!("{any:?}") };
    assert_eq!(cylinder.shape(), &Cylinder::new(1.0, 0.5).unwrap());
    assert_eq!(placed.clone().into_shape(), AnyShape::from(Cylinder::new(1.0, 0.5).unwrap().rounded(0.25).unwrap()));
}

/// Cause: a shape of any kind that was moved 450 times held itself 450 deep, and a query had no stack for that. Law: what
/// is moved or thickened many times is placed once, with the bits of the same made without `AnyShape`.
#[test]
fn a_shape_that_is_moved_thousands_of_times_is_placed_once() {
    let step = Pose::new(Quaternion::new(0.0, 0.1, 0.0, 1.0).unwrap(), vec3(0.25, 0.0, 0.125)).unwrap();
    let corners = [vec3(1.0, 0.0, 0.25), vec3(-0.5, 0.75, 0.0), vec3(-0.5, -0.75, 0.5), vec3(0.25, 0.5, -1.0)];
    let mut any = AnyShape::from(Hull::new(&corners).unwrap());
    let mut pose = step;
    for count in 0..10_000 {
        any = Shape::at(any, step).into();
        pose = if count == 0 { pose } else { step.after(&pose) };
    }
    let AnyShape::Placed(placed) = &any else { panic!("not placed") };
    assert!(matches!(placed.shape(), AnyShape::Hull(_)));
    assert_eq!(placed.pose(), pose);
    let probe = Point::new(vec3(9.0, 2.0, 1.0)).unwrap();
    let alone = Hull::new(&corners).unwrap().at(pose);
    assert_eq!(signed_distance(&any, &probe), signed_distance(&alone, &probe));
    // The pose of what is thickened is outermost, too.
    let thick = AnyShape::from(any.clone().rounded(0.25).unwrap());
    let AnyShape::Placed(placed) = &thick else { panic!("not placed") };
    assert!(matches!(placed.shape(), AnyShape::Rounded(_)));
    assert_eq!(signed_distance(&thick, &probe), signed_distance(&alone.rounded(0.25).unwrap(), &probe));
}

/// Law: a hundred levels of sums and radii fit the stack of any thread.
#[test]
fn a_hundred_levels_of_sums_and_radii_are_answered_on_a_small_stack() {
    let deep = || {
        let mut any = AnyShape::from(Ball::new(vec3(0.0, 0.0, 0.0), 0.5).unwrap());
        for _ in 0..50 {
            any = any.rounded(0.5).unwrap().into();
            any = any.sum(Point::new(vec3(0.5, 0.0, 0.0)).unwrap()).map(AnyShape::from).unwrap();
        }
        distance(&any, &Point::new(vec3(60.0f64, 0.0, 0.0)).unwrap()).distance
    };
    let found = std::thread::Builder::new().stack_size(2 << 20).spawn(deep).unwrap().join().unwrap();
    assert!((found - (60.0f64 - 25.0 - 25.5)).abs() < 1e-9, "{found}");
}

#[test]
fn every_pointer_to_a_shape_is_a_shape() {
    let hull =
        Hull::new(&[vec3(0.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0)]).unwrap();
    let other = Cuboid::new(vec3(0.5, 0.5, 0.5)).unwrap().at(turned(3.0));
    let expected = distance(&hull, &other);
    let (shared, counted) = (Arc::new(hull.clone()), Rc::new(hull.clone()));
    let dynamic: Arc<dyn SupportMap<Space> + Send + Sync> = shared.clone();
    let boxed: Box<dyn SupportMap<Space>> = Box::new(hull.clone());
    let local: Rc<dyn SupportMap<Space>> = counted.clone();
    assert_eq!(distance(&&hull, &other), expected);
    assert_eq!(distance(&Box::new(hull.clone()), &other), expected);
    assert_eq!(distance(&shared, &other), expected);
    assert_eq!(distance(&counted, &other), expected);
    assert_eq!(distance(&dynamic, &other), expected);
    assert_eq!(distance(&boxed, &other), expected);
    assert_eq!(distance(&local, &other), expected);
    // So combinators take them.
    assert_eq!(distance(&shared.clone().at(Pose::identity()), &other), expected);
    assert_eq!(local.sum(counted).unwrap().vertex_count(), 16);
    assert_eq!(contacts(&dynamic.rounded(0.5).unwrap(), &other, 9.0).normal, expected.normal);
}

#[test]
fn a_set_gives_its_shapes_to_single_queries_with_the_bits_of_the_batch() {
    let (mut set, solver) = (ShapeSet::new(), Solver::default());
    let mut placements = Vec::new();
    for (k, (_, shape, _)) in kinds().into_iter().enumerate() {
        let shape = set.insert(shape);
        placements.extend([0.0, 3.0].map(|x| Placement { shape, pose: turned(x + 0.25 * k as f64) }));
    }
    let count = placements.len() as u32;
    let pairs: Vec<[u32; 2]> = (0..count).flat_map(|a| (0..count).map(move |b| [a, b])).collect();
    let mut answers = vec![Proximity::default(); pairs.len()];
    solver.batch(&set, &placements).unwrap().signed_distances(&pairs, &mut answers).unwrap();
    for (pair, answer) in pairs.iter().zip(&answers) {
        let [a, b] = pair.map(|body| &placements[body as usize]);
        let by_index = signed_distance(&set[a.shape].at(a.pose), &set[b.shape].at(b.pose));
        let by_name = signed_distance(&set.shape(a.shape).at(a.pose), &set.shape(b.shape).at(b.pose));
        assert_eq!(format!("{by_index:?}"), format!("{answer:?}"), "{pair:?}");
        assert_eq!(format!("{by_name:?}"), format!("{answer:?}"), "{pair:?}");
    }
}

#[test]
fn a_set_equals_its_clone_and_an_id_of_another_set_is_noticed() {
    let mut set = ShapeSet::<Vec2<f64>>::new();
    let id = set.insert(Ball::new(vec2(0.0, 0.0), 1.0).unwrap());
    assert_eq!(set, set.clone());
    assert!(ShapeSet::<Vec2<f64>>::new().get(id).is_none());
    assert!(std::panic::catch_unwind(|| ShapeSet::<Vec2<f64>>::new().shape(id).radius()).is_err());
}
