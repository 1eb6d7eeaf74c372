import { join } from 'node:path';
import { buildUnit } from '../fmu-sdk/build/build-unit.ts';
import { loadFmu } from '../fmu-sdk/host/open-fmu.ts';
import type { CoreBinary } from '../fmu-sdk/host/wasm/core-host.ts';
import { compileCore } from '../fmu-sdk/host/wasm/core-interface.ts';
import { instantiateWasm } from '../fmu-sdk/host/wasm/wasm-instance.ts';
import { type Line, medianOf, seconds } from './bench-measure.ts';
import { slopeOf } from './median.ts';

/** Rods of the chains in bench/units/chain, by its parameter `size`. */
const sizes = [10, 32, 100, 316, 1000];
/** Beams of the shaft. */
const meshes = [8, 32, 128, 512];

/** Measures the cost of a serial chain by its bodies and of a shaft by its beams. */
export async function mechanisms(folder: string, root: string): Promise<Line[]> {
  await buildUnit(join(root, 'bench/units/chain'), folder);
  await buildUnit(join(root, 'units/rotating-shaft'), folder);
  const chain = (assemble: number): Promise<number> =>
    exponent(sizes, async (n, size) => {
      const run = await stepper(join(folder, 'chain.fmu'), { size, assemble });
      const steps = Math.ceil(assemble === 1 ? 2e6 / (n * n) + 3 : 2e5 / n);
      return medianOf(() => run(steps)) / steps;
    });
  const [step, assembly] = [await chain(0), await chain(1)];
  const beams = await exponent(meshes, async (n) => {
    const run = await stepper(join(folder, 'rotating-shaft.fmu'), { beams: n }, -1);
    const steps = Math.ceil(4e3 / n);
    return medianOf(() => run(steps)) / steps;
  });
  return [
    {
      what: '(f) serial chain, a step of n = 10 … 1000 bodies: exponent of n',
      measured: `${step.toFixed(2)}; M′ with its n² entries ${assembly.toFixed(2)}`,
      target: '≤ 1.1',
      reached: step <= 1.1,
    },
    {
      what: '(f) rotating shaft, a step of 1 ms with 8 … 512 beams: exponent of their number',
      measured: beams.toFixed(2),
      target: '≤ 1.1',
      reached: beams <= 1.1,
    },
  ];
}

/** Wall time of steps of 1 ms from the start, at t0 [s]. */
async function stepper(
  file: string,
  parameters: Record<string, number>,
  t0 = 0,
): Promise<(steps: number) => number> {
  const unit = await loadFmu(file);
  const module = compileCore((unit.binary as CoreBinary).core, file);
  return (steps) => {
    const instance = instantiateWasm(module, unit.description, file);
    for (const [name, value] of Object.entries(parameters)) {
      const { view, offset } = instance.view(unit.description.variables.find((v) => v.name === name)!)!;
      view[offset] = value;
    }
    instance.initialize(t0);
    return seconds(() => {
      for (let n = 0; n < steps; n++) instance.step(t0 + n * 1e-3, 1e-3);
    });
  };
}

/** Returns the slope of log time [s] over log n. */
async function exponent(
  numbers: readonly number[],
  time: (n: number, index: number) => Promise<number>,
): Promise<number> {
  const times: number[] = [];
  for (const [index, n] of numbers.entries()) times.push(await time(n, index));
  return slopeOf(numbers.map(Math.log), times.map(Math.log));
}
