// Links, embed code and downloads. Copied texts never contain the key.

import { address, addressWithKey, element, shareRow, withKey } from 'shared/page.js';

const FORMATS = { geojson: 'GeoJSON', kml: 'KML', gpx: 'GPX' };
const DIGITS = 5;

const number = x => String(Number(x.toFixed(DIGITS)));

/** The parameters with which the page was opened. */
const opened = new URL(location.href).searchParams;

/** The parameters of a place; they replace those of the previous place. The first place keeps those of the
 * address, such as the number of a town. */
function ofPlace(place) {
  const names = ['observer', 'obs', 'title', 'subtitle'];
  if (place?.isGiven) return Object.fromEntries(names.map(name => [name, opened.get(name)]));
  return {
    observer: null,
    obs: place && `${number(place.lat)},${number(place.lng)}` + (place.height ? `,${place.height}` : ''),
    title: place?.title || null,
    subtitle: place?.subtitle || null,
  };
}

/** The address of a place or null and a view, without the key. */
function addressOf({ place, view: { centre, level } }) {
  return address({
    center: `${number(centre.lat)},${number(centre.lng)}`,
    z: String(Math.round(level)),
    ...ofPlace(place),
  });
}

/** A link to a download. */
const download = ({ format, href }) =>
  element('a', { href: withKey(href), download: '' }, FORMATS[format] ?? format);

function simulator(place) {
  const url = addressWithKey({ ...ofPlace(place), center: null, z: null, map: null });
  url.pathname = url.pathname.replace('eclipse-path', 'eclipse-simulator');
  return url.href;
}

/** Buttons and links for the end of the panel. `now()` returns the argument of `addressOf`. */
export function shareOf(data, now) {
  const sky = element('a', { class: 'sky', hidden: '' }, 'See it in the simulator');
  const row = shareRow(() => addressOf(now()));
  const files = data.downloads?.length ? element('p', { class: 'downloads' }, 'Download the path: ',
    ...data.downloads.flatMap((item, k) => [k ? ', ' : '', download(item)])) : '';
  return {
    parts: [sky, row, files],
    /** The address of the current view, or of another, without the key. */
    address: (shown = now()) => addressOf(shown).href,
    /** Updates the link to the simulator, if the page may link to it. */
    at(place, local) {
      sky.hidden = local.kind === 'none' || !data.onward;
      sky.href = simulator(place);
    },
  };
}
