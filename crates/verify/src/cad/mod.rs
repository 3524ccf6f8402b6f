//! Checks claims about the surfaces of CAD bodies: pairs are as far apart as claimed, and faces have the gap that is claimed.
//!
//! This knows three things beside the planes of [`crate::check`]:
//! 1. A surface over a triangle is no farther from it than its *radius*, from second derivatives (`face`).
//! 2. If a plane keeps two sets of triangles L and both largest radii apart, the surfaces are L apart.
//! 3. Faces that are nearly one surface twice have a gap with a closed bracket (`gap`).
//!
//! What is taken on trust stands in the first lines of the proof, and nothing else is: a proof that lacks one of them, or
//! has one that it does not need, is refused. docs/step.md explains the text.

mod face;
mod form;
mod gap;
mod known;
mod spline;

use crate::placed::{Direction, Placed};
use crate::words::{Words, halves, parsed};
use crate::{fnv, is_unchanged};
pub use face::{Curve, Edge, Face};
pub use form::{Axes, Form, Profile};
use known::are_parted;
pub use known::{Known, Pair, gap_of, known};
pub use spline::Net;
use std::collections::HashSet;
use std::ops::Range;

/// The first line.
pub const HEAD: &str = "clearance-surfaces-proof 1";
/// What every proof takes on trust.
pub const TRUST_FILE: &str = "trust file: surfaces, edges and tolerances of the files are what is meant";
/// What a proof with contacts takes on trust.
pub const TRUST_CONTACT: &str = "trust contact: bodies that touch overlap nowhere else, as the search has found";

/// A body of the files.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// Its name.
    pub name: String,
    /// Its faces. A body without faces is one of which nothing can be claimed.
    pub faces: Vec<Face>,
}

/// What is proven of two bodies.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// They are at least so far apart.
    Apart(f64),
    /// These faces, counted from 0, have a gap in this bracket wherever both are near; the rest is on trust.
    Contact(Vec<([u32; 2], [f64; 2])>),
    /// Nothing is claimed.
    Open,
}

/// A claim that holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The names of the bodies; `*` twice for all pairs that the proof does not name.
    pub bodies: [String; 2],
    /// What is proven of them.
    pub fact: Fact,
    /// How many planes were checked.
    pub planes: usize,
}

/// Checks a proof against the bytes of its files, their bodies in the order of the proof, and what [`known`] says of each.
///
/// # Errors
/// The first line that is wrong, and why.
pub fn check_surfaces(text: &str, files: &[&[u8]], solids: &[Solid], known: &[Known]) -> Result<Vec<Claim>, String> {
    (known.len() == solids.len()).then_some(()).ok_or("expected what is known of each body")?;
    let placed: Option<Vec<Placed>> = known.iter().map(Known::placed).collect();
    let placed = placed.ok_or("a number is not finite")?;
    let orders = vec![Vec::new(); solids.len()];
    let mut checker = Checker { files, solids, known, placed: &placed, orders, ..Checker::default() };
    for (number, line) in text.lines().enumerate() {
        let refused = |why: String| format!("line {}: {why}", number + 1);
        if number == 0 {
            (line == HEAD).then_some(()).ok_or_else(|| refused(format!("expected {HEAD:?}")))?;
            continue;
        }
        let mut words = Words(line.split(' '));
        match words.0.next().unwrap_or_default() {
            "trust" => checker.trust(line).map_err(refused)?,
            "end" => {
                checker.finish().and_then(|()| checker.check_rest()).map_err(refused)?;
                let is_same = is_unchanged(text) && number + 1 == text.lines().count();
                let changed = || refused("the file has changed since it was written: its checksum differs".to_owned());
                return is_same.then_some(checker.claims).ok_or_else(changed);
            }
            kind => checker.read(kind, &mut words).and_then(|()| words.end()).map_err(refused)?,
        }
    }
    Err("the file is cut off: its last line is not `end`".to_owned())
}

#[derive(Default)]
struct Checker<'a> {
    files: &'a [&'a [u8]],
    solids: &'a [Solid],
    /// The first lines.
    trust: HashSet<String>,
    has_unit: bool,
    /// How many files and bodies were named.
    count: usize,
    bodies: usize,
    known: &'a [Known],
    placed: &'a [Placed<'a>],
    orders: Vec<Vec<u32>>,
    directions: Vec<Direction>,
    gaps: Vec<Gap>,
    open: Option<Waiting>,
    named: HashSet<[usize; 2]>,
    rest: f64,
    claims: Vec<Claim>,
}

/// A gap that holds: the bodies, the faces, the bracket and the band.
type Gap = ([usize; 2], [u32; 2], [f64; 2], f64);

/// A claim of a distance, and the pairs of parts that the next steps must prove.
struct Waiting {
    bodies: [usize; 2],
    lower: f64,
    parts: Vec<[Range<usize>; 2]>,
    planes: usize,
}

impl Checker<'_> {
    /// What is taken on trust. These are the first lines, each once.
    fn trust(&mut self, line: &str) -> Result<(), String> {
        (line == TRUST_FILE || line == TRUST_CONTACT).then_some(()).ok_or("there is nothing else to trust")?;
        let is_first = self.count == 0 && !self.has_unit && self.trust.insert(line.to_owned());
        is_first.then_some(()).ok_or("what is taken on trust stands in the first lines, once".to_owned())
    }

    fn read(&mut self, kind: &str, words: &mut Words) -> Result<(), String> {
        if !self.trust.contains(TRUST_FILE) {
            return Err("expected what is taken on trust".to_owned());
        }
        if kind != "steps" {
            self.finish()?;
        }
        match kind {
            "unit" => {
                let is_first = self.count == 0 && !std::mem::replace(&mut self.has_unit, true);
                let is_unit = is_first && ["um", "mm", "cm", "m", "km", "in", "ft"].contains(&words.word()?);
                is_unit.then_some(()).ok_or("expected a unit, once, above all files".to_owned())
            }
            "file" => {
                let (_, checksum) = (words.word()?, words.word()?);
                let bytes = self.files.get(self.count).ok_or("expected no more files")?;
                self.count += 1;
                let is_same = checksum == format!("{:016x}", fnv(bytes.iter().copied()));
                is_same.then_some(()).ok_or("the file has changed: its checksum differs".to_owned())
            }
            "body" => self.body(words.word()?),
            "order" => {
                let body: usize = words.number()?;
                let known = self.known.get(body).filter(|_| body < self.bodies).ok_or("expected a body above")?;
                let count = known.leaves().len() as u32;
                while let Some([from, to]) = words.run()? {
                    (from <= to && to < count).then_some(()).ok_or("there is no such leaf")?;
                    self.orders[body].extend(from..=to);
                }
                (self.orders[body].len() <= count as usize).then_some(()).ok_or("a leaf is there twice".to_owned())
            }
            "direction" => {
                let direction = Direction::new([words.integer()?, words.integer()?, words.integer()?]);
                direction.map(|n| self.directions.push(n)).ok_or("expected a direction, found zero".to_owned())
            }
            "gap" => {
                let (a, of_a, b, of_b): (usize, u32, usize, u32) =
                    (words.number()?, words.number()?, words.number()?, words.number()?);
                let [low, high, band]: [f64; 3] = [words.number()?, words.number()?, words.bound()?];
                let ([a, b], [i, j]) = (self.bodies([a, b])?, [of_a, of_b]);
                let known = [&self.known[a], &self.known[b]];
                let is_face = (i as usize) < known[0].faces() && (j as usize) < known[1].faces();
                let found = is_face.then(|| gap_of([&self.solids[a], &self.solids[b]], known, [i, j], band)).flatten();
                let [least, most] = found.ok_or("these faces have no closed gap")?;
                (low <= least && most <= high).then_some(()).ok_or("the gap of the faces is not in this bracket")?;
                self.gaps.push(([a, b], [i, j], [low, high], band));
                Ok(())
            }
            "pair" => self.begin(words),
            "steps" => words.0.by_ref().try_for_each(|word| self.step(word).map_err(|why| format!("{word}: {why}"))),
            "contact" => {
                self.trust
                    .contains(TRUST_CONTACT)
                    .then_some(())
                    .ok_or("contacts are claimed, but not what they take on trust")?;
                let bodies = [words.number()?, words.number()?];
                let bodies = self.name(bodies)?;
                let mut faces = Vec::new();
                for word in words.0.by_ref() {
                    let (own, pair, bracket, _) =
                        self.gaps.get(parsed::<usize>(word)?).ok_or("there is no such gap")?;
                    (*own == bodies).then_some(()).ok_or("the gap is that of other bodies")?;
                    faces.push((*pair, *bracket));
                }
                (!faces.is_empty()).then_some(()).ok_or("expected a gap")?;
                self.claim(bodies, Fact::Contact(faces), 0);
                Ok(())
            }
            "open" => {
                let bodies = [words.number()?, words.number()?];
                let bodies = self.name(bodies)?;
                self.claim(bodies, Fact::Open, 0);
                Ok(())
            }
            "rest" => words.bound().map(|lower| self.rest = lower),
            other => Err(format!("expected a kind of line, found {other:?}")),
        }
    }

    fn body(&mut self, name: &str) -> Result<(), String> {
        let is_next = self.solids.get(self.bodies).is_some_and(|solid| solid.name == name);
        self.bodies += 1;
        is_next.then_some(()).ok_or_else(|| format!("the files have no body called {name} at this place"))
    }

    fn bodies(&self, bodies: [usize; 2]) -> Result<[usize; 2], String> {
        let are = bodies[0] != bodies[1] && bodies.iter().all(|body| *body < self.bodies);
        are.then_some(bodies).ok_or("expected the numbers of two bodies above".to_owned())
    }

    /// Names a pair. Of each pair one thing is claimed.
    fn name(&mut self, bodies: [usize; 2]) -> Result<[usize; 2], String> {
        let [a, b] = self.bodies(bodies)?;
        self.named.insert([a.min(b), a.max(b)]).then_some([a, b]).ok_or("the pair is there twice".to_owned())
    }

    fn claim(&mut self, bodies: [usize; 2], fact: Fact, planes: usize) {
        let bodies = bodies.map(|body| self.solids[body].name.clone());
        self.claims.push(Claim { bodies, fact, planes });
    }

    fn begin(&mut self, words: &mut Words) -> Result<(), String> {
        let bodies = [words.number()?, words.number()?];
        let (bodies, lower) = (self.name(bodies)?, words.bound()?);
        for body in bodies {
            let distinct: HashSet<&u32> = self.orders[body].iter().collect();
            let is_whole = distinct.len() == self.known[body].leaves().len();
            is_whole.then_some(()).ok_or("a leaf is missing in the order of a body")?;
        }
        let parts = vec![bodies.map(|body| 0..self.orders[body].len())];
        self.open = Some(Waiting { bodies, lower, parts, planes: 0 });
        Ok(())
    }

    fn finish(&mut self) -> Result<(), String> {
        let Some(Waiting { bodies, lower, parts, planes }) = self.open.take() else { return Ok(()) };
        parts.is_empty().then_some(()).ok_or("the steps end too early")?;
        self.claim(bodies, Fact::Apart(lower), planes);
        Ok(())
    }

    fn step(&mut self, word: &str) -> Result<(), String> {
        let waiting = self.open.as_mut().ok_or("expected a pair above")?;
        let [a, b] = waiting.parts.pop().ok_or("all pairs of leaves are proven already")?;
        let (kind, number) = word.split_at_checked(1).ok_or("expected a letter and a number")?;
        let number: usize = parsed(number)?;
        let leaves = [&self.orders[waiting.bodies[0]][a.clone()], &self.orders[waiting.bodies[1]][b.clone()]];
        match kind {
            "a" => waiting.parts.extend(halves(&a, number)?.map(|part| [part, b.clone()])),
            "b" => waiting.parts.extend(halves(&b, number)?.map(|part| [a.clone(), part])),
            "p" => {
                let n = self.directions.get(number).ok_or("there is no such direction")?;
                let own = waiting.bodies.map(|body| (&self.known[body], &self.placed[body]));
                let is_proven = are_parted(own, n, leaves, waiting.lower);
                is_proven.then_some(()).ok_or("the plane does not keep the surfaces as far apart as claimed")?;
                waiting.planes += 1;
            }
            "g" => {
                let (bodies, faces, [low, _], band) = self.gaps.get(number).ok_or("there is no such gap")?;
                let is_own =
                    |side: usize| leaves[side].iter().all(|&leaf| self.known[bodies[side]].of(leaf).0 == faces[side]);
                let holds = *bodies == waiting.bodies
                    && is_own(0)
                    && is_own(1)
                    && *low >= waiting.lower
                    && *band >= waiting.lower;
                holds.then_some(()).ok_or("the gap does not keep these faces as far apart as claimed")?;
                waiting.planes += 1;
            }
            _ => return Err("expected a, b, p or g, and a number".to_owned()),
        }
        Ok(())
    }

    /// All files and bodies were named, what is trusted is needed, and pairs that are not named are far apart by their boxes.
    fn check_rest(&mut self) -> Result<(), String> {
        let is_all = self.count == self.files.len() && self.bodies == self.solids.len();
        is_all.then_some(()).ok_or("a file or a body is missing")?;
        let has_contact = self.claims.iter().any(|claim| matches!(claim.fact, Fact::Contact(_)));
        (has_contact == self.trust.contains(TRUST_CONTACT))
            .then_some(())
            .ok_or("nothing touches, and contact is trusted")?;
        for (i, a) in self.known.iter().enumerate() {
            for (j, b) in self.known.iter().enumerate().skip(i + 1) {
                if !self.named.contains(&[i, j]) && !a.is_far_from(b, self.rest) {
                    let [a, b] = [i, j].map(|body| &self.solids[body].name);
                    return Err(format!("{a} and {b}: nothing is proven of them, and their boxes are too near"));
                }
            }
        }
        let bodies = ["*", "*"].map(str::to_owned);
        self.claims.push(Claim { bodies, fact: Fact::Apart(self.rest), planes: 0 });
        Ok(())
    }
}
