//! The facet of A − B that floats found, checked without rounding.
//!
//! **Problem.** Floats know the nearest facet of most pairs that touch, but not on which side of it the origin lies. A
//! new search would ask for many support points, each with exact comparisons.
//!
//! **Method.** Let n be the exact outward normal of the facet, and o its exact offset.
//! 1. The plane supports A − B if the two vertices of a corner are farthest along n and −n. Only vertices that floats
//!    cannot tell from these are compared.
//! 2. If the foot of the origin lies in the facet: the facet is nearest for o < 0, and the shapes touch for o = 0.
//! 3. For o > 0 the origin is inside, at the depth δ = o/|n|. The facet is nearest if the foot is farther than 2δ from
//!    its rim, and if A − B holds a point of the axis through the foot at a height below −2δ. Proof: let g be the unit
//!    normal of another supporting plane, θ its angle to n, m the distance to the rim, −k the height of the point. The
//!    disc around the foot lies in A − B, so the plane's distance is at least δ cos θ + m sin θ; and it is at least
//!    −k cos θ. Up to 90° the first is at least δ, since it is concave in θ and at least δ at both ends. Beyond, with
//!    c = −cos θ: if c ≥ δ/k, the second is at least δ. Otherwise c < 1/2, and the first exceeds 0.86 m − δ/2 > δ.
//! 4. Otherwise the search of [`super`] decides. It starts from the nearest face of the facet's corners. If the origin
//!    is inside, the expanding polytope starts from the facet and a vertex far behind it.

use super::{ExactPair, Nearest, Place, rounded_direction};
use crate::difference::{Event, ExactStep, ExactVertex, Watch};
use crate::distance::simplex::weights;
use crate::numbers::double::Double;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::each::Each;
use crate::numbers::real::{Ring, U, greater, ldexp, smaller};
use crate::result::Witnesses;
use crate::result::steps::Stop;
use crate::space::vector::{Space, WideVector};
use alloc::vec::Vec;

/// A facet that floats found: the vertices of A and of B at its corners, and its outward normal in the world's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guess<W> {
    pub corners: Witnesses,
    pub outward: W,
}

impl<W: WideVector> ExactPair<'_, W> {
    /// The nearest face of A − B, from a guess.
    pub fn nearest_near(&self, guess: &Guess<W>, mut watch: Watch<'_, W>) -> Nearest<W::Exact> {
        let count = (guess.corners.count as usize).clamp(1, W::DIM);
        let corners: Vec<_> = guess.corners.pairs[..count].iter().map(|&indices| self.corner(indices)).collect();
        if let Some(nearest) = self.nearest_at_facet(&corners, guess.outward) {
            let (iteration, face, vertex) = (1, &nearest.face[..], &nearest.face[0]);
            let (direction, stop) = (nearest.direction.clone(), Some(Stop::BoundsMet));
            watch.show(|| Event::Exact(ExactStep { iteration, face, direction, vertex, stop }));
            return nearest;
        }
        let mut known = corners.clone();
        known.push(self.support(&(-guess.outward).exact()));
        self.nearest_from(corners, &known, watch)
    }

    /// The facet of `DIM` corners, if it is the nearest face.
    fn nearest_at_facet(&self, corners: &[ExactVertex<W::Exact>], outward: W) -> Option<Nearest<W::Exact>> {
        if corners.len() < W::DIM {
            return None;
        }
        let points: Vec<&W::Exact> = corners.iter().map(|corner| &corner.point).collect();
        let direction = outward_normal(&points, outward)?;
        let offset = direction.dot(points[0]);
        // All corners are equally far along the normal. So if the two vertices of one are farthest, those of all are.
        let (a, b) = corners[0].indices;
        let holds_foot = self.a.is_farthest(a as usize, &direction)
            && self.b.is_farthest(b as usize, &direction.negated())
            && !weights(&points).0.iter().any(Ring::is_negative);
        if !holds_foot {
            return None;
        }
        let (face, around) = (corners.to_vec(), Vec::new());
        if offset.is_positive() {
            let behind = self.corner((self.a.high(&direction.negated()), self.b.high(&direction)));
            let around: Vec<_> = corners.iter().cloned().chain(Some(behind)).collect();
            let normal = rounded_direction::<W>(&direction).unit();
            let vertices = rounded_together::<W>(&around);
            let depth = normal.dot(&vertices[0]);
            return is_shallow(&vertices, normal, depth).then_some(Nearest {
                face,
                direction,
                place: Place::Inside,
                around,
            });
        }
        Some(match offset.is_zero() {
            true => Nearest { face, direction, place: Place::Boundary, around },
            false => Nearest { face, direction: direction.negated(), place: Place::Outside, around },
        })
    }

    pub(super) fn corner(&self, indices: (u32, u32)) -> ExactVertex<W::Exact> {
        let point = self.a.exact(indices.0 as usize).minus(&self.b.exact(indices.1 as usize));
        ExactVertex { point, indices }
    }
}

/// The exact normal of a facet, on the side of a rounded one. `None` if the corners are on one line.
fn outward_normal<E: Space<Scalar = Dyadic>, W: WideVector<Exact = E>>(corners: &[&E], outward: W) -> Option<E> {
    let normal = E::facet_normal(corners);
    let along = rounded_direction::<W>(&normal).dot(&outward);
    let is_known = !normal.is_zero() && along.abs() > 0.0;
    is_known.then(|| if along < 0.0 { normal.negated() } else { normal })
}

/// How many times larger than the depth the distances of step 3 must be. 2 suffice without rounding. Larger: more
/// searches.
const SHALLOW: f64 = 64.0;

/// Whether the depth of the origin below a facet is small beside the facet and the body behind it. The foot lies in the
/// facet. The first `DIM` vertices are those of the facet, the last is one behind it.
///
/// Let the last vertex be h below the origin and L beside the axis. The disc of radius m around the foot and this
/// vertex hold the point of the axis at the height −(h·m/(m + L) − δ).
pub(super) fn is_shallow<W: WideVector>(vertices: &[W; 4], normal: W, depth: f64) -> bool {
    let behind = vertices[W::DIM];
    let size = vertices[..=W::DIM].iter().fold(0.0, |size, vertex| greater(size, vertex.length()));
    let depth = depth + 16.0 * U * size;
    let foot = normal * depth;
    let to_rim = match W::DIM {
        2 => smaller((vertices[0] - foot).length(), (vertices[1] - foot).length()),
        _ => [(0, 1), (1, 2), (2, 0)].iter().fold(f64::INFINITY, |least, &(from, to)| {
            let (along, way) = (vertices[to] - vertices[from], foot - vertices[from]);
            smaller(least, W::orthogonal(&along.wedge(&way)).length() / along.length())
        }),
    };
    let below = -normal.dot(&behind);
    let beside = (behind + normal * below).length();
    to_rim > SHALLOW * depth && below * to_rim > SHALLOW * depth * (to_rim + beside)
}

/// The points of `DIM` + 1 vertices, rounded, in one unit: their largest coordinate is between 1 and 2.
fn rounded_together<W: WideVector>(vertices: &[ExactVertex<W::Exact>]) -> [W; 4] {
    let parts: [[(Double, i32); 3]; 4] = core::array::from_fn(|place| {
        let point = &vertices[place.min(W::DIM)].point;
        core::array::from_fn(|axis| point.coordinate(axis.min(W::DIM - 1)).to_double())
    });
    let exponents = parts.iter().flatten().filter(|(mantissa, _)| mantissa.high != 0.0).map(|&(_, exponent)| exponent);
    let top = exponents.max().unwrap_or(0);
    parts.each(|parts| {
        (0..W::DIM).fold(<W as Space>::zero(), |point, axis| {
            let (mantissa, exponent) = parts[axis];
            point.with_coordinate(axis, ldexp(mantissa.high, (exponent - top).max(-2000)))
        })
    })
}
