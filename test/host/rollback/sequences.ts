import { expect } from 'vitest';
import type { Variable } from '../../../fmu-sdk/description/description.ts';
import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import type { Snapshot } from '../../../fmu-sdk/host/state/snapshot.ts';

/**
 * Input values by number and their slopes [1/s] before a step, and the step's start and size [s].
 */
interface Move {
  inputs: [variable: number, value: number, slope: number][];
  t: number;
  H: number;
}

/** A way to run an FMU, and the length of its steps: `step` times 1 … 3. */
export interface Path {
  open: () => Promise<Instance>;
  step: number;
  by: Snapshot['by'];
}

/** Returns numbers from 0 to 1 that depend only on the seed (powers of 48271 modulo 2³¹ − 1). */
function numbers(seed: number): () => number {
  let state = (seed % 2147483646) + 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

const inputsOf = ({ description }: Instance): Variable[] =>
  description.variables.filter(
    ({ causality, variability, type }) =>
      (causality === 'input' || variability === 'tunable') && (type === 'Float64' || type === 'Clock'),
  );

const outputsOf = ({ description }: Instance): Variable[] =>
  description.variables.filter(({ causality, type }) => causality === 'output' && type !== 'String');

function begin(instance: Instance): Instance {
  for (const variable of [...inputsOf(instance), ...outputsOf(instance)]) instance.view(variable);
  instance.initialize(0);
  instance.exitInitialization();
  return instance;
}

/** Returns the bytes of all outputs. */
function readOutputs(instance: Instance): string {
  return outputsOf(instance)
    .map((variable) => {
      const { view, offset, length } = instance.view(variable);
      const part = view.slice(offset, offset + length);
      return Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('hex');
    })
    .join(' ');
}

function make(instance: Instance, { inputs, t, H }: Move): string {
  const all = inputsOf(instance);
  for (const [k, value, slope] of inputs) {
    if (all[k].causality === 'input' && all[k].type === 'Float64') {
      const { view, offset } = instance.polynomial(all[k]);
      if (offset >= 0) [view[offset + 1], view[offset + 2]] = [slope, 0.5 * slope];
    }
    const { view, offset } = instance.view(all[k]);
    view[offset] = all[k].type === 'Clock' ? Number(value > 0.5) : value;
  }
  expect(instance.step(t, H)).toBe(0);
  return readOutputs(instance);
}

interface Kept {
  snapshot: Snapshot;
  moves: readonly Move[];
  outputs: readonly string[];
}

/**
 * Plays a random sequence of steps with changing inputs, and of up to three concurrent snapshots.
 * They are taken, restored, taken again and released. After each restore the FMU must show the
 * values at the time of the snapshot. The remaining steps must equal a run without rollback bit for
 * bit. Returns the number of restores.
 */
export async function play({ open, step, by }: Path, seed: number, actions = 24): Promise<number> {
  const random = numbers(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const instance = begin(await open());
  const count = inputsOf(instance).length;
  const snapshots: Kept[] = [];
  let [moves, outputs]: [Move[], string[]] = [[], []];
  let returns = 0;
  for (let i = 0; i < actions; i++) {
    const what = random();
    const one = snapshots[below(snapshots.length)];
    if (what < 0.15 && snapshots.length < 3) {
      snapshots.push({ snapshot: instance.snapshot(), moves: [...moves], outputs: [...outputs] });
      expect(snapshots.at(-1)?.snapshot.by).toBe(by);
    } else if (what < 0.25 && one !== undefined) {
      one.snapshot.take();
      [one.moves, one.outputs] = [[...moves], [...outputs]];
    } else if (what < 0.3 && one !== undefined) {
      one.snapshot.release();
      snapshots.splice(snapshots.indexOf(one), 1);
    } else if (what < 0.55 && one !== undefined) {
      one.snapshot.restore();
      [moves, outputs] = [[...one.moves], [...one.outputs]];
      if (outputs.length > 0) expect(readOutputs(instance)).toBe(outputs.at(-1));
      returns++;
    } else {
      const { t, H } = moves.at(-1) ?? { t: 0, H: 0 };
      const inputs = Array.from({ length: Math.min(count, below(3)) }, (): Move['inputs'][number] => [
        below(count),
        4 * random(),
        random() < 0.3 ? random() : 0,
      ]);
      const move = { inputs, t: t + H, H: step * (1 + below(3)) };
      moves.push(move);
      outputs.push(make(instance, move));
    }
  }
  for (const { snapshot } of snapshots) snapshot.release();
  instance.close();
  const reference = begin(await open());
  expect(moves.map((move) => make(reference, move))).toEqual(outputs);
  reference.close();
  return returns;
}
