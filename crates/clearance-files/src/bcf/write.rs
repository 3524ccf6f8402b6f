//! A project as an archive.

use std::collections::BTreeSet;
use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::markup::{self, SNAPSHOT, VIEWPOINT};
use super::xml::Xml;
use super::{Project, Topic, Version};
use crate::fault::Fault;

/// The archive. Equal projects give equal bytes: all parts have the same time, and stand in the order of the topics.
///
/// # Errors
/// If two topics have one GUID, or if the archive would be larger than the format of archives allows.
pub fn write(project: &Project, version: Version) -> Result<Vec<u8>, Fault> {
    let guids: BTreeSet<_> = project.topics.iter().map(|topic| topic.guid).collect();
    if guids.len() < project.topics.len() {
        return Err(Fault::new("expected topics with GUIDs of their own, found one twice"));
    }
    let mut archive = Archive(ZipWriter::new(Cursor::new(Vec::new())));
    archive.part("bcf.version", self::version(version).as_bytes())?;
    archive.part("project.bcfp", self::project(project, version).as_bytes())?;
    if version == Version::V3_0 {
        archive.part("extensions.xml", extensions(&project.topics).as_bytes())?;
    }
    for topic in &project.topics {
        let folder = topic.guid;
        archive.part(&format!("{folder}/markup.bcf"), markup::document(topic, version).as_bytes())?;
        archive.part(&format!("{folder}/{VIEWPOINT}"), topic.view.document(version).as_bytes())?;
        archive.part(&format!("{folder}/{SNAPSHOT}"), &topic.view.snapshot)?;
    }
    let written = archive.0.finish().map_err(|error| failed(&error))?;
    Ok(written.into_inner())
}

struct Archive(ZipWriter<Cursor<Vec<u8>>>);

impl Archive {
    fn part(&mut self, name: &str, bytes: &[u8]) -> Result<(), Fault> {
        // A PNG is compressed already.
        let is_packed = name == SNAPSHOT || name.ends_with(".png");
        let method = if is_packed { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(DateTime::DEFAULT)
            .unix_permissions(0o644);
        self.0.start_file(name, options).map_err(|error| failed(&error))?;
        self.0.write_all(bytes).map_err(|error| failed(&error))
    }
}

fn failed(error: &dyn std::fmt::Display) -> Fault {
    Fault::new(format!("the archive cannot be written: {error}"))
}

fn version(version: Version) -> String {
    let mut xml = Xml::new();
    match version {
        Version::V2_1 => {
            xml.open("Version", &[("VersionId", version.number())]);
            xml.text("DetailedVersion", version.number());
        }
        Version::V3_0 => xml.empty("Version", &[("VersionId", version.number())]),
    }
    xml.finish()
}

fn project(project: &Project, version: Version) -> String {
    let mut xml = Xml::new();
    let is_old = version == Version::V2_1;
    xml.open(if is_old { "ProjectExtension" } else { "ProjectInfo" }, &[]);
    xml.open("Project", &[("ProjectId", &project.guid.to_string())]);
    xml.text("Name", &project.name);
    xml.close();
    if is_old {
        xml.empty("ExtensionSchema", &[]);
    }
    xml.finish()
}

/// The words that the topics use.
fn extensions(topics: &[Topic]) -> String {
    let lives = || topics.iter().map(|topic| &topic.life);
    let people = topics.iter().flat_map(|topic| {
        let comments = topic.life.comments.iter().map(|comment| &comment.stamp.author);
        let creation = topic.life.creation.iter().map(|stamp| &stamp.author);
        comments.chain(creation).chain([&topic.stamp.author, &topic.life.assigned_to])
    });
    let [types, statuses] = [vec!["Clash"], vec!["Open", "Closed"]];
    let words: [(&'static str, &'static str, BTreeSet<&str>); 6] = [
        ("TopicTypes", "TopicType", types.into_iter().collect()),
        ("TopicStatuses", "TopicStatus", lives().map(|life| life.status.as_str()).chain(statuses).collect()),
        ("Priorities", "Priority", lives().map(|life| life.priority.as_str()).collect()),
        ("TopicLabels", "TopicLabel", lives().flat_map(|life| life.labels.iter().map(String::as_str)).collect()),
        ("Users", "User", people.map(String::as_str).collect()),
        ("Stages", "Stage", lives().map(|life| life.stage.as_str()).collect()),
    ];
    let mut xml = Xml::new();
    xml.open("Extensions", &[]);
    for (list, name, words) in words {
        xml.open(list, &[]);
        words.into_iter().for_each(|word| xml.text_if_any(name, word));
        xml.close();
    }
    xml.finish()
}
