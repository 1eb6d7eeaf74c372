import { describe, expect, it } from 'vitest';
import { random } from '../../../fmu-sdk/util/seeded-random.ts';
import { type Draw, drawBall, drawMasses, drawTanks, spread } from '../../problems/hybrid/chance.ts';
import { type HybridSystem, ran } from '../../problems/hybrid/run.ts';
import {
  alarm,
  comparator,
  hose,
  jetControl,
  lowerMass,
  pushedBall,
  tally,
  tank,
  thrown,
  upperMass,
} from '../../problems/hybrid/units.ts';
import { isFullTest } from '../../width.ts';

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

describe.each(problems)('$name with random parameters and steps', ({ draw, unit, system }) => {
  it.each(['hybrid', 'continuous'] as const)(
    '%s finds all events within 1e-9 s of the closed form',
    (scheme) => {
      const chance = random(7);
      let eventCount = 0;
      for (let k = 0; k < (isFullTest ? 40 : 8); k++) {
        const { parameters, end, exact } = draw(chance);
        const count = Math.max(1, Math.round(1 / spread(chance, 2e-3, 100)));
        const how = { step: end / count, scheme, options: options[scheme] };
        const times = ran({ ...system(parameters), stopTime: end }, how).times(unit);
        const what = JSON.stringify({ ...parameters, ...how, end });
        expect(times.length, what).toBe(exact.length);
        times.forEach((t, i) => {
          expect(Math.abs(t - exact[i]), `${i} of ${what}`).toBeLessThan(1e-9);
        });
        eventCount += times.length;
      }
      expect(eventCount).toBeGreaterThan(8);
    },
  );
});

describe.each(['hybrid', 'continuous'] as const)('events under %s', (scheme) => {
  // 3 · 0.1 is not 0.3, nor 6 · 0.1 0.6.
  const tallies = () => ({ a: tally(0.1), b: tally(0.3) });
  const item = Array.from({ length: 30 }, (_, k) => k + 1);
  it.each([
    ['use the values before the event without priorities', {}, (k: number) => 3 * k - 1],
    ['follow their priorities', { a: 0, b: 1 }, (k: number) => 3 * k],
    ['follow the reverse priorities', { a: 1, b: 0 }, (k: number) => 3 * k - 1],
  ])('time events that are simultaneous up to rounding %s', (_, priority, expectedInput) => {
    for (const step of [3, 0.3, 0.01]) {
      const problem = {
        units: tallies(),
        connections: [
          ['a.ticks', 'b.u'],
          ['b.ticks', 'a.u'],
        ],
        stopTime: 3,
      } as const;
      const { times } = ran(problem, { step, scheme, priority });
      expect(times('a').length, `H = ${step}`).toBe(30);
      expect(times('b'), `H = ${step}`).toEqual(item.slice(0, 10).map(expectedInput));
    }
  });

  it('an indicator of the motion of another unit triggers each event once, at its time, within the tolerance', () => {
    const chance = random(3);
    for (let k = 0; k < 10; k++) {
      const [v, g] = [spread(chance, 1, 20), 9.81];
      const level = (chance() * 0.9 * v * v) / (2 * g);
      const root = Math.sqrt(v * v - 2 * g * level);
      const exact = [(v - root) / g, (v + root) / g];
      const stopTime = (2.5 * v) / g;
      const step = stopTime / Math.max(1, Math.round(1 / spread(chance, 2e-3, 2)));
      const { times } = ran(
        {
          units: { ball: thrown(v, g), light: comparator(level) },
          connections: [['ball.y', 'light.u']],
          stopTime,
        },
        { step, scheme },
      );
      const what = JSON.stringify({ v, level, step, stopTime, exact, times: times('light') });
      expect(times('light').length, what).toBe(2);
      times('light').forEach((t, i) => {
        expect(Math.abs(t - exact[i]), what).toBeLessThan(1e-9);
      });
    }
  });

  // z = t + y − 0.9, or its negative. If y is held, z turns around at once.
  describe.each([0, 1e-13, 1e-11, 1e-9])('noise %f in the output of another unit', (noise) => {
    const g = 9.81;
    it.each([
      ['which the event leaves alone', 0, 'modelExchange'],
      ['which the event pushes', 1, 'modelExchange'],
      ...(scheme === 'hybrid'
        ? ([
            ['which the event leaves alone', 0, 'coSimulation'],
            ['which the event pushes', 1, 'coSimulation'],
          ] as const)
        : []),
    ] as const)(
      'an indicator that follows a ball, %s (push %f), by %s, triggers its one event once',
      (_, push, kind) => {
        for (const direction of [-1, 1])
          for (const tolerance of [1e-3, 1e-6, 1e-10].filter((candidate) => candidate > 4 * noise))
            for (const step of [0.02, 0.2, 2]) {
              const ball = thrown(0, direction * -g, direction < 0 ? 1 : -1, noise);
              const light = comparator(direction < 0 ? 0.9 : -0.9, -direction, direction < 0 ? 1 : 0);
              // The push lasts until the light barrier closes, or begins when it opens.
              const before = g * direction + (direction < 0 ? push : 0);
              const exact = (1 + Math.sqrt(1 + 2 * Math.abs(before) * 0.1)) / Math.abs(before);
              const { times } = ran(
                {
                  units: { ball, light },
                  connections: [
                    ['ball.y', 'light.u'],
                    ...(push === 0 ? [] : [['light.above', 'ball.push'] as const]),
                  ],
                  stopTime: Math.max(step, 0.6),
                },
                {
                  ...{ step, scheme, kind: { ball: kind } },
                  options: scheme === 'hybrid' ? { tolerance, absolute: tolerance } : options.continuous,
                },
              );
              const what = JSON.stringify({ direction, tolerance, step, exact, times: times('light') });
              expect(times('light').length, what).toBe(1);
              expect(Math.abs(times('light')[0] - exact), what).toBeLessThan(1e-9);
            }
      },
    );
  });

  it('a time event directly after a state event of the same unit is handled at its time', () => {
    for (const behind of [3e-11, 3e-13, 5e-14, 1e-14, 0, -1e-14, -3e-11])
      for (const step of [100, 10]) {
        const { times } = ran(
          { units: { a: alarm(50, 50 + behind) }, connections: [], stopTime: 100 },
          { step, scheme },
        );
        const exact = [50, 50 + behind].sort((a, b) => a - b);
        const what = JSON.stringify({ behind, step, times: times('a') });
        expect(times('a').length, what).toBe(2);
        times('a').forEach((t, k) => {
          expect(Math.abs(t - exact[k]), what).toBeLessThan(2e-13);
        });
      }
  });
});
