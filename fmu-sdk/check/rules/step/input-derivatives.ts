import { elementCount } from '../../../description/description.ts';
import { status, statusNames } from '../../../host/fmi-api.ts';
import type { Target } from '../../behaviour/check-target.ts';
import { settable } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

/** Limit of inputs to try. FMUs may have a million. */
const most = 20;

export const inputDerivatives: Rule = {
  id: 'step/input-derivatives',
  title: 'An FMU that can interpolate its inputs accepts their first derivatives',
  class: 'violation',
  fmi2: '4.2.1 and 4.3.1',
  interfaces: ['coSimulation'],
  explanation:
    'canInterpolateInputs="true" declares that fmi2SetRealInputDerivatives has an effect. Importers then send slopes with the inputs. Otherwise they keep inputs constant in a step.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'every derivative is refused',
      fmi: 2,
      kind: 'coSimulation',
      corrupt: (calls) => calls,
      describe: (d) => ({
        ...d,
        coSimulation: d.coSimulation && { ...d.coSimulation, canInterpolateInputs: true },
      }),
    },
  ],
  inapplicableReason: (target) =>
    !target.description.coSimulation?.canInterpolateInputs
      ? 'the FMU declares canInterpolateInputs="false"'
      : continuousInputs(target).length === 0
        ? 'the FMU does not have continuous inputs'
        : undefined,
  async check({ target, open, report }) {
    const probe = await open();
    probe.reach('step');
    for (const input of continuousInputs(target).slice(0, most)) {
      const answer = probe.query('setInputDerivatives', `${input.name}, order 1, 0`, (c) =>
        c.setInputDerivatives(Uint32Array.of(input.valueReference), Int32Array.of(1), new Float64Array(1)),
      );
      if (answer <= status.warning) continue;
      report(probe, {
        message: `The first derivative of the input "${input.name}" is refused, although canInterpolateInputs is true.`,
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
