import { join } from 'node:path';
import { commonRows } from '../../../../master/error/common-points.ts';
import { simulate } from '../../../../master/run/simulate.ts';
import { loadSystem } from '../../../../master/system/load-system.ts';
import type { CheckedSystem } from '../../../../master/system/system.ts';
import type { KnownRun, KnownSystem, OtherScheme } from './known-system.ts';

/** Packaged systems with the step to judge and the smallest step that their FMUs allow [s]. */
const shipped: readonly [name: string, step: number, finest: number, stopTime: number][] = [
  ['crane-single-force', 0.0005, 0.0001, 4],
  ['crane-single-pressure', 0.0005, 0.0001, 4],
  ['quick-return-force', 0.0004, 0.0001, 3],
  ['four-bar/four-bar-force', 0.0004, 0.0001, 3],
  ['crane-double-force', 0.0005, 0.0001, 4],
  ['crane-double-pressure', 0.0005, 0.0001, 4],
  ['four-bar/four-bar-tilt-force', 0.0004, 0.0001, 3],
  ['chain-of-parts', 0.001, 0.00025, 1],
];

/** Systems of the list that were there before the method was fixed. */
const earlier = 4;
/** Time between rows [s]: a multiple of four of the largest steps. */
const interval = 0.008;

/** Returns packaged systems, whose truth is a run with the smallest step that their FMUs allow. */
export function packagedSystems(folder: string): KnownSystem[] {
  return shipped.map(([name, step, finest, stopTime], k): KnownSystem => {
    const load = async (H: number, other?: OtherScheme): Promise<CheckedSystem> => {
      const system = await loadSystem(join(folder, `${name}.json`), {
        settings: { step: H, stopTime, ...other },
      });
      return { ...system, record: { ...system.record, every: Math.max(1, Math.round(interval / H)) } };
    };
    const ran = async (H: number, other?: OtherScheme): Promise<KnownRun | undefined> => {
      const system = await load(H, other).catch(() => undefined);
      if (system === undefined) return undefined;
      const result = await simulate(system, { collect: true }).catch(() => undefined);
      if (result === undefined) return undefined;
      const own = result.columns.filter(
        (column) =>
          column.name !== 'energy_balance' &&
          !/constraint|iterations|stages|\.residual_/.test(column.name) &&
          !result.bonds.some((bond) => column.name.startsWith(`${bond.name}.residual`)),
      );
      return {
        recorded: { names: own.map((column) => column.name), data: own.map(({ data }) => data) },
        work: result.steps * system.units.length,
      };
    };
    let truth: Promise<KnownRun | undefined> | undefined;
    return {
      ...{ name, step, truth: 'finest run', isLater: k >= earlier, run: ran },
      leastStep: finest,
      banded: async (H, error) => simulate(await load(H), { collect: true, error }),
      exact: async (names, times) => {
        truth ??= ran(finest);
        const { recorded } = (await truth)!;
        const { rows } = commonRows([{ names: ['time'], data: [times] }, recorded], finest);
        return names.map((column) => {
          const data = recorded.data[recorded.names.indexOf(column)];
          const curve = new Float64Array(times.length).fill(Number.NaN);
          for (let n = 0; n < rows[0].length; n++) curve[rows[0][n]] = data[rows[1][n]];
          return curve;
        });
      },
    };
  });
}
