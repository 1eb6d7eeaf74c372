import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { modelDescription3 } from '../../grammar/fmi3-grammar.ts';
import type { Rule } from '../../rule.ts';

export const interfaceUnknownFlag: Rule = {
  id: 'interface/unknown-flag',
  title: 'Capability flags are defined by the standard, or have a namespace',
  class: 'violation',
  fmi3: '2.4.2',
  explanation:
    'Later releases may add flags, so the schema accepts any attribute here. Exporters must not invent flags without an XML namespace. Usually the flag is misspelt, or belongs to another kind of interface.',
  needs: 'description',
  pass: [fmi3({ interfaces: '<CoSimulation modelIdentifier="unit" canGetAndSetFMUState="true"/>' })],
  fail: [
    fmi3({ interfaces: '<CoSimulation modelIdentifier="unit" canGetAndSetFMUstate="true"/>' }),
    fmi3({ interfaces: '<CoSimulation modelIdentifier="unit" needsCompletedIntegratorStep="true"/>' }),
  ],
  *check(model) {
    for (const element of model.interfaces) {
      const known = modelDescription3.types.get(element.name)!.attributes;
      for (let i = 0; i < element.flat.length; i += 2) {
        const name = element.flat[i];
        if (!known.has(name) && !name.includes(':') && name !== 'xmlns')
          yield defect(
            element,
            name,
            `The standard does not define a flag ${name} of ${element.name}.`,
            `one of ${[...known.keys()].join(', ')}`,
          );
      }
    }
  },
};
