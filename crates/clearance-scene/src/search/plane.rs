//! A body beside a half-space. No box holds a half-space, and none is needed: the leaf that is lowest against its normal
//! is the nearest.
//!
//! A scan finds the heights of all leaves with an error bound, one product a corner. The core answers for the leaves that
//! may be the lowest.

use super::Nearest;
use crate::ask;
use crate::facets::FacetSpace;
use crate::view::{Bodies, Leaves, View};
use clearance::{HalfSpace, Precision, Rotation, Solver, Status, SupportMap};

/// A body and a half-space.
pub(super) struct BesidePlane<'a, V: FacetSpace<D>, const D: usize> {
    body: &'a View<'a, V, D>,
    plane: &'a dyn SupportMap<V>,
    /// The unit normal of the plane.
    normal: V,
    is_swapped: bool,
}

impl<'a, V: FacetSpace<D>, const D: usize> BesidePlane<'a, V, D> {
    /// The pair, if one body is a half-space. If both are, the first one is the body.
    pub fn of([a, b]: Bodies<'a, V, D>) -> Option<Self> {
        let plane = |view: &View<'a, V, D>| match view.leaves {
            Leaves::Single { shape, .. } => HalfSpace::normal_of(shape).map(|normal| (shape, normal)),
            _ => None,
        };
        let (is_swapped, body, (plane, normal)) = match plane(b) {
            Some(found) => (false, a, found),
            None => (true, b, plane(a)?),
        };
        Some(Self { body, plane, normal, is_swapped })
    }

    /// The distance of a leaf.
    fn answer(&self, solver: &Solver, leaf: u32) -> Nearest<V> {
        let shape = self.body.leaf(leaf);
        let proximity = ask::distance(solver, shape.shape(), self.plane);
        let nearest = Nearest { proximity, leaf_a: leaf, leaf_b: 0 };
        if self.is_swapped { nearest.swapped() } else { nearest }
    }

    /// The leaves that may be the lowest, in their order.
    fn lowest(&self) -> Vec<u32> {
        let View { pose, factors, leaves, .. } = self.body;
        let local: [f64; D] = self.normal.mapped_back(&pose.rotation.matrix()).into();
        let down = V::from(std::array::from_fn(|axis| -local[axis] * factors[axis]));
        let most = |numbers: &mut dyn Iterator<Item = f64>| numbers.fold(0.0f64, |most, x| most.max(x.abs()));
        let size = match leaves {
            Leaves::Facets(facets) => facets.vertices.iter().fold(0.0f64, |most, vertex| most.max(vertex.max_abs())),
            Leaves::Shapes { boxes, .. } => most(&mut boxes.iter().flatten().flatten().copied()),
            Leaves::Single { ends, .. } => most(&mut ends.iter().flatten().copied()),
            Leaves::Point => 0.0,
        };
        let scale = factors.iter().fold(0.0f64, |most, factor| most.max(factor.abs()));
        let error = 128.0 * f64::EPSILON * size * scale;
        let depths: Vec<f64> = (0..self.body.leaf_count() as u32).map(|leaf| self.body.reach(leaf, down)).collect();
        let deepest = depths.iter().fold(f64::NEG_INFINITY, |deepest, &depth| deepest.max(depth));
        // Numbers that are not finite leave all leaves in.
        let is_higher = |depth: f64| depth < deepest - 2.0 * error;
        (0..).zip(&depths).filter(|(_, depth)| !is_higher(**depth)).map(|(leaf, _)| leaf).collect()
    }

    /// The nearest leaf within the solver's limit. Equality is decided.
    pub fn nearest(&self, solver: &Solver) -> Option<Nearest<V>> {
        let answers = self.lowest().into_iter().map(|leaf| (leaf, self.answer(solver, leaf)));
        // Of equal distances the first leaf counts. Leaves that meet the half-space have the distance 0, deep or not.
        let (leaf, nearest) =
            answers.reduce(|best, next| if next.1.distance < best.1.distance { next } else { best })?;
        if nearest.distance == 0.0 {
            let mut all = (0..=leaf).map(|leaf| self.answer(solver, leaf));
            return all.find(|answer| answer.distance == 0.0).filter(|_| solver.max_distance >= 0.0);
        }
        self.is_at_most(leaf, &nearest, solver.max_distance).then_some(nearest)
    }

    /// The nearest pairs within the solver's limit, at most `count`.
    pub fn several(&self, solver: &Solver, count: usize) -> Vec<Nearest<V>> {
        let answers = (0..self.body.leaf_count() as u32).map(|leaf| (leaf, self.answer(solver, leaf)));
        let mut near: Vec<Nearest<V>> = answers
            .filter(|(leaf, answer)| self.is_at_most(*leaf, answer, solver.max_distance))
            .map(|(_, answer)| answer)
            .collect();
        near.sort_by(|left, right| left.distance.total_cmp(&right.distance));
        near.truncate(count);
        near
    }

    /// Whether leaves meet the half-space.
    pub fn meets(&self) -> bool {
        self.nearest(&Solver::default())
            .is_some_and(|nearest| nearest.status != Status::Separated && nearest.lower > f64::NEG_INFINITY)
    }

    /// Whether the body has points inside the half-space, and not on its plane alone.
    pub fn enters(&self) -> bool {
        let overlap = |leaf| self.answer(&Solver::default(), leaf).status == Status::Overlapping;
        self.lowest().into_iter().any(overlap)
    }

    /// Whether the distance is less than a limit, which is positive.
    pub fn is_below(&self, limit: f64) -> bool {
        match self.nearest(&Solver::default()) {
            Some(nearest) if nearest.lower >= limit => false,
            Some(nearest) if !(nearest.upper < limit) => {
                let exact = Solver { precision: Precision::Exact, ..Solver::default() };
                self.lowest().into_iter().any(|leaf| self.answer(&exact, leaf).distance < limit)
            }
            _ => true,
        }
    }

    fn is_at_most(&self, leaf: u32, answer: &Nearest<V>, limit: f64) -> bool {
        if answer.lower > limit || answer.upper <= limit {
            return answer.upper <= limit;
        }
        let exact = Solver { precision: Precision::Exact, max_distance: f64::INFINITY, ..Solver::default() };
        !(self.answer(&exact, leaf).distance > limit)
    }
}
