//! What is said of bodies that overlap or touch: how much, within which band, and where.

use clearance::each::Each;
use clearance_files::Scalar;
use clearance_scene::{Clash, ContactKind, ContactRegion, Finding, Relation, Scene};

use super::kind::Kind;
use crate::number::{self, push_or};
use crate::overlap::{Common, FEW_CELLS, bare, push_members, push_volume_cells};

/// How two bodies of a finding meet.
#[derive(Clone, Debug)]
pub struct Meeting {
    pub kind: Clash,
    /// The relation without a band.
    exact: Relation,
    /// 0 without one.
    pub band: f64,
    near_band: bool,
    /// What they have in common, if that has an interior.
    pub common: Option<Common>,
    /// Where they touch, if they do.
    region: Option<Region>,
}

/// A region of contact.
#[derive(Clone, Debug)]
struct Region {
    kind: ContactKind,
    area: [f64; 3],
    pieces: Vec<Vec<[f64; 3]>>,
}

impl Meeting {
    pub fn of<S: Kind>(scene: &Scene<S>, finding: &Finding<S::Vector>) -> Self {
        let Finding { a, b, exact, band, near_band, .. } = *finding;
        let is_told = exact.is_overlap() && S::is_small(scene, a) && S::is_small(scene, b);
        let of_pair = || if is_told { scene.overlap([a, b]) } else { None };
        let overlap = finding.overlap.or_else(of_pair);
        // What rounding makes bodies share within their band tells nothing.
        let has_volume = is_told && finding.relation.is_overlap();
        let volume = if has_volume { scene.common_volume([a, b], FEW_CELLS) } else { None };
        let touches = finding.relation == Relation::Touching;
        let region = if touches { scene.contact_region([a, b], band) } else { None };
        Self {
            kind: finding.kind(),
            exact,
            band,
            near_band,
            common: overlap.map(|overlap| Common { overlap: bare(overlap), volume, dimension: S::DIMENSION }),
            region: region.and_then(Region::of::<S>),
        }
    }

    /// The ends of the box around the region of contact, if there is one.
    pub fn region_ends(&self) -> Option<[[f64; 3]; 2]> {
        let mut points = self.region.iter().flat_map(|region| region.pieces.iter().flatten());
        let first = points.next()?;
        Some(points.fold([*first; 2], |[low, high], point| {
            let end =
                |end: [f64; 3], choose: fn(f64, f64) -> f64| [0, 1, 2].each(|axis| choose(end[axis], point[axis]));
            [end(low, f64::min), end(high, f64::max)]
        }))
    }

    /// Appends the fields of a JSON object, each after a comma. Coordinates are those of the dimension.
    pub fn push_json(&self, out: &mut Vec<u8>, dimension: usize) {
        out.extend_from_slice(format!(",\"kind\":\"{}\"", self.kind.name()).as_bytes());
        out.extend_from_slice(format!(",\"exact\":\"{}\"", self.exact.name()).as_bytes());
        if self.band > 0.0 {
            out.extend_from_slice(b",\"band\":");
            number::push(out, self.band, Scalar::F64);
            out.extend_from_slice(format!(",\"near_band\":{}", self.near_band).as_bytes());
        }
        if let Some(common) = &self.common {
            push_members(out, common);
        }
        if let Some(Region { kind, area: [lower, area, upper], pieces }) = &self.region {
            out.extend_from_slice(format!(",\"contact\":{{\"kind\":\"{}\",\"area\":", kind.name()).as_bytes());
            push_or(out, *area, number::push, "null");
            out.extend_from_slice(b",\"area_lower\":");
            push_or(out, *lower, number::push_lower, "null");
            out.extend_from_slice(b",\"area_upper\":");
            push_or(out, *upper, number::push_upper, "null");
            out.extend_from_slice(b",\"polygons\":[");
            let point = |point: &[f64; 3]| {
                let mut text = Vec::new();
                for (axis, &x) in point[..dimension].iter().enumerate() {
                    text.extend_from_slice(if axis > 0 { b"," } else { b"" });
                    push_or(&mut text, x, number::push, "null");
                }
                format!("[{}]", String::from_utf8_lossy(&text))
            };
            let piece = |piece: &Vec<[f64; 3]>| format!("[{}]", piece.iter().map(point).collect::<Vec<_>>().join(","));
            out.extend_from_slice(pieces.iter().map(piece).collect::<Vec<_>>().join(",").as_bytes());
            out.extend_from_slice(b"]}");
        }
    }

    /// Appends the cells, each after a comma.
    pub fn push_cells(&self, out: &mut Vec<u8>) {
        let Self { kind, exact, band, near_band, common, region } = self;
        out.extend_from_slice(format!(",{},{},", kind.name(), exact.name()).as_bytes());
        number::push(out, *band, Scalar::F64);
        out.extend_from_slice(format!(",{near_band},").as_bytes());
        let overlap =
            common.map_or([f64::NAN; 3], |Common { overlap, .. }| [overlap.diameter, overlap.lower, overlap.upper]);
        push_bounds(out, overlap);
        let [lower, area, upper] = region.as_ref().map_or([f64::NAN; 3], |region| region.area);
        out.extend_from_slice(format!(",{},", region.as_ref().map_or("", |region| region.kind.name())).as_bytes());
        push_bounds(out, [area, lower, upper]);
        push_volume_cells(out, common.and_then(|common| common.volume));
    }
}

/// Appends three cells: a number and its bounds.
fn push_bounds(out: &mut Vec<u8>, [x, lower, upper]: [f64; 3]) {
    push_or(out, x, number::push, "");
    out.push(b',');
    push_or(out, lower, number::push_lower, "");
    out.push(b',');
    push_or(out, upper, number::push_upper, "");
}

impl Region {
    fn of<S: Kind>(region: ContactRegion<S::Vector>) -> Option<Self> {
        let ContactRegion { pieces, area, lower, upper, kind } = region;
        let pieces = pieces.into_iter().map(|piece| piece.into_iter().map(S::coordinates).collect()).collect();
        Some(Self { kind: kind?, area: [lower, area, upper].each(|x| x), pieces })
    }
}
