import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { generateVariables } from '../../../fmu-sdk/build/generate/unit-sources-text.ts';
import { parseManifest } from '../../../fmu-sdk/build/manifest/load-manifest.ts';
import { className } from '../../../fmu-sdk/build/manifest/manifest.ts';
import { nameProblem } from '../../../fmu-sdk/build/manifest/unit-names.ts';
import { writeFolderAtomically } from '../../../fmu-sdk/util/files/atomic-write.ts';
import { packageFile } from '../../../fmu-sdk/util/package-files.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { type Command, print, text } from '../command.ts';

/** Templates: a unit of docs/units, and its short description. */
const templates = {
  ode: { unit: 'first-order-lag', what: 'a first-order lag' },
  'power-ports': { unit: 'dc-motor', what: 'a DC motor with two power ports and its energies' },
  events: { unit: 'bouncing-ball', what: 'a bouncing ball' },
  'model-exchange': {
    unit: 'spring-mass',
    what: 'a mass on a spring, for co-simulation and model exchange',
  },
  controller: { unit: 'pi-controller', what: 'a PI controller with a Clock' },
} as const;

/** Units of the template `system`, by their names in it. */
const parts = { motor: 'dc-motor', flywheel: 'flywheel' } as const;
type Template = keyof typeof templates | 'system';

export const newCommand: Command<{ name: string; template: Template }> = {
  command: 'new <name>',
  describe: 'Create a unit that builds, runs and passes its own test, or a system of two',
  builder: (yargs) =>
    yargs
      .positional('name', {
        type: 'string',
        demandOption: true,
        describe: 'folder to create, whose last part is the unit name in kebab-case',
      })
      .option('template', {
        choices: [...Object.keys(templates), 'system'] as Template[],
        default: 'ode' as Template,
        describe: 'model to start from',
      })
      .group(['template'], 'Options:')
      .example('$0 new my-filter', 'then: fmu test my-filter, fmu build my-filter')
      .example('$0 new my-ball --template events', 'with state events')
      .example('$0 new my-mass --template model-exchange', 'with derivatives for external solvers')
      .example('$0 new my-drive --template system', 'a motor and a flywheel, coupled by terminals'),
  handler: ({ name: folder, template }) => {
    const name = folder.split('/').at(-1) ?? '';
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
      throw new UserError(
        `new ${folder}: expected a unit name in lower case, digits and single hyphens, such as my-filter, got "${name}".`,
      );
    const problem = nameProblem(name);
    if (problem !== undefined) throw new UserError(`new ${folder}: ${problem}`);
    if (existsSync(folder))
      throw new UserError(`new ${folder}: this path already exists. Choose another name.`);
    const isSystem = template === 'system';
    const files = isSystem
      ? systemFiles(name, resolve(folder))
      : scaffold(name, templates[template].unit, resolve(folder));
    if (!hasTypeScriptProject(resolve(folder)))
      files['tsconfig.json'] = tsconfig(isSystem ? '*/*.ts' : '*.ts');
    writeFolderAtomically(folder, files);
    print(
      isSystem
        ? text`${folder}: a DC motor and a flywheel, coupled by one line.\n  cd ${folder}\n  fmu build motor flywheel\n  fmu run ${name}.json`
        : text`${folder}: ${templates[template].what}, as a starting point.\n  fmu test ${folder}\n  fmu build ${folder}`,
    );
    print(text`How to write a unit: ${packageFile('docs/guide/write-a-unit.md')}`);
  },
};

/** Gives an editor the types of the dialect if no TypeScript project around the unit does. */
const tsconfig = (include: string): string =>
  json({
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2022'],
      module: 'ESNext',
      moduleResolution: 'bundler',
      strict: true,
      noEmit: true,
      types: ['fmukit/dialect'],
    },
    include: [include],
  });

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function hasTypeScriptProject(folder: string): boolean {
  const above = dirname(folder);
  return above !== folder && (existsSync(join(above, 'tsconfig.json')) || hasTypeScriptProject(above));
}

/** Returns the files of a system of two units, coupled by one line that names their terminals. */
function systemFiles(name: string, folder: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [unit, example] of Object.entries(parts))
    for (const [file, content] of Object.entries(scaffold(unit, example, join(folder, unit))))
      files[`${unit}/${file}`] = content;
  files[`${name}.json`] = `{
  "$schema": ${JSON.stringify(schemaFrom(folder, 'schemas/system.schema.json'))},
  "name": "${name}",
  "units": {
    "motor": { "fmu": "dist/motor.fmu", "start": { "u": 12 } },
    "flywheel": { "fmu": "dist/flywheel.fmu" }
  },
  "connections": [{ "terminals": ["motor.shaft", "flywheel.shaft"], "bond": "shaft" }],
  "algorithm": { "scheme": "jacobi", "step": 0.0004, "order": 1 },
  "stopTime": 2
}
`;
  return files;
}

/** Returns the files of an example of docs/units under another unit name. */
function scaffold(name: string, example: string, folder: string): Record<string, string> {
  const from = packageFile(`docs/units/${example}`);
  const renamed = (file: string): string =>
    readFileSync(join(from, file), 'utf8')
      .replaceAll(example, name)
      .replaceAll(className(example), className(name));
  const manifest = JSON.parse(renamed('unit.json'));
  const text = json({ ...manifest, $schema: schemaFrom(folder, 'schemas/unit.schema.json') });
  return {
    'unit.json': text,
    'unit.ts': renamed('unit.ts'),
    // `fmu test` and `fmu build` write this file again. Until then an editor needs the fields.
    'variables.ts': generateVariables(parseManifest(text, join(folder, 'unit.json'))),
    'README.md': renamed('README.md'),
  };
}

/**
 * Finds a schema for an editor: in a package installed above the folder, or in this
 * package.
 */
function schemaFrom(folder: string, schema: string): string {
  for (let above = dirname(folder); ; above = dirname(above)) {
    const installed = join(above, 'node_modules/fmukit', schema);
    if (existsSync(installed)) return relative(folder, installed).replaceAll('\\', '/');
    if (above === dirname(above)) return relative(folder, packageFile(schema)).replaceAll('\\', '/');
  }
}
