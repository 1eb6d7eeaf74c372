import { attribute } from '../../../util/xml/parse-xml.ts';
import { withComponent } from '../../example/example-component.ts';
import type { Rule } from '../../rule.ts';

export const wasmWorld: Rule = {
  id: 'wasm/world',
  title: 'The component exports the interface of every kind that the FMU declares',
  class: 'violation',
  other: 'FMI-LS-WASM 0.1.0, FMU archive format',
  explanation:
    'An FMU for co-simulation implements the world co-simulation-fmu, which exports fmi:fmi3/co-simulation. The worlds model-exchange and scheduled-execution are similar. The interface is that of the modelIdentifier in the file name.',
  needs: 'component',
  pass: [withComponent({})],
  fail: [withComponent({ exports: ['fmi:fmi3/common@3.0.0', 'fmi:fmi3/model-exchange@3.0.0'] })],
  *check({ component, name }, fmu) {
    if (component.kind !== 'component' || component.fault !== undefined) return;
    for (const element of fmu.model?.interfaces ?? []) {
      if (attribute(element, 'modelIdentifier') !== name) continue;
      const expected = `fmi:fmi3/${kebab(element.name)}`;
      if (!component.exports.some((candidate) => candidate.startsWith(`${expected}@`)))
        yield { message: `The component does not export ${expected}.`, expected: `${expected}@3.0.0` };
    }
  },
};
/** `CoSimulation` → `co-simulation` */
function kebab(name: string): string {
  return name.replace(/(?!^)([A-Z])/g, '-$1').toLowerCase();
}
