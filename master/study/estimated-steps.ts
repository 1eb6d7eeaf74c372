import { configuration, type Plan } from './plan/study-plan.ts';

/** Paths that decide how many steps a run has. */
const ofTime = /^(algorithm\.step|startTime|stopTime)$/;

/**
 * Returns the work of each run: its communication steps, or 1 if all have equal or searched steps.
 */
export function workOf(plan: Plan): (run: number) => number {
  const { study, design } = plan;
  const differs = study.vary.some(
    ({ set = [], variants }) =>
      [set].flat().some((place) => ofTime.test(place)) || (variants !== undefined && touchesTime(variants)),
  );
  if (!differs || study.largestStep !== undefined || design.count > 1_000_000) return () => 1;
  return (run) => {
    try {
      const { system } = configuration(plan, run).subject;
      const { startTime = 0, stopTime, algorithm } = system;
      const steps = (stopTime - startTime) / algorithm.step;
      return Number.isFinite(steps) && steps > 0 ? steps : 1;
    } catch {
      return 1;
    }
  };
}

function touchesTime(variants: NonNullable<Plan['study']['vary'][number]['variants']>): boolean {
  return Object.values(variants).some(
    ({ system, merge, set = {} }) =>
      system !== undefined || merge !== undefined || Object.keys(set).some((place) => ofTime.test(place)),
  );
}
