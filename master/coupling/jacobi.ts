import type { Instance } from '../../fmu-sdk/host/instance.ts';
import type { CheckedSystem } from '../system/system.ts';
import { type Activity, type Coupling, cell, UnitFailure } from './coupling.ts';
import { Exchange } from './exchange.ts';
import { MacroStep } from './macro-step.ts';

/**
 * Non-iterative Jacobi scheme: at t_n every unit gets its inputs from the outputs known at t_n, t_{n−1}, …, then all
 * advance by H independently. Units with an interface model share a macro step of their own.
 */
export class Jacobi implements Coupling {
  private readonly exchange: Exchange;
  private readonly H: number;
  private readonly start: number;
  private readonly activity: Activity;
  private readonly macros: MacroStep[];
  /** Indexes of the units that step on their own. */
  private readonly single: number[];
  private readonly steps: ((t: number, H: number) => number)[];
  private readonly onInvalid: (n: number, t: number) => never;

  /** `onInvalid` is called when a value that is exchanged is NaN or infinite; it throws. */
  constructor(
    system: CheckedSystem,
    instances: readonly Instance[],
    activity: Activity,
    onInvalid: (n: number, t: number) => never,
  ) {
    this.H = system.step;
    this.start = system.startTime;
    this.activity = activity;
    this.exchange = new Exchange(system.connections, instances, system.step);
    this.macros = system.interfaceModels.map((model) => new MacroStep(model, instances, activity));
    const fast = new Set(this.macros.flatMap((macro) => macro.units));
    this.single = instances.map((_, k) => k).filter((k) => !fast.has(k));
    this.steps = instances.map((instance) => instance.step);
    this.onInvalid = onInvalid;
  }

  settle(): boolean {
    return this.exchange.settle();
  }

  step(n: number, t: number): void {
    const { macros, single, steps, activity } = this;
    // From point to point, as other masters step: t + H is then the next point to the last bit.
    const H = this.start + (n + 1) * this.H - t;
    if (this.exchange.transfer(n) !== 0) this.onInvalid(n, t);
    for (let i = 0; i < macros.length; i++) macros[i].prepare();
    let k = -1;
    try {
      for (let i = 0; i < single.length; i++) {
        k = single[i];
        activity.cells[cell.unit] = k;
        steps[k](t, H);
      }
    } catch (thrown) {
      throw new UnitFailure(k, t, thrown);
    }
    for (let i = 0; i < macros.length; i++) macros[i].step(t, H);
    activity.cells[cell.steps] = n + 1;
  }
}
