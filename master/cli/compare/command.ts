import { notesOnMeasurements } from '../../../fmu-sdk/description/variables/run-measurements.ts';
import { mapHint, parseMap, requireMap } from '../../../fmu-sdk/util/column-match.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Comparison } from '../../results/compare-results.ts';
import { type Command, print, table, text } from '../command.ts';
import { exitCode } from '../exit/exit-codes.ts';
import { formerOption, resolveRenamed } from '../usage/renamed-options.ts';

interface Args {
  reference: string;
  results: string;
  columns?: string[];
  map?: string[];
  relative: number;
  absolute: number;
  timeShift?: number;
  time?: number;
  plot?: string;
  json: boolean;
}

export const compareCommand: Command<Args> = {
  command: 'compare <reference> <results>',
  describe: 'Compare two result files column by column',
  builder: (yargs) =>
    yargs
      .positional('reference', {
        type: 'string',
        demandOption: true,
        describe: '.csv with the column time',
      })
      .positional('results', { type: 'string', demandOption: true, describe: '.csv to compare with it' })
      .option('relative', {
        type: 'number',
        default: 1e-3,
        describe: 'tolerance relative to the largest magnitude of a column',
      })
      .option('absolute', {
        type: 'number',
        default: 0,
        describe: 'additional tolerance, in the unit of measure of the column',
      })
      .option('time-shift', {
        type: 'number',
        describe: 'tolerance in time, earlier or later [s] [default: 0]',
      })
      .option('time', formerOption('time-shift', 'number'))
      .option('columns', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'names or patterns such as crane.* [default: all of the reference]',
      })
      .option('map', {
        type: 'string',
        array: true,
        requiresArg: true,
        describe: 'names that differ, as reference=results, such as speed=motor.w',
      })
      .option('plot', { type: 'string', describe: 'file for a plot of the differing columns, .svg or .html' })
      .option('json', { type: 'boolean', default: false, describe: 'print the result as JSON' })
      .group(['relative', 'absolute', 'time-shift', 'columns', 'map'], 'Comparison:')
      .group(['plot', 'json'], 'Results:')
      .example('$0 compare expected.csv run.csv', 'allows a thousandth of the largest magnitude')
      .example(
        '$0 compare a.csv b.csv --relative 0 --absolute 1e-6',
        'allows 1e-6 in the unit of each column',
      )
      .example('$0 compare a.csv b.csv --map "speed=motor.w"', 'compares columns of two names')
      .example('$0 compare a.csv b.csv --time-shift 0.01 --plot differ.html', 'events may be 10 ms apart')
      .epilog('Exit code 1: the files differ.'),
  handler: async (args) => {
    const { compareRows, namedAs } = await import('../../results/compare-results.ts');
    const { openResults } = await import('../../results/rows/open-results.ts');
    const { withColumns } = await import('../../results/rows/result-rows.ts');
    const { selectColumns } = await import('../../results/plot-results.ts');
    const { relative, absolute } = args;
    const time = resolveRenamed('compare', 'time-shift', args.timeShift, 'time', args.time) ?? 0;
    for (const [name, value] of Object.entries({ relative, absolute, 'time-shift': time }))
      if (!(value >= 0)) throw new UserError(`compare: --${name} must be a number from 0, got ${value}.`);
    const names = parseMap('compare', args.map);
    const [reference, own] = [await openResults(args.reference), await openResults(args.results)];
    requireMap('compare', names, reference.names, own.names);
    const results = namedAs(reference, own, names);
    const { withBandsOf } = await import('../../error/band-columns.ts');
    const wanted = selectColumns(reference, args.columns ?? []);
    const selected = withColumns(reference, withBandsOf(wanted, reference.names));
    const measurements = selected.names.some((name) => args.columns?.includes(name) === true);
    const comparison = compareRows(selected, results, { relative, absolute, time, measurements });
    if (!comparison.passed) process.exitCode = exitCode.failed;
    const worst = comparison.columns.filter(({ first }) => first !== undefined).map(({ name }) => name);
    if (args.plot !== undefined) {
      const plottedNames = worst.length > 0 ? worst : comparison.columns.map(({ name }) => name);
      const { draw } = await import('../plot/command.ts');
      await draw(args.plot, [reference, results], plottedNames, `${args.results} against ${args.reference}`);
    }
    print(args.json ? JSON.stringify(comparison, undefined, 2) : summary(comparison, args));
  },
};

function summary(
  { columns, missing, extra, measured, passed, begins, ends }: Comparison,
  { reference, results }: Args,
): string {
  const number = (x: number): string => String(Number(x.toPrecision(6)));
  const rows = columns.map(({ name, largest, at, allowed, first, withinBands }) => [
    withinBands === true ? 'in bands' : first === undefined ? 'equal' : 'differs',
    name,
    number(largest),
    number(allowed),
    number(at),
    first === undefined ? '' : number(first),
  ]);
  const titles = ['', 'column', 'largest difference', 'allowed', 'at t [s]', 'first at t [s]'];
  const lines = [table([titles, ...rows], [2, 3, 4, 5])];
  const lost = columns.filter((column) => column.lost !== undefined);
  if (lost.length > 0)
    lines.push(
      text`${results} lacks values that rows of ${reference} have, first of ${lost[0].name} at t = ${lost[0].lost ?? 0} s. Record events (--events) or more rows, or allow a --time-shift`,
    );
  const only = (file: string, names: readonly string[]): void => {
    if (names.length > 0) lines.push(text`only ${file} has ${names.join(', ')}`);
  };
  only(reference, missing);
  only(results, extra);
  lines.push(...notesOnMeasurements(new Set(measured)).map((note) => `${note} (name them in --columns)`));
  const hint = mapHint(missing, extra);
  if (hint !== '') lines.push(hint);
  if (begins[0] !== begins[1] || ends[0] !== ends[1])
    lines.push(
      text`${reference} is from ${begins[0]} s to ${ends[0]} s, ${results} from ${begins[1]} s to ${ends[1]} s: compared from ${Math.max(...begins)} s to ${Math.min(...ends)} s`,
    );
  if (columns.length === 0) lines.push('no columns in common');
  const equal = columns.length > 0 && columns.every(({ first }) => first === undefined);
  const why = missing.length > 0 ? 'columns of the reference are missing' : 'one file covers a longer time';
  lines.push(
    passed
      ? columns.some(({ withinBands }) => withinBands)
        ? 'equal within both error bands'
        : 'equal within the tolerances'
      : `different${equal ? `: equal where they overlap, and ${why}` : ''}`,
  );
  return lines.join('\n');
}
