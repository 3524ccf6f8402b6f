use super::*;
use crate::numbers::each::Each;
use crate::random::Random;
use crate::space::vector::{Vec2, Vec3, vec2, vec3};
use alloc::format;
use alloc::string::String;

/// The vertices of a ridge, in the order of the facet whose side this is.
fn ridge<V: Space>(shell: &Shell<V>, side: Side) -> [u32; 2] {
    let vertices = shell.links[side.facet()].vertices;
    match V::DIM {
        2 => [vertices[1 - side.slot()]; 2],
        _ => AFTER[side.slot()].each(|slot| vertices[slot]),
    }
}

/// Asserts that links are mutual, that neighbours run through their ridge in opposite directions, and that the
/// surface is that of a ball (Euler).
fn assert_closed<V: Space>(shell: &Shell<V>) {
    let mut vertices: Vec<u32> = Vec::new();
    for facet in shell.live() {
        vertices.extend(shell.vertices(facet));
        for slot in 0..V::DIM {
            let side = Side::new(facet as u32, slot);
            let beyond = shell.across(side);
            assert!(shell.links[beyond.facet()].live, "{side:?}");
            assert_eq!(shell.across(beyond), side);
            let ([from, to], reverse) = (ridge(shell, side), ridge(shell, beyond));
            assert_eq!([to, from], reverse);
            assert!(V::DIM == 3 || slot != beyond.slot(), "{side:?}");
        }
    }
    vertices.sort_unstable();
    vertices.dedup();
    let (facets, corners) = (shell.live().count(), vertices.len());
    assert_eq!(if V::DIM == 2 { facets } else { facets / 2 + 2 }, corners);
}

/// Expands a shell by points beyond its facets until it is the hull of `points`. Returns the shell and the number
/// of expansions that removed more than one facet.
fn expanded<V: Space>(simplex: Vec<V>, points: &[V]) -> (Shell<V>, usize) {
    let (mut shell, mut wide) = (Shell::new(simplex), 0);
    assert_closed(&shell);
    loop {
        let point_beyond = |facet: usize| points.iter().find(|point| shell.is_seen(facet, point));
        let Some((facet, point)) = shell.live().find_map(|facet| Some((facet, point_beyond(facet)?))) else {
            break;
        };
        let before = shell.live().count();
        shell.expand(facet, point.clone()).unwrap();
        assert_closed(&shell);
        let removed = before + shell.newest().count() - shell.live().count();
        wide += usize::from(removed > 1);
    }
    (shell, wide)
}

/// A whole number, so that floats compute all planes exactly.
fn whole(random: &mut Random) -> f64 {
    (100.0 * random.signed()).round()
}

fn shell_in_space(random: &mut Random) -> (Shell<Vec3<f64>>, usize) {
    let simplex = [vec3(1.0, 1.0, 1.0), vec3(1.0, -1.0, -1.0), vec3(-1.0, 1.0, -1.0), vec3(-1.0, -1.0, 1.0)];
    let points: Vec<Vec3<f64>> = (0..24).map(|_| vec3(whole(random), whole(random), whole(random))).collect();
    expanded(simplex.to_vec(), &points)
}

fn shell_in_the_plane(random: &mut Random) -> (Shell<Vec2<f64>>, usize) {
    let simplex = [vec2(1.0, -1.0), vec2(0.0, 1.0), vec2(-1.0, -1.0)];
    let points: Vec<Vec2<f64>> = (0..12).map(|_| vec2(whole(random), whole(random))).collect();
    expanded(simplex.to_vec(), &points)
}

#[test]
fn the_shell_stays_closed_after_every_expansion() {
    let (mut random, mut wide) = (Random(7), [0; 2]);
    for _ in 0..100 {
        wide[0] += shell_in_the_plane(&mut random).1;
        wide[1] += shell_in_space(&mut random).1;
    }
    assert!(wide[0] > 50 && wide[1] > 200, "{wide:?}");
}

/// The parts of a shell that an expansion changes.
fn state<V: Space>(shell: &Shell<V>) -> String {
    format!("{:?} {:?} {:?} {:?}", shell.vertices, shell.facets, shell.links, shell.free)
}

/// Asserts that the shell is torn by a vertex that sees all facets but `hidden`, and that nothing of it changes.
fn assert_torn<V: Space<Scalar = f64>>(shell: &Shell<V>, hidden: &[usize]) {
    let mut shell = shell.clone();
    for (index, facet) in shell.facets.iter_mut().enumerate() {
        facet.offset = if hidden.contains(&index) { f64::INFINITY } else { f64::NEG_INFINITY };
    }
    let before = state(&shell);
    let start = shell.live().find(|facet| !hidden.contains(facet)).unwrap();
    assert_eq!(shell.expand(start, V::zero()), Err(Torn), "{hidden:?}");
    assert_eq!(state(&shell), before);
    assert_eq!(shell.newest().count(), 0);
}

#[test]
fn a_torn_horizon_leaves_the_shell_as_it_was() {
    let mut random = Random(3);
    let (plane, space) = (shell_in_the_plane(&mut random).0, shell_in_space(&mut random).0);
    // The vertex sees everything.
    assert_torn(&plane, &[]);
    assert_torn(&space, &[]);
    // Two hidden facets without a common vertex: the horizon is two curves.
    let mut holes = 0;
    for first in space.live() {
        for second in space.live() {
            if space.vertices(first).iter().all(|vertex| !space.vertices(second).contains(vertex)) {
                assert_torn(&space, &[first, second]);
                holes += 1;
            }
        }
    }
    assert!(holes > 20, "{holes}");
}
