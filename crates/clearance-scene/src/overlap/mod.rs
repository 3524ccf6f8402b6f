//! How much two bodies have in common: the largest ball in both, and the volume of what they share.
//!
//! The overlap of two bodies is the diameter of the largest ball in both. It is 0 exactly if they have no common interior.
//! It is the same for exchanged bodies, moves with them and scales with them. If each version of a body holds what lies
//! deeper than e in the other version, it changes by at most 2e. docs/math/overlap.md derives how it is bounded.

mod bodies;
mod climb;
mod concave;
mod contact;
mod doors;
mod equal;
mod exposed;
mod face;
mod game;
mod inner;
mod place;
mod reach;
mod search;
mod shape;
mod sheets;
mod side;
#[cfg(test)]
mod tests;
mod together;
mod volume;

#[cfg(feature = "proof")]
pub(crate) use crate::cell::{Plane as Wall, across, area_of, clipped};
pub use bodies::Matter;
pub use contact::{ContactKind, ContactRegion};
pub use doors::{Filled, are_same, common_volume, contact_region, overlap, overlaps_more_than};
pub(crate) use doors::{is_overlap_more, judged_overlap};
pub use shape::relation_to_shape;

use crate::cell::Spot;
use bodies::Part;
use clearance::dyadic::Dyadic;
use clearance::each::Each;
use clearance::real::ldexp;
use clearance::{Ring, Space, Vec3, WideVector, vec3};
use place::{common, exponent, widened};
use search::{Goal, Radius, Search};
use sheets::Flatness;
use side::Side;

/// How much two bodies overlap: the diameter of the largest ball in both, in the plane of the largest disk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap<V = Vec3<f64>> {
    /// The diameter of a ball in both, rounded. It is at least 10/11 of the greatest, or less by rounding only. 0 if there
    /// is no common interior. If [`Overlap::open`], it is [`Overlap::upper`].
    pub diameter: f64,
    /// A ball in both is at least so large.
    pub lower: f64,
    /// No ball in both is larger. No ball is in what encloses nothing: an open mesh, lines, points, plates without thickness. Of
    /// those it is twice how deep they reach into the other body, if that is more.
    pub upper: f64,
    /// The middle of that ball. `None` if there is none.
    pub middle: Option<V>,
    /// Whether a body is open, or what encloses nothing reaches deeper than any ball.
    pub open: bool,
}

/// Bounds of the volume of what two bodies have in common, in the plane of its area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CommonVolume {
    /// It is at least this.
    pub lower: f64,
    /// It is at most this.
    pub upper: f64,
}

/// What two parts have in common is not looked into if it is longer than this: sums of such lengths leave the range of numbers.
const LONGEST: f64 = f64::MAX / 64.0;

/// Lengths whose products are in the range of numbers, with room for the errors of small cells.
const MULTIPLIED: std::ops::Range<f64> = f64::from_bits((1023 - 300) << 52)..f64::from_bits((1023 + 300) << 52);

/// Whether what two parts have in common may have no end, or leaves the range of numbers.
fn is_endless(parts: [Part; 2]) -> bool {
    let [low, high] = common(parts[0].world_box(), parts[1].world_box());
    let axes = if parts.iter().any(Part::is_flat) { 0..2 } else { 0..3 };
    axes.clone().all(|axis| high[axis] > low[axis]) && axes.into_iter().any(|axis| !(high[axis] - low[axis] < LONGEST))
}

/// Two parts of bodies in their frame.
pub(crate) struct Pair<'a> {
    search: Search<'a>,
    origin: Spot,
    exponent: i32,
}

impl<'p> Pair<'p> {
    /// `None` if their boxes have no common inside, so that they have no common interior.
    fn new(parts: [Part<'p, '_>; 2]) -> Option<Self> {
        Self::with(parts, 0.0, 0.0)
    }

    /// The same in the same frame, with faces that have no slack from rounding elsewhere. `None` if neither body is so.
    fn strict(parts: [Part<'p, '_>; 2]) -> Option<Self> {
        if parts.iter().any(Part::is_rounded) { Self::of(parts, [0.0; 2], Flatness::Strict) } else { None }
    }

    /// What is no farther than `margin` from both boxes, and all surfaces that are no farther than `reach` from there; if that
    /// is 0, than the radius of the largest ball in what both boxes have in common. `None` if nothing is.
    fn with(parts: [Part<'p, '_>; 2], margin: f64, reach: f64) -> Option<Self> {
        Self::of(parts, [margin, reach], Flatness::Rounded)
    }

    fn of(parts: [Part<'p, '_>; 2], [margin, reach]: [f64; 2], flatness: Flatness) -> Option<Self> {
        let [low, high] = common(widened(parts[0].world_box(), margin), widened(parts[1].world_box(), margin));
        let is_flat = parts.iter().any(Part::is_flat);
        let axes = if is_flat { 0..2 } else { 0..3 };
        if axes.clone().any(|axis| !(high[axis] > low[axis])) {
            return None;
        }
        let origin = low * 0.5 + high * 0.5;
        let may_be_scaled = parts.iter().all(Part::may_be_scaled);
        let exponent = if may_be_scaled { exponent((high - low).max_abs()) } else { 0 };
        let places = parts.each_ref().each(|part| part.place(origin, exponent));
        let own = [0, 1].each(|side| parts[side].box_in(&places[side]));
        let size = own.iter().flatten().fold(0.0f64, |most, end| most.max(end.max_abs()));
        let rounded = places.iter().fold(size, |most, place| most + place.size());
        let mut ends = widened(common(own[0], own[1]), ldexp(margin, -exponent) + 64.0 * f64::EPSILON * rounded);
        if is_flat {
            let tall = (ends[1] - ends[0]).max_abs();
            (ends[0].z, ends[1].z) = (-tall, tall);
        }
        let half = axes.map(|axis| 0.5 * (ends[1][axis] - ends[0][axis])).fold(f64::INFINITY, f64::min);
        if !(half > 0.0) {
            return None;
        }
        let reach = if reach > 0.0 { ldexp(reach, -exponent) } else { half };
        let sides = [0, 1].each(|side| parts[side].side(places[side], origin, ends, reach, flatness));
        let most = ends[0].max_abs().max(ends[1].max_abs());
        let search = Search { sides, ends, is_flat, tolerance: 8.0 * f64::EPSILON * most };
        Some(Self { search, origin, exponent })
    }

    /// Bounds of the radius of the largest ball. Where faces that are flat but for rounding leave it open, strict ones may tell: of
    /// flush bodies they know more, of others less.
    fn radius(&self, parts: [Part; 2], goal: Goal) -> Radius {
        let found = self.search.radius(goal);
        if !found.is_open(goal) {
            return found;
        }
        let Some(strict) = Pair::strict(parts) else { return found };
        let other = strict.search.radius(goal);
        let upper = found.upper.min(other.upper);
        Radius { upper, ..if other.lower > found.lower { other } else { found } }
    }

    /// Whether something of the bodies encloses nothing.
    fn has_thin(&self) -> bool {
        self.search.sides.iter().any(|side| matches!(side, Side::Faces(faces) if faces.thin().next().is_some()))
    }

    fn length(&self, own: f64) -> f64 {
        ldexp(own, self.exponent)
    }

    /// A length of the world in the frame.
    fn own_length(&self, length: f64) -> f64 {
        ldexp(length, -self.exponent)
    }

    /// An area of the frame, in the plane a length.
    fn measure(&self, own: f64) -> f64 {
        ldexp(own, if self.search.is_flat { self.exponent } else { 2 * self.exponent })
    }

    /// Bounds of the common volume. Of lengths whose products leave the range of numbers the box alone is known.
    fn volumes(&self, most_cells: usize) -> [f64; 2] {
        let way = self.search.ends[1] - self.search.ends[0];
        if MULTIPLIED.contains(&way.max_abs()) {
            let own = self.search.volume(most_cells);
            let [lower, upper] = own.each(|volume| self.volume(volume));
            // Small results may have lost all their digits, and large ones may be beyond the range.
            let lower = if lower < f64::MIN_POSITIVE { 0.0 } else { lower.min(f64::MAX) };
            return [lower, if own[1] > 0.0 { upper.max(f64::MIN_POSITIVE) } else { upper }];
        }
        let mut sides = [way.x, way.y, if self.search.is_flat { 1.0 } else { way.z }];
        sides.sort_unstable_by(f64::total_cmp);
        let [least, middle, most] = sides;
        [0.0, (least * most + f64::MIN_POSITIVE) * middle * (1.0 + 8.0 * f64::EPSILON) + f64::MIN_POSITIVE]
    }

    /// A volume of the frame; in the plane the area of the prism's section.
    fn volume(&self, own: f64) -> f64 {
        let [low, high] = self.search.ends;
        let (own, dimension) = if self.search.is_flat { (own / (high.z - low.z), 2) } else { (own, 3) };
        ldexp(own, dimension * self.exponent)
    }

    /// A vector of the frame as one of the world, without rounding.
    fn exact(&self, own: Spot) -> Vec3<Dyadic> {
        let half = self.exponent / 2;
        let [first, second] = [half, self.exponent - half].each(|power| Dyadic::from(ldexp(1.0, power)));
        own.exact().scaled(&first.times(&second))
    }

    fn point(&self, own: Spot) -> Spot {
        let [x, y, z] = [0, 1, 2].each(|axis| ldexp(own[axis], self.exponent));
        self.origin + vec3(x, y, z)
    }
}

/// The overlap of two bodies that are in their canonical order.
pub(crate) fn overlap_of(bodies: [&Matter; 2]) -> Overlap<Spot> {
    let (found, _) = bounds_of(bodies, |_| Goal::Bracket);
    if found.lower == 0.0 && !found.open && Matter::are_parted(bodies) {
        return Overlap { upper: 0.0, ..found };
    }
    found
}

/// The overlap of two bodies with a common interior, and whether it is more than a length, as far as that is known. If it
/// is far below the length, the bounds may be far from each other.
pub(crate) fn judged(bodies: [&Matter; 2], length: f64) -> (Overlap<Spot>, Option<bool>) {
    let (found, reach) = bounds_of(bodies, |pair| Goal::Judge(ldexp(0.5 * length, -pair.exponent)));
    let is_more = match found {
        Overlap { upper, .. } if upper <= length => Some(false),
        Overlap { lower, .. } if reach > length || lower > length => Some(true),
        Overlap { lower, upper, .. } => equal::decided(bodies, length, [lower, upper]),
    };
    (found, is_more)
}

/// Bounds of the overlap, and how far what encloses nothing reaches. `goal` says how near each other they must be.
fn bounds_of(bodies: [&Matter; 2], goal: impl Fn(&Pair) -> Goal) -> (Overlap<Spot>, f64) {
    let open = bodies.iter().any(|body| body.is_open());
    let mut most = Overlap { diameter: 0.0, lower: 0.0, upper: 0.0, middle: None, open };
    let mut reach = 0.0f64;
    for one in bodies[0].parts() {
        for other in bodies[1].parts() {
            if is_endless([one, other]) {
                most.upper = f64::INFINITY;
                continue;
            }
            let (pair, its_reach) = looked_at([one, other]);
            reach = reach.max(its_reach);
            let Some(pair) = pair else { continue };
            let Radius { lower, upper, about, middle, .. } = pair.radius([one, other], goal(&pair));
            let [lower, upper, about] = [lower, upper, about].each(|radius| 2.0 * pair.length(radius));
            most.upper = most.upper.max(upper);
            if lower > most.lower {
                let middle = middle.map(|middle| pair.point(middle));
                most = Overlap { diameter: about, lower, middle, ..most };
            }
        }
    }
    each_union(bodies, |pair| {
        let found = pair.search.radius(Goal::Above(ldexp(0.5 * most.lower, -pair.exponent)));
        most.upper = most.upper.max(2.0 * pair.length(found.upper));
    });
    most.diameter = most.diameter.min(most.upper);
    if reach > most.upper {
        (most.diameter, most.upper, most.open) = (reach, reach, true);
    }
    (most, reach)
}

/// Two parts, if both may hold a ball, and how far what of them encloses nothing reaches into the other.
fn looked_at<'p>(parts: [Part<'p, '_>; 2]) -> (Option<Pair<'p>>, f64) {
    let pair = if parts.iter().any(Part::is_surface) { None } else { Pair::new(parts) };
    let is_solid = pair.as_ref().is_some_and(|pair| !pair.has_thin());
    (pair, if is_solid { 0.0 } else { reach::reach(parts) })
}

/// Calls for each pair of a part of one body and a part of the other of which one is a set of shapes with common points.
fn each_union(bodies: [&Matter; 2], mut call: impl FnMut(Pair)) {
    if bodies.iter().flat_map(|body| body.parts()).any(|part| part.is_surface()) {
        return;
    }
    let sets = bodies.each(|body| body.sets());
    let parts = [0, 1].each(|side| {
        let sets = sets[side].iter().map(|set| Part::Shape(set));
        sets.chain(bodies[side].parts()).collect::<Vec<_>>()
    });
    for (place, &one) in parts[0].iter().enumerate() {
        for (other_place, &other) in parts[1].iter().enumerate() {
            if (place < sets[0].len() || other_place < sets[1].len()) && !is_endless([one, other]) {
                Pair::new([one, other]).into_iter().for_each(&mut call);
            }
        }
    }
}

/// Whether the overlap is greater than a length. `None` if only rounding parts them, and no closed form tells.
pub(crate) fn is_more_than(bodies: [&Matter; 2], length: f64) -> Option<bool> {
    let mut bounds = [0.0f64; 2];
    for one in bodies[0].parts() {
        for other in bodies[1].parts() {
            if is_endless([one, other]) {
                bounds[1] = f64::INFINITY;
                continue;
            }
            let (pair, reach) = looked_at([one, other]);
            if reach > length {
                return Some(true);
            }
            let Some(pair) = pair else { continue };
            let radius = ldexp(0.5 * length, -pair.exponent);
            let found = pair.radius([one, other], Goal::MoreThan(radius));
            if found.lower > radius {
                return Some(true);
            }
            let [lower, upper] = [found.lower, found.upper].each(|radius| 2.0 * pair.length(radius));
            bounds = [bounds[0].max(lower), bounds[1].max(upper)];
        }
    }
    if bounds[1] > length { equal::decided(bodies, length, bounds) } else { Some(false) }
}

/// Bounds of the common volume of two bodies in their canonical order. `None` if a body is open.
pub(crate) fn volume_of(bodies: [&Matter; 2], most_cells: usize) -> Option<CommonVolume> {
    if bodies.iter().any(|body| body.is_open()) {
        return None;
    }
    let mut volume = CommonVolume { lower: 0.0, upper: 0.0 };
    let is_disjoint = bodies.iter().all(|body| body.sets().is_empty());
    for one in bodies[0].parts() {
        for other in bodies[1].parts() {
            if is_endless([one, other]) {
                volume.upper = f64::INFINITY;
                continue;
            }
            let Some(pair) = Pair::new([one, other]) else { continue };
            let [lower, upper] = pair.volumes(most_cells);
            volume.upper += upper;
            // What shapes with common points share counts once.
            volume.lower = if is_disjoint { volume.lower + lower } else { volume.lower.max(lower) };
        }
    }
    Some(volume)
}
