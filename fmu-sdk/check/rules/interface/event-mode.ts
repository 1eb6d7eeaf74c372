import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { named } from '../../model/model-variable.ts';
import { isTrue } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

const clock = '<Clock name="c" valueReference="1" causality="input" intervalVariability="triggered"/>';

export const interfaceEventMode: Rule = {
  id: 'interface/event-mode',
  title: 'A co-simulation FMU with clocks supports Event Mode',
  class: 'violation',
  fmi3: '4.4',
  interfaces: ['coSimulation'],
  explanation: 'Clocks tick in Event Mode: if the FMU has clocks, hasEventMode must be true.',
  needs: 'description',
  pass: [
    fmi3({ interfaces: '<CoSimulation modelIdentifier="unit" hasEventMode="true"/>', variables: clock }),
  ],
  fail: [fmi3({ variables: clock })],
  *check(model) {
    const first = model.variables.find((variable) => variable.type === 'Clock');
    for (const element of model.interfaces)
      if (first !== undefined && element.name === 'CoSimulation' && !isTrue(element, 'hasEventMode'))
        yield defect(
          element,
          'hasEventMode',
          `The FMU has clocks (${named(first)}) but does not support Event Mode.`,
          'hasEventMode="true"',
        );
  },
};
