use super::*;
use crate::casts;
use crate::engines::{OURS, OURS_ROUGH};
use crate::report::Row;

fn figures(rows: Vec<Row>) -> Figures {
    Figures { rows, casts: Vec::new() }
}

fn has(text: &str, line: &str) {
    assert!(text.lines().any(|each| each == line), "{line}\nis missing in\n{text}");
}

#[test]
fn a_cell_stands_beside_itself_in_an_earlier_run() {
    let other = Row { worst_relative_error: Some(7e-4), wrong_verdicts: Some(2), ..Row::of_boxes("parry", 4.0) };
    let narrow = Row { scalar: "f32".into(), ..Row::of_boxes(OURS, 3.0) };
    let now = figures(vec![Row::of_boxes(OURS, 4.0), narrow, other]);
    let before = figures(vec![Row::of_boxes(OURS, 5.0), Row::of_boxes("parry", 2.0)]);
    has(&markdown(Format::Cells, &now, None), "| boxes, near | **1.00** | 0.75 | parry f64 | 7e-4 2 wrong |");
    let text = markdown(Format::Cells, &now, Some(&before));
    has(&text, "| boxes, near | 2.50 | **1.00** |  | 0.75 | parry f64 | 7e-4 2 wrong |");
    has(&text, "| all | 2 | 1 | 0.88 |");
    assert!(!text.contains("reference column"), "{text}");
}

#[test]
fn a_reference_column_is_marked_and_explained() {
    let reference = Row { reference: true, wrong_verdicts: None, ..Row::of_boxes("coal", 4.0) };
    let text = markdown(Format::Cells, &figures(vec![Row::of_boxes(OURS, 2.0), reference]), None);
    has(&text, "| boxes, near | 0.50 |  | coal f64 * |  |");
    has(&text, "\\* not measured in this run: a reference column.");
}

#[test]
fn shapes_that_touch_have_both_questions_in_one_line() {
    let row = |engine, output: &str, ns| {
        let workload = "touching boxes".into();
        Row {
            workload,
            output: output.into(),
            class: "grid".into(),
            wrong_verdicts: Some(1),
            ..Row::of_boxes(engine, ns)
        }
    };
    let now =
        vec![row(OURS, "bool", 2.0), row("parry", "bool", 4.0), row(OURS, "signed", 3.0), row("jolt", "signed", 6.0)];
    let text = markdown(Format::Results, &figures(now.clone()), None);
    has(&text, "| boxes, grid | 2 | parry f64 4 | 1 of 5 | 3 | jolt f64 6 | 1 of 5 |");
    let text = markdown(Format::Results, &figures(now), Some(&figures(vec![row(OURS, "bool", 9.0)])));
    has(&text, "| boxes, grid | 2 | 9 | parry f64 4 | 1 of 5 | 3 |  | jolt f64 6 | 1 of 5 |");
}

#[test]
fn manifolds_are_those_of_shapes_that_overlap() {
    let row =
        |engine, class: &str| Row { output: "contacts".into(), class: class.into(), ..Row::of_boxes(engine, 4.0) };
    let rows = vec![row(OURS, "overlap"), row("parry special", "overlap"), row(OURS, "grid")];
    let text = markdown(Format::Results, &figures(rows), None);
    has(&text, "| boxes | 4 |  |  | 4 |  |");
    assert_eq!(text.lines().filter(|line| line.starts_with("| boxes")).count(), 1, "{text}");
}

#[test]
fn motions_have_their_times_and_the_totals_of_their_verdicts() {
    let row = |engine: &str, class: &str, ns, missed| {
        let line = format!(
            r#"{{"workload":"impacts boxes 45","class":"{class}","scalar":"f64","engine":"{engine}","ns":{ns},"ratio_to_ours":1.0,"missed":{missed},"false_hits":0,"late":0,"deepest":{missed}e-3,"farthest":0.0,"courses":512}}"#
        );
        serde_json::from_str::<casts::Row>(&line).unwrap()
    };
    let casts = vec![
        row(OURS, "hit", 3.0, 0),
        row(OURS_ROUGH, "hit", 2.0, 0),
        row("parry", "hit", 6.0, 1),
        row("parry", "far", 9.0, 2),
    ];
    let text = markdown(Format::Results, &Figures { rows: Vec::new(), casts }, None);
    has(&text, "| impacts boxes 45, hit | 3 | 2 | 0.50 |  |  |  |  |  |");
    has(&text, "| impacts, parry f64 | 1024 | 3 | 0 | 0 | 2.0e-3 | 0.0e0 |");
}

#[test]
fn the_readme_has_the_distances_alone() {
    let rows = ["distance", "bool"]
        .into_iter()
        .flat_map(|output| {
            [(OURS, 1.0), ("parry", 4.0)].map(|(engine, ns)| Row { output: output.into(), ..Row::of_boxes(engine, ns) })
        })
        .collect();
    let text = markdown(Format::Readme, &figures(rows), None);
    has(&text, "| boxes |  | 0.25 |  |");
    assert_eq!(text.lines().filter(|line| line.starts_with("| boxes")).count(), 1, "{text}");
}
