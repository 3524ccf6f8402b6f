//! The check: the lines of a proof one by one, as docs/proof.md explains them.

use crate::number::{Interval, Number};
use crate::overlap::Shared;
use crate::placed::{Direction, Part, Placed, Surface, separates};
use crate::words::{Words, halves, parsed};
use crate::{Proven, Subject, is_unchanged};
use dashu_base::Sign;
use dashu_int::IBig;
use dashu_ratio::Relaxed;
use std::collections::HashSet;
use std::ops::Range;

const HEAD: &str = "clearance-proof 1";
const UNITS: [&str; 7] = ["um", "mm", "cm", "m", "km", "in", "ft"];

#[derive(Default)]
struct Checker<'a> {
    surfaces: &'a [Surface<'a>],
    /// For each surface the order of its leaves that splits refer to, and which leaves it has.
    orders: Vec<(Vec<u32>, Vec<bool>)>,
    bodies: Vec<Body<'a>>,
    names: HashSet<String>,
    has_unit: bool,
    directions: Vec<Direction>,
    pair: Option<Pair>,
    shared: Option<Shared>,
    proven: Vec<Proven>,
    /// Pairs that are named, the lesser number first, and how far all others are claimed to be apart.
    named: HashSet<[usize; 2]>,
    rest: f64,
}

struct Body<'a> {
    name: String,
    surface: usize,
    placed: Placed<'a>,
}

struct Pair {
    bodies: [usize; 2],
    claim: Proven,
    /// The pairs of parts that the next steps must prove, the first one last.
    waiting: Vec<[Range<usize>; 2]>,
}

/// Checks a proof against the surfaces that it names, in its order. The answer is what is proven.
///
/// # Errors
/// The first line that is wrong, and why.
pub fn check(text: &str, surfaces: &[Surface]) -> Result<Vec<Proven>, String> {
    let mut checker = Checker { surfaces, ..Checker::default() };
    for (number, line) in text.lines().enumerate() {
        let refused = |why: String| format!("line {}: {why}", number + 1);
        let mut words = Words(line.split(' '));
        match words.0.next().unwrap_or_default() {
            _ if number == 0 && line != HEAD => return Err(refused(format!("expected {HEAD:?}"))),
            _ if number == 0 => {}
            "end" => {
                checker.finish_pair().and_then(|()| checker.check_rest()).map_err(refused)?;
                let is_same = is_unchanged(text) && number + 1 == text.lines().count();
                let changed = || refused("the file has changed since it was written: its checksum differs".to_owned());
                return is_same.then_some(checker.proven).ok_or_else(changed);
            }
            kind => checker.read(kind, &mut words).and_then(|()| words.end()).map_err(refused)?,
        }
    }
    Err("the file is cut off: its last line is not `end`".to_owned())
}

impl<'a> Checker<'a> {
    fn read(&mut self, kind: &str, words: &mut Words) -> Result<(), String> {
        let goes_on =
            matches!(kind, "witness" | "steps" | "ball" | "slab" | "cover" | "parted" | "tiles" | "volume" | "cells");
        if !goes_on {
            self.finish_pair()?;
        }
        match kind {
            "overlap" | "same" | "common" => {
                let bodies: [usize; 2] = [words.number()?, words.number()?];
                let named = bodies.map(|body| self.bodies.get(body).map(|body| body.name.clone()));
                let [Some(a), Some(b)] = named else { return Err("expected the numbers of bodies above".to_owned()) };
                let subject = match kind {
                    "same" => Subject::Sameness,
                    "common" => Subject::Volume,
                    _ => Subject::Overlap,
                };
                self.shared = Some(Shared::new(subject, bodies, [a, b]));
                Ok(())
            }
            "ball" | "slab" | "cover" | "parted" | "tiles" | "volume" | "cells" => {
                let shared = self.shared.as_mut().ok_or("expected an overlap above")?;
                let is_pair = |claim: &Proven| {
                    let [a, b] = &shared.claim.bodies;
                    claim.subject == Subject::Distance
                        && (claim.bodies == [a.clone(), b.clone()] || claim.bodies == [b.clone(), a.clone()])
                };
                let is_apart = self.proven.iter().any(|claim| is_pair(claim) && claim.lower > 0.0);
                let placed = shared.bodies.map(|body| &self.bodies[body].placed);
                shared.line(kind, words, placed, &self.directions, is_apart)
            }
            "unit" => {
                let is_first = self.bodies.is_empty() && !std::mem::replace(&mut self.has_unit, true);
                let is_unit = is_first && UNITS.contains(&words.word()?);
                is_unit.then_some(()).ok_or(format!("expected one of {UNITS:?}, once, above all bodies"))
            }
            "surface" => self.surface(words),
            "order" => self.order(words),
            "body" => {
                let (surface, name) = (words.number()?, words.word()?);
                let shape = *self.orders.get(surface).and(self.surfaces.get(surface)).ok_or("no such surface above")?;
                let placed = Placed::new(shape, &words.floats()?).ok_or("expected a pose in the plane or in space")?;
                self.names.insert(name.to_owned()).then_some(()).ok_or(format!("two bodies are called {name}"))?;
                self.bodies.push(Body { name: name.to_owned(), surface, placed });
                Ok(())
            }
            "direction" => {
                let direction = Direction::new([words.integer()?, words.integer()?, words.integer()?]);
                direction.map(|n| self.directions.push(n)).ok_or("expected a direction, found zero".to_owned())
            }
            "pair" => self.begin_pair(words),
            "rest" => words.bound().map(|lower| self.rest = lower),
            "witness" => self.witness(words),
            "steps" => words.0.by_ref().try_for_each(|word| self.step(word).map_err(|why| format!("{word}: {why}"))),
            other => Err(format!("expected a kind of line, found {other:?}")),
        }
    }
    /// The next surface must be the one that the line describes.
    fn surface(&mut self, words: &mut Words) -> Result<(), String> {
        let (name, checksum) = (words.word()?, words.word()?);
        let surface = self.surfaces.get(self.orders.len()).ok_or(format!("{name}: this surface is not given"))?;
        if !surface.is_sound() {
            return Err(format!("{name} is empty, lacks a vertex, or has a number that is not finite"));
        }
        if format!("{:016x}", surface.checksum()) != checksum {
            return Err(format!("{name} is not the surface of the proof: its coordinates or indices differ"));
        }
        self.orders.push((Vec::new(), vec![false; surface.leaves.len()]));
        Ok(())
    }
    /// More of the order of a surface's leaves: runs from a leaf to a leaf, both included.
    fn order(&mut self, words: &mut Words) -> Result<(), String> {
        let (leaves, is_seen) = self.orders.get_mut(words.number::<usize>()?).ok_or("no such surface above")?;
        while let Some([from, to]) = words.run()? {
            for leaf in from..=to {
                let seen = is_seen.get_mut(leaf as usize).ok_or(format!("there is no leaf {leaf}"))?;
                if std::mem::replace(seen, true) {
                    return Err(format!("leaf {leaf} is named twice"));
                }
                leaves.push(leaf);
            }
        }
        Ok(())
    }
    /// The claim about all pairs that are not named: the boxes around the bodies are far enough apart.
    fn check_rest(&mut self) -> Result<(), String> {
        let lower = self.rest;
        let mut boxes: Vec<_> = self.bodies.iter().map(|body| body.placed.around()).enumerate().collect();
        let lows = |axis: usize| boxes.iter().map(move |(_, around)| around[axis].low);
        let spread = [0, 1, 2].map(|axis| lows(axis).fold(f64::MIN, f64::max) - lows(axis).fold(f64::MAX, f64::min));
        let widest = (1..3).fold(0, |most, axis| if spread[axis] > spread[most] { axis } else { most });
        boxes.sort_by(|(_, a), (_, b)| a[widest].low.total_cmp(&b[widest].low));
        for (place, (i, a)) in boxes.iter().enumerate() {
            // Along this axis a box begins no sooner than those before it.
            for (j, b) in boxes[place + 1..].iter().take_while(|(_, b)| b[widest].minus(&a[widest]).low < lower) {
                let gaps = [0, 1, 2].map(|k| a[k].minus(&b[k]).low.max(b[k].minus(&a[k]).low).max(0.0));
                let gaps = gaps.map(Interval::of);
                let is_near = Interval::dot(&gaps, &gaps).root().low < lower;
                if is_near && !self.named.contains(&[*i.min(j), *i.max(j)]) {
                    let [a, b] = [*i, *j].map(|body| &self.bodies[body].name);
                    return Err(format!("{a} and {b}: nothing is proven of them, and their boxes are too near"));
                }
            }
        }
        let bodies = ["*", "*"].map(str::to_owned);
        self.proven.extend((lower > 0.0).then_some(Proven {
            subject: Subject::Distance,
            bodies,
            lower,
            upper: f64::INFINITY,
            planes: 0,
        }));
        Ok(())
    }
    fn begin_pair(&mut self, words: &mut Words) -> Result<(), String> {
        let (bodies, lower): ([usize; 2], f64) = ([words.number()?, words.number()?], words.bound()?);
        self.named.insert([bodies[0].min(bodies[1]), bodies[0].max(bodies[1])]);
        let (mut whole, mut names) = ([0..0, 0..0], [String::new(), String::new()]);
        for side in 0..2 {
            let body = self.bodies.get(bodies[side]).ok_or("expected the numbers of bodies above")?;
            let (leaves, is_seen) = &self.orders[body.surface];
            let missing = is_seen.iter().position(|seen| !seen);
            missing.map_or(Ok(()), |leaf| Err(format!("leaf {leaf} of {} is missing in its order", body.name)))?;
            whole[side] = 0..leaves.len();
            names[side].clone_from(&body.name);
        }
        // Distances are not negative, and no surface of the proof is empty. So nothing is to be shown for 0.
        let waiting = if lower > 0.0 { vec![whole] } else { Vec::new() };
        let claim = Proven { subject: Subject::Distance, bodies: names, lower, upper: f64::INFINITY, planes: 0 };
        self.pair = Some(Pair { bodies, claim, waiting });
        Ok(())
    }
    /// Nothing may be left to show when the next pair begins.
    fn finish_pair(&mut self) -> Result<(), String> {
        if let Some(shared) = self.shared.take() {
            self.proven.push(shared.finished()?);
        }
        let Some(Pair { claim, waiting, .. }) = self.pair.take() else { return Ok(()) };
        if let Some([from, to]) = waiting.last().map(|parts| parts.each_ref().map(Range::len)) {
            let [a, b] = claim.bodies;
            return Err(format!("{a} and {b}: the steps end too early, nothing is proven of {from} × {to} leaves"));
        }
        self.proven.push(claim);
        Ok(())
    }
    /// One step about the pair of parts that waits: a plane, or a split whose halves wait then.
    fn step(&mut self, word: &str) -> Result<(), String> {
        let pair = self.pair.as_mut().ok_or("expected a pair above")?;
        let [a, b] = pair.waiting.pop().ok_or("all pairs of leaves are proven already")?;
        let (kind, number) = word.split_at_checked(1).ok_or("expected a, b or p, and a number")?;
        let number: usize = parsed(number)?;
        match kind {
            "a" => pair.waiting.extend(halves(&a, number)?.map(|part| [part, b.clone()])),
            "b" => pair.waiting.extend(halves(&b, number)?.map(|part| [a.clone(), part])),
            "p" => {
                let n = self.directions.get(number).ok_or("there is no such direction")?;
                let parts = [(pair.bodies[0], a), (pair.bodies[1], b)].map(|(body, part)| {
                    let Body { surface, placed, .. } = &self.bodies[body];
                    Part { of: placed, leaves: &self.orders[*surface].0[part] }
                });
                let is_proven = separates(n, parts[0], parts[1], pair.claim.lower);
                is_proven.then_some(()).ok_or("the plane does not keep the parts as far apart as claimed")?;
                pair.claim.planes += 1;
            }
            _ => return Err("expected a, b or p, and a number".to_owned()),
        }
        Ok(())
    }
    /// An upper bound, and for each body a leaf and the weights of its corners: two points that are no farther apart.
    fn witness(&mut self, words: &mut Words) -> Result<(), String> {
        let pair = self.pair.as_mut().ok_or("expected a pair above")?;
        pair.claim.upper = words.bound()?;
        let (mut sums, mut points) = (Vec::new(), Vec::new());
        for body in pair.bodies {
            let leaf = words.number()?;
            let weights: [IBig; 3] = [words.integer()?, words.integer()?, words.integer()?];
            if weights.iter().any(|weight| weight.sign() == Sign::Negative) || weights.iter().all(IBig::is_zero) {
                return Err("expected weights that are not negative, and not all zero".to_owned());
            }
            let weights = weights.map(Relaxed::from);
            let corners = self.bodies[body].placed.corners(leaf).ok_or("there is no such leaf")?;
            points.push([0, 1, 2].map(|k| Relaxed::dot(&weights, &corners.each_ref().map(|corner| corner[k].clone()))));
            sums.push(&weights[0] + &weights[1] + &weights[2]);
        }
        // Each point is multiplied by the sum of its weights.
        let apart = [0, 1, 2].map(|axis| points[1][axis].times(&sums[0]).minus(&points[0][axis].times(&sums[1])));
        let most = Relaxed::of(pair.claim.upper).times(&sums[0]).times(&sums[1]);
        let is_near = Relaxed::dot(&apart, &apart) <= most.times(&most);
        is_near.then_some(()).ok_or("the witness points are farther apart than the upper bound".to_owned())
    }
}
