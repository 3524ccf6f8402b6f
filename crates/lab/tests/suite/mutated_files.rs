//! Broken files of every format: no panic, no endless loop, and every complaint is readable.
//!
//! The fuzz targets do the same with the bytes of a fuzzer. `--bin mutate` does it for as long as you like.

use lab::files::{Format, Outcome, check, mutated};
use lab::random::Random;

/// How many inputs each format gets.
const INPUTS: u64 = 400;

#[test]
fn mutated_files_of_every_format_are_read_or_refused() {
    for format in Format::ALL {
        let mut accepted = 0;
        for case in 0..INPUTS {
            let input = mutated(format, &mut Random::new(case));
            let outcome = std::panic::catch_unwind(|| check(format, &input));
            let outcome = outcome.unwrap_or_else(|_| panic!("{format:?}, case {case}"));
            accepted += u64::from(outcome == Outcome::Accepted);
        }
        assert!(accepted > INPUTS / 50 && accepted < INPUTS * 49 / 50, "idle: {accepted} of {INPUTS} of {format:?}");
    }
}

#[test]
fn every_seed_is_accepted() {
    for format in Format::ALL {
        for seed in format.seeds() {
            assert_eq!(check(format, &seed), Outcome::Accepted, "{format:?}: {}", String::from_utf8_lossy(&seed));
        }
    }
}

/// Cause: the check looked for the word in the text, so a file whose name has it in the middle counted as a number that is not finite.
#[test]
fn a_name_with_the_word_null_in_it_is_no_number() {
    let pair = Format::ALL.into_iter().find(|format| format.name() == "pairs").unwrap();
    let ball = r#"{"ball":{"center":[0,0,0],"radius":1}}"#;
    let line = format!(r#"{{"id":"c","a":{{"file":"part.obnullj"}},"b":{ball}}}"#);
    assert_eq!(check(pair, line.as_bytes()), Outcome::Accepted);
}
