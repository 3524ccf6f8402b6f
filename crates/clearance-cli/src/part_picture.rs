//! Pictures of surfaces and regions as they are, with the gap between them.

use clearance::each::Each;
use clearance::{Pose, Vec2, Vec3};
use clearance_files::fault::Fault;
use clearance_files::plane::Point;
use clearance_files::solid::Dimension;
use clearance_files::space::Point as Point3;

use crate::answer::Answer;
use crate::drawing::{self, Gap, Panel};
use crate::outline::{Drawn, Outline, View};
use crate::part::{Composite, Part};
use crate::part_question::PartQuestion;
use crate::shading::{self, MOST_TRIANGLES};

/// The drawing of two parts and their gap.
pub fn of_parts(question: &PartQuestion<'_>, names: [&str; 2], answer: &Answer) -> Result<String, Fault> {
    let [a, b] = question.parts.each(Part::hull);
    question.question_about([&a, &b]).check_ends()?;
    if let Some(convex) = question.convex_question() {
        return drawing::of_pair(&convex, names, answer);
    }
    Ok(drawing::svg(&[panel(question, names, answer, "")?], &drawing::caption(names, answer)))
}

/// The panel of two parts that are not both convex. `unit` stands behind the name of the view.
pub fn panel(question: &PartQuestion<'_>, names: [&str; 2], answer: &Answer, unit: &str) -> Result<Panel, Fault> {
    let dimension = answer.point_a.as_slice().len();
    if dimension == 2 { in_plane(question, names, answer, unit) } else { in_space(question, names, answer, unit) }
}

fn in_space(question: &PartQuestion<'_>, names: [&str; 2], answer: &Answer, unit: &str) -> Result<Panel, Fault> {
    let poses = question.poses::<Vec3<f64>>()?;
    let surfaces: Vec<(Vec<[Point3; 3]>, bool)> =
        (0..2).map(|side| triangles(question.parts[side], &poses[side])).collect();
    let point = |at: &[f64]| [at[0], at[1], at[2]];
    let ends = [answer.point_a, answer.point_b].each(|at| point(at.as_slice()));
    let view = shading::view_of_gap(&surfaces, ends, point(answer.normal.as_slice()));
    let is_drawn = surfaces.iter().map(|(triangles, _)| triangles.len()).sum::<usize>() <= MOST_TRIANGLES;
    let outline = |side: usize| {
        if surfaces[side].0.is_empty() {
            return convex_outline::<Vec3<f64>>(question, side, &view);
        }
        let corners: Vec<Point> = surfaces[side].0.as_flattened().iter().map(|corner| view.project(corner)).collect();
        Ok(Outline::of_points(&corners, if is_drawn { Drawn::Facets } else { Drawn::Core }))
    };
    Ok(Panel {
        title: format!("seen from the side of the gap{unit}"),
        bodies: vec![(names[0].to_owned(), outline(0)?), (names[1].to_owned(), outline(1)?)],
        gaps: vec![Gap::new(answer, &view)],
        marks: Vec::new(),
        facets: if is_drawn { shading::facets(&surfaces, &view) } else { Vec::new() },
    })
}

fn in_plane(question: &PartQuestion<'_>, names: [&str; 2], answer: &Answer, unit: &str) -> Result<Panel, Fault> {
    let poses = question.poses::<Vec2<f64>>()?;
    let view = View::of_dimension(2);
    let outline = |side: usize| match &question.parts[side].composite {
        Some(Composite::Outline(outline)) => {
            let rings: Vec<Vec<Point>> = placed_rings(outline, &poses[side]);
            Ok(Outline::of_points(&rings.concat(), Drawn::Rings(rings)))
        }
        _ => convex_outline::<Vec2<f64>>(question, side, &view),
    };
    Ok(Panel {
        title: format!("{}{unit}", drawing::view_name(2)),
        bodies: vec![(names[0].to_owned(), outline(0)?), (names[1].to_owned(), outline(1)?)],
        gaps: vec![Gap::new(answer, &view)],
        ..Panel::default()
    })
}

/// The triangles of a surface in the world, and whether it is closed. A convex shape has none.
fn triangles(part: &Part, pose: &Pose<Vec3<f64>>) -> (Vec<[Point3; 3]>, bool) {
    let Some(Composite::Mesh(mesh)) = &part.composite else { return (Vec::new(), true) };
    let placed: Vec<Point3> = mesh.vertices().iter().map(|&vertex| pose.apply_wide(vertex).into()).collect();
    let corners = mesh.triangles().iter().map(|triangle| triangle.each(|vertex| placed[vertex as usize]));
    (corners.collect(), mesh.is_closed())
}

/// The outline of a part that is a convex shape.
fn convex_outline<V: Dimension>(question: &PartQuestion<'_>, side: usize, view: &View) -> Result<Outline, Fault> {
    Ok(Outline::new(&question.convex_body::<V>(side)?.placed(), view))
}

/// The rings of an outline in the world.
fn placed_rings(outline: &clearance_scene::Outline, pose: &Pose<Vec2<f64>>) -> Vec<Vec<Point>> {
    let starts = |ring: &clearance_scene::Ring| {
        let edges = ring.first_edge..ring.first_edge + ring.edge_count;
        edges.map(|edge| pose.apply_wide(outline.ends(edge)[0]).into()).collect()
    };
    outline.rings().iter().map(starts).collect()
}
