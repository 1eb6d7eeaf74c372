import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { simulate } from '../../../../master/run/simulate.ts';
import { loadSystem } from '../../../../master/system/load-system.ts';
import { makeMass } from '../../../fixtures/c/mass.ts';
import { removeTemporaryFolders, temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { type Coupled, exactly } from '../../../problems/coupled/coupled.ts';
import type { KnownSystem } from './known-system.ts';

/** Versions of FMI of the masses of each system, and the factors of their connections in a row or ring. */
const shapes: readonly { fmi: readonly (2 | 3)[]; factor: number; isRing: boolean }[] = [
  { fmi: [2, 2], factor: 0.5, isRing: false },
  { fmi: [3, 3], factor: 0.5, isRing: false },
  { fmi: [2, 3], factor: 0.3, isRing: false },
  { fmi: [2, 2, 2], factor: 0.4, isRing: false },
  { fmi: [3, 2, 3], factor: 0.25, isRing: true },
  { fmi: [2, 2, 2, 2], factor: 0.45, isRing: false },
  { fmi: [3, 3, 3], factor: 0.35, isRing: true },
  { fmi: [3, 2, 2, 3], factor: 0.3, isRing: true },
];

/** Systems of the list that were there before the method was fixed. */
const earlier = 6;
/** Communication steps and time of a run [s]. */
const [steps, stopTime] = [400, 8];

/** Returns systems of masses on springs (`mass.c`), compiled here, and a function that removes them. */
export async function nativeSystems(): Promise<{ systems: KnownSystem[]; remove(): void }> {
  const folder = temporaryFolder('known');
  for (const fmi of [2, 3] as const) writeFileSync(join(folder, `mass${fmi}.fmu`), await makeMass(fmi));
  const systems = shapes.map((shape, k): KnownSystem => {
    const { fmi, factor, isRing } = shape;
    const count = fmi.length;
    const links = fmi.flatMap((_, i) =>
      i + 1 < count || (isRing && count > 2) ? [[i, (i + 1) % count] as const] : [],
    );
    // Every mass follows its neighbour before it, and the first the last.
    const pairs =
      count === 2 ? [...links, [1, 0] as const] : isRing ? links : [...links, [count - 1, 0] as const];
    const starts = fmi.map((_, i) => (i === 0 ? 1 : -0.5 / i));
    const file = join(folder, `native-${k}.json`);
    const system = {
      name: `native-${k}`,
      units: Object.fromEntries(
        fmi.map((version, i) => [`m${i}`, { fmu: `mass${version}.fmu`, start: { x: starts[i] } }]),
      ),
      connections: pairs.map(([from, to]) => ({ from: `m${from}.x`, to: `m${to}.u`, factor })),
      algorithm: { scheme: 'jacobi', step: stopTime / steps, order: 1 },
      ...{ stopTime, record: { variables: fmi.map((_, i) => `m${i}.x`) } },
    };
    writeFileSync(file, JSON.stringify(system));
    const problem: Coupled = {
      ...{
        name: system.name,
        stopTime,
        connections: pairs.map(([from, to]) => [`m${from}.x`, `m${to}.u`] as const),
      },
      units: fmi.map((_, i) => ({
        ...{ name: `m${i}`, inputs: ['u'], outputs: ['x'], start: [starts[i], 0] },
        A: [
          [0, 1],
          [-1, 0],
        ],
        ...{ B: [[0], [factor]], C: [[1, 0]], D: [[0]] },
      })),
    };
    return {
      ...{
        name: `native masses ${k + 1} (FMI ${fmi.join(', ')})`,
        truth: 'closed form',
        isNative: true,
        isLater: k >= earlier,
      },
      step: stopTime / steps,
      run: async (step, other) => {
        const checked = await loadSystem(file, { settings: { step, ...other } });
        const result = await simulate(checked, { collect: true }).catch(() => undefined);
        if (result === undefined) return undefined;
        const names = ['time', ...fmi.map((_, i) => `m${i}.x`)];
        return {
          recorded: { names, data: names.map((name) => result.column(name)) },
          work: result.steps * count,
        };
      },
      banded: async (step, error) =>
        simulate(await loadSystem(file, { settings: { step } }), { collect: true, error }),
      exact: async (names, times) => {
        const places = names.map((name) => problem.connections.findIndex(([from]) => from === name));
        const [start, row] = [exactly(problem, 0).next(), exactly(problem, times[1] - times[0])];
        const rows = [...times].map((_, n) => (n === 0 ? start : row.next()));
        return places.map((place) => Float64Array.from(rows, (values) => values[place]));
      },
    };
  });
  return { systems, remove: removeTemporaryFolders };
}
