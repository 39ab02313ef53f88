// Places and distances on the sphere. Coordinates are [longitude, latitude] in degrees, as in GeoJSON. Rings
// may continue beyond ±180°, so that longitudes are continuous.

const { PI, sin, cos, tan, sqrt, abs, atan2, asin, min, max } = Math;
const RADIAN = PI / 180;
/** Mean radius of the Earth. */
export const EARTH_RADIUS_KM = 6371.0088;
const POLE_STEP = 5;

export const clamp = (x, low, high) => min(max(x, low), high);

/** A longitude as −180 … 180. */
export const wrap = lng => lng - 360 * Math.floor((lng + 180) / 360);

/**
 * Unit vector of a place.
 * @param {number[]} place
 */
export function vector([lng, lat]) {
  const c = cos(lat * RADIAN);
  return [c * cos(lng * RADIAN), c * sin(lng * RADIAN), sin(lat * RADIAN)];
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) =>
  [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const norm = a => sqrt(dot(a, a));
const fromVector = ([x, y, z]) => [atan2(y, x) / RADIAN, atan2(z, sqrt(x * x + y * y)) / RADIAN];
const angle = (a, b) => atan2(norm(cross(a, b)), dot(a, b));

/**
 * Direction from a to b, degrees from north through east.
 * @param {number[]} a
 * @param {number[]} b
 */
export function bearing([lng1, lat1], [lng2, lat2]) {
  const run = (lng2 - lng1) * RADIAN, from = lat1 * RADIAN, to = lat2 * RADIAN;
  const east = sin(run) * cos(to), north = cos(from) * sin(to) - sin(from) * cos(to) * cos(run);
  return (atan2(east, north) / RADIAN + 360) % 360;
}

/**
 * The place `km` away in a direction; its longitude is continuous with that of the start.
 * @param {number[]} from
 */
export function destination([lng, lat], direction, km) {
  const arc = km / EARTH_RADIUS_KM, from = lat * RADIAN, turn = direction * RADIAN;
  const to = asin(clamp(sin(from) * cos(arc) + cos(from) * sin(arc) * cos(turn), -1, 1));
  const run = atan2(sin(turn) * sin(arc) * cos(from), cos(arc) - sin(from) * sin(to));
  return [lng + run / RADIAN, to / RADIAN];
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
    const point = destination(centre, 360 * k / count, radius * RADIAN * EARTH_RADIUS_KM);
    if (k > 0) point[0] += 360 * Math.round((ring[k - 1][0] - point[0]) / 360);
    ring.push(point);
  }
  return ring;
}

/** The point of the arc between two unit vectors that is nearest to a third. */
function nearestOnArc(a, b, p) {
  const pole = cross(a, b), length = norm(pole);
  if (length < 1e-12) return a;
  const n = pole.map(x => x / length), off = dot(n, p);
  const q = p.map((x, k) => x - off * n[k]);
  const inside = dot(cross(a, q), n) >= 0 && dot(cross(q, b), n) >= 0 && norm(q) > 1e-9;
  if (inside) return q.map(x => x / norm(q));
  return dot(a, p) > dot(b, p) ? a : b;
}

/** The nearest point of lines (lists of coordinates) to a place: `at` and `km`; null without lines. */
export function nearest(lines, place) {
  const p = vector(place);
  let best = null, most = -2;
  for (const line of lines) {
    let a = vector(line[0]);
    for (let k = 1; k < line.length; k++) {
      const b = vector(line[k]), q = nearestOnArc(a, b, p), nearness = dot(q, p);
      if (nearness > most) { most = nearness; best = q; }
      a = b;
    }
  }
  return best && { at: fromVector(best), km: angle(best, p) * EARTH_RADIUS_KM };
}

/** Kilometres along the ground to where the line of sight at an altitude (degrees) reaches a height. */
export function groundDistanceKm(altitude, heightKm) {
  const slope = tan(altitude * RADIAN);
  return EARTH_RADIUS_KM * (sqrt(slope * slope + 2 * heightKm / EARTH_RADIUS_KM) - slope);
}

/** Northing of a latitude on Mercator's map whose world is one unit wide, from the top. */
export function mercator(lat) {
  const s = sin(clamp(lat, -85.0511287798, 85.0511287798) * RADIAN);
  return 0.5 - Math.log((1 + s) / (1 - s)) / (4 * PI);
}

/** Latitude of a northing. */
export const fromMercator = y => (2 * Math.atan(Math.exp((0.5 - y) * 2 * PI)) - PI / 2) / RADIAN;
