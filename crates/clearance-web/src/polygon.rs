//! What is wrong with an ordered polygon, and at which vertex, in the library's words.

use clearance::{Hull, PolygonError, Vec2};
use serde::Serialize;

/// A complaint in words for the page. It names a vertex if one is to blame.
#[derive(Debug, Serialize)]
pub struct PolygonComplaint {
    vertex: Option<usize>,
    message: String,
}

/// The first thing that is wrong with the polygon. It must be counter-clockwise, strictly convex, and go once round.
pub fn complaint(points: &[[f64; 2]]) -> Option<PolygonComplaint> {
    let vertices: Vec<Vec2<f64>> = points.iter().map(|&point| point.into()).collect();
    let error = Hull::from_ordered_polygon(&vertices).err()?;
    let vertex = match error {
        PolygonError::NotFinite(vertex)
        | PolygonError::Repeated(vertex)
        | PolygonError::Collinear(vertex)
        | PolygonError::Reflex(vertex)
        | PolygonError::Winding(vertex) => Some(vertex),
        _ => None,
    };
    Some(PolygonComplaint { vertex, message: error.to_string() })
}

#[cfg(test)]
mod tests {
    use super::complaint;

    #[test]
    fn the_dent_is_blamed_and_a_convex_polygon_is_fine() {
        let dented = [[0.0, 0.0], [2.0, 0.0], [1.0, 0.1], [0.0, 2.0]];
        assert_eq!(complaint(&dented).map(|complaint| complaint.vertex), Some(Some(2)));
        assert!(complaint(&[[0.0, 0.0], [2.0, 0.0], [3.0, 1.0], [1.0, 2.0]]).is_none());
    }
}
