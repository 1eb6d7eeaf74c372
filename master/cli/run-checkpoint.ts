import { UserError } from '../../fmu-sdk/error.ts';
import type { CheckpointOptions } from '../run/checkpoint/checkpoints.ts';
import { readCheckpoint } from '../run/checkpoint/file.ts';
import type { RunArguments } from './run-arguments.ts';

/** What may be said otherwise of a run that goes on: where things go, and what is told. */
const own = [
  'output',
  'report',
  'ownSteps',
  'summary',
  'json',
  'checkpoint',
  'trust',
  'keyRing',
  'resume',
  'file',
] as const;
/** Defaults, which nobody has said. */
const silent: Readonly<Record<string, unknown>> = { summary: false, json: false, trust: false, events: true };
/** What a run that may be gone on with cannot have. */
const apart = {
  realtime: 'the clock on the wall does not wait',
  log: 'a log has the calls of one process',
} as const;

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
        `run ${file}: --checkpoint and --${option} do not go together: ${why}. Leave one out.`,
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
  const said = readCheckpoint(given.file).said as RunArguments | undefined;
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
      `resume ${given.file}: --${other[0].replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)} is said where a run begins. Leave it out, or begin the run anew.`,
    );
  return { ...said, ...Object.fromEntries(here), file: said.file, resume: true };
}
