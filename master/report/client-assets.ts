import { existsSync, readFileSync } from 'node:fs';
import { packageFile, packageRequire } from '../../fmu-sdk/util/package-files.ts';

/** Client modules in the order of their dependencies. */
export const clientFiles: string[] = [
  'signal.js',
  'decode.js',
  'sample.js',
  'format.js',
  'clock.js',
  'legend.js',
  'zoom.js',
  'marker.js',
  'plot-options.js',
  'band.js',
  'plot.js',
  'drawing.js',
  'bodies.js',
  'view.js',
  'scene.js',
  'time-bar.js',
  'report-table.js',
  'report-main.js',
];

/** Additional client modules for the page of a run, in the order of their dependencies. */
export const systemClientFiles: string[] = [
  'planes.js',
  'recording.js',
  'envelope.js',
  'board.js',
  'download.js',
  'page-events.js',
  'marks.js',
  'chart-scale.js',
  'readout.js',
  'chart.js',
  'panel.js',
  'runner.js',
  'settings.js',
  'verdict.js',
  'controls.js',
  'diagram.js',
  'live.js',
  'drawer.js',
  'page-link.js',
  'run-page.js',
];

/** Additional client modules for the page of a study, in the order of their dependencies. */
export const studyClientFiles: string[] = [
  'study-runs.js',
  'study-axis.js',
  'study-svg.js',
  'study-plots.js',
  'study-main.js',
];

export interface Assets {
  style: string;
  plotter: string;
  client: string;
}

/** Reads the style and scripts of the page, ready for inlining. */
export function readAssets(): Assets {
  return {
    style: `${readPlotter('dist/uPlot.min.css')}\n${readClient('report.css')}`,
    plotter: `/*! uPlot\n${readPlotter('LICENSE')}\n*/\n${withoutBanner(readPlotter('dist/uPlot.iife.min.js'))}`,
    client: clientFiles.map((file) => inlined(readClient(file))).join('\n'),
  };
}

export function readSystemClient(): string {
  return systemClientFiles.map((file) => inlined(readFile(`system/client/${file}`))).join('\n');
}

export function readStudyClient(): string {
  return studyClientFiles.map((file) => inlined(readFile(`study/client/${file}`))).join('\n');
}

export function studyStyle(): string {
  return readFile('study/study-page.css');
}

export function systemStyle(): string {
  return readFile('system/run-page.css');
}

/**
 * Joins modules into one script without `import` lines and `export`. Their top-level names are
 * distinct, which a test checks.
 */
function inlined(source: string): string {
  return source.replace(/^import [^;]*;\n/gm, '').replace(/^export /gm, '');
}

function withoutBanner(source: string): string {
  return source.replace(/^\/\*!.*?\*\/\n/, '');
}

function readClient(file: string): string {
  return readFile(`client/${file}`);
}

/** Texts by path, in a package. */
let packed: Record<string, string> | undefined;

/** Reads a script or style of pages without its comments, by its path in this folder. */
export function readFile(path: string): string {
  const file = packageFile(`master/report/${path}`);
  if (existsSync(file)) return compact(readFileSync(file, 'utf8'));
  packed ??= JSON.parse(readFileSync(packageFile('dist/pages.json'), 'utf8')) as Record<string, string>;
  return compact(packed[path]);
}

/** Removes comments that fill whole lines, and the indentation. */
function compact(text: string): string {
  let isComment = false;
  const isKept = (line: string): boolean => {
    const begins = !isComment && line.startsWith('/**');
    const end = line.indexOf('*/');
    // Code may follow a comment in one line.
    if (begins && end >= 0 && end + 2 < line.length) return true;
    const was = isComment || begins;
    isComment = was && end < 0;
    return !was;
  };
  return text
    .split('\n')
    .map((line) => line.trimStart())
    .filter(isKept)
    .join('\n');
}

function readPlotter(file: string): string {
  return readFileSync(packageRequire.resolve(`uplot/${file}`), 'utf8');
}
