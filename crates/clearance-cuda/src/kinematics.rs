//! Where the links of a robot are in many configurations: numbers of joints come in and poses go out in the memory of the device.
//!
//! One configuration a thread. The frames of its links, with the bounds of their errors, lie in memory of the device, some
//! configurations at a time. The text is that of `clearance-robot`, so the poses have its bits.

use crate::Error;
use crate::configurations::{Column, DeviceNumbers, first_bad};
use crate::device::{Gpu, PART};
use crate::driver::{ForeignStream, Memory};
use crate::launch::{Given, Tree, links};
use clearance_kernels::{Frame, JointRow};
use std::fmt;

/// The joints of a robot in the memory of a device.
pub struct Kinematics {
    gpu: Gpu,
    tree: Tree,
}

impl fmt::Debug for Kinematics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [joints, links, coordinates] = self.tree.counts;
        let gpu = self.gpu.name();
        write!(f, "Kinematics({joints} joints, {links} links, {coordinates} coordinates on {gpu})")
    }
}

impl Gpu {
    /// Uploads the joints of a robot with so many links and so many numbers in a configuration. The rows are those of
    /// `clearance_robot::Robot::joint_rows`.
    ///
    /// # Errors
    /// [`Error::NoJoint`] if a row names a link or a number that there is not, or a parent whose joint comes later;
    /// otherwise what the driver says.
    pub fn kinematics(&self, rows: &[JointRow], links: usize, coordinates: usize) -> Result<Kinematics, Error> {
        if let Some(row) = rows.iter().position(|row| !is_in(row, links, coordinates)) {
            return Err(Error::NoJoint { row });
        }
        let is_late = |(place, row): (usize, &JointRow)| rows[place..].iter().any(|later| later.child == row.parent);
        if let Some(row) = rows.iter().enumerate().position(is_late) {
            return Err(Error::NoJoint { row });
        }
        let (joints, stream) = (self.0.memory(rows.len())?, self.0.stream()?);
        stream.up(rows, &joints)?;
        stream.wait()?;
        Ok(Kinematics { gpu: self.clone(), tree: Tree { joints, counts: [rows.len(), links, coordinates] } })
    }
}

/// Whether the links and the numbers of a joint exist.
fn is_in(row: &JointRow, links: usize, coordinates: usize) -> bool {
    // How many numbers each kind of joint has, in the order of `Moves`.
    let width = [0, 1, 1, 3, 7].get(row.moves as usize).copied().unwrap_or(usize::MAX);
    let has_numbers = match row.first {
        u32::MAX => width <= 1,
        first => (first as usize).checked_add(width).is_some_and(|end| end <= coordinates),
    };
    has_numbers && (row.parent as usize) < links && (row.child as usize) < links
}

impl Kinematics {
    /// The device.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// The poses of all links in `count` configurations, one after the other: x, y, z and a quaternion x, y, z, w for each, in
    /// `f64`. The work comes after what `stream` has to do, and is done when they are given.
    ///
    /// # Errors
    /// [`Error::NoConfiguration`], [`Error::TooMany`], and what the driver says.
    pub fn poses(&self, count: usize, numbers: DeviceNumbers, stream: ForeignStream) -> Result<Column, Error> {
        let [_, links_count, coordinates] = self.tree.counts;
        let rows = count.checked_mul(links_count).filter(|&rows| rows < u32::MAX as usize).ok_or(Error::TooMany)?;
        let (context, some) = (&self.gpu.0, (PART / links_count.max(1)).clamp(1, count.max(1)));
        let stream = context.stream_of(stream)?;
        let (frames, to): (Memory<Frame>, Memory<[f64; 7]>) =
            (context.memory(some * links_count)?, context.memory(rows)?);
        let bad = context.memory::<u32>(1)?;
        stream.fill(&bad, 0xFF, 1)?;
        let Given { numbers, bytes } = numbers.given();
        for start in (0..count).step_by(some) {
            let given = Given { numbers: numbers.rows_on::<u8>(start * coordinates * bytes), bytes };
            let place = to.address().rows_on::<[f64; 7]>(start * links_count);
            links(&stream, some.min(count - start), given, &self.tree, &frames, [place, bad.address()])?;
            // A part names a configuration by its place in the part.
            if let Some(row) = first_bad(&stream, &bad)? {
                return Err(Error::NoConfiguration { row: start + row });
            }
        }
        Ok(Column(to.bytes()))
    }
}
