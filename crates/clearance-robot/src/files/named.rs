//! Configurations by the names of joints and states.

use std::collections::HashMap;

use clearance_files::robot::srdf::State;

use super::Loaded;
use crate::chain::NotClaimed;
use crate::description::JointKind;

/// The places of names in a list.
pub(super) fn numbers<'a>(names: impl Iterator<Item = &'a str>) -> HashMap<&'a str, usize> {
    names.enumerate().map(|(number, name)| (name, number)).collect()
}

impl Loaded {
    /// The name of each number of a configuration: that of the joint, and for a joint of several numbers with what it is,
    /// such as `base.x`.
    pub fn coordinate_names(&self) -> Vec<String> {
        let parts = ["x", "y", "z", "qx", "qy", "qz", "qw"];
        let name = |own: &crate::tree::Coordinate| {
            let joint = &self.description.joints[own.joint];
            match joint.kind {
                JointKind::Floating => format!("{}.{}", joint.name, parts[own.part]),
                JointKind::Planar => format!("{}.{}", joint.name, ["x", "y", "angle"][own.part]),
                _ => joint.name.clone(),
            }
        };
        self.robot.coordinates().iter().map(name).collect()
    }

    /// The names of the states of the SRDF, without repetition.
    pub fn state_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.states().map(|state| state.name.as_str()).collect();
        let mut seen = std::collections::HashSet::new();
        names.retain(|name| seen.insert(*name));
        names
    }

    fn states(&self) -> impl Iterator<Item = &State> {
        self.srdf.iter().flat_map(|srdf| &srdf.states)
    }

    /// The configuration of a state of the SRDF. Joints that it does not name are at home. Several states of one name
    /// place the joints of several groups.
    ///
    /// # Errors
    /// A sentence, if there is no such state, or if it has the wrong count of values for a joint.
    pub fn state(&self, name: &str) -> Result<Vec<f64>, String> {
        let mut configuration = self.robot.home();
        let mut is_known = name == "zero";
        let names = numbers(self.description.joints.iter().map(|joint| joint.name.as_str()));
        for state in self.states().filter(|state| state.name == name) {
            is_known = true;
            for (joint, values) in &state.joints {
                let place = names.get(joint.as_str()).and_then(|&joint| self.robot.coordinate_of(joint));
                let Some(first) = place else { continue };
                let count = self.robot.coordinates()[first..]
                    .iter()
                    .take_while(|own| own.joint == self.robot.coordinates()[first].joint)
                    .count();
                // A ball joint has no place.
                let values = match (count, values.as_slice()) {
                    (7, &[x, y, z, w]) => vec![0.0, 0.0, 0.0, x, y, z, w],
                    (_, values) => values.to_vec(),
                };
                if values.len() != count {
                    let found = values.len();
                    let place = format!("SRDF: line {}: group_state {name}: joint {joint}", state.line);
                    return Err(format!("{place}: expected {count} numbers, found {found}"));
                }
                configuration[first..first + count].copy_from_slice(&values);
            }
        }
        if is_known {
            Ok(configuration)
        } else {
            Err(format!("expected a state of the SRDF, found {name:?}; {}", self.known_states()))
        }
    }

    fn known_states(&self) -> String {
        match self.state_names().as_slice() {
            [] => "there is none".to_owned(),
            names => format!("there are {}", names.join(", ")),
        }
    }

    /// Configurations from rows of numbers under the names of joints. Joints without a column are at home.
    ///
    /// # Errors
    /// A sentence with the name that no joint has, or that is given twice.
    pub fn configurations(&self, header: &[String], rows: &[Vec<f64>]) -> Result<Vec<Vec<f64>>, String> {
        let known = self.coordinate_names();
        let places = numbers(known.iter().map(String::as_str));
        let mut columns = Vec::new();
        for name in header {
            let place = places.get(name.as_str()).copied().ok_or_else(|| self.unknown_joint(name))?;
            if columns.contains(&place) {
                return Err(format!("expected one column for joint {name}, found two"));
            }
            columns.push(place);
        }
        let place = |row: &Vec<f64>| {
            let mut configuration = self.robot.home();
            columns.iter().zip(row).for_each(|(&column, &value)| configuration[column] = value);
            configuration
        };
        Ok(rows.iter().map(place).collect())
    }

    /// A sentence about rows with a number beyond the limits of its joint: how many, and the first one. `None` if all are
    /// within.
    pub fn beyond_limits(&self, rows: &[Vec<f64>]) -> Option<String> {
        let beyond = |row: &Vec<f64>| {
            let mut numbers = self.robot.coordinates().iter().zip(row);
            numbers.position(|(own, x)| own.limits.is_some_and(|[low, high]| !(low <= *x && *x <= high)))
        };
        let mut found = rows.iter().enumerate().filter_map(|(row, numbers)| Some((row, beyond(numbers)?)));
        let (row, at) = found.next()?;
        let ([low, high], name) = (self.robot.coordinates()[at].limits?, &self.coordinate_names()[at]);
        let (count, x) = (1 + found.count(), rows[row][at]);
        Some(format!(
            "{count} of {} rows are beyond the limits; the first is row {}, {name} is {x:?} and its limits are {low:?} to \
             {high:?}",
            rows.len(),
            row + 1
        ))
    }

    /// Why nothing is claimed of a pair, as a sentence.
    pub fn why_not_claimed(&self, why: &NotClaimed) -> String {
        match *why {
            NotClaimed::NoShape(link) => format!("link {} has no geometry", self.robot.link_name(link)),
            NotClaimed::NoLimits(joint) => {
                format!("joint {}: without limits; give a range", self.robot.joint_name(joint))
            }
            NotClaimed::Untied(joint) => {
                format!("joint {}: it follows a joint that does not exist", self.robot.joint_name(joint))
            }
            NotClaimed::ManyNumbers(joint) => {
                format!("joint {}: planar and floating joints have no range", self.robot.joint_name(joint))
            }
        }
    }

    /// What is said of a joint that has no number in a configuration.
    pub fn unknown_joint(&self, name: &str) -> String {
        match self.description.joints.iter().find(|joint| joint.name == name) {
            Some(joint) if joint.kind == JointKind::Fixed => format!("joint {name} is fixed and has no value"),
            Some(joint) if joint.mimic.is_some() => {
                format!("joint {name} follows another one and has no value of its own")
            }
            Some(_) => format!("joint {name} has several values: {name}.x and so on"),
            None => format!(
                "expected a joint of the robot, found {name:?}; there are {}",
                self.coordinate_names().join(", ")
            ),
        }
    }
}
