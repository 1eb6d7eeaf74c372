import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missing, Native } from './harness.ts';
import { others, steps, tried } from './platforms.ts';

const H = 0.001;
const why = missing('x86_64-linux');

describe.skipIf(why !== undefined).each(tried)('%s as a native library', (name) => {
  let unit: Native;
  let drive: Float64Array;
  let wasm: Float64Array;
  beforeAll(async () => {
    unit = await Native.build(`units/${name}`);
    drive = unit.writeDrive(steps);
    wasm = unit.inWasm(drive, steps, H);
  });
  afterAll(() => unit?.close());

  it.each([
    [3, steps],
    [2, steps / 10],
  ] as const)('gives over FMI %i.0 every bit that the wasm host gives, over %i steps', (version, n) => {
    const said = unit.calls(version, ['new 0', 'enter 0 0', 'exit 0', unit.runOf(version, 'run 0', n, H)]);
    expect(said).toEqual(['new 0', 'enter 0', 'exit 0', 'run 0']);
    const values = (wasm.length / steps) * n;
    const expected = Buffer.from(wasm.buffer, 0, values * 8);
    expect(values).toBeGreaterThanOrEqual(n);
    expect(wasm.every(Number.isFinite)).toBe(true);
    expect(Buffer.compare(unit.read(), expected)).toBe(0);
  });

  it('gives in four threads at once, four times what it gives alone', () => {
    const n = 2000;
    const made = [0, 1, 2, 3].flatMap((k) => [`new ${k}`, `enter ${k} 0`, `exit ${k}`]);
    unit.calls(3, [...made, unit.runOf(3, 'threads 4', n, H)]);
    const all = unit.read();
    const alone = Buffer.from(wasm.buffer, 0, (wasm.length / steps) * n * 8);
    expect(Buffer.concat([alone, alone, alone, alone]).equals(all)).toBe(true);
  });
});

it.skipIf(why === undefined)(`native libraries were not tested: ${why}`, ({ skip }) => skip(why));

it.skipIf(why !== undefined || others.length === 0)(
  `is tried with ${others.join(', ')} where CI is set`,
  ({ skip }) => skip('to compile all packaged units takes minutes'),
);
