/** Common points that an event takes in the differences. The coarsest run may show it one point later. */
const widths = [1, 2] as const;
/**
 * Change of the differences over an event, in changes that its neighbours suggest. Smooth differences
 * with eight points or more in a period remain below it.
 */
const abrupt = 4;

/**
 * Returns how far events may have shifted the runs against each other, for each common point.
 *
 * An event inside a communication step takes effect at a time that depends on its place in the step.
 * So its time differs between the runs, and a difference jumps or bends there. A jump remains, and
 * a bend goes on in proportion to time. The start is not an event, because its time is equal in all
 * runs.
 *
 * @param differences differences of two runs each, of one column at common points
 * @param noise rounding of the values
 */
export function eventShifts(differences: readonly Float64Array[], noise: number): Float64Array {
  const points = differences[0].length;
  const [jumps, bends] = [new Float64Array(points), new Float64Array(points)];
  const changes = new Float64Array(Math.max(0, points - 1));
  for (const d of differences) {
    for (let k = 0; k < changes.length; k++) changes[k] = d[k + 1] - d[k];
    markJumps(d, noise, jumps);
    markJumps(changes, 2 * noise, bends);
  }
  let [jump, slope, bent] = [0, 0, 0];
  for (let k = 0; k < points; k++) {
    bent += slope;
    if (jumps[k] > jump) jump = jumps[k];
    if (bends[k] > slope) slope = bends[k];
    jumps[k] = jump + bent;
  }
  return jumps;
}

/** Marks the jumps of values with their sizes. They stand out from the changes on both sides. */
function markJumps(values: Float64Array, noise: number, into: Float64Array): void {
  for (const width of widths) {
    const limit = abrupt * width;
    for (let k = 2; k + width + 1 < values.length; k++) {
      const end = k + width;
      const size = Math.abs(values[end] - values[k]);
      if (!(size > noise && size > into[k])) continue;
      const near = 0.5 * (Math.abs(values[k] - values[k - 1]) + Math.abs(values[end + 1] - values[end]));
      if (size > limit * near) into[k] = size;
    }
  }
}
