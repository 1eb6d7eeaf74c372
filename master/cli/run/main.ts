import { commandLine } from '../command-line.ts';
import { runCommand } from './command.ts';

/** Runs `fmu run` alone. It is bundled into one file so that a run starts sooner. */
export function main(argv: readonly string[]): Promise<void> {
  return commandLine(argv, [runCommand]);
}
