//! One pair of objects: its distance, its relation, and whether it breaks its limit.

use super::band::{NEAR, is_near};
use super::member::{self, Kind, Pair};
use super::parts::Parts;
use super::rules::Terms;
use super::solid::Solid;
use super::{Object, Scene};
use crate::overlap::Overlap;
use crate::relation::Relation;
use crate::search::Nearest;
use clearance::each::Each;
use clearance::{Vec3, Vector};
use std::ops::Deref;

/// What is found about a pair of objects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding<V: Vector = Vec3<f64>> {
    /// The number of the first object, less than that of the second.
    pub a: usize,
    /// The number of the second object.
    pub b: usize,
    /// The distance of the surfaces with its bounds, the places, and the triangles or edges. Where one body holds the other, it
    /// is the distance from the wall.
    pub nearest: Nearest<V>,
    /// How the two bodies stand to each other. It is `Touching` within the band, too.
    pub relation: Relation,
    /// How they stand to each other without a band and without rounding.
    pub exact: Relation,
    /// The band of the pair: what is no farther apart and overlaps no more touches. 0 without one.
    pub band: f64,
    /// Whether the pair would be of another kind for a band four times as large, or as small; or rounding leaves open
    /// whether its overlap is more than the band, or than a rule allows. Then it counts as no more.
    pub near_band: bool,
    /// How much the bodies overlap, if they have a common interior and a rule needs it: one with a band, or one that allows
    /// some overlap. Far below the band its bounds may be far from each other.
    /// [`Scene::overlap`](super::Scene::overlap) tells it of every pair.
    pub overlap: Option<Overlap<V>>,
    /// Whether the bodies are the same up to the band: each surface is within it of the other.
    pub is_duplicate: bool,
    /// Whether a mesh or outline is open, so that it counts as its surface.
    pub open: bool,
    /// The limit of the pair, if there is one.
    pub limit: Option<f64>,
    /// The greatest distance of the pair, if there is one.
    pub above: Option<f64>,
    /// Whether the pair breaks a limit: it is closer than that, without rounding; or the bodies cross, or one holds the
    /// other; or it is too far apart.
    pub is_broken: bool,
    /// Whether the bodies have no common point and are farther apart than the greatest distance, without rounding.
    pub is_too_far: bool,
}

/// What kind of finding a pair is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clash {
    /// The bodies cross, or one holds the other.
    Hard,
    /// They are apart.
    Gap,
    /// They touch.
    Touch,
    /// They are the same body twice.
    Duplicate,
}

impl Clash {
    /// The name in files and tables: `hard`, `gap`, `touch` or `duplicate`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hard => "hard",
            Self::Gap => "gap",
            Self::Touch => "touch",
            Self::Duplicate => "duplicate",
        }
    }
}

impl<V: Vector> Deref for Finding<V> {
    type Target = Nearest<V>;
    fn deref(&self) -> &Nearest<V> {
        &self.nearest
    }
}

impl<V: Vector<Scalar = f64>> Finding<V> {
    /// The distance of the solids: 0 where they have a common point.
    pub fn solid_distance(&self) -> f64 {
        if self.is_overlap() { 0.0 } else { self.nearest.distance }
    }

    /// What kind of finding the pair is.
    pub fn kind(&self) -> Clash {
        match self.relation {
            _ if self.is_duplicate => Clash::Duplicate,
            Relation::Apart => Clash::Gap,
            Relation::Touching => Clash::Touch,
            Relation::Crossing | Relation::AInB | Relation::BInA => Clash::Hard,
        }
    }

    /// Whether the solids have a common interior: they cross, or one holds the other. Within the band they have none.
    pub fn is_overlap(&self) -> bool {
        self.relation.is_overlap()
    }
}

/// What is found about a pair that breaks its limit, or of which an overlap is known. `None` for other pairs.
pub(super) fn broken<S: Solid>(scene: &Scene<S>, [a, b]: [u32; 2], terms: Terms) -> Option<Finding<S::Vector>> {
    // An answer may exceed the exact distance by rounding, so the search goes a little farther than the limit.
    let limit = sound(terms.limit.unwrap_or(0.0));
    let near = limit + 8.0 * f64::EPSILON * limit + margin(scene, [a, b]);
    let found = found(scene, [a, b], if terms.above.is_some() { f64::INFINITY } else { near }, terms)?;
    (found.is_broken || found.overlap.is_some()).then_some(found)
}

/// What is found about a pair that is no farther apart than `reach`. `None` if it is farther.
pub(super) fn found<S: Solid>(
    scene: &Scene<S>,
    [a, b]: [u32; 2],
    reach: f64,
    terms: Terms,
) -> Option<Finding<S::Vector>> {
    let objects = [a, b].each(|object| &scene.objects[object as usize]);
    let [body_a, body_b] = [a, b].each(|object| scene.member(object as usize));
    let bodies = [&body_a, &body_b];
    let nearest = member::within(bodies, reach);
    let meets = nearest.is_some_and(|nearest| nearest.distance == 0.0);
    let relation = if !member::are_placed(bodies) {
        // Sums beyond the range of numbers: nothing is known, as the bracket says.
        Relation::Touching
    } else if meets || may_hold(objects) {
        member::relation(bodies, meets)
    } else {
        Relation::Apart
    };
    let nearest = match (nearest, relation) {
        (None, Relation::Apart) => return None,
        (None, _) => member::distance(bodies)?,
        (Some(nearest), _) => nearest,
    };
    let verdict = judged::<S>(scene, objects, bodies, Facts { nearest: &nearest, relation }, terms);
    let is_above = terms.overlap_above.map(|most| is_more::<S>(bodies, verdict.overlap, sound(most)));
    let is_allowed = is_above.is_some_and(|is_above| is_above != Some(true));
    let is_undecided = is_above == Some(None) && verdict.relation.is_overlap();
    let overlaps = verdict.relation.is_overlap();
    let is_too_close = terms.limit.is_some_and(|limit| match overlaps {
        true => !is_allowed,
        false => is_closer::<S>(bodies, &nearest, sound(limit)),
    });
    let is_beyond = |above: f64| !overlaps && !is_within::<S>(bodies, &nearest, sound(above));
    let is_too_far = terms.above.is_some_and(is_beyond);
    let [a, b] = [a, b].each(|object| object as usize);
    let open = objects.iter().any(|object| object.kind.is_open());
    let (limit, above, is_broken) = (terms.limit, terms.above, is_too_close || is_too_far);
    let Verdict { relation, exact, band, near_band, overlap, is_duplicate } = verdict;
    let near_band = near_band || is_undecided;
    Some(Finding {
        a,
        b,
        nearest,
        relation,
        exact,
        band,
        near_band,
        overlap,
        is_duplicate,
        open,
        limit,
        above,
        is_broken,
        is_too_far,
    })
}

/// What is known of a pair before its band is asked.
struct Facts<'n, V: Vector> {
    nearest: &'n Nearest<V>,
    /// Without rounding.
    relation: Relation,
}

/// What a pair is within its band.
struct Verdict<V: Vector> {
    relation: Relation,
    exact: Relation,
    band: f64,
    near_band: bool,
    overlap: Option<Overlap<V>>,
    is_duplicate: bool,
}

/// The pair with its band.
fn judged<S: Solid>(
    scene: &Scene<S>,
    objects: [&Object<S>; 2],
    bodies: Pair<S>,
    Facts { nearest, relation: exact }: Facts<'_, S::Vector>,
    terms: Terms,
) -> Verdict<S::Vector> {
    let size = member::longest_side(objects.each(|object| (&object.kind, &object.world)));
    let elements = objects.each(|object| &object.element);
    let (precisions, errors) = (elements.each(|element| element.precision), elements.each(|element| element.error));
    let band = terms.contact.band(size, precisions, errors);
    let (mut overlap, mut relation, mut is_undecided) = (None, exact, false);
    if band > 0.0 && exact.is_overlap() {
        let (known, is_more) = member::judged_overlap(bodies, band);
        (overlap, is_undecided) = (known, is_more.is_none());
        relation = if is_more == Some(true) { exact } else { Relation::Touching };
    } else if exact.is_overlap() && terms.overlap_above.is_some() {
        overlap = member::overlap(bodies);
    } else if band > 0.0 && exact == Relation::Apart && is_within::<S>(bodies, nearest, band) {
        relation = Relation::Touching;
    }
    let known = match (exact, overlap) {
        (Relation::Apart, _) => Some([nearest.lower, nearest.upper]),
        (_, overlap) => overlap.map(|overlap| [overlap.lower, overlap.upper]),
    };
    let is_duplicate = relation.is_overlap() && are_duplicates(scene, objects, bodies, band);
    let is_another_for = |band: f64| are_duplicates(scene, objects, bodies, band) != is_duplicate;
    let is_hardly_one = || relation.is_overlap() && [band / NEAR, band * NEAR].into_iter().any(is_another_for);
    let near_band =
        band > 0.0 && (is_undecided || known.is_some_and(|bounds| is_near(bounds, band)) || is_hardly_one());
    Verdict { relation, exact, band, near_band, overlap, is_duplicate }
}

/// Whether two objects that overlap are the same up to a band, without a band exactly.
fn are_duplicates<S: Solid>(scene: &Scene<S>, objects: [&Object<S>; 2], bodies: Pair<S>, band: f64) -> bool {
    let Some(bodies) = member::bodies(bodies) else { return false };
    let [a, b] = objects.each(|object| &object.world);
    let error: f64 = objects.iter().map(|object| object.kind.errors(&object.pose)).sum();
    let is_equal = |x: f64, y: f64| (x - y).abs() <= band + 4.0 * error;
    let have_equal_boxes =
        (0..3).all(|axis| is_equal(a.low[axis], b.low[axis]) && is_equal(a.high[axis], b.high[axis]));
    if !have_equal_boxes || scene.is_empty() {
        return false;
    }
    if band > 0.0 {
        return S::are_same(bodies, band);
    }
    let [first, second] = bodies;
    // Equal solids are in each other.
    [[first, second], [second, first]].iter().all(|pair| S::relation(*pair, S::meets(*pair)) == Relation::AInB)
}

/// Whether the overlap of a pair is more than a length. `None` if rounding leaves it open.
fn is_more<S: Solid>(bodies: Pair<S>, overlap: Option<Overlap<S::Vector>>, length: f64) -> Option<bool> {
    match overlap {
        Some(overlap) if overlap.open || overlap.upper <= length => Some(overlap.upper > length),
        Some(overlap) if overlap.lower > length => Some(true),
        _ => member::overlaps_more_than(bodies, length),
    }
}

/// A limit that is not negative. NaN counts as 0.
fn sound(limit: f64) -> f64 {
    if limit > 0.0 { limit } else { 0.0 }
}

/// How much rounding can add to the distance of a pair.
fn margin<S: Solid>(scene: &Scene<S>, pair: [u32; 2]) -> f64 {
    pair.iter().map(|&object| &scene.objects[object as usize]).map(|object| object.kind.errors(&object.pose)).sum()
}

/// Whether a part of one body may lie inside the other: a corner of it is in the other's box, or nearly so.
fn may_hold<S: Solid>(objects: [&Object<S>; 2]) -> bool {
    let [a, b] = objects;
    // What is in a half-space meets it: that is a solid.
    let [Kind::Solid { parts: of_a, .. }, Kind::Solid { parts: of_b, .. }] = [&a.kind, &b.kind] else { return false };
    if a.world.gap(&b.world) > 0.0 {
        return false;
    }
    let error = a.kind.errors(&a.pose) + b.kind.errors(&b.pose);
    let may_be_in = |(one, parts): (&Object<S>, &Parts<S>), (other, around): (&Object<S>, &Parts<S>)| {
        let to_other = other.pose.inverse().after(&one.pose);
        parts.corners.iter().any(|&corner| around.may_hold(S::coordinates(to_other.apply(corner)), error))
    };
    may_be_in((a, of_a), (b, of_b)) || may_be_in((b, of_b), (a, of_a))
}

/// Whether the surfaces are no farther apart than `reach`, without rounding.
fn is_within<S: Solid>(bodies: Pair<S>, nearest: &Nearest<S::Vector>, reach: f64) -> bool {
    match nearest {
        nearest if nearest.upper <= reach => true,
        nearest if nearest.lower > reach => false,
        _ => member::within(bodies, reach).is_some(),
    }
}

/// Whether the surfaces are closer than `limit`, without rounding.
fn is_closer<S: Solid>(bodies: Pair<S>, nearest: &Nearest<S::Vector>, limit: f64) -> bool {
    match nearest {
        nearest if nearest.upper < limit => true,
        nearest if nearest.lower >= limit => false,
        _ => member::is_below(bodies, limit),
    }
}
