//! Prints the size of the machine code of the queries, by module: `cargo run --release -p lab --bin sized`.
//!
//! The program contains what a game would contain: boxes, hulls and capsules of space in `f32`, in all pairs, by four
//! queries. It measures its own functions. Inlined code counts where it was inlined. Functions of other libraries are
//! left out.

use clearance::{Cache, Capsule, Cuboid, Hull, Placed, Solver, SupportMap, Vec3};
use object::{Object, ObjectSymbol, SymbolKind};
use std::collections::BTreeMap;
use std::error::Error;
use std::hint::black_box;

type Space = Vec3<f32>;
type Body<S> = Placed<S, Space>;

fn main() -> Result<(), Box<dyn Error>> {
    keep_every_pair();
    let program = std::fs::read(std::env::current_exe()?)?;
    let program = object::File::parse(&*program)?;
    let mut modules: BTreeMap<String, (usize, u64)> = BTreeMap::new();
    for symbol in program.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.size() > 0) {
        if let Some(module) = module_of(&format!("{:#}", rustc_demangle::demangle(symbol.name()?))) {
            let (functions, bytes) = modules.entry(module).or_default();
            (*functions, *bytes) = (*functions + 1, *bytes + symbol.size());
        }
    }
    println!("{:<12}{:>10}{:>10}", "module", "functions", "bytes");
    for (module, (functions, bytes)) in &modules {
        println!("{module:<12}{functions:>10}{bytes:>10}");
    }
    let total = modules.values().fold((0, 0), |sum, own| (sum.0 + own.0, sum.1 + own.1));
    println!("{:<12}{:>10}{:>10}", "all", total.0, total.1);
    Ok(())
}

/// The first module of ours in a function's name: its own module, or that of the type it is implemented for.
fn module_of(name: &str) -> Option<String> {
    let path = name.split("clearance::").nth(1)?;
    Some(path.split(|c: char| !(c.is_alphanumeric() || c == '_')).next()?.to_owned())
}

/// Makes the compiler compile the queries. It runs none of them.
fn keep_every_pair() {
    keep::<Cuboid<Space>, Cuboid<Space>>();
    keep::<Cuboid<Space>, &Hull<Space>>();
    keep::<Cuboid<Space>, Capsule<Space>>();
    keep::<&Hull<Space>, &Hull<Space>>();
    keep::<&Hull<Space>, Capsule<Space>>();
    keep::<Capsule<Space>, Capsule<Space>>();
}

fn keep<A: SupportMap<Space>, B: SupportMap<Space>>() {
    black_box(Solver::distance::<Space> as fn(&Solver, &Body<A>, &Body<B>) -> _);
    black_box(Solver::signed_distance::<Space> as fn(&Solver, &Body<A>, &Body<B>) -> _);
    black_box(Solver::overlaps::<Space> as fn(&Solver, &Body<A>, &Body<B>) -> _);
    black_box(Solver::distance_cached::<Space> as fn(&Solver, &Body<A>, &Body<B>, &mut Cache) -> _);
}
