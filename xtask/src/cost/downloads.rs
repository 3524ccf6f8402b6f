//! What users download: the wheel, and the WebAssembly of the page and of the package for JavaScript.

use super::fault;
use super::record::Figure;
use super::table::{self, kilobytes};
use crate::runner::{Outcome, command, output};
use crate::{js, python, web};
use std::fs;
use std::path::Path;

/// Compresses its last word as web servers do, and prints the size. Node.js builds the page, so it is there.
const BROTLI: &str = "const {readFileSync} = require('fs'), {brotliCompressSync} = require('zlib');\
                      console.log(brotliCompressSync(readFileSync(process.argv[1])).length)";

/// The sizes of the modules, as the page fetches them, and of those of the package for JavaScript.
pub fn modules() -> Result<String, Outcome> {
    let mut files = web::modules()?;
    files.extend(js::modules()?.into_iter().map(|(_, file)| file));
    let rows = files.iter().map(|file| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(vec![name, kilobytes(size(file)?), kilobytes(brotli(file)?)])
    });
    let rows = rows.collect::<Result<Vec<_>, Outcome>>()?;
    Ok(table::text(&["module", "bytes", "brotli"], &rows))
}

/// The bytes of the modules, in the order of [`web::modules`] and of [`js::modules`]. There are none where the page cannot
/// be built.
pub fn figures() -> Result<Vec<Figure>, Outcome> {
    const NAMES: [&str; 6] = [
        "bytes-of-page",
        "bytes-of-page-files",
        "bytes-of-page-scene",
        "bytes-of-page-motion",
        "bytes-of-page-rivals",
        "bytes-of-page-robot",
    ];
    let files = match web::modules() {
        Ok(files) => files,
        Err(Outcome::Skipped(reason)) => {
            println!("the modules of the page are not held: {reason}");
            return Ok(Vec::new());
        }
        Err(outcome) => return Err(outcome),
    };
    let own = js::modules()?
        .into_iter()
        .map(|(name, file)| (if name == "convex" { "bytes-of-js-convex" } else { "bytes-of-js" }, file));
    let all = NAMES.into_iter().zip(files).chain(own);
    all.map(|(name, file)| size(&file).map(|value| Figure { name, value })).collect()
}

/// The size of the wheel, as it is shipped.
pub fn wheel() -> Result<String, Outcome> {
    let file = python::shipped()?;
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(table::text(&["wheel", "bytes"], &[vec![name, kilobytes(size(&file)?)]]))
}

fn size(file: &Path) -> Result<u64, Outcome> {
    fs::metadata(file).map(|file| file.len()).map_err(|error| fault(file, &error))
}

fn brotli(file: &Path) -> Result<u64, Outcome> {
    let size = output(command("node", "-e").arg(BROTLI).arg(file)).and_then(|size| size.trim().parse().ok());
    size.ok_or_else(|| Outcome::Failed(format!("node could not compress {}", file.display())))
}
