import { describe, expect, it } from 'vitest';
import type { Platform } from '../../fmu-sdk/util/c-compiler/compilers.ts';
import { kinds as allKinds } from '../kinds.ts';
import { packagedUnits } from '../setup.ts';
import { isFullTest, isWholeTest, width } from '../width.ts';
import { missing, Native } from './harness.ts';

/** Whole tests have the time for compilers and emulators: all units, all steps. */
export const steps: number = width(2_000, 20_000, 100_000);
/** CPU time [s] in this process of an expensive unit, which gets fewer steps. */
export const seconds: number = width(0.25, 1, 5);
/** CPU time [s] on emulated processors, which take ten times as long or longer. */
const emulated = width(0.1, 0.2, 0.6);
/**
 * Quick tests make a fiftieth of the steps, with one unit of three kinds of code: bodies, oil,
 * events.
 */
const kinds = ['crane-single', 'hydraulic-actuator', 'sampled-controller'];
const triedHere = isFullTest ? allKinds : kinds;
export const others: readonly string[] = packagedUnits.filter(
  (name) => !isWholeTest && !triedHere.includes(name),
);
export const tried: readonly string[] = packagedUnits.filter((name) => !others.includes(name));
/**
 * Compilers for other machines and emulators take even longer. Quick tests run oil on one, events
 * on the other.
 */
const lighter: Partial<Record<Platform, string>> = {
  'aarch64-linux': 'hydraulic-actuator',
  'x86_64-windows': 'sampled-controller',
};

/**
 * Tests packaged units, built for a platform and run there (in an emulator), against the wasm host.
 */
export function everyUnitOn(platform: Platform): void {
  const triedThere = tried.filter(
    (name) => isWholeTest || (isFullTest ? kinds.includes(name) : name === lighter[platform]),
  );
  const othersThere = packagedUnits.filter((name) => !triedThere.includes(name));
  describe(`built for ${platform}`, () => {
    const why = missing(platform);
    it.skipIf(why !== undefined).each(triedThere)(
      '%s gives every bit of the wasm host over FMI 3.0, and over a tenth of the steps over FMI 2.0',
      async (name) => {
        // Quick tests lack the time to optimize for other machines.
        const unit = await (isFullTest ? Native.release : Native.build)(`units/${name}`, platform);
        const H = unit.communicationStep;
        const wasm = unit.inWasm(unit.writeDrive(steps), steps, H, emulated);
        expect(wasm.steps).toBeGreaterThan(20);
        for (const [version, n] of [
          [3, wasm.steps],
          [2, Math.ceil(wasm.steps / 10)],
        ] as const) {
          const run = unit.runOf(version, 'run 0', n, H);
          expect(unit.calls(version, ['new 0', 'enter 0 0', 'exit 0', run])).toEqual([
            'new 0',
            'enter 0',
            'exit 0',
            'run 0',
          ]);
          const expected = Buffer.from(wasm.rows.buffer, 0, (wasm.rows.byteLength / wasm.steps) * n);
          expect(Buffer.compare(unit.read(), expected)).toBe(0);
        }
      },
    );

    it.skipIf(why !== undefined)('makes a trap an error of the unit, and its host survives', async () => {
      const unit = await Native.build('test/fixtures/faulty', platform);
      const answers = unit.calls(3, [
        'new 0',
        'choose 0 3 2',
        'enter 0 0',
        'exit 0',
        'step 0 0 0.001',
        'step 0 0.001 0.01',
        'step 0 0.011 0.001',
        'new 1',
      ]);
      expect(answers.filter((text) => /^(step|new)/.test(text))).toEqual([
        'new 0',
        'step 0',
        'step 0',
        'step 4',
        'new 0',
      ]);
      expect(answers.join()).toContain(
        'log 4 logStatusFatal fmi3DoStep: the unit gave up: an index out of bounds',
      );
    });

    it.skipIf(why !== undefined || othersThere.length === 0)(
      `the whole tests also run ${othersThere.join(', ')}`,
      ({ skip }) => skip('all packaged units take minutes there'),
    );

    it.skipIf(why === undefined)(`was not tested: ${why}`, ({ skip }) => skip(why));
  });
}
