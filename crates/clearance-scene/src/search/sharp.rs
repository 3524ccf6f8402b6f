//! Distances of facets in double-double numbers, correctly rounded.
//!
//! **Problem.** Floats know the distance of two facets to some ε · size. Exact numbers know it without rounding and take
//! 50 µs, which is longer than the search.
//!
//! **Method.** The shortest vector in floats names the *features* that it ends at: the corners of each facet that no
//! other corner is beyond. The closed form for these features, in double-double numbers, gives two points of the facets
//! and so an upper bound; the gap of the facets along the vector between the points gives a lower bound. Both are off by
//! under 2⁻⁹⁰ · size. If both round to the same float, that float is the distance, correctly rounded. Otherwise exact
//! numbers answer.
//!
//! Facets around a common corner have the same features. Their closed form is computed once. For each of them floats
//! show that its other corners are behind the plane across the vector. docs/math/meshes.md has the errors.

use super::frame::{Frame, Point, dot};
use super::pair::Pair;
use crate::facets::FacetSpace;
use crate::facets::lanes::each;
use crate::view::{Bodies, Facets};
use clearance::double::Double;
use clearance::each::Each;
use clearance::{Pose, Ring, Rotation, Space, WideVector};

/// Distances of features that are remembered. Neighbours in the list of candidates share them.
const REMEMBERED: usize = 8;

/// The distance of two facets, and where it is attained, in the world.
#[derive(Clone, Copy)]
pub(super) struct Sharp<V> {
    /// The float nearest to the distance. So its two neighbours are bounds.
    pub distance: f64,
    pub points: [V; 2],
    pub normal: V,
}

/// The corners of a facet where it is nearest: indices of vertices, ascending. At most D of them count.
#[derive(Clone, Copy, PartialEq)]
struct Feature<const D: usize> {
    vertices: [u32; D],
    count: usize,
}

/// Two bodies in double-double numbers: axes of the world, the origin at A's, lengths of the frame.
pub(super) struct SharpPair<'a, V: FacetSpace<D>, const D: usize> {
    bodies: Bodies<'a, V, D>,
    facets: [Facets<'a, V, D>; 2],
    frame: &'a Frame<D>,
    /// From A's origin to B's.
    pub apart: DoubleOf<V>,
    remembered: Vec<Remembered<V, D>>,
    next: usize,
}

pub(super) type DoubleOf<V> = <V as WideVector>::Double;

/// Two features and their nearest points, if they have a direction.
type Remembered<V, const D: usize> = ([Feature<D>; 2], Option<Closest<V, D>>);

/// The nearest points of two features.
#[derive(Clone)]
pub(super) struct Closest<V: WideVector, const D: usize> {
    points: [DoubleOf<V>; 2],
    /// From A's point to B's, in axes of the world and lengths of the frame.
    pub vector: DoubleOf<V>,
    pub length: Double,
    /// The vector in the frame, rounded.
    pub rounded: Point<D>,
    /// The gap of the features along the vector.
    gap: Double,
}

impl<'a, V: FacetSpace<D>, const D: usize> SharpPair<'a, V, D> {
    pub fn new(pair: &'a Pair<'a, V, D>, facets: [Facets<'a, V, D>; 2]) -> Self {
        let (bodies, frame) = (pair.bodies, &pair.frame);
        let [from, to]: [Point<D>; 2] = bodies.each(|body| body.pose.translation.into());
        let [from, to]: [Point<D>; 2] = [from, to].each(|point| each(|axis| frame.length(point[axis])));
        let mut apart = DoubleOf::<V>::zero();
        for axis in 0..D {
            apart = apart.with_coordinate(axis, Double::sum(to[axis], -from[axis]));
        }
        Self { bodies, facets, frame, apart, remembered: Vec::new(), next: 0 }
    }

    /// The distance of two facets. `vector` is the shortest vector between them in the frame, but for rounding. `None`
    /// if double-double numbers do not decide how the distance is rounded.
    pub fn distance(&mut self, leaves: [u32; 2], vector: Point<D>) -> Option<Sharp<V>> {
        self.measured(leaves, vector).map(|(sharp, _)| sharp)
    }

    /// [`Self::distance`], with the vector between the nearest points.
    pub fn measured(&mut self, leaves: [u32; 2], vector: Point<D>) -> Option<(Sharp<V>, Closest<V, D>)> {
        let facets = [0, 1].each(|side| self.facets[side].indices[leaves[side] as usize]);
        let corners = [
            self.facets[0].corners(leaves[0]).map(|vertex| self.frame.of_a(vertex)),
            self.facets[1].corners(leaves[1]).map(|vertex| self.frame.of_b(vertex)),
        ];
        let length = dot(vector, vector).sqrt();
        let normal = vector.map(|x| x / length);
        let diameter = diameter(&corners[0]).max(diameter(&corners[1]));
        // The vector is off by some slack, and so turned by some slack / length.
        let near = 4.0 * self.frame.slack * (1.0 + diameter / length);
        // How far each corner is behind the foremost one of its facet.
        let behind = [depths(&corners[0], normal), depths(&corners[1], normal.map(|x| -x))];
        let mut features = [0, 1].each(|side| Feature::of(facets[side], |place| behind[side][place] <= near));
        if features[0].count == 0 || features[1].count == 0 {
            // The vector has no direction.
            return None;
        }
        if features[0].count + features[1].count > 4.min(D + 1) {
            features = self.nearest_features(facets, &corners, features);
        }
        let closest = self.closest(features)?;
        // How far the vector of the features turns the normal.
        let turn = closest.rounded.map(|x| x / closest.length.high);
        let turn: Point<D> = each(|axis| turn[axis] - normal[axis]);
        let clear = 4.0 * self.frame.slack + 2.0 * diameter * dot(turn, turn).sqrt();
        let is_clear = (0..2)
            .all(|side| (0..D).all(|place| features[side].holds(facets[side][place]) || behind[side][place] > clear));
        let gap = if is_clear { closest.gap } else { self.gap(facets, &closest.vector).divided_by(closest.length) };
        self.rounded(gap, &closest).map(|sharp| (sharp, closest))
    }

    /// The answer in the world, if both bounds round to the same float.
    fn rounded(&self, gap: Double, closest: &Closest<V, D>) -> Option<Sharp<V>> {
        let error = error(self.frame);
        let lower = gap.minus(error.into());
        let upper = closest.length.plus(error.into());
        let distance = self.frame.world_length(lower.high);
        if !(lower.high == upper.high && (f64::MIN_POSITIVE..f64::INFINITY).contains(&distance)) {
            return None;
        }
        let of_b = closest.points[1].minus(&self.apart);
        let points = [self.placed(self.bodies[0].pose, &closest.points[0]), self.placed(self.bodies[1].pose, &of_b)];
        let unit: Point<D> = each(|axis| closest.vector.coordinate(axis).divided_by(closest.length).high);
        Some(Sharp { distance, points, normal: unit.into() })
    }

    /// A point in the world, from its place beside the origin of a body.
    fn placed(&self, pose: Pose<V>, point: &DoubleOf<V>) -> V {
        let origin: Point<D> = pose.translation.into();
        let place: Point<D> = each(|axis| {
            let sum = Double::plus(*point.coordinate(axis), self.frame.length(origin[axis]).into());
            self.frame.world_length(sum.high)
        });
        place.into()
    }

    /// The nearest points of two features, remembered.
    fn closest(&mut self, features: [Feature<D>; 2]) -> Option<Closest<V, D>> {
        if let Some((_, known)) = self.remembered.iter().find(|(own, _)| *own == features) {
            return known.clone();
        }
        let found = self.closest_points(features);
        let entry = (features, found.clone());
        if self.remembered.len() < REMEMBERED {
            self.remembered.push(entry);
        } else {
            self.remembered[self.next % REMEMBERED] = entry;
            self.next += 1;
        }
        found
    }

    /// The nearest points of two features. `None` if they have no direction.
    fn closest_points(&self, features: [Feature<D>; 2]) -> Option<Closest<V, D>> {
        let own = features[0].vertices.map(|vertex| self.of_a(vertex));
        let other = features[1].vertices.map(|vertex| self.of_b(vertex));
        let points = between(&own[..features[0].count], &other[..features[1].count]);
        let vector = points[1].minus(&points[0]);
        let length = vector.length_squared().root();
        let heights = |corners: &[DoubleOf<V>], fold: fn(Double, Double) -> Double| {
            corners.iter().map(|corner| corner.dot(&vector)).reduce(fold)
        };
        let far = heights(&own[..features[0].count], larger)?;
        let near = heights(&other[..features[1].count], smaller)?;
        let gap = near.minus(far).divided_by(length);
        let rounded = self.frame.direction_of_world(each(|axis| vector.coordinate(axis).high));
        (length.high > 0.0).then_some(Closest { points, vector, length, rounded, gap })
    }

    /// The gap of two facets along a vector, times its length.
    fn gap(&self, facets: [[u32; D]; 2], vector: &DoubleOf<V>) -> Double {
        let far = facets[0].map(|vertex| self.of_a(vertex).dot(vector)).into_iter().reduce(larger);
        let near = facets[1].map(|vertex| self.of_b(vertex).dot(vector)).into_iter().reduce(smaller);
        near.unwrap_or(Double::ZERO).minus(far.unwrap_or(Double::ZERO))
    }

    /// Of facets that are parallel but for rounding: the corner and the face, or the two edges, that are nearest in
    /// floats. The first ones of equal ones.
    fn nearest_features(
        &self,
        facets: [[u32; D]; 2],
        corners: &[[Point<D>; D]; 2],
        features: [Feature<D>; 2],
    ) -> [Feature<D>; 2] {
        let place = |side: usize, vertex: u32| facets[side].iter().position(|&own| own == vertex).unwrap_or(0);
        let points = |side: usize, feature: &Feature<D>| {
            feature.vertices.map(|vertex| V::from(corners[side][place(side, vertex)]))
        };
        let mut best = (f64::INFINITY, features);
        for own in features[0].parts() {
            for other in features[1].parts() {
                if own.count + other.count != 4.min(D + 1) {
                    continue;
                }
                let [p, q] = [points(0, &own), points(1, &other)];
                let [x, y] = between(&p[..own.count], &q[..other.count]);
                let square = Space::length_squared(&Space::minus(&y, &x));
                if square < best.0 {
                    best = (square, [own, other]);
                }
            }
        }
        best.1
    }

    /// A vertex of A.
    fn of_a(&self, vertex: u32) -> DoubleOf<V> {
        self.turned(0, vertex)
    }

    /// A vertex of B.
    fn of_b(&self, vertex: u32) -> DoubleOf<V> {
        self.turned(1, vertex).plus(&self.apart)
    }

    /// A vertex by the formula of the pose's rotation. The product with the factors is rounded, as it is for leaves.
    fn turned(&self, side: usize, vertex: u32) -> DoubleOf<V> {
        let (body, vertex) = (self.bodies[side], self.facets[side].vertex(vertex));
        let point: Point<D> = each(|axis| self.frame.length(vertex[axis] * body.factors[axis]));
        body.pose.rotation.double_map(&V::from(point).double())
    }
}

impl<const D: usize> Feature<D> {
    /// The corners that are wanted, each vertex once.
    fn of(facet: [u32; D], is_wanted: impl Fn(usize) -> bool) -> Self {
        let mut feature = Self { vertices: [facet[0]; D], count: 0 };
        for place in 0..D {
            if is_wanted(place) && !feature.holds(facet[place]) {
                feature.vertices[feature.count] = facet[place];
                feature.count += 1;
            }
        }
        feature.vertices[..feature.count].sort_unstable();
        // What does not count is the same for all.
        let first = feature.vertices[0];
        feature.vertices[feature.count..].fill(first);
        feature
    }

    fn holds(&self, vertex: u32) -> bool {
        self.vertices[..self.count].contains(&vertex)
    }

    /// All sets of these corners, none empty.
    fn parts(self) -> impl Iterator<Item = Self> {
        (1usize..1 << self.count).map(move |set| {
            let chosen = self.vertices;
            Self::of(chosen, |place| place < self.count && set >> place & 1 == 1)
        })
    }
}

/// A bound of the errors of both bounds of a distance, with a factor of eight to spare.
pub(super) fn error<const D: usize>(frame: &Frame<D>) -> f64 {
    frame.reach * 2f64.powi(-90)
}

/// A number with what the closed forms need.
trait Field: Ring + Copy + PartialOrd {
    /// The quotient, 0 if the divisor is not positive.
    fn over(self, divisor: Self) -> Self;
}

impl Field for f64 {
    fn over(self, divisor: Self) -> Self {
        if divisor > 0.0 { self / divisor } else { 0.0 }
    }
}

impl Field for Double {
    fn over(self, divisor: Self) -> Self {
        if divisor.high > 0.0 { self.divided_by(divisor) } else { Self::ZERO }
    }
}

/// The nearest points of two features of one or two corners, or of a corner and a face. The points are points of the
/// features whatever the rounding of the weights is.
fn between<S: Space<Scalar: Field>>(own: &[S], other: &[S]) -> [S; 2] {
    match (own, other) {
        ([a, b, c], [point, ..]) => [foot([a, b, c], point), point.clone()],
        ([point, ..], [a, b, c]) => [point.clone(), foot([a, b, c], point)],
        ([p, .., q], [x, .., y]) => between_edges([p, q], [x, y]),
        ([p, .., q], [x]) => between_edges([p, q], [x, x]),
        ([p], [x, .., y]) => between_edges([p, p], [x, y]),
        (own, other) => [own[0].clone(), other[0].clone()],
    }
}

/// The nearest points of two edges: Ericson, "Real-Time Collision Detection" (2005), section 5.1.9.
fn between_edges<S: Space<Scalar: Field>>([p, p_end]: [&S; 2], [q, q_end]: [&S; 2]) -> [S; 2] {
    let (d, e, r) = (p_end.minus(p), q_end.minus(q), p.minus(q));
    let (along, f, c) = (d.dot(&e), e.dot(&r), d.dot(&r));
    let (dd, ee) = (d.length_squared(), e.length_squared());
    let s = clamped(along.times(&f).minus(&c.times(&ee)).over(dd.times(&ee).minus(&along.times(&along))));
    let t = clamped(along.times(&s).plus(&f).over(ee));
    let s = clamped(along.times(&t).minus(&c).over(dd));
    [p.plus(&d.scaled(&s)), q.plus(&e.scaled(&t))]
}

/// The point of a triangle below a point. If there is none, a point of the triangle.
fn foot<S: Space<Scalar: Field>>([a, b, c]: [&S; 3], point: &S) -> S {
    let (d, e, r) = (b.minus(a), c.minus(a), point.minus(a));
    let (dd, de, ee) = (d.length_squared(), d.dot(&e), e.length_squared());
    let (dr, er) = (d.dot(&r), e.dot(&r));
    let area = dd.times(&ee).minus(&de.times(&de));
    let s = clamped(ee.times(&dr).minus(&de.times(&er)).over(area));
    let t = clamped(dd.times(&er).minus(&de.times(&dr)).over(area));
    let rest = S::Scalar::one().minus(&s);
    let t = if t > rest { rest } else { t };
    a.plus(&d.scaled(&s)).plus(&e.scaled(&t))
}

fn clamped<T: Field>(x: T) -> T {
    // NaN becomes 0.
    if !(x > T::zero()) {
        T::zero()
    } else if x > T::one() {
        T::one()
    } else {
        x
    }
}

fn larger(x: Double, y: Double) -> Double {
    if x > y { x } else { y }
}

fn smaller(x: Double, y: Double) -> Double {
    if x < y { x } else { y }
}

/// How far each corner is behind the foremost one along a direction.
fn depths<const D: usize>(corners: &[Point<D>; D], outward: Point<D>) -> [f64; D] {
    let heights = corners.map(|corner| dot(corner, outward));
    let most = heights.into_iter().fold(f64::NEG_INFINITY, f64::max);
    heights.map(|height| most - height)
}

/// The length of the longest side.
fn diameter<const D: usize>(corners: &[Point<D>; D]) -> f64 {
    let side = |place: usize| {
        let side: Point<D> = each(|axis| corners[(place + 1) % D][axis] - corners[place][axis]);
        dot(side, side)
    };
    (0..D).map(side).fold(0.0, f64::max).sqrt()
}
