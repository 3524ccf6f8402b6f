//! The words of a topic: the file `markup.bcf`. The two versions have the same elements in other places.

use super::xml::Xml;
use super::{Comment, ModelFile, Topic, Version};

/// The names of the other files of a topic.
pub const VIEWPOINT: &str = "viewpoint.bcfv";
pub const SNAPSHOT: &str = "snapshot.png";

/// The file `markup.bcf`.
pub fn document(topic: &Topic, version: Version) -> String {
    let mut xml = Xml::new();
    xml.open("Markup", &[]);
    header(&mut xml, &topic.files, version);
    let (guid, life) = (topic.guid.to_string(), &topic.life);
    xml.open("Topic", &[("Guid", &guid), ("TopicType", "Clash"), ("TopicStatus", &life.status)]);
    xml.text("Title", &topic.title);
    xml.text_if_any("Priority", &life.priority);
    match version {
        Version::V2_1 => life.labels.iter().for_each(|label| xml.text_if_any("Labels", label)),
        Version::V3_0 if life.labels.is_empty() => {}
        Version::V3_0 => {
            xml.open("Labels", &[]);
            life.labels.iter().for_each(|label| xml.text_if_any("Label", label));
            xml.close();
        }
    }
    let creation = life.creation.as_ref().unwrap_or(&topic.stamp);
    xml.text("CreationDate", &creation.date);
    xml.text("CreationAuthor", &creation.author);
    if life.creation.is_some() {
        xml.text("ModifiedDate", &topic.stamp.date);
        xml.text("ModifiedAuthor", &topic.stamp.author);
    }
    xml.text_if_any("DueDate", &life.due_date);
    xml.text_if_any("AssignedTo", &life.assigned_to);
    xml.text_if_any("Stage", &life.stage);
    xml.text("Description", &topic.description);
    let view = topic.view.guid.to_string();
    match version {
        Version::V2_1 => {
            xml.close();
            life.comments.iter().for_each(|comment| self::comment(&mut xml, comment));
            viewpoint(&mut xml, "Viewpoints", &view);
        }
        Version::V3_0 => {
            if !life.comments.is_empty() {
                xml.open("Comments", &[]);
                life.comments.iter().for_each(|comment| self::comment(&mut xml, comment));
                xml.close();
            }
            xml.open("Viewpoints", &[]);
            viewpoint(&mut xml, "ViewPoint", &view);
            xml.close();
        }
    }
    xml.finish()
}

/// The models.
fn header(xml: &mut Xml, files: &[ModelFile], version: Version) {
    if files.is_empty() {
        return;
    }
    xml.open("Header", &[]);
    if version == Version::V3_0 {
        xml.open("Files", &[]);
    }
    for file in files {
        let mut attributes = Vec::new();
        if let Some(project) = &file.ifc_project {
            attributes.push(("IfcProject", project.as_str()));
        }
        attributes.push((if version == Version::V2_1 { "isExternal" } else { "IsExternal" }, "true"));
        xml.open("File", &attributes);
        xml.text("Filename", &file.name);
        xml.close();
    }
    if version == Version::V3_0 {
        xml.close();
    }
    xml.close();
}

fn comment(xml: &mut Xml, comment: &Comment) {
    xml.open("Comment", &[("Guid", &comment.guid.to_string())]);
    xml.text("Date", &comment.stamp.date);
    xml.text("Author", &comment.stamp.author);
    xml.text("Comment", &comment.text);
    xml.close();
}

fn viewpoint(xml: &mut Xml, name: &'static str, guid: &str) {
    xml.open(name, &[("Guid", guid)]);
    xml.text("Viewpoint", VIEWPOINT);
    xml.text("Snapshot", SNAPSHOT);
    xml.close();
}
