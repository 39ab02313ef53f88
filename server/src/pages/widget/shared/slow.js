// Playback slows down at totality or annularity, with a countdown.

import * as text from 'shared/text.js';

/** Greatest speed from this time before C2 to the same time after C3. */
const SLOW = 5, AROUND_MS = 10000;
/** The countdown begins this long before C2. */
const NOTICE_MS = 60000;

/** Whether a place sees totality or annularity. */
export const hasCentral = local => Boolean(local?.c2?.visible || local?.c3?.visible);

/** The time after `passed` ms of playback; `local` is null if playback does not slow down. */
export function advanced(ms, passed, speed, local) {
  const next = ms + passed * speed;
  if (!hasCentral(local) || speed <= SLOW) return next;
  const from = local.c2.ms - AROUND_MS, to = local.c3.ms + AROUND_MS;
  if (ms >= to || next <= from) return next;
  return ms < from ? from : Math.min(ms + passed * SLOW, to);
}

/** "C2 in 0:10" shortly before totality or annularity, "C3 in 1:04" within it, or an empty text. */
export function countdown(local, ms) {
  if (!hasCentral(local) || ms < local.c2.ms - NOTICE_MS || ms >= local.c3.ms) return '';
  const [name, contact] = ms < local.c2.ms ? ['C2', local.c2] : ['C3', local.c3];
  return `${name} in ${text.countdown(contact.ms - ms)}`;
}
