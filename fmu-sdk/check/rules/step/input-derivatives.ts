import { elementCount } from '../../../description/description.ts';
import { status, statusNames } from '../../../host/fmi-api.ts';
import type { Target } from '../../behaviour/check-target.ts';
import { settable } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

/** Inputs that are tried; units may have a million. */
const most = 20;

export const inputDerivatives: Rule = {
  id: 'step/input-derivatives',
  title: 'A unit that can interpolate its inputs takes their first derivatives',
  class: 'violation',
  fmi2: '4.2.1 and 4.3.1',
  interfaces: ['coSimulation'],
  explanation:
    'canInterpolateInputs="true" says that fmi2SetRealInputDerivatives has an effect: importers send slopes with the inputs, and fall back to steps of inputs where it is false.',
  needs: 'behaviour',
  plants: [
    {
      says: 'every derivative is refused',
      fmi: 2,
      kind: 'coSimulation',
      corrupt: (calls) => calls,
      describe: (d) => ({
        ...d,
        coSimulation: d.coSimulation && { ...d.coSimulation, canInterpolateInputs: true },
      }),
    },
  ],
  without: (target) =>
    !target.description.coSimulation?.canInterpolateInputs
      ? 'the unit says canInterpolateInputs="false"'
      : continuousInputs(target).length === 0
        ? 'the unit has no continuous inputs'
        : undefined,
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach('step');
    for (const input of continuousInputs(target).slice(0, most)) {
      const answer = probe.ask('setInputDerivatives', `${input.name}, order 1, 0`, (c) =>
        c.setInputDerivatives(Uint32Array.of(input.valueReference), Int32Array.of(1), new Float64Array(1)),
      );
      if (answer <= status.warning) continue;
      report(probe, {
        message: `The first derivative of the input "${input.name}" is refused, though canInterpolateInputs is true.`,
        value: statusNames[answer],
        expected: 'ok',
      });
      return;
    }
    probe.advance();
  },
};

function continuousInputs(target: Target) {
  return settable(target).filter(
    (v) =>
      v.causality === 'input' &&
      v.variability === 'continuous' &&
      v.type === 'Float64' &&
      elementCount(v) === 1,
  );
}
