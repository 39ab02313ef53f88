// Draws an eclipse on the Earth: curves, the path, the night side, the moving shadow, the line towards the
// Sun. The same code draws the flat map and the globe. A view projects:
//
// { context, width, height, line(coordinates), area(rings), points([lng, lat]) → [[x, y] …] }

import { colour } from 'map/basemap.js';
import { circle, destination, groundDistanceKm, overPole } from 'map/geometry.js';
import { MARK_PX, labels } from 'map/labels.js';
import { coordinates as inWords } from 'shared/text.js';

/** Groups of the legend: id, name, curves of the path endpoint (`words`) of a kind of eclipse or with certain
 * `ids`, style. `dash` in pixels; `isOff`: hidden at first. A hybrid eclipse has a path of each kind.
 * @type {any[]} */
const GROUPS = [
  { id: 'night', name: 'Night and twilights', fill: '--c-night', alpha: 0.25, isOff: true },
  { id: 'iso', name: 'Time of greatest eclipse, UTC', words: ['iso'], stroke: '--c-iso', width: 0.75,
    isOff: true },
  { id: 'eq', name: 'Part of the Sun\u2019s diameter covered', words: ['eqn', 'eqs'], stroke: '--c-magnitude',
    width: 1 },
  { id: 'mh', name: 'Greatest at sunrise or sunset', words: ['mh'], stroke: '--c-horizon', width: 1.25,
    dash: [8, 3, 2, 3], isOff: true },
  { id: 'rs', name: 'Begins or ends at sunrise or sunset', words: ['rs'], stroke: '--c-rise', width: 1.75,
    dash: [1.75, 3.5], isOff: true },
  { id: 'p', name: 'Limits of the partial eclipse', words: ['pn', 'ps'], stroke: '--c-partial', width: 1.5,
    dash: [6, 4] },
  { id: 'total', name: 'Path of totality', words: ['area', 'tn', 'ts'], kind: 'total',
    stroke: '--c-limit', width: 1.5, fill: '--c-total', alpha: 0.35 },
  { id: 'annular', name: 'Path of annularity', words: ['area', 'tn', 'ts'], kind: 'annular',
    stroke: '--c-limit', width: 1.5, fill: '--c-annular', alpha: 0.3 },
  { id: 'c', name: 'Centre line', words: ['c'], stroke: '--c-centre', width: 2 },
  { id: 'ge', name: 'Greatest eclipse', ids: ['GE'], point: '--c-limit' },
  { id: 'pts', name: 'First and last contacts', words: ['pts'], point: '--c-limit', isOff: true },
  { id: 'shadow', name: 'Shadow at the time below', fill: '--c-shadow', alpha: 0.55 },
  { id: 'sight', name: 'Line towards the Sun', stroke: '--c-sun', width: 2 },
];
/** Names of points. */
const POINTS = { GE: 'Greatest eclipse', GD: 'Greatest duration', P1: 'Eclipse begins', U1: 'Shadow lands',
  U4: 'Shadow leaves', P4: 'Eclipse ends' };
/** A pointer within this distance of a curve is on it. */
const NEAR_PX = 7;
/** Below this zoom, only lines of full and half hours are drawn. */
const ALL_TIMES_ZOOM = 4.5;
/** Positions of a label along a line, in order of preference. */
const ALONG = [0.5, 0.38, 0.62, 0.27, 0.73, 0.18, 0.82, 0.1, 0.9];
const ALONG_TIME = [0.36, 0.64, 0.28, 0.72, 0.2, 0.8, 0.5, 0.12, 0.88];
/** Heights of low, middle and high clouds. */
const CLOUDS_KM = [2, 6, 10];
/** Depression of the Sun's centre at sunset, and at the ends of civil, nautical and astronomical twilight: the
 * regions of `/terminator`. Geodetic latitudes make their boundaries circles. */
const DEPRESSIONS = [50 / 60, 6, 12, 18];
/** Towns in the path whose names are written: this many, and more for each step of zoom. */
const TOWNS = 4, TOWNS_PER_ZOOM = 4;
const MINUTE_MS = 60000;

/** An area that fills the whole view has no visible edges: its opacity is reduced by this factor. */
const ALL_OVER = 0.25;

/** From this zoom, the umbra fades by this factor for each step, to an outline. */
const DARK_ZOOM = 4, FADING = 0.6;

const swap = ([lat, lng]) => [lng, lat];

/** Lines of a feature. */
function linesOf({ geometry: { type, coordinates } }) {
  return type === 'LineString' ? [coordinates] : type === 'MultiLineString' ? coordinates : [];
}

/** Polygons of a feature, each a list of rings. */
function areasOf({ geometry: { type, coordinates } }) {
  return type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : [];
}

function stroke(view, { stroke: paint, width, dash = [] }, lines) {
  const { context } = view;
  context.beginPath();
  for (const line of lines) view.line(line);
  context.setLineDash(dash);
  context.lineCap = 'butt';
  context.lineJoin = 'round';
  context.lineWidth = width;
  context.strokeStyle = colour(paint);
  context.stroke();
}

/** Whether the current path contains the whole view. */
function isAllOver({ context, width, height }) {
  const { a, d } = context.getTransform();
  const isIn = (x, y) => context.isPointInPath(x * a, y * d, 'evenodd');
  return isIn(0, 0) && isIn(width, 0) && isIn(0, height) && isIn(width, height);
}

function fill(view, paint, alpha, areas) {
  const { context } = view;
  if (!paint || areas.length === 0) return;
  context.fillStyle = colour(paint);
  for (const rings of areas) {
    context.beginPath();
    view.area(rings);
    context.globalAlpha = isAllOver(view) ? alpha * ALL_OVER : alpha;
    context.fill('evenodd');
  }
  context.globalAlpha = 1;
}

function dot(view, [x, y], radius, paint, ring) {
  const { context } = view;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.setLineDash([]);
  context.fillStyle = colour(paint);
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = colour(ring);
  context.stroke();
}

/** Writes a label at the first position along a line that is on the screen and free; `textAt` returns its
 * text at a place. */
function label(view, sheet, line, textAt, style, along) {
  for (const part of along) {
    const place = line[Math.round(part * (line.length - 1))];
    for (const [x, y] of view.points(place)) {
      if (sheet.write(textAt(place), x, y, style)) return;
    }
  }
}

/** The night side, darker with each twilight. */
function night(view, sun) {
  const middle = [sun[0] + 180, -sun[1]];
  for (const depression of DEPRESSIONS) {
    const ring = overPole(circle(middle, 90 - depression), middle[1] < 0 ? -90 : 90);
    fill(view, '--c-night', 0.07, [[ring]]);
  }
}

function shadow(view, { umbra, penumbra, sun }, zoom) {
  const pole = sun[0] < 0 ? -90 : 90;
  const ring = outline => overPole(outline.map(swap), pole);
  if (penumbra) {
    fill(view, '--c-shadow', 0.08, [[ring(penumbra)]]);
    stroke(view, { stroke: '--c-penumbra-edge', width: 1, dash: [2, 3] }, [penumbra.map(swap)]);
  }
  if (umbra) {
    fill(view, '--c-shadow', 0.55 * FADING ** Math.max(0, zoom - DARK_ZOOM), [[ring(umbra)]]);
    stroke(view, { stroke: '--c-shadow-edge', width: 1.5 }, [umbra.map(swap)]);
  }
}

/** The line from a place towards the Sun, with points below which low, middle and high clouds would cover
 * it. */
function sight(view, sheet, place, sun) {
  if (!sun || sun.altitude < 0.5) return;
  const at = [place.lng, place.lat];
  const under = CLOUDS_KM.map(height =>
    destination(at, sun.azimuth, groundDistanceKm(sun.altitude, height)));
  stroke(view, { stroke: '--c-sun', width: 2 }, [[at, ...under]]);
  under.forEach((point, k) => {
    for (const [x, y] of view.points(point)) {
      const [[fromX, fromY] = [x, y]] = view.points(at);
      if (Math.hypot(x - fromX, y - fromY) < 12) continue;
      dot(view, [x, y], 4, '--c-sun', '--map-halo');
      sheet.write(`${CLOUDS_KM[k]} km`, x, y - 13,
        { colour: colour('--map-text'), halo: colour('--map-halo'), size: 11 });
    }
  });
}

/** The chosen place. */
function marker(view, sheet, place) {
  for (const [x, y] of view.points([place.lng, place.lat])) {
    const { context } = view;
    context.setLineDash([]);
    for (const [paint, width] of [['--map-halo', 6], ['--c-place', 3]]) {
      context.beginPath();
      context.arc(x, y, 8, 0, 2 * Math.PI);
      context.lineWidth = width;
      context.strokeStyle = colour(paint);
      context.stroke();
    }
    if (place.title) sheet.reserve(x, y, MARK_PX);
    else sheet.mark(x, y);
    // "Burgos" of "Burgos, Castile and León, Spain".
    const name = place.title?.split(',')[0] ?? inWords(place.lat, place.lng, 2);
    const style = { colour: colour('--map-text'), halo: colour('--map-halo'), weight: 600, size: 13 };
    // Above, below, or beside: whichever place is free.
    if (!sheet.write(name, x, y - 20, style) && !sheet.write(name, x, y + 20, style)) {
      sheet.beside(name, x, y, style);
    }
  }
}

/** The curves of a group for a zoom. */
const roomFor = ({ id, features: members }, zoom) => (id === 'iso' && zoom < ALL_TIMES_ZOOM
  ? members.filter(f => /:[03]0:/.test(f.properties.from)) : members);

/** The points of the path. */
function pointsOf(view, sheet, members) {
  const style = { colour: colour('--map-text'), halo: colour('--map-halo'), size: 11 };
  for (const { id, geometry } of members) {
    for (const [x, y] of view.points(geometry.coordinates)) {
      dot(view, [x, y], id === 'GE' ? 3.5 : 2.5, '--c-limit', '--map-halo');
      sheet.reserve(x, y, 4);
      sheet.beside(POINTS[id] ?? id, x, y, { ...style, gap: 9 });
    }
  }
}

/** Names of towns and countries: { text, at, rank, isCountry, isInPath }. Of the towns in the path, up to
 * `most` are written. */
function writeNames(view, sheet, list, most = 0) {
  const halo = colour('--map-halo'), ink = colour('--map-text');
  const faint = colour('--map-country');
  let written = 0;
  for (const { text, at, rank, isCountry, isInPath } of list) {
    if (isInPath && written >= most) continue;
    for (const [x, y] of view.points(at)) {
      if (isCountry) sheet.write(text, x, y, { colour: faint, halo, size: 13, weight: 500 });
      else {
        const size = rank < 2 ? 13 : 12, weight = isInPath ? 600 : 400;
        if (!sheet.beside(text, x, y, { colour: ink, halo, size, weight, gap: 6 })) continue;
        dot(view, [x, y], 2, '--map-text', '--map-halo');
        written += Number(isInPath);
      }
    }
  }
}

/** "the partial eclipse", "totality" */
const limited = ({ path, kind }) => path[0] === 'p' ? 'the partial eclipse'
  : kind === 'annular' ? 'annularity' : 'totality';

/** The curves in the data of the page, ready to be drawn. `mountains`: the module of that name, or none. */
export function curvesOf(data, eclipse, mountains) {
  const features = [data.paths, data.limits].flatMap(collection => collection?.features ?? []);
  const isIn = ({ words, ids, kind }, { id, properties: { path, kind: own } }) =>
    ids?.includes(id) || (words?.includes(path) && (!kind || kind === own));
  const groups = GROUPS.flatMap(group => group.id === 'c' ? [...mountains?.GROUPS ?? [], group] : [group])
    .map(group => ({ ...group, features: features.filter(f => isIn(group, f)) }))
    .filter(group => !(group.words || group.ids) || group.features.length > 0);
  /** Makes a line exact in near views, once that module is loaded.
   * @type {(line: any, ...rest: any[]) => any} */
  let exactly = line => line;
  const shown = new Set(groups.filter(group => !group.isOff).map(group => group.id));
  /** The last picture: its view, zoom and bounds. */
  let last = null;

  /** Lines of some words, for distances. */
  const lines = (...words) => features.filter(f => words.includes(f.properties.path)).flatMap(linesOf);

  const exact = (feature, near) => way => exactly(way, feature.properties, near);

  function drawGroup(view, members, { stroke: line, fill: area, alpha, width, dash }, near) {
    for (const feature of members) {
      fill(view, area, alpha, areasOf(feature).map(rings => rings.map(exact(feature, near))));
    }
    if (!line) return;
    stroke(view, { stroke: line, width, dash }, members.flatMap(f => linesOf(f).map(exact(f, near))));
  }

  /** "begins at sunset": the event at a place of a curve along which the Sun is on the horizon. */
  function onHorizon([lng, lat], path) {
    const { c1, max, c4 } = eclipse.local(lat, lng, 0);
    if (!c1) return 'at sunrise or sunset';
    const isFirst = Math.abs(c1.altitude) < Math.abs(c4.altitude);
    const [word, { ms }] = path === 'mh' ? ['greatest', max] : isFirst ? ['begins', c1] : ['ends', c4];
    const isRising = eclipse.at(ms + MINUTE_MS, lat, lng, 0).altitude > eclipse.at(ms, lat, lng, 0).altitude;
    return `${word} at ${isRising ? 'sunrise' : 'sunset'}`;
  }

  /** The text on a curve at a place. */
  function shortName({ properties: { path, magnitude, from } }, place) {
    if (magnitude) return `${Math.round(magnitude * 100)} %`;
    if (path === 'iso') return from.slice(-13, -8);
    return mountains?.NAMES[path] ??
      (path === 'c' ? 'centre line' : path[0] === 'p' ? 'limit of the eclipse' : onHorizon(place, path));
  }

  /** The name of a curve or an area at a place. */
  function nameOf(feature, place) {
    const { id, properties: { path, magnitude, kind } } = feature, name = shortName(feature, place);
    if (magnitude) return `${name} of the Sun\u2019s diameter covered`;
    if (path === 'area') return kind === 'annular' ? 'Path of annularity' : 'Path of totality';
    if (path === 'iso') return `Greatest eclipse at ${name} UTC`;
    if (path === 'pts') return POINTS[id] ?? id;
    const side = { n: 'Northern', s: 'Southern' }[path[1]];
    if (path === 'sigma') return name;
    const behind = path[0] === 'l' ? ' behind mountains' : '';
    if (path !== 'rs' && side) return `${side} limit of ${limited(feature.properties)}${behind}`;
    return path === 'c' ? 'Centre line' : `Eclipse ${name}`;
  }

  /** The name of the curve at a position of the last picture, or else of the area; null if there is none.
   * `place` is [longitude, latitude] there. */
  function nameAt(x, y, place) {
    if (!last) return null;
    const { view, near } = last, { context } = view, { a, d } = context.getTransform();
    const drawn = groups.filter(({ id, words }) => words && shown.has(id))
      .flatMap(group => roomFor(group, near.zoom)).reverse();
    context.setLineDash([]);
    context.lineWidth = 2 * NEAR_PX;
    const isOn = feature => {
      context.beginPath();
      for (const line of linesOf(feature)) view.line(exact(feature, near)(line));
      return context.isPointInStroke(x * a, y * d);
    };
    const isWithin = feature => areasOf(feature).some(rings => {
      context.beginPath();
      view.area(rings);
      return context.isPointInPath(x * a, y * d, 'evenodd');
    });
    const found = drawn.find(isOn) ?? drawn.find(isWithin);
    return found ? nameOf(found, place) : null;
  }

  function writeCurves(view, sheet, zoom) {
    const halo = colour('--map-halo');
    for (const member of groups) {
      const { id, stroke: line } = member, isTime = id === 'iso', isMagnitude = id === 'eq';
      if (!shown.has(id) || !line || !member.words || member.fill) continue;
      const style = { halo, colour: colour(line), size: isMagnitude ? 12 : 11,
        weight: isMagnitude ? 600 : 400 };
      for (const feature of roomFor(member, zoom)) {
        for (const way of linesOf(feature)) {
          label(view, sheet, way, place => shortName(feature, place), style, isTime ? ALONG_TIME : ALONG);
        }
      }
    }
  }

  /** Draws everything: `state` has ms, place (null or { lat, lng, title }), sun (null or its altitude and
   * azimuth there), zoom, bounds, and names: a list to be written before the names of curves, and one after
   * them. */
  function draw(view, { ms, place, sun, zoom, bounds, names: [chief, others] }) {
    const { context, width, height } = view, near = { zoom, bounds };
    const now = eclipse.shadow(ms), sheet = labels(context, width, height, view.holds);
    const is = id => shown.has(id);
    last = { view, near };
    if (is('night')) night(view, swap(now.sun));
    for (const member of groups) {
      if (member.words && !member.point && is(member.id)) {
        drawGroup(view, roomFor(member, zoom), member, near);
      }
    }
    if (is('shadow')) shadow(view, now, zoom);
    if (place) marker(view, sheet, place);
    if (place && is('sight')) sight(view, sheet, place, sun);
    pointsOf(view, sheet, groups.filter(({ id, point }) => point && is(id)).flatMap(g => g.features));
    writeNames(view, sheet, chief, TOWNS + TOWNS_PER_ZOOM * zoom);
    writeCurves(view, sheet, zoom);
    writeNames(view, sheet, others);
  }

  return { groups, shown, lines, draw, nameAt, cloudsKm: CLOUDS_KM,
    sharpen: ({ refine }) => { exactly = refine(eclipse); } };
}
