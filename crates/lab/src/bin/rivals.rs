//! Prints the tables of docs/rivals.md: the published methods on the exact corpus and under small motion.
//!
//! Usage: `cargo run --release -p lab --bin rivals -- [--frames N] [FAMILY]`

use lab::rivals::corpus::{self, Row};
use lab::rivals::motion::{self, STEPS};
use lab::rivals::{Method, Tally};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (mut frames, mut only) = (1200, String::new());
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--frames" => frames = rest.next().and_then(|count| count.parse().ok()).unwrap_or(frames),
            _ => only.clone_from(word),
        }
    }
    let methods = Method::all();
    corpus_tables(&methods, &corpus::judge(&only));
    if only.is_empty() {
        motion_tables(&methods, &motion::judge(frames));
    }
}

fn corpus_tables(methods: &[Method], rows: &[Row]) {
    println!("The exact corpus, without radii. Errors are divided by the scale of the pair.\n");
    println!(
        "| method | pairs | apart, wrongly | meet, wrongly | endless | worst error | mean steps | ns apart | ns meet |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for (place, method) in methods.iter().enumerate() {
        let mut all = Tally::default();
        rows.iter().for_each(|row| all.add(&row.tallies[place]));
        println!(
            "| {} | {} | {} | {} | {} | {} | {:.1} | {:.0} | {:.0} |",
            method.name(),
            all.asked,
            all.wrong_apart,
            all.wrong_meet,
            all.endless,
            error(method, &all),
            all.mean_steps(),
            all.mean_apart(),
            all.mean_meet()
        );
    }
    println!("\nBy family: wrong verdicts + endless searches.\n");
    println!("| family | pairs | {} |", names(methods));
    println!("|---|---|{}", "---|".repeat(methods.len()));
    for row in rows {
        let cell = |t: &Tally| format!("{} + {}", t.wrong_apart + t.wrong_meet, t.endless);
        let cells: Vec<String> = row.tallies.iter().map(cell).collect();
        println!("| {} | {} | {} |", row.family, row.tallies[0].asked, cells.join(" | "));
    }
    println!("\nBy family: the worst error.\n");
    println!("| family | {} |", names(methods));
    println!("|---|{}", "---|".repeat(methods.len()));
    for row in rows {
        let cells: Vec<String> = methods.iter().zip(&row.tallies).map(|(method, tally)| error(method, tally)).collect();
        println!("| {} | {} |", row.family, cells.join(" | "));
    }
}

fn motion_tables(methods: &[Method], rows: &[motion::Row]) {
    println!("\nSmall motion: frames, wrong verdicts, endless searches and the worst error, all bodies together.\n");
    println!("| method | {} |", STEPS.map(|step| format!("{step:.0e}")).join(" | "));
    println!("|---|{}", "---|".repeat(STEPS.len()));
    for (place, method) in methods.iter().enumerate() {
        let cell = |step: usize| {
            let mut all = Tally::default();
            rows.iter().for_each(|row| all.add(&row.tallies[step][place]));
            format!("{}: {} + {}, {}", all.asked, all.wrong_apart + all.wrong_meet, all.endless, error(method, &all))
        };
        let cells: Vec<String> = (0..STEPS.len()).map(cell).collect();
        println!("| {} | {} |", method.name(), cells.join(" | "));
    }
    for row in rows {
        let meet = |step: usize| {
            let tally = &row.tallies[step][0];
            100.0 * (1.0 - tally.apart as f64 / tally.asked as f64)
        };
        let shares: Vec<String> = (0..STEPS.len()).map(|step| format!("{:.0} %", meet(step))).collect();
        println!("\nSmall motion of {} ({} meet): mean steps, ns apart / ns meet.\n", row.bodies, shares.join(", "));
        println!("| method | {} |", STEPS.map(|step| format!("{step:.0e}")).join(" | "));
        println!("|---|{}", "---|".repeat(STEPS.len()));
        for (place, method) in methods.iter().enumerate() {
            let cell = |tallies: &Vec<Tally>| {
                let tally = &tallies[place];
                format!("{:.1}, {:.0} / {:.0}", tally.mean_steps(), tally.mean_apart(), tally.mean_meet())
            };
            let cells: Vec<String> = row.tallies.iter().map(cell).collect();
            println!("| {} | {} |", method.name(), cells.join(" | "));
        }
    }
}

fn names(methods: &[Method]) -> String {
    methods.iter().map(Method::name).collect::<Vec<_>>().join(" | ")
}

fn error(method: &Method, tally: &Tally) -> String {
    if method.measures() { format!("{:.1e}", tally.worst_error) } else { "none told".into() }
}
