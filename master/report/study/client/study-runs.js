/**
 * Judged runs of a study. `state` of a run: 0 sound, 1 doubtful, 2 not to be trusted, 3 failed.
 * @typedef {{
 *   data: import('../study-page-data.ts').StudyPageData,
 *   state: number[],
 *   metric: import('../study-page-data.ts').StudyColumn,
 *   better: Better,
 *   ranked: number[],
 *   chosen: number,
 *   rivals: Set<number>,
 * }} Study
 * @typedef {'smallest' | 'largest' | 'nearest zero'} Better
 */

/** Smaller relative deviations of a metric are rounding errors. */
const metricRounding = 1e-9;

/**
 * Returns the state of each run.
 * @param {import('../study-page-data.ts').StudyPageData} data
 */
export function statesOf({ runs, ending, verdict }) {
  return runs.map((_, k) => {
    const [end, word] = [wordAt(ending, k), wordAt(verdict, k)];
    if (end !== 'finished' && end !== 'ended') return 3;
    return word === 'do not trust' ? 2 : word === 'doubtful' ? 1 : 0;
  });
}

/**
 * Returns the text of a cell.
 * @param {import('../study-page-data.ts').StudyColumn} column
 * @param {number} run
 */
export function wordAt({ values, labels }, run) {
  const value = values[run];
  if (value === null) return '';
  return labels === undefined ? String(value) : labels[value];
}

/**
 * Returns the value of a metric so that the smallest is the best.
 * @param {number | null} value
 * @param {Better} better
 */
function costOf(value, better) {
  if (value === null) return Number.POSITIVE_INFINITY;
  return better === 'smallest' ? value : better === 'largest' ? -value : Math.abs(value);
}

/**
 * Returns the runs whose error band overlaps with that of the best run, so that one of them may be
 * the best.
 * @param {Pick<Study, 'state' | 'metric' | 'better' | 'ranked'>} study
 */
export function rivalsOf({ state, metric: { values, errors }, better, ranked }) {
  const rivals = /** @type {Set<number>} */ (new Set());
  const [best] = ranked;
  const own = errors?.[best] ?? null;
  if (errors === undefined || own === null) return rivals;
  for (const run of ranked) {
    const error = errors[run];
    if (run === best || state[run] > 1 || error === null) continue;
    const apart = costOf(values[run], better) - costOf(values[best], better);
    if (apart <= own + error) rivals.add(run);
  }
  return rivals;
}

/**
 * Returns all runs by their state first, then from the best to the worst metric.
 * @param {Pick<Study, 'state' | 'metric' | 'better'>} study
 */
export function rank({ state, metric: { values, labels }, better }) {
  const cost = (/** @type {number} */ run) => costOf(labels === undefined ? values[run] : null, better);
  const kind = state.map((each) => Math.max(each, 1));
  return state.map((_, run) => run).sort((a, b) => kind[a] - kind[b] || cost(a) - cost(b) || a - b);
}

/**
 * Returns the share of the variance of a metric that a factor explains alone, from sound runs. It is
 * the variance of the means of at most ten classes of the factor (correlation ratio, Pearson 1905).
 * @param {import('../study-page-data.ts').StudyColumn} factor
 * @param {Pick<Study, 'state' | 'metric'>} study
 */
export function explained(factor, { state, metric }) {
  const runs = state.flatMap((each, run) =>
    each < 2 && metric.values[run] !== null && factor.values[run] !== null ? [run] : [],
  );
  const raw = runs.map((run) => Number(metric.values[run]));
  const [low, high] = [
    raw.reduce((a, b) => Math.min(a, b), raw[0]),
    raw.reduce((a, b) => Math.max(a, b), raw[0]),
  ];
  // Over decades the largest values alone would decide.
  const log = low > 0 && high / low >= 1000;
  const value = (/** @type {number} */ run) =>
    log ? Math.log10(Number(metric.values[run])) : Number(metric.values[run]);
  const mean = runs.reduce((sum, run) => sum + value(run), 0) / runs.length;
  const whole = runs.reduce((sum, run) => sum + (value(run) - mean) ** 2, 0);
  const sorted = [...runs].sort((a, b) => Number(factor.values[a]) - Number(factor.values[b]));
  /** @type {Map<number, { sum: number, n: number }>} */
  const classes = new Map();
  const levels = new Set(runs.map((run) => factor.values[run]));
  for (const [place, run] of sorted.entries()) {
    const key =
      levels.size <= 10 ? Number(factor.values[run]) : Math.floor((10 * place) / Math.max(1, sorted.length));
    const entry = classes.get(key) ?? { sum: 0, n: 0 };
    entry.sum += value(run);
    entry.n++;
    classes.set(key, entry);
  }
  // Rounding errors of a constant metric depend on every factor.
  if (!(whole > runs.length * (metricRounding * mean) ** 2)) return 0;
  let between = 0;
  for (const { sum, n } of classes.values()) between += n * (sum / n - mean) ** 2;
  return between / whole;
}
