//! Topics in the BIM Collaboration Format, 2.1 and 3.0 (buildingSMART, BCF-XML): written so that equal topics give equal
//! bytes, and read back for what people did with them.
//!
//! A file is a ZIP archive with a folder for each topic. In it are its words (`markup.bcf`), a view with a camera and the
//! elements (`viewpoint.bcfv`), and a picture of that (`snapshot.png`). Nothing of the clock or of the machine comes in:
//! the order of the parts, their times and their GUIDs are functions of the topics.

mod guid;
mod markup;
mod picture;
mod read;
#[cfg(test)]
mod tests;
mod view;
mod write;
mod xml;

pub use guid::{Guid, NAMESPACE};
pub use picture::png;
pub use read::{KnownTopic, read};
pub use view::{Camera, Component, View};
pub use write::write;

/// A version of the format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Version {
    /// Version 2.1 of 2017, which most programs read.
    #[default]
    #[cfg_attr(feature = "clap", value(name = "2.1"))]
    V2_1,
    /// Version 3.0 of 2021.
    #[cfg_attr(feature = "clap", value(name = "3.0"))]
    V3_0,
}

impl Version {
    /// The number as the format writes it.
    pub fn number(self) -> &'static str {
        match self {
            Self::V2_1 => "2.1",
            Self::V3_0 => "3.0",
        }
    }
}

/// A project with its topics.
#[derive(Clone, Debug, PartialEq)]
pub struct Project {
    /// The identity of the project.
    pub guid: Guid,
    /// Its name. It is not empty.
    pub name: String,
    /// In the order in which they are shown. Their GUIDs differ.
    pub topics: Vec<Topic>,
}

/// Something to talk about.
#[derive(Clone, Debug, PartialEq)]
pub struct Topic {
    /// Its identity: a program that knows it updates what it has.
    pub guid: Guid,
    /// One line. It is not empty.
    pub title: String,
    /// All lines. They are not empty.
    pub description: String,
    /// The date and the author of this state.
    pub stamp: Stamp,
    /// What people and earlier runs said. A new topic has the status `Open` and nothing else.
    pub life: Life,
    /// The models in which the elements are.
    pub files: Vec<ModelFile>,
    /// What is seen.
    pub view: View,
}

/// When, and by whom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    /// A date with time (`xs:dateTime`).
    pub date: String,
    /// A name or an address. It is not empty.
    pub author: String,
}

/// What people and earlier runs said about a topic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Life {
    /// Such as `Open` or `Closed`; programs choose their own words.
    pub status: String,
    /// When the topic was made, if that was before its present state.
    pub creation: Option<Stamp>,
    /// Words of programs, empty where none is given.
    pub priority: String,
    /// Labels.
    pub labels: Vec<String>,
    /// When it is due, or empty.
    pub due_date: String,
    /// Who is to do it, or empty.
    pub assigned_to: String,
    /// The stage of the project, or empty.
    pub stage: String,
    /// In the order of the file.
    pub comments: Vec<Comment>,
}

impl Life {
    /// Of a topic that nobody has seen.
    pub fn new() -> Self {
        Self { status: "Open".to_owned(), ..Self::default() }
    }

    /// Whether somebody has said that the topic is done: its status is closed, resolved or done, in upper or lower case.
    pub fn is_closed(&self) -> bool {
        ["closed", "resolved", "done"].contains(&self.status.trim().to_ascii_lowercase().as_str())
    }
}

/// A remark on a topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Its identity.
    pub guid: Guid,
    /// When, and by whom.
    pub stamp: Stamp,
    /// What is said. It is not empty.
    pub text: String,
}

/// A model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelFile {
    /// The name of the file.
    pub name: String,
    /// The GlobalId of its project, if it is known.
    pub ifc_project: Option<String>,
}

/// Whether a text is a GlobalId of IFC: 22 digits of base 64, as the schemas of the format ask.
pub fn is_ifc_guid(text: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$';
    text.len() == 22 && text.bytes().all(is_digit)
}
