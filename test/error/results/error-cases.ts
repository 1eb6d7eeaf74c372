import { join } from 'node:path';
import { columnBands } from '../../../master/error/column-errors.ts';
import type { RecordedColumns } from '../../../master/error/common-points.ts';
import { verdictOf } from '../../../master/run/rows/summarize-run.ts';
import { simulate } from '../../../master/run/simulate.ts';
import { loadSystem } from '../../../master/system/load-system.ts';
import type { Order } from '../../../master/system/system.ts';
import type { Verdict } from '../../../master/verdict/verdict.ts';
import { type Coupled, exactly, runOf } from '../../problems/coupled/coupled.ts';

/** Error of one run beside what tells about it. Shares are relative to the range of a column. */
export interface ErrorCase {
  readonly system: string;
  readonly step: number;
  readonly order: number;
  /** Largest residual energy of a bond as a share of the energy that it carries. */
  readonly residual: number;
  /** True error of the worst column, as a root mean square. */
  readonly error: number;
  /** Widest band, as a root mean square. */
  readonly band: number;
  /** Points inside their band, and all points. */
  readonly inside: number;
  readonly points: number;
  /** Points in stretches that follow an order, and the ratios of band and error there. */
  readonly claimed: number;
  readonly ratios: readonly number[];
}

/** Run with its bands, and the true values at its rows. */
interface KnownRun {
  readonly about: Pick<ErrorCase, 'system' | 'step' | 'order'>;
  readonly verdict: Verdict;
  readonly runs: readonly RecordedColumns[];
  /** Returns the true values of a column at the rows of the run. */
  truth(name: string): Float64Array;
}

/** Time between rows [s]: a multiple of four of the largest steps. */
const interval = 0.016;
/** Errors below this share of the range are rounding. */
const rounding = 1e-11;

function caseOf({ about, verdict, runs, truth }: KnownRun): ErrorCase {
  const [run, ...coarser] = runs;
  const columns = run.names.slice(1).map((name) => ({ name, unit: name }));
  const times = run.data[0];
  let [inside, points, claimed, error, band] = [0, 0, 0, 0, 0];
  const ratios: number[] = [];
  for (const found of columnBands({ run, coarser, step: about.step }, columns)) {
    const { name, stretches, differs, mean } = found.error;
    if (differs !== undefined) continue;
    const [values, exact] = [run.data[run.names.indexOf(name)], truth(name)];
    const range = Math.max(...exact.subarray(0)) - Math.min(...exact.subarray(0));
    if (!(range > 0)) continue;
    let squares = 0;
    let s = 0;
    for (let k = 0; k < times.length; k++) {
      const wrong = Math.abs(values[k] - exact[k]);
      squares += (wrong / range) ** 2;
      points++;
      if (wrong <= found.band[k] + rounding * range) inside++;
      while (s + 1 < stretches.length && times[k] >= stretches[s + 1].from) s++;
      if (!stretches[s].asymptotic) continue;
      claimed++;
      if (wrong > rounding * range) ratios.push(found.band[k] / wrong);
    }
    error = Math.max(error, Math.sqrt(squares / times.length));
    band = Math.max(band, mean);
  }
  const residual = Math.max(
    ...verdict.grounds.filter(({ rule }) => rule === 'bond').map(({ value }) => value),
  );
  return { ...about, residual, error, band, inside, points, claimed, ratios };
}

/** Returns a case of coupled linear units, whose truth is a closed form. Undefined if it diverges. */
export function linearCase(problem: Coupled, steps: number, order: Order): ErrorCase | undefined {
  const step = problem.stopTime / steps;
  const of = (factor: number): { columns: RecordedColumns; verdict: Verdict } => {
    const { session } = runOf(problem, { scheme: 'jacobi', order, step: factor * step });
    const read = problem.connections.map(([from]) => session.reader(from));
    session.start();
    const rows = [[0, ...read.map((item) => Number(item()))]];
    while (!session.done) {
      session.advance(1);
      rows.push([session.time(), ...read.map((item) => Number(item()))]);
    }
    session.end('finished');
    const names = ['time', ...problem.connections.map(([from]) => from)];
    return {
      columns: { names, data: names.map((_, k) => Float64Array.from(rows, (row) => row[k])) },
      verdict: verdictOf(session),
    };
  };
  try {
    const [fine, ...coarser] = [1, 2, 4].map(of);
    const exact = exactly(problem, step);
    const rows = Array.from({ length: steps }, () => exact.next());
    return caseOf({
      about: { system: problem.name, step, order },
      verdict: fine.verdict,
      runs: [fine.columns, ...coarser.map(({ columns }) => columns)],
      truth: (name) => {
        const k = problem.connections.findIndex(([from]) => from === name);
        // A closed form begins after the first step.
        return Float64Array.from([fine.columns.data[k + 1][0], ...rows.map((row) => row[k])]);
      },
    });
  } catch {
    return undefined;
  }
}

/**
 * Returns cases of a packaged system with multiples of its step. The truth is a run with the step
 * `finest` [s].
 */
export async function packagedCases(
  folder: string,
  name: string,
  finest: number,
  steps: readonly number[],
): Promise<ErrorCase[]> {
  const run = async (
    step: number,
  ): Promise<{ columns: RecordedColumns; verdict: Verdict; order: number }> => {
    const system = await loadSystem(join(folder, `${name}.json`), { settings: { step } });
    const every = Math.round(interval / step);
    const rows = { ...system, record: { ...system.record, every } };
    const { columns, verdict, bonds, order } = await simulate(rows, { collect: true });
    const own = columns.filter(
      (column) =>
        column.name !== 'energy_balance' &&
        !/constraint|iterations/.test(column.name) &&
        !bonds.some((bond) => column.name.startsWith(`${bond.name}.residual`)),
    );
    const recorded = { names: own.map((column) => column.name), data: own.map(({ data }) => data) };
    return { columns: recorded, verdict, order };
  };
  const exact = await run(finest);
  const cases: ErrorCase[] = [];
  for (const step of steps) {
    const runs: Awaited<ReturnType<typeof run>>[] = [];
    for (const factor of [1, 2, 4])
      try {
        runs.push(await run(factor * step));
      } catch {
        // A coarse run may be unstable. Then the band has one run less.
        break;
      }
    if (runs.length < 2) continue;
    const truth = (column: string): Float64Array => {
      const values = exact.columns.data[exact.columns.names.indexOf(column)];
      return values.subarray(0, runs[0].columns.data[0].length);
    };
    const about = { system: name, step, order: runs[0].order };
    cases.push(caseOf({ about, verdict: runs[0].verdict, runs: runs.map(({ columns }) => columns), truth }));
  }
  return cases;
}
