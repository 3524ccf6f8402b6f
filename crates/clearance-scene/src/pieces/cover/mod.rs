//! Surfaces in space, covered by convex hulls that leave the solid by little.
//!
//! **Method.**
//! 1. A grid knows, cell by cell, which cells no triangle meets and are inside, and a triangle near each other cell
//!    ([`field`]).
//! 2. Clusters begin as single triangles, or as patches of them where there are many ([`patches`]). They are joined,
//!    two and two, the pair with the smallest gap first ([`grow`]). The grid is asked whether the hull of both seems to
//!    stay near the solid, at the centres of its cells ([`guess`]). Then the hull is proven.
//! 3. The proof splits the hull's parts until each one is inside, or near a triangle with all of its corners
//!    ([`excess`]). A triangle alone needs none.
//!
//! **What is proven.** Each triangle lies in the hull of its cluster, by exact signs. No point of a hull is farther
//! from the solid than its excess.

mod excess;
mod field;
mod grow;
mod guess;
mod hulls;
mod patches;

use crate::mesh::Mesh;
use clearance::{Hull, Measure, Vec3};
use field::Field;
use grow::Clusters;
use std::fmt;

/// Convex hulls that cover a surface.
#[derive(Clone, Debug)]
pub struct Cover {
    /// The hulls, those of the most triangles first.
    pub pieces: Vec<CoverPiece>,
    /// No point of a hull is farther from the solid than this.
    pub excess: f64,
    /// The volumes of the hulls, added up, divided by the volume of the solid: more than 1 where hulls overlap or leave
    /// the solid. It is rounded, and not a bound. `None` if the solid has no volume.
    pub volume_ratio: Option<f64>,
}

/// A hull of some triangles.
#[derive(Clone, Debug)]
pub struct CoverPiece {
    /// The triangles that lie in it: each triangle of the mesh is listed in one piece.
    pub triangles: Vec<u32>,
    /// In the mesh's frame. It may be flat.
    pub hull: Hull<Vec3<f64>>,
    /// No point of the hull is farther from the solid than this.
    pub excess: f64,
}

/// A step on the way to a cover. Lengths have the unit of the mesh. Clusters have numbers: first the triangles have
/// their own, then each new cluster has the next one.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CoverStep {
    /// The grid is made.
    Grid {
        /// The length of a cell.
        cell: f64,
        /// How many cells there are along each axis.
        counts: [usize; 3],
        /// How many of them are inside and meet no triangle.
        inside: usize,
    },
    /// A cluster to begin with: a triangle, or a patch whose hull is proven to stay within the limit.
    Cluster {
        /// Its number.
        cluster: usize,
        /// Its triangles.
        triangles: Vec<u32>,
        /// The corners of its hull.
        corners: Vec<Vec3<f64>>,
    },
    /// Two clusters are joined: their hull is proven to stay within the limit.
    Joined {
        /// The numbers of the two. They are no clusters any more.
        parts: [usize; 2],
        /// The number of the new one.
        cluster: usize,
        /// The greatest distance from the solid that was seen between the two.
        gap: f64,
        /// The corners of the new hull.
        corners: Vec<Vec3<f64>>,
    },
    /// The hull of two clusters seems to stay within the limit, and has no proof.
    Refused {
        /// The numbers of the two.
        parts: [usize; 2],
    },
    /// The clusters are final. This one's hull has this excess.
    Proven {
        /// Its number.
        cluster: usize,
        /// No point of its hull is farther from the solid.
        excess: f64,
    },
    /// The hull is left out: its triangles all lie in other hulls.
    Dropped {
        /// The number of its cluster.
        cluster: usize,
    },
}

/// The numbers that corners of hulls may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CornerType {
    /// Corners are vertices of the mesh.
    #[default]
    F64,
    /// Corners are numbers of `f32`. A vertex that is none is replaced by the corners of the smallest box of such
    /// numbers that holds it. So it is in the hull all the same.
    F32,
}

/// Why a mesh has no cover.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CoverError {
    /// The limit is not a positive finite number.
    Limit,
    /// A vertex is beyond the range of `f32`.
    Range {
        /// The index of the vertex.
        vertex: usize,
    },
}

impl fmt::Display for CoverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit => f.write_str("the excess of a cover must be positive and finite"),
            Self::Range { vertex } => write!(f, "vertex {vertex} is beyond the range of f32"),
        }
    }
}

impl std::error::Error for CoverError {}

/// A cover of a mesh by convex hulls, none of which has a point farther than `limit` from the solid.
///
/// The solid is the surface and what it encloses, as in [`crate::relation`]. A mesh that is open encloses nothing. The
/// number of hulls is small, and not the least one. A hull that overlaps another one is no fault. A small limit takes
/// longer.
///
/// # Errors
/// [`CoverError`].
///
/// ```
/// use clearance_scene::{CornerType, Mesh, cover};
///
/// // A tetrahedron is one hull without any excess.
/// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let mesh = Mesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).unwrap();
/// let cover = cover(&mesh, 0.05, CornerType::F64).unwrap();
/// assert_eq!(cover.pieces.len(), 1);
/// assert!(cover.excess <= 0.05 && cover.is_proven_to_hold(&mesh));
/// ```
pub fn cover(mesh: &Mesh, limit: f64, corners: CornerType) -> Result<Cover, CoverError> {
    cover_with(mesh, limit, corners, &mut |_| {})
}

/// [`cover`], step by step.
///
/// # Errors
/// Those of [`cover`].
pub fn cover_with(
    mesh: &Mesh,
    limit: f64,
    corners: CornerType,
    watch: &mut dyn FnMut(CoverStep),
) -> Result<Cover, CoverError> {
    if !(limit > 0.0 && limit < f64::INFINITY) {
        return Err(CoverError::Limit);
    }
    let is_single = |v: &Vec3<f64>| [v.x, v.y, v.z].iter().all(|x| (*x as f32).is_finite());
    if corners == CornerType::F32
        && let Some(vertex) = mesh.vertices().iter().position(|vertex| !is_single(vertex))
    {
        return Err(CoverError::Range { vertex });
    }
    let field = Field::new(mesh, limit);
    watch(field.step());
    let clusters = Clusters::grown(mesh, &field, limit, corners, watch);
    let pieces = clusters.proven(mesh, &field, limit, watch);
    let mut pieces = hulls::without_covered(mesh, pieces, watch);
    pieces.sort_by_key(|piece| (std::cmp::Reverse(piece.triangles.len()), piece.triangles[0]));
    let excess = pieces.iter().fold(0.0, |most: f64, piece| most.max(piece.excess));
    let solid = hulls::volume(mesh).abs();
    let sum: f64 = pieces.iter().map(|piece| piece.hull.volume().value).sum();
    let volume_ratio = (solid > 0.0 && mesh.is_closed() && !mesh.report().is_inside_by_parity()).then_some(sum / solid);
    Ok(Cover { pieces, excess, volume_ratio })
}

impl Cover {
    /// Proves by exact signs that each triangle of the mesh is listed once and lies in the hull of its piece.
    pub fn is_proven_to_hold(&self, mesh: &Mesh) -> bool {
        let mut is_listed = vec![false; mesh.triangles().len()];
        for piece in &self.pieces {
            for &triangle in &piece.triangles {
                if std::mem::replace(&mut is_listed[triangle as usize], true) {
                    return false;
                }
            }
            if !hulls::holds_all(&piece.hull, mesh, &piece.triangles) {
                return false;
            }
        }
        is_listed.iter().all(|&is_listed| is_listed)
    }
}
