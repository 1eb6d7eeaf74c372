import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { descendants, isTrue } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const buildLibraryExists: Rule = {
  id: 'build/library-exists',
  title: 'Libraries that are not external are in the FMU',
  class: 'advice',
  fmi2: '2.3',
  fmi3: '2.4.10.6',
  explanation:
    'binaries/<platform> contains a Library with external="false", the default. Otherwise the environment provides it.',
  needs: 'build',
  pass: [fmi3({ build: withLibrary('external="true"'), files: {} })],
  fail: [fmi3({ build: withLibrary(''), files: {} })],
  inapplicableReason: (_, fmu) =>
    fmu.paths === undefined ? 'the input is an XML file, not the FMU' : undefined,
  *check(root, fmu) {
    for (const library of descendants(root, 'Library')) {
      const name = attribute(library, 'name') ?? '';
      const isIncluded = fmu
        .below('binaries/')
        .some((path) => path.split('/').at(-1)?.replace(/^lib/, '').startsWith(name.replace(/^lib/, '')));
      if (!isTrue(library, 'external') && !isIncluded)
        yield defect(
          library,
          'name',
          `The folder binaries does not contain the library ${name}.`,
          'the library in binaries/<platform>, or external="true"',
        );
    }
  },
};
function withLibrary(attributes: string): string {
  return `<BuildConfiguration modelIdentifier="unit"><SourceFileSet><SourceFile name="unit.c"/></SourceFileSet><Library name="hdf5" ${attributes}/></BuildConfiguration>`;
}
