import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { whyLines } from './advice-reasons.ts';
import { defaultWork } from './auto-scheme.ts';
import {
  type Candidate,
  candidatesOf,
  expectedOrder,
  isAdaptive,
  presentOf,
  type Setting,
  settingOf,
} from './candidates.ts';
import { interfaceJacobian } from './interface-jacobian.ts';
import type { InterfaceValue } from './interface-values.ts';
import { prepare } from './prepare-trials.ts';
import { difference, meanDifference, scalesOf } from './run-accuracy.ts';
import { type Found, type Rated, Search, type Wish } from './scheme-search.ts';
import { tryOut } from './scheme-trial.ts';
import { type Grid, stepsTogether } from './time-grid.ts';
import type { Laboratory } from './trial-runner.ts';

/** What is asked of an advice; everything but the error has a default. */
export interface AdviseOptions {
  /** Largest error of an interface value that is wanted, as a share of its nominal value or range. */
  error: number;
  /** Tried no later than that [s]; to the end when left out. */
  until?: number;
  /** Work after which no more is tried: communication steps of units, and internal steps. */
  mostWork?: number;
  /** The largest step [s] is that of the system; else one with which the run has at least 50. */
  withinStep?: boolean;
  onTrial?: Wish['onTrial'];
}

/** How to couple a system, and why. */
export interface Advice {
  /** What stands in `algorithm` of its file then. */
  algorithm: Setting;
  /** Largest error of an interface value, by its own run; no less than the own error of what it was measured by. */
  error: number;
  /** Whether that is the wanted one. */
  met: boolean;
  sureness: Sureness;
  /** Five sentences. */
  why: string[];
  /** What was found, and the parts of an interval of the grid that the step is. */
  found: Found;
  grid: Grid;
}

export type Sureness = 'sure' | 'fairly sure' | 'not sure';

/** Communication steps that a run has at least. */
const leastSteps = 50;
/** Iterations are solved to that share of the wanted error. */
const solved = 0.01;

/**
 * Finds out by trial runs which scheme, order and step have a wanted error by the least work, and says why.
 */
export async function advise(lab: Laboratory, options: AdviseOptions): Promise<Advice> {
  const { system, schemes, extrapolations } = lab;
  const { error, until, mostWork = defaultWork, withinStep = false, onTrial } = options;
  if (!(error > 0 && error < 1))
    throw new UserError(
      `advise ${system.name}: the wanted error ${error} is no share. Give a number between 0 and 1, as 1e-3.`,
    );
  const steps = withinStep ? 1 : stepsTogether(system, leastSteps, until);
  const { grid, values } = await prepare(lab, 'advise', steps, until);
  const candidates = candidatesOf(schemes, { tolerance: solved * error, extrapolations });
  const search = new Search(lab, grid, values, candidates, { error, mostWork, onTrial });
  const first = await search.find();
  const present = withinStep ? undefined : await presentRun(lab, grid, values, first);
  const found = await cheapest(lab, grid, values, error, first);
  const { trial } = found.best;
  const algorithm = settingOf(trial.candidate, trial.parts, grid.interval);
  const sureness = surenessOf(found, error, until !== undefined && until < system.stopTime);
  const jacobian = await interfaceJacobian(lab, probeSteps(grid, trial.step));
  const forEvents = schemes.filter(({ traits }) => traits.events === true).map(({ name }) => name);
  return {
    algorithm,
    error: Math.max(found.best.error, found.reference.error),
    met: found.met,
    sureness,
    why: whyLines({ system, values, error, found, present, jacobian, until, forEvents }),
    found,
    grid,
  };
}

/** So many of the others are looked at, where the best needs a smaller step than it seemed. */
const mostRivals = 3;

/** The least work that is good at all points of its own: where the best needs more than it seemed, the next may need less. */
async function cheapest(
  lab: Laboratory,
  grid: Grid,
  values: readonly InterfaceValue[],
  wanted: number,
  found: Found,
): Promise<Found> {
  let chosen = await confirmed(lab, grid, values, wanted, found);
  if (!found.met) return chosen;
  for (const rival of found.others.slice(0, mostRivals)) {
    const { best, met, work } = chosen;
    if (met && rival.trial.work >= best.trial.work) break;
    const next = await confirmed(lab, grid, values, wanted, { ...found, best: rival, work });
    const wins = next.met && (!met || next.best.trial.work < best.trial.work);
    const [winner, other] = wins ? [next, chosen] : [chosen, next];
    const rest = chosen.others.filter((each) => each !== rival);
    const others = (other.met ? [other.best, ...rest] : rest).sort((a, b) => a.trial.work - b.trial.work);
    chosen = { ...winner, others, work: next.work };
  }
  return chosen;
}

/** How often a step is made smaller until its run is good at all of its points. */
const mostTries = 5;
/** Where the largest difference falls with a lower power of the step, values jump, and it stays. */
const jump = 0.3;

/**
 * Errors were those at the points that all runs have in common. The chosen run is held against the reference at all of its own points (2000
 * at most) too, and gets a smaller step where it is worse in between. Where values jump, the largest difference in between stays whatever the
 * step; there the root mean square decides.
 */
async function confirmed(
  lab: Laboratory,
  grid: Grid,
  values: readonly InterfaceValue[],
  wanted: number,
  found: Found,
): Promise<Found> {
  const { met, reference } = found;
  const { candidate } = found.best.trial;
  const exact = reference.trial;
  if (!met || isAdaptive(candidate) || isAdaptive(exact.candidate)) return found;
  const goal = wanted - reference.error;
  let { best, work } = found;
  /** The first that is good by the root mean square, and the try before. */
  let good: Rated | undefined;
  let was: { peak: number; parts: number } | undefined;
  for (let tries = 0; ; tries++) {
    const { parts } = best.trial;
    const own = grid.within(parts);
    const finer = own.parts(Math.max(1, own.interval / exact.step));
    if (finer === undefined) return found;
    const run = await tryOut(lab, own, values, candidate, 1);
    const fine = await tryOut(lab, own, values, exact.candidate, finer);
    work += run.work + fine.work;
    if (run.failed !== undefined || fine.failed !== undefined) return found;
    const scales = scalesOf(values, fine);
    const mean = Math.max(best.error, meanDifference(run, fine, scales));
    const peak = Math.max(best.error, difference(run, fine, scales));
    if (peak <= goal) return { ...found, best: { ...best, error: peak }, work };
    if (mean <= goal) good ??= { ...best, error: mean, between: peak };
    const stays = was !== undefined && Math.log(was.peak / peak) / Math.log(parts / was.parts) < jump;
    if (stays && good !== undefined) return { ...found, best: good, work };
    const more = Math.min(2, (peak / goal) ** (1 / expectedOrder(candidate)));
    const next = grid.parts(Math.max(parts + 1, 1.05 * parts * more));
    if (next === undefined || tries === mostTries)
      return good === undefined
        ? { ...found, best: { ...best, error: peak }, met: false, work }
        : { ...found, best: good, work };
    was = { peak, parts };
    const trial = await tryOut(lab, grid, values, candidate, next);
    work += trial.work;
    best = { trial, error: difference(trial, exact, reference.scales) };
  }
}

function surenessOf({ met, reference, exhausted }: Found, wanted: number, partly: boolean): Sureness {
  if (!met || exhausted || reference.error > 0.5 * wanted) return 'not sure';
  return partly || !reference.agrees ? 'fairly sure' : 'sure';
}

/** The system as its file has it, measured like the others. */
async function presentRun(
  lab: Laboratory,
  grid: Grid,
  values: readonly InterfaceValue[],
  { reference, runs }: Found,
): Promise<Rated | undefined> {
  const { system, schemes } = lab;
  const scheme = schemes.find(({ name }) => name === system.scheme);
  if (scheme === undefined || scheme.traits.adaptive) return undefined;
  const candidate: Candidate = presentOf(system, scheme);
  const parts = Math.round(grid.interval / system.step);
  const like = [...runs.values()]
    .flat()
    .find((each) => each.parts === parts && each.candidate.label === candidate.label);
  const trial = like ?? (await tryOut(lab, grid, values, candidate, parts));
  return { trial, error: difference(trial, reference.trial, reference.scales) };
}

/** The step, a sixteenth of it, and the smallest there is for what is left as it goes to nothing. */
function probeSteps({ interval, parts }: Grid, step: number): number[] {
  const at = Math.max(1, Math.round(interval / step));
  const all = [at, 16 * at, 4096 * at].map((wanted) => parts(wanted)).filter((each) => each !== undefined);
  return [...new Set(all)].map((each) => interval / each);
}
