//! `clearance scene --proof`: the findings, and that there are no others, in a form that `clearance verify` checks.
//!
//! Each finding is proven by its bracket. Every other pair whose boxes are near each other is proven to be as far apart
//! as its limit says, or as the last of the nearest pairs. All pairs that are left are far apart by their boxes, which
//! the checker computes itself.
//!
//! Beside it stands what kind of finding it is: a ball in both bodies, a bound of it and of the volume that they share, that a
//! pair within its band overlaps by no more than that, that bodies are the same up to it, or that they are apart.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;

use clearance_files::Scalar;
use clearance_scene::proof::{Facets, ProofWriter};
use clearance_scene::{Clash, CommonVolume, Rules, Scene};
use clearance_verify::{Surface, check};

use super::kind::Kind;
use super::load::Origin;
use super::row::Row;
use super::source::{Source, relative};
use crate::failure::Failure;
use crate::output;

/// What is to be proven.
pub struct Claims<'a> {
    pub rows: &'a [Row],
    pub rules: &'a Rules,
    /// Whether the findings are pairs that break a limit.
    pub has_limits: bool,
    /// How many of the nearest were asked for, if not all.
    pub nearest: Option<u32>,
}

impl Claims<'_> {
    /// No pair beside the findings is nearer than this, whatever its limit is.
    fn beyond_the_last(&self) -> f64 {
        let is_cut =
            if self.has_limits { self.nearest.is_some_and(|count| self.rows.len() >= count as usize) } else { true };
        let solid = |row: &Row| if row.finding.relation.is_overlap() { 0.0 } else { row.finding.lower.max(0.0) };
        if is_cut { self.rows.last().map_or(0.0, solid) } else { f64::INFINITY }
    }

    /// The greatest limit of any pair.
    fn greatest_limit(&self) -> f64 {
        let own = self.rules.rules.iter().filter_map(|rule| rule.below);
        own.chain(self.rules.below).fold(0.0, f64::max)
    }

    /// What is claimed of all pairs without a limit of their own.
    fn of_the_rest(&self) -> f64 {
        if self.has_limits { self.greatest_limit().min(self.beyond_the_last()) } else { self.beyond_the_last() }
    }

    /// What is claimed of a pair with this limit.
    fn of_pair(&self, limit: Option<f64>) -> f64 {
        if self.has_limits { limit.unwrap_or(0.0).min(self.beyond_the_last()) } else { self.beyond_the_last() }
    }
}

/// Writes the proof.
pub fn write<S: Kind>(
    path: &Path,
    scene: &Scene<S>,
    sources: &[Origin],
    unit: Option<&str>,
    claims: &Claims<'_>,
) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let (names, numbers) = surface_names(sources, folder)?;
    let mut facets: Vec<Option<Facets>> = vec![None; names.len()];
    for (object, &surface) in numbers.iter().enumerate() {
        facets[surface].get_or_insert_with(|| as_in_file(S::facets(scene, object), sources[object].shift));
    }
    let facets: Vec<Facets> = facets.into_iter().flatten().collect();
    let surfaces: Vec<Surface> = facets.iter().map(Facets::surface).collect();
    let (text, unproven) = text(scene, &names, &surfaces, (&numbers, sources), unit, claims)?;
    if unproven > 0 {
        let count = claims.rows.len();
        eprintln!(
            "clearance: of {unproven} of {count} findings the proof has no overlap, no upper bound of it, or no volume"
        );
    }
    check(&text, &surfaces).map_err(|refusal| format!("no proof: {refusal}"))?;
    output::write_whole(Some(path), text.as_bytes())
}

/// The vertices as in the file, and the pose that goes with them. Both are exact: so was the shift.
fn as_in_file(mut facets: Facets, shift: [f64; 3]) -> Facets {
    let vertices = facets.vertices.iter_mut().flatten();
    vertices.zip(shift.iter().cycle()).for_each(|(x, shift)| *x += shift);
    facets.pose.iter_mut().zip(shift).for_each(|(x, shift)| *x -= shift);
    facets
}

/// The names of the surfaces, and which one each object has.
fn surface_names(sources: &[Origin], folder: &Path) -> Result<(Vec<String>, Vec<usize>), Failure> {
    let (mut known, mut paths) = (HashMap::new(), HashMap::new());
    let (mut names, mut numbers) = (Vec::new(), Vec::new());
    for Origin { path, part, .. } in sources {
        let path = match paths.entry(path) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(relative(path, folder)?),
        };
        let name = Source { path: path.clone(), factor: 1.0, scalar: Scalar::F64, part: Some(*part) }.name();
        let next = names.len();
        let number = *known.entry(name.clone()).or_insert(next);
        if number == next {
            names.push(name);
        }
        numbers.push(number);
    }
    Ok((names, numbers))
}

/// The text of the proof.
fn text<S: Kind>(
    scene: &Scene<S>,
    names: &[String],
    surfaces: &[Surface<'_>],
    (numbers, sources): (&[usize], &[Origin]),
    unit: Option<&str>,
    claims: &Claims<'_>,
) -> Result<(String, usize), Failure> {
    let mut writer = ProofWriter::default();
    if let Some(unit) = unit {
        writer.unit(unit);
    }
    for (name, surface) in names.iter().zip(surfaces) {
        writer.surface(name, *surface);
    }
    for (object, &surface) in numbers.iter().enumerate() {
        let facets = Facets { pose: S::pose(scene, object), vertices: Vec::new(), leaves: Vec::new() };
        let pose = as_in_file(facets, sources[object].shift).pose;
        writer.body(surface, scene.name(object), &pose).map_err(|error| error.to_string())?;
    }
    let mut found = HashMap::new();
    for row in claims.rows {
        found.insert(row.finding.objects, row);
    }
    let rest = claims.of_the_rest();
    let unproven = |[a, b]: [usize; 2], error: &dyn std::fmt::Display| {
        Failure::Input(format!("no proof of {} and {}: {error}", scene.name(a), scene.name(b)))
    };
    // The checker's boxes are rounded, and so is their gap.
    for pair in scene.pairs_near(claims.rules, rest * (1.0 + 64.0 * f64::EPSILON)) {
        let objects = [pair.a, pair.b];
        if !found.contains_key(&objects) {
            let lower = if pair.is_skipped { 0.0 } else { claims.of_pair(pair.limit) };
            writer.at_least(objects, lower).map_err(|error| unproven(objects, &error))?;
        }
    }
    for row in claims.rows {
        let finding = &row.finding;
        let bracket = if finding.distance > 0.0 { [finding.lower.max(0.0), finding.upper] } else { [0.0; 2] };
        let leaves = [finding.leaf_a, finding.leaf_b];
        writer.bracket(finding.objects, bracket, leaves).map_err(|error| unproven(finding.objects, &error))?;
    }
    let mut without = 0;
    for row in claims.rows.iter().filter(|row| !row.finding.open) {
        without += usize::from(!kind(scene, &mut writer, row));
    }
    writer.rest(rest).map_err(|error| error.to_string())?;
    Ok((writer.finish(), without))
}

/// Claims what kind of finding it is. No if something of it is not proven.
fn kind<S: Kind>(scene: &Scene<S>, writer: &mut ProofWriter, row: &Row) -> bool {
    let (objects, band) = (row.finding.objects, row.meeting.band);
    // Those of large meshes are not told, and take long.
    let is_told = row.meeting.common.is_some_and(|common| !common.overlap.open);
    match row.meeting.kind {
        // A lower bound of 0 does not say that the surfaces have no common point.
        Clash::Gap => row.finding.lower > 0.0 && writer.parted(objects).is_ok(),
        Clash::Touch => {
            // Without a band they have no common interior, and where a plane parts them that is proven.
            writer.overlap(objects, None, Some(band)).is_ok()
        }
        kind => {
            let Some(overlap) = is_told.then(|| scene.overlap(objects)).flatten() else { return false };
            let middle = overlap.middle.map(S::coordinates);
            let proven = writer.overlap(objects, middle, Some(overlap.upper));
            let told = row.meeting.common.and_then(|common| common.volume);
            let is_shared =
                told.is_none_or(|CommonVolume { lower, upper }| writer.volume(objects, [lower, upper]).is_ok());
            let is_same = kind == Clash::Hard || writer.same(objects, band).is_ok();
            is_same && is_shared && proven.is_ok_and(|[lower, upper]| lower > 0.0 && upper < f64::INFINITY)
        }
    }
}
