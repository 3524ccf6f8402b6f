//! The findings as one page that works without a network: a table with a filter, and a view of each finding in space.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clearance::each::Each;
use clearance::{Vec3, closest_on_triangle, vec3};
use clearance_scene::Scene;
use serde_json::{Map, Value, json};

use super::baseline::Gone;
use super::formats::{Summary, Whole};
use super::kind::Kind;
use super::row::Row;
use crate::report::filled;

/// The page without its data.
const TEMPLATE: &str = include_str!("report.html");

/// Triangles of the whole page. Larger: a page of more than 36 bytes a triangle, in base64 a third more. Smaller: less
/// of the bodies is seen if there are many findings.
const TRIANGLES: usize = 400_000;

/// The most and the least triangles of a body in one view. More would be slow to draw; fewer would not show a shape.
const MOST: usize = 2000;
const LEAST: usize = 24;

/// The page.
pub fn page<S: Kind>(scene: &Scene<S>, summary: &Summary, rows: &[Row], whole: &Whole) -> String {
    let budget = (TRIANGLES / (2 * rows.len().max(1))).clamp(LEAST, MOST);
    let findings: Vec<Value> = rows.iter().map(|row| finding(scene, row, budget)).collect();
    let names = |part: Vec<&Gone>| part.iter().map(|gone| json!(gone.names())).collect::<Vec<_>>();
    let [resolved, unretested] = whole.parts().map(names);
    let groups: Option<Vec<&str>> = whole.groups.map(|groups| groups.iter().map(|group| &*group.name).collect());
    let data = json!({
        "unit": summary.unit,
        "objects": summary.objects,
        "pairs": summary.pairs,
        "limits": summary.has_limits,
        "plane": S::DIMENSION == 2,
        "findings": findings,
        "resolved": whole.gone.map(|_| resolved),
        "unretested": unretested,
        "groups": groups,
    });
    filled(TEMPLATE, &data)
}

/// The finding as the other formats have it, and the triangles near it.
fn finding<S: Kind>(scene: &Scene<S>, row: &Row, budget: usize) -> Value {
    // The view shows the surfaces.
    let surfaces = Row { deep: None, ..row.clone() };
    let mut object: Map<String, Value> = serde_json::from_str(&surfaces.json()).expect("the finding is valid JSON");
    let nearest = &row.finding;
    let bodies = nearest.objects.each(|object| Shown::new(scene, object));
    // Where bodies touch, the view is around the region of contact, which is no wider than the smaller body.
    let [a, b] = row.meeting.region_ends().unwrap_or([nearest.point_a, nearest.point_b]).each(Vec3::from);
    let middle = a + (b - a) * 0.5;
    let reach = reach(&bodies, nearest.distance);
    for (name, body, leaf) in [("near_a", &bodies[0], nearest.leaf_a), ("near_b", &bodies[1], nearest.leaf_b)] {
        object.insert(name.to_owned(), json!(triangles_near(body, leaf, middle, reach, budget)));
    }
    object.insert("middle".to_owned(), json!(<[f64; 3]>::from(middle)));
    object.insert("reach".to_owned(), json!(reach));
    Value::Object(object)
}

/// A body as it is drawn: its vertices in the world, and its triangles, or its edges with their ends repeated.
struct Shown {
    vertices: Vec<Vec3<f64>>,
    leaves: Vec<[u32; 3]>,
    /// Whether it has no end: a half-space.
    is_endless: bool,
}

impl Shown {
    fn new<S: Kind>(scene: &Scene<S>, object: usize) -> Self {
        let is_endless = scene.half_space(object).is_some();
        Self { vertices: S::placed_vertices(scene, object), leaves: S::facets(scene, object).leaves, is_endless }
    }
}

/// How far around the witness points a view shows: some distances, and at least a share of the smaller body.
fn reach(bodies: &[Shown; 2], distance: f64) -> f64 {
    let extent = |body: &Shown| {
        let axis = |axis: usize| {
            let along = body.vertices.iter().map(|vertex| <[f64; 3]>::from(*vertex)[axis]);
            let [low, high] =
                along.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
            high - low
        };
        if body.is_endless { f64::INFINITY } else { axis(0).hypot(axis(1)).hypot(axis(2)) }
    };
    let smaller = extent(&bodies[0]).min(extent(&bodies[1]));
    (4.0 * distance).max(0.5 * smaller)
}

/// The corners of the triangles nearest to a place, the named one first: numbers of single precision, relative to the
/// place in units of `reach`, in base64.
fn triangles_near(body: &Shown, leaf: u32, place: Vec3<f64>, reach: f64, budget: usize) -> String {
    let placed: Vec<Vec3<f64>> = body.vertices.iter().map(|&vertex| vertex - place).collect();
    let triangles = &body.leaves;
    let distance = |triangle: usize| {
        let corners = triangles[triangle].each(|vertex| placed[vertex as usize]);
        closest_on_triangle(vec3(0.0, 0.0, 0.0), corners).point.length()
    };
    let mut near: Vec<(f64, usize)> = (0..triangles.len()).map(|triangle| (distance(triangle), triangle)).collect();
    near.retain(|(distance, triangle)| *distance <= reach && *triangle != leaf as usize);
    near.sort_by(|left, right| left.0.total_cmp(&right.0));
    near.truncate(budget - 1);
    let shown = std::iter::once(leaf as usize).chain(near.into_iter().map(|(_, triangle)| triangle));
    let corners = shown.flat_map(|triangle| triangles[triangle]).map(|vertex| placed[vertex as usize]);
    let scale = if reach > 0.0 { reach } else { 1.0 };
    let bytes: Vec<u8> = corners
        .flat_map(|corner| [corner.x, corner.y, corner.z])
        .flat_map(|x| ((x / scale) as f32).to_le_bytes())
        .collect();
    STANDARD.encode(bytes)
}
