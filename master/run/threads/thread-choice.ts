import { availableParallelism } from 'node:os';
import type { Host } from '../../../fmu-sdk/host/host.ts';
import type { Method } from '../../../fmu-sdk/solver/ode-integrator.ts';
import { resolveOutputTarget } from '../../../fmu-sdk/util/files/output-target.ts';
import type { Registry } from '../../../fmu-sdk/util/registry.ts';
import type { CheckedSystem } from '../../system/system.ts';
import type { ThreadsReport } from '../run-protocol.ts';
import { ThreadsMonitor } from './auto-threading.ts';
import { movableOf } from './open-threads.ts';

/** Options of a run that decide whether it can restart. */
interface RestartOptions {
  readonly observers?: readonly unknown[];
  /** True for a run with checkpoints, and for a resumed run. */
  readonly hasCheckpoint: boolean;
  readonly recordCalls?: unknown;
  readonly log?: unknown;
  readonly realtime?: unknown;
  readonly output?: string;
}

/** Returns the reason why a run cannot restart after it has begun. Undefined if it can. */
export function reasonAgainstRestart({
  observers = [],
  hasCheckpoint,
  recordCalls,
  log,
  realtime,
  output,
}: RestartOptions): string | undefined {
  if (observers.length > 0) return 'custom observers would see the run start twice';
  if (hasCheckpoint) return 'a run with checkpoints keeps the threads it started with';
  if (recordCalls !== undefined || log !== undefined) return 'calls are recorded in one thread';
  if (realtime !== undefined) return 'a real-time run measures the lateness of each unit in one thread';
  if (output !== undefined && isDirect(output)) return 'rows in a pipe or a device cannot be withdrawn';
  return undefined;
}

/** Reports whether the output is a pipe or a device. Opening it reports other problems. */
function isDirect(output: string): boolean {
  try {
    return resolveOutputTarget(output).direct;
  } catch {
    return false;
  }
}

/** Choice of threads for one run: its monitor and its report. */
export class ThreadsChoice {
  readonly monitor: ThreadsMonitor | undefined;
  private readonly fixed: ThreadsReport;

  /** @param cannot reason why this run cannot restart */
  constructor(
    system: CheckedSystem,
    hosts: Registry<Host>,
    integrators: readonly Method[] | undefined,
    rollback: boolean,
    cannot: string | undefined,
    most: number = availableParallelism(),
  ) {
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

  /** Returns the system with its units on threads, if the run must restart. */
  restartSystem(system: CheckedSystem): CheckedSystem | undefined {
    const share = this.monitor?.share;
    return share && { ...system, threads: share.threads, homes: share.homes };
  }
}
