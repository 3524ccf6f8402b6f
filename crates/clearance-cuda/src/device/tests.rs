//! What the text of the kernels must and must not hold, so that a GPU computes the processor's bits.

use crate::launch::names;
use crate::text;
use std::collections::BTreeSet;

/// Operations on floats: the instruction and all of its line. `//` begins a remark.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(|line| line.split("//").next().unwrap_or("").trim()).filter(|line| !line.is_empty())
}

/// The opcode of an instruction, without the predicate before it.
fn opcode(line: &str) -> &str {
    line.split_whitespace().find(|word| !word.starts_with('@')).unwrap_or("").trim_end_matches(';')
}

/// What is wrong with an opcode, if anything is.
fn fault(opcode: &str) -> Option<&'static str> {
    let parts: Vec<&str> = opcode.split('.').collect();
    let (name, of) = (parts[0], |part: &str| parts.contains(&part));
    let is_float = of("f64") || of("f32") || of("f16") || of("bf16");
    if !is_float {
        return None;
    }
    match name {
        _ if of("approx") => Some("an approximate operation"),
        _ if of("ftz") => Some("an operation that flushes small numbers to zero"),
        "fma" | "mad" => Some("a product and a sum with one rounding"),
        "add" | "sub" | "mul" | "div" | "sqrt" | "rcp" if !of("rn") => Some("an operation without a stated rounding"),
        "sin" | "cos" | "lg2" | "ex2" | "tanh" | "rsqrt" => Some("an approximate function"),
        _ => None,
    }
}

#[test]
fn no_operation_of_the_kernels_is_fused_or_approximate_and_each_states_its_rounding() {
    let text = text::all();
    let mut operations = 0;
    for line in lines(&text) {
        let opcode = opcode(line);
        assert_eq!(fault(opcode), None, "{line}");
        operations += usize::from(opcode.contains(".rn.f64"));
    }
    assert!(operations > 5_000, "only {operations} operations on doubles");
}

#[test]
fn the_check_finds_what_it_looks_for() {
    let faulty = ["fma.rn.f64", "mul.f64", "div.approx.f32", "add.rn.ftz.f32", "sqrt.approx.f64", "rsqrt.approx.f64"];
    assert!(faulty.iter().all(|opcode| fault(opcode).is_some()));
    let sound = ["fma.rn.s32", "mul.rn.f64", "mad.lo.s32", "add.s64", "mov.f64", "setp.lt.f64", "neg.f64", "abs.f64"];
    assert_eq!(sound.iter().find_map(|opcode| fault(opcode)), None);
    assert_eq!(opcode("@%p1 bra \t$L__BB0_2;"), "bra");
}

/// The names of the kernels in a text.
fn kernels_in(text: &str) -> BTreeSet<String> {
    let name = |line: &str| Some(line.strip_prefix(".visible .entry ")?.trim_end_matches('(').to_owned());
    lines(text).filter_map(name).collect()
}

#[test]
fn the_text_has_every_kernel_that_is_asked_for_and_no_other() {
    let text = text::all();
    assert_eq!(kernels_in(&text), names().map(str::to_owned).collect());
    assert!(text.contains(".target sm_80") && text.contains(".address_size 64"));
}

#[test]
fn the_text_of_one_kernel_has_that_kernel_alone_and_whole() {
    let all = text::all();
    let (whole, mut sum) = (all.lines().count(), 0);
    let mut common = 0;
    for name in names() {
        let own = text::of(name, &all).unwrap();
        assert_eq!(kernels_in(&own), BTreeSet::from([name.to_owned()]));
        let body = own.split(&format!(".visible .entry {name}(\n")).nth(1).unwrap().split("\n}\n").next().unwrap();
        assert!(body.contains("ret;") && all.contains(body), "{name} is cut");
        common = own.lines().count() - body.split('\n').count() - 2;
        sum += body.split('\n').count() + 2;
    }
    assert_eq!(sum + common, whole, "each line is of one kernel, or of all");
    assert_eq!(text::of("distance", &all), None);
}
