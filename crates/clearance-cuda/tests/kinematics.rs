//! Links of robots on the false device: the poses of `clearance-robot`, to the bit.
#![allow(unsafe_code, reason = "addresses of the false device")]

mod on_cores;

use clearance_cuda::{Address, DeviceNumbers, Error, ForeignStream, JointRow, Precision};
use clearance_robot::{Description, Element, Joint, JointKind, Link, Mimic, Origin, Robot, Rotation, Shape};
use lab::random::Random;
use on_cores::driver;

const KINDS: [JointKind; 6] = [
    JointKind::Fixed,
    JointKind::Revolute,
    JointKind::Continuous,
    JointKind::Prismatic,
    JointKind::Planar,
    JointKind::Floating,
];

/// A tree of links with joints of all kinds, of which some follow others.
fn robot(random: &mut Random, count: usize) -> Robot {
    let ball = || Element { origin: Origin::default(), shape: Shape::Sphere { radius: 0.1 } };
    let links = (0..count).map(|number| Link { name: format!("{number}"), elements: vec![ball()] }).collect();
    let mut joints: Vec<Joint> = Vec::new();
    for child in 1..count {
        let mut three = || [random.signed(), random.signed(), random.signed()];
        let (xyz, angles, axis) = (three(), three(), three());
        let rotation = match child % 3 {
            0 => Rotation::Rpy([0.0; 3]),
            1 => Rotation::Rpy(angles),
            _ => Rotation::Quaternion([angles[0], angles[1], angles[2], 0.5]),
        };
        let kind = KINDS[random.below(6)];
        let followed = joints.iter().position(|joint| joint.kind.has_one_coordinate());
        let mimic = match followed {
            Some(joint) if kind.has_one_coordinate() && random.below(3) == 0 => {
                Some(Mimic { joint: Some(joint), multiplier: 0.7, offset: 0.1 })
            }
            _ => None,
        };
        let parent = random.below(child);
        let origin = Origin { xyz, rotation };
        joints.push(Joint { name: format!("{child}"), kind, parent, child, origin, axis, limits: None, mimic });
    }
    Robot::new(&Description { name: String::new(), links, joints }).unwrap()
}

fn numbers<T>(of: &[T], precision: Precision) -> DeviceNumbers {
    // SAFETY: the memory of the false device is that of the process.
    DeviceNumbers { address: unsafe { Address::new(of.as_ptr() as u64) }, precision }
}

fn poses(robot: &Robot, count: usize, of: DeviceNumbers) -> Result<Vec<u64>, Error> {
    let driver = driver().expect("the caller has looked for a compiler").1;
    let (links, coordinates) = (robot.link_count(), robot.coordinates().len());
    let there = driver.open()?.kinematics(&robot.joint_rows(), links, coordinates)?;
    let column = there.poses(count, of, ForeignStream::default())?;
    let mut bytes = vec![0; count * links * 56];
    column.download(&mut bytes)?;
    Ok(bytes.chunks_exact(8).map(|number| u64::from_ne_bytes(number.try_into().unwrap())).collect())
}

#[test]
fn links_stand_where_the_robot_says_to_the_bit() {
    if driver().is_none() {
        return;
    }
    let (mut random, mut turned, mut following) = (Random::new(5), 0, 0);
    for _ in 0..30 {
        let robot = robot(&mut random, 9);
        let (count, width) = (20, robot.coordinates().len());
        let narrow: Vec<f32> = (0..count * width).map(|_| 3.0 * random.signed() as f32).collect();
        let wide: Vec<f64> = narrow.iter().map(|&number| f64::from(number)).collect();
        let right: Vec<u64> = (0..count)
            .flat_map(|row| robot.frames(&wide[row * width..(row + 1) * width]).unwrap())
            .flat_map(|frame| {
                let pose = frame.pose(0.0).0;
                let (r, t) = (pose.rotation, pose.translation);
                [t.x, t.y, t.z, r.x, r.y, r.z, r.w].map(f64::to_bits)
            })
            .collect();
        assert_eq!(poses(&robot, count, numbers(&wide, Precision::Double)).unwrap(), right);
        assert_eq!(poses(&robot, count, numbers(&narrow, Precision::Single)).unwrap(), right);
        turned += usize::from(width > 3);
        following += usize::from(robot.joint_rows().iter().any(|row| row.map[0] == 0.7));
    }
    assert!(turned > 20 && following > 5, "{turned} turn, {following} follow");
}

#[test]
fn rows_that_are_no_configurations_are_told_with_the_first_of_them() {
    if driver().is_none() {
        return;
    }
    let mut random = Random::new(6);
    let floats = |robot: &Robot| robot.joint_rows().iter().find(|row| row.moves == 4).map(|row| row.first as usize);
    let (robot, first) = loop {
        let robot = robot(&mut random, 9);
        if let Some(first) = floats(&robot) {
            break (robot, first);
        }
    };
    let (count, width) = (10, robot.coordinates().len());
    let all: Vec<f64> = (0..count * width).map(|_| random.signed()).collect();
    assert!(poses(&robot, count, numbers(&all, Precision::Double)).is_ok());
    for (place, number) in [(0, f64::NAN), (width - 1, f64::INFINITY)] {
        let mut bad = all.clone();
        (bad[7 * width + place], bad[4 * width + place]) = (number, number);
        let asked = poses(&robot, count, numbers(&bad, Precision::Double));
        assert_eq!(asked, Err(Error::NoConfiguration { row: 4 }));
    }
    let mut bad = all.clone();
    bad[6 * width + first + 3..6 * width + first + 7].fill(0.0);
    assert_eq!(poses(&robot, count, numbers(&bad, Precision::Double)), Err(Error::NoConfiguration { row: 6 }));
    assert!(robot.frames(&bad[6 * width..7 * width]).is_err());
}

#[test]
fn joints_of_links_that_there_are_not_are_refused() {
    let Some((_alone, driver)) = driver() else { return };
    let gpu = driver.open().unwrap();
    let rows = robot(&mut Random::new(7), 5).joint_rows();
    let ask = |change: fn(&mut JointRow)| {
        let mut rows = rows.clone();
        change(&mut rows[1]);
        gpu.kinematics(&rows, 5, 40).map(|there| there.gpu().name().to_owned())
    };
    assert!(ask(|_| {}).is_ok());
    let changes: [fn(&mut JointRow); 5] = [
        |row| row.parent = 5,
        |row| row.child = 5,
        |row| (row.moves, row.first) = (4, 34),
        |row| row.moves = 5,
        |row| row.parent = row.child,
    ];
    for change in changes {
        assert_eq!(ask(change), Err(Error::NoJoint { row: 1 }));
    }
}
