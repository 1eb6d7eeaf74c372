import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const buildLibraryVersion: Rule = {
  id: 'build/library-version',
  title: 'Versions of libraries are version specifiers',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.4.10.6',
  explanation: 'version follows PEP 440: a version, or comparisons separated by commas, such as >=2.0,<3.0.',
  needs: 'build',
  pass: [fmi3({ build: withLibrary('&gt;=1.8,!=1.8.17,&lt;1.9') })],
  fail: [fmi3({ build: withLibrary('1.8 or later') })],
  *check(root) {
    for (const library of descendants(root, 'Library')) {
      const version = attribute(library, 'version');
      if (
        version !== undefined &&
        !version
          .split(',')
          .every((part) =>
            /^(===?|~=|!=|<=?|>=?)?\s*v?\d+(\.\d+)*(\.\*)?((a|b|rc)\d+)?(\.?(post|dev)\d+)?$/.test(
              part.trim(),
            ),
          )
      )
        yield defect(
          library,
          'version',
          'The version is not a version specifier.',
          'such as 2.5 or >=2.0,<3.0',
        );
    }
  },
};
function withLibrary(version: string): string {
  return `<BuildConfiguration modelIdentifier="unit"><SourceFileSet><SourceFile name="unit.c"/></SourceFileSet><Library name="hdf5" external="true" version="${version}"/></BuildConfiguration>`;
}
