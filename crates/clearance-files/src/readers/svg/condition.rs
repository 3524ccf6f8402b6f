//! Elements that are drawn on a condition: children of `switch`, languages and extensions (SVG 2, 5.9).

use quick_xml::events::BytesStart;

/// The namespaces of `requiredExtensions` that viewers know.
const KNOWN: [&str; 2] = ["http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML"];

/// Children of `switch` that are no alternatives.
const BESIDE: [&str; 4] = ["title", "desc", "metadata", "style"];

/// The elements `switch` that are open: how many elements are open inside the reading, and whether a child was chosen.
#[derive(Default)]
pub struct Switches(Vec<(usize, bool)>);

impl Switches {
    /// An element `switch` has begun, and now `depth` elements are open.
    pub fn begin(&mut self, depth: usize) {
        self.0.push((depth, false));
    }

    /// An element has ended, and now `depth` elements are open.
    pub fn end(&mut self, depth: usize) {
        while self.0.pop_if(|(own, _)| *own > depth).is_some() {}
    }

    /// Whether an element inside `depth` others is drawn: its conditions are met, and no child before it was chosen.
    pub fn choose(&mut self, element: &BytesStart<'_>, name: &str, depth: usize) -> bool {
        let is_met = is_met(element);
        match self.0.last_mut() {
            Some((own, is_chosen)) if *own == depth && !BESIDE.contains(&name) => {
                is_met && !std::mem::replace(is_chosen, *is_chosen || is_met)
            }
            _ => is_met,
        }
    }
}

/// Whether the conditions of an element are met by a viewer that speaks English. Values are compared as they are written:
/// some programs write entities of a document type.
fn is_met(element: &BytesStart<'_>) -> bool {
    let raw = element.attributes_raw();
    if !raw.contains("requiredExtensions") && !raw.contains("systemLanguage") {
        return true;
    }
    element.attributes().with_checks(false).flatten().all(|attribute| match attribute.key.into_inner() {
        "requiredExtensions" => {
            let mut words = attribute.value.split_ascii_whitespace().peekable();
            words.peek().is_some() && words.all(|word| KNOWN.contains(&word))
        }
        "systemLanguage" => attribute.value.split(',').any(|language| {
            language.trim().split('-').next().is_some_and(|language| language.eq_ignore_ascii_case("en"))
        }),
        _ => true,
    })
}
