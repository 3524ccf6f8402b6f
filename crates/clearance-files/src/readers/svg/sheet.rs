//! Style sheets of SVG: which declarations apply to an element, and in which order (CSS Cascade 4, Selectors 3).
//!
//! Only the properties that place or hide a shape are kept. What is not understood is refused if it gives one of them a
//! value; otherwise it changes no shape, and is passed over.

use super::scan::{block, find, pieces, without_comments};
use crate::fault::Fault;

/// The properties that place a shape, hide it, or say what it fills.
pub const COUNTED: [&str; 24] = [
    "display",
    "visibility",
    "fill",
    "fill-rule",
    "stroke",
    SELDOM,
    "transform",
    "transform-origin",
    "x",
    "y",
    "width",
    "height",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "d",
    "translate",
    "rotate",
    "scale",
    "offset",
    "offset-path",
    "all",
];

/// The property that hides a line only if it is 0. A rule that is not understood may set it.
const SELDOM: &str = "stroke-width";

/// Rules that set no property of an element at rest.
const HARMLESS: [&str; 9] = [
    "charset",
    "namespace",
    "font-face",
    "font-feature-values",
    "keyframes",
    "-webkit-keyframes",
    "page",
    "property",
    "counter-style",
];

/// Classes of elements that somebody points at. In a picture at rest there are none.
const NEVER: [&str; 7] = ["hover", "active", "focus", "focus-within", "focus-visible", "target", "visited"];

/// A value of a property.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// One of [`COUNTED`].
    pub property: &'static str,
    pub value: String,
    pub important: bool,
}

/// The declarations of a block or of an attribute `style` whose properties count.
pub fn declarations(text: &str) -> Vec<Declaration> {
    let declaration = |piece: &str| {
        let (name, value) = piece.split_once(':')?;
        let name = name.trim();
        let property = COUNTED.into_iter().find(|property| property.eq_ignore_ascii_case(name))?;
        let cut = value.rfind('!').filter(|&at| value[at + 1..].trim().eq_ignore_ascii_case("important"));
        let (value, important) = (value[..cut.unwrap_or(value.len())].trim(), cut.is_some());
        is_valid(property, value).then(|| Declaration { property, value: value.to_owned(), important })
    };
    pieces(&without_comments(text), ';').filter_map(declaration).collect()
}

/// Whether a value counts. One that is not valid leaves the property as it is.
fn is_valid(property: &str, value: &str) -> bool {
    let is_any = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(value));
    match property {
        _ if value.is_empty() => false,
        _ if value.contains("var(") || is_any(&["inherit", "initial", "unset", "revert"]) => true,
        "fill-rule" => is_any(&["nonzero", "evenodd"]),
        "visibility" => is_any(&["visible", "hidden", "collapse"]),
        // Lengths need a unit.
        "x" | "y" | "width" | "height" | "cx" | "cy" | "r" | "rx" | "ry" => {
            value.parse::<f64>().map_or(true, |number| number == 0.0)
        }
        _ => true,
    }
}

/// An element as selectors see it.
#[derive(Clone, Debug)]
pub struct Named {
    pub name: String,
    pub id: Option<String>,
    /// As written: words between white space.
    pub classes: String,
}

/// What one element must be.
#[derive(Clone, Debug, Default)]
struct Compound {
    name: Option<String>,
    ids: Vec<String>,
    classes: Vec<String>,
    is_root: bool,
    /// Whether it is the child of what the compound before it is. Otherwise it is anywhere inside.
    is_child: bool,
}

#[derive(Debug)]
struct Rule {
    /// The outermost element first.
    selector: Vec<Compound>,
    /// How many ids, classes and names the selector has.
    specificity: [usize; 3],
    /// The place of its declarations in [`Sheets::blocks`].
    block: usize,
}

/// The most comparisons of a rule with an element. Larger: a hostile picture takes more time.
const MOST_STEPS: usize = 1 << 27;

/// The style sheets of a picture.
#[derive(Debug, Default)]
pub struct Sheets {
    /// Those that win come last.
    rules: Vec<Rule>,
    blocks: Vec<Vec<Declaration>>,
    steps: usize,
}

impl Sheets {
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Adds the rules of a sheet. If it applies to some media only, its rules must not count.
    pub fn add(&mut self, text: &str, media: &str) -> Result<(), Fault> {
        let text = without_comments(text);
        if !["", "all", "screen"].contains(&media.trim()) {
            return refuse_if_counted(&text, &format!("media {media:?}"));
        }
        let mut rest = text.as_str();
        loop {
            rest = rest.trim_start();
            rest = ["<!--", "-->", "}", ";"].iter().find_map(|mark| rest.strip_prefix(mark)).unwrap_or(rest);
            if rest.trim_start().is_empty() {
                break;
            }
            rest = self.add_first(rest.trim_start())?;
        }
        self.rules.sort_by_key(|rule| rule.specificity);
        Ok(())
    }

    /// Adds the first rule of a text, and returns what follows it.
    fn add_first<'a>(&mut self, text: &'a str) -> Result<&'a str, Fault> {
        let is_at_rule = text.starts_with('@');
        let end = find(text, if is_at_rule { &['{', ';'] } else { &['{'] }).unwrap_or(text.len());
        let (prelude, rest) = text.split_at(end);
        let (body, rest) = match rest.strip_prefix('{') {
            Some(inside) => block(inside),
            None => ("", rest.get(1..).unwrap_or_default()),
        };
        if let Some(rule) = prelude.strip_prefix('@') {
            let name = rule.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next().unwrap_or_default();
            if name.eq_ignore_ascii_case("import") {
                return Err(Fault::new(format!("expected the style sheet in the file, found {}", short(prelude))));
            }
            if !HARMLESS.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                refuse_if_counted(body, &short(prelude))?;
            }
            return Ok(rest);
        }
        if body.contains('{') {
            refuse_if_counted(body, "a rule inside another one")?;
        }
        let declarations = declarations(body);
        if declarations.is_empty() {
            return Ok(rest);
        }
        self.blocks.push(declarations);
        for selector in pieces(prelude, ',') {
            let Some(selector) = compounds(selector) else {
                let block = &self.blocks[self.blocks.len() - 1];
                let Some(counted) = block.iter().find(|own| own.property != SELDOM) else { continue };
                return Err(not_understood(&format!("the selector {}", short(selector)), counted.property));
            };
            if !selector.is_empty() {
                let count = |of: fn(&Compound) -> usize| selector.iter().map(of).sum();
                let specificity = [
                    count(|part| part.ids.len()),
                    count(|part| part.classes.len() + usize::from(part.is_root)),
                    count(|part| usize::from(part.name.is_some())),
                ];
                self.rules.push(Rule { selector, specificity, block: self.blocks.len() - 1 });
            }
        }
        Ok(rest)
    }

    /// The declarations for an element inside `parents`, the outermost first. Those that win come last.
    pub fn of(&mut self, element: &Named, parents: &[Named]) -> Result<Vec<Declaration>, Fault> {
        let mut found = Vec::new();
        for rule in &self.rules {
            self.steps += 1;
            if rule.fits(element, parents, &mut self.steps) {
                found.extend(self.blocks[rule.block].iter().cloned());
            }
            if self.steps > MOST_STEPS {
                return Err(Fault::new(format!(
                    "expected style sheets of at most {MOST_STEPS} comparisons, found more"
                )));
            }
        }
        Ok(found)
    }
}

impl Rule {
    fn fits(&self, element: &Named, parents: &[Named], steps: &mut usize) -> bool {
        let Some((last, before)) = self.selector.split_last() else { return false };
        if !last.fits(element, parents.is_empty(), steps) {
            return false;
        }
        // For each parent whether the compounds so far end there.
        let mut ends: Option<Vec<bool>> = None;
        for part in before {
            let (mut is_inside, outer) = (false, ends.take());
            let mut is_end = |(depth, parent): (usize, &Named)| {
                let follows = |ends: &Vec<bool>| {
                    let is_child = depth > 0 && ends[depth - 1];
                    is_inside |= is_child;
                    if part.is_child { is_child } else { is_inside }
                };
                *steps += 1;
                outer.as_ref().is_none_or(follows) && part.fits(parent, depth == 0, steps)
            };
            ends = Some(parents.iter().enumerate().map(&mut is_end).collect());
        }
        match ends {
            None => true,
            Some(ends) if last.is_child => ends.last() == Some(&true),
            Some(ends) => ends.contains(&true),
        }
    }
}

impl Compound {
    fn fits(&self, element: &Named, is_root: bool, steps: &mut usize) -> bool {
        let has_class = |class: &String| element.classes.split_ascii_whitespace().any(|own| own == class);
        *steps += self.classes.len() * element.classes.len();
        (!self.is_root || is_root)
            && self.name.as_ref().is_none_or(|name| *name == element.name)
            && self.ids.iter().all(|id| element.id.as_ref() == Some(id))
            && self.classes.iter().all(has_class)
    }
}

/// The compounds of a selector. `None` if it is not understood, empty if it never applies to a picture at rest.
fn compounds(text: &str) -> Option<Vec<Compound>> {
    let spaced = text.replace('>', " > ");
    let (mut selector, mut is_child) = (Vec::new(), false);
    for word in spaced.split_ascii_whitespace() {
        if word == ">" {
            if is_child || selector.is_empty() {
                return None;
            }
            is_child = true;
            continue;
        }
        let mut compound = Compound { is_child: std::mem::take(&mut is_child), ..Compound::default() };
        let mut rest = word;
        while let Some(mark) = rest.chars().next() {
            let start = if "*.#:".contains(mark) { mark.len_utf8() } else { 0 };
            let length = rest[start..].find(['.', '#', ':', '*']).unwrap_or(rest.len() - start);
            let name = &rest[start..start + length];
            let is_name =
                !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_".contains(c) || !c.is_ascii());
            match mark {
                '*' if rest.len() == word.len() && name.is_empty() => {}
                _ if !is_name => return None,
                '.' => compound.classes.push(name.to_owned()),
                '#' => compound.ids.push(name.to_owned()),
                ':' if name == "root" => compound.is_root = true,
                ':' if NEVER.contains(&name) => return Some(Vec::new()),
                ':' | '*' => return None,
                _ if rest.len() == word.len() => compound.name = Some(name.to_owned()),
                _ => return None,
            }
            rest = &rest[start + length..];
        }
        selector.push(compound);
    }
    (!is_child && !selector.is_empty()).then_some(selector)
}

/// A fault if a text gives a property that counts a value.
fn refuse_if_counted(text: &str, what: &str) -> Result<(), Fault> {
    let name = |piece: &str| Some(piece.rsplit(['{', '}']).next()?.split_once(':')?.0.trim().to_ascii_lowercase());
    let mut names = text.split([';', '{', '}']).filter_map(name).filter(|name| name != SELDOM);
    match names.find_map(|name| COUNTED.into_iter().find(|property| *property == name)) {
        Some(property) => Err(not_understood(what, property)),
        None => Ok(()),
    }
}

fn not_understood(what: &str, property: &str) -> Fault {
    let understood = "rules for names, classes and ids of elements";
    Fault::new(format!("expected {understood}, found {what}, which sets {property}"))
}

/// The beginning of a text, on one line.
fn short(text: &str) -> String {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let all = words.join(" ");
    if all.chars().count() <= 60 { all } else { all.chars().take(60).chain(" ...".chars()).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str, id: &str, classes: &str) -> Named {
        let id = Some(id.to_owned()).filter(|id| !id.is_empty());
        Named { name: name.to_owned(), id, classes: classes.to_owned() }
    }

    #[test]
    fn selectors_choose_by_name_class_id_parent_and_ancestor() {
        let parents = [named("svg", "", ""), named("g", "layer", "a b"), named("g", "", "c")];
        let element = named("rect", "r", "p q");
        for (selector, expected) in [
            ("rect", true),
            ("*", true),
            (".p", true),
            ("#r", true),
            ("rect.p.q#r", true),
            ("circle", false),
            (".P", false),
            ("rect.p.x", false),
            ("g rect", true),
            ("g > rect", true),
            ("#layer>rect", false),
            ("#layer rect", true),
            ("svg > g.a.b > .c > rect", true),
            ("svg > .c rect", false),
            (".c #layer rect", false),
            ("svg g g rect", true),
            ("svg g g g rect", false),
            (":root rect", true),
            ("rect:root", false),
            ("rect:hover", false),
            ("circle, .q", true),
        ] {
            let mut sheets = Sheets::default();
            sheets.add(&format!("{selector}{{display:none}}"), "").unwrap();
            assert_eq!(!sheets.of(&element, &parents).unwrap().is_empty(), expected, "{selector}");
        }
    }

    #[test]
    fn what_is_not_understood_is_refused_where_it_counts_and_passed_over_elsewhere() {
        let said = |text: &str| Sheets::default().add(text, "").err().map(|fault| fault.to_string());
        for (text, found) in [
            ("[id] {display: none}", "found the selector [id], which sets display"),
            ("a + b, c {fill: none}", "found the selector a + b, which sets fill"),
            (
                "g:nth-child(2) { color: red; Transform : none }",
                "found the selector g:nth-child(2), which sets transform",
            ),
            ("@media print { .a { visibility: hidden } }", "found @media print, which sets visibility"),
            (".a { .b { display: none } }", "found a rule inside another one, which sets display"),
            ("@import url('a.css');", "expected the style sheet in the file, found @import url('a.css')"),
            (".a\\:b { display: none }", "found the selector .a\\:b, which sets display"),
            ("@supports (fill: none) { .a { r: 3px }", "found @supports (fill: none), which sets r"),
        ] {
            assert!(said(text).is_some_and(|said| said.contains(found)), "{text}: {:?}", said(text));
        }
        for text in [
            "[id] { stroke-width: 3; }",
            "@media print { .a { color: red } }",
            "@font-face { font-family: 'x'; src: url(a;b{c) } .a { color: red }",
            "@charset \"utf-8\"; @keyframes k { from { display: none } }",
            "g:hover { fill: none }",
            "",
            "<!-- .a{color:red} -->",
            "}} { } ;",
        ] {
            assert_eq!(said(text), None, "{text}");
        }
        assert!(Sheets::default().add(".a{display:none}", "print").is_err());
    }

    #[test]
    fn declarations_keep_what_is_valid_and_strings_and_comments_do_not_split_them() {
        let read = |text: &str| {
            let found = declarations(text);
            found
                .iter()
                .map(|own| format!("{}={}{}", own.property, own.value, ["", "!"][usize::from(own.important)]))
                .collect::<Vec<_>>()
        };
        assert_eq!(read("DISPLAY : none ! important;fill-rule:evenodd"), ["display=none!", "fill-rule=evenodd"]);
        assert_eq!(read("fill-rule: odd; visibility: no; fill:; color: red"), [""; 0]);
        assert_eq!(read("content: 'a;fill:none'; fill: url(data:a;b) /* ;fill:none */"), ["fill=url(data:a;b)"]);
    }
}
