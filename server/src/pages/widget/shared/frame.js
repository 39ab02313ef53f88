// Messages between the page and the site that embeds it.

import { iso } from 'shared/text.js';

/** Messages of one type are handled at most once in this time, ms. */
const INTERVAL_MS = 100;

/** Sends a message to the embedding site, if there is one. */
export function tell(message) {
  if (parent !== window) parent.postMessage(message, '*');
}

/** Sends a place and its local circumstances. */
export function tellPlace({ lat, lng, height = 0 }, local) {
  const { kind, magnitude, obscuration, durationSec } = local;
  const instants = Object.fromEntries(['c1', 'c2', 'max', 'c3', 'c4']
    .map(name => [name, local[name] && iso(local[name].ms)]));
  tell({ type: 'umbra:place', lat, lng, height, kind, magnitude, obscuration, durationSec, ...instants });
}

const isNumber = (x, limit) => typeof x === 'number' && Math.abs(x) <= limit;

/** Calls `act` with messages { type, … } of the embedding site only. Only the last of a quick
 * series counts. */
function hear(type, act) {
  let last = null;
  addEventListener('message', event => {
    if (event.source !== parent || event.source === window || event.data?.type !== type) return;
    if (!last) {
      setTimeout(() => {
        const message = last;
        last = null;
        act(message);
      }, INTERVAL_MS);
    }
    last = event.data;
  });
}

/** Calls `act` with each valid place of the embedding site; others are ignored. */
export function onPlace(act) {
  hear('umbra:place', ({ lat, lng, height = 0 }) => {
    if (!isNumber(lat, 90) || !isNumber(lng, 360) || !isNumber(height, 100000)) return;
    act({ lat, lng: lng - 360 * Math.round(lng / 360), height });
  });
}

/** Calls `act` with each valid instant of the embedding site, ms; others are ignored. */
export function onTime(act) {
  hear('umbra:time', ({ t }) => {
    const ms = typeof t === 'string' ? Date.parse(t) : NaN;
    if (Number.isFinite(ms)) act(ms);
  });
}
