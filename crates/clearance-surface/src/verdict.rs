//! What two bodies are to each other: apart, touching, crossing, or undecided, which is no pass.
//!
//! * *Apart*: the surfaces are proven apart, and neither body is inside the other.
//! * *Touching within t*: two faces are one surface twice, their common part is shown by a point of each, and their gap
//!   is within t of zero. No pair of such faces has a gap below −t, and no corner of one mesh is deeper than t in the
//!   other solid. That no other place is deeper is not proven.
//! * *Crossing by at least*: the gap of such a pair is below −t, or a true point lies deeper than t in the other solid.
//! * *Inside*: the surfaces are apart, and one body is inside the other.
//!
//! The *tolerance* t of a pair is the largest of the tolerances of its faces' edges, of the files' uncertainties, and of
//! what the user takes as contact.

use crate::body::Body;
use crate::nearest::{Coincident, Nearest, Question, coincident, nearest};
use clearance::real::UP;
use clearance::{Pose, Vec3};
use clearance_scene::{Mesh, closest_point};

/// What two bodies are to each other. Lengths are proven.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// The surfaces are apart, and neither body is inside the other.
    Apart,
    /// Faces are one surface twice, within this.
    Touching {
        /// The tolerance t of the pair.
        within: f64,
    },
    /// One body is at least so deep in the other.
    Crossing {
        /// The depth, or the gap below zero.
        by: f64,
    },
    /// One body is inside the other, without contact.
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
    /// How the pair stands to a least distance. Bodies that touch break every limit above 0, and leave the limit 0 open: that
    /// no place of them is deeper is not proven. Bodies that cross, or of which one holds the other, break all limits.
    pub fn standing(&self, below: f64) -> Standing {
        let Nearest { lower, upper, .. } = self.nearest;
        match self.verdict {
            Verdict::Crossing { .. } | Verdict::Inside => Standing::Broken,
            Verdict::Apart if lower >= below => Standing::Clear,
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

/// How many corners of a mesh are looked up in the other.
const MOST_CORNERS: usize = 400;

/// Judges two bodies. `contact` is what counts as touching beside the files' own tolerances.
pub fn judge(a: &Body, b: &Body, question: &Question, contact: f64) -> Judgement {
    let size = diagonal(a.mesh()).min(diagonal(b.mesh()));
    let band = (size * BAND).max(question.below.unwrap_or(0.0)).max(contact);
    let coincident = coincident(a, b, band);
    let quick = Question { most_pairs: question.most_pairs.min(QUICK), ..*question };
    let judged = |question: &Question| {
        let nearest = nearest(a, b, question, &coincident);
        (verdict(a, b, &nearest, &coincident, contact), nearest)
    };
    let (mut verdict, mut nearest) = judged(&quick);
    // Bodies that cross are seen at once. The rest of the work is for those that may be apart.
    let is_open = nearest.pairs >= quick.most_pairs && matches!(verdict, Verdict::Undecided | Verdict::Apart);
    if is_open && quick.most_pairs < question.most_pairs {
        (verdict, nearest) = judged(question);
    }
    Judgement { verdict, nearest, coincident }
}

/// How many pairs of patches are looked at before crossings are looked for. Larger: bodies that cross take longer.
/// Smaller: the work is done twice for more pairs.
const QUICK: usize = 500;

fn verdict(a: &Body, b: &Body, nearest: &Nearest, coincident: &[Coincident], contact: f64) -> Verdict {
    if nearest.lower > 0.0 {
        return match (is_inside(a, b), is_inside(b, a)) {
            (Some(false), Some(false)) => Verdict::Apart,
            (Some(true), _) | (_, Some(true)) => Verdict::Inside,
            _ => Verdict::Undecided,
        };
    }
    // Without a closed mesh that faces outward nothing is known of inside and outside.
    if ![a, b].iter().all(|body| body.mesh().report().is_closed() && !body.mesh().report().inside_out) {
        return Verdict::Undecided;
    }
    let least = contact.max(a.uncertainty).max(b.uncertainty);
    let tolerance = |[i, j]: [u32; 2]| least.max(a.faces[i as usize].tolerance()).max(b.faces[j as usize].tolerance());
    let shown = || coincident.iter().filter(|pair| pair.common.is_some());
    let overlap = shown().filter(|pair| pair.gap.upper < -tolerance(pair.faces)).map(|pair| -pair.gap.upper);
    let depth = overlap.fold(0.0, f64::max).max(depth(a, b, least)).max(depth(b, a, least));
    if depth > 0.0 {
        return Verdict::Crossing { by: depth };
    }
    let is_contact = |pair: &&Coincident| {
        let t = tolerance(pair.faces);
        pair.gap.lower >= -t && pair.gap.upper <= t
    };
    let contacts: Vec<&Coincident> = shown().filter(is_contact).collect();
    let is_open = shown().any(|pair| pair.gap.lower < -tolerance(pair.faces));
    match contacts.iter().map(|pair| tolerance(pair.faces)).reduce(f64::max) {
        Some(within) if !is_open => Verdict::Touching { within },
        _ => Verdict::Undecided,
    }
}

/// Whether a body whose surface does not meet the other's is inside it. `None`: it is not known.
fn is_inside(inner: &Body, outer: &Body) -> Option<bool> {
    let (own, other) = (box_of(inner.mesh()), box_of(outer.mesh()));
    let (reach, most) = (largest_radius(inner), largest_radius(outer));
    let is_nested = (0..3).all(|k| own[0][k] >= other[0][k] - most - reach && own[1][k] <= other[1][k] + most + reach);
    if !is_nested {
        return Some(false);
    }
    let radii = (most + reach) * UP;
    // 1. A corner that is farther from the other mesh than both radii: mesh and surface tell the same side of it.
    let vertices = inner.mesh().vertices();
    let every = vertices.len().div_ceil(MOST_CORNERS);
    let by_corner = vertices.iter().step_by(every).find_map(|&corner| side_of(outer, corner, radii));
    // 2. Surfaces that do not meet part space, so one point in a body tells whether the body is in the other. Points
    //    below the triangles are tried, deeper than the radii.
    by_corner.or_else(|| {
        let triangles = inner.mesh().triangles().len() as u32;
        let least = diagonal(inner.mesh()) / 1024.0;
        (0..triangles).step_by((triangles / 64).max(1) as usize).find_map(|triangle| {
            let [a, b, c] = inner.mesh().corners(triangle);
            let (middle, normal) = ((a + b + c) * (1.0 / 3.0), (b - a).cross(c - a).normalized()?);
            [2.0, 4.0, 8.0].into_iter().find_map(|times| {
                let point = middle - normal * (times * radii.max(least));
                (side_of(inner, point, radii) == Some(true)).then(|| side_of(outer, point, radii)).flatten()
            })
        })
    })
}

/// Whether a point is inside a body. `None` if it is no farther from the mesh than a length.
fn side_of(body: &Body, point: Vec3<f64>, radii: f64) -> Option<bool> {
    let nearest = closest_point(&body.mesh().at(Pose::identity()), point);
    (nearest.lower > radii).then(|| body.mesh().has_inside(point)).flatten()
}

/// A proven depth of a corner of one body in the other solid, if it is more than the tolerance; otherwise 0.
fn depth(inner: &Body, outer: &Body, tolerance: f64) -> f64 {
    let [low, high] = box_of(outer.mesh());
    let (reach, most) = (largest_radius(inner), largest_radius(outer));
    let is_near = |corner: &&Vec3<f64>| {
        [corner.x, corner.y, corner.z].iter().enumerate().all(|(k, x)| low[k] <= *x && *x <= high[k])
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

fn largest_radius(body: &Body) -> f64 {
    body.leaves().iter().map(|leaf| leaf.radius.total()).fold(0.0, f64::max)
}

/// The least and the greatest coordinates of a mesh's corners.
pub(crate) fn box_of(mesh: &Mesh) -> [[f64; 3]; 2] {
    let coordinates = || mesh.vertices().iter().map(|v| [v.x, v.y, v.z]);
    let end = |choose: fn(f64, f64) -> f64, first: f64| {
        coordinates().fold([first; 3], |end, v| [0, 1, 2].map(|k| choose(end[k], v[k])))
    };
    [end(f64::min, f64::INFINITY), end(f64::max, f64::NEG_INFINITY)]
}

fn diagonal(mesh: &Mesh) -> f64 {
    let [low, high] = box_of(mesh);
    (0..3).map(|k| (high[k] - low[k]) * (high[k] - low[k])).sum::<f64>().sqrt()
}

/// A lower bound of the distance of two bodies from their boxes alone.
pub fn apart_by_boxes(a: &Body, b: &Body) -> f64 {
    let (own, other) = (box_of(a.mesh()), box_of(b.mesh()));
    let gap = (0..3).map(|k| (other[0][k] - own[1][k]).max(own[0][k] - other[1][k])).fold(0.0, f64::max);
    (gap - (largest_radius(a) + largest_radius(b)) * UP).next_down()
}
