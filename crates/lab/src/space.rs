//! What the lab adds to a float vector: its exact twin, and shapes and poses from plain lists of numbers.

use crate::exact::Rational;
use clearance::{
    Placed, Points, Pose, Quaternion, Real, Ring, Rotation2, Rounded, Shape, Space, Vec2, Vec3, Vector, vec2, vec3,
};

/// A hull of points with a radius and perhaps a pose, as numbers. A pairs file describes a shape in the same way.
#[derive(Clone, Debug, Default, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rough {
    /// The points whose hull is the core, in the shape's own frame.
    pub points: Vec<Vec<f64>>,
    /// The radius of the ball that the core is thickened by.
    #[serde(default)]
    pub radius: f64,
    /// Where the frame stands; the identity when left out.
    pub pose: Option<Placement>,
}

/// A pose in numbers.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placement {
    /// Applied second.
    pub translation: Vec<f64>,
    /// Applied first: `[c, s]` or a quaternion `[x, y, z, w]`.
    pub rotation: Vec<f64>,
}

/// One of the four float vectors, with what the exact judges need.
pub trait Lab: Vector {
    /// The exact vector of the same dimension.
    type Exact: Space<Scalar = Rational>;

    /// The vector without rounding.
    fn exactly(self) -> Self::Exact;
    /// From coordinates that this scalar holds.
    fn from_coordinates(coordinates: &[f64]) -> Self;
    /// The rotation of these numbers.
    fn rotation(numbers: &[f64]) -> Self::Rotation;
    /// The point, turned without rounding by the formula that defines the rotation of these numbers.
    fn turned(point: &Self::Exact, numbers: &[f64]) -> Self::Exact;
}

macro_rules! lab_vectors {
    ($scalar:ty) => {
        impl Lab for Vec2<$scalar> {
            type Exact = Vec2<Rational>;
            fn exactly(self) -> Self::Exact {
                vec2(Rational::from(self.x.widen()), Rational::from(self.y.widen()))
            }
            fn from_coordinates(p: &[f64]) -> Self {
                vec2(p[0] as $scalar, p[1] as $scalar)
            }
            fn rotation(numbers: &[f64]) -> Self::Rotation {
                Rotation2 { c: numbers[0] as $scalar, s: numbers[1] as $scalar }
            }
            fn turned(p: &Self::Exact, numbers: &[f64]) -> Self::Exact {
                let (c, s) = (Rational::from(numbers[0]), Rational::from(numbers[1]));
                vec2(c.times(&p.x).minus(&s.times(&p.y)), s.times(&p.x).plus(&c.times(&p.y)))
            }
        }
        impl Lab for Vec3<$scalar> {
            type Exact = Vec3<Rational>;
            fn exactly(self) -> Self::Exact {
                vec3(self.x.widen().into(), self.y.widen().into(), self.z.widen().into())
            }
            fn from_coordinates(p: &[f64]) -> Self {
                vec3(p[0] as $scalar, p[1] as $scalar, p[2] as $scalar)
            }
            fn rotation(numbers: &[f64]) -> Self::Rotation {
                let [x, y, z, w] = [0, 1, 2, 3].map(|i| numbers[i] as $scalar);
                Quaternion { x, y, z, w }
            }
            fn turned(p: &Self::Exact, numbers: &[f64]) -> Self::Exact {
                // p + 2(w(u × p) + u × (u × p))
                let u: Self::Exact = vec3(numbers[0].into(), numbers[1].into(), numbers[2].into());
                let turn = u.wedge(p);
                let half = turn.scaled(&numbers[3].into()).plus(&u.wedge(&turn));
                p.plus(&half).plus(&half)
            }
        }
    };
}
lab_vectors!(f32);
lab_vectors!(f64);

impl Rough {
    /// The points as vectors.
    pub fn vectors<V: Lab>(&self) -> Vec<V> {
        self.points.iter().map(|p| V::from_coordinates(p)).collect()
    }

    /// The pose as the library has it.
    pub fn pose<V: Lab>(&self) -> Pose<V> {
        self.checked_pose().expect("the corpus and the generators give valid poses")
    }

    /// The pose, if the library accepts it.
    pub fn checked_pose<V: Lab>(&self) -> Option<Pose<V>> {
        match &self.pose {
            None => Some(Pose::identity()),
            Some(p) => Pose::new(V::rotation(&p.rotation), V::from_coordinates(&p.translation)).ok(),
        }
    }

    /// The shape as a user would build it, from the vectors of [`Rough::vectors`].
    pub fn shape<'a, V: Lab>(&self, vectors: &'a [V]) -> Placed<Rounded<Points<'a, V>, V>, V> {
        self.dressed(Points::new(vectors).expect("a rough shape has finite points"))
    }

    /// Any core with this shape's radius and pose.
    pub fn dressed<V: Lab, S: clearance::SupportMap<V>>(&self, core: S) -> Placed<Rounded<S, V>, V> {
        let radius = V::Scalar::narrow(self.radius);
        core.rounded(radius).expect("a rough shape has a valid radius").at(self.pose())
    }

    /// The points of the core in the world, without rounding.
    pub fn world<V: Lab>(&self) -> Vec<V::Exact> {
        let place = |point: &Vec<f64>| {
            let local = V::from_coordinates(point).exactly();
            match &self.pose {
                None => local,
                Some(p) => V::turned(&local, &p.rotation).plus(&V::from_coordinates(&p.translation).exactly()),
            }
        };
        self.points.iter().map(place).collect()
    }

    /// The greatest |local coordinate|. The rounding of a rotation is a multiple of it. It is zero without a pose.
    pub fn turned_size(&self) -> f64 {
        let largest = self.points.iter().flatten().fold(0.0, |m: f64, c| m.max(c.abs()));
        if self.pose.is_some() { largest } else { 0.0 }
    }
}
