import { fork } from 'node:child_process';
import { once as onceOf } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { simulate } from '../../master/run/simulate.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { SystemFile } from '../../master/system/system.ts';
import { type Line, once, repeats } from '../bench-measure.ts';
import { median } from '../median.ts';
import { cranes } from './two-cranes.ts';

const warm = once ? 100 : 3000;
const steps = once ? 100 : 2500;

/**
 * Two cranes on two threads, and as two processes that know nothing of each other, beside both in
 * turn: by wall time. Two processors have to be free.
 */
export async function twoThreads(folder: string, root: string): Promise<Line[]> {
  await buildUnit(join(root, 'units/crane-monolithic-double'), folder);
  const file = join(folder, 'cranes.json');
  const [inTurn, apart, alone] = [
    await cranes(file, ['a', 'b'], 1),
    await cranes(file, ['a', 'b'], 2),
    await cranes(file, ['a'], 1),
  ];
  const other = fork(fileURLToPath(new URL('crane-process.ts', import.meta.url)), [file], {
    execArgv: ['--import', pathToFileURL(join(root, 'bin/setup/typescript.mjs')).href],
  });
  await onceOf(other, 'message');
  const processes = async (n: number): Promise<void> => {
    const done = onceOf(other, 'message');
    other.send(n);
    alone.advance(n);
    await done;
  };
  try {
    for (const session of [inTurn, apart]) session.advance(warm);
    await processes(warm);
    const ratios: [threads: number, processes: number][] = [];
    for (let k = 0; k < repeats; k++) {
      const one = await milliseconds(() => inTurn.advance(steps));
      const two = await milliseconds(() => apart.advance(steps));
      ratios.push([one / two, one / (await milliseconds(() => processes(steps)))]);
    }
    const [threads, bound] = [0, 1].map((i) => median(ratios.map((ratio) => ratio[i])));
    return [
      {
        what: '(t) two cranes of 0.15 ms a step on two threads, against one thread',
        measured: `${threads.toFixed(2)}× as fast by wall time (two processes: ${bound.toFixed(2)}×)`,
        target: '≥ 1.7×',
        reached: threads >= 1.7,
      },
      await smallSystem(root, '', 500, repeats),
      await smallSystem(root, ', of a run of 0.3 s', 100, 6 * repeats),
    ];
  } finally {
    other.kill();
    for (const { instances } of [inTurn, apart, alone]) for (const instance of instances) instance.close();
  }
}

/**
 * Measures a system whose units compute too little for threads: once with automatic threads, and
 * once with one thread.
 */
async function smallSystem(root: string, which: string, stopTime: number, pairs: number): Promise<Line> {
  const file = join(root, 'systems/crane-single-force.json');
  const run = async (threads: number | 'auto'): Promise<number> => {
    const systemFile = JSON.parse(readFileSync(file, 'utf8')) as SystemFile;
    const system = await resolveSystem(
      { ...systemFile, algorithm: { ...systemFile.algorithm, threads }, stopTime: once ? 1 : stopTime },
      file,
    );
    const begin = process.cpuUsage();
    await simulate(system);
    const { user, system: kernel } = process.cpuUsage(begin);
    return user + kernel;
  };
  const ratios: number[] = [];
  await run(1);
  for (let k = 0; k < (once ? 1 : pairs); k++) {
    // In turns, and each of them first as often as the other.
    const first = k % 2 === 0 ? await run(1) : 0;
    const auto = await run('auto');
    ratios.push(auto / (first || (await run(1))));
  }
  const ratio = median(ratios);
  return {
    what: `(t) crane-single with threads left to auto, against one thread${which}`,
    measured: `${ratio.toFixed(3)}× of CPU time`,
    target: '≤ 1.02×',
    reached: ratio <= 1.02,
  };
}

async function milliseconds(action: () => unknown): Promise<number> {
  const begin = performance.now();
  await action();
  return performance.now() - begin;
}
