//! Which points lie in a triangle: a tree of boxes around points, from which points are removed.

use std::cell::Cell;

use super::sides::side;
use crate::plane::Point;

/// Points by their numbers, in boxes.
pub struct Near<'a> {
    at: &'a [Point],
    /// The points, box after box.
    points: Vec<u32>,
    boxes: Vec<Bounds>,
    /// The innermost box of each point.
    box_of: Vec<u32>,
    /// How many boxes may still be looked at.
    pub budget: Cell<u64>,
}

struct Bounds {
    low: Point,
    high: Point,
    /// How many points in it are left.
    left: u32,
    parent: u32,
    /// The second of the boxes in it, if there are any; the first one follows it.
    second: Option<u32>,
    /// Its points.
    range: [u32; 2],
}

/// Boxes that are looked at for each point, at most. Stars, spirals and combs of 20,000 corners need fewer (`tests.rs`). If
/// larger, faces that are made to be slow take longer: with thousands of corners on one line that is along no axis, boxes
/// tell nothing. If smaller, some of those that could be cut are not.
const BUDGET: u64 = 400;

/// The most points of an innermost box. Larger: more points are looked at; smaller: more boxes.
const MOST: usize = 8;

impl<'a> Near<'a> {
    /// A tree of points. `at` has a place for each number.
    pub fn new(at: &'a [Point], points: Vec<u32>) -> Self {
        let budget = Cell::new(BUDGET * points.len() as u64);
        let mut near = Self { at, boxes: Vec::new(), box_of: vec![0; at.len()], points, budget };
        near.build([0, near.points.len()], 0);
        near
    }

    fn build(&mut self, [start, end]: [usize; 2], parent: u32) -> u32 {
        let own = self.boxes.len() as u32;
        let points = &mut self.points[start..end];
        let extreme = |axis: usize, choose: fn(f64, f64) -> f64| {
            points.iter().map(|&point| self.at[point as usize][axis]).reduce(choose).unwrap_or_default()
        };
        let (low, high) = ([0, 1].map(|axis| extreme(axis, f64::min)), [0, 1].map(|axis| extreme(axis, f64::max)));
        let range = [start as u32, end as u32];
        self.boxes.push(Bounds { low, high, left: (end - start) as u32, parent, second: None, range });
        if end - start <= MOST {
            points.iter().for_each(|&point| self.box_of[point as usize] = own);
            return own;
        }
        let axis = usize::from(high[1] - low[1] > high[0] - low[0]);
        let middle = points.len() / 2;
        points.select_nth_unstable_by(middle, |&p, &q| self.at[p as usize][axis].total_cmp(&self.at[q as usize][axis]));
        self.build([start, start + middle], own);
        self.boxes[own as usize].second = Some(self.build([start + middle, end], own));
        own
    }

    /// Removes a point.
    pub fn remove(&mut self, point: u32) {
        let mut own = self.box_of[point as usize];
        loop {
            self.boxes[own as usize].left -= 1;
            if own == 0 {
                return;
            }
            own = self.boxes[own as usize].parent;
        }
    }

    /// Whether one of the points in boxes that meet a triangle is as asked for. Points that were removed are asked
    /// about, too. The triangle turns to the left.
    pub fn any(&self, triangle: [Point; 3], mut asked: impl FnMut(u32) -> bool) -> bool {
        let mut open = vec![0];
        while let Some(index) = open.pop() {
            self.budget.set(self.budget.get().saturating_sub(1));
            let own = &self.boxes[index as usize];
            if own.left == 0 || own.is_beside(triangle) {
                continue;
            }
            match own.second {
                Some(second) => open.extend([second, index + 1]),
                None => {
                    let [start, end] = own.range.map(|place| place as usize);
                    if self.points[start..end].iter().any(|&point| asked(point)) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

impl Bounds {
    /// Whether a side of the triangle, or an axis, has the box beyond it.
    fn is_beside(&self, triangle: [Point; 3]) -> bool {
        let beyond = |axis: usize| {
            triangle.iter().all(|corner| corner[axis] < self.low[axis])
                || triangle.iter().all(|corner| corner[axis] > self.high[axis])
        };
        // The corner of the box that is farthest to the left of a side.
        let farthest = |a: Point, b: Point| {
            [if b[1] > a[1] { self.low[0] } else { self.high[0] }, if b[0] > a[0] { self.high[1] } else { self.low[1] }]
        };
        beyond(0)
            || beyond(1)
            || (0..3).any(|i| {
                let (a, b) = (triangle[i], triangle[(i + 1) % 3]);
                side(a, b, farthest(a, b)).is_lt()
            })
    }
}
