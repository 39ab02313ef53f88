// The picture of the simulator: sky, horizon, Sun and Moon at an instant, on a canvas.
//
// Positions and sizes of Sun and Moon come from the elements; limb darkening and the radial brightness of the
// corona from published measurements. Colours, the shape of streamers and prominences, the glow of the
// diamond and the visible disc of the Moon before totality are illustrative.

import { CORONA_RADII, coronaPicture, prominencesOf } from 'simulator/corona.js';
import { core } from 'shared/core.js';
import { clamp, css, daylight, flattening, mix, reddened, skyColour, smooth } from 'simulator/light.js';

const { abs, ceil, cos, hypot, log10, max, min, round, sin, PI } = Math;
const RADIAN = PI / 180;

/** The scene in pixels from the Sun's centre, zenith up. */
function sceneOf(width, height, { seen, fov, up, ms, skyline = null }, limb) {
  const scale = min(width, height) / fov;
  const lifted = seen.altitude + core.refraction(seen.altitude);
  const axis = core.solar_axis(ms), fromZenith = angle => (angle - seen.parallacticAngle) * RADIAN;
  const left = core.light_left(seen.sunSemidiameter, seen.moonSemidiameter, seen.separation);
  const moonAngle = fromZenith(seen.positionAngle), away = seen.separation * scale;
  const s = {
    width, height, scale, lifted, left, seen,
    day: daylight(left),
    // Angle from the top of the picture to the zenith, counter-clockwise.
    turn: { zenith: 0, north: seen.parallacticAngle, sun: seen.parallacticAngle - axis }[up] * RADIAN,
    isUpright: up === 'zenith',
    solarNorth: fromZenith(axis),
    north: fromZenith(0),
    limb,
    skyline,
    lunarNorth: limb && fromZenith(limb.axis),
    flat: flattening(seen.altitude),
    sun: seen.sunSemidiameter * scale,
    moon: seen.moonSemidiameter * scale,
    moonAngle,
    moonX: -sin(moonAngle) * away,
    moonY: -cos(moonAngle) * away,
    reach: hypot(width, height) / 2 + 2,
    light: reddened(lifted),
  };
  const edge = edgeOf(s);
  return { ...s, edge, top: min(...edge.map(([, y]) => y)) };
}

/** Reference sphere of the limb's heights, and the Earth's equatorial radius, km. */
const SPHERE = 1737.4, EARTH_RADIUS = 6378.137;

/** The limb with its mountains as a path. */
function traceLimb(c, s) {
  const { heights, exaggeration, k2 } = s.limb, scale = s.moon / (k2 * EARTH_RADIUS);
  heights.forEach((metres, k) => {
    const angle = s.lunarNorth + k * 2 * PI / heights.length;
    const radius = scale * max(0, SPHERE + metres / 1000 * exaggeration);
    c.lineTo(s.moonX - sin(angle) * radius, s.moonY - cos(angle) * radius);
  });
  c.closePath();
}

/** Fills a disc, or another shape, with a radial gradient. */
function disc(c, x, y, radius, stops, trace = () => c.arc(x, y, radius, 0, 2 * PI)) {
  const gradient = c.createRadialGradient(x, y, 0, x, y, radius);
  for (const [at, colour] of stops) gradient.addColorStop(at, colour);
  c.fillStyle = gradient;
  c.beginPath();
  trace();
  c.fill();
}

/** Colour of the sky at a height above the Sun, pixels. */
const skyAt = (s, above) => skyColour(s.lifted + above / s.scale, s.seen.altitude, s.day);

function drawSky(c, s) {
  if (s.isUpright) drawSkyInBands(c, s);
  else drawSkyTurned(c, s);
}

/** One band for each colour: much faster than a gradient and indistinguishable from it. */
function drawSkyInBands(c, s) {
  const half = ceil(s.height / 2), top = skyAt(s, half), bottom = skyAt(s, -half), middle = skyAt(s, 0);
  const change = k => abs(top[k] - middle[k]) + abs(middle[k] - bottom[k]);
  const count = clamp(ceil(max(change(0), change(1), change(2))), 1, s.height);
  for (let k = 0, y = -half; k < count; k++) {
    const next = ceil(-half + (k + 1) / count * 2 * half);
    c.fillStyle = css(skyAt(s, -(y + next) / 2));
    c.fillRect(-s.width / 2 - 1, y, s.width + 2, next - y);
    y = next;
  }
}

function drawSkyTurned(c, s) {
  const gradient = c.createLinearGradient(0, s.reach, 0, -s.reach);
  for (let k = 0; k <= 12; k++) gradient.addColorStop(k / 12, css(skyAt(s, (k / 6 - 1) * s.reach)));
  c.fillStyle = gradient;
  c.fillRect(-s.reach, -s.reach, 2 * s.reach, 2 * s.reach);
}

/** The aureole by scattering in the air. In reality it is in front of the Moon and hides her. */
function drawAureole(c, s) {
  const strength = 0.5 * s.day ** 2 * smooth(-1, 1, s.lifted);
  if (strength < 0.005) return;
  const colour = [255, 244, 222].map((x, k) => x * s.light[k]);
  c.globalCompositeOperation = 'screen';
  disc(c, 0, 0, s.sun * 4.5, [[0, css(colour, strength)], [0.22, css(colour, strength * 0.8)],
    [0.4, css(colour, strength * 0.36)], [0.7, css(colour, strength * 0.1)], [1, css(colour, 0)]]);
  c.globalCompositeOperation = 'source-over';
}

function drawCorona(c, s, picture) {
  // The corona appears in the seconds before totality.
  const strength = smooth(-1.9, -3.9, log10(s.left + 1e-9)) * smooth(-1, 2, s.lifted);
  if (strength < 0.01) return;
  c.save();
  c.globalAlpha = strength;
  c.globalCompositeOperation = 'screen';
  c.rotate(-s.solarNorth);
  const half = CORONA_RADII * s.sun;
  c.drawImage(picture, -half, -half, 2 * half, 2 * half);
  c.restore();
}

/** The chromosphere and prominences beside the Sun's disc. */
function drawChromosphere(c, s, prominences) {
  const strength = smooth(-2, -3.4, log10(s.left + 1e-9));
  if (strength < 0.01) return;
  c.save();
  c.globalAlpha = strength;
  c.strokeStyle = css([255, 96, 120].map((x, k) => x * s.light[k]), 0.9);
  c.lineWidth = s.sun * 0.012;
  c.beginPath();
  c.arc(0, 0, s.sun * 1.005, 0, 2 * PI);
  c.stroke();
  c.fillStyle = css([255, 84, 116].map((x, k) => x * s.light[k]), 0.85);
  for (const p of prominences) {
    c.save();
    c.rotate(-s.solarNorth - p.angle);
    c.beginPath();
    c.ellipse(0, -s.sun, s.sun * p.width, s.sun * p.height, 0, 0, 2 * PI);
    c.fill();
    c.restore();
  }
  c.restore();
}

function drawSun(c, s) {
  // Sunlight through valleys remains visible for some seconds.
  if (s.left <= 0 && !s.limb) return;
  const stops = Array.from({ length: 13 }, (_, k) => {
    const r = sin(k / 12 * PI / 2), light = core.brightness(r);
    // Towards the limb blue fades most, red least.
    const colour = [0.28, 0.5, 0.85].map((power, n) => [255, 252, 240][n] * light ** power * s.light[n]);
    return [r, css(colour)];
  });
  disc(c, 0, 0, s.sun, stops);
}

/** The Moon: slightly darker than the sky in daylight, lit by earthshine in totality. */
function drawMoon(c, s) {
  const sky = skyColour(s.lifted, s.seen.altitude, s.day).map(x => x * 0.86);
  const centre = mix([25, 28, 40], sky, s.day), rim = mix([9, 11, 18], sky, s.day);
  const stops = [[0, css(centre)], [0.75, css(mix(centre, rim, 0.4))], [1, css(rim)]];
  disc(c, s.moonX, s.moonY, s.moon, stops, s.limb ? () => traceLimb(c, s) : undefined);
}

/** The diamond ring: a bright point at the limb. */
function drawDiamond(c, s) {
  const decades = log10(s.left + 1e-12);
  const strength = smooth(-6.6, -5, decades) * smooth(-2.6, -3.4, decades) * smooth(-1, 1, s.lifted);
  if (strength < 0.01) return;
  const angle = s.moonAngle + PI, x = -sin(angle) * s.sun, y = -cos(angle) * s.sun;
  const size = s.sun * clamp(0.45 + (decades + 6) * 0.36, 0.3, 1.8);
  const warm = [255, 246, 226].map((v, k) => v * s.light[k]);
  c.save();
  c.globalCompositeOperation = 'screen';
  c.globalAlpha = strength;
  disc(c, x, y, size * 2.2, [[0, css(warm, 0.75)], [0.12, css(warm, 0.36)], [0.4, css(warm, 0.1)],
    [1, css(warm, 0)]]);
  disc(c, x, y, size * 0.42, [[0, css([255, 255, 255])], [0.35, css([255, 255, 255], 0.92)],
    [0.6, css(warm, 0.4)], [1, css(warm, 0)]]);
  c.restore();
}

/** The altitude of a skyline at an azimuth, degrees; the level horizon where it is unknown. */
function hillsAt(skyline, azimuth) {
  const at = ((azimuth % 360) + 360) % 360 / 360 * skyline.length, k = Math.floor(at);
  const a = skyline[k % skyline.length], b = skyline[(k + 1) % skyline.length];
  const [left, right] = [a ?? b ?? 0, b ?? a ?? 0];
  return left + (right - left) * (at - k);
}

/** The edge of the ground from left to right: [x, y]. */
function edgeOf(s) {
  if (!s.skyline) return [[-s.reach, s.lifted * s.scale], [s.reach, s.lifted * s.scale]];
  // Near the zenith a degree of azimuth is narrow.
  const perDegree = s.scale * max(cos(s.lifted * RADIAN), 0.02), step = 2;
  return Array.from({ length: ceil(2 * s.reach / step) + 1 }, (_, k) => {
    const x = k * step - s.reach;
    return [x, (s.lifted - hillsAt(s.skyline, s.seen.azimuth + x / perDegree)) * s.scale];
  });
}

/** The ground as a path, or only its edge. */
function traceGround(c, s, isEdge = false) {
  c.beginPath();
  for (const [x, y] of s.edge) c.lineTo(x, y);
  if (isEdge) return;
  c.lineTo(s.reach, 4 * s.reach);
  c.lineTo(-s.reach, 4 * s.reach);
  c.closePath();
}

function drawGround(c, s) {
  if (s.top >= s.reach) return;
  const top = max(s.top, -s.reach), lit = s.day * (1 - 0.75 * smooth(6, -8, s.seen.altitude));
  const gradient = c.createLinearGradient(0, top, 0, top + s.reach);
  gradient.addColorStop(0, css(mix([10, 12, 17], [74, 80, 70], lit)));
  gradient.addColorStop(1, css(mix([5, 6, 9], [34, 39, 36], lit)));
  c.fillStyle = gradient;
  traceGround(c, s);
  c.fill();
  c.strokeStyle = css(mix([90, 74, 62], [206, 214, 206], lit), 0.55);
  c.lineWidth = 1;
  traceGround(c, s, true);
  c.stroke();
}

/** Outlines of Sun and Moon behind the ground. */
function drawHidden(c, s) {
  if (s.top > s.sun) return;
  c.save();
  traceGround(c, s);
  c.clip();
  c.scale(1, s.flat);
  c.setLineDash([4, 4]);
  c.lineWidth = 1.5;
  c.strokeStyle = 'rgb(255 214 150 / 0.8)';
  c.beginPath();
  c.arc(0, 0, s.sun, 0, 2 * PI);
  c.stroke();
  c.strokeStyle = 'rgb(200 210 230 / 0.5)';
  c.beginPath();
  c.arc(s.moonX, s.moonY, s.moon, 0, 2 * PI);
  c.stroke();
  c.restore();
}

// Scales

function label(c, text, x, y, align) {
  c.textAlign = align;
  c.textBaseline = 'middle';
  // A second text as shadow: outlined letters would be slower than the rest of the picture.
  c.fillStyle = 'rgb(8 12 24 / 0.75)';
  c.fillText(text, x + 1, y + 1);
  c.fillStyle = '#fff';
  c.fillText(text, x, y);
}

/** The smallest round step between marks that is large enough. */
const niceStep = least => [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30].find(step => step >= least) ?? 45;
const WINDS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];

/** "W", "260°". */
function bearing(azimuth, step) {
  const a = ((azimuth % 360) + 360) % 360;
  return a % 45 === 0 ? WINDS[a / 45] : `${a.toFixed(step < 1 ? 1 : 0)}°`;
}

/** Altitudes along the left edge, azimuths along the lower one or on the horizon. */
function drawScales(c, s) {
  // On narrow pictures, altitudes start below the buttons, which may have two rows.
  const right = s.width / 2, lower = s.height / 2, top = s.width < 350 ? 100 : s.width < 600 ? 56 : 8;
  const line = (x1, y1, x2, y2) => {
    c.lineWidth = 1;
    c.strokeStyle = 'rgb(255 255 255 / 0.75)';
    c.beginPath();
    c.moveTo(x1, y1);
    c.lineTo(x2, y2);
    c.stroke();
  };
  const step = niceStep(48 / s.scale), first = ceil((s.lifted - lower / s.scale) / step);
  for (let k = first; (k * step - s.lifted) * s.scale < lower - 12; k++) {
    const y = (s.lifted - k * step) * s.scale;
    if (y > lower - 34 || y < -lower + top) continue;
    line(-right, y, -right + 8, y);
    label(c, `${(k * step).toFixed(step < 1 ? 1 : 0).replace('-', '\u2212')}°`, -right + 12, y, 'left');
  }
  const onHorizon = s.lifted * s.scale < lower - 30 && s.lifted * s.scale > -lower;
  const y = onHorizon ? s.lifted * s.scale : lower;
  const perDegree = s.scale * max(cos((onHorizon ? 0 : s.lifted) * RADIAN), 0.02);
  const wide = niceStep(80 / perDegree), side = onHorizon ? 1 : -1;
  const start = ceil((s.seen.azimuth - right / perDegree) / wide);
  for (let k = start; (k * wide - s.seen.azimuth) * perDegree < right; k++) {
    const x = (k * wide - s.seen.azimuth) * perDegree;
    if (x < -right + 48 || x > right - 24) continue;
    line(x, y, x, y + side * 8);
    label(c, bearing(round(k * wide * 10) / 10, wide), x, y + side * 17, 'center');
  }
}

/** Directions of north and east, and of the zenith if it is not up. */
function drawCompass(c, s) {
  const x = s.width / 2 - 44, y = s.height / 2 - 76;
  const arrow = (angle, text, length) => {
    const dx = -sin(angle), dy = -cos(angle);
    c.lineWidth = 1.25;
    c.strokeStyle = 'rgb(255 255 255 / 0.75)';
    c.beginPath();
    c.moveTo(x, y);
    c.lineTo(x + dx * length, y + dy * length);
    c.stroke();
    label(c, text, x + dx * (length + 9), y + dy * (length + 9), 'center');
  };
  arrow(s.north + s.turn, 'N', 20);
  arrow(s.north + s.turn + PI / 2, 'E', 20);
  if (!s.isUpright) arrow(s.turn, 'Z', 38);
}

/** Draws with the origin at the Sun's centre. */
function within(c, s, draw) {
  c.save();
  c.translate(round(s.width / 2), round(s.height / 2));
  draw();
  c.restore();
}

/**
 * A painter for a canvas. `draw(state)` paints `{ ms, seen, fov, up, skyline }`: the instant, what
 * `eclipseOf(…).at` says of it, the degrees that fit into the shorter side, what is up: zenith, north or
 * sun, and the altitudes of a skyline at equal steps from north, degrees, or null for the level horizon.
 * `isBehindHills(seen, skyline)`: whether a skyline hides the whole Sun, which is up. `seed`: any whole number; the
 * streamers of the corona follow from it. `limb`: `{ axis, heights, exaggeration, k2 }`, where `k2` is the
 * radius of the smooth Moon, or nothing for a smooth limb.
 */
export function skyOn(canvas, seed, limb) {
  const c = canvas.getContext('2d', { alpha: false }), prominences = prominencesOf(seed);
  let corona = null;
  const coronaNow = () => corona ??= coronaPicture(seed);
  // Created in advance, so that no frame waits for it.
  (globalThis.requestIdleCallback ?? (f => setTimeout(f, 200)))(coronaNow);

  const draw = state => {
    const density = canvas.width / (canvas.clientWidth || canvas.width);
    const s = sceneOf(canvas.width / density, canvas.height / density, state, limb);
    c.setTransform(density, 0, 0, density, 0, 0);
    c.font = '12px system-ui, sans-serif';
    within(c, s, () => {
      c.rotate(-s.turn);
      drawSky(c, s);
      c.save();
      c.scale(1, s.flat);
      if (s.left < 0.02) drawCorona(c, s, coronaNow());
      drawChromosphere(c, s, prominences);
      drawAureole(c, s);
      drawSun(c, s);
      drawMoon(c, s);
      drawDiamond(c, s);
      c.restore();
      drawGround(c, s);
      drawHidden(c, s);
    });
    within(c, s, () => {
      if (s.isUpright) drawScales(c, s);
      drawCompass(c, s);
    });
    return s;
  };
  const isBehindHills = (seen, skyline) => {
    const top = seen.altitude + core.refraction(seen.altitude) + seen.sunSemidiameter;
    return skyline !== null && top > 0 && top < hillsAt(skyline, seen.azimuth);
  };
  return { draw, isBehindHills };
}
