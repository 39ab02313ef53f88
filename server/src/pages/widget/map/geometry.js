// Places and distances on the sphere. Coordinates are [longitude, latitude] in degrees, as in GeoJSON. Rings
// may continue beyond ±180°, so that longitudes are continuous.

import { core, given, numbers } from 'shared/core.js';

const { PI, sin, abs, min, max } = Math;
const RADIAN = PI / 180;
/** Half of a meridian. */
const HALF_TURN_KM = 20015.1147;
const POLE_STEP = 5;

export const clamp = (x, low, high) => min(max(x, low), high);

/** A longitude as −180 … 180. */
export const wrap = lng => lng - 360 * Math.floor((lng + 180) / 360);

/**
 * Direction from a place to another, degrees from north through east.
 * @param {number[]} from
 * @param {number[]} to
 */
export const bearing = ([lng, lat], [toLng, toLat]) => core.bearing(lat, lng, toLat, toLng);

/**
 * The place `km` away in a direction; its longitude is continuous with that of the start.
 * @param {number[]} from
 */
export function destination([lng, lat], direction, km) {
  const [toLat, toLng] = numbers(core.destination(lat, lng, direction, km));
  return [toLng, toLat];
}

/** Kilometres along the ground to where the line of sight at an altitude (degrees) reaches a height. */
export const groundDistanceKm = (altitude, heightKm) => core.ground_distance(altitude, heightKm);

/**
 * The nearest point of lines (lists of coordinates) to a place: `at` and `km`; null without lines.
 * @param {number[][][]} lines
 * @param {number[]} place
 */
export function nearest(lines, [lng, lat]) {
  given(lines.flatMap(line => [...line.flatMap(([x, y]) => [y, x]), NaN, NaN]));
  const found = numbers(core.nearest(lat, lng));
  return found.length === 0 ? null : { at: [found[1], found[0]], km: found[2] };
}

/** Prepares a closed ring for a flat map. If its ends are a whole turn apart, it encloses a pole: the ring is
 * extended to `pole`, 90 or −90. */
export function overPole(ring, pole) {
  const [first] = ring, last = ring[ring.length - 1];
  const turn = last[0] - first[0];
  if (abs(turn) < 180) return ring;
  const way = [];
  for (let k = 0; k <= 360 / POLE_STEP; k++) way.push([last[0] - Math.sign(turn) * k * POLE_STEP, pole]);
  return [...ring, ...way, first];
}

/** All places at an angle from a centre, as a ring with continuous longitudes. */
export function circle(centre, radius, count = 180) {
  const ring = [];
  for (let k = 0; k <= count; k++) {
    const point = destination(centre, 360 * k / count, radius / 180 * HALF_TURN_KM);
    if (k > 0) point[0] += 360 * Math.round((ring[k - 1][0] - point[0]) / 360);
    ring.push(point);
  }
  return ring;
}

/** Northing of a latitude on Mercator's map whose world is one unit wide, from the top. */
export function mercator(lat) {
  const s = sin(clamp(lat, -85.0511287798, 85.0511287798) * RADIAN);
  return 0.5 - Math.log((1 + s) / (1 - s)) / (4 * PI);
}

/** Latitude of a northing. */
export const fromMercator = y => (2 * Math.atan(Math.exp((0.5 - y) * 2 * PI)) - PI / 2) / RADIAN;
