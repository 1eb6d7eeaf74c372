import { readFileSync } from 'node:fs';
import yargs from 'yargs';
import { UserError } from '../../fmu-sdk/error.ts';
import { Stopped } from '../run/stopped.ts';
import { buildCommand } from './build.ts';
import { checkCommand } from './check.ts';
import { exportCommand } from './export.ts';
import { inspectCommand } from './inspect.ts';
import { lintCommand } from './lint.ts';
import { newCommand } from './new.ts';
import { runCommand } from './run.ts';
import { studyCommand } from './study.ts';
import { testCommand } from './test.ts';

/** The command line `fmu`. Exit code 0: done; 1: an error that the message explains; 2: wrong usage. */
export async function main(argv: readonly string[]): Promise<void> {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  // A reader that has seen enough (`fmu inspect x.fmu | head`) is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  try {
    await yargs(argv)
      .scriptName('fmu')
      .usage('$0 <command>\n\nMake, seal, inspect and couple functional mock-up units (FMI 3.0).')
      .command(newCommand)
      .command(buildCommand)
      .command(lintCommand)
      .command(testCommand)
      .command(inspectCommand)
      .command(checkCommand)
      .command(runCommand)
      .command(studyCommand)
      .command(exportCommand)
      .demandCommand(1, 'Name a command.')
      .strict()
      .version(version)
      .help()
      .wrap(Math.min(110, process.stdout.columns ?? 110))
      .fail((message, error, usage) => {
        if (error !== undefined && error !== null) throw error;
        process.stderr.write(`${usage.help()}\n\nfmu: ${message}\n`);
        process.exit(2);
      })
      .parseAsync();
  } catch (error) {
    const text =
      error instanceof UserError ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`fmu: ${text}\n`);
    process.exitCode = 1;
    // A trusted native unit that does not come back keeps its thread for ever: it ends with the process alone.
    if (error instanceof Stopped && error.stuck)
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), 3000).unref();
  }
}
