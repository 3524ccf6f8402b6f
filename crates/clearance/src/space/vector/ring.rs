//! Vectors over any ring.

use super::{Space, Vec2, Vec3, vec2, vec3};
use crate::numbers::real::Ring;

impl<T: Ring> Space for Vec2<T> {
    type Scalar = T;
    type Area = T;
    const DIM: usize = 2;

    #[inline(always)]
    fn zero() -> Self {
        vec2(T::zero(), T::zero())
    }
    #[inline(always)]
    fn coordinate(&self, axis: usize) -> &T {
        if axis == 0 { &self.x } else { &self.y }
    }
    #[inline(always)]
    fn with_coordinate(mut self, axis: usize, value: T) -> Self {
        *(if axis == 0 { &mut self.x } else { &mut self.y }) = value;
        self
    }
    #[inline(always)]
    fn chosen(condition: bool, yes: Self, no: Self) -> Self {
        vec2(if condition { yes.x } else { no.x }, if condition { yes.y } else { no.y })
    }
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        vec2(self.x.plus(&other.x), self.y.plus(&other.y))
    }
    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        vec2(self.x.minus(&other.x), self.y.minus(&other.y))
    }
    #[inline(always)]
    fn negated(&self) -> Self {
        vec2(self.x.negated(), self.y.negated())
    }
    #[inline(always)]
    fn scaled(&self, factor: &T) -> Self {
        vec2(self.x.times(factor), self.y.times(factor))
    }
    #[inline(always)]
    fn dot(&self, other: &Self) -> T {
        T::sum_of_products([&self.x, &other.x], [&self.y, &other.y])
    }
    #[inline(always)]
    fn wedge(&self, other: &Self) -> T {
        T::difference_of_products([&self.x, &other.y], [&self.y, &other.x])
    }
    #[inline(always)]
    fn cross_area(&self, area: &T) -> Self {
        vec2(self.y.times(area), self.x.times(area).negated())
    }
    #[inline(always)]
    fn dot_areas(left: &T, right: &T) -> T {
        left.times(right)
    }
    #[inline(always)]
    fn orthogonal(_area: &T) -> Self {
        Self::zero()
    }
    #[inline(always)]
    fn normal_of(edges: &[Self]) -> Self {
        vec2(edges[0].y.clone(), edges[0].x.negated())
    }
}

impl<T: Ring> Space for Vec3<T> {
    type Scalar = T;
    type Area = Vec3<T>;
    const DIM: usize = 3;

    #[inline(always)]
    fn zero() -> Self {
        vec3(T::zero(), T::zero(), T::zero())
    }
    #[inline(always)]
    fn coordinate(&self, axis: usize) -> &T {
        match axis {
            0 => &self.x,
            1 => &self.y,
            _ => &self.z,
        }
    }
    #[inline(always)]
    fn with_coordinate(self, axis: usize, value: T) -> Self {
        let Self { x, y, z } = self;
        match axis {
            0 => vec3(value, y, z),
            1 => vec3(x, value, z),
            _ => vec3(x, y, value),
        }
    }
    #[inline(always)]
    fn chosen(condition: bool, yes: Self, no: Self) -> Self {
        let (x, y) = (if condition { yes.x } else { no.x }, if condition { yes.y } else { no.y });
        vec3(x, y, if condition { yes.z } else { no.z })
    }
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        vec3(self.x.plus(&other.x), self.y.plus(&other.y), self.z.plus(&other.z))
    }
    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        vec3(self.x.minus(&other.x), self.y.minus(&other.y), self.z.minus(&other.z))
    }
    #[inline(always)]
    fn negated(&self) -> Self {
        vec3(self.x.negated(), self.y.negated(), self.z.negated())
    }
    #[inline(always)]
    fn scaled(&self, factor: &T) -> Self {
        vec3(self.x.times(factor), self.y.times(factor), self.z.times(factor))
    }
    #[inline(always)]
    fn dot(&self, other: &Self) -> T {
        T::sum_of_products([&self.x, &other.x], [&self.y, &other.y]).plus(&self.z.times(&other.z))
    }
    #[inline(always)]
    fn wedge(&self, other: &Self) -> Self {
        vec3(
            T::difference_of_products([&self.y, &other.z], [&self.z, &other.y]),
            T::difference_of_products([&self.z, &other.x], [&self.x, &other.z]),
            T::difference_of_products([&self.x, &other.y], [&self.y, &other.x]),
        )
    }
    #[inline(always)]
    fn cross_area(&self, area: &Self) -> Self {
        self.wedge(area)
    }
    #[inline(always)]
    fn dot_areas(left: &Self, right: &Self) -> T {
        left.dot(right)
    }
    #[inline(always)]
    fn orthogonal(area: &Self) -> Self {
        area.clone()
    }
    #[inline(always)]
    fn normal_of(edges: &[Self]) -> Self {
        edges[0].wedge(&edges[1])
    }
}
