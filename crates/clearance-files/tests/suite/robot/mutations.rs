//! Broken files: cut at every byte, with random faults, and made to be large. None panics, and what is read is a tree.

use clearance_files::fault::Fault;
use clearance_files::robot::model::Robot;
use clearance_files::robot::{mjcf, srdf, urdf};

use super::{ARM, nothing};
use crate::random::Random;

const SRDF: &str = "<robot name=\"a\"><group name=\"g\"><joint name=\"j\"/></group><group_state name=\"home\" group=\"g\">\
                    <joint name=\"j\" value=\"0.5\"/></group_state><disable_collisions link1=\"a\" link2=\"b\"/></robot>";

const MODEL: &str = "<mujoco><compiler angle=\"radian\"/><default><default class=\"c\"><geom size=\"0.1 0.2 0.3\"/>\
                     </default></default><worldbody><body name=\"a\" childclass=\"c\" euler=\"1 2 3\"><joint name=\"j\" \
                     pos=\"1 0 0\" range=\"-1 1\"/><geom type=\"box\"/><body zaxis=\"1 2 3\"><joint name=\"k\" ref=\"1\"/>\
                     <geom fromto=\"0 0 0 1 1 1\" type=\"capsule\"/></body></body></worldbody><equality><joint joint1=\"j\" \
                     joint2=\"k\" polycoef=\"1 2\"/></equality><keyframe><key name=\"h\" qpos=\"1 2\"/></keyframe></mujoco>";

/// Asserts that the links are a tree, and that all numbers are finite.
fn check(robot: &Robot) {
    let mut parents = vec![None; robot.links.len()];
    for (number, joint) in robot.joints.iter().enumerate() {
        assert!(parents[joint.child].replace(number).is_none());
        assert!(joint.origin.xyz.iter().chain(&joint.axis).all(|x| x.is_finite()), "{joint:?}");
        assert!(joint.limits.is_none_or(|[lower, upper]| lower <= upper));
        assert!(joint.mimic.as_ref().is_none_or(|own| own.joint.is_none_or(|driver| driver < robot.joints.len())));
    }
    for link in 0..robot.links.len() {
        let mut up = link;
        for _ in 0..robot.links.len() {
            up = parents[up].map_or(up, |joint| robot.joints[joint].parent);
        }
        assert_eq!(up, robot.root);
    }
}

fn read(kind: &str, bytes: &[u8]) -> Result<(), Fault> {
    match kind {
        "urdf" => urdf::read("a.urdf", bytes).map(|robot| check(&robot)),
        "srdf" => srdf::read("a.srdf", bytes).map(drop),
        _ => mjcf::read(bytes, nothing).map(|model| check(&model.robot)),
    }
}

const ALL: [(&str, &str); 3] = [("urdf", ARM), ("srdf", SRDF), ("mjcf", MODEL)];

#[test]
fn files_cut_at_any_byte_are_refused() {
    for (kind, text) in ALL {
        read(kind, text.as_bytes()).unwrap();
        let refused = (0..text.len()).filter(|&end| read(kind, &text.as_bytes()[..end]).is_err()).count();
        assert_eq!(refused, text.len(), "{kind}");
    }
}

impl Random {
    /// A file with one to three faults: a changed byte, a piece that is missing, repeated or from elsewhere, a number
    /// that is too large.
    fn broken_xml(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..=self.below(2) {
            let start = self.below(bytes.len());
            let end = (start + 1 + self.below(40)).min(bytes.len());
            match self.below(7) {
                0 => bytes[start] = self.below(256) as u8,
                1 => bytes[start] = b"0123456789-.e \"<>/="[self.below(19)],
                2 => drop(bytes.drain(start..end)),
                3 => {
                    let piece = bytes[start..end].to_vec();
                    let place = self.below(bytes.len());
                    bytes.splice(place..place, piece);
                }
                4 | 5 => {
                    let digit = bytes[start..].iter_mut().find(|byte| byte.is_ascii_digit());
                    digit.into_iter().for_each(|digit| *digit = b'0' + self.below(10) as u8);
                }
                _ => {
                    let number = ["4000000000", "-1", "1e999", "nan", "1e300", "1e-320", ""][self.below(7)];
                    let digit = start + bytes[start..].iter().take_while(|byte| !byte.is_ascii_digit()).count();
                    bytes.splice(digit..(digit + 1).min(bytes.len()), number.bytes());
                }
            }
            if bytes.is_empty() {
                bytes.push(0);
            }
        }
        bytes
    }
}

/// Both outcomes must be common, or the faults are too mild or too heavy to tell.
#[test]
fn files_with_random_faults_are_refused_or_read_but_never_panic() {
    for (kind, text) in ALL {
        let (mut random, rounds) = (Random(42), 4_000);
        let accepted = (0..rounds).filter(|_| read(kind, &random.broken_xml(text.as_bytes())).is_ok()).count();
        assert!(20 * accepted > rounds && 5 * (rounds - accepted) > rounds, "{kind}: {accepted} of {rounds} accepted");
    }
}

/// Law: time and memory are in proportion to the file, whatever refers to what.
#[test]
fn large_hostile_files_are_read_or_refused_in_time() {
    let many = |count: usize, piece: &dyn Fn(usize) -> String| (0..count).map(piece).collect::<String>();
    let deep = "<a>".repeat(100_000);
    assert!(read("urdf", deep.as_bytes()).unwrap_err().to_string().contains("inside each other"));
    let attributes = format!("<robot {}/>", many(1 << 20, &|number| format!("a{number}=\"\" ")));
    assert!(read("urdf", attributes.as_bytes()).unwrap_err().to_string().contains("elements and attributes"));
    // A chain of 20,000 links, each joint of which follows the one before.
    let links = many(20_000, &|number| format!("<link name=\"{number}\"/>"));
    let joints = many(19_999, &|number| {
        let mimic = if number > 0 { format!("<mimic joint=\"{}\"/>", number - 1) } else { String::new() };
        format!(
            "<joint name=\"{number}\" type=\"continuous\"><parent link=\"{number}\"/><child link=\"{}\"/>{mimic}</joint>",
            number + 1
        )
    });
    let chain = format!("<robot>{links}{joints}</robot>");
    let robot = urdf::read("a.urdf", chain.as_bytes()).unwrap();
    assert_eq!((robot.links.len(), robot.joints.len()), (20_000, 19_999));
    // Classes within classes, and as many elements that ask them.
    let classes = (0..150).rev().fold(String::new(), |inner, number| {
        format!("<default class=\"c{number}\"><geom size=\"1\"/>{inner}</default>")
    });
    let geoms = "<geom class=\"c149\" type=\"sphere\"/>".repeat(20_000);
    let model = format!("<mujoco>{classes}<worldbody>{geoms}</worldbody></mujoco>");
    assert_eq!(mjcf::read(model.as_bytes(), nothing).unwrap().robot.links[0].collisions.len(), 20_000);
    let bodies = format!("{}{}", "<body>".repeat(190), "</body>".repeat(190));
    let model = format!("<mujoco><worldbody>{bodies}</worldbody></mujoco>");
    assert_eq!(mjcf::read(model.as_bytes(), nothing).unwrap().robot.links.len(), 191);
}
