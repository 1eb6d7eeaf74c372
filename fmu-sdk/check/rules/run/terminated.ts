import { status, statusNames } from '../../../host/instance/fmi-api.ts';
import { afterReading, injectFault } from '../../behaviour/calls/fault-injection.ts';
import { quantity } from '../../behaviour/values/message-text.ts';
import { differs } from '../../behaviour/values/rounding-difference.ts';
import { outputs, running } from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const most = 200;

export const runTerminated: readonly Rule[] = ruleFamily(
  { needs: 'behaviour', severity: 'violation', fmi2: '2.1.6' },
  [
    {
      id: 'run/terminated-readable',
      title: 'The last values are readable after terminate',
      fmi3: '2.3.8',
      explanation: 'The state Terminated exists for reading the final values.',
      faults: injectFault('all reading is refused', (base) => {
        let over = false;
        return {
          call(this: typeof base, op) {
            over ||= op.op === 'terminate';
            return base.call.call(this, op);
          },
          get: (values) => (over ? 3 : base.get(values)),
        };
      }),
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
    },
    {
      id: 'run/terminated-values',
      title: 'Outputs keep their last values after terminate',
      fmi3: '2.3.7',
      interfaces: ['coSimulation', 'modelExchange'],
      explanation:
        'In the state Terminated the final values of all variables are readable: terminate must not change them.',
      faults: injectFault('an output is zero after terminate', (base) => {
        let over = false;
        return {
          call(this: typeof base, op) {
            over ||= op.op === 'terminate';
            return base.call.call(this, op);
          },
          get: afterReading(base, 2, (value) => (over ? 0 : value)),
        };
      }),
      async check({ target, open, report }) {
        const probe = await open();
        probe.reach(running(target));
        for (let n = 0; n < 15; n++) probe.advance();
        const variables = outputs(target).slice(0, most);
        const before = probe.snapshot(variables);
        probe.requireCall('terminate');
        const after = probe.snapshot(variables);
        for (const variable of variables) {
          const [was, is] = [before.get(variable.name), after.get(variable.name)];
          if (was === undefined || is === undefined || !differs(was, is)) continue;
          report(probe, {
            message: `"${variable.name}" differs after terminate.`,
            value: quantity(variable, is),
            expected: quantity(variable, was),
          });
        }
      },
    },
  ],
);
