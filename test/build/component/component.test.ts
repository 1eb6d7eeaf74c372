import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { coreModuleOf } from '../../../fmu-sdk/host/wasm/extract-core.ts';
import { readSections } from '../../../fmu-sdk/wasm/wasm-sections.ts';
import { runCore } from './core-run.ts';
import { build, buildCoreModule, token, vr } from './every-type.ts';
import { type JcoComponent, jcoHost } from './jco-host.ts';

let component: Uint8Array;
let make: () => JcoComponent;
beforeAll(async () => {
  component = await build();
  make = await jcoHost(component, token);
});

describe('a component', () => {
  it('implements FMI 3.0', () => {
    expect(make().version).toBe('3.0');
  });

  it('gives the bits of its core module in every output', () => {
    const input = fc.record({
      u: fc.double({ noNaN: true, min: -1e3, max: 1e3 }),
      slope: fc.double({ noNaN: true, min: -10, max: 10 }),
      v: fc.array(fc.double({ noNaN: true, min: -1e3, max: 1e3 }), { minLength: 3, maxLength: 3 }),
      s16: fc.integer({ min: -32768, max: 32767 }),
      n: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(fc.array(input, { minLength: 1, maxLength: 8 }), (steps) => {
        const host = make();
        const unit = host.instantiate('unit')!;
        const core = runCore(coreModuleOf(component));
        unit.enterInitializationMode(undefined, 0, undefined);
        unit.exitInitializationMode();
        core.initialize(0);
        let t = 0;
        for (const { u, slope, v, s16, n } of steps) {
          unit.setFloat64([vr('u'), vr('v')], [u, ...v]);
          unit.setInt16([vr('s16')], [s16]);
          unit.setInputDerivatives([[vr('u'), 1]], [slope]);
          core.write(vr('u'), new Uint8Array(Float64Array.of(u).buffer));
          core.write(vr('v'), new Uint8Array(Float64Array.from(v).buffer));
          core.write(vr('s16'), new Uint8Array(Int16Array.of(s16).buffer));
          new DataView(core.memory.buffer).setFloat64(core.derivatives() + 8, slope, true);
          unit.doStep(t, n * 1e-3, true);
          core.step(t, n * 1e-3);
          t += n * 1e-3;
          for (const name of ['x', 'w', 'internal', 'u'])
            expect(bits(unit.getFloat64([vr(name)]))).toEqual(core.read(vr(name)));
          expect(bits(unit.getFloat32([vr('half')]))).toEqual(core.read(vr('half')));
          expect(bits(unit.getInt64([vr('steps')]))).toEqual(core.read(vr('steps')));
          expect(bits(unit.getInt32([vr('sum')]))).toEqual(core.read(vr('sum')));
        }
        expect(host.log).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('keeps equal bytes in every build from equal sources', async () => {
    expect(await build()).toEqual(component);
  });

  it('contains its core module unchanged except for export names, without custom sections', async () => {
    const before = readSections(await buildCoreModule());
    const after = readSections(coreModuleOf(component));
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    for (const [i, { id, body }] of after.entries()) if (id !== 7) expect(body).toEqual(before[i].body);
    expect(readSections(component).every(({ id }) => id !== 0)).toBe(true);
  });

  it('omits names of the unit’s variables and of folders', () => {
    const text = new TextDecoder('latin1').decode(component);
    const even = new TextDecoder('utf-16le').decode(component.subarray(0, component.length & ~1));
    const odd = new TextDecoder('utf-16le').decode(component.subarray(1, component.length & ~1));
    for (const name of ['gain', 'EveryType', 'law3', 'flags', 'blob', '.ts', '/component/'])
      for (const view of [text, even, odd]) expect(view.includes(name), name).toBe(false);
  });
});

function bits(values: unknown): Uint8Array {
  const { buffer, byteOffset, byteLength } = values as Uint8Array;
  return new Uint8Array(buffer, byteOffset, byteLength);
}
