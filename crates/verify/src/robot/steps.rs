//! The steps of a claim, a state machine: it begins with the whole box and both whole links, and ends with nothing.

use crate::Surface;
use crate::robot::body::Node;
use crate::robot::cell::{Cell, Pair, Plane, Stage, is_apart};
use crate::robot::chain::Chain;
use crate::robot::frame::unit;
use crate::robot::inside::is_inside;
use crate::robot::read;
use crate::robot::{Robot, RobotClaim, Side};

/// A claim whose steps are read.
pub(crate) struct Claim {
    chain: Chain,
    lower: f64,
    side: Side,
    claim: RobotClaim,
    whole: Cell,
    /// The cells to show, with the pairs of nodes that are left; the next one last.
    cells: Vec<(Cell, Vec<Pair>)>,
    present: Option<Present>,
}

/// The cell of the next step.
struct Present {
    cell: Cell,
    /// The next pair last.
    waiting: Vec<Pair>,
    /// Those that the parts of the cell inherit.
    kept: Vec<Pair>,
}

impl Claim {
    pub fn new(
        robot: &Robot,
        chain: Chain,
        whole: Cell,
        lower: f64,
        side: Side,
        claim: RobotClaim,
    ) -> Result<Self, String> {
        let nodes = chain.links.map(|link| robot.links[link].body.whole());
        if nodes.iter().any(|node| node.to == 0) {
            return Err("a link has no shape, so nothing is near it".to_owned());
        }
        // Distances are not negative. Of links that may touch none is known to be inside or outside.
        let cells = if lower > 0.0 { vec![(whole.clone(), vec![nodes])] } else { Vec::new() };
        if side == Side::Inside && cells.is_empty() {
            return Err("expected a distance of the surfaces".to_owned());
        }
        Ok(Self { chain, lower, side, claim, whole, cells, present: None })
    }

    /// Nothing may be left. Then the surfaces stay apart, and one place says on which side they are.
    pub fn finish(self, robot: &Robot, surfaces: &[Surface]) -> Result<RobotClaim, String> {
        let [a, b] = &self.claim.links;
        if self.present.is_some() || !self.cells.is_empty() {
            return Err(format!("{a} and {b}: the steps end too early"));
        }
        if self.lower > 0.0 {
            let standing = Stage::new(robot, &self.chain, &self.whole).standing;
            let bodies = self.chain.links.map(|link| &robot.links[link].body);
            let found = is_inside(bodies, &standing, surfaces).map_err(|why| format!("{a} and {b}: {why}"))?;
            if found != (self.side == Side::Inside) {
                let word = if found { "inside" } else { "outside" };
                return Err(format!("{a} and {b}: one is {word} the other"));
            }
        }
        Ok(self.claim)
    }

    /// Some steps. A cell is placed once for all its steps that are on one line.
    pub fn read(&mut self, robot: &mut Robot, words: &mut dyn Iterator<Item = &str>) -> Result<(), String> {
        let mut stage: Option<(Stage, Cell)> = None;
        let Self { chain, cells, present, claim, lower, .. } = self;
        for word in words {
            let refused = |why: &str| format!("{word}: {why}");
            if present.is_none() {
                let (cell, waiting) = cells.pop().ok_or(refused("all is proven already"))?;
                claim.cells += 1;
                *present = Some(Present { cell, waiting, kept: Vec::new() });
                stage = None;
            }
            let Some(own) = present else { return Err(refused("expected a cell")) };
            let (kind, rest) = word.split_at_checked(1).ok_or(refused("expected a step"))?;
            if kind == "j" {
                let nothing_waits = own.waiting.is_empty() && !own.kept.is_empty();
                let halves = nothing_waits.then(|| own.cell.halves(read::index(rest).ok()?)).flatten();
                let [low, high] = halves.ok_or(refused("the cell cannot be cut here"))?;
                let kept = std::mem::take(&mut own.kept);
                cells.extend([(high, kept.clone()), (low, kept)]);
                *present = None;
                continue;
            }
            let [a, b] = own.waiting.pop().ok_or(refused("expected a cut: no pair waits"))?;
            let halves = |robot: &Robot, side: usize, node: Node| {
                robot.links[chain.links[side]].body.halves(node).ok_or(refused("this node has no parts"))
            };
            match kind {
                "a" if rest.is_empty() => own.waiting.extend(halves(robot, 0, a)?.map(|part| [part, b])),
                "b" if rest.is_empty() => own.waiting.extend(halves(robot, 1, b)?.map(|part| [a, part])),
                "k" if rest.is_empty() => own.kept.push([a, b]),
                "o" | "w" | "p" => {
                    let plane = plane(kind, rest, chain.steps.len()).ok_or(refused("expected a plane"))?;
                    let trees = [0, 1].map(|side| robot.links[chain.links[side]].body.tree([a, b][side]));
                    let (stage, _) =
                        stage.get_or_insert_with(|| (Stage::new(robot, chain, &own.cell), own.cell.clone()));
                    let is_proven = is_apart(robot, chain, &own.cell, stage, &plane, [&trees[0], &trees[1]], *lower);
                    is_proven.then_some(()).ok_or(refused("this does not keep the nodes as far apart as claimed"))?;
                    claim.planes += 1;
                }
                _ => return Err(refused("expected a step")),
            }
            if own.waiting.is_empty() && own.kept.is_empty() {
                *present = None;
            }
        }
        Ok(())
    }
}

/// What a word says of a plane.
fn plane(kind: &str, rest: &str, steps: usize) -> Option<Plane> {
    if kind == "o" {
        return rest.is_empty().then_some(Plane::Middles);
    }
    let (held, numbers) = if kind == "p" { rest.split_once(':')? } else { ("0", rest) };
    let held: usize = read::index(held).ok()?;
    let [x, y, z] = split_comma(numbers)?;
    let n = unit([x, y, z])?;
    (held <= steps).then_some(if kind == "p" { Plane::Held(n, held) } else { Plane::Ways(n) })
}

fn split_comma(numbers: &str) -> Option<[f64; 3]> {
    let numbers: Vec<f64> = numbers.split(',').map(|word| read::integer(word).ok()).collect::<Option<_>>()?;
    numbers.try_into().ok()
}
