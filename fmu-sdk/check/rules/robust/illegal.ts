import { UnitGone } from '../../../host/fmi-api.ts';
import { replacing } from '../../behaviour/fault-injection.ts';
import { findCrash } from '../../behaviour/random-sequences.ts';
import type { Rule } from '../../rule.ts';

export const illegal: Rule = {
  id: 'robust/illegal',
  title: 'Random sequences of calls, allowed or not, end no process',
  class: 'robustness',
  fmi2: '2.1.3',
  fmi3: '2.2.4',
  explanation:
    'A call that is not allowed is answered with an error. Whatever the order, the unit neither crashes nor hangs. The check tries random orders and shows the shortest that does.',
  needs: 'behaviour',
  plants: [
    {
      says: 'doStep before the initialization crashes',
      fmi: 3,
      kind: 'coSimulation',
      corrupt: (calls) =>
        replacing(calls, (base) => {
          let initialized = false;
          return {
            instantiate: (options) => {
              initialized = false;
              return base.instantiate(options);
            },
            call(this: typeof base, op) {
              initialized ||= op.op === 'exitInitializationMode';
              if (op.op === 'doStep' && !initialized) throw new UnitGone('the unit crashed', []);
              return base.call.call(this, op);
            },
          };
        }),
    },
  ],
  check: (bench) => findCrash(bench),
};
