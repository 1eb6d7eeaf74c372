import { describe, expect, it } from 'vitest';
import { mapHint } from '../../fmu-sdk/util/column-match.ts';
import { tableReport } from '../../master/cli/run/run-report.ts';
import { distinctBesideTime } from '../../master/observe/column-names.ts';
import { compareTables } from '../../master/results/compare-results.ts';
import { pageOf, svgOf } from '../../master/results/plot-results.ts';
import type { TimeTable } from '../../master/results/read-results.ts';
import { withColumns } from '../../master/results/rows/result-rows.ts';
import { Tube, type TubeColumn } from '../../master/results/tube.ts';

/** A table of two rows and n columns. */
function wide(n: number): TimeTable {
  return {
    file: 'wide.csv',
    names: Array.from({ length: n }, (_, k) => `column ${k}`),
    times: Float64Array.of(0, 1),
    columns: Array.from({ length: n }, (_, k) => Float64Array.of(k, -k)),
  };
}

/** A table of n rows, all at one time or spread over a second. */
function long(n: number, isOneTime: boolean): TimeTable {
  return {
    file: 'long.csv',
    names: ['y'],
    times: Float64Array.from({ length: n }, (_, i) => (isOneTime ? 0 : i / n)),
    columns: [Float64Array.from({ length: n }, (_, i) => i % 7)],
  };
}

/** Returns the least CPU time of three calls [ms]. */
function cost(call: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const begin = process.cpuUsage();
    call();
    return process.cpuUsage(begin).user / 1000;
  });
  return Math.min(...times);
}

/** Number of doublings between the sizes. Work ∝ n² would cost 64 times as much. */
const growth = 8;

const works: [title: string, size: number, work: (n: number) => () => unknown][] = [
  [
    'makes equal names of columns distinct',
    4000,
    (n) => {
      const names = Array.from({ length: n }, () => 'x');
      return () => distinctBesideTime(names);
    },
  ],
  [
    'compares columns',
    4000,
    (n) => {
      const table = wide(n);
      return () => compareTables(table, table);
    },
  ],
  [
    'compares rows at one time',
    4000,
    (n) => {
      const table = long(n, true);
      return () => compareTables(table, table);
    },
  ],
  [
    'compares rows within a tolerance in time',
    4000,
    (n) => {
      const table = long(n, false);
      return () => compareTables(table, table, { time: 0.5 });
    },
  ],
  [
    'selects columns',
    4000,
    (n) => {
      const table = wide(n);
      return () => withColumns(table, [...table.names].reverse());
    },
  ],
  [
    'draws columns',
    2000,
    (n) => {
      const table = wide(n);
      return () => svgOf([table, table], [], 'x');
    },
  ],
  [
    'draws columns on a page',
    1000,
    (n) => {
      const table = wide(n);
      return () => pageOf([table, table], [], 'x');
    },
  ],
  [
    'reports columns',
    1000,
    (n) => {
      const table = wide(n);
      return () => tableReport(table);
    },
  ],
  [
    'looks for similar names',
    4000,
    (n) => {
      const [missing, others] = ['a', 'b'].map((mark) =>
        Array.from({ length: n }, (_, k) => `${mark}.${7 * k}`),
      );
      return () => mapHint(missing, others);
    },
  ],
];

describe('work on large tables', () => {
  it.each(works)('fmukit %s in a time that grows with the size, not with its square', (_, size, work) => {
    work(size)();
    const small = cost(work(size));
    expect(cost(work(growth * size))).toBeLessThan(3 * growth * Math.max(small, 2));
  });
});

/** The distance from all values in the window and at its edges, row by row. */
function plainDistance({ times, values }: TubeColumn, width: number, t: number, value: number): number {
  const at = (edge: number): number => {
    const last = times.length - 1;
    if (edge <= times[0]) return values[0];
    if (edge >= times[last]) return values[last];
    const i = times.findIndex((_, k) => times[k + 1] >= edge);
    const share = (edge - times[i]) / (times[i + 1] - times[i]);
    if (!(share > 0)) return values[i];
    return share >= 1 ? values[i + 1] : values[i] + share * (values[i + 1] - values[i]);
  };
  const inside = [...values].filter((_, i) => times[i] >= t - width && times[i] <= t + width);
  const all = [...inside, at(t - width), at(t + width)];
  if (Number.isNaN(value)) return all.some(Number.isNaN) ? 0 : Number.NaN;
  const numbers = all.filter((x) => !Number.isNaN(x));
  if (numbers.length === 0) return Number.NaN;
  const above = numbers.map((x) => (x === value ? 0 : x - value));
  const [low, high] = [Math.min(...above), Math.max(...above)];
  return low <= 0 && high >= 0 ? 0 : Math.max(low, -high);
}

it('the distances from a tube equal those from all its rows, with events, gaps and infinities', () => {
  let seed = 1;
  const random = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const special = [Number.NaN, Infinity, -Infinity];
  for (let round = 0; round < 300; round++) {
    const n = 1 + Math.floor(12 * random());
    const times = Float64Array.from({ length: n }, () => Math.floor(6 * random())).sort();
    const valueOf = (): number =>
      random() < 0.15 ? special[Math.floor(3 * random())] : Math.round(9 * random());
    const column: TubeColumn = { times, values: Float64Array.from({ length: n }, valueOf), rests: undefined };
    const width = [0, 0.5, 1, 2.5][round % 4];
    const tube = new Tube(column, width);
    for (const t of Float64Array.from({ length: 10 }, () => 8 * random() - 1).sort()) {
      const value = valueOf();
      expect(tube.distance(t, value)).toBe(plainDistance(column, width, t, value));
    }
  }
});
