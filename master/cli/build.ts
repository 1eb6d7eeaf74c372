import { type Command, print, size } from './command.ts';

interface Args {
  folder: string[];
  out: string;
}

export const buildCommand: Command<Args> = {
  command: 'build <folder..>',
  describe: 'Check, compile and seal unit folders into .fmu files',
  builder: (yargs) =>
    yargs
      .positional('folder', {
        type: 'string',
        array: true,
        demandOption: true,
        describe: 'unit folders (with unit.json)',
      })
      .option('out', { alias: 'o', type: 'string', default: 'dist', describe: 'folder for the .fmu files' })
      .example('$0 build units/joystick', 'writes dist/joystick.fmu')
      .example('$0 build units/crane-single units/hydraulic-actuator -o build', 'several at once'),
  handler: async ({ folder, out }) => {
    const { buildUnit } = await import('../../fmu-sdk/build/build.ts');
    for (const unit of folder) {
      const begin = performance.now();
      const built = await buildUnit(unit, out);
      const seconds = ((performance.now() - begin) / 1000).toFixed(1);
      print(`${built.file}: ${size(built.bytes)}, component ${size(built.component)}, ${seconds} s`);
    }
  },
};
