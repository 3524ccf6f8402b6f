//! Answers as columns: one slice for each quantity, and no time for quantities that nobody asks for.

use super::question::Question;
#[cfg(feature = "simd")]
use super::question::{LaneResult, Wanted};
#[cfg(feature = "simd")]
use super::sheet::LaneSheet;
use super::sheet::{Cut, Sheet};
use super::{Batch, BatchError};
#[cfg(feature = "simd")]
use super::{lanes, runs::Pairs};
use crate::query::solver::Solver;
use crate::result::proximity::{Feature, Proximity, Status};
use crate::shape::view::View;
use crate::space::vector::Vector;
use core::marker::PhantomData;

/// The columns of a batch's answers: a slice with a place for each pair, for every quantity that is asked for.
///
/// [`Batch::distance_columns`] and [`Batch::signed_distance_columns`] fill them. Each number has the bits of the field
/// of the same name of the [`Proximity`] that the query returns. With the feature `simd`, questions for `status`,
/// `distance`, `lower` and `upper` alone make no witness points, which saves much of the time for boxes. Fewer bytes are
/// written in any case.
///
/// ```
/// use clearance::{Ball, Columns, Placement, Pose, ShapeSet, Solver, vec2};
///
/// let mut shapes = ShapeSet::new();
/// let shape = shapes.insert(Ball::new(vec2(0.0f64, 0.0), 0.5).unwrap());
/// let bodies = [0.0, 2.0, 5.0].map(|x| Placement { shape, pose: Pose::translation([x, 0.0]) });
///
/// let (mut distance, mut upper) = ([0.0; 2], [0.0; 2]);
/// let columns = Columns { distance: Some(&mut distance), upper: Some(&mut upper), ..Columns::default() };
/// Solver::default().batch(&shapes, &bodies)?.distance_columns(&[[0, 1], [1, 2]], columns)?;
/// assert_eq!(distance, [1.0, 2.0]);
/// assert!(upper[0] >= 1.0 && upper[1] >= 2.0);
/// # Ok::<(), clearance::BatchError>(())
/// ```
#[doc(alias = "struct of arrays")]
#[derive(Debug)]
pub struct Columns<'a, V: Vector> {
    /// [`Proximity::status`].
    pub status: Option<&'a mut [Status]>,
    /// [`Proximity::distance`].
    pub distance: Option<&'a mut [V::Scalar]>,
    /// [`Proximity::lower`].
    pub lower: Option<&'a mut [V::Scalar]>,
    /// [`Proximity::upper`].
    pub upper: Option<&'a mut [V::Scalar]>,
    /// [`Proximity::normal`].
    pub normal: Option<&'a mut [V]>,
    /// [`Proximity::point_a`].
    pub point_a: Option<&'a mut [V]>,
    /// [`Proximity::point_b`].
    pub point_b: Option<&'a mut [V]>,
    /// [`Proximity::feature_a`].
    pub feature_a: Option<&'a mut [Feature]>,
    /// [`Proximity::feature_b`].
    pub feature_b: Option<&'a mut [Feature]>,
    /// [`Proximity::iterations`].
    pub iterations: Option<&'a mut [u32]>,
}

impl<V: Vector> Batch<'_, V> {
    /// Writes [`Solver::distance`] of each pair to the columns, in the order of the pairs.
    ///
    /// # Errors
    /// As [`Batch::distances`]. [`BatchError::Lengths`] if a column is not as long as the list of pairs.
    ///
    /// # Examples
    /// See [`Columns`].
    pub fn distance_columns(&self, pairs: &[[u32; 2]], columns: Columns<'_, V>) -> Result<(), BatchError> {
        self.check_columns(pairs, &columns)?;
        V::fill_distances(self, pairs, columns);
        Ok(())
    }

    /// Writes [`Solver::signed_distance`] of each pair to the columns, in the order of the pairs.
    ///
    /// # Errors
    /// As [`Batch::distance_columns`].
    ///
    /// # Examples
    /// See [`Columns`].
    pub fn signed_distance_columns(&self, pairs: &[[u32; 2]], columns: Columns<'_, V>) -> Result<(), BatchError> {
        self.check_columns(pairs, &columns)?;
        V::fill_signed_distances(self, pairs, columns);
        Ok(())
    }

    fn check_columns(&self, pairs: &[[u32; 2]], columns: &Columns<'_, V>) -> Result<(), BatchError> {
        for length in columns.lengths().into_iter().flatten() {
            self.check(pairs, length)?;
        }
        self.check(pairs, pairs.len())
    }

    pub(super) fn fill<Q: Question<V, Answer = Proximity<V>>>(&self, pairs: &[[u32; 2]], columns: Columns<'_, V>) {
        self.answer(pairs, ColumnAnswers::<V, Q> { columns, question: PhantomData });
    }
}

/// The value of an expression for all columns by their names.
macro_rules! columns {
    ($with:ident!($($argument:tt)*)) => {
        $with!(($($argument)*) status, distance, lower, upper, normal, point_a, point_b, feature_a, feature_b, iterations)
    };
}

macro_rules! none {
    (() $($column:ident),+) => { Self { $($column: None),+ } };
}
macro_rules! split {
    (($columns:ident, $middle:ident) $($column:ident),+) => {{
        $(let $column = $columns.$column.map(|column| column.split_at_mut($middle)).unzip();)+
        (Self { $($column: $column.0),+ }, Self { $($column: $column.1),+ })
    }};
}
macro_rules! lengths {
    (($columns:ident) $($column:ident),+) => { [$($columns.$column.as_ref().map(|column| column.len())),+] };
}

impl<V: Vector> Default for Columns<'_, V> {
    /// No column.
    fn default() -> Self {
        columns!(none!())
    }
}

impl<V: Vector> Columns<'_, V> {
    /// The places before `middle`, and the rest.
    fn split_at(self, middle: usize) -> (Self, Self) {
        columns!(split!(self, middle))
    }

    /// The number of places of each column.
    fn lengths(&self) -> [Option<usize>; 10] {
        columns!(lengths!(self))
    }

    /// Whether lengths and the status are all that is asked for.
    #[cfg(feature = "simd")]
    fn are_lengths(&self) -> bool {
        let vectors = self.normal.is_some() || self.point_a.is_some() || self.point_b.is_some();
        !(vectors || self.feature_a.is_some() || self.feature_b.is_some() || self.iterations.is_some())
    }

    /// Writes the status and the lengths of an answer to their columns.
    #[inline(always)]
    fn write_lengths(&mut self, place: usize, status: Status, [distance, lower, upper]: [V::Scalar; 3]) {
        put(&mut self.status, place, || status);
        put(&mut self.distance, place, || distance);
        put(&mut self.lower, place, || lower);
        put(&mut self.upper, place, || upper);
    }

    /// Writes an answer to its place in all columns.
    #[inline(always)]
    fn write(&mut self, place: usize, answer: &Proximity<V>) {
        self.write_lengths(place, answer.status, [answer.distance, answer.lower, answer.upper]);
        put(&mut self.normal, place, || answer.normal);
        put(&mut self.point_a, place, || answer.point_a);
        put(&mut self.point_b, place, || answer.point_b);
        put(&mut self.feature_a, place, || answer.feature_a());
        put(&mut self.feature_b, place, || answer.feature_b());
        put(&mut self.iterations, place, || answer.iterations);
    }
}

/// Writes a value to a column, if that is asked for.
#[inline(always)]
fn put<T>(column: &mut Option<&mut [T]>, place: usize, value: impl FnOnce() -> T) {
    if let Some(column) = column {
        column[place] = value();
    }
}

/// Columns for the answers to a question.
struct ColumnAnswers<'a, V: Vector, Q> {
    columns: Columns<'a, V>,
    question: PhantomData<fn() -> Q>,
}

impl<V: Vector, Q> Cut for ColumnAnswers<'_, V, Q> {
    fn split_at(self, middle: usize) -> (Self, Self) {
        let (front, rest) = self.columns.split_at(middle);
        (Self { columns: front, question: PhantomData }, Self { columns: rest, question: PhantomData })
    }
}

impl<V: Vector, Q: Question<V, Answer = Proximity<V>>> Sheet<V> for ColumnAnswers<'_, V, Q> {
    fn answer(&mut self, solver: &Solver, place: usize, a: &View<'_, V::Wide>, b: &View<'_, V::Wide>) {
        self.columns.write(place, &Q::answer(solver, a, b, None));
    }
    #[cfg(feature = "simd")]
    fn answer_boxes_in_lanes(&mut self, solver: &Solver, places: &[u16], pairs: &Pairs<'_, V>) -> bool {
        lanes::answer_boxes(solver, self, places, pairs)
    }
    #[cfg(feature = "simd")]
    fn answer_hulls_in_lanes(&mut self, solver: &Solver, places: &[u16], pairs: &Pairs<'_, V>) -> bool {
        lanes::answer_hulls(solver, self, places, pairs)
    }
}

#[cfg(feature = "simd")]
impl<V: Vector, Q: Question<V, Answer = Proximity<V>>> LaneSheet<V> for ColumnAnswers<'_, V, Q> {
    type Question = Q;
    fn wanted(&self) -> Wanted {
        if self.columns.are_lengths() { Wanted::Lengths } else { Wanted::All }
    }
    #[inline(always)]
    fn answer_from(
        &mut self,
        solver: &Solver,
        place: usize,
        found: LaneResult<V::Scalar>,
        proximity: impl FnOnce() -> Proximity<V::Wide>,
    ) {
        if self.columns.are_lengths() {
            let LaneResult { status, distance, lower, upper, .. } = Q::lengths(found);
            self.columns.write_lengths(place, status, [distance, lower, upper]);
        } else {
            self.columns.write(place, &Q::answer_from(solver, found, proximity));
        }
    }
}
