import { io } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const flags: Rule = {
  id: 'step/flags',
  title: 'doStep sets its flags to true or false',
  class: 'violation',
  fmi3: '4.2.1',
  interfaces: ['coSimulation'],
  explanation:
    'Every successful step must set eventHandlingNeeded, terminateSimulation and earlyReturn. A flag that is not set contains whatever was in the importer’s memory.',
  needs: 'behaviour',
  faults: [
    injectFault('terminateSimulation is not set', (base) => ({
      call(this: typeof base, op) {
        const { registers: r } = this;
        const before = r[io.terminate];
        const answer = base.call.call(this, op);
        if (op.op === 'doStep') r[io.terminate] = before;
        return answer;
      },
    })),
  ],
  async check({ open, report }) {
    const probe = await open();
    probe.reach('step');
    for (const name of ['eventNeeded', 'terminate', 'early'] as const) probe.calls.registers[io[name]] = 165;
    probe.advance();
    for (const name of ['eventNeeded', 'terminate', 'early'] as const)
      if (probe.flag(name) !== 0 && probe.flag(name) !== 1)
        report(probe, {
          message: `doStep does not set ${name}.`,
          value: String(probe.flag(name)),
          expected: '0 or 1',
        });
  },
};
