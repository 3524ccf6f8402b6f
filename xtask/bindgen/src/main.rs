//! `xtask-bindgen INPUT.wasm FOLDER` does what the wasm-bindgen command does, as a library call. So its version is the
//! one in Cargo.lock, and nothing has to be installed. It is a crate of its own because it takes a minute to build and
//! only the page needs it.

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [input, folder] = arguments.as_slice() else {
        eprintln!("usage: xtask-bindgen INPUT.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    let web =
        bindgen.input_path(input).typescript(true).remove_name_section(true).remove_producers_section(true).web(true);
    match web.and_then(|bindgen| bindgen.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask-bindgen: {error:#}");
            ExitCode::FAILURE
        }
    }
}
