import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { descendants, isTrue } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const buildLibraries: readonly Rule[] = ruleFamily(
  { needs: 'build', severity: 'advice', fmi2: '2.3', fmi3: '2.4.10.6' },
  [
    {
      id: 'build/library-exists',
      title: 'Libraries that are not external are in the FMU',
      explanation:
        'binaries/<platform> contains a Library with external="false", the default. Otherwise the environment provides it.',
      pass: fmi3({ build: withLibrary('external="true"'), files: {} }),
      fail: fmi3({ build: withLibrary(''), files: {} }),
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
    },
    {
      id: 'build/library-version',
      title: 'Versions of libraries are version specifiers',
      severity: 'violation',
      explanation:
        'version follows PEP 440: a version, or comparisons separated by commas, such as >=2.0,<3.0.',
      pass: fmi3({ build: withVersion('&gt;=1.8,!=1.8.17,&lt;1.9') }),
      fail: fmi3({ build: withVersion('1.8 or later') }),
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
    },
  ],
);

function withLibrary(attributes: string): string {
  return `<BuildConfiguration modelIdentifier="unit"><SourceFileSet><SourceFile name="unit.c"/></SourceFileSet><Library name="hdf5" ${attributes}/></BuildConfiguration>`;
}

function withVersion(version: string): string {
  return `<BuildConfiguration modelIdentifier="unit"><SourceFileSet><SourceFile name="unit.c"/></SourceFileSet><Library name="hdf5" external="true" version="${version}"/></BuildConfiguration>`;
}
