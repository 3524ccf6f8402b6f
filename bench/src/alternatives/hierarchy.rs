//! The hierarchy of Dobkin and Kirkpatrick (1985): hulls that become smaller. No two vertices removed in one step are
//! neighbours.
//!
//! The winner of the finer hull is that of the coarser hull, or one of the removed vertices that were its neighbours. A
//! better removed vertex that is not its neighbour would have a better neighbour itself, and that one is in the coarser
//! hull.

use clearance::{Hull, SupportMap};

use super::{Finder, Point, farthest, product};

/// The most neighbours of a vertex that is removed. Few neighbours keep the steps of the descent short.
const MOST_NEIGHBOURS: usize = 8;
/// With so few vertices, or if hardly any can be removed, the coarsest hull is scanned.
const COARSEST: usize = 8;

pub struct Hierarchy {
    /// The vertices that stay longest come first. So every hull of the hierarchy is a beginning of this list.
    points: Vec<Point>,
    /// The index in the hull.
    vertices: Vec<u32>,
    coarsest: usize,
    /// From coarse to fine.
    steps: Vec<Step>,
}

/// From one hull to the next finer one: for each vertex, the removed vertices that were its neighbours.
struct Step {
    starts: Vec<u32>,
    removed: Vec<u32>,
}

impl Finder for Hierarchy {
    const NAME: &'static str = "clearance hierarchy";

    fn new(hull: &Hull<Point>) -> Self {
        let mut layers = Vec::new();
        let mut hull = hull.clone();
        let mut names: Vec<u32> = (0..hull.vertex_count() as u32).collect();
        while names.len() > COARSEST {
            let removed = independent(&hull);
            let kept: Vec<usize> = (0..names.len()).filter(|&vertex| !removed[vertex]).collect();
            if kept.len() == names.len() {
                break;
            }
            layers.push(Layer::of(&hull, &names, &removed));
            let points: Vec<Point> = kept.iter().map(|&vertex| hull.vertices()[vertex]).collect();
            hull = Hull::new(&points).expect("vertices are finite");
            names = (0..hull.vertex_count()).map(|vertex| names[kept[hull.source(vertex)]]).collect();
        }
        Self::from_layers(&hull, names, layers)
    }

    #[inline]
    fn farthest(&self, direction: Point) -> usize {
        let mut best = farthest(&self.points, 0..self.coarsest, direction);
        let mut greatest = product(self.points[best], direction);
        for step in &self.steps {
            let from = best;
            for &place in &step.removed[step.starts[from] as usize..step.starts[from + 1] as usize] {
                let along = product(self.points[place as usize], direction);
                if along > greatest {
                    (best, greatest) = (place as usize, along);
                }
            }
        }
        self.vertices[best] as usize
    }

    fn memory(&self) -> usize {
        let steps = self.steps.iter();
        size_of_val(self.points.as_slice())
            + size_of_val(self.vertices.as_slice())
            + steps.map(|step| size_of_val(&step.starts[..]) + size_of_val(&step.removed[..])).sum::<usize>()
    }
}

/// What one hull loses: each removed vertex with its point and its neighbours.
struct Layer {
    removed: Vec<(u32, Point, Vec<u32>)>,
}

impl Layer {
    fn of(hull: &Hull<Point>, names: &[u32], removed: &[bool]) -> Self {
        let entry = |vertex: usize| {
            let neighbours = hull.neighbours(vertex).iter().map(|&neighbour| names[neighbour as usize]).collect();
            (names[vertex], hull.vertices()[vertex], neighbours)
        };
        Self { removed: (0..names.len()).filter(|&vertex| removed[vertex]).map(entry).collect() }
    }
}

impl Hierarchy {
    /// Places the vertices, from the coarsest hull to the finest.
    fn from_layers(coarsest: &Hull<Point>, names: Vec<u32>, layers: Vec<Layer>) -> Self {
        let mut whole = Self {
            points: coarsest.vertices().to_vec(),
            coarsest: names.len(),
            vertices: names,
            steps: Vec::with_capacity(layers.len()),
        };
        let total = whole.vertices.len() + layers.iter().map(|layer| layer.removed.len()).sum::<usize>();
        let mut place_of = vec![0; total];
        for (place, &name) in whole.vertices.iter().enumerate() {
            place_of[name as usize] = place;
        }
        for layer in layers.into_iter().rev() {
            whole.refine(layer, &mut place_of);
        }
        whole
    }

    fn refine(&mut self, layer: Layer, place_of: &mut [usize]) {
        let mut lists = vec![Vec::new(); self.points.len()];
        for (name, point, neighbours) in layer.removed {
            let place = self.points.len();
            for neighbour in neighbours {
                lists[place_of[neighbour as usize]].push(place as u32);
            }
            place_of[name as usize] = place;
            self.points.push(point);
            self.vertices.push(name);
        }
        let ends = lists.iter().scan(0, |end, list| {
            *end += list.len() as u32;
            Some(*end)
        });
        self.steps.push(Step { starts: std::iter::once(0).chain(ends).collect(), removed: lists.concat() });
    }
}

/// Vertices of few neighbours, of which no two are neighbours. The choice is greedy, the fewest neighbours first.
fn independent(hull: &Hull<Point>) -> Vec<bool> {
    let count = hull.vertex_count();
    let mut order: Vec<usize> = (0..count).filter(|&v| hull.neighbours(v).len() <= MOST_NEIGHBOURS).collect();
    order.sort_by_key(|&vertex| hull.neighbours(vertex).len());
    let mut removed = vec![false; count];
    for vertex in order {
        removed[vertex] = hull.neighbours(vertex).iter().all(|&neighbour| !removed[neighbour as usize]);
    }
    removed
}
