import type { Host } from '../../fmu-sdk/host/choice/host.ts';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import { Fmu } from '../../fmu-sdk/host/fmu.ts';
import type { OpenOptions } from '../../fmu-sdk/host/open-options.ts';
import type { Method } from '../../fmu-sdk/solver/ode-integrator.ts';
import { type OptionTable, requireOptions, withoutUndefined } from '../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { Sink } from '../observe/formats/result-format.ts';
import { type FileSettings, fileSettingKinds, valuesOf } from '../system/file-settings.ts';
import { resolveSystem, type SystemOptions } from '../system/load-system.ts';
import { reloadSystem } from '../system/reload-system.ts';
import { requireChecked } from '../system/require-checked.ts';
import { type SingleFmuOptions, singleFmuKinds } from '../system/single/single-options.ts';
import type { CheckedSystem, SystemFile } from '../system/system.ts';
import { withFile } from '../verdict/verdict.ts';
import { contentName, isSystemContent, loadSystem } from './open/load-file.ts';
import { requireSettings } from './options/require-settings.ts';
import {
  pickSettings,
  type SharedThreadSettings,
  savesState,
  sharedThreadKinds,
} from './options/run-options.ts';
import { withSave } from './rows/save-result.ts';
import { Run, type RunOptions, runKinds, type StartRun } from './run-object.ts';
import { runSystem } from './run-system.ts';

/** Options of a run, with its files. */
export interface SimulateOptions extends RunOptions, SharedThreadSettings {
  /** Custom hosts, in addition to the built-in ones. Pass the hosts that `loadSystem` received. */
  hosts?: readonly Host[] | undefined;
  /** Custom integrators for model exchange, in addition to the built-in ones. */
  integrators?: readonly Method[] | undefined;
  /** Custom result formats, in addition to the built-in ones. */
  sinks?: readonly Sink[] | undefined;
  /**
   * Called with notes for the user, for example on how native units are confined or on crashes
   * while closing.
   */
  onNote?: ((text: string) => void) | undefined;
}

const simulateKinds: OptionTable<SimulateOptions> = {
  ...runKinds,
  ...sharedThreadKinds,
  hosts: 'named',
  sinks: 'named',
  onNote: 'function',
};

const systemHint =
  'Pass a path, the content of a system file (with "units"), or the awaited result of loadSystem or openFmu.';

/** Options of other functions and commands, and what to use instead. */
const elsewhere: readonly [names: string, hint: string][] = [
  ['allow isolate requireSignature keyRing sources', 'Give it to loadSystem, and run what that returns'],
  ['realtime use', 'Give it to a SystemRunner'],
  ['report', 'Write the page with writeReport, from the result file'],
];

/** Options that decide what runs. They replace entries of the file. */
export interface FileOptions extends FileSettings, SingleFmuOptions {
  /** Runs native FMUs in this process (faster) instead of one process each. */
  trusted?: boolean | undefined;
}

const fileKinds: OptionTable<FileOptions> = {
  ...fileSettingKinds,
  trusted: 'boolean',
  ...singleFmuKinds,
};

/**
 * Runs a system in this thread: a file, the content of a system file (whose paths start at the
 * working directory), or what `loadSystem` or `openFmu` returned. Options such as `stopTime` load
 * it again with these values. `await` the run, or iterate over its rows with `for await`. Native
 * units run in separate processes, unless they are `trusted`. A fmukit FMU that never returns from
 * a step is not ended here. Use `SystemRunner` for that. `runSystem` is its other name, beside
 * `runStudy` and `runFit`.
 *
 * @example
 * const result = await simulate('chain.json', { values: { 'second.T': 2 }, stopTime: 5 });
 * console.log(result.verdict.word, result.column('second.y').at(-1));
 * result.save('results/chain.csv');
 * for await (const row of runSystem(system)) console.log(row.time, row['second.y']);
 */
export function simulate(
  system: CheckedSystem | SystemFile | Fmu | string,
  options: SimulateOptions & FileOptions = {},
): Run {
  if (Array.isArray(options?.output))
    throw new UserError(
      'run: output: expected the path of a result file, got a list. Use "record" for the names of variables.',
    );
  if (typeof system === 'string') return simulateFile(system, options);
  if (system instanceof Fmu) return simulateFile(system.file, options, system.options);
  if (isSystemContent(system)) return simulateContent(system, options);
  requireChecked('run', system, systemHint);
  const [change, others] = splitOptions(`run ${system.name}`, options, fileKinds);
  const isChanged = Object.keys(fileKinds).some((name) => options[name as keyof FileOptions] !== undefined);
  if (isChanged) return runOf(() => reloadSystem(system, change), others);
  requireSettings(system, pickSettings(others));
  return runOf(() => system, others);
}

type LoadedOptions = SystemOptions & SingleFmuOptions;

/** Runs a file. `opened` holds the options with which its FMU was opened before. */
function simulateFile(file: string, options: SimulateOptions & FileOptions, opened: OpenOptions = {}): Run {
  const [loading, others] = splitOptions(`run ${file}`, options, fileKinds);
  return runOf(() => loadSystem(file, { ...opened, ...withoutUndefined(loading) }), others, file);
}

function simulateContent(system: SystemFile, options: SimulateOptions & FileOptions): Run {
  const { kind: _, solver: _1, tolerance: _2, ...kinds } = fileKinds;
  const [loading, others] = splitOptions(`run ${contentName}`, options, kinds);
  return runOf(() => resolveSystem(system, contentName, loading), others);
}

/** Checks options, and separates those that load the system from those of its run. */
function splitOptions(
  operation: string,
  options: SimulateOptions & FileOptions,
  kinds: Partial<OptionTable<FileOptions>>,
): [loading: LoadedOptions, others: SimulateOptions] {
  for (const name of Object.keys(options ?? {})) {
    const [, hint] = elsewhere.find(([names]) => names.split(' ').includes(name)) ?? [];
    if (hint !== undefined) throw new UserError(`${operation}: unknown option "${name}". ${hint}.`);
  }
  requireOptions(operation, options, { ...simulateKinds, ...kinds } as OptionTable<object>);
  const entries = Object.entries(withoutUndefined(options));
  const pick = (ofFile: boolean): object =>
    Object.fromEntries(entries.filter(([name]) => Object.hasOwn(kinds, name) === ofFile));
  const others: SimulateOptions = pick(false);
  const { hosts, events } = others;
  const loading: LoadedOptions = withoutUndefined({ ...pick(true), hosts, events });
  valuesOf(operation, loading);
  return [loading, others];
}

/** Returns a run that is not started yet. `file` is named in the next command of its verdict. */
function runOf(
  load: () => CheckedSystem | Promise<CheckedSystem>,
  options: SimulateOptions,
  file = '<file>',
): Run {
  const { hosts: more, signal, onNote, couplings, extrapolations, integrators, ...others } = options;
  const { foresight, observers, sinks } = others;
  // Collected columns belong to the saved state. Whether a run is awaited must not decide about them.
  const collects = options.collect ?? (savesState(options) ? false : undefined);
  const start: StartRun = (system, batch, collect) => {
    const settings = pickSettings({ ...options, collect });
    requireSettings(system, settings);
    const environment = {
      ...{ couplings, extrapolations, integrators, foresight, observers, sinks },
      activity: { cells: new Int32Array(3) },
      hosts: hosts.with(more),
      note: onNote,
      stop: () => signal?.aborted === true,
      isFlushDue: oncePerSecond(),
    };
    return runSystem(system, settings, environment, batch);
  };
  return new Run(load, { ...options, collect: collects }, start, (result) =>
    withSave(withFile(result, file), sinks),
  );
}

/**
 * Returns a function that reports whether a second has passed since it last returned true. It reads
 * the clock at every 64th row, or more often if rows are slow.
 */
function oncePerSecond(): () => boolean {
  let rows = 0;
  let stride = 1;
  let last = performance.now();
  let looked = last;
  return () => {
    if (++rows < stride) return false;
    rows = 0;
    const now = performance.now();
    const slow = now - looked > 100;
    looked = now;
    stride = slow ? 1 : Math.min(64, 2 * stride);
    if (now - last < 1000) return false;
    last = now;
    return true;
  };
}
