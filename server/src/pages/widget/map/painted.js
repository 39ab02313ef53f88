// The built-in base map on the flat map: vector tiles painted on canvas in the colours of the page.

import 'leaflet';
import { colour } from 'map/basemap.js';

/** Side of a painted tile: twice the usual 256 pixels. */
const TILE_PX = 512;
const LAND = ['land'];
const LAKES = ['lakes'];
/** Lines in painting order: layers, colour, width, dashes, minimum zoom. */
const STROKES = [
  { layers: ['rivers'], stroke: '--map-river', width: 0.8, dash: [], from: 4 },
  { layers: ['admin1'], stroke: '--map-admin', width: 0.8, dash: [3, 3], from: 6 },
  { layers: ['roads'], stroke: '--map-road', width: 1, dash: [], from: 7 },
  { layers: ['boundaries'], stroke: '--map-border', width: 1, dash: [], from: 0 },
];

const isLine = feature => feature.type === 2;
const isArea = feature => feature.type === 3;

/** Adds the lines of some features to the path, scaled from tile units to pixels. */
function trace(context, layer, isIncluded, closed, scale, left, top) {
  for (const feature of layer.features) {
    if (!isIncluded(feature)) continue;
    for (const line of feature.lines) {
      context.moveTo(line[0] * scale - left, line[1] * scale - top);
      for (let k = 2; k < line.length; k += 2) {
        context.lineTo(line[k] * scale - left, line[k + 1] * scale - top);
      }
      if (closed) context.closePath();
    }
  }
}

/** Paints the part of a tile that covers a square of the map. */
function paint(context, tile, z, x, y, zoom) {
  const deeper = 2 ** (z - tile.z);
  const fill = (names, fillColour) => {
    context.beginPath();
    each(names, (layer, scale, left, top) => trace(context, layer, isArea, true, scale, left, top));
    context.fillStyle = colour(fillColour);
    context.fill('evenodd');
  };
  const each = (names, act) => {
    for (const name of names) {
      const layer = tile.layers[name];
      if (!layer) continue;
      const left = (x - tile.x * deeper) * TILE_PX, top = (y - tile.y * deeper) * TILE_PX;
      act(layer, TILE_PX * deeper / layer.extent, left, top);
    }
  };
  context.fillStyle = colour('--map-sea');
  context.fillRect(0, 0, TILE_PX, TILE_PX);
  fill(LAND, '--map-land');
  fill(LAKES, '--map-sea');
  context.lineJoin = 'round';
  for (const { layers, stroke, width, dash, from } of STROKES) {
    if (zoom < from) continue;
    context.beginPath();
    each(layers, (layer, scale, left, top) => trace(context, layer, isLine, false, scale, left, top));
    context.strokeStyle = colour(stroke);
    context.lineWidth = width * (zoom > 7 ? 1.5 : 1);
    context.setLineDash(dash);
    context.stroke();
  }
}

/** @type {new (...options: any[]) => L.GridLayer} */
const Painted = L.GridLayer.extend({
  options: { tileSize: TILE_PX, className: 'painted', keepBuffer: 1, updateWhenIdle: false },

  initialize(tiles, options) {
    this.tiles = tiles;
    L.setOptions(this, options);
  },

  createTile(coords, done) {
    const canvas = L.DomUtil.create('canvas');
    const zoom = this._map.getZoom(), z = coords.z - 1, world = 2 ** z;
    const sharp = (globalThis.devicePixelRatio || 1) * Math.max(1, 2 ** (zoom - coords.z));
    canvas.width = canvas.height = Math.round(TILE_PX * sharp);
    const x = ((coords.x % world) + world) % world;
    this.tiles.best(z, x, coords.y).then(tile => {
      const context = canvas.getContext('2d');
      context.scale(canvas.width / TILE_PX, canvas.height / TILE_PX);
      if (tile) paint(context, tile, z, x, coords.y, coords.z);
      done(tile ? null : new Error('no tile'), canvas);
      this.fire('painted');
    });
    return canvas;
  },
});

/** A Leaflet layer that paints tiles. */
export const basemap = (tiles, options) => new Painted(tiles, options);
