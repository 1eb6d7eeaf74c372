import { expect, it } from 'vitest';
import { translateComponent } from '../../../fmu-sdk/host/component/component-form.ts';
import { openComponent } from '../../../fmu-sdk/host/component/open-component.ts';
import { io, status } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { foreignUnit } from '../component/foreign.ts';

/**
 * Grows x from 1 by the result of a table function, which is first 1 and then 2, and by a value
 * from memory. Each step adds a page of memory and writes that value to the last one. Neither
 * globals nor the table are exported.
 */
const growing = {
  memory: '1 20',
  more: `
    (type $number (func (result f64)))
    (table $says 1 funcref)
    (elem (i32.const 0) $first)
    (elem declare func $second)
    (func $first (type $number) (f64.const 1))
    (func $second (type $number) (f64.const 2))`,
  bodies: {
    'do-step': `
      (global.set $x (f64.add (global.get $x) (call_indirect $says (type $number) (i32.const 0))))
      (if (i32.gt_u (memory.size) (i32.const 1)) (then
        (global.set $x (f64.add (global.get $x) (f64.load (i32.const 131064))))))
      (table.set $says (i32.const 0) (ref.func $second))
      (drop (memory.grow (i32.const 1)))
      (f64.store (i32.const 131064) (f64.const 100))
      (call $done (local.get $p1) (i32.const 0))`,
  },
};

it('memory, globals and tables that a component does not export are restored, and added memory is zeroed', async () => {
  const translation = await translateComponent(
    await foreignUnit('coSimulation', growing),
    'coSimulation',
    'grows',
  );
  const calls = openComponent(translation, 'coSimulation', 'grows');
  expect(calls.instantiate({ instanceName: 'one', token: '' })).toBe(true);
  const x = calls.values('Float64', Uint32Array.of(1));
  const step = (t: number): number => {
    calls.registers[io.time] = t;
    calls.registers[io.step] = 1;
    expect(calls.call({ op: 'doStep' })).toBe(status.ok);
    calls.get(x);
    return Number(x.view[0]);
  };
  const copying = calls.copy?.();
  if (copying === undefined || typeof copying === 'string') throw new Error(copying);
  const { copy, by } = copying;
  expect(by).toBe('memory');
  copy.take();
  expect(copy.bytes).toBeGreaterThanOrEqual(65536 + 16 + 4);
  expect([step(0), step(1), step(2)]).toEqual([2, 104, 206]);
  copy.restore();
  expect([step(0), step(1)]).toEqual([2, 104]);
  copy.take();
  expect([step(2), step(3)]).toEqual([206, 308]);
  copy.restore();
  expect(step(2)).toBe(206);
  copy.release();
  calls.close();
});

/** A variant of the component without changes of its table, which bytes could not represent. */
const carrying = {
  ...growing,
  bodies: {
    'do-step': growing.bodies['do-step'].replace('(table.set $says (i32.const 0) (ref.func $second))', ''),
  },
};

it.each([
  ['memory that has grown, and globals,', carrying],
  ['a table that was changed', growing],
])('%s of a component is saved as bytes', async (_, source) => {
  const translation = await translateComponent(
    await foreignUnit('coSimulation', source),
    'coSimulation',
    'grows',
  );
  const open = () => {
    const calls = openComponent(translation, 'coSimulation', 'grows');
    expect(calls.instantiate({ instanceName: 'one', token: '' })).toBe(true);
    const bytes = calls.portable?.();
    if (bytes === undefined || typeof bytes === 'string') throw new Error(bytes);
    const x = calls.values('Float64', Uint32Array.of(1));
    const step = (t: number): number => {
      calls.registers[io.time] = t;
      calls.registers[io.step] = 1;
      expect(calls.call({ op: 'doStep' })).toBe(status.ok);
      calls.get(x);
      return Number(x.view[0]);
    };
    return { bytes, step };
  };
  const [one, other] = [open(), open()];
  for (const t of [0, 1, 2]) one.step(t);
  if (source === growing) {
    expect(() => one.bytes.save()).toThrow('a table of its core module has changed its functions');
    return;
  }
  const savedState = one.bytes.save();
  const on = [3, 4].map(one.step);
  other.bytes.load(savedState);
  expect([3, 4].map(other.step)).toEqual(on);
  expect(on[1] - on[0]).toBe(101);
});
