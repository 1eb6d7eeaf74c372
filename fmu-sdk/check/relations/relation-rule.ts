import type { BehaviourRule } from '../rule.ts';
import { findDifference } from './find-difference.ts';
import type { Relation } from './relation.ts';

/** Returns the rule that compares pairs of sequences. */
export function relationRule({
  vary,
  difference,
  pairs,
  ownPairs,
  readsAtEnd,
  toleratesSmall,
  ...rule
}: Relation): BehaviourRule {
  return {
    ...rule,
    needs: 'behaviour',
    samplesRandomly: pairs !== 0,
    check: (context) =>
      findDifference(context, { vary, difference, pairs, ownPairs, readsAtEnd, toleratesSmall }),
  };
}
