import yargs, { type Argv } from 'yargs';
import { printable, shortened } from '../../fmu-sdk/util/printable.ts';
import { say } from './terminal/terminal.ts';

/**
 * The command line of a script of this repository (`npm run NAME --`): what it does not know ends it with exit code 2, its help and
 * the reason. `usage` begins with `$0`; `words` may stand beside options, as `_`.
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
      `more than ${words === 0 ? 'options' : 'one word'}: what is it to do with that?`,
    )
    .strictOptions()
    .check((given) => {
      for (const [option, value] of Object.entries(given))
        if (Number.isNaN(value)) throw new Error(`--${option} takes a number.`);
      return true;
    })
    .version(false)
    .help()
    .wrap(Math.min(110, process.stdout.columns ?? 110))
    .fail((message, error, usage) => {
      if (message === null || message === undefined) throw error;
      say(`${usage.help()}\n\n${name}: ${printable(shortened(message))}`);
      process.exit(2);
    });
}
