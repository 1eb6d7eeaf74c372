import { fmi3 } from '../../example/example-fmu.ts';
import { isDoctype } from '../../fmu/xml-document.ts';
import type { Rule } from '../../rule.ts';

export const xmlDocumentType: Rule = {
  id: 'xml/document-type',
  title: 'XML files do not have a document type declaration',
  class: 'violation',
  fmi2: '2.2',
  fmi3: '2.4',
  explanation:
    'XML Schemas define the files of FMI. A document type (DTD) can define entities, with which a small file fills the memory or reads files of the host, so importers refuse it.',
  needs: 'document',
  pass: [fmi3({})],
  fail: [
    fmi3({
      description:
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE fmiModelDescription>\n<fmiModelDescription/>',
    }),
  ],
  *check(document) {
    if (isDoctype(document))
      yield {
        message: 'The file has a document type declaration.',
        expected: 'none',
        at: document.fault!.position,
      };
  },
};
