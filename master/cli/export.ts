import { extname } from 'node:path';
import type { UnitFiles } from '../../fmu-sdk/archive/unit-file.ts';
import { UserError } from '../../fmu-sdk/error.ts';
import { type Command, print, size, text } from './command.ts';

interface Args {
  file: string;
  output?: string;
}

export const exportCommand: Command<Args> = {
  command: 'export <file>',
  describe:
    'Write a system (system.json) for other tools: with its units as one .ssp, or as OspSystemStructure.xml',
  builder: (yargs) =>
    yargs
      .positional('file', { type: 'string', demandOption: true, describe: 'a system.json' })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        describe: '.ssp, or .xml of OSP, to write [default: results/<name>.ssp]',
      })
      .example('$0 export systems/crane-single-force.json -o crane.ssp', 'a system structure package (SSP)')
      .example('$0 export pair.json -o OspSystemStructure.xml', 'for the Open Simulation Platform'),
  handler: async ({ file, output }) => {
    const { writeWhole } = await import('../../fmu-sdk/files/whole.ts');
    const { exportSsp } = await import('../ssp/export.ts');
    const { loadSystem, readSystemFile } = await import('../system/load.ts');
    const unitFiles: UnitFiles = new Map();
    // Only what runs here is worth giving away: the whole system is checked first.
    const { name } = await loadSystem(file, { unitFiles });
    const target = output ?? `results/${name}.ssp`;
    if (extname(target).toLowerCase() === '.xml') {
      const { writeOsp } = await import('../osp/write.ts');
      const xml = await writeOsp(readSystemFile(file).value, file, target, unitFiles);
      writeWhole(target, xml);
      return print(text`${target}  ${size(xml.length)}`);
    }
    if (extname(target).toLowerCase() !== '.ssp')
      throw new UserError(`export ${file}: ${target} is no .ssp and no .xml. Give it one of these endings.`);
    const bytes = await exportSsp(readSystemFile(file).value, file, unitFiles);
    writeWhole(target, bytes);
    print(text`${target}  ${size(bytes.length)}`);
  },
};
