//! JSON with complaints for people: the path to the value, what was expected there, what was found, and the column.
//!
//! The messages of `serde` name Rust's types. Those of `serde_json` name a line, which is always the first one in a
//! pairs file. This file turns both into plain words. No other file depends on their wording.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::error::Category;
use serde_json::value::RawValue;

use crate::fault::Fault;

/// Reads a document of one line or of many.
pub fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Fault> {
    // It costs time to keep track of the path. So a text is read with it only after it has failed once.
    serde_json::from_str(text).map_err(|_| diagnose::<T>(text))
}

/// The fault of a `text` that is not a `T`, with the path to it.
fn diagnose<'a, T: Deserialize<'a>>(text: &'a str) -> Fault {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    match serde_path_to_error::deserialize::<_, T>(&mut deserializer) {
        Err(error) => {
            let path = error.path().to_string();
            let message = sentence(text, error.inner());
            // The path to a value that is nested too deep has a hundred keys.
            let told = path != "." && !error.inner().to_string().starts_with("recursion limit");
            // A question mark stands for a key that could not be read.
            let known = path.trim_end_matches('?').trim_end_matches('.').to_owned();
            Fault { path: if told { known } else { String::new() }, message }
        }
        Ok(_) => match deserializer.end() {
            Err(error) => Fault::new(sentence(text, &error)),
            Ok(()) => Fault::new("expected another JSON value"),
        },
    }
}

/// The error in plain words, with its column. A text of several lines also gets the line.
fn sentence(text: &str, error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    let full = error.to_string();
    let place = format!(" at line {line} column {column}");
    let words = plain_words(full.strip_suffix(&place).unwrap_or(&full), error.classify());
    match (column, text.trim_end().contains('\n')) {
        (0, _) => words,
        (_, false) => format!("{words} (column {column})"),
        (_, true) => format!("{words} (line {line}, column {column})"),
    }
}

/// The message of `serde` or `serde_json` in plain words.
fn plain_words(message: &str, category: Category) -> String {
    if category == Category::Eof {
        return "expected the rest of the JSON value, found the end of the text".to_owned();
    }
    let found = |message: &str, kind: &str| {
        let (found, expected) = message.strip_prefix(kind)?.rsplit_once(", expected ")?;
        Some(format!("expected {}, found {}", expected_words(expected), found_words(found)))
    };
    let other = match message {
        "expected value" => "expected a JSON value (NaN and infinity are none)",
        "expected ident" => "expected true, false or null",
        "recursion limit exceeded" => "expected at most 127 levels of brackets, found more",
        "number out of range" => "expected a number of at most 1.7976931348623157e308 in size, found one out of range",
        "trailing characters" => "expected the end of the JSON value, found more text",
        "trailing comma" => "expected another value after the comma, found the end of the list or object",
        "key must be a string" => "expected a key in double quotes",
        other => other,
    };
    found(message, "invalid type: ").or_else(|| found(message, "invalid value: ")).unwrap_or_else(|| other.to_owned())
}

/// What `serde` expects, without the names of Rust's types.
fn expected_words(expected: &str) -> &str {
    match expected {
        "f64" => "a number",
        #[cfg(feature = "assembly")]
        "u32" => "an index",
        "a sequence" => "a list",
        "a map" => "an object",
        // The only one is `dim`.
        "a JSON number" => "2 or 3",
        other => other,
    }
}

/// What `serde` found, in the words of JSON.
fn found_words(found: &str) -> String {
    match found {
        "sequence" => "a list".to_owned(),
        "map" => "an object".to_owned(),
        "null" => "null".to_owned(),
        other => match other.split_once(' ') {
            Some(("string", text)) => format!("the text {text}"),
            Some(("boolean", truth)) => truth.trim_matches('`').to_owned(),
            Some(("integer", number)) => format!("the number {}", number.trim_matches('`')),
            _ => match other.strip_prefix("floating point ") {
                Some(number) => format!("the number {}", number.trim_matches('`')),
                None => other.to_owned(),
            },
        },
    }
}

/// A type that is read from an object only. The readers that `serde` derives also take a list of the fields in order.
pub trait Fields<'de>: Sized {
    /// What is expected, such as `a ball with center and radius`.
    const EXPECTED: &'static str;
    /// Reads the fields.
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// Reads a type from an object only. The type derives `Deserialize` with `remote = "Self"`, so it is a function of its
/// own.
macro_rules! from_object {
    ($name:ty, $expected:expr) => {
        impl<'de> $crate::json::Fields<'de> for $name {
            const EXPECTED: &'static str = $expected;
            fn read<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::deserialize(deserializer)
            }
        }
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::json::object(deserializer)
            }
        }
    };
}
pub(crate) use from_object;

/// Reads `T` from an object. Anything else is refused, with the name that `T` has for people.
pub fn object<'de, D: Deserializer<'de>, T: Fields<'de>>(deserializer: D) -> Result<T, D::Error> {
    struct Object<T>(PhantomData<T>);
    impl<'de, T: Fields<'de>> Visitor<'de> for Object<T> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(T::EXPECTED)
        }
        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
            T::read(MapAccessDeserializer::new(map))
        }
    }
    deserializer.deserialize_map(Object(PhantomData))
}

/// The value of `id` in an object, if it can be read. The text behind it may be broken in any way.
pub fn id_of(text: &str) -> Option<&RawValue> {
    struct Id<'a, 'out>(&'out mut Option<&'a RawValue>);
    impl<'a> Visitor<'a> for Id<'a, '_> {
        type Value = ();
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }
        fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<(), A::Error> {
            while let Some(key) = map.next_key::<String>()? {
                if key == "id" {
                    *self.0 = Some(map.next_value()?);
                    return Ok(());
                }
                map.next_value::<IgnoredAny>()?;
            }
            Ok(())
        }
    }
    let mut id = None;
    // Only what was found before the fault counts.
    let _ = serde_json::Deserializer::from_str(text).deserialize_map(Id(&mut id));
    id
}
