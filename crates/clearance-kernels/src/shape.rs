//! Shapes in tables: plain rows of numbers, so that they can lie in the memory of a device.

use crate::V;
pub use clearance::alone::Row;
use clearance::alone::{self, Seat, View, farthest_of_rows, vertex_of_rows};
use clearance::{Ball, Capsule, Cuboid, Pose, Quaternion, Rounded, Support, SupportMap, vec3};

/// A pose: the quaternion x, y, z, w, then the translation.
pub type PoseRow = [f64; 7];

/// [`Entry::kind`] of a shape that no kernel knows. Its pairs are open.
pub const OTHER: u32 = 0;
/// [`Entry::kind`] of a ball: centre and radius.
pub const BALL: u32 = 1;
/// [`Entry::kind`] of a capsule: start, end and radius. A segment has the radius 0.
pub const CAPSULE: u32 = 2;
/// [`Entry::kind`] of a box: the half-extents, and the radius that rounds it.
pub const BOX: u32 = 3;
/// [`Entry::kind`] of a hull: its centre, its extent, the extent of the ball around it, and the radius that rounds it.
pub const HULL: u32 = 4;

/// A shape of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Entry {
    /// The numbers of the kind. Those that the kind does not have are not read.
    pub numbers: [f64; 7],
    /// [`BALL`], [`CAPSULE`], [`BOX`] or [`HULL`].
    pub kind: u32,
    /// The first row of a hull in [`Table::rows`].
    pub first: u32,
    /// The number of vertices of a hull. Each four of them fill three rows.
    pub count: u32,
    /// No meaning. It fills the entry to a multiple of eight bytes.
    pub filler: u32,
}

/// The shapes that the pairs of a batch name by their index.
#[derive(Clone, Copy, Debug)]
pub struct Table<'t> {
    /// One for each shape.
    pub entries: &'t [Entry],
    /// The vertices of all hulls, in blocks of four: for each block a row of x, one of y and one of z.
    pub rows: &'t [Row],
}

/// What a kernel takes from a table.
pub trait Taken<'t>: SupportMap<V> + Copy {
    /// The shape of this index at this pose. `None` if there is none, or if its numbers are none of a shape.
    fn taken(table: &Table<'t>, index: u32, pose: &PoseRow) -> Option<Self>;
}

/// A body of any kind.
pub type Body<'t> = Seat<Kind<'t>, V>;
/// A box. A kernel for boxes alone is smaller, and its threads part less.
pub type BoxBody = Seat<Rounded<Cuboid<V>, V>, V>;
/// A hull. A kernel for hulls alone is smaller, and its threads part less.
pub type HullBody<'t> = Seat<RowsOfHull<'t>, V>;

impl<'t> Taken<'t> for Body<'t> {
    #[inline(always)]
    fn taken(table: &Table<'t>, index: u32, pose: &PoseRow) -> Option<Self> {
        let entry = table.entry(index)?;
        // Shapes without rows get those of the table: LLVM 22 ends with a fault at an address that is none.
        let rows = match entry.kind {
            BALL => entry.ball().map(|_| table.rows)?,
            CAPSULE => entry.capsule().map(|_| table.rows)?,
            BOX => entry.rounded_box().map(|_| table.rows)?,
            HULL => table.hull(entry)?.rows,
            _ => return None,
        };
        Some(Seat::new(Kind(RowsOfHull { rows, entry }), pose_of(pose)))
    }
}

impl<'t> Taken<'t> for BoxBody {
    #[inline(always)]
    fn taken(table: &Table<'t>, index: u32, pose: &PoseRow) -> Option<Self> {
        let entry = table.entry(index).filter(|entry| entry.kind == BOX)?;
        Some(Seat::new(entry.rounded_box()?, pose_of(pose)))
    }
}

impl<'t> Taken<'t> for HullBody<'t> {
    #[inline(always)]
    fn taken(table: &Table<'t>, index: u32, pose: &PoseRow) -> Option<Self> {
        let entry = table.entry(index).filter(|entry| entry.kind == HULL)?;
        Some(Seat::new(table.hull(entry)?, pose_of(pose)))
    }
}

#[inline(always)]
pub(crate) fn pose_of(row: &PoseRow) -> Pose<V> {
    let [x, y, z, w, a, b, c] = *row;
    Pose { rotation: Quaternion { x, y, z, w }, translation: vec3(a, b, c) }
}

impl<'t> Table<'t> {
    #[inline(always)]
    fn entry(&self, index: u32) -> Option<&'t Entry> {
        self.entries.get(index as usize)
    }

    #[inline(always)]
    fn hull(&self, entry: &'t Entry) -> Option<RowsOfHull<'t>> {
        let (first, length) = (entry.first as usize, entry.count.div_ceil(4) as usize * 3);
        let rows = self.rows.get(first..first.checked_add(length)?)?;
        if rows.is_empty() { None } else { Some(RowsOfHull { rows, entry }) }
    }
}

impl Entry {
    #[inline(always)]
    fn ball(&self) -> Option<Ball<V>> {
        let [x, y, z, radius, ..] = self.numbers;
        Ball::new(vec3(x, y, z), radius).ok()
    }

    #[inline(always)]
    fn capsule(&self) -> Option<Capsule<V>> {
        let [x, y, z, u, v, w, radius] = self.numbers;
        Capsule::new(vec3(x, y, z), vec3(u, v, w), radius).ok()
    }

    #[inline(always)]
    fn rounded_box(&self) -> Option<Rounded<Cuboid<V>, V>> {
        let [x, y, z, radius, ..] = self.numbers;
        Rounded::new(Cuboid::new(vec3(x, y, z)).ok()?, radius).ok()
    }
}

/// A hull whose vertices lie in a table.
#[derive(Clone, Copy, Debug)]
pub struct RowsOfHull<'t> {
    rows: &'t [Row],
    entry: &'t Entry,
}

impl SupportMap<V> for RowsOfHull<'_> {
    #[inline(always)]
    fn support(&self, direction: V) -> V {
        self.support_vertex(direction).point
    }
    #[inline(always)]
    fn support_vertex(&self, direction: V) -> Support<V> {
        farthest_of_rows(self.rows, direction)
    }
    #[inline(always)]
    fn vertex_count(&self) -> usize {
        self.entry.count as usize
    }
    #[inline(always)]
    fn vertex(&self, index: usize) -> V {
        vertex_of_rows(self.rows, index)
    }
    #[inline(always)]
    fn radius(&self) -> f64 {
        self.entry.numbers[5]
    }
    #[inline(always)]
    fn center(&self) -> V {
        let [x, y, z, ..] = self.entry.numbers;
        vec3(x, y, z)
    }
    #[inline(always)]
    fn extent(&self) -> f64 {
        self.entry.numbers[3]
    }
    #[inline(always)]
    fn ball_extent(&self) -> f64 {
        self.entry.numbers[4]
    }
}

/// A shape of any kind, in its own frame: the numbers of its entry, which were checked when it was taken. There is no enum of
/// shapes: its kinds would share memory, which is slow on a GPU, and these numbers lie in registers.
#[derive(Clone, Copy, Debug)]
pub struct Kind<'t>(RowsOfHull<'t>);

impl Kind<'_> {
    #[inline(always)]
    fn ball(&self) -> Ball<V> {
        let [x, y, z, radius, ..] = self.0.entry.numbers;
        alone::ball(vec3(x, y, z), radius)
    }

    #[inline(always)]
    fn capsule(&self) -> Capsule<V> {
        let [x, y, z, u, v, w, radius] = self.0.entry.numbers;
        alone::capsule([vec3(x, y, z), vec3(u, v, w)], radius)
    }

    #[inline(always)]
    fn rounded_box(&self) -> Rounded<Cuboid<V>, V> {
        let [x, y, z, radius, ..] = self.0.entry.numbers;
        alone::rounded_box(vec3(x, y, z), radius)
    }
}

/// Asks the shape that the numbers are of.
macro_rules! of_kind {
    ($(fn $method:ident(&self $(, $argument:ident: $type:ty)*) -> $answer:ty;)+) => {$(
        #[inline(always)]
        fn $method(&self $(, $argument: $type)*) -> $answer {
            match self.0.entry.kind {
                BALL => self.ball().$method($($argument),*),
                CAPSULE => self.capsule().$method($($argument),*),
                BOX => SupportMap::<V>::$method(&self.rounded_box() $(, $argument)*),
                _ => self.0.$method($($argument),*),
            }
        }
    )+};
}

impl SupportMap<V> for Kind<'_> {
    of_kind! {
        fn support(&self, direction: V) -> V;
        fn support_vertex(&self, direction: V) -> Support<V>;
        fn vertex_count(&self) -> usize;
        fn vertex(&self, index: usize) -> V;
        fn center(&self) -> V;
        fn extent(&self) -> f64;
        fn ball_extent(&self) -> f64;
    }
    #[inline(always)]
    fn radius(&self) -> f64 {
        match self.0.entry.kind {
            BALL | BOX => self.0.entry.numbers[3],
            CAPSULE => self.0.entry.numbers[6],
            _ => self.0.radius(),
        }
    }
    /// Capsules and hulls have no closed form.
    #[inline(always)]
    fn view(&self) -> Option<View<'_, V>> {
        match self.0.entry.kind {
            BALL => alone::lasting_view(&self.ball()),
            BOX => alone::lasting_view(&self.rounded_box()),
            _ => None,
        }
    }
}
