import { jsonReport } from '../../fmu-sdk/check/report/json-report.ts';
import { junitReport } from '../../fmu-sdk/check/report/junit-report.ts';
import { sarifReport } from '../../fmu-sdk/check/report/sarif-report.ts';
import { terminalReport } from '../../fmu-sdk/check/report/terminal-report.ts';
import { parseXml } from '../../fmu-sdk/util/xml/parse-xml.ts';
import { distinctBesideTime } from '../../master/observe/column-names.ts';
import { sinks } from '../../master/observe/formats/result-formats.ts';
import type { Column } from '../../master/observe/observer.ts';
import { pageOf, svgOf } from '../../master/results/plot-results.ts';
import type { TimeTable } from '../../master/results/read-results.ts';
import { inputRows } from '../../master/system/inputs/input-source.ts';
import { inputSources } from '../../master/system/inputs/input-sources.ts';
import { readTrajectory } from '../../test/fixtures/mat.ts';
import { readNpy } from '../../test/fixtures/npy.ts';
import { readParquet } from '../../test/fixtures/parquet.ts';
import { holds, type Target, textOf } from '../fuzz-target.ts';
import { mutateJson } from '../mutate/mutate-json.ts';
import { isJson } from './shared-inputs.ts';
import { resultWith } from './stored/example-check.ts';

/** Largest number of columns, and rows of a file. */
const [most, rows] = [40, 3];

/** Writes a result file of this format, with its row count, and returns its bytes. */
function written(format: string, names: readonly string[], units: readonly string[]): Buffer {
  let now = 0;
  const columns = names.map((name, k): Column => ({ name, unit: units[k], read: () => now * (k + 1) }));
  const pieces: Buffer[] = [];
  const sink = sinks.all.find(({ name }) => name === format);
  const open = sink!.open(columns, (bytes) => pieces.push(Buffer.from(bytes)));
  for (now = 0; now < rows; now++) open.row(now / 8);
  open.close();
  const bytes = Buffer.concat(pieces);
  const { count } = open;
  if (count === undefined) return bytes;
  if (count.digits === 0) bytes.writeInt32LE(rows, count.at);
  else bytes.write(String(rows).padStart(count.digits), count.at, 'latin1');
  return bytes;
}

const wellFormed = (text: string): string => Buffer.from(text).toString();

function holdsTitles(format: string, read: readonly string[], names: readonly string[]): void {
  const expected = ['time', ...names];
  const differs = read.length !== expected.length || read.some((title, k) => title !== expected[k]);
  holds(!differs, `${format}: the titles ${JSON.stringify(read)} differ from ${JSON.stringify(expected)}`);
}

const tagsOf = (markup: string): string => (markup.match(/<[/!?]?[a-z]?[a-z0-9-]*/gi) ?? []).join('');
/** Tags and the quotes of their attributes. */
const quotesOf = (markup: string): string => tagsOf(markup) + (markup.match(/"/g) ?? []).length;
/** Returns a page without its data, and the data. */
function splitPage(page: string): { frame: string; data: string } {
  const [, before, data, after] =
    /^(.*<script type="application\/json" id="data">)(.*?)(<\/script>.*)$/s.exec(page)!;
  return { frame: before + after, data };
}

function holdsMarkup(names: readonly string[], title: string): void {
  const table = (titles: readonly string[]): TimeTable => ({
    file: 'run.csv',
    names: titles,
    times: Float64Array.of(0, 1, 2),
    columns: titles.map((_, k) => Float64Array.of(k, 1, 2)),
  });
  const plain = names.map((_, k) => `n${k}`);
  const [one, other] = [table(names), table(plain)];
  const svg = svgOf([one], [], title);
  parseXml(svg);
  holds(tagsOf(svg) === tagsOf(svgOf([other], [], 'title')), 'a name adds markup to a plot');
  const page = splitPage(pageOf([one], [], title));
  holds(
    quotesOf(page.frame) === quotesOf(splitPage(pageOf([other], [], 'title')).frame),
    'a name adds markup to a page',
  );
  holds(!page.data.includes('<'), 'a name adds markup to the data of a page');
  const { runs } = JSON.parse(page.data) as { runs: { columns: object }[] };
  holds(Object.keys(runs[0].columns).length === names.length, 'a column is missing in a page');
}

function holdsReports(name: string): void {
  const results = [resultWith(name)];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const commands = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
  const [lines, json, sarif, junit] = [
    terminalReport(results),
    jsonReport(results),
    sarifReport(results, '1'),
    junitReport(results),
  ];
  for (const text of [lines, json, sarif, junit])
    holds(!commands.test(text), 'a report has control characters');
  for (const text of [json, sarif]) JSON.parse(text);
  parseXml(junit);
}

/**
 * Writes results and reports with hostile names: a list of pairs of a name and a unit of measure.
 * Every format gives the names back, and no name adds markup.
 */
export const output: Target = {
  name: 'output',
  about: 'names in results, plots, pages and reports',
  cost: 8,
  mutate: mutateJson,
  hasForm: isJson,
  run: async (bytes) => {
    const pairs = isJson(bytes) ? (JSON.parse(textOf(bytes)) as unknown) : [[textOf(bytes), '1']];
    const list = (Array.isArray(pairs) ? pairs : [pairs])
      .slice(0, most)
      .map((pair: unknown) => (Array.isArray(pair) ? pair : [pair]));
    const names = distinctBesideTime(list.map(([name]) => wellFormed(textIn(name))));
    const units = list.map(([, unit]) => wellFormed(textIn(unit)));
    if (names.length === 0) return 'empty';
    const { titles } = readParquet(written('parquet', names, units));
    holdsTitles('parquet', titles, names);
    const table = await inputRows('case.csv', written('csv', names, units), inputSources);
    holds(table.length === rows + 1, `csv: ${table.length} rows`);
    // Readers of CSV files ignore spaces around titles.
    const [inFile, given] = [table[0], names].map((titles) => titles.map((title) => title.trim()));
    holdsTitles('csv', inFile, given);
    const mat = readTrajectory(written('mat', names, units));
    holds(mat.titles.length === names.length + 1 && mat.rows.length === rows, 'mat: a column is missing');
    const npy = readNpy(written('npy', names, units));
    holdsTitles('npy', npy.titles, names);
    holds(npy.rows.length === rows && npy.rows[2][1] === 2, 'npy: rows are missing');
    holdsMarkup(names, names[0]);
    holdsReports(names[0]);
    return `accepted ${names.length} ${names
      .map((name) => kindOf(name))
      .slice(0, 3)
      .join()}`;
  },
};

/** Returns a text, or the kind of any other value. */
const textIn = (value: unknown): string => (typeof value === 'string' ? value : typeof value);

/** Returns what is special in a name, for the path of a case. */
const kindOf = (name: string): string =>
  [/[<>&]/, /["']/, /[\r\n]/, /^[=+@-]/, /\p{C}/u, /[^\0-\x7f]/, /^__/]
    .map((special) => Number(special.test(name)))
    .join('');
