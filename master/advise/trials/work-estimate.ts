import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';

/** Cost of a process copy in calls of an isolated FMU: about 300 µs to 10 µs. */
const forkCalls = 30;

/** Number of bytes whose copy costs as much as an FMU step: some µs. */
const stepBytes = 2 ** 15;

/**
 * Counts the work of FMUs, equally on every machine. A communication step of an FMU counts 1, and
 * each of its internal steps 1. A rollback by a process copy counts 30, by a memory copy 1 for 32
 * KiB.
 */
export class WorkCounter {
  /** Communication steps of each FMU, including repeated ones. */
  readonly steps: Float64Array;
  /** True if the limit of work ended the run during a step. */
  exceeded = false;
  private forks = 0;
  private bytes = 0;
  private done = 0;
  private readonly internal: Float64Array;

  /** @param most largest number of FMU steps of the run, after which it ends */
  constructor(
    private readonly instances: readonly Instance[],
    private readonly most: number = Number.POSITIVE_INFINITY,
  ) {
    this.steps = new Float64Array(instances.length);
    this.internal = new Float64Array(instances.length);
    instances.forEach((instance, k) => {
      this.count(instance as { -readonly [key in keyof Instance]: Instance[key] }, k);
    });
  }

  private count(instance: { -readonly [key in keyof Instance]: Instance[key] }, k: number): void {
    const { steps, internal } = this;
    const { step, snapshot, begin } = instance;
    const noteStep = (H: number): void => {
      steps[k]++;
      internal[k] += H;
      this.exceeded = ++this.done > this.most;
      if (this.exceeded) throw new UserError(`more than ${this.most} FMU steps`);
    };
    instance.step = (t, H) => {
      noteStep(H);
      return step.call(instance, t, H);
    };
    instance.begin = (t, H) => {
      noteStep(H);
      return begin.call(instance, t, H);
    };
    instance.snapshot = () => {
      const newSnapshot = snapshot.call(instance);
      const note = (): void => {
        if (newSnapshot.by === 'fork') this.forks++;
        else this.bytes += newSnapshot.bytes ?? 0;
      };
      note();
      const counted = <A>(action: () => A): A => {
        note();
        return action();
      };
      return {
        by: newSnapshot.by,
        bytes: newSnapshot.bytes,
        take: () => counted(() => newSnapshot.take()),
        restore: () => counted(() => newSnapshot.restore()),
        release: () => newSnapshot.release(),
      };
    };
  }

  /** Counts steps of H [s] of all FMUs in a loop that does not call them one by one. */
  addLoop(count: number, H: number): void {
    if (this.steps.some((n) => n > 0)) return;
    this.steps.fill(count);
    this.internal.fill(count * H);
  }

  /** Returns the total work. */
  total(): number {
    const { steps, internal, instances, forks, bytes } = this;
    return steps.reduce(
      (sum, n, k) => {
        const h = instances[k].internalStep();
        return sum + n + (h > 0 ? Math.round(internal[k] / h) : 0);
      },
      forkCalls * forks + Math.round(bytes / stepBytes),
    );
  }
}
