import { similarNames } from '../../fmu-sdk/util/nearest-name.ts';
import { someNames } from '../../fmu-sdk/util/printable.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { InterfaceValue } from './accuracy/interface-values.ts';
import { differences } from './accuracy/run-accuracy.ts';
import { type Reference, referenceOf } from './advise-reference.ts';
import { type Candidate, candidatesOf, distinctSchemes, isAdaptive } from './candidates.ts';
import { stepsTogether } from './time-grid.ts';
import { prepareTrials } from './trials/prepare-trials.ts';
import { runTrial, type Trial } from './trials/scheme-trial.ts';
import { SearchStopped, type TrialRunner } from './trials/trial-runner.ts';

/** Options of a comparison. */
export interface CompareOptions {
  /** Number of step sizes, each half of the one before. */
  levels?: number;
  /**
   * Largest step [s], a multiple of the step of the system. By default the run has at least 50
   * steps.
   */
  largest?: number;
  /** End time of trials [s]. */
  until?: number;
  /** Names of the schemes to compare. Default: all. */
  only?: readonly string[];
  /** Receives the completed share, and the present trial. */
  onProgress?: (share: number, label: string, step: number) => void;
}

/** Measured run of a scheme. */
export interface MeasuredRun {
  trial: Trial;
  /** Error of each interface value, and the largest of them. Infinite for a failed run. */
  errors: readonly number[];
  error: number;
}

/** Comparison of schemes on one system: cost, and error against the reference. */
export interface Comparison {
  system: string;
  values: readonly InterfaceValue[];
  bonds: readonly string[];
  reference: Reference;
  /**
   * Runs in the order of the schemes, each from large to small steps, with the step of the system.
   */
  runs: readonly MeasuredRun[];
  /** Coupling that the system has at present. */
  present: Pick<TrialRunner['system'], 'scheme' | 'order' | 'step'>;
  /** Schemes that do not apply, with the reason. */
  refused: readonly { label: string; reason: string }[];
}

const defaultLevels = 7;
/** Tolerance of iterations in a reference run. */
const tight = 1e-10;
/** Smallest number of communication steps of a run. */
const leastSteps = 50;

/**
 * Runs a system with every applicable coupling scheme, order, acceleration and step size, and with
 * its own step. The reference is the most accurate run, repeated with smaller steps.
 */
export async function compareSchemes(lab: TrialRunner, options: CompareOptions = {}): Promise<Comparison> {
  const { system, schemes } = lab;
  const chosen = chosenOf(lab, options.only);
  const steps = stepsPerLargest(lab, options.largest, options.until);
  const { grid, values } = await prepareTrials(lab, 'compare-schemes', steps, options.until);
  const ladder = ladderOf(options.levels ?? defaultLevels, grid.parts);
  // Number of system steps in an interval, which the FMUs support.
  const rungs = [...new Set([...ladder, steps])].sort((a, b) => a - b);
  const candidates = candidatesOf(
    schemes.filter((scheme) => chosen.includes(scheme)),
    {
      accelerations: true,
      extrapolations: lab.extrapolations,
    },
  );
  const runs = new Map<Candidate, Trial[]>();
  const refused: { label: string; reason: string }[] = [];
  let alive = candidates;
  const whole = rungs.reduce((sum, parts) => sum + parts, 0) * candidates.length;
  let done = 0;
  const tried = (candidate: Candidate, parts: number): Promise<Trial> => {
    if (lab.stop?.() === true) throw new SearchStopped('stopped');
    options.onProgress?.(Math.min(1, done / whole), candidate.label, grid.interval / parts);
    return runTrial(lab, grid, values, candidate, parts);
  };
  for (const parts of rungs)
    for (const candidate of alive) {
      // An adaptive scheme cannot use the step of the system.
      if (!ladder.includes(parts) && isAdaptive(candidate)) continue;
      const trial = await tried(candidate, parts);
      done += parts;
      if (trial.refused) {
        refused.push({ label: candidate.label, reason: trial.failed ?? '' });
        alive = alive.filter((item) => item !== candidate);
        done += rungs.reduce((sum, p) => sum + (p > parts ? p : 0), 0);
      } else runs.set(candidate, [...(runs.get(candidate) ?? []), trial]);
    }
  const initialReference = referenceOf(values, runs);
  if (initialReference === undefined) refuse(lab, runs);
  const reference = await runReference(initialReference, tried, grid.parts, values, runs);
  const measured = candidates.flatMap((candidate) =>
    (runs.get(candidate) ?? []).map((trial): MeasuredRun => {
      const errors = differences(trial, reference.trial, reference.scales);
      return { trial, errors, error: Math.max(...errors) };
    }),
  );
  return {
    system: system.name,
    values,
    bonds: system.bonds.map(({ name }) => name),
    reference,
    runs: measured,
    present: { scheme: system.scheme, order: system.order, step: system.step },
    refused,
  };
}

function chosenOf(
  { system, schemes }: TrialRunner,
  only: readonly string[] | undefined,
): TrialRunner['schemes'] {
  const unknown = only?.find((name) => !schemes.some((scheme) => scheme.name === name));
  if (unknown === undefined)
    return only === undefined ? distinctSchemes(schemes) : schemes.filter(({ name }) => only.includes(name));
  const names = schemes.map(({ name }) => name);
  const near = similarNames(unknown, names);
  const hint = near.length > 0 ? ` Did you mean ${someNames(near)}?` : '';
  throw new UserError(
    `compare-schemes ${system.name}: unknown coupling scheme "${unknown}".${hint} Known are ${names.join(', ')}.`,
  );
}

/** Returns the number of system steps in the largest step. */
function stepsPerLargest({ system }: TrialRunner, largest?: number, until?: number): number {
  if (largest === undefined) return stepsTogether(system, leastSteps, until);
  const steps = Math.round(largest / system.step);
  const all = (system.stopTime - system.startTime) / system.step;
  if (steps >= 1 && Math.abs(steps * system.step - largest) < 1e-9 * largest && Math.round(all) % steps === 0)
    return steps;
  throw new UserError(
    `compare-schemes ${system.name}: the largest step ${largest} s must be a multiple of the system step ${system.step} s and divide the run. ` +
      `Give ${stepsTogether(system, Math.max(1, Math.floor((system.stopTime - system.startTime) / largest))) * system.step} s.`,
  );
}

function ladderOf(levels: number, parts: (least: number) => number | undefined): number[] {
  const ladder: number[] = [];
  for (let next = parts(1); next !== undefined && ladder.length < levels; next = parts(2 * next))
    ladder.push(next);
  return ladder;
}

/**
 * Runs the most accurate scheme again, with the smallest tolerance and down to a quarter of the
 * smallest step.
 */
async function runReference(
  { trial }: Reference,
  run: (candidate: Candidate, parts: number) => Promise<Trial>,
  parts: (least: number) => number | undefined,
  values: readonly InterfaceValue[],
  runs: ReadonlyMap<Candidate, readonly Trial[]>,
): Promise<Reference> {
  const { candidate } = trial;
  const solves = candidate.scheme.options?.tolerance !== undefined && !isAdaptive(candidate);
  const exact = solves
    ? { ...candidate, options: { ...candidate.options, tolerance: tight } }
    : { ...candidate };
  const list: Trial[] = [];
  for (const times of [1, 2, 4]) {
    const finer = parts(times * trial.parts);
    if (finer === undefined || list.some((item) => item.parts === finer)) break;
    list.push(await run(exact, finer));
  }
  return referenceOf(values, new Map([...runs, [exact, list]])) as Reference;
}

function refuse({ system }: TrialRunner, runs: ReadonlyMap<Candidate, readonly Trial[]>): never {
  const reasons = new Set(
    [...runs.values()].flatMap((list) => list.map(({ failed }) => failed).filter(Boolean)),
  );
  throw new UserError(
    `compare-schemes ${system.name}: no scheme finished the run with two step sizes. Give a smaller "step", or see the reasons: ${[...reasons].slice(0, 3).join('; ')}`,
  );
}

/** Returns the run with the least work that reaches an error, or undefined. */
export function leastWork({ runs }: Comparison, error: number): MeasuredRun | undefined {
  const good = runs.filter((run) => run.error <= error);
  return good.sort((a, b) => a.trial.work - b.trial.work || a.error - b.error)[0];
}
