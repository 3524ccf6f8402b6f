//! The search for the contact of shapes that move, in words and as JSON.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::answer::Coordinates;
use crate::motion_question::{CastAnswer, MotionAnswer, ProofLine, StepRecord};
use crate::table::significant;

/// The whole story.
pub fn words([a, b]: [&str; 2], cast: &CastAnswer, steps: &[StepRecord]) -> String {
    let names = if [a, b] == ["A", "B"] { String::new() } else { format!("A is {a}, B is {b}. ") };
    let mut text = format!(
        "{names}The motion runs from fraction 0 to fraction 1. A look measures the distance at one fraction. Its normal is\n\
         a direction, carried along with the world, with A or with B. While it keeps the shapes apart, a part of the\n\
         motion is proven to be free of contact.\n"
    );
    for (index, step) in steps.iter().enumerate() {
        let words = match step {
            StepRecord::Look(fraction, distance, normal) => format!(
                "Look at fraction {}.\n  The distance is {}, along {}.\n",
                significant(*fraction, 9),
                significant(*distance, 9),
                list(normal)
            ),
            StepRecord::Proven(line) => proven(line),
        };
        write!(text, "\nStep {}: {words}", index + 1).expect("a string takes all that is written");
    }
    let end = match cast.outcome {
        clearance::Outcome::Clear => "the whole motion is proven to be free of contact".to_owned(),
        clearance::Outcome::Hit => format!(
            "contact begins at fraction {}, proven to lie between {} and {}",
            significant(cast.at.fraction, 12),
            cast.at.lower,
            cast.at.upper
        ),
        clearance::Outcome::Near => format!(
            "there is no contact before fraction {}; up to {} rounding leaves it open",
            cast.at.lower, cast.at.upper
        ),
    };
    text + &format!("\nAnswer: {}: {end}.\n", cast.outcome)
}

fn proven(line: &ProofLine) -> String {
    let carrier = match line.carrier {
        "world" => "fixed in the world",
        "a" => "carried by A",
        "b" => "carried by B",
        "swept" => "fixed in the world, beside all that the bodies cover while they turn",
        _ => "turned so that it follows an edge of each",
    };
    format!(
        "Fractions {} to {} are proven.\n  The direction {} is {carrier}. It keeps the shapes {} apart at the beginning, and {} \
         at the end.\n",
        significant(line.fractions[0], 9),
        significant(line.fractions[1], 9),
        list(&line.direction),
        significant(line.separations[0], 6),
        significant(line.separations[1], 6)
    )
}

fn list(vector: &Coordinates) -> String {
    let numbers: Vec<String> = vector.as_slice().iter().map(|&number| significant(number, 6)).collect();
    format!("({})", numbers.join(", "))
}

fn step(record: &StepRecord) -> Value {
    match record {
        StepRecord::Look(fraction, distance, normal) => {
            json!({"step": "look", "fraction": fraction, "distance": distance, "normal": normal})
        }
        StepRecord::Proven(line) => {
            let mut value = interval(line);
            value["step"] = "proven".into();
            value
        }
    }
}

/// A part of a motion that is proven to be free of contact.
pub fn interval(line: &ProofLine) -> Value {
    let mut value = json!({
        "start": line.fractions[0],
        "end": line.fractions[1],
        "frame": line.carrier,
        "direction": line.direction,
        "separations": line.separations,
    });
    if line.carrier == "own" {
        value["turn"] = json!(line.turn);
    }
    value
}

fn answer(cast: &CastAnswer) -> Value {
    let mut members = b"{".to_vec();
    MotionAnswer::Impact(*cast).push_members(&mut members);
    members.push(b'}');
    serde_json::from_slice(&members).expect("the answer is valid JSON")
}

/// One object with all steps.
pub fn json([a, b]: [&str; 2], cast: &CastAnswer, steps: &[StepRecord]) -> Value {
    let steps: Vec<Value> = steps.iter().map(step).collect();
    json!({"a": a, "b": b, "steps": steps, "answer": answer(cast)})
}

/// A step a line, then the answer.
pub fn json_lines(cast: &CastAnswer, steps: &[StepRecord]) -> String {
    steps.iter().map(step).chain([answer(cast)]).map(|value| value.to_string() + "\n").collect()
}
