//! The vertices of two bodies in the world, and exact signs of their areas and volumes.
//!
//! A placed vertex is the formula of its pose, evaluated without rounding: the definition of the core. Coordinates count
//! from an origin near the bodies, and lengths are multiplied by one power of two, so that all coordinates are below 4.
//! So bodies far from the world's origin cost no more. Each vertex has a rounded image with one bound of the error for
//! all. A sign is decided by the rounded images if its magnitude exceeds the error, and by the exact points otherwise.
//!
//! Source of the filter: Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates"
//! (1997), section 4.4; here the coordinates themselves may be off, too.

use crate::mesh::{Body, Boundary};
use crate::signs::{sign, sure_side_of_plane, sure_turn};
use crate::tree::scaled;
use clearance::double::Double;
use clearance::dyadic::Dyadic;
use clearance::each::Each;
use clearance::real::{exponent_of, ldexp};
use clearance::{Pose, Ring, Rotation, Space, Vec3, WideVector, vec3};
use std::cell::{Cell, OnceCell};
use std::cmp::Ordering;

/// Half of ε: the relative error of one rounding.
const U: f64 = f64::EPSILON / 2.0;

/// The error of a coordinate that is computed by the formula of a rotation. Coordinates are below 4 and pass at most
/// twelve roundings of numbers below 16.
const TURNED: f64 = 512.0 * U;

/// How far from the origin of the world bodies are, at least, over half of their length, before coordinates count from
/// another point. Larger: more digits are lost. Smaller: other points than the origin for nothing.
const FAR: f64 = 4.0;

/// Products of scaled coordinates above this are exact but for their relative errors.
pub(super) const LEAST: f64 = 1e-250;

/// Exact coordinates of up to so many limbs of 64 bits cost what geometry costs, and no budget holds them: those of floats
/// whose magnitudes differ by less than 2^400. [limbs]
const ORDINARY: u64 = 8;

/// What may be spent on longer ones, in products of limbs: about a second. A larger budget decides more such pairs, and
/// takes longer to give up.
const BUDGET: u64 = 1 << 30;

/// A vertex of one of the two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Vertex {
    /// 0 for the first body, 1 for the second.
    pub side: usize,
    pub index: u32,
}

/// A point of space: rounded, and exact.
///
/// The exact point is `numerators` / `denominator`, and the denominator is positive.
#[derive(Clone, Debug)]
pub(super) struct Probe {
    pub rounded: [f64; 3],
    pub numerators: Vec3<Dyadic>,
    pub denominator: Dyadic,
    /// How many times as long as a coordinate of a vertex these numbers are.
    pub length: u64,
}

/// Two bodies in the world.
pub(super) struct Placed<'a> {
    pub bodies: [&'a Body<'a>; 2],
    /// What bounds each solid.
    boundaries: [&'a Boundary; 2],
    /// A point of the world near the bodies, from which coordinates count.
    origin: Vec3<f64>,
    /// Lengths of the world are multiplied by 2^−exponent.
    exponent: i32,
    rounded: [Vec<[f64; 3]>; 2],
    /// A bound of the error of each rounded coordinate.
    pub error: f64,
    /// Whether the rounded coordinates along an axis are exact. Plates are often moved along their plane alone.
    pub is_exact: [bool; 3],
    /// The least and the greatest rounded coordinates of each body.
    pub boxes: [[[f64; 3]; 2]; 2],
    exact: [Vec<OnceCell<Vec3<Dyadic>>>; 2],
    /// The length of exact coordinates. [limbs]
    limbs: u64,
    /// What has been spent on long numbers, in products of limbs.
    spent: Cell<u64>,
    /// How many signs took exact numbers, how many rays were cast, and how many pairs of triangles of one body were shown.
    /// Tests count the work by them.
    pub exact_signs: Cell<u32>,
    pub rays: Cell<u32>,
    pub pairs: Cell<u32>,
}

impl<'a> Placed<'a> {
    /// The bodies, at poses with finite numbers.
    pub fn new(bodies: [&'a Body<'a>; 2]) -> Self {
        let origin = origin_of(bodies);
        let exponent = bodies.each(|body| exponent_of(extent_from(body, origin)) + 1);
        let exponent = exponent[0].max(exponent[1]).max(-1000);
        let images = bodies.each(|body| rounded_images(body, origin, exponent));
        let is_exact = [0, 1, 2].each(|axis| images[0].1[axis] && images[1].1[axis]);
        let error = if is_exact == [true; 3] { 0.0 } else { TURNED };
        let exact = bodies.each(|body| vec![OnceCell::new(); body.mesh.vertices().len()]);
        let [a, b] = images;
        let boxes = [&a.0, &b.0].each(|images| box_of(images.iter().copied()));
        let boundaries = bodies.each(|body| body.mesh.boundary());
        let rounded = [a.0, b.0];
        let [exact_signs, rays, pairs] = [Cell::new(0), Cell::new(0), Cell::new(0)];
        let (limbs, spent) = (length_of_coordinates(bodies), Cell::new(0));
        Self {
            bodies,
            boundaries,
            origin,
            exponent,
            rounded,
            error,
            is_exact,
            boxes,
            exact,
            limbs,
            spent,
            exact_signs,
            rays,
            pairs,
        }
    }

    /// Notes so many products of numbers that are as long as a coordinate. Those of ordinary magnitudes cost nothing here.
    pub fn spend(&self, products: u64) {
        if self.limbs > ORDINARY {
            let limbs = products.saturating_mul(self.limbs * self.limbs);
            self.spent.update(|spent| spent.saturating_add(limbs));
        }
    }

    /// Notes a sign of the volume of three vectors from a point.
    pub fn spend_on(&self, probe: &Probe) {
        self.spend(12 * probe.length * probe.length);
    }

    /// Whether long numbers have taken more than they may. What is seen after that says nothing.
    pub fn is_spent(&self) -> bool {
        self.spent.get() > BUDGET
    }

    #[inline]
    pub fn rounded(&self, vertex: Vertex) -> [f64; 3] {
        self.rounded[vertex.side][vertex.index as usize]
    }

    /// The placed vertex without rounding.
    pub fn exact(&self, vertex: Vertex) -> &Vec3<Dyadic> {
        self.exact[vertex.side][vertex.index as usize].get_or_init(|| {
            if self.is_exact == [true; 3] {
                return vec3_of(self.rounded(vertex)).exact();
            }
            let body = self.bodies[vertex.side];
            let own = in_body(body, body.mesh.vertices()[vertex.index as usize]);
            let point = body.pose.apply_exact(&own.exact()).minus(&self.origin.exact());
            // 2^−exponent itself may be beyond the range.
            let half = -self.exponent / 2;
            let [first, second] = [half, -self.exponent - half].each(|power| Dyadic::from(ldexp(1.0, power)));
            point.scaled(&first.times(&second))
        })
    }

    /// The corners of a triangle, as it bounds the solid. One that is left out has those that it has.
    #[inline]
    pub fn corners(&self, side: usize, triangle: u32) -> [Vertex; 3] {
        let own = self.bodies[side].mesh.triangles()[triangle as usize];
        self.boundaries[side].corners(triangle, own).unwrap_or(own).each(|index| Vertex { side, index })
    }

    /// Whether a triangle is left out of what bounds a solid.
    pub fn leaves_out(&self, side: usize, triangle: u32) -> bool {
        self.boundaries[side].corners(triangle, [(); 3]).is_none()
    }

    /// The exact vector from one vertex to another.
    pub fn vector(&self, from: Vertex, to: Vertex) -> Vec3<Dyadic> {
        self.exact(to).minus(self.exact(from))
    }

    /// A normal of a triangle: its front is the side from which the corners turn counter-clockwise.
    pub fn normal(&self, [a, b, c]: [Vertex; 3]) -> Vec3<Dyadic> {
        self.vector(a, b).wedge(&self.vector(a, c))
    }

    /// The volume (b − a) · ((c − a) × (d − a)) of four vertices, without rounding.
    pub fn volume(&self, [a, b, c]: [Vertex; 3], d: Vertex) -> Dyadic {
        self.normal([a, b, c]).dot(&self.vector(a, d))
    }

    /// On which side of a triangle's plane a vertex lies. `Greater` is the front.
    pub fn side(&self, triangle: [Vertex; 3], vertex: Vertex) -> Ordering {
        let [a, b, c] = triangle;
        let rounded = [a, b, c, vertex].each(|vertex| self.rounded(vertex));
        let is_level = |axis: usize| rounded.iter().all(|point| point[axis] == rounded[0][axis]);
        if (0..3).any(|axis| self.is_exact[axis] && is_level(axis)) {
            return Ordering::Equal;
        }
        if self.is_exact == [true; 3] && rounded[..3].contains(&rounded[3]) {
            return Ordering::Equal;
        }
        let side = sure_side_of_plane(rounded, self.error);
        if side.is_none() && (0..3).any(|axis| self.are_upright(&rounded, axis)) {
            return Ordering::Equal;
        }
        side.unwrap_or_else(|| self.counted(sign(&self.volume(triangle, vertex))))
    }

    /// Whether points are seen as one or two points along an axis: then they are in one plane, as on the side of a prism.
    fn are_upright(&self, points: &[[f64; 3]; 4], axis: usize) -> bool {
        let (first, second) = ((axis + 1) % 3, (axis + 2) % 3);
        let seen = |point: &[f64; 3]| [point[first], point[second]];
        let one = seen(&points[0]);
        let other = points.iter().map(seen).find(|&point| point != one).unwrap_or(one);
        let is_exact = self.is_exact[first] && self.is_exact[second];
        is_exact && points.iter().map(seen).all(|point| point == one || point == other)
    }

    /// A sign that took exact numbers.
    pub fn counted(&self, sign: Ordering) -> Ordering {
        self.exact_signs.update(|count| count + 1);
        sign
    }

    /// Whether two vertices are at the same place.
    pub fn coincide(&self, x: Vertex, y: Vertex) -> bool {
        let [p, q] = [x, y].each(|vertex| self.rounded(vertex));
        if (0..3).any(|axis| (p[axis] - q[axis]).abs() > 4.0 * self.error) {
            return false;
        }
        self.is_exact == [true; 3] || self.exact(x) == self.exact(y)
    }

    /// The sign of coordinate `axis` of (y − x) × (z − x): how three points turn, seen along an axis.
    pub fn turn(&self, axis: usize, x: Vertex, y: Vertex, z: Vertex) -> Ordering {
        let (first, second) = ((axis + 1) % 3, (axis + 2) % 3);
        let [p, q, r] = [x, y, z].each(|vertex| self.rounded(vertex));
        let is_level = |axis: usize| self.is_exact[axis] && p[axis] == q[axis] && q[axis] == r[axis];
        if is_level(first) || is_level(second) {
            return Ordering::Equal;
        }
        let (b, c) = ([q[first] - p[first], q[second] - p[second]], [r[first] - p[first], r[second] - p[second]]);
        let (left, right) = (b[0] * c[1], b[1] * c[0]);
        let (area, sum) = (left - right, left.abs() + right.abs());
        let reach = b[0].abs().max(b[1].abs()).max(c[0].abs()).max(c[1].abs());
        // Each of the four differences is off by 2 errors, beside its rounding and those of the products.
        let off = 4.0 * U * sum + 10.0 * self.error * (reach + self.error);
        if sum > 1e-250 && area.abs() > off {
            return area.total_cmp(&0.0);
        }
        if self.is_exact[first]
            && self.is_exact[second]
            && let Some(turn) = sure_turn([p, q, r].each(|point| [point[first], point[second]]))
        {
            return turn;
        }
        let cross = self.vector(x, y).wedge(&self.vector(x, z));
        self.counted(sign(cross.coordinate(axis)))
    }

    /// An axis along which a triangle is not seen as a segment, and how its corners turn then. `None` if the corners
    /// are on one line.
    pub fn view(&self, [a, b, c]: [Vertex; 3]) -> Option<(usize, Ordering)> {
        let [p, q, r] = [a, b, c].each(|vertex| vec3_of(self.rounded(vertex)));
        let normal: [f64; 3] = (q - p).cross(r - p).into();
        let mut axes = [0, 1, 2];
        axes.sort_unstable_by(|&i, &j| normal[j].abs().total_cmp(&normal[i].abs()));
        axes.into_iter().map(|axis| (axis, self.turn(axis, a, b, c))).find(|(_, turn)| turn.is_ne())
    }

    /// The order of two vertices along an axis.
    pub fn order(&self, axis: usize, x: Vertex, y: Vertex) -> Ordering {
        let [p, q] = [x, y].each(|vertex| self.rounded(vertex)[axis]);
        if self.is_exact[axis] || (p - q).abs() > 4.0 * self.error {
            return p.total_cmp(&q);
        }
        self.exact(x).coordinate(axis).cmp(self.exact(y).coordinate(axis))
    }

    /// Whether the boxes of two triangles are clearly apart.
    #[inline]
    pub fn are_apart(&self, first: [Vertex; 3], second: [Vertex; 3]) -> bool {
        let [a, b] = [first, second].each(|triangle| triangle.each(|vertex| self.rounded(vertex)));
        (0..3).any(|axis| {
            let low = |t: &[[f64; 3]; 3]| t[0][axis].min(t[1][axis]).min(t[2][axis]);
            let high = |t: &[[f64; 3]; 3]| t[0][axis].max(t[1][axis]).max(t[2][axis]);
            low(&a) > high(&b) + 4.0 * self.error || low(&b) > high(&a) + 4.0 * self.error
        })
    }

    /// Whether two triangles surely meet in nothing but a corner that they share: a plane through it has one triangle on
    /// each side. The triangles of a fan are so, but for neighbours, and all their boxes meet at its middle.
    pub fn part_at_a_corner(&self, triangles: [[Vertex; 3]; 2]) -> bool {
        let places = (0..9).map(|place| [place / 3, place % 3]);
        let mut common = places.filter(|&[own, other]| self.coincide(triangles[0][own], triangles[1][other]));
        let (Some(common), None) = (common.next(), common.next()) else { return false };
        let edges = [0, 1].each(|side| {
            let at = |step: usize| vec3_of(self.rounded(triangles[side][(common[side] + step) % 3]));
            [at(1) - at(0), at(2) - at(0)]
        });
        let middle = |[p, q]: [Vec3<f64>; 2]| (p.unit() + q.unit()).unit();
        let normal = middle(edges[1]) - middle(edges[0]);
        let is_below = |edge: &Vec3<f64>| self.height(normal, *edge)[1] < -LEAST;
        let is_above = |edge: &Vec3<f64>| self.height(normal, *edge)[0] > LEAST;
        edges[0].iter().all(is_below) && edges[1].iter().all(is_above)
    }

    /// Whether a plane through an edge of a triangle, upright on the triangle, surely has the triangles on its two sides.
    /// It tells triangles in one plane apart without exact numbers.
    pub fn part_at_an_edge(&self, triangles: [[Vertex; 3]; 2]) -> bool {
        let points = triangles.each(|triangle| triangle.each(|vertex| vec3_of(self.rounded(vertex))));
        (0..2).any(|side| {
            let (own, other) = (points[side], points[1 - side]);
            let normal = (own[1] - own[0]).cross(own[2] - own[0]);
            (0..3).any(|edge| {
                let (from, to) = (own[edge], own[(edge + 1) % 3]);
                let outward = (to - from).cross(normal);
                let heights = |points: [Vec3<f64>; 3]| points.each(|point| self.height(outward, point - from));
                let top = heights(own).iter().fold(0.0, |most: f64, height| most.max(height[1]));
                heights(other).iter().all(|height| height[0] > top + LEAST)
            })
        })
    }

    /// Whether a plane through an edge of a triangle, upright on the triangle, surely has a point beyond it. Rounded points
    /// are off by `error` at most.
    pub fn is_beside(&self, triangle: [Vertex; 3], probe: &Probe, error: f64) -> bool {
        let corners = triangle.each(|vertex| vec3_of(self.rounded(vertex)));
        let point = vec3_of(probe.rounded);
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        (0..3).any(|edge| {
            let (from, to) = (corners[edge], corners[(edge + 1) % 3]);
            let outward = (to - from).cross(normal);
            let height = |p: Vec3<f64>| bounds_of_product(outward, p - from, error);
            let top = corners.iter().fold(0.0, |most: f64, &corner| most.max(height(corner)[1]));
            height(point)[0] > top + LEAST
        })
    }

    /// [`bounds_of_product`] with the error of vertices.
    pub fn height(&self, normal: Vec3<f64>, vector: Vec3<f64>) -> [f64; 2] {
        bounds_of_product(normal, vector, self.error)
    }

    /// Whether the boxes of the two bodies are clearly apart.
    pub fn are_bodies_apart(&self) -> bool {
        let [[low, high], [other_low, other_high]] = self.boxes;
        let gap = 4.0 * self.error;
        (0..3).any(|axis| low[axis] > other_high[axis] + gap || other_low[axis] > high[axis] + gap)
    }

    /// The least and the greatest coordinate along each axis of the box that both bodies share, rounded.
    pub fn common_box(&self) -> [[f64; 2]; 3] {
        let [[low, high], [other_low, other_high]] = self.boxes;
        [0, 1, 2].each(|axis| [low[axis].max(other_low[axis]), high[axis].min(other_high[axis])])
    }

    /// Whether a point is clearly outside the box of a body.
    pub fn is_beyond(&self, side: usize, probe: &Probe) -> bool {
        self.is_beyond_box(side, probe.rounded)
    }

    /// Whether a rounded point is clearly outside the box of a body.
    pub fn is_beyond_box(&self, side: usize, point: [f64; 3]) -> bool {
        let [low, high] = self.boxes[side];
        let gap = 4.0 * TURNED;
        (0..3).any(|axis| point[axis] < low[axis] - gap || point[axis] > high[axis] + gap)
    }

    /// The point of a triangle with these weights. Their sum is a power of two.
    pub fn inner_point(&self, corners: [Vertex; 3], weights: [u32; 3]) -> Probe {
        let mut numerators = <Vec3<Dyadic> as Space>::zero();
        for (corner, weight) in corners.into_iter().zip(weights) {
            numerators = numerators.plus(&self.exact(corner).scaled(&Dyadic::from(f64::from(weight))));
        }
        Probe::new(numerators, Dyadic::from(f64::from(weights.iter().sum::<u32>())), 1)
    }

    /// The images of the center and of the axes of a body's tree, rounded.
    pub fn axes_of_tree(&self, body: &Body) -> [[f64; 3]; 4] {
        let [x, y, z] = body.mesh.tree().center();
        let (origin, _) = Images::of(body, self.origin, self.exponent).image(in_body(body, vec3(x, y, z)));
        let [x, y, z] = [0, 1, 2].each(|axis| {
            let image: [f64; 3] = body.pose.apply_vector(Vec3::axis(axis)).into();
            let [length] = scaled([body.factors()[axis]], body.mesh.tree().exponent() - self.exponent);
            image.each(|x| x * length)
        });
        [origin, x, y, z]
    }

    /// A point in the unit of the world, rounded.
    pub fn in_world(&self, probe: &Probe) -> Vec3<f64> {
        let [x, y, z] = scaled(probe.rounded, self.exponent);
        vec3(x, y, z) + self.origin
    }
}

impl Probe {
    /// The point with these coordinates over a positive denominator, which are so many times as long as a coordinate.
    pub fn new(numerators: Vec3<Dyadic>, denominator: Dyadic, length: u64) -> Self {
        let (below, power) = denominator.to_double();
        let rounded = [0, 1, 2].each(|axis| {
            let (above, over) = numerators.coordinate(axis).to_double();
            // Below 2^−1000 nothing is left that a comparison with the errors could use.
            ldexp(above.high / below.high, (over - power).max(-1000))
        });
        Self { rounded, numerators, denominator, length }
    }

    /// The vector from this point to another, times the denominator.
    pub fn to(&self, point: &Vec3<Dyadic>) -> Vec3<Dyadic> {
        point.scaled(&self.denominator).minus(&self.numerators)
    }
}

/// Bounds of the product of a normal with the vector between two points, which is computed from rounded ones.
///
/// A coordinate of the vector is off by two errors, beside its rounding, and each term of the product rounds three times.
/// Terms below the range of floats are below [`LEAST`].
fn bounds_of_product(normal: Vec3<f64>, vector: Vec3<f64>, error: f64) -> [f64; 2] {
    let terms = [normal.x * vector.x, normal.y * vector.y, normal.z * vector.z];
    let size = normal.x.abs() + normal.y.abs() + normal.z.abs();
    let off = 8.0 * U * terms.iter().map(|term| term.abs()).sum::<f64>() + 3.0 * error * size;
    let height = terms.iter().sum::<f64>();
    [height - off, height + off]
}

fn vec3_of([x, y, z]: [f64; 3]) -> Vec3<f64> {
    vec3(x, y, z)
}

/// A vertex of the mesh in the body's frame: mirrored and scaled.
pub(super) fn in_body(body: &Body, vertex: Vec3<f64>) -> Vec3<f64> {
    let [x, y, z] = body.factors();
    vec3(vertex.x * x, vertex.y * y, vertex.z * z)
}

/// How many limbs a sum of coordinates has that differ most in magnitude, placed without rounding.
fn length_of_coordinates(bodies: [&Body; 2]) -> u64 {
    let (mut least, mut greatest) = (i32::MAX, i32::MIN);
    let mut see = |v: Vec3<f64>| {
        for x in [v.x, v.y, v.z].into_iter().filter(|x| *x != 0.0) {
            let exponent = exponent_of(x);
            (least, greatest) = (least.min(exponent), greatest.max(exponent));
        }
    };
    bodies.into_iter().for_each(|body| {
        vertices(body).for_each(&mut see);
        see(body.pose.translation);
    });
    // The last bit of the least one is 52 below; a product with two numbers of a rotation has at most 106 bits more.
    let bits = i64::from(greatest) - i64::from(least) + 53 + 106;
    if greatest < least { 0 } else { bits.unsigned_abs().div_ceil(64) }
}

/// All vertices in the body's frame.
fn vertices<'b>(body: &'b Body) -> impl Iterator<Item = Vec3<f64>> + use<'b> {
    body.mesh.vertices().iter().map(|&vertex| in_body(body, vertex))
}

/// The least and the greatest coordinates of points.
fn box_of(points: impl Iterator<Item = [f64; 3]>) -> [[f64; 3]; 2] {
    points.fold([[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]], |[low, high], point| {
        [[0, 1, 2].each(|axis| low[axis].min(point[axis])), [0, 1, 2].each(|axis| high[axis].max(point[axis]))]
    })
}

/// A point near two bodies from which coordinates count: differences of coordinates from it are mostly floats. The origin
/// of the world, along each axis along which that is not far from the bodies as they are large.
fn origin_of(bodies: [&Body; 2]) -> Vec3<f64> {
    let ends = bodies.each(|body| box_of(vertices(body).map(|vertex| body.pose.apply(vertex).into())));
    let coordinate = |axis: usize| {
        let low = ends[0][0][axis].min(ends[1][0][axis]);
        let high = ends[0][1][axis].max(ends[1][1][axis]);
        let (middle, half) = (0.5 * low + 0.5 * high, 0.5 * high - 0.5 * low);
        // A multiple of a power of two that is as long as the bodies has few digits.
        let unit = ldexp(1.0, exponent_of(half));
        let origin = (middle / unit).round() * unit;
        if middle.abs() > FAR * half && origin.is_finite() && unit > 0.0 { origin } else { 0.0 }
    };
    vec3(coordinate(0), coordinate(1), coordinate(2))
}

/// The greatest length that the image of a vertex is made of.
fn extent_from(body: &Body, origin: Vec3<f64>) -> f64 {
    if is_turned(body) {
        let extent = vertices(body).map(Vec3::max_abs).fold(0.0, f64::max);
        return extent.max((body.pose.translation - origin).max_abs());
    }
    let (world, origin): ([f64; 3], [f64; 3]) = (body.pose.translation.into(), origin.into());
    let shift = [0, 1, 2].each(|axis| Double::sum(world[axis], -origin[axis]));
    let [high, low] = [shift.each(|sum| sum.high), shift.each(|sum| sum.low)].each(vec3_of);
    vertices(body).map(|vertex| (vertex + high).max_abs() + low.max_abs()).fold(0.0, f64::max)
}

fn is_turned(body: &Body) -> bool {
    body.pose.rotation != Pose::<Vec3<f64>>::identity().rotation
}

/// How the vertices of a body are placed.
struct Images<'b> {
    body: &'b Body<'b>,
    exponent: i32,
    is_turned: bool,
    /// The pose's translation less the origin.
    shift: [Double; 3],
    /// Along which axes that is exact.
    is_shift_exact: [bool; 3],
}

impl<'b> Images<'b> {
    fn of(body: &'b Body<'b>, origin: Vec3<f64>, exponent: i32) -> Self {
        let (world, origin): ([f64; 3], [f64; 3]) = (body.pose.translation.into(), origin.into());
        let small = [world, origin].each(|point| scaled(point, -exponent));
        let shift = [0, 1, 2].each(|axis| Double::sum(small[0][axis], -small[1][axis]));
        let is_scaled = |axis: usize| scaled([small[0][axis]], exponent) == [world[axis]];
        let is_shift_exact = [0, 1, 2].each(|axis| is_scaled(axis) && shift[axis].low == 0.0);
        Self { body, exponent, is_turned: is_turned(body), shift, is_shift_exact }
    }

    /// The image of a point in the body's frame, and along which axes it is exact.
    fn image(&self, vertex: Vec3<f64>) -> ([f64; 3], [bool; 3]) {
        let vertex: [f64; 3] = vertex.into();
        let small = scaled(vertex, -self.exponent);
        if self.is_turned {
            let [x, y, z, w] = self.body.pose.rotation.components();
            let (u, p) = (vec3(x, y, z), vec3_of(small));
            let turn = u.cross(p);
            let image = p + (turn * w + u.cross(turn)) * 2.0 + vec3_of(self.shift.each(|shift| shift.high + shift.low));
            return (image.into(), [false; 3]);
        }
        let sums = [0, 1, 2].each(|axis| Double::sum(small[axis], self.shift[axis].high));
        let is_scaled = |axis: usize| scaled([small[axis]], self.exponent) == [vertex[axis]];
        let is_exact = [0, 1, 2].each(|axis| self.is_shift_exact[axis] && sums[axis].low == 0.0 && is_scaled(axis));
        ([0, 1, 2].each(|axis| sums[axis].high + self.shift[axis].low), is_exact)
    }
}

/// The vertices of a body from an origin, times 2^−exponent, and along which axes they are exact.
fn rounded_images(body: &Body, origin: Vec3<f64>, exponent: i32) -> (Vec<[f64; 3]>, [bool; 3]) {
    let images = Images::of(body, origin, exponent);
    let mut is_exact = [true; 3];
    let image = |vertex: Vec3<f64>| {
        let (image, own) = images.image(vertex);
        is_exact = [0, 1, 2].each(|axis| is_exact[axis] && own[axis]);
        image
    };
    let images = vertices(body).map(image).collect();
    (images, is_exact)
}
