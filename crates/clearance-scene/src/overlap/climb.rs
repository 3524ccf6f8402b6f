//! From a point in both bodies to one that is deeper: away from the surfaces around it.
//!
//! The way is the shortest vector in the hull of the directions to the surfaces that are about as near as the nearest.
//! All of them are left behind along it. Where it is short, the point is in the middle of them.

use super::search::depth_in_both;
use super::side::{Ball, Memory, Side};
use crate::cell::Spot;

/// Steps of a climb. Larger: lower bounds nearer to the truth. Smaller: less work for points that are not the best.
const MOST_STEPS: usize = 24;

/// Surfaces up to this many times as far as the nearest are left behind, too. Larger: straighter ways. Smaller: higher
/// tops.
const ABOUT: f64 = 1.02;

/// Steps that look for the shortest vector.
const TURNS: usize = 12;

/// The deepest point that was found, and how deep it is at least. It does not leave the ball of its cell, nor the box that
/// the memories know: farther away the nearest surfaces may not be known.
pub(super) fn climb(sides: &[Side; 2], start: Spot, depth: f64, memories: &[Memory; 2], ball: Ball) -> (Spot, f64) {
    let (mut best, mut depth) = (start, depth);
    // Steps are shorter than the depth, so they stay inside both.
    let memories = memories.each_ref().map(|memory| Memory { is_known: true, ..memory.clone() });
    let mut step = 0.9 * depth;
    for _ in 0..MOST_STEPS {
        let mut near = Vec::new();
        if depth_in_both(sides, best, &memories, [ABOUT, 0.0], &mut near).is_none() || !(step > 1e-3 * depth) {
            break;
        }
        let Some(way) = shortest_in_hull(&near).normalized() else { break };
        let next = best - way * step;
        let is_known = (next - ball.middle).length() <= ball.radius && memories.iter().all(|memory| memory.knows(next));
        match depth_in_both(sides, next, &memories, [1.0, depth], &mut Vec::new()).filter(|_| is_known) {
            Some(deeper) if deeper > depth => {
                (best, depth) = (next, deeper);
                step = (1.5 * step).min(0.9 * depth);
            }
            _ => step *= 0.5,
        }
    }
    (best, depth)
}

/// The shortest vector in the hull of some unit vectors, nearly.
fn shortest_in_hull(vectors: &[Spot]) -> Spot {
    let Some(&first) = vectors.first() else { return Spot::default() };
    let mut shortest = first;
    for _ in 0..TURNS {
        let lowest = vectors.iter().copied().min_by(|p, q| p.dot(shortest).total_cmp(&q.dot(shortest)));
        let Some(lowest) = lowest else { break };
        let way = lowest - shortest;
        let square = way.length_squared();
        if !(square > 0.0) {
            break;
        }
        let share = (-shortest.dot(way) / square).clamp(0.0, 1.0);
        if share == 0.0 {
            break;
        }
        shortest += way * share;
    }
    shortest
}
