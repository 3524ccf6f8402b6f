//! The paths of single vertices along a direction that is fixed in the world.
//!
//! Theorem A has one M for all points of a body. Where bodies are in contact at the point that they turn about, the gap is
//! nothing and M is not, so nothing is proven. A vertex at the axis has M = 0, and the far ones have a gap. So the theorem
//! is applied to each pair of vertices.

use crate::motion::arc::Turned;
use crate::motion::mover::{Body, FEW, UP, across};
use crate::motion::planes::{Moment, Moving, Plane, first_root};
use crate::numbers::each::Each;
use crate::numbers::real::{U, smaller};
use crate::result::motion::Carrier;
use crate::shape::support::SupportMap;
use crate::space::vector::{Space, WideVector};

impl<W: WideVector> Moving<'_, W> {
    /// What part of an interval the vertices prove, each with a bound of its own: a vertex near the axis has a small M. It
    /// is asked for directions that are fixed in the world, and bodies that turn and have few vertices.
    pub fn proven_by_vertices(&self, plane: &Plane<W>, [from, to]: [&Moment<W>; 2], radius: f64) -> Part {
        let n = plane.direction;
        let front = Paths::of(&self.a, n, [&from.a, &to.a], n);
        let back = Paths::of(&self.b, n, [&from.b, &to.b], -n);
        let (Carrier::World, Some(front), Some(back)) = (plane.carrier, front, back) else { return Part::Unknown };
        let length = to.fraction - from.fraction;
        let radius = self.a.radius + self.b.radius + radius;
        let least = |moment: &Moment<W>| Space::dot(&moment.apart, &n) - radius - self.noise_of_look(moment, radius);
        let (first, last) = (least(from), least(to));
        let pairs = back.all().iter().flat_map(|y| front.all().iter().map(move |x| (x, y)));
        let roots = pairs.filter_map(|(x, y)| {
            let slack = 0.5 * (x.bend + y.bend) * length * length * UP;
            first_root(first + (y.first - x.first), last + (y.last - x.last), slack)
        });
        roots.reduce(smaller).map_or(Part::All, Part::Until)
    }
}

/// What part of an interval is proven.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Part {
    All,
    /// From its beginning to this part of it.
    Until(f64),
    /// The vertices were not asked.
    Unknown,
}

/// The coordinate of a vertex along a fixed direction at both ends of an interval, and a bound of its second derivative.
#[derive(Clone, Copy, Default)]
struct Path {
    first: f64,
    last: f64,
    bend: f64,
}

/// The paths of all vertices of a body, or of the farthest point if the body does not turn.
struct Paths {
    paths: [Path; FEW],
    count: usize,
}

impl Paths {
    /// The paths along `n`. `outward` is `n` or its opposite, towards the other body. `None` for a core that turns and
    /// has no vertices or too many.
    fn of<W: WideVector>(body: &Body<'_, W>, n: W, [from, to]: [&Turned<W>; 2], outward: W) -> Option<Self> {
        let mut paths = [Path::default(); FEW];
        if body.turn.is_zero() {
            let height = Space::dot(&body.support(outward), &n);
            paths[0] = Path { first: height, last: height, bend: 0.0 };
            return Some(Self { paths, count: 1 });
        }
        let count = body.shape.vertex_count();
        if !(1..=FEW).contains(&count) {
            return None;
        }
        let axis = if W::DIM == 2 { None } else { Some(W::unpadded(body.turn.axis)) };
        let [at_first, at_last] = [from, to].each(|turned| n.mapped_back(&turned.matrix));
        let angle = body.turn.angle();
        for (index, path) in paths.iter_mut().enumerate().take(count) {
            let place = body.shape.vertex(index).mapped(&body.own) + body.arm;
            let lever = across(place, axis) + 64.0 * U * body.size + 2.0 * body.slack;
            let (first, last) = (Space::dot(&place, &at_first), Space::dot(&place, &at_last));
            *path = Path { first, last, bend: angle * angle * lever };
        }
        Some(Self { paths, count })
    }

    fn all(&self) -> &[Path] {
        &self.paths[..self.count]
    }
}
