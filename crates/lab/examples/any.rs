//! The two shapes of a random case of any bytes, and the law that they break:
//! `cargo run --release -p lab --example any -- CASE [LAST]`; with a last case, the numbers of those that break one.

use lab::any::{bytes_of_case, check};

fn main() {
    let cases: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    match cases[..] {
        [case] => println!("{:?}", check(&bytes_of_case(case))),
        [first, last] => {
            std::panic::set_hook(Box::new(|_| {}));
            let broken =
                (first..=last).filter(|&case| std::panic::catch_unwind(|| check(&bytes_of_case(case))).is_err());
            println!("{:?}", broken.collect::<Vec<_>>());
        }
        _ => eprintln!("usage: any CASE [LAST]"),
    }
}
