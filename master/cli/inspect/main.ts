import { commandLine } from '../command-line.ts';
import { inspectCommand } from './command.ts';

/** Runs `fmu inspect` alone. It is bundled into one file so that Node can cache its bytecode. */
export function main(argv: readonly string[]): Promise<void> {
  return commandLine(argv, [inspectCommand]);
}
