import type { BehaviourRule } from '../rule.ts';
import type { PairChoices } from './typical-pairs.ts';
import type { Step, Walker } from './walker.ts';

/** A first walk, and the choices for what the second one does besides. */
export interface FirstWalk {
  /** Steps before the place at which the second walk may differ. */
  readonly before: readonly Step[];
  /** Moves after it, each with what the instance shows then. */
  readonly after: readonly (readonly Step[])[];
  /** Choices for the detour. */
  readonly detour: readonly number[];
}

/** A pair of sequences that must show equal values, as a rule. */
export interface Relation extends Omit<BehaviourRule, 'needs' | 'check'> {
  /** Predicate of a sentence about the second sequence: “saves a state, goes on and restores it”. */
  readonly difference: string;
  /** Number of random pairs that are tried. Default: 3. */
  readonly pairs?: number;
  /** Pairs that are tried beside the typical ones. */
  readonly ownPairs?: readonly PairChoices[];
  /** Reads values of the first sequence only at its end. Default: after each of the last moves. */
  readonly readsAtEnd?: boolean;
  /** Small differences are legal, because solvers may begin at other values. */
  readonly toleratesSmall?: boolean;
  /** Walks the second instance: repeats the steps of the first walk, and makes the detour. */
  vary(walker: Walker, first: FirstWalk): void;
}
