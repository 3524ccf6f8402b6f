//! Bodies in many configurations, all in the memory of the device: poses come in and answers go out as other libraries have
//! them there.
//!
//! **Method.**
//! 1. A kernel makes the poses: from rows of x, y, z and a quaternion xyzw, in `f64` or `f32`, after the own poses of the
//!    bodies. Another one makes the pairs, from whole numbers of four or eight bytes. Both name the first bad row.
//! 2. The kernels of the question run: row i is pair i mod M of configuration i / M. Open rows are answered on the cores.
//! 3. A kernel writes what Python has in place of statuses, and finds rows that were not written.
//! 4. The least distance of a configuration is the first of the least ones, one configuration a thread, some configurations at
//!    a time.

use crate::device::{Gpu, PART, Shapes, UNWRITTEN, unwritten};
use crate::driver::{Address, ForeignStream, Memory, Stream};
use crate::launch::{Given, Places, Rows, Way, least, narrow, pair, place, publish};
use crate::{Error, Question};
use clearance::AnyShape;
use clearance_kernels::{PoseRow, V};
use std::fmt;

/// Shapes with poses of their own, in the memory of a device.
pub struct Bodies {
    shapes: Shapes,
    own: Memory<PoseRow>,
    count: usize,
}

impl fmt::Debug for Bodies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bodies({} on {})", self.count, self.shapes.gpu().name())
    }
}

/// Numbers in the memory of the device, without gaps.
#[derive(Clone, Copy, Debug)]
pub struct DeviceNumbers {
    /// Where the first one is.
    pub address: Address,
    /// What each of them takes.
    pub precision: Precision,
}

/// The bytes of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// Eight: `f64`, `i64`.
    Double,
    /// Four: `f32`, `i32`. As answers: distances to the nearest, bounds outward.
    Single,
}

impl DeviceNumbers {
    pub(crate) fn given(self) -> Given {
        let bytes = if self.precision == Precision::Double { 8 } else { 4 };
        Given { numbers: self.address, bytes }
    }
}

/// Poses of all bodies in some configurations, one configuration after the other.
#[derive(Clone, Copy, Debug)]
pub struct Configurations {
    /// How many configurations there are.
    pub count: usize,
    /// Seven floats for each body: x, y, z and a quaternion x, y, z, w.
    pub poses: DeviceNumbers,
}

/// The pairs of each configuration: indices of bodies.
#[derive(Clone, Copy, Debug)]
pub enum ListedPairs<'p> {
    /// In the memory of the host.
    Host(&'p [[u32; 2]]),
    /// So many in the memory of the device: two whole numbers each.
    Device(usize, DeviceNumbers),
}

/// Which columns are wanted, and how.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The signs.
    pub status: bool,
    /// Distance, lower bound, upper bound.
    pub lengths: [bool; 3],
    /// Point of the first body, point of the second one, normal.
    pub vectors: [bool; 3],
    /// Of all numbers.
    pub precision: Precision,
}

/// A column in the memory of the device. It is there until it is dropped.
pub struct Column(pub(crate) Memory<u8>);

impl fmt::Debug for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Column({} bytes at {:#x})", self.0.len(), self.address().number())
    }
}

impl Column {
    /// Where it lies.
    pub fn address(&self) -> Address {
        self.0.address()
    }

    /// Copies its first bytes to the host.
    ///
    /// # Errors
    /// What the driver says.
    ///
    /// # Panics
    /// If there are more bytes than the column has.
    pub fn download(&self, to: &mut [u8]) -> Result<(), Error> {
        self.0.download(to)
    }
}

/// Answers in the memory of the device, a row for each pair of each configuration, or for each configuration. All is done
/// when they are given. Pairs beyond a limit have the distance and the upper bound infinity, the limit as the lower bound,
/// and NaN in points and normal.
#[derive(Debug, Default)]
pub struct DeviceAnswers {
    /// A byte a row: 1 apart, 0 touching, −1 overlapping.
    pub status: Option<Column>,
    /// Distance, lower bound, upper bound.
    pub lengths: [Option<Column>; 3],
    /// Points and normal, three numbers a row.
    pub vectors: [Option<Column>; 3],
    /// Of the least distance: the number of the pair, an `i64`, or −1 if all pairs are beyond the limit.
    pub pair: Option<Column>,
    /// How many pairs the cores answered.
    pub open: usize,
}

/// Poses and pairs as the kernels take them.
struct Ready {
    poses: Memory<PoseRow>,
    pairs: Memory<[u32; 2]>,
    each: usize,
}

/// Columns that kernels write.
struct Room {
    status: Memory<u8>,
    lengths: [Option<Memory<f64>>; 3],
    vectors: [Option<Memory<[f64; 3]>>; 3],
    bad: Memory<u32>,
}

impl Gpu {
    /// Numbers of the host in a new column of the device, eight bytes each.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or what the driver says.
    pub fn column(&self, numbers: &[f64]) -> Result<Column, Error> {
        let (there, stream) = (self.0.memory(numbers.len())?, self.0.stream()?);
        stream.up(numbers, &there)?;
        stream.wait()?;
        Ok(Column(there.bytes()))
    }

    /// Uploads shapes with a pose each, which poses of configurations are applied after. Which shapes the kernels know:
    /// [`Gpu::shapes`].
    ///
    /// # Errors
    /// As [`Gpu::shapes`].
    pub fn bodies(&self, shapes: &[AnyShape<V>], own: &[PoseRow]) -> Result<Bodies, Error> {
        if shapes.len() != own.len() {
            return Err(Error::Lengths { shapes: shapes.len(), poses: [own.len(); 2] });
        }
        let (there, stream) = (self.0.memory(own.len())?, self.0.stream()?);
        stream.up(own, &there)?;
        stream.wait()?;
        Ok(Bodies { shapes: self.shapes(shapes)?, own: there, count: own.len() })
    }
}

impl Bodies {
    /// The device.
    pub fn gpu(&self) -> &Gpu {
        self.shapes.gpu()
    }

    /// The answers for each pair of each configuration. The work comes after what `stream` has to do.
    ///
    /// # Errors
    /// [`Error::NoPose`] with the row of configuration · bodies + body, [`Error::NoShape`] with the row of the pairs,
    /// [`Error::TooMany`], and what the driver says.
    pub fn ask(
        &self,
        question: Question,
        configurations: Configurations,
        pairs: ListedPairs<'_>,
        wanted: &Wanted,
        stream: ForeignStream,
    ) -> Result<DeviceAnswers, Error> {
        let stream = self.gpu().0.stream_of(stream)?;
        let ready = self.ready(configurations, pairs, &stream)?;
        let count = configurations.count * ready.each;
        let room = self.room(count, wanted, question)?;
        let (signs, signs_at) = self.signs(count, wanted)?;
        let open = self.part(question, &stream, &ready, 0..configurations.count, &room, [signs_at, Address::NONE])?;
        self.given(signs, room, wanted, count, open, &stream)
    }

    /// A byte for each pair of each configuration: 1 if the bodies have a common point, otherwise 0.
    ///
    /// # Errors
    /// As [`Bodies::ask`].
    pub fn overlaps(
        &self,
        configurations: Configurations,
        pairs: ListedPairs<'_>,
        stream: ForeignStream,
    ) -> Result<Column, Error> {
        let stream = self.gpu().0.stream_of(stream)?;
        let ready = self.ready(configurations, pairs, &stream)?;
        let count = configurations.count * ready.each;
        let wanted = Wanted { status: false, lengths: [false; 3], vectors: [false; 3], precision: Precision::Double };
        let room = self.room(count, &wanted, Question::Overlaps)?;
        let verdicts = self.gpu().0.memory::<u8>(count)?;
        let to = [Address::NONE, verdicts.address()];
        self.part(Question::Overlaps, &stream, &ready, 0..configurations.count, &room, to)?;
        Ok(Column(verdicts))
    }

    /// The pair of least distance of each configuration, within a limit, which may be infinite. Of equal distances the first
    /// pair counts.
    ///
    /// # Errors
    /// As [`Bodies::ask`].
    pub fn minimum(
        &self,
        limit: f64,
        configurations: Configurations,
        pairs: ListedPairs<'_>,
        wanted: &Wanted,
        stream: ForeignStream,
    ) -> Result<DeviceAnswers, Error> {
        let (context, stream) = (&self.gpu().0, self.gpu().0.stream_of(stream)?);
        let ready = self.ready(configurations, pairs, &stream)?;
        let (count, each) = (configurations.count, ready.each);
        let question = if limit < f64::INFINITY { Question::Within(limit) } else { Question::Distance };
        let some = (PART / each.max(1)).clamp(1, count.max(1));
        let all = Wanted { lengths: [true, wanted.lengths[1], wanted.lengths[2]], ..*wanted };
        let room = self.room(some * each, &all, question)?;
        let found = self.room(count, &all, question)?;
        let number = context.memory::<i64>(count)?;
        stream.fill(&found.status, UNWRITTEN, count)?;
        let mut open = 0;
        for first in (0..count).step_by(some) {
            let range = first..count.min(first + some);
            open += self.part(question, &stream, &ready, range.clone(), &room, [Address::NONE; 2])?;
            let to = found.places().rows_on(first);
            least(&stream, [range.len(), each], number.address().rows_on::<i64>(first), &room.places(), &to)?;
        }
        let (signs, signs_at) = self.signs(count, wanted)?;
        self.published(&stream, count, 0.0, &found, [signs_at, Address::NONE])?;
        let mut answers = self.given(signs, found, wanted, count, open, &stream)?;
        answers.pair = Some(Column(number.bytes()));
        Ok(answers)
    }

    /// 1. Poses and pairs.
    fn ready(&self, configurations: Configurations, pairs: ListedPairs<'_>, stream: &Stream) -> Result<Ready, Error> {
        let each = match pairs {
            ListedPairs::Host(list) => list.len(),
            ListedPairs::Device(count, _) => count,
        };
        let rows = configurations.count.checked_mul(self.count.max(each)).filter(|&rows| rows < u32::MAX as usize);
        let (Some(_), true) = (rows, each < u32::MAX as usize) else { return Err(Error::TooMany) };
        let count = configurations.count * self.count;
        let context = &self.gpu().0;
        let (poses, listed) = (context.memory(count)?, context.memory(each)?);
        let bad = [context.memory::<u32>(1)?, context.memory::<u32>(1)?];
        stream.fill(&bad[0], 0xFF, 1)?;
        stream.fill(&bad[1], 0xFF, 1)?;
        place(stream, configurations.poses.given(), &self.own, [count, self.count], &poses, &bad[0])?;
        match pairs {
            ListedPairs::Host(list) => {
                if let Some(row) = list.iter().position(|pair| pair.iter().any(|&body| body as usize >= self.count)) {
                    return Err(Error::NoShape { row });
                }
                stream.up(list, &listed)?;
            }
            ListedPairs::Device(count, numbers) => {
                pair(stream, numbers.given(), [count, self.count], &listed, &bad[1])?;
            }
        }
        if let Some(row) = first_bad(stream, &bad[0])? {
            return Err(Error::NoPose { row });
        }
        match first_bad(stream, &bad[1])? {
            Some(row) => Err(Error::NoShape { row }),
            None => Ok(Ready { poses, pairs: listed, each }),
        }
    }

    /// The column of the signs, if it is wanted, and its address.
    fn signs(&self, count: usize, wanted: &Wanted) -> Result<(Option<Memory<i8>>, Address), Error> {
        let signs = wanted.status.then(|| self.gpu().0.memory::<i8>(count)).transpose()?;
        let address = signs.as_ref().map_or(Address::NONE, Memory::address);
        Ok((signs, address))
    }

    /// Columns for so many rows.
    fn room(&self, count: usize, wanted: &Wanted, question: Question) -> Result<Room, Error> {
        let context = &self.gpu().0;
        let is_asked = question != Question::Overlaps;
        let length = |k: usize| (is_asked && wanted.lengths[k]).then(|| context.memory(count)).transpose();
        let vector = |k: usize| (is_asked && wanted.vectors[k]).then(|| context.memory(count)).transpose();
        Ok(Room {
            status: context.memory(count)?,
            lengths: [length(0)?, length(1)?, length(2)?],
            vectors: [vector(0)?, vector(1)?, vector(2)?],
            bad: context.memory(1)?,
        })
    }

    /// 2. and 3., for some configurations, whose rows begin at the first of the room.
    fn part(
        &self,
        question: Question,
        stream: &Stream,
        ready: &Ready,
        configurations: std::ops::Range<usize>,
        room: &Room,
        published: [Address; 2],
    ) -> Result<usize, Error> {
        let count = configurations.len() * ready.each;
        if count == 0 {
            return Ok(0);
        }
        let poses = ready.poses.address().rows_on::<PoseRow>(configurations.start * self.count);
        let rows = Rows {
            count,
            shapes: ready.pairs.address(),
            poses: [poses, Address::NONE],
            each: ready.each,
            bodies: self.count,
        };
        stream.fill(&room.status, UNWRITTEN, count)?;
        let open = self.shapes.ask_rows(question, stream, &rows, &room.places())?;
        let limit = if let Question::Within(limit) = question { limit } else { f64::INFINITY };
        self.published(stream, count, limit, room, published)?;
        Ok(open)
    }

    /// 3. An error if a row was not written.
    fn published(
        &self,
        stream: &Stream,
        count: usize,
        limit: f64,
        room: &Room,
        [signs, verdicts]: [Address; 2],
    ) -> Result<(), Error> {
        stream.fill(&room.bad, 0xFF, 1)?;
        publish(stream, count, limit, [signs, verdicts, room.bad.address()], &room.places())?;
        match first_bad(stream, &room.bad)? {
            Some(_) => Err(unwritten()),
            None => Ok(()),
        }
    }

    /// The columns that are wanted, as they are wanted.
    fn given(
        &self,
        signs: Option<Memory<i8>>,
        room: Room,
        wanted: &Wanted,
        count: usize,
        open: usize,
        stream: &Stream,
    ) -> Result<DeviceAnswers, Error> {
        let mut answers = DeviceAnswers { open, ..DeviceAnswers::default() };
        answers.status = signs.map(|signs| Column(signs.bytes()));
        let ways = [Way::Near, Way::Down, Way::Up];
        for (k, column) in room.lengths.into_iter().enumerate().filter(|&(k, _)| wanted.lengths[k]) {
            let column = column.map(Memory::bytes);
            answers.lengths[k] = column.map(|own| self.rounded(own, count, ways[k], wanted, stream)).transpose()?;
        }
        for (k, column) in room.vectors.into_iter().enumerate() {
            let column = column.map(Memory::bytes);
            let rounded = |own| self.rounded(own, 3 * count, Way::Near, wanted, stream);
            answers.vectors[k] = column.map(rounded).transpose()?;
        }
        stream.wait()?;
        Ok(answers)
    }

    /// So many numbers in the precision that is wanted.
    fn rounded(
        &self,
        own: Memory<u8>,
        count: usize,
        way: Way,
        wanted: &Wanted,
        stream: &Stream,
    ) -> Result<Column, Error> {
        if wanted.precision == Precision::Double {
            return Ok(Column(own));
        }
        let to = self.gpu().0.memory::<f32>(count)?;
        narrow(stream, count, own.address(), way, to.address())?;
        stream.wait()?;
        Ok(Column(to.bytes()))
    }
}

/// The row in a number that threads share, if it names one.
pub(crate) fn first_bad(stream: &Stream, bad: &Memory<u32>) -> Result<Option<usize>, Error> {
    let mut row = [u32::MAX];
    stream.down(bad, &mut row)?;
    Ok((row[0] != u32::MAX).then_some(row[0] as usize))
}

impl Room {
    fn places(&self) -> Places {
        let [p, q, r] = self.lengths.each_ref().map(|own| own.as_ref().map_or(Address::NONE, Memory::address));
        let [u, v, w] = self.vectors.each_ref().map(|own| own.as_ref().map_or(Address::NONE, Memory::address));
        Places { status: self.status.address(), lengths: [p, q, r], vectors: [u, v, w] }
    }
}

impl Places {
    /// The places so many rows later.
    fn rows_on(&self, rows: usize) -> Self {
        Self {
            status: self.status.rows_on::<u8>(rows),
            lengths: self.lengths.map(|own| own.rows_on::<f64>(rows)),
            vectors: self.vectors.map(|own| own.rows_on::<[f64; 3]>(rows)),
        }
    }
}
