//! The distance of two hierarchies, by descending both (Dobkin and Kirkpatrick 1990).

use super::Hierarchy;
use crate::answer::{Answer, Verdict};
use crate::johnson::{nearest, orthogonal};
use crate::pair::Pair;
use crate::step::{Notes, Silent, Step};
use clearance::WideVector;

/// The hierarchies of two bodies.
#[derive(Clone, Copy, Debug)]
pub struct Hierarchies<'h, W: WideVector> {
    /// The hierarchy of A's hull.
    pub a: &'h Hierarchy<W>,
    /// The hierarchy of B's hull.
    pub b: &'h Hierarchy<W>,
}

/// Nearest points of two lists of vertices: a simplex of pairs of places, with weights.
#[derive(Clone, Copy, Debug)]
struct Found<W> {
    count: usize,
    pairs: [[u32; 2]; 4],
    weights: [f64; 4],
    /// The shortest vector from A to B. Zero if they meet.
    between: W,
}

impl<W: WideVector> Found<W> {
    fn square(&self) -> f64 {
        self.between.dot(&self.between)
    }
    fn meet(&self) -> bool {
        !(self.square() > 0.0)
    }
}

/// After how many steps the small loop gives up and keeps its best point. It takes fewer than twenty.
const LIMIT: usize = 100;

/// How many roundings of a product a step must exceed. Larger: less exact. Smaller: vertices of the face that v is on
/// already are added, and a flat simplex is taken for one that holds the origin.
const ROUNDINGS: f64 = 8.0 * f64::EPSILON;

impl<W: WideVector> Hierarchies<'_, W> {
    /// The distance of the bodies of a pair. The hierarchies must be those of its bodies' hulls.
    pub fn query(&self, pair: &Pair<'_, W>) -> Answer<W> {
        pair.to_world(self.search(pair, &mut Silent))
    }

    /// The same with every level.
    pub fn trace(&self, pair: &Pair<'_, W>) -> (Answer<W>, Vec<Step>) {
        pair.traced(|steps| self.search(pair, steps))
    }

    fn search(&self, pair: &Pair<'_, W>, notes: &mut impl Notes) -> Answer<W> {
        let mut problems = 0;
        let coarsest: Vec<u32> = (0..self.a.coarsest as u32).collect();
        let mut best = self.cap_and_body(pair, &coarsest, &mut problems);
        notes.note(|| self.shown("the coarsest hull of A and the whole of B", &coarsest, &[], &best));
        for layer in &self.a.layers {
            if best.meet() {
                break;
            }
            let at = best.pairs[0][0] as usize;
            let n = best.between;
            let Some(r) = beyond(self.a, &layer.beside[at], at, n) else {
                notes.note(|| self.shown("no vertex of A comes back beyond the plane", &[], &layer.beside[at], &best));
                continue;
            };
            let cap = cap(&layer.rings, layer.first, r);
            let found = self.cap_and_body(pair, &cap, &mut problems);
            if found.square() < best.square() {
                best = found;
            }
            notes.note(|| {
                self.shown("a vertex of A comes back beyond the plane: its cap", &cap, &layer.beside[at], &best)
            });
        }
        self.answer(pair, &best, problems)
    }

    /// The nearest points of a few vertices of A and the whole of B, by descending B's levels.
    fn cap_and_body(&self, pair: &Pair<'_, W>, cap_of_a: &[u32], problems: &mut u32) -> Found<W> {
        let coarsest: Vec<u32> = (0..self.b.coarsest as u32).collect();
        *problems += 1;
        let mut best = self.small(pair, cap_of_a, &coarsest);
        for layer in &self.b.layers {
            if best.meet() {
                break;
            }
            let at = best.pairs[0][1] as usize;
            let n = pair.direction_to_b(-best.between);
            let Some(r) = beyond(self.b, &layer.beside[at], at, n) else { continue };
            *problems += 1;
            let found = self.small(pair, cap_of_a, &cap(&layer.rings, layer.first, r));
            if found.square() < best.square() {
                best = found;
            }
        }
        best
    }

    /// The nearest points of two short lists of vertices, by GJK with scans. The publication leaves open how.
    ///
    /// The direction is not the sum of weights: its error would be that of the vertices, and not of its length.
    fn small(&self, pair: &Pair<'_, W>, of_a: &[u32], of_b: &[u32]) -> Found<W> {
        let a = |place: u32| self.a.points[place as usize];
        let from_b: Vec<W> = of_b.iter().map(|&place| pair.of_b(self.b.points[place as usize])).collect();
        let mut points = [a(of_a[0]) - from_b[0]; 4];
        let mut pairs = [[of_a[0], of_b[0]]; 4];
        let mut count = 1;
        let mut best = Found { count, pairs, weights: [1.0, 0.0, 0.0, 0.0], between: -points[0] };
        for _ in 0..LIMIT {
            let found = nearest(&points[..count]);
            let mut kept = 0;
            let mut weights = [0.0; 4];
            for index in (0..count).filter(|&index| found.subset >> index & 1 == 1) {
                (points[kept], pairs[kept], weights[kept]) = (points[index], pairs[index], found.weights[index]);
                kept += 1;
            }
            count = kept;
            let v = orthogonal(&points[..count], found.point);
            let largest = points[..count].iter().fold(0.0, |largest: f64, point| largest.max(point.dot(point)));
            if count == W::DIM + 1 || v.dot(&v) <= f64::EPSILON * f64::EPSILON * largest {
                return Found { count, pairs, weights, between: W::ORIGIN };
            }
            if v.dot(&v) < best.square() || best.count == 0 {
                best = Found { count, pairs, weights, between: -v };
            }
            let along = |place: u32| a(place).dot(&v);
            let p = of_a[1..].iter().fold(of_a[0], |p, &place| if along(place) < along(p) { place } else { p });
            let along = |index: usize| from_b[index].dot(&v);
            let q = (1..of_b.len()).fold(0, |q, index| if along(index) > along(q) { index } else { q });
            let (vertices, w) = ([p, of_b[q]], a(p) - from_b[q]);
            let size = largest.max(w.dot(&w)).sqrt();
            let progress = v.dot(&(points[0] - w));
            if pairs[..count].contains(&vertices) || !(progress > ROUNDINGS * size * WideVector::length(v)) {
                break;
            }
            (points[count], pairs[count]) = (w, vertices);
            count += 1;
        }
        best
    }

    fn answer(&self, pair: &Pair<'_, W>, best: &Found<W>, problems: u32) -> Answer<W> {
        if best.meet() {
            return Answer::meet(problems);
        }
        let mut points = [W::ORIGIN; 2];
        for (places, weight) in best.pairs[..best.count].iter().zip(best.weights) {
            points[0] = points[0] + self.a.points[places[0] as usize] * weight;
            points[1] = points[1] + pair.of_b(self.b.points[places[1] as usize]) * weight;
        }
        Answer {
            verdict: Some(Verdict::Apart),
            distance: Some(WideVector::length(best.between)),
            axis: Some(best.between),
            points: Some(points),
            ..Answer::after(problems)
        }
    }

    fn shown(&self, name: &'static str, cap: &[u32], compared: &[u32], best: &Found<W>) -> Step {
        let names = |places: &[u32]| places.iter().map(|&place| self.a.vertices[place as usize]).collect();
        let at = best.pairs[0].map(|place| place as usize);
        Step::named(name)
            .vertices("candidates", 0, names(compared))
            .vertices("cap", 0, names(cap))
            .vertices("nearest", 0, vec![self.a.vertices[at[0]]])
            .vertices("nearest", 1, vec![self.b.vertices[at[1]]])
            .plane("plane across the shortest vector", self.a.points[at[0]], best.between)
            .number("distance", WideVector::length(best.between))
    }
}

/// The vertex that comes back beyond the plane through the place `at`, across `n`: the farthest, if one lies beyond.
fn beyond<W: WideVector>(hierarchy: &Hierarchy<W>, beside: &[u32], at: usize, n: W) -> Option<u32> {
    let along = |place: u32| hierarchy.points[place as usize].dot(&n);
    let level = along(at as u32);
    let best = beside.iter().copied().fold(None, |best: Option<u32>, place| match best {
        Some(known) if along(known) >= along(place) => best,
        _ => Some(place),
    });
    best.filter(|&place| along(place) > level)
}

/// The cap of a vertex that comes back: itself and its neighbours.
fn cap(rings: &[Vec<u32>], first: usize, r: u32) -> Vec<u32> {
    let mut cap = vec![r];
    cap.extend(&rings[r as usize - first]);
    cap
}
