//! The surface of a core near a support point: its curvature, straight lines and flat discs.
//!
//! **Meaning.** Let h be the support function of a core and n a unit direction. The gradient ∇h(n) is the support
//! point. The Hessian ∇²h(n) is the derivative of the support point with respect to n. It is symmetric and positive
//! semidefinite; n is in its kernel, since h is homogeneous. Its other eigenvalues are the radii of curvature. If the
//! surface is straight or flat at the support point, the support point jumps when n turns, and the curvature holds
//! where to. The steps of [`crate::distance::newton`] use nothing else.

use crate::space::vector::{Space, WideVector};

/// The surface of a core near its support point along a unit direction, for [`crate::SupportMap::curvature`].
///
/// It may be inexact. Curvatures choose the next search direction; the bounds are proven by support points only.
///
/// ```
/// use clearance::{Ball, Curvature, Solver, SupportMap, Vec3, vec3};
///
/// /// A circle of radius r in the plane y = 0. Its support function at the angle φ to the y axis is r·sin φ.
/// struct Circle { r: f64 }
/// impl SupportMap<Vec3<f64>> for Circle {
///     fn support(&self, d: Vec3<f64>) -> Vec3<f64> {
///         let sine = d.x.hypot(d.z);
///         if sine > 0.0 { vec3(d.x / sine * self.r, 0.0, d.z / sine * self.r) } else { vec3(self.r, 0.0, 0.0) }
///     }
///     fn curvature(&self, d: Vec3<f64>) -> Option<Curvature<Vec3<f64>>> {
///         let sine = d.x.hypot(d.z);
///         let tangent = vec3(d.z / sine, 0.0, -d.x / sine);
///         (sine > 0.0).then(|| Curvature::smooth(self.r, sine, [tangent, vec3(0.0, 0.0, 0.0)]))
///     }
/// }
///
/// let ball = Ball::new(vec3(4.0, 4.0, 3.0), 1.0).unwrap();
/// let answer = Solver::default().distance(&Circle { r: 2.0 }, &ball);
/// assert!((answer.distance - 4.0).abs() < 1e-11); // From (1.6, 0, 1.2) to (4, 4, 3) is 5.
/// assert!(answer.iterations < 10);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "hessian")]
pub struct Curvature<W> {
    pub(crate) radius: f64,
    pub(crate) lean: f64,
    pub(crate) along: [W; 2],
    pub(crate) ruling: W,
    pub(crate) end_radius: f64,
    pub(crate) cap: W,
    pub(crate) cap_radius: f64,
}

impl<W: WideVector> Curvature<W> {
    /// A corner: the support point does not move when the direction turns.
    #[inline(always)]
    #[must_use]
    pub fn corner() -> Self {
        Self::smooth(0.0, 1.0, [<W as Space>::zero(); 2])
    }

    /// A smooth surface whose support function has the Hessian radius / lean · Σ along · alongᵀ.
    ///
    /// `radius` is a length; `lean` and `along` are pure numbers, so products stay in range for shapes of any size. In
    /// the plane the second vector is zero. Two examples: a sphere of radius r has the Hessian r / 1 · (1 − n nᵀ). A
    /// circle of radius r, at the angle φ between n and its axis, has the support function r·sin φ and the Hessian r /
    /// sin φ · t tᵀ, where t is its unit tangent.
    #[inline(always)]
    #[must_use]
    pub fn smooth(radius: f64, lean: f64, along: [W; 2]) -> Self {
        let zero = <W as Space>::zero();
        Self { radius, lean, along, ruling: zero, end_radius: radius, cap: zero, cap_radius: 0.0 }
    }

    /// The same curvature, at one end of a straight line of the surface. `ruling` is the vector from the support point
    /// to the other end, where the Hessian has the radius `end_radius`.
    #[inline(always)]
    #[must_use]
    pub fn ruled(self, ruling: W, end_radius: f64) -> Self {
        Self { ruling, end_radius, ..self }
    }

    /// The same curvature, on the rim of a flat disc with the radius `cap_radius` and the outward unit normal `cap`.
    ///
    /// The first vector of `along` must be the unit tangent t of the rim for which t × `cap` points away from the
    /// centre of the disc.
    #[inline(always)]
    #[must_use]
    pub fn capped(self, cap: W, cap_radius: f64) -> Self {
        Self { cap, cap_radius, ..self }
    }

    /// The curvature in another frame. `turned` rotates vectors to that frame.
    #[inline(always)]
    pub(crate) fn turned(self, turned: impl Fn(W) -> W) -> Self {
        let [first, second] = self.along;
        Self { along: [turned(first), turned(second)], ruling: turned(self.ruling), cap: turned(self.cap), ..self }
    }

    /// The curvature with its lengths scaled by a common factor: `length` scales numbers, `vector` scales vectors.
    pub(crate) fn scaled(self, length: impl Fn(f64) -> f64, vector: impl Fn(W) -> W) -> Self {
        Self {
            radius: length(self.radius),
            end_radius: length(self.end_radius),
            cap_radius: length(self.cap_radius),
            ruling: vector(self.ruling),
            ..self
        }
    }

    /// Whether the direction is the normal of the disc up to rounding: no point of the disc is farther along it than
    /// the centre by more than `noise`.  [length]
    #[inline(always)]
    pub(crate) fn is_flat(&self, noise: f64) -> bool {
        (self.cap_radius > 0.0) & (self.cap_radius * self.lean <= noise)
    }

    /// Whether the support point may jump when the direction turns: along a straight line or across a flat disc.
    pub(crate) fn jumps(&self) -> bool {
        self.cap_radius > 0.0 || self.ruling.max_abs() > 0.0
    }

    /// The unit vector from the centre of the disc to the support point on its rim. Zero if the support point is the
    /// centre.
    #[inline(always)]
    pub(crate) fn outward(&self) -> W {
        W::normal_of(&[self.along[0], self.cap])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::shape::support::SupportMap;
    use crate::shape::{Capsule, Cone, Cylinder, Ellipsoid};
    use crate::space::vector::{Vec2, Vec3, Vector, vec2, vec3};

    /// Asserts that the support point moves under a small turn of the direction as the curvature predicts: by the
    /// Hessian, or by a jump to the other end of the ruling. Returns whether it jumped.
    fn predicts_the_motion<V: Vector>(shape: &impl SupportMap<V>, direction: V::Wide, turn: V::Wide) -> bool {
        let (direction, turn) = (direction.unit(), turn * 1e-6);
        let curvature = shape.curvature(direction).expect("known");
        let way = shape.support(direction + turn) - shape.support(direction - turn);
        let weight = 2.0 * curvature.radius / curvature.lean;
        let bend = |along: V::Wide| along * (weight * along.dot(&turn));
        let smooth = bend(curvature.along[0]) + bend(curvature.along[1]);
        let jumped = way.length() > 1e-3;
        let predicted = if jumped { curvature.ruling * curvature.ruling.dot(&way).signum() } else { smooth };
        let room = if jumped { 1e-4 } else { 1e-4 * turn.length() / curvature.lean.powi(2) };
        assert!((way - predicted).length() <= room, "{curvature:?} {way:?} {predicted:?}");
        jumped
    }

    #[test]
    fn the_curvature_is_the_derivative_of_the_support_point_or_its_jump() {
        let mut random = Random(5);
        let mut jumps = 0;
        for _ in 0..300 {
            let sizes = random.point() * 0.5 + vec3(1.0, 1.0, 1.0);
            let [n, turn] = [random.point(), random.point()];
            // Directions normal to the side, where cylinders, cones and capsules are straight, and other directions.
            let across = vec3(n.x, 0.0, n.z).unit();
            let cone = Cone::new(sizes.x, sizes.y).unwrap();
            let slope = vec3(across.x, 0.5 * sizes.y / sizes.x, across.z);
            let cylinder = Cylinder::new(sizes.x, sizes.y).unwrap();
            let capsule = Capsule::new(vec3(0.0, -sizes.x, 0.0), vec3(0.0, sizes.x, 0.0), 0.5).unwrap();
            for straight in [
                predicts_the_motion(&cone, slope, turn),
                predicts_the_motion(&cylinder, across, turn),
                predicts_the_motion(&capsule, across, turn),
            ] {
                jumps += usize::from(straight);
            }
            assert!(!predicts_the_motion(&Ellipsoid::new(sizes).unwrap(), n, turn));
            assert!(!predicts_the_motion(
                &Ellipsoid::new(vec2(sizes.x, sizes.y)).unwrap(),
                vec2(n.x, n.y),
                vec2(turn.x, turn.y)
            ));
            predicts_the_motion(&cone, n, turn);
            predicts_the_motion(&cylinder, n, turn);
        }
        assert!(jumps > 800, "idle: {jumps} jumps");
    }

    #[test]
    fn the_tangent_of_a_rim_turns_outward() {
        let mut random = Random(6);
        for _ in 0..200 {
            let n = random.point().unit();
            let (cylinder, cone) = (Cylinder::new(0.5, 2.0).unwrap(), Cone::new(0.5, 2.0).unwrap());
            for (curvature, point) in
                [(cylinder.curvature(n), cylinder.support(n)), (cone.curvature(n), cone.support(n))]
            {
                let (curvature, point): (Curvature<Vec3<f64>>, Vec3<f64>) = (curvature.expect("known"), point);
                if curvature.cap_radius > 0.0 {
                    let outward = curvature.outward() * curvature.cap_radius;
                    assert!((outward - vec3(point.x, 0.0, point.z)).length() < 1e-12, "{curvature:?} {point:?}");
                }
            }
        }
    }

    #[test]
    fn shapes_with_many_corners_have_no_curvature() {
        let triangle = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(0.0, 1.0)];
        let points: crate::shape::Points<'_, Vec2<f64>> = crate::shape::Points::new(&triangle).unwrap();
        assert_eq!(points.curvature(vec2(1.0, 0.0)), None);
    }
}
