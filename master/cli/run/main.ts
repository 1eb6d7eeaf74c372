import { commandLine } from '../command-line.ts';
import { runCommand } from './command.ts';

/** `fmu run` alone, which is bundled into one file so that a run begins sooner. */
export function main(argv: readonly string[]): Promise<void> {
  return commandLine(argv, [runCommand]);
}
