// The panel: local circumstances of a place, and its distance from the path.

import { bearing, destination, nearest } from 'map/geometry.js';
import { horizonInWords, showContacts, summary, tableOf } from 'shared/contacts.js';
import { element, say, withKey } from 'shared/page.js';
import { field } from 'shared/finder.js';
import * as text from 'shared/text.js';

/** Accuracy of the curves: the exact curve is within this distance. */
const CURVES_KM = 2;
/** Height of the half-open sheet on phones, as in the style sheet. */
const HALF = 0.55;
/** In lower windows, the sheet opens only by hand: it would cover the map. */
const ROOMY_PX = 340;

/** Number of listed towns. */
const TOWNS = 10;

const PHASES = { total: 'Totality', annular: 'Annularity' };

/** "85 km northeast, 33°". */
function toward({ km, direction }) {
  if (km < 0.05) return 'here';
  return `${text.kilometres(km)} ${text.wind(direction)}, ${text.angle(direction, 0)}`;
}

/** What a duration assumes on a page that also shows the mountains of the Moon. */
const smoothly = mountains => (mountains ? ' with a smooth Moon' : '');

/** Distance and direction to a curve, computed exactly from the elements. */
function distance(eclipse, curve, lines, place) {
  const here = [place.lng, place.lat], found = nearest(lines, here);
  if (!found) return null;
  // On the curve the direction would be noise; north works as well.
  const direction = found.km > 0.05 ? bearing(here, found.at) : 0;
  const [low, high] = [found.km - CURVES_KM, found.km + CURVES_KM];
  const km = eclipse.meets(curve, null, here, place.height, direction, low, high) ?? found.km;
  const at = destination(here, direction, km);
  return { km: Math.abs(km), direction: km < 0 ? (direction + 180) % 360 : direction, at };
}

/** Rows about the path: [term, text]. */
function distances(eclipse, curves, place, local, mountains) {
  const rows = [], to = (curve, ...words) => distance(eclipse, curve, curves.lines(...words), place);
  const centre = to('c', 'c');
  if (centre) {
    const [lng, lat] = centre.at, there = eclipse.local(lat, lng, place.height);
    const lasts = PHASES[there.kind]
      ? `; there ${text.duration(there.durationSec)} of ${PHASES[there.kind].toLowerCase()}` +
        smoothly(mountains) : '';
    rows.push(['Centre line', toward(centre) + lasts]);
  }
  const limit = to('tn', 'tn', 'ts');
  if (limit) rows.push([local.durationSec > 0 ? 'Nearest limit' : 'Limit of the path', toward(limit)]);
  const edge = mountains?.nearestLimit(curves, place);
  if (edge) rows.push(['Limit behind mountains', toward(edge)]);
  const outer = !limit || local.kind === 'none' ? to('pn', 'pn', 'ps') : null;
  if (outer) rows.push(['Limit of the partial eclipse', toward(outer)]);
  return rows;
}

function figures(local) {
  if (local.kind === 'none') return [];
  const rows = [];
  const what = PHASES[local.kind];
  if (what) rows.push([what, text.duration(local.durationSec)]);
  rows.push(['Partial eclipse', text.duration((local.c4.ms - local.c1.ms) / 1000)]);
  rows.push(['Magnitude, part of the diameter covered', local.magnitude.toFixed(4)]);
  rows.push(['Obscuration, part of the area covered', text.percent(local.obscuration)]);
  return rows;
}

/** The sheet of a phone: peek, half, full. */
function sheet(panel) {
  const sizes = ['peek', 'half', 'full'];
  const grip = element('button', { type: 'button', class: 'grip', 'aria-controls': 'panel' });
  let from = null, isDragged = false;
  const isRoomy = () => panel.parentElement.clientHeight >= ROOMY_PX;
  const size = name => {
    panel.dataset.sheet = name;
    grip.setAttribute('aria-expanded', String(name !== 'peek'));
    grip.setAttribute('aria-label', name === 'full' ? 'Show less about this place'
      : 'Show more about this place');
  };
  const step = by => {
    const at = sizes.indexOf(panel.dataset.sheet) + by;
    size(sizes[Math.min(Math.max(at, 0), sizes.length - 1)]);
  };
  grip.addEventListener('click', () => {
    if (isDragged) isDragged = false;
    else if (panel.dataset.sheet === 'full') size('peek');
    else step(1);
  });
  grip.addEventListener('pointerdown', event => {
    from = event.clientY;
    isDragged = false;
    grip.setPointerCapture(event.pointerId);
  });
  grip.addEventListener('pointermove', event => {
    if (from === null || Math.abs(event.clientY - from) < 40) return;
    step(event.clientY < from ? 1 : -1);
    from = event.clientY;
    isDragged = true;
  });
  grip.addEventListener('pointerup', () => { from = null; });
  panel.prepend(grip);
  size('peek');
  return {
    open: () => size(isRoomy() ? 'half' : 'peek'),
    fill: () => size('full'),
    /** Height that the open sheet covers, pixels. */
    covers: () => {
      if (getComputedStyle(grip).display === 'none') return 0;
      return isRoomy() ? HALF * panel.parentElement.clientHeight : panel.clientHeight;
    },
  };
}

const list = rows => rows.flatMap(([term, words]) =>
  [element('dt', {}, term), element('dd', {}, words)]);

/** The longest-lasting towns in the path, and a link to all of them. */
function townsOf(data, mountains, choose) {
  if (data.towns.length === 0) return [];
  const rows = data.towns.slice(0, TOWNS).map(({ name, country, duration, lat, lng, height }) => {
    const lasts = element('span', {}, text.duration(duration));
    const button = element('button', { type: 'button' }, `${name}, ${country} `, lasts);
    button.addEventListener('click', () => choose({ lat, lng, height, title: name,
      subtitle: countryName(country) }));
    return element('li', {}, button);
  });
  const all = data.allTowns
    ? [element('a', { href: withKey(data.allTowns) }, 'All towns in the path (CSV)')] : [];
  return [element('details', { class: 'towns' },
    element('summary', {}, `The ${data.towns.length} largest towns in the path, by duration` +
      smoothly(mountains)), element('ol', {}, ...rows), ...all)];
}

/** The English name of a country. */
function countryName(code) {
  try {
    return new Intl.DisplayNames('en', { type: 'region' }).of(code);
  } catch {
    return code;
  }
}

/** The panel of the page. `choose(place)` is called with each place that the reader chooses in it, `near()`
 * returns the place whose neighbours the search prefers. */
export function panelOf(data, eclipse, curves, mountains, { choose, near }) {
  const panel = document.getElementById('panel');
  const part = id => document.getElementById(id);
  const figuresList = element('dl', { class: 'figures' });
  const distanceList = element('dl', { class: 'distances' });
  const clouds = element('p', { class: 'hint' });
  const limb = [...panel.querySelectorAll('.limb')];
  const subtitle = element('p', { class: 'subtitle coordinates' });
  panel.querySelectorAll('.subtitle, .coordinates').forEach(old => old.remove());
  part('place').after(subtitle);
  part('place').before(field(choose, near));
  const table = tableOf(panel);
  table.closest('.table').after(figuresList, distanceList, clouds,
    ...townsOf(data, mountains, choose));
  const phone = sheet(panel);
  part('search').addEventListener('input', phone.fill);

  /** Shows a place. */
  function show(place, local) {
    const coordinates = text.coordinates(place.lat, place.lng), zone = place.zone ?? null;
    part('place').textContent = place.title || coordinates;
    const height = place.height ? `${Math.round(place.height)} m` : '';
    const parts = [place.title && coordinates, height, place.subtitle, zone];
    subtitle.textContent = parts.filter(Boolean).join(' \u00b7 ');
    part('summary').textContent = summary(local, zone);
    showContacts(table.tBodies[0], local, zone);
    table.hidden = local.kind === 'none';
    part('horizon').textContent = horizonInWords(local, place.horizon ?? null);
    figuresList.replaceChildren(...list(figures(local)));
    distanceList.replaceChildren(...list(distances(eclipse, curves, place, local, mountains)));
    const isUp = local.max && local.max.altitude > 0.5;
    limb.forEach(words => words.toggleAttribute('hidden', !place.isGiven));
    clouds.textContent = isUp ? 'The line towards the Sun at greatest eclipse has dots where clouds at ' +
      `${curves.cloudsKm.join(', ')} km would stand in its way.` : '';
    say(`${part('place').textContent}. ${part('summary').textContent}`);
  }

  /** Adds elements at the end. */
  const add = (...parts) => part('accuracy').before(...parts);
  /** Writes the name of the chosen place into the field. */
  function write(name) {
    /** @type {HTMLInputElement} */ (part('search')).value = name;
  }
  return { show, add, write, open: phone.open, covers: phone.covers };
}
