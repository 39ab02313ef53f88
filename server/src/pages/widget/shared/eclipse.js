// Local circumstances of a solar eclipse, and the position of the shadow, from Besselian elements.
//
// The same method and the same letters as the server's own computation: Meeus, Elements of Solar Eclipses
// (1989), pp. 24-27, and the Explanatory Supplement to the Astronomical Almanac (2013), section 11.3. Inside,
// lengths are Earth equatorial radii, angles radians, times t hours of TD from t0, rates per hour. Outside,
// angles are degrees and instants milliseconds of UT since 1970 January 1, as Date has them.

const { PI, sin, cos, sqrt, abs, atan2, asin, acos, min, max } = Math;
const TAU = 2 * PI;
const RADIAN = PI / 180;
/** Julian Date of 1970 January 1, 0h. */
const UNIX_EPOCH_JD = 2440587.5;
const HOUR_MS = 3600000;
/** Flattening of the ellipsoid of WGS84, and its squared eccentricity. */
const FLATTENING = 1 / 298.257223563;
const E2 = FLATTENING * (2 - FLATTENING);
/** By how much the ellipsoid is steeper than a sphere along the polar axis: 1 / b² − 1. */
const EPSILON = E2 / (1 - E2);
const EARTH_RADIUS_M = 6378137;
/** Turns of the Earth against the equinox in a day of UT1. */
const SIDEREAL_RATE = 1.00273790935;
/** Refraction at the horizon by convention, 34′. */
const HORIZON_REFRACTION = 34 / 60 * RADIAN;

/** Greatest eclipse is within this time of t0, hours. */
const SEARCH_HOURS = 4;
/** Tolerance of instants, hours: 0.04 ms. */
const TOLERANCE = 1e-8;
const SECANT_STEPS = 12;
const CONTACT_STEPS = 8;
/** Step of the search for a contact that is a graze: two minutes. */
const GRAZE_STEP = 1 / 30;
/** Tolerance of sunrise and sunset, hours: 0.4 s. */
const SUNRISE_TOLERANCE = 1e-4;
/** Number of intervals in the search for sunrise and sunset. */
const STRETCHES = 48;
/** Maximum number of steps of a search. */
const MAX_STEPS = 64;

/** Much faster than Math.hypot, which guards against overflows that cannot occur here. */
const hypot = (x, y) => sqrt(x * x + y * y);
const value = (c, t) => c[0] + t * (c[1] + t * (c[2] + t * c[3]));
const rate = (c, t) => c[1] + t * (2 * c[2] + t * 3 * c[3]);
const turn = angle => { const r = angle % TAU; return r < 0 ? r + TAU : r; };
const halfTurn = angle => { const r = turn(angle); return r > PI ? r - TAU : r; };
const clamp = (x, low, high) => min(max(x, low), high);
const degrees = angle => angle / RADIAN;

/** A zero of f between a and b, whose values fa and fb have opposite signs: a secant, every second step a
 * halving. */
function root(f, a, fa, b, fb, tolerance) {
  if (fa === 0) return a;
  if (fb === 0) return b;
  for (let step = 0; step < MAX_STEPS; step++) {
    const width = b - a;
    let x = a - fa * width / (fb - fa);
    if (abs(width) <= tolerance) return x;
    if (step % 2 === 1) x = a + width / 2;
    // A secant near one end never moves the other end: step past it, so that the bracket closes.
    const edge = 0.4 * tolerance * Math.sign(width);
    if (abs(x - a) < abs(edge)) x = a + edge;
    else if (abs(b - x) < abs(edge)) x = b - edge;
    const fx = f(x);
    if (fx === 0) return x;
    if (fx * fa < 0) { b = x; fb = fx; } else { a = x; fa = fx; }
  }
  return (a + b) / 2;
}

/** Where f changes its sign between successive times of a list, at most `most` times; a zero counts as
 * negative. */
function signChanges(f, times, tolerance, most) {
  const found = [];
  let before = times[0], valueBefore = f(before);
  for (let k = 1; k < times.length && found.length < most; k++) {
    const here = times[k], valueHere = f(here);
    if ((valueHere > 0) !== (valueBefore > 0)) {
      const t = root(f, before, valueBefore, here, valueHere, tolerance);
      found.push({ t, rises: valueHere > 0 });
    }
    before = here;
    valueBefore = valueHere;
  }
  return found;
}

/** The minimum of f between a and b by golden section. */
function minimum(f, a, b, tolerance) {
  const ratio = (sqrt(5) - 1) / 2;
  for (let step = 0; step < MAX_STEPS && b - a > tolerance; step++) {
    const x1 = b - ratio * (b - a), x2 = a + ratio * (b - a);
    if (f(x1) < f(x2)) b = x2; else a = x1;
  }
  return (a + b) / 2;
}

/** The fraction of a disc of radius s that a disc of radius m covers, by the distance of the centres. */
function obscuration(s, m, distance) {
  if (distance >= s + m) return 0;
  if (distance <= abs(s - m)) return min((m / s) ** 2, 1);
  // Half the angle that the common chord spans at the centre of the disc of radius a.
  const half = (a, b) => acos(clamp((distance * distance + a * a - b * b) / (2 * distance * a), -1, 1));
  const segment = (r, angle) => r * r * (angle - sin(angle) * cos(angle));
  return (segment(s, half(s, m)) + segment(m, half(m, s))) / (PI * s * s);
}

/** The elements in radians, with derived constants. */
function shadowOf(elements, deltaT) {
  const inRadians = c => c.map(x => x * RADIAN);
  const { tanF1, tanF2, x, y, l1, l2, radii } = elements;
  const sinF1 = tanF1 / hypot(tanF1, 1);
  return {
    x, y, l1, l2, tanF1, tanF2, sinF1, radii,
    d: inRadians(elements.d),
    mu: inRadians(elements.mu),
    // Rotation of the Earth during ΔT.
    late: SIDEREAL_RATE * TAU * deltaT / 86400,
    startMs: (elements.t0 - UNIX_EPOCH_JD) * 24 * HOUR_MS - deltaT * 1000,
  };
}

/** A place: ρ cos φ′ and ρ sin φ′ beside its latitude and longitude. */
function observerOf(lat, lng, height) {
  const latitude = lat * RADIAN;
  const s = sin(latitude), c = cos(latitude);
  const n = 1 / sqrt(1 - E2 * s * s), h = (height || 0) / EARTH_RADIUS_M;
  return { sinLatitude: s, cosLatitude: c, longitude: lng * RADIAN,
    rhoCos: (n + h) * c, rhoSin: (n * (1 - E2) + h) * s };
}

/** Everything about the shadow and the observer at t. Meeus (1989), pp. 24-25. */
function circumstances(e, o, t) {
  const x = value(e.x, t), y = value(e.y, t), d = value(e.d, t);
  const dRate = rate(e.d, t), muRate = rate(e.mu, t);
  const sinD = sin(d), cosD = cos(d);
  const theta = value(e.mu, t) + o.longitude - e.late;
  const sinTheta = sin(theta), cosTheta = cos(theta);
  const xi = o.rhoCos * sinTheta;
  const eta = o.rhoSin * cosD - o.rhoCos * cosTheta * sinD;
  const zeta = o.rhoSin * sinD + o.rhoCos * cosTheta * cosD;
  const u = x - xi, v = y - eta;
  const uRate = rate(e.x, t) - muRate * (zeta * cosD - eta * sinD);
  const vRate = rate(e.y, t) - (muRate * xi * sinD - dRate * zeta);
  const zetaRate = dRate * eta - muRate * xi * cosD;
  const m = sqrt(u * u + v * v), n = sqrt(uRate * uRate + vRate * vRate);
  const l1 = value(e.l1, t);
  const penumbra = l1 - zeta * e.tanF1, umbra = value(e.l2, t) - zeta * e.tanF2;
  return {
    t, sinD, cosD, sinTheta, cosTheta, zeta, zetaRate, u, v, m, n, l1, penumbra, umbra,
    approach: u * uRate + v * vRate,
    delta: (u * vRate - uRate * v) / n,
    magnitude: (penumbra - m) / (penumbra + umbra),
  };
}

/** Square of the observer's distance from the axis. */
function distanceSquared(e, o, t) {
  const d = value(e.d, t), theta = value(e.mu, t) + o.longitude - e.late;
  const u = value(e.x, t) - o.rhoCos * sin(theta);
  const v = value(e.y, t) - (o.rhoSin * cos(d) - o.rhoCos * cos(theta) * sin(d));
  return u * u + v * v;
}

/** The magnitude's rate but for a negative factor. */
function fading(e, c) {
  const penumbraRate = rate(e.l1, c.t) - c.zetaRate * e.tanF1;
  const umbraRate = rate(e.l2, c.t) - c.zetaRate * e.tanF2;
  return c.approach - c.m * (penumbraRate - c.magnitude * (penumbraRate + umbraRate));
}

/** The instant of greatest magnitude. */
function greatest(e, o) {
  // The nearest approach on a coarse grid keeps the steps away from a second minimum on the night side.
  let start = 0, least = Infinity;
  for (let t = -SEARCH_HOURS; t <= SEARCH_HOURS; t++) {
    const square = distanceSquared(e, o, t);
    if (square < least) { least = square; start = t; }
  }
  let c = circumstances(e, o, start), slope = fading(e, c), growth = c.n * c.n;
  for (let k = 0; k < SECANT_STEPS; k++) {
    const step = clamp(-slope / growth, -1, 1);
    if (abs(step) < TOLERANCE) return c;
    const next = circumstances(e, o, c.t + step), nextSlope = fading(e, next);
    const secant = (nextSlope - slope) / step;
    growth = secant > 0 ? secant : next.n * next.n;
    c = next;
    slope = nextSlope;
  }
  const t = minimum(h => -circumstances(e, o, h).magnitude, start - 1, start + 1, TOLERANCE);
  return circumstances(e, o, t);
}

/** The instant before (side −1) or after (+1) the greatest phase at which the observer crosses the circle
 * of that radius, or null. */
function contact(e, o, top, side, radius) {
  if (!(top.m < radius(top))) return null;
  // Meeus's iteration: where a straight motion would cross the circle.
  let c = top;
  for (let k = 0; k < CONTACT_STEPS; k++) {
    const sine = c.delta / radius(c);
    if (!(abs(sine) <= 1)) break;
    const step = -c.approach / (c.n * c.n) + side * radius(c) / c.n * sqrt(1 - sine * sine);
    c = circumstances(e, o, c.t + step);
    if (abs(step) >= TOLERANCE) continue;
    if ((c.t - top.t) * side >= 0 && abs(c.t - top.t) < SEARCH_HOURS) return c;
    break;
  }
  // A graze: steps of two minutes away from the greatest phase, then a bracketed root.
  const outside = t => { const there = circumstances(e, o, t); return there.m - radius(there); };
  const time = (_, k) => top.t + side * k * GRAZE_STEP;
  const times = Array.from({ length: SEARCH_HOURS / GRAZE_STEP + 1 }, time);
  const [crossing] = signChanges(outside, times, TOLERANCE, 1);
  return crossing ? circumstances(e, o, crossing.t) : null;
}

/** A direction of the fundamental frame over the observer's horizon. */
function horizontal(c, o, east, north, along) {
  const meridian = along * c.cosD - north * c.sinD, pole = along * c.sinD + north * c.cosD;
  const equator = meridian * c.cosTheta + east * c.sinTheta;
  const toEast = east * c.cosTheta - meridian * c.sinTheta;
  const toNorth = pole * o.cosLatitude - equator * o.sinLatitude;
  const up = equator * o.cosLatitude + pole * o.sinLatitude;
  return { azimuth: turn(atan2(toEast, toNorth)), altitude: atan2(up, hypot(toNorth, toEast)) };
}

/** Sun and Moon at an instant; radians, airless and topocentric. */
function view(e, o, c) {
  const { k1, k2, sun } = e.radii;
  const moonHeight = c.l1 / e.tanF1 - k1 / e.sinF1;
  const sunHeight = moonHeight + (sun + k1) / e.sinF1;
  const moonZeta = moonHeight - c.zeta, sunZeta = sunHeight - c.zeta;
  const moonDistance = hypot(c.m, moonZeta), sunDistance = hypot(c.m, sunZeta);
  // Both lie in one plane with the axis.
  const separation = atan2(c.m * (sunZeta - moonZeta), c.m * c.m + moonZeta * sunZeta);
  const sunSemidiameter = asin(sun / sunDistance), moonSemidiameter = asin(k2 / moonDistance);
  return {
    sunSemidiameter, moonSemidiameter, separation,
    sun: horizontal(c, o, c.u, c.v, sunZeta),
    moon: horizontal(c, o, c.u, c.v, moonZeta),
    moonDistanceKm: moonDistance * EARTH_RADIUS_M / 1000,
    magnitude: c.magnitude,
    obscuration: obscuration(sunSemidiameter, moonSemidiameter, separation),
    positionAngle: turn(atan2(c.u, c.v)),
    parallacticAngle: atan2(o.cosLatitude * c.sinTheta,
      o.sinLatitude * c.cosD - o.cosLatitude * c.sinD * c.cosTheta),
  };
}

/** Altitude of the Sun's upper limb above the visible horizon. */
const upperLimb = seen => seen.sun.altitude + HORIZON_REFRACTION + seen.sunSemidiameter;

/** Which part of the eclipse has the Sun's upper limb above a level horizon: reason, from and to in t, and
 * the last sunrise and the first sunset in between. */
function visibility(e, o, first, top, fourth) {
  const height = t => upperLimb(view(e, o, circumstances(e, o, t)));
  const whole = { reason: 'whole', from: first, to: fourth, sunrise: null, sunset: null };
  const none = { reason: 'below-horizon', from: null, to: null, sunrise: null, sunset: null };
  // Far from the horizon one altitude decides: the Sun cannot reach it before the eclipse ends.
  const middle = height(top);
  if (abs(middle) > max(fourth - top, top - first) * TAU / 24 + 0.3) return middle > 0 ? whole : none;
  const times = Array.from({ length: STRETCHES + 1 }, (_, k) => first + (fourth - first) * k / STRETCHES);
  const changes = signChanges(height, times, SUNRISE_TOLERANCE, Infinity);
  if (changes.length === 0) return height(first) > 0 ? whole : none;
  const earliest = changes[0], last = changes[changes.length - 1];
  const from = earliest.rises ? earliest.t : first, to = last.rises ? fourth : last.t;
  const reason = earliest.rises
    ? (last.rises ? (changes.length === 1 ? 'sunrise' : 'interrupted') : 'sunrise-and-sunset')
    : (changes.length === 1 ? 'sunset' : 'interrupted');
  const sunrise = changes.findLast(c => c.rises)?.t ?? null;
  return { reason, from, to, sunrise, sunset: changes.find(c => !c.rises)?.t ?? null };
}

/** A point of the ellipsoid, given in the fundamental frame, as [latitude, longitude] in degrees. */
function place(e, f, xi, eta, zeta) {
  const along = zeta * f.cosD - eta * f.sinD;
  const polar = eta * f.cosD + zeta * f.sinD;
  const lng = degrees(halfTurn(atan2(xi, along) - f.mu + e.late));
  return [degrees(atan2(polar, (1 - E2) * hypot(xi, along))), lng];
}

/** Where the axis is at t. */
function frameOf(e, t) {
  const d = value(e.d, t), cosD = cos(d);
  return { t, x: value(e.x, t), y: value(e.y, t), mu: value(e.mu, t), sinD: sin(d), cosD,
    // Semiaxis of the Earth's outline towards north.
    rho1: sqrt(1 - E2 * cosD * cosD) };
}

/** Height over the plane of the ellipsoid's point under (ξ, η), on the day side; null beside it. */
function ground(f, xi, eta) {
  const a = 1 + EPSILON * f.sinD * f.sinD, b = EPSILON * eta * f.sinD * f.cosD, z0 = eta * f.cosD;
  const square = b * b - a * (xi * xi + eta * eta + EPSILON * z0 * z0 - 1);
  return square >= 0 ? (sqrt(square) - b) / a : null;
}

/** The point of the Earth's outline at the angle γ from north through east: the Sun is on the horizon. */
function onOutline(f, gamma) {
  const eta = f.rho1 * cos(gamma);
  return [sin(gamma), eta, -EPSILON * eta * f.sinD * f.cosD / (1 + EPSILON * f.sinD * f.sinD)];
}

/** Angle γ of the point of the outline nearest to the axis. */
function footAngle(f) {
  // From east through north, as the Explanatory Supplement has it.
  let t = atan2(f.y / f.rho1, f.x);
  for (let k = 0; k < 4; k++) {
    const s = sin(t), c = cos(t);
    const slope = (f.x - c) * s - (f.y - f.rho1 * s) * f.rho1 * c;
    const curvature = f.x * c + f.rho1 * f.y * s + (1 - f.rho1 * f.rho1) * (s * s - c * c);
    if (curvature > 0) t -= slope / curvature;
  }
  return PI / 2 - t;
}

/** The point in which the generator at the position angle Q of a cone (radius l on the plane) first meets
 * the Earth; null if it misses. */
function onGenerator(f, l, tanF, q) {
  const sinQ = sin(q), cosQ = cos(q);
  const xi0 = f.x - l * sinQ, eta0 = f.y - l * cosQ, xi1 = tanF * sinQ, eta1 = tanF * cosQ;
  const z0 = eta0 * f.cosD, z1 = eta1 * f.cosD + f.sinD;
  const a = tanF * tanF + 1 + EPSILON * z1 * z1;
  const b = xi0 * xi1 + eta0 * eta1 + EPSILON * z0 * z1;
  const square = b * b - a * (xi0 * xi0 + eta0 * eta0 + EPSILON * z0 * z0 - 1);
  if (square < 0) return null;
  const zeta = (sqrt(square) - b) / a;
  return [xi0 + zeta * xi1, eta0 + zeta * eta1, zeta];
}

/** Outline of a cone on the day side, closed along the horizon; null if it is not on the Earth. */
function outline(e, f, l, tanF, count) {
  const outside = gamma => {
    const [xi, eta, zeta] = onOutline(f, gamma);
    return hypot(f.x - xi, f.y - eta) - abs(l - zeta * tanF);
  };
  const foot = footAngle(f), atFoot = outside(foot);
  const points = [];
  if (atFoot >= 0) {
    if (f.x * f.x + (f.y / f.rho1) ** 2 > 1) return null;
    for (let k = 0; k < count; k++) points.push(onGenerator(f, l, tanF, TAU * k / count));
  } else {
    const far = side => root(outside, foot, atFoot, foot + side * PI, outside(foot + side * PI), 1e-9);
    const a = far(1), b = far(-1);
    const by = byDay(f, l, tanF, a, b);
    // Denser towards both ends, where the ground falls away.
    for (let k = 0; k < count; k++) {
      points.push(onGenerator(f, l, tanF, by.from + by.run * (1 - cos(PI * k / (count - 1))) / 2));
    }
    const back = halfTurn(a - b), steps = max(8, Math.ceil(abs(back) * 40));
    for (let k = 0; k <= steps; k++) points.push(onOutline(f, b + back * k / steps));
  }
  return ring(points.filter(p => p).map(([xi, eta, zeta]) => place(e, f, xi, eta, zeta)));
}

/** From the position angle of the generator at one crossing of the horizon to that at the other, the way
 * round that is on the day side. */
function byDay(f, l, tanF, a, b) {
  const angle = gamma => {
    const [xi, eta, zeta] = onOutline(f, gamma), radius = l - zeta * tanF;
    return atan2((f.x - xi) / radius, (f.y - eta) / radius);
  };
  const from = angle(a), run = turn(angle(b) - from);
  const height = way => {
    const p = onGenerator(f, l, tanF, from + way / 2);
    return p ? p[2] + EPSILON * (p[1] * f.cosD + p[2] * f.sinD) * f.sinD : -Infinity;
  };
  return { from, run: height(run) > height(run - TAU) ? run : run - TAU };
}

/** Closes a list of places and makes their longitudes continuous: about a pole the ends are 360° apart. */
function ring(places) {
  if (places.length === 0) return null;
  places.push([...places[0]]);
  for (let k = 1; k < places.length; k++) {
    places[k][1] += 360 * Math.round((places[k - 1][1] - places[k][1]) / 360);
  }
  return places;
}

/** The same view in degrees. */
function inDegrees(seen) {
  return {
    altitude: degrees(seen.sun.altitude),
    azimuth: degrees(seen.sun.azimuth),
    moonAltitude: degrees(seen.moon.altitude),
    moonAzimuth: degrees(seen.moon.azimuth),
    sunSemidiameter: degrees(seen.sunSemidiameter),
    moonSemidiameter: degrees(seen.moonSemidiameter),
    moonDistanceKm: seen.moonDistanceKm,
    separation: degrees(seen.separation),
    positionAngle: degrees(seen.positionAngle),
    parallacticAngle: degrees(seen.parallacticAngle),
    magnitude: seen.magnitude,
    obscuration: seen.obscuration,
    isUp: upperLimb(seen) > 0,
  };
}

/**
 * An eclipse from its elements, as the page's data has them: `t0` Julian Day of TD, `d` and `mu` in
 * degrees, `radii` of the Moon (`k1` penumbra, `k2` umbra) and of the Sun (`sun`), with which the elements
 * were computed; `deltaT` in seconds. Places are degrees (north and east positive) and metres.
 *
 * `local(lat, lng, height)`: what the place sees. `kind` is none, partial, annular or total, whether or not
 * the Sun is up; `c1 … c4` and `max` are null or { ms, altitude, azimuth, p, v, magnitude, obscuration,
 * visible }, airless, with p the position angle of the contact point from north through east and v that
 * from the vertex; `magnitude` and `obscuration` are those of `max`; `durationSec` that of totality or
 * annularity; `visibility` the server's word (whole, sunrise, sunset, sunrise-and-sunset, interrupted,
 * below-horizon, no-eclipse), `from`, `to`, `sunrise`, `sunset` instants or null.
 *
 * `at(ms, lat, lng, height)`: Sun and Moon at an instant. `positionAngle` is that of the Moon's centre from
 * the Sun's, from celestial north through east; `parallacticAngle` lies between north and the zenith.
 *
 * `shadow(ms)`: { umbra, penumbra, axis, sun, isTotal }: outlines as rings of [lat, lng] with continuous
 * longitudes (about a pole the ends are 360° apart), `axis` where the axis meets the ground, `sun` the
 * place under the Sun. Outlines lie on their cones within 10 m; where the Sun is on the horizon they run
 * along it. `axis(ms)`: its `axis` alone.
 */
export function eclipseOf(elements, deltaT) {
  const e = shadowOf(elements, deltaT);
  const toMs = t => e.startMs + t * HOUR_MS;
  const toT = ms => (ms - e.startMs) / HOUR_MS;

  /** A contact in degrees; `opposite`: the contact point is opposite to the Moon's centre. */
  const shown = (o, c, opposite) => {
    if (!c) return null;
    const { isUp, positionAngle, parallacticAngle, ...seen } = inDegrees(view(e, o, c));
    const p = (positionAngle + (opposite ? 180 : 0)) % 360;
    return { ms: toMs(c.t), altitude: seen.altitude, azimuth: seen.azimuth, p,
      v: (p - parallacticAngle + 720) % 360, magnitude: seen.magnitude, obscuration: seen.obscuration,
      visible: isUp };
  };

  const nothing = { kind: 'none', c1: null, c2: null, max: null, c3: null, c4: null, magnitude: 0,
    obscuration: 0, durationSec: 0, visibility: 'no-eclipse', from: null, to: null, sunrise: null,
    sunset: null };

  const local = (lat, lng, height) => {
    const o = observerOf(lat, lng, height);
    const top = greatest(e, o), penumbra = c => c.penumbra, umbra = c => abs(c.umbra);
    const first = contact(e, o, top, -1, penumbra), fourth = contact(e, o, top, 1, penumbra);
    if (!first || !fourth) return { ...nothing };
    let second = contact(e, o, top, -1, umbra), third = contact(e, o, top, 1, umbra);
    if (!second || !third) second = third = null;
    const isTotal = second !== null && top.umbra < 0;
    const seen = visibility(e, o, first.t, top.t, fourth.t);
    const most = shown(o, top, false), when = t => t === null ? null : toMs(t);
    return {
      kind: second === null ? 'partial' : isTotal ? 'total' : 'annular',
      c1: shown(o, first, false), c2: shown(o, second, isTotal), max: most,
      c3: shown(o, third, isTotal), c4: shown(o, fourth, false),
      magnitude: most.magnitude, obscuration: most.obscuration,
      durationSec: second ? (third.t - second.t) * 3600 : 0,
      visibility: seen.reason, from: when(seen.from), to: when(seen.to),
      sunrise: when(seen.sunrise), sunset: when(seen.sunset),
    };
  };

  const at = (ms, lat, lng, height) => {
    const o = observerOf(lat, lng, height), c = circumstances(e, o, toT(ms));
    return inDegrees(view(e, o, c));
  };

  const axisIn = (f, zeta) => zeta === null ? null : place(e, f, f.x, f.y, zeta);

  const axis = ms => {
    const f = frameOf(e, toT(ms));
    return axisIn(f, ground(f, f.x, f.y));
  };

  const shadow = ms => {
    const f = frameOf(e, toT(ms)), l1 = value(e.l1, f.t), l2 = value(e.l2, f.t);
    const zeta = ground(f, f.x, f.y);
    return {
      // The umbral cone with the sign of an umbra: positive where the eclipse is total.
      umbra: outline(e, f, -l2, -e.tanF2, 120),
      penumbra: outline(e, f, l1, e.tanF1, 180),
      axis: axisIn(f, zeta),
      sun: [degrees(atan2(f.sinD, f.cosD)), degrees(halfTurn(e.late - f.mu))],
      isTotal: l2 - (zeta ?? 0) * e.tanF2 < 0,
    };
  };

  return { local, at, axis, shadow };
}
