import { functions1 } from '../../../standard/fmi1-functions.ts';
import { attribute, childNamed, type XmlElement } from '../../../util/xml/parse-xml.ts';
import { elf } from '../../example/example-elf.ts';
import { fmi2 } from '../../example/example-fmu.ts';
import {
  legacyDescription as description,
  legacyVariable as variable,
} from '../../example/example-legacy.ts';
import { missing } from '../../fmu-libraries.ts';
import { platformOf } from '../../model/binary-platform.ts';
import { outsideLegacy } from '../../model/legacy-version.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

/** Returns the functions that an importer needs, with their prefix. */
function neededOf(root: XmlElement): string[] {
  const kind = childNamed(root, 'Implementation') === undefined ? 'modelExchange' : 'coSimulation';
  const prefix = `${attribute(root, 'modelIdentifier')}_fmi`;
  return functions1.filter(({ requiredBy }) => requiredBy?.includes(kind)).map(({ name }) => prefix + name);
}

const text = description(variable('a', 0));
const library = 'binaries/linux64/unit.so';
const functions = [
  'InstantiateModel',
  'FreeModelInstance',
  'SetTime',
  'SetContinuousStates',
  'CompletedIntegratorStep',
];
const others = [
  'Initialize',
  'GetDerivatives',
  'GetEventIndicators',
  'EventUpdate',
  'GetContinuousStates',
  'Terminate',
];
const all = [...functions, ...others, 'GetReal', 'SetReal'].map((name) => `unit_fmi${name}`);
const withLibrary = (exports: readonly string[]) =>
  fmi2({ description: text, files: { [library]: elf({ exports }) } });

/** Rules on the libraries of an FMU of FMI 1.0. */
export const legacyLibraries: readonly Rule[] = ruleFamily(
  {
    needs: 'descriptionXml',
    severity: 'violation',
    other: 'FMI 1.0, 2',
    ofAnyVersion: true,
    inapplicableReason: outsideLegacy,
  },
  [
    {
      id: 'legacy/functions',
      title:
        'Libraries of FMI 1.0 export the functions of their interface with the model identifier before them',
      explanation:
        'An importer looks up each function by its name with modelIdentifier and an underscore before it: unit_fmiDoStep.',
      pass: withLibrary(all),
      fail: withLibrary(all.slice(1)),
      *check(root, unit) {
        const name = attribute(root, 'modelIdentifier');
        for (const [path, library] of unit.libraries) {
          const [, folder = '', file] = /^binaries\/([^/]+)\/([^/]+)\.\w+$/.exec(path) ?? [];
          const platform = platformOf(folder, '2.0');
          if (platform === undefined || file !== name) continue;
          for (const found of missing({ path, folder, name: file, platform, library }, neededOf(root)))
            yield {
              ...found,
              expected: 'all functions, exported with the model identifier before them',
              file: path,
            };
        }
      },
    },
  ],
);
