import { describe, expect, it } from 'vitest';
import { Stopwatch } from '../../fmu-sdk/host/watchdog/stopwatch.ts';
import { overdue, overdueText, type TimeLimits } from '../../fmu-sdk/host/watchdog/time-limits.ts';

const bounds: TimeLimits = { cpuSeconds: 2, wallSeconds: 40 };

/**
 * Returns the result for an FMU that is checked every tenth of a second of wall time, and computes
 * for `share` of it.
 */
function watched(share: number, seconds: number, place: (n: number) => string | undefined = () => 'step 3') {
  const stopwatch = new Stopwatch();
  for (let n = 0; n <= 10 * seconds; n++) {
    const spent = stopwatch.look(place(n), (share * n) / 10, n / 10);
    const how = overdue(spent, bounds);
    if (how !== undefined) return { how, wall: n / 10, words: overdueText(how, spent, bounds) };
  }
  return undefined;
}

describe('the stopwatch of an FMU that does not return', () => {
  it('the stopwatch ends a computing FMU when its CPU time is over, without delay if it has a processor', () => {
    const { how, wall, words } = watched(1, 60)!;
    expect([how, words]).toEqual(['computes', 'computed for 2 s of CPU time without returning']);
    expect(wall).toBeCloseTo(2, 9);
  });

  it('the stopwatch waits ten times as long if the FMU gets a tenth of a processor', () => {
    const { how, wall } = watched(0.1, 60)!;
    expect(how).toBe('computes');
    expect(wall).toBeCloseTo(20, 0);
  });

  it('the stopwatch ends a sleeping FMU when its wall time is over, and reports its CPU time', () => {
    const { how, wall, words } = watched(0.001, 60)!;
    expect(how).toBe('waits');
    expect(wall).toBeCloseTo(40, 0);
    expect(words).toBe(
      'did not return within 40 s of wall time and used only 0.04 s of CPU time (it is waiting, or the machine is busy)',
    );
  });

  it('the stopwatch gives an FMU with eight threads as much wall time as one with a single thread', () => {
    expect(watched(8, 60)!.wall).toBeCloseTo(2, 9);
  });

  it('the stopwatch restarts with every step and with every other FMU', () => {
    expect(watched(1, 60, (n) => `step ${Math.floor(n / 15)}`)).toBeUndefined();
    expect(watched(1, 60, (n) => `unit ${Math.floor(n / 15) % 2}`)).toBeUndefined();
  });

  it('the stopwatch stops outside of calls, however long code is compiled', () => {
    expect(watched(1, 60, () => undefined)).toBeUndefined();
    const late = watched(1, 60, (n) => (n < 500 ? undefined : 'step 0'))!;
    expect(late.wall).toBeCloseTo(52, 9);
  });

  it('the stopwatch ignores an hour in which the watching process was stopped', () => {
    const stopwatch = new Stopwatch();
    const place = 'step 0';
    stopwatch.look(place, 0, 0);
    expect(overdue(stopwatch.look(place, 0, 3600), bounds)).toBeUndefined();
  });
});
