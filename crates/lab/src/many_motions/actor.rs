//! Random bodies of all kinds that move, as plain numbers, and where they are at a fraction of their motion.
//!
//! The places are computed here, with the sine and cosine of the platform. They share no code with the search.

use crate::points::{P, cross, dot, minus, plus, times};
use crate::random::Random;
use crate::space::Lab;
use clearance::{
    AnyShape, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Motion, Placed, PointCloud, Pose, Real, Shape,
    Vec2, Vec3,
};

/// The length. The lengths of the two soaks differ in their roundings, and the seeds on record stand for these.
pub(super) fn length(a: P) -> f64 {
    let most = a[0].abs().max(a[1].abs()).max(a[2].abs());
    if most > 0.0 { most * dot(times(a, 1.0 / most), times(a, 1.0 / most)).sqrt() } else { 0.0 }
}

/// What a body is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The hull of one to nine points, perhaps with a radius.
    Points,
    /// A [`Hull`] of 10 to 24 points.
    Hull,
    /// A box, perhaps with a radius.
    Cuboid,
    /// A ball.
    Ball,
    /// A capsule.
    Capsule,
    /// An ellipsoid; in the plane an ellipse.
    Ellipsoid,
    /// A cylinder, in space only.
    Cylinder,
    /// A cone, in space only.
    Cone,
}

impl Kind {
    /// Whether the core is a polytope.
    pub fn is_polytope(self) -> bool {
        !matches!(self, Self::Ellipsoid | Self::Cylinder | Self::Cone)
    }
}

/// A body with a pose and a motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Actor {
    /// What it is.
    pub kind: Kind,
    /// Vertices of points and hulls, the ends of a capsule, the centre of a ball.
    pub points: Vec<P>,
    /// Half extents, semi axes, or half the height and the radius of the circle.
    pub sizes: P,
    /// The radius that the core is thickened by.
    pub radius: f64,
    /// `[c, s, 0, 0]` or a quaternion `[x, y, z, w]`.
    pub rotation: [f64; 4],
    /// Where the frame stands.
    pub translation: P,
    /// The way of the centre.
    pub travel: P,
    /// The rotation vector in radians. In the plane it is along z.
    pub turn: P,
    /// The centre of the turn.
    pub center: P,
}

fn flat(dimension: usize, p: P) -> P {
    if dimension == 2 { [p[0], p[1], 0.0] } else { p }
}
pub(super) fn point(random: &mut Random, dimension: usize) -> P {
    flat(dimension, [random.signed(), random.signed(), random.signed()])
}

/// The product of two rotations: the second one first.
fn after(dimension: usize, p: [f64; 4], q: [f64; 4]) -> [f64; 4] {
    if dimension == 2 {
        return [p[0] * q[0] - p[1] * q[1], p[0] * q[1] + p[1] * q[0], 0.0, 0.0];
    }
    let (u, v) = ([p[0], p[1], p[2]], [q[0], q[1], q[2]]);
    let [x, y, z] = plus(plus(times(v, p[3]), times(u, q[3])), cross(u, v));
    [x, y, z, p[3] * q[3] - dot(u, v)]
}

/// The point turned by these numbers.
pub(super) fn rotated(dimension: usize, numbers: [f64; 4], p: P) -> P {
    let [x, y, z, w] = numbers;
    if dimension == 2 {
        return [x * p[0] - y * p[1], y * p[0] + x * p[1], 0.0];
    }
    let u = [x, y, z];
    let turn = cross(u, p);
    plus(p, times(plus(times(turn, w), cross(u, turn)), 2.0))
}

/// The rotation of a rotation vector.
pub(super) fn rotation_of(dimension: usize, turn: P) -> [f64; 4] {
    let angle = length(turn);
    if dimension == 2 {
        let (s, c) = turn[2].sin_cos();
        return [c, s, 0.0, 0.0];
    }
    if angle == 0.0 {
        return [0.0, 0.0, 0.0, 1.0];
    }
    let (s, c) = (0.5 * angle).sin_cos();
    let [x, y, z] = times(turn, s / angle);
    [x, y, z, c]
}

impl Actor {
    /// A random body about the origin, of size 1. It neither travels nor turns.
    pub fn random(random: &mut Random, dimension: usize) -> Self {
        let kind = match random.below(32) {
            0..=11 => Kind::Points,
            12..=19 => Kind::Cuboid,
            20..=22 => Kind::Ball,
            23..=26 => Kind::Capsule,
            27 => Kind::Hull,
            28 | 29 => Kind::Ellipsoid,
            30 if dimension == 3 => Kind::Cylinder,
            31 if dimension == 3 => Kind::Cone,
            _ => Kind::Points,
        };
        // Needles and discs, up to 1 : 10⁶.
        let thin = if random.once_in(4) { (-19.93 * random.unit()).exp2() } else { 1.0 };
        let factors = [1.0, thin, if random.once_in(2) { thin } else { 1.0 }];
        let thinned = |p: P| [p[0] * factors[0], p[1] * factors[1], p[2] * factors[2]];
        let count = match kind {
            Kind::Points => 1 + random.below(9),
            Kind::Hull => 10 + random.below(15),
            Kind::Ball => 1,
            Kind::Capsule => 2,
            _ => 0,
        };
        let points: Vec<P> = (0..count).map(|_| thinned(point(random, dimension))).collect();
        let sizes = thinned(point(random, dimension)).map(f64::abs);
        let radius = match (kind, random.below(16)) {
            (Kind::Ball | Kind::Capsule, _) => thin * (0.01 + 0.5 * random.unit()),
            (_, 0) => 0.3 * random.unit(),
            (_, 1) => 1e-3 * random.unit(),
            _ => 0.0,
        };
        let rotation = match (random.once_in(4), dimension) {
            (true, 2) => [1.0, 0.0, 0.0, 0.0],
            (true, _) => [0.0, 0.0, 0.0, 1.0],
            (_, 2) => rotation_of(2, [0.0, 0.0, 7.0 * random.signed()]),
            _ => {
                let numbers = [0; 4].map(|_| random.signed() + 1e-3);
                let norm = numbers.iter().map(|x| x * x).sum::<f64>().sqrt();
                numbers.map(|x| x / norm)
            }
        };
        let translation = times(point(random, dimension), 3.0);
        let still = [0.0; 3];
        Self { kind, points, sizes, radius, rotation, translation, travel: still, turn: still, center: translation }
    }

    /// A random point.
    pub fn point(random: &mut Random, dimension: usize) -> Self {
        let mut point = Self::random(random, dimension);
        (point.kind, point.points, point.radius) = (Kind::Points, vec![[0.0; 3]], 0.0);
        point.rotation = rotation_of(dimension, [0.0; 3]);
        point
    }

    /// Gives it a random turn of up to 45°, 180° or 720° about a random centre.
    pub fn spin(&mut self, random: &mut Random, dimension: usize) {
        let most = [0.25, 1.0, 4.0][random.below(3)] * std::f64::consts::PI;
        let axis = if dimension == 2 { [0.0, 0.0, 1.0] } else { point(random, 3) };
        self.turn = times(axis, most * random.signed() / length(axis).max(1e-3));
        self.center = match random.below(4) {
            0 => [0.0; 3],
            1 => plus(self.translation, times(point(random, dimension), 2.0)),
            _ => self.translation,
        };
    }

    /// A random point of the body in its own frame: once in 32 times a corner, an edge or the surface, and else inside,
    /// if there is an inside.
    pub fn inner_point(&self, random: &mut Random) -> P {
        let on_surface = random.once_in(32);
        let share = |random: &mut Random| match on_surface && random.once_in(2) {
            true if random.once_in(2) => 1.0,
            true => -1.0,
            false => random.signed(),
        };
        let k = [0; 3].map(|_| share(random));
        match self.kind {
            Kind::Cuboid => [self.sizes[0] * k[0], self.sizes[1] * k[1], self.sizes[2] * k[2]],
            Kind::Ellipsoid => {
                let k = times(k, 1.0 / length(k).max(1.0));
                [self.sizes[0] * k[0], self.sizes[1] * k[1], self.sizes[2] * k[2]]
            }
            Kind::Cylinder | Kind::Cone => {
                let round = if self.kind == Kind::Cone { 0.5 - 0.5 * k[1] } else { 1.0 };
                let across = self.sizes[1] * round / k[0].hypot(k[2]).max(1.0);
                [k[0] * across, self.sizes[0] * k[1], k[2] * across]
            }
            // A convex combination of all vertices, of one or of two.
            _ => {
                let count = if on_surface { 1 + random.below(2) } else { self.points.len() };
                let mut sum = ([0.0; 3], 0.0);
                for place in 0..count {
                    let place = if on_surface { random.below(self.points.len()) } else { place };
                    let weight = 0.02 + random.unit();
                    sum = (plus(sum.0, times(self.points[place], weight)), sum.1 + weight);
                }
                times(sum.0, 1.0 / sum.1)
            }
        }
    }

    /// A bound of the coordinates that occur, relative to the centre of the turn.
    pub fn size(&self) -> f64 {
        let own = self.points.iter().map(|p| length(*p)).fold(length(self.sizes), f64::max);
        2.0 * (own + length(minus(self.translation, self.center))) + self.radius
    }

    /// By how much the numbers of the rotation are no rotation.
    pub fn defect(&self) -> f64 {
        2.0 * (self.rotation.iter().map(|x| x * x).sum::<f64>() - 1.0).abs()
    }

    /// The turn up to a fraction.
    pub fn turned(&self, dimension: usize, fraction: f64) -> [f64; 4] {
        rotation_of(dimension, times(self.turn, fraction))
    }

    /// A point of the body's own frame at a fraction, relative to the centre of the turn at the start.
    pub fn place(&self, dimension: usize, p: P, fraction: f64) -> P {
        let arm = plus(rotated(dimension, self.rotation, p), minus(self.translation, self.center));
        plus(rotated(dimension, self.turned(dimension, fraction), arm), times(self.travel, fraction))
    }

    /// All numbers rounded to `f32`.
    pub fn round(&mut self) {
        let single = |x: f64| f64::from(x as f32);
        for p in &mut self.points {
            *p = p.map(single);
        }
        for p in [&mut self.sizes, &mut self.translation, &mut self.travel, &mut self.turn, &mut self.center] {
            *p = p.map(single);
        }
        self.rotation = self.rotation.map(single);
        self.radius = single(self.radius);
    }

    /// All lengths times a power of two.
    pub fn scale(&mut self, power: f64) {
        for p in &mut self.points {
            *p = times(*p, power);
        }
        for p in [&mut self.sizes, &mut self.translation, &mut self.travel, &mut self.center] {
            *p = times(*p, power);
        }
        self.radius *= power;
    }

    /// The shape at its pose.
    pub fn shape<V: Round>(&self) -> Placed<AnyShape<V>, V> {
        self.core(true)
            .at(Pose { rotation: V::rotation(&self.rotation), translation: V::from_coordinates(&self.translation) })
    }

    /// The shape at a fraction of its motion, its centre at the start at `center`. A hull is the list of its points.
    pub fn shape_at<W: Round>(&self, dimension: usize, center: P, fraction: f64) -> Placed<AnyShape<W>, W> {
        let rotation = after(dimension, self.turned(dimension, fraction), self.rotation);
        let translation = plus(center, self.place(dimension, [0.0; 3], fraction));
        self.core(false).at(Pose { rotation: W::rotation(&rotation), translation: W::from_coordinates(&translation) })
    }

    fn core<V: Round>(&self, with_hulls: bool) -> AnyShape<V> {
        let at = |p: &P| V::from_coordinates(p);
        let narrow = V::Scalar::narrow;
        let core: AnyShape<V> = match self.kind {
            Kind::Ball => return Ball::new(at(&self.points[0]), narrow(self.radius)).expect("a ball").into(),
            Kind::Capsule => {
                let [start, end] = [0, 1].map(|k| at(&self.points[k]));
                return Capsule::new(start, end, narrow(self.radius)).expect("a capsule").into();
            }
            Kind::Hull if with_hulls => {
                let points: Vec<V> = self.points.iter().map(at).collect();
                Hull::new(&points).expect("a hull").into()
            }
            Kind::Points | Kind::Hull => PointCloud::new(self.points.iter().map(at)).expect("finite points").into(),
            Kind::Cuboid => Cuboid::new(at(&self.sizes)).expect("a box").into(),
            Kind::Ellipsoid => Ellipsoid::new(at(&self.sizes)).expect("an ellipsoid").into(),
            Kind::Cylinder | Kind::Cone => {
                V::round(self.kind == Kind::Cone, self.sizes).expect("round shapes occur in space")
            }
        };
        if self.radius > 0.0 { core.rounded(narrow(self.radius)).expect("a radius").into() } else { core }
    }

    /// The motion.
    pub fn motion<V: Lab>(&self) -> Motion<V> {
        let at = |p: &P| V::from_coordinates(p);
        Motion { travel: at(&self.travel), turn: V::turn_of(self.turn), center: at(&self.center) }
    }
}

/// Cylinders and cones, where there are any.
pub trait Round: Lab + clearance::Coordinates<Vector = Self> {
    /// A cylinder or cone of half the height `sizes[0]` and the radius `sizes[1]`. `None` in the plane.
    fn round(is_cone: bool, sizes: P) -> Option<AnyShape<Self>>;
}

macro_rules! round {
    ($scalar:ty) => {
        impl Round for Vec2<$scalar> {
            fn round(_: bool, _: P) -> Option<AnyShape<Self>> {
                None
            }
        }
        impl Round for Vec3<$scalar> {
            fn round(is_cone: bool, sizes: P) -> Option<AnyShape<Self>> {
                let (height, radius) = (sizes[0] as $scalar, sizes[1] as $scalar);
                Some(if is_cone {
                    Cone::new(height, radius).ok()?.into()
                } else {
                    Cylinder::new(height, radius).ok()?.into()
                })
            }
        }
    };
}
round!(f32);
round!(f64);
