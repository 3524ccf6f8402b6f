//! `--elements`: what is known of the objects beside their shapes, one JSON object a line.
//!
//! A reader of buildings writes such a file, or anyone. Each line names an object of the scene, and may say who it is
//! (`id`, `file`, `project`, `label`), what it is (`type` with its supertypes, `storey`, `system`, `properties`), what it belongs to (`host`,
//! `whole`, `connected`, by ids of the same file), and how exact its coordinates are (`precision`, `error`).

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::Path;

use clearance_scene::{Element, Kinship, Scene, Solid};
use serde::Deserialize;
use serde_json::Value;

use crate::failure::Failure;

/// Names that a remark lists. More are counted.
const MOST_NAMED: usize = 3;

/// The prefix of the attributes that are properties.
pub const PROPERTIES: &str = "properties.";

/// What a finding says of an object beside its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Who it is, in a later state of the scene, too: its file and id, or its name.
    pub key: String,
    /// The file, as the elements file calls it.
    pub file: Option<String>,
    pub id: Option<String>,
    /// The type itself, without its supertypes.
    pub kind: Option<String>,
    /// What people call it: the last part of its name.
    pub label: String,
}

/// What is known of all objects.
#[derive(Clone, Debug, Default)]
pub struct Elements {
    /// For each object.
    pub about: Vec<About>,
    /// The files with the ids of their projects.
    pub files: BTreeMap<String, Option<String>>,
    /// What is to be said, a sentence each.
    pub remarks: Vec<String>,
}

/// One text or several.
#[derive(Deserialize, Default)]
#[serde(untagged)]
enum Texts {
    #[default]
    None,
    One(String),
    Many(Vec<String>),
}

impl Texts {
    fn list(self) -> Vec<String> {
        match self {
            Self::None => Vec::new(),
            Self::One(text) => vec![text],
            Self::Many(texts) => texts,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    name: String,
    id: Option<String>,
    file: Option<String>,
    label: Option<String>,
    project: Option<String>,
    #[serde(default, rename = "type")]
    types: Texts,
    #[serde(default)]
    storey: Texts,
    #[serde(default)]
    system: Texts,
    #[serde(default)]
    properties: serde_json::Map<String, Value>,
    #[serde(default)]
    host: Texts,
    #[serde(default)]
    whole: Texts,
    #[serde(default)]
    connected: Texts,
    #[serde(default)]
    precision: f64,
    #[serde(default)]
    error: f64,
}

impl Elements {
    /// What is known without a file: names.
    pub fn of_names<S: Solid>(scene: &Scene<S>) -> Self {
        let about = (0..scene.len()).map(|object| named(scene.name(object))).collect();
        Self { about, ..Self::default() }
    }

    /// Reads a file, and describes the objects of a scene by it.
    pub fn read<S: Solid>(path: &Path, scene: &mut Scene<S>) -> Result<Self, Failure> {
        let text = fs::read_to_string(path).map_err(|error| Failure::io(path.display(), &error))?;
        Self::parse(&text, scene).map_err(|message| Failure::file(path, message))
    }

    fn parse<S: Solid>(text: &str, scene: &mut Scene<S>) -> Result<Self, String> {
        let mut elements = Self::of_names(scene);
        let mut told = Told::default();
        let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
        for (text, number) in lines {
            let place = |message: String| format!("line {number}: {message}");
            let line: Line = serde_json::from_str(text).map_err(|error| place(error.to_string()))?;
            if !is_length(line.precision) || !is_length(line.error) {
                return Err(place("expected finite lengths that are not negative".to_owned()));
            }
            if !told.names.insert(line.name.clone()) {
                return Err(place(format!("expected each name once, found {:?} again", line.name)));
            }
            elements.take(line, scene, &mut told);
        }
        elements.remarks = told.remarks(scene);
        Ok(elements)
    }

    /// What one line says.
    fn take<S: Solid>(&mut self, line: Line, scene: &mut Scene<S>, told: &mut Told) {
        let types = line.types.list();
        let Some(object) = scene.find(&line.name) else {
            let kind = types.first().map_or(String::new(), |kind| format!("{kind} "));
            told.without_body.push(format!("{kind}{}", named(&line.name).label));
            return;
        };
        let file = line.file.unwrap_or_else(|| file_of(&line.name).to_owned());
        // Nobody could tell an object by an id without a visible character, and BCF takes none.
        let is_visible = |c: char| !c.is_whitespace() && !c.is_control();
        let id = line.id.filter(|id| id.contains(is_visible)).map(|id| told.unused(&file, id));
        let about = &mut self.about[object];
        let project = self.files.entry(file.clone()).or_default();
        *project = project.take().or(line.project);
        about.key = id.as_ref().map_or(line.name.clone(), |id| key(&file, id));
        about.kind = types.first().cloned();
        if let Some(label) = line.label.filter(|label| !label.trim().is_empty()) {
            scene.add_to_group(object, label.clone()).expect("the object is there");
            about.label = label;
        }
        let mut attributes = BTreeMap::from([
            ("type".to_owned(), types),
            ("storey".to_owned(), line.storey.list()),
            ("system".to_owned(), line.system.list()),
            ("file".to_owned(), vec![file.clone()]),
            ("id".to_owned(), id.iter().cloned().collect()),
        ]);
        line.properties
            .iter()
            .for_each(|(name, value)| flatten(&format!("{PROPERTIES}{name}"), value, &mut attributes));
        let kin = [(Kinship::Host, line.host), (Kinship::Connected, line.connected), (Kinship::Whole, line.whole)];
        let links = kin.into_iter().flat_map(|(kinship, ids)| ids.list().into_iter().map(move |id| (kinship, id)));
        let links = links.map(|(kinship, id)| (kinship, key(&file, &id))).collect();
        let element =
            Element { key: Some(about.key.clone()), attributes, links, precision: line.precision, error: line.error };
        (about.file, about.id) = (Some(file), id);
        scene.describe(object, element).expect("the object is there");
    }
}

/// What the lines said so far.
#[derive(Default)]
struct Told {
    names: HashSet<String>,
    without_body: Vec<String>,
    /// The files of each id.
    ids: BTreeMap<String, Vec<String>>,
    taken: HashMap<(String, String), usize>,
}

impl Told {
    /// The id, or with a number if an element of the file has it.
    fn unused(&mut self, file: &str, id: String) -> String {
        self.ids.entry(id.clone()).or_default().push(file.to_owned());
        let count = self.taken.entry((file.to_owned(), id.clone())).or_default();
        *count += 1;
        if *count == 1 { id } else { format!("{id}#{count}") }
    }

    fn remarks<S: Solid>(&self, scene: &Scene<S>) -> Vec<String> {
        let mut remarks = Vec::new();
        if !self.without_body.is_empty() {
            let (count, all) = (self.without_body.len(), self.names.len());
            remarks.push(format!("{count} of {all} elements have no body ({})", some_of(&self.without_body)));
        }
        let unknown: Vec<String> = (0..scene.len())
            .map(|object| scene.name(object).to_owned())
            .filter(|name| !self.names.contains(name))
            .collect();
        if !unknown.is_empty() {
            let (count, all) = (unknown.len(), scene.len());
            remarks.push(format!("{count} of {all} objects are not among the elements ({})", some_of(&unknown)));
        }
        let repeated: Vec<_> = self.ids.iter().filter(|(_, files)| files.len() > 1).collect();
        if let Some((id, files)) = repeated.first() {
            let rest =
                if repeated.len() > 1 { format!(", and {} more ids", repeated.len() - 1) } else { String::new() };
            remarks.push(format!("the id {id} names {} elements: {}{rest}", files.len(), files.join(", ")));
        }
        remarks
    }
}

fn is_length(x: f64) -> bool {
    x.is_finite() && x >= 0.0
}

/// Some names, and how many there are beside them.
fn some_of(names: &[String]) -> String {
    let rest = if names.len() > MOST_NAMED { " …" } else { "" };
    format!("{}{rest}", names[..names.len().min(MOST_NAMED)].join(", "))
}

/// Who an element is: the same id may name others in other files.
pub fn key(file: &str, id: &str) -> String {
    format!("{file}:{id}")
}

/// The file in the name of an object.
fn file_of(name: &str) -> &str {
    name.split_once(':').map_or(name, |(file, _)| file)
}

/// What a name alone says.
fn named(name: &str) -> About {
    let label = name.rsplit('/').next().filter(|label| !label.is_empty()).unwrap_or(name);
    About { key: name.to_owned(), label: label.to_owned(), ..About::default() }
}

/// The values of a property, under its name; those of an object under its names after it.
fn flatten(name: &str, value: &Value, attributes: &mut BTreeMap<String, Vec<String>>) {
    let mut add = |text: String| attributes.entry(name.to_owned()).or_default().push(text);
    match value {
        Value::Null => {}
        Value::String(text) => add(text.clone()),
        Value::Bool(_) | Value::Number(_) => add(value.to_string()),
        Value::Array(values) => values.iter().for_each(|value| flatten(name, value, attributes)),
        Value::Object(inner) => {
            inner.iter().for_each(|(own, value)| flatten(&format!("{name}.{own}"), value, attributes));
        }
    }
}
