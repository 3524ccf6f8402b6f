//! The methods of `Robot` about whole ranges of joints: claims, limits, checks, and SRDFs that are proven.

use crate::robot::{Robot, warn};
use crate::robot_answers::{RobotClaim, free_range};
use crate::shape::value_error;
use clearance_cli::failure::Failure;
use clearance_cli::robot::door::{Audit, Door, Search, SrdfQuestion};
use clearance_robot::{Claim, Question, Verdict};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Ranges of joints by their names.
type Ranges = BTreeMap<String, (f64, f64)>;

/// The budget, if it and the margin are numbers that make sense.
fn checked(margin: f64, budget: f64) -> PyResult<Duration> {
    match margin >= 0.0 && margin.is_finite() && (0.0..1e9).contains(&budget) {
        true => Ok(Duration::from_secs_f64(budget)),
        false => Err(value_error("margin and budget: numbers that are not negative are expected")),
    }
}

fn checked_ranges(ranges: Option<Ranges>) -> PyResult<Vec<(String, [f64; 2])>> {
    let checked =
        |(name, (lower, upper)): (String, (f64, f64))| match lower <= upper && lower.is_finite() && upper.is_finite() {
            true => Ok((name, [lower, upper])),
            false => Err(value_error(format!("ranges: {name}: lower <= upper is expected"))),
        };
    ranges.unwrap_or_default().into_iter().map(checked).collect()
}

fn failed(failure: Failure) -> PyErr {
    value_error(failure.into_fault())
}

fn write(path: &Path, text: &str) -> PyResult<()> {
    std::fs::write(path, text).map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))
}

impl Robot {
    /// The pairs that an argument means, with the reasons of the SRDF.
    fn chosen(&self, pairs: &Bound<'_, PyAny>) -> PyResult<Vec<([usize; 2], String)>> {
        let claims = self.loaded.claims();
        let reason = |pair: &[usize; 2]| {
            claims.iter().find(|(own, _)| own == pair).map_or(String::new(), |(_, reason)| reason.clone())
        };
        if let Ok(word) = pairs.extract::<String>() {
            return Ok(match word.as_str() {
                "all" => self.loaded.all_pairs().into_iter().map(|pair| (pair, reason(&pair))).collect(),
                "enabled" => self.pairs.iter().map(|&pair| (pair, reason(&pair))).collect(),
                word => {
                    let meant: Vec<_> = claims.into_iter().filter(|(_, own)| own.eq_ignore_ascii_case(word)).collect();
                    // An empty list would say that all of them are proven.
                    if meant.is_empty() {
                        let why = format!("pairs: no pair is disabled in an SRDF with the reason {word:?}");
                        return Err(value_error(format!("{why}; \"all\" and \"enabled\" need no SRDF")));
                    }
                    meant
                }
            });
        }
        let named: Vec<(String, String)> = pairs.extract()?;
        let pair = |(a, b): &(String, String)| {
            let [a, b] = [self.link(a)?, self.link(b)?];
            if a == b {
                return Err(value_error("pairs: two different links are expected"));
            }
            let pair = [a.min(b), a.max(b)];
            Ok((pair, reason(&pair)))
        };
        named.iter().map(pair).collect()
    }

    fn claim(&self, claim: &Claim, reason: &str) -> RobotClaim {
        let why = match &claim.verdict {
            Verdict::NotClaimed(why) => self.loaded.why_not_claimed(why),
            _ => String::new(),
        };
        RobotClaim::new(claim, reason, self.names(claim.pair), why)
    }

    /// What is searched, and how long. A proof is refused here if the robot has no file.
    fn search(
        &self,
        margin: f64,
        ranges: Option<Ranges>,
        budget: f64,
        cells: u64,
        proof: Option<PathBuf>,
    ) -> PyResult<Search> {
        if let Some(path) = &proof {
            self.proof(path)?;
        }
        Ok(Search { margin, range: checked_ranges(ranges)?, budget: checked(margin, budget)?, proof, cells })
    }
}

#[pymethods]
impl Robot {
    /// prove(pairs="Never", margin=0.0, ranges=None, budget=60.0, cells=100000, proof=None)
    ///
    /// Whether pairs of links ever meet over the whole ranges of the joints: a list of `RobotClaim`. `pairs` is a reason
    /// of the SRDF, "all", "enabled", or a list of pairs of names. A reason that no pair has is a ValueError. `ranges` maps joints to (lower, upper) instead of
    /// their limits. `budget` is in seconds for all pairs; what is not decided then is "open". `proof` is a file that is
    /// written, and that `clearance verify` checks: why pairs never meet, and where they do.
    #[pyo3(signature = (pairs=None, margin=0.0, ranges=None, budget=60.0, cells=100_000, proof=None))]
    #[allow(clippy::too_many_arguments, reason = "the arguments of Python")]
    fn prove(
        &self,
        py: Python<'_>,
        pairs: Option<&Bound<'_, PyAny>>,
        margin: f64,
        ranges: Option<Ranges>,
        budget: f64,
        cells: u64,
        proof: Option<PathBuf>,
    ) -> PyResult<Vec<RobotClaim>> {
        let budget = checked(margin, budget)?;
        let never = pyo3::types::PyString::new(py, "Never").into_any();
        let chosen = self.chosen(pairs.unwrap_or(&never))?;
        let mut known = HashMap::new();
        for (name, range) in checked_ranges(ranges)? {
            let place = self.core().joint(&name).and_then(|joint| self.core().coordinate_of(joint));
            known.insert(place.ok_or_else(|| value_error(self.loaded.unknown_joint(&name)))?, range);
        }
        let question = Question { margin, ranges: known, cells };
        let end = Instant::now() + budget;
        let text = proof.as_deref().map(|file| self.proof(file)).transpose()?;
        let pairs: Vec<[usize; 2]> = chosen.iter().map(|(pair, _)| *pair).collect();
        let claims: Vec<Claim> = py.detach(|| match &text {
            Some(proof) => proof.prove_all_while(&pairs, &question, &|_| Instant::now() < end),
            None => self.core().prove_all_while(&pairs, &question, &|_| Instant::now() < end),
        });
        if let (Some(text), Some(file)) = (text, &proof) {
            self.write_proof(py, text, file)?;
        }
        Ok(claims.iter().zip(&chosen).map(|(claim, (_, reason))| self.claim(claim, reason)).collect())
    }

    /// free_ranges()
    ///
    /// How far each joint can go from home before the links that it alone moves meet: a list of dicts with "joint",
    /// "lower" and "upper", and for each of these "reaches_limit", "clear", "meets" and "pair".
    fn free_ranges<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let rules = self.loaded.audit_rules();
        let ranges = py.detach(|| self.core().free_ranges(&rules));
        ranges.iter().map(|range| free_range(py, range, self.core())).collect()
    }

    /// check(report=None, junit=None, limits=True, margin=0.0, ranges=None, budget=60.0, cells=100000, proof=None)
    ///
    /// Whether the robot is clear at home and in the states of its SRDF, whether its limits are possible, and whether the
    /// claims of the SRDF are true: a list of dicts with "check", "a", "b", "outcome", "lower", "upper", "what" and
    /// "broken". `report` is an HTML file that shows the robot at each witness and needs no network; `junit` is a file of
    /// test cases for continuous integration. `limits=False` leaves out the audit of the limits.
    #[pyo3(signature = (
        report=None, junit=None, limits=true, margin=0.0, ranges=None, budget=60.0, cells=100_000, proof=None
    ))]
    #[allow(clippy::too_many_arguments, reason = "the arguments of Python")]
    fn check<'py>(
        &self,
        py: Python<'py>,
        report: Option<PathBuf>,
        junit: Option<PathBuf>,
        limits: bool,
        margin: f64,
        ranges: Option<Ranges>,
        budget: f64,
        cells: u64,
        proof: Option<PathBuf>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let search = self.search(margin, ranges, budget, cells, proof)?;
        let audit = if limits { Audit::Limits } else { Audit::Without };
        let found = py.detach(|| Door::new(&self.source, &self.loaded).check(&search, audit)).map_err(failed)?;
        if let Some(path) = report {
            write(&path, &found.page)?;
        }
        if let Some(path) = junit {
            write(&path, &found.junit)?;
        }
        py.import("json")?.call_method1("loads", (found.json,))?.get_item("answers")
    }

    /// proven_srdf(keep=(), margin=0.0, ranges=None, budget=60.0, cells=100000, proof=None)
    ///
    /// The text of an SRDF in which each disabled pair is proven. Groups, states and comments of the robot's own SRDF are
    /// kept. Pairs that can meet and pairs that are open are enabled, unless `keep` names their reason; each pair that
    /// the old file disabled and this one does not is a warning (UserWarning).
    #[pyo3(signature = (keep=Vec::new(), margin=0.0, ranges=None, budget=60.0, cells=100_000, proof=None))]
    #[allow(clippy::too_many_arguments, reason = "the arguments of Python")]
    fn proven_srdf(
        &self,
        py: Python<'_>,
        keep: Vec<String>,
        margin: f64,
        ranges: Option<Ranges>,
        budget: f64,
        cells: u64,
        proof: Option<PathBuf>,
    ) -> PyResult<String> {
        if self.texts.as_ref().is_some_and(|own| own.srdf.is_some()) {
            return Err(value_error("the SRDF is a macro file: expand it with xacro, and load that"));
        }
        let question = SrdfQuestion { keep, search: self.search(margin, ranges, budget, cells, proof)? };
        let found = py.detach(|| Door::new(&self.source, &self.loaded).srdf(&question));
        let (text, enabled) = found.map_err(failed)?;
        enabled.iter().try_for_each(|pair| warn(py, pair))?;
        Ok(text)
    }
}
