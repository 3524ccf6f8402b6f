//! `clearance robot`: how near the links of a robot come to each other, and what is proven about its joint ranges.
//!
//! The robot is read once (`clearance_robot::files`), each task asks it, and all answers are rows (`rows`).

mod along;
mod at;
mod check;
mod conditional;
mod configurations;
pub mod door;
mod limits;
pub mod proof;
mod prove;
mod report;
mod rows;
mod srdf;
mod verdict;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;
use clearance_robot::files::{self, Geometry, Limits, Loaded, MimicLimits, Missing, Source};
use clearance_robot::{Origin, Rotation};

use self::rows::{Format, Row, Told};
use crate::clashes::plain;
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::threads::in_pool;
use crate::unit::{Length, Unit};

/// How near the links of a robot come to each other, and which of them never meet: with proofs instead of samples.
///
/// The robot is a URDF or a MuJoCo model (MJCF). Meshes are found without ROS: by --package, by ROS_PACKAGE_PATH and
/// AMENT_PREFIX_PATH, and in the folders above the file. Lengths are metres; 10mm is allowed. Without --srdf, pairs of
/// links that follow each other do not count.
///
/// Exit codes: 0 all is well; 1 a limit or a claim is broken; 2 bad usage or input.
#[derive(clap::Args)]
pub struct Arguments {
    /// The robot: .urdf, or .xml of MuJoCo
    #[arg(value_name = "ROBOT")]
    robot: PathBuf,
    #[command(subcommand)]
    task: Task,
    /// Which pairs of links need not be looked at, and configurations with names: a .srdf file
    #[arg(long, global = true, value_name = "FILE")]
    srdf: Option<PathBuf>,
    /// The folder of a package that mesh paths name: NAME=DIR; may be repeated
    #[arg(long, global = true, value_name = "NAME=DIR", value_parser = package)]
    package: Vec<(String, PathBuf)>,
    /// Take the visual elements of links instead of the collision elements
    #[arg(long, global = true)]
    visual: bool,
    /// Go on without meshes that cannot be read. Nothing is claimed of their links
    #[arg(long, global = true)]
    allow_missing: bool,
    /// Take the limits of `safety_controller`, where there are some
    #[arg(long, global = true)]
    soft_limits: bool,
    /// Keep joints that follow others within their own limits, too: the joint that leads goes no farther
    #[arg(long, global = true)]
    mimic_limits: bool,
    /// What stands around the robot, in the frame of its root link: a mesh or an assembly; may be repeated
    #[arg(long, global = true, value_name = "FILE")]
    world: Vec<PathBuf>,
    /// A mesh that is fixed to a link: FILE@LINK, or FILE@LINK:x,y,z,roll,pitch,yaw; may be repeated
    #[arg(long, global = true, value_name = "FILE@LINK", allow_hyphen_values = true, value_parser = attachment)]
    attach: Vec<Attachment>,
    /// Links that what is attached may touch: LINK or LINK,LINK; may be repeated
    #[arg(long, global = true, value_name = "LINK", value_delimiter = ',', requires = "attach")]
    touch: Vec<String>,
    /// How the answers are written
    #[arg(long, global = true, value_enum, default_value = "table")]
    format: Format,
    /// Write to this file instead of standard output
    #[arg(short, long, global = true, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How many threads work [default: one a core]
    #[arg(long, global = true, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

#[derive(Subcommand)]
enum Task {
    Check(check::Arguments),
    At(at::Arguments),
    Along(along::Arguments),
    Prove(prove::Arguments),
    Srdf(srdf::Arguments),
    Limits(limits::Arguments),
}

/// What a task is given.
struct Asked<'a> {
    given: &'a Given,
    loaded: &'a Loaded,
    progress: &'a Progress,
}

/// What a task answers.
struct Answered {
    told: Told,
    rows: Vec<Row>,
}

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    in_pool(arguments.threads, || run_in_pool(arguments))
}

fn run_in_pool(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let read: Vec<PathBuf> = arguments.srdf.iter().chain([&arguments.robot]).cloned().collect();
    let places = [arguments.output.as_deref()].into_iter().chain(arguments.task.places());
    output::check_places(places, &read)?;
    let progress = Progress::of("reading");
    let given = Given::of(arguments);
    let loaded = given.load()?;
    progress.suspend(|| loaded.remarks.iter().for_each(|remark| eprintln!("clearance: {}", plain(remark))));
    let asked = Asked { given: &given, loaded: &loaded, progress: &progress };
    let answered = match &arguments.task {
        Task::Check(own) => check::answer(&asked, own)?,
        Task::At(own) => at::answer(&asked, own)?,
        Task::Along(own) => along::answer(&asked, own)?,
        Task::Limits(own) => limits::answer(&asked, own)?,
        Task::Prove(own) => prove::answer(&asked, own)?,
        Task::Srdf(own) => return srdf::write(&asked, own, arguments.output.as_deref()),
    };
    progress.finish();
    let text = rows::document(arguments.format, &answered.told, &answered.rows);
    output::write_whole(arguments.output.as_deref(), text.as_bytes())?;
    Ok(ExitCode::from(u8::from(answered.rows.iter().any(|row| row.failure.is_some()))))
}

/// What the robot is read from.
struct Given {
    source: Source,
    attach: Vec<Attachment>,
    touch: Vec<String>,
    world: Vec<PathBuf>,
}

impl Given {
    fn of(arguments: &Arguments) -> Self {
        let source = Source {
            robot: arguments.robot.clone(),
            srdf: arguments.srdf.clone(),
            packages: arguments.package.clone(),
            geometry: if arguments.visual { Geometry::Visual } else { Geometry::Collision },
            missing: if arguments.allow_missing { Missing::Allowed } else { Missing::Refused },
            limits: if arguments.soft_limits { Limits::Soft } else { Limits::Hard },
            mimic_limits: if arguments.mimic_limits { MimicLimits::Kept } else { MimicLimits::Told },
        };
        let Arguments { attach, touch, world, .. } = arguments;
        Self { source, attach: attach.clone(), touch: touch.clone(), world: world.clone() }
    }

    /// The robot with what is attached to it and what stands around it.
    fn load(&self) -> Result<Loaded, Failure> {
        let mut loaded = files::load(&self.source)?;
        for own in &self.attach {
            let name = free_name(&loaded, &own.file);
            let [x, y, z, roll, pitch, yaw] = own.place;
            let origin = Origin { xyz: [x, y, z], rotation: Rotation::Rpy([roll, pitch, yaw]) };
            let elements = Loaded::elements_of(&own.file)?;
            loaded = loaded.with(&name, &own.link, origin, elements, &self.touch)?;
        }
        for path in &self.world {
            let name = free_name(&loaded, path);
            loaded = loaded.with_world(path, &name)?;
        }
        Ok(loaded)
    }
}

impl Task {
    /// The files that a task writes beside its output.
    fn places(&self) -> Vec<Option<&Path>> {
        match self {
            Self::Check(own) => own.places(),
            Self::Along(own) => vec![own.proof.as_deref()],
            Self::Prove(own) => vec![own.search.proof.as_deref()],
            Self::Srdf(own) => vec![own.search.proof.as_deref()],
            Self::At(_) | Self::Limits(_) => Vec::new(),
        }
    }
}

impl Asked<'_> {
    /// The name of a link.
    fn link(&self, link: usize) -> &str {
        self.loaded.robot.link_name(link)
    }

    /// The link of a name.
    fn find(&self, name: &str) -> Result<usize, Failure> {
        let unknown = || {
            let near: Vec<&str> =
                self.loaded.description.links.iter().map(|link| link.name.as_str()).take(40).collect();
            Failure::Input(format!("expected a link of the robot, found {name:?}; there are {}", near.join(", ")))
        };
        self.loaded.robot.link(name).ok_or_else(unknown)
    }

    /// The name of the robot: its own, or that of its file.
    fn name(&self) -> String {
        match self.loaded.model.name.as_str() {
            "" => file_stem(&self.given.source.robot),
            name => name.to_owned(),
        }
    }
}

fn file_stem(path: &Path) -> String {
    path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// What a body of a file is called: as the file, with a number if a link is called so.
fn free_name(loaded: &Loaded, path: &Path) -> String {
    let stem = file_stem(path);
    let numbered = (2..).map(|number| format!("{stem}_{number}"));
    let mut names = std::iter::once(stem.clone()).chain(numbered);
    names.find(|name| loaded.robot.link(name).is_none()).unwrap_or(stem)
}

/// A mesh that is fixed to a link.
#[derive(Clone, Debug)]
struct Attachment {
    file: PathBuf,
    link: String,
    /// Its place in the link's frame, and roll, pitch and yaw.
    place: [f64; 6],
}

fn attachment(text: &str) -> Result<Attachment, String> {
    let wrong = || format!("expected FILE@LINK or FILE@LINK:x,y,z,roll,pitch,yaw, found {text}");
    let (file, rest) = text.rsplit_once('@').ok_or_else(wrong)?;
    let (link, place) = match rest.split_once(':') {
        Some((link, numbers)) => {
            let numbers: Result<Vec<f64>, _> = numbers.split(',').map(|word| word.trim().parse::<f64>()).collect();
            let mut numbers = numbers.ok().filter(|list| list.iter().all(|x| x.is_finite())).ok_or_else(wrong)?;
            if numbers.len() == 3 {
                numbers.extend([0.0; 3]);
            }
            (link, numbers.try_into().map_err(|_| wrong())?)
        }
        None => (rest, [0.0; 6]),
    };
    if file.is_empty() || link.is_empty() {
        return Err(wrong());
    }
    Ok(Attachment { file: file.into(), link: link.to_owned(), place })
}

fn package(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((name, folder)) if !name.is_empty() && !folder.is_empty() => Ok((name.to_owned(), folder.into())),
        _ => Err(format!("expected NAME=DIR, such as arm_description=/home/me/arm_description, found {text}")),
    }
}

/// A length in metres, or with its unit: a finite number that is not negative.
fn length(text: &str) -> Result<f64, String> {
    Length::not_negative(text)?.in_unit(Some(Unit::M))
}
