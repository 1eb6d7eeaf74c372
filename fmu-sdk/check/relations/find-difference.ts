import fc from 'fast-check';
import type { ModelDescription, Variable } from '../../description/description.ts';
import { shorten } from '../behaviour/call-script.ts';
import type { Target } from '../behaviour/check-target.ts';
import { firstSeed } from '../behaviour/extra-rounds.ts';
import type { Probe } from '../behaviour/fmu-probe.ts';
import type { RuleContext } from '../behaviour/rule-context.ts';
import { RuleSkipped } from '../behaviour/rule-skipped.ts';
import { sentence } from '../defect.ts';
import type { Difference } from './difference.ts';
import { differentiate, observe, wander } from './moves.ts';
import { refusedSettings } from './refused-settings.ts';
import type { FirstWalk, Relation } from './relation.ts';
import { shortenChoices } from './shorten-choices.ts';
import { type PairChoices, typicalPairs } from './typical-pairs.ts';
import { Abandoned, Parted, Walker } from './walker.ts';

/** A pair whose sequences differ, with the calls of the first. */
interface Found {
  readonly difference: Difference;
  readonly first: readonly string[];
}

/** A first walk with its calls. */
interface Walked {
  readonly walk: FirstWalk;
  readonly calls: readonly string[];
}

/** First walks of each target, by their choices. */
const walksOf = new WeakMap<Target, Map<string, Walked | Abandoned>>();
const mostWalks = 40;

/** Extent of a comparison. Default: all values, after each move, with detours before each move. */
interface View {
  /** The move after which alone values are read. */
  readonly last?: number;
  /** The move before which alone the detour is made. */
  readonly from?: number;
  /** The variable that is read. */
  readonly only?: Variable | undefined;
}

type Tried = Pick<Relation, 'vary' | 'difference' | 'pairs' | 'ownPairs' | 'readsAtEnd' | 'toleratesSmall'>;

/** Choices and extent of a comparison that has shown a difference. */
interface Shortest {
  readonly choices: PairChoices;
  readonly view: View;
}

/**
 * Differences found in reused processes, by target and relation. A rule repeats a finding in new
 * processes, and tries it there first.
 */
const shortestOf = new WeakMap<ModelDescription, Map<string, Shortest>>();

/** Random pairs in the ordinary check, and in each further round. */
const randomPairs = 3;
const pairsOfRound = 6;
/** Limits of shortening: a finding costs little more than the pairs that are compared anyway. */
const mostShorter = 40;
const mostViews = 24;
/** Attempts to walk a pair: after refused setters again without them. */
const mostTries = 4;
/** Moves after the detour that every walk makes, so that it computes something. */
const leastAfter = 3;

/** Tries pairs of sequences that must show equal values. Reports the shortest pair that does not. */
export async function findDifference(context: RuleContext, relation: Tried): Promise<void> {
  const pairs = new Pairs(await context.open(), relation);
  const found = pairs.search(context.seed);
  if (found === undefined) {
    if (pairs.compared === 0) throw new RuleSkipped(`no pair of sequences could be compared: ${pairs.why}`);
    context.reportAmount(`${pairs.compared} pairs of sequences compared`);
    pairs.probe.beginAgain();
    return;
  }
  const { what, value, expected, size } = found.difference;
  context.report(pairs.probe, {
    message: `An instance that ${relation.difference} shows something else: ${sentence(what)}`,
    value,
    expected,
    compared: shorten(found.first),
    ...(size === 'small' ? { severity: 'robustness' as const } : {}),
  });
}

/** Returns the pairs that each relation tries. Further rounds need not try the typical pairs again. */
function pairsToTry(seed: number, { pairs = randomPairs, ownPairs = [] }: Tried): PairChoices[] {
  const numbers = (maxLength: number): fc.Arbitrary<number[]> =>
    fc.noBias(fc.array(fc.nat({ max: 2 ** 31 - 1 }), { maxLength }));
  const all = fc.record({ before: numbers(14), detour: numbers(6), after: numbers(3) });
  const isFirst = seed === firstSeed;
  const random = fc.sample(all, { numRuns: isFirst ? pairs : pairsOfRound, seed });
  return isFirst ? [...typicalPairs, ...ownPairs, ...random] : random;
}

/** Compares pairs of walks of one FMU, one after the other in one process. */
class Pairs {
  compared = 0;
  /** Why the last pair could not be compared. */
  why = '';
  private readonly walks: Map<string, Walked | Abandoned>;
  private readonly known: Map<string, Shortest>;

  constructor(
    readonly probe: Probe,
    private readonly relation: Tried,
  ) {
    const { target } = probe;
    this.walks = walksOf.get(target) ?? new Map();
    walksOf.set(target, this.walks);
    this.known = shortestOf.get(target.description) ?? new Map();
    shortestOf.set(target.description, this.known);
  }

  /**
   * Returns a pair whose sequences differ, as short as found. The probe has the calls of its second
   * sequence then.
   */
  search(seed: number): Found | undefined {
    const key = `${this.probe.target.name}: ${this.relation.difference}`;
    const known = this.known.get(key);
    const again = known && this.confirm(known);
    if (again !== undefined) return again;
    for (const choices of pairsToTry(seed, this.relation)) {
      if (this.compare(choices) === undefined || !this.isRepeatable(choices)) continue;
      const shorter = shortenChoices(
        choices,
        (candidate) => this.compare(candidate) !== undefined,
        mostShorter,
      );
      const shortest = this.shortest(this.isRepeatable(shorter) ? shorter : choices);
      this.known.set(key, shortest);
      return this.compare(shortest.choices, shortest.view) ?? this.again(choices);
    }
    return undefined;
  }

  /**
   * Compares a pair that has differed until it does so again. An FMU that counts calls of all
   * instances does not show a difference each time, and not in the shortest pair.
   */
  private again(choices: PairChoices): Found | undefined {
    for (let n = 0; n < mostTries; n++) {
      const found = this.compare(choices);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private confirm({ choices, view }: Shortest): Found | undefined {
    return this.isRepeatable(choices) ? this.compare(choices, view) : undefined;
  }

  /**
   * Walks both sequences of a pair, at first with any parameters, then without those that the FMU
   * refuses, at last with other inputs only. Afterwards the probe has the calls of the second sequence.
   */
  private compare(choices: PairChoices, view: View = {}): Found | undefined {
    const refused = refusedSettings(this.probe.target);
    let isTame = false;
    for (let n = 0; n < mostTries; n++) {
      const known = refused.size;
      try {
        const found = this.compareOnce(choices, isTame, view);
        this.compared++;
        return found;
      } catch (error) {
        if (!(error instanceof Abandoned)) throw error;
        this.why = error.message;
        if (isTame) break;
        // Again without the variable whose setter was refused now.
        isTame = refused.size === known || n === mostTries - 2;
      }
    }
    return undefined;
  }

  /** Seeks a comparison of choices that differ with one reading at the end of both sequences. */
  private shortest(choices: PairChoices): Shortest {
    const variable = this.compare(choices)?.difference.variable;
    let tries = 0;
    for (const only of variable === undefined ? [undefined] : [variable, undefined])
      for (let last = 0; last <= choices.after.length + leastAfter; last++)
        for (let from = last; from >= 0 && tries < mostViews; from--, tries++) {
          const view = { last, from, only };
          if (this.compare(choices, view) !== undefined) return { choices, view };
        }
    return { choices, view: {} };
  }

  private compareOnce(choices: PairChoices, isTame: boolean, view: View): Found | undefined {
    const { walk, calls: first } = this.rememberedWalk(choices, isTame, view);
    const walker = this.begin(isTame);
    try {
      this.relation.vary(walker, { ...walk, detour: choices.detour });
    } catch (error) {
      if (!(error instanceof Parted)) throw error;
      const { difference, step } = error;
      // Parameters that the check has chosen may be inconsistent, which an FMU may notice at any call.
      if (difference.isRefusal && this.probe.hasChosenParameters)
        throw new Abandoned('the FMU refuses parameters that the check has chosen');
      const isLegal = difference.size === 'small' && this.relation.toleratesSmall === true;
      return isLegal ? undefined : { difference, first: first.slice(0, step.end) };
    }
    return undefined;
  }

  private begin(isTame: boolean): Walker {
    this.probe.beginAgain();
    return new Walker(this.probe, isTame);
  }

  /** Returns the first walk of a pair. Relations have many first walks in common. */
  private rememberedWalk(choices: PairChoices, isTame: boolean, view: View): Walked {
    const { before, after, withoutEvents } = choices;
    const { size } = refusedSettings(this.probe.target);
    const key = JSON.stringify([
      before,
      after,
      withoutEvents,
      isTame,
      size,
      this.relation.readsAtEnd === true,
    ]);
    const isOrdinary = view.last === undefined;
    const known = isOrdinary ? this.walks.get(key) : undefined;
    if (known instanceof Abandoned) throw known;
    if (known !== undefined) return known;
    try {
      const walk = this.firstWalk(choices, isTame, view);
      const walked = { walk, calls: [...this.probe.script] };
      if (isOrdinary && this.walks.size < mostWalks) this.walks.set(key, walked);
      return walked;
    } catch (error) {
      if (isOrdinary && error instanceof Abandoned) this.walks.set(key, error);
      throw error;
    }
  }

  private firstWalk(
    { before, detour, after, withoutEvents }: PairChoices,
    isTame: boolean,
    { last = this.relation.readsAtEnd ? after.length + leastAfter : undefined, from, only }: View,
  ): FirstWalk {
    const moves = [...after, ...Array<number>(leastAfter).fill(0)].slice(0, last);
    const show = (place: number, w: Walker): void => {
      if (last === undefined || place === last || place === moves.length) observe(w, only);
      if (place === moves.length && only === undefined) differentiate(w);
    };
    const walker = this.begin(isTame);
    walker.instantiate({}, withoutEvents !== true);
    wander(walker, before);
    const ends = [walker.steps.length];
    show(0, walker);
    ends.push(walker.steps.length);
    wander(walker, moves, (w) => {
      show(ends.length - 1, w);
      ends.push(w.steps.length);
    });
    // The stop time came first.
    if (last !== undefined && ends.length - 2 < moves.length) {
      observe(walker, only);
      ends.push(walker.steps.length);
    }
    if (from !== undefined) ends.splice(0, ends.length, ends[Math.min(from, ends.length - 2)], ends.at(-1)!);
    const segments = ends.slice(1).map((end, i) => walker.steps.slice(ends[i], end));
    return { before: walker.steps.slice(0, ends[0]), after: segments, detour };
  }

  /** Returns true if the first walk shows the same values again. Otherwise the FMU has noise. */
  private isRepeatable(choices: PairChoices): boolean {
    for (const isTame of [false, true])
      try {
        const { before, after } = this.firstWalk(choices, isTame, {});
        this.begin(isTame).repeat([...before, ...after.flat()]);
        return true;
      } catch (error) {
        if (error instanceof Parted) return false;
        if (!(error instanceof Abandoned)) throw error;
      }
    return false;
  }
}
