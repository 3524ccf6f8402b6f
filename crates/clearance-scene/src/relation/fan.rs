//! The sectors around a line in which surfaces meet.
//!
//! Near a point of the line that is on no other edge, both surfaces are half-planes around the line. Sorted by their
//! angles they cut space into sectors, and the winding numbers of both bodies are constant in each. A half-plane changes
//! the number of its body by one.

use crate::signs::sign;
use clearance::dyadic::Dyadic;
use clearance::{Space, Vec3};
use std::cmp::Ordering;

/// A half-plane around the line.
#[derive(Clone, Debug)]
pub(super) struct Blade {
    /// The body it belongs to.
    pub side: usize,
    /// A vector from the line into the half-plane.
    pub along: Vec3<Dyadic>,
    /// How the winding number of its body changes where one turns counter-clockwise past it.
    pub step: i32,
    /// The winding number of its body on the clockwise side, if it is known.
    pub before: Option<i32>,
}

/// Half-planes around a line, sorted by their angles.
pub(super) struct Fan {
    axis: Vec3<Dyadic>,
    /// The half-planes, counter-clockwise from the first one.
    blades: Vec<Blade>,
}

impl Blade {
    /// The half-plane of a triangle with this normal. The normal points to the front, where the winding number is less
    /// by one than behind. `front` is the number there, if it is known.
    pub fn new(
        side: usize,
        axis: &Vec3<Dyadic>,
        along: Vec3<Dyadic>,
        normal: &Vec3<Dyadic>,
        front: Option<i32>,
    ) -> Self {
        let leads_to_front = sign(&normal.dot(&axis.wedge(&along))) == Ordering::Greater;
        let (step, before) = if leads_to_front { (-1, front.map(|front| front + 1)) } else { (1, front) };
        Self { side, along, step, before }
    }
}

impl Fan {
    /// The fan of at least one half-plane. No vector is parallel to the axis.
    pub fn new(axis: Vec3<Dyadic>, blades: Vec<Blade>) -> Self {
        let first = axis.wedge(&blades[0].along);
        let mut fan = Self { axis, blades: Vec::new() };
        let mut keyed: Vec<(u8, Blade)> =
            blades.into_iter().map(|blade| (fan.quarter(&first, &blade.along), blade)).collect();
        keyed.sort_by(|(i, x), (j, y)| i.cmp(j).then_with(|| fan.turn(&y.along, &x.along)));
        fan.blades = keyed.into_iter().map(|(_, blade)| blade).collect();
        fan
    }

    /// How the second vector is turned against the first, around the axis: `Greater` if counter-clockwise by less than
    /// a half turn, `Equal` for the same or the opposite half-plane.
    fn turn(&self, first: &Vec3<Dyadic>, second: &Vec3<Dyadic>) -> Ordering {
        sign(&self.axis.dot(&first.wedge(second)))
    }

    /// Where a vector lies: 0 in the first half-plane, 1 in the half turn after it, 2 opposite, 3 beyond. `first` is
    /// the axis times the first vector.
    fn quarter(&self, first: &Vec3<Dyadic>, along: &Vec3<Dyadic>) -> u8 {
        match sign(&first.dot(along)) {
            Ordering::Greater => 1,
            Ordering::Less => 3,
            Ordering::Equal if sign(&first.dot(&self.axis.wedge(along))) == Ordering::Greater => 0,
            Ordering::Equal => 2,
        }
    }

    /// Whether a half-plane lies in the same place as the one before it.
    fn repeats(&self, place: usize) -> bool {
        let [one, other] = [&self.blades[place - 1].along, &self.blades[place].along];
        let is_same_half = || sign(&self.axis.wedge(one).dot(&self.axis.wedge(other))) == Ordering::Greater;
        self.turn(one, other) == Ordering::Equal && is_same_half()
    }

    /// The winding numbers of both bodies in each sector, less those before the first half-plane.
    fn sectors(&self) -> Vec<[i32; 2]> {
        let (mut sums, mut sectors) = ([0; 2], Vec::new());
        for (place, blade) in self.blades.iter().enumerate() {
            sums[blade.side] += blade.step;
            if place + 1 == self.blades.len() || !self.repeats(place + 1) {
                sectors.push(sums);
            }
        }
        sectors
    }

    /// The winding numbers of both bodies in each sector, if each body has a half-plane that knows its number.
    pub fn windings(&self) -> Option<Vec<[i32; 2]>> {
        let base = [self.base(0)?, self.base(1)?];
        Some(self.windings_from(base))
    }

    /// The winding numbers in each sector, from those before the first half-plane.
    pub fn windings_from(&self, base: [i32; 2]) -> Vec<[i32; 2]> {
        self.sectors().into_iter().map(|sums| [base[0] + sums[0], base[1] + sums[1]]).collect()
    }

    /// For each place of half-planes the winding numbers of both bodies before it and after it, from those before the first
    /// half-plane, and which bodies have one there.
    pub fn places_from(&self, base: [i32; 2]) -> Vec<([[i32; 2]; 2], [bool; 2])> {
        let (mut before, mut after, mut own, mut places) = (base, base, [false; 2], Vec::new());
        for (place, blade) in self.blades.iter().enumerate() {
            after[blade.side] += blade.step;
            own[blade.side] = true;
            if place + 1 == self.blades.len() || !self.repeats(place + 1) {
                places.push(([before, after], own));
                (before, own) = (after, [false; 2]);
            }
        }
        places
    }

    /// The winding number of a body before the first half-plane.
    pub fn base(&self, side: usize) -> Option<i32> {
        let mut sum = 0;
        for blade in self.blades.iter().filter(|blade| blade.side == side) {
            if let Some(before) = blade.before {
                return Some(before - sum);
            }
            sum += blade.step;
        }
        None
    }

    /// The winding number of a body before the first half-plane, if it is `winding` along a direction in no half-plane.
    pub fn base_from(&self, side: usize, direction: &Vec3<Dyadic>, winding: i32) -> i32 {
        let first = self.axis.wedge(&self.blades[0].along);
        let quarter = self.quarter(&first, direction);
        let is_passed = |blade: &Blade| match self.quarter(&first, &blade.along).cmp(&quarter) {
            Ordering::Equal => self.turn(&blade.along, direction) == Ordering::Greater,
            order => order.is_lt(),
        };
        let passed = self.blades.iter().filter(|blade| blade.side == side && is_passed(blade));
        winding - passed.map(|blade| blade.step).sum::<i32>()
    }
}
