//! The difference of two shapes: of any kinds, of two polytopes of a kind that the compiler knows, and with scaled lengths.

use crate::difference::sections::Meridian;
use crate::difference::{Difference, Features, Frame, Indices, Rounding, Vertex};
use crate::numbers::each::Each;
use crate::shape::curvature::Curvature;
use crate::shape::support::{Support, SupportMap};
use crate::shape::surface::Surface;
use crate::shape::view::View;
use crate::space::vector::WideVector;

/// Two shapes and their frame.
pub(crate) struct Pair<'s, W: WideVector> {
    pub a: &'s View<'s, W>,
    pub b: &'s View<'s, W>,
    pub frame: Frame<W>,
}

impl<'s, W: WideVector> Pair<'s, W> {
    #[inline(always)]
    pub fn new(a: &'s View<'s, W>, b: &'s View<'s, W>) -> Self {
        Self { a, b, frame: Frame::new(a, b) }
    }
}

impl<W: WideVector> Difference<W> for Pair<'_, W> {
    fn as_dyn(&self) -> &dyn Difference<W> {
        self
    }
    #[inline(always)]
    fn support(&self, direction: W) -> Vertex<W> {
        support(self.a, self.b, &self.frame, direction)
    }
    #[inline(always)]
    fn vertex(&self, indices: (u32, u32)) -> Option<Vertex<W>> {
        vertex(self.a, self.b, &self.frame, indices)
    }
    #[inline(always)]
    fn is_curved(&self) -> bool {
        self.a.vertex_count() == 0 || self.b.vertex_count() == 0
    }
    #[inline(always)]
    fn curvatures(&self, direction: W) -> Option<[Curvature<W>; 2]> {
        let a = self.a.curvature(direction)?;
        let b = self.b.curvature(self.frame.direction_in_b(-direction))?;
        Some([a, b.turned(|vector| vector.mapped(self.frame.matrix()))])
    }
    fn features(&self) -> Option<[Features; 2]> {
        Some([Features::of(self.a)?, Features::of(self.b)?])
    }
    fn meridian(&self) -> Option<Meridian<W>> {
        let b = self.b.axis_of_revolution()?;
        let frame = &self.frame;
        let b = b.mapped(|direction| direction.mapped(frame.matrix()), |point| frame.point_of_b(point));
        Meridian::through(self.a.axis_of_revolution()?, b)
    }
    fn surface(&self, side: usize, index: usize, direction: W) -> Surface<W> {
        if side == 0 {
            return self.a.surface(index, direction);
        }
        let local = self.b.surface(index, self.frame.direction_in_b(-direction));
        local.turned(self.frame.matrix()).moved(self.frame.translation())
    }
    #[inline(always)]
    fn start(&self) -> W {
        self.a.center() - self.frame.point_of_b(self.b.center())
    }
    #[inline(always)]
    fn rounding(&self) -> Rounding {
        self.frame.rounding()
    }
}

/// The vertex of the difference that is farthest along `direction`, which is in the frame of `a`.
#[inline(always)]
fn support<W: WideVector, C: SupportMap<W>>(a: &C, b: &C, frame: &Frame<W>, direction: W) -> Vertex<W> {
    let Support { point: a, vertex: index_a } = a.support_vertex(direction);
    let Support { point, vertex: index_b } = b.support_vertex(frame.direction_in_b(-direction));
    let b = frame.point_of_b(point);
    Vertex { point: a - b, a, b, indices: Indices::new(index_a, index_b) }
}

/// The vertex of the difference of these two vertices. `None` if a shape has no such vertex.
#[inline(always)]
fn vertex<W: WideVector, C: SupportMap<W>>(a: &C, b: &C, frame: &Frame<W>, (i, j): (u32, u32)) -> Option<Vertex<W>> {
    if i as usize >= a.vertex_count() || j as usize >= b.vertex_count() {
        return None;
    }
    let a = a.vertex(i as usize);
    let b = frame.point_of_b(b.vertex(j as usize));
    Some(Vertex { point: a - b, a, b, indices: Indices::new(Some(i), Some(j)) })
}

/// The difference of a pair with scaled lengths.
pub(crate) struct ScaledPair<'p, 's, W: WideVector>(pub &'p Pair<'s, W>);

impl<W: WideVector> Difference<W> for ScaledPair<'_, '_, W> {
    fn as_dyn(&self) -> &dyn Difference<W> {
        self
    }
    fn support(&self, direction: W) -> Vertex<W> {
        let Pair { a, b, frame } = self.0;
        let direction = frame.direction_in_range(direction);
        let Support { point, vertex: index_a } = a.support_vertex(direction);
        let a = frame.shrunk(point);
        let Support { point, vertex: index_b } = b.support_vertex(frame.direction_in_b(-direction));
        let b = frame.point_of_b(frame.shrunk(point));
        Vertex { point: a - b, a, b, indices: Indices::new(index_a, index_b) }
    }
    fn vertex(&self, (i, j): (u32, u32)) -> Option<Vertex<W>> {
        let Pair { a, b, frame } = self.0;
        if i as usize >= a.vertex_count() || j as usize >= b.vertex_count() {
            return None;
        }
        let a = frame.shrunk(a.vertex(i as usize));
        let b = frame.point_of_b(frame.shrunk(b.vertex(j as usize)));
        Some(Vertex { point: a - b, a, b, indices: Indices::new(Some(i), Some(j)) })
    }
    fn is_curved(&self) -> bool {
        self.0.is_curved()
    }
    fn curvatures(&self, direction: W) -> Option<[Curvature<W>; 2]> {
        let frame = &self.0.frame;
        let scaled =
            |curvature: Curvature<W>| curvature.scaled(|length| frame.scaled(length), |vector| frame.shrunk(vector));
        self.0.curvatures(direction).map(|curvatures| curvatures.each(scaled))
    }
    fn features(&self) -> Option<[Features; 2]> {
        self.0.features()
    }
    fn meridian(&self) -> Option<Meridian<W>> {
        let Pair { a, b, frame } = self.0;
        let b = b.axis_of_revolution()?;
        let b = b.mapped(|direction| direction.mapped(frame.matrix()), |point| frame.point_of_b(frame.shrunk(point)));
        let a = a.axis_of_revolution()?.mapped(|direction| direction, |point| frame.shrunk(point));
        Meridian::through(a, b)
    }
    fn surface(&self, side: usize, index: usize, direction: W) -> Surface<W> {
        let Pair { a, b, frame } = self.0;
        if side == 0 {
            return a.surface(index, direction).scaled_by_power(frame.scaling());
        }
        let local = b.surface(index, frame.direction_in_b(-direction)).scaled_by_power(frame.scaling());
        local.turned(frame.matrix()).moved(frame.translation())
    }
    fn start(&self) -> W {
        let Pair { a, b, frame } = self.0;
        frame.shrunk(a.center()) - frame.point_of_b(frame.shrunk(b.center()))
    }
    fn rounding(&self) -> Rounding {
        self.0.frame.rounding()
    }
}

/// The difference of two polytopes of one kind, which the compiler knows.
pub(crate) struct Polytopes<'s, W: WideVector, C> {
    pub a: &'s C,
    pub b: &'s C,
    pub frame: &'s Frame<W>,
}

impl<W: WideVector, C: SupportMap<W>> Difference<W> for Polytopes<'_, W, C> {
    fn as_dyn(&self) -> &dyn Difference<W> {
        self
    }
    #[inline(always)]
    fn support(&self, direction: W) -> Vertex<W> {
        support(self.a, self.b, self.frame, direction)
    }
    #[inline(always)]
    fn vertex(&self, indices: (u32, u32)) -> Option<Vertex<W>> {
        vertex(self.a, self.b, self.frame, indices)
    }
    #[inline(always)]
    fn is_curved(&self) -> bool {
        false
    }
    fn curvatures(&self, _: W) -> Option<[Curvature<W>; 2]> {
        None
    }
    fn features(&self) -> Option<[Features; 2]> {
        Some([Features::Vertices; 2])
    }
    fn surface(&self, side: usize, index: usize, _: W) -> Surface<W> {
        let corner = if side == 0 { self.a.vertex(index) } else { self.frame.point_of_b(self.b.vertex(index)) };
        Surface::corner(corner)
    }
    #[inline(always)]
    fn start(&self) -> W {
        self.a.center() - self.frame.point_of_b(self.b.center())
    }
    #[inline(always)]
    fn rounding(&self) -> Rounding {
        self.frame.rounding()
    }
}
