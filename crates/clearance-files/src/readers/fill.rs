//! From the rings of an SVG element to polygons with holes, by its fill rule.
//!
//! A ring separates what is filled from what is not, or it does not: then it is no edge of the picture and is left out.
//! Which rings lie in which is decided by one point of the inner ring. So rings of one element that cross each other
//! are taken as if they did not.

use crate::plane::{self, Point};

/// Which parts of the plane an element fills.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FillRule {
    /// Those that the rings go around at least once, turns to the left and to the right set off against each other.
    #[default]
    NonZero,
    /// Those that an odd number of rings go around.
    EvenOdd,
}

impl FillRule {
    /// The rule of this name, `None` for `inherit` and whatever else.
    pub fn named(name: &str) -> Option<Self> {
        let is = |word: &str| name.trim().eq_ignore_ascii_case(word);
        if is("evenodd") { Some(Self::EvenOdd) } else { is("nonzero").then_some(Self::NonZero) }
    }

    fn fills(self, around: i32) -> bool {
        match self {
            Self::NonZero => around != 0,
            Self::EvenOdd => around % 2 != 0,
        }
    }
}

/// The most steps for one element: edges of rings that may go around a point. Larger: a hostile file takes more time.
/// Smaller: large drawings in one element lose their holes.
const MOST_STEPS: usize = 1 << 28;

/// The most points of a ring that are tried. Larger: rings that share many corners take more time.
const MOST_POINTS: usize = 16;

/// A ring with what is needed to find those around it.
struct Ring {
    points: Vec<Point>,
    area: f64,
    low: Point,
    high: Point,
}

impl Ring {
    fn new(points: Vec<Point>) -> Self {
        let bound = |choose: fn(f64, f64) -> f64, start: f64| {
            [0, 1].map(|axis| points.iter().map(|point| point[axis]).fold(start, choose))
        };
        let (low, high) = (bound(f64::min, f64::INFINITY), bound(f64::max, f64::NEG_INFINITY));
        Self { area: plane::area(&points), low, high, points }
    }

    /// 1 counter-clockwise, −1 clockwise, 0 without an area.
    fn sense(&self) -> i32 {
        i32::from(self.area > 0.0) - i32::from(self.area < 0.0)
    }

    /// Whether the box holds that of another ring.
    fn may_hold(&self, other: &Self) -> bool {
        (0..2).all(|axis| self.low[axis] <= other.low[axis] && other.high[axis] <= self.high[axis])
    }

    /// Whether the ring goes around a corner or the middle of a side of `other` that is not on the ring itself. A ring
    /// goes around its own copy.
    fn holds(&self, other: &Self) -> bool {
        let sides = |ring: &Self| -> Vec<[Point; 2]> {
            let next = ring.points.iter().cycle().skip(1);
            ring.points.iter().zip(next).map(|(&a, &b)| [a, b]).collect()
        };
        let own = sides(self);
        let is_apart = |point: &Point| own.iter().all(|&[a, b]| plane::distance_to_segment(*point, a, b) > 0.0);
        let middles = sides(other).into_iter().map(|[a, b]| [0, 1].map(|axis| 0.5 * a[axis] + 0.5 * b[axis]));
        let Some(place) = other.points.iter().copied().chain(middles).take(MOST_POINTS).find(is_apart) else {
            return true;
        };
        // A side counts if it passes the height of the point on its right.
        let passes = |[a, b]: &&[Point; 2]| {
            (a[1] > place[1]) != (b[1] > place[1]) && (plane::turn(*a, *b, place) > 0.0) == (b[1] > a[1])
        };
        own.iter().filter(passes).count() % 2 == 1
    }
}

/// The polygons that the rings of one element fill, in the order of their outer rings, each with its holes.
pub fn polygons(rings: Vec<Vec<Point>>, rule: FillRule) -> Vec<Vec<Vec<Point>>> {
    if rings.len() < 2 {
        return rings.into_iter().map(|ring| vec![ring]).collect();
    }
    let rings: Vec<Ring> = rings.into_iter().filter(|ring| !ring.is_empty()).map(Ring::new).collect();
    let around = rings_around(&rings);
    let count = |ring: usize| match rule {
        FillRule::NonZero => (around[ring].iter().map(|&other| rings[other].sense()).sum::<i32>(), rings[ring].sense()),
        FillRule::EvenOdd => (around[ring].len() as i32, 1),
    };
    let fills = |ring: usize| {
        let (outside, own) = count(ring);
        [rule.fills(outside), rule.fills(outside + own)]
    };
    let is_outer = |ring: usize| rings[ring].sense() == 0 || fills(ring) == [false, true];
    let mut polygons: Vec<Vec<Vec<Point>>> = Vec::new();
    let mut places = vec![usize::MAX; rings.len()];
    for ring in (0..rings.len()).filter(|&ring| is_outer(ring)) {
        places[ring] = polygons.len();
        polygons.push(vec![rings[ring].points.clone()]);
    }
    for ring in (0..rings.len()).filter(|&ring| places[ring] == usize::MAX && fills(ring) == [true, false]) {
        // The smallest polygon around a hole is the one it is cut from.
        let outer = around[ring].iter().copied().filter(|&other| places[other] != usize::MAX);
        if let Some(outer) = outer.min_by(|&a, &b| rings[a].area.abs().total_cmp(&rings[b].area.abs())) {
            polygons[places[outer]].push(rings[ring].points.clone());
        }
    }
    polygons
}

/// For each ring those that go around it. Of two equal rings, the first one goes around the second.
fn rings_around(rings: &[Ring]) -> Vec<Vec<usize>> {
    let mut around = vec![Vec::new(); rings.len()];
    let mut order: Vec<usize> = (0..rings.len()).filter(|&ring| rings[ring].sense() != 0).collect();
    order.sort_by(|&a, &b| rings[a].low[0].total_cmp(&rings[b].low[0]).then(a.cmp(&b)));
    // A sweep from left to right: `open` are the rings that have begun and may not have ended.
    let (mut open, mut steps): (Vec<usize>, usize) = (Vec::new(), 0);
    for (place, &ring) in order.iter().enumerate() {
        open.retain(|&other| rings[other].high[0] >= rings[ring].low[0]);
        let same_start = order[place..].iter().take_while(|&&other| rings[other].low[0] == rings[ring].low[0]);
        for &other in open.iter().chain(same_start) {
            steps += 1;
            let (inner, outer) = (rings[ring].area.abs(), rings[other].area.abs());
            let is_larger = outer > inner || (outer == inner && other < ring);
            if other != ring && is_larger && rings[other].may_hold(&rings[ring]) {
                steps += MOST_POINTS * rings[other].points.len();
                if rings[other].holds(&rings[ring]) {
                    around[ring].push(other);
                }
            }
        }
        if steps > MOST_STEPS {
            break;
        }
        open.push(ring);
    }
    around
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(half: f64, turned: bool) -> Vec<Point> {
        let mut ring = vec![[-half, -half], [half, -half], [half, half], [-half, half]];
        if turned {
            ring.reverse();
        }
        ring
    }

    #[test]
    fn rules_differ_where_rings_turn_the_same_way() {
        let rings = |turned: [bool; 3]| (0..3).map(|i| square(3.0 - i as f64, turned[i])).collect::<Vec<_>>();
        let shape = |turned, rule| polygons(rings(turned), rule).iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(shape([false; 3], FillRule::NonZero), [1]);
        assert_eq!(shape([false; 3], FillRule::EvenOdd), [2, 1]);
        assert_eq!(shape([false, true, false], FillRule::NonZero), [2, 1]);
        // A second turn to the left fills the hole that is around it.
        assert_eq!(shape([true, false, false], FillRule::NonZero), [2, 1]);
    }

    #[test]
    fn a_ring_twice_is_once_or_never() {
        let twice = || vec![square(1.0, false), square(1.0, false)];
        assert_eq!(polygons(twice(), FillRule::NonZero), [vec![square(1.0, false)]]);
        // By even and odd the two cancel, but for the edge itself.
        let edge = polygons(twice(), FillRule::EvenOdd);
        assert_eq!(edge, [vec![square(1.0, false), square(1.0, false)]]);
    }

    #[test]
    fn rings_side_by_side_are_polygons_of_their_own() {
        let moved = |by: f64| square(1.0, by > 2.0).into_iter().map(|[x, y]| [x + by, y]).collect::<Vec<_>>();
        let found = polygons(vec![moved(0.0), moved(3.0), moved(6.0)], FillRule::NonZero);
        assert_eq!(found.len(), 3);
    }
}
