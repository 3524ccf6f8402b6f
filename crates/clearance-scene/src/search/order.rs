//! The canonical order of two bodies: the search sees the same two in the same order, whichever was named first.

use crate::mesh::Body;
use clearance::vec3;
use std::cmp::Ordering;

/// Whether the first body comes before the second. Bodies that do not differ are in any order.
///
/// The order compares sizes, coordinates and poses one by one. So it does not depend on the unit of length.
pub(crate) fn precedes(a: &Body, b: &Body) -> bool {
    let sizes = [a, b].map(|body| (body.mesh.triangles().len(), body.mesh.vertices().len()));
    let coordinates = |body: &Body| -> [f64; 12] {
        let columns = [vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0)];
        let [x, y, z] = columns.map(|axis| <[f64; 3]>::from(body.pose.apply_vector(axis)));
        let t: [f64; 3] = body.pose.translation.into();
        std::array::from_fn(|place| [t, x, y, z][place / 3][place % 3])
    };
    let by_pose = || coordinates(a).iter().zip(&coordinates(b)).map(|(x, y)| x.total_cmp(y)).find(|o| o.is_ne());
    sizes[0].cmp(&sizes[1]).then_with(|| by_pose().unwrap_or(Ordering::Equal)).then_with(|| by_mesh(a, b)).is_lt()
}

/// The order of two meshes at one pose.
fn by_mesh(a: &Body, b: &Body) -> Ordering {
    if std::ptr::eq(a.mesh, b.mesh) {
        return Ordering::Equal;
    }
    let coordinates = |body: &Body| -> Vec<f64> { body.mesh.vertices().iter().flat_map(|v| [v.x, v.y, v.z]).collect() };
    let differ = coordinates(a).iter().zip(&coordinates(b)).map(|(x, y)| x.total_cmp(y)).find(|order| order.is_ne());
    differ.unwrap_or(Ordering::Equal).then_with(|| a.mesh.triangles().cmp(b.mesh.triangles()))
}
