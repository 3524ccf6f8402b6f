//! A device, shapes in its memory, and questions about pairs in the memory of the host or of the device.
//!
//! **Method**, for pairs of the host.
//! 1. The pairs are cut into parts. Two parts are under way: the kernel of one runs while the processor answers the open
//!    pairs of the one before.
//! 2. A part begins with a byte in each status that no kernel writes, and with an empty list of open rows.
//! 3. It ends when the stream has been waited for. Every status must have been written, and the list must have as many rows
//!    as statuses are open. Otherwise the device is lost, whatever the driver said.
//! 4. The processor answers the open rows.

use crate::cores::OnCores;
use crate::driver::{Address, Context, ForeignStream, Memory, Stream};
use crate::launch::{DeviceTable, Lists, Places, Rows, ask, gather, scatter};
use crate::{Answers, Error, Pairs, Question};
use clearance::AnyShape;
use clearance_kernels::{Answer, Host, OPEN, PoseRow, V};
use std::ffi::CStr;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

/// Rows of a part: they bound the memory of the device, 221 bytes a row and part. Larger: more memory. Smaller: kernels
/// that are too short to fill a device.
pub(crate) const PART: usize = 1 << 20;

/// A status that no kernel writes.
pub(crate) const UNWRITTEN: u8 = 0xAB;

/// A device with the kernels loaded. Clones share it.
#[derive(Clone)]
pub struct Gpu(pub(crate) Arc<Context>);

impl fmt::Debug for Gpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Gpu").field(&self.name()).finish()
    }
}

impl Gpu {
    /// The first device of the CUDA driver of this machine. The driver compiles each kernel when it is first asked for; the
    /// first time on a machine that takes a second or two, later it finds the kernel in its cache.
    ///
    /// # Errors
    /// [`Error::NoDriver`] if there is no driver, or no device that runs the kernels. Otherwise what the driver says.
    pub fn open() -> Result<Self, Error> {
        Self::with(None)
    }

    /// The same with the driver in this library.
    ///
    /// # Errors
    /// As [`Gpu::open`].
    pub fn open_library(path: &CStr) -> Result<Self, Error> {
        Self::with(Some(path))
    }

    fn with(library: Option<&CStr>) -> Result<Self, Error> {
        Context::open(library).map(Self)
    }

    /// The name of the device.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The number of the device that this address belongs to, as the driver counts them. The kernels run on device 0.
    ///
    /// # Errors
    /// What the driver says of an address that is none of a device.
    pub fn device_of(&self, address: Address) -> Result<i32, Error> {
        self.0.device_of(address)
    }

    /// Waits for a stream of another library.
    ///
    /// # Errors
    /// What the driver says.
    pub fn wait_for(&self, stream: ForeignStream) -> Result<(), Error> {
        self.0.stream_of(stream)?.wait()
    }

    /// Uploads shapes. Pairs name them by their indices in this list. Balls, segments, capsules, boxes and hulls, also
    /// rounded ones, are known to the kernels; pairs with another shape are answered on the cores.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or what the driver says.
    pub fn shapes(&self, shapes: &[AnyShape<V>]) -> Result<Shapes, Error> {
        let table = DeviceTable::new(&self.0, &Host::new(shapes))?;
        Ok(Shapes { gpu: self.clone(), table, cores: OnCores::new(shapes) })
    }
}

/// Shapes in the memory of a device, and beside it for open pairs.
pub struct Shapes {
    gpu: Gpu,
    table: DeviceTable,
    cores: OnCores,
}

impl fmt::Debug for Shapes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shapes({} on {})", self.cores.count(), self.gpu.name())
    }
}

/// Pairs in the memory of the device. All columns are without gaps.
#[derive(Clone, Copy, Debug)]
pub struct DevicePairs {
    /// The number of rows.
    pub count: usize,
    /// Two indices of shapes a row: `u32`. An index that is too large is an error for rows that are open, and is open.
    pub shapes: Address,
    /// Seven numbers a row, `f64`: the quaternion x, y, z, w and the translation of the first shape.
    pub poses_a: Address,
    /// The same of the second shape.
    pub poses_b: Address,
}

/// Columns for answers in the memory of the device. [`Address::NONE`] for those that are not asked for.
#[derive(Clone, Copy, Debug)]
pub struct DeviceColumns {
    /// One byte a row.
    pub status: Address,
    /// Distance, lower bound and upper bound: an `f64` a row each.
    pub lengths: [Address; 3],
    /// Point of the first shape, point of the second one, normal: three `f64` a row each.
    pub vectors: [Address; 3],
}

impl Shapes {
    /// The device.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// The answers for pairs in the memory of the host.
    ///
    /// # Errors
    /// [`Error::Lengths`] and [`Error::NoShape`] for pairs that name what is not there; otherwise what the driver says.
    pub fn ask(&self, question: Question, pairs: Pairs<'_>) -> Result<Answers, Error> {
        let count = pairs.checked(self.cores.count())?;
        let mut answers = Answers::new(count);
        if count == 0 {
            return Ok(answers);
        }
        let room = count.min(PART);
        let mut parts = [Part::new(&self.gpu.0, &self.table, room)?, Part::new(&self.gpu.0, &self.table, room)?];
        let starts: Vec<usize> = (0..count).step_by(PART).collect();
        for turn in 0..=starts.len() {
            if let Some(&first) = starts.get(turn) {
                parts[turn % 2].start(question, &self.table, &pairs, first..count.min(first + PART))?;
            }
            if turn > 0 {
                parts[(turn + 1) % 2].finish(question, &self.cores, &pairs, &mut answers)?;
            }
        }
        Ok(answers)
    }

    /// Writes the answers for pairs in the memory of the device there, and returns how many pairs were open. The work comes
    /// after what `stream` has to do, and all of it is done when the call returns.
    ///
    /// # Errors
    /// [`Error::TooMany`]; [`Error::NoShape`] if an open row names a shape that there is not; otherwise what the driver
    /// says. After an error the columns hold nothing that has a meaning.
    pub fn ask_on_device(
        &self,
        question: Question,
        pairs: DevicePairs,
        columns: DeviceColumns,
        stream: ForeignStream,
    ) -> Result<usize, Error> {
        let count = pairs.count;
        if count >= u32::MAX as usize {
            return Err(Error::TooMany);
        }
        if count == 0 {
            return Ok(0);
        }
        let context = &self.gpu.0;
        let own_status = context.memory::<u8>(count)?;
        let stream = context.stream_of(stream)?;
        let status = if columns.status.is_none() { own_status.address() } else { columns.status };
        let places = Places { status, lengths: columns.lengths, vectors: columns.vectors };
        let poses = [pairs.poses_a, pairs.poses_b];
        self.ask_rows(question, &stream, &Rows { count, shapes: pairs.shapes, poses, each: 0, bodies: 0 }, &places)
    }

    /// The answers for rows of the device, open ones included, and how many were open.
    pub(crate) fn ask_rows(
        &self,
        question: Question,
        stream: &Stream,
        rows: &Rows,
        places: &Places,
    ) -> Result<usize, Error> {
        let lists = Lists::new(&self.gpu.0, &self.table, rows.count)?;
        ask(stream, question, &self.table, rows, &lists, places)?;
        let mut open = [0];
        stream.down(&lists.open, &mut open)?;
        let open = open[0] as usize;
        if open > rows.count {
            return Err(unwritten());
        }
        if open > 0 {
            self.answer_open(question, stream, rows, open, &lists.open, places)?;
        }
        Ok(open)
    }

    /// Answers the rows on a list on the cores.
    fn answer_open(
        &self,
        question: Question,
        stream: &Stream,
        rows: &Rows,
        open: usize,
        list: &Memory<u32>,
        places: &Places,
    ) -> Result<(), Error> {
        let context = &self.gpu.0;
        let shapes = context.memory::<[u32; 2]>(open)?;
        let poses = [context.memory::<PoseRow>(open)?, context.memory::<PoseRow>(open)?];
        let answers_there = context.memory::<Answer>(open)?;
        gather(stream, open, list, rows, &shapes, [&poses[0], &poses[1]])?;
        let mut shapes_here = vec![[0; 2]; open];
        let mut poses_here = [vec![[0.0; 7]; open], vec![[0.0; 7]; open]];
        stream.down(&shapes, &mut shapes_here)?;
        stream.down(&poses[0], &mut poses_here[0])?;
        stream.down(&poses[1], &mut poses_here[1])?;
        let pairs = Pairs { shapes: &shapes_here, poses_a: &poses_here[0], poses_b: &poses_here[1] };
        if let Err(Error::NoShape { row }) = pairs.checked(self.cores.count()) {
            let mut listed = vec![0; row + 2];
            stream.down(list, &mut listed)?;
            return Err(Error::NoShape { row: listed[row + 1] as usize });
        }
        let answers = self.cores.answers(question, pairs);
        stream.up(&answers, &answers_there)?;
        scatter(stream, open, list, &answers_there, places)?;
        stream.wait()
    }
}

/// Pairs and room for their answers in the memory of the device. They may be asked again and again without a transfer.
pub struct Resident<'s> {
    shapes: &'s Shapes,
    part: Part,
}

impl Shapes {
    /// Uploads pairs, and makes room for their answers.
    ///
    /// # Errors
    /// As [`Shapes::ask`], and [`Error::TooMany`].
    pub fn resident(&self, pairs: Pairs<'_>) -> Result<Resident<'_>, Error> {
        let count = pairs.checked(self.cores.count())?;
        if count >= u32::MAX as usize {
            return Err(Error::TooMany);
        }
        let mut part = Part::new(&self.gpu.0, &self.table, count)?;
        part.upload(&pairs, 0..count)?;
        part.stream.wait()?;
        Ok(Resident { shapes: self, part })
    }
}

impl fmt::Debug for Resident<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Resident({} pairs on {})", self.part.rows.len(), self.shapes.gpu.name())
    }
}

impl Resident<'_> {
    /// Asks about all pairs, open ones included, and returns how many were open. The answers stay on the device.
    ///
    /// # Errors
    /// What the driver says.
    pub fn ask(&self, question: Question) -> Result<usize, Error> {
        let Rows { count, shapes, poses: [poses_a, poses_b], .. } = self.part.asked();
        let Places { status, lengths, vectors } = self.part.places(question);
        let pairs = DevicePairs { count, shapes, poses_a, poses_b };
        let columns = DeviceColumns { status, lengths, vectors };
        self.shapes.ask_on_device(question, pairs, columns, ForeignStream::default())
    }

    /// The mean seconds of the kernel alone, of so many runs in a row: open pairs stay open, and nothing is transferred.
    ///
    /// # Errors
    /// What the driver says.
    pub fn seconds_of_kernel(&self, question: Question, runs: u32) -> Result<f64, Error> {
        let (part, table) = (&self.part, &self.shapes.table);
        let run = || ask(&part.stream, question, table, &part.asked(), &part.lists, &part.places(question));
        run()?;
        part.stream.wait()?;
        let start = Instant::now();
        (0..runs).try_for_each(|_| run())?;
        part.stream.wait()?;
        Ok(start.elapsed().as_secs_f64() / f64::from(runs))
    }

    /// The answers to the last question. After [`Question::Overlaps`] the status alone has a meaning.
    ///
    /// # Errors
    /// What the driver says.
    pub fn answers(&self) -> Result<Answers, Error> {
        let mut answers = Answers::new(self.part.rows.len());
        self.part.stream.down(&self.part.status, &mut answers.status)?;
        for k in 0..3 {
            self.part.stream.down(&self.part.lengths[k], &mut answers.lengths[k])?;
            self.part.stream.down(&self.part.vectors[k], &mut answers.vectors[k])?;
        }
        Ok(answers)
    }
}

pub(crate) fn unwritten() -> Error {
    Error::Lost { doing: "reading answers", name: "rows were not written".into() }
}

/// A part of the pairs of the host: memory on the device, and the rows that are under way.
struct Part {
    // First, so that it is dropped first: it waits for the work that uses the memory.
    stream: Stream,
    shapes: Memory<[u32; 2]>,
    poses: [Memory<PoseRow>; 2],
    status: Memory<u8>,
    lengths: [Memory<f64>; 3],
    vectors: [Memory<[f64; 3]>; 3],
    lists: Lists,
    rows: std::ops::Range<usize>,
}

impl Part {
    fn new(context: &Arc<Context>, table: &DeviceTable, room: usize) -> Result<Self, Error> {
        Ok(Self {
            stream: context.stream()?,
            shapes: context.memory(room)?,
            poses: [context.memory(room)?, context.memory(room)?],
            status: context.memory(room)?,
            lengths: [context.memory(room)?, context.memory(room)?, context.memory(room)?],
            vectors: [context.memory(room)?, context.memory(room)?, context.memory(room)?],
            lists: Lists::new(context, table, room)?,
            rows: 0..0,
        })
    }

    /// Uploads the rows and starts the kernel.
    fn start(
        &mut self,
        question: Question,
        table: &DeviceTable,
        pairs: &Pairs<'_>,
        rows: std::ops::Range<usize>,
    ) -> Result<(), Error> {
        self.upload(pairs, rows)?;
        self.stream.fill(&self.status, UNWRITTEN, self.rows.len())?;
        ask(&self.stream, question, table, &self.asked(), &self.lists, &self.places(question))
    }

    fn upload(&mut self, pairs: &Pairs<'_>, rows: std::ops::Range<usize>) -> Result<(), Error> {
        let part = pairs.rows(rows.clone());
        self.rows = rows;
        self.stream.up(part.shapes, &self.shapes)?;
        self.stream.up(part.poses_a, &self.poses[0])?;
        self.stream.up(part.poses_b, &self.poses[1])
    }

    fn asked(&self) -> Rows {
        let poses = [self.poses[0].address(), self.poses[1].address()];
        Rows { count: self.rows.len(), shapes: self.shapes.address(), poses, each: 0, bodies: 0 }
    }

    fn places(&self, question: Question) -> Places {
        let is_asked = question != Question::Overlaps;
        let [p, q, r] = [0, 1, 2].map(|k: usize| if is_asked { self.lengths[k].address() } else { Address::NONE });
        let [u, v, w] = [0, 1, 2].map(|k: usize| if is_asked { self.vectors[k].address() } else { Address::NONE });
        Places { status: self.status.address(), lengths: [p, q, r], vectors: [u, v, w] }
    }

    /// Waits for the kernel, downloads, and answers the open rows on the cores.
    fn finish(
        &mut self,
        question: Question,
        cores: &OnCores,
        pairs: &Pairs<'_>,
        answers: &mut Answers,
    ) -> Result<(), Error> {
        let (rows, mut open) = (self.rows.clone(), [0]);
        self.stream.down(&self.status, &mut answers.status[rows.clone()])?;
        self.stream.down(&self.lists.open, &mut open)?;
        if question != Question::Overlaps {
            for k in 0..3 {
                self.stream.down(&self.lengths[k], &mut answers.lengths[k][rows.clone()])?;
                self.stream.down(&self.vectors[k], &mut answers.vectors[k][rows.clone()])?;
            }
        }
        let listed: Vec<usize> = rows.clone().filter(|&row| answers.status[row] == OPEN).collect();
        if answers.status[rows].contains(&UNWRITTEN) || listed.len() != open[0] as usize {
            return Err(unwritten());
        }
        let of = |column: &[PoseRow]| listed.iter().map(|&row| column[row]).collect::<Vec<_>>();
        let shapes: Vec<[u32; 2]> = listed.iter().map(|&row| pairs.shapes[row]).collect();
        let (poses_a, poses_b) = (of(pairs.poses_a), of(pairs.poses_b));
        let found = cores.answers(question, Pairs { shapes: &shapes, poses_a: &poses_a, poses_b: &poses_b });
        for (&row, answer) in listed.iter().zip(&found) {
            answers.set(row, answer);
        }
        answers.open += listed.len();
        Ok(())
    }
}

#[cfg(test)]
mod tests;
