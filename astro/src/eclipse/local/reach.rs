//! Excludes observers who cannot see an eclipse, without searching for its contacts.

use crate::constants::FLATTENING;
use crate::eclipse::besselian::Polynomials;
use crate::eclipse::local::circumstances::ObserverConstants;
use crate::math::portable::Portable;
use crate::math::real::{self, Mask};

/// Instants at which the observer is compared with the shadow, from −4 to 4 h about t0. The penumbra is on
/// the Earth for 3.6 h at most on either side of t0.
const LOOKS: usize = 17;
/// Hours between samples.
const STEP_HOURS: f64 = 0.5;
/// Maximum distance of the observer from the straight line between two samples, Earth radii: an eighth of the
/// square of the step times the acceleration of the Earth's turn, 0.0687 for each radius, with room to spare.
const BEND: f64 = 0.0035;
/// Greatest height of an observer for which the bounds hold, Earth radii: 1000 km.
const HIGHEST: f64 = 0.16;
/// Sine of the lowest altitude that the Sun's centre has with its upper limb over the horizon, −0.84°, with
/// what refraction, semidiameter and the smallness of the Sun's parallax leave open.
const LOWEST_SINE: f64 = -0.016;

/// The shadow at a sample.
#[derive(Debug, Clone, Copy)]
struct ShadowSample {
    x: f64,
    y: f64,
    sin_d: f64,
    cos_d: f64,
    sin_mu: f64,
    cos_mu: f64,
}

/// Bounds of an eclipse, made once for all observers.
#[derive(Debug, Clone)]
pub struct Reach {
    looks: [ShadowSample; LOOKS],
    /// Square of the distance from the axis beyond which there is no eclipse, Earth radii.
    most_squared: f64,
    /// Height over the fundamental plane below which the Sun is down.
    least_height: f64,
}

impl Reach {
    /// The bounds of an eclipse.
    pub fn new(elements: &Polynomials) -> Self {
        Self::of_cone(elements, elements.tan_f1, |l1, _| l1)
    }

    /// The bounds of totality and annularity.
    pub fn of_umbra(elements: &Polynomials) -> Self {
        Self::of_cone(elements, elements.tan_f2, |_, l2| l2.abs())
    }

    /// The bounds of a cone with a radius on the fundamental plane, made from l1 and l2.
    fn of_cone(elements: &Polynomials, tan_f: f64, radius: impl Fn(f64, f64) -> f64) -> Self {
        let mut widest = 0.0f64;
        let looks = std::array::from_fn(|k| {
            let e = elements.at((k as f64 - (LOOKS / 2) as f64) * STEP_HOURS).at;
            widest = widest.max(radius(e.l1, e.l2));
            let ((sin_d, cos_d), (sin_mu, cos_mu)) = (e.d.sine_cosine(), e.mu.sine_cosine());
            ShadowSample { x: e.x, y: e.y, sin_d, cos_d, sin_mu, cos_mu }
        });
        let farthest = 1.0 + HIGHEST;
        // An observer below the fundamental plane is where the penumbra is wider.
        let most = widest + farthest * tan_f + BEND;
        // The vertical leans from the radius by the flattening at most.
        Self { looks, most_squared: most * most, least_height: farthest * (LOWEST_SINE - FLATTENING) - BEND }
    }

    /// Returns whether an observer may see something of the eclipse with the Sun's upper limb above the
    /// horizon. Who is refused sees nothing; who is not may see nothing all the same.
    ///
    /// For observers no higher than 1000 km. `longitude`: east positive, radians. The path between two
    /// samples is straight but for [`BEND`]; an eclipse needs one that comes into the penumbra and over the
    /// plane.
    pub fn may_include(&self, observer: &ObserverConstants, longitude: f64) -> bool {
        self.includes(observer, longitude)
    }

    /// [`Reach::may_include`] for each of several observers.
    #[inline(always)]
    pub(crate) fn includes<R: real::Real>(&self, observer: &ObserverConstants<R>, longitude: R) -> R::Mask {
        let (sin, cos) = (longitude - observer.delta_t_correction).sine_cosine();
        let mut last = self.looks[0].aside(observer, sin, cos);
        let mut is_included = sin.less(sin);
        for look in &self.looks[1..] {
            let here = look.aside(observer, sin, cos);
            let least_height = sin.splat(self.least_height);
            let is_up = least_height.less(last[2]).or(least_height.less(here[2]));
            if is_up.any() {
                let is_near = least_squared(last, here).less(sin.splat(self.most_squared));
                is_included = is_included.or(is_up.and(is_near));
                if is_included.all() {
                    break;
                }
            }
            last = here;
        }
        is_included
    }
}

impl ShadowSample {
    /// The axis as the observer has it, east and north, and the observer's height over the plane; sine and
    /// cosine are of the observer's longitude.
    #[inline(always)]
    fn aside<R: real::Real>(&self, observer: &ObserverConstants<R>, sin: R, cos: R) -> [R; 3] {
        // Towards the meridian of the axis in the plane of the equator, and east of it.
        let meridian = observer.rho_cos * (cos * self.cos_mu - sin * self.sin_mu);
        let east = observer.rho_cos * (cos * self.sin_mu + sin * self.cos_mu);
        let eta = observer.rho_sin * self.cos_d - meridian * self.sin_d;
        let zeta = observer.rho_sin * self.sin_d + meridian * self.cos_d;
        [sin.splat(self.x) - east, sin.splat(self.y) - eta, zeta]
    }
}

/// Square of the least distance from the origin on the straight way between two points of the plane.
#[inline(always)]
fn least_squared<R: real::Real>([u0, v0, _]: [R; 3], [u1, v1, _]: [R; 3]) -> R {
    let (du, dv) = (u1 - u0, v1 - v0);
    let length_squared = du * du + dv * dv;
    // A way of no length is its beginning.
    let zero = du.splat(0.0);
    let part = -(u0 * du + v0 * dv) / length_squared;
    let part = zero.less(length_squared).select(part, zero).clamped(0.0, 1.0);
    let (u, v) = (u0 + part * du, v0 + part * dv);
    u * u + v * v
}
