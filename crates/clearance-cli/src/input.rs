//! Things from files, from standard input and from the command line itself.

use std::fs;
use std::io::{self, Read};
use std::path::{Component, Path};

use clearance_files::document::PoseDocument;
use clearance_files::fault::Fault;
use clearance_files::readers::{self, Reading};
use clearance_files::thing::{self, Thing};

use crate::failure::Failure;
use crate::unit::Known;

/// A shape and where it came from.
pub struct Input {
    /// The name of the file, or a name in its place.
    pub name: String,
    /// What the input means.
    pub reading: Reading,
}

/// A thing as it is, and where it came from.
pub struct Given {
    /// The name of the file, or a name in its place.
    pub name: String,
    /// A shape, a surface or a region.
    pub thing: Thing,
    /// Where it is placed, one move after the other.
    pub moves: Vec<PoseDocument>,
    /// What is known of its unit.
    pub known: Known,
}

/// The most files that name each other in a row. A file that names itself ends here.
const MOST_FILES: usize = 8;

/// Reads the convex shape that an argument means: the hull of what is not convex. The argument is one of these: a file,
/// read by its extension; `-` for JSON on standard input; or JSON, WKT or SVG path data itself. In the last case the
/// shape is called `stand_in`.
pub fn load(argument: &str, stand_in: &str) -> Result<Input, Failure> {
    let source = Source::of(argument, stand_in)?;
    let reading = match &source.content {
        Content::Json(bytes) => readers::read_json(bytes),
        Content::Literal => readers::read_literal(argument).expect("it was seen to be a shape"),
        Content::File(bytes) => readers::read_file(&source.name, bytes),
    };
    Ok(Input { reading: reading.map_err(|fault| source.failure(argument, &fault))?, name: source.name })
}

/// Reads the thing that an argument means, as it is. Arguments are those of [`load`].
pub fn load_thing(argument: &str, stand_in: &str) -> Result<Given, Failure> {
    let source = Source::of(argument, stand_in)?;
    let folder = Path::new(argument).parent().unwrap_or(Path::new(""));
    let (thing, known, folder) = match &source.content {
        Content::Json(bytes) => (thing::read_json(bytes), Known::Literal, Path::new("")),
        Content::Literal => {
            let thing = thing::read_literal(argument).expect("it was seen to be a shape");
            (thing, Known::Literal, Path::new(""))
        }
        Content::File(bytes) => (read_thing(Path::new(argument), bytes), Known::Nothing, folder),
    };
    let mut given = Given {
        thing: thing.map_err(|fault| source.failure(argument, &fault))?,
        name: source.name,
        moves: Vec::new(),
        known,
    };
    given.follow(folder).map_err(|fault| Failure::Input(format!("{}: {fault}", given.name)))?;
    Ok(given)
}

/// Reads the thing that an argument means, of which only the convex hull is asked for. It is the hull itself where a
/// reader says how the thing differs from it; what may say its unit is as it is, since its hull has none.
pub fn load_hull(argument: &str, stand_in: &str) -> Result<Given, Failure> {
    let is_scene =
        |name: &str| [".glb", ".gltf", ".3mf", ".dae", ".svg", ".json"].iter().any(|end| name.ends_with(end));
    if argument == "-" || argument.trim_start().starts_with('{') || is_scene(&argument.to_ascii_lowercase()) {
        let given = load_thing(argument, stand_in)?;
        return Ok(given);
    }
    let Input { name, reading } = load(argument, stand_in)?;
    let known = if Path::new(argument).exists() { Known::Nothing } else { Known::Literal };
    Ok(Given { name, thing: Thing::Shape(reading), moves: Vec::new(), known })
}

/// Reads the file at `path`, and the files that it names.
pub fn read_path(path: &Path) -> Result<Given, Fault> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let bytes = fs::read(path).map_err(Fault::new)?;
    let thing = read_thing(path, &bytes)?;
    let mut given = Given { name, thing, moves: Vec::new(), known: Known::Nothing };
    given.follow(path.parent().unwrap_or(Path::new("")))?;
    Ok(given)
}

impl Given {
    /// The thing that a document means. The files that it names are in `folder`.
    pub fn of_thing(thing: Thing, folder: &Path) -> Result<Self, Fault> {
        let mut given = Self { name: String::new(), thing, moves: Vec::new(), known: Known::Literal };
        given.follow(folder)?;
        Ok(given)
    }

    /// The vertices of the thing instead of the thing, each point by itself.
    pub fn take_points(&mut self) -> Result<(), Failure> {
        let thing = std::mem::replace(&mut self.thing, Thing::Surface(thing::Surface::default()));
        let fault = |fault: Fault| Failure::Input(format!("{}: {fault}", self.name));
        match thing.into_points().map_err(fault)? {
            Thing::Placed(inner, pose) => {
                self.moves.insert(0, pose);
                self.thing = *inner;
            }
            thing => self.thing = thing,
        }
        Ok(())
    }

    /// Reads the files that a document names, until there is a thing. Its placements are those of the documents, the
    /// innermost first.
    fn follow(&mut self, folder: &Path) -> Result<(), Fault> {
        let mut folder = folder.to_owned();
        for _ in 0..=MOST_FILES {
            match std::mem::replace(&mut self.thing, Thing::Surface(thing::Surface::default())) {
                Thing::Placed(inner, pose) => {
                    self.moves.insert(0, pose);
                    self.thing = *inner;
                }
                Thing::File(path, pose) => {
                    pose.into_iter().for_each(|pose| self.moves.insert(0, pose));
                    let path = folder.join(path);
                    let place = |fault: Fault| fault.under(&path.display().to_string());
                    let bytes = fs::read(&path).map_err(|error| place(Fault::new(error)))?;
                    self.thing = read_thing(&path, &bytes).map_err(place)?;
                    self.known = Known::Nothing;
                    folder = path.parent().unwrap_or(Path::new("")).to_owned();
                }
                thing => {
                    self.known = thing.metres_per_unit().map_or(self.known, Known::Metres);
                    self.thing = thing;
                    return Ok(());
                }
            }
        }
        Err(Fault::new(format!("expected at most {MOST_FILES} files that name each other, found more")))
    }
}

/// Reads the bytes of the file at `path`. Files that it names must be in its folder.
fn read_thing(path: &Path, bytes: &[u8]) -> Result<Thing, Fault> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = path.parent().unwrap_or(Path::new(""));
    thing::read_file(&name, bytes, |file| read_beside(folder, file))
}

/// Reads a file that another one names. It must be a file in the folder of that one or below, wherever links lead.
pub fn read_beside(folder: &Path, name: &str) -> io::Result<Vec<u8>> {
    let refused = |message| Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
    if !Path::new(name).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return refused("expected a file in the folder of the file itself");
    }
    let folder = fs::canonicalize(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })?;
    let path = fs::canonicalize(folder.join(name))?;
    if !path.starts_with(&folder) {
        return refused("expected a file in the folder of the file itself, found a link that leads out of it");
    }
    if !fs::metadata(&path)?.is_file() {
        return refused("expected a file, found something else");
    }
    fs::read(path)
}

/// The bytes that an argument stands for.
struct Source {
    name: String,
    content: Content,
    is_file: bool,
}

enum Content {
    /// JSON from standard input.
    Json(Vec<u8>),
    /// The argument itself.
    Literal,
    /// A file.
    File(Vec<u8>),
}

impl Source {
    fn of(argument: &str, stand_in: &str) -> Result<Self, Failure> {
        let path = Path::new(argument);
        let is_file = path.exists();
        if argument == "-" {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes).map_err(|error| Failure::io("standard input", &error))?;
            Ok(Self { name: "standard input".to_owned(), content: Content::Json(bytes), is_file })
        } else if !is_file && readers::is_literal(argument) {
            Ok(Self { name: stand_in.to_owned(), content: Content::Literal, is_file })
        } else {
            let bytes = fs::read(path).map_err(|error| Failure::io(path.display(), &error))?;
            let name = path.file_name().map_or_else(|| argument.to_owned(), |name| name.to_string_lossy().into_owned());
            Ok(Self { name, content: Content::File(bytes), is_file })
        }
    }

    fn failure(&self, argument: &str, fault: &Fault) -> Failure {
        Failure::Input(format!("{}: {fault}", if self.is_file { argument } else { &self.name }))
    }
}
