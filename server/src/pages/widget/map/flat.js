// The flat map: Leaflet handles motion and tiles. A canvas above them draws the eclipse, once for each
// visible copy of the world.

import 'leaflet';
import { fitPath } from 'map/fit.js';
import { mercator, wrap } from 'map/geometry.js';
import { basemap } from 'map/painted.js';

// Leaflet's empty picture is a data: URL, which the policy of the page forbids.
L.Util.emptyImageUrl = '';

/** Lines are clipped this far outside the view. */
const MARGIN_PX = 40;
/** Points closer together than this are merged. */
const FINEST_PX = 0.6;
const NEAREST_ZOOM = 19;
/** Latitude of the edge of Mercator's map. */
const FARTHEST_LATITUDE = 85.0511;
const PAN_PX = 120;
/** Minimum distance of a chosen place from the edge of the view. */
const REVEAL_PX = 48;

/** Coordinates on Mercator's map in widths of the world, cached by list. */
const projected = new WeakMap();
function onMap(coordinates) {
  let found = projected.get(coordinates);
  if (!found) {
    const x = new Float64Array(coordinates.length), y = new Float64Array(coordinates.length);
    let west = Infinity, east = -Infinity;
    coordinates.forEach(([lng, lat], k) => {
      x[k] = lng / 360 + 0.5;
      y[k] = mercator(lat);
      west = Math.min(west, x[k]);
      east = Math.max(east, x[k]);
    });
    projected.set(coordinates, found = { x, y, west, east });
  }
  return found;
}

/** Clips a ring at a line: `axis` is 0 or 1, `sign` 1 keeps the greater side. */
function clip(ring, axis, sign, edge) {
  const kept = [], isIn = point => (point[axis] - edge) * sign >= 0;
  ring.forEach((point, k) => {
    const before = ring[(k || ring.length) - 1];
    if (isIn(point) !== isIn(before)) {
      const part = (edge - before[axis]) / (point[axis] - before[axis]);
      kept.push([before[0] + part * (point[0] - before[0]), before[1] + part * (point[1] - before[1])]);
    }
    if (isIn(point)) kept.push(point);
  });
  return kept;
}

/** The projection for curves. */
function viewOf(context, width, height, scale, left, top) {
  const low = -MARGIN_PX, right = width + MARGIN_PX, bottom = height + MARGIN_PX;

  /** Numbers of the copies of the world in which the range from west to east is in view. */
  function* worlds({ west, east }) {
    const last = Math.floor((left + right) / scale - west);
    for (let k = Math.ceil((left + low) / scale - east); k <= last; k++) yield k;
  }

  function line(coordinates) {
    const shape = onMap(coordinates), { x, y } = shape;
    for (const k of worlds(shape)) {
      let isDrawn = false, beforeX = 0, beforeY = 0;
      for (let i = 0; i < x.length; i++) {
        const px = (x[i] + k) * scale - left, py = y[i] * scale - top;
        if (i > 0) {
          const isAway = (px < low && beforeX < low) || (px > right && beforeX > right) ||
            (py < low && beforeY < low) || (py > bottom && beforeY > bottom);
          const isNear = Math.abs(px - beforeX) + Math.abs(py - beforeY) < FINEST_PX && i < x.length - 1;
          if (isNear && isDrawn) continue;
          if (isAway) isDrawn = false;
          else {
            if (!isDrawn) context.moveTo(beforeX, beforeY);
            context.lineTo(px, py);
            isDrawn = true;
          }
        }
        beforeX = px;
        beforeY = py;
      }
    }
  }

  function area(rings) {
    for (const ring of rings) {
      const shape = onMap(ring), { x, y } = shape;
      for (const k of worlds(shape)) {
        let corners = Array.from(x, (at, i) => [(at + k) * scale - left, y[i] * scale - top]);
        corners = clip(clip(corners, 0, 1, low), 0, -1, right);
        corners = clip(clip(corners, 1, 1, low), 1, -1, bottom);
        corners.forEach(([px, py], i) => (i ? context.lineTo(px, py) : context.moveTo(px, py)));
        context.closePath();
      }
    }
  }

  function points([lng, lat]) {
    const x = lng / 360 + 0.5, y = mercator(lat) * scale - top, found = [];
    if (y < low || y > bottom || Math.abs(lat) > FARTHEST_LATITUDE) return found;
    for (const k of worlds({ west: x, east: x })) found.push([(x + k) * scale - left, y]);
    return found;
  }

  return { context, width, height, line, area, points };
}

/** The canvas above the tiles, redrawn whenever the map moves. */
/** @type {new (draw: (view: any) => void) => any} */
const Scene = L.Layer.extend({
  initialize(draw) { this.paint = draw; },

  onAdd(map) {
    this.canvas = L.DomUtil.create('canvas', 'scene leaflet-zoom-animated', map.getPanes().overlayPane);
  },

  onRemove() { this.canvas.remove(); },

  getEvents() {
    return { move: this.draw, zoom: this.draw, viewreset: this.draw, moveend: this.draw, resize: this.draw,
      zoomanim: this.follow };
  },

  /** During a zoom animation the drawn picture is scaled. */
  follow({ center, zoom }) {
    const map = this._map, scale = map.getZoomScale(zoom, this.zoom);
    const middle = map.project(this.center, zoom).subtract(map._getNewPixelOrigin(center, zoom));
    L.DomUtil.setTransform(this.canvas, middle.subtract(map.getSize().multiplyBy(scale / 2)), scale);
  },

  draw() {
    const map = this._map;
    if (!map) return;
    const { x: width, y: height } = map.getSize(), ratio = globalThis.devicePixelRatio || 1;
    const { canvas } = this;
    this.zoom = map.getZoom();
    this.center = map.getCenter();
    L.DomUtil.setPosition(canvas, map.containerPointToLayerPoint([0, 0]));
    const isNew = canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio);
    if (isNew) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    const context = canvas.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (!isNew) context.clearRect(0, 0, width, height);
    const bounds = map.getPixelBounds();
    this.paint(viewOf(context, width, height, 256 * 2 ** this.zoom, bounds.min.x, bounds.min.y));
  },
});

/** An external layer that the operator configured for this map, or the built-in one. */
function background(data, tiles, redraw) {
  const outside = data.layers?.find(layer => layer.word === data.view.map);
  if (outside) {
    return L.tileLayer(outside.url, { maxNativeZoom: outside.maxZoom, maxZoom: NEAREST_ZOOM,
      referrerPolicy: 'strict-origin' });
  }
  return basemap(tiles, { maxZoom: NEAREST_ZOOM }).on('painted', redraw);
}

/**
 * The flat map in an element. `draw(view, bounds, zoom)` draws the eclipse; `pick(lat, lng)` is called when
 * a place is chosen.
 */
export function flat(element, data, tiles, { draw, pick, isStill }) {
  const map = L.map(element, {
    zoomControl: false, attributionControl: false, zoomSnap: 0.5,
    minZoom: element.clientWidth > 1500 ? 2 : 1,
    maxZoom: NEAREST_ZOOM, zoomAnimation: !isStill, fadeAnimation: false, inertia: !isStill,
    markerZoomAnimation: false, wheelPxPerZoomLevel: 90,
    // The map scrolls endlessly to the east and west.
    maxBounds: [[-FARTHEST_LATITUDE, -Infinity], [FARTHEST_LATITUDE, Infinity]], maxBoundsViscosity: 1,
  });
  const around = () => {
    const bounds = map.getBounds();
    return { west: bounds.getWest(), east: bounds.getEast(), south: bounds.getSouth(),
      north: bounds.getNorth() };
  };
  const scene = new Scene(view => draw(view, around(), map.getZoom()));
  let waiting = 0;
  const redraw = () => { waiting ||= requestAnimationFrame(() => { waiting = 0; scene.draw(); }); };

  const fit = () => fitPath(map, data);
  /** A place in the visible copy of the world. */
  /** @returns {[number, number]} */
  const nearby = (lat, lng) => [lat, lng + 360 * Math.round((map.getCenter().lng - lng) / 360)];
  const go = ([lat, lng], zoom, options) => map.setView(nearby(lat, lng), zoom ?? map.getZoom(), options);
  const { center, z } = data.view;
  if (center ?? data.obs) map.setView(center ?? [data.obs.lat, data.obs.lng], z);
  else fit();
  const base = background(data, tiles, redraw).addTo(map);
  scene.addTo(map);
  map.on('click', event => pick(event.latlng.lat, wrap(event.latlng.lng)));

  return {
    element, redraw, fit, go,
    drawNow: () => scene.draw(),
    resize: () => map.invalidateSize({ animate: false }),
    pan: (x, y) => map.panBy([x * PAN_PX, y * PAN_PX], { animate: !isStill }),
    zoom: steps => map.setZoom(map.getZoom() + steps, { animate: !isStill }),
    centre: () => ({ lat: map.getCenter().lat, lng: wrap(map.getCenter().lng) }),
    level: () => map.getZoom(),
    /** Shows a place in the middle of the uncovered part of the view, no farther out than a zoom. */
    visit(lat, lng, zoom, covered) {
      const nearest = Math.max(zoom, map.getZoom());
      const middle = map.project(nearby(lat, lng), nearest).add([0, covered / 2]);
      map.setView(map.unproject(middle, nearest), nearest, { animate: false });
    },
    /** Moves a place into the uncovered part of the view, as little as possible. */
    reveal(lat, lng, covered) {
      const place = nearby(lat, lng);
      if (!map.getBounds().contains(place)) map.panTo(place, { animate: false });
      map.panInside(place, { paddingTopLeft: [REVEAL_PX, REVEAL_PX],
        paddingBottomRight: [REVEAL_PX, REVEAL_PX + covered], animate: !isStill });
    },
    /** The place [longitude, latitude] at a position in pixels of the element. */
    at(x, y) {
      const { lat, lng } = map.containerPointToLatLng([x, y]);
      return [wrap(lng), lat];
    },
    /** Position of a place in pixels of the element. */
    project: (lat, lng) => map.latLngToContainerPoint(nearby(lat, lng)),
    /** Paints the built-in map again. At fractional zooms, Leaflet's redraw() requests tiles of them. */
    repaint() { if (!(base instanceof L.TileLayer)) base.remove().addTo(map); },
  };
}
