//! Arithmetic of points as plain numbers, for oracles that share no code with the library.

/// Three coordinates. In the plane the third one is zero.
pub type P = [f64; 3];

/// The sum.
pub fn plus(a: P, b: P) -> P {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// The difference.
pub fn minus(a: P, b: P) -> P {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// The multiple.
pub fn times(a: P, k: f64) -> P {
    a.map(|x| x * k)
}

/// The scalar product.
pub fn dot(a: P, b: P) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The vector product.
pub fn cross(a: P, b: P) -> P {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
