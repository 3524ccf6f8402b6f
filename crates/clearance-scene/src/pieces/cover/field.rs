//! A grid around a mesh: what is inside, and a triangle near each cell.
//!
//! A cell is *touched* if a triangle may meet it. All points of cells that hang together by faces and are not touched
//! have the same winding number, and one exact number is asked for each such set. So what is said to be inside is
//! inside, without a doubt. The triangle of a cell is near it, and need not be the nearest one: distances to it are
//! upper bounds.

use super::CoverStep;
use crate::mesh::Mesh;
use clearance::each::Each;
use clearance::{Vec3, vec3};

/// The most cells. More take more memory than the mesh deserves; fewer make coarse clusters.
const MOST_CELLS: f64 = 4e6;

/// No triangle, no cell.
pub const NONE: u32 = u32::MAX;

/// Where the points of a cell are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// A triangle may meet the cell.
    Touched,
    Inside,
    Outside,
}

pub struct Field {
    /// The lower corner of the grid.
    low: [f64; 3],
    /// The length of a cell.
    pub cell: f64,
    counts: [usize; 3],
    /// For each cell a triangle near it, `NONE` where it is inside.
    pub nearest: Vec<u32>,
    /// The distance of a cell's centre from the solid, at most: from its triangle, or 0 inside.
    pub distance: Vec<f32>,
    sides: Vec<Side>,
    /// The cells, and blocks of 2, 4, 8, ... of them along each axis.
    pub levels: Vec<Level>,
    /// Whether the surface encloses anything.
    pub encloses: bool,
    /// An upper bound of the error of a distance that is computed in floats.
    pub rounding: f64,
}

/// Blocks of cells, with the greatest distance of each.
pub struct Level {
    pub counts: [usize; 3],
    pub most: Vec<f32>,
}

impl Field {
    /// The field for distances of about `limit`.
    pub fn new(mesh: &Mesh, limit: f64) -> Self {
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for vertex in mesh.triangles().iter().flatten().map(|&vertex| mesh.vertices()[vertex as usize]) {
            for (axis, x) in [vertex.x, vertex.y, vertex.z].into_iter().enumerate() {
                low[axis] = low[axis].min(x);
                high[axis] = high[axis].max(x);
            }
        }
        let reach = low.iter().chain(&high).fold(0.0, |reach: f64, x| reach.max(x.abs()));
        let extents = [0, 1, 2].each(|axis| high[axis] - low[axis]);
        let longest = extents.iter().fold(0.0, |most: f64, &extent| most.max(extent)).max(f64::MIN_POSITIVE);
        let cells = |cell: f64| extents.iter().map(|extent| extent / cell + 3.0).product::<f64>();
        let mut cell = (0.5 * limit).max(longest / 400.0);
        while cells(cell) > MOST_CELLS {
            cell *= 1.1;
        }
        let cell = cell.min(longest / 8.0);
        // A cell around the box on all sides is outside.
        let low = low.each(|x| x - 1.5 * cell);
        let counts = extents.each(|extent| (extent / cell) as usize + 4);
        let size = counts.iter().product();
        let mut field = Self {
            low,
            cell,
            counts,
            nearest: vec![NONE; size],
            distance: vec![f32::INFINITY; size],
            sides: vec![Side::Outside; size],
            levels: Vec::new(),
            encloses: mesh.is_closed(),
            rounding: 256.0 * f64::EPSILON * (reach + 4.0 * cell),
        };
        (0..mesh.triangles().len() as u32).for_each(|triangle| field.touch(mesh, triangle));
        field.find_inside(mesh);
        field.spread(mesh);
        field.build_levels();
        field
    }

    /// What the trace tells of the grid.
    pub fn step(&self) -> CoverStep {
        let inside = self.sides.iter().filter(|&&side| side == Side::Inside).count();
        CoverStep::Grid { cell: self.cell, counts: self.counts, inside }
    }

    fn index(&self, [x, y, z]: [usize; 3]) -> usize {
        (z * self.counts[1] + y) * self.counts[0] + x
    }

    fn center(&self, place: [usize; 3]) -> Vec3<f64> {
        let [x, y, z] = [0, 1, 2].each(|axis| self.low[axis] + (place[axis] as f64 + 0.5) * self.cell);
        vec3(x, y, z)
    }

    /// The cell of a point, or the one at the edge of the grid that is nearest to it.
    pub fn place(&self, point: Vec3<f64>) -> [usize; 3] {
        let point = [point.x, point.y, point.z];
        [0, 1, 2].each(|axis| (((point[axis] - self.low[axis]) / self.cell) as usize).min(self.counts[axis] - 1))
    }

    /// The cell of a point, as an index.
    pub fn index_at(&self, point: Vec3<f64>) -> usize {
        self.index(self.place(point))
    }

    /// Marks the cells that a triangle may meet: in its box, and not beyond its plane.
    fn touch(&mut self, mesh: &Mesh, triangle: u32) {
        let corners = mesh.corners(triangle);
        let [a, b, c] = corners;
        // Rounding moves a point by far less than a thousandth of a cell, or the grid would have fewer cells.
        let grow = 1e-3 * self.cell;
        let low =
            self.place(vec3(a.x.min(b.x).min(c.x) - grow, a.y.min(b.y).min(c.y) - grow, a.z.min(b.z).min(c.z) - grow));
        let high =
            self.place(vec3(a.x.max(b.x).max(c.x) + grow, a.y.max(b.y).max(c.y) + grow, a.z.max(b.z).max(c.z) + grow));
        let normal = (b - a).cross(c - a);
        let reach = (0.5 * self.cell + grow) * (normal.x.abs() + normal.y.abs() + normal.z.abs());
        for z in low[2]..=high[2] {
            for y in low[1]..=high[1] {
                for x in low[0]..=high[0] {
                    let center = self.center([x, y, z]);
                    let is_beyond = (center - a).dot(normal).abs() > reach;
                    if is_beyond || is_beside(corners.each(|corner| corner - center), 0.5 * self.cell + grow) {
                        continue;
                    }
                    let distance = rounded_up(distance(corners, center));
                    let index = self.index([x, y, z]);
                    self.sides[index] = Side::Touched;
                    if distance < self.distance[index] || self.nearest[index] == NONE {
                        self.distance[index] = distance;
                        self.nearest[index] = triangle;
                    }
                }
            }
        }
    }

    /// The neighbours of a cell across its faces.
    fn neighbours(&self, index: usize) -> impl Iterator<Item = usize> + use<> {
        let [nx, ny, nz] = self.counts;
        let (x, y, z) = (index % nx, index / nx % ny, index / (nx * ny));
        let steps = [
            (x > 0).then(|| index - 1),
            (x + 1 < nx).then(|| index + 1),
            (y > 0).then(|| index - nx),
            (y + 1 < ny).then(|| index + nx),
            (z > 0).then(|| index - nx * ny),
            (z + 1 < nz).then(|| index + nx * ny),
        ];
        steps.into_iter().flatten()
    }

    /// Asks one exact winding number for each set of cells that are not touched.
    fn find_inside(&mut self, mesh: &Mesh) {
        if !self.encloses {
            return;
        }
        let mut is_seen: Vec<bool> = self.sides.iter().map(|&side| side == Side::Touched).collect();
        for first in 0..is_seen.len() {
            if is_seen[first] {
                continue;
            }
            is_seen[first] = true;
            let mut waiting = vec![first];
            let mut read = 0;
            while read < waiting.len() {
                for neighbour in self.neighbours(waiting[read]) {
                    if !std::mem::replace(&mut is_seen[neighbour], true) {
                        waiting.push(neighbour);
                    }
                }
                read += 1;
            }
            let [nx, ny, _] = self.counts;
            let center = self.center([first % nx, first / nx % ny, first / (nx * ny)]);
            // The first set is the outside: the grid is larger than the box of the mesh.
            if first > 0 && mesh.has_inside(center) == Some(true) {
                for cell in waiting {
                    self.sides[cell] = Side::Inside;
                    self.distance[cell] = 0.0;
                }
            }
        }
    }

    /// Gives cells the triangles of their neighbours, where those are nearer: forwards, and backwards, twice.
    fn spread(&mut self, mesh: &Mesh) {
        let size = self.nearest.len();
        for round in 0..4 {
            for step in 0..size {
                let index = if round % 2 == 0 { step } else { size - 1 - step };
                if self.sides[index] == Side::Inside {
                    continue;
                }
                let [nx, ny, _] = self.counts;
                let center = self.center([index % nx, index / nx % ny, index / (nx * ny)]);
                for neighbour in self.neighbours(index) {
                    let triangle = self.nearest[neighbour];
                    if triangle == NONE || triangle == self.nearest[index] {
                        continue;
                    }
                    // A neighbour's triangle is at most a cell nearer to it than to this cell.
                    if f64::from(self.distance[neighbour]) - self.cell > f64::from(self.distance[index]) {
                        continue;
                    }
                    let distance = rounded_up(distance(mesh.corners(triangle), center));
                    if distance < self.distance[index] {
                        self.distance[index] = distance;
                        self.nearest[index] = triangle;
                    }
                }
            }
        }
    }

    fn build_levels(&mut self) {
        let mut below = Level { counts: self.counts, most: self.distance.clone() };
        loop {
            let counts = below.counts.each(|count| count.div_ceil(2));
            let size = counts.iter().product();
            let mut level = Level { counts, most: vec![0.0; size] };
            let [nx, ny, nz] = below.counts;
            for z in 0..nz {
                for y in 0..ny {
                    for x in 0..nx {
                        let own = (z * ny + y) * nx + x;
                        let block = ((z / 2) * counts[1] + y / 2) * counts[0] + x / 2;
                        level.most[block] = level.most[block].max(below.most[own]);
                    }
                }
            }
            self.levels.push(below);
            if size == 1 {
                self.levels.push(level);
                return;
            }
            below = level;
        }
    }

    /// The greatest distance of the cells of a block. `None` if there is no such block.
    pub fn most_of(&self, level: usize, [x, y, z]: [usize; 3]) -> Option<f32> {
        let level = &self.levels[level];
        let [nx, ny, nz] = level.counts;
        (x < nx && y < ny && z < nz).then(|| level.most[(z * ny + y) * nx + x])
    }

    /// Whether a triangle may meet the cell.
    pub fn is_touched(&self, place: [usize; 3]) -> bool {
        self.sides[self.index(place)] == Side::Touched
    }

    /// The triangles of a cell and of those around it, each once.
    pub fn triangles_near(&self, [x, y, z]: [usize; 3]) -> Vec<u32> {
        let around = |at: usize, axis: usize| at.saturating_sub(1)..=(at + 1).min(self.counts[axis] - 1);
        let mut near = Vec::with_capacity(27);
        for z in around(z, 2) {
            for y in around(y, 1) {
                near.extend(around(x, 0).map(|x| self.nearest[self.index([x, y, z])]).filter(|&near| near != NONE));
            }
        }
        near.sort_unstable();
        near.dedup();
        near
    }

    /// Whether the points of a ball without surface are inside. `None` if all cells that it surely reaches around this
    /// one are touched.
    pub fn is_inside_near(&self, [x, y, z]: [usize; 3], point: Vec3<f64>, radius: f64) -> Option<bool> {
        if !self.encloses {
            return Some(false);
        }
        let around = |at: usize, axis: usize| at.saturating_sub(1)..=(at + 1).min(self.counts[axis] - 1);
        let free = |[x, y, z]: [usize; 3]| {
            let side = self.sides[self.index([x, y, z])];
            let away = self.center([x, y, z]) - point;
            let beyond = [away.x, away.y, away.z].each(|away| (away.abs() - 0.5 * self.cell).max(0.0));
            // A thousandth of a cell is far more than the rounding of these lengths.
            let is_reached = beyond.iter().map(|&along| along * along).sum::<f64>().sqrt() < radius - 1e-3 * self.cell;
            (side != Side::Touched && is_reached).then_some(side == Side::Inside)
        };
        around(z, 2).find_map(|z| around(y, 1).find_map(|y| around(x, 0).find_map(|x| free([x, y, z]))))
    }

    /// The middle and half the extent of a block of a level, along each axis.
    pub fn block(&self, level: usize, place: [usize; 3]) -> (Vec3<f64>, f64) {
        let size = self.cell * (1u64 << level) as f64;
        let [x, y, z] = [0, 1, 2].each(|axis| self.low[axis] + (place[axis] as f64 + 0.5) * size);
        (vec3(x, y, z), 0.5 * size)
    }
}

/// A float in single precision that is not less.
fn rounded_up(x: f64) -> f32 {
    (x as f32).next_up()
}

/// Whether the product of an edge and an axis parts a triangle from the cube around the origin with this half extent.
/// (Akenine-Möller 2001)
fn is_beside(corners: [Vec3<f64>; 3], half: f64) -> bool {
    let corners = corners.each(|corner| [corner.x, corner.y, corner.z]);
    (0..3).any(|edge| {
        let (from, to) = (corners[edge], corners[(edge + 1) % 3]);
        let along = [0, 1, 2].each(|axis| to[axis] - from[axis]);
        (0..3).any(|axis| {
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            let products = corners.each(|corner| along[u] * corner[v] - along[v] * corner[u]);
            let low = products.iter().fold(f64::INFINITY, |least: f64, &x| least.min(x));
            let high = products.iter().fold(f64::NEG_INFINITY, |most: f64, &x| most.max(x));
            let reach = half * (along[u].abs() + along[v].abs());
            low > reach || high < -reach
        })
    })
}

/// The distance of a point from a triangle, at least, up to rounding: that to a point of the triangle that is nearest
/// unless the triangle is a sliver. (Ericson 2005, 5.1.5)
pub fn distance([a, b, c]: [Vec3<f64>; 3], p: Vec3<f64>) -> f64 {
    let (ab, ac, ap) = (b - a, c - a, p - a);
    let (d1, d2) = (ab.dot(ap), ac.dot(ap));
    let to = |q: Vec3<f64>| (p - q).dot(p - q).sqrt();
    if d1 <= 0.0 && d2 <= 0.0 {
        return to(a);
    }
    let bp = p - b;
    let (d3, d4) = (ab.dot(bp), ac.dot(bp));
    if d3 >= 0.0 && d4 <= d3 {
        return to(b);
    }
    let vc = d1 * d4 - d3 * d2;
    let share = |part: f64, whole: f64| if whole > 0.0 { (part / whole).clamp(0.0, 1.0) } else { 0.0 };
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return to(a + ab * share(d1, d1 - d3));
    }
    let cp = p - c;
    let (d5, d6) = (ab.dot(cp), ac.dot(cp));
    if d6 >= 0.0 && d5 <= d6 {
        return to(c);
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return to(a + ac * share(d2, d2 - d6));
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        return to(b + (c - b) * share(d4 - d3, (d4 - d3) + (d5 - d6)));
    }
    let whole = va + vb + vc;
    let (v, w) = (share(vb, whole), share(vc, whole));
    let over = (v + w).max(1.0);
    to(a + ab * (v / over) + ac * (w / over))
}
