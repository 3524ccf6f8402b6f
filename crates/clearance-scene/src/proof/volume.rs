//! Claims about the volume that two solids share, in the plane about the area.
//!
//! The box that both share is cut along their faces, the largest cell first, until no face parts a cell or enough is known. A
//! face whose plane has no short numbers lies in a cell of its own, as thin as rounding, whose side stays open.

use super::cover::{Leaf, plane_through, walls_of};
use super::{ProofWriter, Unproven, push_words};
use crate::overlap::{Wall, area_of, clipped};
use clearance::Vec3;
use clearance::each::Each;
use clearance_verify::overlap::{Cell, Plane, Solid, common_box};
use dashu_int::IBig;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::fmt::Write;

/// The most cuts. More: narrower bounds for bodies of many faces, in longer proofs.
const MOST_CUTS: usize = 400;

/// What is open is not cut any more if it is less than this share of the volume.
const NARROW: f64 = 1e-9;

/// A face that is not exactly in a plane of short numbers lies between planes so far from it, as a share of the size of the box.
const THIN: f64 = 1e-13;

/// A sum of two thousand volumes may be off by this share, in whatever order the checker adds them.
const SUMS: f64 = 1e-12;

/// What is known of a cell.
enum Part {
    /// It is inside both. It has this volume, lower and upper.
    Inside([f64; 2]),
    /// It is outside of a body.
    Outside(usize),
    /// Nothing but its volume.
    Open([f64; 2]),
    /// It is cut, and its parts are these.
    Cut(Box<Plane>, [IBig; 3], [usize; 2]),
}

/// A cell that waits to be cut.
struct Waiting {
    volume: f64,
    place: usize,
    cell: Cell,
    walls: Vec<Wall>,
    /// The leaves that part it.
    leaves: [Vec<u32>; 2],
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        self.volume.total_cmp(&other.volume).then(other.place.cmp(&self.place))
    }
}

/// Cells while the volume is found.
struct Shared<'a> {
    solids: [Solid<'a>; 2],
    leaves: [Vec<Leaf>; 2],
    is_flat: bool,
    /// A length as long as the box.
    size: f64,
    parts: Vec<Part>,
    waiting: BinaryHeap<Waiting>,
    /// The volume of cells inside both, and that of open cells, rounded.
    volumes: [f64; 2],
}

impl Shared<'_> {
    /// What is known of a new cell that no leaves but these part. One that some part waits.
    fn add(&mut self, cell: Cell, walls: Vec<Wall>, among: [&[u32]; 2]) -> usize {
        let place = self.parts.len();
        let leaves = [0, 1].each(|side| cell.leaves_of(&self.solids[side], among[side].iter().copied()));
        let sides = [0, 1].each(|side| {
            let is_clear = leaves[side].is_empty();
            is_clear.then(|| self.solids[side].holds(&cell.middle())).flatten()
        });
        let volume = || cell.volume(self.is_flat);
        self.parts.push(match sides {
            [Some(false), _] => Part::Outside(0),
            [_, Some(false)] => Part::Outside(1),
            [Some(true), Some(true)] => {
                let bounds = volume();
                self.volumes[0] += bounds[1];
                Part::Inside(bounds)
            }
            _ => {
                let bounds = volume();
                self.volumes[1] += bounds[1];
                self.waiting.push(Waiting { volume: bounds[1], place, cell, walls, leaves });
                Part::Open(bounds)
            }
        });
        place
    }

    /// Cuts a cell along the leaf that parts it with the greatest area. It stays open if none cuts off more than rounding.
    fn cut(&mut self, waiting: Waiting) {
        let Waiting { volume, place, cell, walls, leaves } = waiting;
        let area = |leaf: &Leaf| {
            let left = walls.iter().fold(leaf.polygon(self.size), |left, wall| clipped(&left, wall));
            area_of(&left, leaf.normal)
        };
        let all = (0..2).flat_map(|side| leaves[side].iter().map(move |&leaf| (side, leaf)));
        let mut by_area: Vec<(f64, usize, u32)> =
            all.map(|(side, leaf)| (area(&self.leaves[side][leaf as usize]), side, leaf)).collect();
        by_area.sort_by(|one, other| other.0.total_cmp(&one.0));
        for (_, side, leaf) in by_area {
            for (plane, n, at) in self.planes(side, leaf) {
                let Some(parts) = cell.cut(&plane) else { continue };
                self.volumes[1] -= volume;
                let normal = self.leaves[side][leaf as usize].normal;
                let own = Wall { normal, offset: normal.dot(at) };
                let turned = Wall { normal: -normal, offset: -own.offset };
                let [behind, front] = parts;
                let places = [(behind, own), (front, turned)].map(|(part, wall)| {
                    let walls = walls.iter().copied().chain([wall]).collect();
                    self.add(part, walls, [&leaves[0], &leaves[1]])
                });
                self.parts[place] = Part::Cut(Box::new(plane), n, places);
                return;
            }
        }
    }

    /// The plane of a leaf if it has short numbers, or else the planes on both sides of it.
    fn planes(&self, side: usize, leaf: u32) -> Vec<(Plane, [IBig; 3], Vec3<f64>)> {
        let own = &self.leaves[side][leaf as usize];
        let through = |at: Vec3<f64>| plane_through(at, own.normal).map(|(plane, n)| (plane, n, at));
        let at = own.corners[0];
        let thin = own.normal * (THIN * self.size);
        let exact = through(at).filter(|(plane, ..)| plane.has_leaf(&self.solids[side], leaf));
        exact.map_or_else(|| [at - thin, at + thin].into_iter().filter_map(through).collect(), |one| vec![one])
    }
}

/// The steps in pre-order.
fn steps(parts: Vec<Part>, mut cut: impl FnMut(&Plane, [IBig; 3]) -> String) -> Vec<String> {
    let (mut words, mut places) = (Vec::new(), vec![0]);
    while let Some(part) = places.pop().and_then(|place| parts.get(place)) {
        words.push(match part {
            Part::Inside(_) => "i".to_owned(),
            Part::Outside(0) => "oa".to_owned(),
            Part::Outside(_) => "ob".to_owned(),
            Part::Open(_) => "u".to_owned(),
            Part::Cut(plane, n, [behind, front]) => {
                places.extend([*front, *behind]);
                cut(plane, n.clone())
            }
        });
    }
    words
}

impl ProofWriter<'_> {
    /// Claims bounds of the volume that is inside both of two closed bodies, in the plane of the area: those that are proven
    /// are the answer. They differ by rounding, and of bodies of many faces by what 400 cuts leave open.
    ///
    /// A point is inside for the checker if an odd number of leaves encloses it. Where parts of a body overlap that is not the body,
    /// so bounds that exclude those that are `told` are not claimed.
    ///
    /// # Errors
    /// [`Unproven::NoBounds`] if a body is open, if the volume leaves the range of numbers, or if it is another one than is told.
    /// Nothing is added then.
    pub fn volume(&mut self, bodies: [usize; 2], told: [f64; 2]) -> Result<[f64; 2], Unproven> {
        let solids = self.solids(bodies).ok_or(Unproven::NoBounds)?;
        let placed = bodies.each(|body| &self.bodies[body].1.placed);
        let leaves = bodies.each(|body| Leaf::all(&self.bodies[body].1));
        let [a, b] = bodies;
        let Some(cell) = common_box(placed, 0.0) else {
            return if told[0] > 0.0 {
                Err(Unproven::NoBounds)
            } else {
                let _ = write!(self.pairs, "common {a} {b}\nvolume 0e0 0e0\n");
                Ok([0.0; 2])
            };
        };
        let corners: Vec<Vec3<f64>> = cell.spots().map(|spot| spot.rounded().into()).collect();
        let size = corners.iter().map(|&p| (p - corners[0]).length()).fold(0.0, f64::max);
        let (parts, waiting, is_flat) = (Vec::new(), BinaryHeap::new(), placed[0].is_flat());
        let all = leaves.each_ref().each(|leaves| (0..leaves.len() as u32).collect::<Vec<u32>>());
        let mut shared = Shared { solids, leaves, is_flat, size, parts, waiting, volumes: [0.0; 2] };
        let walls = walls_of(&cell, is_flat);
        shared.add(cell, walls, [&all[0], &all[1]]);
        let mut cuts = 0;
        while let Some(next) = shared.waiting.pop() {
            let [inside, open] = shared.volumes;
            if cuts >= MOST_CUTS || open <= NARROW * (inside + open) {
                break;
            }
            shared.cut(next);
            cuts += 1;
        }
        let parts = shared.parts;
        let [mut lower, mut upper] = [0.0; 2];
        for part in &parts {
            match part {
                Part::Inside([low, high]) => (lower, upper) = (lower + low, upper + high),
                Part::Open([_, high]) => upper += high,
                Part::Outside(_) | Part::Cut(..) => {}
            }
        }
        let (lower, upper) = (lower * (1.0 - SUMS), upper * (1.0 + SUMS));
        if !(upper.is_finite() && lower <= told[1] && told[0] <= upper) {
            return Err(Unproven::NoBounds);
        }
        let mut text = format!("common {a} {b}\nvolume {lower:e} {upper:e}\n");
        let words = steps(parts, |plane, n| self.cut(plane, n));
        push_words(&mut text, "cells", words.into_iter());
        self.pairs += &text;
        Ok([lower, upper])
    }
}
