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

use super::scene::{Corner, Farthest, Scene};
use crate::space::vector::{Space, Vector, WideVector};

/// Steps before the search gives up. A portal of a hull of 1000 vertices takes about 20.
const STEPS: u32 = 48;

/// What the search proposes.
pub(super) enum Found<W> {
    /// The plane of this direction shows that the way misses.
    Apart { normal: W, farthest: Farthest<W> },
    /// The way enters through these corners of A − B. `farthest` is the support point along the normal.
    Portal { corners: [Corner<W>; 3], normal: W, farthest: Farthest<W> },
}

/// The plane of the direction, if it shows that the way misses; otherwise the support point.
#[inline(always)]
fn ask<V: Vector>(scene: &Scene<'_, V>, normal: V::Wide) -> Result<Farthest<V::Wide>, Found<V::Wide>> {
    let farthest = scene.farthest(normal);
    let gap = -normal.dot(&farthest.corner.from_start);
    let closing = -normal.dot(&scene.way);
    if gap > 0.0 && !(gap <= closing * scene.end) {
        return Err(Found::Apart { normal, farthest });
    }
    Ok(farthest)
}

/// The portal, or a plane. `None` if rounding or the limit of steps ends the search.
pub(super) fn search<V: Vector>(scene: &Scene<'_, V>) -> Option<Found<V::Wide>> {
    let found = if V::Wide::DIM == 2 { in_plane(scene) } else { in_space(scene) };
    match found {
        Ok(found) => found,
        Err(found) => Some(found),
    }
}

type Search<W> = Result<Option<Found<W>>, Found<W>>;

/// The component of a vector across the way, times |way|².
#[inline(always)]
fn across<W: WideVector>(vector: W, way: W) -> W {
    vector * way.dot(&way) - way * way.dot(&vector)
}

fn in_plane<V: Vector>(scene: &Scene<'_, V>) -> Search<V::Wide> {
    let way = scene.way;
    let mut first = ask(scene, -way)?.corner;
    let normal = -across(first.from_start, way);
    let mut last = ask(scene, normal)?.corner;
    for _ in 0..STEPS {
        let edge = last.from_start - first.from_start;
        let normal = V::Wide::normal_of(&[edge]);
        let normal = if normal.dot(&way) > 0.0 { -normal } else { normal };
        let farthest = ask(scene, normal)?;
        let found = farthest.corner;
        let beyond = normal.dot(&(found.from_start - first.from_start));
        if !(beyond > 0.0) || found.indices == first.indices || found.indices == last.indices {
            return Ok(Some(Found::Portal { corners: [first, last, last], normal, farthest }));
        }
        // On which side of the way is the new corner?
        let side = |corner: &Corner<V::Wide>| V::Wide::normal_of(&[way]).dot(&corner.from_start);
        if (side(&found) > 0.0) == (side(&first) > 0.0) { first = found } else { last = found }
    }
    Ok(None)
}

/// The oriented volume of the way and two vectors: on which side the one is of the other, seen along the way.
#[inline(always)]
fn turn<W: WideVector>(way: W, from: &Corner<W>, to: &Corner<W>) -> f64 {
    way.dot(&W::normal_of(&[from.from_start, to.from_start]))
}

fn in_space<V: Vector>(scene: &Scene<'_, V>) -> Search<V::Wide> {
    let Some([mut p, mut q, mut r]) = triangle(scene)? else { return Ok(None) };
    let way = scene.way;
    // Counter-clockwise, seen along the way.
    if turn(way, &p, &q) + turn(way, &q, &r) + turn(way, &r, &p) < 0.0 {
        (p, q) = (q, p);
    }
    for _ in 0..STEPS {
        let normal = V::Wide::normal_of(&[q.from_start - p.from_start, r.from_start - p.from_start]);
        let normal = if normal.dot(&way) > 0.0 { -normal } else { normal };
        let farthest = ask(scene, normal)?;
        let found = farthest.corner;
        let beyond = normal.dot(&(found.from_start - p.from_start));
        let known = [&p, &q, &r].iter().any(|corner| corner.indices == found.indices);
        if !(beyond > 0.0) || known {
            return Ok(Some(Found::Portal { corners: [p, q, r], normal, farthest }));
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
    Ok(None)
}

/// Three corners whose shadow holds the way.
fn triangle<V: Vector>(scene: &Scene<'_, V>) -> Result<Option<[Corner<V::Wide>; 3]>, Found<V::Wide>> {
    let way = scene.way;
    let mut p = ask(scene, -way)?.corner;
    let mut q = ask(scene, -across(p.from_start, way))?.corner;
    for _ in 0..STEPS {
        let normal = V::Wide::normal_of(&[way, q.from_start - p.from_start]);
        let normal = if normal.dot(&p.from_start) > 0.0 { -normal } else { normal };
        let r = ask(scene, normal)?.corner;
        if r.indices == p.indices || r.indices == q.indices {
            return Ok(None);
        }
        let orientation = turn(way, &p, &q);
        // The way is beyond an edge if the turn along the edge has another sign than that of the triangle.
        if turn(way, &q, &r) * orientation < 0.0 {
            p = r;
        } else if turn(way, &r, &p) * orientation < 0.0 {
            q = r;
        } else {
            return Ok(Some([p, q, r]));
        }
    }
    Ok(None)
}
