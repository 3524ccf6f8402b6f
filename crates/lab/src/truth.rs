//! A pair with its exact answer. The answer comes from the corpus or from the oracles of this crate.

use crate::corpus::{Answer, Fraction};
use crate::depth::depth_square;
use crate::exact::{Rational, Surd};
use crate::nearest::Pair;
use crate::space::{Lab, Rough};
use clearance::{Real, Ring, Space, Status};

/// Two shapes by their numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The first shape.
    pub a: Rough,
    /// The second shape.
    pub b: Rough,
}

/// What is exactly so.
#[derive(Clone, Debug)]
pub struct Truth {
    /// The verdict by the sign of the signed distance. Flat cores that meet in their common plane touch.
    pub status: Status,
    /// The signed distance, for comparisons without rounding.
    pub surd: Surd,
    /// The signed distance to 40 digits or more.
    pub value: Rational,
    /// The greatest |world coordinate| or radius. It is the unit of backward errors.
    pub scale: f64,
}

impl Problem {
    /// The same question with the shapes exchanged.
    #[must_use]
    pub fn swapped(&self) -> Self {
        Self { a: self.b.clone(), b: self.a.clone() }
    }

    /// The greatest number in the computation of a world coordinate or radius: of a point, a translation or a radius.
    pub fn size(&self) -> f64 {
        let of = |shape: &Rough| {
            let shift = shape.pose.iter().flat_map(|pose| &pose.translation);
            shape.points.iter().flatten().chain(shift).fold(shape.radius, |m, c| m.max(c.abs()))
        };
        of(&self.a).max(of(&self.b))
    }

    /// The exact answer by brute force, for hulls of up to about a dozen points.
    pub fn truth<V: Lab>(&self) -> Truth {
        let (a, b) = (self.a.world::<V>(), self.b.world::<V>());
        let scale = scale(&a).max(scale(&b)).max(self.a.radius).max(self.b.radius);
        let pair = Pair::new(a, b);
        let nearest = pair.nearest();
        let overlapping = nearest.square.is_zero();
        let square = if overlapping { depth_square(&pair) } else { nearest.square };
        let offset = Rational::from(self.a.radius).plus(&self.b.radius.into());
        let surd = Surd { negative: overlapping, square, offset };
        Truth { status: status(&surd), value: surd.value(), surd, scale }
    }
}

fn scale<E: Space<Scalar = Rational>>(points: &[E]) -> f64 {
    points.iter().flat_map(|p| (0..E::DIM).map(|i| p.coordinate(i).to_f64().abs())).fold(0.0, f64::max)
}

fn status(separation: &Surd) -> Status {
    match separation.compare(&Rational::zero()) {
        std::cmp::Ordering::Greater => Status::Separated,
        std::cmp::Ordering::Equal => Status::Touching,
        std::cmp::Ordering::Less => Status::Overlapping,
    }
}

impl Truth {
    /// The answer that the corpus gives to a problem.
    ///
    /// # Panics
    /// When the corpus is damaged.
    pub fn of_corpus(problem: &Problem, answer: &Answer) -> Self {
        let offset = Rational::from(problem.a.radius).plus(&problem.b.radius.into());
        let surd = match &answer.core_depth2 {
            Some(depth) => Surd { negative: true, square: value(depth), offset },
            None => Surd { negative: false, square: value(&answer.core_dist2), offset },
        };
        let value = Rational::from_decimal(&answer.sep_dec).expect("the corpus holds decimals");
        let status = match answer.status.as_str() {
            "separated" => Status::Separated,
            "touching" => Status::Touching,
            _ => Status::Overlapping,
        };
        Self { status, surd, value, scale: answer.scale }
    }

    /// ε · scale for a scalar.
    pub fn unit<T: Real>(&self) -> f64 {
        T::EPSILON * self.scale
    }
}

fn value(fraction: &Fraction) -> Rational {
    Rational::from_strings(&fraction.p, &fraction.q, fraction.e).expect("the corpus holds decimal integers")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus;
    use clearance::{Vec2, Vec3};

    #[test]
    fn the_oracles_agree_with_the_corpus() {
        for family in ["lattice", "degenerate", "rounded", "origin_degenerate", "posed"] {
            for case in corpus::family(family).iter().step_by(9) {
                let problem = case.problem();
                let known = Truth::of_corpus(&problem, &case.exact);
                let found = if case.dim == 2 { problem.truth::<Vec2<f64>>() } else { problem.truth::<Vec3<f64>>() };
                assert_eq!((known.status, known.surd.square), (found.status, found.surd.square), "{}", case.id);
                assert_eq!(known.scale, found.scale, "{}", case.id);
            }
        }
    }

    #[test]
    fn the_digits_and_the_roots_of_the_corpus_agree() {
        for case in corpus::family("tiny_gap").iter().chain(&corpus::family("deep_overlap")) {
            let truth = Truth::of_corpus(&case.problem(), &case.exact);
            let shifted = |relative: f64| truth.value.plus(&truth.value.abs().times(&relative.into()));
            assert!(truth.surd.compare(&shifted(-1e-40)).is_ge(), "{}", case.id);
            assert!(truth.surd.compare(&shifted(1e-40)).is_le(), "{}", case.id);
        }
    }
}
