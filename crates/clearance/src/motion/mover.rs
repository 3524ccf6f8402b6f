//! A shape on its motion: where it is at a fraction of it, in `f64` for both scalars, with a bound of the error.

use crate::motion::Motion;
use crate::motion::arc::{Turn, Turned};
use crate::motion::beside::reach_of;
use crate::numbers::each::Each;
use crate::numbers::real::{Real, U, greater, larger, smaller, sqrt};
use crate::shape::axis::Axis;
use crate::shape::support::SupportMap;
use crate::shape::view::{Place, View};
use crate::space::pose::Pose;
use crate::space::rotation::Rotation;
use crate::space::vector::{Space, WideVector};

/// A shape at a moment of its motion.
pub(crate) struct Moved<'s, W: WideVector> {
    shape: &'s View<'s, W>,
    place: Place<W>,
}

impl<'s, W: WideVector> Moved<'s, W> {
    pub fn new(shape: &'s View<'s, W>, pose: Pose<W>) -> Self {
        Self { shape, place: Place::at(pose) }
    }

    pub fn view(&self) -> View<'_, W> {
        self.shape.at(&self.place)
    }
}

/// A shape, where it stands, and how it moves. All points are relative to the centre of its turn.
#[derive(Clone)]
pub(crate) struct Body<'s, W: WideVector> {
    pub shape: &'s View<'s, W>,
    /// Where the shape stands at fraction 0, in the world.
    pub start: Pose<W>,
    /// The rotation of `start`.
    pub own: <W as WideVector>::Matrix,
    /// The centre of the turn at fraction 0, in the world. Of a body that does not turn: its origin.
    pub center: W,
    /// From the centre of the turn to the origin of the shape, at fraction 0.
    pub arm: W,
    pub travel: W,
    /// No turn for a core that the turn maps to itself.
    pub turn: Turn,
    pub radius: f64,
    /// A bound of the distance of the core from the centre of the turn.
    pub reach: f64,
    /// A bound of the distance of the core from the axis of the turn.
    pub lever: f64,
    /// A bound of all lengths that occur in the computation of a point of the core: the unit of roundoff.
    pub size: f64,
    /// The roundoff of the separation that the body causes beside its turn, in lengths.
    pub rounding: f64,
    /// The error of points that is not roundoff: of curved support points and of numbers that are not quite a rotation.
    pub slack: f64,
}

/// Bounds are computed with relative errors far below 2⁻⁴⁰. Multiply by this. Smaller: they may be wrong.
pub(crate) const UP: f64 = 1.0 + 1.0 / (1u64 << 40) as f64;

/// Cores of at most this many vertices are measured vertex by vertex. Larger: more time for shapes of many. Smaller:
/// wider bounds, so more steps.
pub(crate) const FEW: usize = 64;

impl<'s, W: WideVector> Body<'s, W> {
    /// The shape where its pose puts it, on a motion.
    pub fn new(shape: &'s View<'s, W>, motion: &Motion<W>) -> Self {
        Self::in_ball(shape, motion).measured()
    }

    /// The same with the lengths of the ball around the shape. They may be far too long, but no vertex is looked at.
    pub fn in_ball(shape: &'s View<'s, W>, motion: &Motion<W>) -> Self {
        let pose = shape.pose();
        let start = Pose { rotation: pose.rotation.widen(), translation: pose.translation.widen() };
        Self::in_ball_begun_at(shape, start, motion)
    }

    /// The shape on a motion that begins at another pose than its own.
    pub fn begun_at(shape: &'s View<'s, W>, start: Pose<W>, motion: &Motion<W>) -> Self {
        Self::in_ball_begun_at(shape, start, motion).measured()
    }

    fn in_ball_begun_at(shape: &'s View<'s, W>, start: Pose<W>, motion: &Motion<W>) -> Self {
        let (center, travel) = (motion.center.widen(), motion.travel.widen());
        let vector = if turns_from(shape, &start, motion) { W::turn_vector(motion.turn) } else { [0.0; 3] };
        let turn = Turn::new::<W>(vector);
        let center = if turn.is_zero() { start.translation } else { center };
        let arm = start.translation - center;
        let own = start.rotation.matrix();
        let radius = shape.radius().widen();
        let [reach, lever, size, rounding, slack] = [0.0; 5];
        Self { shape, start, own, center, arm, travel, turn, radius, reach, lever, size, rounding, slack }
            .with(Lengths::of_ball(shape, &start, arm))
    }

    /// The body with the lengths of its vertices.
    pub fn measured(self) -> Self {
        let axis = if W::DIM == 2 { None } else { Some(W::unpadded(self.turn.axis)) };
        let lengths = Lengths::of(self.shape, &self.start, self.arm, axis);
        self.with(lengths)
    }

    /// The body with these lengths, and the bounds of rounding that follow from them.
    fn with(self, Lengths { radius: core, reach, lever }: Lengths) -> Self {
        let rotation = &self.start.rotation;
        let size = (core + self.arm.length()) * UP;
        let is_turned = *rotation != <W::Rotation as Rotation<W>>::IDENTITY;
        let rounding = if is_turned { TURNED } else { PLAIN } * U * size;
        let slack = self.shape.rounding() + rotation.defect() * core * UP;
        Self { reach, lever, size, rounding, slack, ..self }
    }

    /// Whether a number of the body is not finite. Then nothing is known.
    pub fn is_lost(&self) -> bool {
        let sum = self.size + self.slack + self.rounding + self.radius + self.reach + self.lever + self.turn.angle();
        !((sum + self.center.sum_abs() + self.travel.sum_abs()).is_finite())
    }

    /// The rotation since fraction 0.
    pub fn turned(&self, fraction: f64) -> Turned<W> {
        self.turn.at(fraction)
    }

    /// The rotation of the shape's frame after a turn.
    pub fn rotation(&self, turned: &Turned<W>) -> W::Rotation {
        if self.turn.is_zero() { self.start.rotation } else { turned.rotation.after(&self.start.rotation) }
    }

    /// The farthest point of the core along a direction, both in the frame that turns with the body and has its origin
    /// at the centre of the turn.
    #[inline(always)]
    pub fn support(&self, direction: W) -> W {
        let point = self.shape.support_vertex(direction.mapped_back(&self.own)).point;
        point.mapped(&self.own) + self.arm
    }

    /// Whether the core has a vertex of this index.
    pub fn has_vertex(&self, index: u32) -> bool {
        (index as usize) < self.shape.vertex_count()
    }

    /// A vertex of the core, in the frame of [`Body::support`].
    pub fn vertex(&self, index: u32) -> W {
        self.shape.vertex(index as usize).mapped(&self.own) + self.arm
    }
}

/// Whether a motion turns the core of a shape, and not only a body of revolution about its axis.
pub(crate) fn turns<W: WideVector>(shape: &View<'_, W>, motion: &Motion<W>) -> bool {
    let pose = shape.pose();
    let start = Pose { rotation: pose.rotation.widen(), translation: pose.translation.widen() };
    turns_from(shape, &start, motion)
}

fn turns_from<W: WideVector>(shape: &View<'_, W>, start: &Pose<W>, motion: &Motion<W>) -> bool {
    let vector = W::turn_vector(motion.turn);
    vector != [0.0; 3] && !stands_still(shape, start, motion.center.widen(), W::unpadded(vector))
}

/// Roundings of a separation, in units of u times the size of a body whose axes are those of the world: 3 for the
/// product, 2·3 for the choice of the farthest point, 2 for the sum with the arm; and some for the length of the
/// direction. Smaller than 15: bounds may be wrong.
const PLAIN: f64 = 18.0;

/// The same for a body with a rotation: 15 for its matrix, 2·6 for its products, and the sum above.
const TURNED: f64 = 46.0;

/// Bounds of the distance of a core from the origin of its own frame, from the centre of its turn, and from the axis.
#[derive(Clone, Copy, Default)]
struct Lengths {
    radius: f64,
    reach: f64,
    lever: f64,
}

impl Lengths {
    fn of<W: WideVector>(shape: &View<'_, W>, start: &Pose<W>, arm: W, axis: Option<W>) -> Self {
        let own = start.rotation.matrix();
        let measure = |point: W, around: f64| {
            let place = point.mapped(&own) + arm;
            let [radius, reach, lever] = [point.length(), place.length(), across(place, axis)];
            Self { radius: radius + around, reach: reach + around, lever: lever + around }
        };
        let count = shape.vertex_count();
        let Self { radius, reach, lever } = if (1..=FEW).contains(&count) {
            Self::of_vertices(shape, arm.mapped_back(&own), axis.map(|axis| axis.mapped_back(&own)))
        } else {
            let (middle, half) = middle_and_half(shape);
            let boxed = measure(middle, half.length());
            let around = shape.axis_of_revolution().filter(|line| W::DIM == 3 && !line.is_point());
            match around {
                None => boxed,
                Some(line) => boxed.less(revolved(shape, line, measure)),
            }
        };
        Self { radius, reach, lever }.rounded_up(shape, start, arm)
    }

    /// Those of the ball around the origin of the shape's frame that holds the shape.
    fn of_ball<W: WideVector>(shape: &View<'_, W>, start: &Pose<W>, arm: W) -> Self {
        let radius = reach_of(shape);
        let reach = radius + arm.length();
        Self { radius, reach, lever: reach }.rounded_up(shape, start, arm)
    }

    /// The lengths with what rounding and a pose that is not quite a rotation add.
    fn rounded_up<W: WideVector>(self, shape: &View<'_, W>, start: &Pose<W>, arm: W) -> Self {
        // The errors of a place are below 64u times the lengths that it is made of.
        let slack = 64.0 * U * (self.radius + arm.length()) + 2.0 * shape.rounding();
        let up = |length: f64| (length * (1.0 + start.rotation.defect()) + slack) * UP;
        Self { radius: up(self.radius), reach: up(self.reach), lever: up(self.lever) }
    }

    /// The greatest lengths of all vertices. Those in the shape's own frame: a rotation changes none but by its defect and
    /// the errors of a place.
    fn of_vertices<W: WideVector>(shape: &View<'_, W>, arm: W, axis: Option<W>) -> Self {
        let zero = <W as Space>::zero();
        let axis_or_zero = axis.unwrap_or(zero);
        let squares = shape.greatest_squares(arm, axis_or_zero);
        let largest = squares.iter().fold(0.0, |largest, &squared| greater(largest, squared));
        // What a small square loses below the normal range is less than the slack of the largest.
        if largest > 1e-250 && largest < 1e250 {
            let [radius, reach, lever] = squares.each(sqrt);
            return Self { radius, reach, lever };
        }
        let measure = |point: W| {
            let place = point + arm;
            Self { radius: point.length(), reach: place.length(), lever: across(place, axis) }
        };
        (0..shape.vertex_count()).map(|index| measure(shape.vertex(index))).fold(Self::default(), Self::greater)
    }

    fn less(self, other: Self) -> Self {
        Self {
            radius: smaller(self.radius, other.radius),
            reach: smaller(self.reach, other.reach),
            lever: smaller(self.lever, other.lever),
        }
    }

    fn greater(self, other: Self) -> Self {
        Self {
            radius: greater(self.radius, other.radius),
            reach: greater(self.reach, other.reach),
            lever: greater(self.lever, other.lever),
        }
    }
}

/// The lengths of a solid of revolution: those of the ends of its axis, and its greatest distance from the axis. The
/// distance from a line is a convex function, so on the axis it is greatest at an end.
fn revolved<W: WideVector>(shape: &View<'_, W>, axis: Axis<W>, measure: impl Fn(W, f64) -> Lengths) -> Lengths {
    let Axis { center, direction } = axis;
    let end = |outward: W| {
        let height = Space::dot(&(shape.support(outward) - center), &direction);
        center + direction * height
    };
    // The coordinate axis that is most across.
    let least = (0..W::DIM).fold(0, |best, index| {
        let size = |index: usize| direction.coordinate(index).abs();
        if size(index) < size(best) { index } else { best }
    });
    let beside = W::axis(least) - direction * *direction.coordinate(least);
    let around = across(shape.support(beside.unit()) - center, Some(direction)) * UP;
    measure(end(direction), around).greater(measure(end(-direction), around))
}

/// The middle and the half-extents of the box around a core, in its own frame.
fn middle_and_half<W: WideVector>(shape: &View<'_, W>) -> (W, W) {
    let zero = <W as Space>::zero();
    (0..W::DIM).fold((zero, zero), |(middle, half), index| {
        let direction = W::axis(index);
        let low = *shape.support(-direction).coordinate(index);
        let high = *shape.support(direction).coordinate(index);
        let (center, extent) = (0.5 * low + 0.5 * high, 0.5 * high - 0.5 * low);
        (middle.with_coordinate(index, center), half.with_coordinate(index, extent))
    })
}

/// The cross product. In the plane it is zero.
pub(super) fn cross<W: WideVector>(left: W, right: W) -> W {
    W::orthogonal(&left.wedge(&right))
}

/// The length of the part of a vector that is orthogonal to a unit axis. In the plane it is the whole length.
pub(crate) fn across<W: WideVector>(vector: W, axis: Option<W>) -> f64 {
    match axis {
        Some(axis) => (vector - axis * Space::dot(&vector, &axis)).length(),
        None => vector.length(),
    }
}

/// Whether a turn maps the core of a placed shape to itself: a point at the centre, or a solid of revolution about the
/// axis. It is decided without rounding; what is not decided does not stand still.
fn stands_still<W: WideVector>(shape: &View<'_, W>, start: &Pose<W>, center: W, turn: W) -> bool {
    let Some(axis) = shape.axis_of_revolution() else { return false };
    let count = shape.vertex_count();
    let (point, direction) = match count {
        1 => (shape.exact_vertex(0), None),
        _ if W::DIM == 2 => return false,
        2 => (shape.exact_vertex(0), Some(shape.exact_vertex(1).minus(&shape.exact_vertex(0)))),
        // The axis of a sum or a hull may be rounded.
        _ if axis.center.max_abs() == 0.0 && axis.direction.sum_abs() == 1.0 && axis.direction.max_abs() == 1.0 => {
            (axis.center.exact(), Some(axis.direction.exact()))
        }
        _ => return false,
    };
    let scale = larger(start.translation.max_abs(), larger(center.max_abs(), shape.extent()));
    let rough = start.apply_wide(axis.center) - center;
    let far = match direction {
        None => rough.length(),
        Some(_) => across(rough, Some(turn.unit())),
    };
    if !center.is_finite() || !turn.is_finite() || !start.translation.is_finite() || !(far <= scale * 1e-9) {
        return false;
    }
    let way = start.apply_exact(&point).minus(&center.exact());
    let Some(direction) = direction else { return way.is_zero() };
    let turn = turn.exact();
    let is_parallel = |v: &<W as WideVector>::Exact| <W as WideVector>::Exact::orthogonal(&v.wedge(&turn)).is_zero();
    is_parallel(&way) && is_parallel(&start.rotation.exact_map(&direction))
}
