//! The bound of a cell by several faces of both bodies together, and the cut that makes it better.
//!
//! A cell that is the next to be cut is bounded so first ([`super::game`]): mostly it need not be cut then.

use super::face::Foot;
use super::game::{Game, Solution};
use super::search::{Part, Walk};
use super::side::{CutHint, Faces, Memory, Side, hint};
use crate::cell::{Cell, Spot};
use clearance::each::Each;

/// A distance counts as growing evenly if the bound is larger by less than this share of it otherwise. Larger: cuts by other rules,
/// where this one would help. Smaller: cuts that gain little.
const LOOSE: f64 = 0.002;

/// A face of a body in a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Player(u32);

/// The most faces of a body in a game. Larger: more work, and faces that say less of where to cut. Smaller: looser bounds.
const MOST_PLAYERS: usize = 6;

impl Walk<'_, '_> {
    /// Bounds a part by several faces together, tries the point that is so deep, and finds a better cut. Whether the bound is less.
    pub fn play(&mut self, part: &mut Part) -> bool {
        part.is_played = true;
        let mut game = Game::new(part.cell.points().count());
        let players = [0, 1].each(|side| {
            let memory = &part.memories[side];
            self.search.sides[side].play(&part.cell, part.ball.middle, memory, part.bound, &mut game)
        });
        let Some(solution) = game.solved() else { return false };
        let corners = part.cell.points().zip(&solution.weights);
        let p = corners.fold(Spot::default(), |sum, (corner, &weight)| sum + corner * weight);
        self.try_point(p, &part.memories, part.ball);
        part.loosest = self.loosest(&part.cell, p, &game, &players, &solution);
        let bound = solution.bound + part.cell.slack;
        let is_less = bound < part.bound;
        part.bound = part.bound.min(bound);
        is_less
    }

    /// The cut at the corner whose distance from a face exceeds by most what it would be if distances grew evenly from p. `None` if
    /// all grow so: then no cut makes the bound better.
    fn loosest(
        &self,
        cell: &Cell,
        p: Spot,
        game: &Game,
        players: &[Vec<Player>; 2],
        solution: &Solution,
    ) -> Option<CutHint> {
        let mut most = LOOSE * solution.bound;
        let mut cut = None;
        let all = (0..2).flat_map(|side| players[side].iter().map(move |player| (side, player)));
        for (face, (side, player)) in all.enumerate().filter(|(face, _)| solution.shares[*face] > 0.0) {
            let Side::Faces(faces) = &self.search.sides[side] else { continue };
            let foot = faces.foot(player, p);
            for (place, corner) in cell.points().enumerate() {
                let even = (p - foot.at).dot(corner - foot.at) / foot.distance;
                let loose = game.payoff(face, place) - even;
                let loose = solution.shares[face] * solution.weights[place] * loose;
                if loose > most {
                    (most, cut) = (loose, Some(faces.cut_at(player, [corner, p])));
                }
            }
        }
        cut
    }
}

impl Side<'_> {
    /// Adds the faces to a game that may bound a cell better together than alone. `most` is the bound of one alone.
    pub fn play(&self, cell: &Cell, middle: Spot, memory: &Memory, most: f64, game: &mut Game) -> Vec<Player> {
        match self {
            Self::Faces(faces) => faces.play(cell, middle, memory, most, game),
            Self::Convex(convex) => {
                for plane in &memory.planes {
                    game.push(cell.points().map(|corner| convex.error - plane.height(corner)));
                }
                memory.planes.iter().map(|_| Player(u32::MAX)).collect()
            }
        }
    }
}

impl Faces<'_> {
    fn play(&self, cell: &Cell, middle: Spot, memory: &Memory, most: f64, game: &mut Game) -> Vec<Player> {
        let (mut near, _) = self.near(middle, &memory.faces, |_| most);
        near.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut players = Vec::new();
        let mut distances = Vec::new();
        for (_, face) in near {
            if players.len() >= MOST_PLAYERS {
                break;
            }
            distances.clear();
            distances.extend(cell.points().map(|corner| self.face(face).foot(corner).distance + self.error));
            // One that is farther than that everywhere helps nobody.
            if distances.iter().any(|&distance| distance < most) {
                game.push(distances.iter().copied());
                players.push(Player(face));
            }
        }
        players
    }

    /// The point of a player's face that is nearest to a point.
    pub fn foot(&self, player: &Player, p: Spot) -> Foot {
        self.face(player.0).foot(p)
    }

    /// The cut between two points whose distances from a player's face do not grow evenly: where a foot is on the rim.
    pub fn cut_at(&self, player: &Player, [corner, p]: [Spot; 2]) -> CutHint {
        let face = self.face(player.0);
        let [far, near] = [corner, p].each(|at| face.foot(at));
        if far.is_on_rim || !near.is_on_rim { hint(face, corner, far) } else { hint(face, p, near) }
    }
}
