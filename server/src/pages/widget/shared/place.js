// Places: what readers type, the field for it, and the time zone.

import { data, element } from 'shared/page.js';
import { isZone } from 'shared/text.js';

const EXAMPLE = 'Example: 40.42, \u22123.70 or 25°41\'24"N 32°38\'24"E.';
/** An angle: an optional letter or sign, degrees, optional minutes and seconds. */
const ANGLE = /([NSEW])?\s*([+-])?\s*(\d+(?:\.\d+)?)\s*(?:°\s*(?:([\d.]+)\s*'\s*(?:([\d.]+)\s*"\s*)?)?)?/iy;
const LETTER = /[NSEW](?![a-z])/iy;
const BETWEEN = /\s*[,;]?\s*/y;
const HEIGHT = /([+-]?\d+(?:\.\d+)?)\s*m?$/iy;

/** Replaces typographic signs by plain ones; with semicolons present, a comma is a decimal point. */
function plain(text) {
  const one = text.replace(/[\u2212\u2013]/g, '-').replace(/[º˚]/g, '°').replace(/''|[″”“]/g, '"')
    .replace(/[′’‘]/g, '\'').replace(/[()[\]]/g, ' ').trim();
  return one.includes(';') ? one.replace(/(\d),(?=\d)/g, '$1.') : one;
}

/** Reads an angle at the position of `reader`: { degrees, letter }, or null. */
function readAngle(reader) {
  const found = reader.take(ANGLE);
  if (!found) return null;
  const [, before, sign, degrees, ...parts] = found;
  const [minutes, seconds] = parts.map(part => Number(part ?? 0));
  const letter = (before ?? reader.take(LETTER)?.[0] ?? '').toUpperCase();
  if (sign && letter) throw new Error(`Write ${sign === '-' ? 'the minus sign' : 'the sign'} or ` +
    `${letter}, not both`);
  if (!(minutes < 60 && seconds < 60)) throw new Error('Minutes and seconds of an angle are below 60');
  const angle = Number(degrees) + minutes / 60 + seconds / 3600;
  return { letter, degrees: sign === '-' || letter === 'S' || letter === 'W' ? -angle : angle };
}

/** Reads latitude, longitude and an optional height; letters may swap the first two. */
function placeOf(text) {
  const reader = {
    at: 0,
    take(pattern) {
      pattern.lastIndex = this.at;
      const found = pattern.exec(text);
      if (found) this.at = pattern.lastIndex;
      return found;
    },
  };
  const first = readAngle(reader);
  reader.take(BETWEEN);
  const second = first && readAngle(reader);
  if (first && !second && reader.at === text.length) throw new Error('Write the longitude too');
  reader.take(BETWEEN);
  const height = Number(reader.take(HEIGHT)?.[1] ?? 0);
  if (!second || reader.at < text.length) throw new Error('Write two numbers in degrees');
  const isEast = ({ letter }) => letter === 'E' || letter === 'W', isNorth = a => a.letter && !isEast(a);
  if (isEast(first) && isEast(second)) throw new Error('Both are longitudes: write a latitude too');
  if (isNorth(first) && isNorth(second)) throw new Error('Both are latitudes: write a longitude too');
  const [north, east] = isEast(first) || isNorth(second) ? [second, first] : [first, second];
  return { lat: north.degrees, lng: east.degrees, height };
}

/** Parses what a reader types into { place: { lat, lng, height } } or { wrong: message }. Accepts "39.57,
 * 2.65", "39.57 2.65 120", "33.4 S 70.6 W", "(25°41'24\"N, 32°38'24\"E)", "E 2,65; N 39,57". */
function readPlace(text) {
  try {
    const { lat, lng, height } = placeOf(plain(text));
    if (Math.abs(lat) > 90) throw new Error('The latitude, which comes first, is at most 90°');
    if (Math.abs(lng) > 360) throw new Error('The longitude is at most 360°');
    if (Math.abs(height) > 100000) throw new Error('The height is at most 100000 m');
    return { place: { lat, lng: lng - 360 * Math.round(lng / 360), height } };
  } catch ({ message }) {
    return { wrong: `${message}. ${EXAMPLE}` };
  }
}

/** The field for coordinates and its button. `choose(place)` is called with each valid place. */
export function field(choose) {
  const input = element('input', { id: 'coordinates', autocomplete: 'off', spellcheck: 'false',
    placeholder: '40.42, \u22123.70', 'aria-describedby': 'refusal' });
  const refusal = element('p', { id: 'refusal', class: 'refusal', role: 'alert' });
  const button = element('button', { type: 'button' }, 'Go');
  // No form: a sandboxed frame may not submit one.
  const group = element('div', { id: 'go', role: 'group', 'aria-label': 'Go to a place' },
    element('label', { for: 'coordinates' }, 'Latitude, longitude'),
    element('div', { class: 'field' }, input, button), refusal);
  const go = () => {
    const { place, wrong } = readPlace(input.value);
    refusal.textContent = wrong ?? '';
    input.setAttribute('aria-invalid', String(!place));
    if (place) choose(place);
  };
  button.addEventListener('click', go);
  input.addEventListener('keydown', event => { if (event.key === 'Enter') go(); });
  return group;
}

/** The time zone of a place: its IANA name, or null if it is unknown. */
export async function zoneOf(lat, lng) {
  if (!data.zone) return null;
  try {
    const response = await fetch(data.zone.replace('{lat}', lat.toFixed(3)).replace('{lng}', lng.toFixed(3)));
    const { zone, tzID } = response.ok ? await response.json() : {};
    return isZone(zone ?? tzID) ? zone ?? tzID : null;
  } catch {
    return null;
  }
}
