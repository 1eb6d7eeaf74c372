import { availableParallelism } from 'node:os';
import type { Host } from '../../../fmu-sdk/host/choice/host.ts';
import type { Method } from '../../../fmu-sdk/solver/ode-integrator.ts';
import { resolveOutputTarget } from '../../../fmu-sdk/util/files/output-target.ts';
import type { Registry } from '../../../fmu-sdk/util/registry.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { inSeparateProcesses } from '../instances/separate-processes.ts';
import { givenWith } from '../options/option-row.ts';
import { type RunSettings, runOptions } from '../options/run-options.ts';
import type { ThreadsReport } from '../worker/run-protocol.ts';
import { ThreadsMonitor } from './auto-threading.ts';
import { movableOf } from './open-threads.ts';

/** Returns the reason why a run cannot restart after it has begun. Undefined if it can. */
export function reasonAgainstRestart(settings: RunSettings, observers = 0): string | undefined {
  if (observers > 0) return 'custom observers would see the run start twice';
  const [first] = givenWith(runOptions, 'noRestart', settings);
  if (first !== undefined) return first.entry;
  const { output } = settings;
  if (output !== undefined && isDirect(output)) return 'rows in a pipe or a device cannot be withdrawn';
  return undefined;
}

/** Reports whether the output is a pipe or a device. Opening it reports other problems. */
export function isDirect(output: string): boolean {
  try {
    return resolveOutputTarget(output).direct;
  } catch {
    return false;
  }
}

/** Conditions of the choice of threads, besides the system. */
export interface ThreadsOptions {
  readonly hosts: Registry<Host>;
  readonly integrators?: readonly Method[] | undefined;
  /** True if the coupling scheme uses rollback. */
  readonly rollback?: boolean;
  /** Reason why this run cannot restart. */
  readonly cannot?: string | undefined;
  /** Most threads. Default: the processors of this machine. */
  readonly most?: number;
}

/** Choice of threads for one run: its monitor and its report. */
export class ThreadsChoice {
  readonly monitor: ThreadsMonitor | undefined;
  private readonly fixed: ThreadsReport;

  constructor(system: CheckedSystem, options: ThreadsOptions) {
    const { hosts, integrators, rollback = false, cannot, most = availableParallelism() } = options;
    const { threads, units } = system;
    this.fixed =
      threads === undefined
        ? {
            count: 1,
            why: cannot ?? (units.length < 2 ? 'there is one unit' : 'this machine has one processor'),
          }
        : { count: Math.min(threads, units.length), why: 'the system sets them' };
    if (threads !== undefined || cannot !== undefined || units.length < 2 || most < 2) return;
    const movable = movableOf(system, hosts, integrators);
    this.monitor = new ThreadsMonitor(movable, most, rollback);
  }

  get report(): ThreadsReport {
    return this.monitor?.report ?? this.fixed;
  }

  /** Returns the system with its units on threads or in processes, if the run must restart. */
  restartSystem(system: CheckedSystem): CheckedSystem | undefined {
    const { share, isApart } = this.monitor ?? {};
    if (isApart === true) return inSeparateProcesses(system);
    return share && { ...system, threads: share.threads, homes: share.homes };
  }
}
