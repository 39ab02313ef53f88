// What both widgets say about places and instants: times, coordinates, tables, links.
(() => {
  'use strict';
  const Umbra = globalThis.Umbra ??= {};

  const WINDS = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'];
  /** The live region says no more than one sentence in this time. */
  const SPEECH_MS = 1000;
  /** The embedding page is heard once in this time. */
  const HEARING_MS = 100;
  const MINUS = '\u2212';
  /** Zones of the sea; their names have the sign turned round. */
  const AT_SEA = /^Etc\/GMT(?:([+-])(\d+))?$/;

  /** A formatter of a zone; that of UTC for null. They are costly to make, so each is made once. */
  const formatters = new Map();
  function formatter(zone, options, language = 'en-GB') {
    const name = `${zone} ${language} ${JSON.stringify(options)}`;
    if (!formatters.has(name)) {
      formatters.set(name, new Intl.DateTimeFormat(language, { ...options, timeZone: zone ?? 'UTC' }));
    }
    return formatters.get(name);
  }
  const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' };
  const DAY = { day: 'numeric', month: 'long', year: 'numeric' };
  /** ISO 8601 to the nearest millisecond; Date cuts off. */
  const iso = ms => new Date(Math.round(ms)).toISOString();
  const wholeSecond = ms => Math.round(ms / 1000) * 1000;

  /** Whether this browser knows a time zone. */
  function isZone(zone) {
    try {
      return Boolean(zone && new Intl.DateTimeFormat('en', { timeZone: zone }));
    } catch {
      return false;
    }
  }

  /** "UTC−2" for "Etc/GMT+2". */
  function atSea(zone) {
    const [, sign, hours] = AT_SEA.exec(zone) ?? [];
    return sign ? `UTC${sign === '+' ? MINUS : '+'}${hours}` : 'UTC';
  }

  function lasting(seconds) {
    const tenths = Math.round(seconds * 10);
    if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
    if (tenths < 36000) return `${Math.floor(tenths / 600)} min ${(tenths % 600 / 10).toFixed(1)} s`;
    const minutes = Math.round(seconds / 60);
    return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  }

  Umbra.text = {
    /** "20:28:41" in a zone (an IANA name; null: UTC), to the nearest second. */
    time: (ms, zone) => (zone ? formatter(zone, CLOCK).format(wholeSecond(ms))
      : iso(wholeSecond(ms)).slice(-13, -5)),

    /** "12 August 2026" in a zone. */
    date: (ms, zone) => formatter(zone, DAY).format(wholeSecond(ms)),

    /** "CEST", "CDT", "GMT+5:45" or "UTC". */
    zoneName: (ms, zone) => {
      if (!zone || AT_SEA.test(zone)) return atSea(zone ?? '');
      // Each variant of English knows the short names of its own part of the world.
      const names = ['en-GB', 'en-US', 'en-AU'].map(language => {
        const parts = formatter(zone, { timeZoneName: 'short' }, language).formatToParts(wholeSecond(ms));
        return parts.find(p => p.type === 'timeZoneName')?.value ?? zone;
      });
      return names.find(name => !name.startsWith('GMT')) ?? names[0];
    },

    /** "Europe/Madrid", "UTC−2 (nautical)". */
    zone: zone => (AT_SEA.test(zone) ? `${atSea(zone)} (nautical)` : zone),

    /** "39.5696° N, 2.6502° E". */
    coordinates: (lat, lng) => {
      const east = lng - 360 * Math.round(lng / 360);
      return `${Math.abs(lat).toFixed(4)}° ${lat < 0 ? 'S' : 'N'}, ` +
        `${Math.abs(east).toFixed(4)}° ${east < 0 ? 'W' : 'E'}`;
    },

    /** "1 min 36.4 s", "42.0 s", "2 h 5 min", with spaces that do not end a line. */
    duration: seconds => lasting(seconds).replaceAll(' ', '\u00a0'),

    /** "−12.3°". */
    angle: (degrees, digits = 1) => {
      const text = Math.abs(degrees).toFixed(digits);
      return `${degrees < 0 && Number(text) !== 0 ? MINUS : ''}${text}°`;
    },

    /** "97.3 %"; what is not all of it is never rounded to all of it. */
    percent: part => {
      const text = (part * 100).toFixed(1);
      return `${text === '100.0' && part < 1 - 1e-9 ? '99.9' : text} %`;
    },

    /** "west", for an azimuth in degrees. */
    wind: azimuth => WINDS[Math.round(azimuth / 45) & 7],
  };

  /** The data that the server put into the page. */
  Umbra.data = () => JSON.parse(document.getElementById('umbra').textContent);

  // Places as people write them

  const EXAMPLE = 'Example: 40.42, \u22123.70 or 25°41\'24"N 32°38\'24"E.';
  /** An angle: letter or sign, degrees, perhaps minutes and seconds, perhaps a letter behind. */
  const ANGLE = /([NSEW])?\s*([+-])?\s*(\d+(?:\.\d+)?)\s*(?:°\s*(?:([\d.]+)\s*'\s*(?:([\d.]+)\s*"\s*)?)?)?/iy;
  const LETTER = /[NSEW](?![a-z])/iy;
  const BETWEEN = /\s*[,;]?\s*/y;
  const HEIGHT = /([+-]?\d+(?:\.\d+)?)\s*m?$/iy;

  /** Signs of one kind for those that mean the same; beside semicolons a comma is a decimal point. */
  function plain(text) {
    const one = text.replace(/[\u2212\u2013]/g, '-').replace(/[º˚]/g, '°').replace(/''|[″”“]/g, '"')
      .replace(/[′’‘]/g, '\'').replace(/[()[\]]/g, ' ').trim();
    return one.includes(';') ? one.replace(/(\d),(?=\d)/g, '$1.') : one;
  }

  /** Reads an angle where `reader` stands: { degrees, letter }; null where there is none. */
  function readAngle(reader) {
    const found = reader.take(ANGLE);
    if (!found) return null;
    const [, before, sign, degrees, minutes = 0, seconds = 0] = found;
    const letter = (before ?? reader.take(LETTER)?.[0] ?? '').toUpperCase();
    if (sign && letter) throw new Error(`Write ${sign === '-' ? 'the minus sign' : 'the sign'} or ` +
      `${letter}, not both`);
    if (!(minutes < 60 && seconds < 60)) throw new Error('Minutes and seconds of an angle are below 60');
    const angle = Number(degrees) + minutes / 60 + seconds / 3600;
    return { letter, degrees: sign === '-' || letter === 'S' || letter === 'W' ? -angle : angle };
  }

  /** Reads latitude, longitude and perhaps a height; letters may turn the first two round. */
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

  /** A place from what people type, { place: { lat, lng, height } } or { wrong: "what is wrong" }: "39.57,
   * 2.65", "39.57 2.65 120", "33.4 S 70.6 W", "(25°41'24\"N, 32°38'24\"E)", "E 2,65; N 39,57". */
  Umbra.readPlace = text => {
    try {
      const { lat, lng, height } = placeOf(plain(text));
      if (Math.abs(lat) > 90) throw new Error('The latitude, which comes first, is at most 90°');
      if (Math.abs(lng) > 360) throw new Error('The longitude is at most 360°');
      if (Math.abs(height) > 100000) throw new Error('The height is at most 100000 m');
      return { place: { lat, lng: lng - 360 * Math.round(lng / 360), height } };
    } catch ({ message }) {
      return { wrong: `${message}. ${EXAMPLE}` };
    }
  };

  /** The time zone of a place: a promise of its IANA name, or of null if it is not known. */
  Umbra.zone = async (lat, lng) => {
    const address = Umbra.data().zone;
    if (!address) return null;
    try {
      const shown = address.replace('{lat}', lat.toFixed(3)).replace('{lng}', lng.toFixed(3));
      const answer = await fetch(shown);
      const { zone, tzID } = answer.ok ? await answer.json() : {};
      return isZone(zone ?? tzID) ? zone ?? tzID : null;
    } catch {
      return null;
    }
  };
  Umbra.isZone = isZone;
  Umbra.iso = iso;

  /** What matters at a place, in one line: "Total for 1 min 36.4 s at 20:31:03 local time, Sun 2° high in the
   * west". `zone` null: in UTC. */
  Umbra.summary = (local, zone) => {
    const { text } = Umbra, { kind, max, visibility } = local;
    if (kind === 'none') return 'The shadow of the Moon passes by this place: no eclipse here.';
    if (visibility === 'below-horizon') return 'The Sun is below the horizon here throughout the eclipse.';
    const clock = `${text.time(max.ms, zone)} ${zone ? 'local time' : 'UTC'}`;
    if (!max.visible) {
      const seen = visibility === 'sunrise' ? `rises at ${text.time(local.sunrise, zone)}, after`
        : visibility === 'sunset' ? `sets at ${text.time(local.sunset, zone)}, before` : 'is down at';
      return `Partial: the Sun ${seen} the greatest eclipse at ${clock}.`;
    }
    const sun = `Sun ${text.angle(max.altitude, 0)} high in the ${text.wind(max.azimuth)}`;
    if (kind === 'partial') return `Partial, ${text.percent(local.obscuration)} covered at ${clock}, ${sun}.`;
    const word = kind === 'total' ? 'Total' : 'Annular';
    return `${word} for ${text.duration(local.durationSec)} at ${clock}, ${sun}.`;
  };

  /** The events at a place, in order: [name, text, contact]. */
  Umbra.events = local => {
    const what = local.kind === 'annular' ? 'Annularity' : 'Totality';
    return [
      ['C1', 'Eclipse begins', local.c1],
      ['C2', `${what} begins`, local.c2],
      ['max', 'Greatest eclipse', local.max],
      ['C3', `${what} ends`, local.c3],
      ['C4', 'Eclipse ends', local.c4],
    ].filter(([, , contact]) => contact);
  };

  /** An element with a text, or with children. */
  Umbra.element = (name, attributes, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes ?? {})) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  /** Writes the contacts into the body of a table: event, local time, UTC, altitude, azimuth. Instants stand
   * to the millisecond in `datetime`. */
  Umbra.showContacts = (body, local, zone) => {
    const { element, text } = Umbra;
    const clock = (ms, of) => {
      const instant = iso(ms);
      return element('td', {}, element('time', { datetime: instant }, text.time(ms, of)));
    };
    body.replaceChildren(...Umbra.events(local).map(([name, words, { ms, altitude, azimuth, visible }]) => {
      const head = element('th', { scope: 'row' }, words);
      if (!visible) head.append(' ', element('small', {}, 'below the horizon'));
      return element('tr', { 'data-contact': name, ...(visible ? {} : { class: 'below' }) }, head,
        zone ? clock(ms, zone) : element('td', {}, '\u2013'), clock(ms, null),
        element('td', {}, text.angle(altitude)), element('td', {}, text.angle(azimuth)));
    }));
  };

  /** Commas and colons of a query are read better as they are. */
  function readable(url) {
    url.search = url.search.replaceAll('%2C', ',').replaceAll('%3A', ':');
    return url;
  }

  /** The address of this page with other parameters and without the key: { obs: "1,2", t: null } sets one and
   * removes the other. */
  Umbra.address = changes => {
    const url = new URL(location.href);
    url.hash = '';
    for (const [name, value] of Object.entries({ ...changes, apiKey: null })) {
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    return readable(url);
  };

  /** The same for a link that is followed here and now: with the key, which must not be copied. */
  Umbra.addressWithKey = changes => {
    const url = Umbra.address(changes), key = new URL(location.href).searchParams.get('apiKey');
    if (key !== null) url.searchParams.set('apiKey', key);
    return url;
  };

  /** Code that embeds a page; whoever takes it puts a key of their own in. */
  Umbra.embedCode = url => {
    const source = new URL(url);
    source.searchParams.set('apiKey', 'YOUR_KEY');
    const address = readable(source).href.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const title = Umbra.data().eclipse.name;
    return `<iframe src="${address}" width="100%" height="640" title="${title}" allow="fullscreen"></iframe>`;
  };

  /** Copies a text and says so on the button that asked for it; where copying is forbidden, shows the text to
   * be copied by hand. */
  Umbra.copy = async (text, button) => {
    const label = button.textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copied';
    } catch {
      const field = Umbra.element('input', { readonly: '', 'aria-label': label, class: 'copied' });
      field.value = text;
      button.after(field);
      field.addEventListener('blur', () => field.remove());
      field.select();
      button.textContent = 'Press Ctrl+C';
    }
    setTimeout(() => { button.textContent = label; }, 2000);
  };

  /** Says a sentence to screen readers, at most one a second; the last one wins. */
  let spokenAt = -Infinity, waiting = 0;
  Umbra.say = sentence => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      spokenAt = performance.now();
      document.getElementById('live').textContent = sentence;
    }, Math.max(0, spokenAt + SPEECH_MS - performance.now()));
  };

  /** Sends a message to the page that embeds this one, if one does. */
  Umbra.tell = message => {
    if (parent !== window) parent.postMessage(message, '*');
  };

  /** Tells it of a place and what is seen there. */
  Umbra.tellPlace = ({ lat, lng, height = 0 }, local) => {
    const { kind, magnitude, obscuration, durationSec } = local;
    const instants = Object.fromEntries(['c1', 'c2', 'max', 'c3', 'c4']
      .map(name => [name, local[name] && iso(local[name].ms)]));
    Umbra.tell({ type: 'umbra:place', lat, lng, height, kind, magnitude, obscuration, durationSec,
      ...instants });
  };

  /** Hears messages of the embedding page alone: { type: "umbra:…", … }. Of those that come faster than
   * one can look, the last counts. */
  Umbra.hear = (type, act) => {
    let last = null;
    addEventListener('message', event => {
      if (event.source !== parent || event.source === window || event.data?.type !== type) return;
      if (!last) {
        setTimeout(() => {
          const message = last;
          last = null;
          act(message);
        }, HEARING_MS);
      }
      last = event.data;
    });
  };
})();
