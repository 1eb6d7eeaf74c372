import type { StateVisitor } from '../../fmu-sdk/util/state/stateful.ts';
import type { Column, Observer } from '../observe/observer.ts';

/** Joints by index: their names, and the power δP [W] at the last solved communication point. */
export interface JointPowers {
  readonly joints: readonly { readonly system: { readonly name: string } }[];
  power(joint: number): number;
}

/**
 * Total power of joints on both sides, δP = −λᵀ Φ̇, integrated by the rectangle rule. It is zero if
 * the constraints hold.
 *
 * @example
 * const joints: JointEnergies | undefined = session.jointEnergies;
 * if (joints !== undefined) console.log(joints.power, 'W now,', joints.energy, 'J since the start');
 */
export class JointEnergies implements Observer {
  /**
   * Values by joint: δP at the last solved communication point [W], Σ δE and Σ |δE| since the start
   * [J].
   */
  readonly power: Float64Array;
  readonly energy: Float64Array;
  readonly magnitude: Float64Array;
  readonly columns: readonly Column[];

  constructor(private readonly joints: JointPowers) {
    const count = joints.joints.length;
    this.power = new Float64Array(count);
    this.energy = new Float64Array(count);
    this.magnitude = new Float64Array(count);
    this.columns = joints.joints.flatMap(({ system: { name } }, k) => [
      { name: `${name}.residual_power`, unit: 'W', read: () => this.power[k] },
      { name: `${name}.residual_energy`, unit: 'J', read: () => this.energy[k] },
      { name: `${name}.residual_energy_magnitude`, unit: 'J', read: () => this.magnitude[k] },
    ]);
  }

  step(H: number): void {
    const { joints, power, energy, magnitude } = this;
    for (let k = 0; k < power.length; k++) {
      power[k] = joints.power(k);
      energy[k] += H * power[k];
      magnitude[k] += Math.abs(H * power[k]);
    }
  }

  visitState(state: StateVisitor): void {
    state.array('power', this.power);
    state.array('energy', this.energy);
    state.array('magnitude', this.magnitude);
  }
}
