//! How often the rings of an outline go around a point, without rounding.
//!
//! A ray leads from the point along the first axis. An edge counts if one of its ends is above the ray and the other is
//! not: so an end on the ray counts for one of its two edges. Edges that go up count 1 and edges that go down −1, if the
//! ray meets them. Whether it does is the sign of an area, exact where rounding might change it.

use crate::outline::Outline;
use crate::signs::side_of_line;
use crate::tree::{Cell, Content, Tree};
use clearance::Vec2;
use clearance::each::Each;
use std::cmp::Ordering;

impl Outline {
    /// How often the outline goes around a point, in the outline's own frame. `None` if the point is on an edge or not
    /// finite.
    ///
    /// The first ring of a polygon counts as counter-clockwise and the holes as clockwise, whichever way their points
    /// are listed. So the number is 1 inside a polygon, 0 outside and in its holes, and 2 where two polygons overlap. A
    /// ring that crosses itself turns the way of its area. Open lines count nothing.
    ///
    /// ```
    /// use clearance::vec2;
    /// use clearance_scene::Outline;
    ///
    /// let triangle = Outline::new(&[vec![vec![[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]]]]).unwrap();
    /// assert_eq!(triangle.winding_number(vec2(1.0, 1.0)), Some(1));
    /// assert_eq!(triangle.winding_number(vec2(2.0, 2.0)), None);
    /// assert_eq!(triangle.winding_number(vec2(2.0, 2.0f64.next_up())), Some(0));
    /// ```
    pub fn winding_number(&self, point: Vec2<f64>) -> Option<i32> {
        if !(point.x.is_finite() && point.y.is_finite()) {
            return None;
        }
        let tree = self.tree();
        let ray = Ray::new(tree, point);
        let (mut sum, mut waiting) = (0, vec![tree.root()?]);
        while let Some(cell) = waiting.pop() {
            match tree.content(cell) {
                Content::Node(node) => {
                    let cells = (0..tree.node(node).used).map(|slot| Cell { node, slot });
                    waiting.extend(cells.filter(|&cell| ray.may_meet(tree, cell)));
                }
                Content::Group(group) => {
                    for &edge in group.pieces {
                        sum += self.turn_of_edge(edge) * crossing(self.ends(edge), point)?;
                    }
                }
            }
        }
        Some(sum)
    }

    /// What a crossing of an edge counts.
    fn turn_of_edge(&self, edge: u32) -> i32 {
        let after = self.rings().partition_point(|ring| ring.first_edge <= edge);
        i32::from(self.rings()[after - 1].turn)
    }
}

/// The ray from a point along the first axis, in the tree's lengths, rounded outward.
struct Ray {
    start: f64,
    low: f64,
    high: f64,
}

impl Ray {
    fn new(tree: &Tree<2>, point: Vec2<f64>) -> Self {
        // A difference rounds by less than one unit of f32 where boxes are. So does scaling, below the range of f64.
        let [x, y] = tree.coordinates([point.x, point.y]);
        let margin = f64::from(f32::EPSILON);
        Self { start: x - margin, low: y - margin, high: y + margin }
    }

    fn may_meet(&self, tree: &Tree<2>, cell: Cell) -> bool {
        let (node, slot) = (tree.node(cell.node), usize::from(cell.slot));
        let [low, high] = [node.low[1][slot], node.high[1][slot]].each(f64::from);
        !(low > self.high || high < self.low || f64::from(node.high[0][slot]) < self.start)
    }
}

/// 1 if an edge crosses the ray of a point upwards, −1 downwards, 0 if it does not, `None` if the point is on the edge.
fn crossing([from, to]: [Vec2<f64>; 2], point: Vec2<f64>) -> Option<i32> {
    let (is_up, is_down) = (from.y <= point.y && point.y < to.y, to.y <= point.y && point.y < from.y);
    let holds = |p: f64, q: f64, x: f64| p.min(q) <= x && x <= p.max(q);
    let is_near = holds(from.x, to.x, point.x) && holds(from.y, to.y, point.y);
    if !(is_up || is_down || is_near) {
        return Some(0);
    }
    match side_of_line([from, to], point) {
        Ordering::Equal if is_near => None,
        Ordering::Greater if is_up => Some(1),
        Ordering::Less if is_down => Some(-1),
        _ => Some(0),
    }
}
