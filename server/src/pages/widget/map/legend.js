// The legend: a strip below the map with a switch for each group of curves.

import { element } from 'shared/page.js';

const SVG = 'http://www.w3.org/2000/svg';

/** The first groups of the legend, in order. */
const FIRST = ['total', 'annular', 'limb', 'sigma', 'c', 'eq', 'p', 'shadow', 'ge'];

/** A sample of a curve's colour and pattern. */
function swatch({ stroke, width, dash = [], fill, alpha, point }) {
  const svg = document.createElementNS(SVG, 'svg');
  const add = (name, attributes, style) => {
    const part = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
    Object.assign(part.style, style);
    svg.append(part);
  };
  svg.setAttribute('viewBox', '0 0 30 14');
  svg.setAttribute('aria-hidden', 'true');
  if (fill) add('rect', { x: 0, y: 1, width: 30, height: 12 }, { fill: `var(${fill})`, opacity: alpha });
  const line = y => add('line', { x1: 0, x2: 30, y1: y, y2: y, 'stroke-width': Math.max(width, 1),
    'stroke-dasharray': dash.join(' ') }, { stroke: `var(${stroke})` });
  if (stroke) (fill ? [1, 13] : [7]).forEach(line);
  if (point) add('circle', { cx: 15, cy: 7, r: 3.5 }, { fill: `var(${point})` });
  return svg;
}

/** A strip of switches; `change` is called after each change. */
export function legend({ groups, shown }, change) {
  const isOn = ({ id }) => shown.has(id);
  const order = ({ id }) => (FIRST.includes(id) ? FIRST.indexOf(id) : FIRST.length);
  const switches = [...groups].sort((a, b) => order(a) - order(b)).map(group => {
    const button = element('button', { type: 'button', 'aria-pressed': String(isOn(group)) },
      swatch(group), group.name);
    button.addEventListener('click', () => {
      if (!shown.delete(group.id)) shown.add(group.id);
      button.setAttribute('aria-pressed', String(isOn(group)));
      change();
    });
    return button;
  });
  return element('section', { class: 'legend', 'aria-label': 'Curves on the map' }, ...switches);
}
