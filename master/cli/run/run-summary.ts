import type { ColumnError } from '../../error/column-errors.ts';
import type { ErrorBands } from '../../error/error-bands.ts';
import type { RealtimeReport } from '../../run/realtime/real-time-pacer.ts';
import { reportOf } from '../../run/realtime/run-in-real-time.ts';
import type { RunResult } from '../../run/worker/run-protocol.ts';
import { integrating } from '../../system/structure/integrated-groups.ts';
import { verdictLine } from '../../verdict/verdict.ts';
import { table } from '../command.ts';
import { shortNumber } from '../terminal/eta.ts';

/** Formats the summary of a run. `replaces` means that the results replaced an earlier file. */
export function summary(r: RunResult, replaces = false): string {
  return table(summaryRows(r, replaces));
}

/** Returns the extrapolations of a run, with their numbers of connections if there are several. */
function extrapolationText(used: RunResult['extrapolations']): string {
  return used
    .map(({ name, order, connections }) => {
      const kind = order === undefined ? name : `${name} (order ${order})`;
      return used.length === 1 ? kind : `${kind} of ${connections}`;
    })
    .join(', ');
}

/** Returns the summary of a run as rows of a name and a text. */
export function summaryRows(r: RunResult, replaces = false): string[][] {
  const { next } = r.verdict;
  const rows = [
    ['verdict', verdictLine(r.verdict)],
    ...(next === undefined ? [] : [['next', next]]),
    [r.name, r.outcome],
    ['step H', `${r.step} s, ${r.steps} ${r.steps === 1 ? 'step' : 'steps'}`],
    ...(r.extrapolations.length > 0 && r.scheme !== integrating
      ? [['extrapolation', extrapolationText(r.extrapolations)]]
      : []),
    ...(r.scheme === 'jacobi' ? [] : [['coupling', r.scheme]]),
    ...r.notes.map((note) => ['', note]),
    ...r.loops.map((loop) => [
      'algebraic loop',
      `${loop} (${r.implicit ? 'solved in each step' : 'cut by a delay of one step'})`,
    ]),
    ...(r.threads === undefined || r.threads.count === 1
      ? []
      : [['threads', `${r.threads.count}: ${r.threads.why}`]]),
    ['time reached', `${r.endTime} s${r.endedBy === undefined ? '' : `, ended by ${r.endedBy}`}`],
    ...r.bonds.map((b) => [
      `bond ${b.name}`,
      `ΣδE = ${b.energy.toExponential(3)}, Σ|δE| = ${b.magnitude.toExponential(3)} ${b.unit}`,
    ]),
    ...r.joints.map((j) => [
      `joint ${j.name}`,
      `ΣδE = ${j.energy.toExponential(3)}, Σ|δE| = ${j.magnitude.toExponential(3)} ${j.unit}`,
    ]),
    ...(r.balance.empty
      ? []
      : [
          [
            'energy balance',
            `drift ${r.balance.drift.toExponential(3)} J, largest ${r.balance.largest.toExponential(3)} J`,
          ],
        ]),
    [
      'wall time',
      `${r.wallSeconds.toFixed(3)} s, ${shortNumber((r.endTime - r.startTime) / r.wallSeconds)}× real time`,
    ],
  ];
  if (r.error !== undefined) rows.push(...errorRows(r.error));
  const pace = reportOf(r);
  if (pace !== undefined) rows.push(...realtimeRows(pace));
  if (!r.balance.empty && r.balance.unitsWithout.length > 0)
    rows.push(['', `(no energies declared by ${r.balance.unitsWithout.join(', ')})`]);
  rows.push(...r.warnings.map((warning) => ['warning', warning]));
  if (r.output !== undefined)
    rows.push(['result', `${r.output}${replaces ? ' (replaces an earlier one)' : ''}`]);
  return rows;
}

/** Most columns whose errors a summary lists. */
const mostErrors = 8;

/** Describes the error bands, the largest share of a range first. */
function errorRows({ by, values, columns, events, solvers, notes }: ErrorBands): string[][] {
  const compared = `of runs with ${by === 'step' ? 'H =' : 'tolerance'} ${values.map((x) => (by === 'step' ? `${x} s` : x)).join(', ')}`;
  const more = columns.length - mostErrors;
  const finer = solvers === undefined ? '' : `, and with finer solvers of ${solvers.join(', ')}`;
  return [
    ['error bands', compared + finer],
    ...columns.slice(0, mostErrors).map((column) => ['', errorText(column)]),
    ...(more > 0 ? [['', `and ${more} more with smaller shares (--json)`]] : []),
    ...(events.length > 0 ? [['', eventsText(events)]] : []),
    ...notes.map((note) => ['', note]),
  ];
}

/** Describes the times of events: `12 events, times ±0.004 s at most (t = 3.2 s, clock.n)`. */
function eventsText(events: ErrorBands['events']): string {
  const known = events.filter(({ error }) => error !== null);
  const worst = known.reduce<(typeof known)[number] | undefined>(
    (largest, event) => (largest === undefined || event.error! > largest.error! ? event : largest),
    undefined,
  );
  const count = `${events.length} event${events.length === 1 ? '' : 's'}`;
  const where = worst === undefined ? '' : placeOf(worst);
  const size = worst === undefined ? '' : `, times ${bandText(worst.error!)} s at most (${where})`;
  const alone = events.find(({ error }) => error === null);
  const missing = events.length - known.length;
  return `${count}${size}${alone === undefined ? '' : `, ${missing} not in all runs (first ${placeOf(alone)})`}`;
}

const placeOf = ({ at, column }: ErrorBands['events'][number]): string =>
  `t = ${at} s${column === undefined ? '' : `, ${column}`}`;

/** Describes the largest error of a column: `crane.s up to ±1.2e-4 m, at t = 3 s, 0.02 %, order 2.0`. */
function errorText({
  name,
  unit: unitOfMeasure,
  largest,
  at,
  share,
  asymptotic,
  order,
  differs,
  differsFrom = [],
  solvers,
}: ColumnError): string {
  const unit = unitOfMeasure === '1' ? '' : ` ${unitOfMeasure}`;
  const size = `${name} up to ${bandText(largest)}${unit}, at t = ${at} s`;
  if (differs !== undefined)
    return `${size}, differs in ${percentOf(differs)} of the steps${differsFrom.length === 0 ? '' : `, first at t = ${differsFrom[0][0]} s`}`;
  const how =
    asymptotic === 1
      ? ''
      : asymptotic === 0
        ? ', not asymptotic'
        : `, not asymptotic for ${percentOf(1 - asymptotic)} of the time`;
  return `${size}, ${percentOf(share)} of its range${order === undefined ? '' : `, order ${order.toFixed(1)}`}${how}${partOf(largest, solvers)}`;
}

/** Describes how much of a band comes from solvers and from the coupling. */
function partOf(largest: number, solvers: number | undefined): string {
  if (solvers === undefined) return '';
  const share = largest > 0 ? Math.min(1, solvers / largest) : 0;
  return `, solvers up to ${percentOf(share)} of it`;
}

/** Returns half the width of a band with two digits. Rounded up, it can exceed the range of doubles. */
function bandText(halfWidth: number): string {
  const short = Number(halfWidth.toPrecision(2));
  return short < Number.POSITIVE_INFINITY ? `±${short}` : 'more than ±1.7e308';
}

const percentOf = (share: number): string => `${Number((100 * share).toPrecision(2))} %`;

/** Describes how well a run followed real time. */
function realtimeRows({ factor, steps, histogram, largest, at, overrun, worst }: RealtimeReport): string[][] {
  const counted = histogram
    .filter((candidate) => candidate.steps > 0)
    .map((item) => `${item.steps} ${Number.isFinite(item.upTo) ? `up to ${item.upTo} ms` : 'more'}`);
  const blame = worst === undefined ? '' : `, mostly in ${worst.unit} (${worst.steps} steps)`;
  return [
    [
      'real time',
      `${factor}×, lateness of ${steps} steps: ${counted.join(', ')}, largest ${largest.toFixed(3)} ms at t = ${Number(at.toPrecision(12))} s`,
    ],
    ['', `steps longer than real time: ${overrun}${blame}`],
  ];
}
