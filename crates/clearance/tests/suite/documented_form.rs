//! serde: the documented form of shapes, poses, answers and options, as the strings themselves, and back.

use clearance::{
    AnyShape, Ball, Capsule, Closest, Cone, Contact, Cuboid, Cylinder, Ellipsoid, Feature, FeatureId, Hull, HullOfTwo,
    Manifold, Mark, Placed, Point, PointCloud, Points, Pose, Precision, Proximity, Quaternion, Real, Region, Rotation2,
    Rounded, Segment, Shape, Solver, Start, Status, Sum, SupportMap, Swept, Triangle, Vec2, Vec3, Vector, WayOut,
    closest_on_segment, contacts, signed_distance, vec2, vec3,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

fn read<T: DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused<T: DeserializeOwned>(text: &str) -> String {
    match serde_json::from_str::<T>(text) {
        Ok(_) => panic!("{text} was read"),
        Err(error) => error.to_string(),
    }
}

/// The value has this form, and is read back as the same value.
fn has_form<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, form: &str) {
    assert_eq!(written(&value), form);
    assert_eq!(read::<T>(form), value);
}

#[test]
fn every_shape_has_the_form_of_the_pairs_file() {
    let (a, b, c) = (vec2(0.0f64, 0.5), vec2(2.0, 0.0), vec2(0.0, 3.0));
    has_form(Point::new(a).unwrap(), r#"{"point":[0.0,0.5]}"#);
    has_form(Ball::new(a, 1.5).unwrap(), r#"{"ball":{"center":[0.0,0.5],"radius":1.5}}"#);
    has_form(Segment::new(a, b).unwrap(), r#"{"segment":{"start":[0.0,0.5],"end":[2.0,0.0]}}"#);
    has_form(Capsule::new(a, b, 1.5).unwrap(), r#"{"capsule":{"start":[0.0,0.5],"end":[2.0,0.0],"radius":1.5}}"#);
    has_form(Triangle::new(a, b, c).unwrap(), r#"{"triangle":{"vertices":[[0.0,0.5],[2.0,0.0],[0.0,3.0]]}}"#);
    has_form(Cuboid::new(vec3(1.0f32, 2.0, 3.0)).unwrap(), r#"{"cuboid":{"half_extents":[1.0,2.0,3.0]}}"#);
    has_form(Ellipsoid::new(vec2(1.0f32, 2.0)).unwrap(), r#"{"ellipsoid":{"semi_axes":[1.0,2.0]}}"#);
    has_form(Cylinder::new(1.0f64, 2.0).unwrap(), r#"{"cylinder":{"half_height":1.0,"radius":2.0}}"#);
    has_form(Cone::new(1.0f32, 2.0).unwrap(), r#"{"cone":{"half_height":1.0,"radius":2.0}}"#);
    has_form(PointCloud::new(vec![a, b, c]).unwrap(), r#"{"points":[[0.0,0.5],[2.0,0.0],[0.0,3.0]]}"#);
    assert_eq!(written(&Points::new(&[a, b]).unwrap()), r#"{"points":[[0.0,0.5],[2.0,0.0]]}"#);
    has_form(Hull::new(&[a, b]).unwrap(), r#"{"polytope":{"vertices":[[0.0,0.5],[2.0,0.0]]}}"#);
    // A point and a hull are read from points, too.
    assert_eq!(read::<Point<Vec2<f64>>>(r#"{"points":[[0.0,0.5]]}"#), Point::new(a).unwrap());
    assert_eq!(read::<Hull<Vec2<f64>>>(r#"{"points":[[0.0,0.5],[2.0,0.0],[1.0,0.25]]}"#), Hull::new(&[a, b]).unwrap());
    has_form(
        Hull::from_ordered_polygon(&[b, c, a]).unwrap(),
        r#"{"polygon":{"vertices":[[2.0,0.0],[0.0,3.0],[0.0,0.5]]}}"#,
    );
}

#[test]
fn a_radius_and_a_pose_stand_beside_the_kind() {
    let cuboid = Cuboid::new(vec2(1.0f64, 2.0)).unwrap();
    let pose = Pose::new(Rotation2::new(0.6, 0.8).unwrap(), vec2(3.0, 4.0)).unwrap();
    has_form(cuboid.rounded(0.5).unwrap(), r#"{"cuboid":{"half_extents":[1.0,2.0]},"radius":0.5}"#);
    has_form(pose, r#"{"translation":[3.0,4.0],"rotation":[0.6,0.8]}"#);
    has_form(
        cuboid.rounded(0.5).unwrap().at(pose),
        r#"{"cuboid":{"half_extents":[1.0,2.0]},"radius":0.5,"pose":{"translation":[3.0,4.0],"rotation":[0.6,0.8]}}"#,
    );
    type Whole = Placed<Rounded<Cuboid<Vec2<f64>>, Vec2<f64>>, Vec2<f64>>;
    // The order of the keys does not matter, and both may be left out.
    let other = r#"{"pose":{"translation":[3,4],"rotation":[0.6,0.8]},"radius":0.5,"cuboid":{"half_extents":[1,2]}}"#;
    assert_eq!(read::<Whole>(other), cuboid.rounded(0.5).unwrap().at(pose));
    let bare: Whole = read(r#"{"cuboid":{"half_extents":[1,2]}}"#);
    assert_eq!((bare.radius(), SupportMap::pose(&bare)), (0.0, Pose::identity()));
    assert_eq!(read::<Pose<Vec2<f32>>>("{}"), Pose::identity());
}

#[test]
fn shapes_made_of_shapes_nest() {
    type V = Vec2<f64>;
    let (ball, cuboid) = (Ball::new(vec2(0.0f64, 0.0), 1.0).unwrap(), Cuboid::new(vec2(1.0, 2.0)).unwrap());
    let moved = cuboid.at(Pose::translation([3.0, 4.0]));
    let parts = r#"[{"ball":{"center":[0.0,0.0],"radius":1.0}},{"cuboid":{"half_extents":[1.0,2.0]},"pose":{"translation":[3.0,4.0],"rotation":[1.0,0.0]}}]"#;
    let sum = format!(r#"{{"sum":{parts}}}"#);
    assert_eq!(written(&ball.sum(moved).unwrap()), sum);
    assert_eq!(read::<Sum<Ball<V>, Placed<Cuboid<V>, V>, V>>(&sum).parts(), (&ball, &moved));
    let hull = format!(r#"{{"hull":{parts}}}"#);
    assert_eq!(written(&ball.hull_with(moved).unwrap()), hull);
    assert_eq!(read::<HullOfTwo<Ball<V>, Placed<Cuboid<V>, V>, V>>(&hull).parts(), (&ball, &moved));
    let swept = r#"{"swept":{"shape":{"ball":{"center":[0.0,0.0],"radius":1.0}},"vector":[1.0,2.0]},"radius":0.5}"#;
    assert_eq!(written(&ball.swept(vec2(1.0, 2.0)).unwrap().rounded(0.5).unwrap()), swept);
    let back: Rounded<Swept<Ball<V>, V>, V> = read(swept);
    assert_eq!(written(&back), swept);
}

#[test]
fn a_shape_of_any_kind_is_read_as_the_command_reads_it() {
    let at = |x: f64| Point::new(vec3(x, 0.0, 0.0)).unwrap();
    let round = |text: &str| {
        let shape: Box<dyn SupportMap<Vec3<f64>> + Send + Sync> = read::<AnyShape<Vec3<f64>>>(text).into();
        signed_distance(&shape, &at(10.0)).distance
    };
    for (text, expected) in [
        (r#"{"points":[[1,0,0],[0,0,0]]}"#, 9.0),
        (r#"{"ball":{"center":[1,0,0],"radius":2}}"#, 7.0),
        (r#"{"segment":{"start":[1,0,0],"end":[4,0,0]},"radius":1}"#, 5.0),
        (r#"{"capsule":{"start":[1,0,0],"end":[4,0,0],"radius":1}}"#, 5.0),
        (r#"{"triangle":{"vertices":[[1,0,0],[4,0,0],[1,1,0]]}}"#, 6.0),
        (r#"{"cuboid":{"half_extents":[1,2,3]},"pose":{"translation":[2,0,0]}}"#, 7.0),
        (r#"{"ellipsoid":{"semi_axes":[3,2,1]}}"#, 7.0),
        (r#"{"cylinder":{"half_height":1,"radius":2}}"#, 8.0),
        (r#"{"cone":{"half_height":1,"radius":2},"pose":{"translation":[0,1,0]}}"#, 8.0),
        (r#"{"sum":[{"points":[[1,0,0]]},{"ball":{"center":[2,0,0],"radius":0.5}}]}"#, 6.5),
        (r#"{"hull":[{"points":[[1,0,0]]},{"points":[[3,0,0]],"radius":0.5}]}"#, 6.5),
        (r#"{"swept":{"shape":{"points":[[1,0,0]]},"vector":[4,0,0]}}"#, 5.0),
    ] {
        assert!((round(text) - expected).abs() < 1e-11, "{text}: {}", round(text));
        let shape: AnyShape<Vec3<f64>> = read(text);
        assert!(!matches!(shape, AnyShape::Custom(_)), "{text}");
        assert_eq!(read::<AnyShape<Vec3<f64>>>(&written(&shape)), shape, "{text}");
    }
    let narrow: AnyShape<Vec3<f32>> = read(r#"{"cone":{"half_height":1,"radius":2}}"#);
    assert!(matches!(narrow, AnyShape::Cone(_)));
    assert_eq!(written(&narrow), r#"{"cone":{"half_height":1.0,"radius":2.0}}"#);
    let polygon: AnyShape<Vec2<f32>> = read(r#"{"polygon":{"vertices":[[0,0],[1,0],[0,1]]}}"#);
    assert!(matches!(polygon, AnyShape::Hull(_)));
    assert!(refused::<AnyShape<Vec2<f64>>>(r#"{"cone":{"half_height":1,"radius":2}}"#).contains("shape of space"));
    assert!(refused::<AnyShape<Vec3<f64>>>(r#"{"polygon":{"vertices":[[0,0,0],[1,0,0],[0,1,0]]}}"#).contains("plane"));
    let two = r#"{"points":[[0,0]],"ball":{"center":[0,0],"radius":1}}"#;
    assert!(refused::<AnyShape<Vec2<f64>>>(two).contains("found two"));
}

#[test]
fn sums_sweeps_and_hulls_of_two_in_any_shape_go_both_ways_with_the_same_bits() {
    type V = Vec3<f64>;
    let ball = Ball::new(vec3(0.0, 0.5, 0.0), 0.25).unwrap();
    let cone = Cone::new(1.0, 2.0).unwrap().at(Pose::translation([3.0, 4.0, 5.0]));
    let sum = ball.sum(cone).unwrap();
    let form = r#"{"sum":[{"ball":{"center":[0.0,0.5,0.0],"radius":0.25}},{"cone":{"half_height":1.0,"radius":2.0},"pose":{"translation":[3.0,4.0,5.0],"rotation":[0.0,0.0,0.0,1.0]}}]}"#;
    has_form(AnyShape::<V>::from(sum), form);
    assert_eq!(written(&sum), form, "the form of the shape itself");
    let hull = cone.hull_with(sum.swept(vec3(1.0, 2.0, 3.0)).unwrap()).unwrap();
    let nested = AnyShape::<V>::from(hull.rounded(0.5).unwrap().at(Pose::translation([-1.0, 0.0, 0.0])));
    let text = written(&nested);
    assert!(text.starts_with(r#"{"hull":[{"cone""#) && text.contains(r#"{"swept":{"shape":{"sum":["#), "{text}");
    let back: AnyShape<V> = read(&text);
    assert_eq!(back, nested);
    let probe = Point::new(vec3(20.0, -3.0, 1.0)).unwrap();
    let same = hull.rounded(0.5).unwrap().at(Pose::translation([-1.0, 0.0, 0.0]));
    assert_eq!(signed_distance(&back, &probe), signed_distance(&same, &probe));
    assert_eq!(signed_distance(&AnyShape::<V>::from(sum), &probe), signed_distance(&sum, &probe));
    // A part without a name has no form, however deep it is.
    let nameless = AnyShape::<V>::custom(ball).swept(vec3(1.0, 0.0, 0.0)).unwrap();
    let complaint = serde_json::to_string(&AnyShape::from(nameless)).unwrap_err().to_string();
    assert!(complaint.contains("by name"), "{complaint}");
    // The parts of a sum have no kind of their own in the plane, either.
    let of_space = r#"{"sum":[{"points":[[0,0]]},{"cone":{"half_height":1,"radius":2}}]}"#;
    assert!(refused::<AnyShape<Vec2<f64>>>(of_space).contains("shape of space"));
}

#[test]
fn what_a_constructor_refuses_is_an_error_of_the_reader() {
    type V = Vec2<f64>;
    assert!(refused::<Ball<V>>(r#"{"ball":{"center":[0,0],"radius":-1}}"#).contains("negative"));
    assert!(refused::<Ball<V>>(r#"{"ball":{"center":[0,0],"radius":1e999}}"#).contains("out of range"));
    refused::<Ball<V>>(r#"{"ball":{"center":[0,0,0],"radius":1}}"#);
    assert!(refused::<Ball<V>>(r#"{"ball":{"center":[0,0],"radius":1,"colour":2}}"#).contains("colour"));
    assert!(refused::<Ball<V>>(r#"{"ball":{"center":[0,0],"radius":1},"radius":2}"#).contains("unknown key `radius`"));
    assert!(refused::<Ball<V>>("{}").contains("`ball`"));
    assert!(refused::<Ball<V>>("3").contains("an object with the key `ball`"));
    assert!(refused::<Cuboid<V>>(r#"{"cuboid":{"half_extents":[1,-1]}}"#).contains("negative"));
    refused::<Point<V>>(r#"{"points":[[1,2],[3,4]]}"#);
    assert!(refused::<PointCloud<V>>(r#"{"points":[]}"#).contains("at least one point"));
    assert!(refused::<Hull<V>>(r#"{"polygon":{"vertices":[[0,0],[0,1],[1,0]]}}"#).contains("clockwise"));
    assert!(
        refused::<Hull<V>>(r#"{"points":[[0,0]],"polygon":{"vertices":[[0,0],[1,0],[0,1]]}}"#).contains("expected")
    );
    assert!(refused::<Pose<V>>(r#"{"translation":[1,2],"rotation":[0,0]}"#).contains("unit length"));
    assert!(refused::<Quaternion<f64>>("[0,0,0,9]").contains("unit length"));
    let twice = r#"{"ball":{"center":[0,0],"radius":1},"ball":{"center":[0,0],"radius":1}}"#;
    assert!(refused::<Ball<V>>(twice).contains("twice"));
}

/// Cause: a hull in an `AnyShape` was read back as a cloud of points, which has one contact where the hull has four.
/// Law: `AnyShape` is read back as the same kind with the same value.
#[test]
fn any_shape_keeps_its_kind() {
    let cube: Vec<_> =
        (0..8).map(|k| [k & 1, k >> 1 & 1, k >> 2].map(f64::from)).chain([[0.5; 3], [0.5, 0.5, 1.0]]).collect();
    let hull = AnyShape::from(Hull::new(&cube).unwrap());
    let back: AnyShape<Vec3<f64>> = read(&written(&hull));
    assert!(matches!(back, AnyShape::Hull(_)));
    assert_eq!(back, hull);
    let floor = Cuboid::new(vec3(5.0, 5.0, 5.0)).unwrap().at(Pose::translation([0.0, 0.0, -5.0]));
    assert_eq!(contacts(&back, &floor, 0.1).contacts.len(), 4);
    assert_eq!(contacts(&back, &floor, 0.1), contacts(&hull, &floor, 0.1));
    let point = AnyShape::from(Point::new(vec2(1.0f32, 2.0)).unwrap());
    assert!(matches!(read::<AnyShape<Vec2<f32>>>(&written(&point)), AnyShape::Point(_)));
}

#[test]
fn a_radius_beside_a_radius_is_kept_apart() {
    type V = Vec2<f64>;
    let cuboid = Cuboid::new(vec2(1.0f64, 2.0)).unwrap();
    let pose = Pose::translation([3.0, 4.0]);
    let twice = cuboid.rounded(1.0).unwrap().rounded(0.5).unwrap();
    has_form(twice, r#"{"shape":{"cuboid":{"half_extents":[1.0,2.0]},"radius":1.0},"radius":0.5}"#);
    has_form(AnyShape::from(twice.at(pose)), &written(&twice.at(pose)));
    // What is placed and then rounded has the form of what is rounded and then placed.
    let between = cuboid.at(pose).rounded(0.5).unwrap();
    assert_eq!(read::<Rounded<Placed<Cuboid<V>, V>, V>>(&written(&between)), between);
    assert_eq!(AnyShape::from(between), AnyShape::from(cuboid.rounded(0.5).unwrap().at(pose)));
    let both = r#"{"shape":{"cuboid":{"half_extents":[1,2]}},"cuboid":{"half_extents":[1,2]},"radius":1}"#;
    assert!(refused::<Rounded<Rounded<Cuboid<V>, V>, V>>(both).contains("found two"));
    assert!(refused::<AnyShape<V>>(both).contains("found two"));
}

#[test]
fn a_shape_that_is_placed_twice_is_refused_when_it_is_written_and_as_any_shape_it_is_placed_once() {
    let ball = Ball::new(vec2(0.0f64, 0.0), 1.0).unwrap();
    let placed = ball.at(Pose::translation([1.0, 0.0])).rounded(1.0).unwrap().at(Pose::translation([1.0, 0.0]));
    assert!(serde_json::to_string(&placed).unwrap_err().to_string().contains("placed twice"));
    let once = AnyShape::from(placed);
    assert_eq!(read::<AnyShape<Vec2<f64>>>(&written(&once)), once);
    assert_eq!(SupportMap::pose(&once).translation, vec2(2.0, 0.0));
}

#[test]
fn an_answer_has_the_members_of_a_line_of_the_command() {
    let (a, b) = (Ball::new(vec2(0.0f32, 0.0), 1.0).unwrap(), Ball::new(vec2(3.0, 0.0), 0.5).unwrap());
    let answer = signed_distance(&a, &b);
    let text = written(&answer);
    assert!(text.starts_with(r#"{"status":"separated","distance":1.5,"lower":1.4999"#), "{text}");
    let end = r#""point_a":[1.0,0.0],"point_b":[2.5,0.0],"normal":[1.0,0.0],"iterations":0,"witnesses":[{"a":0,"b":0,"weight":1.0}]}"#;
    assert!(text.ends_with(end), "{text}");
    let back: Proximity<Vec2<f32>> = read(&text);
    assert_eq!(back, answer);
    assert_eq!(back.feature_a(), answer.feature_a());
    // A line of the command has an id and no witnesses.
    let line = r#"{"id":"p1","status":"touching","distance":0.0,"lower":-1e-9,"upper":1e-9,"point_a":[0,0],"point_b":[0,0],"normal":[1,0],"iterations":3}"#;
    let read_line: Proximity<Vec2<f64>> = read(line);
    assert_eq!((read_line.status, read_line.iterations), (Status::Touching, 3));
    assert!(read_line.feature_a().vertices().is_empty());
}

#[test]
fn bounds_that_are_not_known_survive_json_as_null() {
    let ball = Ball::new(vec2(0.0f64, 0.0), 1.0).unwrap();
    let nowhere = ball.at(Pose { rotation: Rotation2 { c: f64::NAN, s: 0.0 }, translation: vec2(0.0, 0.0) });
    let answer = signed_distance(&ball, &nowhere);
    assert_eq!((answer.lower, answer.upper), (f64::NEG_INFINITY, f64::INFINITY));
    let text = written(&answer);
    assert!(text.contains(r#""lower":null,"upper":null"#), "{text}");
    assert_eq!(read::<Proximity<Vec2<f64>>>(&text), answer);
    let way = Solver::default().way_out(&ball, &nowhere, vec2(1.0, 0.0));
    let form = r#"{"distance":0.0,"lower":null,"upper":null,"normal":[1.0,0.0]}"#;
    assert_eq!((written(&way).as_str(), read::<WayOut<Vec2<f64>>>(form)), (form, way));
}

#[test]
fn an_answer_that_contradicts_itself_is_refused() {
    let answer = |lower: &str, normal: &str, more: &str| {
        format!(
            r#"{{"status":"touching","distance":0,"lower":{lower},"upper":0,"point_a":[0,0],"point_b":[0,0],"normal":{normal},"iterations":0{more}}}"#
        )
    };
    type P = Proximity<Vec2<f32>>;
    read::<P>(&answer("0", "[1,0]", ""));
    assert!(refused::<P>(&answer("1", "[1,0]", "")).contains("above"));
    assert!(refused::<P>(&answer("0", "[1e39,0]", "")).contains("out of range"));
    let six = [r#"{"a":0,"b":0,"weight":1}"#; 6].join(",");
    assert!(refused::<P>(&answer("0", "[1,0]", &format!(r#","witnesses":[{six}]"#))).contains("more than 5"));
    assert!(refused::<P>(r#"{"status":"touching"}"#).contains("missing field"));
    assert!(refused::<Status>(r#""far""#).contains("separated"));
}

#[test]
fn options_left_out_are_the_default_and_null_is_no_limit() {
    let text = r#"{"tolerance":1e-12,"max_iterations":512,"max_distance":null,"precision":"float","target":0.0,"start":"stop"}"#;
    has_form(Solver::default(), text);
    has_form(
        Solver {
            max_distance: 2.5,
            precision: Precision::Exact,
            target: 0.25,
            start: Start::Leave,
            ..Solver::default()
        },
        r#"{"tolerance":1e-12,"max_iterations":512,"max_distance":2.5,"precision":"exact","target":0.25,"start":"leave"}"#,
    );
    assert_eq!(read::<Solver>("{}"), Solver::default());
    assert_eq!(read::<Solver>(r#"{"tolerance":null}"#).tolerance, f64::INFINITY);
    let odd = Solver { tolerance: f64::NAN, max_distance: f64::NEG_INFINITY, ..Solver::default() };
    let back: Solver = read(&written(&odd));
    assert_eq!((back.tolerance, back.max_distance), (0.0, f64::MIN));
    assert!(refused::<Solver>(r#"{"tolerence":1}"#).contains("unknown field"));
}

#[test]
fn contacts_and_their_identities_go_both_ways() {
    has_form(FeatureId { a: Mark::Edge(3), b: Mark::Deepest }, r#"{"a":{"edge":3},"b":"deepest"}"#);
    has_form([Mark::Face, Mark::Vertex(7)], r#"["face",{"vertex":7}]"#);
    let ground = Cuboid::new(vec3(4.0f32, 1.0, 4.0)).unwrap();
    let block = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap().at(Pose::translation([0.25, 1.99, 0.0]));
    let manifold = contacts(&ground, &block, 0.1);
    assert_eq!(manifold.contacts.len(), 4);
    let text = written(&manifold);
    assert!(text.starts_with(r#"{"normal":[0.0,1.0,0.0],"contacts":[{"point_a":["#), "{text}");
    assert_eq!(read::<Manifold<Vec3<f32>>>(&text), manifold);
    assert_eq!(read::<Contact<Vec3<f32>>>(&written(&manifold.contacts[0])), manifold.contacts[0]);
}

#[test]
fn features_and_regions_go_both_ways() {
    let segment = Segment::new(vec2(0.0f64, 0.0), vec2(4.0, 0.0)).unwrap();
    let feature = signed_distance(&segment, &Point::new(vec2(1.0, 3.0)).unwrap()).feature_a();
    assert_eq!(read::<Feature>(&written(&feature)), feature);
    assert!(refused::<Feature>(r#"{"vertices":[0,1],"weights":[1]}"#).contains("weight for each"));
    assert!(refused::<Feature>(r#"{"vertices":[0,0],"weights":[1,0]}"#).contains("different"));
    let nearest = closest_on_segment(vec2(1.0, 5.0), [vec2(0.0, 0.0), vec2(4.0, 0.0)]);
    let form = r#"{"point":[1.0,0.0],"region":{"edge":[0,1]},"weights":[0.75,0.25,0.0,0.0]}"#;
    assert_eq!((written(&nearest).as_str(), read::<Closest<Vec2<f64>>>(form)), (form, nearest));
    has_form([Region::Inside, Region::Vertex(2), Region::Face(0, 1, 2)], r#"["inside",{"vertex":2},{"face":[0,1,2]}]"#);
}

/// Numbers with all bits in use, and of any size.
struct Bits(u64);

impl Bits {
    fn next<T: Real>(&mut self, size: i32) -> T {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let unit = (self.0 >> 11) as f64 / (1u64 << 53) as f64;
        T::narrow((unit + 0.1) * 2f64.powi((self.0 % 64) as i32 * size / 64))
    }
}

fn keeps_every_bit<V: Vector + Serialize + DeserializeOwned>(
    vector: impl Fn(&mut Bits) -> V,
    turn: impl Fn(&mut Bits) -> V::Rotation,
) where
    V::Scalar: Serialize + DeserializeOwned,
    V::Rotation: Serialize + DeserializeOwned,
{
    let mut bits = Bits(7);
    for _ in 0..2000 {
        let ball = Ball::new(vector(&mut bits), bits.next(90)).unwrap();
        let pose = Pose::new(turn(&mut bits), vector(&mut bits)).unwrap();
        let placed = Cuboid::new(vector(&mut bits)).unwrap().rounded(bits.next(90)).unwrap().at(pose);
        assert_eq!(read::<Ball<V>>(&written(&ball)), ball);
        assert_eq!(read::<Placed<Rounded<Cuboid<V>, V>, V>>(&written(&placed)), placed);
        let answer = signed_distance(&ball, &placed);
        assert_eq!(read::<Proximity<V>>(&written(&answer)), answer);
        let points: Vec<V> = (0..12).map(|_| vector(&mut bits)).collect();
        let hull = Hull::new(&points).unwrap();
        let back: Hull<V> = read(&written(&hull));
        assert_eq!(back.vertices(), hull.vertices());
        assert_eq!(signed_distance(&back, &ball), signed_distance(&hull, &ball));
    }
}

#[test]
fn a_round_trip_keeps_every_bit_in_both_scalars_and_dimensions() {
    keeps_every_bit::<Vec2<f64>>(
        |b| vec2(b.next(90), b.next(90)),
        |b| Rotation2 { c: b.next(9), s: b.next(9) }.normalized().unwrap(),
    );
    keeps_every_bit::<Vec2<f32>>(
        |b| vec2(b.next(90), b.next(90)),
        |b| Rotation2 { c: b.next(9), s: b.next(9) }.normalized().unwrap(),
    );
    let quaternion = |b: &mut Bits| Quaternion { x: b.next(3), y: b.next(3), z: b.next(3), w: b.next(3) };
    keeps_every_bit::<Vec3<f64>>(|b| vec3(b.next(90), b.next(90), b.next(90)), |b| quaternion(b).normalized().unwrap());
    let quaternion = |b: &mut Bits| Quaternion { x: b.next(3), y: b.next(3), z: b.next(3), w: b.next(3) };
    keeps_every_bit::<Vec3<f32>>(|b| vec3(b.next(90), b.next(90), b.next(90)), |b| quaternion(b).normalized().unwrap());
}
