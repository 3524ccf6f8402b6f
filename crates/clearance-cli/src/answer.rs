//! An answer without its type parameters, and the question about two shapes that leads to it.

use clearance::each::Each;
use clearance::{Precision, Proximity, Real, Solver, Space, Status, Vec2, Vec3, Vector};
use clearance_files::Scalar;
use clearance_files::document::{self, PoseDocument, ShapeDocument};
use clearance_files::fault::Fault;
use clearance_files::readers::Approximation;
use clearance_files::solid::{Body, Dimension};
use clearance_scene::Depth;
use serde::{Serialize, Serializer};

use crate::inside::Inside;
use crate::number;
use crate::relation::{self, Relation};

/// Two shapes, and the space and precision in which they are meant.
pub struct Question<'a> {
    /// The first shape.
    pub a: &'a ShapeDocument,
    /// The second shape.
    pub b: &'a ShapeDocument,
    /// Where A and B are moved after their own placement, one move after the other.
    pub moves: [&'a [PoseDocument]; 2],
    /// 2 or 3. It is `None` if the shapes tell.
    pub dimension: Option<u8>,
    /// What the numbers are rounded to.
    pub scalar: Scalar,
    /// How far each shape may be from what its file means.
    pub approximation: [Approximation; 2],
}

/// Shapes that are what was meant.
pub const EXACT: [Approximation; 2] = [Approximation { outward: 0.0, inward: 0.0 }; 2];

/// A point or vector of the plane or of space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coordinates {
    values: [f64; 3],
    dimension: usize,
}

impl Coordinates {
    /// Two or three numbers.
    pub fn as_slice(&self) -> &[f64] {
        &self.values[..self.dimension]
    }
    /// The coordinates of a vector.
    pub fn of<V: Vector>(vector: V) -> Self {
        let wide = vector.widen();
        let mut values = [0.0; 3];
        for (axis, value) in values.iter_mut().enumerate().take(V::Wide::DIM) {
            *value = *wide.coordinate(axis);
        }
        Self { values, dimension: V::Wide::DIM }
    }
    /// Appends the numbers as a JSON list.
    pub fn push_list(&self, out: &mut Vec<u8>, scalar: Scalar) {
        out.push(b'[');
        for (axis, &value) in self.as_slice().iter().enumerate() {
            if axis > 0 {
                out.push(b',');
            }
            number::push(out, value, scalar);
        }
        out.push(b']');
    }
    /// The same, rounded to single precision.
    fn single(self) -> Self {
        Self { values: self.values.each(|value| f64::from(value as f32)), ..self }
    }
}

impl Serialize for Coordinates {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
}

/// How far apart two shapes are, and where. It is a [`Proximity`] whose numbers are all of `scalar`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// What the numbers are rounded to.
    pub scalar: Scalar,
    /// Separated, touching or overlapping.
    pub status: Status,
    /// Minus the penetration depth when overlapping.
    pub distance: f64,
    /// Not above the true distance.
    pub lower: f64,
    /// Not below the true distance.
    pub upper: f64,
    /// On the surface of A.
    pub point_a: Coordinates,
    /// On the surface of B.
    pub point_b: Coordinates,
    /// Unit, from A to B.
    pub normal: Coordinates,
    /// Support points asked for.
    pub iterations: u32,
    /// How two things stand to each other, if at least one of them is a surface or an outline.
    pub composite: Option<CompositeAnswer>,
}

/// What the answer about a surface or an outline says besides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompositeAnswer {
    /// By the sets of points that the things are.
    pub relation: Relation,
    /// The triangles or edges at the witness points. Where the answer is that of two convex bodies there are none.
    pub leaves: Option<[u32; 2]>,
    /// Whether a surface is open, so that it encloses nothing.
    pub is_open: bool,
    /// Of things that overlap: bounds of the length of the shortest translation that parts them, where they are known.
    pub depth: Option<Depth>,
    /// Of things that overlap: what the distance is.
    pub inside: Option<Inside>,
}

impl Answer {
    /// The answer in numbers. It is a fault if one of them is beyond the range of the scalar.
    pub fn new<V: Vector>(proximity: &Proximity<V>, scalar: Scalar) -> Result<Self, Fault> {
        let answer = Self {
            scalar,
            status: proximity.status,
            distance: proximity.distance.widen(),
            lower: proximity.lower.widen(),
            upper: proximity.upper.widen(),
            point_a: Coordinates::of(proximity.point_a),
            point_b: Coordinates::of(proximity.point_b),
            normal: Coordinates::of(proximity.normal),
            iterations: proximity.iterations,
            composite: None,
        };
        answer.in_range()
    }

    /// The answer about surfaces or outlines, which are searched in `f64`. The bounds are rounded outward.
    pub fn of_surfaces<V: Vector<Scalar = f64>>(
        nearest: &Proximity<V>,
        composite: CompositeAnswer,
        scalar: Scalar,
    ) -> Result<Self, Fault> {
        let answer = Self::new(nearest, Scalar::F64)?;
        let status = relation::status(composite.relation);
        let answer = Self { status, composite: Some(composite), ..answer };
        if scalar == Scalar::F64 {
            return Ok(answer);
        }
        let single = Self {
            scalar,
            distance: f64::from(answer.distance as f32),
            lower: f64::from(f32::narrow_down(answer.lower)),
            upper: f64::from(f32::narrow_up(answer.upper)),
            point_a: answer.point_a.single(),
            point_b: answer.point_b.single(),
            normal: answer.normal.single(),
            ..answer
        };
        single.in_range()
    }

    /// The same answer for the shapes that the files mean. Such a shape may extend beyond the shape of the computation.
    /// Then the distance is smaller, also the signed distance of shapes that overlap.
    pub fn widened(mut self, approximation: [Approximation; 2]) -> Result<Self, Fault> {
        // A pose keeps lengths, except for the error of its numbers.
        let sum = |of: fn(&Approximation) -> f64| (1.0 + 1e-4) * approximation.iter().map(of).sum::<f64>();
        let (outward, inward) = (sum(|one| one.outward), sum(|one| one.inward));
        if outward > 0.0 {
            self.lower = number::below(self.lower - outward, self.scalar);
        }
        if inward > 0.0 {
            self.upper = -number::below(-self.upper - inward, self.scalar);
        }
        self.in_range()
    }

    /// The answer, unless one of its numbers is beyond the range of the scalar.
    fn in_range(self) -> Result<Self, Fault> {
        let lengths = [self.distance, self.lower, self.upper];
        let vectors = [self.point_a, self.point_b, self.normal];
        let finite = lengths.iter().chain(vectors.iter().flat_map(Coordinates::as_slice)).all(|n| n.is_finite());
        match (finite, self.scalar) {
            (true, _) => Ok(self),
            _ if self.status == Status::Overlapping && self.distance == f64::NEG_INFINITY && self.upper == 0.0 => {
                Err(Fault::new("the half-spaces overlap without an end, and no translation parts them"))
            }
            (false, Scalar::F32) => {
                Err(Fault::new("the answer is beyond the range of f32; \"scalar\": \"f64\" holds it"))
            }
            (false, Scalar::F64) => Err(Fault::new("the answer is beyond the range of f64")),
        }
    }

    /// Whether the distance is less than a limit. Where the bounds do not tell, `again` answers once more with exact
    /// numbers. A distance whose exact value is the limit is not below it.
    pub fn is_below(&self, limit: f64, again: impl FnOnce(&Solver) -> Result<Self, Fault>) -> Result<bool, Fault> {
        if self.upper < limit || self.lower >= limit {
            return Ok(self.upper < limit);
        }
        Ok(again(&PrecisionName::Exact.solver())?.distance < limit)
    }

    /// Appends `"status":…,…,"iterations":…`, the members of a JSON object.
    pub fn push_members(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"\"status\":\"");
        out.extend_from_slice(self.status.as_str().as_bytes());
        out.extend_from_slice(b"\",\"distance\":");
        number::push(out, self.distance, self.scalar);
        out.extend_from_slice(b",\"lower\":");
        number::push_lower(out, self.lower, self.scalar);
        out.extend_from_slice(b",\"upper\":");
        number::push_upper(out, self.upper, self.scalar);
        for (name, vector) in [("point_a", self.point_a), ("point_b", self.point_b), ("normal", self.normal)] {
            out.extend_from_slice(b",\"");
            out.extend_from_slice(name.as_bytes());
            out.extend_from_slice(b"\":");
            vector.push_list(out, self.scalar);
        }
        out.extend_from_slice(b",\"iterations\":");
        out.extend_from_slice(self.iterations.to_string().as_bytes());
        if let Some(composite) = &self.composite {
            composite.push_members(out, self.scalar);
        }
    }

    /// The names of [`Answer::push_cells`], separated by commas.
    pub const CSV_HEADER: &str = "status,distance,lower,upper,point_a_x,point_a_y,point_a_z,\
                                  point_b_x,point_b_y,point_b_z,normal_x,normal_y,normal_z,iterations,\
                                  relation,leaf_a,leaf_b,open,inside";

    /// Appends the answer as comma-separated cells. In the plane the z cells are empty.
    pub fn push_cells(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.status.as_str().as_bytes());
        out.push(b',');
        number::push(out, self.distance, self.scalar);
        out.push(b',');
        number::push_lower(out, self.lower, self.scalar);
        out.push(b',');
        number::push_upper(out, self.upper, self.scalar);
        for vector in [self.point_a, self.point_b, self.normal] {
            for axis in 0..3 {
                out.push(b',');
                if let Some(&value) = vector.as_slice().get(axis) {
                    number::push(out, value, self.scalar);
                }
            }
        }
        out.push(b',');
        out.extend_from_slice(self.iterations.to_string().as_bytes());
        let leaf = |side: usize| self.leaf(side).map_or_else(String::new, |leaf| leaf.to_string());
        let (relation, open) =
            self.composite.map_or(("", ""), |it| (it.relation.name(), if it.is_open { "true" } else { "" }));
        let inside = self.composite.and_then(|it| it.inside).map_or("", Inside::name);
        out.extend_from_slice(format!(",{relation},{},{},{open},{inside}", leaf(0), leaf(1)).as_bytes());
    }

    /// The triangle or edge at the witness point of a side: 0 for A, 1 for B.
    pub fn leaf(&self, side: usize) -> Option<u32> {
        self.composite.and_then(|composite| composite.leaves).map(|leaves| leaves[side])
    }
}

impl CompositeAnswer {
    /// The relation of two convex bodies whose signed distance is known.
    pub fn of_convex(relation: Relation, answer: &Answer) -> Self {
        let depth = Depth { lower: (-answer.upper).max(0.0), upper: (-answer.lower).max(0.0) };
        Self { relation, leaves: None, is_open: false, depth: relation.is_overlap().then_some(depth), inside: None }
    }

    /// Appends `,"relation":…`, and what else there is.
    fn push_members(&self, out: &mut Vec<u8>, scalar: Scalar) {
        out.extend_from_slice(format!(",\"relation\":\"{}\"", self.relation.name()).as_bytes());
        if let Some(inside) = self.inside {
            out.extend_from_slice(format!(",\"inside\":\"{}\"", inside.name()).as_bytes());
        }
        if let Some(Depth { lower, upper }) = self.depth {
            out.extend_from_slice(b",\"depth\":{\"lower\":");
            number::push_lower(out, lower, scalar);
            out.extend_from_slice(b",\"upper\":");
            number::push_upper(out, upper, scalar);
            out.push(b'}');
        }
        if let Some([a, b]) = self.leaves {
            out.extend_from_slice(format!(",\"leaf_a\":{a},\"leaf_b\":{b}").as_bytes());
        }
        if self.is_open {
            out.extend_from_slice(b",\"open\":true");
        }
    }
}

impl Question<'_> {
    /// 2 or 3. The question says it, or else the first numbers of the shapes do.
    pub fn dimension(&self) -> Result<u8, Fault> {
        document::dimension(self.dimension, self.a, self.b)
    }

    /// Whether the signed distance is less than a limit. A distance whose exact value is the limit is not below it.
    pub fn is_below(&self, answer: &Answer, limit: f64) -> Result<bool, Fault> {
        answer.is_below(limit, |solver| self.answer(solver))
    }

    /// The signed distance.
    pub fn answer(&self, solver: &Solver) -> Result<Answer, Fault> {
        match (self.dimension()?, self.scalar) {
            (2, Scalar::F32) => self.answer_in::<Vec2<f32>>(solver),
            (2, Scalar::F64) => self.answer_in::<Vec2<f64>>(solver),
            (_, Scalar::F32) => self.answer_in::<Vec3<f32>>(solver),
            (_, Scalar::F64) => self.answer_in::<Vec3<f64>>(solver),
        }
    }

    fn answer_in<V: Dimension>(&self, solver: &Solver) -> Result<Answer, Fault> {
        let [a, b] = self.bodies::<V>()?.each(Body::placed);
        Answer::new(&solver.signed_distance(&a, &b), self.scalar)?.widened(self.approximation)
    }

    /// A fault if a shape has no end: then there is no picture.
    pub fn check_ends(&self) -> Result<(), Fault> {
        let has_end = !self.a.is_half_space() && !self.b.is_half_space();
        if has_end { Ok(()) } else { Err(Fault::new("a half-space has no end, so there is no picture of it")) }
    }

    /// A and B in the space of `V`.
    pub fn bodies<V: Dimension>(&self) -> Result<[Body<V>; 2], Fault> {
        let body = |document, moves: &[PoseDocument], [key, pose_key]: [&str; 2]| {
            let mut body = Body::new(document).map_err(|fault| fault.under(key))?;
            for pose in moves {
                body.move_by(pose).map_err(|fault| fault.under(pose_key))?;
            }
            Ok(body)
        };
        let [moves_a, moves_b] = self.moves;
        Ok([body(self.a, moves_a, ["a", "pose_a"])?, body(self.b, moves_b, ["b", "pose_b"])?])
    }
}

/// The least distance that `--fail-below` allows. It is a finite number, because NaN would allow everything.
pub fn least_distance(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err(format!("expected a finite number such as 0.5, found {text}")),
    }
}

/// `float` or `exact`, as `--precision` has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum PrecisionName {
    /// Within a few roundings of the size of the shapes. The verdict on polytopes, rounded or not, is exact; curved
    /// shapes touch where the bounds do not part them.
    #[default]
    Float,
    /// For polytopes, rounded or not: within 2 units in the last place of the exact distance, however small it is.
    Exact,
}

impl PrecisionName {
    /// The default solver at this precision.
    pub fn solver(self) -> Solver {
        let precision = match self {
            Self::Float => Precision::Float,
            Self::Exact => Precision::Exact,
        };
        Solver { precision, ..Solver::default() }
    }
}
