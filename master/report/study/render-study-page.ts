import { readStudyClient, studyStyle, systemStyle } from '../client-assets.ts';
import { html, json } from '../html/escape-html.ts';
import { renderPage } from '../html/html-page.ts';
import { tile } from '../html/tile.ts';
import type { StudyColumn, StudyPageData } from './study-page-data.ts';

/** Study that a page shows. */
export interface StudyPage {
  title: string;
  subtitle: string;
  data: StudyPageData;
  /** Metric that is small in a good run, such as an error. Default: the first metric. */
  metric?: string;
}

/** Renders a self-contained page of a study. The same study gives the same bytes. */
export function renderStudyPage({ title, subtitle, data, metric }: StudyPage): string {
  const { factors, metrics } = data;
  const body = `<header><h1>${html(title)}</h1><p class="subtitle">${html(subtitle)}</p></header>
<main>
<noscript><p class="note">The plots need JavaScript. It is part of this file and loads nothing.</p></noscript>
<div class="tiles">${tile({ name: 'study-best', heading: 'Best run', word: '', reason: '' })}
${tile({ name: 'study-factor', heading: 'Strongest factor', word: '', reason: '' })}
${runsTile(data)}
${verdictTile(data)}</div>
<section class="study-run" aria-live="polite"><h2>Run</h2><dl></dl><p class="message"></p>
<div class="repeat"><code class="study-command"></code><button type="button" class="study-copy" title="Copy the command">Copy</button></div>
<p class="note">This command repeats the run with equal numbers, and writes its page. Click a run below to choose it.</p></section>
<form class="study-choices" aria-label="View">${select('metric', 'Metric', names(metrics), metric)}${select('better', 'Best is', ['smallest', 'largest', 'nearest zero'])}${factors.length < 2 ? `<span hidden>${mapChoices(factors)}</span>` : mapChoices(factors)}</form>
<p class="study-key"><span class="s0">●</span> good or not judged <span class="s1">●</span> doubtful <span class="s2">✕</span> do not trust <span class="s3">✕</span> failed, at the lower edge if it has no value <span class="ring">○</span> best</p>
<div class="study-plots plots"></div>
<details><summary>More factors</summary><div class="study-more plots"></div></details>
<section><h2>Runs, the best first</h2><div class="study-table scroll" role="region" aria-label="Runs" tabindex="0"></div><p><button type="button" class="study-all">Show all ${data.runs.length} runs</button></p></section>
</main>
<footer><p>fmukit. This page needs no network.</p></footer>
<script type="application/json" id="study">${json(data)}</script>`;
  return renderPage({
    title,
    body,
    data: { runs: [], groups: [] },
    style: systemStyle() + studyStyle(),
    script: readStudyClient(),
  });
}

function mapChoices(factors: readonly StudyColumn[]): string {
  return `${select('x', 'Map', names(factors), factors[0]?.name)}${select('y', 'over', names(factors), factors[1]?.name)}`;
}

const names = (columns: readonly StudyColumn[]): string[] => columns.map(({ name }) => name);

function select(name: string, label: string, items: readonly string[], chosen?: string): string {
  const options = items.map(
    (item) => `<option value="${html(item)}"${item === chosen ? ' selected' : ''}>${html(item)}</option>`,
  );
  return `<label>${html(label)} <select name="${name}">${options.join('')}</select></label>`;
}

function runsTile({ runs, ending }: StudyPageData): string {
  const counts = countsOf(ending);
  const finished = counts.get('finished') ?? 0;
  const others = [...counts].filter(([word]) => word !== 'finished').map(([word, n]) => `${n} ${word}`);
  const reason = others.length === 0 ? 'All runs finished.' : others.join(', ');
  const mark = finished === runs.length ? 'good' : 'doubtful';
  return tile({
    name: 'study-runs',
    heading: 'Runs',
    word: `${finished} of ${runs.length} finished`,
    reason,
    mark,
  });
}

function verdictTile({ verdict, runs }: StudyPageData): string {
  const counts = countsOf(verdict);
  const bad = counts.get('do not trust') ?? 0;
  const doubtful = counts.get('doubtful') ?? 0;
  const unjudged = runs.length - bad - doubtful - (counts.get('good') ?? 0);
  const word =
    bad > 0
      ? `${bad} not to be trusted`
      : doubtful > 0
        ? `${doubtful} doubtful`
        : unjudged === runs.length
          ? 'not judged'
          : unjudged > 0
            ? `${counts.get('good')} good`
            : 'all good';
  const reason =
    unjudged === runs.length
      ? 'Nothing in the runs tells their accuracy.'
      : ['good', 'doubtful', 'do not trust', 'not judged']
          .flatMap((text) => (counts.has(text) ? [`${text}: ${counts.get(text)}`] : []))
          .join(', ');
  const mark =
    bad > 0 ? 'do not trust' : doubtful > 0 ? 'doubtful' : unjudged === runs.length ? 'not judged' : 'good';
  return tile({ name: 'study-verdict', heading: 'Verdicts', word, reason, mark });
}

function countsOf({ values, labels = [] }: StudyColumn): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) {
    const word = value === null ? '' : labels[value];
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
