import { fmi3 } from '../../example/example-fmu.ts';
import { descriptionPath } from '../../fmu/fmu-files.ts';
import type { Rule } from '../../rule.ts';

export const archiveDescriptionPresent: Rule = {
  id: 'archive/description-present',
  title: 'modelDescription.xml is at the top of the archive',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.5.1',
  explanation:
    'Every FMU must have this file. If an FMU was zipped together with its folder, the file is one level too deep.',
  needs: 'files',
  pass: [fmi3({ files: {} })],
  fail: [fmi3({ files: {}, without: ['modelDescription.xml'] })],
  *check(paths, fmu) {
    if (paths.includes(descriptionPath) || (fmu.zip === undefined && fmu.refusals.length > 0)) return;
    const deeper = paths.find((path) => path.endsWith(`/${descriptionPath}`));
    yield {
      message: `${descriptionPath} is missing${deeper === undefined ? '' : ` at the top of the archive. The archive has ${deeper}`}.`,
      expected: `${descriptionPath} at the top of the archive`,
    };
  },
};
