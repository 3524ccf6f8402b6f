//! Where boxes are cut: the cost of the two halves is least.
//!
//! The cost of a part is the surface of its box times the number of its groups (Goldsmith and Salmon, "Automatic
//! creation of object hierarchies for ray tracing", 1987). Cuts are tried at the borders of sixteen bins along each
//! axis. The boxes lie in the order of the tree, and each level of the tree reads them twice: once into the bins, and
//! once to move them to their side of the cut.

use super::{WIDTH, surface};

/// Bins along an axis.
const BINS: usize = 16;

/// A sum of this and a number of less than half of it has no digits behind the point.
const ROUNDING: f32 = 8_388_608.0;

/// Numbers of a point, one for each axis and zeros behind them: as many as a register holds.
type Lanes = [f32; 4];

/// An axis-aligned box in D dimensions, rounded outward. The empty one has its ends exchanged.
#[derive(Clone, Copy)]
pub(super) struct Bounds<const D: usize> {
    low: Lanes,
    high: Lanes,
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
    pub const EMPTY: Self = Self { low: [f32::INFINITY; 4], high: [f32::NEG_INFINITY; 4] };

    /// The box with these ends, rounded outward.
    pub fn rounded(low: [f64; D], high: [f64; D]) -> Self {
        let lanes = |end: [f64; D], rounded: fn(f64) -> f32| {
            let mut lanes = [0.0; 4];
            (0..D).for_each(|axis| lanes[axis] = rounded(end[axis]));
            lanes
        };
        Self { low: lanes(low, round_down), high: lanes(high, round_up) }
    }

    /// The least and the greatest coordinates along an axis.
    pub fn ends(&self, axis: usize) -> [f32; 2] {
        [self.low[axis], self.high[axis]]
    }

    #[inline(always)]
    pub fn with(self, other: &Self) -> Self {
        Self { low: in_lanes(self.low, other.low, lesser), high: in_lanes(self.high, other.high, greater) }
    }

    #[inline(always)]
    fn with_point(self, point: Lanes) -> Self {
        self.with(&Self { low: point, high: point })
    }

    #[inline(always)]
    fn middle(&self) -> Lanes {
        in_lanes(self.low, self.high, |low, high| 0.5 * (low + high))
    }

    /// See [`surface`].
    pub fn surface(&self) -> f64 {
        surface::<D>(std::array::from_fn(|axis| f64::from((self.high[axis] - self.low[axis]).max(0.0))))
    }
}

/// The greatest `f32` that is not above.
pub(super) fn round_down(x: f64) -> f32 {
    let near = x as f32;
    if f64::from(near) > x { near.next_down() } else { near }
}

/// The least `f32` that is not below.
pub(super) fn round_up(x: f64) -> f32 {
    -round_down(-x)
}

/// An operation in each lane. Written out, it is one instruction for all lanes; loops stay loops here.
#[inline(always)]
fn in_lanes([a, b, c, d]: Lanes, [p, q, r, s]: Lanes, of: impl Fn(f32, f32) -> f32) -> Lanes {
    [of(a, p), of(b, q), of(c, r), of(d, s)]
}

/// The lesser of two numbers that are not NaN: one instruction, where `f32::min` takes four.
#[inline(always)]
fn lesser(a: f32, b: f32) -> f32 {
    if b < a { b } else { a }
}

/// The greater of two numbers that are not NaN.
#[inline(always)]
fn greater(a: f32, b: f32) -> f32 {
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
fn best_cut<const D: usize>(boxes: &[Boxed<D>], middles: &Bounds<D>) -> Option<(usize, f32)> {
    let bins_a_length: Lanes = std::array::from_fn(|lane| BINS as f32 / (middles.high[lane] - middles.low[lane]));
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
                best = (both, Some((axis, middles.low[axis] + (bin + 1) as f32 / bins_a_length[axis])));
            }
        }
    }
    best.1
}

/// The boxes in bins along each axis. Where the bins have no width, what they hold has no meaning.
fn filled_bins<const D: usize>(boxes: &[Boxed<D>], low: Lanes, bins_a_length: Lanes) -> [[Bin<D>; BINS]; D] {
    let mut bins = [[Bin::EMPTY; BINS]; D];
    for Boxed { bounds, .. } in boxes {
        let middle = bounds.middle();
        let places = in_lanes(in_lanes(middle, low, |x, low| x - low), bins_a_length, |x, bins| x * bins);
        // Rounded to the nearest place of half a bin less, by the digits of a sum with a large power of two.
        let [a, b, c, d] = in_lanes(places, [0.5; 4], |x, half| greater(x - half, 0.0) + ROUNDING);
        for (axis, rounded) in [a, b, c, d].into_iter().enumerate().take(D) {
            let place = (rounded.to_bits().wrapping_sub(ROUNDING.to_bits()) as usize).min(BINS - 1);
            let bin = &mut bins[axis][place];
            bin.count += 1;
            bin.around = bin.around.with(bounds);
        }
    }
    bins
}
