//! Workloads' data as the types of `clearance`.

use clearance::{
    AnyShape, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Motion, Pose, Quaternion, Rotation2, SupportMap,
    Vec2, Vec3, Vector, vec2, vec3,
};

use crate::workloads::{Placement, ShapeData};

/// A space in which the numbers of a workload can be read.
pub trait FromData: Vector {
    /// A vector. In the plane the third number is left out.
    fn vector(data: [f64; 3]) -> Self;
    /// A rotation: `[c, s, 0, 0]` in the plane, a quaternion in space.
    fn rotation(data: [f64; 4]) -> Self::Rotation;
    /// A turn about a centre that travels. In the plane the third number of the turn is the angle.
    fn motion(center: [f64; 3], turn: [f64; 3], travel: [f64; 3]) -> Motion<Self>;
    /// A shape that is round about an axis, in the spaces that have such shapes.
    fn round(data: &ShapeData) -> Option<AnyShape<Self>>;

    /// A placement. Its numbers are kept: [`Pose::new`] would bring those of `f32` to unit length in `f64`, and the
    /// reference would judge another place.
    fn pose(data: &Placement) -> Pose<Self> {
        Pose { rotation: Self::rotation(data.rotation), translation: Self::vector(data.translation) }
    }
}

macro_rules! from_data {
    ($($scalar:ty),+) => {$(
        impl FromData for Vec2<$scalar> {
            fn vector(v: [f64; 3]) -> Self {
                vec2(v[0] as $scalar, v[1] as $scalar)
            }
            fn rotation(r: [f64; 4]) -> Rotation2<$scalar> {
                Rotation2 { c: r[0] as $scalar, s: r[1] as $scalar }
            }
            fn motion(center: [f64; 3], turn: [f64; 3], travel: [f64; 3]) -> Motion<Self> {
                Motion::turn(Self::vector(center), turn[2] as $scalar).and_travel(Self::vector(travel))
            }
            fn round(_: &ShapeData) -> Option<AnyShape<Self>> {
                None
            }
        }
        impl FromData for Vec3<$scalar> {
            fn vector(v: [f64; 3]) -> Self {
                vec3(v[0] as $scalar, v[1] as $scalar, v[2] as $scalar)
            }
            fn rotation(r: [f64; 4]) -> Quaternion<$scalar> {
                Quaternion { x: r[0] as $scalar, y: r[1] as $scalar, z: r[2] as $scalar, w: r[3] as $scalar }
            }
            fn motion(center: [f64; 3], turn: [f64; 3], travel: [f64; 3]) -> Motion<Self> {
                Motion::turn(Self::vector(center), Self::vector(turn)).and_travel(Self::vector(travel))
            }
            fn round(data: &ShapeData) -> Option<AnyShape<Self>> {
                match *data {
                    ShapeData::Cylinder { half_height, radius } => {
                        Some(Cylinder::new(half_height as $scalar, radius as $scalar).unwrap().into())
                    }
                    ShapeData::Cone { half_height, radius } => {
                        Some(Cone::new(half_height as $scalar, radius as $scalar).unwrap().into())
                    }
                    _ => None,
                }
            }
        }
    )+};
}
from_data!(f32, f64);

/// The hull of points.
pub fn hull<V: FromData>(points: &[[f64; 3]]) -> Hull<V> {
    let points: Vec<V> = points.iter().map(|&point| V::vector(point)).collect();
    Hull::new(&points).expect("the points of a workload are finite")
}

/// The capsule about the y axis.
pub fn capsule<V: FromData>(half_height: f64, radius: f64) -> Capsule<V> {
    let end = |y: f64| V::vector([0.0, y, 0.0]);
    Capsule::new(end(-half_height), end(half_height), scalar::<V>(radius)).expect("sizes are not negative")
}

/// A number, rounded to the scalar of the space.
pub fn scalar<V: FromData>(number: f64) -> V::Scalar {
    use clearance::real::Real;
    V::Scalar::narrow(number)
}

/// Any shape, by value.
pub fn shape<V: FromData>(data: &ShapeData) -> AnyShape<V> {
    match *data {
        ShapeData::Points(ref points) => hull::<V>(points).into(),
        ShapeData::Cuboid(half_extents) => Cuboid::new(V::vector(half_extents)).unwrap().into(),
        ShapeData::Ball(radius) => Ball::new(V::ORIGIN, scalar::<V>(radius)).unwrap().into(),
        ShapeData::Capsule { half_height, radius } => capsule::<V>(half_height, radius).into(),
        ShapeData::Ellipsoid(semi_axes) => Ellipsoid::new(V::vector(semi_axes)).unwrap().into(),
        ShapeData::Cylinder { .. } | ShapeData::Cone { .. } => V::round(data).expect("round shapes are of space"),
    }
}

/// Any shape, behind a pointer. It is used for placing and for reference answers. It is timed only where kinds are
/// mixed.
pub fn any_shape<V: FromData>(data: &ShapeData) -> Box<dyn SupportMap<V> + Send + Sync> {
    shape(data).into()
}
