//! Files as users have them. Common dialects are read, and a remark names what is skipped.

use clearance_files::document::ShapeDocument;
use clearance_files::fault::Fault;
use clearance_files::readers::{self, Reading};

fn read(name: &str, bytes: impl AsRef<[u8]>) -> Result<Reading, Fault> {
    readers::read_file(name, bytes.as_ref())
}

/// The points of a file that is read without a complaint.
fn points(name: &str, bytes: impl AsRef<[u8]>) -> Vec<Vec<f64>> {
    let reading = read(name, bytes.as_ref());
    let reading = reading.unwrap_or_else(|fault| panic!("{fault}: {}", String::from_utf8_lossy(bytes.as_ref())));
    points_of(&reading.shape)
}

fn points_of(shape: &ShapeDocument) -> Vec<Vec<f64>> {
    serde_json::from_value(serde_json::to_value(shape).unwrap()["points"].take()).unwrap()
}

fn complaint(name: &str, bytes: impl AsRef<[u8]>) -> String {
    read(name, bytes).unwrap_err().to_string()
}

/// What is to be known of a file.
fn remarks(name: &str, bytes: impl AsRef<[u8]>) -> String {
    read(name, bytes).unwrap().remarks.join("\n")
}

const TRIANGLE: [[f64; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
const FACET: &str = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";

#[test]
fn obj_of_many_programs() {
    let files: [&[u8]; 8] = [
        b"# Gr\xfc\xdfe aus K\xf6ln\no W\xfcrfel\nmtllib \xe9.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
        b"v 0 0 \\\n 0\nv 1 0 0\nv 0 1 0\nf 1 2 \\\r\n-1\n",
        b"v\t0 0 0 1.0\r\nv 1 0 0 0.5 0.5 0.5  \r\n\r\nv 0 1 0 # top\r\nf 1/1 2//2 3/3/3 \t\r\n",
        b"v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r",
        b"\xEF\xBB\xBFv 0 0 0\nv 1 0 0\nv 0 1 0\ns 1\nusemtl x\nf -3 -2 -1",
        b"v 0 0 0\nv 1 0 0\nv 0 1 0\n",
        b"  v +0 0. .0\nv 1e0 0 0\nv 0 10E-1 0\nvt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1",
        b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 9 9 9\nf 1 2 3\nl 1 4\n",
    ];
    for bytes in files {
        assert_eq!(points("a.obj", bytes), TRIANGLE, "{}", String::from_utf8_lossy(bytes));
    }
    assert!(remarks("a.obj", files[7]).starts_with("1 points, lines, curves or surfaces that are no faces"));
    assert!(complaint("a.obj", b"v 0 \xfc 0\n").starts_with("line 1: y: expected a number"));
}

#[test]
fn off_with_counts_on_its_first_line_and_with_colours() {
    let body = "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    for head in [
        "OFF 3 1 0\n",
        "OFF\n3 1 0\n",
        "OFF # c\r\n3 1\r\n",
        "3 1 0\n",
        "off\n3 1 0\n",
        "\u{feff}OFF\n\n# \u{fc}\n3 1 0\n",
    ] {
        assert_eq!(points("a.off", format!("{head}{body}")), TRIANGLE, "{head}");
    }
    let coloured = "STCNOFF\n3 1 0\n0 0 0 255 0 0 255\n1 0 0 1 1 1 1\n0 1 0 0 0 0 0\n3 0 1 2 0.5 0.5 0.5\n";
    assert_eq!(points("a.off", coloured), TRIANGLE);
    assert!(complaint("a.off", "4OFF\n1 0 0\n0 0 0 1\n").contains("points of 3 coordinates, found 4OFF"));
    assert!(complaint("a.off", b"OFF BINARY\n\0\0").contains("OFF as text"));
    assert!(remarks("a.off", format!("OFF 3 1 0\n{body}3 0 1 2\n")).starts_with("line 6 and what follows"));
}

#[test]
fn off_without_a_blank_behind_its_keyword_and_with_faces_over_several_lines() {
    // Cause: both were refused. Geomview reads numbers, not lines.
    assert_eq!(points("a.off", "OFF3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"), TRIANGLE);
    assert_eq!(points("a.off", "OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n3\n0 1\n2 9 9 9\n3 0\n2 1\n"), TRIANGLE);
    assert!(complaint("a.off", "OFFX 3 1 0\n").starts_with("line 1: expected OFF, found \"OFFX\""));
    assert!(complaint("a.off", "OFF3x 1 0\n").starts_with("line 1: expected OFF, found \"OFF3x\""));
}

#[test]
fn stl_with_bytes_behind_its_triangles_or_a_count_that_was_not_written() {
    // Cause: other programs read as many triangles as are announced, or as there are; here both were refused.
    let triangle: Vec<u8> = [[0.0f32; 3], [0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
        .as_flattened()
        .iter()
        .flat_map(|x| x.to_le_bytes())
        .chain([0; 2])
        .collect();
    let file = |count: u32, rest: &[u8]| [&[7; 80][..], &count.to_le_bytes(), &triangle, rest].concat();
    for (bytes, remark) in [
        (file(1, &[]), ""),
        (file(1, &[1, 2, 3]), "3 bytes after the 1 announced triangles were passed over"),
        (file(0, &[]), "0 triangles are announced, and the 1 that are there were read"),
        (file(0, &[9]), "0 triangles are announced, and the 1 that are there were read"),
    ] {
        assert_eq!(points("a.stl", &bytes), TRIANGLE);
        assert!(remarks("a.stl", &bytes).contains(remark));
    }
    assert!(complaint("a.stl", file(2, &[])).starts_with("expected 184 bytes for 2 triangles"));
    assert_eq!(complaint("a.stl", [0; 84]), "expected triangles, found a binary STL of 0 triangles");
}

#[test]
fn utf_16_is_read_as_the_same_text() {
    let geojson = r#"{"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}"#;
    let ply = "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n1 2 3\n";
    for (name, text) in [
        ("a.obj", "v 0 0 0 # \u{20ac}\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".to_owned()),
        ("a.off", "OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n".to_owned()),
        ("a.stl", format!("solid x\n{FACET}endsolid x\n")),
        ("a.ply", ply.to_owned()),
        ("a.wkt", "POLYGON((0 0,1 0,1 1,0 0))".to_owned()),
        ("a.geojson", geojson.to_owned()),
        ("a.json", geojson.to_owned()),
        ("b.json", r#"{"points": [[0, 0], [1, 0]]}"#.to_owned()),
        ("a.svg", "<?xml version='1.0' encoding='utf-16'?><svg><path d='M0 0h1v1z'/></svg>".to_owned()),
    ] {
        let units: Vec<u16> = format!("\u{feff}{text}").encode_utf16().collect();
        let expected = read(name, &text).unwrap();
        for order in [u16::to_le_bytes, u16::to_be_bytes] {
            let bytes: Vec<u8> = units.iter().copied().flat_map(order).collect();
            assert_eq!(read(name, &bytes), Ok(expected.clone()), "{name}");
            // Half a character at the end is no number.
            let _ = read(name, &bytes[..bytes.len() - 1]);
        }
    }
}

#[test]
fn what_is_no_file_of_its_name_is_called_by_its_own_name() {
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n";
    for name in ["a.stl", "a.obj", "a.geojson"] {
        assert!(complaint(name, pointer).contains("found a Git LFS pointer to it"), "{name}");
    }
    assert!(complaint("a.step", "").contains("found .step: its faces are curved; a CAD program such as FreeCAD"));
    assert!(complaint("a.IFC", "").contains("`IfcConvert building.ifc building.glb`"));
}

#[test]
fn points_and_lines_of_the_plane_are_things() {
    // Cause: a file with one point among its polygons was refused.
    for text in [
        "MULTIPOINT((0 0),(1 0 7))LINESTRING(0 0, 1 0, 1 1)POINT EMPTY",
        "GEOMETRYCOLLECTION(POINT Z(0 0 1),POINT(1 0),MULTILINESTRING((0 0,1 0,1 1),EMPTY))",
    ] {
        let expected = [[0.0, 0.0], [1.0, 0.0], [0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [1.0, 0.0]];
        assert_eq!(points("a.wkt", text), expected, "{text}");
    }
    let line = r#"{"type": "LineString", "coordinates": [[0, 0], [1, 0, 9]]}"#;
    let points_of = r#"{"type": "MultiPoint", "coordinates": [[2, 2], [3, 3]]}"#;
    let expected = [[0.0, 0.0], [1.0, 0.0], [2.0, 2.0], [3.0, 3.0]];
    for text in [
        format!(r#"{{"type": "GeometryCollection", "geometries": [{line}, {points_of}]}}"#),
        format!("{line}\n{points_of}\n"),
        format!("\u{1e}{line}\n\u{1e}{points_of}\n"),
    ] {
        assert_eq!(points("a.geojson", &text), expected, "{text}");
        assert_eq!(points("a.json", &text), expected, "{text}");
    }
    let wrong = format!("{line}\n{}", points_of.replace("[2, 2]", "[2]"));
    assert!(complaint("a.geojson", wrong).starts_with("coordinates"));
    assert!(readers::is_literal("POINT(1 2)") && readers::is_literal("linestring z (0 0 1, 1 1 1)"));
    assert!(!readers::is_literal("point.obj") && !readers::is_literal("polygons/a.wkt"));
}

#[test]
fn degrees_are_called_degrees() {
    let square = |size: u32, crs: &str| {
        format!(r#"{{"type": "Polygon", {crs}"coordinates": [[[0, 0], [{size}, 0], [0, {size}]]]}}"#)
    };
    let named = |name: &str| format!(r#""crs": {{"type": "name", "properties": {{"name": "{name}"}}}}, "#);
    for (text, is_told) in [
        (square(10, ""), true),
        (square(1000, ""), false),
        (square(10, &named("urn:ogc:def:crs:OGC:1.3:CRS84")), true),
        (square(10, &named("urn:ogc:def:crs:EPSG::25832")), false),
    ] {
        assert_eq!(remarks("a.geojson", &text).contains("are degrees of longitude and latitude"), is_told, "{text}");
    }
    let wkt = "POLYGON((0 0,1 0,1 1,0 0))";
    assert!(
        remarks("a.wkt", format!("SRID=4326;{wkt}")).contains("degrees") && !remarks("a.wkt", wkt).contains("degrees")
    );
}

#[test]
fn stl_in_capitals_with_latin_names_and_without_an_end() {
    let whole = format!("solid x\n{FACET}endsolid x\n");
    let latin = [b"solid W\xfcrfel\n", FACET.as_bytes(), b"endsolid W\xfcrfel\n"].concat();
    let with_mark = format!("\u{feff}{whole}").into_bytes();
    let files = [whole.to_uppercase().into_bytes(), latin, whole.replace('\n', "\r\n").into_bytes(), with_mark];
    for bytes in &files {
        assert_eq!(points("a.stl", bytes), TRIANGLE, "{}", String::from_utf8_lossy(bytes));
        assert!(!remarks("a.stl", bytes).contains("endsolid"));
    }
    // Cause: a file had been cut off. The complaint said that its surface was open, as if it had been made so.
    let cut = remarks("a.stl", format!("solid x\n{FACET}"));
    assert!(cut.starts_with("expected endsolid after 1 triangles, found the end: a part may be missing"), "{cut}");
    assert_eq!(
        complaint("a.stl", "solid x\nouter loop\nvertex 0 0 0\n"),
        "expected endfacet, found the end of the file"
    );
    let four = whole.replace("endloop", "vertex 1 1 0\nendloop");
    assert!(
        complaint("a.stl", four).starts_with("line 9: expected three vertices in the facet that ends here, found 4")
    );
}

#[test]
fn ply_with_any_line_ends_and_elements_around() {
    let header = "ply\nformat ascii 1.0\ncomment \u{fc} end_header\nelement camera 1\nproperty list uchar float view\n\
                  element vertex 3\nproperty float x\nproperty float y\nproperty uchar red\nproperty float z\n\
                  element face 1\nproperty uchar f\nproperty list uchar uint vertex_index\nelement edge 1\n\
                  property int a\nend_header\n";
    let body = "2 7 7\n0 0 255 0\n1 0 255 0\n0 1 255 0\n1 3 0 1 2\n5\n";
    for end in ["\n", "\r\n", "\r"] {
        assert_eq!(points("a.ply", (header.to_owned() + body).replace('\n', end)), TRIANGLE, "{end:?}");
    }
    // Cause: the lines of the body were counted from the first line of the body.
    let wrong = header.to_owned() + &body.replace("1 0 255 0", "1 x 255 0");
    assert_eq!(complaint("a.ply", wrong), "line 19: y: expected a number, found \"x\"");
    assert!(remarks("a.ply", header.to_owned() + body + "9\n").starts_with("line 23 and what follows"));
    // A carriage return ends the header. The body begins with a byte that is a line feed by chance.
    let binary = "ply\nformat binary_big_endian 1.0\nelement vertex 1\nproperty uchar x\nproperty uchar y\n\
                  property uchar z\nend_header\n";
    let binary = binary.replace('\n', "\r");
    assert_eq!(points("a.ply", [binary.as_bytes(), &[10, 2, 3]].concat()), [[10.0, 2.0, 3.0]]);
    assert!(remarks("a.ply", [binary.as_bytes(), &[10, 2, 3, 4, 5]].concat()).starts_with("2 bytes after the last"));
}

#[test]
fn wkt_of_several_geometries_dimensions_and_cases() {
    // Cause: the text after the first geometry was lost, and no remark said so.
    let two = "POLYGON((0 0,1 0,1 1,0 0))\nPOLYGON((5 5,6 5,6 6,5 5))\n";
    assert_eq!(points("a.wkt", two).len(), 6);
    assert_eq!(points("a.wkt", two.replace('\n', ";")).len(), 6);
    let triangle = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]];
    for text in [
        "polygon ((0 0, 1 0, 1 1, 0 0))",
        "SRID=4326;POLYGON Z ((0 0 7,1 0 7,1 1 7,0 0 7))",
        "MULTIPOLYGON ZM (((0 0 1 2,1 0 1 2,1 1 1 2,0 0 1 2)), EMPTY)",
        "POLYGONM((0 0 7,1 0 7,1 1 7,0 0 7))",
        "GeometryCollection(POLYGON EMPTY,\r\n\tPOLYGON((0 0,1 0,1 1,0 0)))",
        "\u{feff}POLYGON((0 0,+1 0e0,1. 1,0 0))\n",
    ] {
        assert_eq!(points("a.wkt", text), triangle, "{text}");
    }
    for (text, expected) in [
        (
            "POLYGON((0 0,1 0,1 1,0 0)) hello",
            "line 1: expected POINT, LINESTRING, POLYGON, MULTI before these or a collection of them, found \"hello\"",
        ),
        ("POLYGON((0 0,1 0,1 1,0 0))\n\0", "line 2: expected POINT"),
        ("POINT(1)", "expected a number, found \")\""),
        ("TRIANGLE((0 0,1 0,1 1,0 0))", "found \"TRIANGLE\""),
        ("POLYGON((0 0,1 0,1 1", "expected \",\" or \")\", found the end of the text"),
        ("POLYGON((0 0,\n1 x,1 1))", "line 2: expected a number, found \"x\""),
        ("POLYGON((0 0,1e999 0,1 1))", "expected a finite number, found 1e999"),
        ("POLYGON EMPTY", "expected a polygon, found none"),
    ] {
        assert!(complaint("a.wkt", text).contains(expected), "{text}: {}", complaint("a.wkt", text));
    }
}

#[test]
fn geojson_of_features_that_are_nowhere() {
    let nowhere = r#"{"type": "Feature", "geometry": null, "properties": {}}"#;
    let polygon = r#"{"type": "Feature", "properties": null, "bbox": [0], "geometry": {"type": "Polygon",
        "coordinates": [[[0, 0, 7, 8, 9], [1, 0, 7], [1, 1], [0, 0, 7, 8, 9]]]}}"#;
    let collection = format!(r#"{{"type": "FeatureCollection", "features": [{nowhere}, {polygon}]}}"#);
    assert_eq!(points("a.geojson", &collection), [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]);
    assert_eq!(points("a.json", format!("\u{feff}{collection}")).len(), 3);
    assert_eq!(complaint("a.geojson", nowhere), "expected a polygon, found none");
    assert_eq!(complaint("a.geojson", "[]"), "expected a GeoJSON object with type, found a list");
}

/// The points of path data.
fn path(data: &str) -> Vec<Vec<f64>> {
    points("a.svg", format!("<svg><path d=\"{data}\"/></svg>"))
}

#[test]
fn svg_with_document_types_transforms_and_shapes() {
    let head = "<?xml version='1.0' encoding='utf-8'?>\n<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\"\n \
                \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">\n<svg xmlns='http://www.w3.org/2000/svg'>";
    let body =
        "<defs><path d='M99 99h9v9z'/></defs><g transform='translate(1, 0) scale(2)'><path d='M0 0h1v1'/></g></svg>";
    assert_eq!(points("a.svg", format!("{head}{body}")), [[1.0, 0.0], [3.0, 0.0], [3.0, 2.0]]);
    assert_eq!(points("a.svg", b"<svg><!-- \xfc --><path d='M0 0h1v1'/></svg>").len(), 3);
    assert_eq!(points("a.svg", "<svg><rect x='1' width='2px' height='3'/><path d=''/></svg>").len(), 4);
    for (body, expected) in [
        ("<g><path d='M0 0h1v1'/>", "the end of every element"),
        ("<g></svg>", "line 1: expected SVG, found XML that cannot be read"),
        (
            "\n<rect width='10%' height='1'/></svg>",
            "line 2: rect: width: expected a length, found \"10%\" of a picture whose size is not known",
        ),
        ("<path d='M0 0 L1'/></svg>", "line 1: path: expected path data"),
        ("<path d='L1 1'/></svg>", "line 1: path: expected path data"),
        ("<use href='#a'/></svg>", "line 1: use: href: expected the id of an element, found \"#a\""),
        ("<g transform='turn(1)'/></svg>", "line 1: g: transform: expected a list such as"),
        ("<text>a</text></svg>", "expected a polygon, found none"),
    ] {
        let complaint = complaint("a.svg", format!("<svg>{body}"));
        assert!(complaint.contains(expected), "{body}: {complaint}");
    }
    assert!(remarks("a.svg", "<svg><text>a</text><path d='M0 0h1v1'/></svg>").starts_with("text and image elements"));
}

#[test]
fn svg_paths_in_every_spelling() {
    assert_eq!(path("M1.5.5-3-2"), [[1.5, 0.5], [-3.0, -2.0]]);
    assert_eq!(path("m1,1 2,0 0,2zm5,5h1"), [[1.0, 1.0], [3.0, 1.0], [3.0, 3.0], [6.0, 6.0], [7.0, 6.0]]);
    assert_eq!(path("M0 0H1e0V+2 L.5-.5"), [[0.0, 0.0], [1.0, 0.0], [1.0, 2.0], [0.5, -0.5]]);
    // A move that draws nothing is not part of the shape.
    assert_eq!(path("M9 9M0 0L1 1"), [[0.0, 0.0], [1.0, 1.0]]);
    // Flags of an arc need no space between them. The end is the written one.
    let arc = path("M0 0a1 1 0 01.5.5");
    assert_eq!((arc.first().unwrap(), arc.last().unwrap()), (&vec![0.0, 0.0], &vec![0.5, 0.5]));
    assert_eq!(path("M0 0A0 1 0 0 1 3 4"), [[0.0, 0.0], [3.0, 4.0]]);
    // A smooth curve mirrors the control point before it. Other curves begin at the pen.
    assert_eq!(path("M0 0Q1 2 2 0Q3-2 4 0"), path("M0 0Q1 2 2 0T4 0"));
    assert_eq!(path("M0 0C0 1 1 1 1 0C1-1 2-1 2 0"), path("M0 0C0 1 1 1 1 0S2-1 2 0"));
}

#[test]
fn curves_beyond_the_range_of_numbers_are_refused() {
    // Cause: the mirrored control point is infinite, while both ends are finite. Mutation found this.
    for data in [
        "M0 0Q1 2 2-1e308T4 4",
        "M-1e308 0a1e308 1e308 0 1 1 1.5e308 0",
        "M1e308 0h1e308",
        "M0 0C1e308 0 -1e308 0 1 1S1 1 2 2",
    ] {
        let reading = read("a.svg", format!("<svg><path d='{data}'/></svg>"));
        let finite =
            |reading: Reading| reading.approximation.outward.is_finite() && reading.approximation.inward.is_finite();
        let said = "expected numbers whose shape stays within the range of numbers";
        assert!(reading.clone().is_err_and(|fault| fault.to_string() == said) || reading.is_ok_and(finite), "{data}");
    }
    assert!(read("a.svg", "<svg><path d='M0 0Q1 2 2-1e308T4 4'/></svg>").is_err());
}

#[test]
fn arcs_keep_a_millionth_of_the_radius_at_every_size_and_say_so() {
    // Cause: arcs were first turned into cubic curves, with an absolute tolerance of 0.1.
    for radius in [1e-200, 1e-9, 0.3, 1.0, 1234.5, 1e9, 1e153, 1e154, 1e300] {
        let data = format!("M-{radius} 0A{radius} {radius} 0 0 1 {radius} 0A{radius} {radius} 0 0 1-{radius} 0z");
        let reading = read("a.svg", format!("<svg><path d='{data}'/></svg>")).unwrap();
        let points: Vec<[f64; 2]> = points_of(&reading.shape).iter().map(|p| [p[0] / radius, p[1] / radius]).collect();
        let worst = points.windows(2).map(|pair| {
            let middle = [0.5 * (pair[0][0] + pair[1][0]), 0.5 * (pair[0][1] + pair[1][1])];
            assert!((pair[0][0].hypot(pair[0][1]) - 1.0).abs() < 1e-14, "corners lie on the circle");
            1.0 - middle[0].hypot(middle[1])
        });
        let (worst, outward) = (worst.fold(0.0, f64::max), reading.approximation.outward / radius);
        assert!(worst > 1e-7 && worst <= outward && outward <= 1e-6, "{worst} {outward} for {radius}");
        assert!(reading.remarks[0].starts_with("curves became polygons within "), "{:?}", reading.remarks);
    }
}

#[test]
fn remarks_on_convexity_do_not_depend_on_the_unit() {
    // Cause: areas of coordinates beyond 1e154 are infinite, and below 1e-162 zero. So the remark was lost.
    for unit in ["", "e200", "e-200"] {
        let l = format!("POLYGON((0 0,2{unit} 0,2{unit} 1{unit},1{unit} 1{unit},1{unit} 2{unit},0 2{unit},0 0))");
        assert!(remarks("a.wkt", &l).contains("covers 85.714 %"), "{unit}: {}", remarks("a.wkt", &l));
        let open = format!("v 0 0 0\nv 1{unit} 0 0\nv 0 1{unit} 0\nf 1 2 3\n");
        assert!(remarks("a.obj", &open).contains("3 of its 3 edges are open"), "{unit}: {}", remarks("a.obj", &open));
    }
}

/// Cause: the place of a picture within a picture was ignored, and so was `display: none`. No remark said so.
/// Law: everything that moves or hides a shape is respected.
#[test]
fn svg_places_pictures_within_pictures_and_leaves_out_what_is_hidden() {
    let path = "<path d='M0 0L1 0L1 1Z'/>";
    let hidden =
        "<path d='M0 0L9 0L9 9Z' style='fill:red; display: none'/><g display='none'><path d='M0 0L9 0L9 9Z'/></g>";
    let text = format!("<svg x='3'>{path}<svg x='5' y='1'>{path}</svg>{hidden}</svg>");
    let reading = read("a.svg", &text).unwrap();
    let found = format!("{:?}", points_of(&reading.shape));
    assert!(found.contains("[5.0, 1.0]") && found.contains("[6.0, 2.0]") && !found.contains('9'), "{found}");
    let scaled = format!("<svg>{path}<svg x='5' viewBox='0 0 1 1'>{path}</svg></svg>");
    assert!(complaint("a.svg", scaled).contains("viewBox: expected width and height of a picture with a viewBox"));
}

/// Cause: faces of two corners vanished beside others. Law: they are told.
#[test]
fn faces_of_two_corners_are_left_out_and_told() {
    let vertices = "0 0 0\n1 0 0\n0 1 0\n";
    let head = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n";
    let ply = |faces: usize, rest: &str| {
        format!("{head}element face {faces}\nproperty list uchar int vertex_indices\nend_header\n{vertices}{rest}")
    };
    let one = "1 face of fewer than 3 corners is no surface and was left out";
    let two = "2 faces of fewer than 3 corners are no surfaces and were left out";
    for (name, text, told) in [
        ("a.ply", ply(2, "3 0 1 2\n2 0 1\n"), Some(one)),
        ("a.ply", ply(3, "2 0 1\n3 0 1 2\n1 2\n"), Some(two)),
        ("a.off", format!("OFF\n3 2 0\n{vertices}2 0 1\n3 0 1 2\n"), Some(one)),
        ("a.ply", ply(1, "3 0 1 2\n"), None),
    ] {
        let remarks = remarks(name, &text);
        match told {
            Some(told) => assert!(remarks.contains(told), "{text}: {remarks}"),
            None => assert!(!remarks.contains("fewer"), "{text}: {remarks}"),
        }
        assert_eq!(points(name, &text), TRIANGLE, "{text}");
    }
}
