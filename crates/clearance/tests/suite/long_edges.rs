//! Long edges that cross at small angles. The distance hardly depends on where along the edges the witness points are, so
//! their weights are known far less well than the distance. Still `point_b − point_a = distance · normal`, to a few
//! roundings of the size.
//!
//! Cause: the distance and the normal of a thin facet came from double-double numbers, and the weights of its corners from
//! floats. Law: points, normal and distance come from one computation, whose residual is a rounding of the size. Source: 13
//! of 40 pairs of the family `long_edges` of the exact corpus.

use crate::random::Random;
use clearance::{
    AnyShape, Capsule, Cuboid, Hull, Placement, Pose, Proximity, Quaternion, Real, Rotation2, Segment, Shape, ShapeSet,
    Solver, Space, Status, Triangle, Vec2, Vec3, Vector, vec2, vec3,
};
use std::f64::consts::FRAC_PI_4;

type Wide = Vec3<f64>;

/// Shapes with long edges.
const KINDS: [&str; 7] = ["segments", "capsules", "boxes", "hulls", "rounded boxes", "capsule and box", "triangles"];

/// The greatest |`point_b − point_a − distance · normal`|, in ε times the greatest coordinate or radius. Each coordinate of
/// a point is rounded at most five times by half of that, and so is each product of the distance and the normal.
const MOST: f64 = 5.0;

/// A body that is long along `along`. Its edge lies farthest along `towards`.
struct Rod {
    /// The middle of the edge.
    middle: Wide,
    along: Wide,
    towards: Wide,
    half_length: f64,
    /// The half-extent of a box across its length, or the radius of what is round.
    thickness: f64,
    /// How far a box is turned about its length. At 0 both faces at the edge are equally steep.
    roll: f64,
}

/// The two bodies of a pair, and the angle at which their edges cross. The gap between the edges is negative if the bodies
/// overlap.
fn rods(random: &mut Random) -> ([Rod; 2], f64) {
    let angle = 10f64.powf(-5.0 + 4.0 * random.signed());
    let length = 10f64.powf(3.0 + 3.0 * random.signed());
    let gap = 10f64.powf(-5.0 + 5.0 * random.signed()) * if random.signed() < 0.3 { 1.0 } else { -0.2 };
    let (along, other) = (unit(random.point()), random.point());
    let normal = unit(along.wedge(&other));
    let turned = along * angle.cos() + normal.wedge(&along) * angle.sin();
    let place = random.point() * [0.0, 1.0, length][(3.0 * random.signed().abs()) as usize];
    let mut rod = |cross: Wide, along: Wide, towards: Wide| Rod {
        middle: cross + along * (0.8 * length * random.signed()),
        along,
        towards,
        half_length: length,
        thickness: 0.6 + 0.4 * random.signed(),
        roll: 0.5 * random.signed(),
    };
    ([rod(place, along, normal), rod(place + normal * gap, turned, -normal)], angle)
}

fn unit(vector: Wide) -> Wide {
    vector * (1.0 / vector.length())
}

impl Rod {
    /// The axes of a box whose edge is that of the rod, and its centre. They are right-handed.
    fn cuboid(&self) -> ([Wide; 3], Wide) {
        let (side, angle) = (self.towards.wedge(&self.along), self.roll + FRAC_PI_4);
        let up = self.towards * angle.cos() + side * angle.sin();
        let beside = self.along.wedge(&up);
        let corner = if beside.dot(&self.towards) < 0.0 { up - beside } else { up + beside };
        ([self.along, up, beside], self.middle - corner * self.thickness)
    }
    fn pose(&self) -> Pose<Wide> {
        let ([x, y, z], center) = self.cuboid();
        let column = |v: Wide, last: f64| [v.x, v.y, v.z, last];
        Pose::from_column_major([column(x, 0.0), column(y, 0.0), column(z, 0.0), column(center, 1.0)]).unwrap()
    }
    fn corners(&self) -> Vec<Wide> {
        let (axes, center) = self.cuboid();
        let sizes = [self.half_length, self.thickness, self.thickness];
        let side = |corner: usize, axis: usize| if corner >> axis & 1 == 1 { sizes[axis] } else { -sizes[axis] };
        (0..8).map(|corner| (0..3).fold(center, |point, axis| point + axes[axis] * side(corner, axis))).collect()
    }
    fn ends(&self) -> [Wide; 2] {
        [-1.0, 1.0].map(|side| self.middle + self.along * (side * self.half_length))
    }
    /// The ends of the axis of a capsule.
    fn axis(&self) -> [Wide; 2] {
        self.ends().map(|end| end - self.towards * self.thickness)
    }
}

/// Two shapes in their own frames, their poses, and the greatest coordinate or radius.
struct Pair<V: Vector> {
    shapes: [AnyShape<V>; 2],
    poses: [Pose<V>; 2],
    size: f64,
}

macro_rules! pairs_in_space {
    ($name:ident, $t:ty) => {
        /// A pair of a kind, with lengths times `unit`, a power of two.
        fn $name(kind: &str, rods: &[Rod; 2], unit: f64) -> Pair<Vec3<$t>> {
            let vector = |v: Wide| vec3((v.x * unit) as $t, (v.y * unit) as $t, (v.z * unit) as $t);
            let length = |x: f64| (x * unit) as $t;
            let (mut size, mut poses) = (0.0f64, [Pose::identity(); 2]);
            let shapes = [0, 1].map(|side| {
                let rod = &rods[side];
                let corners = rod.corners();
                size = corners.iter().flat_map(|p| [p.x, p.y, p.z]).fold(size, |size, number| size.max(number.abs()));
                let ([p, q], [r, s]) = (rod.ends().map(vector), rod.axis().map(vector));
                match kind {
                    "segments" => return Segment::new(p, q).unwrap().into(),
                    "hulls" => return Hull::new(&corners.into_iter().map(vector).collect::<Vec<_>>()).unwrap().into(),
                    "triangles" => return Triangle::new(p, q, r).unwrap().into(),
                    "capsules" => return Capsule::new(r, s, length(rod.thickness)).unwrap().into(),
                    "capsule and box" if side == 0 => {
                        return Capsule::new(r, s, length(rod.thickness)).unwrap().into();
                    }
                    _ => {}
                }
                let Pose { rotation: Quaternion { x, y, z, w }, translation } = rod.pose();
                let rotation = Quaternion { x: x as $t, y: y as $t, z: z as $t, w: w as $t };
                poses[side] = Pose { rotation, translation: vector(translation) };
                let half = [rod.half_length, rod.thickness, rod.thickness].map(length);
                let cuboid = Cuboid::new(half.into()).unwrap();
                if kind == "rounded boxes" {
                    cuboid.rounded(length(1e-4 * rod.thickness)).unwrap().into()
                } else {
                    cuboid.into()
                }
            });
            Pair { shapes, poses, size: size * unit }
        }
    };
}
pairs_in_space!(double_pair, f64);
pairs_in_space!(single_pair, f32);

impl<V: Vector> Pair<V> {
    fn placed(&self) -> [AnyShape<V>; 2] {
        [0, 1].map(|side| self.shapes[side].clone().at(self.poses[side]).into())
    }

    /// The residual of the invariant, in ε times the size.
    fn residual(&self, [a, b]: [V; 2], distance: V::Scalar, normal: V) -> f64 {
        let vector = b.widen() - a.widen() - normal.widen() * distance.widen();
        vector.dot(&vector).sqrt() / (self.size * V::Scalar::EPSILON)
    }

    fn of_answer(&self, answer: &Proximity<V>) -> f64 {
        self.residual([answer.point_a, answer.point_b], answer.distance, answer.normal)
    }

    /// The worst residual of all answers, and the signed distance. A batch and exchanged shapes have the same bits.
    fn worst(&self, solver: &Solver) -> (f64, Proximity<V>) {
        let [a, b] = self.placed();
        let (signed, plain) = (solver.signed_distance(&a, &b), solver.distance(&a, &b));
        assert_eq!(solver.signed_distance(&b, &a), signed.swapped());
        let mut set = ShapeSet::new();
        let placements =
            [0, 1].map(|side| Placement { shape: set.insert(self.shapes[side].clone()), pose: self.poses[side] });
        let mut answers = [Proximity::default(); 9];
        solver.batch(&set, &placements).unwrap().signed_distances(&[[0, 1]; 9], &mut answers).unwrap();
        assert!(answers.iter().all(|answer| *answer == signed), "{answers:?} {signed:?}");
        let reach = V::Scalar::narrow(2.0 * signed.distance.widen().abs() + 1e-3 * self.size);
        let manifold = solver.contacts(&a, &b, reach);
        let of_contacts = manifold
            .contacts
            .iter()
            .map(|contact| self.residual([contact.point_a, contact.point_b], contact.separation, manifold.normal));
        let others = [self.of_answer(&signed), self.of_answer(&plain)];
        (of_contacts.chain(others).fold(0.0, f64::max), signed)
    }

    /// The residual at the contact of a cast, if there is one.
    fn of_cast(&self, solver: &Solver, way: V) -> Option<f64> {
        let [a, b] = self.placed();
        let cast = solver.cast(&a, &b, way);
        assert_eq!(solver.cast(&b, &a, V::narrow(-way.widen())).contact.distance, cast.contact.distance);
        cast.is_hit().then(|| self.of_answer(&cast.contact))
    }
}

/// What a law found for each kind.
#[derive(Default, Debug)]
struct Found {
    worst: [f64; KINDS.len()],
    /// How many pairs were apart, and how many overlapped, with an edge of each body for features.
    edges: [[usize; 2]; KINDS.len()],
}

impl Found {
    fn add<V: Vector>(&mut self, kind: usize, (worst, signed): (f64, Proximity<V>)) {
        self.worst[kind] = self.worst[kind].max(worst);
        let edges = [signed.feature_a(), signed.feature_b()].iter().all(|feature| feature.vertices().len() == 2);
        self.edges[kind][usize::from(signed.status == Status::Overlapping)] += usize::from(edges);
    }
}

#[test]
fn witness_points_of_long_edges_lie_along_the_normal() {
    let (mut random, mut found, solver) = (Random(7), Found::default(), Solver::default());
    let mut small = 0;
    for step in 0..7000 {
        let (kind, (rods, angle)) = (step % KINDS.len(), rods(&mut random));
        let pair = double_pair(KINDS[kind], &rods, 1.0);
        found.add(kind, pair.worst(&solver));
        small += usize::from(angle < 1e-6);
        let [a, b] = pair.placed();
        let (signed, unit) = (solver.signed_distance(&a, &b), 2f64.powi([-300, -70, -3, 5, 70, 300][step % 6]));
        let [a, b] = double_pair(KINDS[kind], &rods, unit).placed();
        let scaled = solver.signed_distance(&a, &b);
        assert_eq!((scaled.status, scaled.normal), (signed.status, signed.normal));
        assert_eq!(
            [scaled.distance, scaled.lower, scaled.upper],
            [signed.distance, signed.lower, signed.upper].map(|x| x * unit)
        );
        assert_eq!([scaled.point_a, scaled.point_b], [signed.point_a * unit, signed.point_b * unit]);
    }
    println!("{found:?}, {small} angles below 1e-6");
    assert!(found.worst.iter().all(|worst| *worst <= MOST), "{found:?}");
    assert!(found.edges.iter().all(|edges| edges[0] > 100) && small > 2000, "idle: {found:?}");
    let overlapping: usize = found.edges.iter().map(|edges| edges[1]).sum();
    assert!(overlapping > 1000, "idle: {found:?}");
}

/// Cause: the points of a contact had the weights with which the way passes a thin facet, in floats. Law: points that are
/// not along the normal are those of a query at rest.
#[test]
fn points_of_contact_of_long_edges_lie_along_the_normal() {
    let (mut random, mut worst, mut hits, solver) = (Random(9), [0.0f64; 7], [0; 7], Solver::default());
    for step in 0..7000 {
        let (kind, (rods, _)) = (step % KINDS.len(), rods(&mut random));
        let mut pair = double_pair(KINDS[kind], &rods, 1.0);
        let way = rods[0].towards * -(1.0 + 3.0 * random.signed().abs()) + random.point();
        pair.size = pair.size.max(4.0);
        if let Some(residual) = pair.of_cast(&solver, way) {
            worst[kind] = worst[kind].max(residual);
            hits[kind] += 1;
        }
    }
    println!("{worst:?} {hits:?}");
    assert!(worst.iter().all(|worst| *worst <= MOST), "{worst:?}");
    assert!(hits.iter().all(|&hits| hits > 300), "idle: {hits:?}");
}

#[test]
fn witness_points_of_long_edges_of_f32_lie_along_the_normal() {
    let (mut random, mut found, solver) = (Random(8), Found::default(), Solver::default());
    for step in 0..3500 {
        let (kind, (rods, _)) = (step % KINDS.len(), rods(&mut random));
        found.add(kind, single_pair(KINDS[kind], &rods, 1.0).worst(&solver));
    }
    println!("{found:?}");
    assert!(found.worst.iter().all(|worst| *worst <= MOST), "{found:?}");
    assert!(found.edges.iter().all(|edges| edges[0] > 50), "idle: {found:?}");
}

#[test]
fn witness_points_of_long_sides_in_the_plane_lie_along_the_normal() {
    let (mut random, mut worst, mut apart, solver) = (Random(10), 0.0f64, 0, Solver::default());
    for step in 0..2000 {
        let mut number = |low: f64, high: f64| low + (high - low) * 0.5 * (1.0 + random.signed());
        let (turn, angle, length) = (number(-3.0, 3.0), 10f64.powf(number(-9.0, -1.0)), 10f64.powf(number(0.0, 6.0)));
        let gap = 10f64.powf(number(-10.0, 0.0)) * if step % 3 == 0 { -0.2 } else { 1.0 };
        let (wall, bar) = (Rotation2::from_angle(turn), Rotation2::from_angle(turn + angle));
        let place = vec2(number(-1.0, 1.0), number(-1.0, 1.0)) * [0.0, 1.0, length][step % 3];
        // The lowest corner of the bar is over the upper side of the wall.
        let corner = place + wall * vec2(0.8 * number(-length, length), 0.5 + gap);
        let half = vec2(length, number(0.1, 1.0));
        let shapes: [AnyShape<Vec2<f64>>; 2] = match step % 2 {
            0 => [Cuboid::new(vec2(length, 0.5)).unwrap().into(), Cuboid::new(half).unwrap().into()],
            _ => [
                Cuboid::new(vec2(length, 0.5)).unwrap().into(),
                Segment::new(vec2(-length, -half.y), vec2(length, -half.y)).unwrap().into(),
            ],
        };
        let poses =
            [Pose { rotation: wall, translation: place }, Pose { rotation: bar, translation: corner + bar * half }];
        let size = [place, corner, corner + bar * half].iter().fold(length, |m, p| m.max(p.x.abs()).max(p.y.abs()));
        let (residual, signed) = Pair { shapes, poses, size }.worst(&solver);
        worst = worst.max(residual);
        apart += usize::from(signed.status == Status::Separated);
    }
    println!("{worst} {apart}");
    assert!(worst <= MOST, "{worst}");
    assert!((800..1600).contains(&apart), "idle: {apart} apart");
}
