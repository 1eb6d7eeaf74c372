import { existsSync } from 'node:fs';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { readCheckpoint } from '../../run/checkpoint/checkpoint-file.ts';
import type { CheckpointOptions } from '../../run/checkpoint/checkpoints.ts';
import { resolveRenamed } from '../usage/renamed-options.ts';
import type { RunArguments } from './options.ts';

/** Options that may change when a run is resumed: files, output and permissions. */
const changeable = [
  'output',
  'report',
  'substeps',
  'summary',
  'json',
  'checkpoint',
  'trust',
  'allow',
  'use',
  'requireSignature',
  'keyRing',
  'resume',
  'file',
] as const;
/** Default values, which count as not given. */
const defaults: Readonly<Record<string, unknown>> = {
  summary: false,
  json: false,
  trust: false,
  stepByStep: false,
};
/** Options that do not work with checkpoints, with the reason. */
const incompatible = {
  realtime: 'real time does not wait',
  log: 'a log covers one process',
  recordCalls: 'a recording covers one process',
} as const;

/** Options that give code more permissions. Only the user can give them, not a checkpoint file. */
const permissionOptions = ['trust', 'allow', 'use', 'keyRing'] as const;

const seconds: Readonly<Record<string, number>> = { ms: 1e-3, s: 1, min: 60, h: 3600 };

/** Returns the file and interval of checkpoints, or undefined without `--checkpoint`. */
export function checkpointOf(
  args: RunArguments,
  name: string,
  output: string | undefined,
): CheckpointOptions | undefined {
  const { checkpoint, file } = args;
  if (checkpoint === undefined) return undefined;
  for (const [option, why] of Object.entries(incompatible))
    if (args[option as keyof typeof incompatible] !== undefined)
      throw new UserError(
        `run ${file}: --checkpoint and ${dashedOption(option)} do not go together: ${why}. Leave one out.`,
      );
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?|\.\d+) ?(ms|s|min|h)?$/.exec(checkpoint) ?? [];
  if (number === undefined)
    throw new UserError(
      `run ${file}: --checkpoint expects wall time between two checkpoints, such as 10s, 500ms, 5min or 1h, got "${checkpoint}".`,
    );
  const { resume: _, ...runArguments } = args;
  return {
    file: (output ?? `results/${name}`).replace(/(\.[^./\\]*)?$/, '.checkpoint'),
    seconds: Number(number) * seconds[unit],
    said: runArguments,
  };
}

/** Returns the arguments of a run that continues from a checkpoint file. */
export function resumeArguments(args: RunArguments): RunArguments {
  const { said: all, rows } = readCheckpoint(args.file);
  const original = all === undefined ? undefined : withCurrentNames(all as RunArguments);
  if (typeof original?.file !== 'string')
    throw new UserError(
      `resume ${args.file}: another program wrote this checkpoint. Resume it with that program.`,
    );
  const overrides = Object.entries(args).filter(
    ([name, value]) =>
      value !== undefined && value !== defaults[name] && /^[a-z]/i.test(name) && !name.includes('-'),
  );
  const other = overrides.find(
    ([name]) => !(changeable as readonly string[]).includes(name) && !['o', 'out'].includes(name),
  );
  if (other !== undefined)
    throw new UserError(
      `resume ${args.file}: ${dashedOption(other[0])} can only be given at the start of a run. Leave it out, or start the run again.`,
    );
  const lacking = permissionOptions.filter(
    (name) => isGiven(original[name]) && JSON.stringify(original[name]) !== JSON.stringify(args[name]),
  );
  if (lacking.length > 0)
    throw new UserError(
      `resume ${args.file}: the run started with ${lacking.map((name) => optionOf(name, original[name])).join(' ')}, which a file cannot permit. ` +
        'Give these options again if you trust them, or start the run again.',
    );
  // Resumed results must follow existing rows. Without rows, only the checkpoint names the output.
  const begun = rows !== undefined && rows.bytes > 0;
  for (const name of ['report', 'substeps', ...(begun ? [] : ['output' as const])] as const)
    if (isGiven(original[name]) && args[name] === undefined && existsSync(String(original[name])))
      throw new UserError(
        `resume ${args.file}: ${optionOf(name, original[name])} of the run would replace an existing file. Give the option again, or name another file.`,
      );
  return { ...original, ...Object.fromEntries(overrides), file: original.file, resume: true };
}

/** Moves the value of the former option `--own-steps` to `--substeps`. */
export function withCurrentNames({ ownSteps, ...args }: RunArguments): RunArguments {
  const substeps = resolveRenamed('run', 'substeps', args.substeps, 'own-steps', ownSteps);
  return substeps === undefined ? args : { ...args, substeps };
}

/** Returns an option as a user types it. */
export const dashedOption = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`;

const isGiven = (value: unknown): boolean => value !== undefined && value !== false;

const optionOf = (name: string, value: unknown): string =>
  printableName([dashedOption(name), ...(value === true ? [] : [value].flat())].join(' '));
