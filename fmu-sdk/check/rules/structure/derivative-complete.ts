import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { statePart, stateStructure } from '../../example/example-parts.ts';
import { derivativeTarget } from '../../model/checked-model.ts';
import { isFloat, named } from '../../model/model-variable.ts';
import type { Rule } from '../../rule.ts';

export const structureDerivativeComplete: Rule = {
  id: 'structure/derivative-complete',
  title: 'An FMU for model exchange lists the derivatives of its states',
  class: 'advice',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  interfaces: ['modelExchange'],
  explanation:
    'An FMU for model exchange must list all derivatives of its continuous states. An unlisted local continuous variable with the attribute derivative is most likely one. The attribute alone may just relate two variables, so this is a warning.',
  needs: 'description',
  pass: [
    fmi3({
      interfaces: '<ModelExchange modelIdentifier="unit"/>',
      variables: statePart,
      structure: stateStructure,
    }),
  ],
  fail: [fmi3({ interfaces: '<ModelExchange modelIdentifier="unit"/>', variables: statePart })],
  *check(model) {
    const states = new Set(
      model.structure.ContinuousStateDerivative.map(
        ({ variable }) => variable && derivativeTarget(model, variable),
      ),
    );
    for (const variable of model.variables) {
      const target = derivativeTarget(model, variable);
      if (
        target !== undefined &&
        target !== variable &&
        target.causality === 'local' &&
        isFloat(target) &&
        target.variability === 'continuous' &&
        !states.has(target)
      )
        yield defect(
          variable.typed,
          'derivative',
          `${named(variable)}, the derivative of ${named(target)}, is not listed in ModelStructure.`,
          model.version === '2.0'
            ? `<Unknown index="${variable.index}"/> in Derivatives`
            : `<ContinuousStateDerivative valueReference="${variable.reference}"/>`,
        );
    }
  },
};
