import { sentence } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { isDoctype } from '../../fmu/xml-document.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const latin1 = Uint8Array.from(
  '<?xml version="1.0" encoding="UTF-8"?>\n<fmiModelDescription fmiVersion="3.0" modelName="Gr\u00f6\u00dfe" instantiationToken="one"><CoSimulation modelIdentifier="unit"/><ModelVariables><Float64 name="time" valueReference="0" causality="independent" variability="continuous"/></ModelVariables><ModelStructure/></fmiModelDescription>',
  (letter) => letter.charCodeAt(0),
);

export const xmlDocument: readonly Rule[] = ruleFamily(
  { needs: 'document', severity: 'violation', fmi2: '2.2', fmi3: '2.4' },
  [
    {
      id: 'xml/document-type',
      title: 'XML files do not have a document type declaration',
      explanation:
        'XML Schemas define the files of FMI. A document type (DTD) can define entities, with which a small file fills the memory or reads files of the host, so importers refuse it.',
      pass: fmi3({}),
      fail: fmi3({
        description:
          '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE fmiModelDescription>\n<fmiModelDescription/>',
      }),
      *check(document) {
        if (isDoctype(document))
          yield {
            message: 'The file has a document type declaration.',
            expected: 'none',
            at: document.fault!.position,
          };
      },
    },
    {
      id: 'xml/encoding-declaration',
      title: 'The first line of an XML file declares the encoding UTF-8',
      explanation:
        'The first line must contain the encoding scheme, which is always UTF-8: <?xml version="1.0" encoding="UTF-8"?>.',
      pass: fmi3({}),
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
    },
    {
      id: 'xml/utf8',
      title: 'XML files are UTF-8',
      explanation:
        'The encoding of every XML file is UTF-8, so that its strings can be passed to the C interface unchanged. The check reads other files as windows-1252 and applies all other rules.',
      pass: fmi3({ attributes: { description: 'Größe' } }),
      fail: fmi3({ description: latin1 }),
      *check({ encoding, declared = 'UTF-8', fault, text, wrongAt }) {
        // What declares another encoding is found by the rule on that.
        const unread = fault !== undefined && text === '';
        if (encoding === 'UTF-8' || !/^utf-8$/i.test(declared) || unread) return;
        const expected = 'UTF-8 throughout';
        if (wrongAt === undefined) yield { message: `The encoding of the file is ${encoding}.`, expected };
        else yield { message: 'The file contains bytes that are not valid UTF-8.', expected, at: wrongAt };
      },
    },
    {
      id: 'xml/well-formed',
      title: 'XML files are well-formed',
      explanation:
        'Every description of an FMU is an XML 1.0 document. Other rules skip a file that is not well-formed.',
      pass: fmi3({}),
      fail: fmi3({ description: '<?xml version="1.0" encoding="UTF-8"?>\n<fmiModelDescription>' }),
      *check(document) {
        if (document.fault !== undefined && !isDoctype(document))
          yield {
            message: `The file cannot be read as XML: ${sentence(document.fault.reason)}`,
            expected: 'a well-formed XML document',
            at: document.fault.position,
          };
      },
    },
  ],
);

function minimal(declaration: string): string {
  return `${declaration}<fmiModelDescription fmiVersion="3.0" modelName="unit" instantiationToken="one"><CoSimulation modelIdentifier="unit"/><ModelVariables><Float64 name="time" valueReference="0" causality="independent" variability="continuous"/></ModelVariables><ModelStructure/></fmiModelDescription>`;
}
