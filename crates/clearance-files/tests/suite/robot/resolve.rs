//! Where the mesh of a URI is looked for.

use clearance_files::robot::resolve::{Places, candidates, folders, missing};

fn places() -> Places {
    Places {
        packages: vec![("arm".into(), "/named/arm".into())],
        ros_package_path: folders("/ros/src:/ros/arm"),
        ament_prefix_path: folders("/opt/humble"),
        folder: "/home/me/arm/urdf".into(),
    }
}

fn paths(uri: &str, places: &Places) -> Vec<String> {
    candidates(uri, places).unwrap().into_iter().map(|own| own.path).collect()
}

#[test]
fn a_package_is_looked_for_where_it_was_named_then_in_ros_then_above_the_file() {
    let expected = [
        "/named/arm/m/a.stl",
        "/ros/src/arm/m/a.stl",
        "/ros/arm/m/a.stl",
        "/ros/arm/arm/m/a.stl",
        "/opt/humble/share/arm/m/a.stl",
        "/home/me/arm/urdf/arm/m/a.stl",
        "/home/me/arm/m/a.stl",
        "/home/me/arm/arm/m/a.stl",
        "/home/me/arm/m/a.stl",
        "/home/arm/m/a.stl",
        "/arm/m/a.stl",
    ];
    let mut expected: Vec<&str> = expected.to_vec();
    expected.remove(8); // no place is tried twice
    assert_eq!(paths("package://arm/m/a.stl", &places()), expected);
    // Three slashes mean two.
    assert_eq!(paths("package:///arm/m/a.stl", &places()), expected);
    let found = candidates("package://arm/m/a.stl", &places()).unwrap();
    assert_eq!(found[0].package_xml(), None);
    assert_eq!(found[1].package_xml().unwrap(), "/ros/src/arm/package.xml");
}

#[test]
fn files_and_paths_are_beside_the_robot_or_absolute() {
    assert_eq!(paths("meshes/a.stl", &places()), ["/home/me/arm/urdf/meshes/a.stl"]);
    assert_eq!(paths("../a%20b.stl", &places()), ["/home/me/arm/urdf/../a%20b.stl", "/home/me/arm/urdf/../a b.stl"]);
    assert_eq!(paths("/abs/a.stl", &places()), ["/abs/a.stl"]);
    assert_eq!(paths("file:///abs/a.stl", &places()), ["/abs/a.stl"]);
    assert_eq!(paths("file:/abs/a.stl", &places()), ["/abs/a.stl"]);
    assert_eq!(paths("file:///C:/a.stl", &places()), ["C:/a.stl"]);
    assert_eq!(paths("C:/a.stl", &places()), ["C:/a.stl"]);
    assert_eq!(paths("a.stl", &Places::default()), ["a.stl"]);
    assert_eq!(paths("100%", &Places::default()), ["100%"]);
}

#[test]
fn a_mesh_from_the_network_is_refused() {
    let fault = candidates("https://example.org/a.stl", &places()).unwrap_err().to_string();
    assert!(fault.starts_with("expected package://, file:// or a path, found https:/"), "{fault}");
}

#[test]
fn a_missing_mesh_names_the_folders_and_the_option() {
    let uri = "package://arm_description/meshes/w.stl";
    let none = Places { ament_prefix_path: folders("/b"), folder: "/a".into(), ..Places::default() };
    assert_eq!(
        missing(uri, &candidates(uri, &none).unwrap()),
        "mesh package://arm_description/meshes/w.stl: no such file; looked in /b/share/arm_description, \
         /a/arm_description, /arm_description; name its folder: --package arm_description=DIR"
    );
}
