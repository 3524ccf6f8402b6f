//! The question when two shapes that move come into contact, or how near they come, and its answer without type
//! parameters.

use clearance::each::Each;
use clearance::{
    Bracket, Cast, Clearance, Crossing, Morph, Motion, MotionStep, Outcome, Real, Solver, Vec2, Vec3, Vector,
};
use clearance_files::Scalar;
use clearance_files::fault::Fault;
use clearance_files::motion::{Ask, Course, MovedPoints};
use clearance_files::solid::{Body, Dimension};

use crate::answer::{Answer, Coordinates, Question};
use crate::number;

/// Two shapes that move.
pub struct MotionQuestion<'a> {
    /// The shapes where they start.
    pub pair: Question<'a>,
    /// How they move, and what is asked.
    pub course: Course,
}

/// The answer to a question about a motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MotionAnswer {
    /// When the shapes first come into contact.
    Impact(CastAnswer),
    /// How near they come.
    Clearance(ClearanceAnswer),
    /// When contact begins and ends on the whole line. `None` if there is none.
    Crossing(Option<CrossingAnswer>),
}

/// A fraction of a motion with its bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fractions {
    /// The best estimate.
    pub fraction: f64,
    /// Not above the true fraction.
    pub lower: f64,
    /// Not below the true fraction.
    pub upper: f64,
}

/// A [`Cast`] without type parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastAnswer {
    /// Clear, hit or near.
    pub outcome: Outcome,
    /// When contact begins; 1 if there is none.
    pub at: Fractions,
    /// The shapes at the lower bound of the fraction.
    pub contact: Answer,
    /// The triangles or edges that meet, if a shape has them.
    pub leaves: Option<[u32; 2]>,
    /// Queries for shapes at rest.
    pub iterations: u32,
}

/// A [`Clearance`] without type parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClearanceAnswer {
    /// The least distance.
    pub distance: f64,
    /// Not above the least distance.
    pub lower: f64,
    /// Not below the least distance.
    pub upper: f64,
    /// When the shapes are so near.
    pub fraction: f64,
    /// The shapes at that fraction.
    pub contact: Answer,
    /// The triangles or edges that are so near, if a shape has them.
    pub leaves: Option<[u32; 2]>,
    /// Queries for shapes at rest.
    pub iterations: u32,
}

/// A [`Crossing`] without type parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrossingAnswer {
    /// What the numbers are rounded to.
    pub scalar: Scalar,
    /// When contact begins.
    pub entry: Fractions,
    /// When contact ends.
    pub exit: Fractions,
    /// From A to B at the entry.
    pub normal_in: Coordinates,
    /// From A to B at the exit.
    pub normal_out: Coordinates,
    /// The triangles or edges that meet first, and those that part last, if a shape has them.
    pub leaves: [Option<[u32; 2]>; 2],
}

/// A part of a motion that a carried direction proves to be free of contact.
pub struct ProofLine {
    /// Where the part begins and ends.
    pub fractions: [f64; 2],
    /// What the direction turns with.
    pub carrier: &'static str,
    /// The rotation vector of a direction with a turn of its own.
    pub turn: [f64; 3],
    /// The direction at fraction 0.
    pub direction: Coordinates,
    /// Lower bounds of the separations at both ends.
    pub separations: [f64; 2],
}

/// A look at the shapes at one fraction of the motion, or a proven part of it.
pub enum StepRecord {
    /// The fraction, the distance there and its normal.
    Look(f64, f64, Coordinates),
    /// A proven part.
    Proven(ProofLine),
}

/// The work of a question in one space and scalar.
trait Task {
    type Output;
    fn run<V: Dimension>(self, question: &MotionQuestion<'_>) -> Result<Self::Output, Fault>;
}

impl MotionQuestion<'_> {
    /// The answer.
    pub fn answer(&self, solver: &Solver) -> Result<MotionAnswer, Fault> {
        self.in_space(Asked(*solver))
    }

    /// The answer to the question when contact begins, and each step of the search.
    pub fn steps(&self, solver: &Solver) -> Result<(CastAnswer, Vec<StepRecord>), Fault> {
        self.in_space(Traced(*solver))
    }

    /// Whether a limit of distance is broken: by contact, or by a least distance below it.
    pub fn is_broken(&self, answer: &MotionAnswer, limit: f64, solver: &Solver) -> Result<bool, Fault> {
        match answer {
            MotionAnswer::Impact(cast) if cast.outcome != Outcome::Clear => Ok(true),
            MotionAnswer::Clearance(clearance) => Ok(clearance.is_below(limit)),
            MotionAnswer::Crossing(crossing) => Ok(crossing.is_some_and(|it| it.may_be_on_the_way())),
            // Of points on their own ways only contact is known.
            MotionAnswer::Impact(_) if limit <= 0.0 || self.course.is_morph() => Ok(false),
            MotionAnswer::Impact(_) => {
                let least = self.in_space(Least(*solver))?;
                Ok(least.is_below(limit))
            }
        }
    }

    fn in_space<T: Task>(&self, task: T) -> Result<T::Output, Fault> {
        match (self.pair.dimension()?, self.pair.scalar) {
            (2, Scalar::F32) => task.run::<Vec2<f32>>(self),
            (2, Scalar::F64) => task.run::<Vec2<f64>>(self),
            (_, Scalar::F32) => task.run::<Vec3<f32>>(self),
            (_, Scalar::F64) => task.run::<Vec3<f64>>(self),
        }
    }

    /// The solver with what the line says.
    fn solver<V: Dimension>(&self, solver: &Solver) -> Result<Solver, Fault> {
        Ok(Solver { target: self.course.target::<V>()?, start: self.course.start.into(), ..*solver })
    }

    /// When points that move on their own come into contact.
    fn cast_of_points<V: Dimension>(&self, solver: &Solver) -> Result<Cast<V>, Fault> {
        if self.course.ask != Ask::Impact {
            return Err(Fault::new("expected impact: nothing else is asked about a morph").under("ask"));
        }
        let [a, b] = self.course.morphs::<V>([self.pair.a, self.pair.b])?;
        let morph = |moved| {
            let MovedPoints { from, to, radius }: &MovedPoints<V> = moved;
            Morph::new(from, to).and_then(|morph| morph.rounded(*radius)).map_err(Fault::new)
        };
        Ok(solver.cast_morphs(&morph(&a)?, &morph(&b)?))
    }
}

/// The direction in which B moves as seen from A, for a crossing.
pub fn direction<V: Dimension>(course: &Course, [a, b]: &[Motion<V>; 2]) -> Result<V, Fault> {
    if let Some(side) = course.motions.iter().position(|motion| motion.turns()) {
        let fault = Fault::new("expected no turn: a crossing is asked along a translation");
        return Err(fault.under("turn").under(["motion_a", "motion_b"][side]));
    }
    let direction = V::narrow(b.travel.widen() - a.travel.widen());
    if direction == V::ORIGIN {
        return Err(Fault::new("expected shapes that move against each other: a crossing is asked along a line"));
    }
    Ok(direction)
}

/// The answer.
struct Asked(Solver);

impl Task for Asked {
    type Output = MotionAnswer;
    fn run<V: Dimension>(self, question: &MotionQuestion<'_>) -> Result<MotionAnswer, Fault> {
        let scalar = question.pair.scalar;
        let solver = question.solver::<V>(&self.0)?;
        let motions = question.course.motions::<V>()?;
        let [a, b] = question.pair.bodies::<V>()?.each(Body::placed);
        match question.course.ask {
            _ if question.course.is_morph() => {
                let cast = question.cast_of_points::<V>(&solver)?;
                CastAnswer::new(&cast, scalar).map(MotionAnswer::Impact)
            }
            Ask::Impact => {
                let cast = solver.impact(&a, &motions[0], &b, &motions[1]);
                CastAnswer::new(&cast, scalar).map(MotionAnswer::Impact)
            }
            Ask::Clearance => {
                let clearance = solver.clearance(&a, &motions[0], &b, &motions[1]);
                ClearanceAnswer::new(&clearance, scalar).map(MotionAnswer::Clearance)
            }
            Ask::Crossing => {
                let crossing = solver.crossing(&a, &b, direction(&question.course, &motions)?);
                Ok(MotionAnswer::Crossing(crossing.map(|crossing| CrossingAnswer::new(&crossing, scalar))))
            }
        }
    }
}

/// The least distance over the motion.
struct Least(Solver);

impl Task for Least {
    type Output = ClearanceAnswer;
    fn run<V: Dimension>(self, question: &MotionQuestion<'_>) -> Result<ClearanceAnswer, Fault> {
        let solver = question.solver::<V>(&self.0)?;
        let motions = question.course.motions::<V>()?;
        let [a, b] = question.pair.bodies::<V>()?.each(Body::placed);
        ClearanceAnswer::new(&solver.clearance(&a, &motions[0], &b, &motions[1]), question.pair.scalar)
    }
}

/// The steps of the search for contact.
struct Traced(Solver);

impl Task for Traced {
    type Output = (CastAnswer, Vec<StepRecord>);
    fn run<V: Dimension>(self, question: &MotionQuestion<'_>) -> Result<Self::Output, Fault> {
        let solver = question.solver::<V>(&self.0)?;
        let motions = question.course.motions::<V>()?;
        let [a, b] = question.pair.bodies::<V>()?.each(Body::placed);
        let mut steps = Vec::new();
        let cast = solver.impact_trace(&a, &motions[0], &b, &motions[1], |step| steps.push(StepRecord::new(step)));
        Ok((CastAnswer::new(&cast, question.pair.scalar)?, steps))
    }
}

impl StepRecord {
    fn new<V: Vector>(step: &MotionStep<V>) -> Self {
        match step {
            MotionStep::Look { fraction, proximity } => {
                Self::Look(*fraction, proximity.distance.widen(), Coordinates::of(proximity.normal))
            }
            MotionStep::Proven(interval) => Self::Proven(ProofLine {
                fractions: [interval.start, interval.end],
                carrier: interval.carrier.as_str(),
                turn: interval.turn,
                direction: Coordinates::of(interval.direction),
                separations: interval.separations,
            }),
        }
    }
}

impl Fractions {
    fn new<T: Real>(bracket: &Bracket<T>) -> Self {
        Self { fraction: bracket.fraction.widen(), lower: bracket.lower.widen(), upper: bracket.upper.widen() }
    }

    /// Appends `"fraction":…,"lower":…,"upper":…`.
    fn push_members(&self, out: &mut Vec<u8>, scalar: Scalar) {
        push_number(out, "fraction", self.fraction, scalar, number::push);
        out.push(b',');
        push_number(out, "lower", self.lower, scalar, number::push_lower);
        out.push(b',');
        push_number(out, "upper", self.upper, scalar, number::push_upper);
    }

    fn push_cells(&self, out: &mut Vec<u8>, scalar: Scalar) {
        number::push(out, self.fraction, scalar);
        out.push(b',');
        number::push_lower(out, self.lower, scalar);
        out.push(b',');
        number::push_upper(out, self.upper, scalar);
    }
}

impl CastAnswer {
    fn new<V: Vector>(cast: &Cast<V>, scalar: Scalar) -> Result<Self, Fault> {
        let at = Fractions::new(&Bracket { fraction: cast.fraction, lower: cast.lower, upper: cast.upper });
        let contact = Answer::new(&cast.contact, scalar)?;
        Ok(Self { outcome: cast.outcome, at, contact, leaves: None, iterations: cast.iterations })
    }
}

impl ClearanceAnswer {
    fn new<V: Vector>(clearance: &Clearance<V>, scalar: Scalar) -> Result<Self, Fault> {
        Ok(Self {
            distance: clearance.distance.widen(),
            lower: clearance.lower.widen(),
            upper: clearance.upper.widen(),
            fraction: clearance.fraction.widen(),
            contact: Answer::new(&clearance.proximity, scalar)?,
            leaves: None,
            iterations: clearance.iterations,
        })
    }

    /// Whether the least distance is below a limit. Where the bounds hold the limit, the estimate decides.
    pub fn is_below(&self, limit: f64) -> bool {
        self.upper < limit || (self.lower < limit && self.distance < limit)
    }
}

impl CrossingAnswer {
    /// A crossing whose leaves are not known.
    pub fn new<V: Vector>(crossing: &Crossing<V>, scalar: Scalar) -> Self {
        Self {
            scalar,
            entry: Fractions::new(&crossing.entry),
            exit: Fractions::new(&crossing.exit),
            normal_in: Coordinates::of(crossing.normal_in),
            normal_out: Coordinates::of(crossing.normal_out),
            leaves: [None; 2],
        }
    }

    /// Whether contact between the fractions 0 and 1 is not excluded.
    pub fn may_be_on_the_way(&self) -> bool {
        self.entry.lower <= 1.0 && self.exit.upper >= 0.0
    }
}

impl MotionAnswer {
    /// Appends the members of a JSON object.
    pub fn push_members(&self, out: &mut Vec<u8>) {
        match self {
            Self::Impact(cast) => {
                out.extend_from_slice(format!("\"outcome\":\"{}\",", cast.outcome).as_bytes());
                cast.at.push_members(out, cast.contact.scalar);
                push_contact(out, &cast.contact, cast.leaves, cast.iterations);
            }
            Self::Clearance(clearance) => {
                let scalar = clearance.contact.scalar;
                push_number(out, "distance", clearance.distance, scalar, number::push);
                out.push(b',');
                push_number(out, "lower", clearance.lower, scalar, number::push_lower);
                out.push(b',');
                push_number(out, "upper", clearance.upper, scalar, number::push_upper);
                out.push(b',');
                push_number(out, "fraction", clearance.fraction, scalar, number::push);
                push_contact(out, &clearance.contact, clearance.leaves, clearance.iterations);
            }
            Self::Crossing(None) => out.extend_from_slice(b"\"outcome\":\"clear\""),
            Self::Crossing(Some(crossing)) => {
                let ends = [("\"entry\":{", crossing.entry), (",\"exit\":{", crossing.exit)];
                for ((name, fractions), leaves) in ends.into_iter().zip(crossing.leaves) {
                    out.extend_from_slice(name.as_bytes());
                    fractions.push_members(out, crossing.scalar);
                    push_leaves(out, leaves);
                    out.push(b'}');
                }
                for (name, normal) in [("normal_in", crossing.normal_in), ("normal_out", crossing.normal_out)] {
                    out.extend_from_slice(format!(",\"{name}\":").as_bytes());
                    normal.push_list(out, crossing.scalar);
                }
            }
        }
    }

    /// The names of [`MotionAnswer::push_cells`], separated by commas.
    pub const CSV_HEADER: &str = "outcome,fraction,fraction_lower,fraction_upper,exit,exit_lower,exit_upper";

    /// Appends what a static answer does not have as comma-separated cells.
    pub fn push_cells(&self, out: &mut Vec<u8>) {
        self.push_fraction(out);
        out.push(b',');
        match self {
            Self::Crossing(Some(crossing)) => crossing.exit.push_cells(out, crossing.scalar),
            _ => out.extend_from_slice(b",,"),
        }
    }

    /// Appends the outcome and the fraction with its bounds as comma-separated cells.
    pub fn push_fraction(&self, out: &mut Vec<u8>) {
        match self {
            Self::Impact(cast) => {
                out.extend_from_slice(format!("{},", cast.outcome).as_bytes());
                cast.at.push_cells(out, cast.contact.scalar);
            }
            Self::Clearance(clearance) => {
                out.push(b',');
                number::push(out, clearance.fraction, clearance.contact.scalar);
                out.extend_from_slice(b",,");
            }
            Self::Crossing(None) => out.extend_from_slice(b"clear,,,"),
            Self::Crossing(Some(crossing)) => {
                out.extend_from_slice(b"hit,");
                crossing.entry.push_cells(out, crossing.scalar);
            }
        }
    }

    /// The columns of a static answer: the contact. For a least clearance the distance and its bounds are those of the
    /// whole motion.
    pub fn contact(&self) -> Option<Answer> {
        match self {
            Self::Impact(cast) => Some(cast.contact),
            Self::Clearance(it) => {
                Some(Answer { distance: it.distance, lower: it.lower, upper: it.upper, ..it.contact })
            }
            Self::Crossing(_) => None,
        }
    }
}

/// Appends `"name":…`.
fn push_number(out: &mut Vec<u8>, name: &str, value: f64, scalar: Scalar, push: fn(&mut Vec<u8>, f64, Scalar)) {
    out.extend_from_slice(format!("\"{name}\":").as_bytes());
    push(out, value, scalar);
}

/// Appends `,"contact":{…},"iterations":…`, and the leaves if there are any.
fn push_contact(out: &mut Vec<u8>, contact: &Answer, leaves: Option<[u32; 2]>, iterations: u32) {
    out.extend_from_slice(b",\"contact\":{");
    contact.push_members(out);
    out.extend_from_slice(format!("}},\"iterations\":{iterations}").as_bytes());
    push_leaves(out, leaves);
}

/// Appends `,"leaf_a":…,"leaf_b":…`, if there are any.
fn push_leaves(out: &mut Vec<u8>, leaves: Option<[u32; 2]>) {
    if let Some([a, b]) = leaves {
        out.extend_from_slice(format!(",\"leaf_a\":{a},\"leaf_b\":{b}").as_bytes());
    }
}
