import { requireDistinctPaths } from '../../../fmu-sdk/util/files/distinct-paths.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { CheckpointOptions } from '../../run/checkpoint/checkpoint-options.ts';
import { dashedOption, givenWith } from '../../run/options/option-row.ts';
import { type RunSettings, runOptions } from '../../run/options/run-options.ts';
import type { RealtimeOptions } from '../../run/realtime/realtime-options.ts';
import type { CallLogOptions } from '../../run/recording/call-log.ts';
import type { VerdictLimits } from '../../verdict/thresholds.ts';
import type { RunArguments } from './run-arguments.ts';

/**
 * Returns the settings of a run that its arguments describe.
 *
 * @param name name of the system
 * @param output result file. Undefined for a run that records nothing.
 */
export function settingsFromArguments(
  args: RunArguments,
  name: string,
  output: string | undefined,
): RunSettings {
  const { file, use, recordCalls, realtime, checkpoint } = args;
  for (const { name: option, entry } of givenWith(runOptions, 'needs', args))
    if (args[entry as keyof RunArguments] === undefined)
      throw new UserError(
        `run ${file}: ${dashedOption(option)} needs ${dashedOption(entry)}. Add it, or leave ${dashedOption(option)} out.`,
      );
  return {
    ...{ output, use, recordCalls },
    ...limitsOf(args),
    summarize: args.summary,
    csvFormulas: args.csvFormulas,
    events: args.events !== false,
    error: errorOf(args),
    collect: args.report !== undefined,
    log: logOf(args, output),
    realtime: realtime === undefined ? undefined : realtimeOf(file, realtime, args.late),
    checkpoint: checkpoint === undefined ? undefined : checkpointOf(args, checkpoint, name, output),
  };
}

/** Returns which error bands are wanted. */
function errorOf({ file, error, within }: RunArguments): RunSettings['error'] {
  if (error === undefined && within !== undefined) return true;
  if (error === undefined || error === '') return error === '';
  if (error === 'sharp' || error === 'all') return error;
  throw new UserError(
    `run ${file}: --error expects sharp, all or no value, got "${error}". Put the file before --error.`,
  );
}

/** Returns the limits of the verdict, given as shares (0.01) or in percent (1%). */
function limitsOf({ file, ...args }: RunArguments): VerdictLimits {
  const limits: VerdictLimits = {};
  for (const name of ['maxResidual', 'maxDrift', 'maxConstraint', 'maxLate'] as const) {
    const given = args[name];
    if (given === undefined) continue;
    const [, number, percent] = /^([\d.]+(?:e[+-]?\d+)?) ?(%?)$/i.exec(given) ?? [];
    const value = Number(number) * (percent === '' ? 1 : 0.01);
    if (!(value > 0 && value < Number.POSITIVE_INFINITY))
      throw new UserError(
        `run ${file}: ${dashedOption(name)} expects a number above 0, got "${given}". Examples: 1%, or 0.01.`,
      );
    limits[name] = value;
  }
  return limits;
}

function logOf({ log, logCalls, logFrom, logTo }: RunArguments, output?: string): CallLogOptions | undefined {
  if (log === undefined) return undefined;
  requireDistinctPaths('log', log, output === undefined ? [] : [output]);
  return { file: log, calls: logCalls, from: logFrom, to: logTo };
}

function realtimeOf(file: string, text: string, late: RunArguments['late']): RealtimeOptions {
  const factor = text === '' ? 1 : Number(text);
  if (factor > 0 && factor < Number.POSITIVE_INFINITY) return { factor, late };
  throw new UserError(
    `run ${file}: --realtime expects a factor above 0, got "${text}". Give a number (2: twice real time), or no value and the file before it.`,
  );
}

const seconds: Readonly<Record<string, number>> = { ms: 1e-3, s: 1, min: 60, h: 3600 };

/** Returns the file and the interval of checkpoints. */
function checkpointOf(
  args: RunArguments,
  interval: string,
  name: string,
  output: string | undefined,
): CheckpointOptions {
  const [conflict] = givenWith(runOptions, 'noCheckpoint', args);
  if (conflict !== undefined)
    throw new UserError(
      `run ${args.file}: --checkpoint and ${dashedOption(conflict.name)} do not go together: ${conflict.entry}. Leave one out.`,
    );
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?|\.\d+) ?(ms|s|min|h)?$/.exec(interval) ?? [];
  if (number === undefined)
    throw new UserError(
      `run ${args.file}: --checkpoint expects wall time between two checkpoints, such as 10s, 500ms, 5min or 1h, got "${interval}".`,
    );
  const { resume: _, ...runArguments } = args;
  return {
    file: (output ?? `results/${name}`).replace(/(\.[^./\\]*)?$/, '.checkpoint'),
    seconds: Number(number) * seconds[unit],
    said: runArguments,
  };
}
