import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openArchive } from '../../../fmu-sdk/archive/open-archive.ts';
import type { Variable } from '../../../fmu-sdk/description/description.ts';
import { loadFmu } from '../../../fmu-sdk/host/open-fmu.ts';
import { compileCore } from '../../../fmu-sdk/host/wasm/core-interface.ts';
import { instantiateWasm } from '../../../fmu-sdk/host/wasm/wasm-instance.ts';
import { coreOf } from '../../core-of.ts';
import { root } from '../../run-fmu.ts';
import { jcoHost } from './jco-host.ts';

const units = [
  'joystick',
  'hydraulic-actuator',
  'crane-single',
  'crane-double',
  'crane-monolithic-single',
  'crane-monolithic-double',
];
const steps = 300;
const H = 0.001;

/** Returns inputs near the start values: sines with a different frequency for each input. */
function driven(inputs: Variable[], n: number): number[] {
  return inputs.map((v, i) => {
    const start = Number(v.start?.[0] ?? 0);
    return start + (Math.abs(start) * 1e-3 + 1e-3) * Math.sin((0.1 + 0.03 * i) * n);
  });
}

describe.each(units)('%s as a component', (name) => {
  it('gives the bits of our host in an independent one (jco), for every output of a driven run', async () => {
    const file = join(root, 'dist', `${name}.fmu`);
    const loaded = await loadFmu(file);
    const { description } = loaded;
    const archive = await openArchive(file);
    const path = `binaries/wasm32-wasip2/${description.coSimulation?.modelIdentifier}.wasm`;
    const make = await jcoHost(await archive.bytes(path), description.instantiationToken);
    const theirs = make().instantiate(name);
    if (theirs === undefined) throw new Error('no instance');
    const ours = instantiateWasm(compileCore(coreOf(loaded), name), description, name);
    const of = (causality: string): Variable[] =>
      description.variables.filter((v) => v.causality === causality && v.type === 'Float64');
    const [inputs, outputs] = [of('input'), of('output')];
    const references = (list: Variable[]): number[] => list.map((v) => v.valueReference);

    theirs.enterInitializationMode(undefined, 0, undefined);
    theirs.exitInitializationMode();
    ours.initialize(0);
    let compared = 0;
    for (let n = 0; n < steps; n++) {
      const values = driven(inputs, n);
      inputs.forEach((v, i) => {
        const { view, offset } = ours.view(v);
        view[offset] = values[i];
      });
      theirs.setFloat64(references(inputs), values);
      expect(ours.step(n * H, H)).toBe(0);
      theirs.doStep(n * H, H, true);
      const mine = outputs.flatMap((v) => {
        const { view, offset, length } = ours.view(v);
        return Array.from(view.subarray(offset, offset + length) as Float64Array);
      });
      const bits = (list: ArrayLike<number>): BigUint64Array =>
        new BigUint64Array(Float64Array.from(list).buffer);
      expect(bits(theirs.getFloat64(references(outputs)) as ArrayLike<number>)).toEqual(bits(mine));
      compared += mine.length;
    }
    expect(compared).toBe(steps * outputs.reduce((n, v) => n + v.dimensions.reduce((a, b) => a * b, 1), 0));
  });
});
