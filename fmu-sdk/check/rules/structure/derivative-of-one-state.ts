import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { statePart, stateStructure } from '../../example/example-parts.ts';
import { derivativeTarget } from '../../model/checked-model.ts';
import { named, type Variable } from '../../model/model-variable.ts';
import { repeated } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const structureDerivativeOfOneState: Rule = {
  id: 'structure/derivative-of-one-state',
  title: 'Listed derivatives belong to different states',
  class: 'violation',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  explanation: 'The list of derivatives defines the vector of states, each of them once.',
  needs: 'description',
  pass: [fmi3({ variables: statePart, structure: stateStructure })],
  fail: [
    fmi3({
      variables: `${statePart}<Float64 name="w" valueReference="3" derivative="1"/>`,
      structure:
        '<ContinuousStateDerivative valueReference="2"/><ContinuousStateDerivative valueReference="3"/><InitialUnknown valueReference="2"/><InitialUnknown valueReference="3"/>',
    }),
  ],
  *check(model) {
    const listed = new Set<Variable>(
      model.structure.ContinuousStateDerivative.flatMap(({ variable }) => variable ?? []),
    );
    for (const { item, first } of repeated(listed, (variable) => derivativeTarget(model, variable)?.index))
      yield defect(
        item.typed,
        'derivative',
        `${named(first)} is already the derivative of this state.`,
        'one derivative for each state',
      );
  },
};
