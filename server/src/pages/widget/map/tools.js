// Buttons over the map for everything that dragging and pinching can do.

import { element } from 'shared/page.js';

const PAN = [['up', '↑', 0, -1], ['left', '←', -1, 0], ['right', '→', 1, 0], ['down', '↓', 0, 1]];

/** A button of the map. */
export function button(name, sign, act, extra = {}) {
  const made = element('button', { type: 'button', 'aria-label': name, title: name, ...extra }, sign);
  made.addEventListener('click', act);
  return made;
}

/** On low screens, this button shows the legend. */
function curves() {
  const made = button('Curves on the map', 'Curves', () => {
    made.setAttribute('aria-expanded', String(document.body.classList.toggle('curves')));
  }, { class: 'word low', 'aria-expanded': 'false' });
  return made;
}

/** The buttons: `view()` returns the visible view, `pick(lat, lng)` chooses a place, and `toggle` changes
 * the view. */
export function toolsOf(view, pick, toggle) {
  const middle = () => { const { lat, lng } = view().centre(); pick(lat, lng); };
  return element('div', { class: 'tools', role: 'group', 'aria-label': 'Move the map' },
    element('div', { class: 'group' },
      button('Zoom in', '+', () => view().zoom(1)), button('Zoom out', '−', () => view().zoom(-1))),
    element('div', { class: 'group pad' }, ...PAN.map(([name, sign, x, y]) =>
      button(`Move ${name}`, sign, () => view().pan(x, y), { 'data-move': name })),
    button('Choose the middle of the map', '◎', middle, { 'data-move': 'middle' })),
    element('div', { class: 'group' }, toggle,
      button('Fit the whole path', 'Fit', () => view().fit(), { class: 'word' }), curves()));
}
