import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { type Reference, referenceOf } from './advise-reference.ts';
import { type Candidate, expectedOrder, isAdaptive } from './candidates.ts';
import type { InterfaceValue } from './interface-values.ts';
import { difference } from './run-accuracy.ts';
import { type Trial, tryOut } from './scheme-trial.ts';
import type { Grid } from './time-grid.ts';
import type { Laboratory } from './trial-runner.ts';

/** What is wanted of a coupling, and what it may take to find it. */
export interface Wish {
  /** Largest error of an interface value, as a share of its nominal value or range. */
  error: number;
  /** Work after which no more is tried. */
  mostWork: number;
  /** Is told before every trial: what is tried with which step [s], and what share of all has been done, as far as that can be foreseen. */
  onTrial?: (trial: { share: number; label: string; step: number }) => void;
}

/** A run by a candidate, and how far it is from the reference. */
export interface Rated {
  trial: Trial;
  error: number;
  /** The largest difference at the run's own points, where values jump and no step makes it the wanted one. */
  between?: number;
}

/** What a search came to. */
export interface Found {
  /** The least work that has the wanted error, by its own run; where there is none, the most accurate run. */
  best: Rated;
  /** Whether its error is the wanted one. */
  met: boolean;
  /** The best of each other candidate that was followed so far, the least work first. */
  others: Rated[];
  reference: Reference;
  /** Every run of every candidate, the coarsest first. */
  runs: ReadonlyMap<Candidate, readonly Trial[]>;
  /** All that was done. */
  trials: number;
  work: number;
  /** Whether the work that it may take was used up before the end. */
  exhausted: boolean;
}

/** An error larger than that says nothing of how it falls. */
const asymptotic = 0.2;
/** The reference's own error is at most this share of the wanted one. */
const share = 0.05;
/** Candidates are followed no further when they are predicted to need so many times the work of the best. */
const hopeless = 1.5;
/** Two candidates whose runs differ by less than this share of their error have the same solution. */
const same = 0.02;
/** Who needed more than so many times the work for it is not asked again. */
const mostTwin = 2;
/** Share of the error that may be, at which a step is aimed. */
const aim = 0.9;

/**
 * Finds the candidate that has a wanted error by the least work. All are run with coarse steps, then with finer and finer ones those that
 * may still be the best; the step of those that come to the wanted error is then adjusted to it, and run. Errors are those against the most
 * accurate run (`referenceOf`). What is decided follows from values and counted work alone, so the same system always gets the same answer.
 */
export class Search {
  private readonly runs = new Map<Candidate, Trial[]>();
  private trials = 0;
  private work = 0;
  /** What share of all has been said to be done: more is ahead at times than it seemed, and nobody is told that less is done. */
  private done = 0;
  private alive: Candidate[];
  /** The least work by which somebody has come to the wanted error. */
  private least = Number.POSITIVE_INFINITY;
  /** Candidates that are followed no further because another has the same solution, by that one. */
  private readonly twins = new Map<Candidate, Candidate[]>();

  constructor(
    private readonly lab: Laboratory,
    private readonly grid: Grid,
    private readonly values: readonly InterfaceValue[],
    candidates: readonly Candidate[],
    private readonly wish: Wish,
  ) {
    this.alive = [...candidates];
  }

  async find(): Promise<Found> {
    let parts = this.grid.parts(1);
    let reference: Reference | undefined;
    while (parts !== undefined && this.alive.length > 0 && !this.exhausted) {
      // Who has come to no end so far is not followed to where a run would take more than all may.
      if (this.whole(parts) > this.wish.mostWork) break;
      for (const [k, candidate] of this.alive.entries()) {
        if (this.exhausted) break;
        await this.run(candidate, parts, this.alive.length - k);
      }
      reference = this.reference();
      this.drop(reference, parts);
      parts = this.grid.parts(2 * parts);
    }
    reference = this.reference();
    if (reference === undefined) this.refuse();
    reference = await this.sharpen(reference);
    return this.settle(reference);
  }

  private get exhausted(): boolean {
    return this.work >= this.wish.mostWork;
  }

  private reference(): Reference | undefined {
    return referenceOf(this.values, this.runs);
  }

  /** Runs a candidate with so many parts, unless that has been done. */
  private async run(candidate: Candidate, parts: number, left: number): Promise<Trial> {
    const list = this.runs.get(candidate) ?? [];
    this.runs.set(candidate, list);
    const known = list.find((each) => each.parts === parts);
    if (known !== undefined) return known;
    const { grid } = this;
    const step = grid.interval / parts;
    this.done = Math.max(this.done, this.share(candidate, left));
    this.wish.onTrial?.({ share: this.done, label: candidate.label, step });
    const trial = await tryOut(this.lab, grid, this.values, candidate, parts);
    list.push(trial);
    list.sort((a, b) => a.parts - b.parts);
    this.trials++;
    this.work += trial.work;
    return trial;
  }

  /** What share of all has been done, when so many candidates are left with the present step. */
  private share(candidate: Candidate, left: number): number {
    const next = 2 * (this.runs.get(candidate)?.at(-1)?.work ?? 1);
    // Where nobody has come to the wanted error yet, it is taken to be three halvings of the step away.
    const rest = Number.isFinite(this.least) ? Math.min(3 * this.least, 4 * next) : 14 * next;
    const ahead = left * next + this.alive.length * rest;
    return this.work / (this.work + ahead);
  }

  /** Leaves out who cannot be the best any more, and who has come to the wanted error. */
  private drop(reference: Reference | undefined, parts: number): void {
    this.alive = this.alive.filter((c) => this.runs.get(c)?.at(-1)?.refused !== true);
    if (reference === undefined) return;
    this.joinTwins(reference);
    const known = this.alive.map((c) => this.forecast(c, reference));
    this.least = Math.min(this.least, ...known.filter(({ met }) => met).map(({ work }) => work));
    const best = Math.min(this.least, ...known.map(({ work }) => work));
    // A finer run that costs more than the best is of no use, nor is one that is predicted to need more.
    this.alive = this.alive.filter(
      (c, k) =>
        !known[k].met && known[k].least <= hopeless * best && this.nextWork(c, parts) <= hopeless * best,
    );
  }

  /** Of candidates with the same solution the one with the least work goes on. */
  private joinTwins(reference: Reference): void {
    const last = (c: Candidate): Trial => this.runs.get(c)?.at(-1) as Trial;
    const kept: Candidate[] = [];
    for (const c of [...this.alive].sort((a, b) => last(a).work - last(b).work)) {
      const error = this.errorOf(last(c), reference);
      const twin = kept.find((other) => difference(last(c), last(other), reference.scales) < same * error);
      if (twin === undefined) kept.push(c);
      else this.twins.set(twin, [...(this.twins.get(twin) ?? []), c, ...(this.twins.get(c) ?? [])]);
    }
    this.alive = this.alive.filter((c) => kept.includes(c));
  }

  /** What the next finer run of a candidate is expected to cost. */
  private nextWork(candidate: Candidate, parts: number): number {
    const list = this.runs.get(candidate) ?? [];
    const [a, b] = [list.at(-2), list.at(-1)];
    if (b === undefined) return 0;
    const next = this.grid.parts(2 * parts);
    if (next === undefined) return Number.POSITIVE_INFINITY;
    // A run that came to no end says little of what one that does will cost.
    if (b.failed !== undefined) return Math.max(b.work, this.whole(isAdaptive(candidate) ? 1 : next));
    if (a === undefined || a.failed !== undefined) return b.work;
    return b.work + ((b.work - a.work) / (b.parts - a.parts)) * (next - b.parts);
  }

  /** Unit steps of a run to the end with so many parts, where each step is made once. */
  private whole(parts: number): number {
    return this.grid.count * parts * this.lab.system.units.length;
  }

  /** What a candidate would need for the wanted error, as far as its runs say. */
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

  /** Makes the reference finer until it is accurate enough to judge by. */
  private async sharpen(reference: Reference): Promise<Reference> {
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
    }
    return now;
  }

  /** Adjusts the steps of those that come to the wanted error, and takes the one that costs least. */
  private async settle(reference: Reference): Promise<Found> {
    const goal = this.wish.error - reference.error;
    const judged = [...this.runs.entries()].flatMap(([candidate, list]) => {
      const good = list.filter(({ failed }) => failed === undefined);
      const met = good
        .filter((trial) => this.errorOf(trial, reference) <= goal)
        .sort((a, b) => a.work - b.work)[0];
      return met === undefined ? [] : [{ candidate, met, parts: this.adjusted(good, met, reference, goal) }];
    });
    const guesses = judged
      .map((each) => ({ ...each, work: this.interpolated(each.candidate, each.parts, each.met) }))
      .sort((a, b) => a.work - b.work);
    const reached: Rated[] = [];
    for (const { candidate, met, parts, work } of guesses) {
      const best = Math.min(...reached.map(({ trial }) => trial.work));
      let rated = { trial: met, error: this.errorOf(met, reference) };
      if (work < best && parts < met.parts) {
        for (let at = parts, tries = 0; tries < 4 && at < met.parts; tries++) {
          const trial = await this.run(candidate, at, guesses.length);
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
    if (reached.length > 0) reached.push(...(await this.twinsOf(reached[0], reference, goal)));
    reached.sort((a, b) => a.trial.work - b.trial.work);
    const { runs, trials, work, exhausted } = this;
    const common = { reference, runs, trials, work, exhausted };
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

  /** The same step by those that had the same solution with a larger one: who iterates needs fewer tries with a smaller. */
  private async twinsOf({ trial }: Rated, reference: Reference, goal: number): Promise<Rated[]> {
    const found: Rated[] = [];
    for (const twin of this.twins.get(trial.candidate) ?? []) {
      const last = this.runs.get(twin)?.at(-1) as Trial;
      const like = this.runs.get(trial.candidate)?.find(({ parts }) => parts === last.parts) as Trial;
      if (last.failed !== undefined || last.work > mostTwin * like.work) continue;
      const own = await this.run(twin, trial.parts, 1);
      const error = this.errorOf(own, reference);
      if (error <= goal) found.push({ trial: own, error });
    }
    return found;
  }

  /** Parts that are expected to just have the wanted error: between those that have it and the finest coarser ones that have not. */
  private adjusted(good: readonly Trial[], met: Trial, reference: Reference, goal: number): number {
    const before = good.filter(({ parts }) => parts < met.parts).at(-1);
    const error = Math.max(1e-300, this.errorOf(met, reference));
    const was = before === undefined ? Number.POSITIVE_INFINITY : this.errorOf(before, reference);
    // Where the coarser run says nothing, half of its order is taken for granted.
    const seen =
      before === undefined || was > 5
        ? expectedOrder(met.candidate) / 2
        : Math.log(was / error) / Math.log(met.parts / before.parts);
    const order = Math.min(4, Math.max(0.5, seen));
    const least = before === undefined ? 1 : before.parts + 1;
    const wanted = Math.max(least, met.parts * (error / (aim * goal)) ** (1 / order));
    return Math.min(met.parts, this.grid.parts(wanted) ?? met.parts);
  }

  /** Work of a run with so many parts, between two that were done. */
  private interpolated(candidate: Candidate, parts: number, met: Trial): number {
    const before = (this.runs.get(candidate) ?? [])
      .filter((t) => t.parts < met.parts && t.failed === undefined)
      .at(-1);
    if (before === undefined) return (met.work * parts) / met.parts;
    return before.work + ((met.work - before.work) / (met.parts - before.parts)) * (parts - before.parts);
  }

  private refuse(): never {
    const reasons = [...this.runs].map(
      ([{ label }, list]) => `${label}: ${list.at(-1)?.failed ?? 'one run alone'}`,
    );
    throw new UserError(
      `advise ${this.lab.system.name}: no scheme came to the end of the run with two sizes of steps, so that nothing can be said of their errors. ` +
        `Give a smaller step, or look at the first reasons: ${[...new Set(reasons)].slice(0, 3).join('; ')}`,
    );
  }
}

/** What is expected of a candidate. */
interface Forecast {
  last: Trial;
  error: number;
  met: boolean;
  /** Work for the wanted error as it looks, and the least that it may be. */
  work: number;
  least: number;
}
