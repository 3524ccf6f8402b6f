//! `clearance robot`, on a robot whose answers are known in closed form.

use crate::common::{Outcome, clearance_in, scratch};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// A post, an arm that turns about z at its top, and a hand that slides along the arm.
const URDF: &str = r#"<robot name="small">
  <link name="base"><collision><geometry><box size="0.2 0.2 2"/></geometry></collision></link>
  <link name="arm"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.6 0.1 0.1"/></geometry></collision></link>
  <link name="hand"><collision><geometry><sphere radius="0.125"/></geometry></collision></link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
  <joint name="slide" type="prismatic"><parent link="arm"/><child link="hand"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="1.5" effort="1" velocity="1"/></joint>
</robot>"#;

const SRDF: &str = r#"<robot name="small">
  <!-- by hand -->
  <group_state name="out" group="all"><joint name="slide" value="1.25"/></group_state>
  <disable_collisions link1="base" link2="arm" reason="Never"/>
  <disable_collisions link1="arm" link2="hand" reason="Adjacent"/>
</robot>"#;

fn folder(name: &str) -> PathBuf {
    let folder = scratch(name);
    fs::write(folder.join("small.urdf"), URDF).unwrap();
    fs::write(folder.join("small.srdf"), SRDF).unwrap();
    folder
}

fn robot(folder: &Path, arguments: &[&str]) -> Outcome {
    clearance_in(folder, &[&["robot", "small.urdf", "--srdf", "small.srdf"], arguments].concat())
}

fn answers(outcome: &Outcome) -> Vec<Value> {
    let document: Value = serde_json::from_str(&outcome.stdout).unwrap_or_else(|_| panic!("{}", outcome.stderr));
    document["answers"].as_array().unwrap().clone()
}

#[test]
fn at_tells_the_least_clearance_of_states_and_rows() {
    let folder = folder("robot-at");
    fs::write(folder.join("q.csv"), "slide,turn\n0.5,1\n0.25,-1\n").unwrap();
    let found = answers(&robot(&folder, &["at", "out", "q.csv", "--format", "json"]));
    assert_eq!(found.len(), 3);
    let distance = |row: usize| found[row]["distance"].as_f64().unwrap();
    assert!((distance(0) - 1.025).abs() < 1e-12, "{}", found[0]);
    assert_eq!(
        (&found[1]["a"], &found[1]["b"], &found[1]["contact"]),
        (&json!("base"), &json!("hand"), &json!("apart"))
    );
    let below = robot(&folder, &["at", "out", "q.csv", "--below", "200mm", "--format", "jsonl"]);
    assert_eq!((below.code, below.json_lines().len()), (1, 1), "{}", below.stdout);
    assert_eq!(robot(&folder, &["at", "out", "--below", "1"]).code, 0);
    // A row beyond the limits is answered and told.
    fs::write(folder.join("far.csv"), "turn\n1\n-4\n5\n").unwrap();
    let far = robot(&folder, &["at", "far.csv", "--format", "jsonl"]);
    let told =
        "far.csv: 2 of 3 rows are beyond the limits; the first is row 2, turn is -4.0 and its limits are -3.0 to 3.0";
    assert!(far.code == 0 && far.json_lines().len() == 3 && far.stderr.contains(told), "{}", far.stderr);
    // The way-points of a path are configurations: their times do not count.
    fs::write(folder.join("path.csv"), "t,slide,turn\n0,0.5,1\n1,0.25,-1\n").unwrap();
    let same = answers(&robot(&folder, &["at", "out", "path.csv", "--format", "json"]));
    assert_eq!(same, found);
}

#[test]
fn prove_proves_and_refutes() {
    let folder = folder("robot-prove");
    let never = robot(&folder, &["prove", "--format", "json"]);
    assert_eq!(never.code, 0, "{}", never.stdout);
    assert_eq!(answers(&never)[0]["verdict"], json!("NEVER"));
    let meets = robot(&folder, &["prove", "base", "hand", "--format", "json"]);
    let row = &answers(&meets)[0];
    assert_eq!((meets.code, &row["verdict"]), (1, &json!("MEETS")));
    assert!(row["at"]["slide"].as_f64().is_none_or(|slide| slide < 0.25), "{row}");
    let cut = robot(&folder, &["prove", "base", "hand", "--range", "slide=0.5:1.5", "--format", "csv"]);
    assert_eq!(cut.code, 0, "{}", cut.stdout);
    assert!(cut.stdout.lines().nth(1).unwrap().starts_with("base,hand,,NEVER,"), "{}", cut.stdout);
}

#[test]
fn check_refutes_a_false_claim() {
    let folder = folder("robot-check");
    // At home the hand is in the post.
    let fixed = URDF.replace("<limit lower=\"0\"", "<limit lower=\"0.5\"");
    fs::write(folder.join("small.urdf"), &fixed).unwrap();
    let good = robot(&folder, &["check"]);
    assert_eq!(good.code, 0, "{}{}", good.stdout, good.stderr);
    fs::write(folder.join("small.urdf"), URDF).unwrap();
    fs::write(folder.join("small.srdf"), SRDF.replace("link2=\"arm\" reason", "link2=\"hand\" reason")).unwrap();
    let bad = robot(&folder, &["check", "--format", "junit"]);
    assert_eq!(bad.code, 1);
    assert!(bad.stdout.contains("the SRDF says Never"), "{}", bad.stdout);
}

#[test]
fn check_writes_test_cases_and_a_page_with_the_robot_at_each_witness() {
    let folder = folder("robot-report");
    let lied = SRDF.replace("link2=\"arm\" reason", "link2=\"hand\" reason");
    fs::write(folder.join("small.srdf"), lied.replace("name=\"out\"", "name=\"&lt;/script&gt;\"")).unwrap();
    let bad = robot(&folder, &["check", "--report", "r.html", "--junit", "r.xml", "--format", "json"]);
    assert_eq!(bad.code, 1, "{}", bad.stderr);
    let rows = answers(&bad);
    let page = fs::read_to_string(folder.join("r.html")).unwrap();
    // No state of an SRDF ends the script, and nothing is fetched.
    assert_eq!(page.matches("</script>").count(), 2, "{page}");
    assert!(!page.contains("http:") && !page.contains("https:") && page.contains("default-src 'none'"));
    let begin = page.find("type=\"application/json\">").unwrap() + "type=\"application/json\">".len();
    let data: Value = serde_json::from_str(page[begin..].split("</script>").next().unwrap()).unwrap();
    let shown = data["rows"].as_array().unwrap();
    assert_eq!((shown.len(), data["links"].as_array().unwrap().len()), (rows.len(), 3));
    let claim = shown.iter().find(|row| row["check"] == json!("claim Never")).unwrap();
    assert_eq!((&claim["broken"], &claim["outcome"]), (&json!(true), &json!("MEETS")));
    // The hand is where the witness has it: within the post's half side and its own radius.
    let at: Vec<f64> = claim["poses"][2].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
    assert!(at.len() == 12 && at[9].abs() < 0.1 + 0.125 && claim["point"].is_array(), "{claim}");
    let cases = fs::read_to_string(folder.join("r.xml")).unwrap();
    assert_eq!(cases.matches("<testcase").count(), rows.len());
    assert!(cases.contains("the SRDF says Never"), "{cases}");
    // One file for two results is refused before anything is written.
    let same = robot(&folder, &["check", "--report", "x", "--junit", "x"]);
    assert_eq!((same.code, folder.join("x").exists()), (2, false));
}

#[test]
fn conditional_ranges_tell_where_a_pair_that_can_meet_never_does() {
    let folder = folder("robot-conditional");
    let outcome = robot(&folder, &["prove", "base", "hand", "--conditional", "--format", "json"]);
    let found = answers(&outcome);
    // The ball of radius 0.125 and the corner of the post at 0.1414 or its side at 0.1.
    let while_slide = found.iter().filter(|row| row["verdict"] == json!("NEVER WHILE")).collect::<Vec<_>>();
    assert_eq!(while_slide.len(), 1, "{}", outcome.stdout);
    let range = &while_slide[0]["at"]["slide"];
    let [low, high] = [0, 1].map(|at| range[at].as_f64().unwrap());
    assert!(low > 0.266 && low < 0.266 + 1.5 / 32.0 && high == 1.5, "{range}");
}

#[test]
fn a_new_srdf_is_proven_and_keeps_the_rest() {
    let folder = folder("robot-srdf");
    let outcome = robot(&folder, &["srdf", "-o", "new.srdf"]);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    let new = fs::read_to_string(folder.join("new.srdf")).unwrap();
    assert!(new.contains("<!-- by hand -->") && new.contains("<group_state name=\"out\""), "{new}");
    assert!(new.contains("link1=\"base\" link2=\"arm\" reason=\"Never\"/> <!-- proven"), "{new}");
    assert!(!new.contains("link1=\"base\" link2=\"hand\""), "{new}");
    // Written again from itself, it is the same.
    let again = clearance_in(&folder, &["robot", "small.urdf", "--srdf", "new.srdf", "srdf", "-o", "again.srdf"]);
    assert_eq!((again.code, fs::read_to_string(folder.join("again.srdf")).unwrap()), (0, new));
}

#[test]
fn along_finds_the_contact_between_way_points() {
    let folder = folder("robot-along");
    fs::write(folder.join("clear.csv"), "t,turn,slide\n0,0,1\n1,3,1.25\n").unwrap();
    fs::write(folder.join("hit.csv"), "t,turn,slide\n0,0,1\n1,0,0\n2,0,1\n").unwrap();
    let clear = robot(&folder, &["along", "clear.csv", "--format", "json"]);
    assert_eq!((clear.code, &answers(&clear)[0]["what"]), (0, &json!("clear")), "{}", clear.stdout);
    let hit = robot(&folder, &["along", "hit.csv", "--format", "json"]);
    let row = &answers(&hit)[0];
    assert_eq!((hit.code, &row["a"], &row["b"]), (1, &json!("base"), &json!("hand")));
    // The ball of radius 0.125 meets the side of the post at 0.1.
    assert!(row["from"].as_f64().unwrap() <= 0.775 && row["to"].as_f64().unwrap() >= 0.775 - 1e-9, "{row}");
}

#[test]
fn limits_follow_each_joint_to_its_ends() {
    let folder = folder("robot-limits");
    let found = answers(&robot(&folder, &["limits", "--format", "json"]));
    let turn = found.iter().find(|row| row["joint"] == json!("turn")).unwrap();
    assert_eq!((&turn["from"], &turn["to"]), (&json!(-3.0), &json!(3.0)), "{turn}");
}

#[test]
fn bad_input_is_a_sentence_and_exit_code_2() {
    let folder = folder("robot-bad");
    fs::write(folder.join("q.csv"), "elbow\n1\n").unwrap();
    fs::write(folder.join("mesh.urdf"), "<robot><link name=\"w\"><collision><geometry><mesh filename=\"package://arm/w.stl\"/></geometry></collision></link></robot>").unwrap();
    fs::write(folder.join("a.urdf.xacro"), "<robot>\n<xacro:include filename=\"x\"/></robot>").unwrap();
    fs::write(folder.join("twice.csv"), "turn,slide,turn\n1,1,2\n").unwrap();
    let bad: [(&[&str], &str); 7] = [
        (&["robot", "gone.urdf", "check"], "gone.urdf: "),
        (&["robot", "small.urdf", "at", "twice.csv"], "twice.csv: expected one column for joint turn, found two"),
        (
            &["robot", "small.urdf", "at", "q.csv"],
            "q.csv: expected a joint of the robot, found \"elbow\"; there are turn, slide",
        ),
        (&["robot", "small.urdf", "at", "folded"], "expected a state of the SRDF, found \"folded\"; there is none"),
        (&["robot", "small.urdf", "prove", "base", "wrist"], "expected a link of the robot, found \"wrist\""),
        (
            &["robot", "mesh.urdf", "check"],
            "mesh.urdf: line 1: link w: mesh package://arm/w.stl: no such file; looked in ",
        ),
        (
            &["robot", "a.urdf.xacro", "check"],
            "a.urdf.xacro: line 2: a.urdf.xacro is a macro file: run  xacro a.urdf.xacro > a.urdf",
        ),
    ];
    for (arguments, expected) in bad {
        let outcome = clearance_in(&folder, arguments);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(outcome.stderr.contains(expected), "{}\n{expected}", outcome.stderr);
    }
    let allowed = clearance_in(&folder, &["robot", "mesh.urdf", "--allow-missing", "check"]);
    assert_eq!(allowed.code, 0, "{}", allowed.stderr);
    assert!(allowed.stderr.contains("nothing is claimed of links without their meshes: w"), "{}", allowed.stderr);
}

/// A hand that slides toward a wall, a twin that follows it twice as fast, and one that follows the twin backward.
const TWINS: &str = r#"<robot name="twins">
  <link name="wall"><collision><origin xyz="2 0 0"/><geometry><box size="0.2 1 1"/></geometry></collision></link>
  <link name="hand"><collision><geometry><sphere radius="0.125"/></geometry></collision></link>
  <link name="twin"/><link name="triplet"/>
  <joint name="slide" type="prismatic"><parent link="wall"/><child link="hand"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="1.875" effort="1" velocity="1"/></joint>
  <joint name="second" type="prismatic"><parent link="wall"/><child link="twin"/><axis xyz="0 1 0"/>
    <limit lower="0" upper="2.5" effort="1" velocity="1"/><mimic joint="slide" multiplier="2" offset="0.5"/></joint>
  <joint name="third" type="revolute"><parent link="wall"/><child link="triplet"/><axis xyz="0 1 0"/>
    <limit lower="-3" upper="-0.75" effort="1" velocity="1"/><mimic joint="second" multiplier="-1"/></joint>
</robot>"#;

#[test]
fn limits_of_joints_that_follow_cut_the_one_that_leads_if_that_is_asked_for() {
    let folder = scratch("robot-mimic-limits");
    fs::write(folder.join("twins.urdf"), TWINS).unwrap();
    let twins = |arguments: &[&str]| clearance_in(&folder, &[&["robot", "twins.urdf"], arguments].concat());
    let whole = twins(&["prove", "wall", "hand"]);
    assert!(whole.code == 1 && whole.stdout.contains("MEETS"), "{}{}", whole.stdout, whole.stderr);
    assert!(whole.stderr.contains("joint second: what it follows takes it from 0.5 to 4.25"), "{}", whole.stderr);
    let kept = twins(&["prove", "wall", "hand", "--mimic-limits", "--proof", "p.txt"]);
    assert!(kept.code == 0 && !kept.stderr.contains("what it follows"), "{}{}", kept.stdout, kept.stderr);
    assert_eq!(clearance_in(&folder, &["verify", "p.txt"]).code, 0);
    // The second joint allows the first 0 to 1, the third 0.125 and more.
    let audit = twins(&["limits", "--mimic-limits", "--format", "json"]);
    let row = &answers(&audit)[0];
    assert_eq!((row["from"].as_f64(), row["to"].as_f64()), (Some(0.125), Some(1.0)), "{row}");
    fs::write(folder.join("twins.urdf"), TWINS.replace("upper=\"1.875\"", "upper=\"0.0625\"")).unwrap();
    let empty = twins(&["limits", "--mimic-limits"]);
    let wanted = "joint third: its limits allow 0.125 to 1.25 of slide, which has 0 to 0.0625: no value is left";
    assert!(empty.code == 2 && empty.stderr.contains(wanted), "{}", empty.stderr);
    // The proof was about another robot.
    assert_eq!(clearance_in(&folder, &["verify", "p.txt"]).code, 2);
}

#[test]
fn a_joint_that_follows_a_follower_is_taken_where_the_leader_takes_both() {
    let folder = scratch("robot-mimic-chain");
    // The second has wide limits, of which the first takes it to 0.5 to 4.25 only. So the third stays in −4.25 to −0.5.
    let wide = TWINS
        .replace("upper=\"2.5\"", "upper=\"9\"")
        .replace("lower=\"-3\" upper=\"-0.75\"", "lower=\"-5\" upper=\"0\"");
    fs::write(folder.join("wide.urdf"), &wide).unwrap();
    let silent = clearance_in(&folder, &["robot", "wide.urdf", "prove", "wall", "hand"]);
    assert!(silent.stdout.contains("MEETS") && !silent.stderr.contains("what it follows"), "{}", silent.stderr);
    fs::write(folder.join("tight.urdf"), wide.replace("upper=\"0\"", "upper=\"-0.75\"")).unwrap();
    let told = clearance_in(&folder, &["robot", "tight.urdf", "prove", "wall", "hand"]);
    let expected = "joint third: what it follows takes it from -4.25 to -0.5, beyond its limits -5.0 to -0.75";
    assert!(told.stderr.contains(expected), "{}", told.stderr);
}

#[test]
fn a_path_on_which_no_pair_counts_has_no_least_distance() {
    let folder = scratch("robot-no-pairs");
    fs::write(folder.join("twins.urdf"), TWINS).unwrap();
    fs::write(folder.join("plan.csv"), "slide\n0\n1\n").unwrap();
    let path = clearance_in(&folder, &["robot", "twins.urdf", "along", "plan.csv"]);
    assert_eq!(path.code, 0, "{}{}", path.stdout, path.stderr);
    assert!(path.stdout.contains("no pair of links counts"), "{}", path.stdout);
}

#[test]
fn a_range_of_many_turns_is_one_turn() {
    let folder = scratch("robot-turns");
    // The arm passes 1.4 above the block, whatever the angle: 10¹⁸ has no digits behind the point.
    let arm = r#"<robot name="arm">
      <link name="block"><collision><origin xyz="3 0 0"/><geometry><box size="1 1 1"/></geometry></collision></link>
      <link name="arm"><collision><origin xyz="1.2 0 0"/><geometry><box size="2 0.2 0.2"/></geometry></collision></link>
      <joint name="turn" type="revolute"><parent link="block"/><child link="arm"/><axis xyz="0 0 1"/><origin xyz="0 0 2"/>
        <limit lower="-1e18" upper="LIMIT" effort="1" velocity="1"/></joint></robot>"#;
    for limit in ["1e18", "-12", "-1e17"] {
        fs::write(folder.join("arm.urdf"), arm.replace("LIMIT", limit)).unwrap();
        let ask =
            |words: &[&str]| clearance_in(&folder, &[&["robot", "arm.urdf", "prove", "block", "arm"], words].concat());
        // Where the limits hold no turn around zero, nothing is known so far away.
        let expected = if limit == "1e18" { "NEVER" } else { "OPEN" };
        let found = ask(&["--proof", "p.txt", "--cells", "1000"]);
        assert!(found.stdout.contains(expected), "{limit}: {}", found.stdout);
        if expected == "NEVER" {
            let checked = clearance_in(&folder, &["verify", "p.txt"]);
            assert!(checked.code == 0 && checked.stdout.contains("for all values of 1 joints"), "{}", checked.stdout);
        }
    }
}

#[test]
fn a_file_may_be_attached_twice_and_the_task_follows_the_links_that_may_be_touched() {
    let folder = folder("robot-twice");
    fs::write(folder.join("tool.obj"), "v 0 0 0\nv .1 0 0\nv 0 .1 0\nf 1 2 3\n").unwrap();
    let attached = ["--attach", "tool.obj@hand:0,0,0.5", "--attach", "tool.obj@arm:0,0,0.25", "--touch", "arm,base"];
    let known = [&["robot", "small.urdf"], &attached[..], &["prove", "tool", "tool_2", "--format", "csv"]].concat();
    let found = clearance_in(&folder, &known);
    assert!(found.stdout.contains("\ntool,tool_2,,"), "{}{}", found.stdout, found.stderr);
    let at =
        [&["robot", "small.urdf"], &attached[..], &["--world", "tool.obj", "at", "home", "--format", "csv"]].concat();
    let found = clearance_in(&folder, &at);
    assert!(found.code == 0 && found.stdout.lines().count() == 2, "{}{}", found.stdout, found.stderr);
}

/// Cause: distances were those of surfaces alone, so a hand in a housing was clear of it.
#[test]
fn a_hand_in_a_housing_is_not_clear() {
    let folder = folder("robot-inside");
    let corners = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(|bit| if bit == 1 { 2 } else { -2 }));
    let mut shell: String = corners.map(|[x, y, z]| format!("v {x} {y} {z}\n")).collect();
    for face in ["1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"] {
        shell += &format!("f {face}\n");
    }
    fs::write(folder.join("shell.obj"), &shell).unwrap();
    let housed = URDF.replace(r#"<box size="0.2 0.2 2"/>"#, r#"<mesh filename="shell.obj"/>"#);
    fs::write(folder.join("small.urdf"), housed).unwrap();
    fs::write(folder.join("path.csv"), "turn,slide\n0,0\n1,1\n").unwrap();
    let inside = |row: &Value, key: &str| assert_eq!(row[key], json!("inside"), "{row}");
    let at = robot(&folder, &["at", "home", "--format", "json"]);
    let row = &answers(&at)[0];
    inside(row, "contact");
    assert_eq!((row["distance"].as_f64(), row["upper"].as_f64()), (Some(0.0), Some(0.0)));
    assert_eq!(robot(&folder, &["at", "home", "--below", "1mm"]).code, 1);
    let along = robot(&folder, &["along", "path.csv", "--format", "json", "--proof", "along.txt"]);
    let rows = answers(&along);
    inside(&rows[0], "what");
    assert_eq!((along.code, &rows[1]["what"], &rows[1]["to"]), (1, &json!("below"), &json!(1.0)), "{}", along.stdout);
    let check = robot(&folder, &["check"]);
    assert!(check.code == 1 && check.stdout.contains("inside"), "{}", check.stdout);
    let prove = robot(&folder, &["prove", "base", "hand", "--format", "json", "--proof", "inside.txt"]);
    assert_eq!(answers(&prove)[0]["verdict"], json!("INSIDE"), "{}", prove.stdout);
    let verified = clearance_in(&folder, &["verify", "inside.txt"]);
    let sentence = "base and hand: one is inside the other, surfaces never nearer than";
    assert!(verified.code == 0 && verified.stdout.contains(sentence), "{}{}", verified.stdout, verified.stderr);
    // Without a face it has no inside.
    fs::write(folder.join("shell.obj"), shell.replace("f 2 4 8 6\n", "")).unwrap();
    assert_eq!(answers(&robot(&folder, &["at", "home", "--format", "json"]))[0]["contact"], json!("apart"));
}
