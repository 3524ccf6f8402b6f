//! Two parts that move, whatever they are: when they first come into contact, and how near they come.
//!
//! Two convex parts are a [`MotionQuestion`]. Otherwise the leaves decide: the triangles of surfaces, the edges of
//! outlines, and convex shapes as solids. So a part inside of a closed surface is not in contact with it.

use clearance::each::Each;
use clearance::{Motion, Outcome, Pose, Real, Rotation, Solver, Vec2, Vec3, Vector};
use clearance_files::Scalar;
use clearance_files::document::{Numbers, PoseDocument};
use clearance_files::fault::Fault;
use clearance_files::motion::{Ask, Course, MotionDocument, TurnDocument};
use clearance_files::solid::Dimension;
use clearance_scene::{self as scene, CompoundBody, Single, crossing_with, impact_with, least_clearance_with};

use crate::drawing::{self, Panel};
use crate::lattice::Lattice;
use crate::motion_picture;
use crate::motion_question::{
    self, CastAnswer, ClearanceAnswer, CrossingAnswer, Fractions, MotionAnswer, MotionQuestion,
};
use crate::part::{Composite, Part};
use crate::part_picture;
use crate::part_question::PartQuestion;
use crate::surfaces::Standing;

/// Two parts that move.
pub struct PartMotion<'a> {
    /// The parts where they start.
    pub pair: PartQuestion<'a>,
    /// How they move, and what is asked.
    pub course: Course,
}

impl PartMotion<'_> {
    /// The question about convex shapes, if both parts are.
    pub fn convex(&self) -> Option<MotionQuestion<'_>> {
        let pair = self.pair.convex_question()?;
        let are_convex = self.pair.parts.iter().all(|part| part.hull_distance == 0.0);
        are_convex.then(|| MotionQuestion { pair, course: self.course.clone() })
    }

    /// What the question about the hulls says, if one part is a half-space: a thing is as far from it as its hull.
    fn beside_plane<T>(&self, ask: impl FnOnce(&MotionQuestion<'_>) -> T) -> Option<T> {
        if self.course.is_morph() || !self.pair.has_half_space() {
            return None;
        }
        let [a, b] = self.pair.parts.each(Part::hull);
        Some(ask(&MotionQuestion { pair: self.pair.question_about([&a, &b]), course: self.course.clone() }))
    }

    /// The answer.
    pub fn answer(&self, solver: &Solver) -> Result<MotionAnswer, Fault> {
        if let Some(answer) = self.beside_plane(|question| question.answer(solver)) {
            return answer;
        }
        match self.convex() {
            Some(question) => question.answer(solver),
            None => self.of_leaves(self.course.ask, solver),
        }
    }

    /// Whether a limit of distance is broken: by contact, or by a least distance below it.
    pub fn is_broken(&self, answer: &MotionAnswer, limit: f64, solver: &Solver) -> Result<bool, Fault> {
        if let Some(question) = self.convex() {
            return question.is_broken(answer, limit, solver);
        }
        if let Some(is_broken) = self.beside_plane(|question| question.is_broken(answer, limit, solver)) {
            return is_broken;
        }
        match answer {
            MotionAnswer::Clearance(clearance) => Ok(clearance.is_below(limit)),
            MotionAnswer::Impact(cast) if cast.outcome != Outcome::Clear => Ok(true),
            MotionAnswer::Crossing(Some(crossing)) if crossing.may_be_on_the_way() => Ok(true),
            _ if limit <= 0.0 => Ok(false),
            _ => match self.of_leaves(Ask::Clearance, solver)? {
                MotionAnswer::Clearance(clearance) => Ok(clearance.is_below(limit)),
                MotionAnswer::Impact(_) | MotionAnswer::Crossing(_) => Ok(false),
            },
        }
    }

    /// The drawing of the parts at the start, at the contact and at the end.
    pub fn picture(&self, names: [&str; 2], answer: &MotionAnswer, solver: &Solver) -> Result<String, Fault> {
        self.beside_plane(|question| question.pair.check_ends()).unwrap_or(Ok(()))?;
        if let Some(question) = self.convex() {
            return motion_picture::of_motion(&question, names, answer);
        }
        let (moment, words) = motion_picture::moment(answer);
        let moments = [Some(("start", 0.0)), moment.map(|fraction| ("contact", fraction)), Some(("end", 1.0))];
        let panel = |(when, fraction): (&str, f64)| {
            self.at(fraction, |question| {
                let panel = part_picture::panel(question, names, &question.answer(solver)?, "")?;
                Ok(Panel { title: format!("{when}, {}", panel.title), ..panel })
            })
        };
        let panels: Vec<Panel> = moments.into_iter().flatten().map(panel).collect::<Result<_, _>>()?;
        Ok(drawing::svg(&panels, &format!("{} and {}: {words}", names[0], names[1])))
    }

    /// The answer about the leaves.
    fn of_leaves(&self, ask: Ask, solver: &Solver) -> Result<MotionAnswer, Fault> {
        if self.course.is_morph() {
            return Err(Fault::new("expected shapes given as points beside a morph"));
        }
        let found = match self.pair.dimension()? {
            2 => {
                let [a, b] = self.pair.surfaces_of::<Vec2<f64>>()?;
                in_plane(&self.task::<Vec2<f64>>(ask, solver)?, &a, &b)
            }
            _ => {
                let [a, b] = self.pair.surfaces_of::<Vec3<f64>>()?;
                in_space(&self.task::<Vec3<f64>>(ask, solver)?, &a, &b)
            }
        }?;
        match found {
            Found::Impact { outcome, at, leaves, iterations } => {
                let contact = self.at(at.lower, |question| question.answer(solver))?;
                let at = self.rounded_outward(at);
                Ok(MotionAnswer::Impact(CastAnswer { outcome, at, contact, leaves, iterations }))
            }
            Found::Clearance { least, fraction, leaves, iterations } => {
                let contact = self.at(fraction, |question| question.answer(solver))?;
                let Fractions { fraction: distance, lower, upper } = self.rounded_outward(least);
                let fraction = self.rounded(fraction);
                let leaves = Some(leaves);
                Ok(MotionAnswer::Clearance(ClearanceAnswer {
                    distance,
                    lower,
                    upper,
                    fraction,
                    contact,
                    leaves,
                    iterations,
                }))
            }
            Found::Crossing(found) => Ok(MotionAnswer::Crossing(found.map(|found| self.rounded_crossing(&found)))),
        }
    }

    fn task<V: Dimension>(&self, ask: Ask, solver: &Solver) -> Result<Task<V>, Fault> {
        let course = self.rounded_course();
        let solver = Solver { target: course.target::<V>()?, start: course.start.into(), ..*solver };
        let motions = course.motions::<V>()?;
        let question = match ask {
            Ask::Impact => LeafQuestion::Impact,
            Ask::Clearance => LeafQuestion::Clearance,
            Ask::Crossing => LeafQuestion::Crossing(motion_question::direction(&course, &motions)?),
        };
        Ok(Task { solver, question, motions })
    }

    /// The parts where their motions have brought them.
    fn at<T>(&self, fraction: f64, ask: impl FnOnce(&PartQuestion<'_>) -> Result<T, Fault>) -> Result<T, Fault> {
        let course = self.rounded_course();
        let ways = match self.pair.dimension()? {
            2 => course.motions::<Vec2<f64>>()?.each(|motion| displacement(&motion, fraction)),
            _ => course.motions::<Vec3<f64>>()?.each(|motion| displacement(&motion, fraction)),
        };
        let moves = [0, 1].each(|side| {
            let way = (fraction > 0.0 && course.motions[side] != MotionDocument::default()).then_some(ways[side]);
            self.pair.moves[side].iter().copied().chain(way).collect::<Vec<PoseDocument>>()
        });
        ask(&PartQuestion { moves: moves.each_ref().each(Vec::as_slice), ..self.pair })
    }

    /// The course with its numbers rounded to the scalar.
    fn rounded_course(&self) -> Course {
        let number = |number: f64| self.rounded(number);
        let numbers = |numbers: Numbers| numbers.map(number);
        let turn = |turn| match turn {
            TurnDocument::Angle(angle) => TurnDocument::Angle(number(angle)),
            TurnDocument::Vector(vector) => TurnDocument::Vector(vector.each(number)),
        };
        let motion = |motion: MotionDocument| MotionDocument {
            travel: motion.travel.map(numbers),
            turn: motion.turn.map(turn),
            center: motion.center.map(numbers),
        };
        Course { motions: self.course.motions.each(motion), target: number(self.course.target), ..self.course.clone() }
    }

    fn rounded(&self, number: f64) -> f64 {
        match self.pair.scalar {
            Scalar::F64 => number,
            Scalar::F32 => f64::from(number as f32),
        }
    }

    fn rounded_crossing(&self, crossing: &CrossingAnswer) -> CrossingAnswer {
        let [entry, exit] = [crossing.entry, crossing.exit].each(|bracket| self.rounded_outward(bracket));
        CrossingAnswer { scalar: self.pair.scalar, entry, exit, ..*crossing }
    }

    fn rounded_outward(&self, bracket: Fractions) -> Fractions {
        match self.pair.scalar {
            Scalar::F64 => bracket,
            Scalar::F32 => Fractions {
                fraction: self.rounded(bracket.fraction),
                lower: f64::from(f32::narrow_down(bracket.lower)),
                upper: f64::from(f32::narrow_up(bracket.upper)),
            },
        }
    }
}

/// What a motion has done to the world at a fraction of it.
fn displacement<V: Vector>(motion: &Motion<V>, fraction: f64) -> PoseDocument {
    let Pose { rotation, translation } = motion.pose_at(Pose::identity(), fraction);
    let [x, y, z, w] = rotation.components();
    let coordinates = crate::answer::Coordinates::of(translation);
    let (translation, rotation) = match *coordinates.as_slice() {
        [p, q] => (Numbers::from([p, q]), Numbers::from([x, y])),
        [p, q, r] => (Numbers::from([p, q, r]), Numbers::from([x, y, z, w])),
        ref other => unreachable!("a vector has two or three coordinates, and not {}", other.len()),
    };
    PoseDocument { translation: Some(translation), rotation: Some(rotation) }
}

/// What is asked about two bodies.
struct Task<V: Vector> {
    solver: Solver,
    question: LeafQuestion<V>,
    motions: [Motion<V>; 2],
}

enum LeafQuestion<V> {
    Impact,
    Clearance,
    /// B moves along the line of this direction as seen from A.
    Crossing(V),
}

/// What was found about two bodies.
enum Found {
    Impact { outcome: Outcome, at: Fractions, leaves: Option<[u32; 2]>, iterations: u32 },
    Clearance { least: Fractions, fraction: f64, leaves: [u32; 2], iterations: u32 },
    Crossing(Option<CrossingAnswer>),
}

impl<V: Vector<Scalar = f64>> Task<V> {
    fn run<const D: usize, A: scene::Composite<D, Vector = V>, B: scene::Composite<D, Vector = V>>(
        &self,
        a: &A,
        b: &B,
    ) -> Found {
        let [of_a, of_b] = &self.motions;
        match self.question {
            LeafQuestion::Impact => {
                let found = impact_with(&self.solver, a, of_a, b, of_b);
                Found::Impact {
                    outcome: found.outcome,
                    at: Fractions { fraction: found.fraction, lower: found.lower, upper: found.upper },
                    leaves: found.contact.map(|contact| [contact.leaf_a, contact.leaf_b]),
                    iterations: u32::try_from(found.iterations).unwrap_or(u32::MAX),
                }
            }
            LeafQuestion::Clearance => {
                let found = least_clearance_with(&self.solver, a, of_a, b, of_b);
                Found::Clearance {
                    least: Fractions { fraction: found.distance, lower: found.lower, upper: found.upper },
                    fraction: found.fraction,
                    leaves: [found.leaf_a, found.leaf_b],
                    iterations: found.iterations,
                }
            }
            LeafQuestion::Crossing(direction) => {
                let found = crossing_with(&self.solver, a, b, direction);
                Found::Crossing(found.map(|found| CrossingAnswer {
                    leaves: [Some(found.leaves_in), Some(found.leaves_out)],
                    ..CrossingAnswer::new(&found, Scalar::F64)
                }))
            }
        }
    }
}

fn in_space(task: &Task<Vec3<f64>>, a: &Standing<'_, Vec3<f64>>, b: &Standing<'_, Vec3<f64>>) -> Result<Found, Fault> {
    match (a, b) {
        (Standing::Composite(Composite::Mesh(a), p), Standing::Composite(Composite::Mesh(b), q)) => {
            Ok(task.run(&a.at(*p), &b.at(*q)))
        }
        (Standing::Composite(Composite::Mesh(a), p), Standing::Convex(b)) => Ok(task.run(&a.at(*p), &Single::new(b))),
        (Standing::Convex(a), Standing::Composite(Composite::Mesh(b), q)) => Ok(task.run(&Single::new(a), &b.at(*q))),
        (Standing::Composite(Composite::Lattice(a), p), b) => {
            with_lattice(task, &a.compound.at(*p), b).map(|found| found.numbered([Some(a), lattice_of(b)]))
        }
        (a, Standing::Composite(Composite::Lattice(b), q)) => {
            with_lattice_behind(task, a, &b.compound.at(*q)).map(|found| found.numbered([None, Some(b)]))
        }
        _ => Err(Fault::new("expected two things of space")),
    }
}

/// The lattice that a part is.
fn lattice_of<'a>(part: &Standing<'a, Vec3<f64>>) -> Option<&'a Lattice> {
    match part {
        Standing::Composite(Composite::Lattice(lattice), _) => Some(lattice),
        _ => None,
    }
}

fn with_lattice(task: &Task<Vec3<f64>>, a: &CompoundBody<'_>, b: &Standing<'_, Vec3<f64>>) -> Result<Found, Fault> {
    match b {
        Standing::Composite(Composite::Lattice(b), q) => Ok(task.run(a, &b.compound.at(*q))),
        Standing::Composite(Composite::Mesh(b), q) => Ok(task.run(a, &b.at(*q))),
        Standing::Convex(b) => Ok(task.run(a, &Single::new(b))),
        Standing::Composite(Composite::Outline(_), _) => Err(Fault::new("expected two things of space")),
    }
}

fn with_lattice_behind(
    task: &Task<Vec3<f64>>,
    a: &Standing<'_, Vec3<f64>>,
    b: &CompoundBody<'_>,
) -> Result<Found, Fault> {
    match a {
        Standing::Composite(Composite::Mesh(a), p) => Ok(task.run(&a.at(*p), b)),
        Standing::Convex(a) => Ok(task.run(&Single::new(a), b)),
        Standing::Composite(..) => Err(Fault::new("expected two things of space")),
    }
}

impl Found {
    /// The same with the leaves of lattices as files number them.
    fn numbered(self, lattices: [Option<&Lattice>; 2]) -> Self {
        let numbered = |leaves: [u32; 2]| {
            [0, 1].each(|side| lattices[side].map_or(leaves[side], |lattice| lattice.number(leaves[side])))
        };
        match self {
            Self::Impact { outcome, at, leaves, iterations } => {
                Self::Impact { outcome, at, leaves: leaves.map(numbered), iterations }
            }
            Self::Clearance { least, fraction, leaves, iterations } => {
                Self::Clearance { least, fraction, leaves: numbered(leaves), iterations }
            }
            Self::Crossing(found) => Self::Crossing(
                found.map(|found| CrossingAnswer { leaves: found.leaves.each(|leaves| leaves.map(numbered)), ..found }),
            ),
        }
    }
}

fn in_plane(task: &Task<Vec2<f64>>, a: &Standing<'_, Vec2<f64>>, b: &Standing<'_, Vec2<f64>>) -> Result<Found, Fault> {
    match (a, b) {
        (Standing::Composite(Composite::Outline(a), p), Standing::Composite(Composite::Outline(b), q)) => {
            Ok(task.run(&a.at(*p), &b.at(*q)))
        }
        (Standing::Composite(Composite::Outline(a), p), Standing::Convex(b)) => {
            Ok(task.run(&a.at(*p), &Single::new(b)))
        }
        (Standing::Convex(a), Standing::Composite(Composite::Outline(b), q)) => {
            Ok(task.run(&Single::new(a), &b.at(*q)))
        }
        _ => Err(Fault::new("expected two things of the plane")),
    }
}
