import { UserError } from '../../fmu-sdk/error.ts';
import { type Command, print } from './command.ts';
import { refuseSeconds, stepSeconds } from './step-seconds.ts';

interface Args {
  folder: string[];
  steps: number;
  seed: number;
  'step-seconds': number;
}

export const testCommand: Command<Args> = {
  command: 'test <folder..>',
  describe: 'Lint a unit, and drive it as plain TypeScript and as wasm: equal bit for bit',
  builder: (yargs) =>
    yargs
      .positional('folder', {
        type: 'string',
        array: true,
        demandOption: true,
        describe: 'unit folders (with unit.json)',
      })
      .option('steps', { type: 'number', default: 1000, describe: 'communication steps of the random drive' })
      .option('seed', { type: 'number', default: 1, describe: 'seed of the random drive' })
      .option('step-seconds', stepSeconds)
      .example('$0 test units/joystick --steps 10000', 'a longer drive'),
  handler: async ({ folder, steps, seed, 'step-seconds': seconds }) => {
    if (!Number.isInteger(steps) || steps < 1)
      throw new UserError(`test: --steps ${steps} is no number of steps. Give a whole number from 1.`);
    refuseSeconds('test', seconds);
    const { testUnit } = await import('../../fmu-sdk/seal/test-unit.ts');
    for (const unit of folder) {
      const done = await testUnit(unit, { steps, seed, stepSeconds: seconds });
      print(
        `${unit}: lint clean; ${done.steps} steps in ${done.runs} runs of a random drive (seed ${seed}) equal bit for bit`,
      );
      for (const end of done.ends) print(`  ended before its last step by its own word: ${end}`);
    }
  },
};
