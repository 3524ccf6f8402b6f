//! The stage of floats alone, for kernels: for a processor that has neither a heap nor exact numbers.
//!
//! **Problem.** A GPU asks about one pair a thread. What it answers must have the bits of the query.
//!
//! **Method.** The functions of the query (`query/stages/floats.rs`) in the order of the query, up to where other stages would
//! begin. `None`: the pair is *open*, and the query answers it. Both shapes have one type. So pairs that are asked in
//! either order take one way through the text, and threads that run together seldom part.
//!
//! **What is open.** All that the query's stage of floats leaves open. Also pairs with lengths outside of 2^±60, with
//! numbers that are not finite, and with a precision that is not [`Precision::Float`]; balls whose closed form decides
//! nothing, and two hulls of one vertex. A depth is known of two balls and of two boxes alone.
//!
//! The shapes are polytopes, rounded by a radius. The functions are hidden: `clearance-kernels` has the public ones.

use crate::axes::aligned::{distance_of_aligned, overlap_of_aligned, signed_of_aligned};
use crate::axes::are_near;
use crate::axes::balls::{BetweenBalls, Within, balls_meet, between_balls, between_balls_within};
use crate::axes::by_axes::{distance_of_boxes, overlap_of_boxes, signed_distance_of_boxes};
use crate::difference::bracket::{Signs, distance_of_rounded};
use crate::difference::canonical::precedes_in_frame;
use crate::difference::{Frame, Pair, Polytopes};
use crate::distance::search::{Goal, Search, Verdict};
use crate::hull::Hull;
use crate::numbers::real::U;
use crate::query::cores::Cores;
use crate::query::far::farther_than;
use crate::query::solver::{Precision, Solver};
use crate::query::witnesses::common_point;
use crate::result::separation::Answered;
use crate::result::{Proximity, Status};
use crate::shape::body::{Numbers, farthest_in, vertex_in};
pub use crate::shape::support::Support;
use crate::shape::support::SupportMap;
use crate::shape::view::Core;
use crate::shape::view::Place;
pub use crate::shape::view::View;
use crate::shape::{Ball, Capsule, Cuboid, Rounded};
use crate::space::pose::Pose;
use crate::space::rotation::Turn;
use crate::space::vector::{Vec3, WideVector};

/// A shape in its own frame, and where it stands. The shape has no pose of its own.
#[derive(Clone, Copy)]
pub struct Seat<S, W: WideVector> {
    shape: S,
    place: Place<W>,
}

impl<S: SupportMap<W>, W: WideVector> Seat<S, W> {
    /// The shape at this pose. A rotation that is far from unit length leaves every pair with it open.
    #[inline(always)]
    pub fn new(shape: S, pose: Pose<W>) -> Self {
        Self { shape, place: Place::at(pose.or_nowhere()) }
    }
}

impl<S: SupportMap<W>, W: WideVector> SupportMap<W> for Seat<S, W> {
    #[inline(always)]
    fn support(&self, direction: W) -> W {
        self.shape.support(direction)
    }
    #[inline(always)]
    fn support_vertex(&self, direction: W) -> Support<W> {
        self.shape.support_vertex(direction)
    }
    #[inline(always)]
    fn vertex(&self, index: usize) -> W {
        self.shape.vertex(index)
    }
    #[inline(always)]
    fn vertex_count(&self) -> usize {
        self.shape.vertex_count()
    }
    #[inline(always)]
    fn center(&self) -> W {
        self.shape.center()
    }
    #[inline(always)]
    fn radius(&self) -> f64 {
        self.shape.radius()
    }
    #[inline(always)]
    fn extent(&self) -> f64 {
        self.shape.extent()
    }
    #[inline(always)]
    fn ball_extent(&self) -> f64 {
        self.shape.ball_extent()
    }
    #[inline(always)]
    fn rounding(&self) -> f64 {
        0.0
    }
    #[inline(always)]
    fn pose(&self) -> Pose<W> {
        self.place.pose
    }
    #[inline(always)]
    fn turn(&self) -> Turn<W> {
        self.place.turn
    }
    /// Only of a ball and of a box: the kinds that have a closed form.
    #[inline(always)]
    fn view(&self) -> Option<View<'_, W>> {
        Some(self.shape.view()?.at(&self.place))
    }
}

/// The vertices of a hull as a table holds them: in blocks of four, for each block one row for each axis. The last block
/// is filled with the first vertex.
pub fn rows_of(hull: &Hull<Vec3<f64>>) -> &[[f64; 4]] {
    hull.body.rows()
}

/// The ball of numbers that were checked when their table was made.
#[inline(always)]
pub fn ball(center: Vec3<f64>, radius: f64) -> Ball<Vec3<f64>> {
    Ball::of_checked(center, radius)
}

/// The capsule of such numbers.
#[inline(always)]
pub fn capsule(ends: [Vec3<f64>; 2], radius: f64) -> Capsule<Vec3<f64>> {
    Capsule::of_checked(ends, radius)
}

/// The rounded box of such numbers.
#[inline(always)]
pub fn rounded_box(half_extents: Vec3<f64>, radius: f64) -> Rounded<Cuboid<Vec3<f64>>, Vec3<f64>> {
    Rounded::of_checked(Cuboid::of_checked(half_extents), radius)
}

/// The view of a ball or of a box, which borrows nothing. `None` of other shapes.
#[inline(always)]
pub fn lasting_view<W: WideVector>(shape: &impl SupportMap<W>) -> Option<View<'static, W>> {
    let View { core, radius, beyond_radius, extent, rounding, count, .. } = shape.view()?;
    let core = match core {
        Core::Point(point) => Core::Point(point),
        Core::Cuboid(cuboid) => Core::Cuboid(cuboid),
        _ => return None,
    };
    Some(View { core, place: None, exact: None, radius, beyond_radius, extent, rounding, count })
}

/// Four numbers at an address that a GPU reads them from in two loads.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(16))]
pub struct Row(pub [f64; 4]);

impl Numbers for Row {
    #[inline(always)]
    fn numbers(self) -> [f64; 4] {
        self.0
    }
    #[inline(always)]
    fn number(&self, lane: usize) -> &f64 {
        &self.0[lane]
    }
}

/// The vertex of these rows that is farthest along a direction, and its index.
#[inline(always)]
pub fn farthest_of_rows(rows: &[Row], direction: Vec3<f64>) -> Support<Vec3<f64>> {
    let best = farthest_in(rows, direction);
    Support { point: vertex_in(rows, best), vertex: Some(best as u32) }
}

/// The vertex of this index.
#[inline(always)]
pub fn vertex_of_rows(rows: &[Row], index: usize) -> Vec3<f64> {
    vertex_in(rows, index)
}

/// How much of the text a kernel has. A kernel for boxes is two, since threads that run together wait for each other: after
/// the axes most pairs are answered, and those that are left can be brought together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// What comes before a search: the axes of two boxes.
    Axes,
    /// The rest, for pairs that [`Part::Axes`] left open.
    Rest,
}

/// [`Solver::distance`], if floats prove it.
#[inline(always)]
pub fn distance<W: WideVector, S: SupportMap<W> + Copy>(
    solver: &Solver,
    a: &S,
    b: &S,
    part: Part,
) -> Option<Proximity<W>> {
    if solver.precision != Precision::Float {
        return None;
    }
    if are_single_points(a, b) {
        return Some(balls(a, b)?.distance([a.radius(), b.radius()]));
    }
    let ordered = Ordered::new(a, b);
    let answer = AlonePair::new(solver, &ordered)?.distance(f64::INFINITY, part)??;
    Some(ordered.turned(answer))
}

/// [`Solver::signed_distance`], if floats prove it.
#[inline(always)]
pub fn signed_distance<W: WideVector, S: SupportMap<W> + Copy>(
    solver: &Solver,
    a: &S,
    b: &S,
    part: Part,
) -> Option<Proximity<W>> {
    if solver.precision != Precision::Float {
        return None;
    }
    if are_single_points(a, b) {
        return Some(balls(a, b)?.signed());
    }
    let ordered = Ordered::new(a, b);
    let answer = AlonePair::new(solver, &ordered)?.signed_distance(part)?;
    Some(ordered.turned(answer))
}

/// [`Solver::within`], if floats prove it. `Some(None)`: the distance is above the limit.
#[inline(always)]
pub fn within<W: WideVector, S: SupportMap<W> + Copy>(
    solver: &Solver,
    a: &S,
    b: &S,
    part: Part,
) -> Option<Option<Proximity<W>>> {
    if solver.precision != Precision::Float {
        return None;
    }
    let reach = solver.reach::<f64>();
    if are_single_points(a, b) {
        return match between_balls_within(&a.view()?, &b.view()?, reach)? {
            Within::Near(answer) => Some(answer.within(solver.limit(), [a.radius(), b.radius()])),
            Within::Beyond => Some(None),
        };
    }
    if part != Part::Rest && farther_than(a, b, reach).is_some() {
        return Some(None);
    }
    let ordered = Ordered::new(a, b);
    let answer = AlonePair::new(solver, &ordered)?.distance(reach, part)?;
    Some(answer.and_then(|answer| ordered.turned(answer).within(reach)?.within(solver.limit())))
}

/// [`Solver::overlaps`], if floats prove it.
#[inline(always)]
pub fn overlaps<W: WideVector, S: SupportMap<W> + Copy>(solver: &Solver, a: &S, b: &S, part: Part) -> Option<bool> {
    if are_single_points(a, b) {
        return balls_meet(&a.view()?, &b.view()?).map(meets);
    }
    if part != Part::Rest && farther_than(a, b, 0.0).is_some() {
        return Some(false);
    }
    AlonePair::new(solver, &Ordered::new(a, b))?.overlaps(part)
}

fn meets<W>(answer: Answered<W>) -> bool {
    matches!(answer, Answered::Meet)
}

/// Whether the cores are single points. Then a closed form answers, or nothing.
#[inline(always)]
fn are_single_points<W: WideVector, S: SupportMap<W>>(a: &S, b: &S) -> bool {
    a.vertex_count() == 1 && b.vertex_count() == 1
}

#[inline(always)]
fn balls<W: WideVector, S: SupportMap<W>>(a: &S, b: &S) -> Option<BetweenBalls<W>> {
    between_balls(&a.view()?, &b.view()?)
}

/// The shapes in their order. They are copies: a reference that is chosen at run time would keep both in memory.
struct Ordered<S> {
    shapes: [S; 2],
    is_swapped: bool,
}

impl<S: Copy> Ordered<S> {
    #[inline(always)]
    fn new<W: WideVector>(a: &S, b: &S) -> Self
    where
        S: SupportMap<W>,
    {
        let is_swapped = match b.pose().precedes(&a.pose()) {
            Some(first) => first,
            None => {
                let (a, b) = (*a, *b);
                precedes_in_frame(&b, &a)
            }
        };
        Self { shapes: if is_swapped { [*b, *a] } else { [*a, *b] }, is_swapped }
    }

    /// The answer for the order of the arguments.
    #[inline(always)]
    fn turned<W: WideVector>(&self, mut answer: Proximity<W>) -> Proximity<W> {
        if self.is_swapped {
            answer.swap();
        }
        answer
    }
}

/// Two shapes in their order, and their frame, which is of the common range.
struct AlonePair<'q, W: WideVector, S> {
    solver: &'q Solver,
    shapes: [S; 2],
    frame: Frame<W>,
}

impl<'q, W: WideVector, S: SupportMap<W> + Copy> AlonePair<'q, W, S> {
    /// `None`: lengths are scaled, or a number is not finite.
    #[inline(always)]
    fn new(solver: &'q Solver, ordered: &Ordered<S>) -> Option<Self> {
        let frame = Frame::new(&ordered.shapes[0], &ordered.shapes[1]);
        if frame.is_scaled() { None } else { Some(Self { solver, shapes: ordered.shapes, frame }) }
    }

    /// The half-extents of two boxes.
    #[inline(always)]
    fn half_extents(&self) -> Option<[W; 2]> {
        Some([self.shapes[0].view()?.half_extents()?, self.shapes[1].view()?.half_extents()?])
    }

    /// The same of boxes that are so near that the axes probably answer.
    #[inline(always)]
    fn near_half_extents(&self) -> Option<[W; 2]> {
        self.half_extents().filter(|halves| are_near(&self.frame, *halves))
    }

    /// What a closed form proves of boxes along the axes of the world. It is asked about copies: the shapes themselves need
    /// not lie in memory then.
    #[inline(always)]
    fn if_aligned<T>(&self, ask: impl FnOnce(&Pair<'_, W>) -> Option<T>) -> Option<T> {
        let [a, b] = self.shapes;
        let (a, b) = (a.view()?, b.view()?);
        ask(&Pair { a: &a, b: &b, frame: self.frame })
    }

    #[inline(always)]
    fn searched(&self, limit: f64) -> Search<W> {
        let Solver { tolerance, .. } = *self.solver;
        let max_iterations = self.solver.iterations();
        let goal = Goal { radius: self.frame.radius(), tolerance: tolerance.max(0.0), limit, max_iterations };
        let ([a, b], mut search) = (&self.shapes, Search::begin());
        search.run_alone(&Polytopes { a, b, frame: &self.frame }, &goal);
        search
    }

    /// The bracket of cores that the search proved apart.
    #[inline(always)]
    fn proven_apart(&self, search: &Search<W>) -> Option<Proximity<W>> {
        let rounding = self.frame.rounding();
        if rounding.polytopes && search.is_apart(&rounding) {
            Cores::apart(search, &rounding).answer(&self.frame, Signs::Decided)
        } else {
            None
        }
    }

    #[inline(always)]
    fn signed_distance(self, part: Part) -> Option<Proximity<W>> {
        let halves = self.near_half_extents();
        if let (Some(halves), Part::Whole | Part::Axes) = (halves, part) {
            if let Some(answer) = signed_distance_of_boxes(&self.frame, halves, Signs::Decided) {
                return Some(answer);
            }
        }
        if part == Part::Axes {
            return None;
        }
        if halves.is_some() {
            if let Some(answer) = self.if_aligned(signed_of_aligned) {
                return Some(answer);
            }
        }
        self.proven_apart(&self.searched(f64::INFINITY))
    }

    /// The distance. `Some(None)`: a plane proves that it is above the limit.
    #[inline(always)]
    fn distance(self, limit: f64, part: Part) -> Option<Option<Proximity<W>>> {
        let halves = self.near_half_extents();
        if let (Some(halves), Part::Whole | Part::Axes) = (halves, part) {
            if let Some(answer) = distance_of_boxes(&self.frame, halves) {
                return Some(Some(answer));
            }
        }
        if part == Part::Axes {
            return None;
        }
        if halves.is_some() {
            if let Some(answer) = self.if_aligned(distance_of_aligned) {
                return Some(Some(answer));
            }
        }
        let farthest = if limit < f64::INFINITY { (limit + self.frame.radius()) * (1.0 + 4.0 * U) } else { limit };
        let search = self.searched(farthest);
        if search.verdict == Verdict::Beyond {
            return Some(None);
        }
        if search.verdict == Verdict::Inside {
            let (point, witnesses) = common_point(&search, &self.frame.rounding());
            return Some(Some(point.common_point(&self.frame, witnesses, search.iterations)));
        }
        let answer = self.proven_apart(&search)?;
        let is_apart = answer.status == Status::Separated;
        Some(Some(if is_apart { answer } else { distance_of_rounded(answer, self.frame.radii()) }))
    }

    #[inline(always)]
    fn overlaps(self, part: Part) -> Option<bool> {
        let halves = self.half_extents();
        if let (Some(halves), Part::Whole | Part::Axes) = (halves, part) {
            if let Some(answer) = overlap_of_boxes(&self.frame, halves) {
                return Some(meets(answer));
            }
        }
        if part == Part::Axes {
            return None;
        }
        if halves.is_some() {
            if let Some(answer) = self.if_aligned(overlap_of_aligned) {
                return Some(meets(answer));
            }
        }
        let (rounding, radius) = (self.frame.rounding(), self.frame.radius());
        let search = self.searched(radius * (1.0 + 2.0 * U));
        match search.verdict {
            Verdict::Beyond => Some(false),
            Verdict::Inside => Some(true),
            _ if search.upper + rounding.above() < radius => Some(true),
            _ => None,
        }
    }
}
