//! The attributes of an XML element.

use std::borrow::Cow;

use quick_xml::XmlVersion;
use quick_xml::events::BytesStart;

use super::entities::Entities;
use crate::fault::Fault;

/// The attributes of an element that somebody asks for. If one occurs twice, the first one counts.
pub struct Attributes<'a>(Vec<(&'a str, Cow<'a, str>)>);

impl<'a> Attributes<'a> {
    /// Those attributes whose names are in `read`. A name such as `*:path` or `xmlns:*` stands for all that end or begin
    /// so. The entities are those that the file declares.
    pub fn new(element: &'a BytesStart<'_>, read: &[&str], entities: &Entities) -> Result<Self, Fault> {
        let wrong =
            |error: &dyn std::fmt::Display| Fault::new(format!("expected an attribute such as x=\"1\": {error}"));
        let is_read = |key: &str| {
            let fits = |name: &&str| match (name.strip_prefix('*'), name.strip_suffix('*')) {
                (Some(end), _) => key.ends_with(end),
                (_, Some(start)) => key.starts_with(start),
                _ => key == *name,
            };
            read.iter().any(fits)
        };
        let mut list = Vec::new();
        // The reader does not check whether an attribute occurs twice: for a million attributes that takes too long.
        for attribute in element.attributes().with_checks(false) {
            let attribute = attribute.map_err(|error| wrong(&error))?;
            let key = attribute.key.into_inner();
            if is_read(key) {
                let of_entity = |name: &str| entities.get(name);
                let value = attribute.normalized_value_with(XmlVersion::Implicit1_0, Entities::DEEPEST, of_entity);
                list.push((key, value.map_err(|error| wrong(&error))?));
            }
        }
        Ok(Self(list))
    }

    /// The names and values, in the order of the element.
    pub fn iter(&self) -> impl Iterator<Item = (&'a str, &str)> {
        self.0.iter().map(|(key, value)| (*key, &**value))
    }

    /// The value of an attribute.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| *other == key).map(|(_, value)| &**value)
    }
}
