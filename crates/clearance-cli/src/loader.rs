//! The files that lines of a pairs file name. Each is read once, whatever number of lines and threads ask for it.

use clearance::each::Each;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use clearance_files::Scalar;
use clearance_files::document::{CompositeDocument, CoreDocument, PoseDocument, ShapeDocument};
use clearance_files::fault::Fault;
use clearance_files::readers::{Approximation, Reading};
use clearance_files::thing::{self, Thing};

use crate::input::{self, Given};
use crate::inside::Inside;
use crate::part::Part;
use crate::part_question::PartQuestion;
use crate::unit::{self, Known, Unit};

/// Reads files and keeps what they became.
pub struct Loader {
    /// The folder that paths start from.
    folder: PathBuf,
    /// The unit of answers, and of files without one.
    unit: Option<Unit>,
    known: Mutex<HashMap<Key, Place>>,
}

/// A file as it is asked for: its path, the bits of the factor of its coordinates, and whether they are rounded to
/// single precision.
type Key = (PathBuf, u64, bool);

/// What a file became, once a thread has read it.
type Place = Arc<OnceLock<Result<Loaded, Fault>>>;

/// A part with its placement.
#[derive(Clone)]
struct Loaded {
    part: Part,
    moves: Vec<PoseDocument>,
    known: Known,
}

/// Whether a shape is one that this module answers for.
pub fn is_composite(shape: &ShapeDocument) -> bool {
    matches!(shape.core, CoreDocument::Composite(_))
}

impl Loader {
    /// A loader of files in a folder.
    pub fn new(folder: &Path, unit: Option<Unit>) -> Self {
        Self { folder: folder.to_owned(), unit, known: Mutex::default() }
    }

    /// Asks about a pair of which at least one is composite.
    pub fn ask<T>(
        &self,
        shapes: [&ShapeDocument; 2],
        dimension: Option<u8>,
        scalar: Scalar,
        ask: impl FnOnce(&PartQuestion<'_>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let load = |side: usize, factor: f64| {
            self.part(shapes[side], factor, scalar).map_err(|fault| fault.under(["a", "b"][side]))
        };
        let mut loaded = [load(0, 1.0)?, load(1, 1.0)?];
        let known = loaded.each_ref().each(|loaded| loaded.known);
        let (_, factors) = unit::common(self.unit, known, ["a", "b"]).map_err(|failure| failure.into_fault())?;
        for (side, loaded) in loaded.iter_mut().enumerate() {
            if factors[side] != 1.0 {
                *loaded = load(side, factors[side])?;
            }
        }
        let [a, b] = &loaded;
        let (parts, moves, inside) = ([&a.part, &b.part], [a.moves.as_slice(), &b.moves], Inside::default());
        ask(&PartQuestion { parts, moves, dimension, scalar, inside })
    }

    /// The part of a shape. Its coordinates are multiplied by `factor` if they are from a file with a unit.
    fn part(&self, shape: &ShapeDocument, factor: f64, scalar: Scalar) -> Result<Loaded, Fault> {
        if let CoreDocument::Composite(composite) = &shape.core
            && let CompositeDocument::File(path) = &**composite
        {
            let loaded = self.file(path, factor, scalar).map_err(|fault| fault.under("file"))?;
            return Ok(Loaded { moves: loaded.moves.into_iter().chain(shape.pose).collect(), ..loaded });
        }
        let thing = thing::of_document(shape)?.unwrap_or_else(|| {
            let (shape, remarks, approximation) = (shape.clone(), Vec::new(), Approximation::default());
            Thing::Shape(Reading { shape, remarks, approximation })
        });
        Loaded::new(Given::of_thing(thing, &self.folder)?, factor, scalar)
    }

    /// The part of a file, read now or before.
    fn file(&self, path: &str, factor: f64, scalar: Scalar) -> Result<Loaded, Fault> {
        let path = self.folder.join(path);
        let key = (path.clone(), factor.to_bits(), scalar == Scalar::F32);
        let place = self.known.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default().clone();
        // Other threads that ask for the same file wait here, and those that ask for others do not.
        let loaded = place.get_or_init(|| {
            let given = input::read_path(&path).and_then(|given| {
                // They are said once, when the file is read for the first time.
                let remarks = if factor == 1.0 { given.thing.remarks() } else { &[] };
                remarks.iter().for_each(|remark| eprintln!("clearance: {}: {remark}", path.display()));
                Loaded::new(given, factor, scalar)
            });
            given.map_err(|fault| fault.under(&path.display().to_string()))
        });
        loaded.clone()
    }
}

impl Loaded {
    fn new(given: Given, factor: f64, scalar: Scalar) -> Result<Self, Fault> {
        let thing = if factor == 1.0 { given.thing } else { given.thing.scaled(factor) };
        Ok(Self { part: Part::new(thing, scalar)?, moves: given.moves, known: given.known })
    }
}
