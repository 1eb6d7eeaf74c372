import { describe, expect, it } from 'vitest';
import {
  ballOverTable,
  feedThrough,
  risingTable,
  tableContacts,
  vanDerPol,
  vanDerPolPair,
} from '../problems/continuous/units.ts';
import { type How, type HybridSystem, sessionOf } from '../problems/hybrid/run.ts';

/** Values of outputs at the end of a run. */
function endOf(problem: HybridSystem, how: Partial<How>, outputs: readonly string[]): number[] {
  const { session } = sessionOf(problem, { step: 0.5, scheme: 'continuous', ...how });
  session.start();
  session.advance(session.steps);
  return outputs.map((name) => Number(session.reader(name)()));
}

const pair = (directional = false): HybridSystem => ({
  units: { one: vanDerPol(2, 1.5, 2, directional), two: vanDerPol(2, 1.5, -1, directional) },
  connections: [
    ['one.x', 'two.u'],
    ['two.x', 'one.u'],
  ],
  stopTime: 5,
});
const whole = (): HybridSystem => ({
  units: { both: vanDerPolPair(2, 1.5, 2, -1) },
  connections: [],
  stopTime: 5,
});

describe('units of model exchange in one integrator', () => {
  it.each(['dopri5', 'radau5', 'bdf', 'auto', 'euler'])('are the unit that has all of it: %s', (solver) => {
    const coupled = endOf(pair(), { options: { solver, tolerance: 1e-8 } }, [
      'one.x',
      'one.v',
      'two.x',
      'two.v',
    ]);
    const alone = endOf(whole(), { scheme: 'jacobi', solver, tolerance: 1e-8 }, [
      'both.x',
      'both.v',
      'both.y',
      'both.w',
    ]);
    console.log(solver, coupled, alone);
    if (solver === 'dopri5' || solver === 'euler') expect(coupled).toEqual(alone);
  });

  it('loop', () => {
    const g = { g: (u: number) => -3 * u, slope: () => -3 };
    const problem = (d: boolean): HybridSystem => ({
      units: { one: feedThrough(1, g, 1, d), two: feedThrough(2, g, -0.5, d) },
      connections: [
        ['one.y', 'two.u'],
        ['two.y', 'one.u'],
      ],
      stopTime: 1,
    });
    for (const d of [true, false]) {
      const { session } = sessionOf(problem(d), {
        step: 0.1,
        scheme: 'continuous',
        options: { tolerance: 1e-9 },
      });
      session.start();
      session.advance(session.steps);
      console.log(session.notes, session.reader('one.x')(), session.reader('two.x')());
    }
  });

  it('ball', () => {
    const problem: HybridSystem = {
      units: { ball: ballOverTable(0.8, 1), table: risingTable(0.5) },
      connections: [
        ['table.s', 'ball.table'],
        ['table.w', 'ball.speed'],
      ],
      stopTime: 2,
    };
    const { session } = sessionOf(problem, { step: 0.5, scheme: 'continuous', options: { tolerance: 1e-9 } });
    session.start();
    session.advance(session.steps);
    const times = problem.units.ball.model.data.times as number[];
    const exact = tableContacts(0.8, 1, 0.5, times.length);
    console.log(
      session.notes,
      times.map((t, k) => t - exact[k]),
    );
  });
});
