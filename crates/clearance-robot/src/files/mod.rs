//! Robots from files: URDF or MJCF, an SRDF beside it, and the meshes that they name.
//!
//! Everything that a person should know of the reading is a remark, and nothing is left out in silence.

mod extra;
mod meshes;
mod mimics;
mod named;
mod told;

use std::fs;
use std::path::{Path, PathBuf};

use clearance_files::robot::resolve::{Places, folders};
use clearance_files::robot::srdf::{self, Srdf};
use clearance_files::robot::{mjcf, model, urdf};

use crate::description::{Description, Element, Joint, JointKind, Link, Mimic, Origin, Rotation};
use crate::pairs::PairRules;
use crate::tree::Robot;
use meshes::Meshes;

/// What is read, and how.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The URDF or MJCF file.
    pub robot: PathBuf,
    /// The SRDF file.
    pub srdf: Option<PathBuf>,
    /// Folders of packages by their names.
    pub packages: Vec<(String, PathBuf)>,
    /// Which geometry counts.
    pub geometry: Geometry,
    /// What happens to meshes that cannot be read.
    pub missing: Missing,
    /// Which limits count.
    pub limits: Limits,
    /// What the limits of joints that follow others mean.
    pub mimic_limits: MimicLimits,
}

/// Which elements of a link are its body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Geometry {
    /// `collision`.
    #[default]
    Collision,
    /// `visual`.
    Visual,
}

/// What happens to meshes that cannot be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Missing {
    /// The robot is refused.
    #[default]
    Refused,
    /// Their links have no geometry, and nothing is claimed of them.
    Allowed,
}

/// Which limits of joints count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Limits {
    /// `limit`.
    #[default]
    Hard,
    /// Those of `safety_controller`, where there are some.
    Soft,
}

/// What the limits of joints that follow others mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MimicLimits {
    /// Nothing but a remark where what they follow takes them beyond.
    #[default]
    Told,
    /// The joint that leads stays where its followers are within their limits.
    Kept,
}

/// A robot that was read.
#[derive(Debug)]
pub struct Loaded {
    /// The robot as the file says it.
    pub model: model::Robot,
    /// What the SRDF says, or what MuJoCo leaves out.
    pub srdf: Option<Srdf>,
    /// The robot with its meshes.
    pub description: Description,
    /// The robot that answers.
    pub robot: Robot,
    /// What a person should know of the reading, a sentence each.
    pub remarks: Vec<String>,
    /// Links whose geometry is shown only, so that they have none here.
    pub only_shown: Vec<String>,
    /// Links whose meshes cannot be read.
    pub missing: Vec<String>,
    /// Links that were added to those of the file.
    pub added: Vec<usize>,
    /// Pairs of an added link and one that it may touch.
    pub touching: Vec<[usize; 2]>,
}

/// Reads a robot.
///
/// # Errors
/// A sentence with the file, the line, the element and what to do.
pub fn load(source: &Source) -> Result<Loaded, String> {
    let bytes = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let robot = bytes(&source.robot)?;
    let srdf = source.srdf.as_deref().map(bytes).transpose()?;
    read(source, &robot, srdf.as_deref())
}

/// The same from bytes that are there already. The paths of the source name them in messages, and say where meshes are
/// looked for.
///
/// # Errors
/// As [`load`].
pub fn read(source: &Source, bytes: &[u8], srdf: Option<&[u8]>) -> Result<Loaded, String> {
    let path = &source.robot;
    let (model, own) = read_model(path, bytes)?;
    let mut remarks: Vec<String> = model.remarks.iter().map(|remark| told::remark(path, remark)).collect();
    let srdf = match srdf {
        Some(bytes) => Some(read_srdf(source.srdf.as_deref().unwrap_or(path), bytes, &model, &mut remarks)?),
        None => own,
    };
    let mut meshes = Meshes::new(places(source), source.missing);
    let description = description(&model, source, &mut meshes, &mut remarks)?;
    remarks.append(&mut meshes.remarks);
    let only_shown = told::only_shown(&model, source.geometry);
    remarks.extend(told::summary(&model, &only_shown, &meshes.missing));
    let robot = Robot::new(&description).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Loaded {
        model,
        srdf,
        description,
        robot,
        remarks,
        only_shown,
        missing: meshes.missing,
        added: Vec::new(),
        touching: Vec::new(),
    })
}

/// The robot of a file, and for MJCF what an SRDF would say.
fn read_model(path: &Path, bytes: &[u8]) -> Result<(model::Robot, Option<Srdf>), String> {
    let name = file_name(path);
    let text = String::from_utf8_lossy(bytes);
    let at = |word: &str| text.find(word).unwrap_or(usize::MAX);
    let read = if at("<mujoco") < at("<robot") {
        let folder = path.parent().unwrap_or(Path::new(""));
        mjcf::read(bytes, |file| meshes::read_beside(folder, file)).map(|model| (model.robot, Some(model.srdf)))
    } else {
        urdf::read(&name, bytes).map(|robot| (robot, None))
    };
    read.map_err(|fault| format!("{}: {fault}", path.display()))
}

fn read_srdf(path: &Path, bytes: &[u8], model: &model::Robot, remarks: &mut Vec<String>) -> Result<Srdf, String> {
    let srdf = srdf::read(&file_name(path), bytes).map_err(|fault| format!("{}: {fault}", path.display()))?;
    let told = srdf.remarks.iter().cloned().chain(srdf.unknown_names(model));
    remarks.extend(told.map(|remark| told::remark(path, &remark)));
    Ok(srdf)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Where meshes are looked for.
fn places(source: &Source) -> Places {
    let list = |name: &str| std::env::var(name).map(|list| folders(&list)).unwrap_or_default();
    let folder = source.robot.parent().unwrap_or(Path::new(""));
    // The folders above are looked into, too, so the path must be whole.
    let folder = fs::canonicalize(if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    let text = |path: &Path| path.to_string_lossy().into_owned();
    Places {
        packages: source.packages.iter().map(|(name, folder)| (name.clone(), text(folder))).collect(),
        ros_package_path: list("ROS_PACKAGE_PATH"),
        ament_prefix_path: list("AMENT_PREFIX_PATH"),
        folder: folder.map(|folder| text(&folder)).unwrap_or_default(),
    }
}

/// The robot with its meshes.
fn description(
    model: &model::Robot,
    source: &Source,
    meshes: &mut Meshes,
    remarks: &mut Vec<String>,
) -> Result<Description, String> {
    let at = |line: usize, sentence: String| format!("{}: line {line}: {sentence}", source.robot.display());
    let mut links = Vec::new();
    for own in &model.links {
        let given = match source.geometry {
            Geometry::Collision => &own.collisions,
            Geometry::Visual => &own.visuals,
        };
        let mut elements = Vec::new();
        for element in given {
            let shape = meshes.shape(&own.name, &element.shape);
            let shape = shape.map_err(|why| at(element.line, format!("link {}: {why}", own.name)))?;
            elements.extend(shape.map(|shape| Element { origin: origin(&element.origin), shape }));
        }
        if meshes.missing.last() == Some(&own.name) {
            elements.clear();
        }
        links.push(Link { name: own.name.clone(), elements });
    }
    let mut joints: Vec<Joint> = model.joints.iter().map(|own| joint(own, source.limits)).collect();
    remarks.extend(told::odd_joints(model, &joints, source));
    if source.mimic_limits == MimicLimits::Kept {
        mimics::cut(&mut joints).map_err(|why| format!("{}: {why}", source.robot.display()))?;
    }
    Ok(Description { name: model.name.clone(), links, joints })
}

fn joint(own: &model::Joint, limits: Limits) -> Joint {
    let kind = match own.kind {
        model::JointKind::Fixed => JointKind::Fixed,
        model::JointKind::Revolute => JointKind::Revolute,
        model::JointKind::Continuous => JointKind::Continuous,
        model::JointKind::Prismatic => JointKind::Prismatic,
        model::JointKind::Planar => JointKind::Planar,
        model::JointKind::Floating | model::JointKind::Ball => JointKind::Floating,
    };
    let soft = own.soft_limits.filter(|[lower, upper]| limits == Limits::Soft && lower <= upper);
    Joint {
        name: own.name.clone(),
        kind,
        parent: own.parent,
        child: own.child,
        origin: origin(&own.origin),
        axis: own.axis,
        limits: soft.filter(|_| own.limits.is_some()).or(own.limits),
        mimic: own.mimic.as_ref().map(|mimic| Mimic {
            joint: mimic.joint,
            multiplier: mimic.multiplier,
            offset: mimic.offset,
        }),
    }
}

fn origin(own: &model::Origin) -> Origin {
    let rotation = match own.rotation {
        model::Rotation::Rpy(angles) => Rotation::Rpy(angles),
        model::Rotation::Quaternion(numbers) => Rotation::Quaternion(numbers),
    };
    Origin { xyz: own.xyz, rotation }
}

impl Loaded {
    /// The rules of the SRDF. Without one, all pairs count but those of links that follow each other. Links that were
    /// added count with all others, but for those that they may touch.
    pub fn rules(&self) -> PairRules {
        let mut rules = PairRules::default();
        match &self.srdf {
            Some(srdf) => self.disable(srdf, &mut rules),
            None => {
                let is_own = |pair: &&[usize; 2]| pair.iter().all(|link| !self.added.contains(link));
                let all = self.robot.pairs(&PairRules::default());
                for &pair in all.iter().filter(is_own).filter(|pair| self.robot.are_adjacent(**pair)) {
                    rules.disable(pair);
                }
            }
        }
        for &pair in &self.touching {
            rules.disable(pair);
        }
        rules
    }

    fn disable(&self, srdf: &Srdf, rules: &mut PairRules) {
        let names = named::numbers(self.description.links.iter().map(|link| link.name.as_str()));
        let find = |name: &String| names.get(name.as_str()).copied();
        for own in srdf.disabled_by_default.iter().filter_map(find) {
            for other in 0..self.model.links.len() {
                rules.disable([own, other]);
            }
        }
        let pair = |pair: &srdf::Pair| Some([find(&pair.links[0])?, find(&pair.links[1])?]);
        for pair in srdf.disabled.iter().filter_map(pair) {
            rules.disable(pair);
        }
        for pair in srdf.enabled.iter().filter_map(pair) {
            rules.enable(pair);
        }
    }

    /// The rules for an audit of the limits: claims of the SRDF that links never meet are not believed.
    pub fn audit_rules(&self) -> PairRules {
        let Some(_) = self.srdf else { return self.rules() };
        let mut rules = PairRules::default();
        for (pair, _) in self.claims().iter().filter(|(_, reason)| !reason.eq_ignore_ascii_case("Never")) {
            rules.disable(*pair);
        }
        for &pair in &self.touching {
            rules.disable(pair);
        }
        rules
    }

    /// The pairs that count.
    pub fn pairs(&self) -> Vec<[usize; 2]> {
        self.robot.pairs(&self.rules())
    }

    /// All pairs of links with geometry that move against each other, adjacent ones included.
    pub fn all_pairs(&self) -> Vec<[usize; 2]> {
        self.robot.pairs(&PairRules::default())
    }

    /// The pairs that the SRDF disables, with the reason, in its order: those of links with geometry that move against
    /// each other.
    pub fn claims(&self) -> Vec<([usize; 2], String)> {
        let names = named::numbers(self.description.links.iter().map(|link| link.name.as_str()));
        let mut seen = std::collections::HashSet::new();
        let mut claims = Vec::new();
        for own in self.srdf.iter().flat_map(|srdf| &srdf.disabled) {
            let [a, b] = [0, 1].map(|side: usize| names.get(own.links[side].as_str()).copied());
            let (Some(a), Some(b)) = (a, b) else { continue };
            let pair = [a.min(b), a.max(b)];
            let counts = a != b && pair.iter().all(|&link| self.robot.has_shape(link));
            if counts && !self.robot.are_fixed(pair) && seen.insert(pair) {
                claims.push((pair, own.reason.clone()));
            }
        }
        claims
    }
}

impl Source {
    /// A file with all else as usual.
    pub fn of(robot: impl Into<PathBuf>) -> Self {
        Self { robot: robot.into(), ..Self::default() }
    }
}
