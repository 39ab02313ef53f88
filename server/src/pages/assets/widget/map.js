// The map of an eclipse: starts the page and holds its state.
(() => {
  'use strict';
  const Umbra = globalThis.Umbra ??= {};
  const { element, geometry } = Umbra;

  /** From here on a map ought to have streets. */
  const STREETS_ZOOM = 10;
  /** Nearer than this, and nearer to the equator, nothing is gained by a globe. */
  const NEAR_ZOOM = 5;
  const FLAT_LATITUDE = 75;

  const data = Umbra.data();
  const eclipse = Umbra.eclipse(data.eclipse.elements, data.eclipse.deltaT);
  const curves = Umbra.curves(data.paths, eclipse);
  const tiles = Umbra.tiles(data.tiles);
  const stillness = matchMedia('(prefers-reduced-motion: reduce)');
  const isStill = () => stillness.matches;
  const stage = document.getElementById('stage');

  /** What is shown: the time, and the place with the direction of the Sun there. */
  const state = { place: null, sun: null, local: null };
  /** The flat map and the globe; each is made when it is first shown. */
  const views = { flat: null, globe: null };
  let view = null, slider = null, panel = null, share = null;
  /** Whether near views have their exact curves: the first picture does not wait for them. */
  let isFine = false;

  const hasOutsideLayer = Boolean(data.layers?.some(layer => layer.word === data.view.map));
  const depth = element('p', { class: 'depth', hidden: '' },
    'No streets on this map: zoom out for towns and borders');

  function draw(into, bounds, zoom) {
    const isGlobe = view !== null && view === views.globe, hasOwnNames = hasOutsideLayer && !isGlobe;
    depth.hidden = hasOwnNames || zoom < STREETS_ZOOM;
    const tilesZoom = isGlobe ? zoom + Umbra.globe.DEEPER : zoom;
    const names = hasOwnNames ? [] : Umbra.names(tiles, bounds, tilesZoom);
    const { place, sun } = state;
    curves.draw(into, { ms: slider.now(), place, sun, zoom, bounds: isFine ? bounds : null, names });
  }

  /** How far the page's frame reaches below the map: there the sheet of a phone covers nothing. */
  const stageInset = () => stage.parentElement.clientHeight - stage.clientHeight;

  /** Shows what a place sees and moves it into view. `isSilent` keeps it from the embedding page, which said
   * it. */
  function choose(place, isSilent) {
    const local = eclipse.local(place.lat, place.lng, place.height ?? 0);
    Object.assign(state, { place, local, sun: local.max });
    panel.show(place, local, true).then(() => {
      if (state.place === place) slider.inZone(place.zone ?? null);
    });
    share.at(place, local);
    if (view) {
      view.reveal(place.lat, place.lng, Math.max(0, panel.covers() - stageInset()));
      view.redraw();
    }
    if (!isSilent) Umbra.tellPlace(place, local);
  }

  /** What the panel says before any place is chosen. */
  function showGreatest() {
    const { lat, lng } = data.greatest;
    panel.show({ lat, lng, height: 0, title: 'Greatest eclipse' }, eclipse.local(lat, lng, 0), false);
  }

  const pick = (lat, lng) => choose({ lat, lng, height: 0 });

  /** What the time slider says in words. */
  function describe(ms) {
    const clock = `${Umbra.text.time(ms, null)} UTC`, { place } = state;
    if (place) {
      const seen = eclipse.at(ms, place.lat, place.lng, place.height ?? 0);
      const sun = seen.altitude < 0 ? 'Sun below the horizon'
        : `Sun ${Umbra.text.angle(seen.altitude, 0)} high`;
      return `${clock}, ${Umbra.text.percent(seen.obscuration)} covered, ${sun}`;
    }
    const { axis } = eclipse.shadow(ms);
    return axis ? `${clock}, shadow at ${Umbra.text.coordinates(...axis)}` : clock;
  }

  function loadScript(address) {
    return new Promise((done, failed) => {
      const script = element('script', { src: address });
      script.addEventListener('load', done);
      script.addEventListener('error', () => failed(new Error(address)));
      document.head.append(script);
    });
  }

  async function make(kind) {
    const box = element('div', { class: 'view', 'data-view': kind, tabindex: '0', role: 'application',
      'aria-label': `${kind === 'flat' ? 'Map' : 'Globe'}. Arrow keys move it, plus and minus zoom, Enter ` +
        'chooses the place in its middle.' });
    if (kind === 'globe') for (const address of data.assets.globe) await loadScript(address);
    stage.prepend(box);
    const made = Umbra[kind](box, data, tiles, { draw, pick, isStill: isStill() });
    box.addEventListener('keydown', event => {
      if (event.key !== 'Enter' || event.target !== box) return;
      const { lat, lng } = made.centre();
      pick(lat, lng);
    });
    return made;
  }

  /** Shows the flat map or the globe; the globe's scripts may not come. */
  async function show(kind, button) {
    const before = view, centre = view?.centre();
    try {
      views[kind] ??= await make(kind);
    } catch {
      Umbra.say('The globe could not be loaded.');
      return;
    }
    view = views[kind];
    if (before) before.element.hidden = true;
    view.element.hidden = false;
    view.resize();
    if (before && before !== view) view.go([geometry.clamp(centre.lat, -85, 85), centre.lng]);
    view.drawNow();
    button.textContent = kind === 'flat' ? 'Globe' : 'Flat';
    button.setAttribute('aria-label', kind === 'flat' ? 'Show the globe' : 'Show the flat map');
  }

  const PAN = [['up', '↑', 0, -1], ['left', '←', -1, 0], ['right', '→', 1, 0], ['down', '↓', 0, 1]];

  /** Buttons for everything that dragging and pinching do. */
  function tools() {
    const button = (name, sign, act, extra) => {
      const made = element('button', { type: 'button', 'aria-label': name, title: name, ...extra }, sign);
      made.addEventListener('click', act);
      return made;
    };
    const globe = button('Show the globe', 'Globe', () => show(view === views.flat ? 'globe' : 'flat', globe),
      { class: 'word' });
    const bar = element('div', { class: 'tools', role: 'group', 'aria-label': 'Move the map' },
      element('div', { class: 'group' },
        button('Zoom in', '+', () => view.zoom(1)), button('Zoom out', '−', () => view.zoom(-1))),
      element('div', { class: 'group pad' }, ...PAN.map(([name, sign, x, y]) =>
        button(`Move ${name}`, sign, () => view.pan(x, y), { 'data-move': name })),
      button('Choose the middle of the map', '◎', () => { const c = view.centre(); pick(c.lat, c.lng); },
        { 'data-move': 'middle' })),
      element('div', { class: 'group' }, globe,
        button('Fit the whole path', 'Fit', () => view.fit(), { class: 'word' })));
    return { bar, globe };
  }

  const isNumber = (x, most) => typeof x === 'number' && Math.abs(x) <= most;

  /** What the embedding page may ask for. Anything else is not heard. */
  function listen() {
    Umbra.hear('umbra:place', ({ lat, lng, height = 0 }) => {
      if (!isNumber(lat, 90) || !isNumber(lng, 360) || !isNumber(height, 100000)) return;
      choose({ lat, lng: geometry.wrap(lng), height }, true);
    });
    Umbra.hear('umbra:time', ({ t }) => {
      const ms = typeof t === 'string' ? Date.parse(t) : NaN;
      if (Number.isFinite(ms)) { slider.stop(); slider.set(ms, true); }
    });
  }

  /** Colours follow the page from light to dark and to forced colours. */
  function followFaces() {
    for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) {
      matchMedia(query).addEventListener('change', () => {
        Umbra.forgetColours();
        view.repaint();
        view.redraw();
      });
    }
  }

  /** Whether the page begins with a near view of a place that the flat map shows well. */
  function isNearView() {
    const { center, z } = data.view;
    return Boolean(center) && z >= NEAR_ZOOM && Math.abs(center[0]) < FLAT_LATITUDE;
  }

  /** The middle of the map is marked only for those who move it by keys. */
  function followKeys() {
    addEventListener('keydown', () => document.body.classList.add('keys'), true);
    addEventListener('pointerdown', () => document.body.classList.remove('keys'), true);
  }

  async function start() {
    document.body.dataset.map = data.view.map;
    document.body.classList.add('live');
    stage.querySelector('.still')?.remove();
    const { bar, globe } = tools();
    slider = Umbra.slider(data, { change: () => view?.redraw(), describe, isStill });
    panel = Umbra.panel(data, eclipse, curves, { choose });
    share = Umbra.share(data, () => ({ centre: view.centre(), level: view.level(), place: state.place }));
    panel.add(...share.parts);
    stage.append(bar, depth, Umbra.legend(curves, () => view.redraw()));
    document.querySelector('main').after(slider.row);
    if (data.obs) choose({ ...data.obs });
    else showGreatest();
    await show(data.view.globe && !isNearView() ? 'globe' : 'flat', globe);
    new ResizeObserver(() => view.resize()).observe(stage);
    followFaces();
    followKeys();
    listen();
    performance.mark('umbra:ready');
    requestAnimationFrame(() => setTimeout(() => {
      isFine = true;
      view.redraw();
    }));
  }

  Umbra.map = {
    state, views, curves,
    view: () => view,
    time: () => slider.now(),
    /** Files that are loaded when they are wanted. */
    lazy: Object.values(data.assets).flat(),
  };
  start();
})();
