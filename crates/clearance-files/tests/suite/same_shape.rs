//! What the crate `clearance` writes with serde, the pairs file reads as the same shape; and the other way round.

use clearance::*;
use clearance_files::document::{ShapeDocument, read};
use clearance_files::solid::{Body, Dimension};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Both answer with the same points and have the same radius. A probe is as far from both, to the last bit.
#[track_caller]
fn assert_same<V: Dimension>(found: &impl SupportMap<V>, right: &impl SupportMap<V>, text: &str) {
    assert_eq!(found.radius(), right.radius(), "{text}");
    assert_eq!(found.pose(), right.pose(), "{text}");
    let wide = |x: f64, y: f64, z: f64| {
        let coordinates = [x, y, z];
        <V::Wide as Vector>::from_slice(&coordinates[..V::Wide::DIM]).unwrap()
    };
    for k in 0..50 {
        let angle = f64::from(k) * 2.4;
        let direction = wide(angle.cos(), angle.sin(), 1.0 - 0.04 * f64::from(k));
        assert_eq!(found.support(direction), right.support(direction), "{text} along {direction:?}");
        let probe = Point::new(V::narrow(direction * 9.0)).unwrap();
        let (a, b) = (signed_distance(found, &probe), signed_distance(right, &probe));
        assert_eq!((a.distance, a.point_a), (b.distance, b.point_a), "{text} from {probe:?}");
        assert!(a.lower <= b.upper && b.lower <= a.upper);
    }
}

/// Whether the pairs file makes one ball or capsule of a round shape and the radius beside it.
fn is_merged_with_its_radius<V: Vector>(shape: &AnyShape<V>) -> bool {
    match shape {
        AnyShape::Placed(placed) => is_merged_with_its_radius(placed.shape()),
        AnyShape::Rounded(rounded) => {
            matches!(rounded.shape(), AnyShape::Ball(_) | AnyShape::Segment(_) | AnyShape::Capsule(_))
        }
        _ => false,
    }
}

/// Both touch a box above them in the same points, to the bit.
#[track_caller]
fn assert_same_contacts<V: Dimension>(found: &AnyShape<V>, right: &AnyShape<V>, text: &str) {
    let half = <V::Wide as Vector>::from_slice(&[9.0; 3][..V::Wide::DIM]).unwrap();
    let along = |axis: usize| half.with_coordinate(axis, 18.5);
    for axis in 0..V::Wide::DIM {
        let block = Cuboid::new(V::narrow(half)).unwrap().at(Pose::translation(V::narrow(along(axis))));
        let [found, right] = [found, right].map(|shape| contacts(shape, &block, V::Scalar::narrow(30.0)));
        assert_eq!(format!("{found:?}"), format!("{right:?}"), "{text} along axis {axis}");
    }
}

/// Writes the shape, reads it as a line of the pairs file does, and goes back from there.
fn goes_both_ways<V: Dimension + Serialize + DeserializeOwned>(shapes: Vec<AnyShape<V>>)
where
    V::Scalar: Serialize + DeserializeOwned,
    V::Rotation: Serialize + DeserializeOwned,
{
    for shape in shapes {
        let text = serde_json::to_string(&shape).unwrap();
        let same: AnyShape<V> = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(same, shape, "{text}");
        assert_same_contacts(&same, &shape, &text);
        let document: ShapeDocument = read(&text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        let body = || Body::<V>::new(&document).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        let part = body().part();
        if !is_merged_with_its_radius(&shape) {
            assert_eq!(part, shape, "{text}");
        }
        assert_same_contacts(&part, &shape, &text);
        assert_same(&body().placed(), &shape, &text);
        // The document is written in the same form, and is read by the crate.
        let again = serde_json::to_string(&document).unwrap();
        let back: AnyShape<V> = serde_json::from_str(&again).unwrap_or_else(|error| panic!("{again}: {error}"));
        assert_same(&back, &shape, &again);
    }
}

/// The kinds that the plane and space have, each alone and with a radius, a pose or both.
fn kinds<V: Dimension>(point: impl Fn(f64, f64, f64) -> V, pose: Pose<V>) -> Vec<AnyShape<V>> {
    let number = |x: f64| V::Scalar::narrow(x);
    let (a, b, c) = (point(0.1, 0.5, -0.3), point(2.0, 0.25, 1.0), point(-0.7, 3.0, 0.6));
    let points = [a, b, c, point(1.0, 1.0, 4.0), point(0.3, -1.0, 0.2)];
    let cuboid = Cuboid::new(point(1.0, 2.0, 3.0)).unwrap();
    let ball = Ball::new(a, number(1.5)).unwrap();
    let plain: Vec<AnyShape<V>> = vec![
        Point::new(a).unwrap().into(),
        ball.into(),
        Segment::new(a, b).unwrap().into(),
        Capsule::new(a, b, number(0.75)).unwrap().into(),
        Triangle::new(a, b, c).unwrap().into(),
        cuboid.into(),
        PointCloud::new(points).unwrap().into(),
        Points::new(&points).unwrap().into(),
        Hull::new(&points).unwrap().into(),
        Ellipsoid::new(point(1.0, 2.0, 3.0)).unwrap().into(),
        cuboid.at(pose).sum(ball).unwrap().into(),
        cuboid.hull_with(ball.at(pose)).unwrap().into(),
        cuboid.rounded(number(0.5)).unwrap().at(pose).swept(c).unwrap().into(),
        cuboid.sum(ball.swept(b).unwrap()).unwrap().hull_with(cuboid).unwrap().into(),
        // A radius beside a radius, and a pose between them.
        cuboid.rounded(number(0.5)).unwrap().rounded(number(0.1)).unwrap().into(),
        cuboid.rounded(number(0.5)).unwrap().at(pose).rounded(number(0.1)).unwrap().into(),
        // Hulls with points inside and on faces, flat hulls, and hulls of one and two points.
        Hull::new(&block_with_more(&point)).unwrap().into(),
        Hull::new(&block_with_more(&point).map(|p| V::narrow(p.widen().with_coordinate(0, 1.0)))).unwrap().into(),
        Hull::new(&[a, b]).unwrap().into(),
        Hull::new(&[a, a]).unwrap().into(),
    ];
    with_radius_and_pose(plain, pose)
}

/// The corners of a block, and points inside it and on its faces and edges.
fn block_with_more<V: Dimension>(point: impl Fn(f64, f64, f64) -> V) -> [V; 12] {
    let corner = |k: usize| point(2.0 * (k & 1) as f64, 3.0 * (k >> 1 & 1) as f64, (k >> 2) as f64);
    std::array::from_fn(|k| match k {
        0 => point(1.0, 1.5, 1.0),
        1 => point(0.0, 1.5, 0.0),
        2 => point(1.0, 1.0, 0.5),
        11 => point(2.0, 1.0, 0.5),
        _ => corner(k - 3),
    })
}

fn with_radius_and_pose<V: Dimension>(plain: Vec<AnyShape<V>>, pose: Pose<V>) -> Vec<AnyShape<V>> {
    let radius = V::Scalar::narrow(0.25);
    plain
        .into_iter()
        .flat_map(|shape| {
            let thick: AnyShape<V> = shape.clone().rounded(radius).unwrap().into();
            [shape.clone(), shape.at(pose).into(), thick.clone(), thick.at(pose).into()]
        })
        .collect()
}

#[test]
fn every_kind_of_the_plane_is_written_as_the_pairs_file_reads_it() {
    fn all<T: Real + Serialize + DeserializeOwned>()
    where
        Vec2<T>:
            Dimension + Vector<Scalar = T, Wide = Vec2<f64>, Rotation = Rotation2<T>> + Serialize + DeserializeOwned,
        Rotation2<T>: Serialize + DeserializeOwned,
    {
        let number = |x: f64| T::narrow(x);
        let turn = Rotation2::new(number(0.6), number(0.8)).unwrap();
        let pose = Pose::new(turn, vec2(number(3.0), number(-4.0))).unwrap();
        let point = |x: f64, y: f64, _: f64| vec2(number(x), number(y));
        goes_both_ways::<Vec2<T>>(kinds(point, pose));
        let corners = [point(0.0, 0.0, 0.0), point(3.0, 0.5, 0.0), point(1.0, 2.0, 0.0)];
        let polygon: AnyShape<Vec2<T>> = Hull::from_ordered_polygon(&corners).unwrap().into();
        goes_both_ways(with_radius_and_pose(vec![polygon], pose));
    }
    all::<f64>();
    all::<f32>();
}

#[test]
fn every_kind_of_space_is_written_as_the_pairs_file_reads_it() {
    fn all<T: Real + Serialize + DeserializeOwned>()
    where
        Vec3<T>:
            Dimension + Vector<Scalar = T, Wide = Vec3<f64>, Rotation = Quaternion<T>> + Serialize + DeserializeOwned,
        Quaternion<T>: Serialize + DeserializeOwned,
    {
        let number = |x: f64| T::narrow(x);
        let turn = Quaternion::new(number(0.5), number(-0.5), number(0.5), number(0.5)).unwrap();
        let pose = Pose::new(turn, vec3(number(3.0), number(-4.0), number(1.0))).unwrap();
        goes_both_ways::<Vec3<T>>(kinds(|x, y, z| vec3(number(x), number(y), number(z)), pose));
        let (cylinder, cone) =
            (Cylinder::new(number(1.0), number(0.5)).unwrap(), Cone::new(number(2.0), number(1.5)).unwrap());
        let round: Vec<AnyShape<Vec3<T>>> =
            vec![cylinder.into(), cone.into(), cone.at(pose).sum(cylinder).unwrap().into()];
        goes_both_ways(with_radius_and_pose(round, pose));
    }
    all::<f64>();
    all::<f32>();
}
