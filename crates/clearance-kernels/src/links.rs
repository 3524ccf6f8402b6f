//! Where the links of a robot are: joints as plain rows of numbers, and what one of them does. `clearance-robot` makes the rows,
//! and moves its links by the same text.

use crate::V;
use crate::frame::{AXIS, Frame};
use clearance::real::{U, UP};
use clearance::vec3;

/// How a joint moves its child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// Not at all.
    Still,
    /// A turn about the axis, by one number.
    Turn,
    /// A shift along the axis, by one number.
    Shift,
    /// x, y and a turn about z: three numbers.
    Plane,
    /// x, y, z and a quaternion x, y, z, w: seven numbers.
    Free,
}

/// factor · x + offset. The true numbers are within the errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine {
    /// What x is multiplied by.
    pub factor: f64,
    /// What is added.
    pub offset: f64,
    /// A bound of the error of the factor.
    pub factor_error: f64,
    /// A bound of the error of the offset.
    pub offset_error: f64,
}

impl Affine {
    /// The value at x, and a bound of its error.
    #[inline(always)]
    pub fn at(&self, x: f64) -> (f64, f64) {
        if self.factor == 1.0 && self.offset == 0.0 && self.factor_error + self.offset_error == 0.0 {
            return (x, 0.0);
        }
        let product = self.factor * x;
        let value = product + self.offset;
        let rounded = 2.0 * U * product.abs() + U * value.abs();
        (value, (self.factor_error * x.abs() + self.offset_error + rounded) * UP)
    }
}

/// A joint.
#[derive(Clone, Copy, Debug)]
pub struct Joint {
    /// How it moves.
    pub moves: Moves,
    /// Of unit length, for turns and shifts.
    pub axis: V,
    /// The value of a turn or a shift, from a number of the configuration.
    pub map: Affine,
    /// Its first number in the configuration. `None`: it has none, and the number is zero.
    pub first: Option<usize>,
}

impl Joint {
    /// The motion of the child at a configuration, whose numbers are given by their places.
    #[inline(always)]
    pub fn motion(&self, number: impl Fn(usize) -> f64) -> Frame {
        let first = self.first.unwrap_or(0);
        match self.moves {
            Moves::Still => Frame::IDENTITY,
            Moves::Turn | Moves::Shift => {
                let (value, error) = self.map.at(self.first.map_or(0.0, number));
                self.moved_by(value, error)
            }
            Moves::Plane => {
                let turned = Frame::turn(vec3(0.0, 0.0, 1.0), number(first + 2), 0.0);
                Frame { place: vec3(number(first), number(first + 1), 0.0), ..turned }
            }
            Moves::Free => {
                let numbers = [number(first + 3), number(first + 4), number(first + 5), number(first + 6)];
                let place = vec3(number(first), number(first + 1), number(first + 2));
                Frame { place, ..Frame::of_quaternion(numbers) }
            }
        }
    }

    /// The motion of a joint with one number.
    #[inline(always)]
    pub fn moved_by(&self, value: f64, error: f64) -> Frame {
        match self.moves {
            Moves::Shift => Frame::shift(self.axis * value, (AXIS + U) * value.abs() + error),
            _ => Frame::turn(self.axis, value, error),
        }
    }

    /// Whether its numbers are those of a configuration: a quaternion must be neither zero nor too long to be measured. Other
    /// numbers need only be finite, which is not looked at here.
    #[inline(always)]
    pub fn takes(&self, number: impl Fn(usize) -> f64) -> bool {
        if self.moves != Moves::Free {
            return true;
        }
        let first = self.first.unwrap_or(0);
        let most = (first + 3..first + 7).fold(0.0f64, |most, place| most.max(number(place).abs()));
        most > 1e-150 && most < 1e150
    }
}

/// A joint in a table, with the links that it joins.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct JointRow {
    /// The frame of the joint in that of the parent: three columns, the place, and both errors.
    pub origin: [f64; 14],
    /// [`Joint::axis`].
    pub axis: [f64; 3],
    /// Factor, offset and their errors.
    pub map: [f64; 4],
    /// The number of [`Joint::moves`] in the order of [`Moves`].
    pub moves: u32,
    /// [`Joint::first`]. `u32::MAX`: none.
    pub first: u32,
    /// The parent.
    pub parent: u32,
    /// The child.
    pub child: u32,
}

impl JointRow {
    /// A joint as a row.
    pub fn new(joint: &Joint, origin: &Frame, [parent, child]: [u32; 2]) -> Self {
        let Frame { columns: [x, y, z], place: p, turn_error, place_error } = *origin;
        let Affine { factor, offset, factor_error, offset_error } = joint.map;
        Self {
            origin: [x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z, p.x, p.y, p.z, turn_error, place_error],
            axis: [joint.axis.x, joint.axis.y, joint.axis.z],
            map: [factor, offset, factor_error, offset_error],
            moves: joint.moves as u32,
            first: joint.first.map_or(u32::MAX, |first| first as u32),
            parent,
            child,
        }
    }

    /// The frame of the joint in that of the parent.
    #[inline(always)]
    pub fn origin(&self) -> Frame {
        let o = &self.origin;
        let columns = [vec3(o[0], o[1], o[2]), vec3(o[3], o[4], o[5]), vec3(o[6], o[7], o[8])];
        Frame { columns, place: vec3(o[9], o[10], o[11]), turn_error: o[12], place_error: o[13] }
    }

    /// The joint.
    #[inline(always)]
    pub fn joint(&self) -> Joint {
        let moves = match self.moves {
            1 => Moves::Turn,
            2 => Moves::Shift,
            3 => Moves::Plane,
            4 => Moves::Free,
            _ => Moves::Still,
        };
        let ([x, y, z], [factor, offset, factor_error, offset_error]) = (self.axis, self.map);
        let map = Affine { factor, offset, factor_error, offset_error };
        let first = if self.first == u32::MAX { None } else { Some(self.first as usize) };
        Joint { moves, axis: vec3(x, y, z), map, first }
    }
}
