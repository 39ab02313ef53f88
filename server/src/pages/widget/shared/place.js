// Places: coordinates that readers type, and the ground.

import { data } from 'shared/page.js';
import { isZone } from 'shared/text.js';

/** Timeout of requests, ms. */
const PATIENCE_MS = 3000;
/** South of this latitude few people live, and each station has a clock of its own. */
const ANTARCTIC = -60;
export const EXAMPLE = 'Example: 40.42, \u22123.70 or 25°41\'24"N 32°38\'24"E.';
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
  const typed = reader.take(HEIGHT);
  if (!second || reader.at < text.length) throw new Error('Write two numbers in degrees');
  const isEast = ({ letter }) => letter === 'E' || letter === 'W', isNorth = a => a.letter && !isEast(a);
  if (isEast(first) && isEast(second)) throw new Error('Both are longitudes: write a latitude too');
  if (isNorth(first) && isNorth(second)) throw new Error('Both are latitudes: write a longitude too');
  const [north, east] = isEast(first) || isNorth(second) ? [second, first] : [first, second];
  return { lat: north.degrees, lng: east.degrees, height: typed ? Number(typed[1]) : undefined };
}

/** Whether people at a latitude use a time zone; at sea and on Antarctica the pages show UTC alone. */
const isClock = (zone, lat) => isZone(zone) && !zone.startsWith('Etc/') && lat > ANTARCTIC;

/** Whether a text is the name of a place; otherwise it is meant as coordinates. */
export const isName = text => /\p{L}{2}/u.test(text) || !/\d/.test(text);

/** Parses coordinates that a reader types into { place: { lat, lng, height } }, where `height` is undefined
 * unless typed, or { wrong: message }. Accepts "39.57, 2.65", "39.57 2.65 120", "33.4 S 70.6 W",
 * "(25°41'24\"N, 32°38'24\"E)", "E 2,65; N 39,57". */
export function readPlace(text) {
  try {
    const { lat, lng, height } = placeOf(plain(text));
    if (Math.abs(lat) > 90) throw new Error('The latitude, which comes first, is at most 90°');
    if (Math.abs(lng) > 360) throw new Error('The longitude is at most 360°');
    if (Math.abs(height ?? 0) > 100000) throw new Error('The height is at most 100000 m');
    return { place: { lat, lng: lng - 360 * Math.round(lng / 360), height } };
  } catch ({ message }) {
    return { wrong: `${message}. ${EXAMPLE}` };
  }
}

/** The ground at a place: `zone` (the IANA name of its time zone), `height` (metres above the sea), `near` (where
 * it lies from the nearest town) and `horizon` (altitude of the ground in the direction `azimuth`, and by how much it may be wrong, degrees). Each
 * is null if it is unknown. */
export async function groundOf({ lat, lng }, azimuth = null) {
  const query = azimuth === null ? '' : `?azimuth=${azimuth.toFixed(0)}`;
  try {
    const url = data.zone.replace('{lat}', lat.toFixed(3)).replace('{lng}', lng.toFixed(3)) + query;
    const response = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(PATIENCE_MS) });
    const { zone, height = null, near = null, horizon: altitude = null, doubt } =
      response.ok ? await response.json() : {};
    const horizon = altitude === null ? null : { altitude, doubt };
    return { zone: isClock(zone, lat) ? zone : null, height, near, horizon };
  } catch {
    return { zone: null, height: null, near: null, horizon: null };
  }
}
