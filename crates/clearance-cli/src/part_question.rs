//! The question how far apart two parts are, whatever they are.
//!
//! Two convex bodies that do not overlap have the signed distance of the core, other things the distance of their
//! surfaces or edges. Where things overlap, `--inside` says which of the two it is (`inside.rs`). Bodies that are only
//! nearly convex (`convexity.rs`) have the distance of their surfaces while they do not overlap, and the depth of their
//! hulls otherwise. Two shapes without a surface always have the signed distance of the core.

use clearance::each::Each;
use clearance::{Pose, Solver, Vec2, Vec3};
use clearance_files::Scalar;
use clearance_files::document::{Numbers, PoseDocument, ShapeDocument};
use clearance_files::fault::Fault;
use clearance_files::readers::Approximation;
use clearance_files::solid::{self, Body, Dimension};
use clearance_scene::Depth;

use crate::answer::{Answer, CompositeAnswer, Question};
use crate::inside::{Inside, least_depth};
use crate::part::{Composite, Part};
use crate::relation::{self, Relation};
use crate::surfaces::{self, Standing};

/// Two parts, and the space and precision in which they are meant.
#[derive(Clone, Copy)]
pub struct PartQuestion<'a> {
    /// What is asked about.
    pub parts: [&'a Part; 2],
    /// Where each is placed, one move after the other.
    pub moves: [&'a [PoseDocument]; 2],
    /// 2 or 3. It is `None` if the parts tell.
    pub dimension: Option<u8>,
    /// What the numbers are rounded to.
    pub scalar: Scalar,
    /// What the distance is where the parts overlap.
    pub inside: Inside,
}

impl PartQuestion<'_> {
    /// How far apart the parts are.
    pub fn answer(&self, solver: &Solver) -> Result<Answer, Fault> {
        if self.parts.iter().any(|part| part.composite.is_some()) {
            self.dimension()?;
        }
        let answer = match self.convex_question() {
            _ if self.has_half_space() => self.beside_plane(solver)?,
            Some(question) => self.of_convex_bodies(&question, solver)?,
            None => self.of_others(solver)?,
        };
        // The surface of an open mesh has no depth, and that of a lattice is not known. A half-space always tells it.
        let (has_half_space, has_depth) = (self.has_half_space(), self.parts.iter().all(|part| part.has_depth()));
        let inside = |it: &CompositeAnswer| match () {
            () if has_half_space => Inside::Depth,
            () if it.is_open || !has_depth => Inside::Wall,
            () => self.inside,
        };
        let told = |it: CompositeAnswer| {
            let inside = it.relation.is_overlap().then(|| inside(&it));
            CompositeAnswer { inside, ..it }
        };
        Ok(Answer { composite: answer.composite.map(told), ..answer })
    }

    /// Whether a part is a half-space.
    pub fn has_half_space(&self) -> bool {
        self.parts.iter().any(|part| part.convex.as_deref().is_some_and(ShapeDocument::is_half_space))
    }

    /// The answer about a half-space and a part. The hull of a thing is as far from a half-space, or as deep in it, as the
    /// thing.
    fn beside_plane(&self, solver: &Solver) -> Result<Answer, Fault> {
        if self.parts.iter().any(|part| matches!(part.composite, Some(Composite::Lattice(_)))) {
            return self.of_leaves(solver);
        }
        let [a, b] = self.parts.each(Part::hull);
        let question = self.question_about([&a, &b]);
        let answer = question.answer(solver)?;
        match self.parts.iter().any(|part| part.composite.is_some()) {
            true => self.with_relation(&question, answer, solver),
            false => Ok(answer),
        }
    }

    /// The answer about bodies of which one is not convex.
    fn of_others(&self, solver: &Solver) -> Result<Answer, Fault> {
        let surfaces = self.of_surfaces(solver)?;
        let Some(composite) = surfaces.composite.filter(|composite| composite.relation.is_overlap()) else {
            return Ok(surfaces);
        };
        let composite = CompositeAnswer { depth: self.depth_of_surfaces()?, ..composite };
        match self.inside {
            Inside::Depth if !composite.is_open && self.parts.iter().all(|part| part.has_depth()) => {
                self.out_of_hulls(&surfaces, composite, solver)
            }
            _ => Ok(Answer { composite: Some(composite), ..surfaces }),
        }
    }

    /// Minus the depth of two solids: the way out of the hulls, which is at least as long, and what is known above.
    fn out_of_hulls(&self, surfaces: &Answer, composite: CompositeAnswer, solver: &Solver) -> Result<Answer, Fault> {
        let [a, b] = self.parts.each(Part::hull);
        let hulls = self.question_about([&a, &b]).answer(solver)?;
        let least = least_depth(composite.relation, surfaces.lower, composite.depth);
        let inward = self.parts.each(|part| Approximation { outward: 0.0, ..part.approximation });
        let answer = Answer { upper: hulls.distance.max(-least), ..hulls }.widened(inward)?;
        let upper = match self.scalar {
            Scalar::F64 => answer.upper,
            Scalar::F32 => f64::from((answer.upper as f32).next_up()),
        };
        let known = composite.depth.map_or(f64::INFINITY, |depth| depth.upper);
        let depth = Depth { lower: (-upper).max(0.0), upper: known.min(-answer.lower) };
        Ok(Answer {
            upper,
            composite: Some(CompositeAnswer { leaves: None, depth: Some(depth), ..composite }),
            ..answer
        })
    }

    /// The answer about two convex bodies: signed, unless the wall is asked for.
    fn of_convex_bodies(&self, question: &Question<'_>, solver: &Solver) -> Result<Answer, Fault> {
        let signed = self.signed(question, solver)?;
        match signed.composite {
            Some(CompositeAnswer { relation, depth, .. }) if relation.is_overlap() && self.inside == Inside::Wall => {
                let surfaces = self.of_surfaces(solver)?;
                let told = |composite| CompositeAnswer { relation, depth, ..composite };
                Ok(Answer { composite: surfaces.composite.map(told), ..surfaces })
            }
            _ => Ok(signed),
        }
    }

    /// The signed distance of two bodies that are convex, or nearly so.
    fn signed(&self, question: &Question<'_>, solver: &Solver) -> Result<Answer, Fault> {
        if self.parts.iter().all(|part| part.hull_distance == 0.0) {
            let answer = question.answer(solver)?;
            return match self.parts.iter().any(|part| part.composite.is_some()) {
                true => self.with_relation(question, answer, solver),
                false => Ok(answer),
            };
        }
        let surfaces = self.of_surfaces(solver)?;
        match surfaces.composite.map(|composite| composite.relation) {
            None | Some(Relation::Apart | Relation::Touching) => Ok(Answer {
                composite: surfaces.composite.map(|composite| CompositeAnswer { leaves: None, ..composite }),
                ..surfaces
            }),
            Some(relation) => {
                let hulls = self.parts.each(|part| Approximation { outward: 0.0, inward: part.hull_distance });
                let answer = question.answer(solver)?.widened(hulls)?;
                Ok(Answer { composite: Some(CompositeAnswer::of_convex(relation, &answer)), ..answer })
            }
        }
    }

    /// Whether the parts are closer than a limit, or overlap. A distance that is exactly the limit is not below it.
    pub fn is_below(&self, answer: &Answer, limit: f64) -> Result<bool, Fault> {
        let is_overlap = answer.composite.is_some_and(|composite| composite.relation.is_overlap());
        // Whether things overlap by more than a length is asked of their depth, whatever is told.
        if is_overlap && limit < 0.0 && self.inside == Inside::Wall {
            let question = PartQuestion { inside: Inside::Depth, ..*self };
            return question.is_below(&question.answer(&Solver::default())?, limit);
        }
        // Open surfaces have no depth.
        if is_overlap && (limit >= 0.0 || !(answer.distance < 0.0)) {
            return Ok(true);
        }
        let is_exact = self.parts.iter().all(|part| part.approximation == Approximation::default());
        if is_exact
            && answer.composite.is_some_and(|composite| composite.leaves.is_some())
            && let Some(is_below) = self.surfaces_are_below(limit)?
        {
            return Ok(is_below);
        }
        answer.is_below(limit, |solver| self.answer(solver))
    }

    /// Whether two surfaces or outlines are nearer than a limit. `None` if one is a convex shape.
    fn surfaces_are_below(&self, limit: f64) -> Result<Option<bool>, Fault> {
        Ok(match self.dimension()? {
            2 => {
                let [a, b] = self.surfaces_of::<Vec2<f64>>()?;
                surfaces::are_below_in_plane(&a, &b, limit)
            }
            _ => {
                let [a, b] = self.surfaces_of::<Vec3<f64>>()?;
                surfaces::are_below_in_space(&a, &b, limit)
            }
        })
    }

    /// The question about the convex shapes, if both are convex.
    pub fn convex_question(&self) -> Option<Question<'_>> {
        let [a, b] = self.parts;
        Some(self.question_about([a.convex.as_deref()?, b.convex.as_deref()?]))
    }

    /// The question about convex shapes in place of the parts.
    pub fn question_about<'b>(&'b self, [a, b]: [&'b ShapeDocument; 2]) -> Question<'b> {
        let approximation = self.parts.each(|part| part.approximation);
        Question { a, b, moves: self.moves, dimension: self.dimension, scalar: self.scalar, approximation }
    }

    /// Bounds of the depth of surfaces or outlines that overlap, if they are small.
    fn depth_of_surfaces(&self) -> Result<Option<Depth>, Fault> {
        Ok(match self.dimension()? {
            2 => {
                let [a, b] = self.surfaces_of::<Vec2<f64>>()?;
                surfaces::depth_in_plane(&a, &b)
            }
            _ => {
                let [a, b] = self.surfaces_of::<Vec3<f64>>()?;
                surfaces::depth_in_space(&a, &b)
            }
        })
    }

    /// The answer about convex bodies with their relation.
    fn with_relation(&self, question: &Question<'_>, answer: Answer, solver: &Solver) -> Result<Answer, Fault> {
        let relation = match (question.dimension()?, self.scalar) {
            (2, Scalar::F32) => relation_in::<Vec2<f32>>(question, &answer, solver),
            (2, Scalar::F64) => relation_in::<Vec2<f64>>(question, &answer, solver),
            (_, Scalar::F32) => relation_in::<Vec3<f32>>(question, &answer, solver),
            (_, Scalar::F64) => relation_in::<Vec3<f64>>(question, &answer, solver),
        }?;
        let relation = match relation {
            Some(relation) => relation,
            None => self.of_surfaces(solver)?.composite.map_or(Relation::Crossing, |composite| composite.relation),
        };
        Ok(Answer { composite: Some(CompositeAnswer::of_convex(relation, &answer)), ..answer })
    }

    /// The distance of the surfaces or outlines. Whatever curves lose as polygons, it is not negative.
    fn of_surfaces(&self, solver: &Solver) -> Result<Answer, Fault> {
        let answer = self.of_leaves(solver)?;
        Ok(Answer { lower: answer.lower.max(0.0), ..answer })
    }

    /// The distance of the leaves; of a lattice from a half-space it is signed.
    fn of_leaves(&self, solver: &Solver) -> Result<Answer, Fault> {
        let answer = match self.dimension()? {
            2 => {
                let [a, b] = self.surfaces_of::<Vec2<f64>>()?;
                surfaces::in_plane(solver, &a, &b)?.answer(self.scalar)?
            }
            _ => {
                let [a, b] = self.surfaces_of::<Vec3<f64>>()?;
                surfaces::in_space(solver, &a, &b)?.answer(self.scalar)?
            }
        };
        // A curve may lie on either side of its polygon, seen from the other thing.
        let either_side = |part: &Part| {
            let deviation = part.approximation.outward.max(part.approximation.inward);
            Approximation { outward: deviation, inward: deviation }
        };
        answer.widened(self.parts.each(either_side))
    }

    /// The parts at their places, for the search.
    pub fn surfaces_of<V: Dimension>(&self) -> Result<[Standing<'_, V>; 2], Fault> {
        let [pose_a, pose_b] = self.poses::<V>()?;
        let standing = |side: usize, pose: Pose<V>, key: &str| match &self.parts[side].composite {
            Some(composite) => Ok(Standing::Composite(composite, pose)),
            None => {
                self.convex_body(side).map(|body| Standing::Convex(body.placed())).map_err(|fault| fault.under(key))
            }
        };
        Ok([standing(0, pose_a, "a")?, standing(1, pose_b, "b")?])
    }

    /// A part that is a convex shape, at its place.
    pub fn convex_body<V: Dimension>(&self, side: usize) -> Result<Body<V>, Fault> {
        let Some(document) = self.parts[side].convex.as_deref() else {
            return Err(Fault::new("expected a convex shape"));
        };
        let mut body = Body::new(document)?;
        self.moves[side].iter().try_for_each(|pose| body.move_by(pose))?;
        Ok(body)
    }

    /// 2 or 3: what the question says, or the first part that knows. It is a fault if a part is of another one.
    pub fn dimension(&self) -> Result<u8, Fault> {
        let own = self.parts.each(|part| match &part.composite {
            Some(Composite::Mesh(_) | Composite::Lattice(_)) => Some(3),
            Some(Composite::Outline(_)) => Some(2),
            None => part.convex.as_ref().and_then(|document| document.dimension()),
        });
        let Some(dimension) = self.dimension.or(own[0]).or(own[1]) else {
            return Err(Fault::new("a shape needs at least one point").under("points").under("a"));
        };
        match (0..2).find(|&side| own[side].is_some_and(|own| own != dimension)) {
            Some(side) => {
                let name = |dimension| if dimension == 2 { "the plane" } else { "space" };
                let message = format!("expected a thing of {}, found one of {}", name(dimension), name(5 - dimension));
                Err(Fault::new(message).under(["a", "b"][side]))
            }
            None => Ok(dimension),
        }
    }

    /// Where the parts stand.
    pub fn poses<V: Dimension>(&self) -> Result<[Pose<V>; 2], Fault> {
        let pose = |moves: &[PoseDocument], key: &str| {
            let mut placed = Pose::identity();
            for document in moves {
                let pose = solid::pose::<V>(&rounded(document, self.scalar)).map_err(|fault| fault.under(key))?;
                placed = pose.after(&placed);
            }
            Ok(placed)
        };
        Ok([pose(self.moves[0], "pose_a")?, pose(self.moves[1], "pose_b")?])
    }
}

fn relation_in<V: Dimension>(
    question: &Question<'_>,
    answer: &Answer,
    solver: &Solver,
) -> Result<Option<Relation>, Fault> {
    let [a, b] = question.bodies::<V>()?.each(Body::placed);
    Ok(relation::of_convex(solver, answer.status, &a, &b))
}

/// A placement with its numbers rounded to the scalar.
fn rounded(pose: &PoseDocument, scalar: Scalar) -> PoseDocument {
    let numbers = |numbers: Numbers| numbers.map(|number| f64::from(number as f32));
    match scalar {
        Scalar::F64 => *pose,
        Scalar::F32 => {
            PoseDocument { translation: pose.translation.map(numbers), rotation: pose.rotation.map(numbers) }
        }
    }
}
