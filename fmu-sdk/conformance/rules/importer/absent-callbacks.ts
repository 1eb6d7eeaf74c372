import { UnitGone } from '../../../host/calls.ts';
import { exercise, provoke } from '../../dynamic/exercise.ts';
import { plant } from '../../dynamic/plant.ts';
import { withMemory } from '../../dynamic/watch.ts';
import type { Rule } from '../../rule.ts';

export const absentCallbacks: Rule = {
  id: 'importer/absent-callbacks',
  title: 'Callbacks that are NULL are not called',
  class: 'violation',
  fmi3: '2.3.1',
  explanation:
    'Each of the callbacks can be NULL, which says that the importer does not support it; the unit then does without.',
  needs: 'behaviour',
  plants: [
    plant('NULL is called', (base) => {
      let without: boolean | undefined;
      return {
        instantiate: (options) => {
          without = options.withoutCallbacks;
          return base.instantiate(options);
        },
        call(this: typeof base, op) {
          if (without && op.op === 'doStep') throw new UnitGone('the unit crashed in doStep', []);
          return base.call.call(this, op);
        },
      };
    }),
  ],
  without: withMemory,
  async check({ open }) {
    const probe = await open();
    exercise(probe, { withoutCallbacks: true, loggingOn: false });
    provoke(probe);
    probe.free();
  },
};
