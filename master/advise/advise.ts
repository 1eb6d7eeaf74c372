import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { CouplingScheme } from '../coupling/coupling.ts';
import type { CheckedSystem } from '../system/system.ts';
import { interfaceJacobian } from './accuracy/interface-jacobian.ts';
import type { InterfaceValue } from './accuracy/interface-values.ts';
import { difference, meanDifference, scalesOf } from './accuracy/run-accuracy.ts';
import { explainAdvice } from './advice-reasons.ts';
import type { Reference } from './advise-reference.ts';
import { defaultWork } from './auto-scheme.ts';
import {
  type Candidate,
  candidatesOf,
  distinctSchemes,
  expectedOrder,
  isAdaptive,
  presentOf,
  type Setting,
  settingOf,
} from './candidates.ts';
import { type RatedTrial, Search, type SearchGoal, type SearchResult } from './scheme-search.ts';
import { budgetBefore, budgetOf, runnerWithin } from './time-budget.ts';
import { type Grid, stepsTogether } from './time-grid.ts';
import { type AffordableTrials, affordableTrials } from './trials/affordable-trial.ts';
import { prepareTrials, type TrialData } from './trials/prepare-trials.ts';
import { runTrial, type Trial } from './trials/scheme-trial.ts';
import type { TrialRunner } from './trials/trial-runner.ts';

/** Options of an advice. All but the error have defaults. */
export interface AdviseOptions {
  /** Largest error of an interface value, relative to its nominal value or range. */
  error: number;
  /** End time of trials [s]. Default: the end of the run. */
  until?: number;
  /** Limit of work: communication steps of FMUs, and internal steps. */
  mostWork?: number;
  /** Limits the step [s] to that of the system. Otherwise the run has at least 50 steps. */
  withinStep?: boolean;
  onTrial?: SearchGoal['onTrial'];
  /**
   * Time budget [s], after which the best answer so far counts. Trials of a long run end early, so
   * that many fit into the budget. Default: unlimited.
   */
  seconds?: number | undefined;
  /** Called with each better answer. */
  onAnswer?: SearchGoal['onAnswer'];
  /** Clock of the budget [s]. Default: the wall time. */
  clock?: (() => number) | undefined;
}

/** Advice how to couple a system, with reasons. */
export interface Advice {
  /** Value of `algorithm` for the system file. */
  algorithm: Setting;
  /** Largest error of an interface value in its own run, at least the error of the reference. */
  error: number;
  /** True if the requested error is reached. */
  met: boolean;
  sureness: Sureness;
  /** Reasons in five sentences. */
  why: string[];
  /** Result of the search, and the number of steps in an interval of the grid. */
  searchResult: SearchResult;
  grid: Grid;
}

export type Sureness = 'sure' | 'fairly sure' | 'not sure';

/** Smallest number of communication steps of a run. */
const leastSteps = 50;
/** Tolerance of iterations, relative to the requested error. */
const solved = 0.01;

/**
 * Finds by trial runs which scheme, order and step reach an error with the least work, with
 * reasons.
 */
export async function advise(unlimited: TrialRunner, options: AdviseOptions): Promise<Advice> {
  const { system, schemes, extrapolations } = unlimited;
  const { error, mostWork = defaultWork, withinStep = false, onTrial, onAnswer } = options;
  const allTime = budgetOf(system.name, options.seconds, options.clock);
  if (!(error > 0 && error < 1))
    throw new UserError(
      `advise ${system.name}: the error must be between 0 and 1, such as 1e-3, got ${error}.`,
    );
  const prepare = (until = options.until, least = leastSteps): Promise<TrialData> =>
    prepareTrials(unlimited, 'advise', withinStep ? 1 : stepsTogether(system, least, until), until);
  const candidates = candidatesOf(distinctSchemes(schemes), { tolerance: solved * error, extrapolations });
  const wholeRun = await prepare();
  // The analysis of the interface opens the system, too. Its steps take about as long.
  const budget = allTime && budgetBefore(allTime, 2 * allTime.used() * allTime.seconds);
  const expired = (): boolean => budget !== undefined && budget.used() >= 1;
  const trials: AffordableTrials =
    budget === undefined
      ? { data: wholeRun }
      : await affordableTrials(
          unlimited,
          wholeRun,
          presentFirst(candidates, system, schemes),
          budget,
          prepare,
        );
  const { data, candidate: firstCandidate, first: firstTrial, until = options.until } = trials;
  const { grid, values } = data;
  const lab = budget === undefined ? unlimited : runnerWithin(unlimited, budget);
  const search = new Search(lab, grid, values, candidates, {
    error,
    mostWork,
    onTrial,
    onAnswer,
    timeUsed: budget?.used,
    firstCandidate,
    firstTrial,
  });
  const first = await search.find();
  const present = withinStep || expired() ? undefined : await presentRun(lab, grid, values, first);
  const found = withPresent(first, present, error);
  const confirmed = expired() ? found : await cheapest(lab, grid, values, error, found);
  const searchResult = expired() ? { ...confirmed, exhausted: true, late: true } : confirmed;
  const { trial } = searchResult.best;
  const algorithm = settingOf(trial.candidate, trial.parts, grid.interval);
  const sureness = surenessOf(searchResult, error, until !== undefined && until < system.stopTime);
  const jacobian = await interfaceJacobian(
    allTime ? runnerWithin(unlimited, allTime) : lab,
    probeSteps(grid, trial.step),
  );
  const forEvents = schemes.filter(({ traits }) => traits.events === true).map(({ name }) => name);
  return {
    algorithm,
    error: Math.max(searchResult.best.error, searchResult.reference.error),
    met: searchResult.met,
    sureness,
    why: explainAdvice({ system, values, error, searchResult, present, jacobian, until, forEvents }),
    searchResult,
    grid,
  };
}

/** Returns the candidates with that of the system file first, because it probably applies. */
function presentFirst(
  candidates: readonly Candidate[],
  system: CheckedSystem,
  schemes: readonly CouplingScheme[],
): Candidate[] {
  const scheme = schemes.find(({ name }) => name === system.scheme);
  const label = scheme === undefined ? undefined : presentOf(system, scheme).label;
  const isPresent = (candidate: Candidate): boolean => candidate.label === label;
  return [...candidates.filter(isPresent), ...candidates.filter((candidate) => !isPresent(candidate))];
}

/** Number of alternatives that are tried if the best needs a smaller step than expected. */
const maxAlternatives = 3;

/**
 * Finds the least work with a valid error at all points of a run. If the best needs more work than
 * expected, the next may need less.
 */
async function cheapest(
  lab: TrialRunner,
  grid: Grid,
  values: readonly InterfaceValue[],
  wanted: number,
  searchResult: SearchResult,
): Promise<SearchResult> {
  let chosen = await confirmAtOwnPoints(lab, grid, values, wanted, searchResult);
  if (!searchResult.met) return chosen;
  for (const rival of searchResult.others.slice(0, maxAlternatives)) {
    const { best, met, work } = chosen;
    if (met && rival.trial.work >= best.trial.work) break;
    const next = await confirmAtOwnPoints(lab, grid, values, wanted, { ...searchResult, best: rival, work });
    const wins = next.met && (!met || next.best.trial.work < best.trial.work);
    const [winner, other] = wins ? [next, chosen] : [chosen, next];
    const rest = chosen.others.filter((candidate) => candidate !== rival);
    const others = (other.met ? [other.best, ...rest] : rest).sort((a, b) => a.trial.work - b.trial.work);
    chosen = { ...winner, others, work: next.work };
  }
  return chosen;
}

/** Number of times that a step is reduced until its run is valid at all points. */
const maxRefinements = 5;
/** Below this order in H, the largest difference stems from jumps and does not decrease. */
const jump = 0.3;

/**
 * Compares the chosen run with the reference at all of its own points, at most 2000, not only at
 * the common points. Reduces the step if it is worse in between. If values jump, the largest
 * difference does not decrease with the step. Then the root mean square decides.
 */
async function confirmAtOwnPoints(
  lab: TrialRunner,
  grid: Grid,
  values: readonly InterfaceValue[],
  wanted: number,
  searchResult: SearchResult,
): Promise<SearchResult> {
  const { met, reference } = searchResult;
  const { candidate } = searchResult.best.trial;
  if (!met) return searchResult;
  // The points of a scheme that chooses its steps are the points of the grid.
  if (isAdaptive(candidate)) return { ...searchResult, confirmed: grid.stride === 1 };
  let { best, work } = searchResult;
  /** First run that is valid by the root mean square, and the run before it. */
  let good: RatedTrial | undefined;
  let was: { peak: number; parts: number } | undefined;
  for (let tries = 0; ; tries++) {
    const { parts } = best.trial;
    const dividedGrid = grid.divide(parts);
    const run = await runTrial(lab, dividedGrid, values, candidate, 1);
    const exact =
      run.failed === undefined ? await referenceOn(lab, dividedGrid, values, reference) : undefined;
    work += run.work + (exact?.fine.work ?? 0);
    if (exact === undefined) return { ...searchResult, best: good ?? best, confirmed: false, work };
    const { fine } = exact;
    const goal = wanted - exact.error;
    const scales = scalesOf(values, fine);
    const mean = Math.max(best.error, meanDifference(run, fine, scales));
    const peak = Math.max(best.error, difference(run, fine, scales));
    if (peak <= goal) return { ...searchResult, best: { ...best, error: peak }, confirmed: true, work };
    if (mean <= goal) good ??= { ...best, error: mean, between: peak };
    const stays = was !== undefined && Math.log(was.peak / peak) / Math.log(parts / was.parts) < jump;
    if (stays && good !== undefined) return { ...searchResult, best: good, work };
    const more = Math.min(2, (peak / goal) ** (1 / expectedOrder(candidate)));
    const next = grid.parts(Math.max(parts + 1, 1.05 * parts * more));
    if (next === undefined || tries === maxRefinements)
      return good === undefined
        ? { ...searchResult, best: { ...best, error: peak }, met: false, work }
        : { ...searchResult, best: good, work };
    was = { peak, parts };
    const trial = await runTrial(lab, grid, values, candidate, next);
    work += trial.work;
    best = { trial, error: difference(trial, reference.trial, reference.scales) };
  }
}

/**
 * Repeats the reference at the points of a finer grid. If it does not run there, takes the run of
 * another scheme that agrees with it. Returns undefined if neither runs.
 */
async function referenceOn(
  lab: TrialRunner,
  grid: Grid,
  values: readonly InterfaceValue[],
  { trial, error, against, agrees }: Reference,
): Promise<{ fine: Trial; error: number } | undefined> {
  for (const exact of [{ trial, error }, ...(against !== undefined && agrees ? [against] : [])]) {
    const { candidate, step } = exact.trial;
    const parts = grid.parts(Math.max(1, grid.interval / step));
    if (parts === undefined || isAdaptive(candidate)) continue;
    const fine = await runTrial(lab, grid, values, candidate, parts);
    if (fine.failed === undefined) return { fine, error: exact.error };
  }
  return undefined;
}

/** Returns the confidence in an answer. Only a confirmation that ran makes it sure. */
function surenessOf(found: SearchResult, wanted: number, partly: boolean): Sureness {
  const { met, reference, exhausted, confirmed, best } = found;
  if (!met || exhausted || reference.error > 0.5 * wanted) return 'not sure';
  const everywhere = confirmed === true && best.between === undefined;
  return partly || !reference.agrees || !everywhere ? 'fairly sure' : 'sure';
}

/** Adds the run with the algorithm of the file, which may be the cheapest that reaches the error. */
function withPresent(found: SearchResult, present: RatedTrial | undefined, wanted: number): SearchResult {
  if (present === undefined || present.trial.failed !== undefined) return found;
  const { best, others, met, reference } = found;
  const reaches = present.error <= wanted - reference.error;
  const { candidate, parts } = present.trial;
  const isKnown = [best, ...others].some(({ trial }) => trial === present.trial);
  if (isKnown || (met && !reaches) || (!met && !(present.error < best.error))) return found;
  const rivals = [best, ...others].filter(
    ({ trial }) => trial.parts !== parts || !isSame(trial.candidate, candidate),
  );
  const rated = met ? [present, ...rivals].sort((a, b) => a.trial.work - b.trial.work) : [present, ...rivals];
  return { ...found, best: rated[0], others: rated.slice(1), met: reaches };
}

/** Runs the system with the algorithm of its file, and measures it like the others. */
async function presentRun(
  lab: TrialRunner,
  grid: Grid,
  values: readonly InterfaceValue[],
  { reference, runs }: SearchResult,
): Promise<RatedTrial | undefined> {
  const { system, schemes } = lab;
  const scheme = schemes.find(({ name }) => name === system.scheme);
  if (scheme === undefined || scheme.traits.adaptive) return undefined;
  const candidate: Candidate = presentOf(system, scheme);
  const parts = Math.round(grid.interval / system.step);
  const like = [...runs.values()]
    .flat()
    .find((run) => run.parts === parts && isSame(run.candidate, candidate));
  const trial = like ?? (await runTrial(lab, grid, values, candidate, parts));
  if (trial.lateAt !== undefined) return undefined;
  return { trial, error: difference(trial, reference.trial, reference.scales) };
}

/** Returns true for candidates of one scheme, order and options. */
const isSame = (a: Candidate, b: Candidate): boolean =>
  a.label === b.label && JSON.stringify(a.options) === JSON.stringify(b.options);

/** Returns the step, a sixteenth of it, and the smallest step as the limit for H → 0. */
function probeSteps({ interval, parts }: Grid, step: number): number[] {
  const at = Math.max(1, Math.round(interval / step));
  const all = [at, 16 * at, 4096 * at]
    .map((wanted) => parts(wanted))
    .filter((candidate) => candidate !== undefined);
  return [...new Set(all)].map((value) => interval / value);
}
