//! Whether an overlap is more than a length that only rounding parts it from.
//!
//! Two closed forms decide without rounding, where parallel faces bound the largest ball:
//! 1. Along a direction n the common body is no wider than the lesser of the greatest products of both bodies with n, less
//!    the greater of the least. No ball in both is wider.
//! 2. A point in the middle of two parallel faces, near a point that is known to be in both, is farther than half the
//!    length from all leaves. Then it is in both, too: no surface lies between the two points.
//!
//! What neither decides stays open.

use super::Pair;
use super::bodies::Matter;
use super::search::Goal;
use clearance::dyadic::Dyadic;
use clearance::each::Each;
use clearance::{Ring, Space, Vec3, WideVector, vec3};

type Exact = Vec3<Dyadic>;

/// Faces are parallel, and a width is the length, if they differ by less than this share. It chooses what is tried, and
/// decides nothing.
const NEARLY: f64 = 1e-9;

/// The most directions that are tried.
const MOST_DIRECTIONS: usize = 64;

/// The leaves of a body in the world, without rounding. In the plane the third coordinate is 0, and leaves have two corners.
struct Leaves {
    points: Vec<Exact>,
    corners: Vec<Vec<usize>>,
}

impl Leaves {
    /// `None` for convex shapes, whose surfaces are not flat.
    fn of(body: &Matter) -> Option<Self> {
        match body {
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
        }
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

    /// Whether all leaves are farther from p / scale than half a length. `scale` is positive.
    fn are_beyond(&self, p: &Exact, scale: &Dyadic, half: &Dyadic) -> bool {
        let square = half.times(scale).times(&half.times(scale));
        let away: Vec<Exact> = self.points.iter().map(|point| point.scaled(scale).minus(p)).collect();
        self.corners.iter().all(|leaf| {
            let corners: Vec<&Exact> = leaf.iter().map(|&corner| &away[corner]).collect();
            is_beyond(&corners, &square)
        })
    }
}

/// Whether a leaf is farther from the origin than the root of a square.
fn is_beyond(corners: &[&Exact], square: &Dyadic) -> bool {
    let side = |place: usize| [corners[place], corners[(place + 1) % corners.len()]];
    let is_beyond_side = |place: usize| {
        let [from, to] = side(place);
        let along = to.minus(from);
        // The foot is inside the side.
        let is_beside = !from.dot(&along).is_positive() && !to.dot(&along).negated().is_positive();
        let moment = from.wedge(to);
        !is_beside || moment.dot(&moment) > square.times(&along.dot(&along))
    };
    if corners.iter().any(|corner| corner.dot(corner) <= *square) || !(0..corners.len()).all(is_beyond_side) {
        return false;
    }
    let [a, b, c] = corners else { return true };
    let n = b.minus(a).wedge(&c.minus(a));
    // The foot is inside the triangle if the origin is on the inner side of all walls through its sides.
    let is_inner = |place: usize| {
        let [from, to] = side(place);
        !n.dot(&to.minus(from).wedge(from)).is_positive()
    };
    let height = n.dot(a);
    n.dot(&n) == Dyadic::zero() || !(0..3).all(is_inner) || height.times(&height) > square.times(&n.dot(&n))
}

/// Whether the overlap of two bodies of one part each is more than a length. `None` if the closed forms do not tell.
pub(super) fn decided(bodies: [&Matter; 2], length: f64) -> Option<bool> {
    let ([one], [other]) = (&bodies[0].parts()[..], &bodies[1].parts()[..]) else { return None };
    let [Some(a), Some(b)] = bodies.each(|body| Leaves::of(body)) else { return None };
    let pair = Pair::new([*one, *other])?;
    let found = pair.search.radius(Goal::Bracket);
    let length_exact = Dyadic::from(length);
    let square = length_exact.times(&length_exact);
    let start = found.middle.map(|middle| pair.origin.exact().plus(&pair.exact(middle)));
    for Slab { n, offsets } in slabs(&[&a, &b], length) {
        let [spans_a, spans_b] = [&a, &b].each(|leaves| leaves.span(&n));
        let [low_a, high_a] = spans_a;
        let [low_b, high_b] = spans_b;
        let width = high_a.min(high_b).minus(&low_a.max(low_b));
        let norm = n.dot(&n);
        if !width.is_positive() || width.times(&width) <= square.times(&norm) {
            return Some(false);
        }
        let Some(start) = &start else { continue };
        // Twice the square of n, times the point in the middle of the slab.
        let scale = norm.plus(&norm);
        let step = offsets[0].plus(&offsets[1]).minus(&start.dot(&n).plus(&start.dot(&n)));
        let p = start.scaled(&scale).plus(&n.scaled(&step));
        let half = length_exact.times(&Dyadic::from(0.5));
        let moved = p.minus(&start.scaled(&scale));
        let known = Dyadic::from(pair.length(found.lower)).times(&scale);
        let is_inside = moved.dot(&moved) < known.times(&known);
        if is_inside && [&a, &b].iter().all(|leaves| leaves.are_beyond(&p, &scale, &half)) {
            return Some(true);
        }
    }
    None
}

/// Two parallel planes: the products of their points with n.
struct Slab {
    n: Exact,
    offsets: [Dyadic; 2],
}

/// The slabs between parallel faces that are about as far apart as a length.
fn slabs(bodies: &[&Leaves; 2], length: f64) -> Vec<Slab> {
    let all = || bodies.iter().flat_map(|leaves| leaves.corners.iter().map(move |leaf| (*leaves, leaf)));
    let rounded = |n: &Exact| vec3(n.x.to_f64(), n.y.to_f64(), n.z.to_f64());
    // Each plane: a unit normal, its height over the first point, and the exact normal with the exact product.
    let Some(origin) = all().next().map(|(leaves, leaf)| leaves.points[leaf[0]].clone()) else { return Vec::new() };
    let mut planes: Vec<(Vec3<f64>, f64, Exact, Dyadic)> = Vec::new();
    for (leaves, leaf) in all() {
        let n = leaves.normal(leaf);
        let Some(unit) = rounded(&n).normalized() else { continue };
        let at = &leaves.points[leaf[0]];
        let height = unit.dot(rounded(&at.minus(&origin)));
        let is_known = |(other, own, ..): &(Vec3<f64>, f64, Exact, Dyadic)| {
            (*other - unit).length() <= NEARLY && (own - height).abs() <= NEARLY * length
        };
        if !planes.iter().any(is_known) {
            let offset = at.dot(&n);
            planes.push((unit, height, n, offset));
        }
    }
    let mut found = Vec::new();
    for (place, (unit, height, n, offset)) in planes.iter().enumerate() {
        for (other, own, its, off) in &planes[..place] {
            let sign = if unit.dot(*other) > 0.0 { 1.0 } else { -1.0 };
            let gap = (height - sign * own).abs();
            if (*unit - *other * sign).length() > NEARLY || (gap - length).abs() > 1e3 * NEARLY * length {
                continue;
            }
            // The other plane's offset along n: exact if the normals are multiples of each other by a power of two, and
            // else near enough to choose a point.
            let share = Dyadic::from(n.dot(n).to_f64().sqrt() / its.dot(its).to_f64().sqrt() * sign);
            found.push(Slab { n: n.clone(), offsets: [offset.clone(), off.times(&share)] });
            if found.len() >= MOST_DIRECTIONS {
                return found;
            }
        }
    }
    found
}
