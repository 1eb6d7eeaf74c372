import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { configuration } from '../../example/example-parts.ts';
import { leavesFolder } from '../../model/safe-paths.ts';
import { descendants, repeated } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const buildSources: readonly Rule[] = ruleFamily(
  { needs: 'build', severity: 'violation', fmi2: '2.3' },
  [
    {
      id: 'build/definition-name',
      title: 'Names of preprocessor definitions are C identifiers',
      fmi3: '2.4.10.3',
      explanation: 'The compiler receives the definition, so its name must be an identifier.',
      pass: fmi3({
        build: configuration(
          '<SourceFile name="unit.c"/><PreprocessorDefinition name="FMI_VERSION" value="3"/>',
        ),
      }),
      fail: fmi3({
        build: configuration(
          '<SourceFile name="unit.c"/><PreprocessorDefinition name="FMI-VERSION" value="3"/>',
        ),
      }),
      *check(root) {
        for (const definition of descendants(root, 'PreprocessorDefinition'))
          if (!/^[A-Za-z_]\w*$/.test(attribute(definition, 'name') ?? 'a'))
            yield defect(
              definition,
              'name',
              'The name is not a C identifier.',
              'letters, digits and _, no digit first',
            );
      },
    },
    {
      id: 'build/include-exists',
      title: 'Include directories are in the FMU',
      fmi3: '2.4.10.5',
      explanation: 'name is the path of a directory relative to the folder sources.',
      pass: fmi3({
        build: configuration('<SourceFile name="unit.c"/><IncludeDirectory name="inc"/>'),
        files: { 'sources/inc/unit.h': '' },
      }),
      fail: fmi3({
        build: configuration('<SourceFile name="unit.c"/><IncludeDirectory name="inc"/>'),
        files: {},
      }),
      inapplicableReason: (_, fmu) =>
        fmu.paths === undefined ? 'the input is an XML file, not the FMU' : undefined,
      *check(root, fmu) {
        for (const element of descendants(root, 'IncludeDirectory')) {
          const name = (attribute(element, 'name') ?? '.').replace(/^\.\/|\/$/g, '');
          if (name !== '.' && name !== '' && !leavesFolder(name) && !fmu.hasFolder(`sources/${name}`))
            yield defect(element, 'name', `The folder sources/${name} is missing.`, 'a folder in sources');
        }
      },
    },
    {
      id: 'build/source-exists',
      title: 'Source files of build configurations are in the FMU',
      fmi3: '2.4.10.2',
      explanation: 'name is the path of the file relative to the folder sources.',
      pass: fmi3({ build: configuration('<SourceFile name="unit.c"/>'), files: {} }),
      fail: fmi3({ build: configuration('<SourceFile name="other.c"/>'), files: {} }),
      inapplicableReason: (_, fmu) =>
        fmu.paths === undefined ? 'the input is an XML file, not the FMU' : undefined,
      *check(root, fmu) {
        for (const file of descendants(root, 'SourceFile')) {
          const name = attribute(file, 'name');
          if (name !== undefined && !leavesFolder(name) && !fmu.has(`sources/${name}`))
            yield defect(
              file,
              'name',
              `The file sources/${name} is missing.`,
              'a file in the folder sources',
            );
        }
      },
    },
    {
      id: 'build/source-path',
      title: 'Paths of source files and include directories stay inside the folder sources',
      fmi3: '2.4.10.2',
      explanation:
        'Paths are relative to sources, with forward slashes. A path that leads out of the folder reads from the importer\u2019s machine.',
      pass: fmi3({ build: configuration('<SourceFile name="a/b.c"/><IncludeDirectory name="."/>') }),
      fail: [
        fmi3({ build: configuration('<SourceFile name="../b.c"/>') }),
        fmi3({ build: configuration('<SourceFile name="b.c"/><IncludeDirectory name="/usr/include"/>') }),
      ],
      *check(root) {
        for (const kind of ['SourceFile', 'IncludeDirectory'])
          for (const element of descendants(root, kind))
            if (leavesFolder(attribute(element, 'name') ?? ''))
              yield defect(
                element,
                'name',
                'The path leads out of the folder sources.',
                'a relative path with forward slashes',
              );
      },
    },
    {
      id: 'build/source-set',
      title: 'Every build configuration has a source file set',
      fmi3: '2.4.10.1',
      explanation:
        'The schema does not enforce it, but the text does: every configuration must contain at least one SourceFileSet.',
      pass: fmi3({ build: configuration('<SourceFile name="unit.c"/>') }),
      fail: fmi3({ build: '<BuildConfiguration modelIdentifier="unit"/>' }),
      *check(root) {
        for (const element of childrenNamed(root, 'BuildConfiguration'))
          if (childrenNamed(element, 'SourceFileSet').length === 0)
            yield defect(element, undefined, 'The configuration lacks a SourceFileSet.', 'at least one');
      },
    },
    {
      id: 'build/source-set-name',
      title: 'Source file sets of a configuration have different names',
      fmi3: '2.4.10.1',
      explanation: 'The optional name of a SourceFileSet must be unique.',
      pass: fmi3({ build: sets('a', 'b') }),
      fail: fmi3({ build: sets('a', 'a') }),
      *check(root) {
        for (const element of childrenNamed(root, 'BuildConfiguration'))
          for (const { item } of repeated(childrenNamed(element, 'SourceFileSet'), (set) =>
            attribute(set, 'name'),
          ))
            yield defect(item, 'name', 'Another set has this name.', 'a unique name');
      },
    },
  ],
);

function sets(...names: string[]): string {
  return `<BuildConfiguration modelIdentifier="unit">${names.map((name, k) => `<SourceFileSet name="${name}"><SourceFile name="${k}.c"/></SourceFileSet>`).join('')}</BuildConfiguration>`;
}
