// The panel: what one place sees of the eclipse, and how far it is from the path.
(() => {
  'use strict';
  const Umbra = globalThis.Umbra ??= {};
  const { element, geometry, text } = Umbra;

  /** Curves are as good as this; a distance to them is made exact by the elements within twice as much. */
  const CURVES_KM = 2;
  /** The sheet of a phone, half open, takes this part of the page's frame, as its style says. */
  const HALF = 0.55;
  /** In lower frames the sheet would cover the map: it stays as it is until it is drawn up. */
  const ROOMY_PX = 340;

  /** "85 km northeast, 33°". */
  function toward({ km, direction }) {
    if (km < 0.05) return 'here';
    return `${km.toFixed(km < 10 ? 1 : 0)} km ${text.wind(direction)}, ${text.angle(direction, 0)}`;
  }

  /** Distance and direction to a limit or to the centre line: the drawn curve made exact by the elements. */
  function distance(lines, place, find) {
    const here = [place.lng, place.lat], found = geometry.nearest(lines, here);
    if (!found) return null;
    // Upon the curve the direction would be noise: north will do to find it exactly.
    const direction = found.km > 0.05 ? geometry.bearing(here, found.at) : 0;
    const at = km => geometry.destination(here, direction, km);
    const km = find(at, found.km - CURVES_KM, found.km + CURVES_KM, place.height) ?? found.km;
    return { km: Math.abs(km), direction: km < 0 ? (direction + 180) % 360 : direction, at: at(km) };
  }

  /** Rows about the path: [term, words]. */
  function distances(eclipse, curves, place, local) {
    const find = Umbra.exact(eclipse), rows = [];
    const centre = distance(curves.lines('c'), place, find.c);
    if (centre) {
      const [lng, lat] = centre.at, there = eclipse.local(lat, lng, place.height);
      const lasts = there.durationSec > 0 ? `; there ${text.duration(there.durationSec)}` : '';
      rows.push(['Centre line', toward(centre) + lasts]);
    }
    const limit = distance(curves.lines('tn', 'ts'), place, find.tn);
    if (limit) rows.push([local.durationSec > 0 ? 'Nearest limit' : 'Limit of the path', toward(limit)]);
    const outer = !limit || local.kind === 'none' ? distance(curves.lines('pn', 'ps'), place, find.pn) : null;
    if (outer) rows.push(['Limit of the partial eclipse', toward(outer)]);
    return rows;
  }

  function figures(local) {
    if (local.kind === 'none') return [];
    const rows = [];
    const what = { total: 'Totality', annular: 'Annularity' }[local.kind];
    if (what) rows.push([what, text.duration(local.durationSec)]);
    rows.push(['Partial eclipse', text.duration((local.c4.ms - local.c1.ms) / 1000)]);
    rows.push(['Magnitude', local.magnitude.toFixed(4)]);
    rows.push(['Obscuration', text.percent(local.obscuration)]);
    return rows;
  }

  /** Peek, half, full: the sheet of a phone. */
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
      open: () => { if (panel.dataset.sheet === 'peek' && isRoomy()) size('half'); },
      /** Pixels of the sheet's frame that it covers once it is open. */
      covers: () => {
        if (getComputedStyle(grip).display === 'none') return 0;
        return isRoomy() ? HALF * panel.parentElement.clientHeight : panel.clientHeight;
      },
    };
  }

  /** The table of contacts; where the page came without an eclipse, a new one. */
  function tableOf(panel) {
    const found = panel.querySelector('#contacts');
    if (found) return found;
    const head = ['Event', 'Local', 'UTC', 'Altitude', 'Azimuth']
      .map(word => element('th', { scope: 'col' }, word));
    const made = element('table', { id: 'contacts' },
      element('thead', {}, element('tr', {}, ...head)), element('tbody', {}));
    const box = panel.querySelector('.table') ?? element('div', { class: 'table' });
    box.append(made);
    if (!box.isConnected) panel.querySelector('#accuracy').before(box);
    return made;
  }

  const list = rows => rows.flatMap(([term, words]) =>
    [element('dt', {}, term), element('dd', {}, words)]);

  /** The panel of the page, filled for each place. `choose(place)` is called by its form. */
  Umbra.panel = (data, eclipse, curves, { choose }) => {
    const panel = document.getElementById('panel');
    const part = id => document.getElementById(id);
    const figuresList = element('dl', { class: 'figures' });
    const distanceList = element('dl', { class: 'distances' });
    const clouds = element('p', { class: 'hint' });
    const subtitle = element('p', { class: 'subtitle coordinates' });
    panel.querySelectorAll('.subtitle, .coordinates').forEach(old => old.remove());
    part('place').after(subtitle);
    part('summary').after(Umbra.field(choose));
    const table = tableOf(panel);
    (table.closest('.table') ?? table).after(figuresList, distanceList, clouds);
    const phone = sheet(panel);
    let asked = 0;

    function fill(place, local, zone) {
      part('summary').textContent = Umbra.summary(local, zone);
      Umbra.showContacts(table.tBodies[0], local, zone);
      table.hidden = local.kind === 'none';
    }

    /** Shows a place, first in UTC, then in its local time. What was chosen opens the sheet of a phone. */
    async function show(place, local, isChosen) {
      const turn = ++asked;
      const coordinates = text.coordinates(place.lat, place.lng);
      part('place').textContent = place.title || coordinates;
      const say = zone => {
        const parts = [place.title && coordinates, place.subtitle, zone && text.zone(zone)];
        subtitle.textContent = parts.filter(Boolean).join(' \u00b7 ');
      };
      say(place.zone);
      fill(place, local, place.zone ?? null);
      figuresList.replaceChildren(...list(figures(local)));
      distanceList.replaceChildren(...list(distances(eclipse, curves, place, local)));
      const isUp = local.max && local.max.altitude > 0.5;
      clouds.textContent = isUp ? 'The line towards the Sun at greatest eclipse has dots where clouds at ' +
        `${curves.cloudsKm.join(', ')} km would stand in its way.` : '';
      if (isChosen) phone.open();
      Umbra.say(`${part('place').textContent}. ${part('summary').textContent}`);
      if (place.zone) return;
      const zone = await Umbra.zone(place.lat, place.lng);
      if (turn !== asked || !zone) return;
      place.zone = zone;
      say(zone);
      fill(place, local, zone);
      Umbra.say(`${part('place').textContent}. ${part('summary').textContent}`);
    }

    /** Adds something at the end. */
    const add = (...parts) => part('accuracy').before(...parts);
    return { show, add, covers: phone.covers };
  };
})();
