import { expect, it } from 'vitest';
import { sessionOf } from '../../problems/hybrid/run.ts';
import { constant, tank } from '../../problems/hybrid/units.ts';

it.each([
  ['jacobi', 'modelExchange'],
  ['hybrid', 'modelExchange'],
  ['continuous', 'modelExchange'],
  ['jacobi', 'coSimulation'],
  ['hybrid', 'coSimulation'],
] as const)(
  'a run with the scheme %s ends at the start time on the request of a unit in %s',
  (scheme, kind) => {
    const asker = tank(2, 0.5, 1, 0.4);
    asker.model.update = () => ({ terminate: true });
    const { description } = asker;
    description.coSimulation = { ...description.coSimulation!, hasEventMode: true };
    const { session } = sessionOf(
      { units: { source: constant(1), asker, other: constant(2) }, connections: [], stopTime: 1 },
      { step: 0.1, scheme, kind },
    );
    session.start();
    expect(session.done).toBe(true);
    expect(session.ended).toEqual({ unit: 1, time: 0 });
    expect(session.time()).toBe(0);
    session.end('finished');
  },
);
