import { existsSync } from 'node:fs';
import { nameText } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { readCheckpoint } from '../../run/checkpoint/checkpoint-file.ts';
import type { CheckpointOptions } from '../../run/checkpoint/checkpoints.ts';
import type { RunArguments } from './options.ts';

/** What may be said otherwise of a run that goes on: where things go, and what is told. */
const own = [
  'output',
  'report',
  'ownSteps',
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
/** Defaults, which nobody has said. */
const silent: Readonly<Record<string, unknown>> = {
  summary: false,
  json: false,
  trust: false,
  stepByStep: false,
};
/** What a run that may be gone on with cannot have. */
const apart = {
  realtime: 'the clock on the wall does not wait',
  log: 'a log has the calls of one process',
  recordCalls: 'a recording has the calls of one process',
} as const;

/** What gives code rights that it has not by itself. Only who goes on can give them, not a file. */
const rights = ['trust', 'allow', 'use', 'keyRing'] as const;

const seconds: Readonly<Record<string, number>> = { ms: 1e-3, s: 1, min: 60, h: 3600 };

/** Where checkpoints of a run go, and how often; undefined where none are asked for. */
export function checkpointOf(
  args: RunArguments,
  name: string,
  output: string | undefined,
): CheckpointOptions | undefined {
  const { checkpoint, file } = args;
  if (checkpoint === undefined) return undefined;
  for (const [option, why] of Object.entries(apart))
    if (args[option as keyof typeof apart] !== undefined)
      throw new UserError(
        `run ${file}: --checkpoint and ${dashed(option)} do not go together: ${why}. Leave one out.`,
      );
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?|\.\d+) ?(ms|s|min|h)?$/.exec(checkpoint) ?? [];
  if (number === undefined)
    throw new UserError(
      `run ${file}: --checkpoint "${checkpoint}" is no time. Give how much wall time is to be between two: 10s, 500ms, 5min, 1h.`,
    );
  const { resume: _, ...said } = args;
  return {
    file: (output ?? `results/${name}`).replace(/(\.[^./\\]*)?$/, '.checkpoint'),
    seconds: Number(number) * seconds[unit],
    said,
  };
}

/** What a run was asked for that goes on from the checkpoint `file`. */
export function resumedArguments(given: RunArguments): RunArguments {
  const { said: all, rows } = readCheckpoint(given.file);
  const said = all as RunArguments | undefined;
  if (typeof said?.file !== 'string')
    throw new UserError(
      `resume ${given.file}: it was not written by this command. Go on with it by what has written it.`,
    );
  const here = Object.entries(given).filter(
    ([name, value]) =>
      value !== undefined && value !== silent[name] && /^[a-z]/i.test(name) && !name.includes('-'),
  );
  const other = here.find(
    ([name]) => !(own as readonly string[]).includes(name) && !['o', 'out'].includes(name),
  );
  if (other !== undefined)
    throw new UserError(
      `resume ${given.file}: ${dashed(other[0])} is said where a run begins. Leave it out, or begin the run anew.`,
    );
  const lacking = rights.filter(
    (name) => isGiven(said[name]) && JSON.stringify(said[name]) !== JSON.stringify(given[name]),
  );
  if (lacking.length > 0)
    throw new UserError(
      `resume ${given.file}: the run was begun with ${lacking.map((name) => optionOf(name, said[name])).join(' ')}, which a file cannot allow. ` +
        'Say it again, if you trust it, or begin the run anew.',
    );
  // Results that go on are behind rows of theirs that are there; others are what the checkpoint names alone.
  const begun = rows !== undefined && rows.bytes > 0;
  for (const name of ['report', 'ownSteps', ...(begun ? [] : ['output' as const])] as const)
    if (isGiven(said[name]) && given[name] === undefined && existsSync(String(said[name])))
      throw new UserError(
        `resume ${given.file}: ${optionOf(name, said[name])} of the run would replace what is there. Say it again, or name another file.`,
      );
  return { ...said, ...Object.fromEntries(here), file: said.file, resume: true };
}

/** An option as it is typed. */
export const dashed = (name: string): string => `--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`;

const isGiven = (value: unknown): boolean => value !== undefined && value !== false;

const optionOf = (name: string, value: unknown): string =>
  nameText([dashed(name), ...(value === true ? [] : [value].flat())].join(' '));
