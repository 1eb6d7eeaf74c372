import { status, statusNames } from '../../../host/calls.ts';
import { isNumber, otherValues, settable, startOf } from '../../dynamic/pick.ts';
import { plant } from '../../dynamic/plant.ts';
import { sameValues, show } from '../../dynamic/probe.ts';
import type { Conduct } from '../../dynamic/rule.ts';

export const setStart: Conduct = {
  id: 'value/set-start',
  title: 'What is set before the initialization is there in it',
  severity: 'error',
  fmi2: '2.1.7',
  fmi3: '2.2.7.2',
  explanation:
    'Parameters and inputs take other values than their start values between instantiation and initialization, and have them from then on.',
  plants: [
    plant('a parameter keeps its start value', (base) => ({
      set: (values) => (values.valueReferences[0] === 6 ? 0 : base.set(values)),
    })),
  ],
  async check({ target, open, report }) {
    for (const variable of settable(target).filter(isNumber)) {
      const wanted = otherValues(target, variable, startOf(variable) ?? []);
      if (wanted === undefined || wanted.length === 0) continue;
      const probe = await open();
      probe.reach('instantiated');
      const answer = probe.write(variable, wanted);
      if (answer > status.warning) {
        report(probe, {
          message: `${variable.name} cannot be set`,
          value: statusNames[answer],
          expected: 'ok',
        });
        continue;
      }
      probe.initialize(probe.experiment);
      const { status: got, values } = probe.read(variable);
      if (got <= status.warning && !sameValues(values, wanted))
        report(probe, {
          message: `${variable.name} was set before the initialization and has another value in it`,
          value: show(values),
          expected: show(wanted),
        });
    }
  },
};
