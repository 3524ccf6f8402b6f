//! Geoms and meshes of MJCF.

use std::collections::HashMap;

use super::super::model::{Element, Origin, Rotation, Shape};
use super::super::tree::{Node, Wrong, not_negative};
use super::classes::Settings;
use super::place;

/// The meshes of a file by their names.
pub type Meshes = HashMap<String, Result<Shape, Wrong>>;

/// What a geom is.
pub enum Geom {
    /// A piece of geometry, and the bits of `contype` and `conaffinity`.
    Piece(Element, [u32; 2]),
    /// Something without a surface, and what it is.
    LeftOut(&'static str),
}

/// The assets. What is wrong with one is told where a geom uses it.
pub fn meshes(settings: &Settings<'_>, root: &Node) -> Result<Meshes, Wrong> {
    let mut meshes = HashMap::new();
    for node in root.all("asset").flat_map(|asset| asset.all("mesh")) {
        let class = settings.class_of(node, None)?;
        let file = node.attribute("file");
        let stem = file.map(|file| {
            let last = file.rsplit(['/', '\\']).next().unwrap_or(file);
            last.rsplit_once('.').map_or(last, |(stem, _)| stem)
        });
        let Some(name) = node.attribute("name").or(stem) else {
            return Err(node.wrong("expected the attribute file or name, found none").under("mesh"));
        };
        meshes
            .insert(name.to_owned(), mesh(settings, node, class).map_err(|wrong| wrong.under(format!("mesh {name}"))));
    }
    Ok(meshes)
}

fn mesh(settings: &Settings<'_>, node: &Node, class: Option<usize>) -> Result<Shape, Wrong> {
    let scale = settings.exactly(node, class, "scale")?.unwrap_or([1.0; 3]);
    if scale.contains(&0.0) {
        return Err(node.wrong("expected factors that are not 0, found one that is").under("scale"));
    }
    let moved = node.exactly::<3>("refpos")?.is_some_and(|place| place != [0.0; 3]);
    let turned = node.exactly::<4>("refquat")?.is_some_and(|turn| turn[1..] != [0.0; 3]);
    if moved || turned {
        return Err(node.wrong("expected a mesh without refpos and refquat; move the geom instead"));
    }
    let Some(file) = node.attribute("file") else {
        return Err(node.wrong("expected the attribute file; vertices inside the model are not read"));
    };
    let file = if settings.strips_paths { file.rsplit(['/', '\\']).next().unwrap_or(file) } else { file };
    let folder = settings.mesh_folder.trim_end_matches('/');
    let is_absolute = file.starts_with('/') || folder.is_empty();
    Ok(Shape::Mesh { uri: if is_absolute { file.to_owned() } else { format!("{folder}/{file}") }, scale })
}

/// A geom.
pub fn geom(settings: &Settings<'_>, meshes: &Meshes, node: &Node, around: Option<usize>) -> Result<Geom, Wrong> {
    let class = settings.class_of(node, around)?;
    let mesh = settings.text(node, class, "mesh");
    let kind = settings.text(node, class, "type").unwrap_or("sphere");
    let mut origin = place::origin(settings, node, class)?;
    let shape = match kind {
        "plane" => return Ok(Geom::LeftOut("a plane without an end")),
        "hfield" => return Ok(Geom::LeftOut("a height field")),
        "sdf" => return Ok(Geom::LeftOut("a signed distance field")),
        "mesh" => of_mesh(meshes, node, mesh)?,
        _ if mesh.is_some() => {
            let message = format!("expected type=\"mesh\" beside mesh; fitting a {kind} to a mesh is not done here");
            return Err(node.wrong(message).under("type"));
        }
        _ => primitive(settings, node, class, kind, &mut origin)?,
    };
    let name = node.attribute("name").unwrap_or_default().to_owned();
    let bits = |key: &str| -> Result<u32, Wrong> {
        let word = settings.text(node, class, key).unwrap_or("1").trim();
        // MuJoCo reads them as signed numbers of 32 bits.
        word.parse::<i64>()
            .ok()
            .map(|bits| bits as u32)
            .ok_or_else(|| node.wrong(format!("expected whole numbers, found {word:?}")).under(key))
    };
    let masks = [bits("contype")?, bits("conaffinity")?];
    Ok(Geom::Piece(Element { name, line: node.line, origin, shape }, masks))
}

fn of_mesh(meshes: &Meshes, node: &Node, mesh: Option<&str>) -> Result<Shape, Wrong> {
    let name = mesh.ok_or_else(|| node.wrong("expected the attribute mesh, found none"))?;
    match meshes.get(name) {
        Some(shape) => shape.clone(),
        None => Err(node.wrong(format!("expected a mesh of the assets, found {name:?}")).under("mesh")),
    }
}

fn primitive(
    settings: &Settings<'_>,
    node: &Node,
    class: Option<usize>,
    kind: &str,
    origin: &mut Origin,
) -> Result<Shape, Wrong> {
    let between = settings.exactly::<6>(node, class, "fromto")?.filter(|_| kind != "sphere");
    let mut size = settings.numbers(node, class, "size")?.unwrap_or_default();
    if let Some(&negative) = size.iter().find(|size| !(**size >= 0.0)) {
        return Err(not_negative(node, negative).under("size"));
    }
    let round = matches!(kind, "capsule" | "cylinder");
    if let Some([a, b, c, d, e, f]) = between {
        let along = [d - a, e - b, f - c];
        let half = 0.5 * along[0].hypot(along[1]).hypot(along[2]);
        let wrong = || node.wrong("expected two different points").under("fromto");
        let turn = place::to_direction(along).filter(|_| half > 0.0 && half.is_finite()).ok_or_else(wrong)?;
        *origin = Origin { xyz: [0.5 * (a + d), 0.5 * (b + e), 0.5 * (c + f)], rotation: Rotation::Quaternion(turn) };
        let radius = *size.first().ok_or_else(|| node.wrong("expected a radius, found none").under("size"))?;
        size = if round { vec![radius, half] } else { vec![radius, *size.get(1).unwrap_or(&radius), half] };
    }
    let needed = match kind {
        "sphere" => 1,
        "capsule" | "cylinder" => 2,
        "box" | "ellipsoid" => 3,
        _ => {
            let expected = "sphere, capsule, cylinder, box, ellipsoid, mesh or plane";
            return Err(node.wrong(format!("expected {expected}, found {kind:?}")).under("type"));
        }
    };
    if size.len() < needed {
        let count = size.len();
        return Err(node.wrong(format!("expected {needed} numbers for a {kind}, found {count}")).under("size"));
    }
    // A half may be a number while the whole is none.
    let twice = |half: f64| match 2.0 * half {
        whole if whole < f64::INFINITY => Ok(whole),
        _ => Err(node.wrong(format!("expected half of a length below 1.8e308, found {half:e}")).under("size")),
    };
    Ok(match kind {
        "sphere" => Shape::Sphere { radius: size[0] },
        "capsule" => Shape::Capsule { radius: size[0], length: twice(size[1])? },
        "cylinder" => Shape::Cylinder { radius: size[0], length: twice(size[1])? },
        "box" => Shape::Cuboid { size: [twice(size[0])?, twice(size[1])?, twice(size[2])?] },
        _ => Shape::Ellipsoid { semi_axes: [size[0], size[1], size[2]] },
    })
}
