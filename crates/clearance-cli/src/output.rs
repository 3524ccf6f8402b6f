//! The destination of results: standard output, or a file that appears whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// A destination of results. If it is dropped before [`Output::finish`], the file does not change.
pub enum Output {
    /// Standard output.
    Standard(BufWriter<io::Stdout>),
    /// A file beside its final place. At the end it is renamed.
    File(BufWriter<tempfile::NamedTempFile>, PathBuf),
    /// Something that cannot be replaced by renaming, such as a device or a named pipe.
    Device(BufWriter<File>, PathBuf),
}

impl Output {
    /// Opens the file at `path`. `None` and `-` mean standard output.
    pub fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
            return Ok(Self::Standard(BufWriter::new(io::stdout())));
        };
        let failed = |error| Failure::io(path.display(), &error);
        // A link is followed. So its target is replaced, and not the link.
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        match fs::metadata(&place) {
            Ok(existing) if existing.is_dir() => Err(Failure::file(path, "is a folder")),
            Ok(existing) if !existing.is_file() => {
                let device = File::options().write(true).open(&place).map_err(failed)?;
                Ok(Self::Device(BufWriter::new(device), place))
            }
            existing => {
                let file = temporary_beside(&place, existing.ok().map(|file| file.permissions())).map_err(failed)?;
                Ok(Self::File(BufWriter::new(file), place))
            }
        }
    }

    /// Writes what is buffered, and moves the file to its place.
    pub fn finish(self) -> Result<(), Failure> {
        match self {
            Self::Standard(mut out) => out.flush().map_err(|error| Failure::io("standard output", &error)),
            Self::Device(mut out, path) => out.flush().map_err(|error| Failure::io(path.display(), &error)),
            Self::File(out, path) => {
                let failed = |error: &io::Error| Failure::io(path.display(), error);
                let file = out.into_inner().map_err(|error| failed(error.error()))?;
                file.persist(&path).map_err(|error| failed(&error.error))?;
                Ok(())
            }
        }
    }
}

/// Writes `bytes` to the file at `path`, or to standard output, whole or not at all.
pub fn write_whole(path: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
    let mut output = Output::open(path)?;
    let name = path.unwrap_or(Path::new("standard output")).display();
    output.write_all(bytes).map_err(|error| Failure::io(name, &error))?;
    output.finish()
}

/// Refuses to write two results to one file, or a result to a file that is read. Devices and standard output may serve
/// several times.
pub fn check_places<'a>(written: impl IntoIterator<Item = Option<&'a Path>>, read: &[PathBuf]) -> Result<(), Failure> {
    let mut places: Vec<PathBuf> = read.iter().filter_map(|path| place_of(path)).collect();
    for path in written.into_iter().flatten().filter(|path| path.as_os_str() != "-") {
        let Some(place) = place_of(path) else { continue };
        if places.contains(&place) {
            return Err(Failure::file(
                path,
                "expected a file of its own for each result, found one that is used already",
            ));
        }
        places.push(place);
    }
    Ok(())
}

/// The absolute path of a file that is there or may be made. `None` for devices, and where no folder is.
fn place_of(path: &Path) -> Option<PathBuf> {
    if let Ok(place) = fs::canonicalize(path) {
        return place.is_file().then_some(place);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
}

/// A temporary file in the folder of `place`. It has the permissions that a new file there would have.
fn temporary_beside(place: &Path, permissions: Option<fs::Permissions>) -> io::Result<tempfile::NamedTempFile> {
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".clearance-");
    #[cfg(unix)]
    let fresh: fs::Permissions = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    #[cfg(unix)]
    builder.permissions(fresh);
    let file = builder.tempfile_in(folder)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    Ok(file)
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Standard(out) => out.write(bytes),
            Self::File(out, _) => out.write(bytes),
            Self::Device(out, _) => out.write(bytes),
        }
    }
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Standard(out) => out.flush(),
            Self::File(out, _) => out.flush(),
            Self::Device(out, _) => out.flush(),
        }
    }
}
