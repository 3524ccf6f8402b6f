//! The lines about the robot, its shapes and its path.

use crate::number::{Interval, Number};
use crate::robot::body::{Leaf, Solid, corner};
use crate::robot::chain::{Joint, Kind};
use crate::robot::frame::{Frame, Vector, unit, vector};
use crate::robot::inside::Shell;
use crate::robot::{Body, Checker, Link, Path, Robot, Side};
use crate::words::{Words, parsed};

/// Parts of a word between colons.
pub(crate) fn split<const N: usize>(word: &str) -> Result<[&str; N], String> {
    let parts: Vec<&str> = word.split(':').collect();
    parts.try_into().map_err(|_| format!("{word}: expected {N} numbers with colons between"))
}

pub(crate) fn index(word: &str) -> Result<usize, String> {
    parsed(word)
}

/// An integer that a float holds exactly.
pub(crate) fn integer(word: &str) -> Result<f64, String> {
    let number: i64 = parsed(word)?;
    let exact = number.unsigned_abs() <= 1 << 53;
    exact.then_some(number as f64).ok_or(format!("{word}: expected at most 2^53"))
}

pub(crate) fn float(word: &str) -> Result<f64, String> {
    let number: f64 = parsed(word)?;
    number.is_finite().then_some(number).ok_or(format!("{word}: expected a finite number"))
}

impl Kind {
    /// Whether one number places the child.
    pub fn is_one(self) -> bool {
        matches!(self, Self::Revolute | Self::Continuous | Self::Prismatic)
    }
}

impl Robot {
    /// The joints with one number that follow no other one, in their order: the columns of a path.
    pub fn drivers(&self) -> Vec<usize> {
        let is_driver = |joint: &usize| self.joints[*joint].follows.is_none() && self.joints[*joint].kind.is_one();
        (0..self.joints.len()).filter(is_driver).collect()
    }
}

impl Checker<'_> {
    pub(super) fn read(&mut self, kind: &str, words: &mut Words) -> Result<(), String> {
        if kind == "steps" {
            let Self { claim, robot, .. } = self;
            return claim.as_mut().ok_or("expected a claim above")?.read(robot, &mut words.0);
        }
        self.finish_claim()?;
        match kind {
            // What it was read from: the command reads it again.
            "read" => {
                words.0.by_ref().for_each(drop);
                Ok(())
            }
            "surface" => self.surface(words),
            "link" => {
                let link = Link { name: words.word()?.to_owned(), joint: None, body: Body::default() };
                self.robot.links.push(link);
                Ok(())
            }
            "joint" => self.joint(words),
            "element" => self.element(words),
            "order" => self.order(words),
            "path" => self.path(words),
            "row" => self.row(words),
            "never" => self.never(words, Side::Outside),
            "inside" => self.never(words, Side::Inside),
            "clear" => self.clear(words),
            "meets" => self.meets(words),
            other => Err(format!("expected a kind of line, found {other:?}")),
        }
    }

    pub(super) fn two_links(&self, words: &mut Words) -> Result<[usize; 2], String> {
        let links: [usize; 2] = [words.number()?, words.number()?];
        let exist = links.iter().all(|link| *link < self.robot.links.len()) && links[0] != links[1];
        exist.then_some(links).ok_or("expected the numbers of two links above".to_owned())
    }

    /// `surface NAME CHECKSUM`: the next one that is given.
    fn surface(&mut self, words: &mut Words) -> Result<(), String> {
        let (name, checksum) = (words.word()?, words.word()?);
        let surface = self.surfaces.get(self.named).ok_or(format!("{name}: this surface is not given"))?;
        let is_same = surface.is_sound() && format!("{:016x}", surface.checksum()) == checksum;
        self.named += 1;
        is_same
            .then_some(())
            .ok_or(format!("{name} is not the surface of the proof: its coordinates or indices differ"))
    }

    /// `joint NAME KIND PARENT CHILD ORIGIN AXIS LIMITS MIMIC`
    fn joint(&mut self, words: &mut Words) -> Result<(), String> {
        let name = words.word()?.to_owned();
        let kind = match words.word()? {
            "fixed" => Kind::Fixed,
            "revolute" => Kind::Revolute,
            "continuous" => Kind::Continuous,
            "prismatic" => Kind::Prismatic,
            "planar" | "floating" | "untied" => Kind::Other,
            other => return Err(format!("expected a kind of joint, found {other:?}")),
        };
        let [parent, child]: [usize; 2] = [words.number()?, words.number()?];
        let origin = origin(words)?;
        let axis = [float(words.word()?)?, float(words.word()?)?, float(words.word()?)?];
        let axis = if kind.is_one() { unit(axis).ok_or("expected an axis")? } else { vector(axis) };
        let limits = match words.word()? {
            "free" => None,
            word => {
                let [low, high] = split(word)?;
                Some([float(low)?, float(high)?])
            }
        };
        let follows = match words.0.next() {
            None => None,
            Some(word) => {
                let [joint, factor, offset] = split(word)?;
                Some((index(joint)?, float(factor)?, float(offset)?))
            }
        };
        // A joint may follow one of a later line; `followed` counts its steps.
        let number = self.robot.joints.len();
        if parent >= self.robot.links.len() {
            return Err("expected a parent above".to_owned());
        }
        let link = self.robot.links.get_mut(child).ok_or("expected a child above")?;
        if link.joint.replace(number).is_some() {
            return Err(format!("link {} is the child of two joints", link.name));
        }
        self.robot.joints.push(Joint { name, kind, parent, origin, axis, limits, follows });
        Ok(())
    }

    /// `element LINK SHAPE SIZES ORIGIN`
    fn element(&mut self, words: &mut Words) -> Result<(), String> {
        let link: usize = words.number()?;
        let shape = words.word()?;
        let mesh = if shape == "mesh" { Some(words.number::<usize>()?) } else { None };
        let count = match shape {
            "mesh" | "box" => 3,
            "sphere" => 1,
            "cylinder" | "capsule" => 2,
            other => return Err(format!("expected a shape, found {other:?}")),
        };
        let sizes = (0..count).map(|_| float(words.word()?)).collect::<Result<Vec<f64>, String>>()?;
        let frame = origin(words)?;
        if mesh.is_none() && sizes.iter().any(|size| !(*size >= 0.0)) {
            return Err("expected sizes that are not negative".to_owned());
        }
        let body = &mut self.robot.links.get_mut(link).ok_or("expected a link above")?.body;
        let at = |x: f64, y: f64, z: f64| frame.apply(&vector([x, y, z]));
        let half = |at: usize| 0.5 * sizes[at];
        let hull = |points: Vec<Vector>, radius: f64| Leaf::Hull { points, radius };
        match shape {
            "mesh" => {
                let number = mesh.filter(|number| *number < self.named).ok_or("expected a surface above")?;
                let surface = &self.surfaces[number];
                let image = |p: &[f64; 3]| {
                    let scaled = [0, 1, 2].map(|k| Interval::of(p[k]).times(&Interval::of(sizes[k])));
                    frame.apply(&scaled)
                };
                let vertices: Vec<Vector> = surface.vertices.iter().map(image).collect();
                body.shells.push(Shell::new(number, body.leaves.len()));
                for corners in surface.leaves {
                    body.leaves.push(hull(corners.iter().map(|corner| vertices[*corner as usize]).collect(), 0.0));
                    body.solids.push(Solid::Triangle);
                }
            }
            "box" => {
                let half = [half(0), half(1), half(2)];
                body.leaves.push(hull((0..8).map(|i| frame.apply(&corner(half, i))).collect(), 0.0));
                body.solids.push(Solid::Cuboid(frame, half));
            }
            "sphere" => {
                body.leaves.push(hull(vec![frame.place], sizes[0]));
                body.solids.push(Solid::Capsule(frame, sizes[0], 0.0));
            }
            "capsule" => {
                body.leaves.push(hull(vec![at(0.0, 0.0, -half(1)), at(0.0, 0.0, half(1))], sizes[0]));
                body.solids.push(Solid::Capsule(frame, sizes[0], half(1)));
            }
            _ => {
                body.leaves.push(Leaf::Cylinder { frame, radius: sizes[0], half: half(1) });
                body.solids.push(Solid::Cylinder(frame, sizes[0], half(1)));
            }
        }
        body.order = (0..body.leaves.len() as u32).collect();
        Ok(())
    }

    /// `order LINK RUN...`: all leaves of a link, once each, before the claims about it.
    fn order(&mut self, words: &mut Words) -> Result<(), String> {
        let body = &mut self.robot.links.get_mut(words.number::<usize>()?).ok_or("expected a link above")?.body;
        let mut is_seen = vec![false; body.leaves.len()];
        let mut order = Vec::with_capacity(is_seen.len());
        while let Some([from, to]) = words.run()? {
            for leaf in from..=to {
                let seen = is_seen.get_mut(leaf as usize).ok_or(format!("there is no leaf {leaf}"))?;
                if std::mem::replace(seen, true) {
                    return Err(format!("leaf {leaf} is named twice"));
                }
                order.push(leaf);
            }
        }
        if order.len() != is_seen.len() {
            return Err(format!("{} leaves are missing", is_seen.len() - order.len()));
        }
        body.reorder(order);
        Ok(())
    }

    /// `path linear|cubic TUBE`
    fn path(&mut self, words: &mut Words) -> Result<(), String> {
        let is_cubic = match words.word()? {
            "linear" => false,
            "cubic" => true,
            other => return Err(format!("expected linear or cubic, found {other:?}")),
        };
        self.path = Some(Path { is_cubic, tube: words.bound()?, ..Path::default() });
        Ok(())
    }

    /// `row TIME NUMBER...`, for a cubic path with the velocities behind the values.
    fn row(&mut self, words: &mut Words) -> Result<(), String> {
        let count = self.robot.drivers().len();
        let path = self.path.as_mut().ok_or("expected a path above")?;
        let numbers = words.floats()?;
        let expected = 1 + if path.is_cubic { 2 * count } else { count };
        if numbers.len() != expected || path.times.last().is_some_and(|last| !(*last < numbers[0])) {
            return Err(format!("expected a later time, and {expected} numbers in all"));
        }
        path.times.push(numbers[0]);
        let (values, rates) = numbers[1..].split_at(count);
        path.rows.push([values.to_vec(), rates.to_vec()]);
        Ok(())
    }
}

/// `X Y Z`, and `-`, `rpy:R:P:Y` or `quat:X:Y:Z:W`.
fn origin(words: &mut Words) -> Result<Frame, String> {
    let place = vector([float(words.word()?)?, float(words.word()?)?, float(words.word()?)?]);
    let word = words.word()?;
    let turned = if word == "-" {
        Frame::shift(vector([0.0; 3]))
    } else if let Some(angles) = word.strip_prefix("rpy:") {
        let angles: [&str; 3] = split(angles)?;
        Frame::of_angles([float(angles[0])?, float(angles[1])?, float(angles[2])?])
    } else {
        let numbers: [&str; 4] = split(word.strip_prefix("quat:").ok_or("expected rpy or quat")?)?;
        let numbers = [float(numbers[0])?, float(numbers[1])?, float(numbers[2])?, float(numbers[3])?];
        Frame::of_quaternion(numbers).ok_or("expected a quaternion that is not zero")?
    };
    Ok(Frame { place, ..turned })
}
