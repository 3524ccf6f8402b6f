//! `clearance` without arguments: the built-in example scene, as a table and as a drawing.

use clearance::each::Each;
use std::path::Path;
use std::process::ExitCode;

use clearance::{Solver, Status, Vec2, Vec3};
use clearance_files::Scalar;
use clearance_files::document::{ShapeDocument, read_pair};
use clearance_files::fault::Fault;
use clearance_files::solid::{Body, Dimension};
use clearance_files::thing::{Surface, Thing};
use serde::Deserialize;

use crate::answer::{Answer, EXACT, Question};
use crate::cast;
use crate::drawing::{self, Gap, Panel};
use crate::failure::Failure;
use crate::hook_in_ring;
use crate::inside::Inside;
use crate::motion_picture;
use crate::motion_question::MotionQuestion;
use crate::outline::{Outline, View};
use crate::output;
use crate::part::Part;
use crate::part_picture;
use crate::part_question::PartQuestion;
use crate::relation;
use crate::table::{self, Row};

/// Where the picture is written.
const PICTURE: &str = "clearance.svg";

/// Named shapes that stand together.
#[derive(Deserialize)]
struct Scene {
    plane: Vec<Named>,
    space: Vec<Named>,
}

#[derive(Deserialize)]
struct Named {
    name: String,
    shape: ShapeDocument,
}

/// A pair of a group by indices, and its answer.
type Pair = ([usize; 2], Answer);

/// Prints the table of all pairs and writes the picture beside it.
pub fn run() -> Result<ExitCode, Failure> {
    let scene: Scene = serde_json::from_str(include_str!("scene.json")).expect("the scene that is built in is valid");
    let mut text = String::new();
    let mut panels = Vec::new();
    for (title, group, dimension) in [("In the plane", &scene.plane, 2), ("In space", &scene.space, 3)] {
        let pairs = answers(group).map_err(|fault| fault.to_string())?;
        let rows: Vec<Row<'_>> =
            pairs.iter().map(|&([a, b], answer)| Row { a: &group[a].name, b: &group[b].name, answer }).collect();
        text += &format!("{title}, millimetres\n{}\n", table::of_pairs(&rows));
        panels.push(panel(group, &pairs, dimension).map_err(|fault| fault.to_string())?);
    }
    let (hook, hook_panel) = hook_in_ring().map_err(|fault| fault.to_string())?;
    text += &hook;
    panels.push(hook_panel);
    let (moving, moving_panel) = moving_pair().map_err(|fault| fault.to_string())?;
    text += &moving;
    panels.push(moving_panel);
    let caption = "clearance: distances to the nearest neighbour; every number lies within proven bounds (millimetres)";
    output::write_whole(Some(Path::new(PICTURE)), drawing::svg(&panels, caption).as_bytes())?;
    text += &format!(
        "lower and upper are proven: no rounding puts the true distance outside.\nPicture: {PICTURE}\n\
                      Your own shapes: clearance distance A B; many pairs: clearance query PAIRS.jsonl; clearance help\n"
    );
    output::write_whole(None, text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// A ring and a hook as they are: the table, and the panel of the picture.
fn hook_in_ring() -> Result<(String, Panel), Fault> {
    let [(ring, ring_surface), (hook, hook_surface)] = hook_in_ring::surfaces();
    let triangles = ring_surface.triangles.len() + hook_surface.triangles.len();
    let hulls = [&ring_surface, &hook_surface].each(Surface::hull);
    let hulls = question_of([&hulls[0], &hulls[1]]);
    let deep = hulls.answer(&Solver::default())?.distance;
    let part = |surface| Part::new(Thing::Surface(surface), Scalar::F64);
    let parts = [part(ring_surface)?, part(hook_surface)?];
    let question = PartQuestion {
        parts: parts.each_ref(),
        moves: [&[]; 2],
        dimension: None,
        scalar: Scalar::F64,
        inside: Inside::default(),
    };
    let answer = question.answer(&Solver::default())?;
    let relation = answer.composite.map(|composite| relation::words(composite.relation)).unwrap_or_default();
    let text = format!(
        "As they are, {triangles} triangles, millimetres\n{}\
         relation: {relation}. Convex shapes cannot stand so: the hulls of the two are {} deep in each other.\n\n",
        table::of_pairs(&[Row { a: ring, b: hook, answer }]),
        table::significant(-deep, 4),
    );
    Ok((text, part_picture::panel(&question, [ring, hook], &answer, " (mm)")?))
}

/// A rod that swings through a thin plate: the table, and the panel of the picture.
fn moving_pair() -> Result<(String, Panel), Fault> {
    let pair = read_pair(include_str!("moving_pair.json")).map_err(|(_, fault)| fault)?;
    let names = ["plate", "rod"];
    let question = MotionQuestion { pair: question_of([&pair.a, &pair.b]), course: pair.course().unwrap_or_default() };
    let answer = question.answer(&Solver::default())?;
    let panel = motion_picture::panel(&question, names, &answer)?;
    let text = format!(
        "In motion: a rod swings by 180 degrees towards a plate that is thinner than its way between two frames\n{}\n",
        cast::of_answer(names, &answer)
    );
    Ok((text, Panel { title: format!("{} of a motion (mm)", panel.title), ..panel }))
}

/// The signed distance of every pair.
fn answers(group: &[Named]) -> Result<Vec<Pair>, Fault> {
    let indices = (0..group.len()).flat_map(|a| (a + 1..group.len()).map(move |b| [a, b]));
    indices
        .map(|[a, b]| Ok(([a, b], question_of([&group[a].shape, &group[b].shape]).answer(&Solver::default())?)))
        .collect()
}

fn question_of<'a>([a, b]: [&'a ShapeDocument; 2]) -> Question<'a> {
    Question { a, b, moves: [&[]; 2], dimension: None, scalar: Scalar::F64, approximation: EXACT }
}

/// All bodies, and a dimension line from each body to its nearest neighbour.
fn panel(group: &[Named], pairs: &[Pair], dimension: usize) -> Result<Panel, Fault> {
    let view = View::of_dimension(dimension);
    let outline = |named: &Named| {
        let outline =
            if dimension == 2 { outline::<Vec2<f64>>(named, &view) } else { outline::<Vec3<f64>>(named, &view) };
        Ok((named.name.clone(), outline?))
    };
    let nearest = |body: usize| {
        let own = pairs
            .iter()
            .enumerate()
            .filter(|(_, (pair, answer))| pair.contains(&body) && answer.status != Status::Touching);
        own.min_by(|(_, (_, a)), (_, (_, b))| a.distance.total_cmp(&b.distance)).map(|(index, _)| index)
    };
    let mut shown: Vec<usize> = (0..group.len()).filter_map(nearest).collect();
    shown.sort_unstable();
    shown.dedup();
    Ok(Panel {
        title: format!("{} (mm)", drawing::view_name(dimension)),
        bodies: group.iter().map(outline).collect::<Result<_, Fault>>()?,
        gaps: shown.into_iter().map(|index| Gap::new(&pairs[index].1, &view)).collect(),
        ..Panel::default()
    })
}

fn outline<V: Dimension>(named: &Named, view: &View) -> Result<Outline, Fault> {
    Ok(Outline::new(&Body::<V>::new(&named.shape)?.placed(), view))
}
