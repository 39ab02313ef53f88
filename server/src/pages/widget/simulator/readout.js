// An instant of the simulator in words, and the nearest place with an eclipse.

import { events } from 'shared/contacts.js';
import { core, given, numbers } from 'shared/core.js';
import * as text from 'shared/text.js';

/** Refraction above which the text mentions it, degrees. */
const VISIBLE_LIFT = 0.05;

/** The phase at a place ("Totality"), and the next contact: [name, words, contact], or null. */
export function phaseOf(local, ms) {
  if (local.kind === 'none') return ['No eclipse here', null];
  const contacts = events(local).filter(([name]) => name !== 'max');
  // Instants in addresses are rounded to milliseconds.
  const next = contacts.find(([, , contact]) => contact.ms > ms + 1);
  if (!next) return ['After the eclipse', null];
  const central = local.kind === 'total' ? 'Totality' : 'Annularity', partial = 'Partial phase';
  return [{ C1: 'Before the eclipse', C2: partial, C3: central, C4: partial }[next[0]], next];
}

/** Apparent position of the Sun; the table of contacts has airless positions. */
function sunInWords(seen) {
  if (!seen.isUp) return `Sun ${text.angle(-seen.altitude)} below the horizon`;
  const lift = core.refraction(seen.altitude), how = lift < VISIBLE_LIFT ? '' : ' with refraction';
  const direction = `azimuth ${text.angle(seen.azimuth)} (${text.wind(seen.azimuth)})`;
  return `Sun ${text.angle(seen.altitude + lift)} high${how}, ${direction}`;
}

/** Forces a fraction to 1 in totality and below 1 outside: with mountains, the phases differ from those of a
 * smooth limb. */
const inPhase = (local, phase, part) => phase === 'Totality' ? Math.max(part, 1)
  : local.kind === 'total' ? Math.min(part, 0.9999) : part;

/** The line below the picture: phase, obscuration, the Sun, the next contact. */
export function line(local, ms, seen) {
  const [phase, next] = phaseOf(local, ms), parts = [phase];
  if (seen.obscuration > 0) {
    // Rounded down: 1.000 means totality.
    const magnitude = (Math.floor(inPhase(local, phase, seen.magnitude) * 1000) / 1000).toFixed(3);
    parts.push(`${text.percent(inPhase(local, phase, seen.obscuration))} covered, magnitude ${magnitude}`);
  }
  parts.push(sunInWords(seen));
  if (next) parts.push(`${next[0]} in ${text.countdown(next[2].ms - ms)}`);
  return parts.join(' \u00b7 ');
}

/** The same for screen readers: time, phase, obscuration, the Sun. */
export function spoken(local, ms, seen, zone) {
  const clock = `${text.time(ms, zone)} ${zone ? 'local time' : 'UTC'}`;
  const [phase] = phaseOf(local, ms), part = inPhase(local, phase, seen.obscuration);
  return [clock, phase, `${text.percent(part)} covered`, sunInWords(seen)].join(', ');
}

/** The point of the central line nearest to a place, or the point of greatest eclipse if there is no central
 * line, and its distance. */
export function nearest(eclipse, data, { lat, lng }) {
  const central = eclipse.nearestCentral(Date.parse(data.eclipse.date), lat, lng);
  if (central) return { ...central, isCentral: true };
  const { lat: toLat, lng: toLng } = data.greatest;
  given([toLat, toLng]);
  const [, , km] = numbers(core.nearest(lat, lng));
  return { lat: toLat, lng: toLng, km, isCentral: false };
}
