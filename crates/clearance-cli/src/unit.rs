//! Units of length: which one the coordinates of a file have, and which one an answer has.

use std::fmt;

use clearance_files::document::Numbers;
use clearance_files::thing::Surface;
use serde::de::{self, Deserialize, Deserializer};

use crate::failure::Failure;

/// A unit of length that the command line can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Unit {
    /// Micrometres.
    Um,
    /// Millimetres.
    Mm,
    /// Centimetres.
    Cm,
    /// Metres.
    M,
    /// Kilometres.
    Km,
    /// Inches of 25.4 mm.
    In,
    /// Feet of 12 inches.
    Ft,
}

impl Unit {
    const ALL: [Self; 7] = [Self::Um, Self::Mm, Self::Cm, Self::M, Self::Km, Self::In, Self::Ft];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        ["um", "mm", "cm", "m", "km", "in", "ft"][self as usize]
    }

    /// The length in units of 10⁻⁴ mm, a whole number. So the factor between two units is rounded once.
    fn tenths_of_um(self) -> f64 {
        [10.0, 1e4, 1e5, 1e7, 1e10, 254_000.0, 3_048_000.0][self as usize]
    }

    /// The length in metres, rounded once.
    pub fn metres(self) -> f64 {
        self.tenths_of_um() / 1e7
    }

    /// The unit of this length in metres, if it has a name here.
    pub fn of_metres(metres: f64) -> Option<Self> {
        // The decimals of files, such as 0.0254, are rounded to the same float as here.
        Self::ALL.into_iter().find(|unit| metres == unit.tenths_of_um() / 1e7)
    }

    /// What lengths in another unit of so many metres are multiplied by. Between units with a name it is rounded once,
    /// and equal units have the factor 1.
    pub fn factor_from(self, metres: f64) -> f64 {
        match Self::of_metres(metres) {
            Some(own) => own.tenths_of_um() / self.tenths_of_um(),
            None => metres * (1e7 / self.tenths_of_um()),
        }
    }
}

/// A length as people write it: a number, and a unit if they say one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length {
    value: f64,
    unit: Option<Unit>,
}

impl Length {
    /// No length, in every unit.
    pub const ZERO: Self = Self { value: 0.0, unit: None };

    /// Reads a finite length such as `0.5mm`, `0.5 mm` or `0.5`. It may be negative.
    pub fn finite(text: &str) -> Result<Self, String> {
        Self::such_that(text, |value| value.is_finite(), "a finite length such as 0.5 or 0.5mm")
    }

    /// The same, not below zero.
    pub fn not_negative(text: &str) -> Result<Self, String> {
        Self::such_that(text, |value| value >= 0.0, "a length that is not negative, such as 0.5 or 0.5mm")
    }

    /// The same, above zero.
    pub fn positive(text: &str) -> Result<Self, String> {
        Self::such_that(text, |value| value > 0.0, "a positive length such as 0.5 or 0.5mm")
    }

    fn such_that(text: &str, is_valid: impl FnOnce(f64) -> bool, expected: &str) -> Result<Self, String> {
        let text = text.trim();
        let fault = || format!("expected {expected}, found {text}");
        // A number may hold letters, too: 1e3. The longest name of a unit counts.
        let named = Unit::ALL.into_iter().filter(|unit| text.ends_with(unit.name()));
        let unit = named.max_by_key(|unit| unit.name().len());
        let digits = unit.map_or(text, |unit| text[..text.len() - unit.name().len()].trim_end());
        match digits.parse::<f64>() {
            Ok(value) if value.is_finite() && is_valid(value) => Ok(Self { value, unit }),
            _ => Err(fault()),
        }
    }

    /// A number without a unit, as a rule has it.
    pub fn plain(value: f64) -> Self {
        Self { value, unit: None }
    }

    /// The length in the unit of the things, if that is known. It is rounded once where a float holds the number of
    /// tenths of a micrometre.
    pub fn in_unit(self, unit: Option<Unit>) -> Result<f64, String> {
        match (self.unit, unit) {
            (None, _) => Ok(self.value),
            (Some(own), Some(unit)) if own == unit => Ok(self.value),
            (Some(own), Some(unit)) => Ok(self.value * own.tenths_of_um() / unit.tenths_of_um()),
            (Some(_), None) => Err(self.unknown()),
        }
    }

    /// The length in a unit of so many metres, if that is known.
    pub fn in_metres_per_unit(self, metres: Option<f64>) -> Result<f64, String> {
        match (self.unit, metres, metres.and_then(Unit::of_metres)) {
            (Some(own), Some(metres), None) => Ok(self.value * own.metres() / metres),
            (_, _, unit) => self.in_unit(unit),
        }
    }

    /// Whether it is finite and not below zero.
    pub fn is_not_negative(self) -> bool {
        self.value >= 0.0 && self.value.is_finite()
    }

    fn unknown(self) -> String {
        format!("{self}: expected the unit of the things in an option such as --unit mm, since no file says it")
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.value, self.unit.map_or("", Unit::name))
    }
}

/// A vector whose coordinates may have units.
#[derive(Clone, Copy, Debug)]
pub struct Lengths {
    values: [Length; 3],
    count: usize,
}

impl Lengths {
    /// Reads `x,y` or `x,y,z`, such as `10mm,0,0`.
    pub fn vector(text: &str) -> Result<Self, String> {
        let lengths = text.split(',').map(Length::finite).collect::<Result<Vec<_>, _>>()?;
        let (values, count) = match *lengths {
            [x, y] => ([x, y, Length::ZERO], 2),
            [x, y, z] => ([x, y, z], 3),
            ref other => return Err(format!("expected x,y or x,y,z, found {} numbers", other.len())),
        };
        Ok(Self { values, count })
    }

    /// The coordinates in the unit of the things, if that is known.
    pub fn in_unit(self, unit: Option<Unit>) -> Result<Numbers, String> {
        let [x, y, z] = self.values;
        let (x, y, z) = (x.in_unit(unit)?, y.in_unit(unit)?, z.in_unit(unit)?);
        Ok(if self.count == 2 { Numbers::from([x, y]) } else { Numbers::from([x, y, z]) })
    }
}

impl<'de> Deserialize<'de> for Length {
    /// A number, or a text such as `"0.5mm"`.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl de::Visitor<'_> for Reader {
            type Value = Length;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a length such as 0.5 or \"0.5mm\"")
            }
            fn visit_f64<E>(self, value: f64) -> Result<Length, E> {
                Ok(Length::plain(value))
            }
            fn visit_i64<E>(self, value: i64) -> Result<Length, E> {
                Ok(Length::plain(value as f64))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Length, E> {
                Ok(Length::plain(value as f64))
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Length, E> {
                Length::finite(text).map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

/// What is known of the unit of one thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Known {
    /// It is written beside the other thing, so it has that one's unit.
    Literal,
    /// A file of a format without a unit.
    Nothing,
    /// A file whose unit is so many metres.
    Metres(f64),
}

impl Known {
    /// What is known of a surface from a file.
    pub fn of(surface: &Surface) -> Self {
        surface.metres_per_unit.map_or(Self::Nothing, Self::Metres)
    }
}

/// The unit of an answer about things, and the factor of each thing's coordinates. The unit is `None` if nobody said
/// it, or if it has no name.
pub fn common<const N: usize>(
    asked: Option<Unit>,
    known: [Known; N],
    names: [&str; N],
) -> Result<(Option<Unit>, [f64; N]), Failure> {
    let with_unit = (0..N).find(|&index| matches!(known[index], Known::Metres(_)));
    let without = (0..N).find(|&index| known[index] == Known::Nothing);
    if let (None, Some(with_unit), Some(without)) = (asked, with_unit, without) {
        return Err(Failure::Input(format!(
            "expected the unit of {} in an option such as --unit mm: {} has a unit, and the format of {0} has none",
            names[without], names[with_unit]
        )));
    }
    let first = with_unit.map(|index| match known[index] {
        Known::Metres(metres) => metres,
        _ => 1.0,
    });
    let unit = asked.or_else(|| first.and_then(Unit::of_metres));
    let factor = |known: Known| match (known, unit, first) {
        (Known::Metres(own), Some(unit), _) => unit.factor_from(own),
        // A unit without a name. Equal units are not rounded.
        (Known::Metres(own), None, Some(metres)) if own != metres => own / metres,
        _ => 1.0,
    };
    Ok((unit, known.map(factor)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_with_a_unit_becomes_one_in_the_unit_of_the_things() {
        let read = |text: &str, unit| Length::finite(text).and_then(|length| length.in_unit(unit));
        for (text, unit, value) in [
            ("10mm", Some(Unit::M), 0.01),
            ("10 mm", Some(Unit::Mm), 10.0),
            ("2in", Some(Unit::Mm), 50.8),
            ("1ft", Some(Unit::In), 12.0),
            ("3um", Some(Unit::Mm), 0.003),
            ("1e3m", Some(Unit::Km), 1.0),
            ("-0.5cm", Some(Unit::Mm), -5.0),
            ("0.5", Some(Unit::Mm), 0.5),
            ("0.5", None, 0.5),
        ] {
            assert_eq!(read(text, unit), Ok(value), "{text}");
        }
        assert!(read("10mm", None).unwrap_err().starts_with("10mm: expected the unit of the things"));
        for text in ["mm", "10 parsec", "nan", "inf", "1e400m", "", "10mm 3"] {
            assert!(Length::finite(text).is_err(), "{text}");
        }
        assert!(Length::not_negative("-1mm").is_err() && Length::positive("0mm").is_err());
        assert_eq!(Length::finite("10mm").unwrap().in_metres_per_unit(Some(0.5)), Ok(0.02));
        assert_eq!(Length::finite("10 mm").unwrap().to_string(), "10mm");
        let vector = |text: &str, unit| Lengths::vector(text).and_then(|vector| vector.in_unit(unit));
        assert_eq!(vector("1cm, -2,0", Some(Unit::Mm)), Ok(Numbers::from([10.0, -2.0, 0.0])));
        assert_eq!(vector("1,2", None), Ok(Numbers::from([1.0, 2.0])));
        assert!(vector("1cm,2", None).is_err() && vector("1,2,3,4", None).is_err() && vector("1", None).is_err());
    }

    #[test]
    fn the_unit_of_an_answer_is_the_one_that_was_asked_for_or_that_of_the_first_file_that_has_one() {
        let common = |asked, known| common(asked, known, ["a", "b"]).ok();
        let (metre, inch) = (Known::Metres(1.0), Known::Metres(0.0254));
        assert_eq!(common(None, [Known::Nothing; 2]), Some((None, [1.0; 2])));
        assert_eq!(common(Some(Unit::Mm), [Known::Nothing; 2]), Some((Some(Unit::Mm), [1.0; 2])));
        assert_eq!(common(None, [metre, metre]), Some((Some(Unit::M), [1.0; 2])));
        assert_eq!(common(None, [inch, metre]), Some((Some(Unit::In), [1.0, 1e4 / 254.0])));
        assert_eq!(common(Some(Unit::Mm), [metre, Known::Nothing]), Some((Some(Unit::Mm), [1000.0, 1.0])));
        assert_eq!(common(None, [Known::Literal, metre]), Some((Some(Unit::M), [1.0; 2])));
        assert_eq!(common(None, [Known::Nothing, metre]), None);
    }
}
