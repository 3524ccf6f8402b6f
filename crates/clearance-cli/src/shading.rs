//! Surfaces on paper: their triangles from the farthest to the nearest, lighter where they face the light.

use clearance::each::Each;
use clearance_files::plane::Point;
use clearance_files::space::{Point as Point3, cross, dot, length, minus};

use crate::outline::View;

/// How many tints a body has. More make the paths of a drawing shorter and the file larger.
pub const TINTS: usize = 8;

/// The most triangles that are drawn. Larger: a picture of several megabytes. Smaller: fine meshes have no picture of
/// their own but that of their hull.
pub const MOST_TRIANGLES: usize = 60_000;

/// A triangle on paper.
pub struct Facet {
    /// Its corners.
    pub corners: [Point; 3],
    /// The index of its body.
    pub body: usize,
    /// From 0, in the shade, to [`TINTS`] − 1.
    pub tint: usize,
}

/// The triangles of all bodies, the farthest first. Those of closed surfaces that face away are hidden and left out.
pub fn facets(bodies: &[(Vec<[Point3; 3]>, bool)], view: &View) -> Vec<Facet> {
    let mut found: Vec<(f64, Facet)> = Vec::new();
    for (body, (triangles, is_closed)) in bodies.iter().enumerate() {
        for triangle in triangles {
            let [a, b, c] = *triangle;
            let normal = cross(minus(b, a), minus(c, a));
            let size = length(normal);
            let facing = dot(normal, view.toward());
            if !(size > 0.0) || (*is_closed && facing <= 0.0) {
                continue;
            }
            // The back of an open surface is lit as its front.
            let front = if facing < 0.0 { normal.each(|x| -x / size) } else { normal.each(|x| x / size) };
            let light = 0.5 + 0.5 * dot(front, view.light());
            let tint = ((light * TINTS as f64) as usize).min(TINTS - 1);
            let depth = triangle.iter().map(|corner| dot(*corner, view.toward())).sum();
            found.push((depth, Facet { corners: triangle.each(|corner| view.project(&corner)), body, tint }));
        }
    }
    found.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    found.into_iter().map(|(_, facet)| facet).collect()
}

/// A view in which the gap between two points is seen from the side and nothing is before it. Of several, the first.
pub fn view_of_gap(bodies: &[(Vec<[Point3; 3]>, bool)], gap: [Point3; 2], normal: Point3) -> View {
    let across = |angle: f64| {
        let start = if normal[2].abs() < 0.9 { [0.0, 0.0, 1.0] } else { [1.0, 0.0, 0.0] };
        let (u, (sine, cosine)) = (cross(normal, start), angle.to_radians().sin_cos());
        let v = cross(normal, u);
        [0, 1, 2].each(|axis| cosine * u[axis] + sine * v[axis])
    };
    let corners = [[1.0, -1.0, 1.0], [-1.0, -1.0, 1.0], [1.0, 1.0, 1.0], [-1.0, 1.0, 1.0]];
    let around = (0..12).map(|step| across(30.0 * f64::from(step)));
    let candidates = std::iter::once(View::isometric()).chain(corners.into_iter().chain(around).map(View::from_toward));
    let cost = |view: &View| {
        // A gap that is seen from its end is as bad as one behind two triangles.
        2.0 * dot(normal, view.toward()).powi(2) + f64::from(triangles_before(bodies, gap, view))
    };
    let mut best = (f64::INFINITY, View::isometric());
    for view in candidates {
        let cost = cost(&view);
        // A later view must be clearly better: the isometric one is the one that people read best.
        if cost < best.0 - 0.25 {
            best = (cost, view);
        }
    }
    best.1
}

/// How many triangles are between the eye and the middle of a gap.
fn triangles_before(bodies: &[(Vec<[Point3; 3]>, bool)], [from, to]: [Point3; 2], view: &View) -> u16 {
    let middle = [0, 1, 2].each(|axis| 0.5 * from[axis] + 0.5 * to[axis]);
    let (place, depth) = (view.project(&middle), dot(middle, view.toward()));
    let is_before = |triangle: &&[Point3; 3]| {
        let [a, b, c] = triangle.each(|corner| view.project(&corner));
        let turns = [[a, b], [b, c], [c, a]].each(|[p, q]| clearance_files::plane::turn(p, q, place));
        let covers = turns.iter().all(|&turn| turn > 0.0) || turns.iter().all(|&turn| turn < 0.0);
        covers && triangle.iter().all(|corner| dot(*corner, view.toward()) > depth)
    };
    let count = bodies.iter().flat_map(|(triangles, _)| triangles).filter(is_before).count();
    u16::try_from(count).unwrap_or(u16::MAX)
}
