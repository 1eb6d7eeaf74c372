import { fmi3 } from '../../example/example-fmu.ts';
import { descriptionPath } from '../../fmu/fmu-files.ts';
import type { Rule } from '../../rule.ts';

export const archiveTopLevel: Rule = {
  id: 'archive/top-level',
  title: 'Files are in the places that the standard defines',
  class: 'advice',
  fmi2: '2.3',
  fmi3: '2.5.1',
  explanation:
    'The top level holds modelDescription.xml (FMI 2.0: also model.png) and the folders documentation, terminalsAndIcons, sources, binaries, resources and extra. Other data of a tool belong into extra.',
  needs: 'files',
  pass: [fmi3({ files: { 'extra/com.example/a.json': '' } })],
  fail: [fmi3({ files: { 'simulation.log': '' } }), fmi3({ files: { 'Resources/a.csv': '' } })],
  *check(paths, fmu) {
    const known =
      /^(modelDescription\.xml$|(documentation|terminalsAndIcons|sources|binaries|resources|extra)\/)/;
    for (const path of paths)
      if (
        !known.test(path) &&
        !(fmu.version === '2.0' && path === 'model.png') &&
        !path.endsWith(`/${descriptionPath}`)
      )
        yield {
          message: 'The standard does not define a place for this file.',
          value: path,
          expected: 'a file in one of the folders of the standard, such as extra',
          file: path,
        };
  },
};
