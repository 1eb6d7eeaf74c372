import { runInNewContext } from 'node:vm';
import { hosts } from '../../../fmu-sdk/host/choice/host-registry.ts';
import { type CoreBinary, compileOnce } from '../../../fmu-sdk/host/wasm/core-host.ts';
import type { RowCounter } from '../../../fmu-sdk/util/files/row-count.ts';
import { autoScheme } from '../../advise/auto-scheme.ts';
import type { Destination } from '../../observe/formats/result-format.ts';
import { sinkOf } from '../../observe/formats/result-formats.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { pickLimits } from '../../verdict/thresholds.ts';
import { instantiateCores } from '../instances/core-instances.ts';
import { givenWith } from '../options/option-row.ts';
import { runOptions } from '../options/run-options.ts';
import { ResultFile, requireApartFromInputs } from '../rows/result-file.ts';
import { PlannedRun } from '../run-plan.ts';
import { reasonAgainstRestart, ThreadsChoice } from '../threads/thread-choice.ts';
import type { RunResult } from '../worker/run-protocol.ts';
import type { RunnerOptions } from '../worker/system-runner.ts';
import { runToEnd } from './run-loop.ts';

/** Limits of a short run: steps of all units together, and bytes of their modules. */
const [mostSteps, mostBytes] = [2000, 300_000];

/**
 * Runs a system of fmukit FMUs in this thread if that takes at most `ms`, because starting a thread
 * takes longer than a few steps.
 *
 * Returns undefined for other systems, and if the run takes longer or fails, and leaves nothing
 * behind. Then a `SystemRunner` repeats it, watches it and reports errors.
 */
export function shortRun(system: CheckedSystem, options: RunnerOptions, ms: number): RunResult | undefined {
  const { output } = options;
  if (!mayBeShort(system, options)) return undefined;
  try {
    // A run that cannot restart is not tried here.
    if (reasonAgainstRestart({ output }) !== undefined) return undefined;
    requireApartFromInputs(output, system);
    const { report } = new ThreadsChoice(system, { hosts });
    const rows = new BufferedDestination();
    // Compiling always ends and caches its result. Interrupting it would leave a partial cache.
    const modules = new Map<unknown, unknown>();
    for (const { name, binary } of system.units) compileOnce((binary as CoreBinary).core, name, modules);
    const result = runWithTimeout(ms, () => compute(system, options, modules, rows));
    if (result?.outcome !== 'finished') return undefined;
    return { ...result, threads: report, output: output && rows.writeTo(output) };
  } catch {
    return undefined;
  }
}

function mayBeShort(system: CheckedSystem, options: RunnerOptions): boolean {
  const { units, startTime, stopTime, step, scheme, threads = 1 } = system;
  if (givenWith(runOptions, 'ownThread', options).length > 0) return false;
  if (scheme === autoScheme.name || threads > 1) return false;
  if ((units.length * (stopTime - startTime)) / step > mostSteps) return false;
  if (!units.every(({ binary }) => binary.form === 'core')) return false;
  return units.reduce((sum, { binary }) => sum + (binary as CoreBinary).core.length, 0) <= mostBytes;
}

/**
 * Computes the run. Events of fmukit FMUs are not visible to the master and do not add rows.
 */
function compute(
  system: CheckedSystem,
  { output, summarize, csvFormulas, ...settings }: RunnerOptions,
  modules: Map<unknown, unknown>,
  destination: BufferedDestination,
): RunResult {
  const activity = { cells: new Int32Array(4) };
  const run = new PlannedRun({
    system,
    activity,
    foresight: true,
    instances: instantiateCores(system, activity, modules),
    summarize,
    limits: pickLimits(settings),
    recording:
      output === undefined ? undefined : { sink: sinkOf(output, undefined, csvFormulas), destination },
  });
  const { value } = runToEnd(run.session).next();
  return run.complete(value as RunResult);
}

/** Buffer for rows that are written when the run has finished. */
class BufferedDestination implements Destination {
  private readonly pieces: Uint8Array[] = [];
  private count: RowCounter | undefined;

  readonly write = (bytes: Uint8Array): void => void this.pieces.push(bytes.slice());
  readonly whole = (): void => {};
  readonly counted = (count: RowCounter): void => {
    this.count = count;
  };

  /** Writes the file and returns its name, if there are rows. */
  writeTo(output: string): string | undefined {
    const file = new ResultFile(output);
    try {
      if (this.count !== undefined) file.counted(this.count);
      for (const piece of this.pieces) file.write(piece);
      return file.close(true);
    } catch (error) {
      file.drop();
      throw error;
    }
  }
}

/**
 * Returns the result of `call`, and ends it after `ms` [ms], even in a loop inside a unit. @throws
 * its error, or a timeout
 */
function runWithTimeout<Result>(ms: number, call: () => Result): Result {
  return runInNewContext('call()', { call }, { timeout: Math.ceil(ms) }) as Result;
}
