import { status, statusNames } from '../../../host/calls.ts';
import { isNumber, otherValues, running, settableLater } from '../../dynamic/pick.ts';
import { plant } from '../../dynamic/plant.ts';
import type { Probe } from '../../dynamic/probe.ts';
import type { Rule } from '../../rule.ts';

export const setLater: Rule = {
  id: 'value/set-later',
  title: 'Inputs and tunable parameters can be set while the simulation runs',
  class: 'violation',
  fmi2: '3.2.3 and 4.2.4',
  fmi3: '3.2.1 and 4.2.1',
  explanation:
    'Between communication steps (in model exchange: inputs, in Continuous-Time Mode) inputs and tunable parameters take new values.',
  needs: 'behaviour',
  plants: [
    plant('a tunable parameter is fixed in truth', (base) => {
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
  without: (target) =>
    settableLater(target).filter(isNumber).length === 0
      ? 'the unit has nothing that could be set'
      : undefined,
  async check({ target, open, report }) {
    let probe: Probe | undefined;
    for (const variable of settableLater(target).filter(isNumber)) {
      if (probe === undefined) {
        probe = await open();
        probe.reach(running(target));
      }
      const { values } = probe.read(variable);
      const wanted = otherValues(target, variable, values);
      if (wanted === undefined) continue;
      const answer = probe.write(variable, wanted);
      if (answer > status.warning) {
        report(probe, {
          message: `"${variable.name}" (${variable.causality}, ${variable.variability}) cannot be set.`,
          value: statusNames[answer],
          expected: 'ok',
        });
        // An error ends the run: the next variable needs a fresh one.
        probe = undefined;
      } else probe.write(variable, values);
    }
  },
};
