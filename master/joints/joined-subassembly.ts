import type { Instance, VariableView } from '../../fmu-sdk/host/instance/instance.ts';
import type { SystemSubassembly } from '../system/system.ts';
import type { Pose } from './joint-frame.ts';
import { Skyline } from './skyline.ts';

/** Views of a handle's variables in its unit, and the master's data of it. */
interface Handle extends Pose {
  /** Reference accelerations of the increments. */
  readonly b: Float64Array;
  readonly places: { view: Float64Array; from: number; into: Float64Array }[];
  readonly M: Place;
  readonly Q: Place;
  readonly a: Place;
}

type Place = { view: Float64Array; offset: number };

/**
 * Unit as seen at its handles (Malczyk & Frączek 2012, eqs. 11–14), with n = 7 numbers per handle:
 *
 *     K δ + Φᵀ δλ = Q,    K = (M₁₁ M₁₂; M₂₁ M₂₂)
 *
 * Call order: `read` → `factor`, then `solve` for any vectors of n numbers, then `write` of the
 * increments.
 */
export class Subassembly {
  readonly handles: readonly Handle[];
  readonly n: number;
  /** Residual: Q minus the known joint forces, which the increments must balance. */
  readonly residual: Float64Array;
  /** Increments δ of the handles' accelerations. */
  readonly delta: Float64Array;
  private readonly K: Skyline;
  private readonly M12: Place | undefined;

  constructor({ members, unit }: SystemSubassembly, instances: readonly Instance[]) {
    const place = (name: string): Place => {
      const { view, offset } = instances[unit].view(members[name]) as VariableView & { view: Float64Array };
      return { view, offset };
    };
    const numbers = members.M12 === undefined ? [1] : [1, 2];
    this.handles = numbers.map((h) => handleOf(h, place));
    this.M12 = members.M12 && place('M12');
    this.n = 7 * numbers.length;
    this.residual = new Float64Array(this.n);
    this.delta = new Float64Array(this.n);
    this.K = new Skyline(Array.from({ length: this.n }, () => 0));
  }

  /** Reads coordinates, rates, accelerations and Q of all handles. */
  read(): void {
    const { handles, residual } = this;
    for (let h = 0; h < handles.length; h++) {
      const { places, Q } = handles[h];
      for (let i = 0; i < places.length; i++) {
        const { view, from, into } = places[i];
        for (let k = 0; k < 7; k++) into[k] = view[from + k];
      }
      for (let k = 0; k < 7; k++) residual[7 * h + k] = Q.view[Q.offset + k];
    }
  }

  /** Factors K. Returns false if it is not positive definite. */
  factor(): boolean {
    const { handles, K, M12 } = this;
    K.clear();
    for (let h = 0; h < handles.length; h++) {
      const { view, offset } = handles[h].M;
      for (let i = 0; i < 7; i++)
        for (let j = 0; j <= i; j++) K.add(7 * h + i, 7 * h + j, view[offset + 7 * i + j]);
    }
    if (M12 !== undefined)
      for (let i = 0; i < 7; i++)
        for (let j = 0; j < 7; j++) K.add(7 + j, i, M12.view[M12.offset + 7 * i + j]);
    return K.factor() < 0;
  }

  /** x ← K⁻¹ x. */
  solve(x: Float64Array): void {
    this.K.solve(x);
  }

  /** Writes a = b + δ to the unit. */
  write(): void {
    const { handles, delta } = this;
    for (let h = 0; h < handles.length; h++) {
      const { a, b } = handles[h];
      for (let k = 0; k < 7; k++) a.view[a.offset + k] = b[k] + delta[7 * h + k];
    }
  }
}

function handleOf(h: number, place: (name: string) => Place): Handle {
  const [q, v, b] = [7, 7, 7].map((length) => new Float64Array(length));
  const from = (name: string, into: Float64Array) => {
    const { view, offset } = place(`${name}${h}`);
    return { view, from: offset, into };
  };
  return {
    ...{ q, v, b },
    places: [from('q', q), from('v', v), from('b', b)],
    ...{ M: place(`M${h}${h}`), Q: place(`Q${h}`), a: place(`a${h}`) },
  };
}
