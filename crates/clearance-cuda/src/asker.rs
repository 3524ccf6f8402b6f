//! Answers wherever they can be computed: on the GPU if there is one, otherwise on the cores.

use crate::cores::OnCores;
use crate::device::{Gpu, Shapes};
use crate::{Answers, Error, Pairs, Question};
use clearance::AnyShape;
use clearance_kernels::V;

/// Shapes that are asked about, on the GPU or on the cores. The bits are the same.
#[derive(Debug)]
pub struct Asker(Place);

#[derive(Debug)]
enum Place {
    Gpu(Shapes),
    Cores(OnCores, String),
}

impl Asker {
    /// On the GPU if [`Gpu::open`] finds one and it takes the shapes, otherwise on the cores.
    pub fn new(shapes: Vec<AnyShape<V>>) -> Self {
        match Gpu::open().and_then(|gpu| gpu.shapes(&shapes)) {
            Ok(shapes) => Self(Place::Gpu(shapes)),
            Err(why) => Self(Place::Cores(OnCores::new(&shapes), why.to_string())),
        }
    }

    /// On the cores.
    pub fn on_cores(shapes: Vec<AnyShape<V>>) -> Self {
        Self(Place::Cores(OnCores::new(&shapes), "as asked".into()))
    }

    /// Where answers come from: the name of the device, or the cores and why.
    pub fn place(&self) -> String {
        match &self.0 {
            Place::Gpu(shapes) => shapes.gpu().name().to_owned(),
            Place::Cores(_, why) => format!("the cores: {why}"),
        }
    }

    /// The answers for all pairs.
    ///
    /// # Errors
    /// [`Error::Lengths`] and [`Error::NoShape`] for pairs that name what is not there. The errors of the driver if the
    /// device fails; then there are no answers, and [`Asker::on_cores`] gives them.
    pub fn ask(&self, question: Question, pairs: Pairs<'_>) -> Result<Answers, Error> {
        match &self.0 {
            Place::Gpu(shapes) => shapes.ask(question, pairs),
            Place::Cores(cores, _) => {
                pairs.checked(cores.count())?;
                Ok(cores.ask(question, pairs))
            }
        }
    }
}
