//! Penetration of polytopes in floats: the expanding polytope with bounds that hold in spite of rounding.
//!
//! **Problem.** Find the depth of the origin in M = A − B. [`crate::distance::gjk`] ended on a simplex that contains
//! the origin, or on a face that the origin lies on.
//!
//! **Method.** Complete the simplex to full dimension. Then expand it ([`crate::depth::epa`]) until the bounds meet, a
//! vertex repeats or the shell is torn.
//!
//! **Proof of the lower bound.** The shell is a closed oriented surface with vertices in M. Suppose that each facet has
//! the origin on its inner side. Then the origin sees each facet under a positive angle, so the surface winds around
//! the origin. The ball of radius min o/|n| lies inside the surface, and therefore in M. The proof needs no convexity
//! and no history. It needs only the final offsets minus their errors ([`crate::depth::facet_plane`]). Derivation:
//! `docs/math/bounds.md`.

use crate::depth::epa::{ROOM, Shell, Torn};
use crate::depth::facet_bounds::depth_beside_needles;
use crate::depth::facet_plane::{Plane, clamped, offset_error, proven_distance};
use crate::difference::{Difference, Event, Expansion, Rounding, Vertex, Watch};
use crate::distance::search::Goal;
use crate::distance::vertices::Simplex;
use crate::numbers::each::Each;
use crate::numbers::real::{larger, smaller, sqrt};
use crate::result::steps::Stop;
use crate::space::vector::{Space, WideVector};
use alloc::vec::Vec;

/// The nearest boundary point of A − B, with bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depth<W> {
    /// The vertices of the nearest facet. Only `DIM` of them count.
    pub facet: [Vertex<W>; 3],
    /// Their weights in the boundary point.
    pub weights: [f64; 3],
    /// Outward unit normal, in A's frame.
    pub normal: W,
    /// The distance of the facet's plane.
    pub depth: f64,
    /// A proven lower bound of the depth, with all errors. It is minus infinity if the origin may be outside.
    pub lower: f64,
    /// A proven upper bound of the depth, with all errors.
    pub upper: f64,
    /// How far A − B reaches beyond the facet's plane. The bounds may belong to other directions. For a plane in
    /// double-double numbers the gap is at least the plane's lower bound minus that of the shell.
    pub gap: f64,
    pub iterations: u32,
}

/// There is no shell: A − B is flat to rounding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flat<W> {
    /// The last outward unit normal.
    pub normal: W,
    /// An upper bound of the depth along the normal. Rounding is not included.
    pub depth: f64,
    pub iterations: u32,
}

/// The depth of the origin. It is an error if A − B is so flat that floats do not know inside from outside.
pub(crate) fn depth<W: WideVector, D: Difference<W> + ?Sized>(
    difference: &D,
    simplex: &Simplex<W>,
    goal: &Goal,
    watch: Watch<'_, W>,
) -> Result<Depth<W>, Flat<W>> {
    Polytope::around(difference, simplex)?.depth(goal, watch)
}

/// The same, where facets that lie in one plane to rounding are replaced as one ([`Shell::with_slack`]). Bodies with many
/// parallel edges and faces leave facets between points on a line otherwise, whose planes are noise.
#[cold]
#[inline(never)]
pub(crate) fn depth_with_slack<W: WideVector>(
    difference: &dyn Difference<W>,
    simplex: &Simplex<W>,
    goal: &Goal,
    watch: Watch<'_, W>,
) -> Result<Depth<W>, Flat<W>> {
    let polytope = Polytope::around(difference, simplex)?;
    let slack = SLACK * polytope.rounding.noise();
    Polytope { shell: polytope.shell.with_slack(slack), ..polytope }.depth(goal, watch)
}

/// How far below the plane of a facet a vertex may be that sees it, in units of what rounding leaves. The plane of a good
/// facet errs by a few of them beside it. Larger: the shell is dented more. Smaller: more slivers.
const SLACK: f64 = 4.0;

/// An expanding polytope around the origin, with vertices in A − B.
struct Polytope<'d, W: WideVector, D: ?Sized> {
    difference: &'d D,
    rounding: Rounding,
    shell: Shell<W>,
    vertices: Vec<Vertex<W>>,
    distances: SquaredDistances,
    /// The facet whose support point bounds the depth best.
    best: Option<Trial<W>>,
    iterations: u32,
}

/// A facet with the support point along its normal.
#[derive(Clone, Copy)]
struct Trial<W> {
    facet: usize,
    corners: [u32; 3],
    /// Of any length.
    normal: W,
    vertex: Vertex<W>,
    /// The distance of the facet's plane from the origin.  [length]
    inner: f64,
    /// The distance of the parallel plane through the support point from the origin.  [length]
    outer: f64,
}

impl<'d, W: WideVector, D: Difference<W> + ?Sized> Polytope<'d, W, D> {
    /// The simplex, full_simplex to full dimension.
    #[inline(always)]
    fn around(difference: &'d D, simplex: &Simplex<W>) -> Result<Self, Flat<W>> {
        let rounding = difference.rounding();
        let vertices = full_simplex(difference, simplex, &rounding)?;
        let mut points = Vec::with_capacity(vertices.capacity());
        points.extend(vertices.iter().map(|v| v.point));
        let shell = Shell::new(points);
        let distances = SquaredDistances::of(&shell);
        Ok(Self { difference, rounding, shell, vertices, distances, best: None, iterations: 0 })
    }

    /// Expands until there is a reason to stop.
    #[inline(always)]
    fn depth(mut self, goal: &Goal, mut watch: Watch<'_, W>) -> Result<Depth<W>, Flat<W>> {
        loop {
            // 1., 2. The nearest facet, and the bound from its support point.
            let trial = self.nearest_trial();
            let stop = self.stop(&trial, goal);
            if watch.is_there() {
                self.show(&trial, stop, &mut watch);
            }
            // 3., 4. Replace the facets that the point sees. If rounding tears the horizon, the shell does not change.
            if stop.is_some() || self.expand(&trial).is_err() {
                return Ok(self.result(&trial));
            }
        }
    }

    /// The nearest facet with its support point, an upper bound of the depth.
    #[inline(always)]
    fn nearest_trial(&mut self) -> Trial<W> {
        self.iterations += 1;
        let nearest = self.distances.nearest();
        let facet = self.shell.facet(nearest);
        let length = sqrt(facet.normal_squared);
        let (normal, inner) = (facet.normal, facet.offset / length);
        let vertex = self.difference.support(normal);
        let outer = normal.dot(&vertex.point) / length;
        let corners = self.shell.padded_vertices(nearest);
        let trial = Trial { facet: nearest, corners, normal, vertex, inner, outer };
        if !self.best.is_some_and(|best| best.outer <= outer) {
            self.best = Some(trial);
        }
        trial
    }

    /// The reason to stop, if there is one. The facet is the answer if its own plane supports A − B. The best upper
    /// bound may belong to another direction.
    #[inline(always)]
    fn stop(&self, trial: &Trial<W>, goal: &Goal) -> Option<Stop> {
        let gap = trial.outer - trial.inner;
        let repeats = |&index: &u32| self.vertices[index as usize].repeats(&trial.vertex);
        if !(gap > self.rounding.noise()) {
            Some(Stop::BoundsMet)
        } else if self.shell.vertices(trial.facet).iter().any(repeats) {
            Some(Stop::RepeatedVertex)
        } else if gap <= offset_error(&self.shell, trial.facet) {
            Some(Stop::Rounding) // The error of a sliver is larger than the gap.
        } else if self.iterations >= goal.max_iterations {
            Some(Stop::Limit)
        } else {
            None
        }
    }

    #[cold]
    fn show(&self, trial: &Trial<W>, stop: Option<Stop>, watch: &mut Watch<'_, W>) {
        let (iteration, upper) = (self.iterations, self.best.map_or(trial.outer, |best| best.outer));
        let step = ShellStep { iteration, facet: trial.facet, vertex: &trial.vertex, lower: trial.inner, upper, stop };
        step.show(watch, &self.shell, &self.vertices);
    }

    #[inline(always)]
    fn expand(&mut self, trial: &Trial<W>) -> Result<(), Torn> {
        self.shell.expand(trial.facet, trial.vertex.point)?;
        self.vertices.push(trial.vertex);
        self.distances.update(&self.shell);
        Ok(())
    }

    /// The answer: the plane of the last facet. Of all facets in that plane it takes the one that contains the nearest
    /// point best. If that plane is not known well, the best trial is the answer.
    fn result(self, last: &Trial<W>) -> Depth<W> {
        let Self { difference, rounding, shell, vertices, iterations, .. } = self;
        let best = self.best.unwrap_or(*last);
        let mut upper = best.outer;
        let found = Plane::of_nearest(difference, &shell, last.facet, last.outer - last.inner, &mut upper);
        let others = shell.live().filter(|&facet| facet != last.facet && !found.is_clear_of(&shell, facet, &rounding));
        let proven =
            others.clone().fold(found.lower, |least, facet| smaller(proven_distance(&shell, facet, least), least));
        let has_needles = W::DIM == 3 && proven < found.lower - rounding.noise();
        let proven = if has_needles { larger(depth_beside_needles(&shell, found.lower), proven) } else { proven };
        // If the origin may be outside the shell, the shell proves no depth.
        let lower = if proven >= 0.0 { proven - rounding.above() } else { f64::NEG_INFINITY };
        let points = |corners: [u32; 3]| corners.each(|index| &vertices[index as usize].point);
        let better = (found.gap > rounding.noise())
            .then(|| (Plane::new(best.normal, &points(best.corners), best.outer - best.inner), best.corners))
            .filter(|(plane, corners)| plane.misfit(points(*corners)) < found.misfit(points(last.corners)));
        let (plane, mut corners) = better.as_ref().map_or((&found, last.corners), |(plane, corners)| (plane, *corners));
        let mut weights = (plane.weights)(points(corners));
        for facet in others.filter(|&facet| plane.contains_facet(&shell, facet, rounding.noise())) {
            let other_corners = shell.padded_vertices(facet);
            let other_weights = (plane.weights)(points(other_corners));
            if least_weight::<W>(&other_weights) > least_weight::<W>(&weights) {
                (corners, weights) = (other_corners, other_weights);
            }
        }
        Depth {
            facet: corners.each(|index| vertices[index as usize]),
            weights: clamped::<W>(weights),
            normal: plane.normal,
            depth: plane.distance,
            lower,
            upper: upper + rounding.below(),
            gap: if plane.is_double { larger(plane.gap, plane.lower - proven) } else { plane.gap },
            iterations,
        }
    }
}

/// A step of an expanding polytope, for a watcher.
pub(crate) struct ShellStep<'t, W> {
    pub iteration: u32,
    pub facet: usize,
    pub vertex: &'t Vertex<W>,
    /// The distance of the facet's plane.
    pub lower: f64,
    /// The best upper bound of the depth.
    pub upper: f64,
    pub stop: Option<Stop>,
}

impl<W: WideVector> ShellStep<'_, W> {
    /// Shows the step with all facets, and with the lower bound that they prove.
    pub fn show(self, watch: &mut Watch<'_, W>, shell: &Shell<W>, vertices: &[Vertex<W>]) {
        let Self { iteration, facet, vertex, upper, stop, .. } = self;
        let facets: Vec<[u32; 3]> = shell.live().map(|facet| shell.padded_vertices(facet)).collect();
        let proven = shell.live().map(|facet| proven_distance(shell, facet, self.lower));
        let lower = proven.fold(self.lower, f64::min);
        let (nearest, normal) = (shell.padded_vertices(facet), shell.facet(facet).normal);
        watch.show(|| {
            let facets = &facets[..];
            Event::Expansion(Expansion { iteration, vertices, facets, nearest, normal, vertex, lower, upper, stop })
        });
    }
}

/// The number of facets that are compared at a time.
const LANES: usize = 8;

/// Of more facets than this, blocks know their least. Fewer are compared sooner than blocks are kept.
const MANY: usize = 512;

/// Facets of a block. A multiple of [`LANES`].
const BLOCK: usize = 64;

/// The squared distances of the facets' planes, with signs, in the order of the facets. Where there is no facet, the
/// square is infinite. The length is a multiple of [`LANES`].
struct SquaredDistances {
    squares: Vec<f64>,
    /// The least square of each block, if there are [`MANY`] facets. The length is a multiple of [`LANES`].
    blocks: Vec<f64>,
}

impl SquaredDistances {
    fn of<W: WideVector>(shell: &Shell<W>) -> Self {
        let mut distances = Self { squares: Vec::with_capacity(ROOM), blocks: Vec::new() };
        distances.measure(shell, 0..shell.places());
        distances
    }

    /// Takes over what the last expansion of the shell changed.
    fn update<W: WideVector>(&mut self, shell: &Shell<W>) {
        for &removed in shell.free() {
            self.squares[removed as usize] = f64::INFINITY;
        }
        self.measure(shell, shell.newest());
        if self.squares.len() > MANY {
            self.compare_blocks(shell.free().iter().map(|&removed| removed as usize).chain(shell.newest()));
        }
    }

    fn measure<W: WideVector>(&mut self, shell: &Shell<W>, facets: impl Iterator<Item = usize>) {
        let places = shell.places().next_multiple_of(LANES);
        self.squares.resize(places, f64::INFINITY);
        for index in facets {
            let square = shell.facet(index).distance_squared();
            // A facet without a normal has no plane. The search never chooses it.
            self.squares[index] = if square.is_finite() { square } else { f64::INFINITY };
        }
    }

    /// Compares the facets of the blocks anew whose squares have changed. The first time these are all blocks.
    #[cold]
    fn compare_blocks(&mut self, changed: impl Iterator<Item = usize>) {
        let of_block =
            |block: usize, squares: &[f64]| least_of(&squares[BLOCK * block..squares.len().min(BLOCK * (block + 1))]);
        let count = self.squares.len().div_ceil(BLOCK);
        let is_first = self.blocks.is_empty();
        self.blocks.resize(count.next_multiple_of(LANES), f64::INFINITY);
        if is_first {
            (0..count).for_each(|block| self.blocks[block] = of_block(block, &self.squares));
        } else {
            changed.map(|place| place / BLOCK).for_each(|block| self.blocks[block] = of_block(block, &self.squares));
        }
    }

    /// The nearest facet. Of equally near ones it is the first.
    fn nearest(&self) -> usize {
        if self.blocks.is_empty() {
            return first_least(&self.squares);
        }
        let first = BLOCK * first_least(&self.blocks);
        first + first_least(&self.squares[first..self.squares.len().min(first + BLOCK)])
    }
}

/// The place of the least number. Of equal ones it is the first.
fn first_least(numbers: &[f64]) -> usize {
    let least = least_of(numbers);
    let contains = |chunk: &[f64]| chunk.iter().fold(false, |found, &number| found | (number == least));
    let first = numbers.chunks_exact(LANES).position(contains).unwrap_or(0) * LANES;
    first + numbers[first..].iter().position(|&number| number == least).unwrap_or(0)
}

/// The least of the numbers. Each lane has its own minimum: a single one would wait for itself at every number.
fn least_of(numbers: &[f64]) -> f64 {
    let mut lanes = [f64::INFINITY; LANES];
    for chunk in numbers.chunks_exact(LANES) {
        for (least, &number) in lanes.iter_mut().zip(chunk) {
            *least = smaller(number, *least);
        }
    }
    lanes.into_iter().fold(f64::INFINITY, smaller)
}

/// The vertices of a simplex completed to full dimension. The origin is in it or on it, to rounding.
pub(crate) fn full_simplex<W: WideVector>(
    difference: &(impl Difference<W> + ?Sized),
    simplex: &Simplex<W>,
    rounding: &Rounding,
) -> Result<Vec<Vertex<W>>, Flat<W>> {
    let mut vertices = Vec::with_capacity(ROOM / 2);
    vertices.extend_from_slice(simplex.vertices());
    while vertices.len() <= W::DIM {
        let normal = orthogonal_to(&vertices);
        let length = normal.length();
        if !(length > 0.0) {
            let (normal, iterations) = (W::axis(0), vertices.len() as u32);
            return Err(Flat { normal, depth: normal.dot(&difference.support(normal).point), iterations });
        }
        let level = normal.dot(&vertices[0].point);
        let sides = [difference.support(normal), difference.support(-normal)];
        let heights = sides.each(|side| (normal.dot(&side.point) - level).abs());
        let (side, height) = if heights[0] >= heights[1] { (sides[0], heights[0]) } else { (sides[1], heights[1]) };
        if !(height > rounding.noise() * length) {
            let depth = normal.dot(&side.point).abs() / length;
            return Err(Flat { normal: normal * (1.0 / length), depth, iterations: vertices.len() as u32 });
        }
        vertices.push(side);
    }
    Ok(vertices)
}

/// A direction orthogonal to the hull of the vertices, one to `DIM` of them.
fn orthogonal_to<W: WideVector>(vertices: &[Vertex<W>]) -> W {
    match vertices {
        [_] => W::axis(0),
        [p, q] => {
            let e = q.point - p.point;
            if W::DIM == 2 {
                return W::normal_of(&[e]);
            }
            // The axis with the least coordinate of the edge: its product with the edge cancels least.
            let least = (0..W::DIM).fold(0, |l, i| if e.coordinate(i).abs() < e.coordinate(l).abs() { i } else { l });
            W::normal_of(&[e, W::axis(least)])
        }
        [p, q, r, ..] => W::normal_of(&[q.point - p.point, r.point - p.point]),
        [] => W::axis(0),
    }
}

/// The least weight of a facet's corners.
fn least_weight<W: Space>(weights: &[f64; 3]) -> f64 {
    weights[..W::DIM].iter().fold(f64::INFINITY, |low, &w| low.min(w))
}

#[cfg(test)]
mod tests;
