import type { Outcome } from '../../claim-outcome.ts';
import { type Finding, near } from '../../paper-claim.ts';
import { drift } from './linkage-runs.ts';

/**
 * Share of the published number within which a drift is that drift: it depends on all of the
 * solver.
 */
const tolerance = 0.1;

/**
 * Compares a published peak of the energy drift [J] around a time with ours.
 *
 * Our work is integrated by the trapezoidal rule and by rectangles. Rectangles are off by about H/2
 * · ΔP at a change of the power. The verdict is *reproduced* by the trapezoidal rule. It is a trend
 * if only rectangles give the number, or if their peak is at the paper's time.
 */
export function driftFinding(
  outcome: Outcome,
  published: number,
  around: readonly [number, number],
): Finding {
  const [exact, rectangle] = [drift(outcome, 'work'), drift(outcome, 'work_rectangle')];
  const localDrift = drift(outcome, 'work_rectangle', around);
  const ours =
    `${exact.joules.toFixed(3)} J at ${exact.at.toFixed(2)} s with the work by the trapezoidal rule; by rectangles ` +
    `${localDrift.joules.toFixed(2)} J between ${around[0]} and ${around[1]} s, ${rectangle.joules.toFixed(2)} J at ${rectangle.at.toFixed(2)} s`;
  const is = (joules: number): boolean => near(joules, published, tolerance) === 'reproduced';
  const inside = exact.at >= around[0] && exact.at <= around[1];
  if (is(exact.joules) && inside) return { ours, verdict: 'reproduced' };
  const byRectangles = is(localDrift.joules) || is(rectangle.joules);
  if (byRectangles)
    return {
      ours,
      verdict: 'trend only',
      why: 'the work by rectangles gives the published size; the solution itself is closer',
    };
  const peakThere = Math.abs(localDrift.joules - rectangle.joules) < 1e-12;
  const reason = `neither rule of quadrature gives the published size within ${100 * tolerance} %`;
  if (inside || peakThere)
    return { ours, verdict: 'trend only', why: `the peak is at that time, but ${reason}` };
  return { ours, verdict: 'not reproduced', why: `${reason}, and the largest drifts are at other times` };
}

/** The published share of a drift in the work [%], against ours. */
export function shareFinding(outcome: Outcome, percent: number, work: number): Finding {
  const [exact, rectangle] = (['work', 'work_rectangle'] as const).map(
    (rule) => (100 * drift(outcome, rule).joules) / work,
  );
  const ours = `${exact.toPrecision(2)} % with the work by the trapezoidal rule, ${rectangle.toPrecision(2)} % by rectangles`;
  if (near(exact, percent, tolerance) === 'reproduced') return { ours, verdict: 'reproduced' };
  if (near(rectangle, percent, 0.5) === 'reproduced')
    return {
      ours,
      verdict: 'trend only',
      why: 'of that size by rectangles; by the trapezoidal rule it is another',
    };
  return { ours, verdict: 'not reproduced', why: exact < percent ? 'ours is smaller' : 'ours is larger' };
}
