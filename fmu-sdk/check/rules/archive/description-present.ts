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
    'It is the one file that every unit must have. A unit that was zipped together with its folder has it one level too deep.',
  needs: 'files',
  pass: [fmi3({ files: {} })],
  fail: [fmi3({ files: {}, without: ['modelDescription.xml'] })],
  *check(paths, fmu) {
    if (paths.includes(descriptionPath) || (fmu.zip === undefined && fmu.refusals.length > 0)) return;
    const deeper = paths.find((path) => path.endsWith(`/${descriptionPath}`));
    yield {
      message: `There is no ${descriptionPath}${deeper === undefined ? '' : ` at the top; there is ${deeper}`}.`,
      expected: `${descriptionPath} at the top of the archive`,
    };
  },
};
