// The legend: a switch for each group of curves.

import { element } from 'shared/page.js';

const SVG = 'http://www.w3.org/2000/svg';
/** In smaller windows the legend starts closed. */
const ROOMY = '(min-width: 1400px) and (min-height: 700px)';

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

/** A list of switches; `change` is called after each change. */
export function legend({ groups, shown }, change) {
  const rows = groups.map(group => {
    const box = element('input', { type: 'checkbox' });
    box.checked = shown.has(group.id);
    box.addEventListener('change', () => {
      if (box.checked) shown.add(group.id); else shown.delete(group.id);
      change();
    });
    return element('li', {}, element('label', {}, box, swatch(group), group.name));
  });
  const list = element('details', { class: 'legend' },
    element('summary', {}, 'Legend'), element('ul', {}, ...rows));
  list.open = matchMedia(ROOMY).matches;
  return list;
}
