//! The Minkowski difference A − B of two placed shapes, as the solvers see it: one support function in A's frame.
//!
//! Poses end here. B is expressed in A's frame by one relative pose, so that A's support needs no rotation; lengths are
//! scaled by a power of two when they are so large or small that the sixth powers of the simplex code would leave the
//! range; and everything that rounding can do to a support point is summed into two lengths.

use crate::patch::Patch;
use crate::pose::{Pose, Rotation};
use crate::real::{Real, U, exponent_of, larger, ldexp, power_of_two};
use crate::sat::{Boxes, Polygons, Sides};
use crate::support::{Support, SupportMap};
use crate::vector::{Space, Vector, WideVector};

/// A point of A − B with the points that it is the difference of, in A's frame and in scaled lengths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertex<W> {
    pub point: W,
    pub a: W,
    pub b: W,
    pub indices: Indices,
}

/// The indices of the two vertices, in one word; none on a curved shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Indices(u64);

impl Indices {
    /// Of points that are not vertices. No shape has 2³² − 1 vertices ([`crate::ShapeError::TooMany`]).
    pub const NONE: Self = Self(u64::MAX);

    #[inline(always)]
    fn new(a: Option<u32>, b: Option<u32>) -> Self {
        match (a, b) {
            (Some(a), Some(b)) => Self(u64::from(a) << 32 | u64::from(b)),
            _ => Self::NONE,
        }
    }
    #[inline(always)]
    pub fn get(self) -> Option<(u32, u32)> {
        (self != Self::NONE).then_some(self.pair())
    }
    /// The indices, where there are any.
    #[inline(always)]
    pub fn pair(self) -> (u32, u32) {
        ((self.0 >> 32) as u32, self.0 as u32)
    }
}

impl<W: WideVector> Vertex<W> {
    /// Whether both are the difference of the same two vertices, or of equal points on curved shapes.
    #[inline(always)]
    pub fn repeats(&self, other: &Self) -> bool {
        (self.indices == other.indices) & ((self.indices != Indices::NONE) | (self.point == other.point))
    }
}

/// A − B as a support function.
pub(crate) trait Difference<W: WideVector> {
    /// The vertex of A − B farthest along `direction`.
    fn support(&self, direction: W) -> Vertex<W>;
    /// The vertex of A − B with these indices, if both shapes have them.
    fn vertex(&self, indices: (u32, u32)) -> Option<Vertex<W>>;
    /// Whether one of the shapes is not a polytope: of two kinds of polytopes known when the loop is compiled.
    fn is_curved(&self) -> bool;
    /// The surfaces of A, along the unit vector `direction`, and of B, along its opposite, if both shapes know.
    fn patches(&self, direction: W) -> Option<[Patch<W>; 2]>;
    /// The direction from B's centre to A's, the first point to try.
    fn start(&self) -> W;
    /// How rounding acts on support points.
    fn rounding(&self) -> Rounding;
}

/// What rounding can do, in scaled lengths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rounding {
    /// A bound of |a| + |b| over all points, in A's frame: the unit of roundoff errors.
    pub size: f64,
    /// How far a support point may be from the point of the true shape that it stands for, and how far short of the
    /// farthest one: the relative pose and the evaluation of curved shapes.
    pub displacement: f64,
    /// Whether both shapes are polytopes, so that exact answers exist and repeated vertices are proofs.
    pub polytopes: bool,
}

impl Rounding {
    /// What to take off a lower bound d·w/|d|.
    ///
    /// With |A| + |B| = size: choosing the largest of computed products loses 2·3u·size, B's turned direction 8u·size,
    /// w = a − b, the product d·w and the quotient together 8u·size.
    #[inline(always)]
    pub fn below(&self) -> f64 {
        24.0 * U * self.size + self.displacement
    }
    /// What to add to an upper bound |Σ λ w|: the differences, the weighted sum and the length round by under 10u·size.
    #[inline(always)]
    pub fn above(&self) -> f64 {
        12.0 * U * self.size + self.displacement
    }
    /// The gap between the bounds that rounding alone can leave; a pair is solved when its gap is no larger.
    /// Larger: less accurate; smaller: more pairs are repeated in exact numbers.
    #[inline(always)]
    pub fn noise(&self) -> f64 {
        4.0 * U * self.size
    }
}

/// The relative placement of B in A's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<W: WideVector> {
    /// From B's frame to A's.
    matrix: W::Matrix,
    translation: W,
    /// From A's frame to the world's.
    world: W::Matrix,
    origin: W,
    /// Lengths are multiplied by 2^−exponent; 0 in the common range.
    exponent: i32,
    rounding: Rounding,
}

/// Lengths between 2^−60 and 2^60 are computed as they are: sixth powers stay far inside the range of `f64`.
pub(crate) const COMMON_RANGE: core::ops::Range<f64> = 8.673_617_379_884_035e-19..1.152_921_504_606_847e18;

/// √3, rounded up: the most by which the length of a vector exceeds its largest coordinate.
pub(crate) const DIAGONAL: f64 = 1.732_050_807_568_878;

/// √2 in the plane and √3 in space, rounded up: as [`DIAGONAL`], for the dimension.
pub(crate) const fn diagonal<W: WideVector>() -> f64 {
    if W::DIM == 2 { 1.414_213_562_373_096 } else { DIAGONAL }
}

impl<W: WideVector> Frame<W> {
    #[inline(always)]
    pub fn new<V: Vector<Wide = W>>(a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Self {
        let (pose_a, pose_b) = (a.pose(), b.pose());
        let apart = Relative::new(&pose_a, &pose_b);
        let lengths = [a.extent(), b.extent(), apart.translation.max_abs(), a.rounding() + b.rounding()];
        let largest = larger(larger(lengths[0], lengths[1]), lengths[2]);
        let exponent = if COMMON_RANGE.contains(&largest) || largest == 0.0 { 0 } else { exponent_of(largest) };
        let [size_a, size_b, distance, curved] =
            if exponent == 0 { lengths } else { lengths.map(|l| ldexp(l, -exponent)) };
        let displacement =
            DIAGONAL * (apart.defects[0] * size_a + apart.defects[1] * size_b + apart.drift * distance) + curved;
        let rounding = Rounding {
            size: DIAGONAL * (size_a + size_b + distance),
            displacement,
            polytopes: a.vertex_count() > 0 && b.vertex_count() > 0,
        };
        let translation = if exponent == 0 { apart.translation } else { apart.translation.scaled_by_power(-exponent) };
        let origin = pose_a.translation.widen();
        Self { matrix: apart.matrix, translation, world: apart.world, origin, exponent, rounding }
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
    /// A scaled length in the shapes' unit or, where that is subnormal and may have been rounded, a number below it.
    #[inline(always)]
    pub fn length_down(&self, scaled: f64) -> f64 {
        let length = self.length(scaled);
        let rounded = self.exponent != 0 && length.abs() < f64::MIN_POSITIVE && scaled != 0.0;
        if rounded { length.next_down() } else { length }
    }
    pub fn rounding(&self) -> Rounding {
        self.rounding
    }
    /// A length of the shapes' unit in scaled lengths.
    pub fn scaled(&self, length: f64) -> f64 {
        if self.exponent == 0 { length } else { ldexp(length, -self.exponent) }
    }

    /// Whether lengths are scaled: rare, so that the loop for shapes of the common range need not know of it.
    #[inline(always)]
    pub fn is_scaled(&self) -> bool {
        self.exponent != 0
    }

    /// Two boxes with these half-extents, in A's frame and scaled lengths.
    pub fn boxes(&self, halves: [W; 2]) -> Boxes<W> {
        let halves = if self.is_scaled() { halves.map(|half| self.shrunk(half)) } else { halves };
        Boxes { halves, turn: self.matrix, translation: self.translation }
    }

    /// Two polygons in A's frame, if lengths are not scaled.
    #[inline(always)]
    pub fn polygons<'s>(&self, sides: [&'s Sides; 2]) -> Option<Polygons<'s>> {
        (!self.is_scaled()).then(|| Polygons::new(sides, &self.matrix, self.translation))
    }

    /// A's direction in B's frame.
    #[inline(always)]
    fn direction_in_b(&self, direction: W) -> W {
        direction.mapped_back(&self.matrix)
    }
    /// B's point in A's frame.
    #[inline(always)]
    fn point_of_b(&self, point: W) -> W {
        point.mapped(&self.matrix) + self.translation
    }
    /// A point of the shapes' unit in scaled lengths.
    fn shrunk(&self, point: W) -> W {
        point.scaled_by_power(-self.exponent)
    }
    /// The direction at unit size, divided by the size of the coordinates it will meet: products stay in range.
    fn tamed(&self, direction: W) -> W {
        let largest = direction.max_abs();
        let own = if largest > 0.0 { exponent_of(largest) } else { 0 };
        direction.scaled_by_power(-own) * power_of_two((-self.exponent).clamp(-900, 900))
    }
}

/// The pose of B seen from A, with relative errors.
struct Relative<W: WideVector> {
    matrix: W::Matrix,
    /// A's rotation.
    world: W::Matrix,
    translation: W,
    /// Errors of A's and B's points as fractions of their distance from their own origin.
    defects: [f64; 2],
    /// Error of the translation as a fraction of its length.
    drift: f64,
}

impl<W: WideVector> Relative<W> {
    #[inline(always)]
    fn new<V: Vector<Wide = W>>(a: &Pose<V>, b: &Pose<V>) -> Self {
        let still = <V::Rotation as Rotation<V>>::IDENTITY;
        if a.rotation == still && b.rotation == still {
            let translation = b.translation.widen() - a.translation.widen();
            // The difference and each sum with a point round by u; none is taken where the frames are the same.
            let (drift, sum) = if a.translation == b.translation { (0.0, 0.0) } else { (4.0 * U, 2.0 * U) };
            let (matrix, world) = (W::identity(), W::identity());
            return Self { matrix, world, translation, defects: [0.0, sum], drift };
        }
        let world = a.rotation.matrix();
        if a == b {
            // The same frame, whatever it is, but for the part of it that is not a rotation.
            let defect = a.rotation.defect();
            let (matrix, translation) = (W::identity(), <W as Space>::zero());
            return Self { matrix, world, translation, defects: [defect; 2], drift: 0.0 };
        }
        let from_b = b.rotation.matrix();
        // Matrix entries err by 8u, their product by 24u, its action by 8u; all times √3 for lengths, rounded up.
        Self {
            matrix: W::transposed_product(&world, &from_b),
            world,
            translation: (b.translation.widen() - a.translation.widen()).mapped_back(&world),
            defects: [a.rotation.defect() + 16.0 * U, b.rotation.defect() + 64.0 * U],
            drift: 32.0 * U,
        }
    }
}

/// Two shapes and their frame.
pub(crate) struct Pair<'s, V: Vector, A, B> {
    pub a: &'s A,
    pub b: &'s B,
    pub frame: Frame<V::Wide>,
}

impl<'s, V: Vector, A: SupportMap<V>, B: SupportMap<V>> Pair<'s, V, A, B> {
    #[inline(always)]
    pub fn new(a: &'s A, b: &'s B) -> Self {
        Self { a, b, frame: Frame::new(a, b) }
    }
    /// The radii of A and B in scaled lengths.
    pub fn radii(&self) -> [f64; 2] {
        [self.frame.scaled(self.a.radius().widen()), self.frame.scaled(self.b.radius().widen())]
    }
    /// The sum of the radii.
    pub fn radius(&self) -> f64 {
        let [a, b] = self.radii();
        a + b
    }
}

impl<V: Vector, A: SupportMap<V>, B: SupportMap<V>> Difference<V::Wide> for Pair<'_, V, A, B> {
    #[inline(always)]
    fn support(&self, direction: V::Wide) -> Vertex<V::Wide> {
        let Support { point: a, vertex: index_a } = self.a.support_vertex(direction);
        let Support { point, vertex: index_b } = self.b.support_vertex(self.frame.direction_in_b(-direction));
        let b = self.frame.point_of_b(point);
        Vertex { point: a - b, a, b, indices: Indices::new(index_a, index_b) }
    }
    #[inline(always)]
    fn vertex(&self, (i, j): (u32, u32)) -> Option<Vertex<V::Wide>> {
        if i as usize >= self.a.vertex_count() || j as usize >= self.b.vertex_count() {
            return None;
        }
        let a = self.a.vertex(i as usize);
        let b = self.frame.point_of_b(self.b.vertex(j as usize));
        Some(Vertex { point: a - b, a, b, indices: Indices::new(Some(i), Some(j)) })
    }
    #[inline(always)]
    fn is_curved(&self) -> bool {
        self.a.vertex_count() == 0 || self.b.vertex_count() == 0
    }
    #[inline(always)]
    fn patches(&self, direction: V::Wide) -> Option<[Patch<V::Wide>; 2]> {
        let a = self.a.patch(direction)?;
        let b = self.b.patch(self.frame.direction_in_b(-direction))?;
        Some([a, b.turned(|vector| vector.mapped(&self.frame.matrix))])
    }
    #[inline(always)]
    fn start(&self) -> V::Wide {
        self.a.center() - self.frame.point_of_b(self.b.center())
    }
    #[inline(always)]
    fn rounding(&self) -> Rounding {
        self.frame.rounding
    }
}

/// The difference of a pair whose lengths are scaled.
pub(crate) struct ScaledPair<'p, 's, V: Vector, A, B>(pub &'p Pair<'s, V, A, B>);

impl<V: Vector, A: SupportMap<V>, B: SupportMap<V>> Difference<V::Wide> for ScaledPair<'_, '_, V, A, B> {
    fn support(&self, direction: V::Wide) -> Vertex<V::Wide> {
        let Pair { a, b, frame } = self.0;
        let direction = frame.tamed(direction);
        let Support { point, vertex: index_a } = a.support_vertex(direction);
        let a = frame.shrunk(point);
        let Support { point, vertex: index_b } = b.support_vertex(frame.direction_in_b(-direction));
        let b = frame.point_of_b(frame.shrunk(point));
        Vertex { point: a - b, a, b, indices: Indices::new(index_a, index_b) }
    }
    fn vertex(&self, (i, j): (u32, u32)) -> Option<Vertex<V::Wide>> {
        let Pair { a, b, frame } = self.0;
        if i as usize >= a.vertex_count() || j as usize >= b.vertex_count() {
            return None;
        }
        let a = frame.shrunk(a.vertex(i as usize));
        let b = frame.point_of_b(frame.shrunk(b.vertex(j as usize)));
        Some(Vertex { point: a - b, a, b, indices: Indices::new(Some(i), Some(j)) })
    }
    fn is_curved(&self) -> bool {
        self.0.is_curved()
    }
    fn patches(&self, direction: V::Wide) -> Option<[Patch<V::Wide>; 2]> {
        let frame = &self.0.frame;
        let scaled = |patch: Patch<V::Wide>| patch.scaled(|length| frame.scaled(length), |vector| frame.shrunk(vector));
        self.0.patches(direction).map(|patches| patches.map(scaled))
    }
    fn start(&self) -> V::Wide {
        let Pair { a, b, frame } = self.0;
        frame.shrunk(a.center()) - frame.point_of_b(frame.shrunk(b.center()))
    }
    fn rounding(&self) -> Rounding {
        self.0.frame.rounding
    }
}
