import { nameHint } from '../../fmu-sdk/util/nearest-name.ts';
import { printableName } from '../../fmu-sdk/util/printable.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { bandName, withoutBands } from '../error/band-columns.ts';
import type { RunData } from '../report/column-data.ts';
import { renderReport } from '../report/index.ts';
import { encodePicked } from '../report/plots/encode-column.ts';
import { Thinning } from '../report/plots/thinning.ts';
import { TimeKnots } from '../report/plots/time-knots.ts';
import type { ReportRun } from '../report/report-model.ts';
import { placesOf } from './column-places.ts';
import { type ResultRows, rowsOf } from './rows/result-rows.ts';
import { type Series, svg } from './svg-plot.ts';
import type { TimeTable } from './time-table.ts';

type Results = TimeTable | ResultRows;

/** Largest number of points of a curve. */
const mostPoints = 4000;

/** Data of columns that are read while they are packed. */
const elsewhere = new Float64Array(0);

/** Selects columns by names or patterns (`crane.*`). Without patterns, returns all but error bands. */
export function selectColumns(
  { names, file }: Pick<TimeTable, 'names' | 'file'>,
  patterns: readonly string[],
): string[] {
  if (patterns.length === 0) return withoutBands(names);
  return [
    ...new Set(
      patterns.flatMap((pattern) => {
        const matches = names.filter(matcher(pattern));
        // The band of a column is shaded around it.
        if (matches.length > 0) return withoutBands(matches);
        throw new UserError(
          `plot ${file}: unknown column "${printableName(pattern)}". ${nameHint(pattern, names)}`,
        );
      }),
    ),
  ];
}

/** Returns a matcher for a pattern, in which `*` matches any text. */
function matcher(pattern: string): (name: string) => boolean {
  const parts = pattern.split('*');
  return (name) => {
    if (name === pattern) return true;
    if (parts.length === 1 || !name.startsWith(parts[0])) return false;
    let at = parts[0].length;
    for (const part of parts.slice(1, -1)) {
      const index = name.indexOf(part, at);
      if (index < 0) return false;
      at = index + part.length;
    }
    const last = parts[parts.length - 1];
    return name.length - last.length >= at && name.endsWith(last);
  };
}

/** Draws columns of several tables as one SVG. With several tables, each curve names its file. */
export function svgOf(tables: readonly Results[], patterns: readonly string[], title: string): string {
  return svg({
    title,
    xLabel: 'time [s]',
    yLabel: '',
    logarithmicX: false,
    series: seriesOf(tables, patterns),
  });
}

/** Returns the unit of measure of each column whose tables tell one and agree. */
function unitsOf(tables: readonly Results[]): Map<string, string> {
  const units = new Map<string, string>();
  for (const { names, unitsOfMeasure = [] } of tables)
    for (const [k, unit] of unitsOfMeasure.entries())
      units.set(names[k], (units.get(names[k]) ?? unit) === unit ? unit : '');
  return units;
}

/** Returns the name of a column with its unit of measure: `crane.s [m]`. */
function labelOf(name: string, unit = ''): string {
  return unit === '' ? name : `${name} [${unit}]`;
}

function seriesOf(tables: readonly Results[], patterns: readonly string[]): Series[] {
  const units = unitsOf(tables);
  return tables.map(rowsOf).flatMap((rows) => {
    const places = placesOf(rows.names);
    const names = selectColumns(rows, patterns);
    const curves = names.map((name) => {
      const band = places.get(bandName(name));
      const thinning = new Thinning(rows.facts.count, mostPoints, band !== undefined);
      return { thinning, column: places.get(name) as number, band };
    });
    for (const { count, times, columns } of rows.blocks())
      for (const { thinning, column, band } of curves)
        thinning.take(count, columns[column], times, columns[band ?? column]);
    return curves.map(({ thinning, band }, k) => {
      const { values, times, others } = thinning.result();
      return {
        label: tables.length === 1 ? labelOf(names[k], units.get(names[k])) : `${names[k]} (${rows.file})`,
        x: Array.from(times),
        y: Array.from(values),
        ...(band === undefined ? {} : { band: Array.from(others) }),
      };
    });
  });
}

/** Draws columns of several tables as a page, a plot for each column, with cursor and zoom. */
export function pageOf(tables: readonly Results[], patterns: readonly string[], title: string): string {
  const names = [...new Set(tables.flatMap((table) => selectColumns(table, patterns)))];
  const runs = tables.map(
    (table, i): ReportRun => ({
      name: String(i),
      title: table.file,
      columns: [
        { name: 'time', unit: 's', data: elsewhere },
        ...table.names.map((name, k) => ({
          name,
          unit: table.unitsOfMeasure?.[k] ?? '',
          data: elsewhere,
        })),
      ],
      pack: (columns, limit) => packRows(rowsOf(table), columns, limit),
      summary: [],
    }),
  );
  const units = unitsOf(tables);
  const existing = tables.map((table) => new Set(table.names));
  const plots = names.map((column) => ({
    title: column,
    unit: units.get(column) ?? '',
    series: tables.flatMap((table, i) =>
      existing[i].has(column)
        ? [{ run: String(i), column, label: tables.length === 1 ? column : table.file }]
        : [],
    ),
  }));
  return renderReport({
    title,
    subtitle: tables.map(({ file }) => file).join(', '),
    tables: [],
    groups: [{ title: 'Results', plots }],
    runs,
    footer: 'fmukit',
  });
}

/** Packs the shown columns of results for a page. */
function packRows(rows: ResultRows, shown: ReadonlySet<string>, limit: number): RunData {
  const { count, begin, end } = rows.facts;
  const knots = new TimeKnots(begin, end, count);
  const curves = rows.names.flatMap((name, column) =>
    shown.has(name) ? [{ name, column, thinning: new Thinning(count, limit) }] : [],
  );
  for (const { count: length, times, columns } of rows.blocks()) {
    knots.take(length, times);
    for (const { column, thinning } of curves) thinning.take(length, columns[column], times);
  }
  return {
    title: rows.file,
    knots: curves.length > 0 ? knots.result() : [],
    columns: Object.fromEntries(
      curves.map(({ name, thinning }) => {
        const { rows: picked, values } = thinning.result();
        return [name, encodePicked(picked, values)];
      }),
    ),
  };
}
