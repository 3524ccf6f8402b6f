//! Affine transforms of files as a linear map of the vertices and a rigid motion.
//!
//! Instances whose linear map is the same share one mesh and one tree. So as much as possible goes into the rigid
//! motion: the translation always, the rotation where the transform is a rotation times a scale, mirrored or not.
//! Quarter turns are left to the linear map: there they only exchange coordinates, and round nothing.

use clearance::each::Each;
use clearance::{Pose, Quaternion, Rotation, Vec3, vec3};

/// How far from orthogonal a matrix may be that counts as a rotation times a scale, in ε. A product of some rotations
/// in double precision stays within it. Larger: what a file shears slightly is rounded to a rotation. Smaller: more
/// instances have a tree of their own, and nothing else.
const SHEAR: f64 = 64.0;

/// Rows of a linear map.
pub type Linear = [[f64; 3]; 3];

/// A mesh or a part of a file under a linear map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// The number of the mesh or part, from 0.
    pub number: usize,
    /// What its coordinates are mapped by. Nothing for the identity and for outlines.
    pub linear: Option<Linear>,
}

/// The sum of two numbers. `None` if it is rounded: the error of a sum is a float (Knuth, TAOCP 2, 4.2.2).
pub fn exact_sum(x: f64, y: f64) -> Option<f64> {
    let sum = x + y;
    let part = sum - x;
    let error = (x - (sum - part)) + (y - part);
    (error == 0.0).then_some(sum)
}

/// A linear map of the vertices, and then a rigid motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Applied to the vertices, which are then rounded.
    pub linear: Linear,
    /// Applied to the mesh, without rounding.
    pub pose: Pose<Vec3<f64>>,
}

impl Placement {
    /// The placement of an affine map, followed by a multiplication of all lengths.
    pub fn new(map: &[[f64; 4]; 3], factor: f64) -> Self {
        let rows: Linear = map.each(|[x, y, z, _]| [x, y, z]);
        let translation = vec3(map[0][3] * factor, map[1][3] * factor, map[2][3] * factor);
        let by_factor = |rows: Linear| rows.each(|row| row.each(|x| x * factor));
        let baked = Self { linear: by_factor(rows), pose: Pose::translation(translation) };
        let Some((scale, mirror)) = scale_of_rotation(&rows) else { return baked };
        let turned = rows.each(|[x, y, z]| [x / scale * mirror, y / scale, z / scale]);
        let matrix = [0, 1, 2].each(|row| [turned[row][0], turned[row][1], turned[row][2], 0.0]);
        let Ok(pose) = Pose::<Vec3<f64>>::from_row_major([matrix[0], matrix[1], matrix[2], [0.0, 0.0, 0.0, 1.0]])
        else {
            return baked;
        };
        let rotation: Quaternion<f64> = pose.rotation;
        let Ok(rotation) = rotation.checked() else { return baked };
        let diagonal = [scale * mirror, scale, scale].each(|x| x * factor);
        let linear =
            std::array::from_fn(|row| std::array::from_fn(|column| if row == column { diagonal[row] } else { 0.0 }));
        Self { linear, pose: Pose { rotation, translation } }
    }

    /// The placement of vertices from which a vector was subtracted. `None` if the pose would be rounded.
    pub fn moved(&self, shift: [f64; 3]) -> Option<Self> {
        let is_turned = self.pose.rotation != Pose::<Vec3<f64>>::identity().rotation;
        if is_turned && shift != [0.0; 3] {
            return None;
        }
        let t: [f64; 3] = self.pose.translation.into();
        let [x, y, z] = [0, 1, 2].each(|axis| exact_sum(t[axis], shift[axis]));
        let translation = vec3(x?, y?, z?);
        Some(Self { pose: Pose { translation, ..self.pose }, ..*self })
    }

    /// Whether front sides become back sides.
    pub fn mirrors(&self) -> bool {
        // Rows of unit size, so that no product leaves the range.
        let [a, b, c] = self.linear.each(|row| {
            let size = row.iter().fold(0.0, |size: f64, x| size.max(x.abs()));
            let [x, y, z] = if size > 0.0 { row.each(|x| x / size) } else { row };
            vec3(x, y, z)
        });
        a.dot(b.cross(c)) < 0.0
    }

    /// A vertex under the linear map.
    pub fn vertex(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        self.linear.each(|row| row[0] * x + row[1] * y + row[2] * z)
    }

    /// The bits of the linear map: equal for instances that share a mesh.
    pub fn key(&self) -> [u64; 9] {
        // Adding 0 makes +0 of −0.
        std::array::from_fn(|place| (self.linear[place / 3][place % 3] + 0.0).to_bits())
    }
}

/// The scale and the sign of a rotation times a scale. `None` for other maps, and for those that only exchange and
/// multiply coordinates.
fn scale_of_rotation(rows: &Linear) -> Option<(f64, f64)> {
    let [a, b, c] = rows.each(|[x, y, z]| vec3(x, y, z));
    let scale = a.length();
    if !(scale.is_normal() && scale > 1e-100 && scale < 1e100) {
        return None;
    }
    let nonzeros = rows.iter().flatten().filter(|&&x| x != 0.0).count();
    let square = scale * scale;
    let products = [a.dot(b), b.dot(c), c.dot(a), b.dot(b) - square, c.dot(c) - square];
    let is_similar = products.iter().all(|product| product.abs() <= SHEAR * f64::EPSILON * square);
    // A length of 1 up to rounding is meant as 1.
    let scale = if (scale - 1.0).abs() <= SHEAR * f64::EPSILON { 1.0 } else { scale };
    (nonzeros > 3 && is_similar).then(|| (scale, if a.dot(b.cross(c)) < 0.0 { -1.0 } else { 1.0 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn affine(pose: Pose<Vec3<f64>>, scales: [f64; 3]) -> [[f64; 4]; 3] {
        let rows = pose.to_row_major();
        [0, 1, 2]
            .map(|row| [0, 1, 2, 3].map(|column| rows[row][column] * if column < 3 { scales[column] } else { 1.0 }))
    }

    #[test]
    fn turned_scaled_and_mirrored_instances_share_their_mesh_and_stand_where_the_transform_says() {
        let turns = [0.3, 1.1, 2.9].map(|angle| Quaternion::from_axis_angle(vec3(1.0, 2.0, 0.5), angle));
        for scales in [[1.0; 3], [0.5; 3], [-1.0, 1.0, 1.0], [2.0, 2.0, -2.0]] {
            let mut keys = Vec::new();
            for turn in turns {
                let map = affine(Pose::new(turn, vec3(1.0, -2.0, 3.0)).unwrap(), scales);
                let placed = Placement::new(&map, 10.0);
                keys.push(placed.key().map(f64::from_bits).map(|x| (x * 1e12).round()));
                assert_eq!(placed.mirrors(), scales.iter().product::<f64>() < 0.0);
                let point = [0.25, 1.0, -0.75];
                let wanted = map.map(|[x, y, z, t]| 10.0 * (x * point[0] + y * point[1] + z * point[2] + t));
                let [x, y, z] = placed.vertex(point);
                let found: [f64; 3] = placed.pose.apply(vec3(x, y, z)).into();
                // Coordinates below 100, and what counts as a rotation.
                let error = 100.0 * SHEAR * f64::EPSILON;
                assert!((0..3).all(|axis| (found[axis] - wanted[axis]).abs() < error), "{found:?} {wanted:?}");
            }
            assert!(keys.iter().all(|key| *key == keys[0]), "{keys:?}");
        }
    }

    #[test]
    fn quarter_turns_and_shears_change_the_vertices_and_round_no_more_than_that() {
        let quarter = Placement::new(&[[0.0, -1.0, 0.0, 5.0], [1.0, 0.0, 0.0, 0.1], [0.0, 0.0, 1.0, 0.0]], 1.0);
        assert_eq!(
            (quarter.vertex([0.1, 0.2, 0.3]), quarter.pose),
            ([-0.2, 0.1, 0.3], Pose::translation([5.0, 0.1, 0.0]))
        );
        let shear = Placement::new(&[[1.0, 0.5, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]], 1.0);
        assert_eq!((shear.vertex([1.0, 2.0, 3.0]), shear.pose), ([2.0, 2.0, 3.0], Pose::identity()));
    }
}
