//! The largest ball in two convex bodies, by planes alone.
//!
//! How deep a point lies in a convex body is a concave function, and so is the lesser of two depths. Each supporting plane bounds it:
//! a ball of radius r about p that is behind the plane has n·p + r ≤ c.
//! 1. The greatest r for all planes that are known, with its p, is a vertex where four of them meet.
//! 2. Both bodies are asked for their planes at p. They tell how deep p is, and they cut it off if it is less deep than r.
//!
//! **Law.** Weights w ≥ 0 of planes with the sum 1 bound every radius: r ≤ Σ w c − (Σ w n)·p. At the vertex Σ w n is zero but for
//! rounding, and what is left is multiplied by the length of the box. So the bound holds whatever rounding does to the vertex.
//!
//! Cells would be cut as thin as a needle is, over all of its length. Here its length does not count.
//!
//! Source: Kelley, "The cutting-plane method for solving convex programs" (1960).

use super::place::Ends;
use super::search::Radius;
use super::side::Convex;
use crate::cell::{Plane, Spot, unit};
use clearance::each::Each;

/// Points at which both bodies are asked. Larger: narrower brackets of long bodies with round ends. Smaller: less work.
const MOST_POINTS: usize = 200;

/// Points beside a vertex that no plane cuts. Larger: more that rounding hides of shapes that are thinner than their length leaves
/// digits for. Smaller: less work in vain.
const MOST_ASIDE: usize = 15;

/// Vertices that are passed after each point. Larger: none that is needed is missed. It ends the search where rounding lets it go
/// around.
const MOST_TURNS: usize = 64;

/// The four planes that meet at a vertex, and their weights.
struct Vertex {
    basis: [usize; 4],
    weights: [f64; 4],
    at: Spot,
    radius: f64,
}

/// Bounds of the radius of the largest ball, which are at least as near to each other as those that are known. `is_enough` ends it.
pub(super) fn largest(
    sides: [&Convex; 2],
    ends: Ends,
    mut best: Radius,
    is_enough: impl Fn(&Radius) -> bool,
) -> Radius {
    let mut planes: Vec<Plane> = Vec::new();
    for axis in 0..3 {
        planes.push(Plane { normal: -unit(axis), offset: -ends[0][axis] });
        planes.push(Plane { normal: unit(axis), offset: ends[1][axis] });
    }
    let width = |axis: usize| ends[1][axis] - ends[0][axis];
    let narrow = (1..3).fold(0, |best, axis| if width(axis) < width(best) { axis } else { best });
    let (across, along) = ((narrow + 1) % 3, (narrow + 2) % 3);
    let Some(mut vertex) = Vertex::of(&planes, [2 * narrow, 2 * narrow + 1, 2 * across, 2 * along]) else {
        return best;
    };
    // The middle of a needle tells at once how thin it is.
    let mut first = sides.each(|side| side.center).into_iter();
    let mut next = ends[0] * 0.5 + ends[1] * 0.5;
    let mut aside = 0;
    for point in 0..MOST_POINTS {
        best.cells += 1;
        let mut depth = f64::INFINITY;
        for side in sides {
            let support = (side.support)(next);
            depth = depth.min(support.depth);
            planes.push(Plane { offset: support.plane.offset + side.error, ..support.plane });
        }
        if depth > best.lower {
            let error = sides.iter().map(|side| side.error).fold(0.0, f64::max);
            best = Radius { lower: depth, about: depth + error, middle: Some(next), ..best };
        }
        let (asked, before) = (next, vertex.at);
        for _ in 0..MOST_TURNS {
            let Some(turned) = vertex.turned(&planes) else { break };
            vertex = turned;
        }
        best.upper = best.upper.min(vertex.bound(&planes, ends)).max(best.lower);
        if is_enough(&best) || aside == MOST_ASIDE {
            break;
        }
        // Where no plane cuts the vertex off that was asked, rounding hides the nearest one, and points beside it may show others.
        // Otherwise each second point is half way to the best one: vertices leap from end to end of what is long.
        aside = if vertex.at == before && (asked == before || aside > 0) { aside + 1 } else { 0 };
        let inner = best.middle.unwrap_or(sides[aside % 2].center);
        let share = match aside {
            0 if point % 2 == 0 || best.middle.is_none() => 1.0,
            0 => 0.5,
            _ => aside as f64 / (MOST_ASIDE + 1) as f64,
        };
        next = first.next().unwrap_or(inner + (vertex.at - inner) * share);
        if !(next.x + next.y + next.z).is_finite() {
            break;
        }
    }
    best
}

impl Vertex {
    /// The vertex of four planes. `None` if they do not meet in one point.
    fn of(planes: &[Plane], basis: [usize; 4]) -> Option<Self> {
        let own = basis.each(|plane| planes[plane]);
        let rows = own.each(|plane| [plane.normal.x, plane.normal.y, plane.normal.z, 1.0]);
        let [x, y, z, radius] = solved(rows, own.each(|plane| plane.offset))?;
        let columns = [0, 1, 2, 3].each(|row| rows.each(|own| own[row]));
        let weights = solved(columns, [0.0, 0.0, 0.0, 1.0])?;
        Some(Self { basis, weights, at: Spot { x, y, z }, radius })
    }

    /// The next vertex: with the plane that cuts most off this one, for the plane that must go. `None` if none cuts it.
    fn turned(&self, planes: &[Plane]) -> Option<Self> {
        let beyond = |plane: usize| planes[plane].height(self.at) + self.radius;
        let worst = (0..planes.len()).filter(|plane| !self.basis.contains(plane));
        let (enters, cut) = worst.map(|plane| (plane, beyond(plane))).max_by(|one, other| one.1.total_cmp(&other.1))?;
        if !(cut > 0.0) {
            return None;
        }
        let columns = [0, 1, 2, 3].each(|row| self.basis.each(|plane| row_of(&planes[plane])[row]));
        let shares = solved(columns, row_of(&planes[enters]))?;
        let ratio = |place: usize| self.weights[place].max(0.0) / shares[place];
        let leaves = (0..4).filter(|&place| shares[place] > 0.0).min_by(|&i, &j| ratio(i).total_cmp(&ratio(j)))?;
        let mut basis = self.basis;
        basis[leaves] = enters;
        Self::of(planes, basis)
    }

    /// A bound of every radius.
    fn bound(&self, planes: &[Plane], ends: Ends) -> f64 {
        let weights = self.weights.each(|weight| weight.max(0.0));
        let sum: f64 = weights.iter().sum();
        let (mut offset, mut normal, mut size) = (0.0, Spot::default(), 0.0);
        for (weight, &plane) in weights.iter().zip(&self.basis) {
            let own = &planes[plane];
            (offset, normal) = (offset + own.offset * weight, normal + own.normal * *weight);
            size += own.offset.abs() * weight;
        }
        let most = [0, 1, 2].each(|axis| ends[0][axis].abs().max(ends[1][axis].abs()));
        let left = [0, 1, 2].each(|axis| (normal[axis].abs() + 8.0 * f64::EPSILON * sum) * most[axis]);
        let bound = (offset + 8.0 * f64::EPSILON * size + left.iter().sum::<f64>()) / sum;
        if bound.is_nan() { f64::INFINITY } else { bound }
    }
}

fn row_of(plane: &Plane) -> [f64; 4] {
    [plane.normal.x, plane.normal.y, plane.normal.z, 1.0]
}

/// The solution of four equations: rows times x is the right side. By elimination with the largest pivot of a column. `None` if rounding
/// leaves no pivot.
fn solved(mut rows: [[f64; 4]; 4], mut right: [f64; 4]) -> Option<[f64; 4]> {
    for step in 0..4 {
        let pivot = (step..4).max_by(|&i, &j| rows[i][step].abs().total_cmp(&rows[j][step].abs()))?;
        rows.swap(step, pivot);
        right.swap(step, pivot);
        let lead = rows[step];
        if !(lead[step].abs() > 0.0) {
            return None;
        }
        for row in 0..4 {
            let share = rows[row][step] / lead[step];
            if row != step && share != 0.0 {
                rows[row].iter_mut().zip(lead).for_each(|(own, lead)| *own -= share * lead);
                right[row] -= share * right[step];
            }
        }
    }
    let found = [0, 1, 2, 3].each(|place| right[place] / rows[place][place]);
    found.iter().all(|x| x.is_finite()).then_some(found)
}
