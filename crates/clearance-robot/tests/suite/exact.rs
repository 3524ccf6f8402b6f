//! Kinematics against 256 bits: fixed-point numbers with their own sine and cosine.

use crate::robots::*;
use clearance::Vec3;
use clearance_robot::{JointKind, Origin, Robot, Rotation};
use dashu_base::SquareRoot;
use dashu_int::{IBig, UBig};

/// The unit is 2⁻²⁵⁶.
const BITS: usize = 256;

#[derive(Clone, Debug)]
struct Fixed(IBig);

impl Fixed {
    fn of(x: f64) -> Self {
        let bits = x.abs().to_bits();
        let (mantissa, exponent) = ((bits & ((1 << 52) - 1)) | 1 << 52, (bits >> 52) as i64 - 1075);
        if x == 0.0 {
            return Self(IBig::ZERO);
        }
        // All numbers of the test are multiples of 2⁻²⁵⁶.
        let shifted = IBig::from(mantissa) << usize::try_from(BITS as i64 + exponent).unwrap();
        Self(if x < 0.0 { -shifted } else { shifted })
    }
    fn times(&self, other: &Self) -> Self {
        Self((&self.0 * &other.0) >> BITS)
    }
    fn over(&self, other: &Self) -> Self {
        Self((&self.0 << BITS) / &other.0)
    }
    fn plus(&self, other: &Self) -> Self {
        Self(&self.0 + &other.0)
    }
    fn minus(&self, other: &Self) -> Self {
        Self(&self.0 - &other.0)
    }
    fn root(&self) -> Self {
        Self(IBig::from((UBig::try_from(self.0.clone()).unwrap() << BITS).sqrt()))
    }
    fn float(&self) -> f64 {
        self.0.to_f64().value() * (-(BITS as f64)).exp2()
    }
    /// Cosine and sine, by their series.
    fn turn(x: f64) -> [Self; 2] {
        let x = Self::of(x);
        let mut sums = [Self::of(1.0), x.clone()];
        let (square, mut terms) = (x.times(&x), sums.clone());
        for step in 1..60 {
            for (which, (sum, term)) in sums.iter_mut().zip(&mut terms).enumerate() {
                let n = 2 * step + which as i64;
                *term = Self(-(term.times(&square).0 / IBig::from(n * (n - 1))));
                *sum = sum.plus(term);
            }
        }
        sums
    }
}

type Columns = [[Fixed; 3]; 3];

fn dot(a: &[Fixed; 3], b: &[Fixed; 3]) -> Fixed {
    (0..3).map(|i| a[i].times(&b[i])).reduce(|sum, x| sum.plus(&x)).unwrap()
}

/// Rodrigues' formula for an axis of any length.
fn turned(axis: [f64; 3], angle: f64) -> Columns {
    let axis = axis.map(Fixed::of);
    let length = dot(&axis, &axis).root();
    let a = axis.map(|x| x.over(&length));
    let [c, s] = Fixed::turn(angle);
    let rest = Fixed::of(1.0).minus(&c);
    std::array::from_fn(|column| {
        std::array::from_fn(|row| {
            let mut entry = a[row].times(&a[column]).times(&rest);
            if row == column {
                entry = entry.plus(&c);
            } else {
                let third = 3 - row - column;
                let own = a[third].times(&s);
                // e_column × is positive where row follows column.
                entry = if (row + 3 - column) % 3 == 1 { entry.plus(&own) } else { entry.minus(&own) };
            }
            entry
        })
    })
}

fn image(columns: &Columns, p: &[Fixed; 3]) -> [Fixed; 3] {
    std::array::from_fn(|row| dot(&std::array::from_fn(|column| columns[column][row].clone()), p))
}

fn product(a: &Columns, b: &Columns) -> Columns {
    std::array::from_fn(|column| image(a, &b[column]))
}

fn difference(a: &[Fixed; 3], b: Vec3<f64>) -> f64 {
    let b: [f64; 3] = b.into();
    (0..3).map(|i| a[i].minus(&Fixed::of(b[i])).float().powi(2)).sum::<f64>().sqrt()
}

#[test]
fn frames_are_within_their_bound_of_the_chain_in_256_bits() {
    let mut random = Random(21);
    // Multiples of 2⁻⁴⁰, so that fixed-point numbers hold them.
    let mut number = |size: f64| (random.between(-size, size) * (40.0f64).exp2()).round() * (-40.0f64).exp2();
    let (mut used, mut links) = (0.0f64, 0);
    for _ in 0..40 {
        let mut joints = Vec::new();
        for i in 0..7 {
            let kind = if i == 3 { JointKind::Prismatic } else { JointKind::Revolute };
            let origin =
                Origin { xyz: [0; 3].map(|_| number(0.5)), rotation: Rotation::Rpy([0; 3].map(|_| number(3.0))) };
            let axis = [number(1.0), number(1.0), 1.5 + number(1.0)];
            let own = joint(&format!("j{i}"), kind, [i, i + 1], [0.0; 3], axis);
            joints.push(limited(clearance_robot::Joint { origin, ..own }, -3.0, 3.0));
        }
        let q: Vec<f64> = joints.iter().map(|_| number(3.0)).collect();
        let names = (0..8).map(|i| link(&format!("l{i}"), vec![]));
        let robot = Robot::new(&description(names.collect(), joints.clone())).unwrap();
        let frames = robot.frames(&q).unwrap();
        let mut columns: Columns = turned(Z, 0.0);
        let mut place = [0.0; 3].map(Fixed::of);
        for (joint, &q) in joints.iter().zip(&q) {
            let Rotation::Rpy([roll, pitch, yaw]) = joint.origin.rotation else { unreachable!() };
            let shift = image(&columns, &joint.origin.xyz.map(Fixed::of));
            place = std::array::from_fn(|i| place[i].plus(&shift[i]));
            for (axis, angle) in [(Z, yaw), (Y, pitch), (X, roll)] {
                columns = product(&columns, &turned(axis, angle));
            }
            if joint.kind == JointKind::Prismatic {
                let axis = joint.axis.map(Fixed::of);
                let length = dot(&axis, &axis).root();
                let shift = image(&columns, &axis.map(|x| x.over(&length).times(&Fixed::of(q))));
                place = std::array::from_fn(|i| place[i].plus(&shift[i]));
            } else {
                columns = product(&columns, &turned(joint.axis, q));
            }
            let frame = &frames[joint.child];
            for (column, computed) in columns.iter().zip(frame.columns) {
                let off = difference(column, computed);
                assert!(off <= frame.turn_error, "{off:e} {:e}", frame.turn_error);
                used = used.max(off / frame.turn_error);
            }
            let off = difference(&place, frame.place);
            assert!(off <= frame.place_error, "{off:e} {:e}", frame.place_error);
            links += 1;
        }
    }
    // The bound is a bound, and not a hundred times too wide.
    assert!(links == 280 && used > 0.01, "{links} {used}");
}
