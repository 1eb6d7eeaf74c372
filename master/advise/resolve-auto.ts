import { optionsOf } from '../coupling/scheme-options.ts';
import type { CheckedSystem } from '../system/system.ts';
import { advise } from './advise.ts';
import { autoScheme } from './auto-scheme.ts';
import { withAlgorithm } from './candidates.ts';
import type { TrialRunner } from './trials/trial-runner.ts';

/**
 * Returns the system with the scheme, order and step that `advise` finds, and notes for the user.
 * The step of the file is divided into equal parts, so that results keep their times. A system
 * without `"scheme": "auto"` stays unchanged.
 */
export async function resolveAuto(lab: TrialRunner): Promise<{ system: CheckedSystem; notes: string[] }> {
  const { system } = lab;
  if (system.scheme !== autoScheme.name) return { system, notes: [] };
  const { error, until, work } = optionsOf(autoScheme, system.options ?? {}, system.name) as Record<
    string,
    number
  >;
  const end = until === 0 ? undefined : until;
  const advice = await advise(lab, { error, until: end, mostWork: work, withinStep: true });
  const { algorithm, grid, why, sureness, met } = advice;
  const parts = Math.round(grid.interval / algorithm.step);
  const { record } = system;
  const word = met ? sureness : 'not sure: the requested error was not reached';
  return {
    system: { ...withAlgorithm(system, algorithm), record: { ...record, every: record.every * parts } },
    notes: [...why.map((line, k) => (k === 0 ? `auto chose ${line}` : line)), `How sure: ${word}.`],
  };
}
