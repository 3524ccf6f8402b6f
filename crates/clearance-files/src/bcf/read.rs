//! What people did with topics: their status, comments, and who is to act.

use std::io::{BufReader, Cursor};

use zip::ZipArchive;

use super::{Comment, Guid, Life, Stamp};
use crate::assembly::xml::{Listener, Most, listen};
use crate::fault::Fault;
use crate::readers::xml::Attributes;

/// How many times larger than the archive its words may be. A file with pictures is larger than its words; a bomb is 1000
/// times larger than its archive.
const MOST_GROWTH: u64 = 128;
/// The bytes that the words of any archive may have: small archives are larger than what they hold.
const FOR_ANY_ARCHIVE: u64 = 64 << 10;
const TOO_LARGE: &str = "the topics are larger than 64 KiB and 128 times the archive";

/// A topic of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownTopic {
    /// Its identity. `None` if the file has none that is well formed.
    pub guid: Option<Guid>,
    /// Its title.
    pub title: String,
    /// What people said.
    pub life: Life,
}

/// The topics of a file of version 2.0, 2.1 or 3.0, in the order of the archive.
///
/// # Errors
/// If it is no such file.
pub fn read(bytes: &[u8]) -> Result<Vec<KnownTopic>, Fault> {
    let unreadable = |error: zip::result::ZipError| {
        Fault::new(format!("expected an archive of BCF topics, found one that cannot be read: {error}"))
    };
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(unreadable)?;
    if archive.index_for_name("bcf.version").is_none() {
        return Err(Fault::new("expected an archive of BCF topics, found one without bcf.version"));
    }
    let mut left = FOR_ANY_ARCHIVE + MOST_GROWTH * bytes.len() as u64;
    let mut topics = Vec::new();
    for place in 0..archive.len() {
        let part = archive.by_index(place).map_err(unreadable)?;
        let name = part.name().to_owned();
        if !name.ends_with("/markup.bcf") {
            continue;
        }
        let mut markup = Markup::default();
        let most = Most { bytes: left, said: TOO_LARGE };
        left -= listen(BufReader::new(part), most, &mut markup).map_err(|fault| fault.under(&name))?;
        if let Some(topic) = markup.topic {
            topics.push(topic);
        }
    }
    Ok(topics)
}

/// What is known of a `markup.bcf` so far.
#[derive(Default)]
struct Markup {
    topic: Option<KnownTopic>,
    /// The comment that is being read, with its GUID if that is well formed.
    comment: Option<(Option<Guid>, Stamp, String)>,
    creation: Stamp,
}

impl Listener for Markup {
    const READ: &'static [&'static str] = &["Guid", "TopicStatus"];

    fn begin(&mut self, name: &str, parents: &[String], attributes: &Attributes<'_>) -> Result<(), Fault> {
        let guid = || attributes.get("Guid").and_then(Guid::parse);
        let parent = parents.last().map(String::as_str);
        match (parent, name) {
            (Some("Markup"), "Topic") => {
                let life = Life { status: attributes.get("TopicStatus").unwrap_or("").to_owned(), ..Life::default() };
                self.topic = Some(KnownTopic { guid: guid(), title: String::new(), life });
            }
            (Some("Markup" | "Comments"), "Comment") => self.comment = Some((guid(), Stamp::default(), String::new())),
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &str, parents: &[String], text: &str, _line: usize) -> Result<(), Fault> {
        let text = text.trim();
        let parent = parents.last().map_or("", String::as_str);
        let Some(topic) = &mut self.topic else { return Ok(()) };
        let life = &mut topic.life;
        match (parent, name) {
            ("Topic", "Title") => topic.title = text.to_owned(),
            ("Topic", "Priority") => life.priority = text.to_owned(),
            ("Topic" | "Labels", "Labels" | "Label") if !text.is_empty() => life.labels.push(text.to_owned()),
            ("Topic", "CreationDate") => self.creation.date = text.to_owned(),
            ("Topic", "CreationAuthor") => self.creation.author = text.to_owned(),
            ("Topic", "DueDate") => life.due_date = text.to_owned(),
            ("Topic", "AssignedTo") => life.assigned_to = text.to_owned(),
            ("Topic", "Stage") => life.stage = text.to_owned(),
            ("Markup", "Topic") if !self.creation.date.is_empty() && !self.creation.author.is_empty() => {
                life.creation = Some(std::mem::take(&mut self.creation));
            }
            ("Comment", _) => {
                if let Some((_, stamp, said)) = &mut self.comment {
                    match name {
                        "Date" => stamp.date = text.to_owned(),
                        "Author" => stamp.author = text.to_owned(),
                        "Comment" => *said = text.to_owned(),
                        _ => {}
                    }
                }
            }
            ("Markup" | "Comments", "Comment") => {
                if let Some((Some(guid), stamp, text)) = self.comment.take()
                    && !text.is_empty()
                {
                    life.comments.push(Comment { guid, stamp, text });
                }
            }
            _ => {}
        }
        Ok(())
    }
}
