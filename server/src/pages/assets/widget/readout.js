// What the simulator says of an instant, in words.
(() => {
  'use strict';
  const { text } = Umbra;
  const HOUR_MS = 3600000;
  const EARTH_RADIUS_KM = 6371;
  /** Steps in which the point of the central line is sought, ms. */
  const COARSE_MS = 120000, FINE_MS = 4000;

  /** The phase at a place ("Totality"), and the next contact: [name, words, contact], or null. */
  function phaseOf(local, ms) {
    if (local.kind === 'none') return ['No eclipse here', null];
    const events = Umbra.events(local).filter(([name]) => name !== 'max');
    // Addresses name instants to the millisecond.
    const next = events.find(([, , contact]) => contact.ms > ms + 1);
    if (!next) return ['After the eclipse', null];
    const central = local.kind === 'total' ? 'Totality' : 'Annularity', partial = 'Partial phase';
    return [{ C1: 'Before the eclipse', C2: partial, C3: central, C4: partial }[next[0]], next];
  }

  /** "1:23" for a stretch of time. */
  function countdown(ms) {
    const seconds = Math.max(0, Math.ceil(ms / 1000)), two = n => String(n).padStart(2, '0');
    const minutes = Math.floor(seconds / 60), hours = Math.floor(minutes / 60);
    const end = two(seconds % 60);
    return hours > 0 ? `${hours}:${two(minutes % 60)}:${end}` : `${minutes}:${end}`;
  }

  /** Where the Sun is, as the eye sees it. */
  function sunInWords(seen) {
    if (!seen.isUp) return `Sun ${text.angle(-seen.altitude)} below the horizon`;
    const lifted = seen.altitude + Umbra.light.refraction(seen.altitude);
    return `Sun ${text.angle(lifted)} high, azimuth ${text.angle(seen.azimuth)} (${text.wind(seen.azimuth)})`;
  }

  /** A line for the eye: phase, how much is covered, where the Sun is, what comes next. */
  function line(local, ms, seen) {
    const [phase, next] = phaseOf(local, ms), parts = [phase];
    if (seen.obscuration > 0) {
      // Rounded down: 1.000 is totality.
      const magnitude = (Math.floor(seen.magnitude * 1000) / 1000).toFixed(3);
      parts.push(`${text.percent(seen.obscuration)} covered, magnitude ${magnitude}`);
    }
    parts.push(sunInWords(seen));
    if (next) parts.push(`${next[0]} in ${countdown(next[2].ms - ms)}`);
    return parts.join(' \u00b7 ');
  }

  /** The same for the ear: the time, the phase, how much is covered, where the Sun is. */
  function spoken(local, ms, seen, zone) {
    const clock = `${text.time(ms, zone)} ${zone ? 'local time' : 'UTC'}`;
    const covered = `${text.percent(seen.obscuration)} covered`;
    return [clock, phaseOf(local, ms)[0], covered, sunInWords(seen)].join(', ');
  }

  /** The point of the central line nearest to a place, or greatest eclipse where there is no such line: as
   * `obs` has it, in words, and how far it is. */
  Umbra.nearest = (eclipse, data, { lat, lng }) => {
    const radian = Math.PI / 180, s = Math.sin(lat * radian), c = Math.cos(lat * radian);
    const closeness = ([a, b]) =>
      s * Math.sin(a * radian) + c * Math.cos(a * radian) * Math.cos((lng - b) * radian);
    let best = null, at = 0;
    const look = (from, to, step) => {
      for (let ms = from; ms <= to; ms += step) {
        const axis = eclipse.axis(ms);
        if (axis && (!best || closeness(axis) > closeness(best))) { best = axis; at = ms; }
      }
    };
    const middle = Date.parse(data.eclipse.date);
    look(middle - 3 * HOUR_MS, middle + 3 * HOUR_MS, COARSE_MS);
    if (best) look(at - COARSE_MS, at + COARSE_MS, FINE_MS);
    const [a, b] = best ?? [data.greatest.lat, data.greatest.lng];
    return {
      obs: `${a.toFixed(4)},${b.toFixed(4)}`,
      shown: text.coordinates(a, b),
      words: best ? 'The nearest point of the central line' : 'The point of greatest eclipse',
      distanceKm: EARTH_RADIUS_KM * Math.acos(Math.min(1, closeness([a, b]))),
    };
  };

  Umbra.readout = { phaseOf, line, spoken };
})();
