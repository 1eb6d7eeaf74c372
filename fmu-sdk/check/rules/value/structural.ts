import { elementCount } from '../../../description/description.ts';
import { resizeVariables } from '../../../description/resize.ts';
import { status, statusNames } from '../../../host/fmi-api.ts';
import { replaceCalls } from '../../behaviour/fault-injection.ts';
import { otherValues, startOf } from '../../behaviour/variable-selection.ts';
import type { Rule } from '../../rule.ts';

export const structural: Rule = {
  id: 'value/structural',
  title: 'Arrays have the size of their structural parameter',
  class: 'violation',
  fmi3: '2.3.5 and 2.4.7.5.1',
  explanation:
    'In Configuration Mode structural parameters accept other values. Afterwards every array whose dimensions refer to them has the new number of elements.',
  needs: 'behaviour',
  faults: [
    {
      claim: 'the array keeps its size',
      fmi: 3,
      kind: 'coSimulation',
      corrupt: (calls) =>
        replaceCalls(calls, (base) => ({ set: (v) => (v.valueReferences[0] === 13 ? 0 : base.set(v)) })),
    },
  ],
  inapplicableReason: ({ description }) =>
    description.variables.some((v) => v.causality === 'structuralParameter')
      ? undefined
      : 'the FMU does not have structural parameters',
  async check({ target, variables, open, report }) {
    for (const parameter of variables.filter((v) => v.causality === 'structuralParameter')) {
      const wanted = otherValues(target, parameter, startOf(parameter) ?? []);
      if (wanted === undefined || wanted.length !== 1) continue;
      const probe = await open();
      probe.reach('configuration');
      const answer = probe.write(parameter, wanted);
      if (answer > status.warning) {
        report(probe, {
          message: `"${parameter.name}" cannot be set.`,
          value: statusNames[answer],
          expected: 'ok',
        });
        continue;
      }
      probe.requireCall('exitConfigurationMode');
      const resized = resizeVariables(
        target.description,
        new Map([[parameter.valueReference, Number(wanted[0])]]),
      );
      resized.variables.forEach((variable, i) => {
        if (elementCount(variable) === elementCount(variables[i])) return;
        const { status: got } = probe.read(variable);
        if (got > status.warning)
          report(probe, {
            message: `With "${parameter.name}" = ${wanted[0]}, "${variable.name}" does not have ${elementCount(variable)} elements.`,
            value: statusNames[got],
            expected: 'ok',
          });
      });
    }
  },
};
