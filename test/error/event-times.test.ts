import { expect, it } from 'vitest';
import type { RecordedColumns } from '../../master/error/common-points.ts';
import { eventTimes } from '../../master/error/event-times.ts';

/** Returns a run with the step H that counts events at true times, as its rows show them. */
function counting(H: number, events: readonly number[], stop = 4): RecordedColumns {
  const times = Float64Array.from({ length: Math.round(stop / H) + 1 }, (_, n) => n * H);
  const counted = times.map((t) => events.filter((event) => event <= t).length);
  return { names: ['time', 'count'], data: [times, counted] };
}

const steps = [0.01, 0.02, 0.04];
/** True times of events, and their times in a run with the step H, whose error is proportional to H. */
const exact = [0.333, 1.171, 2.513, 3.5012];
const late = (H: number): number[] => exact.map((t, k) => t + (0.3 + 0.2 * k) * H);

it('the true time of each event lies inside the band of its time', () => {
  const found = eventTimes(
    steps.map((H) => counting(H, late(H))),
    ['count'],
  );
  expect(found.map(({ column }) => column)).toEqual(exact.map(() => 'count'));
  for (const [k, { at, error }] of found.entries()) {
    expect(Math.abs(at - exact[k])).toBeLessThanOrEqual(error!);
    expect(error).toBeLessThan(0.1);
  }
});

it('an event that another run does not have gets no band, and its neighbours keep theirs', () => {
  const [fine, coarse, coarsest] = steps.map((H) => counting(H, late(H)));
  const fewer = counting(steps[2], [exact[0], exact[1], exact[3]]);
  const found = eventTimes([fine, coarse, fewer], ['count']);
  // A count that is behind by one has other values from then on.
  expect(found.map(({ error }) => error === null)).toEqual([false, false, true, true]);
  expect(eventTimes([fine, coarse, coarsest], ['count']).every(({ error }) => error !== null)).toBe(true);
});

it('events with rows of their own have no row spacing in their band', () => {
  const rows = (H: number): RecordedColumns => ({
    names: ['time', 'x'],
    data: [Float64Array.of(0, 1 + H, 1 + H, 2, 3 - H, 3 - H, 4), new Float64Array(7)],
  });
  const found = eventTimes([0.01, 0.02, 0.04].map(rows), []);
  expect(found.map(({ at }) => at)).toEqual([1.01, 2.99]);
  for (const { error } of found) expect(error).toBeCloseTo(0.03, 12);
  expect(eventTimes([rows(0.01)], []).map(({ error }) => error)).toEqual([null, null]);
});

it('more than 1000 events of one kind have no times', () => {
  const times = Float64Array.from({ length: 1500 }, (_, n) => n);
  const run = { names: ['time', 'n'], data: [times, times] };
  expect(eventTimes([run, run], ['n'])).toEqual([]);
});
