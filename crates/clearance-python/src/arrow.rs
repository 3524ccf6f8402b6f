//! Arrow arrays in and out, through the C data interface: the one file with pointers.
//!
//! **In.** An object with `__arrow_c_array__` gives two structs in capsules. They are moved out of the capsules, which
//! the interface allows, and released when the last NumPy array that looks at them is gone. No number is copied.
//!
//! **Out.** The columns of a batch are the children of one struct array. Its buffers are those of the NumPy arrays,
//! which live until the consumer releases them. Verdicts are copied, because Arrow packs eight of them into a byte.
//!
//! **Reference.** The Arrow C data interface, arrow.apache.org/docs/format/CDataInterface.html.

use crate::arrays::numpy;
use crate::columns::is_vector;
use crate::shape::value_error;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyTuple};
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::{null, null_mut};
use std::sync::Arc;

/// The type of an array and of its children.
#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Schema,
    dictionary: *mut Schema,
    release: Option<unsafe extern "C" fn(*mut Schema)>,
    private_data: *mut c_void,
}

/// The numbers of an array and of its children.
#[repr(C)]
struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut Array,
    dictionary: *mut Array,
    release: Option<unsafe extern "C" fn(*mut Array)>,
    private_data: *mut c_void,
}

// SAFETY: the interface allows both to be used and released on any thread.
unsafe impl Send for Schema {}
unsafe impl Sync for Schema {}
unsafe impl Send for Array {}
unsafe impl Sync for Array {}

impl Drop for Schema {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: it has not been released, or `release` would be none.
            unsafe { release(self) };
        }
    }
}

impl Drop for Array {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: it has not been released, or `release` would be none.
            unsafe { release(self) };
        }
    }
}

/// Both structs of an object, released with the last view.
struct Given {
    schema: Schema,
    array: Array,
}

/// Numbers of an Arrow array, as NumPy sees them. It keeps them alive.
#[pyclass(frozen, name = "_ArrowNumbers", module = "clearance")]
pub struct View {
    given: Arc<Given>,
    kind: &'static str,
    shape: Vec<i64>,
    address: usize,
}

#[pymethods]
impl View {
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let order = if cfg!(target_endian = "little") { "<" } else { ">" };
        let dict = PyDict::new(py);
        dict.set_item("version", 3)?;
        dict.set_item("shape", PyTuple::new(py, &self.shape)?)?;
        dict.set_item("typestr", format!("{order}{}", self.kind))?;
        dict.set_item("data", (self.address, true))?;
        Ok(dict)
    }
    fn __repr__(&self) -> String {
        format!("_ArrowNumbers({}, length={})", self.kind, self.given.array.length)
    }
}

/// The object as a NumPy array that cannot be written, if it is an Arrow array.
pub fn as_array<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = object.py();
    if !object.hasattr("__arrow_c_array__")? {
        return Ok(None);
    }
    let capsules = object.call_method0("__arrow_c_array__")?;
    let (schema, array) = capsules.extract::<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)>()?;
    let schema: *mut Schema = schema.pointer_checked(Some(c"arrow_schema"))?.cast().as_ptr();
    let array: *mut Array = array.pointer_checked(Some(c"arrow_array"))?.cast().as_ptr();
    // SAFETY: capsules of these names hold these structs. They are moved out: what stays behind counts as released.
    let given = unsafe {
        let given = Given { schema: schema.read(), array: array.read() };
        (*schema).release = None;
        (*array).release = None;
        given
    };
    if given.schema.release.is_none() || given.array.release.is_none() {
        return Err(value_error(format!("{name}: the Arrow array was released")));
    }
    let given = Arc::new(given);
    let reading = Reading { py, given: given.clone(), name };
    let (schema, array) = (&raw const given.schema, &raw const given.array);
    // SAFETY: `given` holds both structs while they are read, and each view holds it, too.
    unsafe { reading.any(schema, array) }.map(Some)
}

/// An array while it is read.
struct Reading<'a, 'py> {
    py: Python<'py>,
    given: Arc<Given>,
    name: &'a str,
}

impl<'py> Reading<'_, 'py> {
    /// A struct of columns, or numbers.
    ///
    /// # Safety
    /// Both structs must be valid.
    unsafe fn any(&self, schema: *const Schema, array: *const Array) -> PyResult<Bound<'py, PyAny>> {
        // SAFETY: those of the caller, here and below; children are checked to be there.
        unsafe {
            if self.format(schema)? != "+s" {
                let (offset, length) = ((*array).offset, (*array).length);
                return self.numbers(schema, array, offset, length, vec![length]);
            }
            self.without_nulls(array, (*array).offset, (*array).length)?;
            let columns: Vec<_> = (0..(*schema).n_children)
                .map(|child| {
                    let (schema, array) = self.child(schema, array, child)?;
                    let (offset, length) = ((*array).offset, (*array).length);
                    self.numbers(schema, array, offset, length, vec![length])
                })
                .collect::<PyResult<_>>()?;
            match &columns[..] {
                [column] => Ok(column.clone()),
                _ => {
                    let axis = PyDict::new(self.py);
                    axis.set_item("axis", -1)?;
                    numpy(self.py)?.getattr("stack")?.call((columns,), Some(&axis))
                }
            }
        }
    }

    /// Numbers from `offset` on, in lists of fixed size or not.
    ///
    /// # Safety
    /// Both structs must be valid.
    unsafe fn numbers(
        &self,
        schema: *const Schema,
        array: *const Array,
        offset: i64,
        length: i64,
        mut shape: Vec<i64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // SAFETY: those of the caller; buffers and children are checked to be there.
        unsafe {
            self.without_nulls(array, offset, length)?;
            let format = self.format(schema)?;
            if let Some(size) = format.strip_prefix("+w:").and_then(|size| size.parse::<i64>().ok()) {
                let (schema, child) = self.child(schema, array, 0)?;
                let (start, count) = (offset.checked_mul(size), length.checked_mul(size));
                let (Some(start), Some(count)) = (start, count) else { return Err(self.broken()) };
                if size < 0 || start + count > (*child).length {
                    return Err(self.broken());
                }
                shape.push(size);
                return self.numbers(schema, child, (*child).offset + start, count, shape);
            }
            let (kind, bytes) = match format {
                "g" => ("f8", 8),
                "f" => ("f4", 4),
                "c" => ("i1", 1),
                "C" => ("u1", 1),
                "s" => ("i2", 2),
                "S" => ("u2", 2),
                "i" => ("i4", 4),
                "I" => ("u4", 4),
                "l" => ("i8", 8),
                "L" => ("u8", 8),
                _ => {
                    let told =
                        format!("{}: Arrow numbers or lists of fixed size are expected, found {format:?}", self.name);
                    return Err(PyTypeError::new_err(told));
                }
            };
            if (*array).n_buffers != 2 || (*array).buffers.is_null() || offset < 0 || length < 0 {
                return Err(self.broken());
            }
            let start = *(*array).buffers.add(1) as usize;
            if start == 0 && length > 0 {
                return Err(self.broken());
            }
            // An empty array may have no buffer. NumPy wants an address all the same.
            let address = if length == 0 { 8 } else { start + offset as usize * bytes };
            let view = View { given: self.given.clone(), kind, shape, address };
            numpy(self.py)?.call_method1("asarray", (Py::new(self.py, view)?,))
        }
    }

    /// An error if one of these values is null.
    ///
    /// # Safety
    /// The struct must be valid.
    unsafe fn without_nulls(&self, array: *const Array, offset: i64, length: i64) -> PyResult<()> {
        // SAFETY: the caller's; the map of values has a bit for each.
        unsafe {
            if (*array).null_count == 0 || (*array).n_buffers < 1 || (*array).buffers.is_null() {
                return Ok(());
            }
            let map = (*(*array).buffers).cast::<u8>();
            let is_null = |place: i64| *map.add(place as usize / 8) >> (place % 8) & 1 == 0;
            match (offset..offset + length).find(|&place| !map.is_null() && is_null(place)) {
                None => Ok(()),
                Some(place) => {
                    let told = format!("{}[{}] is null: a number is expected", self.name, place - offset);
                    Err(PyValueError::new_err(told))
                }
            }
        }
    }

    /// # Safety
    /// The struct must be valid.
    unsafe fn format(&self, schema: *const Schema) -> PyResult<&str> {
        // SAFETY: the caller's; a format is a text that ends with a zero and lives as long as its struct.
        unsafe {
            if !(*schema).dictionary.is_null() {
                return Err(PyTypeError::new_err(format!("{}: a plain Arrow array is expected", self.name)));
            }
            CStr::from_ptr((*schema).format).to_str().map_err(value_error)
        }
    }

    /// # Safety
    /// Both structs must be valid.
    unsafe fn child(
        &self,
        schema: *const Schema,
        array: *const Array,
        index: i64,
    ) -> PyResult<(*const Schema, *const Array)> {
        // SAFETY: the caller's; the numbers of children are compared.
        unsafe {
            if index >= (*schema).n_children || index >= (*array).n_children {
                return Err(self.broken());
            }
            let child = (*(*schema).children.add(index as usize), *(*array).children.add(index as usize));
            Ok((child.0.cast_const(), child.1.cast_const()))
        }
    }

    fn broken(&self) -> PyErr {
        value_error(format!("{}: the Arrow array does not fit its type", self.name))
    }
}

/// The flag of columns that may have nulls, as most packages write them. There are none here.
const NULLABLE: i64 = 2;

/// What an exported schema keeps.
struct SchemaParts {
    format: CString,
    name: CString,
    children: Vec<*mut Schema>,
}

/// What an exported array keeps.
struct ArrayParts {
    buffers: Vec<*const c_void>,
    children: Vec<*mut Array>,
    /// The NumPy array whose numbers the buffers are.
    _numbers: Option<Py<PyAny>>,
    /// The bits of verdicts, if the buffers are these.
    _bits: Vec<u8>,
}

unsafe extern "C" fn release_schema(schema: *mut Schema) {
    // SAFETY: the consumer calls this once, with a struct of `exported_schema` or a copy of it.
    unsafe {
        let parts = Box::from_raw((*schema).private_data.cast::<SchemaParts>());
        // Dropping a child releases it, unless the consumer took it and released it already.
        parts.children.iter().for_each(|&child| drop(Box::from_raw(child)));
        (*schema).release = None;
    }
}

unsafe extern "C" fn release_array(array: *mut Array) {
    // SAFETY: the consumer calls this once, with a struct of `exported_array` or a copy of it.
    unsafe {
        let parts = Box::from_raw((*array).private_data.cast::<ArrayParts>());
        parts.children.iter().for_each(|&child| drop(Box::from_raw(child)));
        (*array).release = None;
    }
}

fn exported_schema(format: &str, name: &str, children: Vec<Schema>) -> PyResult<Schema> {
    let (format, name) = (CString::new(format)?, CString::new(name)?);
    let children = children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
    let mut parts = Box::new(SchemaParts { format, name, children });
    Ok(Schema {
        format: parts.format.as_ptr(),
        name: parts.name.as_ptr(),
        metadata: null(),
        flags: NULLABLE,
        n_children: parts.children.len() as i64,
        children: parts.children.as_mut_ptr(),
        dictionary: null_mut(),
        release: Some(release_schema),
        private_data: Box::into_raw(parts).cast(),
    })
}

fn exported_array(length: usize, mut parts: Box<ArrayParts>) -> Array {
    Array {
        length: length as i64,
        null_count: 0,
        offset: 0,
        n_buffers: parts.buffers.len() as i64,
        n_children: parts.children.len() as i64,
        buffers: parts.buffers.as_mut_ptr(),
        children: parts.children.as_mut_ptr(),
        dictionary: null_mut(),
        release: Some(release_array),
        private_data: Box::into_raw(parts).cast(),
    }
}

/// One column: its type, its numbers and its number of rows.
fn column(py: Python<'_>, name: &str, given: &Bound<'_, PyAny>) -> PyResult<(Schema, Array, usize)> {
    let array = numpy(py)?.call_method1("ascontiguousarray", (given,))?;
    let (dtype, shape): (String, Vec<usize>) =
        (array.getattr("dtype")?.getattr("name")?.extract()?, given.getattr("shape")?.extract()?);
    let format = match dtype.as_str() {
        "float64" => "g",
        "float32" => "f",
        "int8" => "c",
        "uint32" => "I",
        "int64" => "l",
        "bool" => "b",
        _ => return Err(PyTypeError::new_err(format!("{name}: no column of a batch has the dtype {dtype}"))),
    };
    let count = shape.iter().product::<usize>();
    let bits: Vec<u8> = match format {
        "b" => {
            numpy(py)?.call_method1("packbits", (&array.call_method0("ravel")?, None::<i32>, "little"))?.extract()?
        }
        _ => Vec::new(),
    };
    let address: usize = match format {
        "b" => bits.as_ptr() as usize,
        _ => array.getattr("ctypes")?.getattr("data")?.extract()?,
    };
    let buffers = vec![null(), address as *const c_void];
    let parts = ArrayParts { buffers, children: Vec::new(), _numbers: Some(array.unbind()), _bits: bits };
    let numbers = exported_array(count, Box::new(parts));
    if !is_vector(name) {
        return Ok((exported_schema(format, name, Vec::new())?, numbers, count));
    }
    let width = shape.last().copied().unwrap_or(1);
    let rows = shape[..shape.len().saturating_sub(1)].iter().product();
    let child = exported_schema(format, "item", Vec::new())?;
    let children = vec![Box::into_raw(Box::new(numbers))];
    let parts = ArrayParts { buffers: vec![null()], children, _numbers: None, _bits: Vec::new() };
    Ok((exported_schema(&format!("+w:{width}"), name, vec![child])?, exported_array(rows, Box::new(parts)), rows))
}

/// The columns of a batch as one Arrow struct array: its schema and its numbers, in capsules.
#[pyfunction]
pub fn _arrow_columns<'py>(columns: &Bound<'py, PyDict>) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
    let py = columns.py();
    let (mut schemas, mut arrays, mut length) = (Vec::new(), Vec::new(), None);
    for (name, array) in columns {
        let name: String = name.extract()?;
        let (schema, numbers, rows) = column(py, &name, &array)?;
        if *length.get_or_insert(rows) != rows {
            return Err(value_error(format!("{name}: {rows} rows, and {} in the columns before", length.unwrap_or(0))));
        }
        schemas.push(schema);
        arrays.push(numbers);
    }
    let schema = exported_schema("+s", "", schemas)?;
    let children = arrays.into_iter().map(|array| Box::into_raw(Box::new(array))).collect();
    let parts = ArrayParts { buffers: vec![null()], children, _numbers: None, _bits: Vec::new() };
    let array = exported_array(length.unwrap_or(0), Box::new(parts));
    Ok((PyCapsule::new_with_value(py, schema, c"arrow_schema")?, PyCapsule::new_with_value(py, array, c"arrow_array")?))
}
