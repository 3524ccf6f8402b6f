//! What programs ask of the tasks of this command, of robots that they have loaded: the Python package does.

use clearance_robot::files::{Loaded, Source};

pub use super::check::Audit;
use super::rows::{self, Format};
pub use super::srdf::Arguments as SrdfQuestion;
pub use super::verdict::Search;
use super::{Asked, Given, check, srdf};
use crate::failure::Failure;
use crate::progress::Progress;

/// A robot that was loaded, and what it was loaded from.
pub struct Door<'a> {
    given: Given,
    loaded: &'a Loaded,
    progress: Progress,
}

/// What `check` tells.
pub struct Checked {
    /// An object as `--format json` writes it.
    pub json: String,
    /// A page as `--report` writes it.
    pub page: String,
    /// Test cases as `--junit` writes them.
    pub junit: String,
}

impl<'a> Door<'a> {
    /// The door to a robot. Proofs name the files of `source` alone, so a robot with attached bodies has none.
    pub fn new(source: &Source, loaded: &'a Loaded) -> Self {
        let given = Given { source: source.clone(), attach: Vec::new(), touch: Vec::new(), world: Vec::new() };
        Self { given, loaded, progress: Progress::silent() }
    }

    fn asked(&self) -> Asked<'_> {
        Asked { given: &self.given, loaded: self.loaded, progress: &self.progress }
    }

    /// Whether the robot and its SRDF are as they say.
    ///
    /// # Errors
    /// A joint that the robot does not have, a state of the wrong length, or a proof that cannot be written.
    pub fn check(&self, search: &Search, audit: Audit) -> Result<Checked, Failure> {
        let asked = self.asked();
        let found = check::look(&asked, search, audit)?;
        let rows = found.rows();
        let document = |format| rows::document(format, &found.told, &rows);
        Ok(Checked { json: document(Format::Json), page: found.page(&asked), junit: document(Format::Junit) })
    }

    /// An SRDF whose pairs are proven, and a sentence for each pair that the old one disabled and this one does not.
    ///
    /// # Errors
    /// The same, or an SRDF that cannot be read.
    pub fn srdf(&self, question: &SrdfQuestion) -> Result<(String, Vec<String>), Failure> {
        let proven = srdf::proven(&self.asked(), question)?;
        Ok((proven.text, proven.enabled))
    }
}
