import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../../fmu-sdk/error.ts';
import { writeFolder } from '../../fmu-sdk/files/whole.ts';
import { className } from '../../fmu-sdk/manifest/manifest.ts';
import { type Command, print } from './command.ts';

export const newCommand: Command<{ name: string }> = {
  command: 'new <name>',
  describe: 'Make a folder with a unit that builds, runs and passes its own test',
  builder: (yargs) =>
    yargs
      .positional('name', {
        type: 'string',
        demandOption: true,
        describe: 'folder; its last part is the unit name, in kebab-case',
      })
      .example('$0 new my-filter', 'then: fmu test my-filter, fmu build my-filter'),
  handler: ({ name: folder }) => {
    const name = folder.split('/').at(-1) ?? '';
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
      throw new UserError(
        `new ${folder}: "${name}" is no unit name. Use lower case, digits and single hyphens, such as my-filter.`,
      );
    if (existsSync(folder))
      throw new UserError(`new ${folder}: there is something already. Choose another name.`);
    const files = scaffold(name);
    if (!hasTypeScriptProject(resolve(folder))) files['tsconfig.json'] = tsconfig;
    writeFolder(folder, files);
    print(`${folder}: a first-order lag to start from.\n  fmu test ${folder}\n  fmu build ${folder}`);
  },
};

/** What an editor needs to know the dialect's types, where no project around the unit tells it. */
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

/** A first-order lag T ẏ + y = u, solved exactly over each internal step for an input that is linear in time. */
function scaffold(name: string): Record<string, string> {
  const unit = className(name);
  const manifest = {
    name,
    version: '0.1.0',
    description: 'First-order lag: T dy/dt + y = u',
    defaultExperiment: { startTime: 0, stopTime: 10, stepSize: 0.01 },
    variables: [
      {
        name: 'u',
        type: 'Float64',
        causality: 'input',
        variability: 'continuous',
        start: 0,
        description: 'Input',
      },
      {
        name: 'y',
        type: 'Float64',
        causality: 'output',
        variability: 'continuous',
        dependsOn: [],
        description: 'Output',
      },
      {
        name: 'T',
        type: 'Float64',
        causality: 'parameter',
        variability: 'fixed',
        unit: 's',
        min: 1e-6,
        start: 1,
        description: 'Time constant',
      },
      {
        name: 'y_0',
        type: 'Float64',
        causality: 'parameter',
        variability: 'fixed',
        start: 0,
        description: 'Initial output',
      },
      {
        name: 'h',
        type: 'Float64',
        causality: 'parameter',
        variability: 'fixed',
        unit: 's',
        min: 1e-9,
        start: 0.001,
        description: 'Internal step',
      },
    ],
  };
  return {
    'unit.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'unit.ts': `import { ${unit}Variables } from './variables.js';

/** First-order lag T ẏ + y = u, by the trapezoidal rule. */
export class ${unit} extends ${unit}Variables {
  override internalStep(): f64 {
    return this.h;
  }

  override initialize(): void {
    this.y = this.y_0;
  }

  /** (y₊ − y)/h = ((u − y) + (u₊ − y₊)) / (2T) */
  override doStep(t: f64, h: f64): void {
    const now: f64 = this.u;
    this.inputsAt(t + h);
    const a: f64 = (0.5 * h) / this.T;
    this.y = ((1.0 - a) * this.y + a * (now + this.u)) / (1.0 + a);
  }
}
`,
    'README.md': `# ${name}

    T dy/dt + y = u,   y(0) = y_0

Trapezoidal rule with the internal step h; the input may be a polynomial over the communication step.

    fmu test ${name}     lint, and plain TypeScript against the sealed module, bit for bit
    fmu build ${name}    writes dist/${name}.fmu
`,
  };
}
