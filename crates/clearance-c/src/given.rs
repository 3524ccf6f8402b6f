//! A view as it was given: which argument it is, and what can be checked without knowing the plane from space.

use crate::fault::{BAD_NUMBER, Fault, Found, MIXED, NEGATIVE, NOT_FINITE, UNKNOWN, UNSUPPORTED};
use crate::layout::{PLANE, Shape as View};
use crate::read::{MOST, finite};
use clearance::ShapeError;
use core::fmt;

/// Which argument of a call a view is.
#[derive(Clone, Copy)]
pub enum Name {
    /// The argument of this name.
    Is(&'static str),
    /// A row of this argument.
    Row(&'static str, usize),
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Is(name) => f.write_str(name),
            Self::Row(name, index) => write!(f, "{name}[{index}]"),
        }
    }
}

/// A member of an argument.
pub struct Field(Name, &'static str);

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

/// A view whose pointers are valid, and its name.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    pub shape: &'a View,
    pub name: Name,
}

impl<'a> Given<'a> {
    /// # Safety
    /// The pointers of the shape are what `clearance.h` demands for its kind, as long as the view is asked about.
    #[inline(always)]
    pub unsafe fn new(shape: &'a View, name: Name) -> Self {
        Self { shape, name }
    }

    pub fn is_flat(&self) -> bool {
        self.shape.flags & PLANE != 0
    }

    #[inline(always)]
    pub fn field(&self, field: &'static str) -> Field {
        Field(self.name, field)
    }

    /// A size that is finite and not negative.
    #[inline(always)]
    pub fn size(&self, index: usize) -> Found<f64> {
        let size = self.shape.size[index];
        if (0.0..=MOST).contains(&size) { Ok(size) } else { Err(self.bad_size(index)) }
    }

    #[cold]
    fn bad_size(&self, index: usize) -> Fault {
        not_a_size(self.shape.size[index], &format_args!("{}.size[{index}]", self.name))
    }

    #[inline(always)]
    pub fn radius(&self) -> Found<f64> {
        let radius = self.shape.radius;
        if (0.0..=MOST).contains(&radius) { Ok(radius) } else { Err(not_a_size(radius, &self.field("radius"))) }
    }

    /// A fault if a body that has no radius is given one: it would have no effect.
    pub fn is_not_thick(&self) -> Found<()> {
        let (kind, radius) = (self.shape.kind, self.shape.radius);
        if radius == 0.0 {
            return Ok(());
        }
        let text =
            format_args!("{}.radius is {radius}: a body of kind {kind} is not thickened; 0 is expected", self.name);
        Err(Fault::new(UNSUPPORTED, text))
    }

    /// A fault if a body that has no sizes is given some: they would have no effect.
    #[cfg(feature = "bodies")]
    pub fn is_not_scaled(&self) -> Found<()> {
        let (kind, sizes) = (self.shape.kind, self.shape.size);
        let Some(index) = sizes.iter().position(|size| *size != 0.0) else { return Ok(()) };
        let size = sizes[index];
        let text =
            format_args!("{}.size[{index}] is {size}: a body of kind {kind} is not scaled; 0 is expected", self.name);
        Err(Fault::new(UNSUPPORTED, text))
    }

    /// What a constructor found that no check before it did.
    #[cold]
    pub fn wrong(&self, error: ShapeError) -> Fault {
        let (code, field) = match error {
            ShapeError::NoDirection => (BAD_NUMBER, "size"),
            ShapeError::Negative => (NEGATIVE, "size"),
            ShapeError::NotFinite { .. } => (NOT_FINITE, "size"),
            _ => (BAD_NUMBER, "pointer"),
        };
        Fault::new(code, format_args!("{}.{field}: {error}", self.name))
    }

    #[cold]
    pub fn unknown_kind(&self) -> Fault {
        Fault::new(UNKNOWN, format_args!("{}.kind is {}: there is no such shape", self.name, self.shape.kind))
    }

    /// A handle of the plane for a shape of space, or the other way.
    #[cold]
    pub fn mixed(&self) -> Fault {
        Fault::new(
            MIXED,
            format_args!("{0}.pointer: the handle and {0}.flags differ in the plane and space (CL_PLANE)", self.name),
        )
    }

    /// A kind that there is not in this dimension.
    #[cold]
    pub fn is_not_for(&self, world: &str) -> Fault {
        let text = format_args!("{}.kind is {}: there is no such shape in {world}", self.name, self.shape.kind);
        Fault::new(UNSUPPORTED, text)
    }
}

#[cold]
fn not_a_size(size: f64, name: &dyn fmt::Display) -> Fault {
    match finite(size, name) {
        Err(fault) => fault,
        Ok(_) => Fault::new(NEGATIVE, format_args!("{name} is {size}: a number that is not negative is expected")),
    }
}

/// A fault if a flag is set that means nothing here.
#[inline(always)]
pub fn known_flags(flags: u32, known: u32, name: &dyn fmt::Display) -> Found<()> {
    let unknown = flags & !known;
    if unknown == 0 {
        Ok(())
    } else {
        Err(Fault::new(UNKNOWN, format_args!("{name} has {unknown:#x}, which means nothing here")))
    }
}
