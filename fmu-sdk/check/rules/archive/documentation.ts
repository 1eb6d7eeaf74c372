import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { descriptionPath } from '../../fmu/fmu-content.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const archiveDocumentation: readonly Rule[] = ruleFamily({ needs: 'files', severity: 'violation' }, [
  {
    id: 'archive/diagram',
    title: 'A diagram is available as PNG',
    fmi3: '2.5.1',
    explanation: 'If documentation/diagram.svg is provided, diagram.png is required as well.',
    pass: fmi3({ files: { 'documentation/diagram.svg': '', 'documentation/diagram.png': '' } }),
    fail: fmi3({ files: { 'documentation/diagram.svg': '' } }),
    *check(paths) {
      if (paths.includes('documentation/diagram.svg') && !paths.includes('documentation/diagram.png'))
        yield {
          message: 'The archive has diagram.svg but lacks diagram.png.',
          expected: 'diagram.png beside it',
          file: 'documentation/diagram.svg',
        };
    },
  },
  {
    id: 'archive/documentation-index',
    title: 'The documentation has an entry page',
    severity: 'advice',
    fmi2: '2.3',
    fmi3: '2.5.1',
    explanation: 'Importers open documentation/index.html.',
    pass: fmi3({ files: { 'documentation/more.html': '' } }),
    fail: fmi3({ files: { 'documentation/more.html': '' }, without: ['documentation/index.html'] }),
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
  },
  {
    id: 'archive/icon',
    title: 'An icon is available as PNG',
    fmi2: '2.3.2',
    fmi3: '2.4.9.1.3',
    explanation: 'terminalsAndIcons/icon.svg is allowed only beside icon.png.',
    pass: fmi3({ files: { 'terminalsAndIcons/icon.svg': '', 'terminalsAndIcons/icon.png': '' } }),
    fail: fmi3({ files: { 'terminalsAndIcons/icon.svg': '' } }),
    *check(paths) {
      if (paths.includes('terminalsAndIcons/icon.svg') && !paths.includes('terminalsAndIcons/icon.png'))
        yield {
          message: 'The archive has icon.svg but lacks icon.png.',
          expected: 'icon.png beside it',
          file: 'terminalsAndIcons/icon.svg',
        };
    },
  },
  {
    id: 'archive/implementation',
    title: 'The FMU has an implementation: a binary, or sources',
    fmi2: '2.3',
    fmi3: '2.5',
    explanation: 'An FMU must contain at least one implementation: sources, or the binary for one platform.',
    pass: fmi3({ files: {} }),
    fail: fmi2({
      interfaces: '<CoSimulation modelIdentifier="unit"/>',
      files: {},
      without: ['sources/unit.c'],
    }),
    inapplicableReason: (paths) =>
      paths.includes(descriptionPath) ? undefined : 'the model description is missing',
    *check(paths) {
      if (!paths.some((path) => /^(binaries|sources)\/./.test(path)))
        yield {
          message: 'The FMU contains neither a binary nor a source file.',
          expected: 'files in binaries or sources',
        };
    },
  },
  {
    id: 'archive/licence',
    title: 'The folder of licences has an entry file',
    fmi3: '2.5.1.1.1',
    explanation:
      'If documentation/licenses exists, it must contain license.spdx, license.txt or license.html as entry point.',
    pass: fmi3({ files: { 'documentation/licenses/license.txt': '', 'documentation/licenses/gpl.txt': '' } }),
    fail: fmi3({ files: { 'documentation/licenses/gpl.txt': '' } }),
    *check(_, fmu) {
      const licences = fmu.below('documentation/licenses/');
      if (licences.length > 0 && !licences.some((path) => /^license\.(spdx|txt|html)$/.test(path)))
        yield {
          message: 'The entry file of the licences is missing.',
          expected: 'license.txt, license.html or license.spdx',
          file: 'documentation/licenses',
        };
    },
  },
]);
