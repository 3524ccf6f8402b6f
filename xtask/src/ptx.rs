//! The kernels for GPUs: whether the committed PTX is what the source gives, and what an assembler says of it.
//!
//! **What is compared.** The text, without the numbers by which the compiler tells crates apart: they depend on where the
//! sources lie. The compiler must be the recorded one; another version writes another text.
//!
//! **What is held.** The registers and the bytes of stack of each kernel, for each generation of devices, as `ptxas` gives
//! them. It needs no GPU: `pip install nvidia-cuda-nvcc`, and its path in the variable `PTXAS`.

use crate::runner::{Outcome, cargo, command, output, root, run, target_folder};
use std::fs;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::{Command, Stdio};

const CRATE: &str = "crates/clearance-ptx";
const PACKED: &str = "crates/clearance-cuda/kernels/kernels.ptx.gz";
const RECORD: &str = "crates/clearance-cuda/kernels/RECORD.txt";
/// Ampere (A100, other cards), Ada, Hopper, Blackwell (B200, other cards).
const GENERATIONS: [&str; 6] = ["sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"];
const FLAGS: &str = "-C target-cpu=sm_80 -Zunstable-options -Cpanic=immediate-abort";

/// Kernels, and the most registers of a thread.
const REGISTERS: [(&str, u32); 3] = [("overlaps_boxes", 128), ("overlaps_hulls", 168), ("overlaps_any_rest", 168)];

/// Rebuilds and compares, then assembles.
pub fn check() -> Outcome {
    let committed = match record() {
        Ok(record) => record,
        Err(why) => return Outcome::Failed(why),
    };
    cargo(&format!("fmt --manifest-path {CRATE}/Cargo.toml -- --check"))
        .and(|| compare(&committed))
        .and(|| assemble(&committed))
}

/// What the record says: the compiler, the hash of the text, and a line for each kernel and generation.
struct Record {
    compiler: String,
    hash: String,
    sizes: Vec<Size>,
}

/// The registers of a thread and the bytes of its stack.
#[derive(Debug, PartialEq)]
struct Size {
    kernel: String,
    generation: String,
    registers: u32,
    stack: u32,
}

fn record() -> Result<Record, String> {
    let text = fs::read_to_string(root().join(RECORD)).map_err(|error| format!("{RECORD}: {error}"))?;
    let field = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.map(|value| value.trim().to_owned()).ok_or_else(|| format!("{RECORD} has no line `{name}`"))
    };
    let sizes = text.lines().filter_map(Size::read).collect();
    Ok(Record { compiler: field("compiler:")?, hash: field("sha256:")?, sizes })
}

impl Size {
    fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [kernel, generation, registers, stack] = words[..] else { return None };
        let (registers, stack) = (registers.parse().ok()?, stack.parse().ok()?);
        Some(Self { kernel: kernel.to_owned(), generation: generation.to_owned(), registers, stack })
    }
}

fn compare(committed: &Record) -> Outcome {
    let Some(old) = unpacked() else {
        return Outcome::Skipped("`gzip` is not there to unpack the committed kernels".into());
    };
    let old = normal(&old);
    match sha256(&old) {
        Some(hash) if hash != committed.hash => {
            return Outcome::Failed(format!("{PACKED} has the hash {hash}, and {RECORD} says {}", committed.hash));
        }
        Some(_) => {}
        None => return Outcome::Skipped("`sha256sum` is not there".into()),
    }
    let Some(toolchain) = toolchain(&committed.compiler) else {
        return Outcome::Skipped(format!(
            "the kernels were not built: no toolchain here is {} with the component rust-src",
            committed.compiler
        ));
    };
    let new = match build(&toolchain) {
        Ok(text) => normal(&text),
        Err(outcome) => return outcome,
    };
    if new == old {
        return Outcome::Passed;
    }
    let line = new.lines().zip(old.lines()).position(|(new, old)| new != old);
    Outcome::Failed(format!(
        "the sources give other kernels than {PACKED}, from line {} on: run `cargo xtask ptx --record`",
        line.map_or(0, |line| line + 1)
    ))
}

/// Builds, packs and measures the kernels, and writes the record.
pub fn make_record() -> Outcome {
    let Some(compiler) = ["nightly", channel().as_str()].iter().find_map(|name| version(name)) else {
        return Outcome::Skipped("no nightly toolchain is there".into());
    };
    let Some(toolchain) = toolchain(&compiler) else {
        return Outcome::Skipped(format!("{compiler} lacks the component rust-src"));
    };
    let text = match build(&toolchain) {
        Ok(text) => text,
        Err(outcome) => return outcome,
    };
    let (Some(hash), Some(packed)) = (sha256(&normal(&text)), piped("gzip", &["-9", "-n"], text.as_bytes())) else {
        return Outcome::Skipped("`sha256sum` and `gzip` are needed".into());
    };
    let sizes = match sizes(&text) {
        Ok(sizes) => sizes,
        Err(outcome) => return outcome,
    };
    let mut lines = vec![
        "Made by `cargo xtask ptx --record`. `cargo xtask ptx` compares.".to_owned(),
        format!("compiler: {compiler}"),
        format!("sha256: {hash}"),
        String::new(),
        "kernel generation registers stack".to_owned(),
    ];
    lines.extend(
        sizes.iter().map(|size| format!("{} {} {} {}", size.kernel, size.generation, size.registers, size.stack)),
    );
    let written = fs::write(root().join(PACKED), packed).and(fs::write(root().join(RECORD), lines.join("\n") + "\n"));
    match written {
        Ok(()) => Outcome::Passed,
        Err(error) => Outcome::Failed(error.to_string()),
    }
}

/// The text of the kernels, from the source.
fn build(toolchain: &str) -> Result<String, Outcome> {
    let (folder, target) = (root().join(CRATE), target_folder().join("ptx"));
    let words = format!(
        "+{toolchain} rustc --locked --release --target nvptx64-nvidia-cuda -Zbuild-std=core,alloc -- --emit=asm"
    );
    let mut cargo = command("cargo", &words);
    cargo.current_dir(&folder).env("CARGO_TARGET_DIR", &target).env("RUSTFLAGS", FLAGS);
    // The cargo that runs this chore says which compiler its children take.
    cargo.env_remove("RUSTUP_TOOLCHAIN").env_remove("RUSTC").env_remove("CARGO");
    cargo.env("CARGO_TARGET_NVPTX64_NVIDIA_CUDA_LINKER", folder.join("no-linker.sh"));
    match run(&mut cargo) {
        Outcome::Passed => {}
        other => return Err(other),
    }
    let text = target.join("nvptx64-nvidia-cuda/release/deps/clearance_ptx.s");
    let text = fs::read_to_string(&text).map_err(|error| Outcome::Failed(format!("{}: {error}", text.display())))?;
    Ok(with_fewer_registers(&text))
}

/// The text with a limit on the registers of some kernels. Fewer registers a thread are more threads at once. Verdicts gain a
/// quarter by it on an H100, and distances lose: they then keep numbers in memory.
fn with_fewer_registers(text: &str) -> String {
    let (mut limited, mut limit) = (String::with_capacity(text.len()), None);
    for line in text.lines() {
        if let Some(kernel) = line.strip_prefix(".visible .entry ") {
            limit = REGISTERS.iter().find(|(name, _)| kernel == format!("{name}(")).map(|&(_, most)| most);
        }
        limited.push_str(line);
        limited.push('\n');
        if let (")", Some(most)) = (line, limit) {
            limited.push_str(&format!(".maxnreg {most}\n"));
            limit = None;
        }
    }
    limited
}

/// The name of an installed toolchain that is this compiler, with the sources of the standard library.
fn toolchain(compiler: &str) -> Option<String> {
    let names = ["nightly".to_owned(), channel()];
    names.into_iter().find(|name| {
        version(name).as_deref() == Some(compiler)
            && output(&mut rustup("rustc", &format!("+{name} --print sysroot")))
                .is_some_and(|folder| PathBuf::from(folder.trim()).join("lib/rustlib/src/rust/library").exists())
    })
}

fn version(toolchain: &str) -> Option<String> {
    Some(output(&mut rustup("rustc", &format!("+{toolchain} --version")))?.trim().to_owned())
}

/// A program that rustup chooses. It must not install what is missing: that may take minutes, or hang without a network.
fn rustup(program: &str, words: &str) -> Command {
    let mut command = command(program, words);
    command.env_remove("RUSTUP_TOOLCHAIN").env("RUSTUP_AUTO_INSTALL", "0");
    command
}

/// The channel that the crate of the kernels names.
fn channel() -> String {
    let text = fs::read_to_string(root().join(CRATE).join("rust-toolchain.toml")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("channel = "));
    line.unwrap_or("nightly").trim_matches('"').to_owned()
}

fn unpacked() -> Option<String> {
    output(command("gzip", "-dc").arg(root().join(PACKED)))
}

/// The text without the numbers by which the compiler tells crates apart: `Cs…_` before the name of a crate, and
/// `anon_$_…_` before the number of a constant without a name.
fn normal(text: &str) -> String {
    // Eleven letters and digits before the length of a crate's name. Anything else stays.
    let crates = without_numbers(text, "Cs", 8..=13, |c| c.is_ascii_alphanumeric());
    without_numbers(&crates, "anon_$_", 32..=32, |c| c.is_ascii_hexdigit())
}

/// The text without each run of such characters, of such a length, between `before` and an underscore.
fn without_numbers(text: &str, before: &str, lengths: RangeInclusive<usize>, is_of: fn(char) -> bool) -> String {
    let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(place) = rest.find(before) {
        let (name, number) = rest.split_at(place + before.len());
        kept.push_str(name);
        let end = number.find(|c: char| !is_of(c)).unwrap_or(number.len());
        let is_number = number[end..].starts_with('_') && lengths.contains(&end);
        rest = if is_number { &number[end..] } else { number };
    }
    kept.push_str(rest);
    kept
}

fn sha256(text: &str) -> Option<String> {
    let printed = String::from_utf8(piped("sha256sum", &[], text.as_bytes())?).ok()?;
    printed.split_whitespace().next().map(str::to_owned)
}

/// What a program prints when it reads these bytes.
fn piped(program: &str, arguments: &[&str], bytes: &[u8]) -> Option<Vec<u8>> {
    let mut command = Command::new(program);
    let mut child = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let (mut stdin, bytes) = (child.stdin.take()?, bytes.to_vec());
    let writer = std::thread::spawn(move || stdin.write_all(&bytes));
    let output = child.wait_with_output().ok()?;
    (writer.join().ok()?.is_ok() && output.status.success()).then_some(output.stdout)
}

/// Assembles the committed text, and compares with what is recorded.
fn assemble(committed: &Record) -> Outcome {
    let Some(text) = unpacked() else { return Outcome::Skipped("`gzip` is not there".into()) };
    let sizes = match sizes(&text) {
        Ok(sizes) => sizes,
        Err(outcome) => return outcome,
    };
    let greater = sizes.iter().find(|size| {
        let recorded =
            committed.sizes.iter().find(|old| (&old.kernel, &old.generation) == (&size.kernel, &size.generation));
        recorded.is_none_or(|old| size.registers > old.registers || size.stack > old.stack)
    });
    match greater {
        Some(size) => Outcome::Failed(format!("{size:?} is more than {RECORD} says")),
        None => Outcome::Passed,
    }
}

/// What the assembler says of each kernel, for each generation.
fn sizes(text: &str) -> Result<Vec<Size>, Outcome> {
    let assembler = std::env::var_os("PTXAS").unwrap_or_else(|| "ptxas".into());
    if output(Command::new(&assembler).arg("--version")).is_none() {
        let why = "the kernels were compared, and not assembled: there is no `ptxas` (`pip install nvidia-cuda-nvcc`, and \
                   its path in the variable PTXAS)";
        return Err(Outcome::Skipped(why.into()));
    }
    let path = target_folder().join("kernels.ptx");
    fs::write(&path, text).map_err(|error| Outcome::Failed(format!("{}: {error}", path.display())))?;
    let mut sizes = Vec::new();
    for generation in GENERATIONS {
        let mut ptxas = Command::new(&assembler);
        ptxas
            .arg(format!("-arch={generation}"))
            .args(["-v", "-O3"])
            .arg(&path)
            .arg("-o")
            .arg(path.with_extension("cubin"));
        let report = ptxas.output().map_err(|error| Outcome::Failed(error.to_string()))?;
        let said = String::from_utf8_lossy(&report.stderr);
        if !report.status.success() {
            return Err(Outcome::Failed(format!("ptxas refuses the kernels for {generation}: {said}")));
        }
        sizes.extend(read_report(&said, generation));
    }
    Ok(sizes)
}

/// The kernels in a report of `ptxas -v`.
fn read_report(report: &str, generation: &str) -> Vec<Size> {
    let (mut sizes, mut entry, mut function, mut stack) = (Vec::new(), "", "", 0);
    for line in report.lines() {
        if let Some((_, rest)) = line.split_once("Compiling entry function '") {
            entry = rest.split('\'').next().unwrap_or("");
        } else if let Some((_, name)) = line.split_once("Function properties for ") {
            function = name.trim();
        } else if let Some((bytes, _)) = line.split_once(" bytes stack frame") {
            if function == entry {
                stack = bytes.trim().parse().unwrap_or(u32::MAX);
            }
        } else if let Some((_, rest)) = line.split_once("Used ") {
            let registers = rest.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(u32::MAX);
            sizes.push(Size { kernel: entry.into(), generation: generation.into(), registers, stack });
        }
    }
    sizes.sort_by(|a, b| a.kernel.cmp(&b.kernel));
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_crates_do_not_count_and_all_else_does() {
        let [here, there] =
            ["slAvK0z5pGFx", "sbSE61zFgCyu"].map(|number| format!("call _RINvNtNtC{number}_9clearance5spaceE;"));
        assert_eq!(normal(&here), normal(&there));
        assert_ne!(normal(&here), normal(&here.replace("space", "shape")));
        assert_eq!(normal("Cs and Css_Cs"), "Cs and Css_Cs");
    }

    #[test]
    fn the_numbers_of_constants_without_a_name_do_not_count_and_their_bytes_do() {
        // Cause: the names of such constants hold a hash of the folder of the sources. A clone in another folder failed.
        let [here, there] = ["9a48b2fe17e1c028b83058a2068f997a", "c0e1d088bcad241c28a2481a6d74227c"]
            .map(|number| format!(".global .b8 anon_$_{number}_$_1[2] = {{0, 63}};"));
        assert_eq!(normal(&here), normal(&there));
        assert_ne!(normal(&here), normal(&here.replace("63", "64")));
        assert_ne!(normal(&here), normal(&here.replace("$_1", "$_2")));
    }

    #[test]
    fn the_report_of_the_assembler_is_read() {
        let report = "ptxas info    : Compiling entry function 'scatter' for 'sm_90'\n\
                      ptxas info    : Function properties for helper\n    8 bytes stack frame, 0 bytes spill stores\n\
                      ptxas info    : Function properties for scatter\n    16 bytes stack frame, 0 bytes spill stores\n\
                      ptxas info    : Used 22 registers, used 0 barriers\n";
        let size = Size { kernel: "scatter".into(), generation: "sm_90".into(), registers: 22, stack: 16 };
        assert_eq!(read_report(report, "sm_90"), [size]);
    }

    #[test]
    fn a_record_has_a_line_for_each_kernel_and_generation() {
        let record = record().unwrap();
        let text = unpacked().expect("gzip unpacks the kernels");
        let kernels = text.lines().filter(|line| line.starts_with(".visible .entry ")).count();
        assert!(kernels > 20 && record.sizes.len() == kernels * GENERATIONS.len());
        assert!(record.compiler.starts_with("rustc ") && record.hash.len() == 64);
        for (kernel, most) in REGISTERS {
            let own = record.sizes.iter().filter(|size| size.kernel == kernel);
            assert_eq!(own.filter(|size| size.registers <= most).count(), GENERATIONS.len(), "{kernel}");
        }
    }

    #[test]
    fn a_kernel_with_a_limit_gets_it_behind_its_arguments_and_others_get_none() {
        let kernel =
            |name: &str, limit: &str| format!(".visible .entry {name}(\n\t.param .u64 a\n)\n{limit}{{\n\tret;\n}}\n");
        let text = kernel("overlaps_boxes", "") + &kernel("overlaps_boxes_rest", "");
        let right = kernel("overlaps_boxes", ".maxnreg 128\n") + &kernel("overlaps_boxes_rest", "");
        assert_eq!(with_fewer_registers(&text), right);
    }
}
