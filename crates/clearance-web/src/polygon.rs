//! What is wrong with an ordered polygon, and at which vertex: decided exactly.

use clearance::{Ring, Space, WideVector, vec2};
use serde::Serialize;

/// A complaint in words for the page, at a vertex where there is one to blame.
#[derive(Debug, Serialize)]
pub struct PolygonComplaint {
    vertex: Option<usize>,
    message: String,
}

/// The first thing wrong with the polygon, if anything is: counter-clockwise, strictly convex, once around.
pub fn complaint(points: &[[f64; 2]]) -> Option<PolygonComplaint> {
    let at =
        |vertex: usize, message: &str| Some(PolygonComplaint { vertex: Some(vertex), message: message.to_owned() });
    if let Some(vertex) = points.iter().position(|point| !point.iter().all(|c| c.is_finite())) {
        return at(vertex, "not a finite number");
    }
    let count = points.len();
    let edge = |place: usize| {
        let [from, to] = [points[place % count], points[(place + 1) % count]].map(|[x, y]| vec2(x, y).exact());
        to.minus(&from)
    };
    if let Some(place) = (0..count).find(|&place| edge(place).is_zero()) {
        return at((place + 1) % count, "repeats the vertex before it");
    }
    for vertex in 0..count {
        let turn = edge(vertex + count - 1).wedge(&edge(vertex));
        if turn.is_zero() {
            return at(vertex, "lies on the line through its neighbours");
        }
        if turn.is_negative() {
            return at(vertex, "turns clockwise: not convex here, or drawn the wrong way round");
        }
    }
    // Once round, the vertices fall and rise once in the order of their coordinates; a star does so more often.
    let falls = |place: usize| points[place % count] > points[(place + 1) % count];
    let changes = (0..count).filter(|&place| falls(place) != falls(place + 1)).count();
    let message = "the polygon winds round more than once".to_owned();
    (changes > 2).then_some(PolygonComplaint { vertex: None, message })
}

#[cfg(test)]
mod tests {
    use super::complaint;

    fn blamed(points: &[[f64; 2]]) -> Option<Option<usize>> {
        complaint(points).map(|complaint| complaint.vertex)
    }

    #[test]
    fn a_convex_polygon_is_fine() {
        assert_eq!(blamed(&[[0.0, 0.0], [2.0, 0.0], [3.0, 1.0], [1.0, 2.0]]), None);
    }

    #[test]
    fn the_dent_is_blamed() {
        assert_eq!(blamed(&[[0.0, 0.0], [2.0, 0.0], [1.0, 0.1], [0.0, 2.0]]), Some(Some(2)));
    }

    #[test]
    fn the_repeated_vertex_is_blamed() {
        assert_eq!(blamed(&[[0.0, 0.0], [2.0, 0.0], [2.0, 0.0], [0.0, 2.0]]), Some(Some(2)));
    }

    #[test]
    fn a_vertex_on_an_edge_is_blamed_however_the_floats_round() {
        assert_eq!(blamed(&[[0.0, 0.0], [0.1, 0.3], [0.2, 0.6], [-1.0, 1.0]]), Some(Some(1)));
    }

    #[test]
    fn a_star_winds_round_twice() {
        let star = [[0.0, 1.0], [-0.6, -0.8], [0.95, 0.3], [-0.95, 0.3], [0.6, -0.8]];
        assert_eq!(blamed(&star), Some(None));
    }
}
