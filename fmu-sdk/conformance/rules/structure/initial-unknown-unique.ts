import { fmi3 } from '../../example/example.ts';
import { outputPart, outputStructure } from '../../example/parts.ts';
import { modelRule } from '../../factory.ts';
import { repeatedEntries } from '../../model/unknowns.ts';
import type { StaticRule } from '../../rule.ts';

export const structureInitialUnknownUnique: StaticRule = modelRule({
  id: 'structure/initial-unknown-unique',
  title: 'No initial unknown is listed twice',
  severity: 'error',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  explanation: 'The list of initial unknowns defines an order, in which each has one place.',
  pass: [fmi3({ variables: outputPart, structure: outputStructure })],
  fail: [
    fmi3({ variables: outputPart, structure: `${outputStructure}<InitialUnknown valueReference="1"/>` }),
  ],
  check: (model) => repeatedEntries(model, 'InitialUnknown'),
});
