import { fmi3 } from '../../example/example.ts';
import { statePart, stateStructure } from '../../example/parts.ts';
import { modelRule } from '../../factory.ts';
import { repeatedEntries } from '../../model/unknowns.ts';
import type { StaticRule } from '../../rule.ts';

export const structureDerivativeUnique: StaticRule = modelRule({
  id: 'structure/derivative-unique',
  title: 'No state derivative is listed twice',
  severity: 'error',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  explanation: 'The list of state derivatives defines an order, in which each has one place.',
  pass: [fmi3({ variables: statePart, structure: stateStructure })],
  fail: [
    fmi3({
      variables: statePart,
      structure: `<ContinuousStateDerivative valueReference="2"/>${stateStructure}`,
    }),
  ],
  check: (model) => repeatedEntries(model, 'ContinuousStateDerivative'),
});
