//! The frame of a pair: axes of the world, the origin in the middle of what both bodies have in common, lengths of about 1.
//!
//! Coordinates far from the origin lose nothing: a vertex is compared with a point of its own mesh near the frame's
//! origin, and the image of that point is taken without rounding, once a body.

use crate::cell::{Plane, Spot, unit};
use crate::tree::{Cell as Slot, Content, Tree};
use clearance::each::Each;
use clearance::real::{exponent_of, ldexp};
use clearance::{Pose, Space, Vec2, Vec3, WideVector, vec2, vec3};

/// A body's own frame in the frame of a pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The images of the axes, and the rows of the inverse map.
    columns: [Spot; 3],
    rows: [Spot; 3],
    factors: [f64; 3],
    /// A point of the body's frame, with factors, near the origin of the pair's frame.
    near: Spot,
    /// The image of it.
    image: Spot,
    exponent: i32,
    /// Two factors whose product is 2^−exponent: that itself may be beyond the range of numbers.
    scale: [f64; 2],
}

/// The least and the greatest corner of a box.
pub(super) type Ends = [Spot; 2];

impl Place {
    /// A frame in space. `origin` is a point of the world; lengths are multiplied by 2^−exponent.
    pub fn in_space(pose: Pose<Vec3<f64>>, factors: [f64; 3], origin: Spot, exponent: i32) -> Self {
        let near = pose.inverse().apply(origin);
        let there = pose.apply_exact(&near.exact()).minus(&origin.exact());
        let image = [0, 1, 2].each(|axis| there.coordinate(axis).to_f64());
        let columns = [0, 1, 2].each(|axis| pose.apply_vector(unit(axis)));
        Self::new(columns, factors, near, image, exponent)
    }

    /// A frame of the plane, with the third axis of space.
    pub fn in_plane(pose: Pose<Vec2<f64>>, [x, y]: [f64; 2], origin: Spot, exponent: i32) -> Self {
        let origin = vec2(origin.x, origin.y);
        let near = pose.inverse().apply(origin);
        let there = pose.apply_exact(&near.exact()).minus(&origin.exact());
        let image = [there.coordinate(0).to_f64(), there.coordinate(1).to_f64(), 0.0];
        let flat = |v: Vec2<f64>| vec3(v.x, v.y, 0.0);
        let columns = [flat(pose.apply_vector(vec2(1.0, 0.0))), flat(pose.apply_vector(vec2(0.0, 1.0))), unit(2)];
        Self::new(columns, [x, y, 1.0], flat(near), image, exponent)
    }

    fn new(columns: [Spot; 3], factors: [f64; 3], near: Spot, image: [f64; 3], exponent: i32) -> Self {
        let [x, y, z] = columns;
        let share = 1.0 / x.dot(y.cross(z));
        let rows = [y.cross(z) * share, z.cross(x) * share, x.cross(y) * share];
        let image = image.each(|coordinate| ldexp(coordinate, -exponent)).into();
        let half = -exponent / 2;
        let scale = [half, -exponent - half].each(|power| ldexp(1.0, power));
        Self { columns, rows, factors, near, image, exponent, scale }
    }

    /// A point of the body in the frame of the pair. It is off by under 32u times the sum of its distance from the
    /// origin and of the distance of the body's own point.
    pub fn image(&self, own: Spot) -> Spot {
        let [x, y, z] = self.factors;
        let difference = vec3(own.x * x, own.y * y, own.z * z) - self.near;
        let scaled = difference * self.scale[0] * self.scale[1];
        self.columns[0] * scaled.x + self.columns[1] * scaled.y + self.columns[2] * scaled.z + self.image
    }

    /// Whether the axes are those of the pair's frame. Then the image of a box has the images of its ends.
    pub fn is_upright(&self) -> bool {
        self.columns == [unit(0), unit(1), unit(2)] && self.factors.iter().all(|factor| *factor > 0.0)
    }

    /// The point of the body, without factors, whose image is p: rounded to the body's coordinates.
    pub fn own(&self, p: Spot) -> Spot {
        let back = self.rows.each(|row| row.dot(p - self.image));
        let at = [0, 1, 2].each(|axis| (ldexp(back[axis], self.exponent) + self.near[axis]) / self.factors[axis]);
        at.into()
    }

    /// A length of the body in the frame of the pair.
    pub fn length(&self, own: f64) -> f64 {
        ldexp(own, -self.exponent)
    }

    /// How far the body's own point may be from the origin of the frame: coordinates of images round by shares of it, too.
    pub fn size(&self) -> f64 {
        self.image.max_abs()
    }

    /// How far [`Place::own`] may be off its image, by rounding.
    pub fn own_rounding(&self) -> f64 {
        32.0 * f64::EPSILON * self.length(self.near.max_abs())
    }

    /// A box around the points of the body, without factors, whose images are in a box.
    pub fn own_box(&self, [low, high]: Ends) -> Ends {
        let corner = |place: usize| {
            let at = |axis: usize| if (place >> axis) & 1 == 1 { high[axis] } else { low[axis] };
            self.own(vec3(at(0), at(1), at(2)))
        };
        let [low, high] = around((0..8).map(corner));
        // The corners round by a few units of the greatest coordinate.
        let error = 64.0 * f64::EPSILON * low.max_abs().max(high.max_abs());
        let margin = vec3(error, error, error);
        [low - margin, high + margin]
    }

    /// A box around the image of a box of the body, which is known without factors.
    pub fn image_of_box(&self, [low, high]: Ends) -> Ends {
        let corner = |place: usize| {
            let at = |axis: usize| if (place >> axis) & 1 == 1 { high[axis] } else { low[axis] };
            self.image(vec3(at(0), at(1), at(2)))
        };
        around((0..8).map(corner))
    }
}

/// The box around points.
pub(super) fn around(points: impl Iterator<Item = Spot>) -> Ends {
    let none = [f64::INFINITY, f64::NEG_INFINITY].each(|end| vec3(end, end, end));
    points.fold(none, |[low, high], p| [least(low, p), most(high, p)])
}

fn least(p: Spot, q: Spot) -> Spot {
    vec3(p.x.min(q.x), p.y.min(q.y), p.z.min(q.z))
}

fn most(p: Spot, q: Spot) -> Spot {
    vec3(p.x.max(q.x), p.y.max(q.y), p.z.max(q.z))
}

/// What two boxes have in common.
pub(super) fn common([low, high]: Ends, [other_low, other_high]: Ends) -> Ends {
    [most(low, other_low), least(high, other_high)]
}

pub(super) fn widened([low, high]: Ends, margin: f64) -> Ends {
    let margin = vec3(margin, margin, margin);
    [low - margin, high + margin]
}

/// The exponent of a length: it is below two to this power. 0 for a length without one.
pub(super) fn exponent(length: f64) -> i32 {
    if length > 0.0 && length.is_finite() { exponent_of(length) } else { 0 }
}

/// The pieces of a tree whose boxes meet a box, in increasing order.
pub(super) fn pieces_in<const D: usize>(tree: &Tree<D>, low: [f64; D], high: [f64; D]) -> Vec<u32> {
    let mut found = Vec::new();
    let mut waiting: Vec<Slot> = tree.root().into_iter().collect();
    while let Some(cell) = waiting.pop() {
        let [own_low, own_high] = tree.ends(cell);
        if (0..D).any(|axis| own_low[axis] > high[axis] || own_high[axis] < low[axis]) {
            continue;
        }
        match tree.content(cell) {
            Content::Node(node) => waiting.extend((0..tree.node(node).used).map(|slot| Slot { node, slot })),
            Content::Group(group) => found.extend(group.pieces),
        }
    }
    found.sort_unstable();
    found
}

/// The boxes of a tree that are two levels down, or higher up where the tree ends.
pub(super) fn boxes_of<const D: usize>(tree: &Tree<D>) -> Vec<[[f64; D]; 2]> {
    let mut cells: Vec<Slot> = tree.root().into_iter().collect();
    for _ in 0..2 {
        cells = cells
            .into_iter()
            .flat_map(|cell| match tree.content(cell) {
                Content::Node(node) => (0..tree.node(node).used).map(|slot| Slot { node, slot }).collect(),
                Content::Group(_) => vec![cell],
            })
            .collect();
    }
    cells.into_iter().map(|cell| tree.ends(cell)).collect()
}

/// The plane through a point.
pub(super) fn plane_through(p: Spot, normal: Spot) -> Plane {
    Plane { normal, offset: normal.dot(p) }
}
