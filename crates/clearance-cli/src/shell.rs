//! `clearance shell`: what a package of the command carries beside it. Hidden, and a feature: users do not need it.

use crate::failure::Failure;
use clap::{CommandFactory, ValueEnum};
use clap_complete::Shell;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Writes completions for all shells, and man pages, into a folder
#[derive(clap::Args)]
pub struct Arguments {
    /// The folder. It gets `completions` and `man`
    folder: PathBuf,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let [completions, pages] = ["completions", "man"].map(|name| arguments.folder.join(name));
    let refused = |error: std::io::Error| Failure::Input(format!("{}: {error}", arguments.folder.display()));
    for folder in [&completions, &pages] {
        fs::create_dir_all(folder).map_err(refused)?;
    }
    for shell in Shell::value_variants() {
        clap_complete::generate_to(*shell, &mut crate::Command::command(), "clearance", &completions)
            .map_err(refused)?;
    }
    clap_mangen::generate_to(crate::Command::command(), &pages).map_err(refused)?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subcommand_has_a_man_page_and_every_shell_its_completions() {
        let folder = tempfile::tempdir().unwrap();
        run(&Arguments { folder: folder.path().to_owned() }).map_err(|_| ()).unwrap();
        let names = |name: &str| {
            let files = fs::read_dir(folder.path().join(name)).unwrap();
            files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect::<Vec<_>>()
        };
        let pages = names("man");
        for command in ["clearance", "clearance-distance", "clearance-scene", "clearance-verify"] {
            assert!(pages.contains(&format!("{command}.1")), "{command}: {pages:?}");
        }
        assert!(!pages.contains(&"clearance-shell.1".to_owned()), "what is hidden has no page");
        assert_eq!(names("completions").len(), Shell::value_variants().len());
        let bash = fs::read_to_string(folder.path().join("completions/clearance.bash")).unwrap();
        assert!(bash.contains("--fail-below"), "options are completed");
    }
}
