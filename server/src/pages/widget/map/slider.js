// Time: a slider from the first to the last contact of the shadow, with the contacts as buttons, and play.
// Below the slider are the contacts of the Earth, above it those of the chosen place.

import { clamp } from 'map/geometry.js';
import { events } from 'shared/contacts.js';
import { tell } from 'shared/frame.js';
import { element } from 'shared/page.js';
import { advanced, countdown, hasCentral } from 'shared/slow.js';
import * as text from 'shared/text.js';

const STEP_S = 10;
/** Duration of playback. */
const PLAY_S = 40;
/** Interval and size of the steps with reduced motion. */
const STILL_MS = 1000;
const STILL_STEP_S = 300;
/** Longest step of playback after a pause of the browser, ms. */
const LONGEST_FRAME_MS = 1000;
/** Minimum interval of messages to the embedding site. */
const TELL_MS = 250;
const TICKS = [['P1', 'Eclipse begins'], ['U1', 'Shadow lands'], ['GE', 'Greatest eclipse'],
  ['U4', 'Shadow leaves'], ['P4', 'Eclipse ends']];
/** Ticks of a place: the first ones stay where ticks would overlap. */
const OF_PLACE = { C2: 'Total begins', C1: 'Partial begins', C4: 'Partial ends', C3: 'Total ends',
  max: 'Maximum' };
/** Order of preference if ticks would overlap. */
const CHIEF_TICKS = ['GE', 'P1', 'P4', 'U1', 'U4'];
/** Distance of the thumb's middle from the end of the slider, and minimum gap of ticks. */
const END_PX = 8, GAP_PX = 6;
const DAY_MS = 86400000;

/**
 * Instants of the contacts of this eclipse: [id, name, ms].
 * @returns {[string, string, number][]}
 */
function ticksOf(data) {
  const points = new Map((data.paths?.features ?? []).map(f => [f.id, f.properties.from]));
  const greatest = Date.parse(data.eclipse.date);
  const of = id => (points.has(id) ? Date.parse(points.get(id)) : id === 'GE' ? greatest : NaN);
  /** @type {[string, string, number][]} */
  const all = TICKS.map(([id, name]) => [id, name, of(id)]);
  const found = all.filter(([, , ms]) => Number.isFinite(ms));
  // Without contacts of the path, the range is longer than any eclipse.
  return found.length > 1 ? found : [['GE', 'Greatest eclipse', greatest]];
}

/** The visible contacts of a place in order of preference: [id, label, name, ms]. */
function ticksOfPlace(local) {
  const ofKind = words => (local.kind === 'annular' ? words.replace('Total', 'Annular') : words);
  const found = events(local).filter(([name, , contact]) =>
    contact.visible && !(name === 'max' && local.c2));
  const order = Object.keys(OF_PLACE);
  return found.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([name, words, { ms }]) => [name, ofKind(OF_PLACE[name]), `${name}, ${words}`, ms]);
}

/** The instant to show for a place: its greatest visible phase, or null. */
function bestOf({ max, from, to, visibility }) {
  if (!max || visibility === 'below-horizon') return null;
  return max.visible ? max.ms : clamp(max.ms, from, to);
}

/**
 * The row below the map. `change(ms)` is called for every new time; `describe(ms)` returns the text for
 * aria-valuetext.
 */
export function sliderOf(data, { change, describe, isStill }) {
  const contacts = ticksOf(data), first = contacts[0][2], last = contacts[contacts.length - 1][2];
  const begin = last > first ? first : first - DAY_MS / 8, end = last > first ? last : first + DAY_MS / 8;
  let now = Date.parse(data.eclipse.date), frame = 0, toldAt = 0, zone = null;
  /** The local circumstances of the chosen place, and whether the reader or the site chose the time. */
  let local = null, isChosen = false, isSlow = true;

  const range = element('input', { type: 'range', min: 0, max: Math.ceil((end - begin) / 1000),
    step: STEP_S, 'aria-label': 'Time of the shadow' });
  const play = element('button', { type: 'button', class: 'play' }, 'Play');
  const slow = element('button', { type: 'button', class: 'slow', hidden: '', 'aria-pressed': 'true' });
  const clock = element('output', { class: 'clock' });
  const track = element('div', { class: 'track' }, range);
  const left = element('p', { class: 'countdown', role: 'timer', hidden: '' });

  /** A button that shows an instant, and a mark at its place on the slider. */
  function tickOf(id, label, name, ms, kind) {
    const button = element('button', { type: 'button', class: `tick ${kind}`, 'data-tick': id,
      'aria-label': name, title: name }, label);
    button.addEventListener('click', () => { stop(); isChosen = true; set(ms); });
    const mark = element('i', { class: kind });
    track.append(button, mark);
    return { id, button, mark, part: (ms - begin) / (end - begin) };
  }
  const below = contacts.map(([id, name, ms]) =>
    tickOf(id, name, `${name}, ${text.time(ms, null)} UTC`, ms, 'world'))
    .sort((a, b) => CHIEF_TICKS.indexOf(a.id) - CHIEF_TICKS.indexOf(b.id));
  let above = [];

  /** Places the ticks; those that would overlap are hidden. */
  function layOut() {
    const width = track.clientWidth;
    for (const row of [below, above]) {
      const used = [];
      for (const { button, mark, part } of row) {
        const at = END_PX + part * (width - 2 * END_PX);
        mark.style.left = `${at}px`;
        button.hidden = false;
        const half = button.offsetWidth / 2, middle = clamp(at, half, Math.max(half, width - half));
        button.style.left = `${middle}px`;
        button.hidden = used.some(([x, other]) => Math.abs(x - middle) < other + half + GAP_PX);
        if (!button.hidden) used.push([middle, half]);
      }
    }
  }
  new ResizeObserver(layOut).observe(track);
  const row = element('section', { class: 'time', 'aria-label': 'Time' }, play, slow, track, clock);

  function show() {
    // The range rounds to a step: rounded twice, it could be more than half a step away.
    range.value = String((now - begin) / 1000);
    range.setAttribute('aria-valuetext', describe(now));
    const day = of => element('span', {}, text.day(now, of, 'short')), utc = `${text.time(now, null)} UTC`;
    if (!zone) clock.replaceChildren(day(null), ` ${utc}`);
    else {
      const other = element('small', {}, utc);
      if (text.day(now, null) !== text.day(now, zone)) other.prepend(day(null), ' ');
      clock.replaceChildren(day(zone), ` ${text.time(now, zone)} ${text.zoneName(now, zone)}`, other);
    }
    left.textContent = frame ? countdown(local, now) : '';
    left.hidden = left.textContent === '';
  }

  /** Shows a time. With `isSilent`, the embedding site gets no message. */
  function set(ms, isSilent = false) {
    now = clamp(ms, begin, end);
    show();
    change(now);
    const at = performance.now();
    if (isSilent || (frame && at - toldAt < TELL_MS)) return;
    toldAt = at;
    tell({ type: 'umbra:time', t: new Date(now).toISOString() });
  }

  function stop() {
    if (!frame) return;
    cancelAnimationFrame(frame);
    clearInterval(frame);
    frame = 0;
    play.textContent = 'Play';
    show();
  }

  function start() {
    isChosen = true;
    if (now >= end - STEP_S * 1000) now = begin;
    play.textContent = 'Pause';
    const speed = isStill() ? STILL_STEP_S * 1000 / STILL_MS : (end - begin) / (PLAY_S * 1000);
    const on = passed => {
      const ms = advanced(now, passed, speed, isSlow ? local : null);
      if (ms >= end) stop();
      set(ms);
    };
    if (isStill()) {
      frame = setInterval(() => on(STILL_MS), STILL_MS);
      return;
    }
    let before = performance.now();
    const step = at => {
      frame = requestAnimationFrame(step);
      on(Math.min(at - before, LONGEST_FRAME_MS));
      before = at;
    };
    frame = requestAnimationFrame(step);
  }

  /** Shows the contacts of a place. The time becomes that of its greatest eclipse, unless the reader or the
   * site chose one. */
  function follow(place, circumstances) {
    local = circumstances;
    zone = place.zone ?? null;
    for (const { button, mark } of above) { button.remove(); mark.remove(); }
    above = ticksOfPlace(local).map(([id, label, words, ms]) =>
      tickOf(id, label, `${label}: ${words}, ${text.time(ms, zone)} ${zone ? 'local time' : 'UTC'}`, ms,
        'here'));
    row.classList.toggle('followed', above.length > 0);
    slow.hidden = !hasCentral(local);
    slow.textContent = local.kind === 'annular' ? 'Slow at annularity' : 'Slow at totality';
    layOut();
    const best = bestOf(local);
    if (best !== null && !isChosen) set(best, true);
    else show();
  }

  range.addEventListener('input', () => {
    stop();
    isChosen = true;
    set(begin + Number(range.value) * 1000);
  });
  const toggle = () => (frame ? stop() : start());
  play.addEventListener('click', toggle);
  addEventListener('keydown', event => {
    // Elsewhere, the focused control has the key.
    const { key, target } = event;
    const isFree = target === document.body || (target instanceof Element && target.matches('.view'));
    if (key !== ' ' || !isFree) return;
    event.preventDefault();
    toggle();
  });
  slow.addEventListener('click', () => {
    isSlow = !isSlow;
    slow.setAttribute('aria-pressed', String(isSlow));
  });
  show();
  return {
    row, stop, begin, end, follow, countdown: left,
    now: () => now,
    /** Shows a time of the embedding site. */
    obey: ms => { stop(); isChosen = true; set(ms, true); },
  };
}
