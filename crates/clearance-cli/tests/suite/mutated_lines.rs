//! Broken lines of a pairs file, answered as the command answers them. Each line gets one answer, in order.
//!
//! The fuzz target `pairs_line` reads any bytes as one line.

use clearance::Solver;
use clearance_cli::pairs::{Format, Job, Limits};
use lab::files::{Format as Input, mutated};
use lab::random::Random;
use serde_json::Value;

#[test]
fn every_line_is_answered_once_however_it_is_broken() {
    let job = Job { solver: Solver::default(), scalar: None, format: Format::Jsonl, limits: Limits::default() };
    let (mut good, mut faults) = (0, 0);
    for block in 0..12 {
        let mut text = Vec::new();
        for case in 0..64 {
            let mut line = mutated(Input::PairsLine, &mut Random::new(64 * block + case));
            line.retain(|&byte| byte != b'\n');
            text.extend(line);
            text.push(b'\n');
        }
        let asked: Vec<&[u8]> =
            text.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty()).collect();
        let answers = job.answer_lines(&text, 2);
        assert_eq!(answers.pairs, asked.len() as u64);
        let said = String::from_utf8(answers.text).expect("answers are UTF-8");
        for (line, answer) in asked.iter().zip(said.lines()) {
            let value: Value = serde_json::from_str(answer).unwrap_or_else(|error| panic!("{error}: {answer}"));
            assert!(!answer.contains("please report"), "{answer} for {}", String::from_utf8_lossy(line));
            let whole = serde_json::from_slice::<Value>(line).is_ok_and(|line| line.is_object());
            assert!(value["error"].is_string() || whole, "{answer}");
            if let Ok(document) = serde_json::from_slice::<Value>(line) {
                assert!(document.get("id").is_none_or(|id| *id == value["id"]), "{answer}");
            }
            good += usize::from(value["error"].is_null());
        }
        faults += answers.faults;
    }
    assert!(good > 30 && faults > 300, "idle: {good} answers, {faults} faults");
}
