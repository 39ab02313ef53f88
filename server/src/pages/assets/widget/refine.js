// Curves of the page are good to a few hundred metres. In near views they are made exact by the elements.
(() => {
  'use strict';
  const Umbra = globalThis.Umbra ??= {};
  const { geometry } = Umbra;

  /** From here on the difference could be seen. */
  const FROM_ZOOM = 7;
  /** The curve lies within this of its drawn chord. */
  const REACH_KM = 2;
  /** The exact curve has a vertex every so many pixels, but no more than so many in a chord. */
  const PIECE_PX = 40;
  const MOST_PIECES = 24;
  const HALVINGS = 12;
  const GOLDEN = (Math.sqrt(5) - 1) / 2;
  /** Around the view so much more of it is made exact, so that it may move a little. */
  const MARGIN = 0.5;

  /** The part of a chord that lies in a box: [from, to] as parts of it, or null. */
  function within([x0, y0], [x1, y1], { west, east, south, north }) {
    let from = 0, to = 1;
    for (const [step, room] of [[x0 - x1, x0 - west], [x1 - x0, east - x0], [y0 - y1, y0 - south],
      [y1 - y0, north - y0]]) {
      if (step === 0) { if (room < 0) return null; } else if (step < 0) from = Math.max(from, room / step);
      else to = Math.min(to, room / step);
    }
    return from < to ? [from, to] : null;
  }

  /** Where a condition changes between two distances along a way; null if it does not. */
  Umbra.edge = (isInside, low, high) => {
    const atLow = isInside(low);
    if (isInside(high) === atLow) return null;
    for (let k = 0; k < HALVINGS; k++) {
      const middle = (low + high) / 2;
      if (isInside(middle) === atLow) low = middle; else high = middle;
    }
    return (low + high) / 2;
  };

  /** Where a function is least along a way. */
  Umbra.least = (f, low, high) => {
    let a = high - GOLDEN * (high - low), b = low + GOLDEN * (high - low), fa = f(a), fb = f(b);
    for (let k = 0; k < 2 * HALVINGS; k++) {
      if (fa < fb) { high = b; b = a; fb = fa; a = high - GOLDEN * (high - low); fa = f(a); }
      else { low = a; a = b; fa = fb; b = low + GOLDEN * (high - low); fb = f(b); }
    }
    return (low + high) / 2;
  };

  /** How an eclipse's curves are found along a way: `find[word](place, low, high, height)` is the distance at
   * which the way `place(km)` → [longitude, latitude] meets the curve, or null; `find.magnitude(q)` is the
   * same for a line of equal magnitude. */
  Umbra.exact = eclipse => {
    const seen = ([lng, lat], height = 0) => eclipse.local(lat, lng, height);
    const isCentral = kind => kind === 'total' || kind === 'annular', isPartial = kind => kind !== 'none';
    const limit = test => (place, low, high, height) =>
      Umbra.edge(km => test(seen(place(km), height).kind), low, high);
    const separation = (place, height) => {
      const { max } = seen(place, height);
      return max ? eclipse.at(max.ms, place[1], place[0], height).separation : Infinity;
    };
    const centre = (place, low, high, height) =>
      Umbra.least(km => separation(place(km), height), low, high);
    const central = limit(isCentral), partial = limit(isPartial);
    const magnitude = q => (place, low, high, height) =>
      Umbra.edge(km => seen(place(km), height).magnitude > q, low, high);
    return { magnitude, c: centre, tn: central, ts: central, area: central, pn: partial, ps: partial };
  };

  /** Lines as they are, or in a near view exact in what is seen of them. */
  Umbra.refine = eclipse => {
    const find = Umbra.exact(eclipse);
    /** What was computed last, with where and how near. */
    let box = null, nearness = 0, perDegree = 0, made = new Map();

    function enlarge({ west, east, south, north }) {
      const wide = (east - west) * MARGIN, high = (north - south) * MARGIN;
      return { west: west - wide, east: east + wide, south: south - high, north: north + high };
    }

    const holds = (outer, inner) => outer && outer.west <= inner.west && outer.east >= inner.east &&
      outer.south <= inner.south && outer.north >= inner.north;

    function exact(line, meet) {
      const found = [line[0]];
      for (let k = 1; k < line.length; k++) {
        const a = line[k - 1], b = line[k];
        // The view may be a world away from the line.
        const turn = 360 * Math.round(((box.west + box.east) / 2 - a[0]) / 360);
        const part = within([a[0] + turn, a[1]], [b[0] + turn, b[1]], box);
        const across = part && geometry.bearing(a, b) + 90;
        const pixels = part && Math.hypot(b[0] - a[0], b[1] - a[1]) * (part[1] - part[0]) * perDegree;
        const pieces = Math.min(Math.ceil(pixels / PIECE_PX), MOST_PIECES);
        for (let piece = 0; part && piece <= pieces; piece++) {
          const t = part[0] + (part[1] - part[0]) * piece / pieces;
          if (t <= 0 || t >= 1) continue;
          const at = [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
          const km = meet(way => geometry.destination(at, across, way), -REACH_KM, REACH_KM);
          found.push(km === null ? at : geometry.destination(at, across, km));
        }
        found.push(b);
      }
      return found;
    }

    return (line, { path, magnitude }, view) => {
      const meet = magnitude ? find.magnitude(magnitude) : find[path];
      if (!(view.zoom >= FROM_ZOOM && meet && view.bounds)) return line;
      if (!holds(box, view.bounds) || nearness !== Math.floor(view.zoom)) {
        box = enlarge(view.bounds);
        nearness = Math.floor(view.zoom);
        perDegree = 256 * 2 ** nearness / 360;
        made = new Map();
      }
      if (!made.has(line)) made.set(line, exact(line, meet));
      return made.get(line);
    };
  };
})();
