//! How far the corners of a mesh rise over a plane, found in its tree.

use super::Mesh;
use crate::tree::{Cell, Content};
use clearance::Vec3;

impl Mesh {
    /// The greatest of `normal` · (v − `base`) over the corners v of all triangles, and at least 0. `None` if that takes more than
    /// so many steps, which are taken from `steps`: boxes of the tree that are looked at.
    ///
    /// It is rounded by less than 32ε times the lengths of the normal and of the farthest way from the base.
    ///
    /// ```
    /// use clearance::vec3;
    /// use clearance_scene::Mesh;
    ///
    /// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 3.0]];
    /// let mesh = Mesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).unwrap();
    /// let rise = |up: f64, steps: usize| mesh.rise_over(vec3(0.0, 0.0, up), vec3(0.0, 0.0, 1.0), &mut { steps });
    /// assert_eq!((rise(2.0, 100), rise(-2.0, 100), rise(2.0, 0)), (Some(4.0), Some(2.0), None));
    /// ```
    pub fn rise_over(&self, normal: Vec3<f64>, base: Vec3<f64>, steps: &mut usize) -> Option<f64> {
        let tree = self.tree();
        let highest = |cell: Cell| {
            let [low, high] = tree.ends(cell);
            let along = |axis: usize| {
                let end = if normal[axis] > 0.0 { high[axis] } else { low[axis] };
                normal[axis] * (end - base[axis])
            };
            along(0) + along(1) + along(2)
        };
        let (mut best, mut waiting) = (0.0f64, Vec::from_iter(tree.root()));
        while let Some(cell) = waiting.pop() {
            *steps = steps.checked_sub(1)?;
            if !(highest(cell) > best) {
                continue;
            }
            match tree.content(cell) {
                Content::Node(node) => waiting.extend((0..tree.node(node).used).map(|slot| Cell { node, slot })),
                Content::Group(group) => {
                    let corners = group.pieces.iter().flat_map(|&piece| self.corners(piece));
                    best = corners.map(|corner| normal.dot(corner - base)).fold(best, f64::max);
                }
            }
        }
        Some(best)
    }
}
