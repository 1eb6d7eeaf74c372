import type { BuiltInterface } from '../../../fmu-sdk/build/manifest/model-exchange-states.ts';
import { type Command, formatBytes, print, text, withElapsedTime } from '../command.ts';
import { exitOnSignals } from '../exit/signals.ts';
import { requireUnitFolder } from '../input/input-kind.ts';
import { endBuilding } from './end-building.ts';
import { requireStepSeconds, stepSeconds } from './step-seconds.ts';

const interfaceChoices = ['cs', 'me', 'cs,me'] as const;

interface Args {
  folder: string[];
  out: string;
  native?: string[];
  fmi: number[];
  interfaces?: (typeof interfaceChoices)[number];
  'step-seconds': number;
  smokeTest?: boolean;
  cache: boolean;
  watch: boolean;
}

export const buildCommand: Command<Args> = {
  command: 'build <folder..>',
  describe: 'Check and compile unit folders into .fmu files',
  builder: (yargs) =>
    yargs
      .positional('folder', {
        type: 'string',
        array: true,
        demandOption: true,
        describe: 'unit folders (with unit.json)',
      })
      .option('out', {
        alias: ['o', 'output'],
        type: 'string',
        default: 'dist',
        describe: 'folder for the .fmu files to write',
      })
      .option('fmi', {
        type: 'number',
        array: true,
        choices: [2, 3],
        default: [3],
        describe: 'FMI versions (2 writes <name>-fmi2.fmu and needs native binaries)',
      })
      .option('interfaces', {
        choices: interfaceChoices,
        describe: 'cs: co-simulation, me: model exchange [default: all interfaces of the unit]',
      })
      .option('native', {
        type: 'string',
        requiresArg: false,
        array: true,
        describe:
          'add native binaries for x86_64-linux, aarch64-linux, x86_64-windows, x86_64-darwin, aarch64-darwin [default: all with an installed compiler]',
      })
      .option('smoke-test', {
        type: 'boolean',
        default: true,
        describe: 'include a smoke test in FMI 3.0 FMUs, for fmu verify (--no-smoke-test: omit it)',
      })
      .option('cache', {
        type: 'boolean',
        default: true,
        describe: 'reuse earlier builds of the same sources (--no-cache: build again, store nothing)',
      })
      .option('watch', { type: 'boolean', default: false, describe: 'build again whenever a source changes' })
      .option('step-seconds', stepSeconds)
      .group(['out', 'fmi', 'interfaces', 'native', 'smoke-test'], 'Output:')
      .group(['watch', 'cache', 'step-seconds'], 'Build process:')
      .example('$0 build my-filter', 'writes dist/my-filter.fmu')
      .example('$0 build crane actuator -o build', 'builds several units')
      .example('$0 build my-filter --watch', 'until Ctrl-C')
      .example('$0 build my-mass --interfaces cs,me', 'with model exchange')
      .example('$0 build my-filter --native --fmi 2 3', 'for other tools, as FMI 2.0 and 3.0'),
  handler: (args) =>
    exitOnSignals(async () => {
      if (!args.watch) return build(args);
      const { unitFiles } = await import('../../../fmu-sdk/build/unit-files.ts');
      const { watchAndRepeat } = await import('./watch-files.ts');
      return watchAndRepeat(
        'build',
        () => args.folder.flatMap((folder) => unitFiles(folder)),
        () => build(args),
      );
    }, endBuilding),
};

async function build(args: Args): Promise<void> {
  const { folder, out, native, fmi, smokeTest, cache, 'step-seconds': seconds } = args;
  requireStepSeconds('build', seconds);
  for (const unit of folder) requireUnitFolder('build', unit);
  const interfaces = args.interfaces?.split(',') as BuiltInterface[] | undefined;
  if (!cache) process.env.FMUKIT_CACHE = 'off';
  const { buildUnit } = await import('../../../fmu-sdk/build/build-unit.ts');
  const { platformsNamed } = await import('../../../fmu-sdk/util/c-compiler/compilers.ts');
  // FMUs of FMI 2.0 need native binaries.
  const platforms = native === undefined && !fmi.includes(2) ? [] : platformsNamed(native ?? []);
  const versions = fmi.map((version) => (version === 2 ? 2 : 3));
  for (const unit of folder) {
    const begin = performance.now();
    const options = { native: platforms, fmi: versions, smokeTest, stepSeconds: seconds, interfaces };
    const built = await withElapsedTime(text`${unit}: checking, compiling and testing`, () =>
      buildUnit(unit, out, options),
    );
    const took = ((performance.now() - begin) / 1000).toFixed(1);
    const [first, ...others] = built.archives;
    print(
      text`${first.file}: ${formatBytes(first.bytes)}, component ${formatBytes(built.component)}, ${took} s${built.fromCache ? ', cached' : ''}`,
    );
    for (const { file, bytes } of others) print(text`${file}: ${formatBytes(bytes)}`);
    for (const { platform, library, seconds: compileSeconds, fromCache: cached } of built.native) {
      const before = cached && !built.fromCache ? ', cached' : '';
      print(text`  ${platform}: ${formatBytes(library.length)}, ${compileSeconds.toFixed(1)} s${before}`);
    }
  }
}
