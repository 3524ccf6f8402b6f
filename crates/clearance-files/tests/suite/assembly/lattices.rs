//! Beam lattices of 3MF.

use std::io;

use clearance_files::assembly::{Cap, Strut, read_file};
use clearance_files::thing::{self, Lattice, Thing};

use super::cubes;

const SPACE: &str = "http://schemas.microsoft.com/3dmanufacturing";

/// A model whose only mesh is a lattice between three vertices.
fn model(lattice: &str, transform: &str) -> Vec<u8> {
    let attributes = format!(
        "requiredextensions=\"b bb\" xmlns:b=\"{SPACE}/beamlattice/2017/02\" xmlns:bb=\"{SPACE}/beamlattice/balls/2020/07\""
    );
    let vertices = "<vertices><vertex x=\"0\" y=\"0\" z=\"0\"/><vertex x=\"4\" y=\"0\" z=\"0\"/>\
                    <vertex x=\"4\" y=\"3\" z=\"0\"/></vertices><triangles/>";
    let object = format!("<object id=\"1\" name=\"grid\"><mesh>{vertices}{lattice}</mesh></object>");
    let item = format!("<item objectid=\"1\" {transform}/>");
    cubes::archive(&[("3D/3dmodel.model", &cubes::model_of_3mf(&attributes, &object, &item))])
}

fn read(bytes: &[u8]) -> Result<Lattice, String> {
    match thing::read_file("a.3mf", bytes, |_| Err(io::ErrorKind::NotFound.into())) {
        Ok(Thing::Lattice(lattice)) => Ok(lattice),
        Ok(other) => Err(format!("no lattice: {other:?}")),
        Err(fault) => Err(fault.to_string()),
    }
}

/// Cause: an official sample lost its 11,821 beams, and the answer was 1.68 mm at a point on a beam.
#[test]
fn beams_have_the_radii_and_caps_of_the_file_or_those_of_the_lattice() {
    let lattice = "<b:beamlattice radius=\"0.5\" minlength=\"0.1\" cap=\"butt\"><b:beams><b:beam v1=\"0\" v2=\"1\"/>\
                   <b:beam v1=\"1\" v2=\"2\" r1=\"1\" cap2=\"hemisphere\"/><b:beam v1=\"0\" v2=\"2\" r1=\"1\" r2=\"2\" \
                   cap1=\"sphere\" cap2=\"sphere\"/></b:beams></b:beamlattice>";
    let [a, b, c] = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 3.0, 0.0]];
    let found = read(&model(lattice, "")).unwrap();
    let strut = |ends, radii, caps, number| Strut { ends, radii, caps, number };
    assert_eq!(
        found.struts,
        [
            strut([a, b], [0.5; 2], [Cap::Flat; 2], 0),
            strut([b, c], [1.0; 2], [Cap::Flat, Cap::Round], 1),
            strut([a, c], [1.0, 2.0], [Cap::Round; 2], 2),
        ]
    );
    assert_eq!(found.surface.metres_per_unit, Some(1e-3));
    // The hull of two balls is larger than the frustum: slope 1/5, radius 2.
    let root = (1.0f64 - 0.04).sqrt();
    assert!((found.struts[2].excess() - 2.0 * (1.0 / root - 1.0)).abs() < 1e-15, "{}", found.struts[2].excess());
    assert!(found.deviation >= found.struts[2].excess());
    assert!(found.struts[1].excess() < 1e-12);
    assert!(found.surface.remarks.iter().any(|remark| remark == "grid: 3 beams (leaves 0 to 2)"), "{found:?}");
}

#[test]
fn balls_stand_at_the_vertices_that_the_mode_names_and_short_beams_count_for_nothing() {
    let lattice = |mode: &str| {
        format!(
            "<b:beamlattice radius=\"0.5\" minlength=\"3.5\" {mode}><b:beams><b:beam v1=\"0\" v2=\"1\"/><b:beam v1=\"1\" \
             v2=\"2\"/></b:beams><bb:balls><bb:ball vindex=\"1\" r=\"1\"/></bb:balls></b:beamlattice>"
        )
    };
    let struts = |mode: &str| read(&model(&lattice(mode), "")).unwrap();
    let told = |lattice: &Lattice| -> Vec<(u32, f64)> {
        lattice.struts.iter().map(|strut| (strut.number, strut.radii[0])).collect()
    };
    assert_eq!(told(&struts("")), [(0, 0.5)]);
    let mixed = struts("bb:ballmode=\"mixed\"");
    assert_eq!(told(&mixed), [(0, 0.5), (2, 1.0)]);
    assert!(mixed.surface.remarks[0].contains("1 ball (leaf 2); 1 of the beams are shorter"), "{mixed:?}");
    assert_eq!(told(&struts("bb:ballmode=\"all\" bb:ballradius=\"2\"")), [(0, 0.5), (2, 1.0), (3, 2.0), (4, 2.0)]);
}

#[test]
fn beams_stand_where_their_instance_does_and_uneven_scales_are_refused() {
    let lattice = "<b:beamlattice radius=\"0.5\" minlength=\"0\"><b:beams><b:beam v1=\"0\" v2=\"1\"/></b:beams>\
                   </b:beamlattice>";
    // A quarter turn about z, doubled, and moved.
    let turned = read(&model(lattice, "transform=\"0 2 0 -2 0 0 0 0 2 10 0 0\"")).unwrap();
    assert_eq!(turned.struts[0].ends, [[10.0, 0.0, 0.0], [10.0, 8.0, 0.0]]);
    assert_eq!((turned.struts[0].radii, turned.deviation), ([1.0; 2], 0.0));
    let uneven = read(&model(lattice, "transform=\"1 0 0 0 2 0 0 0 1 0 0 0\"")).unwrap_err();
    assert!(uneven.contains("grid: expected beams that stay round"), "{uneven}");
    // Numbers of six digits are a rotation, and the bounds include what they are not.
    let rounded = read(&model(lattice, "transform=\"0.866025 0.5 0 -0.5 0.866025 0 0 0 1 0 0 0\"")).unwrap();
    assert!(rounded.deviation > 1e-7 && rounded.deviation < 1e-5, "{}", rounded.deviation);
}

#[test]
fn a_lattice_that_cannot_be_kept_is_refused_with_its_place() {
    let good = "<b:beamlattice radius=\"0.5\" minlength=\"0\"><b:beams><b:beam v1=\"0\" v2=\"1\"/></b:beams>\
                </b:beamlattice>";
    assert!(read(&model(good, "")).is_ok());
    for (from, to, said) in [
        (
            "minlength",
            "clippingmode=\"inside\" clippingmesh=\"2\" minlength",
            "clippingmode: expected a beam lattice that",
        ),
        ("v2=\"1\"", "v2=\"3\"", "beam: v2: expected a vertex below 3, found 3"),
        ("v2=\"1\"", "v2=\"1\" r2=\"1\"", "beam: r2: expected r1 beside r2"),
        ("v2=\"1\"", "v2=\"1\" r1=\"0\"", "beam: r1: expected a positive radius, found 0"),
        ("v2=\"1\"", "v2=\"1\" cap1=\"round\"", "beam: cap1: expected sphere, hemisphere or butt, found \"round\""),
        ("radius=\"0.5\"", "", "beamlattice: radius: expected a value, found none"),
        ("radius", "bb:ballmode=\"some\" radius", "ballmode: expected none, mixed or all"),
        ("radius", "bb:ballmode=\"all\" radius", "expected a ballradius"),
    ] {
        let found = read(&model(&good.replacen(from, to, 1), "")).unwrap_err();
        assert!(found.contains(said), "{to}: {found}");
    }
    let scene = read_file("a.3mf", &model(good, ""), |_| Err(io::ErrorKind::NotFound.into())).unwrap_err();
    assert!(scene.to_string().starts_with("grid: expected meshes of triangles, found a beam lattice"), "{scene}");
}
