//! Casts with a curved core: Newton's method from the left with queries at rest, and a small portal at its end.
//!
//! The last query is made a little before the contact, so that its normal is that of the contact but for a small angle.
//! Support points along directions that are tilted from the normal by ε span a triangle that lies below the surface by
//! ε²R, with R its radius of curvature. If the way passes the triangle, it is a portal ([`super::proof`]), and the plane
//! before the contact is that of the query. Flat parts of the surface give large triangles, and straight lines on it
//! give long ones.

use super::proof::{Before, contact_through};
use super::rest::Rest;
use super::scene::{Corner, Scene};
use crate::motion::line::Found;
use crate::numbers::each::Each;
use crate::numbers::real::U;
use crate::paths::{FastPath, is_left_out};
use crate::result::Proximity;
use crate::space::vector::WideVector;

/// Newton's method takes so many steps.
const STEPS: u32 = 16;

/// The last query is made at this gap, as a share of the bodies: the nearest points there differ from those at the
/// contact by about as much. Smaller: rounding hides the gap. Larger: the portals miss.
const LAST_GAP: f64 = 1.0 / (1u64 << 30) as f64;

/// The tilts of the portals. The first is a little more than the normal of the last query errs by.
const TILTS: [f64; 3] = [1.0 / (1u64 << 26) as f64, 1.0 / (1u64 << 24) as f64, 1.0 / (1u64 << 22) as f64];

/// An edge is exchanged so often before the triangle holds the way.
const EXCHANGES: u32 = 12;

/// What the search finds: contact with the bodies there, or nothing on the whole way. `None` if it proves neither.
pub(super) fn cast<W: WideVector>(
    scene: &Scene<'_, W>,
    rest: &mut Rest<'_, W>,
) -> Option<Option<(Found, Proximity<W>)>> {
    if is_left_out(FastPath::CurvedCasts) {
        return None;
    }
    let (mut s, mut before_s) = (0.0, 0.0);
    let last_gap = LAST_GAP * (scene.reach[0] + scene.reach[1]);
    for _ in 0..STEPS {
        let answer = rest.cores(scene, s);
        if !(answer.lower > 0.0) {
            return None;
        }
        let plane = Before::new(scene, answer.normal, s);
        if !(plane.gap > 0.0) {
            return None;
        }
        let until = plane.until();
        if until > scene.end {
            return (plane.closing >= 0.0 || s <= before_s).then_some(None);
        }
        if plane.gap <= 4.0 * last_gap {
            return TILTS.iter().find_map(|&tilt| close_in(scene, answer.normal, tilt, until)).map(Some);
        }
        let next = until - last_gap / plane.closing;
        if !(next > s + 64.0 * U * scene.size) {
            return None;
        }
        (before_s, s) = (until, next);
    }
    None
}

/// A corner of A − B, and where it is from a place of B near the contact.
#[derive(Clone, Copy)]
struct Tilted<W> {
    corner: Corner<W>,
    at: W,
}

/// Contact near s, where the normal is `normal` but for the tilt.
fn close_in<W: WideVector>(scene: &Scene<'_, W>, normal: W, tilt: f64, s: f64) -> Option<(Found, Proximity<W>)> {
    let portal = portal(scene, normal, tilt, scene.place(s)[0])?;
    contact_through(scene, &portal.each(|tilted| tilted.corner), normal, s)
}

/// Support points along tilted directions, on all sides of the way. In the plane the third repeats the second.
fn portal<W: WideVector>(scene: &Scene<'_, W>, normal: W, tilt: f64, place: W) -> Option<[Tilted<W>; 3]> {
    let way = scene.way;
    let ask = |direction: W| {
        let corner = scene.farthest(direction);
        Tilted { corner, at: (corner.a - corner.b) - place }
    };
    // A direction across the way, with its length made that of the tilt. It must not change how far the way enters.
    let tilted = |across: W| ask(normal + across.unit() * tilt);
    if W::DIM == 2 {
        let across = W::normal_of(&[way]);
        let [p, q] = [tilted(across), tilted(-across)];
        let holds = across.dot(&p.at) > 0.0 && across.dot(&q.at) < 0.0;
        return holds.then_some([p, q, q]);
    }
    let [first, second] = way.unit().across();
    let mut p = tilted(first);
    let mut q = tilted(second * 0.866_025_403_784_438_6 - first * 0.5);
    for _ in 0..EXCHANGES {
        let edge = W::normal_of(&[way, q.at - p.at]);
        let edge = if edge.dot(&p.at) > 0.0 { -edge } else { edge };
        let r = tilted(edge);
        let turn = |a: &Tilted<W>, b: &Tilted<W>| way.dot(&W::normal_of(&[a.at, b.at]));
        let orientation = turn(&p, &q);
        if !(edge.dot(&r.at) > 0.0) {
            return None;
        }
        if turn(&q, &r) * orientation < 0.0 {
            p = r;
        } else if turn(&r, &p) * orientation < 0.0 {
            q = r;
        } else {
            return Some([p, q, r]);
        }
    }
    None
}
