// The curves in the page are accurate to a few hundred metres. In near views they are computed exactly.

import { bearing, destination } from 'map/geometry.js';

/** From this zoom, the difference is visible. */
const FROM_ZOOM = 7;
/** The exact curve is within this distance of the chord. */
const REACH_KM = 2;
/** Distance of vertices of the exact curve, and their maximum number in a chord. */
const PIECE_PX = 40;
const MAX_PIECES = 24;
/** Curves that can be computed. */
const CURVES = ['c', 'tn', 'ts', 'area', 'pn', 'ps'];
/** Part of the view's size that is computed beyond each edge, for small movements. */
const MARGIN = 0.5;

/** The part of a chord in a box: [from, to] from 0 to 1, or null. */
function within([x0, y0], [x1, y1], { west, east, south, north }) {
  let from = 0, to = 1;
  for (const [step, room] of [[x0 - x1, x0 - west], [x1 - x0, east - x0], [y0 - y1, y0 - south],
    [y1 - y0, north - y0]]) {
    if (step === 0) { if (room < 0) return null; } else if (step < 0) from = Math.max(from, room / step);
    else to = Math.min(to, room / step);
  }
  return from < to ? [from, to] : null;
}

/** Returns a function that makes the visible part of a line exact in near views. */
export function refine(eclipse) {
  /** The last computed lines, with their box and zoom. */
  let box = null, nearness = 0, perDegree = 0, made = new Map();

  function enlarge({ west, east, south, north }) {
    const wide = (east - west) * MARGIN, high = (north - south) * MARGIN;
    return { west: west - wide, east: east + wide, south: south - high, north: north + high };
  }

  const holds = (outer, inner) => outer && outer.west <= inner.west && outer.east >= inner.east &&
    outer.south <= inner.south && outer.north >= inner.north;

  function refined(line, curve, magnitude) {
    const found = [line[0]];
    for (let k = 1; k < line.length; k++) {
      const a = line[k - 1], b = line[k];
      // The view may be in another copy of the world.
      const turn = 360 * Math.round(((box.west + box.east) / 2 - a[0]) / 360);
      const part = within([a[0] + turn, a[1]], [b[0] + turn, b[1]], box);
      const across = part && bearing(a, b) + 90;
      const pixels = part && Math.hypot(b[0] - a[0], b[1] - a[1]) * (part[1] - part[0]) * perDegree;
      const pieces = Math.min(Math.ceil(pixels / PIECE_PX), MAX_PIECES);
      for (let piece = 0; part && piece <= pieces; piece++) {
        const t = part[0] + (part[1] - part[0]) * piece / pieces;
        if (t <= 0 || t >= 1) continue;
        const at = [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
        const km = eclipse.meets(curve, magnitude, at, 0, across, -REACH_KM, REACH_KM);
        found.push(km === null ? at : destination(at, across, km));
      }
      found.push(b);
    }
    return found;
  }

  return (line, { path, magnitude }, view) => {
    const curve = magnitude ? 'magnitude' : path;
    if (!(view.zoom >= FROM_ZOOM && (magnitude || CURVES.includes(path)) && view.bounds)) return line;
    if (!holds(box, view.bounds) || nearness !== Math.floor(view.zoom)) {
      box = enlarge(view.bounds);
      nearness = Math.floor(view.zoom);
      perDegree = 256 * 2 ** nearness / 360;
      made = new Map();
    }
    if (!made.has(line)) made.set(line, refined(line, curve, magnitude));
    return made.get(line);
  };
}
