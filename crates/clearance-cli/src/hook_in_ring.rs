//! Two bodies of the example scene that are not convex: a ring, and a hook that it hangs in. Lengths in millimetres.
//!
//! Both are tubes around a path. The hook lies in the plane y = 0: a straight shank, and most of a circle around the
//! origin. The ring lies in the plane x = 0, and its highest part hangs [`GAP`] above the lowest part of the hook.

use clearance::each::Each;
use std::f64::consts::{PI, TAU};

use clearance_files::thing::Surface;

/// The radius of the hook's circle.
const BEND: f64 = 20.0;
/// The radius of the hook's tube.
const HOOK_TUBE: f64 = 5.0;
/// The radius of the ring's circle.
const RING: f64 = 36.0;
/// The radius of the ring's tube.
const RING_TUBE: f64 = 4.0;
/// How far apart smooth tubes would be. Those of flat triangles are some hundredths farther apart.
pub const GAP: f64 = 3.0;
/// How long the shank is.
const SHANK: f64 = 40.0;
/// Corners of the section of a tube.
const AROUND: u32 = 24;

/// The ring and the hook.
pub fn surfaces() -> [(&'static str, Surface); 2] {
    [("ring", ring()), ("hook", hook())]
}

fn ring() -> Surface {
    let steps = 3 * AROUND;
    let middle = -BEND + HOOK_TUBE + GAP + RING_TUBE - RING;
    let sections = (0..steps).map(|step| {
        let (sine, cosine) = (TAU * f64::from(step) / f64::from(steps)).sin_cos();
        let place = |out: f64, side: f64| [side, (RING + out) * sine, middle + (RING + out) * cosine];
        section(RING_TUBE, place)
    });
    let mut surface = Surface { vertices: sections.flatten().collect(), ..Surface::default() };
    (0..steps).for_each(|step| join(&mut surface, step, (step + 1) % steps));
    surface
}

fn hook() -> Surface {
    // From the top of the shank down, and around the origin by 230 degrees.
    let (straight, bent) = (8u32, 48u32);
    let sections = (0..=straight + bent).map(|step| {
        let fall = f64::from(straight.saturating_sub(step)) / f64::from(straight) * SHANK;
        let angle = f64::from(step.saturating_sub(straight)) / f64::from(bent) * (230.0 / 180.0 * PI);
        let (sine, cosine) = angle.sin_cos();
        let place = |out: f64, side: f64| [(BEND + out) * cosine, side, fall - (BEND + out) * sine];
        section(HOOK_TUBE, place)
    });
    let mut surface = Surface { vertices: sections.flatten().collect(), ..Surface::default() };
    (0..straight + bent).for_each(|step| join(&mut surface, step, step + 1));
    close(&mut surface, 0, false);
    close(&mut surface, straight + bent, true);
    surface
}

/// The corners of a section. `place` takes the offsets away from the path's centre and along the axis of its circle.
fn section(radius: f64, place: impl Fn(f64, f64) -> [f64; 3]) -> Vec<[f64; 3]> {
    let corner = |corner: u32| {
        let (sine, cosine) = (TAU * f64::from(corner) / f64::from(AROUND)).sin_cos();
        // Whole millionths of a millimetre: sines of two platforms may differ in the last place.
        place(radius * cosine, radius * sine).each(|x| (x * 1e6).round() / 1e6)
    };
    (0..AROUND).map(corner).collect()
}

/// Triangles between two sections.
fn join(surface: &mut Surface, from: u32, to: u32) {
    for corner in 0..AROUND {
        let next = (corner + 1) % AROUND;
        let [a, b] = [from * AROUND + corner, from * AROUND + next];
        let [c, d] = [to * AROUND + corner, to * AROUND + next];
        surface.triangles.extend([[a, b, d], [a, d, c]]);
    }
}

/// A fan over a section at an end.
fn close(surface: &mut Surface, section: u32, is_last: bool) {
    let first = section * AROUND;
    for corner in 1..AROUND - 1 {
        let [b, c] = [first + corner, first + corner + 1];
        surface.triangles.push(if is_last { [first, b, c] } else { [first, c, b] });
    }
}
