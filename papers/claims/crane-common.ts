import { type Claim, holds } from '../claim.ts';
import { type CraneSetting, largestStep } from './crane-runs.ts';

export const couplings = ['force', 'pressure'] as const;
export const formulations = ['ALI1', 'ALI3P'] as const;
export const integrators = ['forwardEuler', 'rk4', 'trapezoidal'] as const;
export const joules = (x: number): string => `${x.toPrecision(3)} J`;
export const ms = (steps: readonly number[]): string => `${steps.join(' / ')} ms`;

const where = { single: ['Sect. 4.1', 'Fig. 9'], double: ['Sect. 4.2', 'Fig. 15'] } as const;

/** Largest stable steps with forces against those with pressures. */
export function pressureReaches(crane: 'single' | 'double'): Claim {
  const settings: CraneSetting[] = [
    ...formulations.map((formulation) => ({ crane, formulation })),
    { crane, formulation: 'ALI1', model: true },
  ];
  return {
    name: `${crane}-pressure-reaches-further`,
    where: where[crane][0],
    statement: `Velocity–pressure coupling is stable to larger communication steps than velocity–force, ${crane}-actuator crane`,
    published: where[crane][1],
    async check(lab) {
      const steps = await Promise.all(
        settings.map((setting) =>
          Promise.all(couplings.map((coupling) => largestStep(lab, { ...setting, coupling }))),
        ),
      );
      return holds(
        settings
          .map((s, i) => `${s.formulation}${s.model ? ' with interface model' : ''}: ${ms(steps[i])}`)
          .join('; '),
        steps.map(([force, pressure]) => pressure > force),
      );
    },
  };
}
