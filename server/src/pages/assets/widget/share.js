// What is taken away from the map: links, code to embed it, downloads. The key is in none of them.
(() => {
  'use strict';
  const Umbra = globalThis.Umbra ??= {};
  const { element } = Umbra;

  const FORMATS = { geojson: 'GeoJSON', kml: 'KML', gpx: 'GPX' };
  const DIGITS = 5;

  const number = x => String(Number(x.toFixed(DIGITS)));

  /** What an address says of a place, and nothing of the one before it. */
  const ofPlace = place => ({
    observer: null,
    obs: place && `${number(place.lat)},${number(place.lng)}` + (place.height ? `,${place.height}` : ''),
    title: place?.title || null,
    subtitle: place?.subtitle || null,
  });

  /** The address of the map as it is now: `view` has the centre, the level, and the place or null. */
  function address({ centre, level, place }) {
    return Umbra.address({
      center: `${number(centre.lat)},${number(centre.lng)}`,
      z: String(Math.round(level)),
      ...ofPlace(place),
    });
  }

  /** A download that only the key of this page's own address opens. */
  function download({ format, href }) {
    const url = new URL(href, location.href), key = new URL(location.href).searchParams.get('apiKey');
    if (key !== null) url.searchParams.set('apiKey', key);
    return element('a', { href: url.href, download: '' }, FORMATS[format] ?? format);
  }

  function simulator(place) {
    const url = Umbra.addressWithKey({ ...ofPlace(place), center: null, z: null, map: null });
    url.pathname = url.pathname.replace('eclipse-path', 'eclipse-simulator');
    return url.href;
  }

  /** Buttons and links for the end of the panel. `now()` gives what `address` needs. */
  Umbra.share = (data, now) => {
    const link = element('button', { type: 'button' }, 'Copy link');
    const embed = element('button', { type: 'button' }, 'Copy embed code');
    link.addEventListener('click', () => Umbra.copy(address(now()).href, link));
    embed.addEventListener('click', () => Umbra.copy(Umbra.embedCode(address(now()).href), embed));
    const sky = element('a', { class: 'sky', hidden: '' }, 'See it in the simulator');
    const row = element('div', { class: 'share' }, link, embed);
    const files = data.downloads?.length ? element('p', { class: 'downloads' }, 'Download the path: ',
      ...data.downloads.flatMap((item, k) => [k ? ', ' : '', download(item)])) : '';
    return {
      parts: [sky, row, files],
      /** The simulator shows the place that was chosen last, if the page may lead to it. */
      at(place, local) {
        sky.hidden = local.kind === 'none' || !data.onward;
        sky.href = simulator(place);
      },
    };
  };
})();
