//! mint 0.5: the neutral ground between math crates.

use crate::pose::Quaternion;
use crate::vector::{Vec2, Vec3, vec2, vec3};

impl<T> From<mint::Vector2<T>> for Vec2<T> {
    fn from(v: mint::Vector2<T>) -> Self {
        vec2(v.x, v.y)
    }
}
impl<T> From<Vec2<T>> for mint::Vector2<T> {
    fn from(v: Vec2<T>) -> Self {
        Self { x: v.x, y: v.y }
    }
}
impl<T> From<mint::Point2<T>> for Vec2<T> {
    fn from(v: mint::Point2<T>) -> Self {
        vec2(v.x, v.y)
    }
}
impl<T> From<Vec2<T>> for mint::Point2<T> {
    fn from(v: Vec2<T>) -> Self {
        Self { x: v.x, y: v.y }
    }
}
impl<T> From<mint::Vector3<T>> for Vec3<T> {
    fn from(v: mint::Vector3<T>) -> Self {
        vec3(v.x, v.y, v.z)
    }
}
impl<T> From<Vec3<T>> for mint::Vector3<T> {
    fn from(v: Vec3<T>) -> Self {
        Self { x: v.x, y: v.y, z: v.z }
    }
}
impl<T> From<mint::Point3<T>> for Vec3<T> {
    fn from(v: mint::Point3<T>) -> Self {
        vec3(v.x, v.y, v.z)
    }
}
impl<T> From<Vec3<T>> for mint::Point3<T> {
    fn from(v: Vec3<T>) -> Self {
        Self { x: v.x, y: v.y, z: v.z }
    }
}
impl<T> From<mint::Quaternion<T>> for Quaternion<T> {
    fn from(q: mint::Quaternion<T>) -> Self {
        Self { x: q.v.x, y: q.v.y, z: q.v.z, w: q.s }
    }
}
impl<T> From<Quaternion<T>> for mint::Quaternion<T> {
    fn from(q: Quaternion<T>) -> Self {
        Self { v: mint::Vector3 { x: q.x, y: q.y, z: q.z }, s: q.w }
    }
}
impl<T> mint::IntoMint for Vec2<T> {
    type MintType = mint::Vector2<T>;
}
impl<T> mint::IntoMint for Vec3<T> {
    type MintType = mint::Vector3<T>;
}
impl<T> mint::IntoMint for Quaternion<T> {
    type MintType = mint::Quaternion<T>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mint_goes_both_ways() {
        let v = vec3(1.0f64, 2.0, 3.0);
        assert_eq!(Vec3::from(mint::Vector3::from(v)), v);
        assert_eq!(Vec3::from(mint::Point3::from(v)), v);
        let w = vec2(1.0f32, 2.0);
        assert_eq!(Vec2::from(mint::Vector2::from(w)), w);
        let q = Quaternion { x: 0.0f64, y: 0.6, z: 0.0, w: 0.8 };
        assert_eq!(Quaternion::from(mint::Quaternion::from(q)), q);
    }
}
