import { extname } from 'node:path';
import { UserError } from '../../fmu-sdk/error.ts';
import type { SystemFile } from '../system/system.ts';
import { type Command, print, size } from './command.ts';

interface Args {
  file: string;
  output?: string;
}

export const exportCommand: Command<Args> = {
  command: 'export <file>',
  describe: 'Write a system (system.json) with its units as one .ssp for other tools',
  builder: (yargs) =>
    yargs
      .positional('file', { type: 'string', demandOption: true, describe: 'a system.json' })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        describe: '.ssp to write [default: results/<name>.ssp]',
      })
      .example('$0 export systems/crane-single-force.json -o crane.ssp', 'a system structure package (SSP)'),
  handler: async ({ file, output }) => {
    const { writeWhole } = await import('../../fmu-sdk/archive/write.ts');
    const { readJsonFile } = await import('../../fmu-sdk/json/json-file.ts');
    const { packageFile } = await import('../../fmu-sdk/package.ts');
    const { exportSsp } = await import('../ssp/export.ts');
    const { loadSystem } = await import('../system/load.ts');
    const schema = packageFile('schemas/system.schema.json');
    // Only what runs here is worth giving away: the whole system is checked first.
    const { name } = await loadSystem(file);
    const target = output ?? `results/${name}.ssp`;
    if (extname(target).toLowerCase() !== '.ssp')
      throw new UserError(`export ${file}: ${target} is no .ssp. Give it this ending.`);
    const bytes = await exportSsp(readJsonFile<SystemFile>(file, schema).value, file);
    writeWhole(target, bytes);
    print(`${target}  ${size(bytes.length)}`);
  },
};
