import { expect, test } from 'vitest';
import { type Report, renderReport } from '../../master/report/index.ts';
import type { PageData } from '../../master/report/report-data.ts';
import { sineRun, smallReport } from './sample-report.ts';

function dataOf(page: string): PageData {
  return JSON.parse(/<script type="application\/json" id="data">(.*)<\/script>/.exec(page)![1]!);
}

test('the same report gives the same bytes', () => {
  expect(renderReport(smallReport())).toBe(renderReport(smallReport()));
});

test('the page names no address outside itself, and forbids the browser to load one', () => {
  const page = renderReport(smallReport());
  expect(page).not.toMatch(/https?:|\/\/[a-z]+\.|@import|url\(|\ssrc=/i);
  expect(page.match(/href="[^"]*"/g)).toEqual(['href="data:,"']);
  expect(page).toContain(`content="default-src 'none';`);
});

test('hostile names open no element and come back letter for letter', () => {
  const hostile = `</script><script>alert("1")</script><!--<img src=x onerror='alert(2)'>&amp;$&`;
  const report = smallReport();
  const run = report.runs[0]!;
  run.columns[1]!.name = hostile;
  Object.assign(run, { name: hostile, title: hostile, description: hostile });
  run.summary = [{ label: hostile, value: hostile, unit: hostile }];
  const group = report.groups[0]!;
  Object.assign(group, { title: hostile, text: hostile });
  group.plots = [
    { title: hostile, unit: hostile, series: [{ run: hostile, column: hostile, label: hostile }] },
  ];
  Object.assign(group.scene!, { title: hostile, run: hostile });
  group.scene!.bodies[1]!.label = hostile;
  report.tables = [{ title: hostile, header: [hostile], rows: [[hostile], ['1']], note: hostile }];
  Object.assign(report, { title: hostile, subtitle: hostile, footer: hostile });

  const page = renderReport(report);
  expect(page.match(/<script/g)).toHaveLength(3);
  expect(page).not.toMatch(/<img|<!--/);
  const series = dataOf(page).groups[0]!.plots[0]!.series[0]!;
  expect([series.label, series.column]).toEqual([hostile, hostile]);
  expect(Object.keys(dataOf(page).runs[0]!.columns)).toContain(hostile);
});

test('the page contains only columns that a plot or a scene shows', () => {
  const { runs } = dataOf(renderReport(smallReport()));
  expect(Object.keys(runs[0]!.columns)).toEqual(['c0', 'c1']);
});

test('18 runs of 30 columns and 12 000 rows, all shown, stay below 6 MB', () => {
  const runs = Array.from({ length: 18 }, (_, k) => sineRun(`r${k}`, 12_000, 30));
  const plots = runs.flatMap((run) =>
    run.columns.slice(1).map(({ name }) => ({
      title: name,
      unit: 'm',
      series: [{ run: run.name, column: name, label: name }],
    })),
  );
  const page = renderReport({ ...smallReport(), runs, groups: [{ title: 'All', plots }] });
  expect(Buffer.byteLength(page)).toBeLessThan(6_000_000);
});

const mistakes: [string, (report: Report) => void, string][] = [
  [
    'an unknown run',
    (r) => Object.assign(r.groups[0]!.plots[0]!.series[0]!, { run: 'b' }),
    'report: plot "Plot" shows run "b", which does not exist. The runs are a.',
  ],
  [
    'an unknown column',
    (r) => Object.assign(r.groups[0]!.plots[0]!.series[0]!, { column: 'p' }),
    'report: plot "Plot" shows column "p" of run "a", which has time, c0, c1, c2, c3. Record it.',
  ],
  [
    'a body at an unknown point',
    (r) => Object.assign(r.groups[0]!.scene!.bodies[0]!, { to: 'Z' }),
    'report: scene "Scene": a rod refers to point "Z". The points are O, P.',
  ],
  [
    'a column of wrong length',
    (r) => Object.assign(r.runs[0]!.columns[1]!, { data: new Float64Array(3) }),
    'report: run "a": column "c0" has 3 rows, but "time" has 200.',
  ],
  [
    'a time that decreases',
    (r) => r.runs[0]!.columns[0]!.data.fill(0.5, 9, 10),
    'report: run "a": time in row 10 is 0.01 s after 0.5 s.',
  ],
  [
    'a time that is not a number',
    (r) => r.runs[0]!.columns[0]!.data.fill(Number.NaN, 9, 10),
    'report: run "a": time in row 9 is NaN s after 0.008 s.',
  ],
  ['two runs of one name', (r) => r.runs.push(r.runs[0]!), 'report: two runs are named "a".'],
  [
    'a row of the wrong length',
    (r) => r.tables[0]!.rows.push(['b']),
    'report: row 2 of table "Table" has 1 cells, but its header has 2.',
  ],
];

test.each(mistakes)('the page refuses %s by name', (_, spoil, message) => {
  const report = smallReport();
  spoil(report);
  expect(() => renderReport(report)).toThrow(message);
});
