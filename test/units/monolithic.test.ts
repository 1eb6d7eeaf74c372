import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../setup.ts';
import { orders, type Sealed, sealed } from './sealed.ts';

interface Reference {
  names: string[];
  /** Rows of values by name. */
  rows: Record<string, number>[];
}

function reference(crane: string): Reference {
  const text = readFileSync(join(root, 'test/reference', `${crane}.csv`), 'utf8');
  const [head, ...lines] = text.trim().split('\n');
  const names = head.split(',');
  const rows = lines.map((line) => Object.fromEntries(line.split(',').map((x, i) => [names[i], Number(x)])));
  return { names, rows };
}

const energy = (unit: Sealed): number =>
  unit.get('E_kinetic') +
  unit.get('E_potential') +
  unit.get('E_stored') +
  unit.get('E_dissipated') -
  unit.get('E_supplied');

interface Comparison {
  /** Largest error of each variable, over all rows and over the rows before `early`. */
  all: Record<string, number>;
  early: Record<string, number>;
  /** Largest deviation of the energy balance [J], of a constraint [m] and of its rate [m/s]. */
  balance: number;
  position: number;
  velocity: number;
}

/** Runs a monolithic crane through the reference's 12 s, comparing at its times. */
async function compare(crane: 'single' | 'double', h: number, early: number): Promise<Comparison> {
  const { names, rows } = reference(`crane-${crane}`);
  const unit = await sealed(`crane-monolithic-${crane}`, { h });
  unit.initialize(0);
  const start = energy(unit);
  const zero = (): Record<string, number> => Object.fromEntries(names.slice(1).map((name) => [name, 0]));
  const result: Comparison = { all: zero(), early: zero(), balance: 0, position: 0, velocity: 0 };
  rows.forEach((row, i) => {
    for (const name of names.slice(1)) {
      const error = Math.abs(unit.get(name) - row[name]);
      result.all[name] = Math.max(result.all[name], error);
      if (row.time <= early) result.early[name] = Math.max(result.early[name], error);
    }
    result.balance = Math.max(result.balance, Math.abs(energy(unit) - start));
    result.position = Math.max(result.position, unit.get('constraint_position'));
    result.velocity = Math.max(result.velocity, unit.get('constraint_velocity'));
    if (i < rows.length - 1) expect(unit.step(row.time, rows[i + 1].time - row.time)).toBe(0);
  });
  return result;
}

function range(crane: string, name: string): number {
  const values = reference(`crane-${crane}`).rows.map((row) => row[name]);
  return Math.max(...values) - Math.min(...values);
}

// Before the single crane's first damper contact at 4.3 s. The double crane touches no damper.
const cases = [
  { crane: 'single', lengths: ['s'], pressures: ['p1', 'p2', 'p3'], early: 4.2 },
  {
    crane: 'double',
    lengths: ['s1', 's2'],
    pressures: ['p11', 'p12', 'p13', 'p21', 'p22', 'p23'],
    early: 12,
  },
] as const;

describe.each(cases)('crane-monolithic-$crane', ({ crane, lengths, pressures, early }) => {
  it('lengths at 1 ms agree with the reference within 1e-4 m and pressures within 0.5 % of their range', async () => {
    const { all } = await compare(crane, 1e-3, early);
    for (const name of lengths) expect(all[name], name).toBeLessThan(1e-4);
    // Over the whole cycle: at damper contacts and ramp corners too, where 2 % would do.
    for (const name of pressures) expect(all[name], name).toBeLessThan(5e-3 * range(crane, name));
  });

  it('the error falls at second order from 1 to 0.5 to 0.25 ms, away from damper contacts', async () => {
    const runs = [];
    for (const h of [1e-3, 5e-4, 2.5e-4]) runs.push(await compare(crane, h, early));
    const table: Record<string, Record<string, string>> = {};
    for (const name of [...lengths, ...pressures, 'theta1', 'theta2']) {
      const errors = runs.map((run) => run.early[name]);
      const measured = orders(errors);
      table[name] = Object.fromEntries(
        [...errors.map((e) => e.toExponential(2)), ...measured.map((o) => o.toFixed(2))].map((text, i) => [
          ['1 ms', '0.5 ms', '0.25 ms', 'order', 'order again'][i],
          text,
        ]),
      );
      for (const order of measured) expect(order, JSON.stringify(table)).toBeGreaterThan(1.75);
    }
  });

  it('keeps its energy balance within 20 mJ of the 5 kJ it moves, and its constraints within 1e-8 m and 1e-7 m/s', async () => {
    const { balance, position, velocity } = await compare(crane, 1e-3, early);
    expect(balance).toBeLessThan(0.02);
    expect(position).toBeLessThan(1e-8);
    expect(velocity).toBeLessThan(1e-7);
  });

  it('starts in equilibrium: nothing moves while the joystick rests', async () => {
    const unit = await sealed(`crane-monolithic-${crane}`);
    unit.initialize(0);
    const before = [...lengths, ...pressures].map((name) => unit.get(name));
    for (let i = 0; i < 10; i++) unit.step(i * 0.1, 0.1);
    [...lengths, ...pressures].forEach((name, i) => {
      expect(Math.abs(unit.get(name) / before[i] - 1), name).toBeLessThan(1e-9);
    });
  });
});
