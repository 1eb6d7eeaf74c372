/** Half the width of a mark, and its height [px]. */
const [half, high] = [4, 7];

/** @type {WeakMap<object, readonly number[]>} */
const marksOf = new WeakMap();

/**
 * Stores the times of messages of a run.
 * @param {import('./recording.js').Recording} recording
 * @param {readonly number[]} times [s]
 */
export function mark(recording, times) {
  marksOf.set(recording, times);
}

/**
 * @param {import('./recording.js').Recording} recording
 * @returns {readonly number[]} [s]
 */
export function markTimes(recording) {
  return marksOf.get(recording) ?? [];
}

/**
 * Draws a triangle on the time axis at each visible time.
 * @param {uPlot} chart
 * @param {readonly number[]} times [s]
 * @param {string} colour
 */
export function drawMarks(chart, times, colour) {
  const { ctx, bbox } = chart;
  const bottom = bbox.top + bbox.height;
  let last = Number.NEGATIVE_INFINITY;
  ctx.save();
  ctx.fillStyle = colour;
  for (const time of times) {
    const x = Math.round(chart.valToPos(time, 'x', true));
    if (x < bbox.left || x > bbox.left + bbox.width || x === last) continue;
    last = x;
    ctx.beginPath();
    ctx.moveTo(x, bottom - high * devicePixelRatio);
    ctx.lineTo(x - half * devicePixelRatio, bottom);
    ctx.lineTo(x + half * devicePixelRatio, bottom);
    ctx.fill();
  }
  ctx.restore();
}

/**
 * Makes the times in the list of messages clickable.
 * @param {HTMLElement} main
 * @param {{ time: { set: (time: number) => void } }} clock
 */
export function createMoments(main, clock) {
  for (const button of main.querySelectorAll('button.moment'))
    button.addEventListener('click', () =>
      clock.time.set(Number(/** @type {HTMLElement} */ (button).dataset.time)),
    );
}
