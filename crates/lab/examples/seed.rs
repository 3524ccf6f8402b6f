//! The pair of a soak seed and its answers both ways round: `cargo run --release -p lab --example seed -- 67`.
use clearance::{Precision, Solver, Vec2, Vec3};
use lab::judge::{Via, judge_problem};
use lab::soak::pair_of_seed;
use lab::space::Lab;

fn show<V: Lab>(seed: u64) {
    let (kind, problem) = pair_of_seed::<V>(seed);
    println!("{kind:?}\n{problem:#?}");
    let (a, b) = (problem.a.vectors::<V>(), problem.b.vectors::<V>());
    let (a, b) = (problem.a.shape(&a), problem.b.shape(&b));
    for precision in [Precision::Float, Precision::Exact] {
        let solver = Solver { precision, ..Solver::default() };
        println!("{:?}", judge_problem::<V>(&problem, &problem.truth::<V>(), precision, Via::Points));
        println!("{precision:?}\n{:?}\n{:?}", solver.signed_distance(&a, &b), solver.signed_distance(&b, &a).swapped());
    }
    println!("exact {:?}", problem.truth::<V>().value.to_f64());
}

fn main() {
    let seed = std::env::args().nth(1).and_then(|word| word.parse().ok()).expect("a seed");
    match seed % 4 {
        0 => show::<Vec2<f64>>(seed),
        1 => show::<Vec3<f64>>(seed),
        2 => show::<Vec3<f32>>(seed),
        _ => show::<Vec2<f32>>(seed),
    }
}
