import { basename, extname } from 'node:path';
import type { PortPlatform } from '../../../fmu-sdk/build/compile-sources/compile-task.ts';
import { type Command, print, size, text } from '../command.ts';

interface Args {
  file: string;
  output?: string;
  platform: string[];
  source: string[];
  define: string[];
  force: boolean;
}

export const portCommand: Command<Args> = {
  command: 'port <file>',
  describe: 'Compile a unit with C sources for this machine, or for others',
  builder: (yargs) =>
    yargs
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: 'a unit (.fmu) with files below sources/',
      })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        describe: '.fmu to write: the same unit with more binaries [default: results/<name>.fmu]',
      })
      .option('platform', {
        type: 'string',
        array: true,
        default: [],
        describe:
          'platforms as FMI 3.0 names them, x86_64-windows for one, or wasm for a component of FMI-LS-WASM [default: this machine’s]',
      })
      .option('source', {
        type: 'string',
        array: true,
        default: [],
        describe:
          'files below sources/ that are compiled, where the unit does not say it, or says it wrongly',
      })
      .option('define', {
        type: 'string',
        array: true,
        default: [],
        describe: 'macros that the sources need and the unit does not name: NAME, NAME=value',
      })
      .option('force', { type: 'boolean', default: false, describe: 'make binaries anew that are there' })
      .example(
        '$0 port wheel.fmu -o wheel-here.fmu',
        'a unit with a Windows binary and sources, for this machine',
      )
      .example('$0 port wheel.fmu --platform x86_64-linux aarch64-linux', 'for two platforms')
      .example(
        '$0 port wheel.fmu --platform wasm',
        'a unit of FMI 3.0 as WebAssembly, for every machine and without rights',
      )
      .example('$0 port ball.fmu --source all.c', 'of many sources this one')
      .example(
        '$0 port pendulum.fmu --define FMI_2',
        'with a macro that its tool sets on its own command line',
      )
      .epilogue(
        'The sources are compiled and not run. A compiler reads them with your rights: port units of people whom you know.',
      ),
  handler: async ({ file, output, platform, source, define, force }) => {
    const { platformsNamed } = await import('../../../fmu-sdk/util/c-compiler/compilers.ts');
    const { someNames } = await import('../../../fmu-sdk/util/printable.ts');
    const { writeWhole } = await import('../../../fmu-sdk/util/files/atomic-write.ts');
    const { platformName } = await import('../../../fmu-sdk/host/platform-name.ts');
    const { wasmPlatform } = await import('../../../fmu-sdk/build/compile-sources/compile-task.ts');
    const { portUnit } = await import('../../../fmu-sdk/build/compile-sources/compile-sources.ts');
    const isWasm = (name: string): boolean => /^wasm(32-wasip2)?$/.test(name);
    const asked = platform.length === 0 ? [platformName()] : platform;
    const natives = asked.filter((name) => !isWasm(name));
    const platforms: PortPlatform[] = [
      ...(natives.length > 0 ? platformsNamed(natives) : []),
      ...(asked.some(isWasm) ? [wasmPlatform] : []),
    ];
    const { fmu, made, signatures } = await portUnit(file, {
      platforms,
      sources: source,
      defines: define,
      force,
    });
    const target = output ?? `results/${basename(file, extname(file))}.fmu`;
    writeWhole(target, fmu);
    print(text`${target}  ${size(fmu.length)}`);
    for (const { path, bytes, seconds, guessed } of made) {
      print(text`  ${path}: ${size(bytes)}, ${seconds.toFixed(1)} s`);
      if (guessed.length > 0)
        print(
          text`  It does not say which sources are compiled. Taken were those that no other includes: ${someNames(guessed)}.`,
        );
    }
    if (signatures > 0)
      print(text`  ${signatures} signatures are left out: they are of the unit without these binaries.`);
  },
};
