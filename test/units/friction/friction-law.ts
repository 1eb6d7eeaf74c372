import { join } from 'node:path';
import { loadReference } from '../../../fmu-sdk/build/reference-run/load-reference.ts';
import { root } from '../../setup.ts';

/** Parameters of `units/friction/parameters.ts`. */
export type FrictionParameters = Record<
  'Fc' | 'Fs' | 'vs' | 'sigma2' | 'xi' | 'n' | 'sigma0' | 'sigma1' | 'vb' | 'tauhp' | 'tauhn' | 'tauh0',
  number
>;

/** A law of `units/friction`, run as TypeScript. */
export interface Law {
  p: FrictionParameters;
  states: number;
  force(v: number, x: Float64Array, dx: Float64Array, at: number): number;
  advance(h: number, v0: number, v1: number, x: Float64Array, at: number): void;
  steadyForce(v: number): number;
  storedEnergy(x: Float64Array, at: number): number;
  storedPower(x: Float64Array, dx: Float64Array, at: number): number;
}

export const laws = {
  bengisuAkay: 1,
  brownMcPhee: 2,
  lugre: 3,
  modifiedLugre: 4,
  coulombStribeck: 5,
} as const;
export type LawName = keyof typeof laws;

const { Friction } = (await loadReference(join(root, 'units/friction/friction-force.ts'))) as {
  Friction: new () => { parameters: FrictionParameters; select(law: number): Law };
};

/** A law of its own, with these parameters. */
export function law(name: LawName, parameters: Partial<FrictionParameters> = {}): Law {
  const friction = new Friction();
  Object.assign(friction.parameters, parameters);
  return friction.select(laws[name]);
}

/** Results of a motion: the force at each step, and the energies at its end [J]. */
export interface Motion {
  force: number[];
  /** Bristle deflection and film at the end. */
  x: Float64Array;
  /**
   * ∫ F_μ v dt and ∫ (F_μ v − d/dt stored) dt by the trapezoidal rule, the energy stored at the
   * end.
   */
  work: number;
  dissipated: number;
  stored: number;
  /** Least power that was lost at a step [W]. */
  leastLost: number;
}

/** Moves the law from rest through v(0), v(h) … v(n h). */
export function move(law: Law, v: (t: number) => number, h: number, n: number): Motion {
  const x = new Float64Array(2);
  const dx = new Float64Array(2);
  const at = (t: number): [force: number, power: number, lost: number] => {
    const force = law.force(v(t), x, dx, 0);
    return [force, force * v(t), force * v(t) - law.storedPower(x, dx, 0)];
  };
  let [force, power, lost] = at(0);
  const motion = { force: [force], x, work: 0, dissipated: 0, stored: 0, leastLost: lost };
  for (let i = 1; i <= n; i++) {
    law.advance(h, v((i - 1) * h), v(i * h), x, 0);
    const before = [power, lost];
    [force, power, lost] = at(i * h);
    motion.force.push(force);
    motion.work += 0.5 * h * (before[0] + power);
    motion.dissipated += 0.5 * h * (before[1] + lost);
    motion.leastLost = Math.min(motion.leastLost, lost);
  }
  motion.stored = law.storedEnergy(x, 0);
  return motion;
}

/** dF/dv by a central difference. */
export function slope(F: (v: number) => number, v: number, d = 1e-7): number {
  return (F(v + d) - F(v - d)) / (2 * d);
}
