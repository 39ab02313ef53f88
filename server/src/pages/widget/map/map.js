// The map of an eclipse: starts the page and holds its state.

import { forgetColours } from 'map/basemap.js';
import { curvesOf } from 'map/curves.js';
import { clamp } from 'map/geometry.js';
import { legend } from 'map/legend.js';
import { namesOf } from 'map/names.js';
import { panelOf } from 'map/panel.js';
import { shareOf } from 'map/share.js';
import { sliderOf } from 'map/slider.js';
import { tilesOf } from 'map/tiles.js';
import { button, toolsOf } from 'map/tools.js';
import { eclipseOf } from 'shared/eclipse.js';
import { onPlace, onTime, tellPlace } from 'shared/frame.js';
import { data, element, say } from 'shared/page.js';
import { groundOf } from 'shared/place.js';
import * as text from 'shared/text.js';

/** From this zoom, readers expect streets. */
const STREETS_ZOOM = 10;
/** Up to this latitude, the flat map shows places better than the globe. */
const FLAT_LATITUDE = 75;
/** A place that the reader searches is shown at least this near. */
const PLACE_ZOOM = 7;
/** From this zoom, the search prefers towns near the middle of the map. */
const NEAR_TOWNS_ZOOM = 6;

const eclipse = eclipseOf(data.eclipse.elements, data.eclipse.deltaT);
/** What only a map with mountains of the Moon needs. */
const mountains = data.limb || data.limits ? await import('map/mountains.js') : null;
const curves = curvesOf(data, eclipse, mountains);
const tiles = tilesOf(data.tiles);
const namesFor = namesOf(data, tiles, curves, eclipse);
const stillness = matchMedia('(prefers-reduced-motion: reduce)');
const isStill = () => stillness.matches;
const stage = document.getElementById('stage');

/** The local circumstances while no place is chosen. */
const NOWHERE = { kind: 'none' };
/** The chosen place, the Sun there, and its local circumstances. */
const state = { place: null, sun: null, local: null };
/** The flat map and the globe; each is created when it is first shown. */
const views = { flat: null, globe: null };
let view = null, slider = null, panel = null, share = null, visits = null;
/** The modules of the views, loaded when they are first shown. */
const modules = { flat: () => import('map/flat.js'), globe: () => import('map/globe.js') };
/** By how much the tiles of the globe are deeper than its zoom. */
let deeper = 0;

const hasOutsideLayer = Boolean(data.layers?.some(layer => layer.word === data.view.map));
const depth = element('p', { class: 'depth', hidden: '' },
  'No streets on this map: zoom out for towns and borders');

function draw(into, bounds, zoom) {
  const isGlobe = view !== null && view === views.globe, hasOwnNames = hasOutsideLayer && !isGlobe;
  depth.hidden = hasOwnNames || zoom < STREETS_ZOOM;
  const tilesZoom = isGlobe ? zoom + deeper : zoom;
  /** @type {[any[], any[]]} */
  const names = hasOwnNames ? [[], []] : namesFor(bounds, tilesZoom, isGlobe);
  const { place, sun } = state;
  curves.draw(into, { ms: slider.now(), place, sun, zoom, bounds, names });
  visits?.follow();
}

/** Height of the page below the map: the sheet of a phone covers this part first. */
const stageInset = () => stage.parentElement.clientHeight - stage.clientHeight;

/** Part of the stage that the panel covers, pixels. */
const covered = () => Math.max(0, panel.covers() - stageInset());

/** Shows the local circumstances of a place. */
function circumstances(place) {
  const smooth = eclipse.local(place.lat, place.lng, place.height ?? 0);
  // The server computed the mountains of the Moon for the place in the address.
  const local = place.isGiven && mountains?.behindMountains(eclipse, place, smooth, data.limb) || smooth;
  Object.assign(state, { place, local, sun: local.max });
  panel.show(place, local);
  slider.follow(place, local);
  share.at(place, local);
  view?.redraw();
}

/** Chooses a place; its height is that of the ground unless it has one. With `isSilent`, the embedding site
 * gets no message, and the history no entry. */
async function choose(place, isSilent = false) {
  if (!isSilent) visits?.write();
  panel.write(place.isGiven ? '' : place.title ?? '');
  circumstances(place);
  if (!isSilent) visits?.add();
  panel.open();
  view?.reveal(place.lat, place.lng, covered());
  if (place.horizon === undefined) {
    const ground = await groundOf(place, state.local.max?.azimuth);
    if (state.place !== place) return;
    place.zone ??= ground.zone;
    place.height ??= ground.height ?? 0;
    place.subtitle ??= ground.near;
    place.horizon = ground.horizon;
    circumstances(place);
  }
  if (!isSilent) tellPlace(place, state.local);
}

/** Chooses a place that may be out of view, and shows it from near. */
async function visit(place) {
  choose(place);
  if (view === views.globe && Math.abs(place.lat) < FLAT_LATITUDE) await show('flat');
  if (state.place === place) view.visit(place.lat, place.lng, PLACE_ZOOM, covered());
}

/** The place of the address, for which the server computed more than the page can. */
const given = () => ({ ...data.obs, horizon: data.horizon, isGiven: true });

/** What the address and the history contain. */
const entry = () => ({
  place: state.place,
  view: { kind: view === views.globe ? 'globe' : 'flat', centre: view.centre(), level: view.level() },
});

/** Shows an earlier place, or none, in its view. */
async function restore({ place, view: { kind, centre, level } }) {
  if (place) choose(place.lat === data.obs?.lat && place.lng === data.obs.lng ? given() : place, true);
  else {
    Object.assign(state, { place: null, sun: null, local: null });
    panel.write('');
    showGreatest();
  }
  await show(kind);
  view.go([centre.lat, centre.lng], level, { animate: false });
}

/** Fills the panel while no place is chosen. */
function showGreatest() {
  const { lat, lng } = data.greatest;
  panel.show({ lat, lng, height: 0, title: 'Greatest eclipse', zone: data.greatestZone },
    eclipse.local(lat, lng, 0));
  slider.follow({}, NOWHERE);
  share.at(null, NOWHERE);
}

const pick = (lat, lng) => choose({ lat, lng });

/** The time in words, for the slider. */
function describe(ms) {
  const clock = `${text.time(ms, null)} UTC`, { place } = state;
  if (place) {
    const seen = eclipse.at(ms, place.lat, place.lng, place.height ?? 0);
    const sun = seen.altitude < 0 ? 'Sun below the horizon'
      : `Sun ${text.angle(seen.altitude, 0)} high`;
    return `${clock}, ${text.percent(seen.obscuration)} covered, ${sun}`;
  }
  const { axis } = eclipse.shadow(ms);
  return axis ? `${clock}, shadow at ${text.coordinates(...axis)}` : clock;
}

async function make(kind) {
  const box = element('div', { class: 'view', 'data-view': kind, tabindex: '0', role: 'application',
    'aria-label': `${kind === 'flat' ? 'Map' : 'Globe'}. Arrow keys move it, plus and minus zoom, Enter ` +
      'chooses the place in its middle.' });
  const { [kind]: create, DEEPER = 0 } = await modules[kind]();
  deeper = Math.max(deeper, DEEPER);
  stage.prepend(box);
  const made = create(box, data, tiles, { draw, pick, isStill: isStill() });
  box.addEventListener('keydown', event => {
    if (event.key !== 'Enter' || event.target !== box) return;
    const { lat, lng } = made.centre();
    pick(lat, lng);
  });
  return made;
}

/** Shows the flat map or the globe; its module may fail to load. */
async function show(kind) {
  const before = view, centre = view?.centre();
  try {
    views[kind] ??= await make(kind);
  } catch {
    say(`The ${kind === 'flat' ? 'map' : kind} could not be loaded.`);
    return;
  }
  view = views[kind];
  if (before) before.element.hidden = true;
  view.element.hidden = false;
  view.resize();
  if (before && before !== view) view.go([clamp(centre.lat, -85, 85), centre.lng]);
  view.drawNow();
  toggle.textContent = kind === 'flat' ? 'Globe' : 'Flat';
  toggle.setAttribute('aria-label', kind === 'flat' ? 'Show the globe' : 'Show the flat map');
}

const toggle = button('Show the globe', 'Globe', () => show(view === views.flat ? 'globe' : 'flat'),
  { class: 'word' });

/** Follows the place and the time that the embedding site sends. */
function listen() {
  onPlace(place => choose(place, true));
  onTime(slider.obey);
}

/** Repaints when the colour scheme changes. */
function followFaces() {
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) {
    matchMedia(query).addEventListener('change', () => {
      forgetColours();
      view.repaint();
      view.redraw();
    });
  }
}

/** Marks the middle of the map for readers who use the keyboard. */
function followKeys() {
  addEventListener('keydown', () => document.body.classList.add('keys'), true);
  addEventListener('pointerdown', () => document.body.classList.remove('keys'), true);
}

/** The place whose neighbours the search prefers. */
const near = () => (view?.level() >= NEAR_TOWNS_ZOOM ? view.centre() : null);

/** Adds what the first picture does not wait for: history, names of curves, exact curves, paper. */
async function complete() {
  const [{ historyOf }, { tipOn }, refine, { printWell }] = await Promise.all([import('map/history.js'),
    import('map/tip.js'), import('map/refine.js'), import('map/print.js')]);
  visits = historyOf(entry, share.address, restore);
  tipOn(stage, (x, y) => {
    const place = view.at(x, y);
    return place && curves.nameAt(x, y, place);
  });
  printWell(stage, () => view, share.address);
  curves.sharpen(refine);
  view.redraw();
  performance.mark('umbra:complete');
}

async function start() {
  document.body.dataset.map = data.view.map;
  document.body.classList.add('live');
  stage.querySelector('.still')?.remove();
  slider = sliderOf(data, { change: () => view?.redraw(), describe, isStill });
  panel = panelOf(data, eclipse, curves, mountains, { choose: visit, near });
  share = shareOf(data, entry);
  stage.append(toolsOf(() => view, pick, toggle), depth, slider.countdown);
  document.querySelector('main').after(legend(curves, () => view.redraw()), slider.row);
  if (data.obs) choose(given());
  else showGreatest();
  // The exact view of this entry of the history, if the reader returns to it or loads it again.
  const saved = history.state?.view;
  await show(saved?.kind ?? (data.view.globe ? 'globe' : 'flat'));
  if (saved) view.go([saved.centre.lat, saved.centre.lng], saved.level, { animate: false });
  panel.add(...share.parts);
  new ResizeObserver(() => view.resize()).observe(stage);
  followFaces();
  followKeys();
  listen();
  performance.mark('umbra:ready');
  requestAnimationFrame(() => setTimeout(complete));
}

/** The page, for tests. */
export const map = { state, views, curves, view: () => view, time: () => slider.now() };
start();
