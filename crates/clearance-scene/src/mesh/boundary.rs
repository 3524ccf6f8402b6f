//! Whether a mesh bounds a solid, and which of its triangles do. Every question about inside and outside asks here.
//!
//! **Problem.** A winding number exists off a surface if each edge is passed as often in one direction as in the other.
//! Files hold meshes that are closed, and miss this by little: a triangle that is turned, a triangle that is there twice.
//!
//! **Method.** Vertices with equal coordinates are one, and a triangle with two equal corners adds nothing. Then the first
//! of these surfaces is taken that passes each edge as often in one direction as in the other:
//! 1. the triangles as they are;
//! 2. with triangles turned, so that the two triangles of an edge agree. Of each part that hangs together by such edges
//!    the greater share stays;
//! 3. of triangles with the same three corners only the first, and with triangles turned.
//!
//! If every triangle has another one as its back, the surface goes around nothing. Then only step 3 is tried, and if it
//! fails, nothing is inside.
//!
//! If none of the surfaces does, and each edge has an even number of triangles, with or without repeated ones, whether a ray crosses an
//! odd number of them tells what is inside. Otherwise the mesh is open.

use super::{Mesh, surface::welded};
use clearance::each::Each;

/// What the triangles enclose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Inside {
    /// Each edge is passed as often in one direction as in the other. Inside, the winding number is not zero.
    NotZero,
    /// Each edge has an even number of triangles, and some of them are turned. Inside, the winding number is odd.
    Odd,
    /// An edge has an odd number of triangles, or there is no edge: nothing is enclosed.
    #[default]
    Nothing,
}

impl Inside {
    /// What surfaces enclose whose edges are passed so often in both directions.
    pub fn of(edges: impl Iterator<Item = [usize; 2]>) -> Self {
        let mut inside = Self::Nothing;
        for [forward, backward] in edges {
            match (forward == backward, (forward + backward) % 2) {
                (true, _) if inside == Self::Nothing => inside = Self::NotZero,
                (true, _) => {}
                (false, 0) => inside = Self::Odd,
                _ => return Self::Nothing,
            }
        }
        inside
    }

    /// Whether points with this winding number are inside.
    pub fn has(self, winding: i32) -> bool {
        match self {
            Self::NotZero => winding != 0,
            Self::Odd => winding % 2 != 0,
            Self::Nothing => false,
        }
    }
}

/// How a triangle that does not count as it is counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Turned,
    LeftOut,
}

/// What bounds the solid of a mesh.
#[derive(Clone, Debug, Default)]
pub struct Boundary {
    pub inside: Inside,
    /// The triangles that do not count as they are, by their numbers. Nearly always there is none.
    changes: Vec<(u32, Change)>,
    /// Whether the triangles' indices alone tell that the edges are passed equally often, wherever the vertices are.
    pub holds_anywhere: bool,
}

impl Boundary {
    pub(super) fn of(mesh: &Mesh) -> Self {
        let triangles = mesh.triangles();
        let has_corners = |&triangle: &[u32; 3]| is_proper(triangle.each(|vertex| mesh.vertices()[vertex as usize]));
        // Equal vertices may as well be different here: what is passed equally often stays so when edges become one. A
        // surface with an edge of two triangles is not all doubled.
        let passes = sorted_passes(triangles);
        let is_plain = Inside::of(edges_of(&passes).map(directions)) == Inside::NotZero
            && edges_of(&passes).any(|edge| edge.len() == 2);
        if is_plain && triangles.iter().any(has_corners) {
            return Self { inside: Inside::NotZero, changes: Vec::new(), holds_anywhere: true };
        }
        let welded = welded(mesh, [1.0; 3]);
        let all: Vec<u32> = (0..triangles.len() as u32).filter(|&t| is_proper(welded[t as usize])).collect();
        if is_plainly_open(&all, &welded) {
            return Self::default();
        }
        let as_they_are = |numbers: &[u32]| Self::with(numbers, &vec![false; numbers.len()], &welded);
        let plain = as_they_are(&all);
        let is_doubled = all_have_backs(&all, &welded);
        if plain.inside == Inside::NotZero && !is_doubled {
            return plain;
        }
        let different = first_of_each(&all, &welded);
        let surfaces = if is_doubled { vec![different] } else { vec![all, different] };
        let turned = surfaces.iter().find_map(|numbers| {
            let triangles: Vec<[u32; 3]> = numbers.iter().map(|&triangle| welded[triangle as usize]).collect();
            let turned = Self::with(numbers, &turned_to_agree(&triangles)?, &welded);
            (turned.inside == Inside::NotZero).then_some(turned)
        });
        let by_parity = || surfaces.iter().map(|numbers| as_they_are(numbers)).find(|it| it.inside == Inside::Odd);
        turned.or_else(by_parity).unwrap_or(if is_doubled { plain } else { Self::default() })
    }

    /// The boundary of these triangles and no others, some of them turned.
    fn with(numbers: &[u32], is_turned: &[bool], welded: &[[u32; 3]]) -> Self {
        let (mut triangles, mut changes) = (Vec::with_capacity(numbers.len()), Vec::new());
        let mut counted = numbers.iter().zip(is_turned).peekable();
        for triangle in (0..welded.len() as u32).filter(|&triangle| is_proper(welded[triangle as usize])) {
            let [a, b, c] = welded[triangle as usize];
            match counted.next_if(|(number, _)| **number == triangle) {
                Some((_, true)) => {
                    triangles.push([a, c, b]);
                    changes.push((triangle, Change::Turned));
                }
                Some((_, false)) => triangles.push([a, b, c]),
                None => changes.push((triangle, Change::LeftOut)),
            }
        }
        Self { inside: passed(&triangles), changes, holds_anywhere: false }
    }

    /// The corners of a triangle as it counts, from those as they are. `None` if it is left out.
    #[inline]
    pub fn corners<T: Copy>(&self, triangle: u32, [a, b, c]: [T; 3]) -> Option<[T; 3]> {
        match self.changes.binary_search_by_key(&triangle, |&(changed, _)| changed) {
            Ok(place) if self.changes[place].1 == Change::LeftOut => None,
            Ok(_) => Some([a, c, b]),
            Err(_) => Some([a, b, c]),
        }
    }

    /// How many triangles are turned, and how many are left out.
    pub fn changed(&self) -> [usize; 2] {
        [Change::Turned, Change::LeftOut].each(|change| self.changes.iter().filter(|(_, own)| *own == change).count())
    }
}

/// Whether a triangle has three different corners.
pub(super) fn is_proper<T: PartialEq>([a, b, c]: [T; 3]) -> bool {
    a != b && b != c && c != a
}

/// Whether an edge has one triangle, no edge has more than two, and no triangle is there twice. No turn closes that.
fn is_plainly_open(numbers: &[u32], welded: &[[u32; 3]]) -> bool {
    let triangles: Vec<[u32; 3]> = numbers.iter().map(|&triangle| welded[triangle as usize]).collect();
    let corners = |pass: &Pass| in_order(triangles[pass.1 as usize]).0;
    let (passes, mut is_open) = (sorted_passes(&triangles), false);
    let is_plain = edges_of(&passes).all(|edge| {
        is_open |= edge.len() == 1;
        match edge {
            [_] => true,
            [one, other] => corners(one) != corners(other),
            _ => false,
        }
    });
    is_plain && is_open
}

/// Whether of the triangles with the same three corners as many turn in one direction as in the other.
fn all_have_backs(numbers: &[u32], welded: &[[u32; 3]]) -> bool {
    let mut sides: Vec<([u32; 3], bool)> =
        numbers.iter().map(|&triangle| in_order(welded[triangle as usize])).collect();
    sides.sort_unstable();
    let is_even = |same: &[([u32; 3], bool)]| 2 * same.iter().filter(|(_, is_turned)| *is_turned).count() == same.len();
    sides.chunk_by(|a, b| a.0 == b.0).all(is_even)
}

/// Three different corners in rising order, and whether they turn the other way then.
fn in_order([a, b, c]: [u32; 3]) -> ([u32; 3], bool) {
    let mut sorted = [a, b, c];
    sorted.sort_unstable();
    let is_even = [[a, b, c], [b, c, a], [c, a, b]].contains(&sorted);
    (sorted, !is_even)
}

/// Of triangles with the same three corners the first, in the order of the numbers.
fn first_of_each(numbers: &[u32], welded: &[[u32; 3]]) -> Vec<u32> {
    let sorted = |triangle: u32| in_order(welded[triangle as usize]).0;
    let mut first = numbers.to_vec();
    first.sort_by_cached_key(|&triangle| (sorted(triangle), triangle));
    first.dedup_by_key(|triangle| sorted(*triangle));
    first.sort_unstable();
    first
}

/// A side of a triangle, sorted by its edge: the lesser vertex, the greater one, and in the last bit whether the side
/// leads from the greater to the lesser. Vertices have 31 bits. The second number is that of the triangle.
pub(super) type Pass = (u64, u32);

/// Every side of every triangle, those of the same edge next to each other. A side between equal vertices is no edge: the
/// triangle closes it itself.
pub(super) fn sorted_passes(triangles: &[[u32; 3]]) -> Vec<Pass> {
    let key = |from: u32, to: u32| u64::from(from.min(to)) << 32 | u64::from(from.max(to)) << 1 | u64::from(from > to);
    let sides = |(triangle, &[a, b, c]): (usize, &[u32; 3])| {
        let sides = [[a, b], [b, c], [c, a]].into_iter().filter(|[from, to]| from != to);
        sides.map(move |[from, to]| (key(from, to), triangle as u32))
    };
    let all = || triangles.iter().enumerate().flat_map(sides);
    let lesser = |pass: &Pass| (pass.0 >> 32) as usize;
    // Counted by the lesser vertex first: what is left to sort is a few passes each.
    let vertices = triangles.as_flattened().iter().max().map_or(0, |&vertex| vertex as usize + 1);
    let mut places = vec![0; vertices + 1];
    all().for_each(|pass| places[lesser(&pass) + 1] += 1);
    (0..vertices).for_each(|vertex| places[vertex + 1] += places[vertex]);
    let mut passes = vec![(0, 0); places[vertices]];
    for pass in all() {
        let place = &mut places[lesser(&pass)];
        passes[*place] = pass;
        *place += 1;
    }
    passes.chunk_by_mut(|a, b| lesser(a) == lesser(b)).for_each(<[Pass]>::sort_unstable);
    passes
}

/// The passes of each edge.
pub(super) fn edges_of(passes: &[Pass]) -> impl Iterator<Item = &[Pass]> {
    passes.chunk_by(|a, b| a.0 >> 1 == b.0 >> 1)
}

/// How often an edge is passed in each direction.
pub(super) fn directions(edge: &[Pass]) -> [usize; 2] {
    let backward = edge.iter().filter(|pass| pass.0 & 1 == 1).count();
    [edge.len() - backward, backward]
}

fn passed(triangles: &[[u32; 3]]) -> Inside {
    Inside::of(edges_of(&sorted_passes(triangles)).map(directions))
}

/// Which triangles to turn so that the two triangles of each edge that has two pass it in opposite directions. Of each
/// set of triangles that hang together by such edges at most half are turned. `None` if it cannot be done.
fn turned_to_agree(triangles: &[[u32; 3]]) -> Option<Vec<bool>> {
    // The other triangles at the edges of each triangle, and whether they pass in the same direction.
    let mut across: Vec<[Option<(u32, bool)>; 3]> = vec![[None; 3]; triangles.len()];
    let passes = sorted_passes(triangles);
    for edge in edges_of(&passes) {
        let &[(one, first), (other, second)] = edge else { continue };
        for (own, neighbour) in [(first, second), (second, first)] {
            let free = across[own as usize].iter_mut().find(|place| place.is_none());
            *free.expect("a triangle has three sides") = Some((neighbour, one == other));
        }
    }
    let mut turned: Vec<Option<bool>> = vec![None; triangles.len()];
    for first in 0..triangles.len() {
        if turned[first].is_some() {
            continue;
        }
        turned[first] = Some(false);
        let mut part = vec![first as u32];
        let mut read = 0;
        while let Some(&triangle) = part.get(read) {
            read += 1;
            let own = turned[triangle as usize]?;
            for (neighbour, is_same_way) in across[triangle as usize].into_iter().flatten() {
                match turned[neighbour as usize] {
                    None => {
                        turned[neighbour as usize] = Some(own != is_same_way);
                        part.push(neighbour);
                    }
                    // A surface with one side.
                    Some(found) if found != (own != is_same_way) => return None,
                    Some(_) => {}
                }
            }
        }
        let count = part.iter().filter(|&&triangle| turned[triangle as usize] == Some(true)).count();
        if 2 * count > part.len() {
            part.iter().for_each(|&triangle| turned[triangle as usize] = turned[triangle as usize].map(|is| !is));
        }
    }
    turned.into_iter().collect()
}
