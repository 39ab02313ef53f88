// The limits of the path behind the mountains of the Moon; only maps that have them load this.

import { bearing, nearest } from 'map/geometry.js';
import { behindMountains } from 'shared/limb.js';

export { behindMountains };

/** Groups of the legend, as in `curves.js`. */
export const GROUPS = [
  { id: 'sigma', name: 'Standard error of these limits', words: ['sigma'], fill: '--c-mountains', alpha: 0.3 },
  { id: 'limb', name: 'Limits behind mountains', words: ['ln', 'ls'], stroke: '--c-mountains', width: 1.5 },
];

const LIMIT = 'limit behind mountains';
/** Names of their curves. */
export const NAMES = { ln: LIMIT, ls: LIMIT, sigma: 'Standard error of this limit' };

/** Distance and direction to the nearest limit: { km, direction }, or null. */
export function nearestLimit(curves, { lng, lat }) {
  const edge = nearest(curves.lines('ln', 'ls'), [lng, lat]);
  return edge && { km: edge.km, direction: bearing([lng, lat], edge.at) };
}
