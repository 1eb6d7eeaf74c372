import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { SaxesParser } from 'saxes';
import { readModelDescription } from '../../fmu-sdk/description/read-model-description.ts';
import { tableReport } from '../../master/cli/run/run-report.ts';
import { openResults } from '../../master/results/rows/open-results.ts';
import { cpuSeconds, type Line, medianPair, once, ratioLine, seconds } from '../bench-measure.ts';

const [rows, variables] = [1_000_000, 100_000];
const milliseconds = (time: number): string => `${(1e3 * time).toFixed(0)} ms`;

/** Measures reports of many rows and descriptions of many variables, against the parsers alone. */
export async function largeFiles(folder: string): Promise<Line[]> {
  return [await report(folder), description()];
}

async function report(folder: string): Promise<Line> {
  const file = join(folder, 'rows.csv');
  const lines = Array.from(
    { length: rows },
    (_, n) => `${n / 1000},${Math.sin(n / 5000)},${Math.cos(n / 5000)}`,
  );
  writeFileSync(file, ['time,s [m],v [m/s]', ...lines, ''].join('\n'));
  const ours: number[] = [];
  const count = once ? 1 : 3;
  for (let k = 0; k < count; k++) {
    const begin = process.cpuUsage();
    tableReport(await openResults(file));
    const { user, system } = process.cpuUsage(begin);
    ours.push((user + system) / 1e6);
  }
  const floor = Math.min(...Array.from({ length: count }, () => cpuSeconds(() => parse(readFileSync(file)))));
  rmSync(file);
  const what = '(l) page of 10⁶ rows of three columns, against csv-parse alone';
  return ratioLine(what, [Math.min(...ours), floor], 1.2, milliseconds);
}

function description(): Line {
  const xml = `<fmiModelDescription fmiVersion="3.0" modelName="m" instantiationToken="t"><ModelVariables>${Array.from(
    { length: variables },
    (_, k) =>
      `<Float64 name="part[${k % 100}].body${k}.x" valueReference="${k}" causality="local" variability="continuous" description="position of body ${k}"/>\n`,
  ).join('')}</ModelVariables><ModelStructure/></fmiModelDescription>`;
  const pair = medianPair(
    () => seconds(() => readModelDescription(xml, 'modelDescription.xml')),
    () => seconds(() => new SaxesParser({ position: true }).write(xml).close()),
  );
  const what = '(l) description of 10⁵ variables, against saxes alone';
  return ratioLine(what, pair, 4, milliseconds);
}
