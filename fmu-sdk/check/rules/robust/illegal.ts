import { FmuGoneError } from '../../../host/fmi-api.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import { findCrash } from '../../behaviour/random-sequences.ts';
import type { Rule } from '../../rule.ts';

export const illegal: Rule = {
  id: 'robust/illegal',
  title: 'Random sequences of calls do not end the process',
  class: 'robustness',
  fmi2: '2.1.3',
  fmi3: '2.2.4',
  explanation:
    'An FMU must answer a forbidden call with an error. In any order of calls it must neither crash nor hang. The check tries random sequences and shows the shortest failing one.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'doStep before the initialization crashes',
      fmi: 3,
      kind: 'coSimulation',
      corrupt: (calls) =>
        replaceCalls(calls, (base) => {
          let initialized = false;
          return {
            instantiate: (options) => {
              initialized = false;
              return base.instantiate(options);
            },
            call(this: typeof base, op) {
              initialized ||= op.op === 'exitInitializationMode';
              if (op.op === 'doStep' && !initialized) throw new FmuGoneError('the FMU crashed', []);
              return base.call.call(this, op);
            },
          };
        }),
    },
  ],
  check: (context) => findCrash(context),
};
