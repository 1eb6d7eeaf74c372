import { sentence } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { isDoctype } from '../../fmu/xml-document.ts';
import type { Rule } from '../../rule.ts';

export const xmlWellFormed: Rule = {
  id: 'xml/well-formed',
  title: 'XML files are well-formed',
  class: 'violation',
  fmi2: '2.2',
  fmi3: '2.4',
  explanation:
    'Every description of an FMU is an XML 1.0 document. Other rules skip a file that is not well-formed.',
  needs: 'document',
  pass: [fmi3({})],
  fail: [fmi3({ description: '<?xml version="1.0" encoding="UTF-8"?>\n<fmiModelDescription>' })],
  *check(document) {
    if (document.fault !== undefined && !isDoctype(document))
      yield {
        message: `The file cannot be read as XML: ${sentence(document.fault.reason)}`,
        expected: 'a well-formed XML document',
        at: document.fault.position,
      };
  },
};
