import { describe, expect, it } from 'vitest';
import { unrunVerdicts } from '../../fmu-sdk/check/behaviour/run-behaviour.ts';
import type { Recording } from '../../fmu-sdk/check/behaviour/trajectory/record-run.ts';
import { mergeResults } from '../../fmu-sdk/check/check-fmu.ts';
import { fmi3 } from '../../fmu-sdk/check/example/example-fmu.ts';
import type { CheckResult, Finding } from '../../fmu-sdk/check/result/check-result.ts';
import { behaviourRules, fileRules } from '../../fmu-sdk/check/rule-catalogue.ts';
import { runOnFiles } from '../../fmu-sdk/check/run-file-rules.ts';
import { type CheckedFmu, renderCheckReport } from '../../master/report/conformance/check-report.ts';
import { bar, countWords } from '../../master/report/conformance/status-text.ts';
import type { ColumnData, PageData } from '../../master/report/report-data.ts';
import { fmuOf } from '../check/fmu-of-example.ts';
import { notEmpty } from '../not-empty.ts';
import { clientModule } from './client-module.ts';

const hostile = `</script><script>alert(1)</script><img src=x onerror="alert('2')">&amp;$&`;
const rules = [...fileRules, ...behaviourRules];

const example = fmi3({
  name: 'x.fmu',
  variables: '<Float64 name="y" valueReference="2" nominal="0"/>',
  definitions: '<DefaultExperiment stopTime="1" stepSize="2"/>',
});

function recording(target: string): Recording {
  const time = Float64Array.from({ length: 11 }, (_, n) => n / 10);
  return {
    target,
    time,
    columns: [{ name: 'y', unit: 'm', data: time.map(Math.sin) }],
    omitted: 3,
    step: 0.1,
    stopTime: 2,
    why: 'it gave up',
  };
}

function checked(text = 'plain'): CheckedFmu {
  const result = mergeResults(
    runOnFiles(fmuOf(example), fileRules),
    unrunVerdicts('x.fmu', behaviourRules, text),
  );
  const finding: Finding = {
    rule: behaviourRules[0].id,
    severity: 'violation',
    clause: text,
    message: text,
    value: text,
    expected: text,
    target: text,
    place: { file: text, line: 1, column: 2 },
    sequence: [text, text],
  };
  const verdicts: CheckResult['verdicts'] = result.verdicts.map((verdict) =>
    verdict.rule === behaviourRules[0]
      ? { rule: verdict.rule, status: 'failed', findings: [finding] }
      : verdict,
  );
  const run = recording(text);
  run.columns[0] = { ...run.columns[0], name: text, unit: text };
  return { result: { ...result, file: `units/${text}`, verdicts }, recordings: [{ ...run, why: text }] };
}

function dataOf(page: string): PageData {
  return JSON.parse(/<script type="application\/json" id="data">(.*)<\/script>/.exec(page)![1]!);
}

/** Returns the index of the list item of a rule. */
function rowOf(page: string, rule: string): number {
  return page.lastIndexOf('<li', page.indexOf(`>${rule}</code>`));
}

describe('the page of a check', () => {
  const unit = checked();
  const page = renderCheckReport([unit], '1.2.3');

  it('the page of a check lists every rule of the catalogue once, with its status', () => {
    const rows = [...page.matchAll(/<li class="(\w+)"(.*)/g)].flatMap(([, status, row]) =>
      [...row.matchAll(/<code[^>]*>([^<]*)/g)].map(([, id]) => [id, status]),
    );
    const expected = unit.result.verdicts.map(({ rule, status }) => [rule.id, status]);
    expect(rows.length).toBe(rules.length);
    expect(rows.sort()).toEqual(expected.sort());
  });

  it('the page of a check gives the reason of every rule that was not run', () => {
    const unasked = unit.result.verdicts.filter(({ status }) => status === 'inapplicable');
    for (const { rule, why } of notEmpty('inapplicable rules', unasked)) {
      const [row] = /<li class="inapplicable">.*/.exec(page.slice(rowOf(page, rule.id)))!;
      expect(row).toContain(why!.replaceAll("'", '&#39;'));
    }
  });

  it('the page of a check marks sections that no rule cites', () => {
    expect(page).toMatch(/2\.2\.6<\/i> Advancing Time<\/span><span class="words">no rule</);
    expect(page).toMatch(/1\.4<\/i> How to Read This Document<\/span><span class="words">explanation/);
  });

  it('the page of a check shows violations before advice, with location, value, correct value and calls', () => {
    const order = [...page.matchAll(/<article class="finding tone-(\w+)"/g)].map(([, tone]) => tone);
    expect(order).toEqual([...order].sort().reverse());
    expect(new Set(order)).toEqual(new Set(['violation', 'advice']));
    expect(page).toContain('<span class="place">plain:1:2</span>');
    expect(page).toContain('<dt>found</dt><dd><code>plain</code></dd><dt>expected</dt><dd>plain.</dd>');
    expect(page).toContain('The 2 calls that led to it');
  });

  it('the bar of a check counts only the rules that apply', () => {
    const rule = { id: 'a', title: 'A' };
    const verdicts = ['passed', 'inapplicable'].map((status) => ({ rule, status, findings: [] }) as never);
    expect(bar(verdicts)).toContain('<i class="passed" style="flex:1">');
    expect(bar(verdicts)).not.toContain('inapplicable');
    expect(countWords(verdicts)).toBe('1 of 1 rules that apply passed, 0 failed, 0 skipped. 1 do not apply.');
  });

  it('the page of a check links findings to their rules with valid links', () => {
    for (const [, to] of notEmpty('links', [...page.matchAll(/href="#([^"]*)"/g)]))
      expect(page).toContain(`id="${to}"`);
  });

  it('the page of a check draws the recorded runs', async () => {
    type Decode = (column: ColumnData, knots: [number, number][]) => { t: Float64Array; v: Float32Array };
    const { decode } = await clientModule<{ decode: Decode }>('decode.js');
    const { runs, groups } = dataOf(page);
    const [series] = groups[0].plots[0].series;
    const { t, v } = decode(runs[series.run].columns[series.column], runs[series.run].knots);
    const { time, columns } = unit.recordings[0];
    expect(Array.from(v)).toEqual(Array.from(columns[0].data, Math.fround));
    expect(t.length).toBe(time.length);
    for (const [n, at] of t.entries()) expect(at).toBeCloseTo(time[n], 6);
  });

  it('equal checks give equal bytes of the page', () => {
    expect(renderCheckReport([checked()], '1.2.3')).toBe(page);
  });

  it('the page of a check names no address outside itself, and forbids the browser to load one', () => {
    expect(page).not.toMatch(/https?:|@import|url\(|\ssrc=/i);
    expect(page).toContain(`content="default-src 'none';`);
    for (const [, to] of page.matchAll(/href="([^"]*)"/g)) expect(to).toMatch(/^(#|data:,$)/);
  });

  it('the page of a check shows hostile names, messages, values, locations and calls as text', () => {
    const bad = renderCheckReport([checked(hostile), checked(hostile)], hostile);
    expect(bad.match(/<script/g)).toHaveLength(3);
    expect(bad).not.toMatch(/<img/);
    expect(bad).toContain('&lt;img src=x onerror=&quot;alert(&#39;2&#39;)&quot;&gt;&amp;amp;$&amp;');
    expect(dataOf(bad).groups[0].plots[0].title).toBe(hostile);
  });

  it('the page of several checks shows a section for each FMU, and a table of FMUs above', () => {
    const both = renderCheckReport([unit, unit], '1.2.3');
    expect(both.match(/<section class="checked"/g)).toHaveLength(2);
    expect(both).toContain('2 of 2 FMUs do not conform');
    expect(dataOf(both).groups).toHaveLength(2);
    for (const k of [0, 1])
      for (const { id } of rules)
        expect(both.split('<section class="checked"')[k + 1]).toContain(`>${id}</code>`);
  });

  it('the page of a check explains missing runs and the end of a run', () => {
    const none = { ...unit, recordings: [], notRecorded: 'no binary' };
    expect(renderCheckReport([none], '1')).toContain('Nothing was run: no binary.');
    expect(renderCheckReport([{ ...unit, recordings: [recording('a')] }], '1')).toContain('it gave up');
  });
});
