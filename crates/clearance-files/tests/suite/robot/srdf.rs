//! What an SRDF says, and what a new one keeps.

use clearance_files::robot::{srdf, urdf};

use super::ARM;

const SRDF: &str = r#"<robot name="arm">
  <!-- the hand -->
  <group name="hand"><joint name="grip"/><link name="finger"/><chain base_link="base" tip_link="upper"/><group name="x"/></group>
  <group_state name="home" group="hand"><joint name="shoulder" value="0.5"/><joint name="lost" value="1 2"/></group_state>
  <end_effector name="e" group="hand" parent_link="upper"/>
  <disable_collisions link1="base" link2="upper" reason="Adjacent"/>
  <disable_collisions link1="base" link2="gone"></disable_collisions>
  <disable_default_collisions link="thumb"/>
  <enable_collisions link1="base" link2="thumb"/>
  <virtual_joint name="v" type="fixed" parent_frame="world" child_link="base"/>
</robot>"#;

#[test]
fn pairs_states_and_groups_are_read() {
    let srdf = srdf::read("arm.srdf", SRDF.as_bytes()).unwrap();
    let pair = &srdf.disabled[0];
    assert_eq!((pair.links.clone(), pair.reason.as_str(), pair.line), (["base".into(), "upper".into()], "Adjacent", 6));
    assert_eq!((srdf.disabled.len(), srdf.enabled.len(), srdf.disabled_by_default), (2, 1, vec!["thumb".to_owned()]));
    assert_eq!(srdf.states[0].joints, [("shoulder".to_owned(), vec![0.5]), ("lost".to_owned(), vec![1.0, 2.0])]);
    assert_eq!((srdf.groups[0].joints.len(), srdf.groups[0].chains.len(), srdf.groups[0].links.len()), (1, 1, 1));
    assert_eq!(srdf.end_effectors[0].parent_link, "upper");
}

#[test]
fn each_name_that_the_robot_lacks_is_a_remark() {
    let srdf = srdf::read("arm.srdf", SRDF.as_bytes()).unwrap();
    let arm = urdf::read("arm.urdf", ARM.as_bytes()).unwrap();
    let remarks: Vec<String> =
        srdf.unknown_names(&arm).iter().map(|own| format!("line {}: {}", own.line, own.message)).collect();
    assert_eq!(
        remarks,
        ["line 7: link gone is not in the robot", "line 4: group_state home: joint lost is not in the robot"]
    );
}

#[test]
fn the_spans_of_pairs_are_whole_elements() {
    let spans = srdf::spans_of_pairs(SRDF).unwrap();
    let texts: Vec<&str> = spans.iter().map(|span| &SRDF[span.clone()]).collect();
    assert_eq!(texts[0], "<disable_collisions link1=\"base\" link2=\"upper\" reason=\"Adjacent\"/>");
    assert_eq!(texts[1], "<disable_collisions link1=\"base\" link2=\"gone\"></disable_collisions>");
    assert_eq!(texts.len(), 4);
}

#[test]
fn a_complaint_names_the_line_and_the_element() {
    let wrong = |text: &str| srdf::read("a.srdf", text.as_bytes()).unwrap_err().to_string();
    let pair = wrong("<robot>\n<disable_collisions link1=\"a\"/></robot>");
    assert_eq!(pair, "line 2: disable_collisions: expected the attribute link2, found none");
    let state = wrong("<robot><group_state name=\"home\"><joint name=\"j\" value=\"x\"/></group_state></robot>");
    assert_eq!(state, "line 1: group_state home: joint j: value: [0]: expected a number, found \"x\"");
}
