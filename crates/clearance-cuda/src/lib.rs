//! Certified distances of many pairs on an NVIDIA GPU, with the bits of the processor.
//!
//! The GPU runs `clearance-kernels`, the same text that the processor runs. Pairs that floats leave open go to the
//! processor's batch. So every answer is total and certified, and it has the bits of
//! [`Solver`](clearance::Solver), wherever it was computed.
//!
//! The driver is found at run time. Nothing of CUDA is needed to build this crate or to start a program with it. Without a
//! driver, or without a device of compute capability 8.0 (Ampere) or later, [`Gpu::open`] says so, and [`Asker`] answers on
//! the cores.
//!
//! ```
//! use clearance::{Cuboid, vec3};
//! use clearance_cuda::{Asker, Pairs, Question};
//!
//! let asker = Asker::new(vec![Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap().into()]);
//! println!("answers come from {}", asker.place());
//! // A pose: the quaternion x, y, z, w, then the translation.
//! let poses_a = [[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]];
//! let poses_b = [[0.0, 0.0, 0.0, 1.0, 5.0, 0.0, 0.0]];
//! let pairs = Pairs { shapes: &[[0, 0]], poses_a: &poses_a, poses_b: &poses_b };
//! let answers = asker.ask(Question::Distance, pairs)?;
//! assert_eq!((answers.distance(0), answers.status[0]), (3.0, clearance_cuda::SEPARATED));
//! # Ok::<(), clearance_cuda::Error>(())
//! ```
//!
//! # When it helps
//!
//! `docs/scale.md` has the figures. Poses that already lie in the memory of the device gain most. Scenes at rest gain
//! nothing: all of their pairs are open.

mod asker;
mod configurations;
mod cores;
mod device;
mod driver;
mod kinematics;
mod launch;
mod spare;
mod text;

pub use asker::Asker;
pub use clearance_kernels::{BEYOND, JointRow, OVERLAPPING, PoseRow, SEPARATED, TOUCHING};
pub use configurations::{
    Bodies, Column, Configurations, DeviceAnswers, DeviceNumbers, ListedPairs, Precision, Wanted,
};
pub use device::{DeviceColumns, DevicePairs, Gpu, Resident, Shapes};
pub use driver::{Address, ForeignStream};
pub use kinematics::Kinematics;

use clearance_kernels::Answer;
use std::fmt;

/// What is asked of each pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Question {
    /// [`Solver::distance`](clearance::Solver::distance).
    Distance,
    /// [`Solver::signed_distance`](clearance::Solver::signed_distance). Pairs that overlap, but for balls and boxes, go to
    /// the processor.
    SignedDistance,
    /// [`Solver::within`](clearance::Solver::within) this limit, in the unit of the shapes. The status of a pair that is
    /// farther apart is [`BEYOND`].
    Within(f64),
    /// [`Solver::overlaps`](clearance::Solver::overlaps). The status is [`OVERLAPPING`] or [`SEPARATED`]; the other columns
    /// are zero.
    Overlaps,
}

/// Pairs in the memory of the host: for each row two shapes, by their indices, and two poses.
#[derive(Clone, Copy, Debug)]
pub struct Pairs<'p> {
    /// The indices of the two shapes.
    pub shapes: &'p [[u32; 2]],
    /// The poses of the first shapes: the quaternion x, y, z, w, then the translation.
    pub poses_a: &'p [PoseRow],
    /// The poses of the second shapes.
    pub poses_b: &'p [PoseRow],
}

impl Pairs<'_> {
    /// The number of rows, if all columns have it and every shape is one of the first `shapes`.
    fn checked(&self, shapes: usize) -> Result<usize, Error> {
        let count = self.shapes.len();
        if self.poses_a.len() != count || self.poses_b.len() != count {
            return Err(Error::Lengths { shapes: count, poses: [self.poses_a.len(), self.poses_b.len()] });
        }
        match self.shapes.iter().position(|pair| pair.iter().any(|&shape| shape as usize >= shapes)) {
            Some(row) => Err(Error::NoShape { row }),
            None => Ok(count),
        }
    }

    fn rows(&self, range: std::ops::Range<usize>) -> Self {
        let Self { shapes, poses_a, poses_b } = *self;
        Self { shapes: &shapes[range.clone()], poses_a: &poses_a[range.clone()], poses_b: &poses_b[range] }
    }
}

/// The answers, one row a pair. Lengths are in the unit of the shapes, points and normals in the world's frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    /// [`SEPARATED`], [`TOUCHING`], [`OVERLAPPING`] or [`BEYOND`].
    pub status: Vec<u8>,
    /// The distances, the lower bounds and the upper bounds.
    pub lengths: [Vec<f64>; 3],
    /// The points of the first shapes, those of the second ones, and the normals from the first to the second.
    pub vectors: [Vec<[f64; 3]>; 3],
    /// How many pairs a kernel left open: the processor answered them. All, if there is no GPU.
    pub open: usize,
}

impl Answers {
    fn new(count: usize) -> Self {
        let (length, vector) = (vec![0.0; count], vec![[0.0; 3]; count]);
        let (lengths, vectors) = ([length.clone(), length.clone(), length], [vector.clone(), vector.clone(), vector]);
        Self { status: vec![0; count], lengths, vectors, open: 0 }
    }

    /// The distance of a row.
    pub fn distance(&self, row: usize) -> f64 {
        self.lengths[0][row]
    }

    fn set(&mut self, row: usize, answer: &Answer) {
        self.status[row] = answer.status;
        for (column, &length) in self.lengths.iter_mut().zip(&answer.lengths) {
            column[row] = length;
        }
        for (column, &vector) in self.vectors.iter_mut().zip(&answer.vectors) {
            column[row] = vector;
        }
    }
}

/// Why there is no answer. An error comes instead of answers, never beside them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// There is no driver, or no device that runs the kernels: which.
    NoDriver(String),
    /// The memory of the device does not suffice.
    OutOfMemory {
        /// What was being done.
        doing: &'static str,
    },
    /// The device answers nothing more. The program must start anew to use it.
    Lost {
        /// What was being done.
        doing: &'static str,
        /// The driver's name of the error.
        name: String,
    },
    /// The driver refused a call.
    Failed {
        /// What was being done.
        doing: &'static str,
        /// The driver's number of the error.
        code: i32,
        /// The driver's name of the error.
        name: String,
    },
    /// The columns of the pairs differ in length.
    Lengths {
        /// The number of pairs of shapes.
        shapes: usize,
        /// The numbers of poses.
        poses: [usize; 2],
    },
    /// A row names a shape that there is not.
    NoShape {
        /// The first such row.
        row: usize,
    },
    /// A row of numbers is no pose: one is not finite, or the length of the quaternion is not between 1/2 and 2.
    NoPose {
        /// The first such row.
        row: usize,
    },
    /// A row of numbers is no configuration: one is not finite, or a quaternion is zero or too long to be measured.
    NoConfiguration {
        /// The first such row.
        row: usize,
    },
    /// A joint names a link or a number that there is not, or a parent whose own joint comes later.
    NoJoint {
        /// The first such joint.
        row: usize,
    },
    /// More rows in one call than an index of 32 bits counts.
    TooMany,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDriver(why) => f.write_str(why),
            Self::OutOfMemory { doing } => write!(f, "{doing}: the device has too little memory"),
            Self::Lost { doing, name } => write!(f, "{doing}: the device is lost ({name})"),
            Self::Failed { doing, code, name } => write!(f, "{doing}: the driver says {code} {name}"),
            Self::Lengths { shapes, poses: [a, b] } => write!(f, "{shapes} pairs of shapes, but {a} and {b} poses"),
            Self::NoShape { row } => write!(f, "row {row} names a shape that there is not"),
            Self::NoPose { row } => write!(
                f,
                "row {row} is no pose: a number is not finite, or the length of the quaternion is not between 1/2 and 2"
            ),
            Self::NoConfiguration { row } => {
                write!(f, "row {row} is no configuration: a number is not finite, or a quaternion has no length")
            }
            Self::NoJoint { row } => {
                write!(f, "joint {row} names a link or a number that there is not, or comes too early")
            }
            Self::TooMany => f.write_str("more than 4,294,967,294 pairs in one call"),
        }
    }
}

impl std::error::Error for Error {}
