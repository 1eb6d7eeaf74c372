import { status } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { valuesText } from '../../behaviour/values/message-text.ts';
import { running } from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const time: Rule = {
  id: 'value/time',
  title: 'The independent variable is the time',
  severity: 'violation',
  fmi2: '2.2.7, causality',
  fmi3: '2.4.7.4, causality',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'The variable with causality="independent" has the start time after the initialization, and the time of the communication point after each step.',
  needs: 'behaviour',
  faults: [
    injectFault('it stays at zero', (base) => ({
      get(values) {
        const answer = base.get(values);
        if (values.valueReferences[0] === 0) values.view[values.offset] = 0;
        return answer;
      },
    })),
  ],
  inapplicableReason: ({ description }) =>
    description.variables.some((v) => v.causality === 'independent')
      ? undefined
      : 'the FMU does not have an independent variable',
  async check({ target, variables, open, report }) {
    const time = variables.find((v) => v.causality === 'independent');
    if (time === undefined) return;
    const probe = await open();
    probe.reach(running(target));
    let fmuTime = probe.time;
    for (let step = 0; step <= 3; step++) {
      const { status: answer, values } = probe.read(time);
      if (answer > status.warning) return;
      const off = Math.min(...[probe.time, fmuTime].map((t) => Math.abs(Number(values[0]) - t)));
      if (!(off <= 1e-9 * Math.max(1, Math.abs(probe.time))))
        report(probe, {
          message: `"${time.name}" differs from the time of the communication point.`,
          value: `${valuesText(values)} s`,
          expected: `${probe.time} s`,
          // In FMI 2.0 the step ends there (4.2.2). The standard does not define the variable in
          // between, nor with fixed steps.
          ...(target.fmi === 2 && target.kind === 'coSimulation' && { severity: 'robustness' as const }),
        });
      probe.advance();
      // Its own time may be another (FMI 3.0.2, 4.2.1, lastSuccessfulTime).
      fmuTime = target.fmi === 3 && target.kind === 'coSimulation' ? probe.flag('lastTime') : probe.time;
    }
  },
};
