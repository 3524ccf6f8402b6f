//! Exact support points: a float scan with a bounded error, and an exact comparison of the few vertices that are left.

use super::heights::float;
use crate::difference::DIAGONAL;
use crate::numbers::double::Double;
use crate::numbers::dyadic::Dyadic;
use crate::numbers::each::Each;
use crate::numbers::real::{Ring, U, exponent_of, ldexp, power_of_two, sqrt};
use crate::shape::body::Body;
use crate::shape::support::SupportMap;
use crate::shape::view::{OFTEN, View};
use crate::space::rotation::Rotation;
use crate::space::vector::{Space, WideVector};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cell::{Cell, OnceCell, RefCell};

/// The greatest defect of a rotation that is one but for rounding. Larger: normals that err by as much. Smaller: work that no float
/// shows.
const ROUNDED_TURN: f64 = 32.0 * f64::EPSILON;

/// The vertices of a polytope in the world's frame: rounded with a bounded error, and exact on request.
pub(super) struct Vertices<'s, W: WideVector> {
    polytope: &'s View<'s, W>,
    /// The rotation's matrix. `None` for no rotation.
    matrix: Option<W::Matrix>,
    /// Its columns in double-double numbers, once they are needed.
    columns: OnceCell<Option<[W::Double; 3]>>,
    translation: W,
    /// Whether the rounded vertices are the exact ones, placed by the pose.
    is_stored: bool,
    /// The sum of the extent and of the greatest coordinate of the pose, times √3.
    size: f64,
    /// How far the formula of the rotation is from one ([`Rotation::defect`]).
    defect: f64,
    /// The power of two that scales the vertices. Their largest coordinate is then about 1.
    scale: f64,
    /// The exact vertices of earlier requests.
    cache: RefCell<BTreeMap<usize, W::Exact>>,
    /// How often candidates were asked for, if the shape is a long list of points.
    asked: Cell<Option<u32>>,
    /// The points of a long list in buckets, once it has been asked often.
    list: OnceCell<Option<Box<Body<W>>>>,
    /// A bound of the error of a height of a scaled vertex along a unit direction.
    error: f64,
}

impl<'s, W: WideVector> Vertices<'s, W> {
    /// The vertices. `None` if one is not finite.
    pub fn new(shape: &'s View<'s, W>) -> Option<Self> {
        let pose = shape.pose();
        let extent = shape.extent();
        let is_unrotated = pose.rotation == <W::Rotation as Rotation<W>>::IDENTITY;
        let matrix = (!is_unrotated).then(|| pose.rotation.matrix());
        let defect = pose.rotation.defect();
        if !(extent < f64::INFINITY && defect < f64::INFINITY && pose.translation.is_finite()) {
            return None;
        }
        // A float of any exponent times this is within 2^±80 of 1, or too small to matter.
        let scale = power_of_two(-exponent_of(extent).clamp(-1000, 1000));
        // The pose rounds by 24u and its defect, the direction turned back by 8u, the height by 8u.
        let relative = 24.0 * U + defect + 16.0 * U;
        let error = sqrt(W::DIM as f64) * (relative * (extent * scale)) + shape.rounding() * scale;
        let is_stored = shape.rounding() == 0.0;
        let size = DIAGONAL * (extent + pose.translation.widen().max_abs());
        Some(Self {
            polytope: shape,
            matrix,
            columns: OnceCell::new(),
            translation: pose.translation.widen(),
            is_stored,
            size,
            defect,
            scale,
            cache: RefCell::default(),
            asked: Cell::new(shape.is_long_list().then_some(0)),
            list: OnceCell::new(),
            error,
        })
    }

    /// The rotation, if there is one.
    fn turn(&self) -> Option<W::Rotation> {
        let rotation = self.polytope.pose().rotation;
        (rotation != <W::Rotation as Rotation<W>>::IDENTITY).then_some(rotation)
    }

    /// A direction of the world in the polytope's own frame: the transposed map, which keeps heights.
    fn exactly_turned_back(&self, direction: &W::Exact) -> W::Exact {
        match self.turn() {
            Some(rotation) => rotation.inverse().exact_map(direction),
            None => direction.clone(),
        }
    }

    /// A vertex in the world, without rounding.
    pub fn exact(&self, index: usize) -> W::Exact {
        let mut cache = self.cache.borrow_mut();
        cache.entry(index).or_insert_with(|| self.polytope.exact_placed_vertex(index)).clone()
    }

    /// The radius, without rounding.
    pub fn exact_radius(&self) -> Dyadic {
        self.polytope.exact_radius()
    }

    /// Whether the radius is zero.
    pub fn is_sharp(&self) -> bool {
        self.polytope.is_sharp()
    }

    /// Whether the rounded vertices are the exact ones, placed by the pose.
    pub fn is_stored(&self) -> bool {
        self.is_stored
    }

    /// A bound of the length of every vertex.
    pub fn size(&self) -> f64 {
        self.size
    }

    /// The vertices in lengths times 2 to the power `scale`.
    pub fn in_double(&self, scale: i32) -> InDouble<'_, 's, W> {
        let columns = self.columns.get_or_init(|| self.turn().map(|rotation| rotation.double_columns())).as_ref();
        InDouble { vertices: self, columns, scale }
    }

    /// The same of a body that may have the rotation of one before it.
    pub fn in_double_beside(&self, other: &InDouble<'_, '_, W>, scale: i32) -> InDouble<'_, 's, W> {
        if self.polytope.pose().rotation == other.vertices.polytope.pose().rotation {
            self.columns.get_or_init(|| other.columns.cloned());
        }
        self.in_double(scale)
    }

    /// Whether all coordinates keep their values times 2 to the power `scale`. Those of a very large body may underflow.
    pub fn survives(&self, scale: i32) -> bool {
        let keeps = |point: W| point.scaled_by_power(scale).scaled_by_power(-scale) == point;
        let all = || self.polytope.peaks(W::axis(0), f64::INFINITY);
        scale >= 0
            || (keeps(self.translation) && all().iter().all(|&index| keeps(self.polytope.vertex(index as usize))))
    }

    /// How far the formula of the rotation is from one.
    pub fn defect(&self) -> f64 {
        self.defect
    }

    /// [`Vertices::in_double`] without the columns of the rotation, for what is asked in the body's own frame.
    pub fn in_floats(&self, scale: i32) -> InDouble<'_, 's, W> {
        InDouble { vertices: self, columns: None, scale }
    }

    /// The translation of the pose.
    pub fn translation(&self) -> W {
        self.translation
    }

    /// The radius in double-double numbers, times 2 to the power `scale`.
    pub fn double_radius(&self, scale: i32) -> Double {
        let (mantissa, exponent) = self.polytope.exact_radius().to_double();
        mantissa.scaled(ldexp(1.0, exponent + scale))
    }

    /// A vertex that floats find far along a direction whose greatest coordinate is about 1. It need not be the farthest
    /// one.
    pub fn high_along(&self, unit: W) -> u32 {
        self.highest(self.turned_back(unit))
    }

    /// A vertex that floats find far along a direction of the polytope's own frame.
    pub fn highest(&self, own: W) -> u32 {
        self.polytope.support_vertex(own).vertex.unwrap_or(0)
    }

    /// A vector of the polytope's own frame in the world, rounded.
    pub fn turned(&self, direction: W) -> W {
        self.matrix.as_ref().map_or(direction, |matrix| direction.mapped(matrix))
    }

    /// The normal in the world of a plane of the polytope's own frame, rounded.
    ///
    /// The formula of a rotation that is not quite one maps points by M, which is δ from the rotation R. So normals n have
    /// Mᵀn = m. One step from R·m leaves the square of δ.
    pub fn turned_normal(&self, own: W) -> W {
        let normal = self.turned(own);
        let Some(columns) = self.formula() else { return normal };
        let back = (0..W::DIM).fold(<W as Space>::zero(), |back, axis| {
            back.with_coordinate(axis, float::<W>(&columns[axis]).dot(&normal))
        });
        normal + self.turned(own - back)
    }

    /// A vertex in the world, rounded: where the formula of the pose places it. In lengths times 2 to the power `scale`.
    pub fn placed(&self, index: u32, scale: i32) -> W {
        match self.formula() {
            Some(_) => float(&self.in_double(scale).point(index)),
            None => self.in_floats(scale).float(index),
        }
    }

    /// The columns of M, if floats tell it from the rotation.
    fn formula(&self) -> Option<&[W::Double; 3]> {
        if self.defect <= ROUNDED_TURN { None } else { self.in_double(0).columns }
    }

    /// A direction of the world in the polytope's own frame, rounded.
    pub fn turned_back(&self, direction: W) -> W {
        self.matrix.as_ref().map_or(direction, |matrix| direction.mapped_back(matrix))
    }

    /// The vertices that floats cannot tell below the farthest one along a direction of the polytope's own frame, whose
    /// length is below 2√3.
    pub fn peaks(&self, own: W) -> Vec<u32> {
        // The errors of the products are larger by this factor than at unit length.
        let (direction, below) = (own * self.scale, 2.0 * 4.0 * self.error);
        match self.list_in_buckets() {
            Some(list) => list.peaks(direction, below),
            None => self.polytope.peaks(direction, below),
        }
    }

    /// Whether the points are in buckets.
    #[cfg(test)]
    pub fn is_in_buckets(&self) -> bool {
        matches!(self.list.get(), Some(Some(_)))
    }

    /// The points of a long list in buckets, where so many are asked for that they pay. The peaks are the same.
    fn list_in_buckets(&self) -> Option<&Body<W>> {
        let asked = self.asked.get()?;
        if asked < OFTEN {
            self.asked.set(Some(asked + 1));
            return None;
        }
        self.list.get_or_init(|| self.polytope.list_with_buckets().map(Box::new)).as_deref()
    }

    /// The vertices that may be farthest along `direction`, by increasing index: all within the error of the highest.
    pub fn candidates(&self, direction: &W::Exact) -> Vec<u32> {
        self.candidates_along(rounded_direction::<W>(direction))
    }

    /// The same for a direction whose greatest coordinate is about 1.
    pub fn candidates_along(&self, unit: W) -> Vec<u32> {
        self.peaks(self.turned_back(unit))
    }

    /// The vertex farthest along `direction`. Of equally far ones it has the lowest index.
    pub fn farthest(&self, direction: &W::Exact) -> usize {
        let candidates = self.candidates(direction);
        let Some((&first, others)) = candidates.split_first() else { return 0 };
        let heights = Heights::new(self, direction);
        others.iter().fold(
            first as usize,
            |best, &other| {
                if heights.is_farther(other as usize, best) { other as usize } else { best }
            },
        )
    }
}

/// A placed polytope whose vertices are stored floats, for double-double numbers.
pub(super) struct InDouble<'v, 's, W: WideVector> {
    pub vertices: &'v Vertices<'s, W>,
    /// The columns of the rotation's matrix. `None` for no rotation.
    pub columns: Option<&'v [W::Double; 3]>,
    scale: i32,
}

impl<W: WideVector> InDouble<'_, '_, W> {
    /// A length in the unit that is asked for.
    pub fn scaled(&self, point: W) -> W {
        if self.scale == 0 { point } else { point.scaled_by_power(self.scale) }
    }

    /// A vertex in the body's own frame.
    pub fn rounded(&self, index: u32) -> W {
        self.scaled(self.vertices.polytope.vertex(index as usize))
    }

    /// The half-extents, if the body is a box.
    pub fn half_extents(&self) -> Option<W> {
        self.vertices.polytope.half_extents().map(|half| self.scaled(half))
    }

    /// [`Vertices::size`] in the unit that is asked for.
    pub fn size(&self) -> f64 {
        ldexp(self.vertices.size(), self.scale)
    }

    /// A vertex in the world, in floats.
    pub fn float(&self, index: u32) -> W {
        self.vertices.turned(self.rounded(index)) + self.scaled(self.vertices.translation)
    }
}

/// The sum of the first parts.
pub(super) fn combination<E: Space>(count: usize, part: impl Fn(usize) -> E) -> E {
    (1..count).fold(part(0), |sum, place| sum.plus(&part(place)))
}

/// The exact heights of vertices along a direction, for comparisons.
struct Heights<'v, 's, W: WideVector> {
    vertices: &'v Vertices<'s, W>,
    /// In the world's frame.
    direction: &'v W::Exact,
    /// In the polytope's own frame, once it is needed.
    own: OnceCell<W::Exact>,
}

impl<'v, 's, W: WideVector> Heights<'v, 's, W> {
    fn new(vertices: &'v Vertices<'s, W>, direction: &'v W::Exact) -> Self {
        Self { vertices, direction, own: OnceCell::new() }
    }

    /// Whether vertex `other` is farther than vertex `index`.
    fn is_farther(&self, other: usize, index: usize) -> bool {
        let vertices = self.vertices;
        if other == index {
            return false;
        }
        let [to, from] = [other, index].each(|index| vertices.polytope.vertex(index));
        if !vertices.is_stored {
            let way = vertices.exact(other).minus(&vertices.exact(index));
            return self.direction.dot(&way).is_positive();
        }
        // The way between stored vertices is compared in their own frame, without placing them.
        let own = self.own.get_or_init(|| vertices.exactly_turned_back(self.direction));
        // Corners of a face along the axes.
        let is_level = |axis| to.coordinate(axis) == from.coordinate(axis) || own.coordinate(axis).is_zero();
        !(0..W::DIM).all(is_level) && own.dot(&to.exact().minus(&from.exact())).is_positive()
    }
}

/// A float direction within 2u of the exact one. Its largest coordinate is between 1 and 2.
pub(crate) fn rounded_direction<W: WideVector>(direction: &W::Exact) -> W {
    let parts = [0, 1, 2].each(|axis| {
        if axis < W::DIM { direction.coordinate(axis).to_double() } else { (crate::numbers::double::Double::ZERO, 0) }
    });
    let top = parts.iter().filter(|(m, _)| m.high != 0.0).map(|&(_, e)| e).max().unwrap_or(0);
    (0..W::DIM).fold(<W as Space>::zero(), |unit, axis| {
        let (mantissa, exponent) = parts[axis];
        unit.with_coordinate(axis, ldexp(mantissa.high, (exponent - top).max(-2000)))
    })
}
