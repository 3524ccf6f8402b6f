//! From motions to poses and back.

use crate::motion::Motion;
use crate::motion::arc::{Turn, vector_of};
use crate::numbers::real::U;
use crate::space::pose::Pose;
use crate::space::rotation::Rotation;
use crate::space::vector::{Vector, WideVector};

impl<V: Vector> Motion<V> {
    /// A motion from one pose to another: the turn goes the short way round, and `center` travels on a straight line.
    ///
    /// `center` is a point of the world at the start; the centre of mass is a good choice. The numbers of the motion are
    /// rounded to the scalar. So its end differs from `end` by a few roundings: at most [`Motion::deviation`]. Answers
    /// are about the motion's own numbers. A half turn may go either way.
    ///
    /// ```
    /// use clearance::{Motion, Pose, Quaternion, vec3};
    ///
    /// let start = Pose::translation(vec3(1.0f64, 0.0, 0.0));
    /// let end = Pose::new(Quaternion::new(0.0, 0.6, 0.0, 0.8).unwrap(), vec3(0.0, 2.0, 0.0)).unwrap();
    /// let motion = Motion::between(start, end, vec3(1.0, 0.0, 0.0));
    /// let there = motion.pose_at(start, 1.0);
    /// assert!((there.apply(vec3(1.0, 2.0, 3.0)) - end.apply(vec3(1.0, 2.0, 3.0))).length() < 1e-14);
    /// ```
    pub fn between(start: Pose<V>, end: Pose<V>, center: V) -> Self {
        let (first, last) = (start.rotation.widen(), end.rotation.widen());
        let rotation = last.after(&first.inverse());
        let vector = vector_of::<V::Wide>(&rotation);
        let turn = V::turn_of(vector);
        let arm = start.translation.widen() - center.widen();
        let matrix = Turn::new::<V::Wide>(V::turn_vector(turn)).at::<V::Wide>(1.0).matrix;
        let travel = end.translation.widen() - center.widen() - arm.mapped(&matrix);
        Self { travel: V::narrow(travel), turn, center }
    }

    /// The pose at a fraction of the motion, of a shape that stands at `start`. It is computed in `f64` and rounded
    /// once to the scalar.
    ///
    /// ```
    /// use clearance::{Motion, Pose, vec2};
    ///
    /// let motion = Motion::turn(vec2(1.0, 0.0), std::f64::consts::PI).and_travel(vec2(0.0, 4.0));
    /// let half_way = motion.pose_at(Pose::identity(), 0.5);
    /// assert!((half_way.apply(vec2(0.0, 0.0)) - vec2(1.0, 1.0)).length() < 1e-15);
    /// ```
    pub fn pose_at(&self, start: Pose<V>, fraction: f64) -> Pose<V> {
        let wide = Pose { rotation: start.rotation.widen(), translation: start.translation.widen() };
        let Pose { rotation, translation } = self.wide_pose_at(wide, fraction);
        Pose {
            rotation: <V::Rotation as Rotation<V>>::from_numbers(rotation.components()),
            translation: V::narrow(translation),
        }
    }

    /// A bound of the distance between the end of [`Motion::between`] and the pose it was made for, for a point at most
    /// `reach` from the centre. Add it to [`crate::Solver::target`] if contact at exactly that pose must not be missed.
    ///
    /// It holds if the numbers of both poses are of unit length up to rounding.
    ///
    /// ```
    /// use clearance::{Motion, vec2};
    ///
    /// let motion = Motion::turn(vec2(0.0f64, 0.0), 1.0).and_travel(vec2(3.0, 0.0));
    /// assert!(motion.deviation(2.0) < 1e-13);
    /// ```
    pub fn deviation(&self, reach: f64) -> f64 {
        // Half a unit of the last place of each number of the turn (at most π) and of the travel; the rotations of the
        // poses and their products round by 32 units together, sums by 8.
        let unit = <V::Scalar as crate::numbers::real::Real>::EPSILON;
        let lengths = reach + self.travel.widen().length() + self.center.widen().length();
        40.0 * (unit + U) * lengths
    }

    /// [`Motion::pose_at`] in `f64`.
    pub(crate) fn wide_pose_at(&self, start: Pose<V::Wide>, fraction: f64) -> Pose<V::Wide> {
        let turn = Turn::new::<V::Wide>(V::turn_vector(self.turn));
        let way = self.travel.widen() * fraction;
        if turn.is_zero() {
            return Pose { translation: start.translation + way, ..start };
        }
        let turned = turn.at::<V::Wide>(fraction);
        let center = self.center.widen();
        let arm = start.translation - center;
        Pose {
            rotation: turned.rotation.after(&start.rotation),
            translation: center + way + arm.mapped(&turned.matrix),
        }
    }
}
