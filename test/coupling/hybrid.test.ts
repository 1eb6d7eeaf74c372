import { describe, expect, it } from 'vitest';
import { type How, type HybridSystem, ran } from '../problems/hybrid/run.ts';
import {
  hose,
  jetControl,
  lowerMass,
  pushedBall,
  pushedContacts,
  type StickSlip,
  slipTimes,
  switchings,
  tank,
  upperMass,
} from '../problems/hybrid/units.ts';

const jet = { e: 0.9, T: 0.3, push: 6 };
const ball = (): HybridSystem => ({
  units: { ball: pushedBall(jet.e), control: jetControl(jet.T, jet.push) },
  connections: [
    ['ball.v', 'control.v'],
    ['control.push', 'ball.push'],
  ],
  stopTime: 4,
});

const levels = [1, 0.7];
const tanks = (flow: number): HybridSystem => ({
  units: { one: tank(levels[0], 0.2, flow, 0.1), two: tank(levels[1], 0.2, flow, 0.1), hose: hose() },
  connections: [
    ['one.low', 'hose.low1'],
    ['two.low', 'hose.low2'],
    ['hose.to1', 'one.open'],
    ['hose.to2', 'two.open'],
  ],
  stopTime: 20,
});

const masses: StickSlip = { upper: 1.5, lower: 2.5, most: 3, k: 4, until: 2 };
const stickSlip = (): HybridSystem => ({
  units: { upper: upperMass(masses), lower: lowerMass(masses) },
  connections: [
    ['lower.w', 'upper.w'],
    ['upper.f', 'lower.f'],
  ],
  stopTime: 4,
});

const problems: { name: string; problem: () => HybridSystem; unit: string; exact: number[]; options?: How['options'] }[] = [
  {
    name: 'a bouncing ball against a controller',
    problem: ball,
    unit: 'ball',
    exact: pushedContacts(jet.e, jet.T, jet.push, 4),
  },
  {
    name: 'two tanks with a switch',
    problem: () => tanks(0.5),
    unit: 'hose',
    exact: switchings(levels, 0.2, 0.5, 0.1, 20),
  },
  {
    name: 'stick–slip with two masses',
    problem: stickSlip,
    unit: 'upper',
    exact: slipTimes(masses),
    options: { tolerance: 1e-9, absolute: 1e-9 },
  },
];

describe.each(problems)('$name', ({ problem, unit, exact, options }) => {
  it.each([0.02, 0.2, 4])('has all its events within 1e-9 s with H = %f s', (step) => {
    const run = ran(problem(), { step, options });
    const times = run.times(unit);
    console.log(times.map((t, k) => t - exact[k]), exact, run.notes);
    expect(times.length).toBe(exact.length);
    times.forEach((t, k) => expect(Math.abs(t - exact[k])).toBeLessThan(1e-9));
  });
});
