import { basename, dirname, extname, relative, resolve } from 'node:path';
import { withoutMark } from '../../fmu-sdk/util/csv-text.ts';
import { readBegin, readRegularFile } from '../../fmu-sdk/util/regular-file.ts';
import { messageOf, UserError } from '../../fmu-sdk/util/user-error.ts';
import { bandName, withoutBands } from '../error/band-columns.ts';
import type { StudyPage } from '../report/study/render-study-page.ts';
import type { StudyColumn } from '../report/study/study-page-data.ts';
import { inputRows } from '../system/inputs/input-source.ts';
import { inputSources } from '../system/inputs/input-sources.ts';
import { readParquet } from './binary/read-parquet.ts';

/** Largest number of runs in a page. */
const mostRuns = 20_000;
const mostBytes = 1024 * 2 ** 20;

const firstTitle = /^\ufeff?"?run"?[,;\t]/;

/** Returns true for the titles of a table of `fmu study`, which has a row for each run. */
export function isStudyTable(titles: readonly string[]): boolean {
  return titles[0] === 'run' && ['ending', 'verdict', 'hash'].every((title) => titles.includes(title));
}

/**
 * Reads the table of a study as the content of a page, or returns undefined for any other file.
 *
 * @param study its study.json. Default: as in the file of the same name that ends in .json
 */
export async function readStudyTable(file: string, study?: string): Promise<StudyPage | undefined> {
  const isParquet = /\.parquet$/i.test(file);
  let bytes: Uint8Array;
  try {
    // Other tables may be large, and are not read here.
    if (!isParquet && !firstTitle.test(new TextDecoder().decode(readBegin(file, 16)))) return undefined;
    bytes = readRegularFile(file, mostBytes);
  } catch (error) {
    throw new UserError(`read ${file}: ${messageOf(error)}. Name a readable file.`);
  }
  const [titles = [], ...rows] = isParquet
    ? parquetRows(file, bytes)
    : await inputRows(file, bytes, inputSources);
  if (!isStudyTable(titles)) return undefined;
  const about = aboutOf(file);
  const metrics = withoutBands(titles.slice(titles.indexOf('steps') + 1, endOfMetrics(titles)));
  const kept = keptRows(
    rows,
    metrics.map((name) => titles.indexOf(name)),
  );
  const cells = (title: string): string[] => {
    const k = titles.indexOf(title);
    return kept.map((row) => rows[row][k]);
  };
  const column = (title: string): StudyColumn => ({
    ...columnOf(title, cells(title)),
    ...(about.units[title] !== undefined && { unit: about.units[title] }),
  });
  const metric = (title: string): StudyColumn => {
    const band = bandName(title);
    return { ...column(title), ...(titles.includes(band) && { errors: cells(band).map(numberOf) }) };
  };
  const words = (title: string): StudyColumn => labelled(title, cells(title));
  const command = study ?? about.file;
  const messages = cells('message').flatMap((text, k) => (text === '' ? [] : [[k, withoutMark(text)]]));
  const factors = titles.slice(1, titles.indexOf('ending')).map(column);
  return {
    title: `Study ${about.name ?? basename(file, extname(file))}`,
    subtitle: [
      about.description,
      `${rows.length} runs over ${factors.map(({ name }) => name).join(', ')}`,
      kept.length < rows.length
        ? `This page shows ${kept.length} of them, with the extremes of every metric`
        : undefined,
    ]
      .filter((text) => text !== undefined)
      .map((text) => `${text.replace(/\.$/, '')}.`)
      .join(' '),
    data: {
      command: `fmu study ${quoted(command ?? '<study.json>')}`,
      runs: cells('run').map(Number),
      factors,
      metrics: [...metrics, ...(titles.includes('largest_step') ? ['largest_step'] : [])].map(metric),
      ending: words('ending'),
      verdict: words('verdict'),
      messages: Object.fromEntries(messages),
    },
    metric: shownMetric(metrics.map(column), about.errors),
  };
}

/** Returns the rows of a Parquet file as texts, the titles first. */
function parquetRows(file: string, bytes: Uint8Array): string[][] {
  try {
    const { names, columns } = readParquet(bytes);
    if (!isStudyTable(names)) return [names];
    return [names, ...columns[0].map((_, n) => columns.map((column) => String(column[n] ?? '')))];
  } catch (error) {
    const reason = error instanceof RangeError ? 'the file is damaged' : messageOf(error);
    throw new UserError(`read ${file}: ${reason}. Name another file, or write it again.`);
  }
}

function endOfMetrics(titles: readonly string[]): number {
  const ends = ['largest_step', 'seed'].map((title) => titles.indexOf(title)).filter((place) => place > 0);
  return Math.min(...ends);
}

/**
 * Returns the metric that a page shows first: an error, else the residual energy of a bond, else the
 * first that differs from run to run.
 */
function shownMetric(metrics: readonly StudyColumn[], errors: readonly string[]): string | undefined {
  const varying = metrics.filter(({ values, labels }) => {
    const known = values.filter((value) => value !== null);
    const most = known.reduce((size, value) => Math.max(size, Math.abs(value)), 0);
    return labels === undefined && known.some((value) => Math.abs(value - known[0]) > 1e-9 * most);
  });
  const shown =
    varying.find(({ name }) => errors.includes(name)) ??
    varying.find(({ name }) => name.endsWith('.residual_energy_magnitude')) ??
    varying[0];
  return shown?.name;
}

/** Returns the rows of a page: all, or equally spaced ones and the extremes of each metric. */
function keptRows(rows: readonly (readonly string[])[], metrics: readonly number[]): number[] {
  const every = Math.ceil(rows.length / mostRuns);
  const kept = new Set<number>();
  for (let row = 0; row < rows.length; row += every) kept.add(row);
  if (every === 1) return [...kept];
  for (const k of metrics)
    for (const cost of [(x: number) => x, (x: number) => -x, Math.abs]) {
      let [best, least] = [-1, Number.POSITIVE_INFINITY];
      for (const [row, cells] of rows.entries()) {
        const value = cells[k] === '' ? Number.NaN : cost(Number(cells[k]));
        if (value < least) [best, least] = [row, value];
      }
      if (best >= 0) kept.add(best);
    }
  return [...kept].sort((a, b) => a - b);
}

/** Returns a column of numbers, or of labels if a cell is text. */
function columnOf(name: string, cells: readonly string[]): StudyColumn {
  const values = cells.map(numberOf);
  return values.some((value) => Number.isNaN(value)) ? labelled(name, cells) : { name, values };
}

const numberOf = (text: string): number | null => (text === '' ? null : Number(text));

function labelled(name: string, cells: readonly string[]): StudyColumn {
  const labels = [...new Set(cells)];
  const places = new Map(labels.map((label, k) => [label, k]));
  return { name, values: cells.map((text) => places.get(text) ?? null), labels: labels.map(withoutMark) };
}

interface About {
  name?: string;
  description?: string;
  /** Path of study.json, as seen from here. */
  file?: string;
  /** Names of metrics that are errors against a reference. */
  errors: readonly string[];
  /** Units of measure by column. */
  units: Readonly<Record<string, string>>;
}

/** Reads the description of a study beside its table, if there is one. */
function aboutOf(table: string): About {
  const json = `${table.slice(0, table.length - extname(table).length)}.json`;
  try {
    const {
      study = {},
      file,
      unitsOfMeasure = {},
    } = JSON.parse(new TextDecoder().decode(readRegularFile(json, mostBytes))) as {
      study?: { name?: unknown; description?: unknown; metrics?: Record<string, object> };
      file?: unknown;
      unitsOfMeasure?: Record<string, unknown>;
    };
    const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
    return {
      name: text(study.name),
      description: text(study.description),
      errors: Object.entries(study.metrics ?? {}).flatMap(([name, metric]) =>
        'error' in metric ? [name] : [],
      ),
      units: Object.fromEntries(
        Object.entries(unitsOfMeasure).flatMap(([name, unit]) =>
          typeof unit === 'string' ? [[name, unit]] : [],
        ),
      ),
      ...(typeof file === 'string' ? { file: relative('.', resolve(dirname(json), file)) } : {}),
    };
  } catch {
    // Without it, the user names study.json in the command.
    return { errors: [], units: {} };
  }
}

/** Quotes a word for a shell if necessary. */
function quoted(word: string): string {
  return /^[\w./<>:\\-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
