import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type LogSeries, logPlot } from '../../master/report/plots/log-plot.ts';

const plot = (series: LogSeries[]): string => logPlot({ title: 'T', xLabel: 'x', yLabel: 'y', series });
const point = { x: 1, y: 2, text: 'p' };
const series = (label: string, colour: number, dash: number, points = [point]): LogSeries => ({
  ...{ label, colour, dash, points },
});

/** Returns the mark of each entry of the legend. */
const looks = (svg: string): string[] =>
  [...svg.matchAll(/<li class="log-entry">(.*?)<span/g)].map(([, look]) => look!);

it('a line without drawable points does not appear in the legend', () => {
  const nothing = [
    { ...point, y: Number.POSITIVE_INFINITY },
    { ...point, x: 0 },
  ];
  const svg = plot([series('failed', 0, 0, nothing), series('good', 0, 0)]);
  expect(svg).not.toContain('failed');
  expect(svg).toContain('<span class="log-name">good</span>');
  expect(svg.match(/<polyline /g)).toHaveLength(1);
});

it('up to 30 lines of one colour look different, and up to 10 have different marks', () => {
  const dashes = fc.array(fc.constantFrom(0, 1, 2), { maxLength: 10 });
  fc.assert(
    fc.property(dashes, (dashIndexes) => {
      const marks = looks(plot(dashIndexes.map((dash, k) => series(String(k), 3, dash)))).map(
        (look) => /<path .*<\/path>/.exec(look)![0],
      );
      expect(new Set(marks).size).toBe(dashIndexes.length);
    }),
  );
  const all = Array.from({ length: 240 }, (_, k) => series(String(k), k % 8, Math.floor(k / 8) % 3));
  expect(new Set(looks(plot(all))).size).toBe(240);
});

it('a line has the mark of its legend', () => {
  const svg = plot([series('a', 1, 0), series('b', 1, 0)]);
  const outlines = [...svg.matchAll(/ d="([^"]*)"/g)].map(([, outline]) => outline);
  expect(outlines.slice(0, 2)).toEqual(outlines.slice(2));
  expect(outlines[0]).not.toBe(outlines[1]);
});

it('an axis writes either all powers as decimals or all as powers', () => {
  const texts = (least: number, most: number): string[] => {
    const ends = [
      { ...point, x: least },
      { ...point, x: most },
    ];
    return [...plot([series('a', 0, 0, ends)]).matchAll(/text-anchor="middle">([^<xy]+)</g)].map(
      ([, text]) => text!,
    );
  };
  expect(texts(0.01, 10)).toEqual(['0.01', '0.1', '1', '10']);
  expect(texts(1e-5, 0.1)).toEqual(['1e-5', '1e-4', '1e-3', '1e-2', '1e-1']);
});
