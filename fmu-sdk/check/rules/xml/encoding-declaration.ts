import { fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const xmlEncodingDeclaration: Rule = {
  id: 'xml/encoding-declaration',
  title: 'The first line of an XML file declares the encoding UTF-8',
  class: 'violation',
  fmi2: '2.2',
  fmi3: '2.4',
  explanation:
    'The first line must contain the encoding scheme, which is always UTF-8: <?xml version="1.0" encoding="UTF-8"?>.',
  needs: 'document',
  pass: [fmi3({})],
  fail: [
    fmi3({ description: minimal('<?xml version="1.0" encoding="ISO-8859-1"?>') }),
    fmi3({ description: minimal('<?xml version="1.0"?>') }),
    fmi3({ description: minimal('') }),
  ],
  *check(document) {
    const line = document.text.split('\n', 1)[0];
    const encoding = /^<\?xml\s[^>]*encoding\s*=\s*["']([^"']*)["']/.exec(line)?.[1];
    const at = { line: 1, column: 1 };
    const expected = 'encoding="UTF-8"';
    if (encoding === undefined)
      yield { message: 'The first line does not declare an encoding.', expected, at };
    else if (encoding.toUpperCase() !== 'UTF-8')
      yield { message: 'The declared encoding is not UTF-8.', value: encoding, expected, at };
  },
};
function minimal(declaration: string): string {
  return `${declaration}<fmiModelDescription fmiVersion="3.0" modelName="unit" instantiationToken="one"><CoSimulation modelIdentifier="unit"/><ModelVariables><Float64 name="time" valueReference="0" causality="independent" variability="continuous"/></ModelVariables><ModelStructure/></fmiModelDescription>`;
}
