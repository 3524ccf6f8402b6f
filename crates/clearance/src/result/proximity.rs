//! The answer of a query, [`Proximity`], and the sign convention of all answers.
//!
//! Let h be the support function of A − B. The signed distance of A and B is `− min over unit n of h(n)`. It is the
//! distance if the shapes are apart, and minus the penetration depth if they overlap. In both cases
//!
//! `point_b − point_a = distance · normal`, where `normal` has unit length and points from A to B.
//!
//! **Size.** Errors are given as multiples of ε · size. The *size* of a pair is √3 · (a + b + t) + r_a + r_b, in the
//! plane with √2. Here a is the greatest |coordinate| of A's core in A's frame, b that of B's core in B's frame, t that
//! of the vector between the two frames, and r_a and r_b are the radii. The size bounds every coordinate and every
//! distance that occurs in a query.

use crate::numbers::real::Real;
use crate::space::vector::{Space, Vector, WideVector};
use core::fmt;

/// Whether two shapes are apart, touch or overlap.
///
/// ```
/// use clearance::{Ball, Status, signed_distance, vec2};
///
/// let status = |x: f64| {
///     let (a, b) = (Ball::new(vec2(0.0, 0.0), 1.0).unwrap(), Ball::new(vec2(x, 0.0), 1.0).unwrap());
///     signed_distance(&a, &b).status
/// };
/// assert_eq!([3.0, 2.0, 1.0].map(status), [Status::Separated, Status::Touching, Status::Overlapping]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The shapes have no common point.
    Separated,
    /// The shapes have common points, but their interiors have none.
    ///
    /// Also: the bounds of a curved pair do not tell, since `lower <= 0 <= upper`; or a number is not finite
    /// ([`Proximity`]).
    Touching,
    /// The interiors have a common point.
    Overlapping,
}

impl Status {
    /// The status as a word: `"separated"`, `"touching"` or `"overlapping"`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Separated => "separated",
            Self::Touching => "touching",
            Self::Overlapping => "overlapping",
        }
    }
}

impl fmt::Display for Status {
    /// The word of [`Status::as_str`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The vertex, edge or face of a core that a witness point lies on: up to four vertices with barycentric weights.
///
/// The weights are not negative, and their sum is 1 up to rounding. A curved shape has no vertices, and the feature is
/// empty. There are four vertices only for [`crate::Solver::distance`] of overlapping shapes: they are the corners of a
/// tetrahedron around a common point.
///
/// ```
/// use clearance::{Ball, Segment, distance, vec2};
///
/// let segment = Segment::new(vec2(0.0f64, 0.0), vec2(4.0, 0.0)).unwrap();
/// let feature = distance(&segment, &Ball::new(vec2(1.0, 3.0), 1.0).unwrap()).feature_a();
/// assert_eq!(feature.vertices().len(), 2); // An edge.
/// let x = |vertex: u32| [0.0, 4.0][vertex as usize];
/// let point: f64 = feature.vertices().iter().zip(feature.weights()).map(|(&v, w)| w * x(v)).sum();
/// assert!((point - 1.0).abs() < 1e-15);
/// ```
#[doc(alias = "barycentric")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Feature {
    count: u8,
    vertices: [u32; 4],
    weights: [f64; 4],
}

impl Feature {
    /// The indices of the vertices: one for a vertex, two for an edge, three for a face.
    pub fn vertices(&self) -> &[u32] {
        &self.vertices[..usize::from(self.count)]
    }
    /// The weight of each vertex, in the order of [`Feature::vertices`]. The weighted sum is the witness point of the
    /// core.
    pub fn weights(&self) -> &[f64] {
        &self.weights[..usize::from(self.count)]
    }
    /// The feature of these vertices, with a weight for each. `None` if there are more than four, if one is repeated,
    /// or if the lists are not equally long.
    #[cfg(feature = "serde")]
    pub(crate) fn from_parts(vertices: &[u32], weights: &[f64]) -> Option<Self> {
        let mut feature = Self::default();
        if vertices.len() > feature.vertices.len() || vertices.len() != weights.len() {
            return None;
        }
        vertices.iter().zip(weights).for_each(|(&vertex, &weight)| feature.add(vertex, weight));
        (usize::from(feature.count) == vertices.len()).then_some(feature)
    }
    /// Adds a weight to a vertex. The vertex may be in the list already.
    fn add(&mut self, vertex: u32, weight: f64) {
        let count = usize::from(self.count);
        match self.vertices[..count].iter().position(|&v| v == vertex) {
            Some(place) => self.weights[place] += weight,
            None => {
                self.vertices[count] = vertex;
                self.weights[count] = weight;
                self.count += 1;
            }
        }
    }
}

impl fmt::Display for Feature {
    /// The vertices, for example "edge 0-1". A curved shape has the feature "curved surface".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.vertices() {
            [] => return f.write_str("curved surface"),
            [_] => "vertex",
            [_, _] => "edge",
            [_, _, _] => "face",
            _ => "tetrahedron",
        };
        for (place, vertex) in self.vertices().iter().enumerate() {
            match place {
                0 => write!(f, "{name} {vertex}")?,
                _ => write!(f, "-{vertex}")?,
            }
        }
        Ok(())
    }
}

/// The nearest face of A − B and its nearest point: pairs of vertices a − b, with barycentric weights.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Witnesses {
    pub count: u32,
    pub pairs: [(u32, u32); 5],
    pub weights: [f64; 5],
}

impl Witnesses {
    /// One pair of vertices.
    #[inline(always)]
    pub fn of_one(pair: (u32, u32)) -> Self {
        let none = (0, 0);
        Self { count: 1, pairs: [pair, none, none, none, none], weights: [1.0, 0.0, 0.0, 0.0, 0.0] }
    }
    #[inline(always)]
    pub fn push(&mut self, pair: (u32, u32), weight: f64) {
        let place = (self.count as usize).min(4);
        self.pairs[place] = pair;
        self.weights[place] = weight;
        self.count += 1;
    }
    /// Whether all pairs found room.
    pub fn are_whole(&self) -> bool {
        self.count as usize <= self.pairs.len()
    }
    fn feature(&self, side: impl Fn((u32, u32)) -> u32) -> Feature {
        let mut feature = Feature::default();
        for (&pair, &weight) in self.pairs.iter().zip(&self.weights).take(self.count as usize) {
            feature.add(side(pair), weight);
        }
        feature
    }
}

/// How far apart two shapes are, the two witness points, and proven bounds of the distance.
///
/// `point_b − point_a = distance · normal` up to rounding, and `lower <= true distance <= upper` with all roundings.
/// Points and normal are in the world's frame. All lengths are in the unit of the shapes.
///
/// ```
/// use clearance::{Ball, Cylinder, signed_distance, vec3};
///
/// let post = Cylinder::new(2.0f64, 0.5).unwrap();
/// let ball = Ball::new(vec3(3.0, 1.0, 4.0), 1.0).unwrap();
/// let answer = signed_distance(&post, &ball);
/// assert!(answer.lower <= 3.5 && 3.5 <= answer.upper && answer.error() < 1e-11);
/// let x = (answer.point_a.x, answer.point_b.x);
/// assert!((x.1 - x.0 - answer.distance * answer.normal.x).abs() < 1e-12);
/// ```
///
/// **Numbers that are not finite.** They may occur in a pose, in a shape of your own, or as a sum beyond the range of
/// `f64`. Then nothing can be proven, and the answer says so: `lower` is minus infinity and `upper` is infinity. The
/// status is [`Status::Touching`], the distance is 0, both points are the origin, and the normal is the first axis or
/// its opposite. Yes-or-no questions then answer what cannot be excluded: [`crate::Solver::overlaps`] is `true`,
/// [`crate::Solver::within`] returns this answer, [`crate::Solver::separating_axis`] is `None`, and a manifold has no
/// contacts.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "witness points")]
#[doc(alias = "closest points")]
pub struct Proximity<V: Vector> {
    /// Whether the shapes are apart, touch or overlap.
    pub status: Status,
    /// The distance. For overlapping shapes a signed query gives minus the penetration depth, any other query 0.
    #[doc(alias = "separation")]
    #[doc(alias = "penetration_depth")]
    #[doc(alias = "depth")]
    pub distance: V::Scalar,
    /// A proven lower bound of the true distance. It includes every rounding.
    pub lower: V::Scalar,
    /// A proven upper bound of the true distance. It includes every rounding.
    pub upper: V::Scalar,
    /// The unit normal from A to B, in the world's frame. It is a unit vector also at distance 0.
    #[doc(alias = "separating_axis")]
    pub normal: V,
    /// The witness point on the surface of A, in the world's frame. In an unsigned query of overlapping shapes: a
    /// common point.
    #[doc(alias = "closest_point_a")]
    pub point_a: V,
    /// The witness point on the surface of B, in the world's frame. In an unsigned query of overlapping shapes: a
    /// common point.
    #[doc(alias = "closest_point_b")]
    pub point_b: V,
    /// The number of support points of A − B that the search computed in `f64`. 0 if no search was needed.
    pub iterations: u32,
    pub(crate) witnesses: Witnesses,
}

impl<V: Vector> Default for Proximity<V> {
    /// The answer for two points at the origin, which touch. Use it to fill a buffer that answers are written to.
    fn default() -> Self {
        Self {
            status: Status::Touching,
            distance: V::Scalar::ZERO,
            lower: V::Scalar::ZERO,
            upper: V::Scalar::ZERO,
            normal: V::narrow(V::Wide::axis(0)),
            point_a: V::ORIGIN,
            point_b: V::ORIGIN,
            iterations: 0,
            witnesses: Witnesses::default(),
        }
    }
}

impl<V: Vector> Proximity<V> {
    /// `upper − lower`: no number between the bounds is farther than this from the true distance.
    pub fn error(&self) -> f64 {
        self.upper.widen() - self.lower.widen()
    }
    /// The vertex, edge or face of A's core that `point_a` belongs to.
    pub fn feature_a(&self) -> Feature {
        self.witnesses.feature(|(a, _)| a)
    }
    /// The vertex, edge or face of B's core that `point_b` belongs to.
    pub fn feature_b(&self) -> Feature {
        self.witnesses.feature(|(_, b)| b)
    }
    /// The same answer with A and B exchanged: the normal is reversed, and the points change places.
    #[must_use]
    pub fn swapped(mut self) -> Self {
        self.swap();
        self
    }

    /// [`Proximity::swapped`] in place.
    #[inline(always)]
    pub(crate) fn swap(&mut self) {
        for pair in &mut self.witnesses.pairs {
            *pair = (pair.1, pair.0);
        }
        self.normal = V::narrow(-self.normal.widen());
        core::mem::swap(&mut self.point_a, &mut self.point_b);
    }

    /// The same answer in `f64`.
    pub(crate) fn widen(&self) -> Proximity<V::Wide> {
        Proximity {
            status: self.status,
            distance: self.distance.widen(),
            lower: self.lower.widen(),
            upper: self.upper.widen(),
            normal: self.normal.widen(),
            point_a: self.point_a.widen(),
            point_b: self.point_b.widen(),
            iterations: self.iterations,
            witnesses: self.witnesses,
        }
    }
}

impl<V: Vector> fmt::Display for Proximity<V> {
    /// One line with the status, the distance, its bounds, both points and the normal.
    ///
    /// ```
    /// use clearance::{Ball, distance, vec2};
    ///
    /// let (a, b) = (Ball::new(vec2(0.0f32, 0.0), 1.0).unwrap(), Ball::new(vec2(3.0, 0.0), 0.5).unwrap());
    /// let line = distance(&a, &b).to_string();
    /// assert!(line.starts_with("separated, distance 1.5 (between 1.4999"));
    /// assert!(line.ends_with("from (1, 0) to (2.5, 0) along (1, 0)"));
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { status, distance, lower, upper, .. } = self;
        write!(f, "{status}, distance {distance} ")?;
        match (lower.is_finite(), upper.is_finite()) {
            (false, false) => f.write_str("(no bounds are known)")?,
            _ if lower.widen() == upper.widen() => f.write_str("(exact)")?,
            _ => write!(f, "(between {lower} and {upper})")?,
        }
        let (from, to, along) = (Coordinates(self.point_a), Coordinates(self.point_b), Coordinates(self.normal));
        write!(f, ", from {from} to {to} along {along}")
    }
}

/// A vector as text, in the digits of its own scalar.
struct Coordinates<V>(V);

impl<V: Vector> fmt::Display for Coordinates<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wide = self.0.widen();
        for axis in 0..V::Wide::DIM {
            // The sum changes −0 to 0.
            let number = V::Scalar::narrow(*wide.coordinate(axis) + 0.0);
            write!(f, "{}{number}", if axis == 0 { "(" } else { ", " })?;
        }
        f.write_str(")")
    }
}

impl<W: WideVector> Proximity<W> {
    /// The answer in the scalar of the shapes; bounds move outward.
    #[inline(always)]
    pub(crate) fn narrow<V: Vector<Wide = W>>(self) -> Proximity<V> {
        V::narrowed(self)
    }

    /// The answer with all numbers rounded to a scalar; bounds move outward.
    #[inline(always)]
    pub(crate) fn rounded<V: Vector<Wide = W>>(self) -> Proximity<V> {
        Proximity {
            status: self.status,
            distance: V::Scalar::narrow(self.distance),
            lower: V::Scalar::narrow_down(self.lower),
            upper: V::Scalar::narrow_up(self.upper),
            normal: V::narrow(self.normal),
            point_a: V::narrow(self.point_a),
            point_b: V::narrow(self.point_b),
            iterations: self.iterations,
            witnesses: self.witnesses,
        }
    }

    /// The answer, if the distance is at most this length.
    #[inline(always)]
    pub(crate) fn within(self, limit: f64) -> Option<Self> {
        if self.distance <= limit { Some(self) } else { None }
    }

    /// The answer with a common point of the shapes, in the world's frame, for witness.
    pub(crate) fn with_common_point(self, point: W, witnesses: Witnesses) -> Self {
        Self { point_a: point, point_b: point, witnesses, ..self }
    }
}
