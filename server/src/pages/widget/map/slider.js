// Time: a slider from the first to the last contact of the shadow, with the contacts as buttons, and play.

import { tell } from 'shared/frame.js';
import { element } from 'shared/page.js';
import * as text from 'shared/text.js';

const STEP_S = 10;
/** Duration of playback. */
const PLAY_S = 40;
/** Interval and size of the steps with reduced motion. */
const STILL_MS = 1000;
const STILL_STEP_S = 300;
/** Minimum interval of messages to the embedding site. */
const TELL_MS = 250;
const TICKS = [['P1', 'First contact'], ['U1', 'Umbra arrives'], ['GE', 'Greatest eclipse'],
  ['U4', 'Umbra leaves'], ['P4', 'Last contact']];
/** Order of preference if ticks would overlap. */
const CHIEF_TICKS = ['GE', 'P1', 'P4', 'U1', 'U4'];
const TICK_PX = 30;
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

/**
 * The row below the map. `change(ms)` is called for every new time; `describe(ms)` returns the text for
 * aria-valuetext.
 */
export function sliderOf(data, { change, describe, isStill }) {
  const ticks = ticksOf(data), first = ticks[0][2], last = ticks[ticks.length - 1][2];
  const begin = last > first ? first : first - DAY_MS / 8, end = last > first ? last : first + DAY_MS / 8;
  let now = Date.parse(data.eclipse.date), frame = 0, toldAt = 0, zone = null;

  const range = element('input', { type: 'range', min: 0, max: Math.ceil((end - begin) / 1000),
    step: STEP_S, 'aria-label': 'Time of the shadow' });
  const play = element('button', { type: 'button', class: 'play' }, 'Play');
  const clock = element('output', { class: 'clock' });
  const track = element('div', { class: 'track' }, range);
  const ticked = new Map();
  for (const [id, name, ms] of ticks) {
    const short = id === 'GE' ? 'Max' : id;
    const tick = element('button', { type: 'button', class: 'tick', 'data-tick': id,
      'aria-label': `${short}: ${name}, ${text.time(ms, null)} UTC` }, short);
    tick.style.setProperty('--part', String((ms - begin) / (end - begin)));
    tick.addEventListener('click', () => { stop(); set(ms); });
    ticked.set(id, tick);
    track.append(tick);
  }
  /** Hides ticks that would overlap. */
  function thin() {
    const kept = [];
    for (const id of CHIEF_TICKS) {
      const tick = ticked.get(id);
      if (!tick) continue;
      const at = Number(tick.style.getPropertyValue('--part')) * track.clientWidth;
      tick.hidden = kept.some(other => Math.abs(other - at) < TICK_PX);
      if (!tick.hidden) kept.push(at);
    }
  }
  new ResizeObserver(thin).observe(track);
  const row = element('section', { class: 'time', 'aria-label': 'Time' }, play, track, clock);

  function show() {
    range.value = String(Math.round((now - begin) / 1000));
    range.setAttribute('aria-valuetext', describe(now));
    const day = of => element('span', {}, text.day(now, of, 'short')), utc = `${text.time(now, null)} UTC`;
    if (!zone) clock.replaceChildren(day(null), ` ${utc}`);
    else {
      const other = element('small', {}, utc);
      if (text.day(now, null) !== text.day(now, zone)) other.prepend(day(null), ' ');
      clock.replaceChildren(day(zone), ` ${text.time(now, zone)} ${text.zoneName(now, zone)}`, other);
    }
  }

  /** Shows a time. With `isSilent`, the embedding site gets no message. */
  function set(ms, isSilent) {
    now = Math.min(Math.max(ms, begin), end);
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
  }

  function start() {
    if (now >= end - STEP_S * 1000) now = begin;
    play.textContent = 'Pause';
    const on = ms => { if (ms >= end) stop(); set(ms); };
    if (isStill()) {
      frame = setInterval(() => on(now + STILL_STEP_S * 1000), STILL_MS);
      return;
    }
    let before = performance.now();
    const step = at => {
      frame = requestAnimationFrame(step);
      on(now + (at - before) / (PLAY_S * 1000) * (end - begin));
      before = at;
    };
    frame = requestAnimationFrame(step);
  }

  range.addEventListener('input', () => { stop(); set(begin + Number(range.value) * 1000); });
  play.addEventListener('click', () => (frame ? stop() : start()));
  show();
  return {
    row, set, stop, begin, end,
    now: () => now,
    inZone: name => { zone = name; show(); },
  };
}
