import { join } from 'node:path';
import { coreOf, loadUnit } from '../fmu-sdk/host/load.ts';
import { compileCore, instantiateWasm } from '../fmu-sdk/host/wasm.ts';
import { buildUnit } from '../fmu-sdk/seal/build-unit.ts';
import { type Line, medianOf, seconds } from './measure.ts';

/** Rods of the chains in bench/units/chain, by its parameter `size`. */
const sizes = [10, 32, 100, 316, 1000];

/** The monolithic four-bar through its cycle, and how the cost of a serial chain grows with its bodies. */
export async function mechanisms(folder: string, root: string): Promise<Line[]> {
  await buildUnit(join(root, 'units/four-bar-monolithic'), folder);
  await buildUnit(join(root, 'bench/units/chain'), folder);
  const cycles: Line[] = [];
  for (const [name, formulation] of [
    ['penalty', 1],
    ['double step', 2],
  ] as const) {
    const run = await stepper(join(folder, 'four-bar-monolithic.fmu'), { formulation });
    const time = 1e3 * medianOf(() => run(10_000));
    cycles.push({
      what: `(e) four-bar, monolithic, ${name}: 10 s at 1 ms`,
      measured: `${time.toFixed(0)} ms`,
      target: '≤ 50 ms',
      reached: time <= 50,
    });
  }
  const step = await exponent(join(folder, 'chain.fmu'), 0);
  const assembly = await exponent(join(folder, 'chain.fmu'), 1);
  return [
    ...cycles,
    {
      what: '(f) serial chain, a step of n = 10 … 1000 bodies: exponent of n',
      measured: `${step.toFixed(2)}; M′ with its n² entries ${assembly.toFixed(2)}`,
      target: '≤ 1.1',
      reached: step <= 1.1,
    },
  ];
}

/** Wall time of steps of 1 ms from the start [s]. */
async function stepper(file: string, parameters: Record<string, number>): Promise<(steps: number) => number> {
  const unit = await loadUnit(file);
  const module = compileCore(coreOf(unit), file);
  return (steps) => {
    const instance = instantiateWasm(module, unit.description, file);
    for (const [name, value] of Object.entries(parameters)) {
      const { view, offset } = instance.view(unit.description.variables.find((v) => v.name === name)!)!;
      view[offset] = value;
    }
    instance.initialize(0);
    return seconds(() => {
      for (let n = 0; n < steps; n++) instance.step(n * 1e-3, 1e-3);
    });
  };
}

/** Slope of log time over log n, by least squares. */
async function exponent(file: string, assemble: number): Promise<number> {
  const points: [number, number][] = [];
  for (const [size, n] of sizes.entries()) {
    const run = await stepper(file, { size, assemble });
    const steps = Math.ceil(assemble === 1 ? 2e6 / (n * n) + 3 : 2e5 / n);
    points.push([Math.log(n), Math.log(medianOf(() => run(steps)) / steps)]);
  }
  const mean = (i: 0 | 1): number => points.reduce((sum, p) => sum + p[i], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const covariance = points.reduce((sum, p) => sum + (p[0] - x) * (p[1] - y), 0);
  return covariance / points.reduce((sum, p) => sum + (p[0] - x) ** 2, 0);
}
