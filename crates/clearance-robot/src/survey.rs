//! A map of a box of joints: where two links are proven to be apart, where they are proven to meet, and what is open.
//!
//! The search for a claim stops at the first meeting, and goes into the depth. A map goes into the breadth: the larger
//! cells are first. It is for pictures, and for people who want to see what a proof is made of.

use crate::always::best_leaves;
use crate::cell::Stage;
use crate::chain::{Chain, NotClaimed};
use crate::claim::Question;
use crate::cover::Node;
use crate::nested::Nested;
use crate::plane::Plane;
use crate::prove::Prepared;
use crate::region::Cell;
use crate::tree::Robot;
use clearance::Vec3;
use std::collections::VecDeque;

/// A cell that was looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// The ends of each parameter: coordinates of the configuration, in the order of [`Survey::coordinates`].
    pub ends: Vec<[f64; 2]>,
    /// What is known of it.
    pub kind: TileKind,
}

/// What is known of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum TileKind {
    /// The links are farther apart than the bound, at every place of the cell, and none is inside the other.
    Apart {
        /// Their distance is never less than this.
        bound: f64,
        /// Planes that prove it: one for each two parts of the links.
        planes: Vec<Parting>,
    },
    /// The links have a common point, at every place of the cell: they meet, or one is inside the other.
    Meeting,
    /// Nothing was proven, and the cell was cut. Its halves come later.
    Cut,
    /// Nothing was proven, and the budget is spent.
    Open,
}

/// A plane between parts of two links. It stands still in a link, while the joints go through a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parting {
    /// The link that holds the plane. It need not have a shape.
    pub link: usize,
    /// The unit normal in the link's frame, from the first link of the pair to the second.
    pub normal: Vec3<f64>,
    /// A point x of the plane has normal · x = offset, in the link's frame: in the middle of the gap, to
    /// first order. Where ways bend much, it may leave the gap toward the ends of the cell; the normal does not.
    pub offset: f64,
}

/// A map of a box of joints.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    /// The coordinates of the configuration that move the pair.
    pub coordinates: Vec<usize>,
    /// The cells, in the order in which they were looked at.
    pub tiles: Vec<Tile>,
    /// Whether one link is inside the other at the middle of the box. Tiles where that is so say meeting.
    pub is_inside: bool,
}

impl Robot {
    /// A map of the ranges of the joints between two links. `question.cells` is the number of tiles.
    ///
    /// # Errors
    /// [`NotClaimed`].
    ///
    /// # Panics
    /// If a link does not exist.
    pub fn survey(&self, pair: [usize; 2], question: &Question) -> Result<Survey, NotClaimed> {
        let prepared = Prepared::new(self, pair, question)?;
        let (chain, course) = (prepared.chain(), prepared.course());
        let mut search = prepared.search(question.margin);
        let mut tiles: Vec<Tile> = Vec::new();
        let mut waiting: VecDeque<Cell> = [Cell { ends: course.box_.clone() }].into();
        while let Some(cell) = waiting.pop_front() {
            // From the whole links: what larger cells have proven is shown in this one, too.
            let rest = search.test(&cell, search.roots(), 0);
            let is_apart = rest.pairs.is_empty();
            let nested = if is_apart { search.nested_in(&cell) } else { Nested::No };
            let kind = if matches!(nested, Nested::Yes(_)) {
                TileKind::Meeting
            } else if is_apart && nested == Nested::No {
                let stage = Stage::new(chain, course, &cell);
                let proofs = search.proofs();
                let bound = proofs.iter().map(|(_, proof)| proof.bound).fold(f64::INFINITY, f64::min);
                let planes = proofs.iter().map(|(nodes, proof)| parting(chain, &stage, *nodes, &proof.plane)).collect();
                TileKind::Apart { bound, planes }
            } else if rest.gap <= 0.0
                && best_leaves(&Stage::new(chain, course, &cell), &[]).is_some_and(|best| best.is_proven)
            {
                TileKind::Meeting
            } else if ((tiles.len() + waiting.len()) as u64) < question.cells
                && let Some((_, halves)) = search.cut(&cell)
            {
                waiting.extend(halves);
                TileKind::Cut
            } else {
                TileKind::Open
            };
            tiles.push(Tile { ends: cell.ends, kind });
        }
        let is_inside = matches!(search.nested_at_centre(), Nested::Yes(_));
        Ok(Survey { coordinates: prepared.coordinates(), tiles, is_inside })
    }
}

/// A plane in the frame of the link that holds it.
fn parting(chain: &Chain, stage: &Stage, nodes: [&Node; 2], plane: &Plane) -> Parting {
    let covers = chain.bodies().map(|body| &body.cover);
    let flats = [0, 1].map(|side| nodes[side].flat(covers[side]));
    let (normal, middle) = stage.middle(flats, plane);
    let frame = &stage.standing.held[plane.held];
    let link = chain.held_link(plane.held);
    Parting { link, normal: frame.turn_back(normal), offset: middle - normal.dot(&frame.place) }
}
