import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { clientFiles, studyClientFiles, systemClientFiles } from '../../master/report/client-assets.ts';
import { clientModule } from './client-module.ts';

const folder = fileURLToPath(new URL('../../master/report/client/', import.meta.url));
const ofRuns = fileURLToPath(new URL('../../master/report/system/client/', import.meta.url));
const ofStudies = fileURLToPath(new URL('../../master/report/study/client/', import.meta.url));
const order = [...clientFiles, ...systemClientFiles, ...studyClientFiles];
const sources = [
  ...clientFiles.map((file) => ({ file, text: readFileSync(folder + file, 'utf8') })),
  ...systemClientFiles.map((file) => ({ file, text: readFileSync(ofRuns + file, 'utf8') })),
  ...studyClientFiles.map((file) => ({ file, text: readFileSync(ofStudies + file, 'utf8') })),
];

test('the client of the pages type checks', () => {
  const config = ts.getParsedCommandLineOfConfigFile(`${folder}tsconfig.json`, {}, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: () => {},
  } as ts.ParseConfigFileHost)!;
  const findings = ts.getPreEmitDiagnostics(ts.createProgram(config.fileNames, config.options));
  expect(config.fileNames.length).toBe(order.length);
  expect(findings.map((finding) => ts.flattenDiagnosticMessageText(finding.messageText, '\n'))).toEqual([]);
});

test('the page contains every file of the client after its imports', () => {
  const scripts = (of: string): string[] => readdirSync(of).filter((file) => file.endsWith('.js'));
  expect(scripts(folder).sort()).toEqual([...clientFiles].sort());
  expect(scripts(ofRuns).sort()).toEqual([...systemClientFiles].sort());
  expect(scripts(ofStudies).sort()).toEqual([...studyClientFiles].sort());
  for (const { file, text } of sources) {
    for (const [, imported] of text.matchAll(/^import [^;]* from '(?:\.|\.\.\/\.\.\/client)\/(.*)';$/gm)) {
      expect(order.indexOf(imported!)).toBeGreaterThanOrEqual(0);
      expect(order.indexOf(imported!)).toBeLessThan(order.indexOf(file));
    }
  }
});

test('top-level names of the client are distinct, since its files become one module', () => {
  const names = sources.flatMap(({ text }) =>
    [...text.matchAll(/^(?:export )?(?:const|let|function|class) (\w+)/gm)].map(([, name]) => name),
  );
  expect(names.filter((name, k) => names.indexOf(name) !== k)).toEqual([]);
});

test('the scripts of pages in the package are those of the repository without comments', () => {
  const packed = JSON.parse(
    readFileSync(new URL('../../dist/pages.json', import.meta.url), 'utf8'),
  ) as Record<string, string>;
  const code = (text: string): string => transformSync(text, { minifyWhitespace: true }).code;
  const paths = [
    ...clientFiles.map((file) => `client/${file}`),
    ...systemClientFiles.map((file) => `system/client/${file}`),
    ...studyClientFiles.map((file) => `study/client/${file}`),
  ];
  for (const [k, path] of paths.entries()) expect(code(packed[path])).toBe(code(sources[k].text));
});

test('the shown value is linear between samples, exact on a sample, and missing outside', async () => {
  const { valueAt } = await clientModule<{
    valueAt: (samples: { t: Float64Array; v: Float32Array }, t: number) => number;
  }>('sample.js');
  const samples = { t: Float64Array.of(0, 1, 3), v: Float32Array.of(2, 4, Number.NaN) };
  expect([0, 0.25, 1].map((t) => valueAt(samples, t))).toEqual([2, 2.5, 4]);
  expect([-0.1, 2, 3.1].map((t) => valueAt(samples, t))).toEqual([Number.NaN, Number.NaN, Number.NaN]);
});

test('large and small values take an engineering prefix or a power of ten, with true superscripts', async () => {
  const { quantity, digits } = await clientModule<{
    quantity: (most: number, unitOfMeasure: string, log: boolean) => { factor: number; unit: string };
    digits: (value: number) => string;
  }>('format.js');
  expect(quantity(7.6e6, 'Pa', false)).toEqual({ factor: 1e6, unit: 'MPa' });
  expect(quantity(2e-4, 'm3/s', false)).toEqual({ factor: 1e-6, unit: '10⁻⁶ m³/s' });
  expect(quantity(0.7, 'm', false)).toEqual({ factor: 1, unit: 'm' });
  expect(quantity(1e5, 'N.s/m', true)).toEqual({ factor: 1, unit: 'N·s/m' });
  expect(quantity(1e-17, 'm', false)).toEqual({ factor: 1, unit: 'm' });
  expect(digits(-1.5e-7)).toBe('−1.500e−7');
});

test('marks of an axis are distinct, however small they are', async () => {
  const { axisMarks } = await clientModule<{ axisMarks: (marks: number[], factor: number) => string[] }>(
    'format.js',
  );
  expect(axisMarks([-0.5, 0, 0.25], 1)).toEqual(['−0.50', '0.00', '0.25']);
  expect(axisMarks([1e-9, 1.5e-9, -2e-9], 1)).toEqual(['1e−9', '1.5e−9', '−2e−9']);
  expect(axisMarks([0, 1e-17], 1e-18)).toEqual(['0', '10']);
});

test('values that differ only by rounding are in the middle of their axis', async () => {
  Object.assign(globalThis, { uPlot: { rangeNum: (low: number, high: number) => [low, high] } });
  const { verticalRange } = await clientModule<{
    verticalRange: (min: number, max: number, log: boolean) => [number, number];
  }>('plot-options.js');
  const [low, high] = verticalRange(0.3, 0.3 + 1e-16, false);
  expect([low, high].map((value) => Number(value.toPrecision(9)))).toEqual([0.27, 0.33]);
  expect(verticalRange(0.3, 0.3 + 1e-9, false)).toEqual([0.3, 0.3 + 1e-9]);
  expect(verticalRange(0, 0, false)).toEqual([-1, 1]);
  // Values that cancel each other leave 0.
  expect(verticalRange(-1e-16, 1e-16, false)).toEqual([-1, 1]);
  expect(verticalRange(-1e-12, 1e-12, false)).toEqual([-1e-12, 1e-12]);
});

test('short runs play slowly and long runs fast, so that they take about five seconds', async () => {
  const { startSpeed } = await clientModule<{ startSpeed: (duration: number) => number }>('time-bar.js');
  expect([0.05, 0.5, 1, 12, 60, 3600].map(startSpeed)).toEqual([0.01, 0.1, 1, 1, 1, 500]);
});
