import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFmu } from '../fmu-sdk/host/open-fmu.ts';
import { rollbackCost } from '../fmu-sdk/host/state/rollback-cost.ts';
import { noCompiler } from '../test/fixtures/c/make.ts';
import { makeRestless } from '../test/fixtures/c/restless.ts';
import { cpuSeconds, type Line, medianPair, once, ratioLine, repeats } from './bench-measure.ts';
import { median } from './median.ts';

const times = 200_000;

/** Measures the cost of saving a unit's state and of restoring it. */
export async function rollback(folder: string, root: string): Promise<Line[]> {
  return [await sealed(root), ...(noCompiler === undefined ? await copied(folder) : [])];
}

/** A sealed unit's state is bytes, so that copying as many bytes is the floor. */
async function sealed(root: string): Promise<Line> {
  const unit = await (await openFmu(join(root, 'dist/crane-single.fmu'))).instantiate();
  unit.initialize();
  const snapshot = unit.snapshot();
  const [state, copy] = [0, 1].map(() => new Uint8Array(snapshot.bytes ?? 0).fill(1));
  const pair = medianPair(
    () =>
      cpuSeconds(() => {
        for (let n = 0; n < times; n++) {
          snapshot.take();
          snapshot.restore();
        }
      }) / times,
    () =>
      cpuSeconds(() => {
        for (let n = 0; n < times; n++) {
          copy.set(state);
          state.set(copy);
        }
      }) / times,
  );
  unit.close();
  const what = `(q) take and restore of a sealed unit, against two copies of its ${state.length} bytes`;
  return ratioLine(what, pair, 1.5, (seconds) => `${(1e6 * seconds).toFixed(3)} µs`);
}

/** A small unit in C without FMU state: its process is copied. */
async function copied(folder: string): Promise<Line[]> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'restless.fmu');
  writeFileSync(file, await makeRestless([]));
  const fmu = await openFmu(file, { kind: 'coSimulation' });
  const costs = [];
  for (let n = 0; n < (once ? 1 : repeats); n++) costs.push(await rollbackCost(fmu));
  const line = (what: string, seconds: number): Line => ({
    what: `(q) ${what} of a small native unit without FMU state, by fork`,
    measured: `${(1e6 * seconds).toFixed(0)} µs`,
    target: '≤ 300 µs',
    reached: seconds <= 300e-6,
  });
  return [
    line('take', median(costs.map(({ take }) => take))),
    line('restore', median(costs.map(({ restore }) => restore))),
  ];
}
