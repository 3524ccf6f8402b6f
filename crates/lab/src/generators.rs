//! Random pairs of small hulls, of the kinds that break solvers.
//!
//! The scalar holds every number exactly. So the oracles and the solver see the same shapes.

use crate::random::Random;
use crate::space::{Lab, Placement, Rough};
use crate::truth::Problem;
use clearance::{Real, Space};

/// What is nasty about a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Nothing special: two clouds of points near each other.
    Plain,
    /// Small integer coordinates. They make ties, duplicates, flat hulls and exact contact.
    Lattice,
    /// One coordinate shrunk by up to 1e-16: slivers and needles.
    Sliver,
    /// The second hull is the mirror image of the first one in a vertex. It is moved by nothing or by very little.
    Kissing,
    /// Two copies, turned by a very small angle. They are apart or overlap.
    NearParallel,
    /// Coordinates of one pair spread over many magnitudes.
    Spread,
    /// One shape is up to 1e12 times the other's size.
    SizeRatio,
    /// Far from the origin.
    Offset,
    /// A gap or depth of a few units in the last place.
    LastPlaces,
    /// All sizes times a power of two near the ends of the range.
    Extreme,
    /// A lattice pair with poses.
    Posed,
}

/// All kinds, in the order of the enumeration.
pub const KINDS: [Kind; 11] = [
    Kind::Plain,
    Kind::Lattice,
    Kind::Sliver,
    Kind::Kissing,
    Kind::NearParallel,
    Kind::Spread,
    Kind::SizeRatio,
    Kind::Offset,
    Kind::LastPlaces,
    Kind::Extreme,
    Kind::Posed,
];

/// A random pair of a kind, with at most `most` points a shape. The scalar of `V` holds its numbers.
pub fn problem<V: Lab>(random: &mut Random, kind: Kind, most: usize) -> Problem {
    let dim = <V::Exact as Space>::DIM;
    let mut a = cloud(random, dim, most);
    let mut b = cloud(random, dim, most);
    let single = V::Scalar::EPSILON > f64::EPSILON;
    match kind {
        Kind::Plain => shift(&mut b, &offset(random, dim, 2.5)),
        Kind::Lattice | Kind::Posed => {
            let size = random.integer(1, 4);
            (a, b) = (lattice(random, dim, most, size), lattice(random, dim, most, size));
            let step: Vec<f64> = (0..dim).map(|_| f64::from(random.integer(-size, size))).collect();
            shift(&mut b, &step);
        }
        Kind::Sliver => {
            for shape in [&mut a, &mut b] {
                let (axis, factor) = (random.below(dim), 10f64.powi(-random.integer(1, 16)));
                shape.iter_mut().for_each(|p| p[axis] *= factor);
            }
            let small = 10f64.powi(-random.integer(0, 12));
            shift(&mut b, &offset(random, dim, small));
        }
        Kind::Kissing => {
            let hinge = a[random.below(a.len())].clone();
            b = a.iter().map(|p| p.iter().zip(&hinge).map(|(x, h)| 2.0 * h - x).collect()).collect();
            if random.once_in(2) {
                let small = 10f64.powi(-random.integer(3, 17));
                shift(&mut b, &offset(random, dim, small));
            }
        }
        Kind::NearParallel => {
            b = turned(&a, 10f64.powi(-random.integer(3, 13)));
            let apart = [0.0, 1e-9, 1e-4, 2.0][random.below(4)];
            shift(&mut b, &offset(random, dim, apart));
        }
        Kind::Spread => {
            for c in a.iter_mut().chain(&mut b).flatten() {
                *c *= 2f64.powi(-random.integer(0, if single { 30 } else { 80 }));
            }
        }
        Kind::SizeRatio => {
            let factor = 10f64.powi(random.integer(1, if single { 6 } else { 12 }));
            a.iter_mut().flatten().for_each(|c| *c *= factor);
            let near = a[random.below(a.len())].clone();
            shift(&mut b, &near);
        }
        Kind::Offset => {
            let distance = 10f64.powi(random.integer(1, if single { 5 } else { 12 }));
            let far = offset(random, dim, distance);
            shift(&mut b, &offset(random, dim, 2.5));
            shift(&mut a, &far);
            shift(&mut b, &far);
        }
        Kind::LastPlaces => {
            // Two slabs with the same facet. One is moved along an axis by a few units in the last place.
            let axis = random.below(dim);
            let level = random.signed();
            a.iter_mut().for_each(|p| p[axis] = level - p[axis].abs());
            b.iter_mut().for_each(|p| p[axis] = level + p[axis].abs());
            a[0][axis] = level;
            b[0][axis] = level + f64::from(random.integer(-3, 3)) * V::Scalar::EPSILON * level.abs();
        }
        Kind::Extreme => {
            shift(&mut b, &offset(random, dim, 2.5));
            // Products and squares of these numbers leave the range. The numbers and their distances stay inside.
            let (low, high) = if single { (-120, 120) } else { (-960, 1000) };
            let factor = 2f64.powi(random.integer(low, high));
            a.iter_mut().chain(&mut b).flatten().for_each(|c| *c *= factor);
        }
    }
    let mut shapes = [a, b].map(|points| rough::<V>(random, points));
    if kind == Kind::Posed {
        shapes.iter_mut().for_each(|shape| shape.pose = Some(placement::<V>(random, dim)));
    }
    let [a, b] = shapes;
    Problem { a, b }
}

/// The shape of these points, rounded to the scalar. One shape in four has a radius: of its own size, or very small.
fn rough<V: Lab>(random: &mut Random, points: Vec<Vec<f64>>) -> Rough {
    let narrow = |x: f64| V::Scalar::narrow(x).widen();
    let size = points.iter().flatten().fold(0.0, |m: f64, c| m.max(c.abs()));
    let radius = if random.once_in(4) { size * [0.5, 0.1, 1e-6, 1e-15][random.below(4)] } else { 0.0 };
    let points = points.into_iter().map(|p| p.into_iter().map(narrow).collect()).collect();
    Rough { points, radius: narrow(radius), pose: None }
}

/// One to `most` points of the unit cube.
fn cloud(random: &mut Random, dim: usize, most: usize) -> Vec<Vec<f64>> {
    (0..1 + random.below(most)).map(|_| offset(random, dim, 1.0)).collect()
}

fn lattice(random: &mut Random, dim: usize, most: usize, size: i32) -> Vec<Vec<f64>> {
    let mut point = || (0..dim).map(|_| f64::from(random.integer(-size, size))).collect();
    let count = most;
    (0..count).map(|_| point()).collect::<Vec<_>>()
}

fn offset(random: &mut Random, dim: usize, size: f64) -> Vec<f64> {
    (0..dim).map(|_| size * random.signed()).collect()
}

fn shift(points: &mut [Vec<f64>], by: &[f64]) {
    for point in points {
        point.iter_mut().zip(by).for_each(|(c, b)| *c += b);
    }
}

/// The points turned in the plane of the first two axes by a small angle.
fn turned(points: &[Vec<f64>], angle: f64) -> Vec<Vec<f64>> {
    let (s, c) = angle.sin_cos();
    let turn = |p: &Vec<f64>| {
        let mut q = p.clone();
        (q[0], q[1]) = (c * p[0] - s * p[1], s * p[0] + c * p[1]);
        q
    };
    points.iter().map(turn).collect()
}

/// A random rotation, unit to the rounding of the scalar, and a translation as large as those of lattice pairs.
fn placement<V: Lab>(random: &mut Random, dim: usize) -> Placement {
    let narrow = |x: f64| V::Scalar::narrow(x).widen();
    let numbers = if dim == 2 { 2 } else { 4 };
    let rotation = loop {
        let q = offset(random, numbers, 1.0);
        let length = q.iter().map(|c| c * c).sum::<f64>().sqrt();
        if length > 0.1 {
            break q.into_iter().map(|c| narrow(c / length)).collect();
        }
    };
    Placement { translation: offset(random, dim, 3.0).into_iter().map(narrow).collect(), rotation }
}

/// The problem with every length times 2^power. It is exact unless a number leaves the range.
#[must_use]
pub fn scaled<V: Lab>(problem: &Problem, power: i32) -> Problem {
    let scale = |shape: &Rough| {
        let by = |x: &f64| V::Scalar::narrow(clearance::real::ldexp(*x, power)).widen();
        let pose = shape.pose.as_ref();
        Rough {
            points: shape.points.iter().map(|p| p.iter().map(by).collect()).collect(),
            radius: by(&shape.radius),
            pose: pose.map(|p| Placement { translation: p.translation.iter().map(by).collect(), ..p.clone() }),
        }
    };
    Problem { a: scale(&problem.a), b: scale(&problem.b) }
}
