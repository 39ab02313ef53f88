// The colours and the names of the built-in base map.

import { fromMercator, mercator } from 'map/geometry.js';
import { DEEPEST } from 'map/tiles.js';
import { element } from 'shared/page.js';

/** Colours of the style sheet by name; cleared when the colour scheme changes. */
const colours = new Map();
const probe = element('i', { hidden: '' });
probe.style.forcedColorAdjust = 'none';
export function colour(name) {
  if (!probe.isConnected) document.body.append(probe);
  if (!colours.has(name)) {
    probe.style.color = `var(${name})`;
    colours.set(name, getComputedStyle(probe).color);
  }
  return colours.get(name);
}
export const forgetColours = () => colours.clear();

/** Names on a tile: { text, at [lng, lat], rank, isCountry, isInPath }. */
function namesOf(tile) {
  if (tile.names) return tile.names;
  const world = 2 ** tile.z, names = [];
  for (const layer of ['countries', 'places']) {
    const { features = [], extent } = tile.layers[layer] ?? {};
    for (const { type, properties, lines } of features) {
      if (type !== 1 || !properties.name) continue;
      const [x, y] = lines[0];
      // A point in the margin belongs to the neighbouring tile.
      if (x < 0 || y < 0 || x >= extent || y >= extent) continue;
      const lat = fromMercator((tile.y + y / extent) / world);
      names.push({
        text: properties.name,
        at: [(tile.x + x / extent) / world * 360 - 180, lat],
        rank: (properties.rank ?? 5) - (properties.capital ? 1 : 0),
        isCountry: layer === 'countries',
        isInPath: false,
      });
    }
  }
  return tile.names = names;
}

/** All names on the tiles of a view at a zoom. */
export function namesIn(tiles, { west, south, east, north }, zoom) {
  const z = Math.max(0, Math.min(DEEPEST, Math.round(zoom) - 1)), world = 2 ** z;
  const column = lng => Math.floor((lng + 180) / 360 * world);
  const row = lat => Math.floor(mercator(lat) * world);
  const seen = new Set(), found = [];
  for (let x = column(west); x <= Math.min(column(east), column(west) + world); x++) {
    for (let y = Math.max(0, row(north)); y <= Math.min(world - 1, row(south)); y++) {
      const tile = tiles.ready(z, ((x % world) + world) % world, y);
      if (!tile || seen.has(tile)) continue;
      seen.add(tile);
      found.push(...namesOf(tile));
    }
  }
  return found;
}
