import type { ProductRow } from './product/run.ts';
import {
  type Case,
  type CoupledCase,
  type Experiment,
  indexOf,
  type Program,
  shownWord,
  type Texts,
} from './program.ts';
import type { CoupledInstant, CoupledRow } from './reference/coupled.ts';
import type { Instant, Row } from './reference/run.ts';
import { softDiscretes } from './soft-discretes.ts';
import { seconds } from './time.ts';
import type { UnitState } from './unit.ts';

/** Largest difference of a continuous value, relative to 1 + |value|. */
const continuous = 2e-6;
/** Largest difference of a located time and of an input [s]. */
const located = 1e-7;

/** Returns the first difference between the rows of both, or undefined. */
export function difference(
  { program, experiment }: Case,
  expected: readonly Instant[],
  rows: readonly ProductRow[],
): string | undefined {
  let at = 0;
  // A triggered input Clock shows the request of the importer, not the tick.
  const clocks = program.clocks.map(({ kind }) => kind !== 'triggered');
  const nameOf = (k: number): string =>
    program.arrays === null ? '' : `b${indexOf(program.arrays, experiment.size ?? program.arrays.size, k)}`;
  const { texts, fmi } = program;
  const like = { clocks, soft: softDiscretes(program), texts, hasBinary: fmi === 3, nameOf };
  for (let i = 1; i < rows.length; i++)
    if (rows[i].time < rows[i - 1].time)
      return `the row at ${rows[i].time} s follows the row at ${rows[i - 1].time} s`;
  for (const { time, known, rows: wanted, optional } of expected) {
    // Step events change nothing. Their rows are where the integrator's steps end.
    if (program.stepEvents) {
      const among = rows.filter((row) => Math.abs(row.time - time) <= slackOf(known, time, experiment));
      const [first] = among;
      if (first === undefined) return `a row at ${time} s is missing`;
      const last = wanted[wanted.length - 1];
      const other =
        differenceOfRows(wanted[0], first, like) ??
        (among.some((row) => differenceOfRows(last, row, like) === undefined)
          ? undefined
          : differenceOfRows(last, first, like));
      if (other !== undefined) return `rows at ${time} s: ${other}`;
      continue;
    }
    const slack = slackOf(known, time, experiment);
    for (const [k, row] of wanted.entries()) {
      const found = rows[at++];
      const place = `row ${k + 1} of ${wanted.length} at ${time} s`;
      if (found === undefined) return `${place} is missing`;
      if (!(Math.abs(found.time - time) <= slack)) return `${place} has the time ${found.time} s`;
      if (k > 0 && found.time !== rows[at - 2].time)
        return `${place} has the time ${found.time} s, the row before it ${rows[at - 2].time} s`;
      const other = differenceOfRows(row, found, like);
      if (other !== undefined) return `${place}: ${other}`;
    }
    while (
      optional.length > 0 &&
      rows[at]?.time === rows[at - 1].time &&
      optional.some((row) => differenceOfRows(row, rows[at], like) === undefined)
    )
      at++;
  }
  if (program.stepEvents) return undefined;
  return at < rows.length ? `a row at ${rows[at].time} s is not expected` : undefined;
}

/** Returns the first difference between the rows of coupled units, or undefined. */
export function coupledDifference(
  { programs }: CoupledCase,
  expected: readonly CoupledRow[],
  rows: readonly ProductRow[],
): string | undefined {
  if (rows.length !== expected.length) return `expected ${expected.length} rows, got ${rows.length}`;
  for (const [i, { time, states }] of expected.entries()) {
    const { time: at } = rows[i];
    if (Math.abs(at - time) > 1e-12 * Math.max(1, Math.abs(time)))
      return `the row at ${time} s is at ${at} s`;
    for (const [k, state] of states.entries()) {
      const other = differenceOfUnit(programs[k], k, state, rows[i]);
      if (other !== undefined) return `row at ${time} s, ${other}`;
    }
  }
  return undefined;
}

/** Returns the first difference between the rows of units that are coupled at events. */
export function hybridDifference(
  { programs, experiment }: CoupledCase,
  expected: readonly CoupledInstant[],
  rows: readonly ProductRow[],
): string | undefined {
  let at = 0;
  for (const { at: grains, before, after } of expected) {
    const time = seconds(grains);
    const slack = slackOf(Number.isInteger(grains) ? 'rounded' : 'located', time, experiment);
    const first = rows[at];
    if (first === undefined) return `a row at ${time} s is missing`;
    if (!(Math.abs(first.time - time) <= slack)) return `the row at ${time} s is at ${first.time} s`;
    while (rows[at + 1]?.time === first.time) at++;
    const last = rows[at++];
    for (const [states, row] of [
      [grains === experiment.start ? after : before, grains === experiment.start ? last : first],
      [after, last],
    ] as const)
      for (const [k, state] of states.entries()) {
        const other = differenceOfUnit(programs[k], k, state, row);
        if (other !== undefined) return `${row === last ? 'last' : 'first'} row at ${time} s, ${other}`;
      }
  }
  return at < rows.length ? `a row at ${rows[at].time} s is not expected` : undefined;
}

/** Returns the first difference of the values of one unit, or undefined. */
function differenceOfUnit(
  program: Program,
  k: number,
  state: UnitState,
  { time, values }: ProductRow,
): string | undefined {
  const prefix = `${String.fromCharCode(97 + k)}.`;
  const own = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  );
  const soft = new Set(program.discretes.keys());
  // The row shows inputs as the step before had them, or as an event at its end set them.
  const row = { state: { ...state, a: [], u: [], m: [], s: [] }, active: new Set<number>() };
  const other = differenceOfRows(row, { time, values: own }, { clocks: [], soft, nameOf: String });
  return other === undefined ? undefined : `unit ${prefix.slice(0, -1)}: ${other}`;
}

function slackOf(known: Instant['known'], time: number, { step }: Experiment): number {
  if (known === 'exactly') return 0;
  return known === 'rounded' ? 1e-12 * Math.max(Math.abs(time), seconds(step)) : located;
}

/** How rows of a case are compared. */
interface Likeness {
  /** Clocks whose value counts. */
  readonly clocks: readonly boolean[];
  /** Discrete variables that round. */
  readonly soft: ReadonlySet<number>;
  readonly texts?: Texts | undefined;
  readonly hasBinary?: boolean;
  /** Returns the name of an element of the array output. */
  nameOf(place: number): string;
}

function differenceOfRows(
  { state, either, active }: Row,
  { values }: ProductRow,
  { clocks, soft, texts, hasBinary, nameOf }: Likeness,
): string | undefined {
  for (const group of ['u', 'm', 'd', 'x'] as const)
    for (const [k, value] of state[group].entries()) {
      const found = values[`${group}${k}`];
      const rounds = group === 'u' || group === 'x' || (group === 'd' && soft.has(k));
      if (near(found, value, rounds)) continue;
      const other = either?.[group][k];
      if (other !== undefined && near(found, other, rounds)) continue;
      return `expected ${group}${k} = ${value}, got ${found}`;
    }
  for (const [k, value] of state.a.entries()) {
    const found = values[nameOf(k)];
    if (found !== value + state.w[k] && found !== value + (either?.w[k] ?? Number.NaN))
      return `expected ${nameOf(k)} = ${value + state.w[k]}, got ${found}`;
  }
  for (const [k, word] of state.s.entries()) {
    const number = 10 * state.q[k] + word;
    if (values.r !== number) return `expected r = ${number}, got ${values.r}`;
    if (texts?.shows === undefined) continue;
    const shown = shownWord(texts, state.q[k], word, state.d);
    if (values.o !== shown) return `expected o = ${shown}, got ${values.o}`;
    if (values.y !== (hasBinary ? number : undefined)) return `expected y = ${number}, got ${values.y}`;
  }
  for (const k of active)
    if (clocks[k] && values[`c${k}`] !== 1) return `expected an active Clock c${k}, got ${values[`c${k}`]}`;
  return undefined;
}

function near(found: number, value: number, rounds: boolean): boolean {
  if (found === value) return true;
  return rounds && Math.abs(found - value) <= continuous * (1 + Math.abs(value));
}
