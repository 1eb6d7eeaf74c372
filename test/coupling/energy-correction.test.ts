import { describe, expect, it } from 'vitest';
import { Session } from '../../master/run/loop/session.ts';
import { type Coupled, endOf, errorOf, runOf } from '../problems/coupled/coupled.ts';
import { oscillator, quarterCar } from '../problems/coupled/problems.ts';

const scheme = 'energy-correction';

/** Returns the oscillator without dampers. */
function undamped(): Coupled {
  const problem = oscillator();
  const [one, two] = problem.units;
  return {
    ...problem,
    stopTime: 100,
    units: [
      {
        ...one,
        A: [
          [0, 1],
          [-2, 0],
        ],
        B: [
          [0, 0],
          [1, 0],
        ],
        C: [[1, 0]],
        D: [[-1, 0]],
      },
      {
        ...two,
        A: [
          [0, 1],
          [-1, 0],
        ],
      },
    ],
  };
}

/**
 * Returns the energy at the end relative to the start. The first spring and the middle spring hold
 * the initial energy.
 */
function energyAfter(of: string, step: number, order: 0 | 1, options?: Record<string, number>): number {
  const { session, units } = runOf(undamped(), { scheme: of, step, order, options });
  const states = units.map((unit) => (unit as unknown as { values: Float64Array }).values);
  const energy = (): number => {
    const [x1, v1] = states[0].subarray(3, 5);
    const [x2, v2] = states[1].subarray(3, 5);
    return 0.5 * (v1 ** 2 + v2 ** 2 + x1 ** 2 + x2 ** 2 + (x1 - x2) ** 2);
  };
  session.start();
  const start = energy();
  session.advance(session.steps);
  return energy() / start;
}

describe('energy correction of the coupling', () => {
  it('energy correction bounds undamped motions that grow without limit under Jacobi', () => {
    for (const [step, grown, limit] of [
      [0.05, 300, 4],
      [0.1, 1e5, 12],
    ] as const) {
      expect(energyAfter('jacobi', step, 0)).toBeGreaterThan(grown);
      expect(energyAfter(scheme, step, 0)).toBeLessThan(limit);
      expect(energyAfter(scheme, step, 0)).toBeGreaterThan(0.5);
    }
  });

  it('energy correction with linear extrapolation leaves less than half of the growth of ten percent', () => {
    const [jacobi, corrected] = ['jacobi', scheme].map((text) => energyAfter(text, 0.1, 1) - 1);
    expect(jacobi).toBeGreaterThan(0.2);
    expect(Math.abs(corrected)).toBeLessThan(0.5 * jacobi);
  });

  it('energy correction leaves less residual energy with a larger share', () => {
    const grown = [0, 0.25, 0.5, 1].map((share) => energyAfter(scheme, 0.05, 0, { share }));
    for (let k = 1; k < grown.length; k++) expect(grown[k]).toBeLessThan(grown[k - 1]);
  });

  it('energy correction adds a note on the energy that is not returned at the end', () => {
    const { session } = runOf(undamped(), { scheme, step: 0.05, order: 0 });
    session.start();
    session.advance(session.steps);
    expect(session.notes).toEqual([
      expect.stringMatching(/^Energy that was not returned at the end: bond0 -?[.e0-9-]+ J\.$/),
    ]);
  });
});

describe('corrected inputs', () => {
  it('corrected inputs converge at the order of the extrapolation', () => {
    for (const problem of [oscillator(), quarterCar()])
      for (const order of [0, 1] as const) {
        const step = (problem.name === 'oscillator' ? 0.01 : 0.001) / (order + 1);
        const [coarse, fine] = [step, step / 2].map((H) => errorOf(problem, { scheme, order, step: H }));
        expect(Math.log2(coarse / fine)).toBeGreaterThan(order + 0.7);
        expect(Math.log2(coarse / fine)).toBeLessThan(order + 1.2);
      }
  });

  it('corrected inputs equal Jacobi bit for bit with share 0', () => {
    const [none, jacobi] = [
      endOf(quarterCar(), { scheme, step: 0.01, options: { share: 0 } }),
      endOf(quarterCar(), { scheme: 'jacobi', step: 0.01 }),
    ];
    expect(none).toEqual(jacobi);
  });

  it.each([scheme, 'jacobi', 'gauss-seidel', 'nepce'])(
    '%s gives equal bits and residual energies if the velocity is mirrored by a connection of −1',
    (name) => {
      const problem = quarterCar();
      const [chassis, wheel] = problem.units;
      const mirrored = {
        ...problem,
        units: [chassis, { ...wheel, B: [[0], [-wheel.B[1][0]], [-1]], D: [[-wheel.D[0][0]]] }],
      };
      const energies = [problem, mirrored].map((coupled, k) => {
        const { session, units } = runOf(coupled, { scheme: name, step: 0.001, order: 1 });
        const { system } = session;
        const connections = system.connections.map((c) =>
          k === 1 && c.from.unit === 0 ? { ...c, conversion: { factor: -1, offset: 0 } } : c,
        );
        const bonds = [
          { ...system.bonds[0], terms: [{ effort: connections[1], flow: connections[0], weight: 1 }] },
        ];
        const run = new Session({ ...system, connections, bonds }, { instances: units });
        run.start();
        run.advance(run.steps);
        const { energy, magnitude } = run.residuals.bonds[0];
        return [energy, magnitude, ...problem.connections.map(([from]) => run.reader(from)())];
      });
      expect(energies[1]).toEqual(energies[0]);
      expect(energies[0][1]).toBeGreaterThan(0);
    },
  );

  it('corrected inputs need a bond', () => {
    expect(() => runOf({ ...quarterCar(), bonds: [] }, { scheme, step: 0.1 })).toThrow(
      'run quarter-car: energy-correction needs power bonds, but the system does not have any. Declare "bonds"',
    );
  });
});
