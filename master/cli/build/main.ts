import { commandLine } from '../command-line.ts';
import { buildCommand } from './command.ts';

/** `fmu build` alone, which is bundled into one file so that its bytecode is kept. */
export function main(argv: readonly string[]): Promise<void> {
  return commandLine(argv, [buildCommand]);
}
