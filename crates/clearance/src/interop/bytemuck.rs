//! bytemuck 1: vectors as plain bytes, for buffers of coordinates.
//!
//! This file has the only unsafe lines of the crate. They are compiled only with the feature `bytemuck`.
#![allow(unsafe_code)]

use crate::space::vector::{Vec2, Vec3};
use bytemuck::{Pod, Zeroable};

// SAFETY: `repr(C)`, two fields of one type. If all bytes are zero, so are the coordinates.
unsafe impl<T: Zeroable> Zeroable for Vec2<T> {}
// SAFETY: `repr(C)`, three fields of one type. If all bytes are zero, so are the coordinates.
unsafe impl<T: Zeroable> Zeroable for Vec3<T> {}
// SAFETY: `repr(C)`, two fields of one plain type. There is no padding, and any bytes are a value.
unsafe impl<T: Pod> Pod for Vec2<T> {}
// SAFETY: `repr(C)`, three fields of one plain type. There is no padding, and any bytes are a value.
unsafe impl<T: Pod> Pod for Vec3<T> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::vector::vec3;

    #[test]
    fn a_buffer_of_coordinates_is_a_list_of_vectors() {
        let buffer = [1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0];
        let vectors: &[Vec3<f32>] = bytemuck::cast_slice(&buffer);
        assert_eq!(vectors, &[vec3(1.0, 2.0, 3.0), vec3(4.0, 5.0, 6.0)]);
        assert_eq!(bytemuck::cast_slice::<_, f32>(vectors), buffer);
    }
}
