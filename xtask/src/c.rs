//! The C interface: installed for C and C++ programs, and tested as they use it.

use crate::runner::{Outcome, cargo, command, output, quietly, root, run, target_folder};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const CRATE: &str = "crates/clearance-c";
const SONAME: &str = "libclearance.so.0";

/// What the tests are built from: as the tests of the workspace, so that nothing is compiled twice.
const BUILT: &str = "--workspace --exclude xtask-bindgen --all-features --lib";

/// Warnings of the tests. They are errors.
const STRICT: &str = "-Wall -Wextra -Wpedantic -Werror -O1 -g";

/// Builds the libraries as they are shipped, and installs them with headers and files for CMake and pkg-config.
pub fn install(prefix: &str) -> Outcome {
    let prefix = std::env::current_dir().unwrap_or_default().join(prefix);
    cargo("build --release --locked --package clearance-c")
        .and(|| installed(&target_folder().join("release"), &prefix))
        .and(|| stripped(&prefix))
        .and(|| {
            println!("installed in {}", prefix.display());
            Outcome::Passed
        })
}

/// Takes names and line numbers out of the shared library, if there is a `strip`.
fn stripped(prefix: &Path) -> Outcome {
    quietly(command("strip", "--strip-unneeded").arg(prefix.join("lib").join(SONAME)));
    Outcome::Passed
}

/// Installs what was built in a folder.
pub fn installed(built: &Path, prefix: &Path) -> Outcome {
    match copied(built, prefix) {
        Ok(()) => Outcome::Passed,
        Err(error) => Outcome::Failed(format!("{} cannot be filled: {error}", prefix.display())),
    }
}

fn copied(built: &Path, prefix: &Path) -> std::io::Result<()> {
    let (include, lib) = (prefix.join("include"), prefix.join("lib"));
    let (cmake, packages) = (lib.join("cmake/clearance"), lib.join("pkgconfig"));
    for folder in [&include, &cmake, &packages] {
        fs::create_dir_all(folder)?;
    }
    let own = root().join(CRATE);
    for header in ["clearance.h", "clearance.hpp"] {
        fs::copy(own.join("include").join(header), include.join(header))?;
    }
    fs::copy(built.join("libclearance_c.a"), lib.join("libclearance.a"))?;
    let (shared, link) = if cfg!(target_os = "macos") {
        ("libclearance.0.dylib", "libclearance.dylib")
    } else {
        (SONAME, "libclearance.so")
    };
    let source = if cfg!(target_os = "macos") { "libclearance_c.dylib" } else { "libclearance_c.so" };
    fs::copy(built.join(source), lib.join(shared))?;
    let link = lib.join(link);
    if link.exists() || link.is_symlink() {
        fs::remove_file(&link)?;
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(shared, &link)?;
    #[cfg(not(unix))]
    fs::copy(lib.join(shared), &link)?;
    let version = env!("CARGO_PKG_VERSION");
    let mut numbers = version.split('.');
    let (major, minor) = (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default());
    for (folder, name) in
        [(&cmake, "clearanceConfig.cmake"), (&cmake, "clearanceConfigVersion.cmake"), (&packages, "clearance.pc")]
    {
        let text = fs::read_to_string(own.join("cmake").join(format!("{name}.in")))?;
        let words = [
            ("@VERSION@", version),
            ("@MAJOR@", major),
            ("@MINOR@", minor),
            ("@SHARED@", shared),
            ("@SONAME@", shared),
        ];
        let text = words.iter().fold(text, |text, (word, value)| text.replace(word, value));
        fs::write(folder.join(name), text)?;
    }
    Ok(())
}

/// The folders of the tests.
struct Bench {
    prefix: PathBuf,
    programs: PathBuf,
}

/// Tests the interface as C and C++ programs use it. The libraries are those of the other tests.
pub fn test() -> Outcome {
    if !quietly(&mut command("cc", "--version")) {
        return Outcome::Skipped("there is no C compiler here".into());
    }
    let folder = target_folder().join("c");
    let bench = Bench { prefix: folder.join("prefix"), programs: folder.join("programs") };
    let _ = fs::remove_dir_all(&folder);
    if let Err(error) = fs::create_dir_all(&bench.programs) {
        return Outcome::Failed(format!("{} cannot be made: {error}", folder.display()));
    }
    cargo(&format!("build --quiet {BUILT}"))
        .and(|| installed(&target_folder().join("debug"), &bench.prefix))
        .and(|| exported(&bench))
        .and(|| guide(&bench))
        .and(|| strict(&bench))
        .and(|| sanitized(&bench))
        .and(|| watched(&bench))
        .and(|| by_pkg_config(&bench))
        .and(|| by_cmake(&bench))
}

/// The functions that the header declares.
fn declared() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join(CRATE).join("include/clearance.h")).unwrap_or_default();
    let code = without_comments(&text);
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = BTreeSet::new();
    // Statements outside of braces, which belong to structs and to functions of the header itself.
    let (mut depth, mut statement) = (0, String::new());
    for c in code.chars() {
        match c {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                statement.clear();
            }
            ';' if depth == 0 => {
                if let Some((before, _)) = statement.split_once('(') {
                    let name: String = before.chars().rev().take_while(|&c| is_word(c)).collect();
                    let name: String = name.chars().rev().collect();
                    if name.starts_with("cl_") && !statement.contains("typedef") {
                        found.insert(name);
                    }
                }
                statement.clear();
            }
            _ if depth == 0 => statement.push(c),
            _ => {}
        }
    }
    found
}

/// C without comments, without lines for the preprocessor, and without what only C++ sees.
fn without_comments(text: &str) -> String {
    let mut code = String::new();
    for (place, part) in text.split("/*").enumerate() {
        code.push_str(if place == 0 { part } else { part.split_once("*/").map_or("", |(_, after)| after) });
    }
    let mut is_hidden = false;
    let mut lines = Vec::new();
    for line in code.lines() {
        match line.split_whitespace().next() {
            Some("#ifdef") => is_hidden = true,
            Some("#endif") => is_hidden = false,
            Some(word) if !is_hidden && !word.starts_with('#') => lines.push(line),
            _ => {}
        }
    }
    lines.join("\n")
}

/// The shared library exports what the header declares, and nothing else.
fn exported(bench: &Bench) -> Outcome {
    let library = bench.prefix.join("lib").join(SONAME);
    let Some(text) = output(command("nm", "-D --defined-only").arg(&library)) else {
        println!("not checked: the exported names, since there is no nm here");
        return Outcome::Passed;
    };
    let exported: BTreeSet<String> =
        text.lines().filter_map(|line| Some(line.split_whitespace().nth(2)?.to_owned())).collect();
    let declared = declared();
    if exported == declared && declared.len() > 40 {
        println!("{} functions are exported, as the header declares", exported.len());
        return Outcome::Passed;
    }
    let missing: Vec<_> = declared.difference(&exported).collect();
    let more: Vec<_> = exported.difference(&declared).collect();
    Outcome::Failed(format!("declared and not exported: {missing:?}; exported and not declared: {more:?}"))
}

/// A compiler with warnings as errors, and the installed headers.
fn compiler(bench: &Bench, name: &str, words: &str, source: &Path) -> Command {
    let mut compile = command(name, &format!("{STRICT} {words}"));
    // Headers of other libraries are not ours to warn about.
    compile.arg("-isystem").arg("/usr/include/eigen3").arg("-I").arg(bench.prefix.join("include")).arg(source);
    compile
}

/// Compiles a program against the installed library.
fn built(bench: &Bench, name: &str, words: &str, source: &Path, program: &str) -> Outcome {
    let mut compile = compiler(bench, name, words, source);
    compile.arg("-o").arg(bench.programs.join(program)).arg("-L").arg(bench.prefix.join("lib"));
    compile.args(["-lclearance", "-lpthread", "-lm"]).arg(format!("-Wl,-rpath,{}", bench.prefix.join("lib").display()));
    run(&mut compile)
}

fn ran(bench: &Bench, name: &str, words: &str) -> Outcome {
    let mut program = Command::new(bench.programs.join(name));
    // Undefined behaviour ends a program at once. Leaks are looked for at its end.
    program.args(words.split_whitespace()).env("UBSAN_OPTIONS", "halt_on_error=1:print_stacktrace=1");
    run(&mut program)
}

fn source(name: &str) -> PathBuf {
    root().join(CRATE).join("tests").join(name)
}

/// The first lines of docs/cpp.md, as a program.
fn guide(bench: &Bench) -> Outcome {
    let text = fs::read_to_string(root().join("docs/cpp.md")).unwrap_or_default();
    let Some(code) = text.split_once("```cpp\n").and_then(|(_, rest)| rest.split_once("```")).map(|(code, _)| code)
    else {
        return Outcome::Failed("docs/cpp.md begins with no program".into());
    };
    let place = bench.programs.join("guide.cpp");
    if let Err(error) = fs::write(&place, code) {
        return Outcome::Failed(format!("{}: {error}", place.display()));
    }
    built(bench, "c++", "-std=c++17", &place, "guide").and(|| ran(bench, "guide", ""))
}

/// Both headers under every compiler that is here.
fn strict(bench: &Bench) -> Outcome {
    let mut outcome = Outcome::Passed;
    for (name, words, file) in [
        ("gcc", "-std=c11 -D_GNU_SOURCE", "behaviour.c"),
        ("gcc", "-std=c11", "consumer/first.c"),
        ("clang", "-std=c11 -D_GNU_SOURCE", "behaviour.c"),
        ("g++", "-std=c++17", "wrapper.cpp"),
        ("g++", "-std=c++17 -x c++", "consumer/first.c"),
        ("clang++", "-std=c++17", "wrapper.cpp"),
    ] {
        if !quietly(&mut command(name, "--version")) {
            println!("not checked: {file} by {name}, which is not here");
            continue;
        }
        let words = format!("{words} -fsyntax-only");
        outcome = outcome.and(|| run(&mut compiler(bench, name, &words, &source(file))));
    }
    outcome
}

/// The programs under AddressSanitizer, with its search for leaks, and UndefinedBehaviorSanitizer.
fn sanitized(bench: &Bench) -> Outcome {
    let words = "-fsanitize=address,undefined -fno-sanitize-recover=undefined";
    built(bench, "cc", &format!("-std=c11 -D_GNU_SOURCE {words}"), &source("behaviour.c"), "behaviour_sanitized")
        .and(|| ran(bench, "behaviour_sanitized", "300"))
        .and(|| built(bench, "c++", &format!("-std=c++17 {words}"), &source("wrapper.cpp"), "wrapper_sanitized"))
        .and(|| ran(bench, "wrapper_sanitized", ""))
        .and(|| built(bench, "cc", "-std=c11 -D_GNU_SOURCE", &source("behaviour.c"), "behaviour"))
        .and(|| ran(bench, "behaviour", "10000"))
}

/// The program under valgrind, which sees into the library.
fn watched(bench: &Bench) -> Outcome {
    if !quietly(&mut command("valgrind", "--version")) {
        println!("not checked: memory by valgrind, which is not here");
        return Outcome::Passed;
    }
    let words = "--quiet --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite,indirect";
    run(command("valgrind", words).arg(bench.programs.join("behaviour")).arg("10"))
}

/// A program in an empty folder, by pkg-config, with the shared and with the static library.
fn by_pkg_config(bench: &Bench) -> Outcome {
    let packages = bench.prefix.join("lib/pkgconfig");
    let flags = |words: &str| output(command("pkg-config", words).arg("clearance").env("PKG_CONFIG_PATH", &packages));
    let Some(shared) = flags("--cflags --libs") else {
        println!("not checked: pkg-config, which is not here");
        return Outcome::Passed;
    };
    let Some(all) = flags("--cflags --libs --static") else {
        return Outcome::Failed("pkg-config knows no static library".into());
    };
    let archive = bench.prefix.join("lib/libclearance.a").display().to_string();
    let all = all.replace("-lclearance", &archive);
    let rpath = format!("-Wl,-rpath,{}", bench.prefix.join("lib").display());
    [("by_shared", format!("{shared} {rpath}")), ("by_static", all)].iter().fold(
        Outcome::Passed,
        |before, (name, words)| {
            before.and(|| {
                let program = bench.programs.join(name);
                let mut compile = command("cc", "-std=c11");
                compile.arg(source("consumer/first.c")).arg("-o").arg(&program).args(words.split_whitespace());
                run(&mut compile).and(|| run(&mut Command::new(&program)))
            })
        },
    )
}

/// A project in an empty folder, by CMake.
fn by_cmake(bench: &Bench) -> Outcome {
    if !quietly(&mut command("cmake", "--version")) {
        println!("not checked: CMake, which is not here");
        return Outcome::Passed;
    }
    let folder = bench.programs.join("consumer");
    let copied = fs::create_dir_all(&folder).and_then(|()| {
        fs::copy(source("consumer/CMakeLists.txt"), folder.join("CMakeLists.txt"))?;
        fs::copy(source("consumer/first.c"), folder.join("first.c"))?;
        fs::copy(bench.programs.join("guide.cpp"), folder.join("guide.cpp"))
    });
    if let Err(error) = copied {
        return Outcome::Failed(format!("{}: {error}", folder.display()));
    }
    let configure = |build: &str, words: &[String]| {
        let mut configure = command("cmake", "-S . -B");
        configure.arg(build).args(words).current_dir(&folder);
        run(&mut configure).and(|| run(command("cmake", "--build").arg(build).current_dir(&folder))).and(|| {
            ["with_shared", "with_static", "guide_shared", "guide_static"]
                .iter()
                .fold(Outcome::Passed, |before, name| {
                    before.and(|| run(&mut Command::new(folder.join(build).join(name))))
                })
        })
    };
    let found = format!("-DCMAKE_PREFIX_PATH={}", bench.prefix.display());
    configure("found", &[found]).and(|| {
        // The same project builds the library itself. Cargo has built it already, with the features of the tests.
        let source = format!("-DCLEARANCE_SOURCE={}", root().display());
        let target = format!("-DCLEARANCE_CARGO_TARGET_DIR={}", target_folder().display());
        let packages = format!("-DCLEARANCE_CARGO_PACKAGES={}", BUILT.replace(' ', ";"));
        configure("fetched", &[source, target, packages, "-DCLEARANCE_CARGO_PROFILE=dev".into()])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_the_header_are_found_and_those_in_braces_are_not() {
        let names = declared();
        for name in ["cl_distance", "cl_text_free", "cl_abi_version", "cl_scene_nearest"] {
            assert!(names.contains(name), "{name}");
        }
        assert!(!names.contains("cl_default_options") && !names.contains("cl_support"));
    }
}
