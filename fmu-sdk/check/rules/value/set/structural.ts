import { elementCount } from '../../../../description/description.ts';
import { resizeVariables } from '../../../../description/variables/resize.ts';
import { status, statusNames } from '../../../../host/instance/fmi-api.ts';
import { injectFault } from '../../../behaviour/calls/fault-injection.ts';
import { sameValues, type Value } from '../../../behaviour/fmu-probe.ts';
import { quantity } from '../../../behaviour/values/message-text.ts';
import { otherValues, settableWithStart, startOf } from '../../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../../rule.ts';
import { ruleFamily } from '../../../rule-family.ts';

export const valueStructural: readonly Rule[] = ruleFamily(
  {
    needs: 'behaviour',
    severity: 'violation',
    fmi3: '2.3.5 and 2.4.7.5.1',
    inapplicableReason: ({ description }) =>
      description.variables.some((v) => v.causality === 'structuralParameter')
        ? undefined
        : 'the FMU does not have structural parameters',
  },
  [
    {
      id: 'value/structural',
      title: 'Arrays have the size of their structural parameter',
      explanation:
        'In Configuration Mode structural parameters accept other values. Afterwards every array whose dimensions refer to them has the new number of elements.',
      faults: injectFault('the array keeps its size', (base) => ({
        set: (v) => (v.valueReferences[0] === 13 ? 0 : base.set(v)),
      })),
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
    },
    {
      id: 'value/structural-values',
      title: 'A structural parameter keeps its value, and determines the sizes that depend on it',
      explanation:
        'After Configuration Mode a structural parameter has the value that was set. Arrays of that size can be set and read element by element. The numbers of continuous states and event indicators match the sizes of the variables. Reset restores the start value.',
      faults: injectFault('the parameter itself keeps its start value', (base) => ({
        get(this: typeof base, values) {
          const answer = base.get.call(this, values);
          if (values.valueReferences[0] === 13)
            values.view[values.offset] = typeof values.view[values.offset] === 'bigint' ? 99n : 99;
          return answer;
        },
      })),
      async check({ target, variables, open, report }) {
        for (const parameter of variables.filter((v) => v.causality === 'structuralParameter').slice(0, 20)) {
          const start = startOf(parameter);
          const wanted = otherValues(target, parameter, start ?? []);
          if (start === undefined || wanted === undefined || wanted.length !== 1) continue;
          const probe = await open();
          probe.reach('configuration');
          if (probe.write(parameter, wanted) > status.warning) continue;
          probe.requireCall('exitConfigurationMode');
          const reading = probe.read(parameter);
          if (reading.status <= status.warning && !sameValues(reading.values, wanted))
            report(probe, {
              message: `"${parameter.name}" does not have the value that was set in Configuration Mode.`,
              value: quantity(parameter, reading.values),
              expected: quantity(parameter, wanted),
            });
          const resized = resizeVariables(
            target.description,
            new Map([[parameter.valueReference, Number(wanted[0])]]),
          );
          const changed = resized.variables.filter((v, i) => elementCount(v) !== elementCount(variables[i]));
          const names = new Set(settableWithStart(target).map((v) => v.name));
          for (const variable of changed.filter((v) => names.has(v.name) && v.type === 'Float64')) {
            const values: Value[] = Array.from({ length: elementCount(variable) }, (_, i) => 0.5 + i / 8);
            const answer = probe.write(variable, values);
            const again = probe.read(variable);
            if (answer <= status.warning && sameValues(again.values, values)) continue;
            report(probe, {
              message: `With "${parameter.name}" = ${wanted[0]}, "${variable.name}" refuses ${values.length} elements.`,
              value: answer > status.warning ? statusNames[answer] : quantity(variable, again.values),
              expected: quantity(variable, values),
            });
          }
          const states = resized.continuousStateDerivatives.reduce(
            (n, d) => n + elementCount(resized.variables[d.variable]),
            0,
          );
          if (target.kind === 'modelExchange' && states !== probe.stateCount) {
            probe.initialize(probe.experiment);
            probe.requireCall('getNumberOfContinuousStates');
            if (probe.flag('count') !== states)
              report(probe, {
                message: `With "${parameter.name}" = ${wanted[0]} the number of continuous states is wrong.`,
                value: String(probe.flag('count')),
                expected: String(states),
              });
          }
          probe.requireCall('reset');
          const reset = probe.read(parameter);
          if (reset.status <= status.warning && !sameValues(reset.values, start))
            report(probe, {
              message: `"${parameter.name}" does not have its start value after reset.`,
              value: quantity(parameter, reset.values),
              expected: quantity(parameter, start),
            });
        }
      },
    },
  ],
);
