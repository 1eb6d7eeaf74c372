import type { CouplingScheme } from '../../coupling/coupling.ts';
import { type CoupledVariant, variantOf } from '../../error/coarser-system.ts';
import type { WorstError } from '../../error/error-limits.ts';
import type { CheckedSystem } from '../../system/system.ts';

/** Parts of the largest step in the step of the file: a search begins with eight times this step. */
const partsOfFile = 8;
/** Smallest part of the step of the file. */
const mostParts = 256 * partsOfFile;
/** Largest factor between the steps of two runs: with an order, and without one. */
const mostAtOnce = { ordered: 32, guessed: 8 } as const;
/** Orders that two runs may show. A lower one would ask for steps that no run can pay for. */
const [lowestOrder, highestOrder] = [0.5, 4];
/** Order of a first run that shows none. A step that is too large costs little, because its run counts again. */
const guessedOrder = 2;
/** Factors of the parts of a step. The digits of a step end, as FMUs with a fixed step need it. */
const factors = [2, 5] as const;
/** Share of the limit that a step aims at. */
const aim = 0.8;
/** Fewest steps of the coarsest of the three runs. */
const fewestSteps = 25;

/** System with a step, in parts of eight times the step of the file. */
export interface StepChoice {
  readonly parts: number;
  readonly system: CheckedSystem;
  /** True for the step of the file. */
  readonly isFileStep: boolean;
  /** The step, and the scheme if it is not that of the file. */
  readonly words: string;
}

/** Search for the step of one coupling. */
export interface StepSearch {
  /** True before the first run. */
  readonly isNew: boolean;
  /** Parts of the last run with bands. */
  readonly last: number | undefined;
  choice(parts: number): StepChoice;
  /** Takes the worst column of a run, and the number of runs that its bands compare. */
  add(parts: number, worst: WorstError | undefined, runs: number): void;
  /** Marks a step that fails. */
  refuse(parts: number): void;
  /** Returns the parts of the next run. Undefined at the limit of work. */
  next(): number | undefined;
  /** Returns the steps of the runs that the bands need and that did not run before. */
  workOf(parts: number): number;
}

/**
 * Returns the parts to begin with. A run with fewer rows than the file asks for, or with too few
 * steps for an order, does not count.
 */
export function coarsestParts({ startTime, stopTime, step, record }: CheckedSystem): number {
  for (let parts = 1; parts < partsOfFile; parts *= 2) {
    const factor = partsOfFile / parts;
    const keepsRows = record.every === 1 || record.every % factor === 0;
    if (keepsRows && (stopTime - startTime) / (4 * factor * step) >= fewestSteps) return parts;
  }
  return partsOfFile;
}

/** Returns a new search for the step of a system. */
export function stepSearch(system: CheckedSystem, scheme: CouplingScheme | undefined): StepSearch {
  return new Steps(system, scheme);
}

/** Run with a number of parts, and its worst column. */
export interface Attempt {
  readonly parts: number;
  readonly worst: WorstError;
}

class Steps implements StepSearch {
  private attempts: Attempt[] = [];
  private begun = 0;
  private readonly refused = new Set<number>();
  private readonly known = new Set<number>();

  constructor(
    private readonly system: CheckedSystem,
    private readonly scheme: CouplingScheme | undefined,
  ) {}

  get isNew(): boolean {
    return this.begun === 0;
  }

  get last(): number | undefined {
    return this.attempts.at(-1)?.parts;
  }

  choice(parts: number): StepChoice {
    const { system } = this;
    const isFileStep = parts === partsOfFile;
    const variant = variantOf(system, this.scheme, partsOfFile / parts);
    return { parts, system: isFileStep ? system : variant.system, isFileStep, words: this.wordsOf(variant) };
  }

  private wordsOf({ by, value }: CoupledVariant): string {
    const { scheme, order } = this.system;
    const step = by === 'step' ? `H = ${value} s` : `tolerance ${value}`;
    return `${scheme}, order ${order}, ${step}`;
  }

  add(parts: number, worst: WorstError | undefined, runs: number): void {
    this.begun = Math.max(this.begun, parts);
    for (let k = 0; k < runs; k++) this.known.add(parts / 2 ** k);
    if (worst !== undefined) this.attempts.push({ parts, worst });
  }

  refuse(parts: number): void {
    this.begun = Math.max(this.begun, parts);
    this.refused.add(parts);
  }

  next(): number | undefined {
    const attempt = this.attempts.at(-1);
    // Without bands, only smaller steps help, up to that of the file.
    if (attempt === undefined) return this.begun < partsOfFile ? partsOfFile : undefined;
    const least = leastParts(attempt, this.attempts.at(-2));
    const found = possibleParts(least)
      .filter((parts) => parts > attempt.parts && !this.refused.has(parts))
      .sort((a, b) => this.workOf(a) - this.workOf(b));
    return found.find((parts) => parts <= mostParts);
  }

  workOf(parts: number): number {
    let work = 0;
    for (const factor of [1, 2, 4]) if (!this.known.has(parts / factor)) work += parts / factor;
    return work;
  }
}

/** Returns the smallest number of parts that should bring the worst error to its limit. */
export function leastParts({ parts, worst }: Attempt, earlier?: Attempt): number {
  const { order, asymptotic } = worst.column;
  const isOrdered = order !== undefined && asymptotic >= 0.5;
  const p = isOrdered ? Math.max(1, order) : shownOrder({ parts, worst }, earlier);
  const most = isOrdered ? mostAtOnce.ordered : mostAtOnce.guessed;
  const growth = (worst.ratio / aim) ** (1 / p);
  return parts * (growth < most ? growth : most);
}

/** Returns the order that the bands of two runs show. Without an earlier run it is a guess. */
function shownOrder({ parts, worst }: Attempt, earlier: Attempt | undefined): number {
  if (earlier === undefined) return guessedOrder;
  const p = Math.log(earlier.worst.ratio / worst.ratio) / Math.log(parts / earlier.parts);
  return p > lowestOrder ? Math.min(p, highestOrder) : lowestOrder;
}

/** Returns the products of 2 and 5 from `least` up to four times as many, the smallest first. */
function possibleParts(least: number): number[] {
  const [two, five] = factors;
  const most = two ** 2 * least;
  const found: number[] = [];
  for (let fives = 1; fives <= most; fives *= five)
    for (let parts = fives; parts <= most; parts *= two) if (parts >= least) found.push(parts);
  return found.sort((a, b) => a - b);
}
