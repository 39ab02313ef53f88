// The flat map: Leaflet moves it and loads its tiles; over them one canvas draws the eclipse, in as many
// copies of the world as are in view.
(() => {
  'use strict';
  const Umbra = globalThis.Umbra ??= {};
  const { geometry } = Umbra;

  // The library's own empty picture is a data: address, which the page's policy forbids.
  L.Util.emptyImageUrl = '';

  /** Pixels around the view within which lines are kept. */
  const MARGIN_PX = 40;
  /** Points closer together than this are one. */
  const FINEST_PX = 0.6;
  const NEAREST_ZOOM = 19;
  /** Mercator's map ends here. */
  const FARTHEST_LATITUDE = 85.0511;
  const PAN_PX = 120;
  /** A place that was chosen is not nearer to an edge than this. */
  const REVEAL_PX = 48;
  /** A fitted view is never nearer than this. */
  const FIT_ZOOM = 9;

  /** Coordinates on Mercator's map, in widths of the world, computed once for each list. */
  const projected = new WeakMap();
  function onMap(coordinates) {
    let found = projected.get(coordinates);
    if (!found) {
      const x = new Float64Array(coordinates.length), y = new Float64Array(coordinates.length);
      let west = Infinity, east = -Infinity;
      coordinates.forEach(([lng, lat], k) => {
        x[k] = lng / 360 + 0.5;
        y[k] = geometry.mercator(lat);
        west = Math.min(west, x[k]);
        east = Math.max(east, x[k]);
      });
      projected.set(coordinates, found = { x, y, west, east });
    }
    return found;
  }

  /** Keeps the part of a ring on one side of a line: `axis` 0 or 1, `sign` 1 keeps what is greater. */
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

  /** The view that curves are drawn through. */
  function viewOf(context, width, height, scale, left, top) {
    const low = -MARGIN_PX, right = width + MARGIN_PX, bottom = height + MARGIN_PX;

    /** Numbers of the worlds in which something from west to east is in view. */
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
          let points = Array.from(x, (at, i) => [(at + k) * scale - left, y[i] * scale - top]);
          points = clip(clip(points, 0, 1, low), 0, -1, right);
          points = clip(clip(points, 1, 1, low), 1, -1, bottom);
          points.forEach(([px, py], i) => (i ? context.lineTo(px, py) : context.moveTo(px, py)));
          context.closePath();
        }
      }
    }

    function points([lng, lat]) {
      const x = lng / 360 + 0.5, y = geometry.mercator(lat) * scale - top, found = [];
      if (y < low || y > bottom || Math.abs(lat) > FARTHEST_LATITUDE) return found;
      for (const k of worlds({ west: x, east: x })) found.push([(x + k) * scale - left, y]);
      return found;
    }

    return { context, width, height, line, area, points };
  }

  /** The canvas over the tiles. It is drawn anew whenever the map moves. */
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

    /** While the map glides to another zoom the drawn picture is stretched. */
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
      if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
        canvas.style.width = `${width}px`;
        canvas.style.height = `${height}px`;
      }
      const context = canvas.getContext('2d');
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      const bounds = map.getPixelBounds();
      this.paint(viewOf(context, width, height, 256 * 2 ** this.zoom, bounds.min.x, bounds.min.y));
    },
  });

  /** What the fitted view has to show: the path, or where any phase is seen. */
  function extentOf(data) {
    const features = data.paths?.features ?? [];
    const wanted = words => features.filter(f => words.includes(f.properties.path));
    const chosen = [['area'], ['c'], ['pn', 'ps', 'rs']].map(wanted).find(list => list.length > 0) ?? [];
    const bounds = L.latLngBounds([]);
    const add = part => (typeof part[0] === 'number' ? bounds.extend([part[1], part[0]]) : part.forEach(add));
    chosen.forEach(f => add(f.geometry.coordinates));
    return bounds.isValid() ? bounds : L.latLngBounds([[-60, -180], [75, 180]]);
  }

  /** An outside layer that the operator configured for this map, or the built-in one. */
  function background(data, tiles, redraw) {
    const outside = data.layers?.find(layer => layer.word === data.view.map);
    if (outside) {
      return L.tileLayer(outside.url, { maxNativeZoom: outside.maxZoom, maxZoom: NEAREST_ZOOM,
        referrerPolicy: 'strict-origin' });
    }
    return Umbra.basemap(tiles, { maxZoom: NEAREST_ZOOM }).on('painted', redraw);
  }

  /**
   * The flat map in an element. `draw(view, bounds, zoom)` draws the eclipse; `pick(lat, lng)` is called when
   * a place is chosen.
   */
  Umbra.flat = (element, data, tiles, { draw, pick, isStill }) => {
    const map = L.map(element, {
      zoomControl: false, attributionControl: false, zoomSnap: 0.5,
      minZoom: element.clientWidth > 1500 ? 2 : 1,
      maxZoom: NEAREST_ZOOM, zoomAnimation: !isStill, fadeAnimation: false, inertia: !isStill,
      markerZoomAnimation: false, wheelPxPerZoomLevel: 90,
      // The world ends in the north and the south only.
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

    const fit = () => map.fitBounds(extentOf(data), { padding: [24, 24], maxZoom: FIT_ZOOM, animate: false });
    /** A place in the copy of the world that is in view. */
    const nearby = (lat, lng) => [lat, lng + 360 * Math.round((map.getCenter().lng - lng) / 360)];
    const go = ([lat, lng], zoom, options) => map.setView(nearby(lat, lng), zoom ?? map.getZoom(), options);
    const { center, z } = data.view;
    if (center ?? data.obs) map.setView(center ?? [data.obs.lat, data.obs.lng], z);
    else fit();
    background(data, tiles, redraw).addTo(map);
    scene.addTo(map);
    map.on('click', event => pick(event.latlng.lat, geometry.wrap(event.latlng.lng)));

    return {
      element, redraw, fit, go,
      drawNow: () => scene.draw(),
      resize: () => map.invalidateSize({ animate: false }),
      pan: (x, y) => map.panBy([x * PAN_PX, y * PAN_PX], { animate: !isStill }),
      zoom: steps => map.setZoom(map.getZoom() + steps, { animate: !isStill }),
      centre: () => ({ lat: map.getCenter().lat, lng: geometry.wrap(map.getCenter().lng) }),
      level: () => map.getZoom(),
      /** Moves a place into the part of the view that nothing covers; but a little if it is in view. */
      reveal(lat, lng, covered) {
        const place = nearby(lat, lng);
        if (!map.getBounds().contains(place)) map.panTo(place, { animate: false });
        map.panInside(place, { paddingTopLeft: [REVEAL_PX, REVEAL_PX],
          paddingBottomRight: [REVEAL_PX, REVEAL_PX + covered], animate: !isStill });
      },
      /** Where a place is drawn, in pixels of the element. */
      project: (lat, lng) => map.latLngToContainerPoint(nearby(lat, lng)),
      repaint: () => map.eachLayer(layer => { if (layer.redraw) layer.redraw(); }),
    };
  };
})();
