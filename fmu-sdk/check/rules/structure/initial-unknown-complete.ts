import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { outputPart, outputStructure } from '../../example/example-parts.ts';
import { initialUnknowns, isFreeUnknown, isShadowed } from '../../model/initial-unknowns.ts';
import { named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const structureInitialUnknownComplete: Rule = {
  id: 'structure/initial-unknown-complete',
  title: 'All initial unknowns are listed',
  class: 'violation',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  explanation:
    'Outputs, states and state derivatives with initial approx or calculated, and all calculated parameters, must be listed: an importer solves for them when it initializes coupled FMUs. (In FMI 3.0, clocked variables are optional.)',
  needs: 'description',
  pass: [fmi3({ variables: outputPart, structure: outputStructure })],
  fail: [
    fmi3({ variables: outputPart, structure: '<Output valueReference="1"/>' }),
    fmi2({
      variables:
        '<ScalarVariable name="c" valueReference="1" causality="calculatedParameter" variability="fixed"><Real/></ScalarVariable>',
    }),
  ],
  *check(model) {
    if (model.structure.element === undefined) return;
    const listed = new Set(model.structure.InitialUnknown.map((unknown) => unknown.variable));
    for (const variable of initialUnknowns(model))
      if (!listed.has(variable) && !isFreeUnknown(model, variable) && !isShadowed(model, variable))
        yield defect(
          variable.element,
          undefined,
          `${named(variable)} (${variable.causality}, initial ${variable.initial}) is not listed as an initial unknown.`,
          model.version === '2.0'
            ? `<Unknown index="${variable.index}"/> in InitialUnknowns`
            : `<InitialUnknown valueReference="${variable.reference}"/>`,
        );
  },
};
