import type { Defect } from '../../defect.ts';
import type { Phase } from '../calls/fmi-phases.ts';
import type { Probe } from '../fmu-probe.ts';
import type { RuleContext } from '../rule-context.ts';
import { reachPerturbed } from '../values/move-variables.ts';
import { compareEachPair, DerivativeRefused, type Pair } from './derivative-pairs.ts';

/**
 * Largest relative difference of derivatives that are computed in two ways. Beyond it, one of them
 * is wrong.
 */
export const largestRelativeDifference = 1e-3;

/**
 * Compares derivatives pair by pair and reports the number of pairs. `compare` returns undefined
 * for a pair that it cannot compare.
 *
 * Compares at the start values, and again with other parameters, inputs and states: a derivative
 * that was computed only for the start values is correct there. Reports a finding if the FMU
 * refuses a derivative that its description promises.
 */
export async function comparePairs(
  context: RuleContext,
  phase: Phase,
  compare: (probe: Probe, pair: Pair) => readonly Defect[] | undefined,
): Promise<void> {
  const probe = await context.open();
  probe.reach(phase);
  const { amount, hasDefects } = compareAll(context, probe, compare);
  if (hasDefects) return;
  const other = await context.open();
  const moved = other.attempt(() => reachPerturbed(other, phase));
  context.reportAmount(
    moved && compareAll(context, other, compare).amount !== '' ? `${amount}, at two points` : amount,
  );
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
  return [off <= largestRelativeDifference * size ? { ...defect, class: 'robustness' } : defect];
}
