// Times, coordinates and angles as both widgets write them.

const WINDS = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'];
const MINUS = '\u2212';
/** @type {Intl.DateTimeFormatOptions} */
const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' };
/** @type {Intl.DateTimeFormatOptions} */
const DAY = { day: 'numeric', month: 'long' };
const DAY_MS = 86400000;

/** Formatters are slow to create: each is created once. */
const formatters = new Map();

/**
 * The formatter of a zone; null means UTC.
 * @param {Intl.DateTimeFormatOptions} options
 * @returns {Intl.DateTimeFormat}
 */
function formatter(zone, options, language = 'en-GB') {
  const name = `${zone} ${language} ${JSON.stringify(options)}`;
  if (!formatters.has(name)) {
    formatters.set(name, new Intl.DateTimeFormat(language, { ...options, timeZone: zone ?? 'UTC' }));
  }
  return formatters.get(name);
}

const wholeSecond = ms => Math.round(ms / 1000) * 1000;

/** ISO 8601 to the nearest millisecond; Date truncates. */
export const iso = ms => new Date(Math.round(ms)).toISOString();

/** Whether this browser has a time zone. */
export function isZone(zone) {
  try {
    return Boolean(zone && new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

/** "20:28:41" in a zone (an IANA name; null: UTC), to the nearest second. */
export const time = (ms, zone) => (zone ? formatter(zone, CLOCK).format(wholeSecond(ms))
  : iso(wholeSecond(ms)).slice(-13, -5));

/** "12 August" in a zone, or "12 Aug".
 * @param {'long' | 'short'} [month] */
export const day = (ms, zone, month = 'long') => formatter(zone, { ...DAY, month }).format(wholeSecond(ms));

/** "12 August 2026" in a zone. */
export const date = (ms, zone) => formatter(zone, { ...DAY, year: 'numeric' }).format(wholeSecond(ms));

/** Days from the date of an instant in UTC to that of another in a zone: −1, 0 or 1 during an eclipse. */
export const daysFrom = (ms0, ms, zone) =>
  [-1, 1].find(days => date(ms0 + days * DAY_MS, null) === date(ms, zone)) ?? 0;

/** "CEST", "CDT", "GMT+5:45" or "UTC". */
export function zoneName(ms, zone) {
  if (!zone) return 'UTC';
  // Each variant of English has the short names of its own part of the world.
  const names = ['en-GB', 'en-US', 'en-AU'].map(language => {
    const parts = formatter(zone, { timeZoneName: 'short' }, language).formatToParts(wholeSecond(ms));
    return parts.find(p => p.type === 'timeZoneName')?.value ?? zone;
  });
  return names.find(name => !name.startsWith('GMT')) ?? names[0];
}

/** "39.5696° N, 2.6502° E". */
export function coordinates(lat, lng, digits = 4) {
  const east = lng - 360 * Math.round(lng / 360);
  return `${Math.abs(lat).toFixed(digits)}° ${lat < 0 ? 'S' : 'N'}, ` +
    `${Math.abs(east).toFixed(digits)}° ${east < 0 ? 'W' : 'E'}`;
}

function lasting(seconds) {
  const tenths = Math.round(seconds * 10);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  if (tenths < 36000) return `${Math.floor(tenths / 600)} min ${(tenths % 600 / 10).toFixed(1)} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** "1 min 36.4 s", "42.0 s", "2 h 5 min", with no-break spaces. */
export const duration = seconds => lasting(seconds).replaceAll(' ', '\u00a0');

/** "1:23" or "1:02:03" for a remaining time. */
export function countdown(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000)), two = n => String(n).padStart(2, '0');
  const minutes = Math.floor(seconds / 60), hours = Math.floor(minutes / 60), end = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes % 60)}:${end}` : `${minutes}:${end}`;
}

/** "12,508 km", with one decimal below 10. */
export const kilometres = km => `${km.toLocaleString('en', { maximumFractionDigits: km < 10 ? 1 : 0,
  minimumFractionDigits: km < 10 ? 1 : 0 })}\u00a0km`;

/** "−12.3°". */
export function angle(degrees, digits = 1) {
  const text = Math.abs(degrees).toFixed(digits);
  return `${degrees < 0 && Number(text) !== 0 ? MINUS : ''}${text}°`;
}

/** "97.3 %"; less than the whole is never rounded up to 100 %. */
export function percent(part) {
  const text = (part * 100).toFixed(1);
  return `${text === '100.0' && part < 1 - 1e-9 ? '99.9' : text} %`;
}

/** "west", for an azimuth in degrees. */
export const wind = azimuth => WINDS[Math.round(azimuth / 45) & 7];
