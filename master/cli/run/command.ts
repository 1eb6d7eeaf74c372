import type { Argv, Options } from 'yargs';
import { dashedName, type OptionRow } from '../../run/options/option-row.ts';
import type { Command } from '../command.ts';
import { formerOption } from '../usage/renamed-options.ts';
import { type RunArguments, runRows } from './run-arguments.ts';

export const runCommand: Command<RunArguments> = {
  command: 'run <file>',
  describe: 'Run a system of coupled FMUs, or a single FMU',
  builder: (yargs) => {
    const program = yargs.positional('file', {
      type: 'string',
      demandOption: true,
      describe: 'system.json, .ssp, .ssd, OspSystemStructure.xml, .fmu, or .checkpoint',
    });
    return declareOptions(program, runRows).example(
      '$0 run pump.fmu --stop-time 10 --set d=30[mm]',
      'a single FMU',
    ) as Argv<RunArguments>;
  },
  handler: async (args) => {
    const { runFile } = await import('./handler.ts');
    await runFile(args);
  },
};

/** Declares the options that have a heading, under their headings. */
function declareOptions(program: Argv<object>, rows: Readonly<Record<string, OptionRow>>): Argv<object> {
  const groups = new Map<string, string[]>();
  for (const [name, row] of Object.entries(rows)) {
    const { heading, formerly } = row;
    if (heading === undefined) continue;
    program.option(
      dashedName(name),
      formerly === undefined ? declared(row) : formerOption(formerly, 'string'),
    );
    if (formerly === undefined) groups.set(heading, [...(groups.get(heading) ?? []), dashedName(name)]);
  }
  for (const [heading, names] of groups) program.group(names, heading);
  return program;
}

/** Returns the part of a row that yargs reads. */
function declared({
  type,
  array,
  alias,
  requiresArg,
  choices,
  default: value,
  describe,
  hidden,
}: OptionRow): Options {
  const entries = { type, array, alias, requiresArg, choices, default: value, describe, hidden };
  return Object.fromEntries(Object.entries(entries).filter(([, entry]) => entry !== undefined));
}
