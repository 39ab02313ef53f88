// The map on paper: the middle of the screen's, in light colours, as wide as the page.

import { forgetColours } from 'map/basemap.js';

/** The names of a wider map would be too small on paper. */
const MAX_WIDTH_PX = 900;
/** Maximum height by the width: the table of contacts begins on the same page. */
const MAX_HEIGHT = 0.68;

/** Redraws the map in a stage while the page is printed. No tile is fetched: the printed part is on the
 * screen. `view()` returns the visible view, `address()` the address below the map. */
export function printWell(stage, view, address) {
  function redraw(isPrinting) {
    if (isPrinting) {
      const width = Math.min(stage.clientWidth, MAX_WIDTH_PX);
      stage.style.setProperty('--wide', String(width));
      stage.style.setProperty('--high', String(Math.round(Math.min(stage.clientHeight, MAX_HEIGHT * width))));
      document.getElementById('panel').dataset.address = address();
    }
    document.body.classList.toggle('printing', isPrinting);
    document.documentElement.style.colorScheme = isPrinting ? 'light' : '';
    forgetColours();
    view().resize();
    view().repaint();
    // On paper, a canvas that was cleared would hide what is below it; a new one is empty.
    for (const canvas of stage.querySelectorAll('canvas.scene')) canvas.width = 0;
    view().drawNow();
  }
  addEventListener('beforeprint', () => redraw(true));
  addEventListener('afterprint', () => redraw(false));
}
