//! Whether an overlap is more than a length that only rounding parts it from.
//!
//! Two certificates decide without rounding:
//! 1. *No more.* Along a direction n the common body is no wider than the lesser of the greatest products of both bodies with
//!    n, less the greater of the least. No ball in both is wider.
//! 2. *More.* A point is farther than half the length from all leaves, and no farther from a point that is known to be in
//!    both than that is deep. Then it is in both, too: no surface lies between the two points. It is found by steps from
//!    that point: each goes away from the leaf that is too near by most, just so far that it is no more too near. What is
//!    lacking is told without rounding, so each step adds about the digits of a float (Agmon 1954 and Motzkin and Schoenberg
//!    1954, "The relaxation method for linear inequalities").
//!
//! What neither decides stays open: balls between faces of which three or more are neither parallel nor at right angles may
//! take more steps than are made, and a greatest ball between others than parallel faces has no first certificate.

use super::Pair;
use super::bodies::Matter;
use super::place::exponent;
use super::search::Goal;
use clearance::dyadic::Dyadic;
use clearance::each::Each;
use clearance::real::ldexp;
use clearance::{Ring, Space, Vec3, WideVector, vec3};

type Exact = Vec3<Dyadic>;

/// Directions are equal, and a width is the length, if they differ by less than this share of the bodies. It chooses what is
/// tried, and decides nothing.
const NEARLY: f64 = 1e-9;

/// The most directions that are tried.
const MOST_DIRECTIONS: usize = 64;

/// The first point is so deep, as a share of half the length, if one is. Larger: more cells. Smaller: more steps.
const DEEP: f64 = 0.999;

/// The most steps away from leaves.
const MOST_STEPS: usize = 200;

/// Leaves that are nearer to the first point than so many halves of the length are looked at in each step. No point is
/// farther than one half from the first.
const NEAR: f64 = 2.0;

/// A step ends so far beyond half the length, as a share of it: a point at that distance is not deeper.
const BEYOND: f64 = 1.0 / (1u128 << 80) as f64;

/// The leaves of a body in the world, without rounding. Lengths are multiplied by a power of two. In the plane the third
/// coordinate is 0, and leaves have two corners.
struct Leaves {
    points: Vec<Exact>,
    corners: Vec<Vec<usize>>,
}

impl Leaves {
    /// `None` for convex shapes, whose surfaces are not flat.
    fn of(body: &Matter, scale: &Dyadic) -> Option<Self> {
        let found = match body {
            Matter::Mesh(body) => {
                let [x, y, z] = body.factors();
                let own = |p: &Vec3<f64>| body.pose.apply_exact(&vec3(p.x * x, p.y * y, p.z * z).exact());
                let corners = |triangle: &[u32; 3]| triangle.iter().map(|&corner| corner as usize).collect();
                let points = body.mesh.vertices().iter().map(own).collect();
                Some(Self { points, corners: body.mesh.boundary_triangles().iter().map(corners).collect() })
            }
            Matter::Outline(body) => {
                let [x, y] = body.factors();
                let own = |p: &clearance::Vec2<f64>| {
                    let point = body.pose.apply_exact(&clearance::vec2(p.x * x, p.y * y).exact());
                    vec3(point.x, point.y, Dyadic::zero())
                };
                let corners = |edge: &[u32; 2]| edge.iter().map(|&corner| corner as usize).collect();
                let points = body.outline.vertices().iter().map(own).collect();
                Some(Self { points, corners: body.outline.edges().iter().map(corners).collect() })
            }
            Matter::Shapes(..) => None,
        }?;
        let points = found.points.iter().map(|point| point.scaled(scale)).collect();
        Some(Self { points, ..found })
    }

    fn normal(&self, leaf: &[usize]) -> Exact {
        let along = self.points[leaf[1]].minus(&self.points[leaf[0]]);
        match leaf {
            [first, _, third] => along.wedge(&self.points[*third].minus(&self.points[*first])),
            _ => vec3(along.y, along.x.negated(), Dyadic::zero()),
        }
    }

    /// The least and the greatest product of a corner with a vector.
    fn span(&self, n: &Exact) -> [Dyadic; 2] {
        let mut products = self.corners.iter().flatten().map(|&corner| self.points[corner].dot(n));
        let first = products.next().unwrap_or_default();
        products.fold([first.clone(), first], |[low, high], x| [low.min(x.clone()), high.max(x)])
    }

    /// The features of a leaf as they are seen from a point.
    fn features(&self, leaf: &[usize], p: &Exact) -> Vec<Feature> {
        let corners: Vec<Exact> = leaf.iter().map(|&corner| self.points[corner].minus(p)).collect();
        features(&corners)
    }
}

/// A corner, a side or the inside of a leaf, with its nearest point to the origin.
struct Feature {
    /// The square of the distance is the first over the second.
    square: [Dyadic; 2],
    /// A vector toward the nearest point.
    way: Exact,
}

impl Feature {
    /// How much the square of the distance is more than another square, times the second part of it.
    fn excess(&self, square: &Dyadic) -> Dyadic {
        let [above, below] = &self.square;
        above.minus(&square.times(below))
    }
}

/// The corners of a leaf, and the sides and the inside if they have the foot of the origin. The nearest of them is as far
/// from the origin as the leaf.
fn features(corners: &[Exact]) -> Vec<Feature> {
    let side = |place: usize| [&corners[place], &corners[(place + 1) % corners.len()]];
    let mut found: Vec<Feature> = Vec::new();
    for (place, corner) in corners.iter().enumerate() {
        found.push(Feature { square: [corner.dot(corner), Dyadic::one()], way: corner.clone() });
        let [from, to] = side(place);
        let along = to.minus(from);
        let is_beside = !from.dot(&along).is_positive() && !to.dot(&along).negated().is_positive();
        let moment = from.wedge(to);
        if is_beside && !Space::is_zero(&along) {
            let square = [moment.dot(&moment), along.dot(&along)];
            found.push(Feature { square, way: along.wedge(&moment) });
        }
    }
    let [a, b, c] = corners else { return found };
    let n = b.minus(a).wedge(&c.minus(a));
    // The origin is on the inner side of all walls through the sides.
    let is_inner = |place: usize| {
        let [from, to] = side(place);
        !n.dot(&to.minus(from).wedge(from)).is_positive()
    };
    if !Space::is_zero(&n) && (0..3).all(is_inner) {
        let height = n.dot(a);
        found.push(Feature { square: [height.times(&height), n.dot(&n)], way: n.scaled(&height) });
    }
    found
}

/// Whether the overlap of two bodies of one part each, which has these bounds, is more than a length. `None` if the
/// certificates do not tell.
pub(super) fn decided(bodies: [&Matter; 2], length: f64, [lower, upper]: [f64; 2]) -> Option<bool> {
    let ([one], [other]) = (&bodies[0].parts()[..], &bodies[1].parts()[..]) else { return None };
    // Lengths are about 1, so that floats that choose what is tried do so at every scale.
    let exponent = exponent(length);
    let [half, rest] = [exponent / 2, exponent - exponent / 2].each(|power| Dyadic::from(ldexp(1.0, -power)));
    let scale = half.times(&rest);
    let own_length = ldexp(length, -exponent);
    let [Some(a), Some(b)] = bodies.each(|body| Leaves::of(body, &scale)) else { return None };
    if directions([&a, &b], own_length).iter().any(|n| is_no_wider([&a, &b], n, own_length)) {
        return Some(false);
    }
    // No point is known, and the search has ended far from the length: another one would not find any.
    if lower < 0.5 * length && upper > 2.0 * length {
        return None;
    }
    let pair = Pair::new([*one, *other])?;
    let radius = 0.5 * pair.own_length(length);
    let found = pair.search.radius(Goal::MoreThan(DEEP * radius));
    let mut start = pair.origin.exact().plus(&pair.exact(found.middle?)).scaled(&scale);
    if one.is_flat() {
        start.z = Dyadic::zero();
    }
    let depth = ldexp(pair.length(found.lower), -exponent);
    is_deep_near([&a, &b], &start, depth, 0.5 * own_length).then_some(true)
}

/// Whether the common body is no wider than a length along a vector.
fn is_no_wider(bodies: [&Leaves; 2], n: &Exact, length: f64) -> bool {
    let [[low, high], [other_low, other_high]] = bodies.each(|leaves| leaves.span(n));
    let width = high.min(other_high).minus(&low.max(other_low));
    let length = Dyadic::from(length);
    !width.is_positive() || width.times(&width) <= length.times(&length).times(&n.dot(n))
}

/// Whether a point that is no farther from `start` than `depth` is deeper than `half`. The ball around `start` of that radius
/// is in both bodies.
fn is_deep_near(bodies: [&Leaves; 2], start: &Exact, depth: f64, half: f64) -> bool {
    let square = |length: f64| Dyadic::from(length).times(&Dyadic::from(length));
    let (limit, deep) = (square(half), square(depth.min(half)));
    let is_near = |features: &[Feature]| features.iter().any(|it| !it.excess(&square(NEAR * half)).is_positive());
    let near: Vec<(&Leaves, &Vec<usize>)> = bodies
        .iter()
        .flat_map(|leaves| leaves.corners.iter().map(move |leaf| (*leaves, leaf)))
        .filter(|(leaves, leaf)| is_near(&leaves.features(leaf, start)))
        .collect();
    let mut p = start.clone();
    for _ in 0..MOST_STEPS {
        let moved = p.minus(start);
        if moved.dot(&moved) >= deep {
            return false;
        }
        // The feature that is too near by most, and by how much.
        let mut worst: Option<(f64, Exact)> = None;
        for feature in near.iter().flat_map(|(leaves, leaf)| leaves.features(leaf, &p)) {
            let excess = feature.excess(&limit);
            if excess.is_positive() {
                continue;
            }
            let lacking = -excess.to_f64() / feature.square[1].to_f64() / (2.0 * half);
            if worst.as_ref().is_none_or(|(most, _)| lacking > *most) {
                worst = Some((lacking, feature.way));
            }
        }
        let Some((lacking, way)) = worst else { return true };
        let Some(way) = rounded(&way).normalized() else { return false };
        p = p.minus(&(way * (lacking + BEYOND * half)).exact());
    }
    false
}

/// A vector in floats, of any length.
fn rounded(v: &Exact) -> Vec3<f64> {
    vec3(v.x.to_f64(), v.y.to_f64(), v.z.to_f64())
}

/// The normals of faces along which the common body is about as wide as a length.
fn directions(bodies: [&Leaves; 2], length: f64) -> Vec<Exact> {
    let Some(origin) = bodies[0].corners.first().map(|leaf| bodies[0].points[leaf[0]].clone()) else {
        return Vec::new();
    };
    let near = bodies.each(|leaves| leaves.points.iter().map(|p| rounded(&p.minus(&origin))).collect::<Vec<_>>());
    let size = near.iter().flatten().fold(length, |most, p| most.max(p.max_abs()));
    let span = |side: usize, unit: Vec3<f64>| {
        let heights = bodies[side].corners.iter().flatten().map(|&corner| unit.dot(near[side][corner]));
        heights.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
    };
    let mut known: Vec<Vec3<f64>> = Vec::new();
    let mut found = Vec::new();
    for (leaves, leaf) in bodies.iter().flat_map(|leaves| leaves.corners.iter().map(move |leaf| (leaves, leaf))) {
        let n = leaves.normal(leaf);
        let Some(unit) = rounded(&n).normalized() else { continue };
        if known.iter().any(|other| (*other - unit).length().min((*other + unit).length()) <= NEARLY) {
            continue;
        }
        known.push(unit);
        let [[low, high], [other_low, other_high]] = [span(0, unit), span(1, unit)];
        let width = high.min(other_high) - low.max(other_low);
        if (width - length).abs() <= NEARLY * size {
            found.push(n);
        }
        if found.len() >= MOST_DIRECTIONS || known.len() >= MOST_DIRECTIONS * MOST_DIRECTIONS {
            break;
        }
    }
    found
}
