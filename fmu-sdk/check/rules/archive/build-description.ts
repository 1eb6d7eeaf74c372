import { fmi3 } from '../../example/example-fmu.ts';
import { buildPath } from '../../fmu/fmu-files.ts';
import type { Rule } from '../../rule.ts';

export const archiveBuildDescription: Rule = {
  id: 'archive/build-description',
  title: 'Sources come with a build description',
  class: 'violation',
  fmi3: '2.5.1.3',
  explanation:
    'A source code FMU contains sources/buildDescription.xml, which lists what to compile and how. Importers cannot guess it.',
  needs: 'files',
  pass: [fmi3({ files: {} })],
  fail: [fmi3({ files: {}, without: ['sources/buildDescription.xml'] })],
  *check(paths) {
    if (paths.some((path) => /^sources\/.*\.(c|cc|cpp|cxx)$/i.test(path)) && !paths.includes(buildPath))
      yield { message: `The FMU has sources but lacks ${buildPath}.`, expected: buildPath, file: 'sources' };
  },
};
