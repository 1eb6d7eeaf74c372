import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { width } from '../../width.ts';
import { build, token, vr } from './every-type.ts';
import { type JcoComponent, type JcoInstance, jcoHost } from './jco-host.ts';

let make: () => JcoComponent;
beforeAll(async () => {
  make = await jcoHost(await build(), token);
});

function running(name = 'unit'): { host: JcoComponent; unit: JcoInstance } {
  const host = make();
  const unit = host.instantiate(name)!;
  unit.enterInitializationMode(undefined, 0, 1);
  unit.exitInitializationMode();
  return { host, unit };
}

const input = fc.record({
  u: fc.double({ noNaN: true, min: -1e3, max: 1e3 }),
  n: fc.integer({ min: 1, max: 5 }),
});

function go(unit: JcoInstance, steps: { u: number; n: number }[]): Uint8Array {
  for (const { u, n } of steps) {
    unit.setFloat64([vr('u')], [u]);
    unit.doStep(unit.getFloat64([0])[0] as number, n * 1e-3, true);
  }
  return unit.getFmuState();
}

describe('an FMU state', () => {
  it('continues identically, in its own instance and in another one', () => {
    fc.assert(
      fc.property(fc.array(input, { maxLength: 5 }), fc.array(input, { maxLength: 5 }), (before, after) => {
        const { unit } = running();
        const state = go(unit, before);
        const end = go(unit, after);
        expect(unit.setFmuState(state)).toBe('ok');
        expect(unit.getFmuState()).toEqual(state);
        expect(go(unit, after)).toEqual(end);
        const other = make().instantiate('another name')!;
        expect(other.setFmuState(state)).toBe('ok');
        expect(go(other, after)).toEqual(end);
      }),
      { numRuns: width(6, 20) },
    );
  });

  it('restores its mode and its stop time', () => {
    const { unit } = running();
    const state = unit.getFmuState();
    unit.terminate();
    unit.setFmuState(state);
    expect(unit.doStep(0, 0.001, true).lastSuccessfulTime).toBe(0.001);
    const fresh = make();
    const other = fresh.instantiate('other')!;
    other.setFmuState(state);
    expect(() => other.doStep(0, 2, true)).toThrow();
    expect(fresh.log[0].message).toBe('do-step: 2 s is past the stop time 1 s.');
  });

  it('rejects bytes that are cut short or belong to another unit', () => {
    const { host, unit } = running();
    const state = unit.getFmuState();
    expect(unit.setFmuState(state.subarray(1))).toBe('error');
    expect(unit.setFmuState(new Uint8Array(state.length))).toBe('error');
    expect(host.log.map(({ message }) => message)).toEqual([
      `set-fmu-state: got ${state.length - 1} bytes; a state of this unit has ${state.length}.`,
      'set-fmu-state: the state is of another unit or another build.',
    ]);
  });

  it('ignores earlier calls that only read', () => {
    const { unit } = running();
    const state = unit.getFmuState();
    unit.getFloat64([vr('u'), vr('v')]);
    unit.getString([vr('text')]);
    expect(unit.getFmuState()).toEqual(state);
  });

  it('survives ten thousand saves and restores without a memory leak', () => {
    const { unit } = running();
    for (let i = 0; i < 10_000; i++) {
      unit.setString([vr('text')], ['twenty-eight characters long']);
      unit.setFmuState(unit.getFmuState());
    }
    expect(unit.getString([vr('text')])).toEqual(['twenty-eight characters long']);
  });
});
