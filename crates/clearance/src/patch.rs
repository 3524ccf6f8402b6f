//! What the surface of a shape is like around a support point: second derivatives, straight lines, flat discs.
//!
//! **Meaning.** With h the support function of a core and n a unit direction, ∇h(n) is the support point and the Hessian
//! ∇²h(n) says how that point moves when n turns. It is symmetric, not negative, and has n in its kernel, since h is
//! homogeneous; its eigenvalues are the radii of curvature. Where the surface is straight or flat the support point jumps
//! instead, and the patch says where to. The steps of [`crate::newton`] are made of nothing else.

use crate::vector::{Space, WideVector};

/// The surface of a core around its support point along a unit direction; see [`crate::SupportMap::patch`].
///
/// A guess is enough: patches steer the search, and what it finds is proven by support points alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch<W> {
    pub(crate) radius: f64,
    pub(crate) lean: f64,
    pub(crate) along: [W; 2],
    pub(crate) ruling: W,
    pub(crate) end_radius: f64,
    pub(crate) cap: W,
    pub(crate) cap_radius: f64,
}

impl<W: WideVector> Patch<W> {
    /// A corner that stays the support point when the direction turns.
    #[inline(always)]
    #[must_use]
    pub fn corner() -> Self {
        Self::smooth(0.0, 1.0, [<W as Space>::zero(); 2])
    }

    /// A smooth surface whose support function has the Hessian radius / lean · Σ along · alongᵀ.
    ///
    /// `radius` is a length in the unit of the shape, `lean` and `along` are pure numbers, so that sizes of any order stay in
    /// range. In the plane the second vector is zero. A ball of radius r would be r / 1 · (1 − n nᵀ); a circle, whose support
    /// function is r·sin φ at the angle φ to its axis, is r / sin φ · t tᵀ with t its tangent.
    #[inline(always)]
    #[must_use]
    pub fn smooth(radius: f64, lean: f64, along: [W; 2]) -> Self {
        let zero = <W as Space>::zero();
        Self { radius, lean, along, ruling: zero, end_radius: radius, cap: zero, cap_radius: 0.0 }
    }

    /// The same patch at one end of a straight line of the surface: `ruling` leads from the support point to the other end,
    /// where the patch's radius is `end_radius`.
    #[inline(always)]
    #[must_use]
    pub fn ruled(self, ruling: W, end_radius: f64) -> Self {
        Self { ruling, end_radius, ..self }
    }

    /// The same patch on the rim of a flat disc of radius `cap_radius` with the outward unit normal `cap`; the first vector of
    /// `along` must be the rim's unit tangent that turns outward about it: `along × cap` points away from the disc's centre.
    #[inline(always)]
    #[must_use]
    pub fn capped(self, cap: W, cap_radius: f64) -> Self {
        Self { cap, cap_radius, ..self }
    }

    /// The patch seen from a frame that vectors are taken to by `turned`.
    #[inline(always)]
    pub(crate) fn turned(self, turned: impl Fn(W) -> W) -> Self {
        let [first, second] = self.along;
        Self { along: [turned(first), turned(second)], ruling: turned(self.ruling), cap: turned(self.cap), ..self }
    }

    /// The patch with its lengths scaled.
    pub(crate) fn scaled(self, length: impl Fn(f64) -> f64, vector: impl Fn(W) -> W) -> Self {
        Self {
            radius: length(self.radius),
            end_radius: length(self.end_radius),
            cap_radius: length(self.cap_radius),
            ruling: vector(self.ruling),
            ..self
        }
    }

    /// Whether the support point is nowhere on the disc better than its centre by more than `noise`: the direction is the
    /// disc's normal to rounding.
    #[inline(always)]
    pub(crate) fn is_flat(&self, noise: f64) -> bool {
        (self.cap_radius > 0.0) & (self.cap_radius * self.lean <= noise)
    }

    /// The unit vector from the disc's centre to the support point on its rim; zero where that is the centre.
    #[inline(always)]
    pub(crate) fn outward(&self) -> W {
        W::normal_of(&[self.along[0], self.cap])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::shape::{Capsule, Cone, Cylinder, Ellipsoid};
    use crate::support::SupportMap;
    use crate::vector::{Vec2, Vec3, Vector, vec2, vec3};

    /// The support point's move under a small turn of the direction is what the patch says, unless it jumps along the ruling:
    /// then it jumps to the ruling's end. Returns whether it jumped.
    fn tells_the_truth<V: Vector>(shape: &impl SupportMap<V>, direction: V::Wide, turn: V::Wide) -> bool {
        let (direction, turn) = (direction.unit(), turn * 1e-6);
        let patch = shape.patch(direction).expect("known");
        let way = shape.support(direction + turn) - shape.support(direction - turn);
        let weight = 2.0 * patch.radius / patch.lean;
        let bend = |along: V::Wide| along * (weight * along.dot(&turn));
        let smooth = bend(patch.along[0]) + bend(patch.along[1]);
        let jumped = way.length() > 1e-3;
        let told = if jumped { patch.ruling * patch.ruling.dot(&way).signum() } else { smooth };
        let room = if jumped { 1e-4 } else { 1e-4 * turn.length() / patch.lean.powi(2) };
        assert!((way - told).length() <= room, "{patch:?} {way:?} {told:?}");
        jumped
    }

    #[test]
    fn a_patch_is_the_derivative_of_the_support_point_or_the_jump_that_it_makes() {
        let mut random = Random(5);
        let mut jumps = 0;
        for _ in 0..300 {
            let sizes = random.point() * 0.5 + vec3(1.0, 1.0, 1.0);
            let [n, turn] = [random.point(), random.point()];
            // Directions of the side, where cylinders, cones and capsules are straight, and any others.
            let across = vec3(n.x, 0.0, n.z).unit();
            let cone = Cone::new(sizes.x, sizes.y).unwrap();
            let slope = vec3(across.x, 0.5 * sizes.y / sizes.x, across.z);
            let cylinder = Cylinder::new(sizes.x, sizes.y).unwrap();
            let capsule = Capsule::new(vec3(0.0, -sizes.x, 0.0), vec3(0.0, sizes.x, 0.0), 0.5).unwrap();
            for straight in [
                tells_the_truth(&cone, slope, turn),
                tells_the_truth(&cylinder, across, turn),
                tells_the_truth(&capsule, across, turn),
            ] {
                jumps += usize::from(straight);
            }
            assert!(!tells_the_truth(&Ellipsoid::new(sizes).unwrap(), n, turn));
            assert!(!tells_the_truth(
                &Ellipsoid::new(vec2(sizes.x, sizes.y)).unwrap(),
                vec2(n.x, n.y),
                vec2(turn.x, turn.y)
            ));
            tells_the_truth(&cone, n, turn);
            tells_the_truth(&cylinder, n, turn);
        }
        assert!(jumps > 800, "idle: {jumps} jumps");
    }

    #[test]
    fn a_rims_patch_points_away_from_the_centre_of_its_disc() {
        let mut random = Random(6);
        for _ in 0..200 {
            let n = random.point().unit();
            let (cylinder, cone) = (Cylinder::new(0.5, 2.0).unwrap(), Cone::new(0.5, 2.0).unwrap());
            for (patch, point) in [(cylinder.patch(n), cylinder.support(n)), (cone.patch(n), cone.support(n))] {
                let (patch, point): (Patch<Vec3<f64>>, Vec3<f64>) = (patch.expect("known"), point);
                if patch.cap_radius > 0.0 {
                    let outward = patch.outward() * patch.cap_radius;
                    assert!((outward - vec3(point.x, 0.0, point.z)).length() < 1e-12, "{patch:?} {point:?}");
                }
            }
        }
    }

    #[test]
    fn shapes_with_many_corners_have_no_patch() {
        let triangle = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(0.0, 1.0)];
        let points: crate::shape::Points<'_, Vec2<f64>> = crate::shape::Points::new(&triangle).unwrap();
        assert_eq!(points.patch(vec2(1.0, 0.0)), None);
    }
}
