//! A box that comes to a box: the slabs of all axes propose the features that meet, and these prove it.
//!
//! 1. *Slabs.* The facet normals of A − B are the axes of A, those of B, and the products of one of each. Along each the
//!    projections of the boxes overlap during an interval of t. In floats, without a look at their errors, the last
//!    interval to be entered proposes a pair of features, and two disjoint intervals propose a miss.
//! 2. *Miss.* The two intervals stay disjoint if both give way to their errors.
//! 3. *Meeting of a corner and a face.* The corner is a point that flies past the box of the face ([`super::cuboid`]). It is
//!    the nearest corner if no edge of its box is parallel to the face, to rounding.
//! 4. *Meeting of two edges.* With n the product of their directions, the plane of n is before the contact, and the lines
//!    of the edges cross at n·apart = 0, where apart is the vector between their middles. They meet if they cross
//!    inside both edges.
//! 5. Boxes with one rotation are a point and a box of the sum of both half-extents.
//!
//! **Accuracy.** In A's frame R = MᵀN, with M and N the maps of A and B. M is taken for a rotation, so Mᵀ for its inverse:
//! that errs by twice its defect. Let e be the errors of both maps, four times both defects and 8u. A separation
//! along an axis of length 1 or less, at any moment of the way, errs by 3e times the sum of all lengths: the start, the
//! way and both boxes. The products of columns of R are taken from its other columns, which errs by e again.
//!
//! For edges, a column errs by 5u less than an image, and n by both columns and 3u. That counts once over both halves of
//! the edges. The middles err by the maps, and by 3u of all lengths for their sums.
//!
//! **References.** Gottschalk, Lin, Manocha 1996. Ours differs in the time, and in the proofs.

use super::cuboid::{Entry, Slabs};
use super::flight::{Flight, Meeting, Verdict};
use crate::axes::{AXIS_CYCLES, on_edges, on_face, on_faces};
use crate::motion::map::Map;
use crate::numbers::each::Each;
use crate::numbers::real::{U, larger, smaller, sqrt};
use crate::space::rotation::Rotation;
use crate::space::vector::WideVector;

/// Two boxes: B flies past A.
pub(super) struct Boxes<W: WideVector> {
    pub halves: [W; 2],
    pub rotations: [W::Rotation; 2],
}

/// The features that an axis comes from.
#[derive(Clone, Copy)]
enum Source {
    /// The face across an axis of its box. `owner` is 0 for A, 1 for B.
    Face { owner: usize, axis: usize },
    /// The edges along axes of A and B.
    Edges(usize, usize),
}

/// B along several axes: where it is at the start, its speed, and how far the projections of both boxes reach. An axis
/// that is not filled in has no speed and says nothing.
struct Axes<const N: usize> {
    at: [f64; N],
    speed: [f64; N],
    reach: [f64; N],
}

/// The times at which projections begin and end to overlap.
struct Times<const N: usize> {
    enter: [f64; N],
    leave: [f64; N],
}

/// The time during which all projections overlap.
#[derive(Clone, Copy)]
struct Overlap {
    first: f64,
    last: f64,
}

impl<const N: usize> Axes<N> {
    #[inline(always)]
    fn new() -> Self {
        Self { at: [0.0; N], speed: [f64::NAN; N], reach: [0.0; N] }
    }

    #[inline(always)]
    fn set(&mut self, axis: usize, at: f64, speed: f64, reach: f64) {
        (self.at[axis], self.speed[axis], self.reach[axis]) = (at, speed, reach);
    }

    #[inline(always)]
    fn times(&self) -> Times<N> {
        let mut times = Times { enter: [0.0; N], leave: [0.0; N] };
        for k in 0..N {
            let inverse = 1.0 / self.speed[k];
            let (middle, half) = (-self.at[k] * inverse, self.reach[k] * inverse.abs());
            (times.enter[k], times.leave[k]) = (middle - half, middle + half);
        }
        times
    }

    /// What is left of an overlap if every separation errs by `error`.
    #[inline(never)]
    fn surely(&self, overlap: Overlap, error: f64) -> Overlap {
        let mut times = self.times();
        for k in 0..N {
            let slack = error / self.speed[k].abs();
            times.enter[k] -= slack;
            times.leave[k] += slack;
        }
        times.clipped(overlap)
    }
}

impl Overlap {
    const WHOLE: Self = Self { first: 0.0, last: 1.0 };

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.first > self.last
    }
}

impl<const N: usize> Times<N> {
    /// What is left of an overlap. Numbers that are NaN are left out.
    #[inline(always)]
    fn clipped(&self, overlap: Overlap) -> Overlap {
        // Two chains of comparisons, which wait half as long as one.
        let (mut first, mut last) = ([overlap.first; 2], [overlap.last; 2]);
        for k in 0..N {
            first[k % 2] = larger(self.enter[k], first[k % 2]);
            last[k % 2] = smaller(self.leave[k], last[k % 2]);
        }
        Overlap { first: larger(first[0], first[1]), last: smaller(last[0], last[1]) }
    }

    /// The first axis that is entered at a time.
    #[inline(always)]
    fn entered(&self, time: f64) -> Option<usize> {
        let found = (0..N).fold(0, |found: u32, k| found | u32::from(self.enter[k] == time) << k);
        (found != 0).then(|| found.trailing_zeros() as usize)
    }
}

/// What the boxes prove.
#[inline]
pub(super) fn meeting<W: WideVector>(flight: &Flight<W>, boxes: &Boxes<W>) -> Verdict<W> {
    let mut maps = [Map::of(&boxes.rotations[0]), Map::of(&boxes.rotations[1])];
    let defects = [0, 1].each(|side| boxes.rotations[side].defect());
    if boxes.rotations[0] == boxes.rotations[1] {
        return aligned(flight, &maps[0], defects[0], boxes.halves);
    }
    let source = match boxes.clip(flight, &maps, defects) {
        Err(verdict) => return verdict,
        Ok(source) => source,
    };
    // Rounding of the matrices is nearly always too much for edges, and seldom for faces.
    if let Source::Face { owner, axis } = source {
        if let Some(meeting) = boxes.corner_on_face(flight, &maps, defects[owner], owner, axis) {
            return Verdict::Meets(meeting);
        }
    }
    maps = [0, 1].each(|side| maps[side].sharpened(&boxes.rotations[side]));
    let meeting = match source {
        Source::Face { owner, axis } => boxes.corner_on_face(flight, &maps, defects[owner], owner, axis),
        Source::Edges(i, j) => boxes.edges(flight, &maps, [i, j]),
    };
    meeting.map_or(Verdict::Open, Verdict::Meets)
}

impl<W: WideVector> Boxes<W> {
    /// The features that meet, if any do.
    #[inline(always)]
    fn clip(&self, flight: &Flight<W>, maps: &[Map<W>; 2], defects: [f64; 2]) -> Result<Source, Verdict<W>> {
        let [a, b] = self.halves.each(W::padded);
        let columns = maps[1].columns_in(&maps[0]);
        let c = columns.each(W::padded);
        let r = |i: usize, j: usize| c[j][i];
        let (start, way) = (flight.start(), flight.way);
        let [from, along] = [maps[0].back(start), maps[0].back(way)];
        let (t, w) = (from.padded(), along.padded());
        let share = maps[0].error + maps[1].error + 4.0 * (defects[0] + defects[1]) + 8.0 * U;
        let lengths = start.sum_abs() + way.sum_abs() + self.halves[0].sum_abs() + self.halves[1].sum_abs();
        let error = 3.0 * share * lengths * (1.0 + 16.0 * U);
        let mut faces = Axes::<6>::new();
        for i in 0..W::DIM {
            let reach = a[i] + b[0] * r(i, 0).abs() + b[1] * r(i, 1).abs() + b[2] * r(i, 2).abs();
            faces.set(i, t[i], w[i], reach);
        }
        for j in 0..W::DIM {
            let reach = b[j] + a[0] * r(0, j).abs() + a[1] * r(1, j).abs() + a[2] * r(2, j).abs();
            faces.set(3 + j, from.dot(&columns[j]), along.dot(&columns[j]), reach);
        }
        let of_faces = faces.times();
        let overlap = of_faces.clipped(Overlap::WHOLE);
        if overlap.is_empty() && faces.surely(Overlap::WHOLE, error).is_empty() {
            return Err(Verdict::Clear);
        }
        let mut edges = Axes::<10>::new();
        if W::DIM == 3 {
            for (i, k, l) in AXIS_CYCLES {
                for (j, m, n) in AXIS_CYCLES {
                    let (along_k, along_l) = (-r(l, j), r(k, j));
                    let of_a = a[k] * along_k.abs() + a[l] * along_l.abs();
                    let reach = of_a + b[m] * r(i, n).abs() + b[n] * r(i, m).abs();
                    let [p, v] = [t, w].each(|vector| vector[k] * along_k + vector[l] * along_l);
                    edges.set(3 * i + j, p, v, reach);
                }
            }
        }
        let of_edges = edges.times();
        let overlap = of_edges.clipped(overlap);
        if overlap.is_empty() && edges.surely(faces.surely(Overlap::WHOLE, error), error).is_empty() {
            return Err(Verdict::Clear);
        }
        // A face is taken before edges.
        if let Some(face) = of_faces.entered(overlap.first) {
            return Ok(Source::Face { owner: face / 3, axis: face % 3 });
        }
        of_edges.entered(overlap.first).map(|pair| Source::Edges(pair / 3, pair % 3)).ok_or(Verdict::Open)
    }

    /// A corner of one box comes to a face of the other one, the owner.
    fn corner_on_face(
        &self,
        flight: &Flight<W>,
        maps: &[Map<W>; 2],
        defect: f64,
        owner: usize,
        axis: usize,
    ) -> Option<Meeting<W>> {
        let other = 1 - owner;
        let sign = if owner == 0 { 1.0 } else { -1.0 };
        let slabs = Slabs::new(&maps[owner], defect, self.halves[owner], flight.way * sign);
        let outward = maps[owner].apply(W::axis(axis) * slabs.outward(axis));
        let least = 4.0 * (maps[0].error + maps[1].error + 2.5 * defect + 4.0 * U);
        let (corner, vertex) = self.corner(&maps[other], other, -outward, W::DIM, least)?;
        let on_other = maps[other].apply(corner);
        // Where the corner comes to the face, but for rounding of the far start.
        let t = slabs.reaches(axis, flight.start() * sign + on_other)?;
        let place = flight.place(t);
        let at = place * sign + on_other;
        let error = (maps[other].error + U) * corner.length() + U * sqrt(place.dot(&place));
        let entry = slabs.entry(flight, axis, t, at, error)?;
        let Entry { bracket: [lower, upper, best], is_high, at, speed, .. } = entry;
        let witnesses = on_face(at, self.halves[owner], axis, is_high, vertex, owner);
        let on_owner = maps[owner].apply(at);
        let feet = if owner == 0 { [on_owner, on_other] } else { [on_other, on_owner] };
        Some(Meeting { lower, upper, best, speed, normal: (outward * sign).unit(), feet, witnesses })
    }

    /// The corner of a box that is farthest along a direction of the world, and its number. The coordinate along the axis
    /// `free` is zero. `None` if another one is less than `least` along the direction, so that rounding may hide its sign.
    #[inline(always)]
    fn corner(&self, map: &Map<W>, side: usize, direction: W, free: usize, least: f64) -> Option<(W, u32)> {
        let along = map.back(direction).padded();
        let (mut corner, mut number) = (self.halves[side], 0);
        for (k, along) in along.into_iter().enumerate().take(W::DIM) {
            let limit = *corner.coordinate(k);
            if k == free {
                corner = corner.with_coordinate(k, 0.0);
            } else if along.abs() > least {
                corner = corner.with_coordinate(k, if along > 0.0 { limit } else { -limit });
                number |= u32::from(along > 0.0) << k;
            } else {
                return None;
            }
        }
        Some((corner, number))
    }

    /// Two edges cross.
    fn edges(&self, flight: &Flight<W>, maps: &[Map<W>; 2], [i, j]: [usize; 2]) -> Option<Meeting<W>> {
        let [along_a, along_b] = [maps[0].apply(W::axis(i)), maps[1].apply(W::axis(j))];
        let normal = W::normal_of(&[along_a, along_b]);
        let way = flight.way;
        let normal = if normal.dot(&way) > 0.0 { -normal } else { normal };
        let least = 4.0 * (maps[0].error + maps[1].error + 4.0 * U);
        let (corner_a, number_a) = self.corner(&maps[0], 0, normal, i, least)?;
        let (corner_b, number_b) = self.corner(&maps[1], 1, -normal, j, least)?;
        let [middle_a, middle_b] = [maps[0].apply(corner_a), maps[1].apply(corner_b)];
        let closing = -normal.dot(&way);
        let between = middle_b - middle_a;
        let t = normal.dot(&(flight.start() + between)) / closing;
        if !(t > 0.0 && t < 2.0) {
            return None;
        }
        let place = flight.place(t);
        let apart = place + between;
        let squared = normal.dot(&normal);
        let (length, reaches) = (sqrt(squared), [corner_a.length(), corner_b.length()]);
        let halves = [*self.halves[0].coordinate(i), *self.halves[1].coordinate(j)];
        let of_normal = maps[0].of_axes + maps[1].of_axes + 3.0 * U;
        let of_points = maps[0].error * reaches[0]
            + maps[1].error * reaches[1]
            + 3.0 * U * (sqrt(place.dot(&place)) + reaches[0] + reaches[1])
            + 3.0 * U * sqrt(apart.dot(&apart))
            + flight.fine;
        let error = (length * of_points + of_normal * (halves[0] + halves[1])) * (1.0 + 16.0 * U);
        let least = (of_normal + 4.0 * U * length) * way.sum_abs();
        if !(closing > 5.0 * least) {
            return None;
        }
        let gain = normal.dot(&apart) / closing;
        let slow = (1.0 + 1.25 * least / closing) * (1.0 + 16.0 * U) / closing;
        let t_error = error * slow + gain.abs() * (least * slow + 4.0 * U);
        let speed = (closing + least) / length * (1.0 + 8.0 * U);
        let [lower, upper, best] = flight.bracket(t, gain, t_error, speed)?;
        // apart = α·along_a − β·along_b, at the moment of the answer.
        let apart = flight.place(lower) + between;
        let share = |along: &W| W::normal_of(&[apart, *along]).dot(&W::normal_of(&[along_a, along_b])) / squared;
        let [on_a, on_b] = [share(&along_b), share(&along_a)];
        let drift = way.sum_abs() * (gain.abs() + (upper - lower)) * (1.0 + 8.0 * U);
        let margin = (drift + 8.0 * (of_points + of_normal * (halves[0] + halves[1]) / length)) / length;
        if !(on_a.abs() + margin < halves[0] && on_b.abs() + margin < halves[1]) {
            return None;
        }
        let feet = [middle_a + along_a * on_a, middle_b + along_b * on_b];
        let points = [corner_a.with_coordinate(i, on_a), corner_b.with_coordinate(j, on_b)];
        let witnesses = on_edges(points, self.halves, [i, j], [number_a, number_b]);
        Some(Meeting { lower, upper, best, speed, normal: normal.divided(length), feet, witnesses })
    }
}

/// Boxes with one rotation.
fn aligned<W: WideVector>(flight: &Flight<W>, map: &Map<W>, defect: f64, [a, b]: [W; 2]) -> Verdict<W> {
    let slabs = Slabs::new(map, defect, a + b, flight.way);
    let (axis, t) = match slabs.clip(flight) {
        Err(verdict) => return verdict,
        Ok(entered) => entered,
    };
    let Some(entry) = slabs.entry(flight, axis, t, flight.place(t), 0.0) else { return Verdict::Open };
    let Entry { bracket: [lower, upper, best], is_high, at, speed, .. } = entry;
    // The middle of what the faces share, in the frame of each box.
    let (places, of_a, of_b) = (at.padded(), a.padded(), b.padded());
    let middle = |k: usize| {
        let low = larger(-of_a[k], places[k] - of_b[k]);
        0.5 * low + 0.5 * smaller(of_a[k], places[k] + of_b[k])
    };
    let outward = entry.outward();
    let on_a =
        (0..W::DIM).fold(a, |point, k| point.with_coordinate(k, if k == axis { outward * of_a[k] } else { middle(k) }));
    let on_b = (0..W::DIM).fold(b, |point, k| {
        point.with_coordinate(k, if k == axis { -outward * of_b[k] } else { *on_a.coordinate(k) - places[k] })
    });
    let Some(witnesses) = on_faces([on_a, on_b], [a, b], axis, is_high) else { return Verdict::Open };
    let normal = map.apply(W::axis(axis) * outward).unit();
    let feet = [map.apply(on_a), map.apply(on_b)];
    Verdict::Meets(Meeting { lower, upper, best, speed, normal, feet, witnesses })
}
