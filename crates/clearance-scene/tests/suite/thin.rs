//! Things that enclose nothing in a solid: points, lines, sheets, and what of a body is one. A band is about how deep they lie.

use crate::blocks::{block, joined};
use clearance::{Pose, vec3};
use clearance_scene::{Contact, Mesh, Outline, Relation, Rule, Rules, Scene, Solid};
use std::sync::Arc;

/// Half of it and a little more is deep.
const BAND: f64 = 0.1;

/// The relation within the band and the exact one of a host and a thing.
fn related<S: Solid>(host: &Arc<S>, thing: S) -> [Relation; 2] {
    let mut scene = Scene::default();
    scene.add("host", host.clone(), Pose::identity()).unwrap();
    scene.add("thing", Arc::new(thing), Pose::identity()).unwrap();
    let rule = Rule { contact: Contact::Length(BAND), ..Rule::new("*", "*") };
    let found = scene.nearest(&Rules { rules: vec![rule], below: None }, 1)[0];
    [found.relation, found.exact]
}

/// Checks a thing along the wall x = 0 of a host: deep in it, and less deep than the band allows.
fn check<S: Solid>(name: &str, host: &Arc<S>, thing: impl Fn(f64) -> S) {
    let [deep, exact] = related(host, thing(3.0));
    assert!(deep.is_overlap() && deep == exact, "{name}: {deep:?}, {exact:?}");
    let [shallow, exact] = related(host, thing(0.04));
    assert!(shallow == Relation::Touching && exact.is_overlap(), "{name}: {shallow:?}, {exact:?}");
    let [outside, _] = related(host, thing(-3.0));
    assert_eq!(outside, Relation::Apart, "{name}");
}

/// Cause: of a body that encloses nothing the largest ball in both was asked, and there is none; and points and lines had no faces
/// whose depth could be told. Law: a band is as long as what lies in the other body may be deep, whatever encloses nothing.
#[test]
fn what_encloses_nothing_in_a_region_touches_only_as_deep_as_the_band() {
    let host = Arc::new(Outline::new(&[vec![vec![[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]]]]).unwrap());
    let closed = |rings: &[Vec<[f64; 2]>]| Outline::new(&[rings.to_vec()]).unwrap();
    check("line", &host, |x| Outline::polyline(&[[x, 4.0], [x, 6.0]]).unwrap());
    check("point", &host, |x| Outline::polyline(&[[x, 4.0]]).unwrap());
    check("ring of a point", &host, |x| closed(&[vec![[x, 4.0]]]));
    check("ring of a point, three times", &host, |x| closed(&[vec![[x, 4.0], [x, 4.0], [x, 4.0]]]));
    check("there and back", &host, |x| closed(&[vec![[x, 4.0], [x, 6.0]]]));
    check("there and back by a corner", &host, |x| closed(&[vec![[x, 4.0], [x, 5.0], [x, 6.0]]]));
    let tile = |x: f64| vec![[x - 0.01, 4.0], [x, 4.0], [x, 6.0], [x - 0.01, 6.0]];
    check("a hole as large as its polygon", &host, |x| closed(&[tile(x), tile(x)]));
    check("a point beside a polygon", &host, |x| {
        let far = vec![[40.0, 0.0], [41.0, 0.0], [41.0, 1.0]];
        Outline::new(&[vec![far], vec![vec![[x, 4.0]]]]).unwrap()
    });
}

/// The same for the spike of a polygon, which crosses the wall.
#[test]
fn the_spike_of_a_polygon_touches_only_as_deep_as_the_band() {
    let host = Arc::new(Outline::new(&[vec![vec![[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]]]]).unwrap());
    let spiked = |x: f64| {
        let ring = vec![[-9.0, 0.0], [-8.0, 0.0], [-8.0, 5.0], [x, 5.0], [-8.0, 5.0], [-8.0, 9.0], [-9.0, 9.0]];
        Outline::new(&[vec![ring]]).unwrap()
    };
    assert_eq!(related(&host, spiked(3.0)), [Relation::Crossing; 2]);
    assert_eq!(related(&host, spiked(0.04)), [Relation::Touching, Relation::Crossing]);
    assert_eq!(related(&host, spiked(-1.0))[0], Relation::Apart);
    // What it does not reach in is told by the largest disk, as before.
    let pushed = |x: f64| {
        let ring =
            vec![[x - 9.0, 0.0], [x, 0.0], [x, 9.0], [x - 4.0, 9.0], [x - 4.0, 20.0], [x - 4.0, 9.0], [x - 9.0, 9.0]];
        Outline::new(&[vec![ring]]).unwrap()
    };
    assert_eq!(related(&host, pushed(0.05)), [Relation::Touching, Relation::Crossing]);
    assert_eq!(related(&host, pushed(0.2)), [Relation::Crossing; 2]);
}

fn mesh(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> Mesh {
    Mesh::new(vertices, triangles).unwrap()
}

/// A plate without thickness between two corners, at x: both of its sides, with the same diagonal or with another one.
fn plate(x: f64, [low, high]: [[f64; 2]; 2], has_one_diagonal: bool) -> Mesh {
    let corners = [[x, low[0], low[1]], [x, high[0], low[1]], [x, high[0], high[1]], [x, low[0], high[1]]];
    let back = if has_one_diagonal { [[0, 2, 1], [0, 3, 2]] } else { [[0, 3, 1], [1, 3, 2]] };
    mesh(&corners, &[[0, 1, 2], [0, 2, 3], back[0], back[1]])
}

#[test]
fn what_encloses_nothing_in_a_solid_touches_only_as_deep_as_the_band() {
    let host = Arc::new(block([0.0; 3], [10.0; 3], &|p| p));
    let ends = |x: f64| [[x, 4.0, 4.0], [x, 5.0, 5.0], [x, 6.0, 6.0]];
    check("point", &host, |x| mesh(&ends(x), &[[0, 0, 0]]));
    check("segment", &host, |x| mesh(&ends(x), &[[0, 1, 1]]));
    check("three corners on a line", &host, |x| mesh(&ends(x), &[[0, 1, 2]]));
    check("cloud", &host, |x| mesh(&ends(x), &[[0, 0, 0], [1, 1, 1], [2, 2, 2]]));
    check("sheet", &host, |x| mesh(&[[x, 4.0, 4.0], [x, 6.0, 4.0], [x, 4.0, 6.0]], &[[0, 1, 2]]));
    for has_one_diagonal in [true, false] {
        let square = [[4.0; 2], [6.0; 2]];
        let name = format!("plate, {has_one_diagonal}");
        check(&name, &host, |x| plate(x, square, has_one_diagonal));
        // A solid somewhere else makes no difference.
        let far = block([40.0; 3], [41.0; 3], &|p| p);
        check(&format!("{name} beside a solid"), &host, |x| joined(&[plate(x, square, has_one_diagonal), far.clone()]));
    }
}

/// Cause: the sectors around a line were noted, and what lies between two that are outside was not. Law: a plate without
/// thickness that goes through a wall crosses it, and one on a wall touches it.
#[test]
fn a_plate_without_thickness_crosses_what_it_goes_through() {
    let host = Arc::new(block([0.0; 3], [10.0; 3], &|p| p));
    for has_one_diagonal in [true, false] {
        for (x, low, high, expected) in [
            (3.0, [-2.0, 4.0], [2.0, 6.0], Relation::Crossing),
            (3.0, [-2.0, 4.0], [0.0, 6.0], Relation::Touching),
            (10.0, [3.0, 4.0], [5.0, 6.0], Relation::Touching),
            (3.0, [0.0, 4.0], [5.0, 6.0], Relation::BInA),
            (3.0, [0.0, 0.0], [10.0, 10.0], Relation::BInA),
        ] {
            let [found, exact] = related(&host, plate(x, [low, high], has_one_diagonal));
            assert_eq!([found, exact], [expected; 2], "{x} {low:?} {high:?} {has_one_diagonal}");
        }
        let through = plate(3.0, [[-2.0, 4.0], [0.04, 6.0]], has_one_diagonal);
        assert_eq!(related(&host, through), [Relation::Touching, Relation::Crossing]);
    }
}

/// Law: triangles without area on the surface of a solid change nothing.
#[test]
fn triangles_without_area_on_a_surface_change_no_relation() {
    let host = Arc::new(block([0.0; 3], [10.0; 3], &|p| p));
    let beside = |depth: f64| {
        let whole = block([10.0 - depth, 2.0, 2.0], [14.0, 8.0, 8.0], &|p| p);
        let [a, b, c] = whole.triangles()[0];
        let mut triangles = whole.triangles().to_vec();
        triangles.extend([[a, a, b], [b, c, c], [c, c, c]]);
        Mesh::new(whole.vertices(), &triangles).unwrap()
    };
    for (depth, expected) in [(0.05, Relation::Touching), (0.2, Relation::Crossing)] {
        assert_eq!(related(&host, beside(depth)), [expected, Relation::Crossing], "{depth}");
    }
    assert!(beside(1.0).is_closed() && beside(1.0).has_inside(vec3(12.0, 5.0, 5.0)) == Some(true));
}
