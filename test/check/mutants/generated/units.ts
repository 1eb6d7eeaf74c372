import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../../../fmu-sdk/util/user-error.ts';
import { withoutMarks } from './plain-source.ts';

/** Sources of an FMU that are mutated. */
export interface Unit {
  name: string;
  /** Name of the library. */
  identifier: string;
  fmi: 2 | 3;
  /** Folder that contains the sources. */
  root: string;
  /** C files and headers by their path in the folder. */
  sources: ReadonlyMap<string, string>;
  /** Further headers by their path in the folder. They stay as they are. */
  headers: ReadonlyMap<string, string>;
  /** Folders of headers in the folder. */
  include: readonly string[];
  defines: readonly string[];
  description: string;
  /** Files of the folder `resources`. */
  resources: ReadonlyMap<string, string>;
}

const ownFolder = join(dirname(fileURLToPath(import.meta.url)), '../c');
const ownUnits = { full3: 3, full2: 2, ticker3: 3, region3: 3 } as const;

/** Reference FMUs with the FMI versions that they have. */
const referenceUnits = {
  BouncingBall: [3, 2],
  Dahlquist: [3, 2],
  Feedthrough: [3, 2],
  Resource: [3, 2],
  Stair: [3, 2],
  VanDerPol: [3, 2],
  StateSpace: [3],
  Clocks: [3],
} as const;

/** Returns the FMUs of `test/check/mutants/c/`, without the marks of mutants. */
export function unitsOfRepository(): Unit[] {
  return Object.entries(ownUnits)
    .filter(([name]) => existsSync(join(ownFolder, `${name}.c`)))
    .map(([name, fmi]) => ({
      name,
      identifier: name,
      fmi,
      root: ownFolder,
      sources: new Map([[`${name}.c`, withoutMarks(readFileSync(join(ownFolder, `${name}.c`), 'utf8'))]]),
      headers: new Map(),
      include: ['.'],
      defines: [],
      description: readFileSync(join(ownFolder, `${name}.xml`), 'utf8'),
      resources: new Map(),
    }));
}

/** Returns the FMUs of a folder with the sources of modelica/Reference-FMUs. */
export function unitsOfReference(root: string): Unit[] {
  if (!existsSync(join(root, 'src/cosimulation.c')))
    throw new UserError(
      `--reference ${root}: expected the sources of the Reference FMUs, got no file src/cosimulation.c. Unpack github.com/modelica/Reference-FMUs, and give its folder.`,
    );
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const headers = readdirSync(join(root, 'include')).map((name) => `include/${name}`);
  return Object.entries(referenceUnits).flatMap(([model, versions]) =>
    versions.map((fmi) => {
      const files = [`src/fmi${fmi}Functions.c`, `${model}/model.c`, 'src/cosimulation.c'];
      return {
        name: `${model}${fmi}`,
        identifier: model,
        fmi,
        root,
        sources: new Map(
          [...files, 'include/model.h', `${model}/config.h`].map((path) => [path, read(path)]),
        ),
        headers: new Map(headers.map((path) => [path, read(path)])),
        include: ['include', model],
        defines: [`FMI_VERSION=${fmi}`, 'DISABLE_PREFIX'],
        // Source files are a matter of rules on files.
        description: read(`${model}/FMI${fmi}.xml`).replace(/<SourceFiles>[\s\S]*?<\/SourceFiles>/g, ''),
        resources: new Map(model === 'Resource' ? [['y.txt', read('Resource/y.txt')]] : []),
      };
    }),
  );
}
