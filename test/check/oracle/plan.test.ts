import { expect, it } from 'vitest';
import type { Target } from '../../../fmu-sdk/check/behaviour/check-target.ts';
import { readIn } from '../../../fmu-sdk/check/oracle/comparison-plan.ts';
import type { Variable } from '../../../fmu-sdk/description/description.ts';
import { specimenTarget } from '../dynamic/injected-faults.ts';

/** The specimen with outputs of so many elements alone, in this order. */
function showing(...sizes: number[]): Target {
  const target = specimenTarget(3, 'coSimulation');
  const of = (name: string, n: number): Variable => ({
    ...{ name, valueReference: 100 + n, type: 'Float64', causality: 'output', variability: 'continuous' },
    dimensions: [n],
  });
  const variables = sizes.map((n, k) => of(`y${k}`, n));
  const outputs = sizes.map((_, variable) => ({ variable }));
  return { ...target, description: { ...target.description, variables, outputs } };
}

it('the plan compares variables within the limit, whatever large array is first, otherwise the smallest one', () => {
  expect(readIn(showing(448, 1, 60, 60, 3))).toEqual(['y1', 'y2', 'y4']);
  expect(readIn(showing(448, 320))).toEqual(['y1']);
});
