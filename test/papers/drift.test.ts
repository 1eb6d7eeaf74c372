import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../papers/claim-outcome.ts';
import { driftFinding, shareFinding } from '../../papers/claims/linkage/drift.ts';
import type { Checked } from '../../papers/paper-study.ts';
import { counts } from '../../papers/print-claims.ts';

/**
 * Creates a run whose energy error is `exact` with one rule and `rectangle` with the other, at
 * times with a nonzero value.
 */
function outcome(exact: readonly number[], rectangle: readonly number[]): Outcome {
  const column = (name: string, data: readonly number[]) => ({
    name,
    unit: 'J',
    data: Float64Array.from(data),
  });
  const zeros = exact.map(() => 0);
  const columns = [
    column(
      'time',
      exact.map((_, i) => i),
    ),
    column('unit.E_kinetic', zeros),
    column('unit.E_potential', zeros),
    column(
      'unit.work',
      exact.map((x) => -x),
    ),
    column(
      'unit.work_rectangle',
      rectangle.map((x) => -x),
    ),
  ];
  return { result: { name: 'made', columns } } as unknown as Outcome;
}

describe('the verdict on a drift', () => {
  it('the verdict follows from the run: reproduced, by rectangles alone, at one time alone, or not reproduced', () => {
    const verdict = (exact: number[], rectangle: number[]): string =>
      driftFinding(outcome(exact, rectangle), 0.5, [2, 3]).verdict;
    expect(verdict([0, 0, 0.52, 0], [0, 0, 0.9, 0])).toBe('reproduced');
    expect(verdict([0, 0, 0.01, 0], [0, 0, 0.48, 0])).toBe('trend only');
    expect(verdict([0, 0, 0.01, 0], [0, 0.7, 0.3, 0])).toBe('trend only');
    expect(verdict([0, 0.01, 0, 0], [0, 0.7, 0.3, 0])).toBe('not reproduced');
  });

  it('a drift as a share of the work includes its sign', () => {
    expect(shareFinding(outcome([0, 1], [0, 2]), 1, 100)).toMatchObject({ verdict: 'reproduced' });
    expect(shareFinding(outcome([0, 0.1], [0, 1.2]), 1, 100)).toMatchObject({ verdict: 'trend only' });
    expect(shareFinding(outcome([0, 0.1], [0, 0.2]), 1, 100)).toMatchObject({
      verdict: 'not reproduced',
      why: 'ours is smaller',
    });
  });
});

it('reproduced numbers with a fitted part are counted as fitted', () => {
  const checked = (verdict: string, fitted?: string): Checked =>
    ({ claim: { fitted }, finding: { ours: '', verdict } }) as Checked;
  expect(counts([checked('reproduced'), checked('reproduced', 'C_v'), checked('trend only', 'n')])).toBe(
    '3 claims: 2 reproduced (1 of them fitted), 1 trend only, 0 not reproduced.',
  );
});
