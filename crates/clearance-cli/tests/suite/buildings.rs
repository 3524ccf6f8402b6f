//! `clearance scene` with elements: rules by attributes and relations, groups, revisions, topics.

use crate::common::{Outcome, clearance_in, scratch};
use crate::scene::{json_of, obj};
use clearance_files::bcf;
use serde_json::{Value, json};
use std::fs;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

/// A wall with a window in it, a duct through both and through a slab, and a wall of another file with the same id.
fn building(name: &str) -> PathBuf {
    let folder = scratch(name);
    let bodies = [
        ("IfcWall/wall", [0.0, 0.0, 0.0], 4.0),
        ("IfcWindow/window", [1.0, 1.0, 1.0], 1.0),
        ("IfcDuctSegment/duct", [1.5, 1.5, 1.5], 4.0),
        ("IfcSlab/slab", [5.0, 5.0, 5.0], 3.0),
    ];
    fs::write(folder.join("a.obj"), obj(&bodies)).unwrap();
    fs::write(
        folder.join("b.obj"),
        obj(&[("IfcWall/wall", [3.5, 0.0, 0.0], 1.0), ("IfcPipe/pipe", [9.0, 0.0, 0.0], 1.0)]),
    )
    .unwrap();
    write_elements(&folder, &elements());
    folder
}

fn elements() -> Vec<Value> {
    let line = |file: &str, id: &str, types: &[&str], storey: &str| {
        json!({"name": format!("{file}.obj:{}/{id}", types[0]), "id": id, "file": format!("{file}.ifc"), "type": types,
               "storey": storey, "precision": 1e-5})
    };
    let mut lines = vec![
        line("a", "wall", &["IfcWall", "IfcBuildingElement"], "1. Floor"),
        line("a", "window", &["IfcWindow", "IfcBuildingElement"], "1. Floor"),
        line("a", "duct", &["IfcDuctSegment", "IfcFlowSegment"], "2. Floor"),
        line("a", "slab", &["IfcSlab", "IfcBuildingElement"], "2. Floor"),
        line("b", "wall", &["IfcWall", "IfcBuildingElement"], "1. Floor"),
        line("b", "pipe", &["IfcPipe", "IfcFlowSegment"], "2. Floor"),
        line("b", "stair", &["IfcStair", "IfcBuildingElement"], "2. Floor"),
    ];
    lines[1]["host"] = json!("wall");
    lines[2]["properties"] = json!({"Pset_Duct": {"IsInsulated": true, "Width": 0.5}});
    lines
}

fn write_elements(folder: &Path, lines: &[Value]) {
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    fs::write(folder.join("elements.jsonl"), text.join("\n")).unwrap();
}

fn scene(folder: &Path, arguments: &[&str]) -> Outcome {
    let all = ["scene", "a.obj", "b.obj", "--unit", "m", "--elements", "elements.jsonl"];
    clearance_in(folder, &[&all, arguments].concat())
}

fn with_rules(folder: &Path, rules: &str, arguments: &[&str]) -> Outcome {
    fs::write(folder.join("rules.toml"), rules).unwrap();
    scene(folder, &[&["--rules", "rules.toml"], arguments].concat())
}

/// The ids of the findings.
fn ids(document: &Value) -> Vec<[&str; 2]> {
    let findings = document["findings"].as_array().unwrap().iter();
    findings.map(|finding| ["id_a", "id_b"].map(|key| finding[key].as_str().unwrap())).collect()
}

#[test]
fn rules_ask_for_types_storeys_properties_and_relations() {
    let folder = building("buildings-rules");
    let everything = json_of(&scene(&folder, &["--below", "0", "--format", "json"]));
    let all = [["wall", "window"], ["wall", "duct"], ["wall", "wall"], ["window", "duct"], ["duct", "slab"]];
    assert_eq!(ids(&everything), all);
    let hosts = "[[rule]]\na = \"*\"\nrelated = \"host|connected|whole\"\nskip = true\n";
    for (rules, found) in [
        (hosts, &all[1..]),
        (
            "[[rule]]\na = { type = \"IfcFlowSegment\" }\nb = { type = \"IfcBuildingElement\", storey = \"2*\" }\n\n[[rule]]\na = \"*\"\nskip = true\n",
            &[["duct", "slab"]][..],
        ),
        (
            "[[rule]]\na = { type = \"IfcWindow | IfcSlab\" }\nskip = true\n\n[[rule]]\na = { file = \"b*\" }\nskip = true\n",
            &[["wall", "duct"]],
        ),
        (
            "[[rule]]\na = { properties = { \"Pset_Duct.IsInsulated\" = true, \"Pset_Duct.Width\" = 0.5 } }\nskip = true\n",
            &[["wall", "window"], ["wall", "wall"]],
        ),
    ] {
        let document = json_of(&with_rules(&folder, rules, &["--format", "json"]));
        assert_eq!(ids(&document), found, "{rules}");
    }
    let document = json_of(&with_rules(&folder, hosts, &["--format", "json"]));
    assert_eq!(document["pairs"], json!(14));
    let first = &document["findings"][0];
    assert_eq!(
        [&first["file_a"], &first["type_b"], &first["rule"]],
        [&json!("a.ifc"), &json!("IfcDuctSegment"), &Value::Null]
    );
}

#[test]
fn a_side_without_an_object_a_wrong_line_and_an_element_without_a_body_are_told() {
    let folder = building("buildings-told");
    let outcome = with_rules(&folder, "[[rule]]\na = { type = \"IfcWal\" }\nskip = true\n", &[]);
    assert_eq!(outcome.code, 2);
    assert!(
        outcome.stderr.ends_with("clearance: rules.toml: rule 1: no object is on side a (IfcWal)\n"),
        "{}",
        outcome.stderr
    );
    let outcome = scene(&folder, &["--below", "0"]);
    let said = [
        "clearance: 1 of 7 elements have no body (IfcStair stair)\n",
        "clearance: the id wall names 2 elements: a.ifc, b.ifc\n",
    ];
    assert_eq!(outcome.stderr, said.concat());
    for (line, said) in [
        (json!({"name": "a.obj:IfcWall/wall", "tpye": "x"}), "elements.jsonl: line 8: unknown field `tpye`"),
        (json!({"name": "a.obj:IfcWall/wall"}), "elements.jsonl: line 8: expected each name once"),
        (json!({"name": "x", "error": -1}), "elements.jsonl: line 8: expected finite lengths"),
    ] {
        write_elements(&folder, &[elements(), vec![line]].concat());
        let outcome = scene(&folder, &["--below", "0"]);
        assert!(outcome.code == 2 && outcome.stderr.contains(said), "{}", outcome.stderr);
    }
}

#[test]
fn groups_are_hubs_rules_or_types_in_all_formats() {
    let folder = building("buildings-groups");
    let groups = |grouping: &str| -> Vec<(String, usize)> {
        let document = json_of(&scene(&folder, &["--below", "0", "--group", grouping, "--format", "json"]));
        for (place, finding) in document["findings"].as_array().unwrap().iter().enumerate() {
            let own =
                document["groups"].as_array().unwrap().iter().find(|group| group["name"] == finding["group"]).unwrap();
            assert!(own["findings"].as_array().unwrap().contains(&json!(place)));
        }
        let groups = document["groups"].as_array().unwrap().iter();
        groups
            .map(|group| (group["name"].as_str().unwrap().to_owned(), group["findings"].as_array().unwrap().len()))
            .collect()
    };
    // The duct and the wall have three findings each; the lesser key comes first.
    assert_eq!(
        groups("hub"),
        [("IfcDuctSegment duct (a.ifc:duct)".to_owned(), 3), ("IfcWall wall (a.ifc:wall)".to_owned(), 2)]
    );
    assert_eq!(groups("rule"), [("no rule".to_owned(), 5)]);
    assert_eq!(groups("types").len(), 5);
    let csv = scene(&folder, &["--below", "0", "--group", "hub", "--format", "csv"]).stdout;
    assert!(csv.lines().next().unwrap().contains(",rule,side_a,group,"));
    assert_eq!(csv.lines().filter(|line| line.contains(",IfcDuctSegment duct (a.ifc:duct),")).count(), 3);
    let table = scene(&folder, &["--below", "0", "--group", "hub", "--report", "page.html"]).stdout;
    assert!(table.contains("    3  IfcDuctSegment duct (a.ifc:duct)\n") && table.contains("5 findings in 2 groups.\n"));
    assert!(fs::read_to_string(folder.join("page.html")).unwrap().contains("IfcDuctSegment duct (a.ifc:duct)"));
}

#[test]
fn a_finding_is_resolved_only_if_the_same_was_asked_again() {
    let folder = building("buildings-revisions");
    let rules = |order: [usize; 2]| {
        let rules = [
            "[[rule]]\na = { type = \"IfcWall\" }\nb = { type = \"IfcFlowSegment\" }\nbelow = 0.01\n\n",
            "[[rule]]\na = { type = \"IfcSlab\" }\n\n",
        ];
        order.map(|place| rules[place]).concat()
    };
    let run = |rules: &str, earlier: &str, output: &str| {
        let outcome = with_rules(&folder, rules, &["--format", "json", "--pairs-from", earlier, "-o", output]);
        assert!(outcome.code < 2, "{}", outcome.stderr);
        let document: Value = serde_json::from_str(&fs::read_to_string(folder.join(output)).unwrap()).unwrap();
        let count = |key: &str| document[key].as_array().unwrap().len();
        let changes = document["findings"].as_array().unwrap().iter();
        let new = changes.filter(|finding| finding["change"] == "new").count();
        [count("findings"), new, count("resolved"), count("unretested")]
    };
    fs::write(folder.join("none.json"), "").unwrap();
    assert_eq!(run(&rules([0, 1]), "none.json", "one.json"), [5, 5, 0, 0]);
    // The order of the rules is not part of who a finding is.
    assert_eq!(run(&rules([1, 0]), "one.json", "two.json"), [5, 0, 0, 0]);
    // The duct moves away: what it had with wall, window and slab was asked again.
    let moved = [
        ("IfcWall/wall", [0.0; 3], 4.0),
        ("IfcWindow/window", [1.0; 3], 1.0),
        ("IfcDuctSegment/duct", [50.0; 3], 4.0),
        ("IfcSlab/slab", [5.0; 3], 3.0),
    ];
    fs::write(folder.join("a.obj"), obj(&moved)).unwrap();
    assert_eq!(run(&rules([0, 1]), "two.json", "three.json"), [2, 0, 3, 0]);
    // The duct is deleted: nobody can look, also not the run after.
    let lines: Vec<Value> = elements().into_iter().filter(|line| line["id"] != "duct").collect();
    write_elements(&folder, &lines);
    fs::write(folder.join("a.obj"), obj(&[moved[0], moved[1], moved[3]])).unwrap();
    assert_eq!(run(&rules([0, 1]), "two.json", "four.json"), [2, 0, 0, 3]);
    assert_eq!(run(&rules([0, 1]), "four.json", "five.json"), [2, 0, 0, 3]);
    // It comes back: nothing of it is new.
    let folder_again = building("buildings-revisions-again");
    fs::copy(folder_again.join("a.obj"), folder.join("a.obj")).unwrap();
    write_elements(&folder, &elements());
    assert_eq!(run(&rules([0, 1]), "five.json", "six.json"), [5, 0, 0, 0]);
    // Another rule asks for the wall and the duct.
    let other = rules([0, 1]).replace("IfcFlowSegment", "IfcDuctSegment");
    assert_eq!(run(&other, "six.json", "seven.json"), [5, 1, 0, 1]);
    // The nearest hide others.
    let outcome =
        with_rules(&folder, &rules([0, 1]), &["--format", "jsonl", "--pairs-from", "six.json", "--nearest", "1"]);
    assert_eq!(outcome.stdout.matches("\"change\":\"unretested\"").count(), 4, "{}", outcome.stdout);
}

#[test]
fn topics_have_equal_bytes_in_every_run_and_a_closed_one_with_findings_is_opened_again() {
    let folder = building("buildings-topics");
    for version in ["2.1", "3.0"] {
        let write = |output: &str, date: &str, more: &[&str]| {
            let own = ["--below", "0", "--format", "bcf", "--bcf-version", version, "-o", output, "--date", date];
            let outcome = scene(&folder, &[&own[..], more].concat());
            assert_eq!(outcome.code, 1, "{}", outcome.stderr);
            fs::read(folder.join(output)).unwrap()
        };
        let first = write("one.bcf", "2026-11-30", &[]);
        assert_eq!(first, write("two.bcf", "2026-11-30", &["--threads", "1"]));
        let topics = bcf::read(&first).unwrap();
        assert_eq!(topics.len(), 2);
        assert_eq!(
            (topics[0].title.as_str(), topics[0].life.status.as_str()),
            ("IfcDuctSegment duct: 3 findings", "Open")
        );
        // A person closes the first topic, with a remark. What is written is read as it was.
        let closed = closed(&first, topics[0].guid.unwrap(), version);
        let known = bcf::read(&closed).unwrap();
        assert!(known[0].life.is_closed() && !known[1].life.is_closed());
        assert_eq!(known[0].life.comments[0].text, "Fixed <on> site & seen.");
        fs::write(folder.join("closed.bcf"), closed).unwrap();
        let again = bcf::read(&write("again.bcf", "2026-12-07", &["--bcf-from", "closed.bcf"])).unwrap();
        assert_eq!(
            again.iter().map(|topic| topic.guid).collect::<Vec<_>>(),
            topics.iter().map(|topic| topic.guid).collect::<Vec<_>>()
        );
        let life = &again[0].life;
        assert_eq!((life.status.as_str(), life.comments.len()), ("Open", 2));
        assert_eq!(life.comments[1].text, "Reopened: the topic was Closed, and it still has 3 findings.");
        assert_eq!(life.creation.as_ref().unwrap().date, "2026-11-30T00:00:00Z");
        assert_eq!((life.priority.as_str(), life.labels.len()), ("High", 2));
    }
    let outcome = scene(&folder, &["--below", "0", "--bcf-from", "one.bcf"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (2, "clearance: --bcf-from needs --format bcf\n"));
    fs::write(folder.join("no.bcf"), "text").unwrap();
    let outcome = scene(&folder, &["--below", "0", "--format", "bcf", "-o", "x.bcf", "--bcf-from", "no.bcf"]);
    assert!(
        outcome.code == 2 && outcome.stderr.contains("no.bcf: expected an archive of BCF topics"),
        "{}",
        outcome.stderr
    );
    assert!(!folder.join("x.bcf").exists());
}

#[test]
fn a_topic_tells_the_volume_that_its_elements_share() {
    let folder = building("buildings-topics-volume");
    let outcome = scene(&folder, &["--below", "0", "--format", "bcf", "-o", "volume.bcf", "--date", "2026-11-30"]);
    assert_eq!(outcome.code, 1, "{}", outcome.stderr);
    let lines = description_of(&fs::read(folder.join("volume.bcf")).unwrap(), "IfcDuctSegment duct");
    // The duct from 1.5 to 5.5 has 2.5³ of the wall from 0 to 4, 0.5³ of the window from 1 to 2, and 0.5³ of the slab from 5 on.
    let mut told = 0;
    for (name, volume) in [("IfcWall wall (wall)", 15.625), ("IfcWindow window", 0.125), ("IfcSlab slab", 0.125)] {
        let line = lines.iter().find(|line| line.contains(name)).unwrap_or_else(|| panic!("{name}: {lines:?}"));
        let (_, bounds) = line.split_once(", common volume ").unwrap_or_else(|| panic!("{line}"));
        let [lower, upper] =
            bounds.trim_end_matches(" m³").split(" to ").map(|x| x.parse::<f64>().unwrap()).collect::<Vec<_>>()[..]
        else {
            panic!("{line}")
        };
        // Rounded to seven digits, outward.
        assert!(lower <= volume && volume <= upper && upper - lower < 1e-5 * volume, "{line}");
        told += usize::from(lower < upper);
    }
    assert!(told > 0, "{lines:?}");
    // A body that is open has none.
    let text = fs::read_to_string(folder.join("a.obj")).unwrap();
    let (rest, last) = text.trim_end().rsplit_once('\n').unwrap();
    assert!(last.starts_with("f "), "{last}");
    fs::write(folder.join("a.obj"), rest).unwrap();
    let outcome = scene(&folder, &["--below", "0", "--format", "bcf", "-o", "open.bcf", "--date", "2026-11-30"]);
    assert_eq!(outcome.code, 1, "{}", outcome.stderr);
    let lines = description_of(&fs::read(folder.join("open.bcf")).unwrap(), "IfcDuctSegment duct");
    let has_volume = |name: &str| lines.iter().find(|line| line.contains(name)).map(|line| line.contains("volume"));
    assert_eq!([has_volume("IfcWall wall"), has_volume("IfcSlab slab")], [Some(true), Some(false)], "{lines:?}");
}

/// The lines of the description of the topic around an element.
fn description_of(bytes: &[u8], hub: &str) -> Vec<String> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut texts = (0..archive.len()).map(|place| {
        let mut text = Vec::new();
        archive.by_index(place).unwrap().read_to_end(&mut text).unwrap();
        String::from_utf8_lossy(&text).into_owned()
    });
    let text = texts.find(|text| text.contains(&format!("<Title>{hub}: "))).expect("a topic of this hub");
    let (_, description) = text.split_once("<Description>").unwrap();
    description.split_once("</Description>").unwrap().0.lines().map(str::to_owned).collect()
}

/// Cause: an id without a visible character became a component without a name, which the schema of BCF 3.0 refuses. Law:
/// such an id is none, and the component has the name of the object.
#[test]
fn a_blank_id_is_no_id() {
    let folder = building("buildings-blank-id");
    let mut lines = elements();
    for (line, id) in lines.iter_mut().zip(["", " \t", "\u{7}"]) {
        line["id"] = json!(id);
    }
    write_elements(&folder, &lines);
    let document = json_of(&scene(&folder, &["--below", "0", "--format", "json"]));
    let first = &document["findings"][0];
    assert_eq!((&first["file_a"], first.get("id_a"), first.get("id_b")), (&json!("a.ifc"), None, None), "{first}");
}

/// The file with its topic closed, commented, ranked and labelled.
fn closed(bytes: &[u8], guid: bcf::Guid, version: &str) -> Vec<u8> {
    let known = bcf::read(bytes).unwrap();
    let topic = |known: &bcf::KnownTopic| {
        let mut life = known.life.clone();
        let stamp = bcf::Stamp { date: "2026-12-01T10:00:00Z".to_owned(), author: "a.person@example.com".to_owned() };
        if known.guid == Some(guid) {
            life.status = "Closed".to_owned();
            life.priority = "High".to_owned();
            life.labels = vec!["MEP".to_owned(), "Site".to_owned()];
            let text = "Fixed <on> site & seen.".to_owned();
            life.comments.push(bcf::Comment {
                guid: bcf::Guid::of_name(guid, &["comment"]),
                stamp: stamp.clone(),
                text,
            });
        }
        let camera = bcf::Camera {
            eye: [0.0; 3],
            direction: [0.0, 1.0, 0.0],
            up: [0.0, 0.0, 1.0],
            field_of_view: 60.0,
            aspect: 1.0,
        };
        let view = bcf::View {
            guid: bcf::Guid::of_name(guid, &["other view"]),
            selection: vec![bcf::Component::new("wall")],
            colors: Vec::new(),
            camera,
            snapshot: bcf::png(1, 1, &[[0; 3]]),
        };
        bcf::Topic {
            guid: known.guid.unwrap(),
            title: known.title.clone(),
            description: "text".to_owned(),
            stamp,
            life,
            files: Vec::new(),
            view,
        }
    };
    let topics = known.iter().map(topic).collect();
    let project = bcf::Project { guid, name: "any".to_owned(), topics };
    let version = if version == "2.1" { bcf::Version::V2_1 } else { bcf::Version::V3_0 };
    bcf::write(&project, version).unwrap()
}
