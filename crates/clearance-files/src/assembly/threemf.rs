//! 3MF: an archive of models. A model is XML with objects, their components, and the items of the build (3MF Core
//! Specification 1.3). Components and items may stand in another model of the archive (its Production Extension). A mesh
//! may have a lattice of beams (`lattice.rs`).

use std::collections::HashMap;
use std::io::{BufReader, Cursor};

use zip::ZipArchive;

use super::affine::{Affine, IDENTITY};
use super::budget::Budget;
use super::lattice;
use super::placement::{Node, instances};
use super::surface::Vertices;
use super::xml::{Listener, Most, exactly, finite, listen, required};
use super::{Assembly, Axis, MeshData};
use crate::fault::Fault;
use crate::readers::xml::Attributes;
use crate::space::Point;

/// How many times larger than the archive its models may be. Models are some 5 to 30 times larger than their archives,
/// and a bomb is 1000 times larger. If larger, a bomb takes more time. If smaller, regular models are refused.
const MOST_GROWTH: u64 = 128;
/// The bytes that the models of any archive may have: small archives are larger than what they hold.
const FOR_ANY_ARCHIVE: u64 = 64 << 10;
/// Both limits in words.
const TOO_LARGE: &str = "the models are larger than 64 KiB and 128 times the archive";

/// Reads the objects that the build of the first model names.
pub fn read(bytes: &[u8]) -> Result<Assembly, Fault> {
    let most = FOR_ANY_ARCHIVE + MOST_GROWTH * bytes.len() as u64;
    let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| unreadable(&error))?;
    let mut package = Package { archive, left: most, known: HashMap::new() };
    let mut models = package.models()?;
    let mut scene = Scene::of_objects(&mut models)?;
    let mut owner = 0;
    for (index, model) in models.iter().enumerate() {
        for object in &model.objects {
            for (component, placement) in object.components.iter().enumerate() {
                let place = |fault: Fault| fault.under(&format!("component {component}")).under(&object.place());
                let node = scene.add(&package.known, index, placement).map_err(place)?;
                scene.nodes[owner].children.push(node);
            }
            owner += 1;
        }
    }
    let mut roots = Vec::new();
    for (item, placement) in models[0].items.iter().enumerate() {
        let place = |fault: Fault| fault.under(&format!("build item {item}"));
        roots.push(scene.add(&package.known, 0, placement).map_err(place)?);
    }
    let mut budget = Budget::of(usize::try_from(most - package.left).unwrap_or(usize::MAX));
    let instances = instances(&scene.nodes, &roots, &mut budget)?;
    let (meshes, metres_per_unit) = (scene.meshes, Some(models[0].unit()));
    Ok(Assembly { meshes, instances, metres_per_unit, up: Some(Axis::Z), remarks: Vec::new() })
}

/// The nodes of all models: first one for each object in their order, then one for each component and item.
struct Scene {
    nodes: Vec<Node>,
    meshes: Vec<MeshData>,
    /// From the index of a model and the id of an object in it to its node.
    objects: HashMap<(usize, String), usize>,
}

impl Scene {
    /// The objects without their components. Their meshes are moved out of the models.
    fn of_objects(models: &mut [Model]) -> Result<Self, Fault> {
        let mut scene = Self { nodes: Vec::new(), meshes: Vec::new(), objects: HashMap::new() };
        for (model, Model { objects, .. }) in models.iter_mut().enumerate() {
            for object in objects {
                if scene.objects.insert((model, object.id.clone()), scene.nodes.len()).is_some() {
                    return Err(Fault::new("expected one object of each id, found two").under(&object.place()));
                }
                let meshes = object.mesh.iter().map(|_| scene.meshes.len()).collect();
                scene.meshes.extend(object.mesh.take());
                let (name, children) = (object.label(), Vec::new());
                scene.nodes.push(Node { name, transform: IDENTITY, meshes, children });
            }
        }
        Ok(scene)
    }

    /// Adds the node of a component or an item of a model.
    fn add(&mut self, paths: &HashMap<String, usize>, model: usize, placement: &Placement) -> Result<usize, Fault> {
        let model = placement.path.as_ref().map_or(model, |path| paths[path]);
        let Some(&object) = self.objects.get(&(model, placement.object.clone())) else {
            let message = format!("expected the id of an object, found {:?}", placement.object);
            return Err(Fault::new(message).under("objectid"));
        };
        let (name, meshes, children) = (String::new(), Vec::new(), vec![object]);
        self.nodes.push(Node { name, transform: placement.transform, meshes, children });
        Ok(self.nodes.len() - 1)
    }
}

/// An archive, and how many bytes of it may still be read.
struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    left: u64,
    /// From the path of a model to its index.
    known: HashMap<String, usize>,
}

impl Package<'_> {
    /// The model that the relationships name, and those that models name. Each is read once.
    fn models(&mut self) -> Result<Vec<Model>, Fault> {
        let mut relationships = Relationships::default();
        if self.archive.index_for_name("_rels/.rels").is_some() {
            self.read("_rels/.rels", &mut relationships)?;
        }
        let mut paths = vec![relationships.model.unwrap_or_else(|| "3D/3dmodel.model".to_owned())];
        self.known.insert(paths[0].clone(), 0);
        let mut models: Vec<Model> = Vec::new();
        while let Some(path) = paths.get(models.len()).cloned() {
            let mut model = Model::default();
            self.read(&path, &mut model)?;
            if models.first().is_some_and(|first| first.unit() != model.unit()) {
                return Err(Fault::new("expected the unit of the first model, found another one").under(&path));
            }
            for path in model.placements().filter_map(|placement| placement.path.as_ref()) {
                if !self.known.contains_key(path) {
                    self.known.insert(path.clone(), paths.len());
                    paths.push(path.clone());
                }
            }
            models.push(model);
        }
        Ok(models)
    }

    /// Reads a part. It is never in memory as a whole.
    fn read(&mut self, path: &str, listener: &mut impl Listener) -> Result<(), Fault> {
        let part = self.archive.by_name(path).map_err(|error| unreadable(&error).under(path))?;
        let place = |Fault { path: line, message }| {
            let comma = if line.is_empty() { "" } else { ", " };
            Fault { path: format!("{path}{comma}{line}"), message }
        };
        let most = Most { bytes: self.left, said: TOO_LARGE };
        self.left -= listen(BufReader::new(part), most, listener).map_err(place)?;
        Ok(())
    }
}

fn unreadable(error: &zip::result::ZipError) -> Fault {
    Fault::new(format!("expected a 3MF archive, found one that cannot be read: {error}"))
}

/// `_rels/.rels`: the path of the first model.
#[derive(Default)]
struct Relationships {
    model: Option<String>,
}

impl Listener for Relationships {
    const READ: &'static [&'static str] = &["Type", "Target"];

    fn begin(&mut self, name: &str, _parents: &[String], attributes: &Attributes<'_>) -> Result<(), Fault> {
        if name == "Relationship" && required(attributes, "Type")?.ends_with("/3dmodel") {
            self.model = Some(path_of(required(attributes, "Target")?));
        }
        Ok(())
    }

    fn end(&mut self, _name: &str, _parents: &[String], _text: &str, _line: usize) -> Result<(), Fault> {
        Ok(())
    }
}

/// The name in the archive of an absolute path in the package.
fn path_of(target: &str) -> String {
    target.trim_start_matches('/').to_owned()
}

/// A file of XML with objects and the items of a build.
#[derive(Default)]
struct Model {
    /// In metres.
    unit: Option<f64>,
    objects: Vec<Object>,
    items: Vec<Placement>,
    points: Vec<Point>,
    triangles: Vec<[u32; 3]>,
    lattice: lattice::Reader,
}

#[derive(Default)]
struct Object {
    id: String,
    name: String,
    mesh: Option<MeshData>,
    components: Vec<Placement>,
}

/// An object at a place.
struct Placement {
    /// The model that it is in, if it is another one.
    path: Option<String>,
    /// Its id.
    object: String,
    transform: Affine,
}

impl Object {
    fn label(&self) -> String {
        if self.name.is_empty() { self.place() } else { self.name.clone() }
    }

    fn place(&self) -> String {
        format!("object {}", self.id)
    }
}

impl Placement {
    fn new(attributes: &Attributes<'_>) -> Result<Self, Fault> {
        let transform = match attributes.get("transform") {
            None => IDENTITY,
            Some(text) => {
                // Rows of a matrix that is multiplied by a row of coordinates from the left.
                let m: [f64; 12] = exactly(text).map_err(|fault| fault.under("transform"))?;
                [0, 1, 2].map(|axis| [m[axis], m[3 + axis], m[6 + axis], m[9 + axis]])
            }
        };
        let object = required(attributes, "objectid")?.to_owned();
        Ok(Self {
            path: attributes.iter().find(|(key, _)| key.ends_with(":path")).map(|(_, path)| path_of(path)),
            object,
            transform,
        })
    }
}

impl Model {
    /// The unit in metres.
    fn unit(&self) -> f64 {
        self.unit.unwrap_or(1e-3)
    }

    fn placements(&self) -> impl Iterator<Item = &Placement> {
        self.objects.iter().flat_map(|object| &object.components).chain(&self.items)
    }
}

impl Listener for Model {
    const READ: &'static [&'static str] = &[
        "unit",
        "requiredextensions",
        "xmlns:*",
        "id",
        "name",
        "x",
        "y",
        "z",
        "v1",
        "v2",
        "v3",
        "objectid",
        "transform",
        "*:path",
        // Those of a lattice.
        "radius",
        "minlength",
        "clippingmode",
        "cap",
        "cap1",
        "cap2",
        "r1",
        "r2",
        "r",
        "vindex",
        "ballmode",
        "*:ballmode",
        "ballradius",
        "*:ballradius",
    ];

    fn begin(&mut self, name: &str, parents: &[String], attributes: &Attributes<'_>) -> Result<(), Fault> {
        let parent = parents.last().map_or("", String::as_str);
        match (parent, name) {
            ("", "model") => {
                self.unit = attributes.get("unit").map(metres).transpose()?;
                check_extensions(attributes)?;
            }
            ("", _) => return Err(Fault::new("expected a model")),
            ("resources", "object") => {
                let name = attributes.get("name").unwrap_or_default().to_owned();
                let id = required(attributes, "id")?.to_owned();
                self.objects.push(Object { id, name, ..Object::default() });
            }
            ("vertices", "vertex") => {
                let number = |key| finite(required(attributes, key)?).map_err(|fault| fault.under(key));
                self.points.push([number("x")?, number("y")?, number("z")?]);
            }
            ("triangles", "triangle") => {
                let corner = |key| lattice::vertex(&self.points, attributes, key);
                let triangle = [corner("v1")?, corner("v2")?, corner("v3")?];
                self.triangles.push(triangle);
            }
            ("components", "component") => {
                let placement = Placement::new(attributes)?;
                let object = self.objects.last_mut().ok_or_else(|| Fault::new("expected an object around it"))?;
                object.components.push(placement);
            }
            // A shape of an extension that the file need not name as required.
            ("object", "mesh" | "components" | "metadatagroup") => {}
            ("object", other) => return Err(Fault::new(format!("expected mesh or components, found {other}"))),
            ("mesh", "beamlattice") => self.lattice.begin(attributes)?,
            ("beams", "beam") => self.lattice.beam(&self.points, attributes)?,
            ("balls", "ball") => self.lattice.ball(&self.points, attributes)?,
            ("build", "item") => self.items.push(Placement::new(attributes)?),
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &str, parents: &[String], _text: &str, _line: usize) -> Result<(), Fault> {
        let parent = parents.last().map_or("", String::as_str);
        if (parent, name) == ("resources", "object") {
            let has_shape = |object: &Object| object.mesh.is_some() || !object.components.is_empty();
            return match self.objects.last().filter(|object| !has_shape(object)) {
                Some(object) => Err(Fault::new(format!("expected mesh or components in object {}", object.id))),
                None => Ok(()),
            };
        }
        if (parent, name) != ("object", "mesh") {
            return Ok(());
        }
        let (points, triangles) = (std::mem::take(&mut self.points), std::mem::take(&mut self.triangles));
        let lattice = self.lattice.finish(&points)?;
        let object = self.objects.last_mut().ok_or_else(|| Fault::new("expected an object around it"))?;
        object.mesh = Some(MeshData { lattice, ..Vertices::new(&points)?.mesh(object.label(), triangles) });
        Ok(())
    }
}

/// Extensions of the file whose shapes are read, or that change no shape: those of parts in several models, of
/// materials, of sets of triangles, of beams and of balls at their ends. A namespace ends with its version.
const UNDERSTOOD: [&str; 6] =
    ["/production/", "/material/", "/trianglesets/", "/core/", "/beamlattice/2017/02", "/beamlattice/balls/2020/07"];

/// A fault if a model requires an extension that is not understood: the rest of the file may be another shape without it.
fn check_extensions(attributes: &Attributes<'_>) -> Result<(), Fault> {
    let prefixed = attributes.iter().filter_map(|(key, space)| Some((key.strip_prefix("xmlns:")?, space)));
    let spaces: HashMap<&str, &str> = prefixed.collect();
    for prefix in attributes.get("requiredextensions").unwrap_or_default().split_ascii_whitespace() {
        let space = spaces.get(prefix).copied().unwrap_or(prefix);
        if !UNDERSTOOD.iter().any(|known| space.contains(known)) {
            let message = format!("expected shapes without an extension, found the required {}", title(space));
            return Err(Fault::new(message).under("requiredextensions"));
        }
    }
    Ok(())
}

/// An extension in words, with its namespace.
fn title(space: &str) -> String {
    let known = [
        ("/beamlattice/", "beam lattices"),
        ("/boolean", "boolean operations"),
        ("/slice/", "slices"),
        ("/securecontent/", "encrypted parts"),
        ("/volumetric/", "volumes"),
        ("/implicit/", "implicit shapes"),
        ("/displacement/", "displaced surfaces"),
    ];
    let words = known.iter().find(|(part, _)| space.contains(part)).map_or("extension", |(_, words)| words);
    format!("{words} ({space})")
}

/// A unit of length in metres.
fn metres(unit: &str) -> Result<f64, Fault> {
    Ok(match unit {
        "micron" => 1e-6,
        "millimeter" => 1e-3,
        "centimeter" => 1e-2,
        "inch" => 0.0254,
        "foot" => 0.3048,
        "meter" => 1.0,
        _ => {
            let expected = "micron, millimeter, centimeter, inch, foot or meter";
            return Err(Fault::new(format!("expected {expected}, found {unit:?}")).under("unit"));
        }
    })
}
