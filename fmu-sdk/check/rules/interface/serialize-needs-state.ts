import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { isTrue } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const interfaceSerializeNeedsState: Rule = {
  id: 'interface/serialize-needs-state',
  title: 'Serializing states requires getting and setting them',
  class: 'violation',
  fmi2: '3.3.1, 4.3.1',
  fmi3: '2.4.2',
  explanation:
    'canSerializeFMUState="true" requires canGetAndSetFMUState="true": only a state from getFMUState can be serialized.',
  needs: 'description',
  pass: [
    fmi3({
      interfaces:
        '<CoSimulation modelIdentifier="unit" canGetAndSetFMUState="true" canSerializeFMUState="true"/>',
    }),
  ],
  fail: [
    fmi3({ interfaces: '<CoSimulation modelIdentifier="unit" canSerializeFMUState="true"/>' }),
    fmi2({ interfaces: '<CoSimulation modelIdentifier="unit" canSerializeFMUstate="true"/>' }),
  ],
  *check(model) {
    const state = model.version === '2.0' ? 'FMUstate' : 'FMUState';
    for (const element of model.interfaces)
      if (isTrue(element, `canSerialize${state}`) && !isTrue(element, `canGetAndSet${state}`))
        yield defect(
          element,
          `canSerialize${state}`,
          `${element.name} can serialize states, but can neither get nor set them.`,
          `canGetAndSet${state}="true"`,
        );
  },
};
