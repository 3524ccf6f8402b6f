//! Cells: a question about one workload and class, and the figures of all who answered it.

use std::collections::HashMap;

use crate::engines::{OURS, OURS_WARM, batch};
use crate::protocol::Protocol;
use crate::report::Row;
use crate::workloads::touching;

/// The rows of one question about one workload and class by one protocol. There is at least one.
pub struct Cell<'r> {
    rows: Vec<&'r Row>,
}

/// The cells of all protocols but `hot`, in the order of their first rows.
pub fn of(rows: &[Row]) -> Vec<Cell<'_>> {
    let mut cells: Vec<Cell> = Vec::new();
    let mut places = HashMap::new();
    for row in rows.iter().filter(|row| row.protocol != Protocol::Hot.to_string()) {
        let Row { output, workload, class, protocol, .. } = row;
        let place = *places.entry([output, workload, class, protocol]).or_insert(cells.len());
        match cells.get_mut(place) {
            Some(cell) => cell.rows.push(row),
            None => cells.push(Cell { rows: vec![row] }),
        }
    }
    cells
}

impl<'r> Cell<'r> {
    /// What is asked.
    pub fn output(&self) -> &'r str {
        &self.rows[0].output
    }
    /// How it is repeated.
    pub fn protocol(&self) -> &'r str {
        &self.rows[0].protocol
    }
    /// The shapes.
    pub fn workload(&self) -> &'r str {
        &self.rows[0].workload
    }
    /// How they lie.
    pub fn class(&self) -> &'r str {
        &self.rows[0].class
    }

    /// Whether it is the same question about the same shapes.
    pub fn is_same(&self, other: &Cell) -> bool {
        (self.output(), self.protocol()) == (other.output(), other.protocol()) && self.is_beside(other)
    }
    /// Whether it is about the same shapes.
    pub fn is_beside(&self, other: &Cell) -> bool {
        (self.workload(), self.class()) == (other.workload(), other.class())
    }

    /// The kind of the workload, as the counts have it. `None` for parts that are not convex.
    pub fn group(&self) -> Option<&'static str> {
        Some(match self.workload().split(' ').next()? {
            "meshes" | "outlines" => return None,
            "boxes" => "boxes",
            "hull" => "hulls",
            "cold" => "cold hulls",
            "cans" | "lenses" | "needles" => "uneven hulls",
            "polygon" => "polygons",
            "moving" => "bodies that move",
            "batch" => "batches",
            touching::PREFIX => "shapes that touch",
            _ => "curved shapes",
        })
    }
    /// Whether the shapes touch to rounding.
    pub fn touches(&self) -> bool {
        self.workload().starts_with(touching::PREFIX)
    }

    /// Our time in one precision: of batches that of the batch, of bodies in motion that of the warm start.
    pub fn ours(&self, scalar: &str) -> Option<&'r Row> {
        let names = [batch::NAME, OURS_WARM, OURS];
        let name = names.into_iter().find(|name| self.rows.iter().any(|row| row.engine == *name))?;
        self.find(name, scalar)
    }
    /// The row of an engine.
    pub fn find(&self, engine: &str, scalar: &str) -> Option<&'r Row> {
        self.rows.iter().find(|row| row.engine == engine && row.scalar == scalar).copied()
    }
    /// The fastest other library in either precision, reference columns included.
    pub fn fastest_other(&self) -> Option<&'r Row> {
        self.others().min_by(|p, q| p.ns.total_cmp(&q.ns))
    }
    /// The fastest other library that was timed in this run, in either precision.
    pub fn fastest_measured(&self) -> Option<&'r Row> {
        self.others().filter(|row| !row.reference).min_by(|p, q| p.ns.total_cmp(&q.ns))
    }
    fn others(&self) -> impl Iterator<Item = &'r Row> {
        self.rows.iter().filter(|row| !row.is_ours()).copied()
    }
    /// Our time divided by that of the fastest other library.
    pub fn ratio(&self, scalar: &str) -> Option<f64> {
        Some(self.ours(scalar)?.ns / self.fastest_other()?.ns)
    }
    /// Our verdicts that are wrong, over all of our engines.
    pub fn wrong_of_ours(&self) -> usize {
        self.rows.iter().filter(|row| row.is_ours()).filter_map(|row| row.wrong_verdicts).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_has_the_rows_of_its_question_alone() {
        let far = Row { class: "far".into(), ..Row::of_boxes(OURS, 2.0) };
        let hot = Row { protocol: "hot".into(), ..Row::of_boxes(OURS, 1.0) };
        let rows = [Row::of_boxes(OURS, 3.0), far, hot, Row::of_boxes("parry", 6.0)];
        let cells = of(&rows);
        let told: Vec<(&str, usize)> = cells.iter().map(|cell| (cell.class(), cell.rows.len())).collect();
        assert_eq!(told, [("near", 2), ("far", 1)]);
        assert_eq!((cells[0].ratio("f64"), cells[0].ratio("f32"), cells[1].ratio("f64")), (Some(0.5), None, None));
    }

    #[test]
    fn the_fastest_other_may_be_of_the_other_precision_and_not_of_this_run() {
        let narrow = Row { scalar: "f32".into(), ..Row::of_boxes("parry", 4.0) };
        let reference = Row { reference: true, ..Row::of_boxes("coal", 1.0) };
        let rows = [Row::of_boxes(OURS, 2.0), Row::of_boxes("parry", 8.0), narrow, reference];
        let cell = &of(&rows)[0];
        assert_eq!(cell.fastest_measured().unwrap().ns, 4.0);
        assert_eq!(cell.ratio("f64"), Some(2.0));
    }

    #[test]
    fn a_batch_stands_for_us_where_there_is_one() {
        let rows = [Row::of_boxes(OURS, 2.0), Row::of_boxes(batch::NAME, 1.0), Row::of_boxes("parry", 4.0)];
        assert_eq!(of(&rows)[0].ratio("f64"), Some(0.25));
    }
}
