//! Lengths and places of pictures in pictures: units, percentages and view boxes (SVG 2, chapter 8).

use std::str::FromStr;

use svgtypes::{Align, AspectRatio, ViewBox};

use super::{IDENTITY, Matrix, product};
use crate::fault::Fault;
use crate::plane::Point;

/// The units of lengths of the world, in pixels, as quotients of whole numbers. There are 96 pixels to the inch of
/// 25.4 mm (CSS Values 4, 6.2).
const UNITS: [(&str, [f64; 2]); 6] = [
    ("mm", [960.0, 254.0]),
    ("cm", [9600.0, 254.0]),
    ("in", [96.0, 1.0]),
    ("pt", [4.0, 3.0]),
    ("pc", [16.0, 1.0]),
    ("q", [960.0, 1016.0]),
];

/// The length of a pixel in units of 10⁻⁴ mm. In that unit, lengths in mm, cm, in and Q are not rounded.
pub const PIXEL: f64 = 254_000.0 / 96.0;

/// A length of the world or of pixels in units of 10⁻⁴ mm.
pub fn in_tenths_of_um(text: &str) -> Option<f64> {
    let (number, unit) = split(text.trim());
    let number = plain(number)?;
    if unit.is_empty() || unit.eq_ignore_ascii_case("px") {
        return Some(number * PIXEL);
    }
    let (_, [pixels, units]) = UNITS.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit))?;
    Some(number * (pixels * 254_000.0 / (units * 96.0)))
}

/// What a length is measured along. A percentage is one of the picture around.
#[derive(Clone, Copy)]
pub enum Along {
    Width,
    Height,
    /// The root of the mean square of both.
    Both,
}

impl Along {
    /// What the attribute of this name is measured along.
    pub fn of(key: &str) -> Self {
        match key {
            "x" | "x1" | "x2" | "cx" | "rx" | "width" => Self::Width,
            "y" | "y1" | "y2" | "cy" | "ry" | "height" => Self::Height,
            _ => Self::Both,
        }
    }
}

/// A word without its unit, and the unit. A number without one has the unit of the picture.
fn split(word: &str) -> (&str, &str) {
    let end = word.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%').len();
    word.split_at(end)
}

/// Whether a length is written in a unit of the world.
pub fn is_of_the_world(text: &str) -> bool {
    let unit = split(text.trim()).1;
    UNITS.iter().any(|(name, _)| name.eq_ignore_ascii_case(unit))
}

/// A length in the unit of the coordinates. `around` is the size of the picture around, if it is known.
pub fn length(text: &str, along: Along, around: Option<Point>) -> Result<f64, Fault> {
    let wrong = || Fault::new(format!("expected a length such as 3, 3px or 3mm, found {text:?}"));
    let (number, unit) = split(text.trim());
    let number: f64 = number.parse().map_err(|_| wrong())?;
    let found = match unit {
        "" => number,
        "%" => {
            let [width, height] = around.ok_or_else(|| {
                Fault::new(format!("expected a length, found {text:?} of a picture whose size is not known"))
            })?;
            number / 100.0
                * match along {
                    Along::Width => width,
                    Along::Height => height,
                    Along::Both => width.hypot(height) / std::f64::consts::SQRT_2,
                }
        }
        unit if unit.eq_ignore_ascii_case("px") => number,
        unit => {
            let known = UNITS.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit));
            let [pixels, units] = known.ok_or_else(wrong)?.1;
            number * pixels / units
        }
    };
    if found.is_finite() { Ok(found) } else { Err(wrong()) }
}

/// A view box: the upper left corner and the size of what is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    corner: Point,
    pub size: Point,
}

impl Window {
    /// The window of an attribute `viewBox`.
    pub fn of(text: &str) -> Result<Self, Fault> {
        let wrong = |_| Fault::new(format!("expected four numbers of which the last two are positive, found {text:?}"));
        let ViewBox { x, y, w, h } = ViewBox::from_str(text).map_err(wrong).map_err(|fault| fault.under("viewBox"))?;
        Ok(Self { corner: [x, y], size: [w, h] })
    }

    /// How the window is laid over an area of some size, by the attribute `preserveAspectRatio`.
    pub fn over(self, area: Point, aspect: Option<&str>) -> Result<Matrix, Fault> {
        let wrong = |_| {
            let found = aspect.unwrap_or_default();
            Fault::new(format!("expected an alignment such as xMidYMid, found {found:?}")).under("preserveAspectRatio")
        };
        let aspect = aspect.map(|text| AspectRatio::from_str(text.trim()).map_err(wrong)).transpose()?;
        let aspect = aspect.unwrap_or(AspectRatio { defer: false, align: Align::XMidYMid, slice: false });
        let fitting = [0, 1].map(|axis| area[axis] / self.size[axis]);
        let common = if aspect.slice { fitting[0].max(fitting[1]) } else { fitting[0].min(fitting[1]) };
        let scale = if aspect.align == Align::None { fitting } else { [common; 2] };
        // The share of the room that is left before the window.
        let share = match aspect.align {
            Align::None | Align::XMinYMin => [0.0, 0.0],
            Align::XMidYMin => [0.5, 0.0],
            Align::XMaxYMin => [1.0, 0.0],
            Align::XMinYMid => [0.0, 0.5],
            Align::XMidYMid => [0.5, 0.5],
            Align::XMaxYMid => [1.0, 0.5],
            Align::XMinYMax => [0.0, 1.0],
            Align::XMidYMax => [0.5, 1.0],
            Align::XMaxYMax => [1.0, 1.0],
        };
        let moved = [0, 1].map(|axis| {
            let room = area[axis] - scale[axis] * self.size[axis];
            share[axis] * room - scale[axis] * self.corner[axis]
        });
        Ok([scale[0], 0.0, 0.0, scale[1], moved[0], moved[1]])
    }
}

/// A transform of CSS: functions whose lengths and angles have units (CSS Transforms 1, 11).
pub fn css_transform(text: &str) -> Result<Matrix, Fault> {
    let mut all = IDENTITY;
    let mut rest = text.trim();
    if rest.eq_ignore_ascii_case("none") {
        return Ok(all);
    }
    while !rest.is_empty() {
        let wrong =
            || Fault::new(format!("expected functions of the plane such as translate(1px, 2px), found {rest:?}"));
        let (name, behind) = rest.split_once('(').ok_or_else(wrong)?;
        let (words, behind) = behind.split_once(')').ok_or_else(wrong)?;
        let words: Vec<&str> = words.split([',', ' ', '\n', '\t', '\r']).filter(|word| !word.is_empty()).collect();
        let length = |word: &&str| length(word, Along::Both, None);
        let values = |of: fn(&str) -> Option<f64>| -> Result<Vec<f64>, Fault> {
            words.iter().map(|word| of(word).ok_or_else(wrong)).collect()
        };
        let one = match (name.trim(), words.len()) {
            ("translate" | "translateX" | "translateY", 1 | 2) => {
                let moved = words.iter().map(length).collect::<Result<Vec<_>, _>>()?;
                match (name.trim(), moved.as_slice()) {
                    ("translate", [x, y]) => [1.0, 0.0, 0.0, 1.0, *x, *y],
                    ("translate" | "translateX", [x]) => [1.0, 0.0, 0.0, 1.0, *x, 0.0],
                    ("translateY", [y]) => [1.0, 0.0, 0.0, 1.0, 0.0, *y],
                    _ => return Err(wrong()),
                }
            }
            ("scale" | "scaleX" | "scaleY", 1 | 2) => match (name.trim(), values(share)?.as_slice()) {
                ("scale", [x, y]) => [*x, 0.0, 0.0, *y, 0.0, 0.0],
                ("scale", [s]) => [*s, 0.0, 0.0, *s, 0.0, 0.0],
                ("scaleX", [x]) => [*x, 0.0, 0.0, 1.0, 0.0, 0.0],
                ("scaleY", [y]) => [1.0, 0.0, 0.0, *y, 0.0, 0.0],
                _ => return Err(wrong()),
            },
            ("rotate", 1) => {
                let [sine, cosine] = sine_and_cosine(values(degrees)?[0]);
                [cosine, sine, -sine, cosine, 0.0, 0.0]
            }
            ("skew" | "skewX" | "skewY", 1 | 2) => {
                let slope = |degrees: &f64| degrees.to_radians().tan();
                match (name.trim(), values(degrees)?.as_slice()) {
                    ("skew", [x, y]) => [1.0, slope(y), slope(x), 1.0, 0.0, 0.0],
                    ("skew" | "skewX", [x]) => [1.0, 0.0, slope(x), 1.0, 0.0, 0.0],
                    ("skewY", [y]) => [1.0, slope(y), 0.0, 1.0, 0.0, 0.0],
                    _ => return Err(wrong()),
                }
            }
            ("matrix", 6) => {
                let m = values(plain)?;
                [m[0], m[1], m[2], m[3], m[4], m[5]]
            }
            _ => return Err(wrong()),
        };
        all = product(&all, &one);
        rest = behind.trim_start();
    }
    Ok(all)
}

fn plain(word: &str) -> Option<f64> {
    word.parse::<f64>().ok().filter(|number| number.is_finite())
}

/// A number, or a percentage as one.
fn share(word: &str) -> Option<f64> {
    match word.strip_suffix('%') {
        Some(percent) => plain(percent).map(|percent| percent / 100.0),
        None => plain(word),
    }
}

/// An angle in degrees. Without a unit it must be zero.
fn degrees(word: &str) -> Option<f64> {
    let (number, unit) = split(word);
    let number = plain(number)?;
    match unit {
        "deg" => Some(number),
        "grad" => Some(number * 0.9),
        "rad" => Some(number.to_degrees()),
        "turn" => Some(number * 360.0),
        "" if number == 0.0 => Some(0.0),
        _ => None,
    }
}

/// Without rounding errors at quarter turns.
fn sine_and_cosine(degrees: f64) -> [f64; 2] {
    match degrees.rem_euclid(360.0) {
        0.0 => [0.0, 1.0],
        90.0 => [1.0, 0.0],
        180.0 => [0.0, -1.0],
        270.0 => [-1.0, 0.0],
        degrees => {
            let (sine, cosine) = degrees.to_radians().sin_cos();
            [sine, cosine]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_the_world_have_96_pixels_to_the_inch() {
        let of = |text: &str| length(text, Along::Width, Some([200.0, 50.0])).unwrap();
        assert_eq!(
            ["3", " 3px", "1in", "25.4mm", "2.54cm", "72pt", "6pc", "101.6Q", "1e1%", "-.5PX"].map(of),
            [3.0, 3.0, 96.0, 96.0, 96.0, 96.0, 96.0, 96.0, 20.0, -0.5]
        );
        for wrong in ["", "mm", "1em", "3 mm", "1e999", "calc(1px)", "nan"] {
            assert!(length(wrong, Along::Width, None).is_err(), "{wrong}");
        }
        assert!(length("1%", Along::Width, None).unwrap_err().to_string().contains("whose size is not known"));
    }

    #[test]
    fn windows_are_laid_over_their_area_by_their_alignment() {
        let window = Window::of("10 20 4 2").unwrap();
        let over = |aspect| window.over([8.0, 8.0], Some(aspect)).unwrap();
        assert_eq!(window.over([8.0, 8.0], None).unwrap(), over("xMidYMid"));
        assert_eq!(over("xMidYMid meet"), [2.0, 0.0, 0.0, 2.0, -20.0, 2.0 - 40.0]);
        assert_eq!(over("xMaxYMin slice"), [4.0, 0.0, 0.0, 4.0, -8.0 - 40.0, -80.0]);
        assert_eq!(over("none"), [2.0, 0.0, 0.0, 4.0, -20.0, -80.0]);
        assert!(window.over([1.0; 2], Some("left")).is_err() && Window::of("0 0 -1 1").is_err());
    }

    #[test]
    fn transforms_of_css_are_functions_with_units() {
        for (css, matrix) in [
            ("none", IDENTITY),
            ("translate(1in, 2px) scale(50%)", [0.5, 0.0, 0.0, 0.5, 96.0, 2.0]),
            ("rotate(0.25turn)translateY(3px)", [0.0, 1.0, -1.0, 0.0, -3.0, 0.0]),
            ("matrix(1,2,3 4 5,6)", [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
            ("scaleX(2) skewY(0) rotate(100grad)", [0.0, 1.0, -2.0, 0.0, 0.0, 0.0]),
        ] {
            assert_eq!(css_transform(css).unwrap(), matrix, "{css}");
        }
        for wrong in ["rotate(90)", "rotate3d(1,0,0,1deg)", "translate(10%)", "scale(1,2,3)", "translate(1px", "x"] {
            assert!(css_transform(wrong).is_err(), "{wrong}");
        }
    }
}
