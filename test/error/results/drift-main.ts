import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Order } from '../../../master/system/system.ts';
import { changingSteps, excitation, redundantOscillator } from '../../problems/coupled/changing-steps.ts';
import { type Coupled, type Coupling, errorsOf, runOf } from '../../problems/coupled/coupled.ts';

const orders: readonly Order[] = [0, 1, 2];
const words = ['held', 'linear', 'quadratic'];
const H = 0.1;
const changes = 1000;

/** Damped oscillator, whose spring and mass both have the position. */
function oscillatorOf(stiffness: number, damping: number, mass: number): Coupled {
  const problem = redundantOscillator();
  const [spring, body] = problem.units;
  return {
    ...problem,
    stopTime: 20,
    units: [
      { ...spring, C: [[-stiffness], [1]], D: [[-damping], [0]] },
      { ...body, inputs: ['F'], B: [[0], [1 / mass]], D: [[0], [0]] },
    ],
  };
}

/** Quarter car of Sadjina et al. 2017, whose units both have the height of the chassis. */
function carWithHeights(): Coupled {
  const [chassis, wheel, k, d, tyre] = [400, 40, 15_000, 1000, 150_000];
  return {
    name: 'quarter-car',
    units: [
      {
        ...{ name: 'chassis', inputs: ['F'], outputs: ['v', 'z'], start: [0, 0] },
        ...{
          A: [
            [0, 0],
            [1, 0],
          ],
          B: [[1 / chassis], [0]],
          C: [
            [1, 0],
            [0, 1],
          ],
          D: [[0], [0]],
        },
      },
      {
        ...{ name: 'wheel', inputs: ['v'], outputs: ['F', 'z'], start: [-0.1, 0, 0] },
        A: [
          [0, 1, 0],
          [-(tyre + k) / wheel, -d / wheel, k / wheel],
          [0, 0, 0],
        ],
        ...{
          B: [[0], [d / wheel], [1]],
          C: [
            [k, d, -k],
            [0, 0, 1],
          ],
          D: [[-d], [0]],
        },
      },
    ],
    connections: [
      ['chassis.v', 'wheel.v'],
      ['wheel.F', 'chassis.F'],
    ],
    bonds: [[1, 0]],
    stopTime: 10,
  };
}

/** Gap between two outputs at the end of a run. */
function gapOf(problem: Coupled, coupling: Coupling, names: readonly [string, string]): number {
  const { session } = runOf(problem, coupling);
  const [one, two] = names.map((name) => session.reader(name));
  session.start();
  session.advance(session.steps);
  return Math.abs(Number(one()) - Number(two()));
}

/** Gaps after 1000 prescribed changes of the step, by the order of the inputs. */
function prescribedRows(): string[] {
  const stopTime = H * Math.round((changes * Math.PI) / H);
  const driven = excitation(H, stopTime);
  const scheme = changingSteps();
  const { name } = scheme;
  return orders.map((order) => {
    const gaps = ['none', 'pairs'].map((drift) =>
      gapOf(
        { ...redundantOscillator(), stopTime },
        { scheme: name, couplings: [scheme], step: H, order, options: { drift }, driven },
        ['spring.x', 'mass.x'],
      ),
    );
    return `| ${words[order]} | ${gaps.map(metres).join(' | ')} |`;
  });
}

function carRows(): string[] {
  const names = ['chassis.z', 'wheel.z'] as const;
  const rows = [
    ['adaptive', 1e-2],
    ['ecco', 1e-3],
  ] as const;
  return rows
    .flatMap(([scheme, tolerance]) =>
      orders.map((order) => {
        const gaps = ['none', 'pairs'].map((drift) =>
          gapOf(carWithHeights(), { scheme, order, step: 0.02, options: { drift, tolerance } }, names),
        );
        return `| \`${scheme}\`, tolerance ${tolerance} | ${words[order]} | ${gaps.map(metres).join(' | ')} |`;
      }),
    )
    .concat(
      `| \`multi-rate\`, 4 ms and 1 ms | held | ${metres(gapOf(carWithHeights(), { scheme: 'multi-rate', step: 0.004, steps: { wheel: 0.001 } }, names))} | |`,
    );
}

/** Ratios of the errors of exchanged values, with and without the correction, of held values. */
function ratioRows(): string[] {
  let seed = 7;
  const random = (): number => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const problems = Array.from({ length: 20 }, () =>
    oscillatorOf(10 ** (2 * random()), 10 ** (random() - 0.5), 10 ** (random() - 0.5)),
  );
  const rows = [
    ['ecco', 1e-2],
    ['ecco', 1e-3],
    ['adaptive', 1e-1],
    ['adaptive', 3e-2],
    ['adaptive', 1e-2],
    ['adaptive', 3e-3],
  ] as const;
  return rows.map(([scheme, tolerance]) => {
    const ratios = [carWithHeights(), ...problems]
      .flatMap((problem, k) => {
        const step = k === 0 ? 0.02 : 0.1;
        const [without, corrected] = ['none', 'pairs'].map((drift) =>
          errorsOf(problem, { scheme, step, options: { drift, tolerance } }),
        );
        return corrected.map((error, i) => error / without[i]);
      })
      .sort((a, b) => a - b);
    return `| \`${scheme}\` | ${tolerance} | ${ratios[ratios.length >> 1].toFixed(2)} | ${ratios[ratios.length - 1].toFixed(2)} |`;
  });
}

const metres = (x: number): string => `${x.toExponential(1)} m`;

/** Runs all systems and writes the page of results. */
export function main(root: string): void {
  const page = `# Gaps between two integrals of a flow

Command: \`node test/error/results/drift.mjs\`. It runs all systems and writes this page.

Two units integrate one velocity on their own. Changes of the step leave a gap between their
positions. [Two integrals of one flow](../explain/coupling/step-control.md#two-integrals-of-one-flow)
explains the gap and the option \`drift\`.

## Prescribed changes

The oscillator of Kyllingstad 2025 has a force that keeps its speed at 1 m/s. The step changes between
0.1 s and 0.05 s at the extremes of the speed, ${changes} times. The formula gives 26.8 m for held values.

| inputs | gap | with \`pairs\` |
| --- | --- | --- |
${prescribedRows().join('\n')}

## Quarter car

Both units have the height of the chassis. The run takes 10 s.

| scheme | inputs | gap | with \`pairs\` |
| --- | --- | --- | --- |
${carRows().join('\n')}

## Errors with and without the correction

The table has the errors of exchanged values with \`pairs\`, divided by those without it. The systems
are the quarter car and 20 oscillators with random masses, springs and dampers. Inputs are held.

| scheme | tolerance | median | largest |
| --- | --- | --- | --- |
${ratioRows().join('\n')}
`;
  writeFileSync(join(root, 'docs/results/drift.md'), page);
}
