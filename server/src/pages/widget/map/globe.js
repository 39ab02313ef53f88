// The globe: an orthographic view by d3-geo, which handles poles and the antimeridian. Loaded on demand.

import 'd3-array';
import 'd3-geo';
import { colour } from 'map/basemap.js';
import { clamp, fromMercator, wrap } from 'map/geometry.js';
import { DEEPEST } from 'map/tiles.js';
import { element } from 'shared/page.js';

/** Minimum zoom of the tiles. */
const COARSE_ZOOM = 2;
/** Zoom of the tiles of a globe at rest; one more for each doubling of its size. */
const REST_ZOOM = 2.4;
/** Zoom of a globe of normal size. */
const OWN_ZOOM = 2;
const REST_MS = 180;
const TURN_DEGREES = 15;
const CLICK_PX = 4;
const MIN_ENLARGED = 0.75, MAX_ENLARGED = 24;
/** Maximum zoom that enlarges the globe at the start: it excludes the default zoom of an address. */
const MAX_START_ZOOM = 8;
/** Edge of Mercator's tiles. Antarctica beyond it is drawn as a cap. */
const TILE_END = 85.0511;
/** Edges of tiles follow parallels, but lines are great circles: long edges are split, degrees. */
const EDGE_STEP = 2;

const QUARTERS = [[0, 0], [1, 0], [0, 1], [1, 1]];

/** Lines of a tile's layer in degrees. */
function degrees(tile, layer, type) {
  const world = 2 ** tile.z, { extent } = layer;
  const place = (x, y) => [(tile.x + x / extent) / world * 360 - 180,
    fromMercator((tile.y + y / extent) / world)];
  return layer.features.filter(f => f.type === type).flatMap(f => f.lines).map(line => {
    const found = [];
    for (let k = 0; k < line.length; k += 2) {
      const to = place(line[k], line[k + 1]), from = found[found.length - 1];
      const steps = from ? Math.ceil(Math.abs(to[0] - from[0]) / EDGE_STEP) : 1;
      for (let step = 1; step < steps; step++) {
        const part = step / steps;
        found.push([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]);
      }
      found.push(to);
    }
    return found;
  });
}

/** The shapes of a tile, cached. */
function shapesOf(tile) {
  if (!tile.shapes) {
    const of = (names, type) => names.flatMap(name => {
      const layer = tile.layers[name];
      return layer ? degrees(tile, layer, type) : [];
    });
    // d3 requires the interior on the smaller side of each ring; the even-odd rule makes holes.
    const rings = name => of([name], 3).map(ring => {
      /** @type {any} */
      const polygon = { type: 'Polygon', coordinates: [ring] };
      return d3.geoArea(polygon) > 2 * Math.PI ? { ...polygon, coordinates: [ring.reverse()] } : polygon;
    });
    tile.shapes = { land: rings('land'), lakes: rings('lakes'), lines: of(['boundaries'], 2) };
  }
  return tile.shapes;
}

/** The middle of a tile, and the distance of its corners, radians. */
const squares = new Map();
function square(z, x, y) {
  const name = `${z}/${x}/${y}`;
  if (!squares.has(name)) {
    /** @returns {[number, number]} */
    const place = (a, b) => [(x + a) / 2 ** z * 360 - 180, fromMercator((y + b) / 2 ** z)];
    const middle = place(0.5, 0.5);
    const corners = [place(0, 0), place(1, 0), place(0, 1), place(1, 1)];
    const radius = z === 0 ? Math.PI : Math.max(...corners.map(corner => d3.geoDistance(middle, corner)));
    squares.set(name, { middle, radius });
  }
  return squares.get(name);
}

/** Tiles of a zoom that come within `reach` radians of a place. */
function* tilesInView(zoom, centre, reach, z = 0, x = 0, y = 0) {
  const { middle, radius } = square(z, x, y);
  if (d3.geoDistance(middle, centre) > reach + radius) return;
  if (z === zoom) yield [z, x, y];
  else for (const [a, b] of QUARTERS) yield* tilesInView(zoom, centre, reach, z + 1, 2 * x + a, 2 * y + b);
}

export function globe(box, data, tiles, { draw, pick, isStill }) {
  const canvas = element('canvas', { class: 'scene' });
  box.append(canvas);
  const context = canvas.getContext('2d');
  const projection = d3.geoOrthographic().clipAngle(90).precision(0.5);
  const path = d3.geoPath(projection, context);
  const { obs, greatest, view: initial } = data;
  const start = obs ?? (initial.center ? { lat: initial.center[0], lng: initial.center[1] } : greatest);
  const isNear = initial.center && initial.z < MAX_START_ZOOM;
  let enlarged = isNear ? Math.max(1, 2 ** (initial.z - OWN_ZOOM)) : 1;
  let isTurning = false, resting = 0, waiting = 0, size = [0, 0];
  projection.rotate([-start.lng, -start.lat]);

  /** @returns {[number, number]} */
  const centre = () => { const [lng, lat] = projection.rotate(); return [-lng, -lat]; };

  /** Angular radius of the view, radians. */
  const reach = () => Math.asin(Math.min(1, Math.hypot(...size) / 2 / projection.scale()));

  /** Shapes of the loaded tiles. Missing tiles are fetched, then the globe is redrawn. */
  function land() {
    const deep = Math.round(REST_ZOOM + Math.log2(enlarged)) - (isTurning ? 1 : 0);
    const z = clamp(deep, COARSE_ZOOM, DEEPEST), shapes = [];
    for (const [, x, y] of tilesInView(z, centre(), reach())) {
      const tile = tiles.ready(z, x, y);
      if (tile?.z !== z) tiles.best(z, x, y).then(found => found && redraw());
      if (tile && !shapes.includes(tile)) shapes.push(tile);
    }
    return shapes.map(shapesOf);
  }

  /** Fills tile by tile, because their margins overlap. */
  function fill(shapes, layer, paint) {
    context.fillStyle = colour(paint);
    for (const shape of shapes) {
      context.beginPath();
      for (const ring of shape[layer]) path(ring);
      context.fill('evenodd');
    }
  }

  function lines(object, paint, width) {
    context.beginPath();
    path(object);
    context.setLineDash([]);
    context.lineWidth = width;
    context.strokeStyle = colour(paint);
    context.stroke();
  }

  function earth() {
    context.beginPath();
    path({ type: 'Sphere' });
    context.fillStyle = colour('--map-sea');
    context.fill();
    const shapes = land();
    fill(shapes, 'land', '--map-land');
    if (shapes.length > 0) {
      context.beginPath();
      path(d3.geoCircle().center([0, -90]).radius(90 - TILE_END + 0.5)());
      context.fill();
    }
    fill(shapes, 'lakes', '--map-sea');
    lines({ type: 'MultiLineString', coordinates: shapes.flatMap(s => s.lines) }, '--map-border', 0.8);
    lines(d3.geoGraticule10(), '--map-grid', 0.5);
  }

  const view = {
    context,
    line: coordinates => path({ type: 'LineString', coordinates }),
    area(rings) {
      /** @type {any} */
      const polygon = { type: 'Polygon', coordinates: rings };
      // d3 expects interiors on the right; no area is larger than a hemisphere.
      if (d3.geoArea(polygon) > 2.2 * Math.PI) polygon.coordinates = rings.map(ring => [...ring].reverse());
      path(polygon);
    },
    points(place) {
      return d3.geoDistance(place, centre()) < Math.PI / 2 - 0.01 ? [projection(place)] : [];
    },
  };

  function drawNow() {
    const width = box.clientWidth, height = box.clientHeight;
    if (width === 0 || height === 0) return;
    const ratio = globalThis.devicePixelRatio || 1;
    const isNew = size[0] !== width || size[1] !== height || canvas.width !== Math.round(width * ratio);
    if (isNew) {
      size = [width, height];
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    projection.translate([width / 2, height / 2]).scale(Math.min(width, height) / 2 * 0.94 * enlarged);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (!isNew) context.clearRect(0, 0, width, height);
    earth();
    const [lng, lat] = centre(), high = reach() * 180 / Math.PI;
    const wide = Math.min(180, high / Math.cos(Math.min(Math.abs(lat) + high, 89) * Math.PI / 180));
    const around = { west: lng - wide, east: lng + wide,
      south: Math.max(-TILE_END, lat - high), north: Math.min(TILE_END, lat + high) };
    const radius = projection.scale();
    const isOn = (x, y) => Math.hypot(x - width / 2, y - height / 2) < radius;
    /** Whether a box [left, top, right, bottom] is on the globe. */
    const holds = ([west, north, east, south]) =>
      isOn(west, north) && isOn(west, south) && isOn(east, north) && isOn(east, south);
    draw({ ...view, width, height, holds }, around, OWN_ZOOM + Math.log2(enlarged));
    lines({ type: 'Sphere' }, '--map-border', 1);
  }

  function redraw() {
    waiting ||= requestAnimationFrame(() => { waiting = 0; drawNow(); });
  }

  /** Draws coarse land during motion and fine land at rest. */
  function turn(lng, lat) {
    const [x, y] = projection.rotate();
    projection.rotate([x + lng, clamp(y + lat, -90, 90)]);
    isTurning = true;
    clearTimeout(resting);
    resting = setTimeout(() => { isTurning = false; redraw(); }, isStill ? 0 : REST_MS);
    redraw();
  }

  function zoom(steps) {
    enlarged = clamp(enlarged * 2 ** steps, MIN_ENLARGED, MAX_ENLARGED);
    redraw();
  }

  const api = {
    element: box, redraw, drawNow, zoom, resize: redraw, repaint: redraw,
    pan: (x, y) => turn(-x * TURN_DEGREES / enlarged, y * TURN_DEGREES / enlarged),
    fit: () => { enlarged = 1; projection.rotate([-greatest.lng, -greatest.lat]); redraw(); },
    visit(lat, lng, level) {
      enlarged = clamp(Math.max(enlarged, 2 ** (level - OWN_ZOOM)), 1, MAX_ENLARGED);
      api.go([lat, lng]);
    },
    go([lat, lng], level = api.level()) {
      enlarged = clamp(2 ** (level - OWN_ZOOM), MIN_ENLARGED, MAX_ENLARGED);
      projection.rotate([-lng, -lat]);
      redraw();
    },
    centre: () => { const [lng, lat] = centre(); return { lat, lng: wrap(lng) }; },
    level: () => OWN_ZOOM + Math.log2(enlarged),
    at(x, y) {
      const place = projection.invert([x, y]);
      const [backX, backY] = place ? projection(place) : [NaN, NaN];
      // Positions beside the globe have no place.
      return Math.hypot(backX - x, backY - y) < 1 ? place : null;
    },
    reveal: (lat, lng) => { if (view.points([lng, lat]).length === 0) api.go([lat, lng]); },
    project(lat, lng) {
      const [[x, y] = [NaN, NaN]] = view.points([lng, lat]);
      return { x, y };
    },
  };
  gestures(box, { turn, zoom, scale: () => projection.scale(), choose(x, y) {
    const place = api.at(x, y);
    if (place) pick(place[1], wrap(place[0]));
  } });
  keys(box, api);
  return api;
}

/** Names on the globe correspond to a flat map with a zoom greater by this. */
export const DEEPER = REST_ZOOM + 1 - OWN_ZOOM;

/** Drag, pinch, wheel and click. */
function gestures(box, { turn, zoom, scale, choose }) {
  const fingers = new Map();
  let moved = 0, spread = 0;
  const distance = () => {
    const [a, b] = [...fingers.values()];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  };
  box.addEventListener('pointerdown', event => {
    if (fingers.size === 0) moved = 0;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    box.setPointerCapture(event.pointerId);
    if (fingers.size === 2) spread = distance();
  });
  box.addEventListener('pointermove', event => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    const x = event.clientX - before[0], y = event.clientY - before[1];
    moved += Math.abs(x) + Math.abs(y);
    if (fingers.size === 2) {
      const now = distance();
      zoom(Math.log2(now / spread));
      spread = now;
    } else if (moved > CLICK_PX) turn(x * 57.3 / scale(), -y * 57.3 / scale());
  });
  const lift = event => {
    const isLast = fingers.delete(event.pointerId) && fingers.size === 0;
    if (!isLast || moved > CLICK_PX || event.type !== 'pointerup') return;
    const { left, top } = box.getBoundingClientRect();
    choose(event.clientX - left, event.clientY - top);
  };
  box.addEventListener('pointerup', lift);
  box.addEventListener('pointercancel', lift);
  box.addEventListener('wheel', event => {
    event.preventDefault();
    zoom(-event.deltaY / 300);
  }, { passive: false });
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function keys(box, api) {
  box.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) api.pan(arrow[0] / 2, arrow[1] / 2);
    else if (event.key === '+' || event.key === '=') api.zoom(0.5);
    else if (event.key === '-') api.zoom(-0.5);
    else return;
    event.preventDefault();
  });
}
