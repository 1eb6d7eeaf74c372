import { fmi3 } from '../../example/example-fmu.ts';
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
    'The encoding of every XML file is UTF-8, so that its strings can be passed to the C interface unchanged. The check reads other files as windows-1252 and applies all other rules.',
  needs: 'document',
  pass: [fmi3({ attributes: { description: 'Größe' } })],
  fail: [fmi3({ description: latin1 })],
  *check({ encoding, declared = 'UTF-8', fault, text, wrongAt }) {
    // What declares another encoding is found by the rule on that.
    const unread = fault !== undefined && text === '';
    if (encoding === 'UTF-8' || !/^utf-8$/i.test(declared) || unread) return;
    const expected = 'UTF-8 throughout';
    if (wrongAt === undefined) yield { message: `The encoding of the file is ${encoding}.`, expected };
    else yield { message: 'The file contains bytes that are not valid UTF-8.', expected, at: wrongAt };
  },
};
