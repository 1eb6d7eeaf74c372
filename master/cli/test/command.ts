import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { endBuilding } from '../build/end-building.ts';
import { requireStepSeconds, stepSeconds } from '../build/step-seconds.ts';
import { type Command, print, text, withElapsedTime } from '../command.ts';
import { exitOnSignals } from '../exit/signals.ts';
import { requireUnitFolder } from '../input/input-kind.ts';

interface Args {
  folder: string[];
  steps: number;
  seed: number;
  'step-seconds': number;
  watch: boolean;
}

export const testCommand: Command<Args> = {
  command: 'test <folder..>',
  describe: 'Lint units and compare TypeScript with WebAssembly bit by bit',
  builder: (yargs) =>
    yargs
      .positional('folder', {
        type: 'string',
        array: true,
        demandOption: true,
        describe: 'unit folders (with unit.json)',
      })
      .option('steps', { type: 'number', default: 1000, describe: 'communication steps with random inputs' })
      .option('seed', { type: 'number', default: 1, describe: 'seed of the random inputs' })
      .option('watch', { type: 'boolean', default: false, describe: 'test again whenever a source changes' })
      .option('step-seconds', stepSeconds)
      .group(['steps', 'seed', 'watch', 'step-seconds'], 'Options:')
      .example('$0 test my-filter --steps 10000', 'a longer test')
      .example('$0 test my-filter --watch', 'until Ctrl-C'),
  handler: (args) =>
    exitOnSignals(async () => {
      if (!args.watch) return test(args);
      const { unitFiles } = await import('../../../fmu-sdk/build/unit-files.ts');
      const { watchAndRepeat } = await import('../build/watch-files.ts');
      return watchAndRepeat(
        'test',
        () => args.folder.flatMap((folder) => unitFiles(folder)),
        () => test(args),
      );
    }, endBuilding),
};

async function test({ folder, steps, seed, 'step-seconds': seconds }: Args): Promise<void> {
  if (!Number.isInteger(steps) || steps < 1)
    throw new UserError(`test: --steps must be a whole number from 1, got ${steps}.`);
  requireStepSeconds('test', seconds);
  for (const unit of folder) requireUnitFolder('test', unit);
  const { inBuildThread } = await import('../../../fmu-sdk/build/thread/build-thread.ts');
  for (const unit of folder) {
    const done = await withElapsedTime(text`${unit}: linting, compiling and testing`, () =>
      inBuildThread('test', { folder: unit, options: { steps, seed, stepSeconds: seconds } }),
    );
    print(
      text`${unit}: lint clean; ${done.steps} steps in ${done.runs} runs of a random drive (seed ${seed}) equal bit for bit`,
    );
    for (const end of done.ends) print(text`  the model ended the run early: ${end}`);
  }
}
