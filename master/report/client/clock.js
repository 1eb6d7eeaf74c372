import { signal } from './signal.js';

/**
 * Time of a group, which its plots, legends and scene show.
 * @typedef {{
 *   start: number, end: number,
 *   time: import('./signal.js').Signal<number>,
 *   playing: import('./signal.js').Signal<boolean>,
 *   speed: import('./signal.js').Signal<number>,
 *   move: (seconds: number) => void,
 * }} Clock
 */

/**
 * @param {number} start [s]
 * @param {number} end [s]
 * @returns {Clock}
 */
export function createClock(start, end) {
  const time = signal(start);
  const playing = signal(false);
  const speed = signal(1);
  const move = (/** @type {number} */ seconds) =>
    time.set(Math.min(end, Math.max(start, time.get() + seconds)));

  let before = Number.NaN;
  /** @param {number} now [ms] */
  const tick = (now) => {
    if (!playing.get()) return;
    if (now > before) move(((now - before) / 1000) * speed.get());
    before = now;
    if (time.get() >= end) playing.set(false);
    else requestAnimationFrame(tick);
  };
  playing.on((on) => {
    if (!on) return;
    if (time.get() >= end) time.set(start);
    before = Number.NaN;
    requestAnimationFrame(tick);
  });
  return { start, end, time, playing, speed, move };
}
