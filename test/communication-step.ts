import type { Instance } from '../fmu-sdk/host/instance/instance.ts';

/** Returns a communication step of about a millisecond that an initialized instance accepts [s]. */
export function communicationStep(instance: Pick<Instance, 'internalStep'>): number {
  const h = instance.internalStep();
  return h > 0 ? h * Math.max(1, Math.round(0.001 / h)) : 0.001;
}
