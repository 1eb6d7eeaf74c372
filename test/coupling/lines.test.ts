import { describe, expect, it } from 'vitest';
import { type Coupled, runOf } from '../problems/coupled/coupled.ts';

type Unit = Coupled['units'][number];

/** Mass that receives a force, or the wave of the impedance Z. */
function mass(name: string, m: number, speed: number, Z?: number): Unit {
  return {
    name,
    inputs: [Z === undefined ? 'F' : 'c'],
    outputs: ['v', 'x'],
    A: [
      [0, 1],
      [0, Z === undefined ? 0 : -Z / m],
    ],
    B: [[0], [1 / m]],
    C: [
      [0, 1],
      [1, 0],
    ],
    D: [[0], [0]],
    start: [0, speed],
  };
}

/** End without reflection: f = c / 2Z. */
const matched = (Z: number): Unit => ({
  name: 'b',
  inputs: ['c'],
  outputs: ['v', 'x'],
  A: [[0]],
  B: [[1 / (2 * Z)]],
  C: [[0], [1]],
  D: [[1 / (2 * Z)], [0]],
  start: [0],
});

const end = (unit: string, wave: boolean): NonNullable<Coupled['lines']>[number]['ends'][number] => ({
  flow: `${unit}.v`,
  displacement: `${unit}.x`,
  ...(wave ? { wave: `${unit}.c` } : { effort: `${unit}.F` }),
});

/** A moving mass of 1 and a mass of 2 at rest, connected by a line. */
function two(Z: number, wave: boolean, { steps = 1, order = 0 as 0 | 1, stopTime = 50 } = {}): Coupled {
  return {
    name: 'two masses',
    units: [mass('a', 1, 1, wave ? Z : undefined), mass('b', 2, 0, wave ? Z : undefined)],
    connections: [],
    lines: [{ impedance: Z, steps, order, ends: [end('a', wave), end('b', wave)] }],
    stopTime,
  };
}

/** Energy of the masses and of the line at each communication point. */
function energies(problem: Coupled, H: number, scheme = 'jacobi'): { whole: number[]; masses: number[] } {
  const { session } = runOf(problem, { scheme, step: H });
  const [va, vb] = ['a.v', 'b.v'].map((name) => session.reader(name));
  session.start();
  const masses = (): number => 0.5 * Number(va()) ** 2 + Number(vb()) ** 2;
  const line = (): number =>
    (session as unknown as { lines: { all: { energy(H: number): number }[] } }).lines.all[0].energy(H);
  const series = { whole: [masses() + line()], masses: [masses()] };
  while (!session.done) {
    session.advance(1);
    series.masses.push(masses());
    series.whole.push(masses() + line());
  }
  return series;
}

describe('a line whose ends receive the wave', () => {
  it('a line with waves never adds energy to masses and line, for any impedance and delay', () => {
    for (const Z of [0.1, 1, 10, 100, 1e4])
      for (const steps of [1, 2, 7]) {
        const { whole } = energies(two(Z, true, { steps }), 0.1);
        expect(whole).toHaveLength(501);
        for (let n = 1; n < whole.length; n++) expect(whole[n] - whole[n - 1]).toBeLessThan(1e-11 * whole[0]);
      }
  });

  it('a line with waves delays by whole steps bit for bit', () => {
    const Z = 2;
    for (const steps of [1, 2, 5]) {
      const problem: Coupled = {
        name: 'one-way',
        units: [mass('a', 1, 1, Z), matched(Z)],
        connections: [],
        lines: [{ impedance: Z, steps, ends: [end('a', true), end('b', true)] }],
        stopTime: 4,
      };
      const { session } = runOf(problem, { scheme: 'jacobi', step: 0.1 });
      const [x, back, v, c] = ['a.x', 'a.c', 'b.v', 'b.c'].map((name) => session.reader(name));
      session.start();
      const [sent, came]: number[][] = [[], []];
      let before = Number(x());
      while (!session.done) {
        session.advance(1);
        sent.push(Number(back()) - 2 * Z * ((Number(x()) - before) / 0.1));
        before = Number(x());
        came.push(Number(c()));
        expect(Number(v())).toBe(Number(c()) / (2 * Z));
      }
      for (let n = steps; n < came.length; n++) expect(came[n]).toBe(-sent[n - steps]);
      // The initial content of the line was sent at the initial speed.
      for (let n = 0; n < steps; n++) expect(came[n]).toBe(Z);
    }
  });

  it('a line with waves transmits linear waves without reflection exactly up to rounding', () => {
    const [Z, T] = [2, 0.4];
    for (const H of [0.1, 0.05]) {
      const problem: Coupled = {
        name: 'one-way',
        units: [mass('a', 1, 1, Z), matched(Z)],
        connections: [],
        lines: [{ impedance: Z, steps: Math.round(T / H), order: 1, ends: [end('a', true), end('b', true)] }],
        stopTime: 2,
      };
      const { session } = runOf(problem, { scheme: 'jacobi', step: H });
      session.start();
      session.advance(session.steps);
      expect(Number(session.reader('a.v')())).toBeCloseTo(Math.exp(-2 * Z), 14);
      expect(Number(session.reader('b.v')())).toBeCloseTo(Math.exp(-Z * (2 - T)), 14);
      // Initially half the speed is in the line, which was at rest. The transition takes one step.
      const exact = 0.5 * T + (1 - Math.exp(-Z * (2 - T))) / Z;
      expect(Math.abs(Number(session.reader('b.x')()) - exact)).toBeLessThan(0.3 * H);
    }
  });
});

describe('a line whose ends receive the effort', () => {
  it('a line with efforts conserves the energy of masses and line to the last digits while Z H is below twice the mass', () => {
    for (const [Z, H, steps] of [
      [1, 0.1, 1],
      [10, 0.1, 1],
      [10, 0.1, 5],
      [19, 0.1, 3],
    ] as const) {
      const { whole } = energies(two(Z, false, { steps }), H);
      for (const value of whole) expect(Math.abs(value / whole[0] - 1)).toBeLessThan(1e-11);
    }
  });

  it('a line with efforts reports the excess energy of its ends if the step is too large', () => {
    const { session } = runOf(two(30, false, { stopTime: 1 }), { scheme: 'jacobi', step: 0.1 });
    session.start();
    session.advance(session.steps);
    expect(session.notes.at(-1)).toMatch(
      /^Line line0: it stores -?[.e+\d]+ of energy at the end, and its ends have received [.e+\d]+ too much\. Connect the wave instead of the effort, or use a smaller step\.$/,
    );
  });

  it('a line with efforts converges at order 1 with constant waves and at order 2 with linear waves', () => {
    const [Z, T] = [2, 0.4];
    for (const order of [0, 1] as const) {
      const errors = [0.05, 0.025].map((H) => {
        const problem: Coupled = {
          name: 'one-way',
          units: [mass('a', 1, 1), matched(Z)],
          connections: [],
          lines: [{ impedance: Z, steps: Math.round(T / H), order, ends: [end('a', false), end('b', true)] }],
          stopTime: 2,
        };
        const { session } = runOf(problem, { scheme: 'jacobi', step: H });
        session.start();
        session.advance(session.steps);
        return Math.abs(Number(session.reader('b.v')()) - Math.exp(-Z * (2 - T)));
      });
      expect(Math.log2(errors[0] / errors[1])).toBeGreaterThan(order + 0.8);
      expect(Math.log2(errors[0] / errors[1])).toBeLessThan(order + 1.6);
    }
  });

  it('a line updates a unit before each internal step, as if H were as small', () => {
    const [Z, T, H] = [8, 0.4, 0.2];
    /** Returns the speed of the mass at the end, with this number of internal steps. */
    const speed = (inner: number): number => {
      const problem: Coupled = {
        name: 'one-way',
        units: [mass('a', 1, 1), matched(Z)],
        connections: [],
        lines: [{ impedance: Z, steps: Math.round(T / H), ends: [end('a', false), end('b', true)] }],
        stopTime: 1,
      };
      const { session, units } = runOf(problem, { scheme: 'jacobi', step: H });
      const [a] = units;
      const { step } = a;
      const { view, offset } = a.polynomial(a.description.variables[0]);
      let [t, h] = [0, 0];
      if (inner > 1)
        Object.assign(a, {
          internalStep: () => H / inner,
          begin: (from: number, size: number) => {
            [t, h] = [from, size / inner];
            return inner;
          },
          micro: (i: number) => {
            // The polynomial refers to the beginning of the step. Constant waves have slope zero.
            if (i > 0) expect(view[offset + 1]).toBe(0);
            step(t + i * h, h);
          },
        });
      session.start();
      session.advance(session.steps);
      return Number(session.reader('a.v')());
    };
    const exact = Math.exp(-Z);
    // A whole step of 0.2 is too large for Z H / m = 1.6, as v ← v (1 − 1.6) shows.
    expect(speed(1)).toBeCloseTo((1 - Z * H) ** 5, 12);
    expect(speed(8)).toBeCloseTo((1 - (Z * H) / 8) ** 40, 12);
    expect(Math.abs(speed(64) - exact)).toBeLessThan(0.25 * Math.abs(speed(8) - exact));
  });
});

it('values of a line inside a step are polynomials about the beginning of the step', () => {
  const H = 0.1;
  const inner = 4;
  const { session, units } = runOf(two(10, false, { order: 1, stopTime: 3 }), { scheme: 'jacobi', step: H });
  const [a] = units;
  const { step } = a;
  const [input] = a.description.variables;
  const { view, offset } = a.polynomial(input);
  const value = a.view(input);
  let [t, h, slopes] = [0, 0, 0];
  Object.assign(a, {
    internalStep: () => H / inner,
    begin: (from: number, size: number) => {
      [t, h] = [from, size / inner];
      return inner;
    },
    micro: (i: number) => {
      if (i > 0) {
        expect(view[offset] + i * h * view[offset + 1]).toBeCloseTo(Number(value.view[value.offset]), 12);
        if (Math.abs(view[offset + 1]) > 0.1) slopes++;
      }
      step(t + i * h, h);
    },
  });
  session.start();
  session.advance(session.steps);
  expect(slopes).toBeGreaterThan(20);
});

describe('a line at rest', () => {
  it('a line at rest maintains its initial effort', () => {
    const still: Coupled = {
      ...two(5, false),
      units: [mass('a', 1, 0), mass('b', 2, 0)],
      lines: [{ impedance: 5, start: 3, ends: [end('a', false), end('b', false)] }],
      stopTime: 0.01,
    };
    const { session } = runOf(still, { scheme: 'jacobi', step: 0.01 });
    const [a, b] = ['a.F', 'b.F'].map((name) => session.reader(name));
    session.start();
    expect([Number(a()), Number(b())]).toEqual([-3, 3]);
    session.advance(1);
    // The line pulls until its waves have arrived. During one delay all values stay unchanged.
    expect(Number(session.reader('a.v')())).toBeCloseTo(-0.03, 12);
    expect(Number(session.reader('b.v')())).toBeCloseTo(0.015, 12);
  });

  it('a line works with every scheme of constant step H, and with no other', () => {
    const problem = two(10, true);
    const [jacobi, other] = ['jacobi', 'gauss-seidel'].map((scheme) =>
      energies(problem, 0.1, scheme).whole.at(-1),
    );
    expect(other).toBe(jacobi);
    for (const scheme of ['adaptive', 'ecco', 'multi-rate', 'waveform'])
      expect(() => runOf(problem, { scheme, step: 0.1 })).toThrow(
        `run two masses: the coupling scheme "${scheme}" varies its steps, but the lines line0 need the constant step H.`,
      );
  });
});
