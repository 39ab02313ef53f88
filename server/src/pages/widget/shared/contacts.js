// Local circumstances in words and as a table.

import { data, element } from 'shared/page.js';
import * as text from 'shared/text.js';

/** Days from the date of the eclipse, which is in the title of the page. */
const daysFrom = (ms, zone) => text.daysFrom(Date.parse(data.eclipse.date), ms, zone);

/** The line that matters most: "Total for 1 min 36.4 s at 20:31:03 local time, Sun 2° high in the west".
 * Times are in UTC if `zone` is null. */
export function summary(local, zone) {
  const { kind, max, visibility } = local;
  if (kind === 'none') return 'The shadow of the Moon passes by this place: no eclipse here.';
  if (visibility === 'below-horizon') return 'The Sun is below the horizon here throughout the eclipse.';
  // Behind mountains of the Moon, totality may be over before greatest eclipse.
  const ms = local.c2 ? Math.min(Math.max(max.ms, local.c2.ms), local.c3.ms) : max.ms;
  const day = daysFrom(ms, zone) ? `on ${text.day(ms, zone)} ` : '';
  const clock = `${day}at ${text.time(ms, zone)} ${zone ? 'local time' : 'UTC'}`;
  if (!max.visible) {
    const seen = visibility === 'sunrise' ? `rises at ${text.time(local.sunrise, zone)}, after`
      : visibility === 'sunset' ? `sets at ${text.time(local.sunset, zone)}, before` : 'is down at';
    return `Partial: the Sun ${seen} the greatest eclipse ${clock}.`;
  }
  const height = max.altitude < 0.5 ? 'on the horizon' : `${text.angle(max.altitude, 0)} high`;
  const sun = `Sun ${height} in the ${text.wind(max.azimuth)}`;
  if (kind === 'partial') return `Partial, ${text.percent(local.obscuration)} covered ${clock}, ${sun}.`;
  const word = kind === 'total' ? 'Total' : 'Annular';
  return `${word} for ${text.duration(local.durationSec)} ${clock}, ${sun}.`;
}

/** "The ground towards the Sun rises to about 1.2° (heights 9 km apart). The Sun is at 8.1°." Empty without a
 * visible eclipse, or if the horizon is unknown. `horizon` is the sentence of the server, or an altitude and
 * by how much it may be wrong. */
export function horizonInWords({ max }, horizon) {
  if (!max?.visible || horizon === null) return '';
  if (typeof horizon === 'string') return horizon;
  const sun = `the Sun is at ${text.angle(max.altitude)}`;
  if (Math.abs(max.altitude - horizon.altitude) <= horizon.doubt) {
    return 'Mountains nearby: heights 9 km apart cannot tell whether they hide the Sun, which is at ' +
      `${text.angle(max.altitude)}.`;
  }
  return `Horizon towards the Sun: about ${text.angle(Math.max(horizon.altitude, 0))}; ${sun}. It is coarse, from ` +
    'heights 9 km apart: look for nearer hills and houses.';
}

/**
 * The events at a place, in order: [name, words, contact].
 * @returns {[string, string, any][]}
 */
export function events(local) {
  const phase = local.kind === 'annular' ? 'Annularity' : 'Totality';
  /** @type {[string, string, any][]} */
  const all = [
    ['C1', 'Eclipse begins', local.c1],
    ['C2', `${phase} begins`, local.c2],
    ['max', 'Greatest eclipse', local.max],
    ['C3', `${phase} ends`, local.c3],
    ['C4', 'Eclipse ends', local.c4],
  ];
  // Behind mountains of the Moon, totality may be over before greatest eclipse.
  return all.filter(([, , contact]) => contact).sort((a, b) => a[2].ms - b[2].ms);
}

/** The table of contacts in the panel; a new one if the server rendered none.
 * @returns {HTMLTableElement} */
export function tableOf(panel) {
  const found = panel.querySelector('#contacts');
  if (found) return found;
  const heads = ['Event', 'Local', 'UTC', 'Altitude', 'Azimuth']
    .map(name => element('th', { scope: 'col' }, name));
  const table = element('table', { id: 'contacts' },
    element('thead', {}, element('tr', {}, ...heads)), element('tbody'));
  panel.querySelector('.table').append(table);
  return table;
}

/** Writes the contacts into the body of a table: event, local time, UTC, altitude, azimuth. The attribute
 * `datetime` has the milliseconds. */
export function showContacts(body, local, zone) {
  const clock = (ms, of) => {
    const days = daysFrom(ms, of), shown = element('time', { datetime: text.iso(ms) }, text.time(ms, of));
    const cell = element('td', {}, shown);
    if (days) cell.append(' ', element('small', {}, days > 0 ? '+1 day' : '\u22121 day'));
    return cell;
  };
  body.replaceChildren(...events(local).map(([name, words, { ms, altitude, azimuth, visible }]) => {
    const head = element('th', { scope: 'row' }, words);
    if (!visible) head.append(' ', element('small', {}, 'below the horizon'));
    else if (altitude < 0) head.append(' ', element('small', {}, 'on the horizon, lifted by refraction'));
    return element('tr', { 'data-contact': name, ...(visible ? {} : { class: 'below' }) }, head,
      zone ? clock(ms, zone) : element('td', {}, '\u2013'), clock(ms, null),
      element('td', {}, text.angle(altitude)), element('td', {}, text.angle(azimuth)));
  }));
}
