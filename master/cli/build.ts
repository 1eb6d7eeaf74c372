import { type Command, print, size } from './command.ts';
import { endedBySignals } from './signals.ts';

interface Args {
  folder: string[];
  out: string;
  native?: string[];
  fmi: number[];
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
      .option('native', {
        type: 'string',
        array: true,
        describe:
          'add native binaries: x86_64-linux, aarch64-linux, x86_64-windows; without a name, all whose compiler is here',
      })
      .option('fmi', {
        type: 'number',
        array: true,
        choices: [2, 3],
        default: [3],
        describe: 'version of FMI; 2 writes <name>-fmi2.fmu and needs native binaries',
      })
      .example('$0 build units/joystick', 'writes dist/joystick.fmu')
      .example('$0 build units/crane-single units/hydraulic-actuator -o build', 'several at once')
      .example('$0 build units/joystick --native --fmi 2 3', 'for other tools, as FMI 2.0 and 3.0'),
  handler: (args) => endedBySignals(() => build(args)),
};

async function build({ folder, out, native, fmi }: Args): Promise<void> {
  const { buildUnit } = await import('../../fmu-sdk/seal/build-unit.ts');
  const { platformsNamed } = await import('../../fmu-sdk/c-compiler/compilers.ts');
  // What FMI 2.0 is for runs native binaries alone.
  const platforms = native === undefined && !fmi.includes(2) ? [] : platformsNamed(native ?? []);
  const versions = fmi.map((version) => (version === 2 ? 2 : 3));
  for (const unit of folder) {
    const begin = performance.now();
    const built = await buildUnit(unit, out, { native: platforms, fmi: versions });
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    const [first, ...others] = built.archives;
    print(`${first.file}: ${size(first.bytes)}, component ${size(built.component)}, ${seconds} s`);
    for (const { file, bytes } of others) print(`${file}: ${size(bytes)}`);
    for (const { platform, library, seconds: took } of built.native)
      print(`  ${platform}: ${size(library.length)}, ${took.toFixed(1)} s`);
  }
}
