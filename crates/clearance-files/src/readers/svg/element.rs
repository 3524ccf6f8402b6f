//! An element with its attributes and its style: what it inherits, where it is placed, and its lengths.

use std::cell::Cell;

use svgtypes::Transform;

use super::length::{Along, Window, css_transform, in_tenths_of_um, is_of_the_world, length};
use super::sheet::Declaration;
use super::{IDENTITY, Matrix, product};
use crate::fault::Fault;
use crate::plane::Point;
use crate::readers::fill::FillRule;
use crate::readers::xml::Attributes;

/// The attributes that place an element, and those that say what it draws.
pub const READ: [&str; 34] = [
    "id",
    "class",
    "href",
    "*:href",
    "d",
    "points",
    "transform",
    "transform-origin",
    "style",
    "x",
    "y",
    "x1",
    "y1",
    "x2",
    "y2",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "width",
    "height",
    "viewBox",
    "preserveAspectRatio",
    "display",
    "visibility",
    "fill",
    "fill-rule",
    "stroke",
    "stroke-width",
    "refX",
    "refY",
    "type",
    "media",
];

/// Whether an element paints its inside or its line.
#[derive(Clone, Copy, PartialEq)]
pub enum Paint {
    None,
    Some,
    /// A variable says it, and variables are not followed.
    Unknown,
}

/// What holds for the children of an element.
#[derive(Clone, Copy)]
pub struct Group {
    pub transform: Matrix,
    pub drawn: bool,
    pub visible: bool,
    pub rule: FillRule,
    pub fill: Paint,
    pub stroke: Paint,
    /// Whether lines have a width.
    pub is_wide: bool,
    /// The nearest group with an `id`: its place among the picture's groups.
    pub named: Option<usize>,
    /// The size of the picture around, if it is known.
    pub around: Option<Point>,
}

impl Group {
    pub const OUTERMOST: Self = Self {
        transform: IDENTITY,
        drawn: true,
        visible: true,
        rule: FillRule::NonZero,
        fill: Paint::Some,
        stroke: Paint::None,
        is_wide: true,
        named: None,
        around: None,
    };

    /// Nothing of the element and of what is in it is drawn.
    pub fn hidden(self) -> Self {
        Self { drawn: false, ..self }
    }
}

/// An element of a picture.
pub struct Element<'a> {
    attributes: Attributes<'a>,
    /// Those of the style sheets, then those of the attribute `style`.
    style: Vec<Declaration>,
    around: Option<Point>,
    /// Whether a length was read that is written in a unit of the world.
    pub is_of_the_world: Cell<bool>,
}

/// Words of CSS for a value that another rule or element gives.
fn is_word_for(value: &str, words: &[&str]) -> bool {
    words.iter().any(|word| word.eq_ignore_ascii_case(value.trim()))
}

impl<'a> Element<'a> {
    /// `style` are the declarations of all sheets and of the element, those that win last. `around` is the size of the
    /// picture around.
    pub fn new(attributes: Attributes<'a>, style: Vec<Declaration>, around: Option<Point>) -> Result<Self, Fault> {
        let element = Self { attributes, style, around, is_of_the_world: Cell::new(false) };
        for property in ["all", "translate", "rotate", "scale", "offset", "offset-path", "d"] {
            match element.styled(property) {
                Some(value) if !is_word_for(value, &["none", "initial", "unset", "revert"]) || property == "all" => {
                    let message = format!("expected it as an attribute, found the style {property}: {value}");
                    return Err(Fault::new(message));
                }
                _ => {}
            }
        }
        Ok(element)
    }

    /// An attribute as it is written.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.attributes.get(key)
    }

    /// The id of the element that is used here.
    pub fn reference(&self) -> Option<&str> {
        let prefixed = || self.attributes.iter().find(|(key, _)| key.ends_with(":href")).map(|(_, value)| value);
        self.get("href").or_else(prefixed)
    }

    /// What the style says of a property: the last declaration that is important, otherwise the last one.
    fn styled(&self, property: &str) -> Option<&str> {
        let mut own = self.style.iter().rev().filter(|own| own.property == property).peekable();
        let last = own.peek().map(|own| own.value.as_str());
        own.find(|own| own.important).map(|own| own.value.as_str()).or(last)
    }

    /// The value of a property that is inherited: of the style, otherwise of the attribute.
    fn inherited(&self, property: &str) -> Option<&str> {
        let own = self.styled(property).or_else(|| self.get(property))?;
        Some(own.trim()).filter(|own| !is_word_for(own, &["inherit", "unset", "revert"]))
    }

    /// The value of a property that is not inherited, and whether it is one of CSS.
    fn own(&self, property: &str) -> Result<Option<(&str, bool)>, Fault> {
        let Some(value) = self.styled(property) else { return Ok(self.get(property).map(|value| (value, false))) };
        if is_word_for(value, &["initial", "unset", "revert"]) {
            return Ok(None);
        }
        if value.contains("var(") || is_word_for(value, &["inherit"]) {
            return Err(Fault::new(format!("expected a value, found {value}")).under(property));
        }
        Ok(Some((value, true)))
    }

    /// What holds for the element and for its children. Its place and its name are not in it.
    pub fn inherit(&self, group: Group) -> Result<Group, Fault> {
        let is_hidden = self.own("display")?.is_some_and(|(value, _)| is_word_for(value, &["none"]));
        let paint = |property: &str, inherited: Paint, initial: Paint| match self.inherited(property) {
            None | Some("") => inherited,
            Some(value) if is_word_for(value, &["initial"]) => initial,
            Some(value) if is_word_for(value, &["none"]) => Paint::None,
            Some(value) if value.contains("var(") => Paint::Unknown,
            Some(_) => Paint::Some,
        };
        let visible = match self.inherited("visibility") {
            Some(value) if is_word_for(value, &["hidden", "collapse"]) => false,
            Some(value) if is_word_for(value, &["visible", "initial"]) => true,
            Some(value) if value.contains("var(") => {
                return Err(Fault::new(format!("expected visible or hidden, found {value}")).under("visibility"));
            }
            _ => group.visible,
        };
        let rule = match self.inherited("fill-rule") {
            Some(value) if is_word_for(value, &["initial"]) => FillRule::NonZero,
            Some(value) if value.contains("var(") => {
                return Err(Fault::new(format!("expected nonzero or evenodd, found {value}")).under("fill-rule"));
            }
            value => value.and_then(FillRule::named).unwrap_or(group.rule),
        };
        let is_wide = match self.inherited("stroke-width") {
            None | Some("") => group.is_wide,
            // A width that cannot be read is not 0.
            Some(value) => length(value, Along::Both, None) != Ok(0.0),
        };
        Ok(Group {
            is_wide,
            drawn: group.drawn && !is_hidden,
            visible,
            rule,
            fill: paint("fill", group.fill, Paint::Some),
            stroke: paint("stroke", group.stroke, Paint::None),
            ..group
        })
    }

    /// The transform of the element itself.
    pub fn transform(&self) -> Result<Matrix, Fault> {
        let Some((text, is_css)) = self.own("transform")? else { return Ok(IDENTITY) };
        let matrix = if is_css {
            css_transform(text).map_err(|fault| fault.under("transform"))?
        } else {
            let wrong =
                |error| Fault::new(format!("expected a list such as translate(1 2): {error}")).under("transform");
            let Transform { a, b, c, d, e, f } = text.parse().map_err(wrong)?;
            [a, b, c, d, e, f]
        };
        if let Some((origin, _)) = self.own("transform-origin")?.filter(|_| matrix != IDENTITY) {
            let is_zero = |word: &str| length(word, Along::Both, None) == Ok(0.0);
            if !origin.split_ascii_whitespace().all(is_zero) {
                let message = format!("expected transforms about the origin, found the origin {origin}");
                return Err(Fault::new(message).under("transform-origin"));
            }
        }
        Ok(matrix)
    }

    /// The place of a picture within the picture and the size of what it shows. `size` is that of the element that uses
    /// it. Without a place nothing is drawn.
    pub fn viewport(&self, size: [Option<f64>; 2]) -> Result<Option<(Matrix, Option<Point>)>, Fault> {
        let corner = [self.number("x")?, self.number("y")?];
        let at = product(&self.transform()?, &[1.0, 0.0, 0.0, 1.0, corner[0], corner[1]]);
        let own = [self.extent("width")?, self.extent("height")?];
        let size = [0, 1].map(|axis| size[axis].or(own[axis]).or(self.around.map(|around| around[axis])));
        let size = size[0].zip(size[1]).map(|(width, height)| [width, height]);
        if size.is_some_and(|size| size.contains(&0.0)) {
            return Ok(None);
        }
        let Some(window) = self.window()? else { return Ok(Some((at, size))) };
        let Some(area) = size else {
            let message = "expected width and height of a picture with a viewBox, found none, and none around";
            return Err(Fault::new(message).under("viewBox"));
        };
        let over = window.over(area, self.get("preserveAspectRatio"))?;
        Ok(Some((product(&at, &over), Some(window.size))))
    }

    /// What the attribute `viewBox` shows.
    pub fn window(&self) -> Result<Option<Window>, Fault> {
        self.get("viewBox").map(Window::of).transpose()
    }

    /// An attribute or property as a length in the unit of the picture.
    pub fn number_or_none(&self, key: &str) -> Result<Option<f64>, Fault> {
        let Some((text, _)) = self.own(key)? else { return Ok(None) };
        self.is_of_the_world.set(self.is_of_the_world.get() || is_of_the_world(text));
        length(text, Along::of(key), self.around).map(Some).map_err(|fault| fault.under(key))
    }

    /// The same, 0 where there is none.
    pub fn number(&self, key: &str) -> Result<f64, Fault> {
        self.number_or_none(key).map(Option::unwrap_or_default)
    }

    /// A size. It is 0 where there is none.
    pub fn size(&self, key: &str) -> Result<f64, Fault> {
        self.extent(key).map(Option::unwrap_or_default)
    }

    /// A size that may be missing or `auto`.
    pub fn extent(&self, key: &str) -> Result<Option<f64>, Fault> {
        if self.own(key)?.is_some_and(|(text, _)| is_word_for(text, &["auto"])) {
            return Ok(None);
        }
        match self.number_or_none(key)? {
            Some(size) if size < 0.0 => {
                Err(Fault::new(format!("expected a size that is not negative, found {size}")).under(key))
            }
            size => Ok(size),
        }
    }

    /// The radius of a rectangle's corners. `auto` and negative radii mean none.
    pub fn round(&self, key: &str) -> Result<Option<f64>, Fault> {
        if self.own(key)?.is_some_and(|(text, _)| is_word_for(text, &["auto"])) {
            return Ok(None);
        }
        Ok(self.number_or_none(key)?.filter(|&radius| radius >= 0.0))
    }

    /// A size of the outermost picture, where it says one: in pixels, and in units of 10⁻⁴ mm. A percentage says none.
    pub fn outermost_size(&self, key: &str) -> [Option<f64>; 2] {
        let text = self.own(key).ok().flatten().map_or("", |(text, _)| text);
        let pixels = length(text, Along::Both, None).ok();
        [pixels, in_tenths_of_um(text)].map(|size| size.filter(|&size| size > 0.0))
    }

    /// Whether the outermost picture says its size in a unit of the world.
    pub fn has_size_of_the_world(&self) -> bool {
        ["width", "height"].iter().any(|key| matches!(self.own(key), Ok(Some((text, _))) if is_of_the_world(text)))
    }
}
