//! Files as one scene: names, groups, units, and meshes that instances share.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clearance::real::{exponent_of, ldexp};
use clearance_files::assembly::{self, Assembly, Axis, MeshData};
use clearance_files::readers::Approximation;
use clearance_scene::{Mesh, Scene, Solid};
use rayon::prelude::*;

use super::placement::{Part, Placement, exact_sum};
use super::units::conversion;
use crate::closedness;
use crate::failure::Failure;
use crate::input::read_beside;
use crate::unit::Unit;

/// Meshes that are told about. More hide the findings.
const MOST_REMARKS: usize = 8;

/// A scene and the unit of its lengths.
pub struct Loaded<S: Solid> {
    pub scene: Scene<S>,
    pub unit: Option<Unit>,
    /// What is to be said about the files, a sentence each.
    pub remarks: Vec<String>,
    /// For each object how far it may be from what its file means. Empty if all are exact.
    pub approximations: Vec<Approximation>,
    /// Where the mesh or outline of each object comes from.
    pub sources: Vec<Origin>,
}

/// Where a mesh or outline comes from. Objects that share it have equal origins.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    pub path: PathBuf,
    pub part: Part,
    /// What was subtracted from the vertices, and added to the pose. Both are exact.
    pub shift: [f64; 3],
}

/// A file that was read.
struct File {
    /// Unique among the files.
    name: String,
    path: PathBuf,
    assembly: Assembly,
}

/// Reads the files into one scene.
pub fn load(paths: &[PathBuf], unit: Option<Unit>) -> Result<Loaded<Mesh>, Failure> {
    let names = file_names(paths);
    let read = |(path, name): (&PathBuf, String)| {
        let assembly = read_assembly(path)?;
        Ok(File { name, path: path.clone(), assembly })
    };
    let files: Vec<Result<File, Failure>> = paths.par_iter().zip(names).map(read).collect();
    let mut files = files.into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut remarks = Vec::new();
    for file in &files {
        remarks.extend(file.assembly.remarks.iter().map(|remark| format!("{}: {remark}", file.name)));
    }
    remarks.extend(turn_alike(&mut files));
    let lengths: Vec<_> = files.iter().map(|file| (file.name.clone(), file.assembly.metres_per_unit)).collect();
    let units = conversion(&lengths, unit)?;
    let placed = Placed::new(&files, &units.factors);
    let meshes = placed.meshes(&files)?;
    let scene = placed.scene(&files, &meshes)?;
    remarks.extend(placed.remarks(&files, &scene, &meshes));
    Ok(Loaded { scene, unit: units.unit, remarks, approximations: Vec::new(), sources: placed.origins(&files) })
}

/// Names of the files: the name without folders where that is unique, otherwise the path, and a number if the same file
/// is named twice.
pub fn file_names(paths: &[PathBuf]) -> Vec<String> {
    let short = |path: &PathBuf| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let mut counts: HashMap<String, usize> = HashMap::new();
    paths.iter().for_each(|path| *counts.entry(short(path)).or_default() += 1);
    let mut taken: HashMap<String, usize> = HashMap::new();
    let name = |path: &PathBuf| {
        let name = if counts[&short(path)] == 1 { short(path) } else { path.to_string_lossy().into_owned() };
        let count = taken.entry(name.clone()).or_default();
        *count += 1;
        if *count == 1 { name } else { format!("{name}#{count}") }
    };
    paths.iter().map(name).collect()
}

/// Reads one file. Other files that it names are looked for in its folder and below, and nowhere else.
pub fn read_assembly(path: &Path) -> Result<Assembly, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::io(path.display(), &error))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let sidecar = |name: &str| read_beside(folder, name);
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    assembly::read_file(&name, &bytes, sidecar).map_err(|fault| Failure::file(path, fault))
}

/// Turns the files so that the same axis points up in all that say which. If they differ, it is z.
fn turn_alike(files: &mut [File]) -> Option<String> {
    let mut axes = files.iter().filter_map(|file| file.assembly.up);
    let first = axes.next()?;
    if axes.all(|axis| axis == first) {
        return None;
    }
    files.iter_mut().filter(|file| file.assembly.up.is_some()).for_each(|file| file.assembly.turn_up(Axis::Z));
    Some("the files differ in which axis points up; those that say it were turned so that it is z".to_owned())
}

/// An instance with the variant of its mesh.
struct Stands {
    file: usize,
    instance: usize,
    variant: usize,
    placement: Placement,
}

/// All instances, and the meshes that they need: a mesh of a file under a linear map.
struct Placed {
    instances: Vec<Stands>,
    /// The file, the mesh, and an instance that has this variant.
    variants: Vec<(usize, usize, usize)>,
    /// What is subtracted from the vertices of each variant: coordinates far from the origin cost time.
    shifts: Vec<[f64; 3]>,
}

impl Placed {
    fn new(files: &[File], factors: &[f64]) -> Self {
        let mut numbers: HashMap<(usize, usize, [u64; 9]), usize> = HashMap::new();
        let mut placed = Self { instances: Vec::new(), variants: Vec::new(), shifts: Vec::new() };
        for (file, File { assembly, .. }) in files.iter().enumerate() {
            for (instance, own) in assembly.instances.iter().enumerate() {
                let placement = Placement::new(&own.transform, factors[file]);
                let variants = &mut placed.variants;
                let stands = placed.instances.len();
                let variant = *numbers.entry((file, own.mesh, placement.key())).or_insert_with(|| {
                    variants.push((file, own.mesh, stands));
                    variants.len() - 1
                });
                placed.instances.push(Stands { file, instance, variant, placement });
            }
        }
        placed.shift(files);
        placed
    }

    /// Finds the shifts, and adds them to the poses.
    fn shift(&mut self, files: &[File]) {
        let shift = |&(file, mesh, first): &(usize, usize, usize)| {
            shift_of(&files[file].assembly.meshes[mesh].vertices, &self.instances[first].placement)
        };
        self.shifts = self.variants.par_iter().map(shift).collect();
        for stands in &self.instances {
            if stands.placement.moved(self.shifts[stands.variant]).is_none() {
                self.shifts[stands.variant] = [0.0; 3];
            }
        }
        for stands in &mut self.instances {
            if let Some(placement) = stands.placement.moved(self.shifts[stands.variant]) {
                stands.placement = placement;
            }
        }
    }

    /// The meshes of all variants, built on all threads.
    fn meshes(&self, files: &[File]) -> Result<Vec<Arc<Mesh>>, Failure> {
        let built: Vec<Result<Arc<Mesh>, Failure>> = self
            .variants
            .par_iter()
            .zip(&self.shifts)
            .map(|(&(file, mesh, first), &shift)| {
                let placement = &self.instances[first].placement;
                let (data, path) = (&files[file].assembly.meshes[mesh], &files[file].path);
                built(data, placement, shift).map(Arc::new).map_err(|error| Failure::file(path, error))
            })
            .collect();
        built.into_iter().collect()
    }

    /// What keeps objects from bounding a solid, or would have: how many are open in each file that has some, and of each
    /// mesh what there is to say.
    fn remarks(&self, files: &[File], scene: &Scene, meshes: &[Arc<Mesh>]) -> Vec<String> {
        let open: Vec<bool> = (0..scene.len()).into_par_iter().map(|object| scene.is_open(object)).collect();
        // For each file its open objects, and all.
        let mut counts = vec![[0, 0]; files.len()];
        for (stands, is_open) in self.instances.iter().zip(open) {
            counts[stands.file][0] += usize::from(is_open);
            counts[stands.file][1] += 1;
        }
        let remark = |(own, [open, all]): (&File, [usize; 2])| {
            (open > 0)
                .then(|| format!("{}: {open} of {all} objects are not closed, so they count as surfaces", own.name))
        };
        let of_files = files.iter().zip(counts).filter_map(remark);
        let of_mesh = |variant: usize| {
            let ((file, _, first), mesh, shift) = (self.variants[variant], &meshes[variant], self.shifts[variant]);
            let File { name, assembly, .. } = &files[file];
            let own = &assembly.instances[self.instances[first].instance].name;
            let name = if assembly.instances.len() == 1 { name.clone() } else { format!("{name}:{own}") };
            closedness::remarks(mesh, shift)
                .into_iter()
                .map(move |remark| format!("{name}: {remark}"))
                .collect::<Vec<_>>()
        };
        let of_meshes = (0..self.variants.len()).flat_map(of_mesh);
        of_files.chain(of_meshes.take(MOST_REMARKS)).collect()
    }

    /// Where the mesh of each object comes from.
    fn origins(&self, files: &[File]) -> Vec<Origin> {
        let origin = |stands: &Stands| {
            let file = &files[stands.file];
            let linear = stands.placement.linear;
            let is_identity = linear == [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
            let number = file.assembly.instances[stands.instance].mesh;
            let part = Part { number, linear: (!is_identity).then_some(linear) };
            Origin { path: file.path.clone(), part, shift: self.shifts[stands.variant] }
        };
        self.instances.iter().map(origin).collect()
    }

    fn scene(&self, files: &[File], meshes: &[Arc<Mesh>]) -> Result<Scene, Failure> {
        let mut scene = Scene::default();
        for stands in &self.instances {
            let file = &files[stands.file];
            let own = &file.assembly.instances[stands.instance].name;
            let is_single = file.assembly.instances.len() == 1;
            let name = if is_single { file.name.clone() } else { format!("{}:{own}", file.name) };
            let added = scene.add(unused(&scene, name), meshes[stands.variant].clone(), stands.placement.pose);
            let object = added.map_err(|error| Failure::file(&file.path, error))?;
            for group in groups(&file.name, &file.path, own) {
                scene.add_to_group(object, group).expect("the object was just added");
            }
        }
        Ok(scene)
    }
}

/// The mesh of a file under the linear map of an instance, less a shift.
fn built(data: &MeshData, placement: &Placement, shift: [f64; 3]) -> Result<Mesh, clearance_scene::MeshError> {
    let (mut vertices, triangles) = mapped(data, placement);
    vertices.iter_mut().for_each(|vertex| (0..3).for_each(|axis| vertex[axis] -= shift[axis]));
    Mesh::new(&vertices, &triangles)
}

/// A mesh is far from the origin if its coordinates are more than so many times its size.
const FAR: f64 = 16.0;

/// What may be subtracted from all vertices without rounding, so that they are near the origin. 0 along an axis where they
/// are near, or nothing is exact.
fn shift_of(vertices: &[[f64; 3]], placement: &Placement) -> [f64; 3] {
    let placed: Vec<[f64; 3]> = vertices.iter().map(|&vertex| placement.vertex(vertex)).collect();
    let ends = [0, 1, 2].map(|axis| {
        let along = placed.iter().map(|vertex| vertex[axis]);
        along.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
    });
    let size = ends.iter().map(|[low, high]| high - low).fold(0.0, f64::max);
    [0, 1, 2].map(|axis| {
        let [low, high] = ends[axis];
        // A number of few digits.
        let step = ldexp(1.0, exponent_of(size));
        let shift = ((0.5 * low + 0.5 * high) / step).round() * step;
        let is_far = size > 0.0 && low.abs().max(high.abs()) > FAR * size && shift.is_finite();
        let is_exact = || placed.iter().all(|vertex| exact_sum(vertex[axis], -shift).is_some());
        if is_far && is_exact() { shift } else { 0.0 }
    })
}

/// The vertices and the triangles of a mesh under a linear map.
pub fn mapped(data: &MeshData, placement: &Placement) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
    let vertices = data.vertices.iter().map(|&vertex| placement.vertex(vertex)).collect();
    if !placement.mirrors() {
        return (vertices, data.triangles.clone());
    }
    // The outside stays outside.
    (vertices, data.triangles.iter().map(|&[a, b, c]| [b, a, c]).collect())
}

/// The name, or with a number if an object has it.
pub fn unused<S: Solid>(scene: &Scene<S>, name: String) -> String {
    if scene.find(&name).is_none() {
        return name;
    }
    let mut numbered = (2u64..).map(|number| format!("{name}#{number}"));
    numbered.find(|name| scene.find(name).is_none()).expect("there are more numbers than names")
}

/// Further names that patterns match: the file with and without its ending, the object's own name, and the nodes above
/// it.
pub fn groups(file: &str, path: &Path, own: &str) -> Vec<String> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut groups = vec![file.to_owned(), stem, own.to_owned()];
    groups.extend(own.match_indices('/').map(|(end, _)| own[..end].to_owned()));
    groups
}
