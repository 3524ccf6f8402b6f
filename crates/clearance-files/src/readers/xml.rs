//! The attributes of an XML element.

use std::borrow::Cow;

use quick_xml::XmlVersion;
use quick_xml::events::BytesStart;

use crate::fault::Fault;

/// The attributes of an element that somebody asks for. If one occurs twice, the first one counts.
pub struct Attributes<'a>(Vec<(&'a str, Cow<'a, str>)>);

impl<'a> Attributes<'a> {
    /// Those attributes whose names are in `read`.
    pub fn new(element: &'a BytesStart<'_>, read: &[&str]) -> Result<Self, Fault> {
        let wrong =
            |error: &dyn std::fmt::Display| Fault::new(format!("expected an attribute such as x=\"1\": {error}"));
        let mut list = Vec::new();
        // The reader does not check whether an attribute occurs twice: for a million attributes that takes too long.
        for attribute in element.attributes().with_checks(false) {
            let attribute = attribute.map_err(|error| wrong(&error))?;
            let key = attribute.key.into_inner();
            if read.contains(&key) && !list.iter().any(|&(other, _)| other == key) {
                list.push((key, attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|error| wrong(&error))?));
            }
        }
        Ok(Self(list))
    }

    /// The value of an attribute.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| *other == key).map(|(_, value)| &**value)
    }
}
