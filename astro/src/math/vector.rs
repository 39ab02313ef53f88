//! Vectors in three dimensions and rotations between frames.

/// A vector, in whatever unit its name says.
pub type Vector = [f64; 3];
/// A rotation: `rotation[row]` are the axes of the new frame in the old one.
pub type Rotation = [Vector; 3];

/// Scalar product.
pub fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Vector product.
pub fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Length.
pub fn norm(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

/// `a − b`.
pub fn sub(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// `k a`.
pub fn scale(k: f64, a: Vector) -> Vector {
    [k * a[0], k * a[1], k * a[2]]
}

/// The vector of length one in the direction of `a`; zero stays zero.
pub fn unit(a: Vector) -> Vector {
    let n = norm(a);
    if n > 0.0 { scale(1.0 / n, a) } else { a }
}

/// Rotates a vector.
pub fn rotate(r: &Rotation, v: Vector) -> Vector {
    [dot(r[0], v), dot(r[1], v), dot(r[2], v)]
}

/// The rotation that applies `b` first and `a` then.
pub fn compose(a: &Rotation, b: &Rotation) -> Rotation {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
}

/// Rotation of the frame about its first axis.
pub fn about_x(angle: f64) -> Rotation {
    let (s, c) = angle.sin_cos();
    [[1.0, 0.0, 0.0], [0.0, c, s], [0.0, -s, c]]
}

/// Rotation of the frame about its third axis.
pub fn about_z(angle: f64) -> Rotation {
    let (s, c) = angle.sin_cos();
    [[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]
}

/// Vector of spherical coordinates.
pub fn from_spherical(longitude: f64, latitude: f64, distance: f64) -> Vector {
    let (sl, cl) = longitude.sin_cos();
    let (sb, cb) = latitude.sin_cos();
    [distance * cb * cl, distance * cb * sl, distance * sb]
}

/// Longitude in 0 … 2π, latitude and distance of a vector.
pub fn to_spherical(v: Vector) -> (f64, f64, f64) {
    (crate::math::angle::normalize(v[1].atan2(v[0])), v[2].atan2(v[0].hypot(v[1])), norm(v))
}
