//! Pairs of curved shapes, by kind and placing, and the laws that all their answers must keep.
//!
//! The laws need no oracle. `size` is the bound of coordinates and distances in the library's error terms (see
//! [`size_of`]). ε is that of `f64`.
//!
//! 1. The bracket is at most 1e-12 · size wide.
//! 2. `point_b − point_a = distance · normal`, to max(8 ε · size, upper − lower).
//! 3. Each witness point lies on the surface of its shape, to the same.
//! 4. The separation along `normal` is at least `lower` − 8 ε · size.

use crate::random::Random;
use clearance::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HullOfTwo, PointCloud, Pose, Proximity, Quaternion, Rounded,
    Shape, Solver, Space, Sum, SupportMap, Swept, Vec3, Vector, WideVector, vec3,
};
use std::fmt;

/// Any shape of space.
pub type Boxed = Box<dyn SupportMap<Vec3<f64>>>;

/// A kind of shape of space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A ball.
    Ball,
    /// A capsule along y.
    Capsule,
    /// An ellipsoid with three different axes.
    Ellipsoid,
    /// An ellipsoid with two equal axes.
    Spheroid,
    /// A cylinder.
    Cylinder,
    /// A cone.
    Cone,
    /// A box.
    Cuboid,
    /// The hull of random points.
    Hull,
    /// A cylinder of height 0.
    Disc,
    /// A cylinder, cone or ellipsoid a million times longer than wide.
    Needle,
    /// A rounded cylinder or cone.
    Rounded,
    /// The sum of a cylinder and a box, or of an ellipsoid and a cone.
    Sum,
    /// A cylinder or ellipsoid that is swept along a vector.
    Swept,
    /// The hull of a cone and a ball, or of two ellipsoids.
    HullOfTwo,
}

/// All kinds.
pub const KINDS: [Kind; 14] = [
    Kind::Ball,
    Kind::Capsule,
    Kind::Ellipsoid,
    Kind::Spheroid,
    Kind::Cylinder,
    Kind::Cone,
    Kind::Cuboid,
    Kind::Hull,
    Kind::Disc,
    Kind::Needle,
    Kind::Rounded,
    Kind::Sum,
    Kind::Swept,
    Kind::HullOfTwo,
];

impl Kind {
    /// Whether the core is a polytope.
    pub fn is_polytope(self) -> bool {
        matches!(self, Self::Ball | Self::Capsule | Self::Cuboid | Self::Hull)
    }

    /// A random shape of the kind.
    pub fn shape(self, random: &mut Random) -> Boxed {
        let length = |random: &mut Random| 0.3 + 1.5 * random.unit();
        let lengths = |random: &mut Random| vec3(length(random), length(random), length(random));
        let [h, r] = [length(random), length(random)];
        match self {
            Self::Ball => Box::new(Ball::new(vec3(0.0, 0.0, 0.0), r).unwrap()),
            Self::Capsule => Box::new(Capsule::new(vec3(0.0, -h, 0.0), vec3(0.0, h, 0.0), r).unwrap()),
            Self::Ellipsoid => Box::new(Ellipsoid::new(lengths(random)).unwrap()),
            Self::Spheroid => Box::new(Ellipsoid::new(vec3(r, h, r)).unwrap()),
            Self::Cylinder => Box::new(Cylinder::new(h, r).unwrap()),
            Self::Cone => Box::new(Cone::new(h, r).unwrap()),
            Self::Cuboid => Box::new(Cuboid::new(lengths(random)).unwrap()),
            Self::Hull => {
                let count = 4 + random.below(30);
                let points: Vec<_> = (0..count).map(|_| point(random) * 1.5).collect();
                Box::new(PointCloud::new(points).unwrap())
            }
            Self::Disc => Box::new(Cylinder::new(0.0, r).unwrap()),
            Self::Needle => match random.below(3) {
                0 => Box::new(Cylinder::new(h, r * 1e-6).unwrap()),
                1 => Box::new(Cone::new(h, r * 1e-6).unwrap()),
                _ => Box::new(Ellipsoid::new(vec3(r * 1e-6, h, r * 1e-6)).unwrap()),
            },
            Self::Rounded => match random.below(2) {
                0 => Box::new(Rounded::new(Cylinder::new(h, r).unwrap(), 0.2).unwrap()),
                _ => Box::new(Rounded::new(Cone::new(h, r).unwrap(), 0.2).unwrap()),
            },
            Self::Sum => match random.below(2) {
                0 => Box::new(Sum::new(Cylinder::new(h, r).unwrap(), Cuboid::new(lengths(random)).unwrap()).unwrap()),
                _ => Box::new(Sum::new(Ellipsoid::new(lengths(random)).unwrap(), Cone::new(h, r).unwrap()).unwrap()),
            },
            Self::Swept => match random.below(2) {
                0 => Box::new(Swept::new(Cylinder::new(h, r).unwrap(), point(random)).unwrap()),
                _ => Box::new(Swept::new(Ellipsoid::new(lengths(random)).unwrap(), point(random)).unwrap()),
            },
            Self::HullOfTwo => {
                let ball = Ball::new(point(random) * 2.0, length(random)).unwrap();
                let at = Pose::translation(point(random));
                match random.below(2) {
                    0 => Box::new(HullOfTwo::new(Cone::new(h, r).unwrap(), ball).unwrap()),
                    _ => {
                        let [a, b] = [lengths(random), lengths(random)].map(|axes| Ellipsoid::new(axes).unwrap());
                        Box::new(HullOfTwo::new(a, b.at(at)).unwrap())
                    }
                }
            }
        }
    }
}

fn point(random: &mut Random) -> Vec3<f64> {
    vec3(random.signed(), random.signed(), random.signed())
}

/// How B stands to A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Placing {
    /// Turned at random, moved at random.
    General,
    /// One axis y in common.
    Coaxial,
    /// One origin, turned at random.
    Concentric,
    /// Not turned, moved at random.
    Parallel,
    /// One place.
    Same,
    /// The axes are one axis but for an angle of 1e-3 to 1e-12 radians.
    Tilted,
    /// Apart, turned at random, with a gap of 1e-1 to 1e-12.
    Near,
}

/// All placings.
pub const PLACINGS: [Placing; 7] = [
    Placing::General,
    Placing::Coaxial,
    Placing::Concentric,
    Placing::Parallel,
    Placing::Same,
    Placing::Tilted,
    Placing::Near,
];

impl Placing {
    /// A random pose of B of this kind.
    pub fn pose(self, random: &mut Random) -> Pose<Vec3<f64>> {
        let turn = Quaternion::from_axis_angle(point(random), 3.0 * random.unit());
        let still = Quaternion::new(0.0, 0.0, 0.0, 1.0).unwrap();
        let zero = vec3(0.0, 0.0, 0.0);
        let (rotation, translation) = match self {
            Self::General | Self::Near => (turn, point(random)),
            Self::Coaxial => (still, vec3(0.0, random.signed(), 0.0)),
            Self::Concentric => (turn, zero),
            Self::Parallel => (still, point(random)),
            Self::Same => (still, zero),
            Self::Tilted => {
                let angle = 10f64.powi(-random.integer(3, 12));
                let tilt = Quaternion::from_axis_angle(vec3(random.signed(), 0.0, random.signed()), angle);
                (tilt, vec3(0.0, random.signed() * f64::from(u8::from(random.below(2) == 0)), 0.0))
            }
        };
        Pose::new(rotation, translation).unwrap()
    }
}

/// The pair of these kinds and this placing with this seed.
pub fn pair(kinds: [Kind; 2], placing: Placing, seed: u64) -> [Boxed; 2] {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let [a, b] = kinds.map(|kind| kind.shape(&mut random));
    let pose = placing.pose(&mut random);
    if placing != Placing::Near {
        return [a, Box::new(b.at(pose))];
    }
    let gap = 10f64.powi(-random.integer(1, 12));
    let mut pose = pose;
    for _ in 0..8 {
        let answer = Solver::default().signed_distance(&a, &(&b).at(pose));
        pose.translation += answer.normal * (gap - answer.distance);
    }
    [a, Box::new(b.at(pose))]
}

/// The bound of coordinates and distances that the library's error terms use.
///
/// It is √3 times this sum: both cores' greatest coordinates in their own frames, and the distance between the frames.
/// The radii are added.
pub fn size_of<V: Vector>(a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> f64 {
    use clearance::Real;
    let apart = b.pose().translation.widen() - a.pose().translation.widen();
    let diagonal = if <V::Wide as Space>::DIM == 2 { 2f64.sqrt() } else { 3f64.sqrt() };
    diagonal * (a.extent() + b.extent() + apart.max_abs()) + a.radius().widen() + b.radius().widen()
}

/// Why a pair may break a law: the classes of docs/curved.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Documented {
    /// Equally near or nearly equally near points on an arc of a cone's flank, or around a nearly round shape. The
    /// bracket may be 1e-3 of the size wide.
    Arc,
    /// Axes of solids of revolution that are nearly one, also of swept or joined shapes. The bracket may be 4e-3 of the
    /// size wide.
    Tilted,
    /// A gap below 1e-9 of the size at a flat face that is not a polygon. Bracket and witness points may be wrong by
    /// 1e-8.
    FlatFace,
}

/// The class of a pair that docs/curved.md lists.
pub fn documented(kinds: [Kind; 2], placing: Placing) -> Option<Documented> {
    use Kind::{Capsule, Cone, Cylinder, Disc, Ellipsoid, HullOfTwo, Needle, Rounded, Spheroid, Sum, Swept};
    let any = |set: &[Kind]| kinds.iter().any(|kind| set.contains(kind));
    let arc = match placing {
        Placing::Coaxial | Placing::Same => any(&[Swept, HullOfTwo, Sum, Ellipsoid]),
        Placing::Concentric => any(&[Swept, HullOfTwo, Sum, Spheroid, Disc]),
        _ => false,
    };
    let flat = any(&[Cylinder, Cone, Disc, Needle, Rounded, Sum, Swept, HullOfTwo]) && placing == Placing::Near;
    let round = [Capsule, Cone, Cylinder, Disc, Needle, Rounded, Spheroid];
    let tilted = any(&[Swept, HullOfTwo]) || kinds.iter().all(|kind| round.contains(kind));
    match placing {
        Placing::Tilted if tilted => Some(Documented::Tilted),
        _ if arc => Some(Documented::Arc),
        _ if flat => Some(Documented::FlatFace),
        _ => None,
    }
}

/// The least height of B's near plane over A's far plane. A descent from `starts` random directions finds it.
///
/// No signed distance is above the negative of this height. So a bracket whose upper end is below it is false. This
/// function shares only the shapes' support points with the solver.
pub fn least_height(a: &Boxed, b: &Boxed, starts: usize, seed: u64) -> f64 {
    use clearance::Rotation;
    let farthest = |shape: &Boxed, direction: Vec3<f64>| {
        let pose = shape.pose();
        let core = shape.support(direction.mapped_back(&pose.rotation.matrix()));
        pose.apply_wide(core) + direction * shape.radius()
    };
    let point = |n: Vec3<f64>| farthest(a, n) - farthest(b, -n);
    let mut random = Random::new(seed);
    let mut least = f64::INFINITY;
    for _ in 0..starts {
        let mut n = self::point(&mut random).unit();
        let (mut w, mut step) = (point(n), 0.5);
        for _ in 0..60 {
            let across = w - n * n.dot(&w);
            let next = (n - across * (step / w.length().max(f64::MIN_POSITIVE))).unit();
            let there = point(next);
            if next.dot(&there) < n.dot(&w) { (n, w) = (next, there) } else { step *= 0.5 }
        }
        least = least.min(n.dot(&w));
    }
    least
}

/// The measures of one answer. All but the iterations are multiples of `size`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measured {
    /// upper − lower.
    pub width: f64,
    /// |`point_b − point_a − distance · normal`|.
    pub residual: f64,
    /// How far a witness point is from its shape's supporting plane along the normal, inside or outside. The worse of
    /// the two points counts.
    pub off_plane: f64,
    /// `lower` less the separation along the normal.
    pub shortfall: f64,
    /// Support points asked for.
    pub iterations: u32,
}

impl Measured {
    /// Of an answer for two shapes.
    pub fn of<V: Vector<Scalar = f64>>(a: &impl SupportMap<V>, b: &impl SupportMap<V>, answer: &Proximity<V>) -> Self {
        use clearance::Rotation;
        let size = size_of(a, b);
        let normal = answer.normal.widen();
        // The plane of a shape along a direction of the world.
        let level = |shape: &dyn SupportMap<V>, direction: V::Wide| {
            let pose = shape.pose();
            let local = direction.mapped_back(&pose.rotation.matrix());
            pose.apply_wide(shape.support(local)).dot(&direction) + shape.radius()
        };
        let [level_a, level_b] = [level(&a, normal), -level(&b, -normal)];
        let (p, q) = (answer.point_a.widen(), answer.point_b.widen());
        let residual = (q - p - normal * answer.distance).length();
        let off_plane = (normal.dot(&p) - level_a).abs().max((normal.dot(&q) - level_b).abs());
        Self {
            width: (answer.upper - answer.lower) / size,
            residual: residual / size,
            off_plane: off_plane / size,
            shortfall: (answer.lower - (level_b - level_a)) / size,
            iterations: answer.iterations,
        }
    }

    /// The worse of both, measure by measure.
    #[must_use]
    pub fn or_worse(&self, other: &Self) -> Self {
        Self {
            width: self.width.max(other.width),
            residual: self.residual.max(other.residual),
            off_plane: self.off_plane.max(other.off_plane),
            shortfall: self.shortfall.max(other.shortfall),
            iterations: self.iterations.max(other.iterations),
        }
    }

    /// The laws that do not hold.
    pub fn broken(&self) -> Vec<&'static str> {
        self.broken_but_for(None)
    }

    /// The laws that do not hold, without those that a documented class excuses.
    pub fn broken_but_for(&self, documented: Option<Documented>) -> Vec<&'static str> {
        let (width, room) = match documented {
            None => (1e-12, 8.0 * f64::EPSILON),
            Some(Documented::Arc) => (1e-3, 8.0 * f64::EPSILON),
            Some(Documented::Tilted) => (4e-3, 8.0 * f64::EPSILON),
            Some(Documented::FlatFace) => (1e-8, 1e-8),
        };
        let room = room.max(self.width);
        let laws = [
            (self.width <= width, "the bracket is wider than 1e-12 of the size"),
            (self.residual <= room, "point_b - point_a is not distance * normal"),
            (self.off_plane <= room, "a witness point is not on its surface"),
            (self.shortfall <= 8.0 * f64::EPSILON, "the normal's plane does not prove the lower bound"),
        ];
        laws.iter().filter(|(holds, _)| !holds).map(|(_, what)| *what).collect()
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, residual, off_plane, shortfall, iterations } = self;
        write!(f, "{width:9.1e}{residual:9.1e}{off_plane:9.1e}{shortfall:9.1e}{iterations:6}")
    }
}
