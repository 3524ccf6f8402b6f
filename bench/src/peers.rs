//! Libraries that are not built here. Their figures are from one other machine, scaled by parry's.
//!
//! Each was timed once beside parry 0.31 in f64, on the same inputs, with its best flags. The inputs were boxes and
//! hulls of random points like those of the workloads here. The question was the distance with nearest points, cold and
//! in random order. Only the ratio to parry is used: a figure here is parry's time in this run times that ratio.

use crate::report::Row;

/// A library, its numbers, and its time in each of the [`CELLS`]. A time of 0 was not taken.
type Peer = (&'static str, &'static str, [f64; CELLS.len()]);

/// Workload, class and output.
const CELLS: [(&str, &str, &str); 14] = [
    ("boxes", "far", "distance"),
    ("boxes", "near", "distance"),
    ("boxes", "overlap", "distance"),
    ("hull 8", "near", "distance"),
    ("hull 16", "near", "distance"),
    ("hull 32", "near", "distance"),
    ("hull 64", "near", "distance"),
    ("hull 128", "near", "distance"),
    ("hull 512", "near", "distance"),
    ("hull 2048", "near", "distance"),
    ("hull 64", "overlap", "distance"),
    ("hull 64", "far", "distance"),
    ("boxes", "overlap", "signed"),
    ("hull 64", "overlap", "signed"),
];

/// Nanoseconds of parry in f64, in the same cells.
#[rustfmt::skip]
const PARRY: [f64; CELLS.len()] =
    [252., 563., 449., 808., 1139., 1683., 2842., 5212., 19600., 92500., 2060., 1032., 988., 3451.];

#[rustfmt::skip]
const PEERS: [Peer; 5] = [
    ("coal", "f64", [386., 713., 487., 848., 1214., 1694., 2116., 2308., 3477., 5571., 1610., 930., 1317., 3447.]),
    // Its answer is signed, so the overlap columns include the depth.
    ("mujoco", "f64", [212., 583., 594., 768., 1227., 1498., 1792., 2129., 3078., 4587., 1972., 497., 594., 1972.]),
    ("opengjk", "f64", [135., 335., 262., 351., 528., 909., 1643., 3241., 14031., 63600., 1142., 665., 0., 0.]),
    ("jolt", "f32", [248., 660., 349., 993., 1356., 1937., 2718., 4119., 0., 0., 1827., 0., 656., 3001.]),
    ("bullet", "f32", [327., 761., 431., 733., 1036., 1739., 3228., 5989., 25000., 102000., 1756., 0., 0., 0.]),
];

/// The rows of the libraries that are not built here, for a cell in which parry was timed.
pub fn rows(measured: &[Row]) -> Vec<Row> {
    let Some(parry) = measured.iter().find(|row| row.engine == "parry" && row.scalar == "f64") else {
        return Vec::new();
    };
    let this = (&*parry.workload, &*parry.class, &*parry.output);
    let Some(cell) = CELLS.iter().position(|&cell| cell == this && parry.protocol == "stream") else {
        return Vec::new();
    };
    let row = |&(engine, scalar, times): &Peer| Row {
        engine: engine.into(),
        scalar: scalar.into(),
        ns: parry.ns * times[cell] / PARRY[cell],
        worst_relative_error: None,
        wrong_verdicts: None,
        reference: true,
        ..parry.clone()
    };
    let taken = |(engine, _, times): &&Peer| times[cell] > 0.0 && measured.iter().all(|row| row.engine != *engine);
    PEERS.iter().filter(taken).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workloads::recipes;

    #[test]
    fn every_cell_of_the_table_is_a_workload() {
        let recipes = recipes();
        for (workload, class, _) in CELLS {
            assert!(
                recipes.iter().any(|recipe| recipe.name == workload && recipe.class == class),
                "{workload} {class}"
            );
        }
    }
}
