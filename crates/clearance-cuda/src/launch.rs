//! The kernels by name, with their arguments in the order of `clearance-ptx`.

use crate::driver::{Address, Argument, Context, Memory, Stream};
use crate::{Error, Question};
use clearance_kernels::{Answer, BOX, Entry, Frame, HULL, Host, JointRow, PoseRow, Row};
use std::sync::Arc;

/// The kernels of a question: for all kinds of shapes, for boxes, for hulls. A second one answers what the first one left.
type OfQuestion = [&'static [&'static str]; 3];
const DISTANCE: OfQuestion =
    [&["distance_any", "distance_any_rest"], &["distance_boxes", "distance_boxes_rest"], &["distance_hulls"]];
const SIGNED: OfQuestion =
    [&["signed_any", "signed_any_rest"], &["signed_boxes", "signed_boxes_rest"], &["signed_hulls"]];
const WITHIN: OfQuestion =
    [&["within_any", "within_any_rest"], &["within_boxes", "within_boxes_rest"], &["within_hulls"]];
const OVERLAPS: OfQuestion =
    [&["overlaps_any", "overlaps_any_rest"], &["overlaps_boxes", "overlaps_boxes_rest"], &["overlaps_hulls"]];

/// The names of all kernels.
#[cfg(test)]
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let others = ["gather", "scatter", "place", "pair", "publish", "narrow", "least", "links"];
    [DISTANCE, SIGNED, WITHIN, OVERLAPS].into_iter().flatten().flatten().copied().chain(others)
}

/// A table of shapes in the memory of the device.
pub(crate) struct DeviceTable {
    entries: Memory<Entry>,
    rows: Memory<Row>,
    counts: [usize; 2],
    /// The place of the kernels for these kinds among the three of a question.
    kinds: usize,
}

impl DeviceTable {
    pub fn new(context: &Arc<Context>, host: &Host) -> Result<Self, Error> {
        let table = host.table();
        let counts = [table.entries.len(), table.rows.len()];
        let (entries, rows) = (context.memory(counts[0])?, context.memory(counts[1])?);
        let stream = context.stream()?;
        stream.up(table.entries, &entries)?;
        stream.up(table.rows, &rows)?;
        stream.wait()?;
        let kinds = match host.common_kind() {
            BOX => 1,
            HULL => 2,
            _ => 0,
        };
        Ok(Self { entries, rows, counts, kinds })
    }
}

/// Rows without an answer, in the memory of the device: their number, and then the rows.
pub(crate) struct Lists {
    /// After all kernels.
    pub open: Memory<u32>,
    /// After the first of two.
    rest: Memory<u32>,
}

impl Lists {
    /// Lists with room for so many rows.
    pub fn new(context: &Arc<Context>, table: &DeviceTable, rows: usize) -> Result<Self, Error> {
        let rest = if DISTANCE[table.kinds].len() > 1 { rows + 1 } else { 0 };
        Ok(Self { open: context.memory(rows + 1)?, rest: context.memory(rest)? })
    }
}

/// The pairs of a question in the memory of the device.
#[derive(Clone, Copy)]
pub(crate) struct Rows {
    pub count: usize,
    pub shapes: Address,
    pub poses: [Address; 2],
    /// Pairs and poses of a configuration, if rows are pairs of configurations: `poses[0]` has all poses then. Otherwise
    /// zero.
    pub each: usize,
    pub bodies: usize,
}

impl Rows {
    fn arguments(&self) -> [Argument; 5] {
        let [a, b] = self.poses;
        [self.shapes.into(), a.into(), b.into(), self.each.into(), self.bodies.into()]
    }
}

/// The columns of the answers: status, three lengths, three vectors.
#[derive(Clone, Copy)]
pub(crate) struct Places {
    pub status: Address,
    pub lengths: [Address; 3],
    pub vectors: [Address; 3],
}

impl Places {
    fn arguments(&self) -> [Argument; 7] {
        let [p, q, r] = self.lengths;
        let [u, v, w] = self.vectors;
        [self.status, p, q, r, u, v, w].map(Argument::from)
    }
}

/// Asks a question. Open rows go to the list of these.
pub(crate) fn ask(
    stream: &Stream,
    question: Question,
    table: &DeviceTable,
    rows: &Rows,
    lists: &Lists,
    places: &Places,
) -> Result<(), Error> {
    let (kernels, limit) = match question {
        Question::Distance => (DISTANCE, 0.0),
        Question::SignedDistance => (SIGNED, 0.0),
        Question::Within(limit) => (WITHIN, limit),
        Question::Overlaps => (OVERLAPS, 0.0),
    };
    let run = |kernel: &str, listed: Address, open: &Memory<u32>| {
        let counts = table.counts.map(Argument::from);
        let mut arguments: Vec<Argument> =
            vec![table.entries.address().into(), counts[0], table.rows.address().into(), counts[1], rows.count.into()];
        arguments.extend(rows.arguments());
        arguments.extend([Argument::from(limit), listed.into(), open.address().into()]);
        arguments.extend(places.arguments());
        stream.fill(open, 0, 1)?;
        stream.launch(kernel, rows.count, &arguments)
    };
    stream.prepare(kernels[table.kinds])?;
    match kernels[table.kinds] {
        [first, second] => {
            run(first, Address::NONE, &lists.rest)?;
            run(second, lists.rest.address(), &lists.open)
        }
        all => all.iter().try_for_each(|kernel| run(kernel, Address::NONE, &lists.open)),
    }
}

/// The pairs of the rows on a list.
pub(crate) fn gather(
    stream: &Stream,
    count: usize,
    list: &Memory<u32>,
    rows: &Rows,
    shapes: &Memory<[u32; 2]>,
    poses: [&Memory<PoseRow>; 2],
) -> Result<(), Error> {
    let mut arguments: Vec<Argument> = vec![count.into(), list.address().into()];
    arguments.extend(rows.arguments());
    arguments.extend([shapes.address(), poses[0].address(), poses[1].address()].map(Argument::from));
    stream.launch("gather", count, &arguments)
}

/// Answers to the rows on a list.
pub(crate) fn scatter(
    stream: &Stream,
    count: usize,
    list: &Memory<u32>,
    answers: &Memory<Answer>,
    places: &Places,
) -> Result<(), Error> {
    let mut arguments: Vec<Argument> = vec![count.into(), list.address().into(), answers.address().into()];
    arguments.extend(places.arguments());
    stream.launch("scatter", count, &arguments)
}

/// Numbers of another program in the memory of the device: 4 or 8 bytes each.
#[derive(Clone, Copy)]
pub(crate) struct Given {
    pub numbers: Address,
    pub bytes: usize,
}

/// Makes poses of rows of seven numbers, after the own poses of the bodies.
pub(crate) fn place(
    stream: &Stream,
    given: Given,
    own: &Memory<PoseRow>,
    [count, bodies]: [usize; 2],
    to: &Memory<PoseRow>,
    bad: &Memory<u32>,
) -> Result<(), Error> {
    let Given { numbers, bytes } = given;
    let places = [own.address(), to.address(), bad.address()].map(Argument::from);
    let mut arguments: Vec<Argument> = vec![count.into(), numbers.into(), bytes.into(), bodies.into()];
    arguments.extend(places);
    stream.launch("place", count, &arguments)
}

/// Makes pairs of rows of two whole numbers.
pub(crate) fn pair(
    stream: &Stream,
    given: Given,
    [count, bodies]: [usize; 2],
    to: &Memory<[u32; 2]>,
    bad: &Memory<u32>,
) -> Result<(), Error> {
    let Given { numbers, bytes } = given;
    let arguments =
        [count.into(), numbers.into(), bytes.into(), bodies.into(), to.address().into(), bad.address().into()];
    stream.launch("pair", count, &arguments)
}

/// Makes the columns what Python has: signs, verdicts, and the first row without an answer.
pub(crate) fn publish(
    stream: &Stream,
    count: usize,
    limit: f64,
    [signs, verdicts, bad]: [Address; 3],
    places: &Places,
) -> Result<(), Error> {
    let mut arguments: Vec<Argument> = vec![count.into(), limit.into(), signs.into(), verdicts.into(), bad.into()];
    arguments.extend(places.arguments());
    stream.launch("publish", count, &arguments)
}

/// How numbers are rounded to `f32`, as the kernel has it.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    Near = 0,
    Down = 1,
    Up = 2,
}

/// Rounds numbers to `f32`.
pub(crate) fn narrow(stream: &Stream, count: usize, from: Address, way: Way, to: Address) -> Result<(), Error> {
    stream.launch("narrow", count, &[count.into(), from.into(), (way as usize).into(), to.into()])
}

/// The least distance of each of `count` configurations of `each` pairs.
pub(crate) fn least(
    stream: &Stream,
    [count, each]: [usize; 2],
    pair: Address,
    from: &Places,
    to: &Places,
) -> Result<(), Error> {
    let mut arguments: Vec<Argument> = vec![count.into(), each.into(), pair.into()];
    arguments.extend(from.arguments());
    arguments.extend(to.arguments());
    stream.launch("least", count, &arguments)
}

/// The joints of a robot in the memory of the device, and how many joints, links and coordinates it has.
pub(crate) struct Tree {
    pub joints: Memory<JointRow>,
    pub counts: [usize; 3],
}

/// Where the links are in `count` configurations.
pub(crate) fn links(
    stream: &Stream,
    count: usize,
    given: Given,
    tree: &Tree,
    frames: &Memory<Frame>,
    [to, bad]: [Address; 2],
) -> Result<(), Error> {
    let Given { numbers, bytes } = given;
    let mut arguments: Vec<Argument> = vec![count.into(), numbers.into(), bytes.into(), tree.joints.address().into()];
    arguments.extend(tree.counts.map(Argument::from));
    arguments.extend([frames.address(), to, bad].map(Argument::from));
    stream.launch("links", count, &arguments)
}
