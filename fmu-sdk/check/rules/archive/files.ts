import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { manifest, zip } from '../../example/example-parts.ts';
import { buildPath, descriptionPath } from '../../fmu/fmu-content.ts';
import { platformOf } from '../../model/binary-platform.ts';
import { isReverseDomain } from '../../model/variables/structured-names.ts';
import { isTrue, repeated } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const tool = '<CoSimulation modelIdentifier="unit" needsExecutionTool="true"/>';

export const archiveFiles: readonly Rule[] = ruleFamily({ needs: 'files', severity: 'advice' }, [
  {
    id: 'archive/ascii',
    title: 'Names of folders use ASCII characters only',
    fmi2: '2.3',
    fmi3: '2.5',
    explanation: 'FMI discourages other characters, because operating systems treat them differently.',
    pass: fmi3({ files: { 'resources/größe.csv': '' } }),
    fail: fmi3({ files: { 'resources/größe/a.csv': '' } }),
    *check(paths) {
      const folders = new Set(paths.map((path) => path.slice(0, path.lastIndexOf('/') + 1)));
      for (const folder of folders)
        if (!/^[ -~]*$/.test(folder))
          yield {
            message: 'The name of a folder contains non-ASCII characters.',
            value: folder,
            expected: 'ASCII',
            file: folder,
          };
    },
  },
  {
    id: 'archive/build-description',
    title: 'Sources come with a build description',
    severity: 'violation',
    fmi3: '2.5.1.3',
    explanation:
      'A source code FMU contains sources/buildDescription.xml, which lists what to compile and how. Importers cannot guess it.',
    pass: fmi3({ files: {} }),
    fail: fmi3({ files: {}, without: ['sources/buildDescription.xml'] }),
    *check(paths) {
      if (paths.some((path) => /^sources\/.*\.(c|cc|cpp|cxx)$/i.test(path)) && !paths.includes(buildPath))
        yield {
          message: `The FMU has sources but lacks ${buildPath}.`,
          expected: buildPath,
          file: 'sources',
        };
    },
  },
  {
    id: 'archive/case',
    title: 'Paths differ by more than upper and lower case',
    fmi2: '2.3',
    fmi3: '2.5.1',
    explanation: 'On Windows and macOS one of the two files overwrites the other when the FMU is unpacked.',
    pass: fmi3({ files: { 'resources/a.csv': '' } }),
    fail: fmi3({ files: { 'resources/a.csv': '', 'resources/A.csv': '' } }),
    *check(paths) {
      for (const { item, first } of repeated(new Set(paths), (path) => path.toLowerCase()))
        yield {
          message: `The path differs from ${first} only in case.`,
          value: item,
          expected: 'different names',
          file: item,
        };
    },
  },
  {
    id: 'archive/description-present',
    title: 'modelDescription.xml is at the top of the archive',
    severity: 'violation',
    fmi2: '2.3',
    fmi3: '2.5.1',
    explanation:
      'Every FMU must have this file. If an FMU was zipped together with its folder, the file is one level too deep.',
    pass: fmi3({ files: {} }),
    fail: fmi3({ files: {}, without: ['modelDescription.xml'] }),
    *check(paths, fmu) {
      if (paths.includes(descriptionPath) || (fmu.zip === undefined && fmu.refusals.length > 0)) return;
      const deeper = paths.find((path) => path.endsWith(`/${descriptionPath}`));
      yield {
        message: `${descriptionPath} is missing${deeper === undefined ? '' : ` at the top of the archive. The archive has ${deeper}`}.`,
        expected: `${descriptionPath} at the top of the archive`,
      };
    },
  },
  {
    id: 'archive/extension',
    title: 'The archive has the extension .fmu',
    severity: 'violation',
    fmi2: '2.3',
    fmi3: '2.5',
    explanation: 'The extension of the zip file must be .fmu. (A folder stands for an unpacked archive.)',
    pass: fmi3({ zip }),
    fail: fmi3({ name: 'unit.zip', zip }),
    inapplicableReason: (_, fmu) => (fmu.zip === undefined ? 'the input is not an archive' : undefined),
    *check(_, fmu) {
      if (!fmu.file.endsWith('.fmu'))
        yield { message: 'The file has another extension.', value: fmu.file, expected: '.fmu' };
    },
  },
  {
    id: 'archive/external-dependencies',
    title: 'An FMU that needs a tool documents it',
    severity: 'violation',
    fmi3: '2.5.1.1',
    explanation:
      'needsExecutionTool="true" declares a dependency outside the FMU. documentation/externalDependencies.txt or .html must document it.',
    pass: fmi3({ interfaces: tool, files: { 'documentation/externalDependencies.txt': '' } }),
    fail: fmi3({ interfaces: tool, files: {} }),
    *check(_, fmu) {
      const needing = fmu.model?.interfaces.find((element) => isTrue(element, 'needsExecutionTool'));
      if (
        needing !== undefined &&
        !fmu.below('documentation/').some((path) => /^externalDependencies\.(txt|html)$/.test(path))
      )
        yield {
          ...defect(
            needing,
            'needsExecutionTool',
            'The FMU needs a tool but does not document it.',
            'documentation/externalDependencies.txt or .html',
          ),
          file: descriptionPath,
        };
    },
  },
  {
    id: 'archive/extra-name',
    title: 'Folders in extra have names in reverse domain notation',
    fmi2: '2.3.1',
    fmi3: '2.5.1.6',
    explanation: 'Names such as com.example keep the data of different authors apart.',
    pass: fmi3({ files: { 'extra/com.example/a.json': '' } }),
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
  },
  {
    id: 'archive/reserved-name',
    title: 'Folders of org.modelica and org.fmi-standard hold layered standards',
    fmi2: '2.3.1',
    fmi3: '2.6',
    explanation:
      'Names under org.modelica and org.fmi-standard are reserved for layered standards of the Modelica Association. Their names start with fmi-ls- or belong to SSP.',
    pass: fmi3({
      files: {
        'extra/org.fmi-standard.fmi-ls-other/fmi-ls-manifest.xml': manifest('org.fmi-standard.fmi-ls-other'),
      },
    }),
    fail: fmi3({ files: { 'extra/org.modelica.mytool/a.json': '' } }),
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
  },
  {
    id: 'archive/static-linking',
    title: 'Static libraries are documented',
    severity: 'violation',
    fmi3: '2.5.1.4.1',
    explanation:
      'A folder binaries/<arch>-<sys>-<abi> holds static libraries. documentation/staticLinking.txt or .html must explain how to link them.',
    pass: fmi3({
      files: { 'binaries/x86_64-linux-gcc12/unit.a': '', 'documentation/staticLinking.txt': '' },
    }),
    fail: fmi3({ files: { 'binaries/x86_64-linux-gcc12/unit.a': '' } }),
    *check(_, fmu) {
      const folder = fmu
        .below('binaries/')
        .find((path) => platformOf(path.split('/')[0], '3.0')?.abi !== undefined);
      if (
        folder !== undefined &&
        !fmu.below('documentation/').some((path) => /^staticLinking\.(txt|html)$/.test(path))
      )
        yield {
          message: `The FMU does not document how to link binaries/${folder}.`,
          expected: 'documentation/staticLinking.txt or .html',
          file: `binaries/${folder}`,
        };
    },
  },
  {
    id: 'archive/standard-headers',
    title: 'The FMU does not contain headers of FMI',
    fmi2: '2.3',
    fmi3: '2.5.1.3',
    explanation:
      'Importers supply fmi3Functions.h and the other headers, so that they fit the platform and compiler. A copy in the FMU may hide them.',
    pass: fmi3({ files: { 'sources/unit.h': '' } }),
    fail: fmi3({ files: { 'sources/fmi3Functions.h': '' } }),
    *check(paths) {
      for (const path of paths)
        if (
          /\/(fmi[23](Functions|FunctionTypes|PlatformTypes)|fmi2TypesPlatform)\.h$/.test(path) &&
          !path.startsWith('resources/')
        )
          yield {
            message: 'The FMU contains a header of the standard.',
            value: path,
            expected: 'no copy of the header',
            file: path,
          };
    },
  },
  {
    id: 'archive/top-level',
    title: 'Files are in the places that the standard defines',
    fmi2: '2.3',
    fmi3: '2.5.1',
    explanation:
      'The top level holds modelDescription.xml (FMI 2.0: also model.png) and the folders documentation, terminalsAndIcons, sources, binaries, resources and extra. Other data of a tool belong into extra.',
    pass: fmi3({ files: { 'extra/com.example/a.json': '' } }),
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
  },
]);
