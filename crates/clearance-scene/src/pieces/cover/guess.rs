//! Whether a hull seems to stay near the solid: the field is asked at the middles of its cells. Nothing is proven here.

use super::field::Field;
use super::hulls::bounds_of;
use clearance::each::Each;
use clearance::{Hull, Vec3};

/// How many corners of each hull are joined by lines to look for a gap between two hulls.
const SAMPLES: usize = 10;

/// The field, and how far from the solid a hull may have points.
pub struct Guess<'a> {
    pub field: &'a Field,
    pub threshold: f32,
}

impl Guess<'_> {
    /// The greatest distance that is seen on some lines between the corners of two hulls. `None` if it is too great.
    pub fn gap_between(&self, first: &[Vec3<f64>], second: &[Vec3<f64>]) -> Option<f32> {
        let some = |corners: &[Vec3<f64>]| -> Vec<Vec3<f64>> {
            let count = corners.len().min(SAMPLES);
            (0..count).map(|place| corners[place * corners.len() / count]).collect()
        };
        let (first, second) = (some(first), some(second));
        let mut most: f32 = 0.0;
        for &p in &first {
            for &q in &second {
                for share in [0.5, 0.25, 0.75] {
                    most = most.max(self.field.distance[self.field.index_at(p * share + q * (1.0 - share))]);
                }
            }
            // A sample is at the middle of its cell only by chance.
            if most > self.threshold + self.field.cell as f32 {
                return None;
            }
        }
        Some(most)
    }

    /// Whether no cell that is too far from the solid has its middle in the hull.
    pub fn fits(&self, hull: &Hull<Vec3<f64>>) -> bool {
        if hull.dimension() < 3 {
            return self.flat_fits(hull.vertices());
        }
        let planes: Vec<(Vec3<f64>, f64, f64)> = (0..hull.face_count())
            .map(|face| {
                let normal = hull.face_normal(face);
                let corner = hull.vertices()[hull.face(face)[0] as usize];
                (normal, normal.dot(corner), normal.x.abs() + normal.y.abs() + normal.z.abs())
            })
            .collect();
        let [low, high] = bounds_of(hull.vertices());
        let place = |p: [f64; 3]| self.field.place(Vec3 { x: p[0], y: p[1], z: p[2] });
        let range = [place(low), place(high)];
        let mut waiting = vec![(self.field.levels.len() - 1, [0usize; 3])];
        while let Some((level, block)) = waiting.pop() {
            let Some(most) = self.field.most_of(level, block) else { continue };
            let is_beside =
                (0..3).any(|axis| block[axis] > range[1][axis] >> level || block[axis] < range[0][axis] >> level);
            if most <= self.threshold || is_beside {
                continue;
            }
            let (middle, half) = self.field.block(level, block);
            let grow = if level == 0 { 0.0 } else { half };
            if planes.iter().any(|&(normal, offset, sum)| normal.dot(middle) - offset > grow * sum) {
                continue;
            }
            if level == 0 {
                // The middle of a cell that meets the surface may be inside: the proof tells.
                if self.field.is_touched(block) {
                    continue;
                }
                return false;
            }
            for corner in 0..8 {
                waiting.push((level - 1, [0, 1, 2].each(|axis| 2 * block[axis] + (corner >> axis & 1))));
            }
        }
        true
    }

    /// The same for a flat hull, at points of it that are about a cell apart.
    fn flat_fits(&self, outline: &[Vec3<f64>]) -> bool {
        let [first, others @ ..] = outline else { return true };
        let pairs: Vec<[Vec3<f64>; 2]> = match others {
            [] => Vec::new(),
            [other] => vec![[*other, *other]],
            others => others.windows(2).map(|pair| [pair[0], pair[1]]).collect(),
        };
        pairs.iter().all(|&[p, q]| {
            let size = [p - *first, q - *first, q - p].iter().map(|edge| edge.dot(*edge).sqrt()).fold(0.0, f64::max);
            let steps = ((size / self.field.cell) as usize + 1).min(64);
            (0..=steps).all(|i| {
                (0..=steps - i).all(|j| {
                    let (s, t) = (i as f64 / steps as f64, j as f64 / steps as f64);
                    let point = *first + (p - *first) * s + (q - *first) * t;
                    self.field.distance[self.field.index_at(point)] <= self.threshold + self.field.cell as f32
                })
            })
        })
    }
}
