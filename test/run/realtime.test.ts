import { describe, expect, it } from 'vitest';
import { runToEnd } from '../../master/run/loop/run-loop.ts';
import { Pacer, type RealtimeReport } from '../../master/run/realtime/real-time-pacer.ts';
import type { RealtimeOptions } from '../../master/run/realtime/realtime-options.ts';
import { timedInstances } from '../../master/run/realtime/timed-instances.ts';
import type { RunResult } from '../../master/run/worker/run-protocol.ts';
import { runOf } from '../problems/coupled/coupled.ts';
import { quarterCar } from '../problems/coupled/problems.ts';

/** Clock that advances by waiting, and a little with each reading. */
function fakeClock(look = 0.001): { now(): number; rest(ms: number): void; on(ms: number): void } {
  let t = 1000;
  return {
    now: () => (t += look),
    rest: (ms) => {
      t += ms;
    },
    on: (ms) => {
      t += ms;
    },
  };
}

/** Ten steps of 10 ms in which both units compute for this long [ms]. */
function paced(
  options: RealtimeOptions,
  takes: (n: number) => readonly [number, number],
): { report: RealtimeReport; spent: number } {
  const clock = fakeClock();
  const pacer = new Pacer(
    options,
    { startTime: 0, step: 0.01, units: ['light', 'heavy'], stop: () => false },
    clock,
  );
  pacer.begin();
  const begin = clock.now();
  for (let n = 1; n <= 10; n++) {
    takes(n).forEach((ms, k) => {
      clock.on(ms);
      pacer.addTime(k, ms);
    });
    pacer.waitUntil(0.01 * n);
  }
  return { report: pacer.report, spent: clock.now() - begin };
}

const counts = ({ histogram }: RealtimeReport): number[] => histogram.map(({ steps }) => steps);

describe('a real-time run', () => {
  it('a real-time run takes the simulated time divided by its factor', () => {
    for (const factor of [1, 2, 0.5]) {
      const { report, spent } = paced({ factor }, () => [1, 2]);
      expect(spent).toBeGreaterThan(100 / factor - 0.1);
      expect(spent).toBeLessThan(100 / factor + 0.1);
      expect(counts(report)).toEqual([10, 0, 0, 0, 0, 0]);
      expect(report.overrun).toBe(0);
      expect(report.worst).toBeUndefined();
    }
  });

  it('a real-time run reports the lateness of steps, and the unit that most often took most time', () => {
    const { report } = paced({ factor: 1 }, (n) => (n === 4 ? [1, 12] : [1, 2]));
    expect(counts(report)).toEqual([9, 0, 1, 0, 0, 0]);
    expect(report.largest).toBeCloseTo(3, 1);
    expect(report.at).toBe(0.04);
    expect(report).toMatchObject({ overrun: 1, worst: { unit: 'heavy', steps: 1 } });
  });

  it('a real-time run catches up after a late step', () => {
    const { report, spent } = paced({ factor: 1 }, (n) => (n === 4 ? [24, 1] : [1, 1]));
    // Late by 15 ms, then 7, then not.
    expect(counts(report)).toEqual([8, 0, 1, 1, 0, 0]);
    expect(report.worst).toEqual({ unit: 'light', steps: 2 });
    expect(spent).toBeLessThan(100.1);
  });

  it('a real-time run stops on request if it is a whole step late, and names the unit', () => {
    expect(() => paced({ factor: 1, late: 'stop' }, (n) => (n === 4 ? [1, 25] : [1, 1]))).toThrow(
      /^run: at t = 0\.04 s the run is 16\.\d ms late, more than the 10\.0 ms of a step at 1× real time, mostly in heavy\./,
    );
    expect(paced({ factor: 1, late: 'stop' }, () => [1, 9.5]).report.overrun).toBe(10);
  });

  it('a real-time run gives the same bits as a run without real time', () => {
    const results = [false, true].map((follows) => {
      const { session } = runOf(quarterCar(), { scheme: 'jacobi', step: 0.01, order: 1 });
      const clock = fakeClock();
      const pacer = new Pacer(
        { factor: 1 },
        { startTime: 0, step: 0.01, units: [], stop: () => false },
        clock,
      );
      const { value } = runToEnd(session, { pacer: follows ? pacer : undefined }).next();
      expect((value as RunResult).realtime?.steps).toBe(follows ? session.steps : undefined);
      if (follows) expect(clock.now()).toBeCloseTo(1000 + 1000 * session.system.stopTime, 0);
      return quarterCar().connections.map(([from]) => session.reader(from)());
    });
    expect(results[0].length).toBeGreaterThan(0);
    expect(results[1]).toEqual(results[0]);
  });

  it('a real-time run responds to a stop request while it waits', () => {
    const clock = fakeClock();
    let looks = 0;
    const pacer = new Pacer(
      { factor: 1 },
      { startTime: 0, step: 3600, units: [], stop: () => ++looks > 3 },
      clock,
    );
    pacer.begin();
    const begin = clock.now();
    pacer.waitUntil(3600);
    expect(clock.now() - begin).toBeLessThan(1000);
  });
});

describe('timed units', () => {
  it('timed units step unchanged and report the time of each step', () => {
    const { units } = runOf(quarterCar(), { scheme: 'jacobi', step: 0.01 });
    const clock = fakeClock(0.5);
    const took: [number, number][] = [];
    const [, second] = timedInstances(units, clock.now, (k, ms) => took.push([k, ms]));
    expect(second.step(0, 0.01)).toBe(0);
    expect(units.map(({ steps }) => steps).slice(0, 2)).toEqual([0, 1]);
    expect(took).toEqual([[1, 0.5]]);
  });
});
