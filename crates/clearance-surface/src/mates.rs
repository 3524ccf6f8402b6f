//! What lies beyond the edges of a body's faces: the mesh is welded in its corners, so sides with equal corners meet.

use crate::face::Face;
use clearance::Vec3;
use std::collections::{BTreeMap, BTreeSet};

/// What lies beyond a piece of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mate {
    /// The face itself: a seam, or a side that is one point in space.
    Itself,
    /// A side of one triangle of another face.
    Other {
        /// The face.
        face: u32,
        /// The triangle in it.
        triangle: u32,
    },
    /// Nothing, or more than one side.
    Unknown,
}

/// A corner by its bits.
type Corner = [u64; 3];

/// The corner of the mesh at a point; both zeros are one.
fn corner_of(point: Vec3<f64>) -> Corner {
    [point.x, point.y, point.z].map(|x| (x + 0.0).to_bits())
}

/// The mates of all pieces of the edges of a body, and its shells.
#[derive(Clone, Debug)]
pub(crate) struct Mates {
    of: BTreeMap<(u32, u32, usize), Mate>,
    /// The number of the shell of each face: faces that meet in edges are of one shell.
    pub shells: Vec<u32>,
}

impl Mates {
    pub fn of(faces: &[Face]) -> Self {
        let mut sides: BTreeMap<[Corner; 2], Vec<(u32, u32, usize)>> = BTreeMap::new();
        for (number, face) in faces.iter().enumerate() {
            for triangle in 0..face.triangles().len() as u32 {
                let corners = face.corners(triangle).map(corner_of);
                for side in (0..3).filter(|&side| face.borders(triangle)[side].is_some()) {
                    let mut ends = [corners[side], corners[(side + 1) % 3]];
                    ends.sort_unstable();
                    sides.entry(ends).or_default().push((number as u32, triangle, side));
                }
            }
        }
        let mut of = BTreeMap::new();
        let mut shells: Vec<u32> = (0..faces.len() as u32).collect();
        for (ends, places) in sides {
            let is_point = ends[0] == ends[1];
            match places.as_slice() {
                [a, b] if a.0 != b.0 => {
                    of.insert(*a, Mate::Other { face: b.0, triangle: b.1 });
                    of.insert(*b, Mate::Other { face: a.0, triangle: a.1 });
                    let (first, second) = (root(&mut shells, a.0), root(&mut shells, b.0));
                    shells[first.max(second) as usize] = first.min(second);
                }
                all => {
                    let own: BTreeSet<u32> = all.iter().map(|place| place.0).collect();
                    let is_seam = own.len() == 1 && (is_point || all.len() == 2);
                    of.extend(all.iter().map(|place| (*place, if is_seam { Mate::Itself } else { Mate::Unknown })));
                }
            }
        }
        for face in 0..shells.len() as u32 {
            shells[face as usize] = root(&mut shells, face);
        }
        Self { of, shells }
    }

    /// What lies beyond a side of a triangle of a face, if that is a piece of an edge.
    pub fn beyond(&self, face: u32, triangle: u32, side: usize) -> Mate {
        self.of.get(&(face, triangle, side)).copied().unwrap_or(Mate::Unknown)
    }
}

/// The least face of a shell, with the ways to it made short.
fn root(shells: &mut [u32], face: u32) -> u32 {
    let mut root = face;
    while shells[root as usize] != root {
        root = shells[root as usize];
    }
    let mut face = face;
    while shells[face as usize] != root {
        face = std::mem::replace(&mut shells[face as usize], root);
    }
    root
}
