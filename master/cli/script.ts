import yargs, { type Argv } from 'yargs';
import { printable, shortened } from '../../fmu-sdk/util/printable.ts';
import { exitCode } from './exit/exit-codes.ts';
import { printError } from './terminal/terminal.ts';

/**
 * Parses the command line of a script of this repository (`npm run NAME --`). An unknown option
 * prints the help and the reason, and ends it with exit code 2. `usage` begins with `$0`. `words`
 * is the number of arguments besides options, which are in `_`.
 */
export function script(
  name: string,
  argv: readonly string[],
  usage: string,
  words = 0,
): Argv<Record<never, never>> {
  const called = name === 'start' ? 'npm start --' : `npm run ${name} --`;
  return yargs([...argv])
    .scriptName(called)
    .usage(usage)
    .demandCommand(
      0,
      words,
      '',
      `expected ${words === 0 ? 'only options' : 'at most one word besides options'}, got more.`,
    )
    .strictOptions()
    .check((values) => {
      for (const [option, value] of Object.entries(values))
        if (Number.isNaN(value)) throw new Error(`--${option} takes a number.`);
      return true;
    })
    .version(false)
    .help()
    .wrap(Math.min(100, process.stdout.columns ?? 100))
    .fail((message, error, usage) => {
      if (message === null || message === undefined) throw error;
      printError(`${usage.help()}\n\n${name}: ${printable(shortened(message))}`);
      process.exit(exitCode.usage);
    });
}
