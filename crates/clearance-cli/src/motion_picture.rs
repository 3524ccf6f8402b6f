//! The picture of a motion: both shapes at the start, at the contact, and at the end.

use clearance::each::Each;
use clearance::{Vec2, Vec3};
use clearance_files::fault::Fault;
use clearance_files::solid::Dimension;

use crate::drawing::{Gap, Panel, svg, view_name};
use crate::motion_question::{MotionAnswer, MotionQuestion};
use crate::outline::{Outline, View};
use crate::table::significant;

/// The drawing of two shapes that move.
pub fn of_motion(question: &MotionQuestion<'_>, names: [&str; 2], answer: &MotionAnswer) -> Result<String, Fault> {
    let (_, words) = moment(answer);
    Ok(svg(&[panel(question, names, answer)?], &format!("{} and {}: {words}", names[0], names[1])))
}

/// The same as a panel of a larger picture.
pub fn panel(question: &MotionQuestion<'_>, names: [&str; 2], answer: &MotionAnswer) -> Result<Panel, Fault> {
    question.pair.check_ends()?;
    let dimension = usize::from(question.pair.dimension()?);
    match dimension {
        2 => in_space::<Vec2<f64>>(question, names, answer, dimension),
        _ => in_space::<Vec3<f64>>(question, names, answer, dimension),
    }
}

fn in_space<V: Dimension>(
    question: &MotionQuestion<'_>,
    names: [&str; 2],
    answer: &MotionAnswer,
    dimension: usize,
) -> Result<Panel, Fault> {
    let view = View::of_dimension(dimension);
    let (moment, _) = moment(answer);
    let fractions = [Some(("start", 0.0)), moment.map(|fraction| ("contact", fraction)), Some(("end", 1.0))];
    let motions = question.course.motions::<V>()?;
    let mut bodies = Vec::new();
    for (side, name) in names.into_iter().enumerate() {
        let is_still = question.course.motions[side] == Default::default();
        for (when, fraction) in fractions.into_iter().flatten() {
            let body = question.pair.bodies::<V>()?.into_iter().nth(side).expect("there are two bodies");
            let outline = Outline::new(&body.after(&motions[side], fraction).placed(), &view);
            match is_still {
                true if when == "start" => bodies.push((name.to_owned(), outline)),
                true => {}
                false => bodies.push((format!("{name}, {when}"), outline)),
            }
        }
    }
    let gaps = answer.contact().map(|contact| Gap::new(&contact, &view)).into_iter().collect();
    Ok(Panel { title: view_name(dimension).to_owned(), bodies, gaps, ..Panel::default() })
}

/// The fraction that is drawn beside the start and the end, and the answer in words.
pub fn moment(answer: &MotionAnswer) -> (Option<f64>, String) {
    match answer {
        MotionAnswer::Impact(cast) => {
            let fraction = (cast.outcome != clearance::Outcome::Clear).then_some(cast.at.lower);
            (fraction, format!("{} at fraction {}", cast.outcome, significant(cast.at.fraction, 9)))
        }
        MotionAnswer::Clearance(it) => {
            let words =
                format!("least distance {} at fraction {}", significant(it.distance, 9), significant(it.fraction, 9));
            (Some(it.fraction), words)
        }
        MotionAnswer::Crossing(None) => (None, "no contact on the whole line".to_owned()),
        MotionAnswer::Crossing(Some(crossing)) => {
            let [entry, exit] = [crossing.entry, crossing.exit].each(|at| significant(at.fraction, 9));
            (Some(crossing.entry.fraction), format!("contact from fraction {entry} to {exit}"))
        }
    }
}
