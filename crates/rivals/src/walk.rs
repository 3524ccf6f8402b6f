//! A walk over pairs of features, shared by both marching methods: where it stands, where it goes, how it ends.

use crate::answer::Answer;
use crate::body::Feature;
use crate::pair::Pair;
use crate::step::{Notes, Step};
use clearance::{Vec2, Vec3, WideVector};

/// A side of a Voronoi region: a plane, in the frame of one of the bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Border<W> {
    /// The body whose region it bounds.
    pub side: usize,
    /// A point on it, in that body's frame.
    pub at: W,
    /// Its unit normal, into the region of the feature that the walk leaves.
    pub normal: W,
}

impl<W: WideVector> Border<W> {
    /// How far a point of that body's frame lies inside.
    #[inline]
    pub fn inside(&self, point: W) -> f64 {
        (point - self.at).dot(&self.normal)
    }
}

/// One step of a walk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move<W> {
    /// The body whose feature changes.
    pub side: usize,
    /// The new feature.
    pub to: Feature,
    /// Why, in words.
    pub why: &'static str,
    /// The Voronoi plane that told, if one did.
    pub border: Option<Border<W>>,
}

/// What a pair of features tells.
pub(crate) enum Next<W> {
    /// Another feature is nearer.
    Go(Move<W>),
    /// These are the nearest features, with their nearest points in A's frame.
    Nearest([W; 2]),
    /// The bodies have a common point.
    Meet,
}

/// Where a walk stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    pub features: [Feature; 2],
    /// Only for two edges of the plane: the body whose edge is taken as a facet, with a strip above it.
    pub facet: usize,
}

impl Default for Place {
    fn default() -> Self {
        Self { features: [Feature::Vertex(0); 2], facet: 0 }
    }
}

/// Walks from `place` until the features are the nearest, or for `limit` steps. `place` is where it ends.
pub(crate) fn walk<W: WideVector>(
    pair: &Pair<'_, W>,
    place: &mut Place,
    limit: u32,
    notes: &mut impl Notes,
    step: impl Fn(&Pair<'_, W>, Place) -> Next<W>,
) -> Answer<W> {
    for count in 1..=limit {
        match step(pair, *place) {
            Next::Go(go) => {
                notes.note(|| shown(pair, *place, &go));
                if let (Feature::Edge(_), Feature::Vertex(_)) = (go.to, place.features[go.side]) {
                    place.facet = 1 - go.side;
                }
                place.features[go.side] = go.to;
            }
            Next::Nearest(points) => {
                let answer = Answer { features: Some(place.features), ..Answer::between(count, points) };
                notes.note(|| ended(pair, *place, "these are the nearest features", &answer));
                return answer;
            }
            Next::Meet => {
                let answer = Answer { features: Some(place.features), ..Answer::meet(count) };
                notes.note(|| ended(pair, *place, "the shapes have a common point", &answer));
                return answer;
            }
        }
    }
    notes.note(|| with_features(Step::named("the walk has not ended at its limit of steps"), pair, *place));
    Answer::endless(limit)
}

fn with_features<W: WideVector>(step: Step, pair: &Pair<'_, W>, place: Place) -> Step {
    (0..2).fold(step, |step, side| step.feature(side, pair.bodies[side].corners(place.features[side])))
}

fn shown<W: WideVector>(pair: &Pair<'_, W>, place: Place, go: &Move<W>) -> Step {
    let step = with_features(Step::named(go.why), pair, place);
    let step = match go.border {
        Some(Border { side, at, normal }) => {
            step.plane("Voronoi plane", pair.in_a(side, at), pair.direction_in_a(side, normal))
        }
        None => step,
    };
    step.feature(go.side, pair.bodies[go.side].corners(go.to))
}

fn ended<W: WideVector>(pair: &Pair<'_, W>, place: Place, name: &'static str, answer: &Answer<W>) -> Step {
    let step = with_features(Step::named(name), pair, place).number("distance", answer.distance.unwrap_or(f64::NAN));
    match answer.points {
        Some([a, b]) => step.point("nearest point of A", a).point("nearest point of B", b),
        None => step,
    }
}

/// `Vec2<f64>` or `Vec3<f64>`: the marching methods have a text of their own for the plane and for space.
pub trait Dimension: WideVector + Marching {}
impl Dimension for Vec2<f64> {}
impl Dimension for Vec3<f64> {}

/// A step of a walk.
pub(crate) type StepOf<W> = fn(&Pair<'_, W>, Place) -> Next<W>;

mod sealed {
    use super::{Next, Place, StepOf};
    use crate::pair::Pair;
    use clearance::{Vec2, Vec3, WideVector};

    /// Chooses the text of a method.
    pub trait Marching: WideVector {
        /// The step for this dimension.
        #[expect(private_interfaces, reason = "nobody outside can name this trait")]
        fn step(pair: &Pair<'_, Self>, place: Place, plane: StepOf<Vec2<f64>>, space: StepOf<Vec3<f64>>) -> Next<Self>;
    }
}
pub(crate) use sealed::Marching;

impl Marching for Vec2<f64> {
    #[expect(private_interfaces, reason = "the trait is sealed")]
    #[inline(always)]
    fn step(pair: &Pair<'_, Self>, place: Place, plane: StepOf<Self>, _space: StepOf<Vec3<f64>>) -> Next<Self> {
        plane(pair, place)
    }
}
impl Marching for Vec3<f64> {
    #[expect(private_interfaces, reason = "the trait is sealed")]
    #[inline(always)]
    fn step(pair: &Pair<'_, Self>, place: Place, _plane: StepOf<Vec2<f64>>, space: StepOf<Self>) -> Next<Self> {
        space(pair, place)
    }
}

/// The Voronoi region of a vertex: the plane across each of its edges, with the edge beyond it. In the body's frame.
pub(crate) fn vertex_borders<W: WideVector>(
    pair: &Pair<'_, W>,
    side: usize,
    vertex: u32,
) -> impl Iterator<Item = (Border<W>, Feature)> {
    let body = pair.bodies[side];
    let at = body.vertex(vertex);
    let border = move |&edge: &u32| (Border { side, at, normal: -body.away(edge, vertex) }, Feature::Edge(edge));
    body.ring(vertex).iter().map(border)
}

/// The two planes across the ends of an edge, with the vertices beyond them.
#[inline]
pub(crate) fn end_borders<W: WideVector>(pair: &Pair<'_, W>, side: usize, edge: u32) -> [(Border<W>, Feature); 2] {
    let body = pair.bodies[side];
    let edge = body.edge(edge);
    let border = |end: usize, normal: W| {
        (Border { side, at: body.vertex(edge.ends[end]), normal }, Feature::Vertex(edge.ends[end]))
    };
    [border(0, edge.along), border(1, -edge.along)]
}

/// The planes between an edge in space and its two faces, with the faces beyond them. None of a segment.
pub(crate) fn face_borders<W: WideVector>(
    pair: &Pair<'_, W>,
    side: usize,
    number: u32,
) -> impl Iterator<Item = (Border<W>, Feature)> {
    let body = pair.bodies[side];
    let edge = body.edge(number);
    let at = body.vertex(edge.ends[0]);
    edge.faces.into_iter().flatten().enumerate().map(move |(place, face)| {
        let along = if place == 0 { edge.along } else { -edge.along };
        let inward = W::normal_of(&[body.face(face).normal, along]);
        (Border { side, at, normal: -inward }, Feature::Face(face))
    })
}

/// The upright planes around a face, with the edges beyond them.
pub(crate) fn side_borders<W: WideVector>(
    pair: &Pair<'_, W>,
    side: usize,
    face: u32,
) -> impl Iterator<Item = (Border<W>, Feature)> {
    let body = pair.bodies[side];
    body.face(face).sides.iter().map(move |of_face| {
        let border = Border { side, at: body.vertex(of_face.start), normal: of_face.inward };
        (border, Feature::Edge(of_face.edge))
    })
}

/// The first border that a point lies beyond.
pub(crate) fn first_beyond<W: WideVector>(
    borders: impl Iterator<Item = (Border<W>, Feature)>,
    point: W,
) -> Option<(Border<W>, Feature)> {
    let mut borders = borders;
    borders.find(|(border, _)| border.inside(point) < 0.0)
}

/// The border that a point lies farthest beyond.
pub(crate) fn farthest_beyond<W: WideVector>(
    borders: impl Iterator<Item = (Border<W>, Feature)>,
    point: W,
) -> Option<(Border<W>, Feature)> {
    let mut worst = None;
    let mut least = 0.0;
    for found in borders {
        let inside = found.0.inside(point);
        if inside < least {
            (worst, least) = (Some(found), inside);
        }
    }
    worst
}

/// A move to the feature beyond a border of the body that the border belongs to.
pub(crate) fn beyond<W>((border, to): (Border<W>, Feature), why: &'static str) -> Next<W> {
    Next::Go(Move { side: border.side, to, why, border: Some(border) })
}

/// A move without a border.
pub(crate) fn straight<W>(side: usize, to: Feature, why: &'static str) -> Next<W> {
    Next::Go(Move { side, to, why, border: None })
}

/// The fractions along two segments p + s·d, q + t·e at which they are nearest, both within [0, 1]. Ericson 2005,
/// 5.1.9.
pub(crate) fn nearest_fractions<W: WideVector>([p, d]: [W; 2], [q, e]: [W; 2]) -> [f64; 2] {
    let between = p - q;
    let (dd, ee, de) = (d.dot(&d), e.dot(&e), d.dot(&e));
    let (dr, er) = (d.dot(&between), e.dot(&between));
    let determinant = dd * ee - de * de;
    let s = if determinant > 0.0 { ((de * er - dr * ee) / determinant).clamp(0.0, 1.0) } else { 0.5 };
    let t = (de * s + er) / ee;
    let on_second = t.clamp(0.0, 1.0);
    let s = if t == on_second { s } else { ((de * on_second - dr) / dd).clamp(0.0, 1.0) };
    [s, on_second]
}

/// The start of an edge and the vector to its end, in the frame of the other body if `across`.
pub(crate) fn segment<W: WideVector>(pair: &Pair<'_, W>, side: usize, edge: u32, across: bool) -> [W; 2] {
    let ends = pair.bodies[side].edge(edge).ends.map(|end| pair.bodies[side].vertex(end));
    let [tail, head] = if across { ends.map(|end| pair.across(side, end)) } else { ends };
    [tail, head - tail]
}

/// Points of the frames of both bodies, in the order of `sides`, as points of A and of B in A's frame.
pub(crate) fn in_order<W: WideVector>(pair: &Pair<'_, W>, side: usize, own: W, other: W) -> [W; 2] {
    let (own, other) = (pair.in_a(side, own), pair.in_a(1 - side, other));
    if side == 0 { [own, other] } else { [other, own] }
}
