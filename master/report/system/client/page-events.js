/** Fewest pixels between two lines of events that are drawn. */
const eventGap = 3;

/** @type {WeakMap<object, number[]>} */
const eventsOf = new WeakMap();

/**
 * Times of a run's events: those that two rows have, one before and one behind it.
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
 * A dotted line through the plot at each time that is in sight; of those that lie on each other the first.
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
