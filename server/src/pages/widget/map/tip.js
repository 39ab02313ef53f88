// The name of the curve under the pointer: on a desk when the mouse is on it, on a phone after a tap.

import { element } from 'shared/page.js';

/** Time for which a name is shown after a tap, ms. */
const TAP_MS = 4000;
const AWAY_PX = 14;

/** Shows names in an element; `nameAt(x, y)` returns the name at a position in it, or null. */
export function tipOn(stage, nameAt) {
  const tip = element('p', { class: 'tip', 'aria-hidden': 'true', hidden: '' });
  let waiting = 0, timer = 0;
  stage.append(tip);

  function show(event) {
    const { left, top, width } = stage.getBoundingClientRect();
    const x = event.clientX - left, y = event.clientY - top;
    const name = event.target.closest('.view') ? nameAt(x, y) : null;
    tip.hidden = name === null;
    if (name === null) return;
    tip.textContent = name;
    const half = tip.offsetWidth / 2;
    tip.style.left = `${Math.min(Math.max(x, half), width - half)}px`;
    tip.style.top = `${y > 60 ? y - AWAY_PX : y + 3 * AWAY_PX}px`;
  }

  stage.addEventListener('pointermove', event => {
    if (event.pointerType !== 'mouse') return;
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => (event.buttons === 0 ? show(event) : undefined));
  });
  stage.addEventListener('pointerleave', () => {
    cancelAnimationFrame(waiting);
    tip.hidden = true;
  });
  stage.addEventListener('pointerdown', () => { tip.hidden = true; });
  stage.addEventListener('click', event => {
    show(event);
    clearTimeout(timer);
    timer = setTimeout(() => { tip.hidden = true; }, TAP_MS);
  });
}
