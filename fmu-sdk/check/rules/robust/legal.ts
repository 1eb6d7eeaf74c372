import { replaceCalls } from '../../behaviour/fault-injection.ts';
import { findLegalFault } from '../../behaviour/random-sequences.ts';
import type { Rule } from '../../rule.ts';

export const legal: Rule = {
  id: 'robust/legal',
  title: 'Random sequences of allowed calls succeed',
  class: 'violation',
  fmi2: '3.2.3 and 4.2.4',
  fmi3: '2.3',
  explanation:
    'Every allowed call must succeed in any allowed order. The check tries random sequences and shows the shortest failing one.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'a second reset is refused',
      fmi: 3,
      kind: 'coSimulation',
      corrupt: (calls) =>
        replaceCalls(calls, (base) => {
          let resets = 0;
          return {
            call(this: typeof base, op) {
              return op.op === 'reset' && ++resets === 2 ? 3 : base.call.call(this, op);
            },
          };
        }),
    },
  ],
  check: (context) => findLegalFault(context),
};
