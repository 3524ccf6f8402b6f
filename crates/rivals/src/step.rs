//! The steps of a search as plain data: names, numbers and things that a page can draw.
//!
//! Plane pictures have the third coordinate 0. All coordinates are in the world's frame once a trace is handed out.

use clearance::WideVector;

/// Which of the two shapes something belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The first shape.
    A,
    /// The second shape.
    B,
}

impl Side {
    pub(crate) fn of(index: usize) -> Self {
        if index == 0 { Self::A } else { Self::B }
    }
}

/// Something that a step shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawn {
    /// A vertex, an edge or a face of a shape, by its corners.
    Feature {
        /// The shape.
        side: Side,
        /// Indices of vertices of its hull: one, two, or a loop of three or more.
        vertices: Vec<u32>,
    },
    /// Vertices of a shape that the step looks at, or a hull of them.
    Vertices {
        /// What they are.
        name: &'static str,
        /// The shape.
        side: Side,
        /// Indices of vertices of its hull.
        vertices: Vec<u32>,
    },
    /// A plane in space, a line in the plane: a side of a Voronoi region, a support plane, a portal.
    Plane {
        /// What it is.
        name: &'static str,
        /// A point on it.
        at: [f64; 3],
        /// Its normal, of any length.
        normal: [f64; 3],
    },
    /// A point of the world.
    Point {
        /// What it is.
        name: &'static str,
        /// Where it is.
        at: [f64; 3],
    },
    /// A simplex or a portal in the space of A − B. Its corners are differences of points.
    Simplex {
        /// What it is.
        name: &'static str,
        /// The corners.
        corners: Vec<[f64; 3]>,
    },
    /// A direction, of any length.
    Direction {
        /// What it is.
        name: &'static str,
        /// Where it points to.
        along: [f64; 3],
    },
}

/// One step of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What the step does, in words.
    pub name: &'static str,
    /// What can be drawn.
    pub drawn: Vec<Drawn>,
    /// Numbers with their names: lengths in the unit of the shapes, bounds, counts.
    pub numbers: Vec<(&'static str, f64)>,
}

impl Step {
    pub(crate) fn named(name: &'static str) -> Self {
        Self { name, drawn: Vec::new(), numbers: Vec::new() }
    }
    pub(crate) fn number(mut self, name: &'static str, value: f64) -> Self {
        self.numbers.push((name, value));
        self
    }
    pub(crate) fn plane<W: WideVector>(mut self, name: &'static str, at: W, normal: W) -> Self {
        self.drawn.push(Drawn::Plane { name, at: at.padded(), normal: normal.padded() });
        self
    }
    pub(crate) fn point<W: WideVector>(mut self, name: &'static str, at: W) -> Self {
        self.drawn.push(Drawn::Point { name, at: at.padded() });
        self
    }
    pub(crate) fn direction<W: WideVector>(mut self, name: &'static str, along: W) -> Self {
        self.drawn.push(Drawn::Direction { name, along: along.padded() });
        self
    }
    pub(crate) fn simplex<W: WideVector>(mut self, name: &'static str, corners: &[W]) -> Self {
        self.drawn.push(Drawn::Simplex { name, corners: corners.iter().map(|corner| corner.padded()).collect() });
        self
    }
    pub(crate) fn feature(mut self, side: usize, vertices: Vec<u32>) -> Self {
        self.drawn.push(Drawn::Feature { side: Side::of(side), vertices });
        self
    }
    pub(crate) fn vertices(mut self, name: &'static str, side: usize, vertices: Vec<u32>) -> Self {
        self.drawn.push(Drawn::Vertices { name, side: Side::of(side), vertices });
        self
    }
}

/// Where steps go: nowhere, or into a list.
pub(crate) trait Notes {
    /// Takes a step. It is only made if somebody keeps it.
    fn note(&mut self, step: impl FnOnce() -> Step);
}

/// Keeps nothing.
pub(crate) struct Silent;

impl Notes for Silent {
    #[inline(always)]
    fn note(&mut self, _step: impl FnOnce() -> Step) {}
}

impl Notes for Vec<Step> {
    fn note(&mut self, step: impl FnOnce() -> Step) {
        self.push(step());
    }
}

/// Steps in the frame of A become steps in the world's frame.
pub(crate) fn into_world<W: WideVector>(steps: &mut [Step], turn: &W::Matrix, shift: W) {
    let vector = |v: &mut [f64; 3]| *v = W::unpadded(*v).mapped(turn).padded();
    let point = |p: &mut [f64; 3]| *p = (W::unpadded(*p).mapped(turn) + shift).padded();
    for drawn in steps.iter_mut().flat_map(|step| &mut step.drawn) {
        match drawn {
            Drawn::Feature { .. } | Drawn::Vertices { .. } => {}
            Drawn::Plane { at, normal, .. } => {
                point(at);
                vector(normal);
            }
            Drawn::Point { at, .. } => point(at),
            Drawn::Simplex { corners, .. } => corners.iter_mut().for_each(vector),
            Drawn::Direction { along, .. } => vector(along),
        }
    }
}
