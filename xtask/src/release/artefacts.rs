//! What other registries and people who download get: the package for JavaScript, the C archive, the command, the wheel.

use super::{Release, answers, empty, notices};
use crate::runner::{Outcome, command, output, quietly, root, run, target_folder};
use crate::{c, js, python};
use std::env::consts::{ARCH, EXE_SUFFIX, OS};
use std::fs;
use std::path::Path;

/// Puts our licences and the notices of others into a folder.
fn licensed(folder: &Path, artefact: &str) -> Outcome {
    let text = match notices::notices(artefact) {
        Ok(text) => text,
        Err(outcome) => return outcome,
    };
    let written = ["LICENSE-APACHE", "LICENSE-MIT"]
        .iter()
        .try_for_each(|name| fs::copy(root().join(name), folder.join(name)).map(|_: u64| ()))
        .and_then(|()| fs::write(folder.join("NOTICES"), text));
    match written {
        Ok(()) => Outcome::Passed,
        Err(error) => Outcome::Failed(format!("{}: {error}", folder.display())),
    }
}

/// The package for JavaScript, installed in an empty folder.
pub fn npm(release: &Release) -> Outcome {
    const QUESTION: &str = "import { load } from 'clearance'; const cl = await load();\
                            console.log(cl.cuboid([1, 2, 3]).distance(cl.ball([4, 0, 0], 0.5)).distance)";
    let place = match empty(release, "npm") {
        Ok(place) => place,
        Err(outcome) => return outcome,
    };
    let file = release.folder.join(format!("clearance-{}.tgz", release.version));
    js::build()
        .and(|| licensed(&js::folder(), "npm"))
        .and(|| run(command("npm", "pack --silent --pack-destination").arg(&release.folder).current_dir(js::folder())))
        .and(|| run(command("npm", "install --silent --offline --no-audit --no-fund").arg(&file).current_dir(&place)))
        .and(|| answers(command("node", "--input-type=module -e").arg(QUESTION).current_dir(&place), "2.5"))
}

/// The name of an archive for this machine.
fn archive(release: &Release, what: &str) -> String {
    format!("{what}-{}-{ARCH}-{OS}", release.version)
}

/// Packs a folder of `tried`, and unpacks it in an empty place.
fn packed(release: &Release, name: &str) -> Outcome {
    let file = release.folder.join(format!("{name}.tar.gz"));
    let unpacked = match empty(release, &format!("{name}-unpacked")) {
        Ok(place) => place,
        Err(outcome) => return outcome,
    };
    let mut pack = command("tar", "--sort=name --owner=0 --group=0 --numeric-owner --mtime=2026-01-01 -czf");
    run(pack.arg(&file).arg("-C").arg(&release.tried).arg(name))
        .and(|| run(command("tar", "-xzf").arg(&file).arg("-C").arg(unpacked)))
}

/// Headers and libraries, from which a program is compiled.
pub fn c(release: &Release) -> Outcome {
    let name = archive(release, "clearance-c");
    let folder = match empty(release, &name) {
        Ok(folder) => folder,
        Err(outcome) => return outcome,
    };
    let place = release.tried.join(format!("{name}-unpacked"));
    let prefix = place.join(&name);
    let lib = prefix.join("lib").display().to_string();
    c::install(&folder.display().to_string())
        .and(|| licensed(&folder, "c"))
        .and(|| packed(release, &name))
        .and(|| {
            let mut compile = command("cc", "-std=c11");
            compile.arg(root().join("crates/clearance-c/tests/consumer/first.c")).arg("-I").arg(prefix.join("include"));
            run(compile
                .args(["-L", &lib, "-lclearance", "-lm", &format!("-Wl,-rpath,{lib}"), "-o"])
                .arg(place.join("first")))
        })
        .and(|| match output(&mut command(&place.join("first").to_string_lossy(), "")) {
            Some(told) => {
                print!("asked in an empty place: {told}");
                Outcome::Passed
            }
            None => Outcome::Failed("the program of the C archive fails".into()),
        })
}

/// The command, with completions and man pages.
pub fn program(release: &Release) -> Outcome {
    let name = archive(release, "clearance");
    let folder = match empty(release, &name) {
        Ok(folder) => folder,
        Err(outcome) => return outcome,
    };
    let built = target_folder().join("release").join(format!("clearance{EXE_SUFFIX}"));
    let own = folder.join(format!("clearance{EXE_SUFFIX}"));
    let unpacked = release.tried.join(format!("{name}-unpacked")).join(&name);
    run(&mut command("cargo", "build --quiet --release --locked --package clearance-cli --features shell"))
        .and(|| match fs::copy(&built, &own) {
            Ok(_) => Outcome::Passed,
            Err(error) => Outcome::Failed(format!("{}: {error}", built.display())),
        })
        .and(|| {
            quietly(command("strip", "").arg(&own));
            run(command(&own.to_string_lossy(), "shell").arg(&folder))
        })
        .and(|| licensed(&folder, "command"))
        .and(|| packed(release, &name))
        .and(|| {
            let pair = unpacked.join("pair.jsonl");
            let line =
                r#"{"id":"one","dim":3,"scalar":"f64","a":{"points":[[0,0,0],[1,0,0]]},"b":{"points":[[3.5,0,0]]}}"#;
            let _ = fs::write(&pair, format!("{line}\n"));
            match output(command(&unpacked.join("clearance").to_string_lossy(), "query").arg(&pair)) {
                Some(told) if told.contains("\"distance\":2.5") => {
                    print!("asked in an empty place: {told}");
                    Outcome::Passed
                }
                told => Outcome::Failed(format!("the command answered {told:?}")),
            }
        })
}

/// The wheel for this machine and the source distribution, and a new environment that has the wheel alone.
pub fn python(release: &Release) -> Outcome {
    const QUESTION: &str =
        "import clearance as cl; print(cl.Cuboid([1, 2, 3]).distance(cl.Ball([4, 0, 0], 0.5)).distance)";
    let place = match empty(release, "python") {
        Ok(place) => place,
        Err(outcome) => return outcome,
    };
    let wheel = match python::shipped() {
        Ok(wheel) => wheel,
        Err(outcome) => return outcome,
    };
    let kept = release.folder.join(wheel.file_name().unwrap_or_default());
    if let Err(error) = fs::copy(&wheel, &kept) {
        return Outcome::Failed(format!("{}: {error}", wheel.display()));
    }
    let tool = place.join("environment/bin/python").display().to_string();
    python::sources(&release.folder)
        .and(|| python::foreign(&release.folder))
        .and(|| run(command("python3", "-m venv").arg(place.join("environment"))))
        .and(|| run(command(&tool, "-m pip install --quiet").arg(&kept)))
        .and(|| answers(command(&tool, "-c").arg(QUESTION).current_dir(&place), "2.5"))
}
