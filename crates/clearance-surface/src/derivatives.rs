//! Bounds of derivatives over a box of parameters, and what they prove.

use clearance::real::UP;

/// Bounds of the lengths of derivatives over a box of parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Derivatives {
    /// |S_u|.
    pub u: f64,
    /// |S_v|.
    pub v: f64,
    /// |S_uu|.
    pub uu: f64,
    /// |S_uv|.
    pub uv: f64,
    /// |S_vv|.
    pub vv: f64,
    /// Whether S_u or S_v may jump inside the box. Then second derivatives prove nothing.
    pub has_corner: bool,
}

impl Derivatives {
    /// The greater of each.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            u: self.u.max(other.u),
            v: self.v.max(other.v),
            uu: self.uu.max(other.uu),
            uv: self.uv.max(other.uv),
            vv: self.vv.max(other.vv),
            has_corner: self.has_corner || other.has_corner,
        }
    }

    pub(crate) fn times(self, factor: f64) -> Self {
        let Self { u, v, uu, uv, vv, .. } = self;
        let [u, v, uu, uv, vv] = [u, v, uu, uv, vv].map(|x| x * factor * UP);
        Self { u, v, uu, uv, vv, ..self }
    }

    /// How far S(p) is from Σ lᵢ S(pᵢ) at most, for weighted means p of points in a box with these sides.
    pub fn gap(&self, [du, dv]: [f64; 2]) -> f64 {
        if self.has_corner {
            return (self.u * du + self.v * dv) * UP;
        }
        0.125 * (self.uu * du * du + 2.0 * self.uv * du * dv + self.vv * dv * dv) * UP
    }
}
