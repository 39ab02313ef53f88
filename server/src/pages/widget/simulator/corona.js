// The corona and prominences, generated from a seed. Only the radial brightness is measured.

import { clamp, smooth } from 'simulator/light.js';

const { PI, abs, atan2, cos, exp, floor, log10, max, min, sin, sqrt } = Math;

/** Half the side of the corona's picture, radii of the Sun, and its side in points. */
export const CORONA_RADII = 4.4;
const CORONA_SIDE = 560;

/** Pseudorandom numbers from 0 to 1. */
function randomOf(seed) {
  let state = (seed >>> 0) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
}

/** A smooth noise of one turn, mean 0, with `count` bumps: a table over the angle. */
function angularNoise(random, count, size) {
  const knots = Array.from({ length: count }, () => random() * 2 - 1);
  return Float32Array.from({ length: size }, (_, k) => {
    const x = k / size * count, n = floor(x), t = x - n, s = t * t * (3 - 2 * t);
    return knots[n] * (1 - s) + knots[(n + 1) % count] * s;
  });
}

/** Light of the corona at r radii, 1 at the limb. Baumbach (1937), Astron. Nachr. 263, 121. */
const baumbach = r => (0.0532 * r ** -2.5 + 1.425 * r ** -7 + 2.565 * r ** -17) / 4.0432;

/** Streamers: angle from solar north in radians, strength, width. Most are near the equator. */
function streamersOf(random) {
  const near = angle => angle + (random() - 0.5) * 0.7;
  const axes = [PI / 2, -PI / 2, PI / 2 + 0.75, -PI / 2 - 0.6, PI / 2 - 0.8, -PI / 2 + 0.75];
  return axes.map((axis, k) => ({
    angle: near(axis), strength: (k < 2 ? 0.95 : 0.55) * (0.7 + 0.5 * random()),
    width: 0.20 + 0.14 * random(),
  }));
}

/** A picture of the corona with solar north up. */
export function coronaPicture(seed) {
  const random = randomOf(seed), streamers = streamersOf(random), turns = 2048;
  const fine = [[23, 0.5], [61, 0.32], [149, 0.2], [331, 0.12]].map(([count, weight]) =>
    ({ table: angularNoise(random, count, turns), weight }));
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = CORONA_SIDE;
  const context = canvas.getContext('2d'), image = context.createImageData(CORONA_SIDE, CORONA_SIDE);
  const half = CORONA_SIDE / 2, data = image.data;
  for (let row = 0, at = 0; row < CORONA_SIDE; row++) {
    for (let column = 0; column < CORONA_SIDE; column++, at += 4) {
      const x = (column + 0.5 - half) / half * CORONA_RADII, y = (half - row - 0.5) / half * CORONA_RADII;
      const r = sqrt(x * x + y * y);
      if (r < 0.9 || r > CORONA_RADII) continue;
      const light = coronaLight(max(r, 1), atan2(x, y), streamers, fine, turns);
      data[at] = 232 + 16 * light;
      data[at + 1] = 238 + 10 * light;
      data[at + 2] = 250;
      data[at + 3] = 255 * light * smooth(CORONA_RADII, CORONA_RADII * 0.45, r);
    }
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

/** Brightness of the picture at r radii and an angle from solar north: logarithmic, 1 at the limb. */
function coronaLight(r, angle, streamers, fine, turns) {
  // A streamer is a broad arch at the limb and a narrow ray farther out.
  const narrow = 0.42 + 0.58 * exp(-(r - 1) * 1.3);
  let reach = 0.72 + 0.12 * abs(sin(angle));
  for (const s of streamers) {
    let away = abs(angle - s.angle);
    if (away > PI) away = 2 * PI - away;
    const x = away / (s.width * 2 * narrow);
    if (x < 3) reach += s.strength * exp(-x * x);
  }
  let threads = 0;
  for (const { table, weight } of fine) {
    threads += weight * table[floor((angle / (2 * PI) + 1) * turns) % turns];
  }
  // Polar plumes have more contrast than other threads; the limb has neither.
  const polar = cos(angle) ** 4;
  const contrast = (0.15 + 0.15 * polar) * min((r - 1) * 2, 1);
  const farther = 1 + (r - 1) / (reach * (1 + 0.5 * contrast * threads));
  const light = clamp(1 + log10(baumbach(farther)) / 3.7, 0, 1);
  return clamp(light ** 1.45 * (1 + contrast * threads), 0, 1);
}

/** Prominences: angle from solar north, and height in radii of the Sun. */
export function prominencesOf(seed) {
  const random = randomOf(seed ^ 0x5bd1e995);
  return Array.from({ length: 6 }, () => ({
    angle: random() * 2 * PI, height: 0.02 + 0.035 * random() ** 2, width: 0.02 + 0.03 * random(),
  }));
}
