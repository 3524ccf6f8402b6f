//! Casts with a curved core: Newton's method from the left with queries at rest, and small portals at its end.
//!
//! Support points along directions that are tilted from the normal by ε span a triangle that lies below the surface by
//! ε²R, with R its radius of curvature. If the way passes the triangle, it is a portal ([`super::proof`]). The normal of
//! the triangle differs from that of the surface by ε at most, so its plane is no farther than ε²R from the contact,
//! too. ε falls from one portal to the next. Flat parts of the surface give large triangles, and straight lines on it
//! give long ones.

use super::proof::{Before, contact_through};
use super::rounded::Rest;
use super::scene::{Corner, Scene};
use crate::motion::line::Found;
use crate::numbers::real::U;
use crate::result::Proximity;
use crate::space::vector::{Space, Vector, WideVector};

/// Newton's method takes so many steps.
const STEPS: u32 = 16;

/// A gap below this, as a share of the size, is worth portals. Larger: portals that miss. Smaller: more queries.
const LAST_GAP: f64 = 1.0 / 4096.0;

/// The tilts of the portals. The last is about the root of the rounding of support points: larger, and the portal lies too
/// deep; smaller, and rounding turns it.
const TILTS: [f64; 4] = [1.0 / 64.0, 1.0 / 4096.0, 1.0 / 1_048_576.0, 1.0 / 16_777_216.0];

/// An edge is exchanged so often before the triangle holds the way.
const EXCHANGES: u32 = 12;

/// What the search finds: contact with the bodies there, or nothing on the whole way. `None` if it proves neither.
pub(super) fn cast<V: Vector>(
    scene: &Scene<'_, V>,
    rest: &mut Rest<'_, V>,
) -> Option<Option<(Found, Proximity<V::Wide>)>> {
    let (mut s, mut before_s) = (0.0, 0.0);
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
        if plane.gap <= LAST_GAP * scene.size {
            if let Some(found) = close_in(scene, answer.normal, until) {
                return Some(Some(found));
            }
        }
        if !(until > s + 64.0 * U * scene.size) {
            return None;
        }
        (before_s, s) = (until, until);
    }
    None
}

/// A corner of A − B, and where it is from a place of B near the contact.
#[derive(Clone, Copy)]
struct Tilted<W> {
    corner: Corner<W>,
    at: W,
}

/// Contact near s, where the normal is about `normal`.
fn close_in<V: Vector>(scene: &Scene<'_, V>, normal: V::Wide, s: f64) -> Option<(Found, Proximity<V::Wide>)> {
    let (mut normal, mut s) = (normal, s);
    let mut last = None;
    for tilt in TILTS {
        let place = scene.place(s)[0];
        let Some(portal) = portal(scene, normal, tilt, place) else { continue };
        let [p, q, r] = &portal;
        let across = V::Wide::normal_of(&[q.at - p.at, r.at - p.at]).unit();
        normal = if across.dot(&scene.way) > 0.0 { -across } else { across };
        s += normal.dot(&p.at) / normal.dot(&scene.way);
        last = Some(portal.map(|tilted| tilted.corner));
    }
    if !(s > 0.0 && s <= scene.end) {
        return None;
    }
    contact_through(scene, &last?, normal, s)
}

/// Support points along tilted directions, on all sides of the way. In the plane the third repeats the second.
fn portal<V: Vector>(scene: &Scene<'_, V>, normal: V::Wide, tilt: f64, place: V::Wide) -> Option<[Tilted<V::Wide>; 3]> {
    let way = scene.way;
    let ask = |direction: V::Wide| {
        let corner = scene.farthest(direction);
        Tilted { corner, at: (corner.a - corner.b) - place }
    };
    // A direction across the way, with its length made that of the tilt. It must not change how far the way enters.
    let tilted = |across: V::Wide| ask(normal + across.unit() * tilt);
    if V::Wide::DIM == 2 {
        let across = V::Wide::normal_of(&[way]);
        let [p, q] = [tilted(across), tilted(-across)];
        let holds = across.dot(&p.at) > 0.0 && across.dot(&q.at) < 0.0;
        return holds.then_some([p, q, q]);
    }
    let [first, second] = way.unit().across();
    let mut p = tilted(first);
    let mut q = tilted(second * 0.866_025_403_784_438_6 - first * 0.5);
    for _ in 0..EXCHANGES {
        let edge = V::Wide::normal_of(&[way, q.at - p.at]);
        let edge = if edge.dot(&p.at) > 0.0 { -edge } else { edge };
        let r = tilted(edge);
        let turn = |a: &Tilted<V::Wide>, b: &Tilted<V::Wide>| way.dot(&V::Wide::normal_of(&[a.at, b.at]));
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
