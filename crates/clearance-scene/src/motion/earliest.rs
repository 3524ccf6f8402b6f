//! Of many brackets of a fraction, those that may hold the least one.

/// What was found about two leaves: something begins between two fractions.
pub(super) struct Found<T> {
    pub leaves: [u32; 2],
    pub lower: f64,
    pub upper: f64,
    pub what: T,
}

/// The findings whose lower bounds are not above the least upper bound.
pub(super) struct Earliest<T> {
    found: Vec<Found<T>>,
    /// It begins at or before this fraction. Infinity if nothing was found.
    pub upper: f64,
}

impl<T> Earliest<T> {
    pub fn new() -> Self {
        Self { found: Vec::new(), upper: f64::INFINITY }
    }

    pub fn keep(&mut self, found: Found<T>) {
        if found.upper < self.upper {
            self.upper = found.upper;
            self.found.retain(|other| other.lower <= found.upper);
        }
        if found.lower <= self.upper {
            self.found.push(found);
        }
    }

    /// The finding of the first leaves: by those of one body, and then by those of the other.
    pub fn first(&self) -> Option<&Found<T>> {
        self.found.iter().min_by_key(|found| found.leaves)
    }

    /// The least lower bound of all that were found.
    pub fn lower(&self) -> f64 {
        self.found.iter().fold(f64::INFINITY, |least, found| least.min(found.lower))
    }

    /// Whether a finding with this lower bound, about leaves that are not before `first`, changes nothing. What begins from
    /// the upper bound on does not change the bounds. At the bound itself it may name other leaves.
    pub fn is_beyond(&self, bound: f64, first: [u32; 2]) -> bool {
        bound > self.upper || (bound == self.upper && self.found.iter().all(|found| found.leaves < first))
    }
}
