import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseLineStyles } from '../../master/report/plots/line-style.ts';
import type { ReportPlot } from '../../master/report/report-model.ts';

function plot(series: [string, string, boolean?][]): ReportPlot {
  return {
    title: 'p',
    unit: 'm',
    series: series.map(([run, column, dashed]) => ({ run, column, label: '', dashed })),
  };
}

test('no two of up to 16 undashed series look the same', () => {
  const pair = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('p', 'q', 'r', 's'));
  fc.assert(
    fc.property(fc.uniqueArray(pair, { maxLength: 16, selector: String }), (series) => {
      const one = plot(series);
      const styles = chooseLineStyles(one, { title: 'g', plots: [one] });
      expect(new Set(styles.map((s) => `${s.colour} ${s.dash}`)).size).toBe(series.length);
    }),
  );
});

test('a run keeps its colour in all plots of a group that compares runs', () => {
  const plots = [
    plot([
      ['a', 's'],
      ['b', 's'],
    ]),
    plot([
      ['b', 'E'],
      ['c', 'E'],
    ]),
  ];
  const group = { title: 'g', plots };
  expect(chooseLineStyles(plots[1]!, group)[0]!.colour).toBe(chooseLineStyles(plots[0]!, group)[1]!.colour);
});

test('a column keeps its colour when a reference is drawn dashed beside it', () => {
  const one = plot([
    ['a', 'p'],
    ['a', 'q'],
    ['ref', 'p', true],
    ['ref', 'q', true],
  ]);
  expect(chooseLineStyles(one, { title: 'g', plots: [one] })).toEqual([
    { colour: 0, dash: 0 },
    { colour: 1, dash: 0 },
    { colour: 0, dash: 1 },
    { colour: 1, dash: 1 },
  ]);
});
