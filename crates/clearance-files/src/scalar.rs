//! The float type of a question.

use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The type that the numbers of a question are rounded to, and in which the answer is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Scalar {
    /// Single precision.
    F32,
    /// Double precision.
    #[default]
    F64,
}

impl Scalar {
    /// `f32` or `f64`.
    pub fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;
        impl Visitor<'_> for Name {
            type Value = Scalar;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"f32\" or \"f64\"")
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<Scalar, E> {
                match name {
                    "f32" => Ok(Scalar::F32),
                    "f64" => Ok(Scalar::F64),
                    other => Err(E::invalid_value(de::Unexpected::Str(other), &self)),
                }
            }
        }
        deserializer.deserialize_str(Name)
    }
}
