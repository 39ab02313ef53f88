// An eclipse from its elements: names for the numbers that the module of astro/wasm computes.

import { core, given, numbers } from 'shared/core.js';

const KINDS = ['none', 'partial', 'annular', 'total'];
const VISIBILITIES = ['no-eclipse', 'below-horizon', 'whole', 'sunrise', 'sunset', 'sunrise-and-sunset',
  'interrupted'];
/** Numbers of the curves that a way can meet. */
const CURVES = { c: 0, tn: 1, ts: 1, area: 1, pn: 2, ps: 2, magnitude: 3 };
/** Where the numbers of the contacts begin, and how many each has. */
const CONTACTS = 7;
const CONTACT = 8;
/** Where the points of outlines begin. */
const OUTLINES = 7;

const orNull = number => (Number.isNaN(number) ? null : number);

/** @param {any} found */
function contact(found) {
  const [ms, altitude, azimuth, p, v, magnitude, obscuration, isUp] = found;
  return Number.isNaN(ms) ? null
    : { ms, altitude, azimuth, p, v, magnitude, obscuration, visible: isUp === 1 };
}

/** Points as [latitude, longitude]; null if there are none. */
function ring(pairs) {
  if (pairs.length === 0) return null;
  return Array.from({ length: pairs.length / 2 }, (_, k) => [pairs[2 * k], pairs[2 * k + 1]]);
}

/**
 * An eclipse from its elements, as the page's data has them: `t0` Julian Day of TD, `d` and `mu` in
 * radians, `radii` of the Moon (`k1` penumbra, `k2` umbra) and of the Sun (`sun`), with which the elements
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
 * place under the Sun. Points of outlines lie on their cones within 1 mm; where the Sun is on the horizon
 * they run along it. `axis(ms)`: its `axis` alone.
 *
 * `meets(curve, magnitude, [lng, lat], height, direction, low, high)`: where a way in a direction from a
 * place meets a curve between two distances, km, or null. `nearestCentral(middle, lat, lng)`: the nearest point of
 * the central line with the Sun above 1°, { lat, lng, km }, or null; `middle` is near greatest eclipse.
 */
export function eclipseOf(elements, deltaT) {
  const { t0, x, y, d, mu, l1, l2, tanF1, tanF2, radii: { k1, k2, sun } } = elements;
  const all = [t0, ...x, ...y, ...d, ...mu, ...l1, ...l2, tanF1, tanF2, k1, k2, sun, deltaT];
  given(all);
  const eclipse = core.eclipse();

  const local = (lat, lng, height) => {
    const found = numbers(core.local(eclipse, lat, lng, height || 0));
    const [kind, visibility, from, to, sunrise, sunset, durationSec] = found;
    const one = k => contact(found.subarray(CONTACTS + k * CONTACT, CONTACTS + (k + 1) * CONTACT));
    const [c1, c2, max, c3, c4] = kind === 0 ? [null, null, null, null, null] : [0, 1, 2, 3, 4].map(one);
    return {
      kind: KINDS[kind], c1, c2, max, c3, c4,
      magnitude: max?.magnitude ?? 0, obscuration: max?.obscuration ?? 0, durationSec: durationSec ?? 0,
      visibility: VISIBILITIES[visibility], from: orNull(from ?? NaN), to: orNull(to ?? NaN),
      sunrise: orNull(sunrise ?? NaN), sunset: orNull(sunset ?? NaN),
    };
  };

  const at = (ms, lat, lng, height) => {
    const [altitude, azimuth, moonAltitude, moonAzimuth, sunSemidiameter, moonSemidiameter, moonDistanceKm,
      separation, positionAngle, parallacticAngle, magnitude, obscuration, isUp,
    ] = numbers(core.view(eclipse, ms, lat, lng, height || 0));
    return { altitude, azimuth, moonAltitude, moonAzimuth, sunSemidiameter, moonSemidiameter, moonDistanceKm,
      separation, positionAngle, parallacticAngle, magnitude, obscuration, isUp: isUp === 1 };
  };

  const place = found => (Number.isNaN(found[0]) ? null : [...found]);
  const axis = ms => place(numbers(core.axis(eclipse, ms)));

  const shadow = ms => {
    const found = numbers(core.shadow(eclipse, ms));
    const ends = OUTLINES + 2 * found[5];
    return {
      umbra: ring(found.subarray(OUTLINES, ends)),
      penumbra: ring(found.subarray(ends)),
      axis: place(found.subarray(3, 5)),
      sun: [...found.subarray(1, 3)],
      isTotal: found[0] === 1,
    };
  };

  const meets = (curve, magnitude, [lng, lat], height, direction, low, high) =>
    orNull(core.meets(eclipse, CURVES[curve], magnitude ?? 0, lat, lng, height || 0, direction, low, high));

  const nearestCentral = (middle, lat, lng) => {
    const found = numbers(core.nearest_central(eclipse, middle, lat, lng));
    return found.length === 0 ? null : { lat: found[0], lng: found[1], km: found[2] };
  };

  return { local, at, axis, shadow, meets, nearestCentral };
}
