/** Smallest distance between two event lines [px]. */
const eventGap = 3;

/** @type {WeakMap<object, number[]>} */
const eventsOf = new WeakMap();

/**
 * Returns the event times of a run, which have two rows, before and after the event.
 * @param {import('./recording.js').Recording} recording
 * @returns {number[]} in order [s]
 */
export function eventTimes(recording) {
  const found = eventsOf.get(recording);
  if (found !== undefined) return found;
  const times = new Set();
  for (const t of new Set([...recording.columns.values()].map(({ samples }) => samples.t)))
    for (let k = 1; k < t.length; k++) if (t[k] === t[k - 1]) times.add(t[k]);
  const sorted = [...times].sort((a, b) => a - b);
  eventsOf.set(recording, sorted);
  return sorted;
}

/**
 * Draws a dotted line at each visible time. If lines are too close, it draws the first.
 * @param {uPlot} chart
 * @param {readonly number[]} times [s]
 * @param {string} colour
 */
export function drawEvents(chart, times, colour) {
  const { ctx, bbox } = chart;
  let last = Number.NEGATIVE_INFINITY;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([devicePixelRatio, 3 * devicePixelRatio]);
  ctx.beginPath();
  for (const time of times) {
    const x = Math.round(chart.valToPos(time, 'x', true));
    if (x < bbox.left || x > bbox.left + bbox.width || x - last < eventGap * devicePixelRatio) continue;
    last = x;
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
  }
  ctx.stroke();
  ctx.restore();
}
