// The address follows the map: reload, Back and the browser's own share button keep the view.

import { hasKey } from 'shared/page.js';

/** Shortest time between two changes of the address, ms: browsers allow a hundred in half a minute. */
const PAUSE_MS = 500;
/** Differences of a view beyond these digits are not changes. */
const DIGITS = 5;
/** In a frame, the history is that of the embedding site. With a key, the new address would not open. */
const isOurs = parent === window && !hasKey;

const textOf = entry =>
  JSON.stringify(entry, (_, x) => (typeof x === 'number' ? Number(x.toFixed(DIGITS)) : x));

/** `now()` returns { place, view: { kind, centre, level } }, `address(entry)` the address of one, and
 * `restore(entry)` shows one to which the reader returns. Entries have the exact view; addresses round it. */
export function historyOf(now, address, restore) {
  if (!isOurs) return { follow() {}, write() {}, add() {} };
  let timer = 0, written = textOf(now());
  history.replaceState(now(), '');

  function settle(entry) {
    clearTimeout(timer);
    timer = 0;
    written = textOf(entry);
  }
  function write() {
    const entry = now(), isNew = textOf(entry) !== written;
    settle(entry);
    if (isNew) history.replaceState(entry, '', address(entry));
  }
  addEventListener('popstate', async ({ state }) => {
    if (!state) return;
    settle(state);
    await restore(state);
    write();
  });
  return {
    /** The view may have changed: the address follows soon. */
    follow() { timer ||= setTimeout(write, PAUSE_MS); },
    /** Writes the address of the current view. */
    write,
    /** Adds an entry for a newly chosen place. */
    add() {
      const entry = now();
      settle(entry);
      history.pushState(entry, '', address(entry));
    },
  };
}
