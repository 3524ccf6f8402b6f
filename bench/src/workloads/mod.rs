//! The questions: seeded pairs of shapes, with reference answers. They are data that every engine converts.

mod batches;
mod boxes;
mod curved;
mod hulls;
mod motion;
mod placing;
mod polygons;
pub mod touching;

pub use boxes::cuboid;
pub use hulls::ellipsoidal;
pub use polygons::polygon;

use std::fmt;

use crate::reference;

/// A shape as numbers. In the plane the third coordinates are zero.
#[derive(Clone, Debug, PartialEq)]
pub enum ShapeData {
    /// The hull of points. All of them are vertices, but for hulls that touch. In the plane they are counter-clockwise.
    Points(Vec<[f64; 3]>),
    /// A box, by its half-extents.
    Cuboid([f64; 3]),
    /// A ball around the origin, by its radius.
    Ball(f64),
    /// About the y axis; the half-height is that of the segment.
    Capsule { half_height: f64, radius: f64 },
    /// About the y axis.
    Cylinder { half_height: f64, radius: f64 },
    /// About the y axis, the apex at y = half-height.
    Cone { half_height: f64, radius: f64 },
    /// An ellipsoid around the origin, by its semi-axes.
    Ellipsoid([f64; 3]),
}

impl ShapeData {
    /// Applies a function to every number.
    fn map(&self, f: impl Fn(f64) -> f64) -> Self {
        match *self {
            Self::Points(ref points) => Self::Points(points.iter().map(|point| point.map(&f)).collect()),
            Self::Cuboid(half_extents) => Self::Cuboid(half_extents.map(f)),
            Self::Ball(radius) => Self::Ball(f(radius)),
            Self::Capsule { half_height, radius } => Self::Capsule { half_height: f(half_height), radius: f(radius) },
            Self::Cylinder { half_height, radius } => Self::Cylinder { half_height: f(half_height), radius: f(radius) },
            Self::Cone { half_height, radius } => Self::Cone { half_height: f(half_height), radius: f(radius) },
            Self::Ellipsoid(semi_axes) => Self::Ellipsoid(semi_axes.map(f)),
        }
    }
}

/// A rigid placement: the rotation `[c, s, 0, 0]` in the plane and the quaternion `[x, y, z, w]` in space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Applied first.
    pub rotation: [f64; 4],
    /// Applied second.
    pub translation: [f64; 3],
}

/// Two of the shapes and where they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// Indices of the shapes.
    pub shapes: [usize; 2],
    /// Where they are.
    pub poses: [Placement; 2],
    /// The number of this pair of moving bodies. Each pair has its own cache.
    pub track: usize,
}

/// How the shapes of a workload lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A gap of 2 to 4 sizes.
    Far,
    /// A gap of a thousandth to a tenth of the size.
    Near,
    /// A depth of a thousandth to a tenth of the size.
    Overlap,
}

impl Class {
    /// Every class.
    pub const ALL: [Self; 3] = [Self::Far, Self::Near, Self::Overlap];
    /// The least and the greatest signed distance, in sizes.
    pub fn range(self) -> (f64, f64) {
        match self {
            Self::Far => (2.0, 4.0),
            Self::Near => (1e-3, 1e-1),
            Self::Overlap => (-1e-1, -1e-3),
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Far => "far",
            Self::Near => "near",
            Self::Overlap => "overlap",
        })
    }
}

/// Pairs of shapes with their true signed distances.
#[derive(Clone, Debug, PartialEq)]
pub struct Workload {
    /// Names the shapes.
    pub name: String,
    /// How they lie.
    pub class: String,
    /// 2 or 3.
    pub dimension: usize,
    /// The unit of length of the class.
    pub size: f64,
    /// The shapes of the pairs. All are of one kind, unless the name says otherwise.
    pub shapes: Vec<ShapeData>,
    /// In the order they are asked in.
    pub pairs: Vec<Pair>,
    /// The signed distance of each pair.
    pub reference: Vec<f64>,
}

impl Workload {
    /// The workload of a name, class and pairs, with its reference answers.
    fn answered(
        name: &str,
        class: &str,
        dimension: usize,
        size: f64,
        shapes: Vec<ShapeData>,
        pairs: Vec<Pair>,
    ) -> Self {
        let mut workload =
            Self { name: name.into(), class: class.into(), dimension, size, shapes, pairs, reference: Vec::new() };
        workload.reference = reference::answers(&workload);
        workload
    }

    /// What errors are relative to, if it is longer than the true distance.
    pub fn unit_of_errors(&self) -> f64 {
        if self.name.starts_with(touching::PREFIX) { self.size } else { 0.0 }
    }

    /// Whether the shapes have curved cores.
    pub fn is_curved(&self) -> bool {
        use ShapeData::{Cone, Cylinder, Ellipsoid};
        self.shapes.iter().any(|shape| matches!(shape, Cylinder { .. } | Cone { .. } | Ellipsoid(_)))
    }

    /// Whether its pairs have contact manifolds: polytopes that meet, or touch to rounding.
    pub fn has_manifolds(&self) -> bool {
        let polytopes = self.shapes.iter().all(|shape| matches!(shape, ShapeData::Points(_) | ShapeData::Cuboid(_)));
        polytopes && self.reference.iter().all(|&distance| distance <= 1e-6)
    }

    /// Whether the pairs of a track differ by small motions.
    pub fn moves(&self) -> bool {
        self.pairs.iter().any(|pair| pair.track > 0)
    }
    /// How many pairs of bodies there are.
    pub fn tracks(&self) -> usize {
        self.pairs.iter().map(|pair| pair.track + 1).max().unwrap_or(0)
    }

    /// The workload with every number rounded to `f32`, and the reference answers of the rounded workload.
    ///
    /// Rotations are rounded so that they stay as near to unit length as `f32` allows. Libraries treat other rotations
    /// differently.
    pub fn rounded(&self) -> Self {
        let round = |x: f64| f64::from(x as f32);
        let shapes = self.shapes.iter().map(|shape| shape.map(round)).collect();
        let place = |pose: Placement| Placement {
            rotation: rounded_rotation(pose.rotation),
            translation: pose.translation.map(round),
        };
        let pairs = self.pairs.iter().map(|pair| Pair { poses: pair.poses.map(place), ..*pair }).collect();
        Self::answered(&self.name, &self.class, self.dimension, self.size, shapes, pairs)
    }
}

/// The rotation in `f32` with the length nearest to 1, among those a few roundings away.
fn rounded_rotation(rotation: [f64; 4]) -> [f64; 4] {
    const STEP: f64 = 0.25 * f32::EPSILON as f64;
    let numbers = rotation.iter().rposition(|&number| number != 0.0).map_or(1, |last| last + 1);
    // About a hundred candidates, in the plane and in space.
    let steps: i32 = if numbers <= 2 { 19 } else { 5 };
    let candidate = |index: i32| {
        let mut rest = index;
        rotation.map(|number| {
            let step = rest % steps - steps / 2;
            rest /= steps;
            if number == 0.0 { 0.0 } else { f64::from((number + f64::from(step) * STEP) as f32) }
        })
    };
    let excess = |rotation: &[f64; 4]| (rotation.iter().map(|number| number * number).sum::<f64>() - 1.0).abs();
    let candidates = (0..steps.pow(numbers as u32)).map(candidate);
    candidates.min_by(|a, b| excess(a).total_cmp(&excess(b))).expect("there are candidates")
}

/// A workload that is made when its turn comes.
pub struct Recipe {
    /// Names the shapes.
    pub name: String,
    /// How they lie.
    pub class: String,
    make: Box<dyn Fn(usize) -> Workload>,
    /// The most pairs that a quick run asks about.
    quick_pairs: usize,
    /// The most pairs that a full run asks about.
    full_pairs: usize,
}

/// The pairs of a full run, unless a recipe says otherwise. The branch predictors and the first-level cache cannot hold
/// them all.
const PAIRS: usize = 4096;

impl Recipe {
    fn new(name: &str, class: &str, quick_pairs: usize, make: impl Fn(usize) -> Workload + 'static) -> Self {
        Self { name: name.into(), class: class.into(), quick_pairs, full_pairs: PAIRS, make: Box::new(make) }
    }
    /// All of its pairs.
    pub fn full(&self) -> Workload {
        (self.make)(self.full_pairs)
    }
    /// Its first pairs.
    pub fn quick(&self) -> Workload {
        (self.make)(self.quick_pairs)
    }
}

/// Every workload, in the order of the report.
pub fn recipes() -> Vec<Recipe> {
    let mut recipes = boxes::recipes();
    recipes.extend(hulls::recipes());
    recipes.extend(polygons::recipes());
    recipes.extend(curved::recipes());
    recipes.extend(touching::recipes());
    recipes.extend(motion::recipes());
    recipes.extend(batches::recipes());
    recipes
}

#[cfg(test)]
mod tests;
