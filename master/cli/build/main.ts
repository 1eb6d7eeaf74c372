import { commandLine } from '../command-line.ts';
import { buildCommand } from './command.ts';

/** Runs `fmu build` alone. It is bundled into one file so that Node can cache its bytecode. */
export function main(argv: readonly string[]): Promise<void> {
  return commandLine(argv, [buildCommand]);
}
