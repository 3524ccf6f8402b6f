//! Where boxes are cut: the cost of the two halves is least.
//!
//! The cost of a part is the surface of its box times the number of its groups (Goldsmith and Salmon, "Automatic
//! creation of object hierarchies for ray tracing", 1987). Cuts are tried at the borders of sixteen bins along each
//! axis. The boxes lie in the order of the tree, and each level of the tree reads them twice: once into the bins, and
//! once to move them to their side of the cut.

use super::{WIDTH, surface};

/// Bins along an axis.
const BINS: usize = 16;

/// An axis-aligned box. The empty one has its ends exchanged.
#[derive(Clone, Copy)]
pub(super) struct Bounds<const D: usize> {
    pub low: [f64; D],
    pub high: [f64; D],
}

/// A piece with its box, in lengths of at most 1.
#[derive(Clone, Copy)]
pub(super) struct Boxed<const D: usize> {
    pub bounds: Bounds<D>,
    pub piece: u32,
}

/// What is around some boxes.
#[derive(Clone, Copy)]
pub(super) struct Around<const D: usize> {
    pub boxes: Bounds<D>,
    /// The box around the middles of the boxes.
    middles: Bounds<D>,
}

/// Boxes side by side in the order of the tree.
#[derive(Clone, Copy)]
pub(super) struct Range<const D: usize> {
    pub end: usize,
    pub around: Around<D>,
    begin: usize,
}

impl<const D: usize> Bounds<D> {
    pub const EMPTY: Self = Self { low: [f64::INFINITY; D], high: [f64::NEG_INFINITY; D] };

    #[inline(always)]
    pub fn with(mut self, other: &Self) -> Self {
        for axis in 0..D {
            self.low[axis] = lesser(self.low[axis], other.low[axis]);
            self.high[axis] = greater(self.high[axis], other.high[axis]);
        }
        self
    }

    #[inline(always)]
    fn with_point(self, point: [f64; D]) -> Self {
        self.with(&Self { low: point, high: point })
    }

    #[inline(always)]
    fn middle(&self) -> [f64; D] {
        std::array::from_fn(|axis| 0.5 * (self.low[axis] + self.high[axis]))
    }

    /// See [`surface`].
    pub fn surface(&self) -> f64 {
        surface::<D>(std::array::from_fn(|axis| (self.high[axis] - self.low[axis]).max(0.0)))
    }
}

/// The lesser of two numbers that are not NaN: one instruction, where `f64::min` takes four.
#[inline(always)]
fn lesser(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// The greater of two numbers that are not NaN.
#[inline(always)]
fn greater(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

impl<const D: usize> Around<D> {
    const NOTHING: Self = Self { boxes: Bounds::EMPTY, middles: Bounds::EMPTY };

    pub fn of(boxes: &[Boxed<D>]) -> Self {
        boxes.iter().fold(Self::NOTHING, |all, next| all.with(&next.bounds))
    }

    #[inline(always)]
    fn with(self, bounds: &Bounds<D>) -> Self {
        Self { boxes: self.boxes.with(bounds), middles: self.middles.with_point(bounds.middle()) }
    }
}

/// Cuts boxes into up to eight ranges. The range with the largest surface is cut first.
pub(super) fn eight_ranges<const D: usize>(boxes: &mut [Boxed<D>], around: Around<D>) -> Vec<Range<D>> {
    let mut ranges = Vec::with_capacity(WIDTH);
    ranges.push(Range { begin: 0, end: boxes.len(), around });
    while ranges.len() < WIDTH {
        let surface = |range: &Range<D>| range.around.boxes.surface();
        let large = ranges.iter().enumerate().filter(|(_, range)| range.end - range.begin > WIDTH);
        let Some((place, &range)) = large.max_by(|(_, a), (_, b)| surface(a).total_cmp(&surface(b))) else {
            break;
        };
        let (cut, [below, above]) = halves(&mut boxes[range.begin..range.end], &range.around.middles);
        ranges[place] = Range { begin: range.begin, end: range.begin + cut, around: below };
        ranges.insert(place + 1, Range { begin: range.begin + cut, end: range.end, around: above });
    }
    ranges
}

/// Divides boxes into two ranges, neither empty. Returns where the second begins, and what is around each.
fn halves<const D: usize>(boxes: &mut [Boxed<D>], middles: &Bounds<D>) -> (usize, [Around<D>; 2]) {
    if let Some((axis, border)) = best_cut(boxes, middles) {
        let (mut first, mut around) = (0, [Around::NOTHING; 2]);
        for place in 0..boxes.len() {
            let bounds = boxes[place].bounds;
            if bounds.middle()[axis] < border {
                around[0] = around[0].with(&bounds);
                boxes.swap(first, place);
                first += 1;
            } else {
                around[1] = around[1].with(&bounds);
            }
        }
        if first != 0 && first != boxes.len() {
            return (first, around);
        }
    }
    // All middles are one point, or nearly so: any halves are equally good.
    let (below, above) = boxes.split_at(boxes.len() / 2);
    (below.len(), [Around::of(below), Around::of(above)])
}

/// Boxes whose middles are in one bin.
#[derive(Clone, Copy)]
struct Bin<const D: usize> {
    count: usize,
    around: Bounds<D>,
}

impl<const D: usize> Bin<D> {
    const EMPTY: Self = Self { count: 0, around: Bounds::EMPTY };

    fn and(&self, other: &Self) -> Self {
        Self { count: self.count + other.count, around: self.around.with(&other.around) }
    }

    /// The number of groups times the surface.
    fn cost(&self) -> f64 {
        if self.count == 0 { f64::INFINITY } else { self.count.div_ceil(WIDTH) as f64 * self.around.surface() }
    }
}

/// The axis and the coordinate of the cheapest cut. `None` if no cut divides the middles.
fn best_cut<const D: usize>(boxes: &[Boxed<D>], middles: &Bounds<D>) -> Option<(usize, f64)> {
    let bins_a_length: [f64; D] = std::array::from_fn(|axis| BINS as f64 / (middles.high[axis] - middles.low[axis]));
    let bins = filled_bins(boxes, middles.low, bins_a_length);
    let mut best = (f64::INFINITY, None);
    // An axis along which all middles are equal has no cut.
    for axis in (0..D).filter(|&axis| bins_a_length[axis].is_finite()) {
        let bins = &bins[axis];
        let mut after = [f64::INFINITY; BINS];
        let mut sum = Bin::EMPTY;
        for bin in (1..BINS).rev() {
            sum = sum.and(&bins[bin]);
            after[bin] = sum.cost();
        }
        let mut sum = Bin::EMPTY;
        for bin in 0..BINS - 1 {
            sum = sum.and(&bins[bin]);
            let both = sum.cost() + after[bin + 1];
            if both < best.0 {
                best = (both, Some((axis, middles.low[axis] + (bin + 1) as f64 / bins_a_length[axis])));
            }
        }
    }
    best.1
}

/// The boxes in bins along each axis. Where the bins have no width, what they hold has no meaning.
fn filled_bins<const D: usize>(boxes: &[Boxed<D>], low: [f64; D], bins_a_length: [f64; D]) -> [[Bin<D>; BINS]; D] {
    let mut bins = [[Bin::EMPTY; BINS]; D];
    for Boxed { bounds, .. } in boxes {
        let middle = bounds.middle();
        for axis in 0..D {
            let place = (((middle[axis] - low[axis]) * bins_a_length[axis]) as usize).min(BINS - 1);
            let bin = &mut bins[axis][place];
            bin.count += 1;
            bin.around = bin.around.with(bounds);
        }
    }
    bins
}
