//! Laws of motions through `clearance query`: units of length, the order of the axes, halves of a motion, and the way
//! back.

use crate::motion_cases::Truth::Hit;
use crate::motion_cases::{Case, answers, linear, turning};
use serde_json::{Value, json};

/// A line with all numbers that are lengths changed by `change`.
fn with_lengths(line: &Value, change: &dyn Fn(f64) -> f64) -> Value {
    fn walk(value: &Value, is_length: bool, change: &dyn Fn(f64) -> f64) -> Value {
        match value {
            Value::Object(fields) => {
                let is_length = |key: &str| is_length && !["rotation", "turn"].contains(&key);
                fields.iter().map(|(key, value)| (key.clone(), walk(value, is_length(key), change))).collect()
            }
            Value::Array(items) => items.iter().map(|item| walk(item, is_length, change)).collect(),
            Value::Number(number) if is_length => json!(change(number.as_f64().unwrap())),
            other => other.clone(),
        }
    }
    walk(line, true, change)
}

#[test]
fn fractions_have_the_same_bits_in_every_unit_of_length() {
    let lines: Vec<Value> = linear().into_iter().chain(turning()).map(|case| case.line).collect();
    let own = answers(&lines);
    for exponent in [500, -500] {
        let unit = 2f64.powi(exponent);
        let scaled: Vec<Value> = lines.iter().map(|line| with_lengths(line, &|length| length * unit)).collect();
        for ((line, own), scaled) in lines.iter().zip(&own).zip(answers(&scaled)) {
            for key in ["outcome", "fraction", "entry", "exit"] {
                assert_eq!(scaled[key], own[key], "{key}, 2^{exponent}: {line}");
            }
            if line["ask"] != "clearance" {
                assert_eq!(
                    [&scaled["lower"], &scaled["upper"]],
                    [&own["lower"], &own["upper"]],
                    "2^{exponent}: {line}"
                );
            }
        }
    }
}

/// Vectors of three numbers with their axes in another order, or mirrored. Rotations stay out of these lines.
#[test]
fn brackets_agree_when_axes_change_places_or_are_mirrored() {
    let is_free = |line: &&Value| {
        let text = line.to_string();
        text.contains("[0.0,0.0,0.0]") && !["rotation", "cylinder", "cone"].iter().any(|word| text.contains(word))
    };
    let lines: Vec<Value> = linear().into_iter().map(|case| case.line).collect();
    let lines: Vec<&Value> = lines.iter().filter(is_free).collect();
    assert!(lines.len() >= 12, "{} lines are in space and have no direction of their own", lines.len());
    let changes: [fn([f64; 3]) -> [f64; 3]; 3] =
        [|[x, y, z]| [y, z, x], |[x, y, z]| [z, -y, x], |[x, y, z]| [-x, y, -z]];
    let own = answers(&lines.iter().copied().cloned().collect::<Vec<_>>());
    for change in changes {
        let changed: Vec<Value> = lines.iter().map(|line| with_axes(line, change, false)).collect();
        for ((line, own), found) in lines.iter().zip(&own).zip(answers(&changed)) {
            assert_eq!(found["outcome"], own["outcome"], "{line}");
            for (own, found) in [(own, &found), (&own["entry"], &found["entry"]), (&own["exit"], &found["exit"])] {
                assert!(agree(own, found, 0.0, 1.0), "{line}: {own}, {found}");
            }
        }
    }
}

/// The line with each vector changed. Sizes have no sign.
fn with_axes(value: &Value, change: fn([f64; 3]) -> [f64; 3], is_size: bool) -> Value {
    match value {
        Value::Object(fields) => {
            let is_size = |key: &str| ["half_extents", "semi_axes"].contains(&key);
            fields.iter().map(|(key, value)| (key.clone(), with_axes(value, change, is_size(key)))).collect()
        }
        Value::Array(items) => match items.iter().map(Value::as_f64).collect::<Option<Vec<f64>>>() {
            Some(numbers) if numbers.len() == 3 => {
                let changed = change([numbers[0], numbers[1], numbers[2]]);
                json!(if is_size { changed.map(f64::abs) } else { changed }.to_vec())
            }
            _ => items.iter().map(|item| with_axes(item, change, false)).collect(),
        },
        other => other.clone(),
    }
}

/// Whether two brackets have a common number, the second one taken as `offset + scale * bracket`.
fn agree(own: &Value, other: &Value, offset: f64, scale: f64) -> bool {
    let ends = |found: &Value| ["lower", "upper"].map(|key| found[key].as_f64());
    let ([Some(low), Some(high)], [Some(from), Some(to)]) = (ends(own), ends(other)) else {
        return ends(own) == ends(other);
    };
    let [p, q] = [offset + scale * from, offset + scale * to];
    // The halves begin at poses that are rounded.
    low <= p.max(q) + 1e-12 && p.min(q) <= high + 1e-12
}

/// Half of a motion, from its start or from its middle.
fn half(line: &Value, is_second: bool) -> Value {
    let numbers = |value: &Value, count: usize| -> Vec<f64> {
        value.as_array().map_or(vec![0.0; count], |list| list.iter().map(|x| x.as_f64().unwrap()).collect())
    };
    let mut line = line.clone();
    let motion = &line["motion_b"];
    let by = numbers(&motion["travel"], 3);
    let turn = numbers(&motion["turn"], 3);
    let center = numbers(&motion["center"], by.len());
    let halves = |all: &[f64]| all.iter().map(|x| 0.5 * x).collect::<Vec<f64>>();
    if is_second {
        let angle = 0.5 * turn[2];
        let about = |v: &[f64]| match v {
            [x, y, rest @ ..] => {
                let (s, c) = angle.sin_cos();
                [&[c * x - s * y, s * x + c * y][..], rest].concat()
            }
            _ => unreachable!("a vector has two numbers or three"),
        };
        let at = numbers(&line["b"]["pose"]["translation"], by.len());
        let away: Vec<f64> = at.iter().zip(&center).map(|(at, center)| at - center).collect();
        let moved: Vec<f64> =
            about(&away).iter().zip(&center).zip(&by).map(|((away, center), by)| away + center + 0.5 * by).collect();
        line["b"]["pose"]["translation"] = json!(moved);
        if angle != 0.0 {
            let [x, y, z, w]: [f64; 4] = match numbers(&line["b"]["pose"]["rotation"], 0)[..] {
                [x, y, z, w] => [x, y, z, w],
                _ => [0.0, 0.0, 0.0, 1.0],
            };
            let (s, c) = (0.5 * angle).sin_cos();
            line["b"]["pose"]["rotation"] = json!([c * x - s * y, c * y + s * x, c * z + s * w, c * w - s * z]);
        }
        let moved: Vec<f64> = center.iter().zip(&by).map(|(center, by)| center + 0.5 * by).collect();
        line["motion_b"]["center"] = json!(moved);
    }
    line["motion_b"]["travel"] = json!(halves(&by));
    if turn != [0.0; 3] {
        line["motion_b"]["turn"] = json!(halves(&turn));
    }
    line
}

#[test]
fn a_motion_in_two_halves_hits_at_the_same_time() {
    let is_hit = |case: &Case| matches!(case.truth, Hit(fraction) if fraction > 0.0);
    // A ball, a point or a segment has its place in its numbers, and not in a pose that can be moved.
    let has_pose = |case: &Case| case.line["b"]["cuboid"].is_object() && case.line["a"]["cuboid"].is_object();
    let in_space = |case: &Case| case.line["b"]["pose"]["translation"].as_array().is_some_and(|list| list.len() == 3);
    let lines: Vec<Value> = linear()
        .into_iter()
        .chain(turning())
        .filter(|case| is_hit(case) && has_pose(case) && in_space(case))
        .map(|case| case.line)
        .collect();
    let (whole, first) = (answers(&lines), answers(&lines.iter().map(|line| half(line, false)).collect::<Vec<_>>()));
    let second = answers(&lines.iter().map(|line| half(line, true)).collect::<Vec<_>>());
    let (mut early, mut late) = (0, 0);
    for (((line, whole), first), second) in lines.iter().zip(whole).zip(first).zip(second) {
        if whole["fraction"].as_f64().unwrap() <= 0.5 {
            early += 1;
            assert!(first["outcome"] == "hit" && agree(&whole, &first, 0.0, 0.5), "{line}: {whole}, {first}");
        } else {
            late += 1;
            assert_eq!(first["outcome"], "clear", "{line}");
            assert!(second["outcome"] == "hit" && agree(&whole, &second, 0.5, 0.5), "{line}: {whole}, {second}");
        }
    }
    assert!(early >= 6 && late >= 2, "{early} hits in the first half, {late} in the second");
}

#[test]
fn a_motion_back_leaves_where_the_motion_forth_entered() {
    let forth: Vec<Value> = linear()
        .into_iter()
        .filter(|case| matches!(case.truth, Hit(_)) && case.line.get("target").is_none())
        .map(|case| case.line)
        .filter(|line| line["b"]["cuboid"].is_object())
        .map(|mut line| {
            line["ask"] = json!("crossing");
            line
        })
        .collect();
    let back: Vec<Value> = forth
        .iter()
        .map(|line| {
            let list =
                |value: &Value| -> Vec<f64> { value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect() };
            let (by, at) = (list(&line["motion_b"]["travel"]), list(&line["b"]["pose"]["translation"]));
            let mut line = line.clone();
            line["b"]["pose"]["translation"] = at.iter().zip(&by).map(|(at, by)| at + by).collect();
            line["motion_b"]["travel"] = by.iter().map(|by| -by).collect();
            line
        })
        .collect();
    assert!(forth.len() >= 8, "{} lines have a body to move", forth.len());
    for ((line, forth), back) in forth.iter().zip(answers(&forth)).zip(answers(&back)) {
        assert!(agree(&forth["entry"], &back["exit"], 1.0, -1.0), "{line}: {forth}, {back}");
        assert!(agree(&forth["exit"], &back["entry"], 1.0, -1.0), "{line}: {forth}, {back}");
    }
}
