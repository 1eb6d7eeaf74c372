import { describe, expect, it } from 'vitest';
import { columnBands } from '../../master/error/column-errors.ts';
import type { RecordedColumns } from '../../master/error/common-points.ts';
import { eventShifts } from '../../master/error/event-shifts.ts';
import { odeSystem } from './results/known/coupled-system.ts';
import { type JudgedSystem, judge } from './results/known/judged-system.ts';
import * as odes from './results/known/ode-systems.ts';
import { drawOf } from './results/known/random-systems.ts';

const points = 400;
const times = Float64Array.from({ length: points }, (_, k) => 0.01 * k);

/** Returns the shifts at the events of these differences. */
function shiftsOf(d: (t: number) => number): Float64Array {
  const d1 = times.map(d);
  return eventShifts([d1, d1.map((x) => 2 * x)], 1e-14);
}

describe('events in the differences of runs', () => {
  it('smooth differences show no event, from a drift to eight points in a period', () => {
    const none = new Float64Array(points);
    for (const period of [300, 60, 20, 10, 8])
      expect(
        shiftsOf((t) => 1e-3 * Math.sin((2 * Math.PI * t) / (0.01 * period))),
        `${period}`,
      ).toEqual(none);
    expect(shiftsOf((t) => 1e-6 * Math.exp(5 * t))).toEqual(none);
    expect(shiftsOf((t) => 1e-3 * t * t)).toEqual(none);
    expect(shiftsOf((t) => 1e-15 * Math.sin(1e5 * t))).toEqual(none);
  });

  it.each([
    ['jump', (t: number) => (t > 1.995 ? 1e-3 : 0), 2e-3, 2e-3],
    ['jump over two common points', (t: number) => (t < 1.995 ? 0 : t < 2.005 ? 4e-4 : 1e-3), 2e-3, 2e-3],
    ['bend', (t: number) => Math.max(0, 1e-2 * (t - 2)), 0, 4e-2],
  ])('a %s in smooth differences shifts the runs from then on', (_, event, atOnce, atEnd) => {
    const shifts = shiftsOf((t) => 1e-6 * Math.sin(3 * t) + event(t));
    expect(shifts[190]).toBe(0);
    expect(shifts[202]).toBeGreaterThanOrEqual(0.99 * atOnce);
    expect(shifts[points - 1]).toBeGreaterThanOrEqual(0.9 * atEnd);
  });

  it('behind an event no column claims an order, although each difference has one shape', () => {
    // The event shifts the speed by a part of H, and the place follows. Their ratio looks like order 1.
    const run = (H: number): RecordedColumns => {
      const late = 0.02 * H;
      const speed = times.map((t) => Math.cos(t) + (t < 2 ? 0 : late * Math.exp(2 - t)));
      const place = times.map((t) => Math.sin(t) + (t < 2 ? 0 : late * (1 - Math.exp(2 - t))));
      return { names: ['time', 'speed', 'place'], data: [times, speed, place] };
    };
    const [fine, ...coarser] = [1, 2, 4].map(run);
    const columns = ['speed', 'place'].map((name) => ({ name, unit: '1' }));
    const bands = columnBands({ run: fine, coarser, step: 0.01 }, columns);
    expect(bands).toHaveLength(2);
    for (const { error } of bands)
      for (const { from, to, asymptotic } of error.stretches)
        expect([error.name, from, asymptotic]).toEqual([error.name, from, to <= 2]);
  });

  it('differences that outgrow the shift of an event have an order again', () => {
    const run = (H: number): RecordedColumns => ({
      names: ['time', 'x'],
      data: [times, times.map((t) => (t < 1 ? 0 : 1e-6 * H) + (t < 2 ? 0 : 1e-2 * (t - 2) ** 2 * H ** 2))],
    });
    const [fine, ...coarser] = [1, 2, 4].map(run);
    const [{ error }] = columnBands({ run: fine, coarser, step: 0.01 }, [{ name: 'x', unit: '1' }]);
    const last = error.stretches.at(-2)!;
    expect([last.asymptotic, Math.round(last.order!)]).toEqual([true, 2]);
    expect(error.stretches.find(({ from }) => from > 1.1)!.asymptotic).toBe(false);
  });
});

it('systems with events claim an order that the truth does not have at 2 % of the points at most', async () => {
  const systems = [
    odes.relay(drawOf(1)),
    odes.relay(drawOf(2)),
    odes.ball(drawOf(20261129)),
    odes.stop(drawOf(1)),
  ];
  const judged: JudgedSystem[] = [];
  for (const system of systems) judged.push((await judge(odeSystem(system, { isLater: false })))!);
  const sum = (of: (item: JudgedSystem) => number): number => judged.reduce((all, item) => all + of(item), 0);
  const [count, inside, wrong] = [sum((j) => j.points), sum((j) => j.inside), sum((j) => j.wrong)];
  expect(count).toBeGreaterThan(9000);
  expect(inside / count).toBeGreaterThanOrEqual(0.95);
  expect(wrong / count).toBeLessThanOrEqual(0.02);
});
