import { describe, expect, it } from 'vitest';
import type { Platform } from '../../fmu-sdk/util/c-compiler/compilers.ts';
import { packagedUnits } from '../setup.ts';
import { wide, width } from '../width.ts';
import { missing, Native } from './harness.ts';

/** The continuous integration has the time that compilers and emulators take: all units, all steps. */
export const steps: number = width(2_000, 100_000);
/** CPU time that a unit that computes much may take for fewer of them, in this process [s]. */
export const seconds: number = width(0.25, 5);
/** The same on emulated processors, which take ten times and more. */
const emulated = width(0.1, 0.6);
/** A desk has it for a fiftieth of the steps, and for one unit of three kinds of code: bodies, oil, events. */
const kinds = ['crane-single', 'hydraulic-actuator', 'sampled-controller'];
export const others: readonly string[] = packagedUnits.filter((name) => !wide && !kinds.includes(name));
export const tried: readonly string[] = packagedUnits.filter((name) => !others.includes(name));
/** Compilers for other machines and emulators take longer still: a desk has oil on the one, events on the other. */
const lighter: Partial<Record<Platform, string>> = {
  'aarch64-linux': 'hydraulic-actuator',
  'x86_64-windows': 'sampled-controller',
};

/** Packaged units, built for a platform and run there (in an emulator), against the wasm host. */
export function everyUnitOn(platform: Platform): void {
  const triedThere = tried.filter((name) => wide || name === lighter[platform]);
  const othersThere = packagedUnits.filter((name) => !triedThere.includes(name));
  describe(`built for ${platform}`, () => {
    const why = missing(platform);
    it.skipIf(why !== undefined).each(triedThere)(
      '%s gives every bit that the wasm host gives over FMI 3.0, and over a tenth of the steps over FMI 2.0',
      async (name) => {
        // A desk has no time to optimize for other machines.
        const unit = await (wide ? Native.release : Native.build)(`units/${name}`, platform);
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
        unit.close();
      },
    );

    it.skipIf(why !== undefined)('makes a trap an error of the unit and not of its host', async () => {
      const unit = await Native.build('test/fixtures/faulty', platform);
      const said = unit.calls(3, [
        'new 0',
        'choose 0 3 2',
        'enter 0 0',
        'exit 0',
        'step 0 0 0.001',
        'step 0 0.001 0.01',
        'step 0 0.011 0.001',
        'new 1',
      ]);
      expect(said.filter((text) => /^(step|new)/.test(text))).toEqual([
        'new 0',
        'step 0',
        'step 0',
        'step 4',
        'new 0',
      ]);
      expect(said.join()).toContain(
        'log 4 logStatusFatal fmi3DoStep: the unit gave up: an index out of bounds',
      );
      unit.close();
    });

    it.skipIf(why !== undefined || othersThere.length === 0)(
      `is tried with ${othersThere.join(', ')} where CI is set`,
      ({ skip }) => skip('all packaged units take minutes there'),
    );

    it.skipIf(why === undefined)(`was not tested: ${why}`, ({ skip }) => skip(why));
  });
}
