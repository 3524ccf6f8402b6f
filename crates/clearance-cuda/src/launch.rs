//! The kernels by name, with their arguments in the order of `clearance-ptx`.

use crate::driver::{Address, Argument, Context, Memory, Stream};
use crate::{Error, Question};
use clearance_kernels::{Answer, BOX, Entry, HULL, Host, PoseRow};
use std::sync::Arc;

/// All kernels.
pub(crate) const KERNELS: [&str; 14] = [
    "distance_any",
    "distance_boxes",
    "distance_hulls",
    "signed_any",
    "signed_boxes",
    "signed_hulls",
    "within_any",
    "within_boxes",
    "within_hulls",
    "overlaps_any",
    "overlaps_boxes",
    "overlaps_hulls",
    "gather",
    "scatter",
];

/// A table of shapes in the memory of the device.
pub(crate) struct DeviceTable {
    entries: Memory<Entry>,
    rows: Memory<[f64; 4]>,
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

/// The pairs of a question in the memory of the device.
#[derive(Clone, Copy)]
pub(crate) struct Rows {
    pub count: usize,
    pub shapes: Address,
    pub poses: [Address; 2],
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

/// Asks a question. Open rows go to the list.
pub(crate) fn ask(
    stream: &Stream,
    question: Question,
    table: &DeviceTable,
    rows: &Rows,
    open: &Memory<u32>,
    places: &Places,
) -> Result<(), Error> {
    let (first, limit) = match question {
        Question::Distance => (0, 0.0),
        Question::SignedDistance => (3, 0.0),
        Question::Within(limit) => (6, limit),
        Question::Overlaps => (9, 0.0),
    };
    let mut arguments: Vec<Argument> = vec![
        table.entries.address().into(),
        table.counts[0].into(),
        table.rows.address().into(),
        table.counts[1].into(),
        rows.count.into(),
        rows.shapes.into(),
        rows.poses[0].into(),
        rows.poses[1].into(),
        limit.into(),
        open.address().into(),
    ];
    arguments.extend(places.arguments());
    stream.launch(KERNELS[first + table.kinds], rows.count, &arguments)
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
    let arguments = [
        count.into(),
        list.address().into(),
        rows.shapes.into(),
        rows.poses[0].into(),
        rows.poses[1].into(),
        shapes.address().into(),
        poses[0].address().into(),
        poses[1].address().into(),
    ];
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
