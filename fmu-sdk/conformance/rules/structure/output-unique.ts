import { fmi3 } from '../../example/example.ts';
import { outputPart, outputStructure } from '../../example/parts.ts';
import { modelRule } from '../../factory.ts';
import { repeatedEntries } from '../../model/unknowns.ts';
import type { StaticRule } from '../../rule.ts';

export const structureOutputUnique: StaticRule = modelRule({
  id: 'structure/output-unique',
  title: 'No output is listed twice',
  severity: 'error',
  fmi2: '2.2.8',
  fmi3: '2.4.8',
  explanation: 'The list of outputs defines an order, in which each has one place.',
  pass: [fmi3({ variables: outputPart, structure: outputStructure })],
  fail: [fmi3({ variables: outputPart, structure: `<Output valueReference="1"/>${outputStructure}` })],
  check: (model) => repeatedEntries(model, 'Output'),
});
