import { basename, extname } from 'node:path';
import type { PortPlatform } from '../../../fmu-sdk/build/compile-sources/compile-task.ts';
import { type Command, formatBytes, print, text } from '../command.ts';

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
  describe: 'Compile an FMU with C sources for this or other platforms',
  builder: (yargs) =>
    yargs
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: '.fmu with files in sources/',
      })
      .option('output', {
        alias: ['o', 'out'],
        type: 'string',
        describe: '.fmu to write, with the added binaries [default: results/<name>.fmu]',
      })
      .option('platform', {
        type: 'string',
        array: true,
        default: [],
        describe:
          'platforms of FMI 3.0, such as x86_64-windows, or wasm for a component of FMI-LS-WASM [default: this machine’s]',
      })
      .option('source', {
        type: 'string',
        array: true,
        default: [],
        describe: 'files in sources/ to compile, if the FMU does not list them correctly',
      })
      .option('define', {
        type: 'string',
        array: true,
        default: [],
        describe: 'macros that the FMU does not list: NAME, NAME=value',
      })
      .option('force', { type: 'boolean', default: false, describe: 'replace existing binaries' })
      .group(['output', 'platform', 'force'], 'Output:')
      .group(['source', 'define'], 'Compilation:')
      .example('$0 port wheel.fmu -o wheel-here.fmu', 'adds a binary for this machine')
      .example('$0 port wheel.fmu --platform x86_64-linux aarch64-linux', 'for two platforms')
      .example('$0 port wheel.fmu --platform wasm', 'an FMI 3.0 FMU as WebAssembly, for every machine')
      .example('$0 port ball.fmu --source all.c', 'compiles only this source')
      .example('$0 port pendulum.fmu --define FMI_2', 'defines a macro that the sources expect')
      .epilogue(
        'The sources are compiled, not run. The compiler runs with your rights: port FMUs only from people you know.',
      ),
  handler: async ({ file, output, platform, source, define, force }) => {
    const { platformsNamed } = await import('../../../fmu-sdk/util/c-compiler/compilers.ts');
    const { someNames } = await import('../../../fmu-sdk/util/printable.ts');
    const { writeAtomically } = await import('../../../fmu-sdk/util/files/atomic-write.ts');
    const { platformName } = await import('../../../fmu-sdk/host/choice/platform-name.ts');
    const { wasmPlatform } = await import('../../../fmu-sdk/build/compile-sources/compile-task.ts');
    const { portFmu } = await import('../../../fmu-sdk/build/compile-sources/compile-sources.ts');
    const isWasm = (name: string): boolean => /^wasm(32-wasip2)?$/.test(name);
    const platformNames = platform.length === 0 ? [platformName()] : platform;
    const natives = platformNames.filter((name) => !isWasm(name));
    const platforms: PortPlatform[] = [
      ...(natives.length > 0 ? platformsNamed(natives) : []),
      ...(platformNames.some(isWasm) ? [wasmPlatform] : []),
    ];
    const { fmu, binaries, signatures } = await portFmu(file, {
      platforms,
      sources: source,
      defines: define,
      force,
    });
    const target = output ?? `results/${basename(file, extname(file))}.fmu`;
    writeAtomically(target, fmu);
    print(text`${target}  ${formatBytes(fmu.length)}`);
    for (const { path, bytes, seconds, guessed } of binaries) {
      print(text`  ${path}: ${formatBytes(bytes)}, ${seconds.toFixed(1)} s`);
      if (guessed.length > 0)
        print(
          text`  The FMU does not list its sources. Compiled every source that no other includes: ${someNames(guessed)}.`,
        );
    }
    if (signatures > 0)
      print(text`  ${signatures} signatures were removed, because they do not cover the new binaries.`);
  },
};
