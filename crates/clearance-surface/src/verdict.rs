//! What two bodies are to each other: apart, touching, crossing, or undecided, which is no pass.
//!
//! * *Apart*: the surfaces are proven apart, and neither body is inside the other.
//! * *Touching within T*: two faces are one surface twice, their common part is shown by a point of each, and their gap
//!   is within t of zero. No ball of more than the radius T fits in both bodies ([`crate::touch`]); T is t and some
//!   tolerances of edges.
//! * *Crossing by at least*: the gap of such a pair is below −t with material of both between, or a true point lies deeper than t in the other solid.
//! * *Inside*: the surfaces are apart, and a shell of one body is in the other's material.
//!
//! The *tolerance* t of a pair is the largest of the tolerances of its faces' edges, of the files' uncertainties, and of
//! what the user takes as contact.

use crate::beside::beside;
use crate::body::Body;
use crate::closed::{Coincident, coincident, nested};
use crate::nearest::{Nearest, Question, nearest};
use crate::solid::{MOST_CORNERS, box_of, diagonal, has_shell_inside};
use crate::touch::depth_bound;
use clearance::real::{U, UP};
use clearance::{Pose, Vec3, closest_on_triangle};
use clearance_scene::closest_point;

/// What two bodies are to each other. Lengths are proven.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// The surfaces are apart, and neither body is inside the other.
    Apart,
    /// Faces are one surface twice, and the bodies overlap no more than this.
    Touching {
        /// No larger ball fits in both bodies.
        within: f64,
    },
    /// One body is at least so deep in the other.
    Crossing {
        /// The depth, or the gap below zero.
        by: f64,
    },
    /// The surfaces do not meet, and a shell of one body is in the other's material: one body is inside the other, or both share
    /// what is between them, as a ball and a hollow that is too small for it do.
    Inside,
    /// Nothing of this is proven.
    Undecided,
}

/// An answer about two bodies.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// What they are to each other.
    pub verdict: Verdict,
    /// The distance of their surfaces.
    pub nearest: Nearest,
    /// The faces that are one surface twice, the least gap first.
    pub coincident: Vec<Coincident>,
}

/// A limit and an answer: the pair is clear, breaks the limit, or it is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The limit is proven to hold.
    Clear,
    /// The limit is proven to be broken.
    Broken,
    /// Neither is proven.
    Open,
}

impl Judgement {
    /// How the pair stands to a least distance. Bodies that touch hold the limit 0, and break every limit above it. Bodies
    /// that cross, or of which one holds the other, break all limits.
    pub fn standing(&self, below: f64) -> Standing {
        let Nearest { lower, upper, .. } = self.nearest;
        match self.verdict {
            Verdict::Crossing { .. } | Verdict::Inside => Standing::Broken,
            Verdict::Apart if lower >= below => Standing::Clear,
            Verdict::Touching { .. } if below <= 0.0 => Standing::Clear,
            // Surfaces that are so near break a limit, whatever else they do.
            _ if upper < below => Standing::Broken,
            _ => Standing::Open,
        }
    }

    /// The share of the bracket's width that is the files' own tolerance, at most 1.
    pub fn tolerance_share(&self) -> f64 {
        let width = self.nearest.upper - self.nearest.lower;
        if width > 0.0 { (self.nearest.tolerance / width).min(1.0) } else { 0.0 }
    }
}

/// Faces that are one surface twice are looked for within this share of the smaller body. Larger: looser press fits are
/// named, and brackets of tilted faces get wider. Smaller: they go to the search.
const BAND: f64 = 1.0 / 64.0;

/// Judges two bodies. `contact` is what counts as touching beside the files' own tolerances.
pub fn judge(a: &Body, b: &Body, question: &Question, contact: f64) -> Judgement {
    let size = diagonal(a.mesh()).min(diagonal(b.mesh()));
    // Gaps a little above the limit decide it, too.
    let band = (size * BAND).max(2.0 * question.below.unwrap_or(0.0)).max(contact);
    let (coincident, mut bounds) = (coincident(a, b, band), nested(a, b, band));
    let quick = Question { most_pairs: question.most_pairs.min(QUICK), ..*question };
    let judged = |question: &Question, bounds: &[([u32; 2], f64)]| {
        let nearest = nearest(a, b, question, &coincident, bounds);
        (verdict([a, b], &nearest, &coincident, contact, band), nearest)
    };
    let (mut verdict, mut nearest) = judged(&quick, &bounds);
    // Bodies that cross are seen at once. The rest of the work is for those that may be apart.
    let is_open = match verdict {
        Verdict::Undecided => true,
        Verdict::Apart => nearest.upper - nearest.lower > question.width,
        _ => false,
    };
    if is_open && !question.is_decided(nearest.lower, nearest.upper) {
        let known = bounds.len();
        bounds.extend(beside([a, b], &coincident));
        if bounds.len() > known || (nearest.pairs >= quick.most_pairs && quick.most_pairs < question.most_pairs) {
            (verdict, nearest) = judged(question, &bounds);
        }
    }
    Judgement { verdict, nearest, coincident }
}

/// How many pairs of patches are looked at before crossings are looked for. Larger: bodies that cross take longer.
/// Smaller: the work is done twice for more pairs.
const QUICK: usize = 500;

fn verdict(bodies: [&Body; 2], nearest: &Nearest, coincident: &[Coincident], contact: f64, band: f64) -> Verdict {
    let [a, b] = bodies;
    let are_solids = [a, b].iter().all(|body| body.mesh().report().is_closed() && !body.mesh().report().inside_out);
    let least = contact.max(a.uncertainty).max(b.uncertainty);
    let of_edges = |[i, j]: [u32; 2]| a.faces[i as usize].tolerance().max(b.faces[j as usize].tolerance());
    let tolerance = |faces: [u32; 2]| of_edges(faces).max(least);
    let shown = || coincident.iter().filter(|pair| pair.common.is_some());
    let is_deep = |pair: &&Coincident| pair.gap.upper < -tolerance(pair.faces) && is_overlap(bodies, pair);
    let overlap = || shown().filter(is_deep).map(|pair| -pair.gap.upper).fold(0.0, f64::max);
    if nearest.lower > 0.0 {
        let sides = [has_shell_inside(a, b), has_shell_inside(b, a)];
        if sides == [Some(false); 2] {
            return Verdict::Apart;
        }
        let by = if are_solids { overlap() } else { 0.0 };
        return match sides {
            _ if by > 0.0 => Verdict::Crossing { by },
            [Some(true), _] | [_, Some(true)] => Verdict::Inside,
            _ => Verdict::Undecided,
        };
    }
    // Without a closed mesh that faces outward nothing is known of inside and outside.
    if !are_solids {
        return Verdict::Undecided;
    }
    let depth = overlap().max(depth(a, b, least)).max(depth(b, a, least));
    if depth > 0.0 {
        return Verdict::Crossing { by: depth };
    }
    // A file's uncertainty is a permission, and often a large one. What is proven without it says more.
    let own = if least > contact { &[contact, least][..] } else { &[contact] };
    own.iter()
        .find_map(|&least| {
            let tolerance = |faces: [u32; 2]| of_edges(faces).max(least);
            let is_contact = |pair: &Coincident| {
                let t = tolerance(pair.faces);
                pair.gap.lower >= -t && pair.gap.upper <= t
            };
            let within = || depth_bound(bodies, coincident, band, tolerance);
            if shown().any(is_contact) { within() } else { None }
        })
        .map_or(Verdict::Undecided, |within| Verdict::Touching { within })
}

/// Whether a gap below zero is an overlap: between the two faces there must be material of both. At the point that shows
/// the common part one body has no other face within twice the gap, so that the other's point lies in it, as deep.
fn is_overlap(bodies: [&Body; 2], pair: &Coincident) -> bool {
    let Some(points) = pair.common else { return false };
    (0..2).any(|side| {
        let body = bodies[side];
        body.leaves().iter().filter(|leaf| leaf.face != pair.faces[side]).all(|leaf| {
            let corners = body.faces[leaf.face as usize].corners(leaf.triangle);
            let away = (closest_on_triangle(points[side], corners).point - points[side]).length();
            away * (1.0 - 64.0 * U) - leaf.radius.total() > 2.0 * pair.upper
        })
    })
}

/// A proven depth of a corner of one body in the other solid, if it is more than the tolerance; otherwise 0.
fn depth(inner: &Body, outer: &Body, tolerance: f64) -> f64 {
    let [low, high] = box_of(outer.mesh());
    let (reach, most) = (inner.largest_radius(), outer.largest_radius());
    // A corner that is deep in the mesh is as far from the sides of its box. Corners in a plane of contact are not.
    let least = most + reach + tolerance;
    let is_near = |corner: &&Vec3<f64>| {
        let mut along = [corner.x, corner.y, corner.z].into_iter().enumerate();
        along.all(|(k, x)| low[k] + least <= x.next_up() && x.next_down() <= high[k] - least)
    };
    let near: Vec<Vec3<f64>> = inner.mesh().vertices().iter().filter(is_near).copied().collect();
    let every = near.len().div_ceil(MOST_CORNERS).max(1);
    near.into_iter().step_by(every).fold(0.0, |deepest: f64, corner| {
        let nearest = closest_point(&outer.mesh().at(Pose::identity()), corner);
        let depth = (nearest.lower - (most + reach) * UP).next_down();
        let counts = depth > tolerance && depth > deepest;
        if counts && outer.mesh().has_inside(corner) == Some(true) { depth } else { deepest }
    })
}

/// A lower bound of the distance of two bodies from their boxes alone.
pub fn apart_by_boxes(a: &Body, b: &Body) -> f64 {
    let (own, other) = (box_of(a.mesh()), box_of(b.mesh()));
    let gap = (0..3).map(|k| (other[0][k] - own[1][k]).max(own[0][k] - other[1][k])).fold(0.0, f64::max);
    (gap - (a.largest_radius() + b.largest_radius()) * UP).next_down()
}
