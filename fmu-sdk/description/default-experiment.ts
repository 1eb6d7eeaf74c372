import type { DefaultExperiment, ModelDescription } from './description.ts';

/** Smaller relative tolerances are below the rounding of doubles. */
export const leastTolerance = 1e-15;

/**
 * Largest time that counts as an end [s]. The universe is 4e17 s old, so tools that write more mean
 * that the experiment has no end.
 */
const longest = 1e20;

/** Reports whether a number can be a relative tolerance. */
export const isTolerance = (value: number): boolean => value >= leastTolerance && value < Infinity;

/** Numbers of a default experiment with which a run is possible. */
export type UsableExperiment = Pick<DefaultExperiment, 'startTime' | 'stopTime' | 'stepSize' | 'tolerance'>;

/**
 * Returns the numbers of the default experiment with which a run is possible. Others, such as the
 * stop time INF, count as missing: “a tool may ignore this information” (FMI 3.0.2, 2.4.5).
 */
export function usableExperiment({
  defaultExperiment,
}: Pick<ModelDescription, 'defaultExperiment'>): UsableExperiment {
  const { startTime, stopTime, stepSize, tolerance } = defaultExperiment ?? {};
  const isTime = (t: number | undefined): t is number => t !== undefined && Math.abs(t) <= longest;
  const from = isTime(startTime) ? startTime : undefined;
  const length = isTime(stopTime) ? stopTime - (from ?? 0) : 0;
  return {
    ...(from !== undefined && { startTime: from }),
    ...(length > 0 && { stopTime }),
    ...(stepSize !== undefined && stepSize > 0 && stepSize <= longest && { stepSize }),
    ...(tolerance !== undefined && isTolerance(tolerance) && { tolerance }),
  };
}

/** Returns notes on numbers of the default experiment that count as missing, as words about the file. */
export function notesOnExperiment(description: Pick<ModelDescription, 'defaultExperiment'>): string[] {
  const usable = usableExperiment(description);
  const names = ['startTime', 'stopTime', 'stepSize', 'tolerance'] as const;
  const { defaultExperiment = {} } = description;
  return names
    .filter((name) => defaultExperiment[name] !== undefined && usable[name] === undefined)
    .map((name) => `has ${name} = ${defaultExperiment[name]} in DefaultExperiment, which counts as missing`);
}

/** Returns a note on an internal step that counts as missing, as words about the file. */
export function notesOnInternalStep(description: Pick<ModelDescription, 'coSimulation'>): string[] {
  const { fixedInternalStepSize: h } = description.coSimulation ?? {};
  if (h === undefined || toldInternalStep(description) !== undefined) return [];
  return [`has fixedInternalStepSize = ${h}, which counts as missing`];
}

/** Returns the internal step that a co-simulation FMU tells [s], or undefined if it is not a step. */
export function toldInternalStep({
  coSimulation,
}: Pick<ModelDescription, 'coSimulation'>): number | undefined {
  const { fixedInternalStepSize: h = 0 } = coSimulation ?? {};
  return h > 0 && h < Infinity ? h : undefined;
}
