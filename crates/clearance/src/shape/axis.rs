//! The axis of a solid of revolution.

use crate::space::vector::{Space, WideVector};

/// The axis of a solid of revolution. For internal use: it cannot be built outside the crate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis<W> {
    /// A point of the axis.
    pub(crate) center: W,
    /// The unit direction of the axis. Zero for a single point, since every line through a point is an axis of it.
    pub(crate) direction: W,
}

impl<W: WideVector> Axis<W> {
    pub(crate) fn of_point(center: W) -> Self {
        Self { center, direction: <W as Space>::zero() }
    }

    /// The axis in another frame. `direction` maps vectors to that frame, `point` maps points.
    pub(crate) fn mapped(self, direction: impl Fn(W) -> W, point: impl Fn(W) -> W) -> Self {
        Self { center: point(self.center), direction: direction(self.direction) }
    }

    pub(crate) fn is_point(&self) -> bool {
        self.direction.max_abs() == 0.0
    }

    /// The axis of the Minkowski sum of two solids. `None` if their axes are not exactly parallel.
    pub(crate) fn of_sum(self, other: Self) -> Option<Self> {
        let center = self.center + other.center;
        match (self.is_point(), other.is_point()) {
            (true, _) => Some(Self { center, ..other }),
            (_, true) => Some(Self { center, ..self }),
            _ => {
                let parallel = self.direction == other.direction || self.direction == -other.direction;
                parallel.then_some(Self { center, ..self })
            }
        }
    }

    /// The axis of the hull of two solids. `None` if their axes are not exactly one line.
    pub(crate) fn of_hull(self, other: Self) -> Option<Self> {
        let way = other.center - self.center;
        let direction = self.of_sum(other)?.direction;
        let on_line = |d: W| W::normal_of(&[d, way]).max_abs() == 0.0;
        if way.max_abs() == 0.0 || (direction.max_abs() > 0.0 && on_line(direction)) {
            Some(Self { direction, ..self })
        } else {
            None
        }
    }
}
