import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { InterfaceValue } from './accuracy/interface-values.ts';
import { difference } from './accuracy/run-accuracy.ts';
import { type Reference, referenceOf } from './advise-reference.ts';
import { type Candidate, expectedOrder, isAdaptive } from './candidates.ts';
import type { Grid } from './time-grid.ts';
import { runTrial, type Trial } from './trials/scheme-trial.ts';
import type { TrialRunner } from './trials/trial-runner.ts';

/** Goal of a search, and its limit of work. */
export interface SearchGoal {
  /** Largest error of an interface value, relative to its nominal value or range. */
  error: number;
  /** Limit of work. */
  mostWork: number;
  /** Returns the used share of the time for the search, 1 if it is over. */
  timeUsed?: (() => number) | undefined;
  /** Candidate of the early answer, and its run before the search. */
  firstCandidate?: Candidate | undefined;
  firstTrial?: Trial | undefined;
  /** Called with each better answer. */
  onAnswer?: ((answer: { label: string; step: number; error: number; met: boolean }) => void) | undefined;
  /** Called before every trial. */
  onTrial?: ((trial: TrialProgress) => void) | undefined;
}

/** Progress of a search before a trial. */
export interface TrialProgress {
  /** Estimate of the completed share of the work. */
  share: number;
  label: string;
  /** Communication step [s]. */
  step: number;
  /** Trials of the present round that are left, this one included. */
  remaining: number;
  /** Share of the time for the search that these need at least. */
  leastTime: number;
}

/** Trials whose mean time predicts that of the next ones. */
const recentTrials = 8;

/** Run of a candidate, with its error against the reference. */
export interface RatedTrial {
  trial: Trial;
  error: number;
  /**
   * Largest difference at the points of the run, if values jump and a smaller step does not help.
   */
  between?: number;
}

/** Result of a search. */
export interface SearchResult {
  /** Run with the least work that reaches the error, otherwise the most accurate run. */
  best: RatedTrial;
  /** True if it reaches the error. */
  met: boolean;
  /** Best run of each other candidate that was followed far enough, least work first. */
  others: RatedTrial[];
  reference: Reference;
  /** Every run of every candidate, largest step first. */
  runs: ReadonlyMap<Candidate, readonly Trial[]>;
  /** Number and work of all trials. */
  trials: number;
  work: number;
  /** True if the limit of work or of time ended the search. */
  exhausted: boolean;
  /** True if it was the limit of time. */
  late?: boolean;
  /** True if a run of the reference confirmed the best run at all points of that run. */
  confirmed?: boolean;
}

/** Larger errors reveal nothing about convergence. */
const asymptotic = 0.2;
/** Largest error of the reference, relative to the requested error. */
const share = 0.05;
/** Candidates are dropped if they are predicted to need this factor of the work of the best. */
const dropFactor = 1.5;
/** Two candidates with a smaller relative difference of their errors have equal solutions. */
const equalSolutionTolerance = 0.02;
/** A candidate that needed this factor of the work for an equal solution is not tried again. */
const maxEqualWork = 2;
/** Share of the time after which the search for an early answer ends, once an answer exists. */
const earlyShare = 0.25;
/** Number of failed runs after which the early answer is tried with the step of the system. */
const earlyFailures = 2;
/** Share of the requested error that a step aims at. */
const aim = 0.9;

/**
 * Finds the candidate that reaches an error with the least work. It runs all with large steps, and
 * continues the promising ones with smaller steps. For candidates that reach the error, it adjusts
 * the step and runs them again. Errors are relative to the most accurate run (`referenceOf`).
 * Decisions use only values and counted work, so that a system always gets the same answer. A limit
 * of time may end the search earlier. With such a limit one candidate gives an early answer.
 */
export class Search {
  private readonly runs = new Map<Candidate, Trial[]>();
  private trials = 0;
  private work = 0;
  /** Used shares of the time at the begin of the last trials of rounds, the newest last. */
  private readonly begins: number[] = [];
  /** Completed share that was last reported. It never decreases, even if more work appears. */
  private done = 0;
  private remaining: Candidate[];
  /** Run of the answer that was last reported. */
  private answer: Trial | undefined;
  /** True if that answer reaches the error. */
  private met = false;
  /** Least work of a run that reaches the error. */
  private least = Number.POSITIVE_INFINITY;
  /** Candidates that were dropped for an equal solution of another one, by that one. */
  private readonly equalSolutions = new Map<Candidate, Candidate[]>();

  constructor(
    private readonly lab: TrialRunner,
    private readonly grid: Grid,
    private readonly values: readonly InterfaceValue[],
    candidates: readonly Candidate[],
    private readonly wish: SearchGoal,
  ) {
    this.remaining = [...candidates];
    const { firstTrial } = wish;
    if (firstTrial !== undefined) this.store(firstTrial);
  }

  async find(): Promise<SearchResult> {
    let parts = this.grid.parts(1);
    let reference: Reference | undefined;
    if (this.wish.timeUsed !== undefined) await this.findEarlyAnswer();
    // Its steps are smaller than those of the first round.
    this.begins.length = 0;
    while (parts !== undefined && this.remaining.length > 0 && !this.exhausted) {
      // Candidates without a complete run are dropped if a finer run would exceed the limit of
      // work.
      if (this.whole(parts) > this.wish.mostWork) break;
      for (const [k, candidate] of this.remaining.entries()) {
        if (this.exhausted) break;
        await this.run(candidate, parts, this.remaining.length - k);
      }
      reference = this.reference();
      this.reportAnswer(reference);
      if (this.expired) break;
      this.drop(reference, parts);
      parts = this.grid.parts(2 * parts);
    }
    reference = this.reference();
    if (reference === undefined) this.refuse();
    reference = await this.refineReference(reference);
    return this.selectCheapest(reference);
  }

  private get exhausted(): boolean {
    return this.work >= this.wish.mostWork || this.expired;
  }

  /** True if the time is over. */
  private get expired(): boolean {
    return (this.wish.timeUsed?.() ?? 0) >= 1;
  }

  /**
   * Runs the first candidate that applies with smaller and smaller steps for a part of the time, so
   * that an answer exists early. If large steps fail, it continues with the step of the system. A run
   * with half the step takes twice as long. It does not begin if it would end after that part.
   */
  private async findEarlyAnswer(): Promise<void> {
    const { grid, lab, wish } = this;
    const candidate = wish.firstCandidate ?? this.remaining[0];
    const presentParts = grid.interval / lab.system.step;
    for (let parts = grid.parts(1), failures = 0; parts !== undefined; ) {
      if (this.exhausted || this.whole(parts) > wish.mostWork) return;
      const begin = wish.timeUsed?.() ?? 1;
      const { failed } = await this.run(candidate, parts, 1);
      if (failed !== undefined && ++failures > earlyFailures) return;
      this.reportAnswer(this.reference());
      const end = wish.timeUsed?.() ?? 1;
      const enough = this.answer !== undefined && end + 2 * (end - begin) > earlyShare;
      if (this.met || enough) return;
      parts = grid.parts(failures === earlyFailures ? Math.max(2 * parts, presentParts) : 2 * parts);
    }
  }

  /** Reports the best answer so far, if it differs from the last one. */
  private reportAnswer(reference: Reference | undefined): void {
    if (reference === undefined) return;
    const wanted = this.wish.error;
    const rated = [...this.runs.values()]
      .flat()
      .filter(({ failed }) => failed === undefined)
      .map((trial) => ({ trial, error: Math.max(this.errorOf(trial, reference), reference.error) }));
    const good = rated.filter(({ error }) => error <= wanted).sort((a, b) => a.trial.work - b.trial.work);
    const [best] = good.length > 0 ? good : rated.sort((a, b) => a.error - b.error);
    if (best === undefined || best.trial === this.answer) return;
    this.answer = best.trial;
    this.met = good.length > 0;
    const { candidate, parts } = best.trial;
    const step = this.grid.interval / parts;
    this.wish.onAnswer?.({ label: candidate.label, step, error: best.error, met: this.met });
  }

  private reference(): Reference | undefined {
    return referenceOf(this.values, this.runs);
  }

  /** Runs a candidate with a number of parts, unless this was done. */
  private async run(candidate: Candidate, parts: number, remainingCount: number): Promise<Trial> {
    const list = this.runs.get(candidate) ?? [];
    this.runs.set(candidate, list);
    const known = list.find((item) => item.parts === parts);
    if (known !== undefined) return known;
    const { grid } = this;
    const step = grid.interval / parts;
    this.done = Math.max(this.done, this.share(candidate, remainingCount));
    const { label } = candidate;
    const leastTime = this.leastTime(remainingCount);
    this.wish.onTrial?.({ share: this.done, label, step, remaining: remainingCount, leastTime });
    const trial = await runTrial(this.lab, grid, this.values, candidate, parts);
    // A run that the limit of time ended says nothing about its candidate.
    if (trial.lateAt === undefined) this.store(trial);
    return trial;
  }

  private store(trial: Trial): void {
    const list = this.runs.get(trial.candidate) ?? [];
    list.push(trial);
    list.sort((a, b) => a.parts - b.parts);
    this.runs.set(trial.candidate, list);
    this.trials++;
    this.work += trial.work;
  }

  /**
   * Returns the share of the time that a number of trials needs, each as long as the last ones. A
   * smaller step only takes longer, so this is a lower limit.
   */
  private leastTime(remainingCount: number): number {
    const { begins } = this;
    begins.push(this.wish.timeUsed?.() ?? 0);
    if (begins.length > recentTrials + 1) begins.shift();
    const count = begins.length - 1;
    return count === 0 ? 0 : (remainingCount * (begins[count] - begins[0])) / count;
  }

  /** Estimates the completed share, from the candidates left at the present step. */
  private share(candidate: Candidate, remainingCount: number): number {
    const next = 2 * (this.runs.get(candidate)?.at(-1)?.work ?? 1);
    // Until a run reaches the error, assume three more halvings of the step.
    const rest = Number.isFinite(this.least) ? Math.min(3 * this.least, 4 * next) : 14 * next;
    const remainingWork = remainingCount * next + this.remaining.length * rest;
    return this.work / (this.work + remainingWork);
  }

  /** Drops candidates that cannot be the best any more, or have reached the error. */
  private drop(reference: Reference | undefined, parts: number): void {
    this.remaining = this.remaining.filter((c) => this.runs.get(c)?.at(-1)?.refused !== true);
    if (reference === undefined) return;
    this.dropEqualSolutions(reference);
    const known = this.remaining.map((c) => this.forecast(c, reference));
    this.least = Math.min(this.least, ...known.filter(({ met }) => met).map(({ work }) => work));
    const best = Math.min(this.least, ...known.map(({ work }) => work));
    // Drop candidates whose next run costs more than the best, or that are predicted to need more.
    this.remaining = this.remaining.filter(
      (c, k) =>
        !known[k].met && known[k].least <= dropFactor * best && this.nextWork(c, parts) <= dropFactor * best,
    );
  }

  /** Keeps the candidate with the least work of each group with equal solutions. */
  private dropEqualSolutions(reference: Reference): void {
    const last = (c: Candidate): Trial => this.runs.get(c)?.at(-1) as Trial;
    const distinctCandidates: Candidate[] = [];
    for (const c of [...this.remaining].sort((a, b) => last(a).work - last(b).work)) {
      const error = this.errorOf(last(c), reference);
      const equalCandidate = distinctCandidates.find(
        (other) => difference(last(c), last(other), reference.scales) < equalSolutionTolerance * error,
      );
      if (equalCandidate === undefined) distinctCandidates.push(c);
      else
        this.equalSolutions.set(equalCandidate, [
          ...(this.equalSolutions.get(equalCandidate) ?? []),
          c,
          ...(this.equalSolutions.get(c) ?? []),
        ]);
    }
    this.remaining = this.remaining.filter((c) => distinctCandidates.includes(c));
  }

  /** Estimates the work of the next finer run of a candidate. */
  private nextWork(candidate: Candidate, parts: number): number {
    const list = this.runs.get(candidate) ?? [];
    const [a, b] = [list.at(-2), list.at(-1)];
    if (b === undefined) return 0;
    const next = this.grid.parts(2 * parts);
    if (next === undefined) return Number.POSITIVE_INFINITY;
    // A failed run does not predict the work of a complete one.
    if (b.failed !== undefined) return Math.max(b.work, this.whole(isAdaptive(candidate) ? 1 : next));
    if (a === undefined || a.failed !== undefined) return b.work;
    return b.work + ((b.work - a.work) / (b.parts - a.parts)) * (next - b.parts);
  }

  /** Returns the FMU steps of a complete run with a number of parts, without repeated steps. */
  private whole(parts: number): number {
    return this.grid.count * parts * this.lab.system.units.length;
  }

  /** Predicts the work of a candidate for the requested error from its runs. */
  private forecast(candidate: Candidate, reference: Reference): Forecast {
    const list = this.runs.get(candidate) ?? [];
    const last = list.at(-1) as Trial;
    const error = this.errorOf(last, reference);
    const { error: wanted } = this.wish;
    const known = reference.error < 0.3 * error || reference.error < share * wanted;
    const met = error <= wanted - reference.error && reference.error <= share * wanted;
    if (met) return { last, error, met, work: last.work, least: last.work };
    const unknown = {
      last,
      error,
      met,
      work: Number.POSITIVE_INFINITY,
      least: this.nextWork(candidate, last.parts),
    };
    if (!known || error > asymptotic || last.failed !== undefined) return unknown;
    const before = list.at(-2);
    const nominal = expectedOrder(candidate);
    const was = before === undefined ? Number.POSITIVE_INFINITY : this.errorOf(before, reference);
    const observed =
      before !== undefined && was < asymptotic * 5
        ? Math.log(was / error) / Math.log(last.parts / before.parts)
        : nominal;
    const order = Math.min(4, Math.max(0.5, observed));
    const work = (p: number): number => last.work * Math.max(1, error / wanted) ** (1 / p);
    return { last, error, met, work: work(order), least: work(order + 0.3) };
  }

  private errorOf(trial: Trial, { trial: exact, scales }: Reference): number {
    return difference(trial, exact, scales);
  }

  /** Refines the reference until it is accurate enough. */
  private async refineReference(reference: Reference): Promise<Reference> {
    let now = reference;
    const wanted = share * this.wish.error;
    for (let tries = 0; tries < 6 && now.error > wanted && !this.exhausted; tries++) {
      const { candidate, parts } = now.trial;
      const finer = this.grid.parts(2 * parts);
      if (finer === undefined) break;
      await this.run(candidate, finer, 1);
      const { against } = now;
      if (!now.agrees && against !== undefined) {
        const also = this.grid.parts(2 * against.trial.parts);
        if (also !== undefined) await this.run(against.trial.candidate, also, 1);
      }
      now = this.reference() ?? now;
      this.reportAnswer(now);
    }
    return now;
  }

  /** Adjusts the steps of the candidates that reach the error, and selects the cheapest. */
  private async selectCheapest(reference: Reference): Promise<SearchResult> {
    const goal = this.wish.error - reference.error;
    const judged = [...this.runs.entries()].flatMap(([candidate, list]) => {
      const good = list.filter(({ failed }) => failed === undefined);
      const met = good
        .filter((trial) => this.errorOf(trial, reference) <= goal)
        .sort((a, b) => a.work - b.work)[0];
      return met === undefined ? [] : [{ candidate, met, parts: this.adjusted(good, met, reference, goal) }];
    });
    const guesses = judged
      .map((item) => ({ ...item, work: this.interpolated(item.candidate, item.parts, item.met) }))
      .sort((a, b) => a.work - b.work);
    const reached: RatedTrial[] = [];
    for (const { candidate, met, parts, work } of guesses) {
      const best = Math.min(...reached.map(({ trial }) => trial.work));
      let rated = { trial: met, error: this.errorOf(met, reference) };
      if (work < best && parts < met.parts) {
        for (let at = parts, tries = 0; tries < 4 && at < met.parts && !this.expired; tries++) {
          const trial = await this.run(candidate, at, 1);
          const error = this.errorOf(trial, reference);
          if (error <= goal && trial.work < rated.trial.work) {
            rated = { trial, error };
            break;
          }
          at = this.grid.parts(1.12 * at + 0.5) ?? met.parts;
        }
      }
      reached.push(rated);
    }
    reached.sort((a, b) => a.trial.work - b.trial.work);
    if (reached.length > 0) reached.push(...(await this.rerunEqualSolutions(reached[0], reference, goal)));
    reached.sort((a, b) => a.trial.work - b.trial.work);
    const { runs, trials, work, exhausted } = this;
    const late = this.expired;
    const common = { reference, runs, trials, work, exhausted, late };
    if (reached.length > 0) return { best: reached[0], met: true, others: reached.slice(1), ...common };
    const all = [...runs.values()].flat().filter(({ failed }) => failed === undefined);
    const rated = all.map((trial) => ({ trial, error: this.errorOf(trial, reference) }));
    rated.sort(
      (a, b) =>
        Math.max(a.error, reference.error) - Math.max(b.error, reference.error) ||
        a.trial.work - b.trial.work,
    );
    return { best: rated[0], met: false, others: rated.slice(1, 4), ...common };
  }

  /**
   * Runs candidates that had an equal solution at a larger step with this step. Iterations need
   * fewer repetitions with a smaller step.
   */
  private async rerunEqualSolutions(
    { trial }: RatedTrial,
    reference: Reference,
    goal: number,
  ): Promise<RatedTrial[]> {
    const ratedTrials: RatedTrial[] = [];
    for (const equalCandidate of this.equalSolutions.get(trial.candidate) ?? []) {
      const last = this.runs.get(equalCandidate)?.at(-1) as Trial;
      const like = this.runs.get(trial.candidate)?.find(({ parts }) => parts === last.parts) as Trial;
      if (this.expired || last.failed !== undefined || last.work > maxEqualWork * like.work) continue;
      const rerun = await this.run(equalCandidate, trial.parts, 1);
      const error = this.errorOf(rerun, reference);
      if (error <= goal) ratedTrials.push({ trial: rerun, error });
    }
    return ratedTrials;
  }

  /**
   * Returns the expected number of parts for the error, between runs that reach it and coarser
   * ones.
   */
  private adjusted(good: readonly Trial[], met: Trial, reference: Reference, goal: number): number {
    const before = good.filter(({ parts }) => parts < met.parts).at(-1);
    const error = Math.max(1e-300, this.errorOf(met, reference));
    const was = before === undefined ? Number.POSITIVE_INFINITY : this.errorOf(before, reference);
    // If the coarser run failed, assume half of the order.
    const observedOrder =
      before === undefined || was > 5
        ? expectedOrder(met.candidate) / 2
        : Math.log(was / error) / Math.log(met.parts / before.parts);
    const order = Math.min(4, Math.max(0.5, observedOrder));
    const least = before === undefined ? 1 : before.parts + 1;
    const wanted = Math.max(least, met.parts * (error / (aim * goal)) ** (1 / order));
    return Math.min(met.parts, this.grid.parts(wanted) ?? met.parts);
  }

  /** Interpolates the work of a run with a number of parts between two runs. */
  private interpolated(candidate: Candidate, parts: number, met: Trial): number {
    const before = (this.runs.get(candidate) ?? [])
      .filter((t) => t.parts < met.parts && t.failed === undefined)
      .at(-1);
    if (before === undefined) return (met.work * parts) / met.parts;
    return before.work + ((met.work - before.work) / (met.parts - before.parts)) * (parts - before.parts);
  }

  private refuse(): never {
    if (this.expired)
      throw new UserError(
        `advise ${this.lab.system.name}: no scheme finished the run with two step sizes within the time. ` +
          'Give more time (seconds), or an earlier end of the trial runs (until).',
      );
    const reasons = [...this.runs].map(
      ([{ label }, list]) => `${label}: ${list.at(-1)?.failed ?? 'only one run'}`,
    );
    throw new UserError(
      `advise ${this.lab.system.name}: no scheme finished the run with two step sizes, so errors cannot be estimated. ` +
        `Give a smaller step, or see the first reasons: ${[...new Set(reasons)].slice(0, 3).join('; ')}`,
    );
  }
}

/** Prediction for a candidate. */
interface Forecast {
  last: Trial;
  error: number;
  met: boolean;
  /** Expected work for the requested error, and its lower bound. */
  work: number;
  least: number;
}
