import { describe, expect, it } from 'vitest';
import { notEmpty } from '../not-empty.ts';
import { crane, referenceRows, type Setting, value } from './crane.ts';

/**
 * Before the first hit of an end damper (4.2 s), where the solution is smooth but for the valve's
 * ramps.
 */
const until = 4;
const steps = [1e-3, 5e-4, 2.5e-4, 1.25e-4];
const reference = referenceRows('crane-single.csv').filter((row) => row.time <= until);

interface Row {
  H: number;
  /** Largest error of the actuator's length [m]. */
  error: number;
  /** Σ|δE| [J]. */
  residual: number;
}

/**
 * Errors against the independent reference while H is halved. The hydraulic step stays at 0.125 ms
 * (RK4).
 */
async function table(setting: Setting): Promise<Row[]> {
  const rows: Row[] = [];
  for (const H of steps) {
    const session = await crane({ integrator: 'rk4', h: 1.25e-4, stopTime: until, ...setting, H });
    let error = 0;
    for (const row of reference) {
      session.advance(Math.round(row.time / H) - session.n);
      error = Math.max(error, Math.abs(value(session, 'crane.s') - row.s));
    }
    rows.push({ H, error, residual: session.residuals.bonds[0].magnitude });
  }
  return rows;
}

/** Observed orders log₂(e(2H)/e(H)) along the table. */
function orders(rows: Row[], pick: (row: Row) => number): number[] {
  return notEmpty('orders', rows.slice(1)).map((row, i) => Math.log2(pick(rows[i]) / pick(row)));
}

function show(title: string, rows: Row[]): void {
  const lines = rows.map(
    (r) =>
      `  H = ${r.H.toExponential(2)} s  error ${r.error.toExponential(2)} m  residual ${r.residual.toExponential(2)} J`,
  );
  process.stdout.write(`${title}\n${lines.join('\n')}\n`);
}

const couplings = ['force', 'pressure'] as const;

describe.each(couplings)(
  'velocity–%s co-simulation converges to the independent reference as H → 0',
  (coupling) => {
    it('hold converges at order 1, and its residual energy at order 1', async () => {
      const rows = await table({ coupling, formulation: 'ALI3P', order: 0 });
      show(`velocity–${coupling}, ALI3-P, hold`, rows);
      for (const order of orders(rows, (r) => r.error)) expect(order).toBeCloseTo(1, 1);
      // The first halving still feels H = 1 ms near its limit of stability.
      for (const order of orders(rows.slice(1), (r) => r.residual)) expect(order).toBeCloseTo(1, 1);
    });

    it('linear extrapolation converges at order 2, and its residual energy at order 2', async () => {
      const rows = await table({ coupling, formulation: 'ALI3P', order: 1 });
      show(`velocity–${coupling}, ALI3-P, linear`, rows);
      for (const order of orders(rows, (r) => r.error)) expect(order).toBeGreaterThan(1.9);
      for (const order of orders(rows, (r) => r.residual)) expect(order).toBeGreaterThan(1.9);
    });

    it('quadratic extrapolation converges at order 2, that of the trapezoidal rule, and its residual at order above 2', async () => {
      const rows = await table({ coupling, formulation: 'ALI3P', order: 2 });
      show(`velocity–${coupling}, ALI3-P, quadratic`, rows);
      for (const order of orders(rows, (r) => r.error)) expect(order).toBeGreaterThan(1.8);
      for (const order of orders(rows, (r) => r.residual)) expect(order).toBeGreaterThan(2.2);
    });

    it('ALI1 converges at order 1 with any extrapolation, limited by the semi-implicit Euler formula', async () => {
      for (const order of [1, 2] as const) {
        const rows = await table({ coupling, formulation: 'ALI1', order });
        show(`velocity–${coupling}, ALI1, order ${order}`, rows);
        for (const observed of orders(rows, (r) => r.error)) expect(observed).toBeCloseTo(1, 1);
      }
    });

    it('the interface model converges at order 2', async () => {
      const rows = await table({ coupling, formulation: 'ALI3P', order: 2, model: true });
      show(`velocity–${coupling}, ALI3-P, interface model`, rows);
      for (const order of orders(rows.slice(0, 3), (r) => r.error)) expect(order).toBeGreaterThan(1.8);
      for (const order of orders(rows.slice(0, 3), (r) => r.residual)) expect(order).toBeGreaterThan(1.8);
    });
  },
);
