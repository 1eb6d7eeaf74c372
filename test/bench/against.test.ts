import { describe, expect, it } from 'vitest';
import { compared, inTurns, type Taken } from '../../bench/bench-against.ts';
import { readLines } from '../../bench/read-lines.ts';

const printed = `Medians of 7 by CPU time

                                            measured                        target
(m) two trivial sealed units                1.55× (40 ns against 26 ns)     ≤ 2.0×   reached
(c) crane cycle, velocity–force, H = 1 ms   912× real time                  ≥ 250×   reached
(d) heap growth over 10⁶ steps              -1200 B                         none     reached
(g) a native unit                           no C compiler                   ≤ 1 µs
    FMPy: one FMU                           2.1 µs
`;

const measurement = (more: boolean, ...values: number[]): Taken => ({ more, values });
const row = (current: Taken, baseline: Taken): string[] =>
  compared(new Map([['x', current]]), new Map([['x', baseline]]))[0];

describe('npm run bench -- --against', () => {
  it('reads the number of each line, and the better direction from its target', () => {
    expect(readLines(printed)).toEqual([
      { what: '(m) two trivial sealed units', value: 1.55, more: false },
      { what: '(c) crane cycle, velocity–force, H = 1 ms', value: 912, more: true },
      { what: '(d) heap growth over 10⁶ steps', value: -1200, more: false },
    ]);
  });

  it('compares the best of each in the better direction', () => {
    expect(row(measurement(false, 3, 1.04, 2), measurement(false, 1, 5))).toEqual([
      'x',
      '1',
      '1.04',
      '1.04×',
      '0.67×',
      '',
    ]);
    expect(row(measurement(false, 1.06), measurement(false, 1))).toEqual([
      'x',
      '1',
      '1.06',
      '1.06×',
      '1.06×',
      'WORSE',
    ]);
    expect(row(measurement(true, 800, 1000), measurement(true, 900, 1040))).toEqual([
      'x',
      '1040',
      '1000',
      '1.04×',
      '1.08×',
      '',
    ]);
    expect(row(measurement(true, 900), measurement(true, 1000))).toEqual([
      'x',
      '1000',
      '900',
      '1.11×',
      '1.11×',
      'WORSE',
    ]);
  });

  it('reports a line as worse only if the medians agree', () => {
    expect(row(measurement(false, 3, 3, 3), measurement(false, 2, 3, 3)).slice(3)).toEqual([
      '1.50×',
      '1.00×',
      '',
    ]);
    expect(row(measurement(true, 3, 3, 3), measurement(true, 4, 3, 3)).slice(3)).toEqual([
      '1.33×',
      '1.00×',
      '',
    ]);
    expect(row(measurement(false, 3, 4, 4), measurement(false, 3, 3, 3)).slice(3)).toEqual([
      '1.00×',
      '1.33×',
      '',
    ]);
    expect(row(measurement(false, 3.3, 3.3, 9), measurement(false, 3, 3, 3)).slice(3)).toEqual([
      '1.10×',
      '1.10×',
      'WORSE',
    ]);
  });

  it('reports growth as worse, and shrinkage not', () => {
    expect(row(measurement(false, -24_560), measurement(false, -5320))[5]).toBe('');
    expect(row(measurement(false, -5320), measurement(false, -24_560))[5]).toBe('');
    expect(row(measurement(false, -5320), measurement(false, 10))[5]).toBe('');
    expect(row(measurement(false, 10), measurement(false, -5320))[5]).toBe('WORSE');
  });

  it('repeats only the lines that seem worse, so that noise passes and a real slowdown stays', () => {
    const noisy = [1.3, 1.2, 1.2, 1.1, 1.1, 1.04];
    const requests: string[] = [];
    let k = 0;
    const bench =
      (a: () => number, b: number) =>
      (only: readonly string[]): { what: string; value: number; more: boolean }[] => {
        requests.push(only.join());
        const all = [
          { what: '(a) one', value: a(), more: false },
          { what: '(b) other', value: b, more: true },
          { what: '(b) the same', value: 1, more: false },
        ];
        return all.filter(({ what }) => only.includes(what[1]));
      };
    const baseline = bench(() => 1, 10);
    const messages: string[] = [];
    const passed = inTurns(
      bench(() => noisy[Math.min(k++, 5)], 10),
      baseline,
      ['a', 'b'],
      (words) => messages.push(words),
    );
    expect(passed.map((row) => row.slice(3))).toEqual([
      ['1.04×', '1.07×', ''],
      ['1.00×', '1.00×', ''],
      ['1.00×', '1.00×', ''],
    ]);
    expect(requests).toEqual([...new Array(10).fill('a,b'), ...new Array(10).fill('a')]);
    expect(messages[0]).toBe('1 of 10: there');
    expect(messages.slice(9, 12)).toEqual([
      '10 of 10: here',
      '1 of 10: there, a again',
      '2 of 10: here, a again',
    ]);
    requests.length = 0;
    const stays = inTurns(
      bench(() => 1, 9),
      baseline,
      ['a', 'b'],
      () => {},
    );
    expect(stays.map((row) => row.slice(3))).toEqual([
      ['1.00×', '1.00×', ''],
      ['1.11×', '1.11×', 'WORSE'],
      ['1.00×', '1.00×', ''],
    ]);
    expect(requests).toEqual([...new Array(10).fill('a,b'), ...new Array(20).fill('b')]);
  });

  it('shows lines that only one of the trees has', () => {
    const [ours, theirs] = [
      new Map([['new', measurement(false, 1)]]),
      new Map([['old', measurement(false, 2)]]),
    ];
    expect(compared(ours, theirs)).toEqual([
      ['new', '', '1', '', '', ''],
      ['old', '2', '', '', '', ''],
    ]);
  });
});
