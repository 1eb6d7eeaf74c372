import { join } from 'node:path';
import { UserError } from '../../fmu-sdk/error.ts';
import { type Command, print } from './command.ts';

interface Args {
  folder: string[];
  steps: number;
  seed: number;
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
      .example('$0 test units/joystick --steps 10000', 'a longer drive'),
  handler: async ({ folder, steps, seed }) => {
    const { generateFields } = await import('../../fmu-sdk/seal/core.ts');
    const { differential } = await import('../../fmu-sdk/twin/differential.ts');
    const { formatFinding, lintUnit } = await import('../../fmu-sdk/lint/lint.ts');
    for (const unit of folder) {
      generateFields(unit);
      const findings = lintUnit(join(unit, 'unit.ts'));
      if (findings.length > 0)
        throw new UserError(`test ${unit}:\n${findings.map(formatFinding).join('\n')}`);
      await differential(unit, { steps, seed });
      print(`${unit}: lint clean; ${steps} steps of a random drive (seed ${seed}) equal bit for bit`);
    }
  },
};
