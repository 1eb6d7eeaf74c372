import { status, statusNames } from '../../../host/fmi-api.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import {
  isNumber,
  otherValues,
  running,
  settableDuringSimulation,
} from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

/** Limit of variables that are reported for one FMU: each requires a run. */
const most = 20;

export const setLater: Rule = {
  id: 'value/set-later',
  title: 'Inputs and tunable parameters can be set during the simulation',
  class: 'violation',
  fmi2: '3.2.3 and 4.2.4',
  fmi3: '3.2.1 and 4.2.1',
  explanation:
    'Between communication steps (in model exchange: inputs, in Continuous-Time Mode) inputs and tunable parameters accept new values.',
  needs: 'behaviour',
  faults: [
    injectFault('a tunable parameter is fixed in fact', (base) => {
      let stepping = false;
      return {
        call(this: typeof base, op) {
          if (op.op === 'exitInitializationMode') stepping = true;
          return base.call.call(this, op);
        },
        set: (values) => (stepping && values.valueReferences[0] === 7 ? 3 : base.set(values)),
      };
    }),
  ],
  inapplicableReason: (target) =>
    settableDuringSimulation(target).filter(isNumber).length === 0
      ? 'the FMU does not have settable variables'
      : undefined,
  async check({ target, open, report }) {
    const settableVariables = settableDuringSimulation(target).filter(isNumber);
    let reportCount = 0;
    for (let k = 0; k < settableVariables.length && reportCount < most; k++) {
      const probe = await open();
      probe.reach(running(target));
      // Of co-simulation nothing may be read behind what was set, before the next step.
      const values = settableVariables.slice(k).map((variable) => probe.read(variable).values);
      for (const present of values) {
        const variable = settableVariables[k];
        const wanted = otherValues(target, variable, present);
        const answer = wanted === undefined ? status.ok : probe.write(variable, wanted);
        if (answer > status.discard) {
          report(probe, {
            message: `"${variable.name}" (${variable.causality}, ${variable.variability}) cannot be set.`,
            value: statusNames[answer],
            expected: 'ok',
          });
          reportCount++;
          // An error ends the run: the next variable needs a fresh one.
          break;
        }
        k++;
      }
    }
  },
};
