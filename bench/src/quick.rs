//! The workloads of a quick run: one for each way through the engine that users take often. It is run before each landing,
//! so it should end within 8 minutes, after a build of 5. `--all` asks for every workload; that of hulls outside of all caches
//! takes longest.

/// The names of the workloads. Every class of them is asked.
const NAMES: [&str; 19] = [
    "boxes",
    "hull 32",
    "hull 2048",
    "capsules",
    "balls",
    "cylinders",
    "polygon 3-8",
    "touching boxes",
    "touching hull 64",
    "touching polygon 8",
    "moving boxes",
    "batch boxes",
    "meshes tori 5k",
    "meshes plates 20k",
    "rays boxes",
    "casts hull 32",
    "impacts hull 32 45",
    "impacts polygon 3-8 45",
    "clearances hull 32 45",
];

/// Whether a quick run asks about a workload.
pub fn names(workload: &str) -> bool {
    NAMES.contains(&workload)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_that_of_a_workload() {
        let queries = crate::workloads::recipes().into_iter().map(|recipe| recipe.name);
        let motions = crate::casts::names().into_iter().map(str::to_string);
        let meshes = crate::meshes::names().into_iter();
        let known: Vec<String> = queries.chain(motions).chain(meshes).collect();
        for name in NAMES {
            assert!(known.iter().any(|known| known == name), "{name} is no workload");
        }
    }
}
