/** Returns the largest value within `reach` places of each place. */
export function runningMaximum(values: Float64Array, reach: number): Float64Array {
  const n = values.length;
  const largest = new Float64Array(n);
  // Places of candidates, their values falling.
  const queue = new Int32Array(n);
  let [head, tail, next] = [0, 0, 0];
  for (let k = 0; k < n; k++) {
    for (; next <= Math.min(n - 1, k + reach); next++) {
      while (tail > head && !(values[queue[tail - 1]] > values[next])) tail--;
      queue[tail++] = next;
    }
    while (queue[head] < k - reach) head++;
    largest[k] = values[queue[head]];
  }
  return largest;
}
