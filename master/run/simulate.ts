import type { Host } from '../../fmu-sdk/host/choice/host.ts';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import type { Method } from '../../fmu-sdk/solver/ode-integrator.ts';
import { type OptionTable, requireOptions } from '../../fmu-sdk/util/require-options.ts';
import type { Sink } from '../observe/formats/result-format.ts';
import { requireChecked } from '../system/require-checked.ts';
import type { CheckedSystem } from '../system/system.ts';
import { requireSettings } from './options/require-settings.ts';
import { pickSettings, type SharedThreadSettings, sharedThreadKinds } from './options/run-options.ts';
import { Run, type RunOptions, runKinds } from './run-object.ts';
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

/**
 * Runs a system in this thread. `await` the run, or iterate over its rows with `for await`. Native
 * units run in separate processes, unless the system was loaded with `trusted`. A fmukit FMU that
 * never returns from a step is not ended here. Use `SystemRunner` for that.
 *
 * @example
 * const { outcome, columns } = await simulate(system, { collect: true });
 * for await (const row of simulate(system)) console.log(row.time, row['second.y']);
 */
export function simulate(system: CheckedSystem, options: SimulateOptions = {}): Run {
  requireChecked('run', system);
  requireOptions(`run ${system.name}`, options, simulateKinds);
  const settings = pickSettings(options);
  requireSettings(system, settings);
  const { hosts: more, signal, onNote, couplings, extrapolations, integrators, ...others } = options;
  const { foresight, observers, sinks } = others;
  return new Run(system, options, (batch) => {
    const environment = {
      ...{ couplings, extrapolations, integrators, foresight, observers, sinks },
      activity: { cells: new Int32Array(3) },
      hosts: hosts.with(more),
      note: onNote,
      stop: () => signal?.aborted === true,
      isFlushDue: oncePerSecond(),
    };
    return runSystem(system, settings, environment, batch);
  });
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
