import { describe, expect, it } from 'vitest';
import { random } from '../../fmu-sdk/twin/random.ts';
import { type Draw, drawBall, drawMasses, drawTanks, spread } from '../problems/hybrid/chance.ts';
import { type HybridSystem, ran } from '../problems/hybrid/run.ts';
import { hose, jetControl, lowerMass, pushedBall, tank, upperMass } from '../problems/hybrid/units.ts';
import { wide } from '../width.ts';

interface Problem {
  name: string;
  draw: typeof drawBall;
  unit: string;
  system(parameters: Draw['parameters']): Omit<HybridSystem, 'stopTime'>;
}

const problems: Problem[] = [
  {
    name: 'a bouncing ball against a controller',
    draw: drawBall,
    unit: 'ball',
    system: ({ e, height, T, strength }) => ({
      units: { ball: pushedBall(e, height), control: jetControl(T, strength) },
      connections: [
        ['ball.v', 'control.v'],
        ['control.push', 'ball.push'],
      ],
    }),
  },
  {
    name: 'two tanks with a switch',
    draw: drawTanks,
    unit: 'hose',
    system: ({ level1, level2, leak, flow, lower }) => ({
      units: { one: tank(level1, leak, flow, lower), two: tank(level2, leak, flow, lower), hose: hose() },
      connections: [
        ['one.low', 'hose.low1'],
        ['two.low', 'hose.low2'],
        ['hose.to1', 'one.open'],
        ['hose.to2', 'two.open'],
      ],
    }),
  },
  {
    name: 'stick–slip with two masses',
    draw: drawMasses,
    unit: 'upper',
    system: ({ upper, lower, most, k, until }) => {
      const masses = { upper, lower, most, k, until };
      return {
        units: { upper: upperMass(masses), lower: lowerMass(masses) },
        connections: [
          ['lower.w', 'upper.w'],
          ['upper.f', 'lower.f'],
        ],
      };
    },
  },
];

const options = {
  hybrid: { tolerance: 1e-10, absolute: 1e-10 },
  continuous: { tolerance: 1e-11 },
};

describe.each(problems)('$name: parameters and steps by chance', ({ draw, unit, system }) => {
  it.each(['hybrid', 'continuous'] as const)(
    'by %s all events are there, within 1e-9 s of the closed form',
    (scheme) => {
      const chance = random(7);
      let seen = 0;
      for (let k = 0; k < (wide ? 40 : 8); k++) {
        const { parameters, end, exact } = draw(chance);
        const count = Math.max(1, Math.round(1 / spread(chance, 2e-3, 100)));
        const how = { step: end / count, scheme, options: options[scheme] };
        const times = ran({ ...system(parameters), stopTime: end }, how).times(unit);
        const what = JSON.stringify({ ...parameters, ...how, end });
        expect(times.length, what).toBe(exact.length);
        times.forEach((t, i) => {
          expect(Math.abs(t - exact[i]), `${i} of ${what}`).toBeLessThan(1e-9);
        });
        seen += times.length;
      }
      expect(seen).toBeGreaterThan(8);
    },
  );
});
