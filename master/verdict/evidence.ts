import type { Stateful, StateVisitor } from '../../fmu-sdk/util/state/stateful.ts';
import type { EnergyBalance } from '../energy/energy-balance.ts';
import type { BondResidual } from '../energy/residual-energy.ts';
import type { InnerView } from '../observe/observer.ts';
import { ConnectionErrors, cluster } from './connection-errors.ts';
import { Constraints } from './constraints.ts';
import { Growth } from './growth.ts';
import { SampleSchedule } from './sample-schedule.ts';
import { rest } from './thresholds.ts';

/** Parts of a session that evidence is taken from. */
export interface Judged {
  readonly bonds: readonly BondResidual[];
  readonly balance: EnergyBalance;
  /** Number of steps of the run. */
  readonly steps: number;
  /** True if the scheme solves for the values at the end of each step. */
  readonly implicit: boolean;
}

/**
 * Evidence for the verdict on a run: a few numbers for each value, taken at up to about 1024 steps.
 *
 * Call order: `start` → (`look` after step `next`)* → `finish`.
 */
export class Evidence implements Stateful {
  /** Step after which `look` is due. */
  next = 1;
  readonly connections: ConnectionErrors;
  readonly growth: Growth;
  readonly constraints: Constraints;
  /** Energy through each bond, ∫ |P| dt with P = ½ Σ w (e f̃ + ẽ f). */
  readonly carried: Float64Array;
  /** Energy through each bond if one of its factors were `rest`, ∫ Σ |w| (|e| + |f|) dt · rest. */
  readonly resting: Float64Array;
  private readonly powers: Float64Array;
  private readonly schedule: SampleSchedule;
  private step = 0;
  private time = 0;

  constructor(
    { system, instances }: InnerView,
    private readonly judged: Judged,
  ) {
    const { bonds, steps, implicit } = judged;
    this.connections = new ConnectionErrors(system, instances, implicit);
    this.growth = new Growth(system, instances);
    this.constraints = new Constraints(system, instances);
    this.carried = new Float64Array(bonds.length);
    this.resting = new Float64Array(bonds.length);
    this.powers = new Float64Array(bonds.length);
    this.schedule = new SampleSchedule(steps, implicit && this.connections.count > 0 ? cluster : 1);
  }

  /** Takes the values at the start time t [s]. */
  start(t: number): void {
    this.time = t;
    this.next = this.schedule.after(0);
    this.connections.start();
    this.growth.start();
    this.constraints.look();
    this.judged.balance.startExchange();
  }

  /** Takes the values after step n, at time t [s]. */
  look(n: number, t: number): void {
    const { carried, resting, powers, judged } = this;
    const { bonds, balance, steps } = judged;
    const h = t - this.time;
    this.time = t;
    this.step = n;
    this.next = this.schedule.after(n);
    for (let k = 0; k < bonds.length; k++) {
      bonds[k].transmittedPower(powers, k);
      carried[k] += h * powers[k];
      resting[k] += h * rest * bonds[k].factors();
    }
    this.connections.look(n);
    this.growth.look(n / steps);
    this.constraints.look();
    balance.lookAtExchange();
  }

  /** Takes no more values, because nobody asks for the verdict. */
  stop(): void {
    this.next = Number.POSITIVE_INFINITY;
  }

  /** Takes the last values, unless they are taken. */
  finish(n: number, t: number): void {
    if (n > this.step) this.look(n, t);
  }

  visitState(state: StateVisitor): void {
    this.step = state.number('step', this.step);
    this.time = state.number('time', this.time);
    this.next = state.number('next', this.next);
    this.schedule.seek(this.step);
    state.array('carried', this.carried);
    state.array('resting', this.resting);
    this.connections.visitState(state);
    this.growth.visitState(state);
    this.constraints.visitState(state);
  }
}
