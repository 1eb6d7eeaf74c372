import { existsSync } from 'node:fs';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { damagedError, readCheckpoint } from '../../run/checkpoint/checkpoint-file.ts';
import { dashedOption, type OptionRow } from '../../run/options/option-row.ts';
import { resolveRenamed } from '../usage/renamed-options.ts';
import { type RunArguments, runRows } from './run-arguments.ts';

/** Options that name a file which a resumed run writes at its end. */
const filesAtEnd = ['report', 'substeps'] as const;

/** Returns the arguments of a run that continues from a checkpoint file. */
export function resumeArguments(args: RunArguments): RunArguments {
  const { said: all, rows } = readCheckpoint(args.file);
  if (!isRecord(all) || typeof all.file !== 'string')
    throw new UserError(
      `resume ${args.file}: another program wrote this checkpoint. Resume it with that program.`,
    );
  refuseOddValues(args.file, all);
  const original = withCurrentNames(all as unknown as RunArguments);
  const overrides = Object.entries(args).filter(
    ([name, value]) => Object.hasOwn(runRows, name) && value !== undefined && value !== runRows[name].default,
  );
  const other = overrides.find(([name]) => runRows[name].onResume === undefined);
  if (other !== undefined)
    throw new UserError(
      `resume ${args.file}: ${dashedOption(other[0])} can only be given at the start of a run. Leave it out, or start the run again.`,
    );
  refuseUnpermitted(args, original);
  // Resumed results must follow existing rows. Without rows, only the checkpoint names the output.
  const begun = rows !== undefined && rows.bytes > 0;
  for (const name of [...filesAtEnd, ...(begun ? [] : ['output' as const])])
    if (isGiven(original[name]) && args[name] === undefined && existsSync(String(original[name])))
      throw new UserError(
        `resume ${args.file}: ${optionOf(name, original[name])} of the run would replace an existing file. Give the option again, or name another file.`,
      );
  return { ...original, ...Object.fromEntries(overrides), file: original.file, resume: true };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Refuses options in a checkpoint that the command line cannot have given. */
function refuseOddValues(file: string, said: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(said)) {
    // The parser stores an option under both of its names: output-interval and outputInterval.
    const option = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const row = Object.hasOwn(runRows, option) ? runRows[option] : undefined;
    if (row === undefined ? isPositional(name, value) : isValueOf(row, value)) continue;
    throw damagedError(
      file,
      `its option ${printableName(name)} has a value that the command line never gives`,
    );
  }
}

/** Reports whether an entry that is not an option is one of the parser's own. */
const isPositional = (name: string, value: unknown): boolean =>
  name === '_' ? Array.isArray(value) : typeof value === 'string';

function isValueOf({ type, array }: OptionRow, value: unknown): boolean {
  const isText = (item: unknown): boolean => typeof item === 'string' || typeof item === 'number';
  if (value === null || value === undefined) return true;
  if (type === 'array' || array === true) return Array.isArray(value) && value.every(isText);
  if (type === 'number') return typeof value === 'number';
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'string') return typeof value === 'string';
  return isText(value);
}

/**
 * Refuses to resume if the first run had more permissions. Only the user can give them, not a
 * file.
 */
function refuseUnpermitted(args: RunArguments, original: RunArguments): void {
  const lacking = Object.entries(runRows)
    .filter(([, { onResume }]) => onResume === 'must be permitted again')
    .map(([name]) => name as keyof RunArguments)
    .filter(
      (name) => isGiven(original[name]) && JSON.stringify(original[name]) !== JSON.stringify(args[name]),
    );
  if (lacking.length > 0)
    throw new UserError(
      `resume ${args.file}: the run started with ${lacking.map((name) => optionOf(name, original[name])).join(' ')}, which a file cannot permit. ` +
        'Give these options again if you trust them, or start the run again.',
    );
}

/** Moves the value of the former option `--own-steps` to `--substeps`. */
export function withCurrentNames({ ownSteps, ...args }: RunArguments): RunArguments {
  const substeps = resolveRenamed('run', 'substeps', args.substeps, 'own-steps', ownSteps);
  return substeps === undefined ? args : { ...args, substeps };
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== false;

const optionOf = (name: string, value: unknown): string =>
  printableName([dashedOption(name), ...(value === true ? [] : [value].flat())].join(' '));
