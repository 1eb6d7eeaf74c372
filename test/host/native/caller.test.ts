import { describe, expect, it } from 'vitest';
import { status } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { instance, openFixture, stepTo } from './open.ts';

const opening = { defines: ['OTHER_ENVIRONMENT'] };

describe.skipIf(noCompiler !== undefined).each([2, 3] as const)(
  'an FMU of FMI %i.0 that passes a wrong environment to callbacks',
  (fmi) => {
    it.each([true, false])(
      'an FMU with a wrong environment in callbacks runs, and its messages are attributed to it (separate process: %s)',
      async (isolated) => {
        const units = [
          await openFixture(fmi, { ...opening, isolated }),
          await openFixture(fmi, { ...opening, isolated }),
        ];
        for (const [k, unit] of units.entries()) {
          expect(unit.instantiate({ ...instance, loggingOn: true })).toBe(true);
          for (const op of ['setupExperiment', 'enterInitializationMode', 'exitInitializationMode'] as const)
            expect(unit.call({ op })).toBe(status.ok);
          unit.takeLog();
          expect(stepTo(unit, k, 0.5)).toBe(status.ok);
        }
        expect(units.map((unit) => unit.takeLog().map(({ message }) => message))).toEqual([
          ['DoStep(0, 0.5, 0)'],
          ['DoStep(1, 0.5, 0)'],
        ]);
        for (const unit of units) unit.close();
      },
    );
  },
);
