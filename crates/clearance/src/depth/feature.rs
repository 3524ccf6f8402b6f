//! The features of A − B, and their support points at a direction.
//!
//! A feature of A − B is a feature of A less a feature of B ([`crate::shape::surface`]). It has a smooth support
//! function h(n) with the gradient w(n), its support point, and the Hessian H(n). M = A − B is the hull of its
//! features.

use crate::difference::{Difference, Features, Indices, Vertex};
use crate::numbers::each::Each;
use crate::numbers::real::larger;
use crate::shape::surface::Surface;
use crate::shape::term::Term;
use crate::space::hessian::{Bend, Hessian};
use crate::space::vector::WideVector;

/// The greatest number of features in a working set: those of the boundary point, and the newest one.
pub(super) const FEATURES: usize = 4;

/// A feature of A − B at a direction, with its weight in the boundary point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ActiveFeature<W> {
    pub vertex: Vertex<W>,
    /// The Hessians of A's and of B's feature.
    pub(super) hessians: [Hessian; 2],
    /// The terms of A's and of B's feature, as in [`Surface`].
    pub terms: [Term; 4],
    pub weight: f64,
}

impl<W: WideVector> ActiveFeature<W> {
    /// The feature after a small turn of the direction, with a weight. Its points move linearly.
    pub(super) fn turned(&self, turn: W, weight: f64) -> Self {
        let [way_a, way_b] = self.hessians.each_ref().each(|hessian| hessian.times(turn));
        let (a, b) = (self.vertex.a + way_a, self.vertex.b - way_b);
        Self { vertex: Vertex { point: a - b, a, b, indices: Indices::NONE }, weight, ..*self }
    }
}

/// A feature of one shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Part<W> {
    /// A vertex. It stays where it is when the direction turns.
    Vertex(W),
    /// The smooth feature with this index.
    Smooth(usize),
}

/// A feature of A − B: the parts of A and of B.
pub(super) type Feature<W> = [Part<W>; 2];

/// The features that Newton's method works with.
pub(super) type WorkingSet<W> = [Option<Feature<W>>; FEATURES];

/// The features of a working set at one direction.
pub(super) type Samples<W> = [Option<Sample<W>>; FEATURES];

/// A feature at a direction n.
#[derive(Clone, Copy)]
pub(super) struct Sample<W> {
    pub feature: ActiveFeature<W>,
    /// n·w.  [length]
    pub height: f64,
    /// The tangential coordinates of w.  [length]
    pub across: [f64; 2],
    /// The Hessian in tangential coordinates.  [length]
    pub hessian: Bend,
}

/// The features of A − B whose points at the direction n are nearest to those of the vertices, of which there are at most
/// [`FEATURES`]. In other places is any feature.
pub(super) fn nearest_features<W: WideVector>(
    difference: &dyn Difference<W>,
    kinds: [Features; 2],
    vertices: &[Vertex<W>],
    n: W,
) -> [Feature<W>; FEATURES] {
    let [a, b] = [0, 1].each(|side| nearest_parts(difference, kinds[side], side, vertices, n));
    core::array::from_fn(|place| [a[place], b[place]])
}

/// The features of one shape whose points at the direction n are nearest to those of the vertices. Each surface is
/// evaluated once.
fn nearest_parts<W: WideVector>(
    difference: &dyn Difference<W>,
    kind: Features,
    side: usize,
    vertices: &[Vertex<W>],
    n: W,
) -> [Part<W>; FEATURES] {
    let point = |vertex: &Vertex<W>| if side == 0 { vertex.a } else { vertex.b };
    let Features::Curved(count) = kind else {
        return core::array::from_fn(|place| Part::Vertex(vertices.get(place).map_or(n, point)));
    };
    let mut nearest = [(0, f64::INFINITY); FEATURES];
    for index in 0..count {
        let surface = difference.surface(side, index, n).point;
        for (best, vertex) in nearest.iter_mut().zip(vertices) {
            let away = (surface - point(vertex)).length_squared();
            if away < best.1 {
                *best = (index, away);
            }
        }
    }
    nearest.each(|(index, _)| Part::Smooth(index))
}

/// Adds a feature to the working set unless it is there, and returns its place. It takes the first free place. In a full set
/// it replaces the last feature.
pub(super) fn insert<W: WideVector>(set: &mut WorkingSet<W>, feature: Feature<W>) -> Option<usize> {
    if set.contains(&Some(feature)) {
        return None;
    }
    let place = set.iter().position(Option::is_none).unwrap_or(FEATURES - 1);
    set[place] = Some(feature);
    Some(place)
}

/// A feature at the direction `normal`.
pub(super) fn sample<W: WideVector>(
    difference: &dyn Difference<W>,
    feature: Feature<W>,
    normal: W,
    tangents: &[W; 2],
) -> Sample<W> {
    let surface = |side: usize| match feature[side] {
        Part::Vertex(point) => Surface::corner(point),
        Part::Smooth(index) => difference.surface(side, index, normal),
    };
    let (a, b) = (surface(0), surface(1));
    let vertex = Vertex { point: a.point - b.point, a: a.point, b: b.point, indices: Indices::NONE };
    let ([p, q], [r, s]) = (a.terms, b.terms);
    let terms = [p, q, r, s];
    let feature = ActiveFeature { vertex, hessians: [a.hessian, b.hessian], terms, weight: 0.0 };
    let across = tangents.each(|tangent| tangent.dot(&vertex.point));
    let hessian = tangential(&a.hessian.and(&b.hessian), tangents);
    Sample { feature, height: normal.dot(&vertex.point), across, hessian }
}

/// All features of a working set at the direction `normal`. They are written in place, since they are long.
pub(super) fn take_samples<W: WideVector>(
    difference: &dyn Difference<W>,
    set: &WorkingSet<W>,
    normal: W,
    tangents: &[W; 2],
    samples: &mut Samples<W>,
) {
    for (place, feature) in samples.iter_mut().zip(set) {
        *place = feature.map(|feature| sample(difference, feature, normal, tangents));
    }
}

/// A Hessian in tangential coordinates: xx, xy, yy.
fn tangential<W: WideVector>(hessian: &Hessian, [s, t]: &[W; 2]) -> Bend {
    [hessian.between(*s, *s), hessian.between(*s, *t), hessian.between(*t, *t)]
}

/// The greatest distance, in tangential coordinates, by which a turn of the direction moves a point of the features.
pub(super) fn greatest_motion<W>(samples: &Samples<W>, [x, y]: [f64; 2]) -> f64 {
    samples.iter().flatten().fold(0.0, |most, sample| {
        let [xx, xy, yy] = sample.hessian;
        larger(larger((xx * x + xy * y).abs(), (xy * x + yy * y).abs()), most)
    })
}
