//! The sides of a polygon with few corners, in lanes: the products of all corners and all normals without a branch.

use crate::numbers::each::Each;
use crate::numbers::real::{ldexp, smaller};
use crate::shape::support::first_greatest;
use crate::space::vector::{Space, WideVector};

/// The greatest number of corners. Larger: more lanes are computed for polygons with few corners.
const MOST: usize = 8;

/// Four numbers. The compiler computes with them in one vector instruction.
type Block = [f64; 4];
type Lanes = [Block; MOST / 4];

/// Points or directions of the plane. Each lane holds one.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Row {
    x: Lanes,
    y: Lanes,
}

/// `x · u + y · v`, lane by lane.
#[inline(always)]
fn weighted_sum(x: &Block, u: f64, y: &Block, v: f64) -> Block {
    let mut sum = [0.0; 4];
    for lane in 0..4 {
        sum[lane] = x[lane] * u + y[lane] * v;
    }
    sum
}

impl Row {
    /// The vector in a lane.
    #[inline(always)]
    fn at<W: WideVector>(&self, lane: usize) -> W {
        let (block, lane) = (lane / 4 % 2, lane % 4);
        <W as Space>::zero().with_coordinate(0, self.x[block][lane]).with_coordinate(1, self.y[block][lane])
    }

    fn set<W: WideVector>(&mut self, lane: usize, vector: W) {
        self.x[lane / 4][lane % 4] = *vector.coordinate(0);
        self.y[lane / 4][lane % 4] = *vector.coordinate(1);
    }

    #[inline(always)]
    fn mapped(&self, [[a, b, _], [c, d, _], _]: [[f64; 3]; 3], [x, y, _]: [f64; 3]) -> Self {
        let mut image = *self;
        for block in 0..MOST / 4 {
            image.x[block] = weighted_sum(&self.x[block], a, &self.y[block], b).each(|sum| sum + x);
            image.y[block] = weighted_sum(&self.x[block], c, &self.y[block], d).each(|sum| sum + y);
        }
        image
    }

    /// The products with a direction.
    #[inline(always)]
    fn along(&self, x: f64, y: f64) -> Lanes {
        [weighted_sum(&self.x[0], x, &self.y[0], y), weighted_sum(&self.x[1], x, &self.y[1], y)]
    }
}

/// The sides of a convex polygon of the plane with 3 to 8 corners, for the axis test.
///
/// For internal use: only the crate builds it. Corners are in counter-clockwise order. Side k goes from corner k to the
/// next. Lanes after the last corner repeat the first corner.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq)]
pub struct Sides {
    count: usize,
    corners: Row,
    normals: Row,
}

impl Sides {
    /// The sides of the polygon with these corners. `None` if there are fewer than 3 or more than 8.
    pub(crate) fn new<W: WideVector>(corners: &[W]) -> Option<Self> {
        let count = corners.len();
        if !(3..=MOST).contains(&count) || W::DIM != 2 {
            return None;
        }
        let zero = Row { x: [[0.0; 4]; 2], y: [[0.0; 4]; 2] };
        let mut sides = Self { count, corners: zero, normals: zero };
        for lane in 0..MOST {
            let from = if lane < count { lane } else { 0 };
            let normal = W::normal_of(&[corners[(from + 1) % count] - corners[from]]).unit();
            sides.corners.set(lane, corners[from]);
            sides.normals.set(lane, normal);
        }
        Some(sides)
    }

    /// The polygon with its lengths times 2^exponent. `None` if a side is so long that its normal is not finite.
    pub(crate) fn scaled(&self, exponent: i32) -> Option<Self> {
        let each = |lanes: Lanes| lanes.each(|block| block.each(|number| ldexp(number, exponent)));
        let finite = [self.normals.x, self.normals.y].iter().flatten().flatten().all(|number| number.is_finite());
        let corners = Row { x: each(self.corners.x), y: each(self.corners.y) };
        finite.then(|| Self { corners, ..self.clone() })
    }

    /// The polygon after the map `turn` and a translation. `turn` is a multiple of a rotation, so the images of the
    /// normals are normal to the images of the sides, however short the sides are.
    #[inline(always)]
    pub(crate) fn placed<W: WideVector>(&self, turn: &W::Matrix, translation: W) -> Self {
        self.placed_by_rows(W::rows(turn), translation.padded())
    }

    /// The same for a map that is given by its rows.
    #[inline(always)]
    pub(crate) fn placed_by_rows(&self, turn: [[f64; 3]; 3], translation: [f64; 3]) -> Self {
        let normals = self.normals.mapped(turn, [0.0; 3]);
        Self { count: self.count, corners: self.corners.mapped(turn, translation), normals }
    }

    /// The number of corners.
    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        self.count
    }
    #[inline(always)]
    pub(crate) fn corner<W: WideVector>(&self, index: usize) -> W {
        self.corners.at(index)
    }
    /// The outward unit normal of a side.
    #[inline(always)]
    pub(crate) fn normal<W: WideVector>(&self, index: usize) -> W {
        self.normals.at(index)
    }

    /// The first of the corners that are farthest along a direction, and its product with the direction.
    #[inline(always)]
    pub(crate) fn farthest<W: WideVector>(&self, direction: W) -> (usize, f64) {
        let (x, y) = (*direction.coordinate(0), *direction.coordinate(1));
        first_of_eight(&self.corners.along(x, y))
    }

    /// The first of the sides with the greatest separation from `other`, and that separation.  [length]
    #[inline(always)]
    pub(crate) fn greatest_separation(&self, other: &Self) -> (usize, f64) {
        first_of_eight(&self.separations(&other.corners))
    }

    /// For each side, the least distance of a corner of `other` from its line; positive outside. Sides after the last one
    /// repeat the first.
    #[inline(always)]
    pub(crate) fn distances(&self, other: &Self) -> [[f64; 4]; 2] {
        self.separations(&other.corners)
    }

    /// The first of the sides whose normals have the greatest product with a direction.
    #[inline(always)]
    pub(crate) fn towards<W: WideVector>(&self, direction: W) -> usize {
        let side = first_of_eight(&self.speeds(direction)).0;
        if side < self.count { side } else { 0 }
    }

    /// For each side, the product of its normal and a vector.
    #[inline(always)]
    pub(crate) fn speeds<W: WideVector>(&self, vector: W) -> [[f64; 4]; 2] {
        self.normals.along(*vector.coordinate(0), *vector.coordinate(1))
    }

    /// For each side, the least distance of a corner of `other` from its line; positive outside. Not inlined: the
    /// compiler then keeps the blocks in vector registers.
    #[inline(never)]
    fn separations(&self, other: &Row) -> Lanes {
        [self.separations_of(0, other), self.separations_of(1, other)]
    }

    #[inline(always)]
    fn separations_of(&self, block: usize, other: &Row) -> Block {
        let (x, y) = (self.normals.x[block], self.normals.y[block]);
        let mut nearest = [f64::INFINITY; 4];
        for corner in 0..MOST {
            let along = weighted_sum(&x, other.x[corner / 4][corner % 4], &y, other.y[corner / 4][corner % 4]);
            for lane in 0..4 {
                nearest[lane] = smaller(along[lane], nearest[lane]);
            }
        }
        for lane in 0..4 {
            nearest[lane] -= x[lane] * self.corners.x[block][lane] + y[lane] * self.corners.y[block][lane];
        }
        nearest
    }

    /// The next corner.
    #[inline(always)]
    pub(crate) fn after(&self, corner: usize) -> usize {
        if corner + 1 == self.count { 0 } else { corner + 1 }
    }
    /// The previous corner.
    #[inline(always)]
    pub(crate) fn before(&self, corner: usize) -> usize {
        if corner == 0 { self.count - 1 } else { corner - 1 }
    }
}

/// The index of the greatest of eight numbers, and that number. Of equal numbers the first counts.
#[inline(always)]
fn first_of_eight([front, back]: &Lanes) -> (usize, f64) {
    let (front, back) = (first_greatest(*front), first_greatest(*back));
    if back.1 > front.1 { (4 + back.0, back.1) } else { front }
}
