import { describe, expect, it } from 'vitest';
import { Stopwatch } from '../../fmu-sdk/host/watchdog/stopwatch.ts';
import { type Bounds, overdue, overdueWords } from '../../fmu-sdk/host/watchdog/time-limits.ts';

const bounds: Bounds = { cpuSeconds: 2, wallSeconds: 40 };

/** What is said of a unit that is looked at each tenth of a second of wall time, `share` of which it computes. */
function watched(share: number, seconds: number, place: (n: number) => string | undefined = () => 'step 3') {
  const stopwatch = new Stopwatch();
  for (let n = 0; n <= 10 * seconds; n++) {
    const spent = stopwatch.look(place(n), (share * n) / 10, n / 10);
    const how = overdue(spent, bounds);
    if (how !== undefined) return { how, wall: n / 10, words: overdueWords(how, spent, bounds) };
  }
  return undefined;
}

describe('the clock of a unit that does not come back', () => {
  it('ends one that computes when its CPU time is over, at once where it has a processor', () => {
    const { how, wall, words } = watched(1, 60)!;
    expect([how, words]).toEqual(['computes', 'computed for 2 s of CPU time without coming back']);
    expect(wall).toBeCloseTo(2, 9);
  });

  it('waits ten times as long where the machine gives it a tenth of a processor', () => {
    const { how, wall } = watched(0.1, 60)!;
    expect(how).toBe('computes');
    expect(wall).toBeCloseTo(20, 0);
  });

  it('ends one that sleeps when its wall time is over, and says what it has used', () => {
    const { how, wall, words } = watched(0.001, 60)!;
    expect(how).toBe('waits');
    expect(wall).toBeCloseTo(40, 0);
    expect(words).toBe(
      'did not come back within 40 s of wall time while it used only 0.04 s of CPU time (it waits for something, or the machine is busy)',
    );
  });

  it('gives a unit that computes in eight threads no less wall time than one that computes in one', () => {
    expect(watched(8, 60)!.wall).toBeCloseTo(2, 9);
  });

  it('begins anew with every step and with every other unit', () => {
    expect(watched(1, 60, (n) => `step ${Math.floor(n / 15)}`)).toBeUndefined();
    expect(watched(1, 60, (n) => `unit ${Math.floor(n / 15) % 2}`)).toBeUndefined();
  });

  it('does not run while nobody is called, however long code is compiled', () => {
    expect(watched(1, 60, () => undefined)).toBeUndefined();
    const late = watched(1, 60, (n) => (n < 500 ? undefined : 'step 0'))!;
    expect(late.wall).toBeCloseTo(52, 9);
  });

  it('does not count the hour in which the watching process itself was stopped', () => {
    const stopwatch = new Stopwatch();
    const place = 'step 0';
    stopwatch.look(place, 0, 0);
    expect(overdue(stopwatch.look(place, 0, 3600), bounds)).toBeUndefined();
  });
});
