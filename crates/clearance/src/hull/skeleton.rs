//! The combinatorics of a hull of any dimension: which points are vertices, and the faces.

use super::orientation::ExactPoints;
use super::quick;
use crate::numbers::each::Each;
use crate::space::vector::WideVector;
use alloc::vec::Vec;

/// The vertices and faces of a hull, as indices.
pub(crate) struct Skeleton {
    /// 0 for a point, 1 for a segment, 2 for a polygon, 3 for a polyhedron.
    pub dimension: usize,
    /// The indices of the vertices in the list of points. Ascending; for a polygon in counter-clockwise order.
    pub vertices: Vec<usize>,
    /// The faces as indices of `vertices`, in counter-clockwise order as seen from outside. A polygon of the plane has
    /// one face; a flat polygon in space has two, one on each side. A face of a polyhedron begins with its least index,
    /// and the faces are in lexicographic order. So the vertices alone decide the faces and their order, whatever other
    /// points there were.
    pub faces: Vec<Vec<u32>>,
}

/// The hull of at least one point.
pub(crate) fn skeleton<W: WideVector>(cloud: &ExactPoints<'_, W>) -> Skeleton {
    let first = (1..cloud.len()).fold(0, |low, p| if cloud.lexicographic(p, low).is_lt() { p } else { low });
    let last = (1..cloud.len()).fold(0, |high, p| if cloud.lexicographic(p, high).is_gt() { p } else { high });
    if cloud.lexicographic(first, last).is_eq() {
        return Skeleton { dimension: 0, vertices: alloc::vec![first], faces: Vec::new() };
    }
    let Some(third) = off_line(cloud, first, last) else {
        return Skeleton { dimension: 1, vertices: alloc::vec![first, last], faces: Vec::new() };
    };
    if W::DIM == 2 {
        return polygon(cloud.convex_polygon([0, 1]), false);
    }
    match off_plane(cloud, [first, last, third]) {
        Some(fourth) => polyhedron(quick::faces(cloud, [first, last, third, fourth])),
        None => polygon(cloud.convex_polygon(axes_across(cloud, [first, last, third])), true),
    }
}

fn polygon(vertices: Vec<usize>, flat_in_space: bool) -> Skeleton {
    let front: Vec<u32> = (0..vertices.len() as u32).collect();
    let back: Vec<u32> = front.iter().rev().copied().collect();
    let faces = if flat_in_space { alloc::vec![front, back] } else { alloc::vec![front] };
    Skeleton { dimension: 2, vertices, faces }
}

fn polyhedron(loops: Vec<Vec<usize>>) -> Skeleton {
    let mut vertices: Vec<usize> = loops.iter().flatten().copied().collect();
    vertices.sort_unstable();
    vertices.dedup();
    let place = |point: &usize| vertices.binary_search(point).unwrap_or(0) as u32;
    let mut faces: Vec<Vec<u32>> = loops.iter().map(|points| from_least(points.iter().map(place).collect())).collect();
    faces.sort_unstable();
    Skeleton { dimension: 3, vertices, faces }
}

/// The closed loop, begun at its least index.
fn from_least(mut face: Vec<u32>) -> Vec<u32> {
    let least = (1..face.len()).fold(0, |least, place| if face[place] < face[least] { place } else { least });
    face.rotate_left(least);
    face
}

/// A point not on the line through two points, if possible far from it. `None` if all points are on the line.
fn off_line<W: WideVector>(cloud: &ExactPoints<'_, W>, first: usize, last: usize) -> Option<usize> {
    let base = cloud.rounded(first);
    let along = cloud.rounded(last) - base;
    let off = |point: usize| {
        let area = along.wedge(&(cloud.rounded(point) - base));
        W::dot_areas(&area, &area)
    };
    let far = (1..cloud.len()).fold(0, |far, point| if off(point) > off(far) { point } else { far });
    let spans = |point: &usize| !cloud.collinear([first, last, *point]);
    Some(far).filter(spans).or_else(|| (0..cloud.len()).find(spans))
}

/// A point not in the plane through three points, if possible far from it. `None` if all points are in the plane.
fn off_plane<W: WideVector>(cloud: &ExactPoints<'_, W>, [p, q, r]: [usize; 3]) -> Option<usize> {
    let base = cloud.rounded(p);
    let normal = W::normal_of(&[cloud.rounded(q) - base, cloud.rounded(r) - base]);
    let off = |point: usize| (cloud.rounded(point) - base).dot(&normal).abs();
    let far = (1..cloud.len()).fold(0, |far, point| if off(point) > off(far) { point } else { far });
    let spans = |point: &usize| cloud.orientation(p, &[q, r, *point]).is_ne();
    Some(far).filter(spans).or_else(|| (0..cloud.len()).find(spans))
}

/// Two axes such that the projection of the plane of three points to them is one to one: the coordinate of the normal
/// along the third axis is not zero.
fn axes_across<W: WideVector>(cloud: &ExactPoints<'_, W>, [p, q, r]: [usize; 3]) -> [usize; 2] {
    use crate::numbers::real::Ring;
    use crate::space::vector::Space;
    let base = cloud.exact(p);
    let normal = W::Exact::normal_of(&[cloud.exact(q).minus(&base), cloud.exact(r).minus(&base)]);
    let sizes = [0, 1, 2].each(|axis| {
        let coordinate = normal.coordinate(axis);
        if coordinate.is_negative() { coordinate.negated() } else { coordinate.clone() }
    });
    let dropped = (1..3).fold(0, |most, axis| if sizes[axis] > sizes[most] { axis } else { most });
    // In this order of the axes the polygon is counter-clockwise about the dropped axis.
    [[1, 2], [2, 0], [0, 1]][dropped]
}
