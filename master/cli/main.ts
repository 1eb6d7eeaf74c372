import type { AnyCommand } from './command.ts';
import { commandLine } from './command-line.ts';
import { commands } from './commands.ts';

/** The command line `fmu`, with commands of the caller's own beside those of this package. */
export function main(argv: readonly string[], more: readonly AnyCommand[] = []): Promise<void> {
  return commandLine(argv, [...commands, ...more]);
}
