/** Half the width of a mark, and its height, in pixels. */
const [half, high] = [4, 7];

/** @type {WeakMap<object, readonly number[]>} */
const marksOf = new WeakMap();

/**
 * Times at which units have said something in a run.
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
 * A triangle on the time axis at each time that is in sight.
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
 * The times in the list of messages lead to them.
 * @param {HTMLElement} main
 * @param {{ time: { set: (time: number) => void } }} clock
 */
export function createMoments(main, clock) {
  for (const button of main.querySelectorAll('button.moment'))
    button.addEventListener('click', () =>
      clock.time.set(Number(/** @type {HTMLElement} */ (button).dataset.time)),
    );
}
