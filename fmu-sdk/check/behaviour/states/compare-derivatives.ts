import type { Defect } from '../../defect.ts';
import { type Phase, phases } from '../calls/fmi-phases.ts';
import type { Target } from '../check-target.ts';
import type { Probe } from '../fmu-probe.ts';
import type { RuleContext } from '../rule-context.ts';
import { variationCount, walk } from '../trajectory/walk.ts';
import { reachPerturbed } from '../values/move-variables.ts';
import {
  compareEachPair,
  DerivativeRefused,
  derivativePairs,
  furtherPairs,
  type Pair,
} from './derivative-pairs.ts';
import { hasLargerSizes, reachEnlarged } from './larger-sizes.ts';

/**
 * Largest relative difference of derivatives that are computed in two ways. Beyond it, one of them
 * is wrong.
 */
export const largestRelativeDifference = 1e-3;

/** Number of pairs that are compared at each point of a walk. */
const mostAtPoint = 16;

/** Number of modes in which derivatives are compared. */
const mostModes = 3;

/** Compares a pair. Returns undefined if it cannot be compared. */
type Compare = (probe: Probe, pair: Pair, phase: Phase) => readonly Defect[] | undefined;

/**
 * Compares derivatives pair by pair and reports the number of pairs. `compare` returns undefined
 * for a pair that it cannot compare.
 *
 * Compares at the start values, and again with other parameters, inputs and states: a derivative
 * that was computed only for the start values is correct there. Reports a finding if the FMU
 * refuses a derivative that its description promises.
 */
export async function comparePairs(context: RuleContext, phase: Phase, compare: Compare): Promise<void> {
  const probe = await context.open();
  probe.reach(phase);
  const start = (at: Probe, pair: Pair): readonly Defect[] | undefined => compare(at, pair, phase);
  const { amount, hasDefects } = compareAll(context, probe, start);
  if (hasDefects) return;
  const other = await context.open();
  const moved = other.attempt(() => reachPerturbed(other, phase));
  const atTwo = moved ? compareAll(context, other, start) : { amount: '', hasDefects: false };
  if (atTwo.hasDefects || (await compareEnlarged(context, phase, compare))) return;
  const along = await compareAlong(context, compare, derivativePairs);
  // In instances of their own: some FMUs end after a refused call.
  const further = along.hasDefects ? along : await compareAlong(context, compare, furtherPairs);
  const points = (atTwo.amount === '' ? 1 : 2) + along.points + further.points;
  context.reportAmount(points === 1 ? amount : `${amount}, at ${points} points`);
}

/** Compares derivatives of arrays with their largest sizes. Returns true if they have defects. */
async function compareEnlarged(context: RuleContext, phase: Phase, compare: Compare): Promise<boolean> {
  if (!hasLargerSizes(context.target)) return false;
  const probe = await context.open();
  const larger = reachEnlarged(probe, phase);
  if (larger === undefined) return false;
  for (const defect of compareHere(larger, phase, derivativePairs(larger.target, phase), compare)) {
    const message = `${defect.message.replace(/\.$/, '')}, with the largest sizes of arrays.`;
    context.report(larger, { ...defect, message });
    return true;
  }
  return false;
}

/**
 * Compares some pairs at each point of walks: after steps, in and after events, after jumps, with
 * other parameters, inputs and modes. Reports only the first point with defects. Returns the number
 * of points.
 */
async function compareAlong(
  context: RuleContext,
  compare: Compare,
  pairsIn: (target: Target, phase: Phase) => Pair[],
): Promise<{ points: number; hasDefects: boolean }> {
  const isFurther = pairsIn === furtherPairs;
  if (!phases.some((phase) => pairsIn(context.target, phase).length > 0))
    return { points: 0, hasDefects: false };
  const probe = await context.open();
  let points = 0;
  const variations = isFurther ? 1 : variationCount(probe, mostModes);
  for (let variation = 0; variation < variations; variation++) {
    if (variation > 0) probe.beginAgain();
    for (const { phase, when, isMirrored } of walk(probe, {
      variation: isFurther ? 2 : variation,
      mirrored: !isFurther && variation > 1,
    })) {
      const pairs = pairsIn(probe.target, phase);
      if (pairs.length === 0) continue;
      const offset = points * mostAtPoint;
      const some = Array.from(
        { length: Math.min(mostAtPoint, pairs.length) },
        (_, i) => pairs[(offset + i) % pairs.length],
      );
      const defects = compareHere(probe, phase, some, compare);
      for (const defect of defects)
        context.report(probe, {
          ...defect,
          message: `${defect.message.replace(/\.$/, '')}, ${when}.`,
          ...((isMirrored || isFurther) && { severity: 'robustness' as const }),
        });
      if (defects.length > 0) return { points, hasDefects: true };
      points++;
    }
  }
  return { points, hasDefects: false };
}

/** Compares pairs at one point of a walk. Ignores refusals: not all modes need provide derivatives. */
function compareHere(
  probe: Probe,
  phase: Phase,
  pairs: readonly Pair[],
  compare: Compare,
): readonly Defect[] {
  try {
    return pairs.flatMap((pair) => compare(probe, pair, phase) ?? []);
  } catch (error) {
    if (!(error instanceof DerivativeRefused)) throw error;
    return [];
  }
}

function compareAll(
  { report }: RuleContext,
  probe: Probe,
  compare: (probe: Probe, pair: Pair) => readonly Defect[] | undefined,
): { amount: string; hasDefects: boolean } {
  let hasDefects = false;
  const reportDefect = (defect: Defect): void => {
    hasDefects = true;
    report(probe, defect);
  };
  try {
    const amount = compareEachPair(probe, (pair) => {
      const defects = compare(probe, pair);
      defects?.forEach(reportDefect);
      return defects !== undefined;
    });
    return { amount, hasDefects };
  } catch (error) {
    if (!(error instanceof DerivativeRefused)) throw error;
    reportDefect({
      message: `The FMU does not provide a derivative that its description promises: ${error.message}.`,
      expected: 'ok',
    });
    return { amount: '', hasDefects };
  }
}

/** Two ways to one derivative: equal, nearly so (differences that an FMU takes itself), or not. */
export function disagreement(a: number, b: number, message: string): Defect[] {
  const off = Math.abs(a - b);
  const size = Math.max(Math.abs(a), Math.abs(b));
  if (off <= 1e-9 * size || (Number.isNaN(a) && Number.isNaN(b))) return [];
  const defect = { message, value: String(a), expected: String(b) };
  return [off <= largestRelativeDifference * size ? { ...defect, severity: 'robustness' } : defect];
}
