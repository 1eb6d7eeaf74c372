import type { Variable } from '../../../description/description.ts';
import { afterReading, injectFault } from '../../behaviour/calls/fault-injection.ts';
import { quantity } from '../../behaviour/values/message-text.ts';
import { differs } from '../../behaviour/values/rounding-difference.ts';
import { readable, running } from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';

const most = 200;

export const variability: Rule = {
  id: 'value/variability',
  title: 'Constant and fixed variables do not change during the simulation',
  severity: 'violation',
  fmi2: '2.2.7, variability',
  fmi3: '2.4.7.4, variability',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'A constant never changes, and a fixed variable is fixed after the initialization. Tunable ones change when the importer sets them. Discrete ones of model exchange change only at events. Importers read them once and reuse the value.',
  needs: 'behaviour',
  faults: [
    injectFault('a constant counts', (base) => {
      let n = 0;
      return {
        get: afterReading(base, 8, () => n++),
      };
    }),
  ],
  async check({ target, open, report }) {
    const exchange = target.kind === 'modelExchange';
    const still = (v: Variable): boolean =>
      ['constant', 'fixed', 'tunable'].includes(v.variability) || (exchange && v.variability === 'discrete');
    const variables = readable(target).filter(still).slice(0, most);
    const probe = await open();
    probe.reach(running(target));
    const before = probe.snapshot(variables);
    let events = 0;
    for (let n = 0; n < 8 && events === 0; n++) {
      probe.advance();
      if (exchange) events += probe.flag('enterEventMode');
    }
    const after = probe.snapshot(variables);
    for (const variable of variables) {
      const [was, is] = [before.get(variable.name), after.get(variable.name)];
      if (was === undefined || is === undefined || !differs(was, is)) continue;
      if (variable.variability === 'discrete' && events > 0) continue;
      report(probe, {
        message: `"${variable.name}", which is ${variable.variability}, changes during the simulation.`,
        value: quantity(variable, is),
        expected: quantity(variable, was),
      });
    }
  },
};
