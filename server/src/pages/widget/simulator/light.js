// Brightness and colours of Sun and sky, by the altitude of the Sun and the remaining sunlight. Colours are
// red, green and blue from 0 to 255, and illustrative.

const { PI, acos, atan, cos, exp, log10, max, min, round, sin, sqrt, tan } = Math;
const RADIAN = PI / 180;
export const clamp = (x, low, high) => min(max(x, low), high);
/** 0 up to a, 1 from b on, smooth in between; a may be the larger. */
export const smooth = (a, b, x) => { const t = clamp((x - a) / (b - a), 0, 1); return t * t * (3 - 2 * t); };
export const mix = (a, b, t) => a.map((x, k) => x + (b[k] - x) * t);
export const css = (c, alpha = 1) => `rgb(${round(c[0])} ${round(c[1])} ${round(c[2])} / ${alpha})`;

/** Brightness of the Sun's disc, 1 at its centre; mu is the cosine of the angle from there. At 550 nm:
 * Allen's Astrophysical Quantities (Cox 2000). */
export const limbDarkening = mu => 0.30 + 0.93 * mu - 0.23 * mu * mu;

/** Rings of the Sun's disc, close together at the limb: radius, and part of all light. */
const RINGS = (() => {
  const count = 96, rings = [];
  for (let k = 0; k < count; k++) {
    const u = 1 - (k + 0.5) / count, r = 1 - u * u * u;
    rings.push([r, limbDarkening(sqrt(1 - r * r)) * r * 3 * u * u]);
  }
  const sum = rings.reduce((total, ring) => total + ring[1], 0);
  return rings.map(([r, light]) => [r, light / sum]);
})();

/** Fraction of the Sun's light that remains; semidiameters and separation in the same unit. */
export function lightLeft(sun, moon, separation) {
  const m = moon / sun, d = max(separation / sun, 1e-9);
  let left = 0;
  for (const [r, light] of RINGS) {
    // The Moon covers the ring within this angle of her direction.
    left += light * (1 - acos(clamp((r * r + d * d - m * m) / (2 * r * d), -1, 1)) / PI);
  }
  return left;
}

/** Perceived brightness of the day, 0 … 1: the eye adapts until little light remains. About as much light as
 * at 99.98 % obscuration comes from outside the shadow: Sharp, Silverman & Lloyd (1971), Appl. Opt. 10,
 * 1207. */
export function daylight(left) {
  const decades = log10(left + 1e-4);
  return 1 - clamp(-decades / 4, 0, 1) ** 1.5;
}

// Air

/** Refraction of a true altitude, degrees. Saemundsson (1986), as in Meeus (1998), eq. 16.4; below
 * −1° reduced linearly to 0 at the nadir. */
export function refraction(altitude) {
  const h = max(altitude, -1);
  const minutes = 1.02 / tan((h + 10.3 / (h + 5.11)) * RADIAN);
  return max(altitude < -1 ? minutes * (altitude + 90) / 89 : minutes, 0) / 60;
}

/** Flattening of a small disc by refraction. */
export const flattening = altitude => 1 + (refraction(altitude + 0.1) - refraction(altitude - 0.1)) / 0.2;

/** Colour of white light after extinction at an apparent altitude. Air mass: Kasten & Young (1989). */
export function reddened(altitude) {
  const h = max(altitude, 0);
  const mass = 1 / (sin(h * RADIAN) + 0.50572 * (h + 6.07995) ** -1.6364);
  return [0, 0.01, 0.03].map(thickness => exp(-thickness * (mass - 1)));
}

const DAY = { high: [46, 104, 178], low: [176, 206, 230] };
const LOW_SUN = { high: [64, 88, 140], low: [222, 146, 96] };
const NIGHT = { high: [7, 9, 20], low: [18, 21, 38] };
const SHADOW = { high: [12, 20, 48], low: [32, 40, 74] };
const GLOW = [226, 138, 80];

/** Colour of the sky at an altitude, for an altitude of the Sun and a brightness of the day. */
export function skyColour(altitude, sun, day) {
  const low = smooth(14, 0, sun), night = smooth(0, -14, sun), dusk = 0.8 + 0.2 * smooth(-3, 9, sun);
  const fall = exp(-max(altitude, 0) / (9 + 5 * low));
  const part = name => {
    const lit = mix(mix(DAY[name], LOW_SUN[name], low).map(x => x * dusk), NIGHT[name], night);
    return mix(mix(SHADOW[name], NIGHT[name], night), lit, day);
  };
  // Around the horizon the sky is bright: it is outside the shadow.
  const glow = 0.8 * (1 - day) * (1 - night) * exp(-max(altitude, 0) / 2.6);
  return mix(mix(part('high'), part('low'), fall), GLOW, glow);
}

/** Position angle of solar north from celestial north, degrees. Meeus (1998), chapter 29. */
export function solarAxis(ms) {
  const days = ms / 86400000 - 10957.5;
  const anomaly = (357.528 + 0.9856003 * days) * RADIAN;
  const longitude = (280.46 + 0.9856474 * days + 1.915 * sin(anomaly) + 0.02 * sin(2 * anomaly)) * RADIAN;
  const node = (75.76 + 1.3958333 * days / 36525) * RADIAN, obliquity = 23.44 * RADIAN;
  const x = atan(-cos(longitude) * tan(obliquity));
  const y = atan(-cos(longitude - node) * tan(7.25 * RADIAN));
  return (x + y) / RADIAN;
}
