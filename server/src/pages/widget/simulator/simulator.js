// The simulator: clock, controls and texts.

import { horizonInWords, showContacts, summary, tableOf } from 'shared/contacts.js';
import { eclipseOf } from 'shared/eclipse.js';
import { onPlace, onTime, tell, tellPlace } from 'shared/frame.js';
import { address, addressWithKey, data, element, say, shareRow } from 'shared/page.js';
import { behindMountains } from 'shared/limb.js';
import { groundOf } from 'shared/place.js';
import { field } from 'shared/finder.js';
import { advanced, countdown, hasCentral } from 'shared/slow.js';
import * as text from 'shared/text.js';
import * as readout from 'simulator/readout.js';
import { skyOn } from 'simulator/sky.js';

const initial = data.simulator ?? {};
const eclipse = eclipseOf(data.eclipse.elements, data.eclipse.deltaT);

const SPEEDS = [1, 10, 60, 300];
const FASTEST = 3600;
const FOV = { least: 0.3, most: 20, usual: 1.5 };
/** Factors of the buttons + and −, and of a notch of the wheel. */
const ZOOM = 1.25, ZOOM_WHEEL = 1.1;
const UPS = { zenith: 'Zenith', north: 'North', sun: 'Solar north' };
/** Range of the slider before C1 and after C4, ms. */
const MARGIN_MS = 120000;
/** Minimum intervals of updated texts and of messages to the embedding site, ms. */
const WORDS_MS = 100, TELL_MS = 250;
/** Interval of pictures with reduced motion, ms. */
const STEP_MS = 1000;
const HOUR_MS = 3600000;
/** From this distance, a place is on the other side of the Earth. */
const FAR_KM = 10000;
const isStill = matchMedia('(prefers-reduced-motion: reduce)');

/** The state of the page. */
const now = { eclipse, obs: null, local: null, zone: null, from: 0, to: 0, ms: 0, isPlaying: false,
  isMoved: false, isSlow: true, speed: 60, up: 'zenith', fov: FOV.usual, phase: '' };
const find = id => document.getElementById(id);
/** The ground towards the Sun at greatest eclipse: its altitude in degrees, a sentence, or null. */
let horizon = data.horizon;
/** Altitudes of the skyline of the first place for every half degree from north, degrees; null if unknown. */
const skyline = () => (now.isMoved ? null : data.skyline ?? null);

// The parts of the page that need scripts

const button = (label, act, attributes = {}) => {
  const made = element('button', { type: 'button', ...attributes }, label);
  made.addEventListener('click', () => act(made));
  return made;
};

/** A group of buttons of which one is pressed: a map from its value to its button. */
function choice(name, options, act) {
  const group = element('div', { class: 'choice', role: 'group', 'aria-label': name });
  const buttons = new Map(options.map(([value, label, title]) =>
    [value, button(label, () => act(value), title ? { 'aria-label': title, title } : {})]));
  group.append(...buttons.values());
  const press = value => buttons.forEach((b, v) => b.setAttribute('aria-pressed', String(v === value)));
  return { group, press };
}

const canvas = element('canvas', { tabindex: '0', role: 'img', 'aria-describedby': 'now',
  'aria-label': 'Sun and Moon in the sky; keys: space plays, arrows step, plus and minus zoom' });
const fallback = element('p', {});
canvas.append(fallback);
const { limb, exaggeration } = data.simulator;
const { t0, radii: { k2 } } = data.eclipse.elements;
const sky = skyOn(canvas, Math.round(t0 * 24), limb && { ...limb, exaggeration, k2 });

const clocks = element('p', { class: 'clocks' }), words = element('p', { id: 'now' });
const note = element('p', { class: 'note', hidden: '' });
const illustrative = element('p', { class: 'illustrative' });
const left = element('p', { class: 'countdown', role: 'timer', hidden: '' });
const slow = button('Slow at totality', () => setSlow(!now.isSlow), { hidden: '' });
const slider = element('input', { type: 'range', step: '1000', id: 'time', 'aria-label': 'Time' });
const ticks = element('div', { class: 'ticks', 'aria-hidden': 'true' });
const jumps = element('div', { class: 'jumps', role: 'group', 'aria-label': 'Go to' });
const playButton = button('Play', () => toggle(), { class: 'play' });
const onMap = element('a', { class: 'sky' }, 'See it on the map');
const speeds = choice('Speed', SPEEDS.map(x => [x, `×${x}`, `${x} times as fast`]), x => setSpeed(x));
const ups = choice('What is up', Object.entries(UPS), up => setUp(up));
const fovText = element('output', { 'aria-label': 'Field of view' });

function buildStage() {
  const zoom = element('div', { class: 'choice', role: 'group', 'aria-label': 'Field of view' },
    button('\u2212', () => setFov(now.fov * ZOOM), { 'aria-label': 'Wider field' }), fovText,
    button('+', () => setFov(now.fov / ZOOM), { 'aria-label': 'Narrower field' }));
  const full = button('Full screen', () => (document.fullscreenElement ? document.exitFullscreen()
    : document.documentElement.requestFullscreen()), { class: 'full' });
  const tools = element('div', { class: 'tools' }, ups.group, zoom,
    ...(document.fullscreenEnabled ? [full] : []));
  find('stage').replaceChildren(canvas, note, left, tools);
}

function buildControls() {
  const seek = seconds => button(`${seconds < 0 ? '\u2212' : '+'}${Math.abs(seconds)} s`,
    () => jump(now.ms + seconds * 1000));
  const run = element('div', { class: 'run' }, playButton, speeds.group, slow,
    element('div', { class: 'steps', role: 'group', 'aria-label': 'Step' },
      seek(-10), seek(-1), seek(1), seek(10)), jumps);
  const scrubber = element('div', { class: 'scrubber' }, slider, ticks);
  find('stage').after(element('section', { class: 'controls', 'aria-label': 'Time and view' },
    element('div', { class: 'readout' }, clocks, words), scrubber, run,
    illustrative));
}

function buildPanel() {
  find('place').before(field(place => moveTo(place, true)));
  find('panel').append(...(data.onward ? [onMap] : []), shareRow(link));
}

// Place

let moves = 0;

/** Moves to another place; its height is that of the ground unless it has one. With `isOurs`, the reader
 * chose it: the time restarts, and the embedding site gets a message. */
async function moveTo(place, isOurs) {
  const move = ++moves;
  now.isMoved = true;
  const azimuth = eclipse.local(place.lat, place.lng, 0).max?.azimuth;
  const ground = await groundOf(place, azimuth);
  if (move !== moves) return;
  const { title, subtitle = ground.near, height = ground.height ?? 0 } = place;
  horizon = ground.horizon;
  setPlace({ ...place, height }, place.zone ?? ground.zone, null);
  const coordinates = text.coordinates(place.lat, place.lng);
  find('place').textContent = title ?? coordinates;
  // These texts belong to the first place.
  document.querySelectorAll('#panel :is(.subtitle, .coordinates, .limb)').forEach(old => old.remove());
  const about = [title && coordinates, height && `${Math.round(height)} m`, subtitle, now.zone];
  find('place').after(element('p', { class: 'coordinates' }, about.filter(Boolean).join(' \u00b7 ')));
  if (isOurs) {
    jump(startOf(null));
    tellPlace(now.obs, now.local);
  } else {
    setTime(now.ms);
  }
}

/** Sets the place. The slider covers C1 to C4 with a margin, and the requested instant. */
function setPlace(obs, zone, instant) {
  now.obs = obs;
  now.zone = zone;
  const smooth = eclipse.local(obs.lat, obs.lng, obs.height);
  // The server computed the mountains for the first place.
  now.local = behindMountains(eclipse, obs, smooth, now.isMoved ? null : limb);
  const { c1, c4 } = now.local;
  const middle = Date.parse(data.eclipse.date);
  const begin = (c1?.ms ?? middle - HOUR_MS) - MARGIN_MS, end = (c4?.ms ?? middle + HOUR_MS) + MARGIN_MS;
  now.from = Math.min(begin, instant ?? begin);
  now.to = Math.max(end, instant ?? end);
  // Whole seconds, so that steps of the slider match the clock.
  now.from = Math.floor(now.from / 1000) * 1000;
  slider.max = String(Math.ceil((now.to - now.from) / 1000) * 1000);
  showPlace();
}

const limbInWords = () => !limb ? ' The limb is smooth: no beads; C2 and C3 may differ by seconds.'
  : now.isMoved ? ' The mountains belong to the first place; the contacts assume a smooth limb.' : '';

/** What is not computed in the picture. */
function showIllustrative() {
  const isTotal = now.local.kind === 'total';
  illustrative.textContent = `Illustrative: colours, ${isTotal ? 'shape of the corona, diamond, ' : ''}the ` +
    `Moon beside the Sun.${now.local.c2 ? limbInWords() : ''}`;
}

function showPlace() {
  showIllustrative();
  slow.hidden = !hasCentral(now.local);
  slow.textContent = now.local.kind === 'annular' ? 'Slow at annularity' : 'Slow at totality';
  find('horizon').textContent = horizonInWords(now.local, horizon);
  find('summary').textContent = summary(now.local, now.zone);
  const table = tableOf(find('panel'));
  table.hidden = now.local.kind === 'none';
  showContacts(table.tBodies[0], now.local, now.zone);
  onMap.href = mapLink();
  showTicks();
  showJumps();
  showElsewhere();
  lastWords = -Infinity;
  request();
}

/** Without a visible eclipse: a link to the nearest point of the central line. */
function showElsewhere() {
  document.querySelector('#panel .elsewhere')?.remove();
  const { kind, visibility } = now.local;
  if (kind !== 'none' && visibility !== 'below-horizon') return;
  // For the first place, the server computed it.
  const found = now.isMoved ? null : initial.nearest;
  const { lat, lng, km, isCentral } = found ?? readout.nearest(eclipse, data, now.obs);
  const there = { obs: `${lat.toFixed(4)},${lng.toFixed(4)}`, t: null, title: null, subtitle: null };
  const onward = element('a', { href: addressWithKey(there).href }, text.coordinates(lat, lng));
  // Without loading a page: that would cost credits, and rules of the key may forbid it.
  onward.addEventListener('click', event => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    moveTo({ lat, lng }, true);
  });
  const side = km > FAR_KM ? ' (on the other side of the Earth)' : '';
  const what = isCentral ? 'nearest point of the central line' : 'point of greatest eclipse';
  find('summary').after(element('p', { class: 'elsewhere' },
    `The ${what}, ${text.kilometres(km)}${side} from here, is `, onward, '.'));
}

// Time

const limited = ms => Math.min(Math.max(ms, now.from), now.to);

/** The initial instant: as requested, or a minute before C1, or sunrise. */
function startOf(instant) {
  const { local } = now, begin = local.from ?? local.c1?.ms ?? (now.from + now.to) / 2;
  return instant ?? begin - (begin === local.c1?.ms ? 60000 : 0);
}

/** Goes to an instant that the reader chose. */
function jump(ms) {
  setTime(ms);
  tellTime();
  say(spoken(seenNow()));
}

function setTime(ms) {
  now.ms = limited(ms);
  request();
}

let toldAt = -Infinity;
function tellTime() {
  toldAt = performance.now();
  tell({ type: 'umbra:time', t: text.iso(now.ms) });
}

function setPlaying(isPlaying) {
  // At the end, playback restarts.
  if (isPlaying && now.ms >= now.to) now.ms = now.from;
  if (isPlaying && now.speed === 0) setSpeed(1);
  now.isPlaying = isPlaying;
  lastFrame = null;
  playButton.textContent = isPlaying ? 'Pause' : 'Play';
  request();
}

/** Plays or pauses on the reader's command. */
function toggle() {
  setPlaying(!now.isPlaying);
  tellTime();
}

function setSpeed(speed) {
  now.speed = speed;
  speeds.press(speed);
}

/** Whether playback slows down at totality or annularity. */
function setSlow(isSlow) {
  now.isSlow = isSlow;
  slow.setAttribute('aria-pressed', String(isSlow));
}

function setUp(up) {
  now.up = up;
  ups.press(up);
  request();
}

function setFov(fov) {
  now.fov = Math.min(Math.max(fov, FOV.least), FOV.most);
  fovText.textContent = `${now.fov.toFixed(now.fov < 10 ? 1 : 0)}°`;
  request();
}

// Ticks and buttons of contacts

function showTicks() {
  const share = ms => `${(ms - now.from) / (now.to - now.from) * 100}%`;
  const tick = (name, ms, kind) => {
    const made = element('span', { class: kind }, element('i', {}), name);
    made.style.left = share(ms);
    return made;
  };
  const { local } = now;
  ticks.replaceChildren();
  if (local.c2) {
    const band = element('span', { class: 'band' });
    band.style.left = share(local.c2.ms);
    band.style.width = `${(local.c3.ms - local.c2.ms) / (now.to - now.from) * 100}%`;
    ticks.append(band);
  }
  const { c1, c2, max, c3, c4 } = local;
  // Names only if there is space.
  const part = c1 ? (c4.ms - c1.ms) / (now.to - now.from) : 0;
  const last = part > 0.12 ? 'C4' : '';
  const middle = part < 0.35 ? '' : { total: 'totality', annular: 'annularity' }[local.kind] ?? 'max';
  for (const [name, contact] of [['C1', c1], ['', c2], [middle, max], ['', c3], [last, c4]]) {
    if (contact) ticks.append(tick(name, contact.ms, 'tick'));
  }
  for (const name of ['sunrise', 'sunset']) {
    if (local[name] !== null) ticks.append(tick(name, local[name], 'tick sun'));
  }
}

function showJumps() {
  const { c1, c2, max, c3, c4 } = now.local;
  const to = (label, contact, seconds) => contact &&
    button(label, () => jump(contact.ms + seconds * 1000));
  jumps.replaceChildren(...[to('C1', c1, 0), to('C2 \u2212 10 s', c2, -10), to('Max', max, 0),
    to('C3 \u2212 10 s', c3, -10), to('C4', c4, 0)].filter(Boolean));
}

// Texts

const spoken = seen => readout.spoken(now.local, now.ms, seen, now.zone);
const seenNow = () => eclipse.at(now.ms, now.obs.lat, now.obs.lng, now.obs.height);

/** What hides the Sun, in words; empty if it is visible. */
function hiddenBy(seen) {
  if (sky.isBehindHills(seen, skyline())) return 'The Sun is behind the hills';
  return seen.isUp ? '' : 'The Sun is below the horizon';
}

function showWords(seen) {
  const zone = now.zone ? `${text.time(now.ms, now.zone)} ${text.zoneName(now.ms, now.zone)}` : '';
  const utc = `${text.time(now.ms, null)} UTC`;
  clocks.replaceChildren(element('strong', {}, zone || utc), ...(zone ? [` ${utc}`] : []),
    element('span', {}, text.date(now.ms, now.zone)));
  words.textContent = readout.line(now.local, now.ms, seen);
  fallback.textContent = `${clocks.textContent}. ${words.textContent}`;
  const hidden = hiddenBy(seen);
  note.hidden = !hidden;
  note.textContent = hidden;
  left.textContent = now.isPlaying ? countdown(now.local, now.ms) : '';
  left.hidden = left.textContent === '';
  slider.value = String(now.ms - now.from);
  slider.setAttribute('aria-valuetext', spoken(seen));
  const [phase] = readout.phaseOf(now.local, now.ms);
  if (phase !== now.phase) {
    if (now.phase && now.isPlaying) say(spoken(seen));
    now.phase = phase;
  }
}

// Frames

let requested = 0, lastFrame = null, lastWords = -Infinity;
const request = () => { requested ||= requestAnimationFrame(frame); };

function frame(at) {
  requested = 0;
  if (now.isPlaying && advance(at)) paint();
  else if (!now.isPlaying) paint();
  const isDue = performance.now() - lastWords > WORDS_MS;
  if (!now.isPlaying || isDue) {
    lastWords = performance.now();
    showWords(seenNow());
  }
  if (!now.isPlaying) return;
  if (performance.now() - toldAt > TELL_MS) tellTime();
  request();
}

/** Advances the clock; returns false if reduced motion skips this picture. */
function advance(at) {
  const passed = lastFrame === null ? 0 : at - lastFrame;
  if (isStill.matches && lastFrame !== null && passed < STEP_MS) return false;
  lastFrame = at;
  // A page that was in the background continues without a jump.
  const span = Math.min(passed, 2 * STEP_MS);
  now.ms = limited(advanced(now.ms, span, now.speed, now.isSlow ? now.local : null));
  if (now.ms >= now.to) toggle();
  return true;
}

const paint = () =>
  sky.draw({ ms: now.ms, seen: seenNow(), fov: now.fov, up: now.up, skyline: skyline() });

function fit() {
  const density = Math.min(devicePixelRatio || 1, 2);
  canvas.width = Math.max(1, Math.round(canvas.clientWidth * density));
  canvas.height = Math.max(1, Math.round(canvas.clientHeight * density));
  paint();
}

// Input

const KEYS = {
  ' ': () => toggle(),
  ArrowLeft: event => jump(now.ms - (event.shiftKey ? 10000 : 1000)),
  ArrowRight: event => jump(now.ms + (event.shiftKey ? 10000 : 1000)),
  Home: () => jump(now.from),
  End: () => jump(now.to),
  '+': () => setFov(now.fov / ZOOM),
  '=': () => setFov(now.fov / ZOOM),
  '-': () => setFov(now.fov * ZOOM),
  u: () => setUp(Object.keys(UPS)[(Object.keys(UPS).indexOf(now.up) + 1) % 3]),
};

function listen() {
  slider.addEventListener('input', () => jump(now.from + Number(slider.value)));
  canvas.addEventListener('keydown', event => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? null : KEYS[event.key];
    if (!act) return;
    event.preventDefault();
    act(event);
  });
  addEventListener('keydown', event => {
    // Elsewhere, the focused control has the key.
    if (event.key !== ' ' || event.target !== document.body) return;
    event.preventDefault();
    toggle();
  });
  canvas.addEventListener('wheel', event => {
    event.preventDefault();
    setFov(now.fov * ZOOM_WHEEL ** Math.sign(event.deltaY));
  }, { passive: false });
  new ResizeObserver(fit).observe(canvas);
  listenToFrame();
}

/** Follows the place and the time that the embedding site sends. */
function listenToFrame() {
  onTime(ms => { setPlaying(false); setTime(ms); });
  onPlace(place => moveTo(place, false));
}

/** The address of the map of this place. */
function mapLink() {
  const { lat, lng, height, title = null, subtitle = null } = now.obs;
  const texts = now.isMoved ? { title, subtitle } : {};
  const url = addressWithKey({ obs: `${lat},${lng}${height ? `,${height}` : ''}`, t: null, speed: null,
    up: null, fov: null, play: null, limb: null, exaggeration: null, horizon: null, visible: null,
    observer: null, ...texts });
  url.pathname = url.pathname.replace('eclipse-simulator', 'eclipse-path');
  return url.href;
}

/** The address of the current view. */
function link() {
  const { lat, lng, height } = now.obs;
  return address({
    obs: `${lat},${lng}${height ? `,${height}` : ''}`, t: text.iso(now.ms),
    speed: String(now.speed), up: now.up, fov: String(Number(now.fov.toFixed(2))),
    // The texts of the address belong to the first place.
    ...(now.isMoved ? { title: now.obs.title ?? null, subtitle: now.obs.subtitle ?? null } : {}),
  });
}

function start() {
  if (!data.obs) return;
  buildStage();
  buildControls();
  buildPanel();
  setSlow(true);
  setSpeed(Math.min(Math.max(Number(initial.speed ?? 60), 0), FASTEST));
  setUp(initial.up in UPS ? initial.up : 'zenith');
  setFov(Number(initial.fov) || FOV.usual);
  const { lat, lng, height, zone } = data.obs;
  const instant = initial.t ? Date.parse(initial.t) : null;
  setPlace({ lat, lng, height: height ?? 0 }, text.isZone(zone) ? zone : null, instant);
  setTime(startOf(instant));
  listen();
  fit();
  tellPlace(now.obs, now.local);
  if (initial.play && now.speed > 0 && !isStill.matches) setPlaying(true);
}

/** The page, for tests. */
export const simulator = { state: now, paint };
start();
