import { signal } from '../../client/signal.js';

/**
 * Shared state of the page: the present run and the previous one, the selected columns, and the
 * mode of comparison.
 * @typedef {'values' | 'both' | 'difference'} Mode
 * @typedef {{
 *   data: import('../run-page-data.ts').RunPageData,
 *   clock: import('../../client/clock.js').Clock,
 *   zoom: import('../../client/zoom.js').Zoom,
 *   now: import('../../client/signal.js').Signal<import('./recording.js').Recording>,
 *   before: import('../../client/signal.js').Signal<import('./recording.js').Recording | null>,
 *   mode: import('../../client/signal.js').Signal<Mode>,
 *   chosen: import('../../client/signal.js').Signal<ReadonlySet<string>>,
 *   scales: import('../../client/signal.js').Signal<ReadonlyMap<number, Scale>>,
 * }} Board
 *
 * Number format of a group: values are divided by `factor` and shown with `decimals`.
 * @typedef {{ factor: number, unit: string, decimals: number, log: boolean }} Scale
 */

/**
 * @param {import('../run-page-data.ts').RunPageData} data
 * @param {import('./recording.js').Recording} recording
 * @param {import('../../client/clock.js').Clock} clock
 * @param {import('../../client/zoom.js').Zoom} zoom
 * @returns {Board}
 */
export function createBoard(data, recording, clock, zoom) {
  return {
    data,
    clock,
    zoom,
    now: signal(recording),
    before: signal(/** @type {import('./recording.js').Recording | null} */ (null)),
    mode: signal(/** @type {Mode} */ ('values')),
    chosen: signal(
      /** @type {ReadonlySet<string>} */ (new Set(data.groups.flatMap((group) => group.chosen))),
    ),
    scales: signal(/** @type {ReadonlyMap<number, Scale>} */ (new Map())),
  };
}

/**
 * Returns colour and dash of a column, from its index in its group.
 * @param {import('../run-page-data.ts').ColumnGroup} group
 * @param {string} name
 */
export function styleOf(group, name) {
  const place = group.columns.indexOf(name);
  return { colour: place % 8, dash: Math.floor(place / 8) % 3 };
}
