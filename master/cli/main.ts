import yargs from 'yargs';
import { UserError } from '../../fmu-sdk/error.ts';
import { clearLeavings } from '../../fmu-sdk/files/scratch.ts';
import { explainMissing } from '../../fmu-sdk/optional.ts';
import { packageVersion } from '../../fmu-sdk/package.ts';
import type { AnyCommand } from './command.ts';
import { commands } from './commands.ts';

/**
 * The command line `fmu`, with commands of the caller's own beside those of this package. Exit code 0: done; 1: an error
 * that the message explains; 2: wrong usage.
 */
export async function main(argv: readonly string[], more: readonly AnyCommand[] = []): Promise<void> {
  // A reader that has seen enough (`fmu inspect x.fmu | head`) is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  for (const left of clearLeavings()) process.stderr.write(`fmu: ${left}\n`);
  try {
    const line = yargs([...argv])
      .scriptName('fmu')
      .usage(
        '$0 <command>\n\nMake, seal, inspect, couple and check functional mock-up units (FMI 2.0 and 3.0).',
      );
    for (const command of [...commands, ...more]) line.command(command);
    await line
      .demandCommand(1, 'Name a command.')
      .strict()
      .version(packageVersion())
      .help()
      .wrap(Math.min(110, process.stdout.columns ?? 110))
      .fail((message, error, usage) => {
        if (error !== undefined && error !== null) throw error;
        process.stderr.write(`${usage.help()}\n\nfmu: ${message}\n`);
        process.exit(2);
      })
      .parseAsync();
  } catch (thrown) {
    const error = explainMissing(argv[0] ?? 'fmu', thrown);
    const text =
      error instanceof UserError ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`fmu: ${text}\n`);
    process.exitCode = 1;
    // A trusted native unit that does not come back keeps its thread for ever: it ends with the process alone.
    if (error instanceof UserError && 'stuck' in error && error.stuck === true)
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), 3000).unref();
  }
}
