import { readFileSync } from 'node:fs';
import { packageFile } from '../../../fmu-sdk/util/package-files.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Ground } from '../../verdict/verdict.ts';
import { readSystemClient, systemStyle } from '../client-assets.ts';
import { html, json } from '../html/escape-html.ts';
import { renderPage } from '../html/html-page.ts';
import { renderTable } from '../html/html-table.ts';
import { tile } from '../html/tile.ts';
import { timeBar } from '../plots/plot-group.ts';
import type { ReportTable } from '../report-model.ts';
import { packed, planes } from './bit-planes.ts';
import { diagram } from './block-diagram.ts';
import { packRun, type RunForPage } from './pack-run.ts';
import { againForm } from './rerun-form.ts';
import type { PageBond } from './run-page-data.ts';
import { stillNote } from './still-note.ts';

/** Run with its description. */
export interface RunPage extends RunForPage {
  subtitle: string;
  /** Summary of the run: rows of a name and a text. */
  summary: readonly (readonly string[])[];
  /** Messages of FMUs and of the run, one a line. */
  messages: readonly string[];
  /** Tables before the configuration. */
  tables?: readonly ReportTable[];
  footer?: string;
}

/**
 * Renders a self-contained page of a run: drawing, plots, block diagram, steps, messages,
 * configuration, and the system itself, which can run again.
 */
export function renderRunPage(page: RunPage): string {
  const { system, scene } = page;
  const { data, values, reduced, linkers, cannot } = packRun(page);
  const title = page.result.name;
  const form =
    page.live === true
      ? liveControls
      : data.again === null
        ? `<p class="note">${html(`This page cannot run the system again: ${cannot ?? ''}.`)}</p>`
        : againForm(data.again);
  const drawing =
    scene === undefined
      ? ''
      : `<figure class="scene"><figcaption>${html(title)}, animated</figcaption><svg role="img" aria-label="${html(title)}, animated" tabindex="0"></svg></figure>`;
  const messages = page.messages.length + (page.logged ?? []).length > 0;
  const live = page.live === true;
  const plan =
    system === undefined
      ? ''
      : `<section id="diagram"><h2>System</h2><div class="scroll" role="region" aria-label="Diagram" tabindex="0">${diagram(system)}</div>${live ? '' : bondTable(data.bonds)}</section>`;
  const body = `<header><h1>${html(title)}</h1><p class="subtitle">${html(page.subtitle)}</p>
<nav aria-label="Contents"><a href="#plots">Plots</a>${system ? '<a href="#diagram">System</a>' : ''}${page.summary.length > 0 ? '<a href="#summary">Run</a>' : ''}${messages ? '<a href="#messages">Messages</a>' : ''}${system ? '<a href="#configuration">Configuration</a>' : ''}<a href="#keys">Keys</a></nav></header>
<main>
${verdictTiles(page)}${live ? '' : stillNote(page)}<noscript><p class="note">The plots need JavaScript. It is part of this file and loads nothing.</p></noscript>
${live || data.again === null ? form : ''}
${timeBar(true, title, drawerButtons(data.again !== null))}
<section id="plots" class="board"><div class="plots main-plots" role="region" aria-label="Plots">${drawing}</div>
<details class="more-plots" hidden><summary></summary><div class="plots"></div></details></section>
<aside id="drawer" class="drawer" aria-label="Controls" hidden><button type="button" class="close" aria-label="Close">✕</button>
${data.again === null ? '' : form}
<section class="panel" aria-label="Variables"><h2>Variables</h2>
<div class="modes" role="radiogroup" aria-label="Compare with the previous run"><label><input type="radio" name="mode" value="values" checked disabled>this run</label><label><input type="radio" name="mode" value="both" disabled>with the previous one</label><label><input type="radio" name="mode" value="difference" disabled>difference</label></div>
<div class="actions"><input class="filter" type="search" placeholder="filter" aria-label="Filter variables"><button type="button" class="csv" title="Download the selected variables with all digits">CSV</button></div>
<div class="variables"></div></section></aside>
${reduced ? '<p class="note">A page cannot hold all rows. It contains the rows with the minimum and maximum of each column. Run again for all rows.</p>' : ''}
${plan}
${summarySection(page)}
${(page.tables ?? []).map(renderTable).join('\n')}
${messageSection(page)}
${system === undefined ? '' : configuration(page, data.again?.system)}
<details id="keys" class="folded"><summary>Keys</summary><dl class="keys"><dt><kbd>space</kbd></dt><dd>plays and pauses</dd><dt><kbd>←</kbd> <kbd>→</kbd></dt><dd>move the time, with <kbd>shift</kbd> ten times as far</dd><dt><kbd>Home</kbd> <kbd>End</kbd></dt><dd>jump to the ends</dd><dt>drag in a plot</dt><dd>zooms all plots in time, this plot upwards, or both. A double click or <em class="plain">All</em> shows everything</dd></dl></details>
</main>
<footer><p>${html(page.footer ?? (live ? liveFooter : pageFooter))}</p></footer>
<script type="application/json" id="run">${json(data)}</script>
<script type="text/plain" id="values">${planes(values)}</script>
${data.again === null ? '' : `<script type="text/plain" id="worker">${packed(workerScript(linkers))}</script>`}`;
  return renderPage({
    title,
    body,
    data: { runs: [], groups: [] },
    style: systemStyle(),
    script: readSystemClient(),
    runs: data.again !== null,
    asks: data.live,
    plots: true,
  });
}

const pageFooter = 'fmukit. This page needs no network. Its code can access only its numbers.';
const liveFooter = 'fmukit. This page reads the run from the program that opened it, on this machine.';

/** Tile of a live run, until the run ends. */
const notYet = { word: 'running', reason: 'The run is judged when it ends.', next: undefined };

/** Number of tiles beside the verdict. */
const mostGrounds = 3;

/** Returns the first tiles: the verdict with its reason and the next command, then its grounds. */
function verdictTiles({ result: { verdict }, live }: RunPage): string {
  if (verdict === undefined && live !== true) return '';
  const { word, reason, next = '' } = verdict ?? notYet;
  const grounds = (verdict?.grounds ?? []).slice(0, mostGrounds).map(groundTile);
  return `<div class="verdicts"><section class="verdict" aria-label="Verdict" data-word="${word}"><h2 class="word">${word}</h2><p class="reason">${html(reason)}</p><code>${html(next)}</code></section>
<div class="tiles">${grounds.join('\n')}</div></div>\n`;
}

/** Names of judged quantities on the page, and what each is measured by. */
const groundNames: Readonly<Record<string, readonly [name: string, measure: string]>> = {
  connection: ['coupling error', 'of the variation of the value,'],
  bond: ['coupling error, bond', 'of the energy through the bond,'],
  joint: ['coupling error, joint', 'of the exchanged energy,'],
  balance: ['energy drift', 'of the exchanged energy,'],
  error: ['error band, RMS:', 'of the range of the value,'],
};

/** Returns a tile of a judged quantity: its value beside its limit. */
function groundTile({ rule, subject, word, value, limit, unit }: Ground): string {
  const size = (x: number): string => {
    if (rule === 'growth') return `${x < 1e6 ? Number(x.toPrecision(2)) : x.toExponential(0)} ×`;
    if (unit === '1') return `${Number((100 * x).toPrecision(2))} %`;
    return `${Number(x.toPrecision(2))} ${unit}`.trimEnd();
  };
  return tile({
    heading: `${(groundNames[rule] ?? [rule])[0]} ${subject}`,
    word: size(value),
    reason: `${(groundNames[rule] ?? [])[1] ?? ''} limit ${size(limit)}`.trimStart(),
    mark: word,
  });
}

function summarySection({ summary }: RunPage): string {
  if (summary.length === 0) return '';
  return `<section id="summary"><h2>Run</h2><div class="scroll" role="region" aria-label="Run" tabindex="0"><table class="facts"><tbody>${summary.map(factRow).join('\n')}</tbody></table></div></section>`;
}

/** Renders a row of the summary, whose name is empty if it continues the row before. */
function factRow([name, ...words]: readonly string[]): string {
  const head = name === '' ? '<td></td>' : `<th scope="row">${html(name)}</th>`;
  return `<tr>${head}<td>${html(words.join(' '))}</td></tr>`;
}

/** Renders the buttons of the time bar that copy a link and open the controls. */
function drawerButtons(runs: boolean): string {
  return `<button type="button" class="link" title="Copy a link to this view">Link</button><button type="button" class="opener" aria-expanded="false" aria-controls="drawer">${runs ? 'Variables, run again' : 'Variables'}</button>`;
}

function messageSection({ messages, logged = [] }: RunPage): string {
  const items = [
    ...messages.map(html),
    ...logged.map(({ time, text }) =>
      time === undefined
        ? html(text)
        : `<button type="button" class="moment" data-time="${time}">${time} s</button> ${html(text)}`,
    ),
  ];
  if (items.length === 0) return '';
  return `<section id="messages"><h2>Messages</h2><ul class="messages">${items.map((item) => `<li>${item}</li>`).join('\n')}</ul></section>`;
}

const liveControls = `<div class="live" role="group" aria-label="Run"><h2>Run</h2><div class="actions"><button type="button" value="pause">Pause</button><button type="button" value="go">Go on</button><button type="button" value="stop">Stop</button></div><p class="status" role="status">running</p></div>`;

/**
 * Returns the script of the worker and the link functions of components, because a page must not
 * compile code from text.
 */
function workerScript(linkers: Readonly<Record<string, string>>): Uint8Array {
  const path = packageFile('dist/page-worker.js');
  const functions = Object.entries(linkers).map(([key, text]) => `${JSON.stringify(key)}: ${text},\n`);
  const more =
    functions.length === 0 ? '' : `"use strict";\nvar fmukitLinkers = {\n${functions.join('')}};\n`;
  try {
    return Buffer.concat([Buffer.from(more), readFileSync(path)]);
  } catch {
    throw new UserError(
      `report: ${path} is missing, which a page needs to run its system. Build the package: npm run build`,
    );
  }
}

function bondTable(bonds: readonly PageBond[]): string {
  if (bonds.length === 0) return '';
  const rows = bonds.map(
    ({ name }) =>
      `<tr data-bond-row="${html(name)}"><th scope="row"><span class="heat"></span>${html(name)}</th><td class="n"></td><td class="n"></td><td class="n"></td><td class="n"></td></tr>`,
  );
  return `<div class="scroll" role="region" aria-label="Bonds" tabindex="0"><table><thead><tr><th scope="col"><span>Bond</span></th><th scope="col" class="n"><span>ΣδE</span></th><th scope="col" class="n"><span>Σ|δE|</span></th><th scope="col" class="n"><span>transferred ∫|P|dt</span></th><th scope="col" class="n"><span>share</span></th></tr></thead><tbody>${rows.join('')}</tbody></table></div>
<p class="note">Colour: residual energy Σ|δE| as a share of the energy that the bond transfers. Green is a millionth, red is all of it, grey is unknown.</p>`;
}

/** Returns a number with six digits at most, and any other value as it is. */
function readable(value: unknown): string {
  return typeof value === 'number' && !Number.isInteger(value)
    ? String(Number(value.toPrecision(6)))
    : String(value);
}

function configuration({ system }: RunPage, written: unknown): string {
  if (system === undefined) return '';
  const units = system.units.map(({ name, description, values }) => {
    const set = values.map(({ variable, value }) => {
      const whole = Array.from(value as ArrayLike<unknown>, String).join(' ');
      const text = Array.from(value as ArrayLike<unknown>, readable).join(' ');
      return `<tr><th scope="row">${html(variable.name)}</th><td title="${html(whole)}">${html(text)} ${html(variable.unit ?? '')}</td><td>${html(variable.description ?? '')}</td></tr>`;
    });
    const head = `${name}: ${description.modelName}${description.version === undefined ? '' : ` ${description.version}`}, FMI ${description.fmiVersion}`;
    return `<details><summary>${html(head)}</summary>${description.description === undefined ? '' : `<p>${html(description.description)}</p>`}${set.length === 0 ? '<p class="note">All settings have their defaults.</p>' : `<div class="scroll" role="region" aria-label="${html(name)}" tabindex="0"><table class="facts"><tbody>${set.join('\n')}</tbody></table></div>`}</details>`;
  });
  const text =
    written === undefined
      ? ''
      : `<details><summary>system.json</summary><pre>${html(JSON.stringify(written, null, 2))}</pre></details>`;
  return `<section id="configuration"><h2>Configuration</h2>${units.join('\n')}${text}</section>`;
}
