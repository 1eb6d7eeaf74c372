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
type Template = keyof typeof templates;

export const newCommand: Command<{ name: string; template: Template }> = {
  command: 'new <name>',
  describe: 'Create a unit folder that builds, runs and passes its own test',
  builder: (yargs) =>
    yargs
      .positional('name', {
        type: 'string',
        demandOption: true,
        describe: 'folder to create, whose last part is the unit name in kebab-case',
      })
      .option('template', {
        choices: Object.keys(templates) as Template[],
        default: 'ode' as Template,
        describe: 'model to start from',
      })
      .group(['template'], 'Options:')
      .example('$0 new my-filter', 'then: fmu test my-filter, fmu build my-filter')
      .example('$0 new my-ball --template events', 'with state events')
      .example('$0 new my-mass --template model-exchange', 'with derivatives for external solvers'),
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
    const files = scaffold(name, template, resolve(folder));
    if (!hasTypeScriptProject(resolve(folder))) files['tsconfig.json'] = tsconfig;
    writeFolderAtomically(folder, files);
    print(
      text`${folder}: ${templates[template].what}, as a starting point.\n  fmu test ${folder}\n  fmu build ${folder}`,
    );
    print(text`How to write a unit: ${packageFile('docs/guide/write-a-unit.md')}`);
  },
};

/** Gives an editor the types of the dialect if no TypeScript project around the unit does. */
const tsconfig = `${JSON.stringify(
  {
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2022'],
      module: 'ESNext',
      moduleResolution: 'bundler',
      strict: true,
      noEmit: true,
      types: ['fmukit/dialect'],
    },
    include: ['*.ts'],
  },
  null,
  2,
)}\n`;

function hasTypeScriptProject(folder: string): boolean {
  const above = dirname(folder);
  return above !== folder && (existsSync(join(above, 'tsconfig.json')) || hasTypeScriptProject(above));
}

/** Returns the files of a template under another unit name. */
function scaffold(name: string, template: Template, folder: string): Record<string, string> {
  const { unit: example } = templates[template];
  const from = packageFile(`docs/units/${example}`);
  const renamed = (file: string): string =>
    readFileSync(join(from, file), 'utf8')
      .replaceAll(example, name)
      .replaceAll(className(example), className(name));
  const manifest = JSON.parse(renamed('unit.json'));
  const text = `${JSON.stringify({ ...manifest, $schema: schemaFrom(folder) }, null, 2)}\n`;
  return {
    'unit.json': text,
    'unit.ts': renamed('unit.ts'),
    // `fmu test` and `fmu build` write this file again. Until then an editor needs the fields.
    'variables.ts': generateVariables(parseManifest(text, join(folder, 'unit.json'))),
    'README.md': renamed('README.md'),
  };
}

/**
 * Finds the schema of unit.json for an editor: in a package installed above the folder, or in this
 * package.
 */
function schemaFrom(folder: string): string {
  const schema = 'schemas/unit.schema.json';
  for (let above = dirname(folder); ; above = dirname(above)) {
    const installed = join(above, 'node_modules/fmukit', schema);
    if (existsSync(installed)) return relative(folder, installed).replaceAll('\\', '/');
    if (above === dirname(above)) return relative(folder, packageFile(schema)).replaceAll('\\', '/');
  }
}
