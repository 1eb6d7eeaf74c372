import { fmi3 } from '../../example/example.ts';
import type { Rule } from '../../rule.ts';

const latin1 = Uint8Array.from(
  '<?xml version="1.0" encoding="UTF-8"?>\n<fmiModelDescription fmiVersion="3.0" modelName="Gr\u00f6\u00dfe" instantiationToken="one"><CoSimulation modelIdentifier="unit"/><ModelVariables><Float64 name="time" valueReference="0" causality="independent" variability="continuous"/></ModelVariables><ModelStructure/></fmiModelDescription>',
  (letter) => letter.charCodeAt(0),
);

export const xmlUtf8: Rule = {
  id: 'xml/utf8',
  title: 'XML files are UTF-8',
  class: 'violation',
  fmi2: '2.2',
  fmi3: '2.4',
  explanation:
    'The encoding of every XML file is UTF-8, so that its strings can be passed to the C interface as they are.',
  needs: 'document',
  pass: [fmi3({ attributes: { description: 'Größe' } })],
  fail: [fmi3({ description: latin1 })],
  *check(document) {
    if (!document.utf8)
      yield { message: 'The file has bytes that are no UTF-8.', expected: 'UTF-8 throughout' };
  },
};
