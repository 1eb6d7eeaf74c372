import type { Instance } from '../../fmu-sdk/host/instance.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';

/** What a copied process costs, in calls of a unit in a process of its own: about 300 µs to 10 µs. */
const forkCalls = 30;

/** Bytes whose copy costs as much as a step of a unit: some µs. */
const stepBytes = 2 ** 15;

/**
 * Counts what units are asked to do. Work is a number that is the same on every machine: 1 for each communication step of a unit, and 1 for
 * each internal step in it, where it has such; rollback by a copy of its process counts as much as 30, and one by a copy of its
 * memory as 1 for 32 KiB.
 */
export class Work {
  /** Communication steps of each unit, those that were taken back among them. */
  readonly steps: Float64Array;
  /** Whether there was more to do than may be done: the run was ended in the midst of a step. */
  exceeded = false;
  private forks = 0;
  private bytes = 0;
  private done = 0;
  private readonly internal: Float64Array;

  /** `most`: unit steps of the run at most; one more ends it. */
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
      if (this.exceeded) throw new UserError(`more than ${this.most} unit steps`);
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
      const taken = snapshot.call(instance);
      const note = (): void => {
        if (taken.by === 'fork') this.forks++;
        else this.bytes += taken.bytes ?? 0;
      };
      note();
      const counted = <A>(action: () => A): A => {
        note();
        return action();
      };
      return {
        by: taken.by,
        bytes: taken.bytes,
        take: () => counted(() => taken.take()),
        restore: () => counted(() => taken.restore()),
        release: () => taken.release(),
      };
    };
  }

  /** So many steps of H [s] were done of all units by a loop that does not call them one by one. */
  looped(count: number, H: number): void {
    if (this.steps.some((n) => n > 0)) return;
    this.steps.fill(count);
    this.internal.fill(count * H);
  }

  /** All together. */
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
