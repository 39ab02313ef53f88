// The globe: an orthographic view by d3-geo, which knows poles and the antimeridian. Loaded when wanted.
(() => {
  'use strict';
  const Umbra = globalThis.Umbra ??= {};
  const { geometry } = Umbra;

  /** Tiles of which the land is drawn while the globe turns. */
  const COARSE_ZOOM = 2;
  /** At rest an enlarged globe takes tiles deeper by one for each doubling, beginning with this. */
  const REST_ZOOM = 2.4;
  /** Zoom of a globe that is not enlarged. */
  const OWN_ZOOM = 2;
  const REST_MS = 180;
  const TURN_DEGREES = 15;
  const CLICK_PX = 4;
  const MOST_ENLARGED = 24;
  /** Nearer views than this are asked for by default: they are no wish to see the globe enlarged. */
  const NEAREST_ASKED = 8;
  /** Beyond this Mercator's tiles have nothing: the ice of Antarctica is drawn as a cap. */
  const TILE_END = 85.0511;
  /** Edges of tiles follow parallels, arcs do not: steps of this many degrees keep them together. */
  const EDGE_STEP = 2;

  const QUARTERS = [[0, 0], [1, 0], [0, 1], [1, 1]];

  const { DEEPEST } = Umbra.tiles;

  /** Lines of a tile's layer in degrees. */
  function degrees(tile, layer, type) {
    const world = 2 ** tile.z, { extent } = layer;
    const place = (x, y) => [(tile.x + x / extent) / world * 360 - 180,
      geometry.fromMercator((tile.y + y / extent) / world)];
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

  /** What the globe draws of a tile, computed once. */
  function shapesOf(tile) {
    if (!tile.shapes) {
      const of = (names, type) => names.flatMap(name => {
        const layer = tile.layers[name];
        return layer ? degrees(tile, layer, type) : [];
      });
      // Each ring by itself with its inside on the smaller side, as d3 wants it; even and odd makes holes.
      const rings = name => of([name], 3).map(ring => {
        const polygon = { type: 'Polygon', coordinates: [ring] };
        return d3.geoArea(polygon) > 2 * Math.PI ? { ...polygon, coordinates: [ring.reverse()] } : polygon;
      });
      tile.shapes = { land: rings('land'), lakes: rings('lakes'), lines: of(['boundaries'], 2) };
    }
    return tile.shapes;
  }

  /** The middle of a square of the pyramid, and how far its corners are from it, radians. */
  const squares = new Map();
  function square(z, x, y) {
    const name = `${z}/${x}/${y}`;
    if (!squares.has(name)) {
      const place = (a, b) => [(x + a) / 2 ** z * 360 - 180, geometry.fromMercator((y + b) / 2 ** z)];
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

  Umbra.globe = (element, data, tiles, { draw, pick, isStill }) => {
    const canvas = Umbra.element('canvas', { class: 'scene' });
    element.append(canvas);
    const context = canvas.getContext('2d');
    const projection = d3.geoOrthographic().clipAngle(90).precision(0.5);
    const path = d3.geoPath(projection, context);
    const { obs, greatest, view: asked } = data;
    const start = obs ?? (asked.center ? { lat: asked.center[0], lng: asked.center[1] } : greatest);
    const isNear = asked.center && asked.z < NEAREST_ASKED;
    let enlarged = isNear ? Math.max(1, 2 ** (asked.z - OWN_ZOOM)) : 1;
    let isTurning = false, resting = 0, waiting = 0, size = [0, 0];
    projection.rotate([-start.lng, -start.lat]);

    const centre = () => { const [lng, lat] = projection.rotate(); return [-lng, -lat]; };

    /** How far from the middle the view reaches, radians. */
    const reach = () => Math.asin(Math.min(1, Math.hypot(...size) / 2 / projection.scale()));

    /** Land of the tiles that are here; missing ones are fetched and drawn when they come. */
    function land() {
      const deep = Math.round(REST_ZOOM + Math.log2(enlarged)) - (isTurning ? 1 : 0);
      const z = geometry.clamp(deep, COARSE_ZOOM, DEEPEST), shapes = [];
      for (const [zoom, x, y] of tilesInView(z, centre(), reach())) {
        const tile = tiles.ready(zoom, x, y);
        if (tile?.z !== zoom) tiles.best(zoom, x, y).then(found => found && redraw());
        if (tile && !shapes.includes(tile)) shapes.push(tile);
      }
      return shapes.map(shapesOf);
    }

    /** Tile by tile, for their margins overlap. */
    function fill(shapes, layer, colour) {
      context.fillStyle = Umbra.colour(colour);
      for (const shape of shapes) {
        context.beginPath();
        for (const ring of shape[layer]) path(ring);
        context.fill('evenodd');
      }
    }

    function lines(object, colour, width) {
      context.beginPath();
      path(object);
      context.setLineDash([]);
      context.lineWidth = width;
      context.strokeStyle = Umbra.colour(colour);
      context.stroke();
    }

    function earth() {
      context.beginPath();
      path({ type: 'Sphere' });
      context.fillStyle = Umbra.colour('--map-sea');
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
        const polygon = { type: 'Polygon', coordinates: rings };
        // Interiors are on the right of a ring here; nothing that is drawn is larger than a hemisphere.
        if (d3.geoArea(polygon) > 2.2 * Math.PI) polygon.coordinates = rings.map(ring => [...ring].reverse());
        path(polygon);
      },
      points(place) {
        return d3.geoDistance(place, centre()) < Math.PI / 2 - 0.01 ? [projection(place)] : [];
      },
    };

    function drawNow() {
      const width = element.clientWidth, height = element.clientHeight;
      if (width === 0 || height === 0) return;
      const ratio = globalThis.devicePixelRatio || 1;
      if (size[0] !== width || size[1] !== height || canvas.width !== Math.round(width * ratio)) {
        size = [width, height];
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
      }
      projection.translate([width / 2, height / 2]).scale(Math.min(width, height) / 2 * 0.94 * enlarged);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      earth();
      const [lng, lat] = centre(), high = reach() * 180 / Math.PI;
      const wide = Math.min(180, high / Math.cos(Math.min(Math.abs(lat) + high, 89) * Math.PI / 180));
      const around = { west: lng - wide, east: lng + wide,
        south: Math.max(-TILE_END, lat - high), north: Math.min(TILE_END, lat + high) };
      draw({ ...view, width, height }, around, OWN_ZOOM + Math.log2(enlarged));
      lines({ type: 'Sphere' }, '--map-border', 1);
    }

    function redraw() {
      waiting ||= requestAnimationFrame(() => { waiting = 0; drawNow(); });
    }

    /** Coarse land while it moves, fine land a moment later. */
    function turn(lng, lat) {
      const [x, y] = projection.rotate();
      projection.rotate([x + lng, geometry.clamp(y + lat, -90, 90)]);
      isTurning = true;
      clearTimeout(resting);
      resting = setTimeout(() => { isTurning = false; redraw(); }, isStill ? 0 : REST_MS);
      redraw();
    }

    function zoom(steps) {
      enlarged = geometry.clamp(enlarged * 2 ** steps, 0.75, MOST_ENLARGED);
      redraw();
    }

    const api = {
      element, redraw, drawNow, zoom, resize: redraw, repaint: redraw,
      pan: (x, y) => turn(-x * TURN_DEGREES / enlarged, y * TURN_DEGREES / enlarged),
      fit: () => { enlarged = 1; projection.rotate([-greatest.lng, -greatest.lat]); redraw(); },
      go: ([lat, lng]) => { projection.rotate([-lng, -lat]); redraw(); },
      centre: () => { const [lng, lat] = centre(); return { lat, lng: geometry.wrap(lng) }; },
      level: () => Math.round(OWN_ZOOM + Math.log2(enlarged)),
      reveal: (lat, lng) => { if (view.points([lng, lat]).length === 0) api.go([lat, lng]); },
      project(lat, lng) {
        const [[x, y] = [NaN, NaN]] = view.points([lng, lat]);
        return { x, y };
      },
    };
    gestures(element, { turn, zoom, scale: () => projection.scale(), choose(x, y) {
      const place = projection.invert([x, y]);
      const [backX, backY] = place ? projection(place) : [NaN, NaN];
      // Beside the globe there is no place.
      if (Math.hypot(backX - x, backY - y) < 1) pick(place[1], geometry.wrap(place[0]));
    } });
    keys(element, api, pick);
    return api;
  };

  /** Names on the globe are those of tiles which a flat map would have at a zoom greater by this. */
  Umbra.globe.DEEPER = REST_ZOOM + 1 - OWN_ZOOM;

  /** Drag, pinch, wheel and click. */
  function gestures(element, { turn, zoom, scale, choose }) {
    const fingers = new Map();
    let moved = 0, spread = 0;
    const distance = () => {
      const [a, b] = [...fingers.values()];
      return Math.hypot(a[0] - b[0], a[1] - b[1]);
    };
    element.addEventListener('pointerdown', event => {
      if (fingers.size === 0) moved = 0;
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      element.setPointerCapture(event.pointerId);
      if (fingers.size === 2) spread = distance();
    });
    element.addEventListener('pointermove', event => {
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
      const box = element.getBoundingClientRect();
      choose(event.clientX - box.left, event.clientY - box.top);
    };
    element.addEventListener('pointerup', lift);
    element.addEventListener('pointercancel', lift);
    element.addEventListener('wheel', event => {
      event.preventDefault();
      zoom(-event.deltaY / 300);
    }, { passive: false });
  }

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function keys(element, api) {
    element.addEventListener('keydown', event => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const arrow = ARROWS[event.key];
      if (arrow) api.pan(arrow[0] / 2, arrow[1] / 2);
      else if (event.key === '+' || event.key === '=') api.zoom(0.5);
      else if (event.key === '-') api.zoom(-0.5);
      else return;
      event.preventDefault();
    });
  }
})();
