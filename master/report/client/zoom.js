import { signal } from './signal.js';

/**
 * Time range [s] that all plots of a group show.
 * @typedef {{
 *   range: import('./signal.js').Signal<[number, number]>,
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
  return {
    range,
    all: () => range.set([start, end]),
    around: (time, share) => {
      const [from, to] = range.get();
      const width = Math.min(end - start, (to - from) * share);
      const left = Math.min(Math.max(time - width / 2, start), end - width);
      range.set([left, left + width]);
    },
  };
}
