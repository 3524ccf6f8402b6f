//! The geometry of COLLADA: sources of numbers, and primitives whose corners are indices into them.

use std::collections::HashMap;

use super::MeshData;
use super::corners::{fan, strip, triples};
use super::surface::Vertices;
use super::xml::{indices, numbers, parsed, required};
use crate::faces::{Cut, Told};
use crate::fault::Fault;
use crate::readers::xml::Attributes;
use crate::space::Point;

/// A geometry that is being read.
#[derive(Default)]
pub struct Geometry {
    /// What others call it.
    pub id: String,
    name: String,
    sources: HashMap<String, Source>,
    /// The source that is being read.
    source: String,
    /// From the id of a list of vertices to the source of its positions.
    vertices: HashMap<String, String>,
    /// The list of vertices that is being read.
    list: String,
    primitive: Primitive,
    /// Points of all sources that triangles use, and where those of a source begin.
    points: Vec<Point>,
    starts: HashMap<String, (usize, usize)>,
    cut: Cut,
    /// How many primitives of points or lines there are.
    pub passed_over: usize,
}

/// Numbers, of which each `stride` are an item.
struct Source {
    /// What is wrong with them matters only if they are positions: exporters write normals that are not finite.
    numbers: Result<Vec<f64>, Fault>,
    offset: usize,
    stride: usize,
    count: Option<usize>,
}

/// Polygons whose corners are given as indices, several for each corner.
#[derive(Default)]
struct Primitive {
    /// The list of vertices, and which index of a corner is that of the vertex.
    vertices: Option<(String, usize)>,
    /// How many indices a corner has.
    width: usize,
    corners_of_each: Vec<u32>,
    indices: Vec<Vec<u32>>,
    /// The corners of holes, each after the place of its polygon in `indices`, in this order.
    holes: Vec<(usize, Vec<u32>)>,
}

/// The elements whose corners are read.
pub const PRIMITIVES: [&str; 5] = ["triangles", "polylist", "polygons", "trifans", "tristrips"];

impl Geometry {
    /// A geometry without numbers yet.
    pub fn new(attributes: &Attributes<'_>) -> Self {
        let id = attributes.get("id").unwrap_or_default().to_owned();
        let name = attributes.get("name").unwrap_or(&id).to_owned();
        Self { id, name, ..Self::default() }
    }

    /// An element begins inside the geometry.
    pub fn begin(&mut self, name: &str, parent: &str, attributes: &Attributes<'_>) -> Result<(), Fault> {
        let id = || attributes.get("id").unwrap_or_default().to_owned();
        let count = |key: &str, otherwise: usize| match attributes.get(key) {
            Some(text) => parsed(text, "a count").map_err(|fault| fault.under(key)),
            None => Ok(otherwise),
        };
        match (parent, name) {
            (_, "source") => self.source = id(),
            (_, "accessor") => {
                let (offset, stride) = (count("offset", 0)?, count("stride", 1)?);
                let announced = count("count", 0)?;
                let source = self.source();
                (source.offset, source.stride, source.count) = (offset, stride, Some(announced));
            }
            (_, "vertices") => self.list = id(),
            ("vertices", "input") if attributes.get("semantic") == Some("POSITION") => {
                let source = local(required(attributes, "source")?)?;
                self.vertices.insert(self.list.clone(), source.to_owned());
            }
            (parent, "input") if PRIMITIVES.contains(&parent) => {
                let offset = count("offset", 0)?;
                self.primitive.width = self.primitive.width.max(offset.saturating_add(1));
                if attributes.get("semantic") == Some("VERTEX") {
                    self.primitive.vertices = Some((local(required(attributes, "source")?)?.to_owned(), offset));
                }
            }
            (_, "lines" | "linestrips") => self.passed_over += 1,
            (_, name) if PRIMITIVES.contains(&name) => self.primitive = Primitive::default(),
            _ => {}
        }
        Ok(())
    }

    /// An element ends inside the geometry.
    pub fn end(&mut self, name: &str, parent: &str, text: &str, line: usize) -> Result<(), Fault> {
        match (parent, name) {
            ("source", "float_array") => {
                let place = |fault: Fault| fault.under(&format!("float_array of line {line}"));
                self.source().numbers = numbers(text).map_err(place);
            }
            ("polylist", "vcount") => self.primitive.corners_of_each = indices(text)?,
            ("ph", "h") if self.primitive.indices.is_empty() => {
                return Err(Fault::new("expected a p before its holes"));
            }
            ("ph", "h") => self.primitive.holes.push((self.primitive.indices.len() - 1, indices(text)?)),
            (parent, "p") if parent == "ph" || PRIMITIVES.contains(&parent) => {
                self.primitive.indices.push(indices(text)?);
            }
            (_, name) if PRIMITIVES.contains(&name) => {
                let primitive = std::mem::take(&mut self.primitive);
                self.add(name, &primitive)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// The source that is being read.
    fn source(&mut self) -> &mut Source {
        let nothing = || Source { numbers: Ok(Vec::new()), offset: 0, stride: 1, count: None };
        self.sources.entry(self.source.clone()).or_insert_with(nothing)
    }

    /// The mesh of all its triangles.
    pub fn finish(self) -> Result<(MeshData, Told), Fault> {
        Ok((Vertices::new(&self.points)?.mesh(self.name, self.cut.triangles), self.cut.told))
    }

    /// Adds the triangles of a primitive.
    fn add(&mut self, kind: &str, primitive: &Primitive) -> Result<(), Fault> {
        if primitive.indices.iter().all(Vec::is_empty) {
            return Ok(());
        }
        let Some((list, offset)) = &primitive.vertices else {
            return Err(Fault::new("expected an input of the semantic VERTEX, found none"));
        };
        let Some(source) = self.vertices.get(list).cloned() else {
            return Err(Fault::new(format!("expected vertices with positions, found {list:?}")).under("source"));
        };
        let (start, count) = self.positions(&source)?;
        let corners = |indices: &Vec<u32>| {
            let tuples = indices.chunks_exact(primitive.width);
            if !tuples.remainder().is_empty() {
                let message = format!("expected {} indices for each corner, found {}", primitive.width, indices.len());
                return Err(Fault::new(message).under("p"));
            }
            let corner = |tuple: &[u32]| {
                let index = tuple[*offset] as usize;
                if index >= count {
                    return Err(Fault::new(format!("expected a vertex below {count}, found {index}")).under("p"));
                }
                u32::try_from(start + index).map_err(|_| Fault::new("expected at most 4294967295 vertices"))
            };
            tuples.map(corner).collect::<Result<Vec<u32>, Fault>>()
        };
        let mut holes = primitive.holes.iter().peekable();
        for (place, indices) in primitive.indices.iter().enumerate() {
            let own = corners(indices)?;
            match kind {
                "triangles" => self.cut.triangles.extend(triples(&own).ok_or_else(|| {
                    let message = format!("expected three corners for each triangle, found {} in all", own.len());
                    Fault::new(message).under("p")
                })?),
                "tristrips" => self.cut.triangles.extend(strip(&own)),
                "trifans" => self.cut.triangles.extend(fan(&own)),
                "polylist" => self.add_polygons(&own, &primitive.corners_of_each)?,
                _ => {
                    let mut rings = vec![own];
                    while let Some((_, hole)) = holes.next_if(|(of, _)| *of == place) {
                        rings.push(corners(hole)?);
                    }
                    self.cut.add(&self.points, &rings.iter().map(Vec::as_slice).collect::<Vec<_>>());
                }
            }
        }
        Ok(())
    }

    /// Adds polygons that follow each other in a list of corners.
    fn add_polygons(&mut self, corners: &[u32], corners_of_each: &[u32]) -> Result<(), Fault> {
        let mut rest = corners;
        for &count in corners_of_each {
            let Some((polygon, others)) = rest.split_at_checked(count as usize) else {
                let message = format!("expected {count} more corners, found {}", rest.len());
                return Err(Fault::new(message).under("p"));
            };
            self.cut.add(&self.points, &[polygon]);
            rest = others;
        }
        if rest.is_empty() {
            Ok(())
        } else {
            let message = format!("expected the polygons of all {} corners, found {} left", corners.len(), rest.len());
            Err(Fault::new(message).under("vcount"))
        }
    }

    /// Where the points of a source begin, and how many there are.
    fn positions(&mut self, id: &str) -> Result<(usize, usize), Fault> {
        if let Some(&place) = self.starts.get(id) {
            return Ok(place);
        }
        let place = |fault: Fault| fault.under(&format!("source {id}"));
        let Some(Source { numbers, offset, stride, count }) = self.sources.get(id) else {
            return Err(place(Fault::new("expected a source of this geometry, found none")));
        };
        let Some(count) = count.filter(|_| *stride >= 3) else {
            return Err(place(Fault::new("expected an accessor of three coordinates, found none")));
        };
        let numbers = numbers.as_ref().map_err(|fault| place(fault.clone()))?;
        let numbers = numbers.get(*offset..).unwrap_or_default();
        // Of the last item only the coordinates must be there.
        let items = numbers.chunks(*stride).filter(|item| item.len() >= 3);
        let points: Vec<Point> = items.take(count).map(|item| [item[0], item[1], item[2]]).collect();
        if points.len() < count {
            return Err(place(Fault::new(format!("expected {count} points, found {}", points.len()))));
        }
        let start = self.points.len();
        self.points.extend(points);
        self.starts.insert(id.to_owned(), (start, count));
        Ok((start, count))
    }
}

/// The id that a reference within the file names.
pub fn local(url: &str) -> Result<&str, Fault> {
    let fault = || Fault::new(format!("expected a reference within the file such as #a, found {url:?}"));
    url.trim().strip_prefix('#').ok_or_else(fault)
}
