import { availableParallelism } from 'node:os';
import type { Host } from '../../../fmu-sdk/host/host.ts';
import type { Method } from '../../../fmu-sdk/solver/ode-integrator.ts';
import { targetOf } from '../../../fmu-sdk/util/files/output-target.ts';
import type { Registry } from '../../../fmu-sdk/util/registry.ts';
import type { CheckedSystem } from '../../system/system.ts';
import type { ThreadsReport } from '../run-protocol.ts';
import { ThreadsLookout } from './auto-threading.ts';
import { movableOf } from './open-threads.ts';

/** What of a run tells whether it can begin anew. */
interface Wanted {
  readonly observers?: readonly unknown[];
  /** Whether it is kept in a file, or begins with one. */
  readonly kept: boolean;
  readonly recordCalls?: unknown;
  readonly log?: unknown;
  readonly realtime?: unknown;
  readonly output?: string;
}

/** Why a run cannot begin anew once it has begun; undefined where it can. */
export function beginsOnce({
  observers = [],
  kept,
  recordCalls,
  log,
  realtime,
  output,
}: Wanted): string | undefined {
  if (observers.length > 0) return 'observers of your own would see the run begin twice';
  if (kept) return 'a run with checkpoints goes on with the threads with which it began';
  if (recordCalls !== undefined || log !== undefined) return 'calls are recorded in one thread';
  if (realtime !== undefined) return 'a run with the clock is told of each unit how late it was';
  if (output !== undefined && isDirect(output)) return 'rows in a pipe or a device cannot be taken back';
  return undefined;
}

/** Whether it is a pipe or a device. What cannot be written is told by who opens it. */
function isDirect(output: string): boolean {
  try {
    return targetOf(output).direct;
  } catch {
    return false;
  }
}

/** What becomes of the threads of one run: who looks at it, and what is to be said. */
export class ThreadsChoice {
  readonly lookout: ThreadsLookout | undefined;
  private readonly fixed: ThreadsReport;

  /** @param cannot why this run cannot begin anew */
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
        : { count: Math.min(threads, units.length), why: 'the system says so' };
    if (threads !== undefined || cannot !== undefined || units.length < 2 || most < 2) return;
    const movable = movableOf(system, hosts, integrators);
    this.lookout = new ThreadsLookout(movable, most, rollback);
  }

  get report(): ThreadsReport {
    return this.lookout?.report ?? this.fixed;
  }

  /** The system with its units on threads, where the run is to begin anew. */
  again(system: CheckedSystem): CheckedSystem | undefined {
    const share = this.lookout?.share;
    return share && { ...system, threads: share.threads, homes: share.homes };
  }
}
