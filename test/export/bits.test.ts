import { beforeAll, describe, expect, it } from 'vitest';
import { isFullTest } from '../width.ts';
import { type Driven, missing, Native } from './harness.ts';
import { others, seconds, steps, tried } from './platforms.ts';

const why = missing('x86_64-linux');

describe.skipIf(why !== undefined).each(tried)('%s as a native library', (name) => {
  let unit: Native;
  let wasm: Driven;
  let H: number;
  beforeAll(async () => {
    // Quick tests optimize one unit, which build.test.ts builds, too.
    unit = await (isFullTest || name === 'crane-single' ? Native.release : Native.build)(`units/${name}`);
    H = unit.communicationStep;
    wasm = unit.inWasm(unit.writeDrive(steps), steps, H, seconds);
  });

  const begun = ['new 0', 'enter 0 0', 'exit 0'];
  const begunAnswers = ['new 0', 'enter 0', 'exit 0'];

  it.each([
    [3, 1],
    [2, 0.1],
  ] as const)('gives every bit of the wasm host over FMI %i.0', (version, share) => {
    const n = Math.ceil(share * wasm.steps);
    expect(unit.calls(version, [...begun, unit.runOf(version, 'run 0', n, H)])).toEqual([
      ...begunAnswers,
      'run 0',
    ]);
    const values = (wasm.rows.length / wasm.steps) * n;
    expect(n).toBeGreaterThan(20 * share);
    expect(values).toBeGreaterThanOrEqual(n);
    expect(wasm.rows.every(Number.isFinite)).toBe(true);
    expect(Buffer.compare(unit.read(), Buffer.from(wasm.rows.buffer, 0, values * 8))).toBe(0);
  });

  it('reaches the step of the wasm host, and gives up in an equal step', ({ skip }) => {
    if (!wasm.gaveUp) skip('it does not give up');
    const answers = unit.calls(3, [...begun, unit.runOf(3, 'run 0', wasm.steps + 1, H)]);
    expect(answers.slice(0, 3)).toEqual(begunAnswers);
    expect(answers.at(-1)).toMatch(/^run [34]$/);
    expect(answers.join(' ')).toContain('the unit gave up: ');
  });

  it('gives its own results four times in four threads at once', () => {
    const n = Math.min(2000, wasm.steps);
    const setup = [0, 1, 2, 3].flatMap((k) => [`new ${k}`, `enter ${k} 0`, `exit ${k}`]);
    unit.calls(3, [...setup, unit.runOf(3, 'threads 4', n, H)]);
    const all = unit.read();
    const alone = Buffer.from(wasm.rows.buffer, 0, (wasm.rows.length / wasm.steps) * n * 8);
    expect(Buffer.concat([alone, alone, alone, alone]).equals(all)).toBe(true);
  });
});

it.skipIf(why === undefined)(`native libraries were not tested: ${why}`, ({ skip }) => skip(why));

it.skipIf(why !== undefined || others.length === 0)(
  `the whole tests also run ${others.join(', ')}`,
  ({ skip }) => skip('to compile all packaged units takes minutes'),
);
