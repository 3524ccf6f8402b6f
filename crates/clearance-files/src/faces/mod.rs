//! From the faces of files to triangles. A face is a flat polygon, convex or not, with holes or without.
//!
//! **Law.** The triangles of a face cover its polygon once, and nothing else; none is turned. No corner is added or moved.
//! A polygon of n corners without holes becomes n − 2 triangles, as a fan, so that the triangles behind it keep their
//! numbers. A ring that runs back along a part of its own edges may need more.
//!
//! **Method.**
//! 1. The face is seen along the axis nearest to its normal (`shadow.rs`). For a flat face that changes nothing.
//! 2. A face without holes that has the corners of an earlier one is cut as that one (`twins.rs`). Otherwise, if the fan from the
//!    first corner covers the polygon, the fan it is. That of a convex face does.
//! 3. A sweep finds crossings, and corners on other edges (`sweep.rs`). Where rings touch they are parted or joined, so
//!    that each ring goes around one connected part of the inside, or is a hole in it (`rings.rs`).
//! 4. A second sweep finds from where each hole is seen, and two edges join it to what sees it.
//! 5. Ears are cut off each ring, one after the other (`ears.rs`).
//!
//! All signs are exact, for coordinates of any size (`sides.rs`). Sweeps take n log n steps, and ears about as much.
//!
//! **Special cases.** Corners at one place and corners without an area become triangles without an area. A face that
//! crosses itself has no triangles of its own corners that cover it: ears are cut off while there are some, the rest is a
//! fan, and a remark says so.

mod ears;
mod near;
mod rings;
mod shadow;
mod sides;
mod sweep;
#[cfg(test)]
mod tests;
mod twins;

use crate::plane;
use crate::space::Point;
use ears::Outcome;
use rings::Rings;
use shadow::Shadow;
use sweep::sweep;
use twins::Twins;

/// Triangles of faces, and what is to be said of the faces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cut {
    /// Indices of points, face after face.
    pub triangles: Vec<[u32; 3]>,
    /// What a remark tells of the faces so far.
    pub told: Told,
    twins: Twins,
}

/// Faces that leave a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Told {
    faces: usize,
    bent: Tally,
    crossing: Tally,
    unfinished: Tally,
    holes: Tally,
    /// The greatest distance of a corner from the plane of its face.
    farthest: f64,
}

/// How many faces there are of a kind, and the number of the first one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tally {
    count: usize,
    first: usize,
}

impl Tally {
    fn add(&mut self, face: usize) {
        if self.count == 0 {
            self.first = face;
        }
        self.count += 1;
    }
}

impl Cut {
    /// The triangles of faces without holes. All corners are indices of points.
    pub fn of_faces<'a>(points: &[Point], faces: impl Iterator<Item = &'a [u32]>) -> Self {
        let mut cut = Self::default();
        faces.for_each(|face| cut.add(points, &[face]));
        cut
    }

    /// Adds a face: its outer ring, and the rings of its holes, which may turn either way. Fewer than three corners are
    /// no face.
    pub fn add(&mut self, points: &[Point], rings: &[&[u32]]) {
        let number = self.told.faces;
        self.told.faces += 1;
        let Some((&outer, holes)) = rings.split_first() else { return };
        match (outer, holes) {
            ([a, b, c], []) => return self.triangles.push([*a, *b, *c]),
            ([] | [_] | [_, _], _) => return,
            _ => {}
        }
        let shadow = Shadow::of(points, outer);
        if shadow.is_bent {
            self.told.bent.add(number);
            self.told.farthest = self.told.farthest.max(shadow.farthest);
        }
        let start = self.triangles.len();
        let twin = if holes.is_empty() { self.twins.cut(points, outer, &self.triangles) } else { None };
        let (outcome, filled) = if let Some((twin, outcome)) = twin {
            self.triangles.extend(twin);
            (outcome, false)
        } else if shadow.has_no_area || (holes.is_empty() && shadow.fan_fits(points, outer)) {
            self.triangles.extend(fan(outer));
            let crosses = shadow.has_no_area && shadow::has_area(points, outer);
            (if crosses { Outcome::Crossing } else { Outcome::Ears }, !holes.is_empty())
        } else {
            self.cut(rings, |corner| shadow.of_point(points[corner as usize]))
        };
        if holes.is_empty() {
            self.twins.note(points, outer, start..self.triangles.len(), outcome);
        }
        match outcome {
            Outcome::Ears => {}
            Outcome::Crossing => self.told.crossing.add(number),
            Outcome::Unfinished => self.told.unfinished.add(number),
        }
        if filled {
            self.told.holes.add(number);
        }
    }

    /// Adds the triangles of a face that no fan covers. The answer is what became of it, and whether holes are filled.
    fn cut(&mut self, rings: &[&[u32]], place: impl Fn(u32) -> plane::Point) -> (Outcome, bool) {
        let start = self.triangles.len();
        let simple = cut_simple(rings, &place, &mut self.triangles);
        let answer = simple.unwrap_or_else(|| {
            self.triangles.truncate(start);
            cut_crossing(rings[0], place, &mut self.triangles);
            (Outcome::Crossing, rings.len() > 1)
        });
        // Where the ring touches itself there are fewer triangles.
        let least = start + rings[0].len() - 2;
        self.triangles.resize(self.triangles.len().max(least), [rings[0][0]; 3]);
        answer
    }
}

/// Adds the triangles of rings that do not cross. The answer is what became of them, and whether holes do not lie inside.
/// It is `None` if rings cross.
fn cut_simple(
    rings: &[&[u32]],
    place: impl Fn(u32) -> plane::Point,
    triangles: &mut Vec<[u32; 3]>,
) -> Option<(Outcome, bool)> {
    let mut rings = Rings::new(rings, place);
    rings.cut_spikes(triangles);
    let found = sweep(&rings, &vec![true; rings.starts.len()])?;
    rings.split(&found.contacts);
    let turns_left = rings.untangle()?;
    let holes = turns_left.iter().filter(|&&left| !left).count();
    let joined = if holes == 0 { 0 } else { rings.join(&sweep(&rings, &turns_left)?.bridges, &turns_left) };
    let outer: Vec<u32> =
        rings.starts.iter().zip(turns_left).filter_map(|(&node, left)| left.then_some(node)).collect();
    let mut outcomes = outer.into_iter().map(|node| ears::cut(&mut rings, node, triangles));
    let outcome = outcomes.try_fold(Outcome::Ears, |all, own| match own {
        Outcome::Ears => Some(all),
        Outcome::Crossing => None,
        Outcome::Unfinished => Some(own),
    });
    outcome.map(|outcome| (outcome, joined < holes))
}

/// Adds triangles of a ring that crosses itself: ears while there are some, and then a fan.
fn cut_crossing(outer: &[u32], place: impl Fn(u32) -> plane::Point, triangles: &mut Vec<[u32; 3]>) {
    let mut rings = Rings::new(&[outer], place);
    rings.cut_spikes(triangles);
    let start = rings.starts[0];
    ears::cut(&mut rings, start, triangles);
}

impl Told {
    /// The same about more faces, which follow these.
    #[must_use]
    #[cfg(feature = "assembly")]
    pub fn and(mut self, more: Self) -> Self {
        let joined = |own: Tally, more: Tally| match own.count {
            0 => Tally { first: self.faces + more.first, ..more },
            _ => Tally { count: own.count + more.count, ..own },
        };
        self.bent = joined(self.bent, more.bent);
        self.crossing = joined(self.crossing, more.crossing);
        self.unfinished = joined(self.unfinished, more.unfinished);
        self.holes = joined(self.holes, more.holes);
        self.farthest = self.farthest.max(more.farthest);
        self.faces += more.faces;
        self
    }

    /// What the user should know of the faces, a sentence each.
    #[cfg(feature = "assembly")]
    pub fn remarks(&self) -> Vec<String> {
        let faces =
            |tally: Tally| format!("{} of {} faces (the first is face {})", tally.count, self.faces, tally.first);
        let verb = |tally: Tally, one: &'static str, many: &'static str| if tally.count == 1 { one } else { many };
        let mut remarks = Vec::new();
        if self.bent.count > 0 {
            remarks.push(format!(
                "{} {} not flat, by up to {:.2e}: each is cut into triangles as it is seen along the axis nearest to \
                 its normal, from its first corner where that fits",
                faces(self.bent),
                verb(self.bent, "is", "are"),
                self.farthest
            ));
        }
        if self.crossing.count > 0 {
            remarks.push(format!(
                "{} {}: each is cut into triangles as far as its corners allow, and its rest is a fan",
                faces(self.crossing),
                verb(self.crossing, "crosses itself", "cross themselves")
            ));
        }
        if self.unfinished.count > 0 {
            remarks.push(format!(
                "{} {} corners that take too long to cut into triangles: the rest of each is a fan, which may cover more",
                faces(self.unfinished),
                verb(self.unfinished, "has", "have")
            ));
        }
        if self.holes.count > 0 {
            remarks.push(format!(
                "{} {} holes that cross another ring or do not lie inside: these holes are filled",
                faces(self.holes),
                verb(self.holes, "has", "have")
            ));
        }
        remarks
    }
}

/// The triangles of a convex polygon from its first corner. Fewer than three corners are no triangle.
pub fn fan(corners: &[u32]) -> impl Iterator<Item = [u32; 3]> + '_ {
    let rest = corners.get(1..).unwrap_or_default();
    rest.windows(2).map(|pair| [corners[0], pair[0], pair[1]])
}
