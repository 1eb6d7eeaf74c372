import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { descendants, isTrue } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const buildLibraryExists: Rule = {
  id: 'build/library-exists',
  title: 'Libraries that are not external are in the unit',
  class: 'advice',
  fmi2: '2.3',
  fmi3: '2.4.10.6',
  explanation:
    'A Library with external="false", the default, is contained in binaries/<platform>; otherwise the environment provides it.',
  needs: 'build',
  pass: [fmi3({ build: withLibrary('external="true"'), files: {} })],
  fail: [fmi3({ build: withLibrary(''), files: {} })],
  without: (_, fmu) => (fmu.paths === undefined ? 'only an XML file was given, not the unit' : undefined),
  *check(root, fmu) {
    for (const library of descendants(root, 'Library')) {
      const name = attribute(library, 'name') ?? '';
      const found = fmu
        .below('binaries/')
        .some((path) => path.split('/').at(-1)?.replace(/^lib/, '').startsWith(name.replace(/^lib/, '')));
      if (!isTrue(library, 'external') && !found)
        yield defect(
          library,
          'name',
          `The folder binaries has no library ${name}.`,
          'the library in binaries/<platform>, or external="true"',
        );
    }
  },
};
function withLibrary(attributes: string): string {
  return `<BuildConfiguration modelIdentifier="unit"><SourceFileSet><SourceFile name="unit.c"/></SourceFileSet><Library name="hdf5" ${attributes}/></BuildConfiguration>`;
}
