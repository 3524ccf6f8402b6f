//! The frame of the computation: A's frame, with lengths scaled to the common range, and the rounding errors there.

use crate::difference::Rounding;
use crate::numbers::each::Each;
use crate::numbers::real::{Real, U, exponent_of, larger, ldexp, ldexp_down, power_of_two};
use crate::shape::Sides;
use crate::shape::support::SupportMap;
use crate::space::rotation::{Rotation, Turn};
use crate::space::vector::WideVector;

/// The relative placement of B in A's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<W: WideVector> {
    /// From B's frame to A's.
    matrix: W::Matrix,
    translation: W,
    /// From A's frame to the world's.
    world: W::Matrix,
    origin: W,
    /// Lengths are multiplied by 2^−exponent. It is 0 in the common range, and [`LOST`] if a number is not finite.
    exponent: i32,
    /// The radii of A and B in scaled lengths.
    scaled_radii: [f64; 2],
    /// The radii of A and B in the shapes' unit.
    radii: [f64; 2],
    rounding: Rounding,
}

/// 2^−60 to 2^60: lengths that are not scaled. Their sixth powers stay far inside the range of `f64`.
pub(crate) const COMMON_RANGE: core::ops::Range<f64> = 8.673_617_379_884_035e-19..1.152_921_504_606_847e18;

/// The exponent of a frame with a number that is not finite. No length has this exponent.
const LOST: i32 = 4096;

/// √3, rounded up: the greatest ratio of the length of a vector to its largest coordinate.
pub(crate) const DIAGONAL: f64 = 1.732_050_807_568_878;

/// [`DIAGONAL`] for the dimension: √2 in the plane and √3 in space, rounded up.
pub(crate) const fn diagonal<W: WideVector>() -> f64 {
    if W::DIM == 2 { 1.414_213_562_373_096 } else { DIAGONAL }
}

impl<W: WideVector> Frame<W> {
    #[inline(always)]
    pub fn new(a: &impl SupportMap<W>, b: &impl SupportMap<W>) -> Self {
        let apart = Relative::new(a, b);
        let lengths = [a.extent(), b.extent(), apart.translation.max_abs(), a.rounding() + b.rounding()];
        let radii = [a.radius().widen(), b.radius().widen()];
        let radius = radii[0] + radii[1];
        let errors = [apart.defects[0], apart.defects[1], apart.drift];
        let (mut exponent, mut size, mut displacement) = (0, size_of(lengths), displacement_of(lengths, errors));
        // One test for all numbers of the answer: a number that is not finite makes the sum not finite.
        let all = lengths[0] + lengths[1] + apart.translation.sum_abs() + displacement + radius;
        if !COMMON_RANGE.contains(&all) {
            (exponent, size, displacement) = outside_common_range(apart.translation, lengths, errors, radius);
        }
        let rounding = Rounding { size, displacement, polytopes: a.vertex_count() > 0 && b.vertex_count() > 0 };
        let translation = if exponent == 0 { apart.translation } else { apart.translation.scaled_by_power(-exponent) };
        let origin = a.pose().translation.widen();
        let scaled_radii = if exponent == 0 { radii } else { radii.each(|radius| ldexp(radius, -exponent)) };
        Self { matrix: apart.matrix, translation, world: apart.world, origin, exponent, scaled_radii, radii, rounding }
    }

    /// A vector of A's frame and scaled lengths in the world's frame and unit.
    #[inline(always)]
    pub fn world_vector(&self, vector: W) -> W {
        (if self.exponent == 0 { vector } else { vector.scaled_by_power(self.exponent) }).mapped(&self.world)
    }
    /// A point of A's frame and scaled lengths in the world's frame and unit.
    #[inline(always)]
    pub fn world_point(&self, point: W) -> W {
        self.world_vector(point) + self.origin
    }
    /// A direction of A's frame in the world's.
    #[inline(always)]
    pub fn world_direction(&self, direction: W) -> W {
        direction.mapped(&self.world)
    }
    /// A scaled length in the shapes' unit.
    #[inline(always)]
    pub fn length(&self, scaled: f64) -> f64 {
        if self.exponent == 0 { scaled } else { ldexp(scaled, self.exponent) }
    }
    /// A scaled length in the shapes' unit. If it is subnormal or too large, it is rounded down.
    #[inline(always)]
    pub fn length_down(&self, scaled: f64) -> f64 {
        if self.exponent == 0 { scaled } else { ldexp_down(scaled, self.exponent) }
    }
    pub fn rounding(&self) -> Rounding {
        self.rounding
    }
    /// The radii of A and B in scaled lengths.
    #[inline(always)]
    pub fn scaled_radii(&self) -> [f64; 2] {
        self.scaled_radii
    }
    /// The radii of A and B in the shapes' unit.
    #[inline(always)]
    pub fn radii(&self) -> [f64; 2] {
        self.radii
    }
    /// The sum of the radii in scaled lengths.
    #[inline(always)]
    pub fn radius(&self) -> f64 {
        self.scaled_radii[0] + self.scaled_radii[1]
    }
    /// A length of the shapes' unit in scaled lengths.
    pub fn scaled(&self, length: f64) -> f64 {
        if self.exponent == 0 { length } else { ldexp(length, -self.exponent) }
    }

    /// Whether a number of the shapes or of their poses is not finite, or their sums leave the range. Then nothing is
    /// known.
    #[inline(always)]
    pub fn is_lost(&self) -> bool {
        self.exponent == LOST
    }

    /// Whether lengths are scaled. This is rare, so the loop for the common range does without it.
    #[inline(always)]
    pub fn is_scaled(&self) -> bool {
        self.exponent != 0
    }

    /// From B's frame to A's.
    #[inline(always)]
    pub fn matrix(&self) -> &W::Matrix {
        &self.matrix
    }
    /// The origin of B's frame in A's, in scaled lengths.
    #[inline(always)]
    pub fn translation(&self) -> W {
        self.translation
    }
    /// The sides of a polygon in scaled lengths. `None` if the normals of the sides leave the range.
    #[cold]
    pub fn shrunk_sides(&self, sides: &Sides) -> Option<Sides> {
        sides.scaled(-self.exponent)
    }

    /// A's direction in B's frame.
    #[inline(always)]
    pub(super) fn direction_in_b(&self, direction: W) -> W {
        direction.mapped_back(&self.matrix)
    }
    /// B's point in A's frame.
    #[inline(always)]
    pub(super) fn point_of_b(&self, point: W) -> W {
        point.mapped(&self.matrix) + self.translation
    }
    /// Lengths are multiplied by 2 to this power.
    pub fn scaling(&self) -> i32 {
        -self.exponent
    }
    /// A point of the shapes' unit in scaled lengths.
    pub fn shrunk(&self, point: W) -> W {
        point.scaled_by_power(-self.exponent)
    }
    /// A direction whose products with unscaled coordinates stay in range: it is scaled to unit size, and then divided
    /// by the size of the coordinates.
    pub(super) fn direction_in_range(&self, direction: W) -> W {
        let largest = direction.max_abs();
        let own = if largest > 0.0 { exponent_of(largest) } else { 0 };
        direction.scaled_by_power(-own) * power_of_two((-self.exponent).clamp(-900, 900))
    }
}

/// A bound of |a| + |b| over all points, from the extents of both shapes and their distance.
#[inline(always)]
fn size_of([a, b, distance, _]: [f64; 4]) -> f64 {
    DIAGONAL * (a + b + distance)
}

/// A bound of the error of a support point, from the extents, the distance and the rounding of curved shapes.
#[inline(always)]
fn displacement_of([a, b, distance, curved]: [f64; 4], [of_a, of_b, drift]: [f64; 3]) -> f64 {
    DIAGONAL * (of_a * a + of_b * b + drift * distance) + curved
}

/// The exponent, the size and the displacement of a frame whose lengths need a scale or are not finite. The arguments
/// are values: a reference would make every query write them to memory.
#[cold]
#[inline(never)]
fn outside_common_range<W: WideVector>(
    translation: W,
    lengths: [f64; 4],
    errors: [f64; 3],
    radius: f64,
) -> (i32, f64, f64) {
    let largest = larger(larger(lengths[0], lengths[1]), lengths[2]);
    // Radii that are far larger than the cores decide alone. With the scale of the cores they would leave the range.
    let largest = larger(if largest > 0.0 { ldexp(radius, -900) } else { 0.0 }, largest);
    let common = COMMON_RANGE.contains(&largest) || largest == 0.0;
    let exponent = if common || !largest.is_finite() { 0 } else { exponent_of(largest) };
    let lengths = lengths.each(|length| ldexp(length, -exponent));
    let (size, displacement) = (size_of(lengths), displacement_of(lengths, errors));
    let numbers = [size, displacement, radius, ldexp(radius, -exponent)];
    let finite = translation.is_finite() && numbers.iter().all(|number| number.is_finite());
    (if finite { exponent } else { LOST }, size, displacement)
}

/// The pose of B in A's frame, with relative errors.
struct Relative<W: WideVector> {
    matrix: W::Matrix,
    /// A's rotation.
    world: W::Matrix,
    translation: W,
    /// The errors of A's and B's points, as fractions of their distance from their own origin.
    defects: [f64; 2],
    /// The error of the translation, as a fraction of its length.
    drift: f64,
}

impl<W: WideVector> Relative<W> {
    #[inline(always)]
    fn new(shape_a: &impl SupportMap<W>, shape_b: &impl SupportMap<W>) -> Self {
        let (a, b) = (shape_a.pose(), shape_b.pose());
        let identity = <W::Rotation as Rotation<W>>::IDENTITY;
        if a.rotation == identity && b.rotation == identity {
            let translation = b.translation.widen() - a.translation.widen();
            // The difference rounds by u, and so does each sum with a point. Equal frames need neither.
            let (drift, sum) = if a.translation == b.translation { (0.0, 0.0) } else { (4.0 * U, 2.0 * U) };
            let (matrix, world) = (W::identity(), W::identity());
            return Self { matrix, world, translation, defects: [0.0, sum], drift };
        }
        let Turn { matrix: world, defect } = shape_a.turn();
        if a == b {
            // The frames are the same. Only the part of the matrix that is not a rotation is an error.
            // The translation is zero, or NaN if the frame is infinitely far.
            let (matrix, translation) = (W::identity(), b.translation.widen() - a.translation.widen());
            return Self { matrix, world, translation, defects: [defect; 2], drift: 0.0 };
        }
        let from_b = shape_b.turn();
        // The errors are 8u for matrix entries, 24u for their product, 8u for its action. All are times √3 for lengths,
        // rounded up.
        Self {
            matrix: W::transposed_product(&world, &from_b.matrix),
            world,
            translation: (b.translation.widen() - a.translation.widen()).mapped_back(&world),
            defects: [defect + 16.0 * U, from_b.defect + 64.0 * U],
            drift: 32.0 * U,
        }
    }
}
