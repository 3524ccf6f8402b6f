//! The examples of `docs/bevy.md` run as tests of this crate, which has nothing else.

#[cfg(doctest)]
#[doc = include_str!("../../../docs/bevy.md")]
struct Guide;
