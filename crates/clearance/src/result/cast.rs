//! The answers of the queries about motions: when two shapes meet, when they part, and how near they come.
//!
//! A *fraction* is a part of the motion: 0 is its start and 1 its end. Every fraction has proven bounds, as distances
//! have.

use crate::numbers::each::Each;
use crate::numbers::real::Real;
use crate::result::proximity::Proximity;
use crate::space::vector::{Vector, WideVector};
use core::fmt;

/// What counts for shapes that are in contact at the start of a motion: [`crate::Solver::start`].
///
/// ```
/// use clearance::{Cuboid, Outcome, Pose, Shape, Solver, Start, vec3};
///
/// // A cube on a table slides, and it is lifted.
/// let table = Cuboid::new(vec3(8.0f64, 1.0, 8.0)).unwrap();
/// let cube = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap().at(Pose::translation([0.0, 2.0, 0.0]));
/// let cast = |start, way| Solver { start, ..Solver::default() }.cast(&table, &cube, way).outcome;
/// assert_eq!(cast(Start::Stop, vec3(1.0, 0.0, 0.0)), Outcome::Hit);
/// assert_eq!(cast(Start::Leave, vec3(1.0, 0.0, 0.0)), Outcome::Clear);
/// assert_eq!(cast(Start::Leave, vec3(0.0, 1.0, 0.0)), Outcome::Clear);
/// assert_eq!(cast(Start::Leave, vec3(1.0, -1.0, 0.0)), Outcome::Hit);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Start {
    /// Contact at the start is a hit at fraction 0, wherever the motion leads.
    #[default]
    Stop,
    /// Until the pair has been farther apart than [`crate::Solver::target`], only being deeper than at the start
    /// counts. So shapes that touch may slide along each other and part. Polytopes that travel are decided exactly. For
    /// others less than rounding is not deeper.
    Leave,
}

/// Whether a motion leads to contact. [`Cast`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// There is no contact. It is proven for every moment of the motion.
    Clear,
    /// There is contact. It is proven.
    Hit,
    /// There is no contact before `lower`. From there on rounding or the limit of iterations leave the question open.
    Near,
}

impl Outcome {
    /// The outcome as a word: `"clear"`, `"hit"` or `"near"`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Hit => "hit",
            Self::Near => "near",
        }
    }
}

impl fmt::Display for Outcome {
    /// The word of [`Outcome::as_str`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A fraction of a motion with its proven bounds: `lower <= true fraction <= upper`. [`Crossing`] has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket<T> {
    /// The fraction.
    pub fraction: T,
    /// A proven lower bound.
    pub lower: T,
    /// A proven upper bound.
    pub upper: T,
}

impl Bracket<f64> {
    /// The same in the scalar of the shapes. The bounds move outward.
    pub(crate) fn narrow<T: Real>(self) -> Bracket<T> {
        Bracket {
            fraction: T::narrow(self.fraction),
            lower: T::narrow_down(self.lower),
            upper: T::narrow_up(self.upper),
        }
    }
}

/// When two shapes come into contact on a motion: the answer of [`crate::Solver::cast`].
///
/// *Contact* means that the distance is at most [`crate::Solver::target`].
///
/// ```
/// use clearance::{Ball, Cuboid, Outcome, Pose, Shape, Solver, vec3};
///
/// // A bullet and a thin wall.
/// let wall = Cuboid::new(vec3(5.0f64, 1e-6, 5.0)).unwrap();
/// let bullet = Ball::new(vec3(0.0, 0.0, 0.0), 0.125).unwrap().at(Pose::translation([0.0, 100.0, 0.0]));
/// let cast = Solver::default().cast(&wall, &bullet, vec3(0.0, -800.0, 0.0));
/// let right = (100.0 - 0.125 - 1e-6) / 800.0;
/// assert_eq!(cast.outcome, Outcome::Hit);
/// assert!(cast.lower <= right && right <= cast.upper && cast.upper - cast.lower < 1e-14);
/// assert_eq!(cast.contact.normal, vec3(0.0, 1.0, 0.0));
/// assert!(Solver::default().cast(&wall, &bullet, vec3(800.0, -90.0, 0.0)).is_clear());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "time of impact")]
#[doc(alias = "toi")]
pub struct Cast<V: Vector> {
    /// Whether there is contact.
    pub outcome: Outcome,
    /// The fraction of the motion at the first contact; 1 if there is none.
    #[doc(alias = "time_of_impact")]
    pub fraction: V::Scalar,
    /// Proven: there is no contact before this fraction. 1 if there is none at all.
    #[doc(alias = "safe")]
    pub lower: V::Scalar,
    /// Of a hit: it is proven that there is contact at or before this fraction. 1 if there is no contact. If the
    /// outcome is [`Outcome::Near`]: the end of what is open.
    #[doc(alias = "unsafe")]
    pub upper: V::Scalar,
    /// The two shapes at fraction `lower`: their distance, normal and nearest points. The target is not subtracted.
    pub contact: Proximity<V>,
    /// The number of queries for shapes at rest that the search took. 0 if a closed formula answered.
    pub iterations: u32,
}

impl<V: Vector> Default for Cast<V> {
    /// The answer that claims nothing. Use it to fill a buffer that answers are written to.
    fn default() -> Self {
        let [zero, one] = [V::Scalar::ZERO, V::Scalar::ONE];
        Self {
            outcome: Outcome::Near,
            fraction: zero,
            lower: zero,
            upper: one,
            contact: Proximity::default(),
            iterations: 0,
        }
    }
}

impl<V: Vector> Cast<V> {
    /// Whether there is contact, or contact is not excluded: the safe side of a yes-or-no question.
    pub fn is_hit(&self) -> bool {
        self.outcome != Outcome::Clear
    }
    /// Whether it is proven that there is no contact.
    pub fn is_clear(&self) -> bool {
        self.outcome == Outcome::Clear
    }
    /// The same answer for exchanged shapes.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { contact: self.contact.swapped(), ..self }
    }
}

/// When a shape that moves along a whole line enters another one, and when it leaves it:
/// the answer of [`crate::Solver::crossing`].
///
/// ```
/// use clearance::{Ball, Pose, Shape, Solver, vec3};
///
/// // The balls overlap now. They came into contact 0.75 before, and they part 0.25 later.
/// let ball = Ball::new(vec3(0.0f64, 0.0, 0.0), 1.0).unwrap();
/// let other = ball.at(Pose::translation([1.0, 0.0, 0.0]));
/// let crossing = Solver::default().crossing(&ball, &other, vec3(4.0, 0.0, 0.0)).unwrap();
/// assert!((crossing.entry.fraction + 0.75).abs() < 1e-15 && (crossing.exit.fraction - 0.25).abs() < 1e-15);
/// assert_eq!((crossing.normal_in, crossing.normal_out), (vec3(-1.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing<V: Vector> {
    /// When contact begins, as a multiple of the direction. It may be negative.
    pub entry: Bracket<V::Scalar>,
    /// When contact ends, as a multiple of the direction. It may be negative.
    pub exit: Bracket<V::Scalar>,
    /// The unit normal from A to B at the entry.
    pub normal_in: V,
    /// The unit normal from A to B at the exit.
    pub normal_out: V,
}

impl<V: Vector> Crossing<V> {
    /// The same answer for exchanged shapes and the opposite direction.
    #[must_use]
    pub fn swapped(self) -> Self {
        let [normal_in, normal_out] = [self.normal_in, self.normal_out].each(|normal| V::narrow(-normal.widen()));
        Self { normal_in, normal_out, ..self }
    }
}

/// How near two shapes come to each other on a motion, and when.
///
/// `lower <= true least distance <= upper`. If the shapes come into contact, the distance is 0 and the fraction is that
/// of the first contact. [`crate::Motion`] has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clearance<V: Vector> {
    /// The least distance over the motion.
    pub distance: V::Scalar,
    /// A proven lower bound of the least distance.
    pub lower: V::Scalar,
    /// A proven upper bound of the least distance.
    pub upper: V::Scalar,
    /// When the shapes are so near. On a path of several motions it counts them: 2.5 is half way on the third.
    pub fraction: V::Scalar,
    /// The two shapes at `fraction`.
    pub proximity: Proximity<V>,
    /// The number of queries for shapes at rest that the search took.
    pub iterations: u32,
}

impl<W: WideVector> Cast<W> {
    /// The answer in the scalar of the shapes; bounds move outward.
    pub(crate) fn narrow<V: Vector<Wide = W>>(self) -> Cast<V> {
        let Bracket { fraction, lower, upper } =
            Bracket { fraction: self.fraction, lower: self.lower, upper: self.upper }.narrow::<V::Scalar>();
        let (outcome, contact, iterations) = (self.outcome, self.contact.narrow(), self.iterations);
        Cast { outcome, fraction, lower, upper, contact, iterations }
    }
}

impl<W: WideVector> Crossing<W> {
    /// The answer in the scalar of the shapes; bounds move outward.
    pub(crate) fn narrow<V: Vector<Wide = W>>(self) -> Crossing<V> {
        let [normal_in, normal_out] = [self.normal_in, self.normal_out].each(V::narrow);
        Crossing { entry: self.entry.narrow(), exit: self.exit.narrow(), normal_in, normal_out }
    }
}

impl<W: WideVector> Clearance<W> {
    /// The answer in the scalar of the shapes; bounds move outward.
    pub(crate) fn narrow<V: Vector<Wide = W>>(self) -> Clearance<V> {
        Clearance {
            distance: V::Scalar::narrow(self.distance),
            lower: V::Scalar::narrow_down(self.lower),
            upper: V::Scalar::narrow_up(self.upper),
            fraction: V::Scalar::narrow(self.fraction),
            proximity: self.proximity.narrow(),
            iterations: self.iterations,
        }
    }
}
