//! A mesh at a pose, mirrored and scaled if wanted.

use super::Mesh;
use crate::view::{Facets, Leaves, Sealed, View};
use clearance::each::Each;
use clearance::{Pose, Vec3, vec3};

/// A mesh at a pose. It borrows the mesh, so many bodies share one tree.
///
/// A body may be mirrored and scaled. The coordinates of each vertex are multiplied by the scale and rounded once. Then
/// they are mirrored, and then the pose moves them.
///
/// ```
/// use clearance::{Pose, vec3};
/// use clearance_scene::{Mesh, distance};
///
/// let corners = [[1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [1.0, 1.0, 0.0]];
/// let mesh = Mesh::new(&corners, &[[0, 1, 2]]).unwrap();
/// let half = mesh.at(Pose::identity()).scaled(0.5).mirrored([true, false, false]);
/// assert_eq!(half.corners(0), [vec3(-0.5, 0.0, 0.0), vec3(-1.0, 0.0, 0.0), vec3(-0.5, 0.5, 0.0)]);
/// assert_eq!(distance(&mesh.at(Pose::identity()), &half).distance, 1.5);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Body<'a> {
    /// The mesh.
    pub mesh: &'a Mesh,
    /// From the mesh's frame to the world's. Numbers that are not finite give an answer without a claim.
    pub pose: Pose<Vec3<f64>>,
    factors: [f64; 3],
}

impl Mesh {
    /// The mesh at a pose.
    pub fn at(&self, pose: Pose<Vec3<f64>>) -> Body<'_> {
        Body { mesh: self, pose, factors: [1.0; 3] }
    }
}

impl Body<'_> {
    /// The same, scaled by a factor before the pose. The factor multiplies an earlier one. A negative factor mirrors all
    /// axes. If a product is not finite, the body has an answer without a claim.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        Self { factors: self.factors.each(|own| own * factor), ..self }
    }

    /// The same, mirrored along the axes that are named, before the pose. Mirrored twice is not mirrored. The front of
    /// a triangle becomes its back if the number of axes is odd.
    #[must_use]
    pub fn mirrored(self, axes: [bool; 3]) -> Self {
        let factors = std::array::from_fn(|axis| if axes[axis] { -self.factors[axis] } else { self.factors[axis] });
        Self { factors, ..self }
    }

    /// What each coordinate is multiplied by: the scale, negative along mirrored axes.
    pub fn factors(&self) -> [f64; 3] {
        self.factors
    }

    /// The corners of a triangle in the body's frame: mirrored and scaled, without the pose.
    ///
    /// # Panics
    /// If there is no triangle with this index.
    pub fn corners(&self, triangle: u32) -> [Vec3<f64>; 3] {
        let [x, y, z] = self.factors;
        self.mesh.corners(triangle).each(|corner| vec3(corner.x * x, corner.y * y, corner.z * z))
    }

    pub(crate) fn view(&self) -> View<'_, Vec3<f64>, 3> {
        let Mesh { vertices, triangles, tree, .. } = self.mesh;
        let leaves = Leaves::Facets(Facets { indices: triangles, vertices });
        View { pose: self.pose, factors: self.factors, tree, leaves }
    }
}

impl Sealed for Body<'_> {}
