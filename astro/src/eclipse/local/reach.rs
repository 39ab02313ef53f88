//! Which observers cannot see an eclipse: told without looking for its contacts.

use crate::constants::FLATTENING;
use crate::eclipse::besselian::Polynomials;
use crate::eclipse::local::circumstances::ObserverConstants;

/// Instants at which the observer is compared with the shadow, from −3.5 to 3.5 h about t0. The penumbra is
/// on the Earth for 3.6 h at most on either side of t0.
const LOOKS: usize = 15;
/// Hours between the looks.
const STEP_HOURS: f64 = 0.5;
/// What the rates of the elements change in between, Earth radii per hour, with room to spare: a hundred
/// times x″.
const SLACK: f64 = 0.005;
/// Greatest height of an observer for which the bounds hold, Earth radii: 1000 km.
const HIGHEST: f64 = 0.16;
/// Sine of the lowest altitude that the Sun's centre has with its upper limb over the horizon, −0.86°, with
/// what refraction, semidiameter and the smallness of the Sun's parallax leave open.
const LOWEST_SINE: f64 = -0.016;

/// The shadow at one of the looks.
#[derive(Debug, Clone, Copy)]
struct Look {
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
    looks: [Look; LOOKS],
    /// Distance from the axis at a look beyond which the penumbra stays away for half a step on either side,
    /// Earth radii.
    most_distance: f64,
    /// Height over the fundamental plane at a look below which the Sun stays down for as long.
    least_height: f64,
}

impl Reach {
    /// The bounds of an eclipse.
    pub fn new(elements: &Polynomials) -> Self {
        let at = |k: usize| elements.at((k as f64 - (LOOKS / 2) as f64) * STEP_HOURS);
        let looks = std::array::from_fn(|k| {
            let e = at(k).at;
            let ((sin_d, cos_d), (sin_mu, cos_mu)) = (e.d.sin_cos(), e.mu.sin_cos());
            Look { x: e.x, y: e.y, sin_d, cos_d, sin_mu, cos_mu }
        });
        let greatest = |f: &dyn Fn(usize) -> f64| (0..LOOKS).map(f).fold(f64::NEG_INFINITY, f64::max);
        let axis_speed = greatest(&|k| at(k).x_rate.hypot(at(k).y_rate));
        let turn = greatest(&|k| at(k).mu_rate.abs() + at(k).d_rate.abs());
        let (half, farthest) = (STEP_HOURS / 2.0, 1.0 + HIGHEST);
        // An observer below the fundamental plane is where the penumbra is wider.
        let penumbra = greatest(&|k| at(k).at.l1) + farthest * elements.tan_f1;
        // The vertical leans from the radius by the flattening at most.
        let lowest = farthest * (LOWEST_SINE - FLATTENING);
        Self {
            looks,
            most_distance: penumbra + half * (axis_speed + farthest * turn + SLACK),
            least_height: lowest - half * (farthest * turn + SLACK),
        }
    }

    /// Whether an observer may see something of the eclipse with the Sun's upper limb above the horizon. Who
    /// is refused sees nothing; who is not may see nothing all the same.
    ///
    /// For observers no higher than 1000 km. `longitude`: east positive, radians.
    pub fn may_include(&self, observer: &ObserverConstants, longitude: f64) -> bool {
        let (sin, cos) = (longitude - observer.delta_t_correction).sin_cos();
        let most_squared = self.most_distance * self.most_distance;
        self.looks.iter().any(|look| {
            // Towards the meridian of the axis in the plane of the equator, and east of it.
            let meridian = observer.rho_cos * (look.cos_mu * cos - look.sin_mu * sin);
            let east = observer.rho_cos * (look.sin_mu * cos + look.cos_mu * sin);
            let eta = observer.rho_sin * look.cos_d - meridian * look.sin_d;
            let zeta = observer.rho_sin * look.sin_d + meridian * look.cos_d;
            let (u, v) = (look.x - east, look.y - eta);
            zeta > self.least_height && u * u + v * v < most_squared
        })
    }
}
