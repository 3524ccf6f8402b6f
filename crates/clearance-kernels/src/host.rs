//! Tables of shapes, made where there is a heap.

use crate::V;
use crate::shape::{BALL, BOX, CAPSULE, Entry, HULL, OTHER, Row, Table};
use clearance::{AnyShape, Hull, SupportMap, alone};

/// A table and its memory.
#[derive(Clone, Debug, Default)]
pub struct Host {
    entries: Vec<Entry>,
    rows: Vec<Row>,
}

impl Host {
    /// The table of these shapes, in their order. Balls, segments, capsules, boxes and hulls have an entry, and boxes, hulls
    /// and segments also if they are rounded. Pairs with any other shape are open.
    pub fn new(shapes: &[AnyShape<V>]) -> Self {
        let mut host = Self::default();
        for shape in shapes {
            let entry = host.entry(shape, 0.0);
            host.entries.push(entry);
        }
        host
    }

    /// The table, for a kernel.
    pub fn table(&self) -> Table<'_> {
        Table { entries: &self.entries, rows: &self.rows }
    }

    /// The kind that all shapes have: [`BOX`] or [`HULL`]. [`OTHER`] if they differ. Kernels for one kind are faster.
    pub fn common_kind(&self) -> u32 {
        let all = |kind: u32| !self.entries.is_empty() && self.entries.iter().all(|entry| entry.kind == kind);
        [BOX, HULL].into_iter().find(|&kind| all(kind)).unwrap_or(OTHER)
    }

    fn entry(&mut self, shape: &AnyShape<V>, radius: f64) -> Entry {
        let of = |kind, numbers| Entry { numbers, kind, ..Entry::default() };
        match shape {
            AnyShape::Ball(ball) if radius == 0.0 => {
                let c = ball.center();
                of(BALL, [c.x, c.y, c.z, ball.radius(), 0.0, 0.0, 0.0])
            }
            AnyShape::Segment(s) => {
                let (a, b) = (s.start(), s.end());
                of(CAPSULE, [a.x, a.y, a.z, b.x, b.y, b.z, radius])
            }
            AnyShape::Capsule(capsule) if radius == 0.0 => {
                let [a, b] = [0, 1].map(|end| SupportMap::<V>::vertex(capsule, end));
                of(CAPSULE, [a.x, a.y, a.z, b.x, b.y, b.z, SupportMap::<V>::radius(capsule)])
            }
            AnyShape::Cuboid(cuboid) => {
                let half = cuboid.half_extents();
                of(BOX, [half.x, half.y, half.z, radius, 0.0, 0.0, 0.0])
            }
            AnyShape::Hull(hull) => self.hull(hull, radius),
            AnyShape::Rounded(rounded) if radius == 0.0 => self.entry(rounded.shape(), rounded.added_radius()),
            _ => of(OTHER, [0.0; 7]),
        }
    }

    fn hull(&mut self, hull: &Hull<V>, radius: f64) -> Entry {
        let (rows, count) = (alone::rows_of(hull), hull.vertex_count());
        // Too many rows for an index of 32 bits: the hull's pairs are open.
        let (Ok(first), Ok(count)) = (u32::try_from(self.rows.len()), u32::try_from(count)) else {
            return Entry::default();
        };
        self.rows.extend(rows.iter().map(|&row| Row(row)));
        let c = hull.center();
        let numbers = [c.x, c.y, c.z, hull.extent(), hull.ball_extent(), radius, 0.0];
        Entry { numbers, kind: HULL, first, count, filler: 0 }
    }
}
