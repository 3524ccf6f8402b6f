//! The numbers of a glTF file: accessors, the views that they look through, and the buffers behind these.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io;
use std::rc::Rc;

use serde::Deserialize;

use super::affine::Affine;
use super::budget::Budget;
use super::gltf::below;
use crate::fault::Fault;
use crate::json::from_object;
use crate::readers::not_a_pointer;
use crate::space::Point;

/// Gives the bytes of a file that the document names.
pub type Sidecar<'a> = &'a dyn Fn(&str) -> io::Result<Vec<u8>>;

/// Numbers of one type in a view.
#[derive(Deserialize)]
#[serde(remote = "Self", rename_all = "camelCase")]
pub struct Accessor {
    buffer_view: Option<usize>,
    #[serde(default)]
    byte_offset: u64,
    component_type: u64,
    count: u64,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    normalized: bool,
    sparse: Option<Sparse>,
}

/// Items that differ from those of the view, or from zero where there is no view.
#[derive(Deserialize)]
#[serde(remote = "Self")]
struct Sparse {
    count: u64,
    indices: SparseIndices,
    values: SparseValues,
}

/// Where the numbers of the items are.
#[derive(Deserialize)]
#[serde(remote = "Self", rename_all = "camelCase")]
struct SparseIndices {
    buffer_view: usize,
    #[serde(default)]
    byte_offset: u64,
    component_type: u64,
}

/// Where the items are.
#[derive(Deserialize)]
#[serde(remote = "Self", rename_all = "camelCase")]
struct SparseValues {
    buffer_view: usize,
    #[serde(default)]
    byte_offset: u64,
}

/// A part of a buffer.
#[derive(Deserialize)]
#[serde(remote = "Self", rename_all = "camelCase")]
pub struct View {
    buffer: usize,
    #[serde(default)]
    byte_offset: u64,
    byte_length: u64,
    byte_stride: Option<u64>,
}

/// Bytes in the document, in the binary chunk or beside the file.
#[derive(Deserialize)]
#[serde(remote = "Self", rename_all = "camelCase")]
pub struct Buffer {
    uri: Option<String>,
    byte_length: u64,
}

from_object!(Accessor, "an accessor with count, type and componentType");
from_object!(Sparse, "sparse items with count, indices and values");
from_object!(SparseIndices, "indices with bufferView and componentType");
from_object!(SparseValues, "values with bufferView");
from_object!(View, "a view with buffer and byteLength");
from_object!(Buffer, "a buffer with byteLength");

/// The numbers of a file. Buffers are read when they are needed first.
pub struct Data<'a> {
    accessors: &'a [Accessor],
    views: &'a [View],
    buffers: &'a [Buffer],
    chunk: Option<&'a [u8]>,
    sidecar: Sidecar<'a>,
    budget: Budget,
    read: HashMap<usize, Rc<Cow<'a, [u8]>>>,
    /// Each file is read once, however many buffers name it.
    files: HashMap<&'a str, Rc<Cow<'a, [u8]>>>,
}

/// Items of equal size that a view announces.
#[derive(Clone, Copy)]
struct Layout {
    view: usize,
    offset: u64,
    /// The type of each number.
    kind: u64,
    /// How many numbers an item has.
    components: usize,
    count: u64,
}

/// What a layout looks at: items of equal size at equal distances, all of them there.
struct Items<'a> {
    bytes: Rc<Cow<'a, [u8]>>,
    start: usize,
    stride: usize,
    size: usize,
    count: usize,
}

impl Items<'_> {
    fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.count).map(|index| &self.bytes[self.start + index * self.stride..][..self.size])
    }

    /// The numbers of all items, one item after the other.
    fn numbers(&self, kind: u64, components: usize, normalized: bool) -> Vec<f64> {
        let size = self.size / components;
        let mut numbers = Vec::with_capacity(self.count * components);
        for item in self.iter() {
            numbers.extend(item.chunks_exact(size).map(|bytes| component(kind, normalized, bytes)));
        }
        numbers
    }
}

impl<'a> Data<'a> {
    /// The numbers behind `accessors`. `chunk` is the binary chunk of the file.
    pub fn new(
        accessors: &'a [Accessor],
        views: &'a [View],
        buffers: &'a [Buffer],
        chunk: Option<&'a [u8]>,
        sidecar: Sidecar<'a>,
        budget: Budget,
    ) -> Self {
        let (read, files) = (HashMap::new(), HashMap::new());
        Self { accessors, views, buffers, chunk, sidecar, budget, read, files }
    }

    /// How many items an accessor announces. Of all accessors this is asked first: the index may be wrong.
    pub fn count(&self, accessor: usize) -> Result<usize, Fault> {
        let index = below(accessor, self.accessors.len(), "an accessor")?;
        usize::try_from(self.accessors[index].count)
            .map_err(|_| Fault::new("expected a count of 32 bits").under("count"))
    }

    /// The points of an accessor, which exists.
    pub fn positions(&mut self, accessor: usize) -> Result<Vec<Point>, Fault> {
        let normalized = self.accessors[accessor].normalized;
        Ok(grouped(&self.numbers(accessor, "VEC3", 3, normalized)?))
    }

    /// The weights of four bones for each vertex, from an accessor, which exists.
    pub fn weights(&mut self, accessor: usize) -> Result<Vec<[f64; 4]>, Fault> {
        Ok(grouped(&self.numbers(accessor, "VEC4", 4, true)?))
    }

    /// The places of four bones in the list of a skin for each vertex, from an accessor, which exists.
    pub fn joints(&mut self, accessor: usize) -> Result<Vec<[f64; 4]>, Fault> {
        self.check_whole_numbers(accessor)?;
        Ok(grouped(&self.numbers(accessor, "VEC4", 4, false)?))
    }

    /// The columns of the matrices of an accessor, which exists.
    pub fn matrices(&mut self, accessor: usize) -> Result<Vec<[f64; 16]>, Fault> {
        Ok(grouped(&self.numbers(accessor, "MAT4", 16, false)?))
    }

    /// The indices of an accessor, which exists.
    pub fn indices(&mut self, accessor: usize) -> Result<Vec<u32>, Fault> {
        self.check_whole_numbers(accessor)?;
        let numbers = self.numbers(accessor, "SCALAR", 1, false)?;
        Ok(numbers.into_iter().map(|index| index as u32).collect())
    }

    /// The indices of a primitive that has none: `0, 1, 2, ...`
    pub fn numbered(&mut self, count: usize) -> Result<Vec<u32>, Fault> {
        self.budget.take(count, 16, "triangles")?;
        Ok((0..count as u32).collect())
    }

    /// Takes memory for what a mesh needs again for each node that deforms it.
    pub fn pay_for(&mut self, count: usize, what: &str) -> Result<(), Fault> {
        self.budget.take(count, size_of::<Affine>(), what)
    }

    /// A fault if an accessor of indices has another type than one of them.
    fn check_whole_numbers(&self, accessor: usize) -> Result<(), Fault> {
        let kind = self.accessors[accessor].component_type;
        let known = check_whole_numbers(kind);
        known.map_err(|fault| fault.under("componentType").at(accessor).under("accessors"))
    }

    /// The numbers of an accessor, which exists, item after item. All are finite.
    fn numbers(&mut self, accessor: usize, kind: &str, components: usize, normalized: bool) -> Result<Vec<f64>, Fault> {
        let path = format!("accessors[{accessor}]");
        let place = |fault: Fault| fault.under(&path);
        let document = &self.accessors[accessor];
        if document.kind != kind {
            return Err(place(Fault::new(format!("expected {kind}, found {:?}", document.kind)).under("type")));
        }
        let (offset, count) = (document.byte_offset, document.count);
        let layout = |view| Layout { view, offset, kind: document.component_type, components, count };
        let mut numbers = match (document.buffer_view, &document.sparse) {
            (Some(view), _) => {
                self.items(layout(view), &path)?.numbers(document.component_type, components, normalized)
            }
            (None, Some(_)) => {
                let count = usize::try_from(count).unwrap_or(usize::MAX);
                self.budget.take(count, 8 * components + 16, "meshes").map_err(place)?;
                vec![0.0; count * components]
            }
            (None, None) => {
                return Err(place(Fault::new("expected a view with the values, found none").under("bufferView")));
            }
        };
        if let Some(Sparse { count, indices, values }) = &document.sparse {
            let path = format!("{path}.sparse");
            let own = Layout { offset: values.byte_offset, count: *count, ..layout(values.buffer_view) };
            let own = self.items(own, &format!("{path}.values"))?.numbers(own.kind, components, normalized);
            let places = self.sparse_indices(*count, indices, &format!("{path}.indices"))?;
            for (place, item) in places.into_iter().zip(own.chunks_exact(components)) {
                let place = below(place as usize, numbers.len() / components, "an item");
                let place = place.map_err(|fault| fault.under(&format!("{path}.indices")))?;
                numbers[place * components..][..components].copy_from_slice(item);
            }
        }
        if let Some(index) = numbers.iter().position(|number| !number.is_finite()) {
            let message = format!("expected a finite number, found {}", numbers[index]);
            return Err(place(Fault::new(message).under(&format!("item {}", index / components))));
        }
        Ok(numbers)
    }

    /// Which items a sparse accessor has of its own. `path` is the place of the indices.
    fn sparse_indices(&mut self, count: u64, indices: &SparseIndices, path: &str) -> Result<Vec<f64>, Fault> {
        let SparseIndices { buffer_view, byte_offset, component_type } = *indices;
        check_whole_numbers(component_type).map_err(|fault| fault.under("componentType").under(path))?;
        let layout = Layout { view: buffer_view, offset: byte_offset, kind: component_type, components: 1, count };
        Ok(self.items(layout, path)?.numbers(component_type, 1, false))
    }

    /// The items of a layout. All bytes that it announces are there. `path` is the place of what has the layout.
    fn items(&mut self, layout: Layout, path: &str) -> Result<Items<'a>, Fault> {
        let place = |fault: Fault| fault.under(path);
        let Layout { view, offset, kind, components, count } = layout;
        let Some(size) = size_of_component(kind) else {
            let message = format!("expected a type from 5120 to 5126, found {kind}");
            return Err(place(Fault::new(message).under("componentType")));
        };
        let size = size * components as u64;
        below(view, self.views.len(), "a view").map_err(|fault| place(fault.under("bufferView")))?;
        let View { buffer, byte_offset, byte_length, byte_stride } = self.views[view];
        let stride = byte_stride.unwrap_or(size);
        if stride < size {
            let message = format!("expected at least {size}, the bytes of an item, found {stride}");
            return Err(Fault::new(message).under("byteStride").at(view).under("bufferViews"));
        }
        // Items that are there take at least one byte each, so the count is bounded by the buffer.
        let needed = match count {
            0 => 0,
            count => u128::from(count - 1) * u128::from(stride) + u128::from(size) + u128::from(offset),
        };
        if needed > u128::from(byte_length) {
            let message = format!("expected {needed} bytes for {count} items, found {byte_length} in the view");
            return Err(place(Fault::new(message)));
        }
        let bytes = self.buffer(buffer).map_err(|fault| fault.at(buffer).under("buffers"))?;
        let end = u128::from(byte_offset) + u128::from(byte_length);
        if end > bytes.len() as u128 {
            let message = format!("expected {end} bytes in buffer {buffer}, found {}", bytes.len());
            return Err(Fault::new(message).at(view).under("bufferViews"));
        }
        // No cut and no overflow: the items lie in the buffer.
        let (start, count) = match count {
            0 => (0, 0),
            count => ((byte_offset + offset) as usize, count as usize),
        };
        self.budget.take(count, 8 * components + 16, "meshes").map_err(place)?;
        Ok(Items { bytes, start, stride: stride as usize, size: size as usize, count })
    }

    /// The bytes of a buffer, at least as many as it announces.
    fn buffer(&mut self, index: usize) -> Result<Rc<Cow<'a, [u8]>>, Fault> {
        if let Some(bytes) = self.read.get(&index) {
            return Ok(bytes.clone());
        }
        below(index, self.buffers.len(), "a buffer")?;
        let Buffer { uri, byte_length } = &self.buffers[index];
        let bytes = match uri.as_deref() {
            None => {
                let chunk = self.chunk.filter(|_| index == 0);
                Rc::new(Cow::Borrowed(chunk.ok_or_else(|| Fault::new("expected a uri, found none").under("uri"))?))
            }
            Some(uri) => match uri.strip_prefix("data:") {
                Some(data) => Rc::new(Cow::Owned(inline(data).map_err(|fault| fault.under("uri"))?)),
                None => self.file(uri).map_err(|fault| fault.under("uri"))?,
            },
        };
        if (bytes.len() as u64) < *byte_length {
            let message = format!("expected {byte_length} bytes, found {}", bytes.len());
            return Err(Fault::new(message).under("byteLength"));
        }
        self.read.insert(index, bytes.clone());
        Ok(bytes)
    }

    /// The bytes of a file beside this one.
    fn file(&mut self, uri: &'a str) -> Result<Rc<Cow<'a, [u8]>>, Fault> {
        if let Some(bytes) = self.files.get(uri) {
            return Ok(bytes.clone());
        }
        let name = without_percents(uri);
        let bytes = (self.sidecar)(&name)
            .map_err(|error| Fault::new(format!("expected a file that can be read, found {name:?}: {error}")))?;
        not_a_pointer(&bytes).map_err(|fault| fault.under(&name))?;
        self.budget.add(bytes.len());
        let bytes: Rc<Cow<'a, [u8]>> = Rc::new(Cow::Owned(bytes));
        self.files.insert(uri, bytes.clone());
        Ok(bytes)
    }
}

/// Each `N` numbers together.
fn grouped<const N: usize>(numbers: &[f64]) -> Vec<[f64; N]> {
    numbers.chunks_exact(N).map(|item| std::array::from_fn(|index| item[index])).collect()
}

/// A fault for numbers of a type that are no indices.
fn check_whole_numbers(kind: u64) -> Result<(), Fault> {
    match kind {
        5121 | 5123 | 5125 => Ok(()),
        _ => Err(Fault::new(format!("expected indices of type 5121, 5123 or 5125, found {kind}"))),
    }
}

/// How many bytes a number takes.
fn size_of_component(kind: u64) -> Option<u64> {
    match kind {
        5120 | 5121 => Some(1),
        5122 | 5123 => Some(2),
        5125 | 5126 => Some(4),
        _ => None,
    }
}

/// A number of a coordinate. Whole numbers that are normalized mean a fraction of the largest one of their type.
fn component(kind: u64, normalized: bool, bytes: &[u8]) -> f64 {
    let bits = bytes.iter().rev().fold(0, |bits: u32, &byte| bits << 8 | u32::from(byte));
    let (number, largest) = match kind {
        5120 => (f64::from(bits as u8 as i8), f64::from(i8::MAX)),
        5121 => (f64::from(bits), f64::from(u8::MAX)),
        5122 => (f64::from(bits as u16 as i16), f64::from(i16::MAX)),
        5123 => (f64::from(bits), f64::from(u16::MAX)),
        5125 => (f64::from(bits), f64::from(u32::MAX)),
        _ => return f64::from(f32::from_bits(bits)),
    };
    if normalized { (number / largest).max(-1.0) } else { number }
}

/// The bytes of a data URI, behind `data:`.
fn inline(data: &str) -> Result<Vec<u8>, Fault> {
    match data.split_once(',') {
        Some((kind, data)) if kind.ends_with(";base64") => base64(data),
        _ => Err(Fault::new("expected data:...;base64,...")),
    }
}

/// The bytes of base64. Its end may lack the signs `=`.
fn base64(text: &str) -> Result<Vec<u8>, Fault> {
    let text = text.trim_end_matches('=');
    let (mut bytes, mut bits, mut count) = (Vec::with_capacity(text.len() / 4 * 3), 0_u32, 0);
    for (index, letter) in text.bytes().enumerate() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return Err(Fault::new(format!("expected base64, found byte {letter} as letter {index}"))),
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Ok(bytes)
}

/// The text with each `%20` and the like as the byte that it means.
fn without_percents(uri: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), uri.as_bytes());
    while let Some((&byte, after)) = rest.split_first() {
        let digit = |index: usize| after.get(index).and_then(|&digit| char::from(digit).to_digit(16));
        match (byte, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((16 * high + low) as u8);
                rest = &after[2..];
            }
            _ => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
