//! The picture of a topic: both sides in their colours, and a red dot at each finding, on top.

use std::collections::BTreeMap;

use clearance::Vec3;
use clearance_files::bcf::png;
use clearance_scene::Scene;

use super::super::kind::Kind;
use super::super::row::Row;
use super::Side;
use super::camera::{ASPECT, Look};
use super::raster::Raster;

/// The height of the picture in pixels.
const HEIGHT: f64 = 300.0;

/// The radius of a dot in pixels.
const DOT: f64 = 4.0;

const RED: [u8; 3] = [179, 0, 30];

/// Draws the bodies of a topic.
pub fn draw<S: Kind>(scene: &Scene<S>, look: &Look, sides: &BTreeMap<usize, Side>, rows: &[&Row]) -> Vec<u8> {
    let mut raster = Raster::new((HEIGHT * ASPECT) as usize, HEIGHT as usize);
    for (&object, side) in sides {
        let vertices = S::placed_vertices(scene, object);
        let seen: Vec<[f64; 3]> = vertices.iter().map(|&vertex| look.seen(vertex)).collect();
        for leaf in S::facets(scene, object).leaves {
            let corners = leaf.map(|vertex| seen[vertex as usize]);
            let color = shaded(corners, side.base());
            for triangle in in_front(corners, 1e-3 * look.radius) {
                raster.triangle(triangle, color);
            }
        }
    }
    for row in rows {
        let [a, b] = [row.finding.point_a, row.finding.point_b].map(Vec3::from);
        let middle = look.seen(a + (b - a) * 0.5);
        if middle[2] > 0.0 {
            raster.disc(middle, DOT, RED);
        }
    }
    let (width, height, pixels) = raster.finish();
    png(width, height, &pixels)
}

impl Side {
    fn base(self) -> [u8; 3] {
        match self {
            Self::A => [11, 110, 117],
            Self::B => [180, 86, 10],
        }
    }
}

/// The colour of a triangle: lighter where it faces the eye.
fn shaded([a, b, c]: [[f64; 3]; 3], base: [u8; 3]) -> [u8; 3] {
    let [u, v] = [b, c].map(|corner| [0, 1, 2].map(|axis| corner[axis] - a[axis]));
    let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = (normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]).sqrt();
    let light = if length > 0.0 { (0.3 * normal[0] + 0.4 * normal[1] + 0.87 * normal[2]).abs() / length } else { 0.5 };
    base.map(|channel| {
        let own = f64::from(channel);
        (own + (255.0 - own) * (0.1 + 0.6 * light.min(1.0))).round() as u8
    })
}

/// The part of a triangle that is at least `near` in front of the eye, as triangles.
fn in_front(corners: [[f64; 3]; 3], near: f64) -> Vec<[[f64; 3]; 3]> {
    let mut ring: Vec<[f64; 3]> = Vec::new();
    for place in 0..3 {
        let (p, q) = (corners[place], corners[(place + 1) % 3]);
        if p[2] >= near {
            ring.push(p);
        }
        if (p[2] >= near) != (q[2] >= near) {
            let share = (near - p[2]) / (q[2] - p[2]);
            let cut = [0, 1].map(|axis| p[axis] + share * (q[axis] - p[axis]));
            ring.push([cut[0], cut[1], near]);
        }
    }
    (2..ring.len()).map(|last| [ring[0], ring[last - 1], ring[last]]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_is_cut_where_it_passes_the_eye() {
        let corners = [[0.0, 0.0, 3.0], [3.0, 0.0, -3.0], [-3.0, 0.0, -3.0]];
        assert_eq!(in_front(corners, 1.0), [[[0.0, 0.0, 3.0], [1.0, 0.0, 1.0], [-1.0, 0.0, 1.0]]]);
        assert_eq!(in_front(corners.map(|[x, y, z]| [x, y, -z]), 1.0).len(), 2);
        assert!(in_front(corners, 4.0).is_empty());
        assert_eq!(in_front(corners, -4.0), [corners]);
    }
}
