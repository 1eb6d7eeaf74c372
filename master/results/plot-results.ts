import { nameHint } from '../../fmu-sdk/util/nearest-name.ts';
import { printableName } from '../../fmu-sdk/util/printable.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { bandName, withoutBands } from '../error/band-columns.ts';
import { renderReport } from '../report/index.ts';
import { decimate } from '../report/plots/decimate.ts';
import type { ReportRun } from '../report/report-model.ts';
import { placesOf } from './column-places.ts';
import type { TimeTable } from './read-table.ts';
import { type Series, svg } from './svg-plot.ts';

/** Largest number of points of a curve. */
const mostPoints = 4000;

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
export function svgOf(tables: readonly TimeTable[], patterns: readonly string[], title: string): string {
  return svg({
    title,
    xLabel: 'time [s]',
    yLabel: '',
    logarithmicX: false,
    series: seriesOf(tables, patterns),
  });
}

/** Returns the name of a column with its unit of measure: `crane.s [m]`. */
function labelOf(table: TimeTable, name: string): string {
  const unit = unitOf([table], name);
  return unit === '' ? name : `${name} [${unit}]`;
}

/** Returns the unit of measure of a column, if the tables that tell one agree. */
function unitOf(tables: readonly TimeTable[], column: string): string {
  const units = new Set(
    tables.flatMap(({ names, unitsOfMeasure }) => unitsOfMeasure?.[names.indexOf(column)] ?? []),
  );
  return units.size === 1 ? [...units][0] : '';
}

function seriesOf(tables: readonly TimeTable[], patterns: readonly string[]): Series[] {
  return tables.flatMap((table) => {
    const places = placesOf(table.names);
    return selectColumns(table, patterns).map((name) => {
      const y = table.columns[places.get(name) as number];
      const rows = Array.from(decimate(y, mostPoints));
      const at = places.get(bandName(name));
      const band = at === undefined ? undefined : table.columns[at];
      return {
        label: tables.length === 1 ? labelOf(table, name) : `${name} (${table.file})`,
        x: rows.map((row) => table.times[row]),
        y: rows.map((row) => y[row]),
        ...(band === undefined ? {} : { band: rows.map((row) => band[row]) }),
      };
    });
  });
}

/** Draws columns of several tables as a page, a plot for each column, with cursor and zoom. */
export function pageOf(tables: readonly TimeTable[], patterns: readonly string[], title: string): string {
  const names = [...new Set(tables.flatMap((table) => selectColumns(table, patterns)))];
  const runs = tables.map(
    (table, i): ReportRun => ({
      name: String(i),
      title: table.file,
      columns: [
        { name: 'time', unitOfMeasure: 's', data: table.times },
        ...table.names.map((name, k) => ({
          name,
          unitOfMeasure: table.unitsOfMeasure?.[k] ?? '',
          data: table.columns[k],
        })),
      ],
      summary: [],
    }),
  );
  const existing = tables.map((table) => new Set(table.names));
  const plots = names.map((column) => ({
    title: column,
    unitOfMeasure: unitOf(tables, column),
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
