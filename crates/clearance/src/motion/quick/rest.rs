//! What casts in floats ask about bodies at rest, and the bodies at a contact.

use super::scene::Scene;
use crate::motion::body::{Body, Track};
use crate::motion::rest::{RESIDUAL, along_normal, sliding_share};
use crate::numbers::each::Each;
use crate::numbers::real::{U, larger, smaller};
use crate::query::solver::Solver;
use crate::result::{Proximity, Status};
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::pose::Pose;
use crate::space::vector::WideVector;

/// Two shapes that are asked about at several places, and the number of questions.
pub(super) struct Rest<'s, W: WideVector> {
    pub solver: &'s Solver,
    pub shapes: [&'s View<'s, W>; 2],
    pub way: W,
    pub queries: u32,
}

impl<W: WideVector> Rest<'_, W> {
    /// The distance of the cores at s.
    pub fn cores(&mut self, scene: &Scene<'_, W>, s: f64) -> Proximity<W> {
        self.queries += 1;
        let [a, b] = self.shapes;
        let (pose_a, pose_b) = (a.pose(), b.pose());
        let (origin, still) = (pose_a.translation, W::ORIGIN);
        let place = Track { own: origin, origin, way: still, fraction: 0.0 };
        let pose = Pose { translation: still, ..pose_a };
        let first = Body::new(a, pose, place, 0.0, true);
        let (translation, error) = scene.origin_of_b(s);
        let place = Track { own: pose_b.translation, origin, way: self.way, fraction: scene.fraction(s) };
        let second = Body::new(b, Pose { translation, ..pose_b }, place, error, true);
        self.solver.distance(&first, &second)
    }
}

/// The bodies at s, which is not after the contact, from the nearest point of A − B and the direction from it. The
/// surfaces are nearer than twice the margin. Contact is not after the last moment. `None` if their points are not along the direction.
pub(super) fn bodies<W: WideVector>(
    scene: &Scene<'_, W>,
    rest: &Rest<'_, W>,
    answer: &Proximity<W>,
    [unit, point]: [W; 2],
    [s, last]: [f64; 2],
    margin: f64,
) -> Option<Proximity<W>> {
    // From the nearest point of A.
    let count = answer.witnesses.count as usize;
    let on_a = answer.witnesses.pairs.iter().zip(&answer.witnesses.weights).take(count);
    let total: f64 = answer.witnesses.weights[..count].iter().sum();
    let on_a = on_a.fold(scene.base, |sum, (&indices, &weight)| sum + scene.corner(indices).a * (weight / total));
    let on_b = on_a - point + scene.place(s)[0];
    let radii = rest.shapes.each(|shape| shape.radius());
    let target = rest.solver.contact_distance();
    let margin = 2.0 * scene.length(margin) + 8.0 * U * (radii[0] + radii[1] + target);
    let (point_a, point_b) = (scene.vector(on_a) + unit * radii[0], scene.vector(on_b) - unit * radii[1]);
    let distance = smaller(larger((point_b - point_a).dot(&unit), target), target + margin);
    // The moment is rounded, and the normal is that of the contact.
    let most = scene.length(RESIDUAL * U * scene.size + (last - s) * scene.way.sum_abs());
    let [point_a, point_b] =
        along_normal([point_a, point_b], unit, distance, sliding_share(&answer.witnesses, radii), most)?;
    Some(Proximity {
        status: if target > 0.0 { Status::Separated } else { Status::Touching },
        distance,
        lower: target,
        upper: target + margin,
        normal: unit,
        point_a,
        point_b,
        ..*answer
    })
}
