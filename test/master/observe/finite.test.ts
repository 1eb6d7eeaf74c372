import { expect, it } from 'vitest';
import { FiniteCheck } from '../../../master/observe/finite.ts';
import type { InnerView } from '../../../master/observe/observer.ts';

it('what is no number is refused with variable, value, time as a reader has it, and step', () => {
  const view = Float64Array.of(0.5, Number.NaN);
  const port = { unit: 0, variable: { name: 'x', type: 'Float64', dimensions: [2], unitOfMeasure: 'm' } };
  const run = {
    system: { units: [{ name: 'tank' }], connections: [], record: { columns: [port] }, step: 0.1 },
    instances: [{ view: () => ({ view, offset: 0, length: 2 }) }],
    time: () => 3 * 0.1,
  } as unknown as InnerView;
  expect(() => new FiniteCheck(run).row()).toThrow(
    'step tank: tank.x [m] is NaN at t = 0.3 s. The run has become unstable or the unit is wrong: try a smaller step than H = 0.1 s, or another order.',
  );
  view[1] = 1;
  new FiniteCheck(run).row();
});
