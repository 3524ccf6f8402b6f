//! Times robots: `clearance-bench-robots DIR TASK [ROBOT]...`, where DIR holds the folder `robots` of the package
//! `example-robot-data`.
//!
//! | task | prints |
//! |---|---|
//! | `at` | least clearance of a configuration, cold and of neighbours; is any pair below 10 mm |
//! | `along` | a straight edge of 0.1 rad and one over the whole range: clear or not; its least clearance to 0.1 mm |
//! | `prove` | all pairs that the SRDF says to meet never |
//! | `matrix` | all pairs |
//! | `law` | proves all pairs, then looks for a configuration that contradicts a proof |
//!
//! Times are CPU times of one thread, but for `prove` and `matrix`: there of the process, beside the time that went by.

mod law;
mod times;

use clearance_robot::files::{Loaded, Source, load};
use std::path::Path;

/// A robot of the package: its name here, its URDF and its SRDF.
pub const ROBOTS: [(&str, &str, &str); 38] = [
    ("panda", "panda_description/urdf/panda.urdf", "panda_description/srdf/panda.srdf"),
    ("xarm7", "xarm_description/urdf/xarm7.urdf", "xarm_description/srdf/xarm7.srdf"),
    ("ur5", "ur_description/urdf/ur5_robot.urdf", "ur_description/srdf/ur5.srdf"),
    ("a1", "a1_description/urdf/a1.urdf", "a1_description/srdf/a1.srdf"),
    ("go1", "go1_description/urdf/go1.urdf", "go1_description/srdf/go1.srdf"),
    ("talos", "talos_data/robots/talos_reduced.urdf", "talos_data/srdf/talos.srdf"),
    ("romeo", "romeo_description/urdf/romeo.urdf", "romeo_description/srdf/romeo.srdf"),
    ("pr2", "pr2_description/urdf/pr2.urdf", "pr2_description/srdf/pr2.srdf"),
    ("baxter", "baxter_description/urdf/baxter.urdf", "baxter_description/srdf/baxter_manipulation.srdf"),
    ("kinova", "kinova_description/robots/kinova.urdf", "kinova_description/srdf/kinova.srdf"),
    ("z1", "z1_description/urdf/z1.urdf", "z1_description/srdf/z1.srdf"),
    ("b1", "b1_description/urdf/b1.urdf", "b1_description/srdf/b1.srdf"),
    ("b1-z1", "b1_description/urdf/b1-z1.urdf", "b1_description/srdf/b1-z1.srdf"),
    ("go2", "go2_description/urdf/go2.urdf", "go2_description/srdf/go2.srdf"),
    ("anymal-b", "anymal_b_simple_description/robots/anymal.urdf", "anymal_b_simple_description/srdf/anymal.srdf"),
    ("anymal-c", "anymal_c_simple_description/urdf/anymal.urdf", "anymal_c_simple_description/srdf/anymal.srdf"),
    ("solo12", "solo_description/robots/solo12.urdf", "solo_description/srdf/solo.srdf"),
    ("bolt", "bolt_description/robots/bolt.urdf", "bolt_description/srdf/bolt.srdf"),
    ("hyq", "hyq_description/robots/hyq_no_sensors.urdf", "hyq_description/srdf/hyq.srdf"),
    ("icub", "icub_description/robots/icub.urdf", "icub_description/srdf/icub.srdf"),
    ("centauro", "centauro_description/urdf/centauro.urdf", "centauro_description/srdf/centauro.srdf"),
    ("humanoid", "simple_humanoid_description/urdf/simple_humanoid.urdf", ""),
    ("ur3-gripper", "ur_description/urdf/ur3_gripper.urdf", "ur_description/srdf/ur3_gripper.srdf"),
    ("ur5-gripper", "ur_description/urdf/ur5_gripper.urdf", "ur_description/srdf/ur5_gripper.srdf"),
    ("ur10", "ur_description/urdf/ur10_robot.urdf", ""),
    ("so100", "so_arm_description/urdf/so100.urdf", ""),
    ("so101", "so_arm_description/urdf/so101.urdf", ""),
    ("g1", "g1_description/urdf/g1_29dof_rev_1_0.urdf", ""),
    ("allegro", "allegro_hand_description/urdf/allegro_left_hand.urdf", ""),
    ("tiago", "tiago_description/robots/tiago.urdf", ""),
    ("tiago-pro", "tiago_pro_description/robots/tiago_pro.urdf", ""),
    ("laikago", "laikago_description/urdf/laikago.urdf", ""),
    ("alex", "alex_description/urdf/alex_nub_hands.urdf", "alex_description/srdf/alex_nub_hands.srdf"),
    ("finger", "finger_edu_description/robots/finger_edu.urdf", "finger_edu_description/srdf/finger_edu.srdf"),
    ("human", "human_description/robots/human.urdf", ""),
    ("pendulum", "double_pendulum_description/urdf/double_pendulum.urdf", ""),
    ("quadruped", "quadruped_description/urdf/quadruped.urdf", ""),
    ("twodofs", "asr_twodof_description/urdf/TwoDofs.urdf", ""),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, task, wanted @ ..] = arguments.as_slice() else {
        panic!("expected DIR at|along|prove|matrix|law [ROBOT]...")
    };
    for (name, urdf, srdf) in ROBOTS {
        if !wanted.is_empty() && !wanted.iter().any(|own| own == name) {
            continue;
        }
        let path = |file: &str| Path::new(folder).join("robots").join(file);
        let srdf = (!srdf.is_empty()).then(|| path(srdf));
        let source = Source {
            robot: path(urdf),
            srdf,
            packages: vec![("example-robot-data".to_owned(), Path::new(folder).to_owned())],
            missing: clearance_robot::files::Missing::Allowed,
            ..Source::default()
        };
        let loaded: Loaded = match load(&source) {
            Ok(loaded) => loaded,
            Err(why) => {
                println!("{name}: {why}");
                continue;
            }
        };
        match task.as_str() {
            "at" => times::at(name, &loaded),
            "along" => times::along(name, &loaded),
            "prove" => times::prove(name, &loaded, &times::said_never(&loaded)),
            "matrix" => times::prove(name, &loaded, &loaded.all_pairs()),
            "law" => law::law(name, &loaded),
            _ => panic!("expected at, along, prove, matrix or law, found {task}"),
        }
    }
}
