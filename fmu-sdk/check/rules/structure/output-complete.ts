import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { outputPart, outputStructure } from '../../example/example-parts.ts';
import { isShadowed } from '../../model/initial-unknowns.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const structureOutputComplete: Rule = {
  id: 'structure/output-complete',
  title: 'All outputs are listed',
  class: 'violation',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  explanation:
    'Every variable with causality output must be in the list of outputs, which fixes their order for linearization.',
  needs: 'description',
  pass: [fmi3({ variables: outputPart, structure: outputStructure })],
  fail: [
    fmi3({ variables: outputPart, structure: '<InitialUnknown valueReference="1"/>' }),
    fmi2({
      variables: '<ScalarVariable name="y" valueReference="1" causality="output"><Real/></ScalarVariable>',
      structure: '<InitialUnknowns><Unknown index="1"/></InitialUnknowns>',
    }),
  ],
  *check(model) {
    if (model.structure.element === undefined) return;
    const listed = new Set(model.structure.Output.map((unknown) => unknown.variable));
    for (const variable of model.variables)
      if (variable.causality === 'output' && !listed.has(variable) && !isShadowed(model, variable))
        yield defect(
          variable.element,
          'causality',
          `Output ${named(variable)} is not listed in ModelStructure.`,
          model.version === '2.0'
            ? `<Unknown index="${variable.index}"/> in Outputs`
            : `<Output valueReference="${variable.reference}"/>`,
        );
  },
};
