import { fmi3 } from '../../example/example-fmu.ts';
import { isReverseDomain } from '../../model/structured-names.ts';
import type { Rule } from '../../rule.ts';

export const archiveExtraName: Rule = {
  id: 'archive/extra-name',
  title: 'Folders in extra have names in reverse domain notation',
  class: 'advice',
  fmi2: '2.3.1',
  fmi3: '2.5.1.6',
  explanation: 'Names such as com.example keep the data of different authors apart.',
  needs: 'files',
  pass: [fmi3({ files: { 'extra/com.example/a.json': '' } })],
  fail: [fmi3({ files: { 'extra/data/a.json': '' } }), fmi3({ files: { 'extra/a.json': '' } })],
  *check(_, fmu) {
    const names = new Set(fmu.below('extra/').map((path) => path.split('/')[0]));
    for (const name of names)
      if (!isReverseDomain(name) || !fmu.below('extra/').some((path) => path.startsWith(`${name}/`)))
        yield {
          message: 'The folder name is not in reverse domain notation.',
          value: name,
          expected: 'such as extra/com.example/',
          file: `extra/${name}`,
        };
  },
};
