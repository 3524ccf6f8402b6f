//! Where the mesh of a URI may be. All paths are strings: the caller asks the disk.
//!
//! The order: folders that the user named; those of ROS; each folder above the robot's file, itself or a child called
//! like the package; for paths without a package, the folder of the robot's file.

use crate::fault::Fault;

/// What is known about the folders of packages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Names of packages and their folders, as the user gave them.
    pub packages: Vec<(String, String)>,
    /// `ROS_PACKAGE_PATH`: folders of packages, or folders that hold them.
    pub ros_package_path: Vec<String>,
    /// `AMENT_PREFIX_PATH`: packages are in `share` below each.
    pub ament_prefix_path: Vec<String>,
    /// The folder of the robot's file, such as `/home/me/arm/urdf`. The folders above it are looked into, too.
    pub folder: String,
}

/// A place where a mesh may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The path of the mesh.
    pub path: String,
    /// The folder of the package, for a message. It is empty for a path without a package.
    pub package: String,
    /// Whether the user named the folder. Others are better if they hold a `package.xml`.
    pub is_named: bool,
}

impl Candidate {
    /// The file that makes a folder a package.
    pub fn package_xml(&self) -> Option<String> {
        (!self.is_named && !self.package.is_empty()).then(|| join(&self.package, "package.xml"))
    }
}

/// Where a URI may lead, in order.
///
/// # Errors
///
/// For `http:` and other schemes that are no path.
pub fn candidates(uri: &str, places: &Places) -> Result<Vec<Candidate>, Fault> {
    let plain = |path: String| Candidate { path, package: String::new(), is_named: true };
    match uri.split_once(":/") {
        // A drive of Windows is no scheme.
        Some((scheme, rest)) if scheme.len() > 1 => match scheme {
            "package" | "model" => Ok(of_package(rest.trim_start_matches('/'), places)),
            "file" => Ok(of_file(rest).into_iter().map(plain).collect()),
            _ => Err(Fault::new(format!(
                "expected package://, file:// or a path, found {scheme}:/; download the file and name its path"
            ))),
        },
        _ => Ok(spellings(uri).into_iter().map(|path| plain(beside(&places.folder, &path))).collect()),
    }
}

/// What is said of a URI that led nowhere.
pub fn missing(uri: &str, candidates: &[Candidate]) -> String {
    let mut folders: Vec<&str> = Vec::new();
    for candidate in candidates {
        let place = if candidate.package.is_empty() { &candidate.path } else { &candidate.package };
        if !folders.contains(&place.as_str()) {
            folders.push(place);
        }
    }
    let more = if folders.len() > 6 { format!(" and {} more", folders.len() - 6) } else { String::new() };
    folders.truncate(6);
    let looked = folders.join(", ");
    let advice = match package(uri) {
        Some(package) => format!("; name its folder: --package {package}=DIR"),
        None => String::new(),
    };
    format!("mesh {uri}: no such file; looked in {looked}{more}{advice}")
}

/// The package that a URI names.
pub fn package(uri: &str) -> Option<&str> {
    let rest = uri.strip_prefix("package:/").or_else(|| uri.strip_prefix("model:/"))?.trim_start_matches('/');
    Some(rest.split('/').next().unwrap_or(rest))
}

/// The folders of a list such as `ROS_PACKAGE_PATH`.
pub fn folders(list: &str) -> Vec<String> {
    // On Windows a colon is part of a path.
    let separator = if list.contains(';') { ';' } else { ':' };
    list.split(separator).map(str::trim).filter(|folder| !folder.is_empty()).map(str::to_owned).collect()
}

fn of_package(rest: &str, places: &Places) -> Vec<Candidate> {
    let (name, inner) = rest.split_once('/').unwrap_or((rest, ""));
    let mut found = Vec::new();
    let mut add = |folder: String, is_named: bool| {
        for inner in spellings(inner) {
            let path = join(&folder, &inner);
            if found.iter().all(|other: &Candidate| other.path != path) {
                found.push(Candidate { path, package: folder.clone(), is_named });
            }
        }
    };
    for (package, folder) in &places.packages {
        if package == name {
            add(folder.clone(), true);
        }
    }
    for folder in &places.ros_package_path {
        if last(folder) == name {
            add(folder.clone(), false);
        }
        add(join(folder, name), false);
    }
    for folder in &places.ament_prefix_path {
        add(join(&join(folder, "share"), name), false);
    }
    for folder in above(&places.folder) {
        if last(folder) == name {
            add(folder.to_owned(), false);
        }
        add(join(folder, name), false);
    }
    found
}

/// The paths of what follows `file:/`: with the host left out, and with any number of slashes.
fn of_file(rest: &str) -> Vec<String> {
    let path = rest.trim_start_matches('/');
    let path = path.strip_prefix("localhost/").unwrap_or(path);
    let is_drive = path.as_bytes().get(1) == Some(&b':');
    let absolute = |path: String| if is_drive { path } else { format!("/{path}") };
    spellings(path).into_iter().map(absolute).collect()
}

/// A path as it is written, and with `%20` and the like as characters.
fn spellings(path: &str) -> Vec<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, others @ ..] = rest {
        let digits = others.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &others[2..];
            }
            None => {
                bytes.push(*first);
                rest = others;
            }
        }
    }
    match String::from_utf8(bytes) {
        Ok(decoded) if decoded != path => vec![path.to_owned(), decoded],
        _ => vec![path.to_owned()],
    }
}

/// A folder and the folders above it, the nearest first.
fn above(folder: &str) -> impl Iterator<Item = &str> {
    fn up<'a>(folder: &&'a str) -> Option<&'a str> {
        let trimmed = folder.trim_end_matches(['/', '\\']);
        let end = trimmed.rfind(['/', '\\'])?;
        // The root of the disk is `/`.
        let parent = if end == 0 { &trimmed[..1] } else { &trimmed[..end] };
        (parent != *folder).then_some(parent)
    }
    std::iter::successors(Some(folder).filter(|folder| !folder.is_empty()), up)
}

/// The last name of a path.
fn last(folder: &str) -> &str {
    let trimmed = folder.trim_end_matches(['/', '\\']);
    trimmed.rsplit(['/', '\\']).next().unwrap_or(trimmed)
}

fn join(folder: &str, inner: &str) -> String {
    let folder = folder.trim_end_matches('/');
    if inner.is_empty() { folder.to_owned() } else { format!("{folder}/{inner}") }
}

/// A path that is absolute, or below a folder.
fn beside(folder: &str, path: &str) -> String {
    let is_absolute = path.starts_with(['/', '\\']) || path.as_bytes().get(1) == Some(&b':');
    if is_absolute || folder.is_empty() { path.to_owned() } else { join(folder, path) }
}
