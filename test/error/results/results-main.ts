import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Order } from '../../../master/system/system.ts';
import { oscillator, quarterCar } from '../../problems/coupled/problems.ts';
import { type ErrorCase, linearCase, packagedCases } from './error-cases.ts';
import { errorPage } from './error-page.ts';

/** Packaged systems with bonds, the smallest step that their FMUs allow [s], and the steps to try [s]. */
const packaged: readonly [name: string, finest: number, steps: readonly number[]][] = [
  ['crane-single-force', 0.0001, [0.001, 0.0005]],
  ['crane-single-pressure', 0.0001, [0.001, 0.0005]],
  ['quick-return-force', 0.0001, [0.0008, 0.0004]],
  ['four-bar/four-bar-force', 0.0001, [0.0008, 0.0004]],
  ['four-bar/four-bar-tilt-force', 0.0001, [0.0008, 0.0004]],
];

/** Runs all cases and writes the page of results. */
export async function main(root: string): Promise<void> {
  const problems = [oscillator(), oscillator(10, 1), oscillator(100, 0.1), oscillator(1, 10), quarterCar()];
  const cases: ErrorCase[] = problems.flatMap((problem, k) =>
    [400, 1600, 6400].flatMap((steps) =>
      ([0, 1, 2] as Order[]).flatMap((order) => {
        const found = linearCase(problem, steps, order);
        return found === undefined ? [] : [{ ...found, system: `${found.system} ${k + 1}` }];
      }),
    ),
  );
  for (const [name, finest, steps] of packaged)
    cases.push(...(await packagedCases(join(root, 'systems'), name, finest, steps)));
  writeFileSync(join(root, 'docs/results/error-bands.md'), errorPage(cases));
}
