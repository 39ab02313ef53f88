//! Vectors in three dimensions and rotations between frames.

use crate::math::portable::Portable;
use crate::math::real;

/// A vector; its name contains the unit.
pub type Vector = [f64; 3];
/// A rotation: `rotation[row]` are the axes of the new frame in the old one.
pub type Rotation = [Vector; 3];

/// Scalar product.
#[inline(always)]
pub fn dot<R: real::Real>(a: [R; 3], b: [R; 3]) -> R {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Vector product.
#[inline(always)]
pub fn cross<R: real::Real>(a: [R; 3], b: [R; 3]) -> [R; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Length.
#[inline(always)]
pub fn norm<R: real::Real>(a: [R; 3]) -> R {
    dot(a, a).square_root()
}

/// `a − b`.
pub fn sub(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// `k a`.
pub fn scale(k: f64, a: Vector) -> Vector {
    [k * a[0], k * a[1], k * a[2]]
}

/// The point at a distance from another in a direction, of any number of dimensions: `at + distance ·
/// along`.
pub fn ahead<const N: usize>(at: [f64; N], along: [f64; N], distance: f64) -> [f64; N] {
    std::array::from_fn(|k| at[k] + distance * along[k])
}

/// The vector of length one in the direction of `a`; zero stays zero.
pub fn unit(a: Vector) -> Vector {
    let n = norm(a);
    if n > 0.0 { scale(1.0 / n, a) } else { a }
}

/// The vector in the new frame of a rotation.
pub fn rotate(r: &Rotation, v: Vector) -> Vector {
    [dot(r[0], v), dot(r[1], v), dot(r[2], v)]
}

/// The rotation that applies `b` first and `a` then.
pub fn compose(a: &Rotation, b: &Rotation) -> Rotation {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
}

/// The rotation that undoes `r`.
///
/// ```
/// use astro::math::vector::{about_x, rotate, transposed};
/// let there = rotate(&about_x(0.4), [1.0, 2.0, 3.0]);
/// let back = rotate(&transposed(&about_x(0.4)), there);
/// assert!(back.iter().zip([1.0, 2.0, 3.0]).all(|(a, b)| (a - b).abs() < 1e-15));
/// ```
pub fn transposed(r: &Rotation) -> Rotation {
    std::array::from_fn(|i| std::array::from_fn(|j| r[j][i]))
}

/// Rotation of the frame about its first axis by `angle` radians, the second axis towards the third.
///
/// ```
/// // Meeus, Astronomical Algorithms (1998), example 13.a, from the equator to the ecliptic: Pollux, α =
/// // 116.328942°, δ = +28.026183°, ε = 23.4392911°, has λ = 113.215630°, β = +6.684170°.
/// use astro::math::vector::{about_x, from_spherical, rotate, to_spherical};
/// let [ra, dec, obliquity] = [116.328_942, 28.026_183, 23.439_291_1].map(f64::to_radians);
/// let ecliptic = rotate(&about_x(obliquity), from_spherical(ra, dec, 1.0));
/// let (longitude, latitude, _) = to_spherical(ecliptic);
/// assert!((longitude.to_degrees() - 113.215_630).abs() < 1e-6);
/// assert!((latitude.to_degrees() - 6.684_170).abs() < 1e-6);
/// ```
pub fn about_x(angle: f64) -> Rotation {
    let (s, c) = angle.sine_cosine();
    [[1.0, 0.0, 0.0], [0.0, c, s], [0.0, -s, c]]
}

/// Rotation of the frame about its third axis by `angle` radians, the first axis towards the second.
pub fn about_z(angle: f64) -> Rotation {
    let (s, c) = angle.sine_cosine();
    [[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]
}

/// Vector of spherical coordinates: angles in radians, the unit is that of the distance.
pub fn from_spherical(longitude: f64, latitude: f64, distance: f64) -> Vector {
    let (sl, cl) = longitude.sine_cosine();
    let (sb, cb) = latitude.sine_cosine();
    [distance * cb * cl, distance * cb * sl, distance * sb]
}

/// Longitude in 0 … 2π, latitude (radians) and distance of a vector.
///
/// ```
/// use astro::math::vector::{from_spherical, to_spherical};
/// let (longitude, latitude, distance) = to_spherical(from_spherical(-1.0, 0.5, 2.0));
/// assert!((longitude - (std::f64::consts::TAU - 1.0)).abs() < 1e-15);
/// assert!((latitude - 0.5).abs() < 1e-15 && (distance - 2.0).abs() < 1e-15);
/// ```
pub fn to_spherical(v: Vector) -> (f64, f64, f64) {
    (crate::math::angle::normalize(v[1].arctangent2(v[0])), v[2].arctangent2(v[0].hypotenuse(v[1])), norm(v))
}
