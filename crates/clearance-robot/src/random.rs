//! Random numbers: the same on every machine.

#[cfg(test)]
use crate::{Description, Element, Joint, JointKind, Link, Mimic, Origin, Robot, Rotation, Shape};
#[cfg(test)]
use clearance::{Vec3, vec3};

/// A linear congruential generator, begun at a seed.
pub(crate) struct Random(pub u64);

impl Random {
    /// A number from −1 to 1.
    pub fn signed(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 11) as f64) / (1u64 << 52) as f64 - 1.0
    }
    /// A number between two others.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (0.5 * self.signed() + 0.5)
    }
    /// A point of the cube from −1 to 1.
    #[cfg(test)]
    pub fn point(&mut self) -> Vec3<f64> {
        vec3(self.signed(), self.signed(), self.signed())
    }
}

#[cfg(test)]
impl Random {
    /// A chain of links with random axes, some of them slides, some that follow the first joint.
    pub fn robot(&mut self, count: usize) -> Robot {
        let cuboid = |size: [f64; 3]| Element { origin: Origin::default(), shape: Shape::Cuboid { size } };
        let mut links = vec![Link { name: "l0".into(), elements: vec![cuboid([0.3, 0.2, 0.1])] }];
        let mut joints = Vec::new();
        for i in 0..count {
            links.push(Link { name: format!("l{}", i + 1), elements: vec![cuboid([0.2, 0.3, 0.1])] });
            let kind = if self.signed() < -0.5 { JointKind::Prismatic } else { JointKind::Revolute };
            let follows = i > 0 && self.signed() < -0.4;
            let mimic = follows.then(|| Mimic { joint: Some(0), multiplier: self.signed(), offset: self.signed() });
            let (place, axis) = (self.point(), self.point());
            let [x, y, z] = (place * 0.4).into();
            // Some axes are parallel.
            let axis = if self.signed() < -0.5 { [0.0, 0.0, 1.0] } else { axis.into() };
            let rotation = Rotation::Rpy(self.point().into());
            // The root is in the middle of the chain, so that both ways have joints.
            let [parent, child] = if i < count / 2 { [i + 1, i] } else { [i, i + 1] };
            let limits = Some([-3.0, 3.0]);
            let origin = Origin { xyz: [x, y, z + 0.25], rotation };
            joints.push(Joint { name: format!("j{i}"), kind, parent, child, origin, axis, limits, mimic });
        }
        Robot::new(&Description { name: String::new(), links, joints }).unwrap()
    }

    /// Of every three samples one is at an end of the range.
    pub fn corner_or_inside(&mut self, sample: usize, low: f64, high: f64) -> f64 {
        match sample % 3 {
            0 if self.signed() < 0.0 => low,
            0 => high,
            _ => self.between(low, high),
        }
    }
}
