//! From contacts to the verdict.

use super::cells;
use super::contact::{Contact, contacts, middle};
use super::fan::{Blade, Fan};
use super::general;
use super::itself::meets_itself;
use super::parting::parts;
use super::placed::{Placed, Probe, Vertex};
use super::ray::winding;
use crate::mesh::{Body, Inside, Surface, Wing};
use crate::search::each_near_pair;
use crate::signs::sign;
use clearance::dyadic::Dyadic;
use clearance::each::Each;
use clearance::{Space, Vec3};
use std::cmp::Ordering;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Crossings that are looked at with rays before a mesh is asked whether it meets itself.
const QUICK: usize = 4;

/// Planes of touching triangles that are tried: so many of faces in contact, and so many beside edges in contact. More
/// would find a plane where most contacts are on other faces. Each costs a pass over the vertices at most.
const PLANES: usize = 16;

/// Points outside the other body's box that are looked at before contacts. More would find one on a surface whose triangles mostly lie
/// on each other.
const BEYOND: usize = 8;

/// What is known of the space around both surfaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Seen {
    /// There is space inside both.
    pub common: bool,
    /// There is space inside one alone.
    pub only: [bool; 2],
}

impl Seen {
    /// Whether nothing can be added.
    pub fn is_all(self) -> bool {
        self.common && self.only == [true; 2]
    }

    /// What is known of surfaces that meet nowhere. `inside` counts the components of each that are inside the other,
    /// and `is_all` tells whether that is all of them. `None` if it takes a look at the space around them.
    pub fn apart(inside: [usize; 2], is_all: [bool; 2]) -> Option<Self> {
        match inside {
            [0, 0] => Some(Self::default()),
            [_, 0] if is_all[0] => Some(Self { common: true, only: [false, true] }),
            [0, _] if is_all[1] => Some(Self { common: true, only: [true, false] }),
            _ => None,
        }
    }

    /// Notes a piece of space.
    pub fn note(&mut self, inside: [bool; 2]) {
        match inside {
            [true, true] => self.common = true,
            [true, false] => self.only[0] = true,
            [false, true] => self.only[1] = true,
            [false, false] => {}
        }
    }

    /// Notes a place of a surface or of an edge: which bodies are inside before it and after it, and whose it is. Where its body is
    /// on neither side, the place is all there is of it: it lies in the other body or outside of it.
    pub fn note_place(&mut self, [before, after]: [[bool; 2]; 2], own: [bool; 2]) {
        for side in (0..2).filter(|&side| own[side] && !before[side] && !after[side]) {
            let other = 1 - side;
            self.common |= before[other] && after[other];
            self.only[side] |= !before[other] && !after[other] && !own[other];
        }
    }
}

/// Two bodies, and what has been seen of them.
pub(super) struct Judge<'a> {
    pub placed: Placed<'a>,
    pub surfaces: [Arc<Surface>; 2],
    pub seen: Seen,
    /// The winding number in front of each component, once it is known.
    fronts: [Vec<Option<i32>>; 2],
    /// The first triangle of each component that has an area.
    first: [Vec<u32>; 2],
}

impl<'a> Judge<'a> {
    pub fn new(placed: Placed<'a>) -> Self {
        let surfaces = placed.bodies.each(Body::surface);
        let fronts = [0, 1].each(|side| vec![None; surfaces[side].components]);
        let first = [0, 1].each(|side| first_triangles(&placed, side, &surfaces[side]));
        Self { placed, surfaces, seen: Seen::default(), fronts, first }
    }

    /// Notes the winding numbers of a piece of space.
    pub fn note(&mut self, windings: [i32; 2]) {
        self.seen.note(self.inside(windings));
    }

    /// Notes a place of a surface from the winding numbers before it and after it.
    pub fn note_place(&mut self, windings: [[i32; 2]; 2], own: [bool; 2]) {
        self.seen.note_place(windings.each(|windings| self.inside(windings)), own);
    }

    /// Whether a piece of space with these winding numbers is inside the bodies.
    fn inside(&self, windings: [i32; 2]) -> [bool; 2] {
        [0, 1].each(|side| self.surfaces[side].inside.has(windings[side]))
    }

    /// A point of a component off the other surface, and how often that goes around it. `None` if the component is
    /// contained in the other surface.
    pub fn place_of(&self, side: usize, component: usize) -> Option<(Probe, i32)> {
        let first = self.first[side][component];
        let surface = &self.surfaces[side];
        let of_component = |&triangle: &u32| surface.component[triangle as usize] == component as u32;
        let triangles = (first..surface.triangles.len() as u32).filter(of_component);
        triangles.flat_map(|triangle| self.inner_points(side, triangle)).find_map(|probe| self.placed_off(side, probe))
    }

    /// A point of each component, and how often the other surface goes around it. If no component has an area, a point
    /// of each triangle.
    fn places(&self, side: usize) -> Vec<(Probe, i32)> {
        let of_components: Vec<_> =
            (0..self.surfaces[side].components).filter_map(|component| self.place_of(side, component)).collect();
        if !of_components.is_empty() {
            return of_components;
        }
        let triangles = 0..self.surfaces[side].triangles.len() as u32;
        let corner = |triangle: u32| self.placed.inner_point(self.placed.corners(side, triangle), [1, 0, 0]);
        triangles.map(corner).filter_map(|probe| self.placed_off(side, probe)).collect()
    }

    /// A point of one surface, and how often the other one goes around it. `None` if it is on the other one.
    fn placed_off(&self, side: usize, probe: Probe) -> Option<(Probe, i32)> {
        if self.placed.is_beyond(1 - side, &probe) {
            return Some((probe, 0));
        }
        let (winding, _) = winding(&self.placed, 1 - side, &probe, &[])?;
        Some((probe, winding))
    }

    /// Millions of points inside a triangle: more than corners of other triangles can be on it.
    fn inner_points(&self, side: usize, triangle: u32) -> impl Iterator<Item = Probe> + use<'_, 'a> {
        let corners = self.placed.corners(side, triangle);
        let sums = (2..13u32).map(|power| 1 << power);
        let weights = sums.flat_map(|sum| {
            (1..sum - 1)
                .flat_map(move |first| (1..sum - first).map(move |second| [first, second, sum - first - second]))
        });
        // Once nothing is left to spend, no point would be found.
        let weights = weights.take_while(|_| !self.placed.is_spent());
        weights.map(move |weights| self.placed.inner_point(corners, weights))
    }

    /// The winding number of a body in front of a triangle of a component that meets no other one of the body. `None`
    /// if the component has no area.
    fn front(&mut self, side: usize, triangle: u32) -> Option<i32> {
        let component = self.surfaces[side].component[triangle as usize] as usize;
        if self.fronts[side][component].is_none() {
            let first = self.first[side][component];
            let mut points = self.inner_points(side, first);
            let front = points.find_map(|probe| self.front_at(side, first, &probe));
            drop(points);
            self.fronts[side][component] = front;
        }
        self.fronts[side][component]
    }

    /// The winding number of a body in front of one of its triangles, at a point inside that. `None` if another
    /// triangle of the body holds the point.
    fn front_at(&self, side: usize, triangle: u32, probe: &Probe) -> Option<i32> {
        let (number, direction) = winding(&self.placed, side, probe, &[triangle])?;
        let normal = self.placed.normal(self.placed.corners(side, triangle));
        let leaves_in_front = sign(&normal.dot(&direction)) == Ordering::Greater;
        Some(if leaves_in_front { number } else { number - 1 })
    }

    /// Decides for surfaces that meet. Planes that part the bodies come first, and the first crossings are looked at on
    /// the way: they hold for meshes that meet themselves, too, and mostly they decide.
    pub fn look_at_meeting_surfaces(&mut self) {
        let mut found: Vec<([u32; 2], Contact)> = Vec::new();
        let (mut crossings, mut planes, mut are_parted) = (0, [0; 2], false);
        let [a, b] = self.placed.bodies;
        each_near_pair([&a.view(), &b.view()], &mut |i, j| {
            let triangles = [self.placed.corners(0, i), self.placed.corners(1, j)];
            let is_left_out = !self.counts([i, j]) || self.placed.are_apart(triangles[0], triangles[1]);
            if is_left_out || self.placed.part_at_a_corner(triangles) {
                return ControlFlow::Continue(());
            }
            let first = found.len();
            contacts(&self.placed, triangles, |contact| found.push(([i, j], contact)));
            for &(pair, contact) in &found[first..] {
                if let Contact::Crossing(edges) = contact {
                    crossings += 1;
                    if crossings <= QUICK {
                        self.look_at_crossing(pair, edges);
                    }
                }
                let planes = &mut planes[usize::from(matches!(contact, Contact::Edges(_)))];
                for &side in faces(contact) {
                    *planes += 1;
                    are_parted |= crossings == 0 && *planes <= PLANES && parts(&self.placed, triangles[side]);
                }
            }
            if are_parted || self.seen.is_all() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        are_parted = are_parted || crossings == 0 && !self.seen.common && cells::part(self);
        if !are_parted && !self.seen.is_all() {
            self.look_at_all(&found);
        }
    }

    /// Looks at the four pieces of space around the middle of a crossing.
    fn look_at_crossing(&mut self, [i, j]: [u32; 2], edges: [[Vertex; 2]; 2]) {
        let triangles = [self.placed.corners(0, i), self.placed.corners(1, j)];
        let probe = middle(&self.placed, triangles, edges);
        self.note_crossing([self.front_at(0, i, &probe), self.front_at(1, j, &probe)]);
    }

    /// Notes the four pieces of space around a crossing, from the numbers in front of both triangles.
    fn note_crossing(&mut self, fronts: [Option<i32>; 2]) {
        let [Some(a), Some(b)] = fronts else { return };
        for windings in [[a, b], [a + 1, b], [a, b + 1], [a + 1, b + 1]] {
            self.note(windings);
        }
    }

    fn counts(&self, triangles: [u32; 2]) -> bool {
        (0..2).all(|side| self.surfaces[side].counts[triangles[side] as usize])
    }

    /// Looks at all of space. `found` are the contacts of both surfaces.
    fn look_at_all(&mut self, found: &[([u32; 2], Contact)]) {
        let meets_itself = |side: usize| {
            let surface = &self.surfaces[side];
            *surface.meets_itself.get_or_init(|| meets_itself(self.placed.bodies[side], surface))
        };
        if (0..2).any(meets_itself) {
            self.look_beyond();
            general::look_everywhere(self);
        } else {
            self.look_at_contacts(found);
        }
    }

    /// Looks at a point of each surface outside the other body's box: on one side of it there is space inside the one alone.
    fn look_beyond(&mut self) {
        for side in 0..2 {
            let front = self.front_beyond(side);
            for own in front.into_iter().flat_map(|front| [front, front + 1]) {
                self.note(if side == 0 { [own, 0] } else { [0, own] });
            }
        }
    }

    /// The winding number of a body in front of one of its triangles, at a point outside the other body's box.
    fn front_beyond(&self, side: usize) -> Option<i32> {
        let placed = &self.placed;
        let counts = |triangle: &u32| self.surfaces[side].counts[*triangle as usize];
        let outer_corner = |triangle: u32| {
            let corners = placed.corners(side, triangle);
            placed.view(corners)?;
            let corner = corners.iter().position(|&corner| placed.is_beyond_box(1 - side, placed.rounded(corner)))?;
            Some((triangle, corners, corner))
        };
        let outer = (0..self.surfaces[side].triangles.len() as u32).filter(counts).filter_map(outer_corner);
        outer.take(BEYOND).find_map(|(triangle, corners, corner)| {
            let probe = placed.inner_point(corners, [0, 1, 2].each(|own| if own == corner { 62 } else { 1 }));
            if placed.is_beyond(1 - side, &probe) { self.front_at(side, triangle, &probe) } else { None }
        })
    }

    /// Looks at all contacts, and at the components without one. The bodies do not meet themselves.
    fn look_at_contacts(&mut self, found: &[([u32; 2], Contact)]) {
        let mut touched = [0, 1].each(|side| vec![false; self.surfaces[side].components]);
        let mut overlaps = HashSet::new();
        let mut flat = [0, 1].each(|side| vec![None; self.surfaces[side].edge_count() as usize]);
        for &(triangles, contact) in found {
            for side in 0..2 {
                touched[side][self.surfaces[side].component[triangles[side] as usize] as usize] = true;
            }
            if self.seen.is_all() {
                return;
            }
            match contact {
                Contact::Crossing(_) => {
                    let fronts = [self.front(0, triangles[0]), self.front(1, triangles[1])];
                    self.note_crossing(fronts);
                }
                Contact::Overlap => self.look_at_overlap(triangles, &mut overlaps),
                Contact::EdgeInFace { side, edge, is_flat } => {
                    let edge = self.surfaces[side].sides[triangles[side] as usize][usize::from(edge)];
                    let is_owned = self.surfaces[side].owner(edge) == triangles[side];
                    let flatness: &mut Option<bool> = &mut flat[side][edge as usize];
                    // A flat edge in a common plane: the overlaps on both sides of it tell all.
                    if is_owned && !(is_flat && *flatness.get_or_insert_with(|| self.is_flat(side, edge))) {
                        self.look_around_edge(side, edge, triangles[1 - side]);
                    }
                }
                Contact::Edges(edges) => {
                    let edges = [0, 1]
                        .each(|side| self.surfaces[side].sides[triangles[side] as usize][usize::from(edges[side])]);
                    if (0..2).all(|side| self.surfaces[side].owner(edges[side]) == triangles[side]) {
                        self.look_around_edges(edges);
                    }
                }
            }
        }
        for side in 0..2 {
            for component in (0..touched[side].len()).filter(|&component| !touched[side][component]) {
                self.look_at_component(side, component);
            }
        }
    }

    /// Decides for surfaces without a common point. The answer is a common point of the solids.
    ///
    /// If all components of A are in B and none of B in A, no space inside A is outside B: the surface of A would have
    /// to be around it.
    pub fn look_at_separate_surfaces(&mut self) -> Option<Vec3<f64>> {
        let mut point = None;
        let (mut counts, mut is_all) = ([0; 2], [true; 2]);
        for side in 0..2 {
            for (probe, winding) in self.places(side) {
                if self.surfaces[1 - side].inside.has(winding) {
                    counts[side] += 1;
                    point = point.or_else(|| Some(self.placed.in_world(&probe)));
                } else {
                    is_all[side] = false;
                }
            }
        }
        match Seen::apart(counts, is_all) {
            Some(seen) => self.seen = seen,
            // An open mesh that is partly inside.
            None if self.surfaces.iter().any(|surface| surface.inside == Inside::Nothing) => {
                self.seen = Seen { common: true, only: [true; 2] };
            }
            None => self.look_at_all(&[]),
        }
        point
    }

    /// Notes the space on both sides of a component that is on one side of the other surface.
    pub fn look_at_component(&mut self, side: usize, component: usize) {
        if self.seen.is_all() {
            return;
        }
        let Some((_, other)) = self.place_of(side, component) else { return };
        let Some(front) = self.front(side, self.first[side][component]) else { return };
        for own in [front, front + 1] {
            self.note(if side == 0 { [own, other] } else { [other, own] });
        }
    }

    /// Two triangles that overlap in one plane. `known` holds what was seen before.
    fn look_at_overlap(&mut self, triangles: [u32; 2], known: &mut HashSet<([u32; 2], bool)>) {
        let [first, second] = [0, 1].each(|side| self.placed.corners(side, triangles[side]));
        let Some((axis, turn)) = self.placed.view(first) else { return };
        let is_same_way = self.placed.turn(axis, second[0], second[1], second[2]) == turn;
        let components = [0, 1].each(|side| self.surfaces[side].component[triangles[side] as usize]);
        if !known.insert((components, is_same_way)) {
            return;
        }
        let [Some(a), Some(b)] = [self.front(0, triangles[0]), self.front(1, triangles[1])] else { return };
        let [in_front, behind] = if is_same_way { [b, b + 1] } else { [b + 1, b] };
        self.note([a, in_front]);
        self.note([a + 1, behind]);
    }

    /// Whether an edge has two triangles, in one plane and on both sides of the edge.
    fn is_flat(&self, side: usize, edge: u32) -> bool {
        let surface = &self.surfaces[side];
        let [one, other] = surface.wings(edge) else { return false };
        let vertex = |index: u32| Vertex { side, index };
        let [from, to] = surface.ends(edge).each(vertex);
        let [tip, other_tip] = [one.tip, other.tip].each(vertex);
        if self.placed.side([from, to, tip], other_tip).is_ne() {
            return false;
        }
        let Some((axis, turn)) = self.placed.view([from, to, tip]) else { return false };
        self.placed.turn(axis, from, to, other_tip) == turn.reverse()
    }

    /// The sectors around an edge in a triangle of the other body.
    fn look_around_edge(&mut self, side: usize, edge: u32, other: u32) {
        let axis = self.axis(side, edge);
        let mut blades = self.blades_of_edge(side, edge, &axis);
        blades.extend(self.blades_of_face(1 - side, other, &axis));
        self.look_at_fan(axis, blades);
    }

    /// The sectors around two edges on one line.
    fn look_around_edges(&mut self, edges: [u32; 2]) {
        let axis = self.axis(0, edges[0]);
        let mut blades = self.blades_of_edge(0, edges[0], &axis);
        blades.extend(self.blades_of_edge(1, edges[1], &axis));
        self.look_at_fan(axis, blades);
    }

    fn look_at_fan(&mut self, axis: Vec3<Dyadic>, blades: Vec<Blade>) {
        let windings = Fan::new(axis, blades).windings();
        for windings in windings.into_iter().flatten() {
            self.note(windings);
        }
    }

    /// The vector along an edge.
    fn axis(&self, side: usize, edge: u32) -> Vec3<Dyadic> {
        let [from, to] = self.surfaces[side].ends(edge).each(|index| Vertex { side, index });
        self.placed.vector(from, to)
    }

    /// The half-planes of the triangles at an edge.
    fn blades_of_edge(&mut self, side: usize, edge: u32, axis: &Vec3<Dyadic>) -> Vec<Blade> {
        let from = Vertex { side, index: self.surfaces[side].ends(edge)[0] };
        let wings = self.surfaces[side].wings(edge).to_vec();
        let blade = |wing: &Wing| {
            let front = self.front(side, wing.triangle);
            let along = self.placed.vector(from, Vertex { side, index: wing.tip });
            let normal = self.placed.normal(self.placed.corners(side, wing.triangle));
            Blade::new(side, axis, along, &normal, front)
        };
        wings.iter().map(blade).collect()
    }

    /// The two half-planes of a triangle around a line in it.
    fn blades_of_face(&mut self, side: usize, triangle: u32, axis: &Vec3<Dyadic>) -> [Blade; 2] {
        let front = self.front(side, triangle);
        let normal = self.placed.normal(self.placed.corners(side, triangle));
        let along = normal.wedge(axis);
        [along.negated(), along].each(|along| Blade::new(side, axis, along, &normal, front))
    }
}

/// Whose triangles may lie in a plane that parts the bodies at a contact.
fn faces(contact: Contact) -> &'static [usize] {
    match contact {
        Contact::Crossing(_) => &[],
        Contact::Overlap | Contact::EdgeInFace { side: 1, .. } => &[0],
        Contact::EdgeInFace { .. } => &[1],
        Contact::Edges(_) => &[0, 1],
    }
}

/// The first triangle of each component that has an area, or `u32::MAX`.
fn first_triangles(placed: &Placed, side: usize, surface: &Surface) -> Vec<u32> {
    let mut first = vec![u32::MAX; surface.components];
    for triangle in (0..surface.triangles.len() as u32).filter(|&triangle| surface.counts[triangle as usize]) {
        let place = &mut first[surface.component[triangle as usize] as usize];
        if *place == u32::MAX && placed.view(placed.corners(side, triangle)).is_some() {
            *place = triangle;
        }
    }
    first
}
