import { fmi3 } from '../../example/example-fmu.ts';
import { manifest } from '../../example/example-parts.ts';
import type { Rule } from '../../rule.ts';

export const archiveReservedName: Rule = {
  id: 'archive/reserved-name',
  title: 'Folders of org.modelica and org.fmi-standard hold layered standards',
  class: 'advice',
  fmi2: '2.3.1',
  fmi3: '2.6',
  explanation:
    'Names under org.modelica and org.fmi-standard are reserved for layered standards of the Modelica Association. Their names start with fmi-ls- or belong to SSP.',
  needs: 'files',
  pass: [
    fmi3({
      files: {
        'extra/org.fmi-standard.fmi-ls-other/fmi-ls-manifest.xml': manifest('org.fmi-standard.fmi-ls-other'),
      },
    }),
  ],
  fail: [fmi3({ files: { 'extra/org.modelica.mytool/a.json': '' } })],
  *check(_, fmu) {
    const names = new Set(fmu.below('extra/').map((path) => path.split('/')[0]));
    for (const name of names)
      if (
        /^org\.(modelica|fmi-standard)(\.|$)/.test(name) &&
        !/^org\.(modelica|fmi-standard)\.(fmi-ls-|ssp)/.test(name)
      )
        yield {
          message: 'The name is reserved.',
          value: name,
          expected: 'another domain',
          file: `extra/${name}`,
        };
  },
};
