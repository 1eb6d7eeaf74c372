import { fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const archiveDocumentationIndex: Rule = {
  id: 'archive/documentation-index',
  title: 'The documentation has an entry page',
  class: 'advice',
  fmi2: '2.3',
  fmi3: '2.5.1',
  explanation: 'Importers open documentation/index.html.',
  needs: 'files',
  pass: [fmi3({ files: { 'documentation/more.html': '' } })],
  fail: [fmi3({ files: { 'documentation/more.html': '' }, without: ['documentation/index.html'] })],
  *check(_, fmu) {
    const pages = fmu
      .below('documentation/')
      .filter((path) => !/^(licenses\/|externalDependencies\.|staticLinking\.|diagram\.)/.test(path));
    if (pages.length > 0 && !pages.includes('index.html'))
      yield {
        message: 'The entry page documentation/index.html is missing.',
        expected: 'the entry page',
        file: 'documentation',
      };
  },
};
