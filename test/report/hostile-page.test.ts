import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawingOf } from '../../fmu-sdk/description/annotations/drawing-annotation.ts';
import { table } from '../../master/cli/command.ts';
import { sparkline } from '../../master/cli/run/results-table.ts';
import { tableReport } from '../../master/cli/run/run-report.ts';
import { renderRunPage } from '../../master/report/system/render-run-page.ts';
import { svgOf } from '../../master/results/plot-results.ts';
import type { CheckedSystem } from '../../master/system/system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { noBrowser, openBrowser, openRunPage } from './chromium.ts';

/** Malicious names: tags, ends of scripts and sections, quotes, terminal codes, text directions. */
const names = [
  '</script><script>window.harmed=1</script>',
  '<img src=x onerror=window.harmed=1>',
  `"' onload=window.harmed=1 x="`,
  ']]><svg onload=window.harmed=1>',
  '\u001b[31mred\u001b[0m\u0007',
  '\u202eabc, $& `y`',
];
const unit = '<b onclick="window.harmed=1">Pa</b>]]>';
const times = Float64Array.from([0, 1, 2]);
const columns = names.map((_, k) => Float64Array.from([k, k + 1, -k]));
const tableOfNames = { file: names[0], names: names.map((name) => `${name} [${unit}]`), times, columns };

const folder = temporaryFolder('hostile-page');

/** Units, a connection and a bond with such names, with the fields that a page reads. */
const port = (k: number): object => ({ unit: k, variable: { name: names[k], valueReference: 1 } });
const connection = { from: port(0), to: port(1), order: 0 };
const system = {
  units: names.map((name) => ({
    ...{ name, binary: { form: 'native' } },
    description: { modelName: name, description: name, version: name, fmiVersion: '3.0' },
    values: [{ variable: { name, unit, description: name }, value: [name] }],
  })),
  connections: [connection],
  bonds: [{ name: names[1], unit, terms: [{ effort: connection, flow: connection, weight: 1 }] }],
  stopTime: 2,
} as unknown as CheckedSystem;

const pageOfNames = (): string =>
  renderRunPage({
    result: {
      ...{ name: names[0], startTime: 0, endTime: 2, joints: [] },
      bonds: [{ name: names[1], unit, energy: 1, magnitude: 2 }],
      columns: [
        { name: 'time', unit: 's', data: times },
        ...names.map((name, k) => ({ name, unit, data: columns[k] })),
      ],
    },
    system,
    subtitle: names[2],
    summary: [[names[3], names[4]]],
    messages: names,
    logged: names.map((text, time) => ({ text, time })),
    scene: {
      points: { [names[0]]: { x: names[0], y: names[1] }, b: { x: 0, y: 0 } },
      bodies: [{ kind: 'rod', from: names[0], to: 'b', label: names[1] }],
    },
  });

describe('hostile names', () => {
  it('hostile names open no element in a page of a run and add no script', () => {
    const page = pageOfNames();
    expect(page.match(/<script/g)).toHaveLength(5);
    expect(page.match(/<\/script/g)).toHaveLength(5);
    expect(page).not.toMatch(/<img|<b |<svg onload|<!--/);
    expect(tableReport(tableOfNames).match(/<script/g)).toHaveLength(5);
  });

  it('hostile names appear over the lines of a block diagram, without crossings', () => {
    const [svg] = pageOfNames().match(/<svg class="diagram"[\s\S]*?<\/svg>/) ?? [''];
    const texts = [...svg.matchAll(/<text(?! x="[^"]*" y="[^"]*" class)/g)].map(({ index }) => index);
    expect(texts.length).toBeGreaterThan(0);
    expect(Math.min(...texts)).toBeGreaterThan(svg.lastIndexOf('<path d="M', svg.indexOf('class="unit"')));
  });

  it('hostile names stay text in an SVG drawing', () => {
    const svg = svgOf([tableOfNames], [], names[1]);
    expect(svg).not.toMatch(/<script|<img|<b |\]\]>|(?!\n)\p{Cc}/u);
    expect(svg).toContain('&lt;/script');
  });

  it('hostile names stay text on a terminal', () => {
    const tableText = table(names.map((name) => [name, sparkline([1, 2])]));
    expect(tableText).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(tableText.split('\n')).toHaveLength(names.length);
  });

  it('hostile names become a message or a drawing in an annotation, without an error', () => {
    for (const content of names) {
      const drawing = drawingOf({ annotations: [{ type: 'org.fmukit.drawing', content }] });
      expect(['string', 'object']).toContain(typeof drawing);
    }
  });

  it.skipIf(noBrowser !== undefined)(
    'hostile names appear letter for letter in a browser and run nothing',
    async () => {
      const file = join(folder, 'hostile.html');
      writeFileSync(file, pageOfNames());
      const browser = await openBrowser();
      try {
        const { page, complaints } = await openRunPage(browser, file);
        const labels = await page.locator('.variable .label').allTextContents();
        expect(labels).toEqual(names);
        expect(await page.locator('.messages li').allTextContents()).toEqual([
          ...names,
          ...names.map((text, time) => `${time} s ${text}`),
        ]);
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.click('.chart .tools button'),
        ]);
        const svg = readFileSync(await download.path(), 'utf8');
        expect(svg).not.toMatch(/<script|<img|(?!\n)\p{Cc}/u);
        expect(svg).toContain('&#60;svg onload');
        expect(await page.evaluate('window.harmed')).toBeUndefined();
        expect(complaints).toEqual([]);
      } finally {
        await browser.close();
      }
    },
  );
});
