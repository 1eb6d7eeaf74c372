import { nearNames } from '../../fmu-sdk/util/nearest-name.ts';
import { someNames } from '../../fmu-sdk/util/printable.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { type Reference, referenceOf } from './advise-reference.ts';
import { type Candidate, candidatesOf, isAdaptive } from './candidates.ts';
import type { InterfaceValue } from './interface-values.ts';
import { prepare } from './prepare-trials.ts';
import { differences } from './run-accuracy.ts';
import { type Trial, tryOut } from './scheme-trial.ts';
import { stepsTogether } from './time-grid.ts';
import { type Laboratory, Stopped } from './trial-runner.ts';

/** How schemes are compared. */
export interface CompareOptions {
  /** Sizes of steps, each half of the one before. */
  levels?: number;
  /** The coarsest step [s]; left out, such that the run has at least 50 of them. A whole number of the system's steps. */
  largest?: number;
  /** No later than that [s]. */
  until?: number;
  /** Names of the schemes to compare; all when left out. */
  only?: readonly string[];
  /** Is told what share of all is done, and what is being tried. */
  onProgress?: (share: number, label: string, step: number) => void;
}

/** A run of a scheme, measured. */
export interface Measured {
  trial: Trial;
  /** Error of each interface value, and the largest of them; infinite where the run failed. */
  errors: readonly number[];
  error: number;
}

/** Schemes on one system: what each costs, and how far it is from the reference. */
export interface Comparison {
  system: string;
  values: readonly InterfaceValue[];
  bonds: readonly string[];
  reference: Reference;
  /** In the order of the schemes, each with its steps from coarse to fine, the system's own among them. */
  runs: readonly Measured[];
  /** Schemes that cannot be applied, with the reason. */
  refused: readonly { label: string; reason: string }[];
}

const defaultLevels = 7;
/** A reference is solved to that, where its scheme solves. */
const tight = 1e-10;
/** Communication steps that a run has at least. */
const leastSteps = 50;

/**
 * Runs a system by every coupling scheme that can be applied, with each order and in each way of acceleration, with a ladder of steps and the
 * system's own, and measures each run against the most accurate of all, run once more with finer steps.
 */
export async function compareSchemes(lab: Laboratory, options: CompareOptions = {}): Promise<Comparison> {
  const { system, schemes } = lab;
  const chosen = chosenOf(lab, options.only);
  const steps = together(lab, options.largest, options.until);
  const { grid, values } = await prepare(lab, 'compare-schemes', steps, options.until);
  const ladder = ladderOf(options.levels ?? defaultLevels, grid.parts);
  // An interval has so many of the system's own steps, which units allow.
  const rungs = [...new Set([...ladder, steps])].sort((a, b) => a - b);
  const candidates = candidatesOf(
    schemes.filter((each) => chosen.includes(each)),
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
  for (const parts of rungs)
    for (const candidate of alive) {
      // Who finds its steps itself has none that is the system's.
      if (!ladder.includes(parts) && isAdaptive(candidate)) continue;
      if (lab.stop?.() === true) throw new Stopped('stopped');
      options.onProgress?.(Math.min(1, done / whole), candidate.label, grid.interval / parts);
      const trial = await tryOut(lab, grid, values, candidate, parts);
      done += parts;
      if (trial.refused) {
        refused.push({ label: candidate.label, reason: trial.failed ?? '' });
        alive = alive.filter((each) => each !== candidate);
        done += rungs.reduce((sum, p) => sum + (p > parts ? p : 0), 0);
      } else runs.set(candidate, [...(runs.get(candidate) ?? []), trial]);
    }
  const found = referenceOf(values, runs);
  if (found === undefined) refuse(lab, runs);
  const reference = await finest(
    found,
    (candidate, parts) => tryOut(lab, grid, values, candidate, parts),
    grid.parts,
    values,
    runs,
  );
  const measured = candidates.flatMap((candidate) =>
    (runs.get(candidate) ?? []).map((trial): Measured => {
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
    refused,
  };
}

function chosenOf(
  { system, schemes }: Laboratory,
  only: readonly string[] | undefined,
): Laboratory['schemes'] {
  const unknown = only?.find((name) => !schemes.some((each) => each.name === name));
  if (unknown === undefined)
    return only === undefined ? schemes : schemes.filter(({ name }) => only.includes(name));
  const names = schemes.map(({ name }) => name);
  const near = nearNames(unknown, names);
  const hint = near.length > 0 ? ` Did you mean ${someNames(near)}?` : '';
  throw new UserError(
    `compare-schemes ${system.name}: there is no coupling scheme "${unknown}".${hint} There are ${names.join(', ')}.`,
  );
}

/** How many of the system's steps make the coarsest. */
function together({ system }: Laboratory, largest?: number, until?: number): number {
  if (largest === undefined) return stepsTogether(system, leastSteps, until);
  const steps = Math.round(largest / system.step);
  const all = (system.stopTime - system.startTime) / system.step;
  if (steps >= 1 && Math.abs(steps * system.step - largest) < 1e-9 * largest && Math.round(all) % steps === 0)
    return steps;
  throw new UserError(
    `compare-schemes ${system.name}: the largest step ${largest} s is no whole number of the system's steps of ${system.step} s of which the run is a whole number. ` +
      `Give ${stepsTogether(system, Math.max(1, Math.floor((system.stopTime - system.startTime) / largest))) * system.step} s.`,
  );
}

function ladderOf(levels: number, parts: (least: number) => number | undefined): number[] {
  const ladder: number[] = [];
  for (let next = parts(1); next !== undefined && ladder.length < levels; next = parts(2 * next))
    ladder.push(next);
  return ladder;
}

/** The most accurate scheme again, told to solve to the last digits, with steps down to a quarter of the smallest. */
async function finest(
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
    if (finer === undefined || list.some((each) => each.parts === finer)) break;
    list.push(await run(exact, finer));
  }
  return referenceOf(values, new Map([...runs, [exact, list]])) as Reference;
}

function refuse({ system }: Laboratory, runs: ReadonlyMap<Candidate, readonly Trial[]>): never {
  const reasons = new Set(
    [...runs.values()].flatMap((list) => list.map(({ failed }) => failed).filter(Boolean)),
  );
  throw new UserError(
    `compare-schemes ${system.name}: no scheme came to the end of the run with two sizes of steps. Give a smaller "step", or look at the reasons: ${[...reasons].slice(0, 3).join('; ')}`,
  );
}

/** The run with the least work of those that have an error; undefined where none has. */
export function leastWork({ runs }: Comparison, error: number): Measured | undefined {
  const good = runs.filter((run) => run.error <= error);
  return good.sort((a, b) => a.trial.work - b.trial.work)[0];
}
