import { signal } from './signal.js';

/**
 * Time range [s] that all plots of a group show.
 * @typedef {{
 *   range: import('./signal.js').Signal<[number, number]>,
 *   reset: import('./signal.js').Signal<number>,
 *   all: () => void,
 *   around: (time: number, share: number) => void,
 * }} Zoom
 */

/**
 * @param {number} start [s]
 * @param {number} end [s]
 * @returns {Zoom}
 */
export function createZoom(start, end) {
  const range = signal(/** @type {[number, number]} */ ([start, end]));
  // Counts, so that plots also show all of their vertical axes.
  const reset = signal(0);
  return {
    range,
    reset,
    all: () => {
      range.set([start, end]);
      reset.set(reset.get() + 1);
    },
    around: (time, share) => {
      const [from, to] = range.get();
      const width = Math.min(end - start, (to - from) * share);
      const left = Math.min(Math.max(time - width / 2, start), end - width);
      range.set([left, left + width]);
    },
  };
}
