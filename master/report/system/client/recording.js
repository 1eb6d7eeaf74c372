/**
 * Run in the page: its columns by name, with all known rows.
 * @typedef {{ unit: string, samples: import('../../client/decode.js').Samples }}
 * RecordedColumn
 * @typedef {{ title: string, columns: Map<string, RecordedColumn> }} Recording
 */

/**
 * @param {import('../run-page-data.ts').RunPageData} data
 * @param {Float64Array} values
 * @returns {Recording}
 */
export function recordingOf(data, values) {
  const slots = new Map();
  const slot = (/** @type {[number, number]} */ [at, count]) => {
    const key = `${at} ${count}`;
    if (!slots.has(key)) slots.set(key, values.subarray(at, at + count));
    return slots.get(key);
  };
  const columns = new Map(
    data.columns.map(({ name, unit, times, values: own }) => [
      name,
      { unit, samples: { t: slot(times), v: slot(own) } },
    ]),
  );
  return withPoints({ title: data.title, columns }, data.scene);
}

/**
 * Creates a recording from columns of the worker. The first column is the time.
 * @param {string} title
 * @param {{ name: string, unit: string, data: Float64Array }[]} all
 * @param {import('../run-page-data.ts').ColumnWithTimes[]} more columns with times of their own
 * @param {import('../run-page-data.ts').PageScene | null} scene
 * @returns {Recording}
 */
export function recordingFrom(title, all, more, scene) {
  const t = all[0].data;
  const columns = new Map(
    all.slice(1).map(({ name, unit, data }) => [name, { unit, samples: { t, v: data } }]),
  );
  for (const { name, unit, time, data } of more) columns.set(name, { unit, samples: { t: time, v: data } });
  return withPoints({ title, columns }, scene);
}

/**
 * Returns the name of the column for a computed coordinate of a point.
 * @param {string} point
 * @param {string} axis
 */
export const pointColumn = (point, axis) => `\n${point}.${axis}`;

/**
 * Adds columns for points between two others.
 * @param {Recording} recording
 * @param {import('../run-page-data.ts').PageScene | null} scene
 */
function withPoints(recording, scene) {
  if (scene === null) return recording;
  for (const [name, point] of Object.entries(scene.points)) {
    if ('x' in point) continue;
    for (const axis of /** @type {const} */ (['x', 'y'])) {
      const from = placeOf(recording, scene, point.from, axis);
      const to = placeOf(recording, scene, point.to, axis);
      const { t } = typeof from === 'number' ? /** @type {any} */ (to) : from;
      const at = (/** @type {any} */ place, /** @type {number} */ k) =>
        typeof place === 'number' ? place : place.v[k];
      const v = Float64Array.from(t ?? [], (_, k) => {
        const start = at(from, k);
        return start + point.at * (at(to, k) - start);
      });
      recording.columns.set(pointColumn(name, axis), { unit: 'm', samples: { t, v } });
    }
  }
  return recording;
}

/**
 * @param {Recording} recording
 * @param {import('../run-page-data.ts').PageScene} scene
 * @param {string} name
 * @param {'x' | 'y'} axis
 */
function placeOf({ columns }, scene, name, axis) {
  const point = scene.points[name];
  const place = 'x' in point ? point[axis] : pointColumn(name, axis);
  if (typeof place === 'number') return place;
  return columns.get(place)?.samples ?? 0;
}

/**
 * Subtracts one run from another, at the times of the first.
 * @param {import('../../client/decode.js').Samples} a
 * @param {import('../../client/decode.js').Samples} b
 * @param {(samples: import('../../client/decode.js').Samples, t: number) => number} valueAt
 */
export function differenceOf(a, b, valueAt) {
  const same = a.t.length === b.t.length && a.t.every((t, k) => t === b.t[k]);
  return {
    t: a.t,
    v: Float64Array.from(a.v, (value, k) => value - (same ? b.v[k] : valueAt(b, a.t[k]))),
  };
}
