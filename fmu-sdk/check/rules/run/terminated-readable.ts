import { status, statusNames } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import { outputs } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const terminatedReadable: Rule = {
  id: 'run/terminated-readable',
  title: 'The last values are readable after terminate',
  class: 'violation',
  fmi2: '2.1.6',
  fmi3: '2.3.8',
  explanation: 'The state Terminated exists for reading the final values.',
  needs: 'behaviour',
  faults: [
    injectFault('all reading is refused', (base) => {
      let over = false;
      return {
        call(this: typeof base, op) {
          over ||= op.op === 'terminate';
          return base.call.call(this, op);
        },
        get: (values) => (over ? 3 : base.get(values)),
      };
    }),
  ],
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach('terminated');
    for (const variable of outputs(target)) {
      const { status: answer } = probe.read(variable);
      if (answer > status.warning)
        report(probe, {
          message: `"${variable.name}" cannot be read after terminate.`,
          value: statusNames[answer],
          expected: 'ok',
        });
    }
  },
};
