//! The portal of a line: the facet of A − B through which the way enters, by support points alone.
//!
//! 1. **Shadow.** Seen along the way, A − B is a convex body of one dimension less, and the way is a point. An edge of
//!    two support points with the point beyond it grows to a triangle that holds the point, or a support plane along
//!    the way separates them. In the plane the shadow is a segment.
//! 2. **Portal.** The triangle is a facet of the hull of the vertices found. Its support vertex towards the start
//!    replaces one corner, so that the shadow of the new triangle holds the point, until there is none beyond it.
//!
//! Every direction n is a plane, too: there is no contact before s = (n·start − height)/(−n·way). If that is beyond the
//! end, the way misses. What is found here is only proposed. [`super::proof`] proves it.
//!
//! **References.** Snethen 2008 (portal refinement). Ours has the way for the point inside, which makes it a linear
//! programme: minimise s with start + s·way in A − B.

use super::scene::{Core, Scene};
use crate::numbers::each::Each;
use crate::space::vector::WideVector;

/// Steps before the search gives up. A portal of a hull of 1000 vertices takes about 20.
const STEPS: u32 = 48;

/// What the search proposes: directions of the world, and corners by the numbers of their vertices.
pub(super) enum Found<W> {
    /// The plane of this direction shows that the way misses.
    Apart(W),
    /// The way enters through these corners of A − B.
    Portal([(u32, u32); 3]),
}

/// A vertex of A − B as the search knows it.
#[derive(Clone, Copy)]
struct Corner<W> {
    indices: (u32, u32),
    /// From the place of B at the start.
    at: W,
}

/// The scene in A's frame, with rounding that nobody counts.
struct Search<'c, W: WideVector> {
    cores: [Core<'c, W>; 2],
    /// From B's frame to A's: columns.
    columns: [W; 3],
    turns: bool,
    start: W,
    way: W,
    end: f64,
    exponent: i32,
}

type Result<T, W> = core::result::Result<T, Option<Found<W>>>;

impl<'c, W: WideVector> Search<'c, W> {
    #[inline(always)]
    fn new(scene: &Scene<'c, W>) -> Self {
        let [a, b] = &scene.maps;
        let turns = a.turns || b.turns;
        let columns = if turns { b.columns_in(a) } else { [scene.way; 3] };
        let (start, way) = (a.back(scene.start[0]), a.back(scene.way));
        Self { cores: scene.cores, columns, turns, start, way, end: scene.end, exponent: scene.exponent }
    }

    /// The vertex of A − B farthest along a direction.
    #[inline(always)]
    fn farthest(&self, direction: W) -> Corner<W> {
        let (i, a) = self.cores[0].farthest(direction, self.exponent);
        if !self.turns {
            let (j, b) = self.cores[1].farthest(-direction, self.exponent);
            return Corner { indices: (i, j), at: a - b - self.start };
        }
        let [x, y, z] = &self.columns;
        let local = W::unpadded([-x.dot(&direction), -y.dot(&direction), -z.dot(&direction)]);
        let (j, b) = self.cores[1].farthest(local, self.exponent);
        let [u, v, w] = b.padded();
        let turned = *x * u + *y * v;
        let turned = if W::DIM == 2 { turned } else { turned + *z * w };
        Corner { indices: (i, j), at: a - turned - self.start }
    }

    /// The support point, unless the plane of the direction shows that the way misses.
    #[inline(always)]
    fn ask(&self, normal: W) -> Result<Corner<W>, W> {
        let farthest = self.farthest(normal);
        let gap = -normal.dot(&farthest.at);
        let closing = -normal.dot(&self.way);
        if gap > 0.0 && !(gap <= closing * self.end) { Err(Some(Found::Apart(normal))) } else { Ok(farthest) }
    }
}

/// The portal, or a plane. `None` if rounding or the limit of steps ends the search.
#[inline(always)]
pub(super) fn search<W: WideVector>(scene: &Scene<'_, W>) -> Option<Found<W>> {
    let search = Search::new(scene);
    match if W::DIM == 2 { in_plane(&search) } else { in_space(&search) } {
        Ok(corners) => Some(Found::Portal(corners.each(|corner| corner.indices))),
        Err(Some(Found::Apart(normal))) => Some(Found::Apart(scene.maps[0].apply(normal))),
        Err(found) => found,
    }
}

/// The component of a vector across the way, times |way|².
#[inline(always)]
fn across<W: WideVector>(vector: W, way: W) -> W {
    vector * way.dot(&way) - way * way.dot(&vector)
}

fn in_plane<W: WideVector>(search: &Search<'_, W>) -> Result<[Corner<W>; 3], W> {
    let way = search.way;
    let mut first = search.ask(-way)?;
    let mut last = beyond(search, -across(first.at, way))?;
    for _ in 0..STEPS {
        let edge = last.at - first.at;
        let normal = W::normal_of(&[edge]);
        let normal = if normal.dot(&way) > 0.0 { -normal } else { normal };
        let found = search.ask(normal)?;
        let further = normal.dot(&(found.at - first.at));
        if !(further > 0.0) || found.indices == first.indices || found.indices == last.indices {
            return Ok([first, last, last]);
        }
        // On which side of the way is the new corner?
        let side = |corner: &Corner<W>| W::normal_of(&[way]).dot(&corner.at);
        if (side(&found) > 0.0) == (side(&first) > 0.0) { first = found } else { last = found }
    }
    Err(None)
}

/// A corner beyond the way, along a direction across the way. First one is looked for that is not as far away as can be:
/// it is nearer to the portal.
#[inline(always)]
fn beyond<W: WideVector>(search: &Search<'_, W>, normal: W) -> Result<Corner<W>, W> {
    let tilted = search.ask(normal - search.way * normal.sum_abs())?;
    if normal.dot(&tilted.at) > 0.0 { Ok(tilted) } else { search.ask(normal) }
}

/// The oriented volume of the way and two vectors: on which side the one is of the other, seen along the way.
#[inline(always)]
fn turn<W: WideVector>(way: W, from: &Corner<W>, to: &Corner<W>) -> f64 {
    way.dot(&W::normal_of(&[from.at, to.at]))
}

fn in_space<W: WideVector>(search: &Search<'_, W>) -> Result<[Corner<W>; 3], W> {
    let [mut p, mut q, mut r] = triangle(search)?;
    let way = search.way;
    // Counter-clockwise, seen along the way.
    if turn(way, &p, &q) + turn(way, &q, &r) + turn(way, &r, &p) < 0.0 {
        (p, q) = (q, p);
    }
    for _ in 0..STEPS {
        let normal = W::normal_of(&[q.at - p.at, r.at - p.at]);
        let normal = if normal.dot(&way) > 0.0 { -normal } else { normal };
        let found = search.ask(normal)?;
        let further = normal.dot(&(found.at - p.at));
        let is_known = found.indices == p.indices || found.indices == q.indices || found.indices == r.indices;
        if !(further > 0.0) || is_known {
            return Ok([p, q, r]);
        }
        let sides = [turn(way, &found, &p), turn(way, &found, &q), turn(way, &found, &r)];
        if sides[0] >= 0.0 && sides[1] <= 0.0 {
            r = found;
        } else if sides[1] >= 0.0 && sides[2] <= 0.0 {
            p = found;
        } else {
            q = found;
        }
    }
    Err(None)
}

/// Three corners whose shadow holds the way.
#[inline(always)]
fn triangle<W: WideVector>(search: &Search<'_, W>) -> Result<[Corner<W>; 3], W> {
    let way = search.way;
    let mut p = search.ask(-way)?;
    let mut q = beyond(search, -across(p.at, way))?;
    for _ in 0..STEPS {
        let normal = W::normal_of(&[way, q.at - p.at]);
        let normal = if normal.dot(&p.at) > 0.0 { -normal } else { normal };
        let r = beyond(search, normal)?;
        if r.indices == p.indices || r.indices == q.indices {
            return Err(None);
        }
        let orientation = turn(way, &p, &q);
        // The way is beyond an edge if the turn along the edge has another sign than that of the triangle.
        if turn(way, &q, &r) * orientation < 0.0 {
            p = r;
        } else if turn(way, &r, &p) * orientation < 0.0 {
            q = r;
        } else {
            return Ok([p, q, r]);
        }
    }
    Err(None)
}
