// Brightness and colours of Sun and sky, by the altitude of the Sun and the remaining sunlight. Colours are
// red, green and blue from 0 to 255, and illustrative.

import { core } from 'shared/core.js';

const { exp, log10, max, min, round } = Math;
export const clamp = (x, low, high) => min(max(x, low), high);
/** 0 up to a, 1 from b on, smooth in between; a may be the larger. */
export const smooth = (a, b, x) => { const t = clamp((x - a) / (b - a), 0, 1); return t * t * (3 - 2 * t); };
export const mix = (a, b, t) => a.map((x, k) => x + (b[k] - x) * t);
export const css = (c, alpha = 1) => `rgb(${round(c[0])} ${round(c[1])} ${round(c[2])} / ${alpha})`;

/** Perceived brightness of the day, 0 … 1: the eye adapts until little light remains. About as much light as
 * at 99.98 % obscuration comes from outside the shadow: Sharp, Silverman & Lloyd (1971), Appl. Opt. 10,
 * 1207. */
export function daylight(left) {
  const decades = log10(left + 1e-4);
  return 1 - clamp(-decades / 4, 0, 1) ** 1.5;
}

// Air

/** Flattening of a small disc by refraction. */
export const flattening = altitude =>
  1 + (core.refraction(altitude + 0.1) - core.refraction(altitude - 0.1)) / 0.2;

/** Colour of white light after extinction at an apparent altitude. */
export function reddened(altitude) {
  const mass = core.air_mass(max(altitude, 0));
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
