import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderReport } from '../../master/report/index.ts';
import { writePage } from '../../papers/paper-page.ts';
import type { Checked } from '../../papers/paper-study.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';
import { root } from '../run-fmu.ts';
import { makeLag } from '../seams/support/lag.ts';
import { noBrowser, openBrowser } from './chromium.ts';
import { smallReport } from './sample-report.ts';

const folder = temporaryFolder('accessible');
const axe = join(root, 'node_modules/axe-core/axe.min.js');
const missing =
  noBrowser ?? (existsSync(axe) ? undefined : 'axe-core is not installed (npm install --no-save axe-core)');

const study = {
  name: 'lags',
  system: 'lag.fmu',
  set: { stopTime: 0.2, 'algorithm.step': 0.01 },
  vary: [{ name: 'T', set: 'T', values: [0.1, 0.2, 0.4] }],
  metrics: { last: { final: 'y' } },
};
const system = {
  name: 'two',
  units: { a: { fmu: 'lag.fmu', start: { u: 1 } }, b: { fmu: 'lag.fmu' } },
  connections: [{ from: 'a.y', to: 'b.u' }],
  algorithm: { scheme: 'jacobi', step: 0.01 },
  stopTime: 0.5,
};
const claims = [
  { claim: { where: 'Fig. 7', statement: 'The power vanishes', published: '0.01' }, verdict: 'reproduced' },
  { claim: { where: 'eq. 2', statement: 'The error is small', published: '3 %' }, verdict: 'trend only' },
].map(({ claim, verdict }) => ({
  paper: { key: 'paper', citation: 'A paper' },
  claim,
  finding: {
    ours: '0.0123 m/s at 3.2 s, 0.0456 m/s at 6.4 s',
    verdict,
    why: 'the paper does not give the damping of the valve, so that the peak differs by 12 %',
  },
})) as unknown as Checked[];

/** Width of A4 between the margins of a printer [px]. */
const paperWidth = 718;
const inkOf = "getComputedStyle(document.documentElement).getPropertyValue('--ink').trim()";

/** Pages by name, with the element that gives the answer. */
const pages = [
  ['run.html', '.verdict .word'],
  ['table.html', '.verdict .word'],
  ['study.html', '.tile .word'],
  ['schemes.html', '.tile .word'],
  ['check/lag.html', '.verdict .word'],
  ['check/index.html', '.tile .word'],
  ['paper.html', '.tile .word'],
  ['plain.html', 'h1'],
] as const;

describe.skipIf(missing !== undefined)('the pages of results', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
    await makeLag(folder);
    writeFileSync(join(folder, 'study.json'), JSON.stringify(study));
    writeFileSync(join(folder, 'two.json'), JSON.stringify(system));
    const commands = [
      'run two.json --output two.csv --report run.html',
      'report two.csv --output table.html',
      'study study.json --workers 1 --report study.html',
      'compare-schemes two.json --only jacobi gauss-seidel --levels 2 --output schemes.html',
      'check lag.fmu --report-dir check',
    ];
    for (const command of commands) {
      const { code, err } = await fmuHere(command.split(' '), folder);
      if (code === 1 || code === 2) throw new Error(`${command}: ${err}`);
    }
    writePage(folder, claims, []);
    writeFileSync(join(folder, 'plain.html'), renderReport(smallReport()));
  });
  afterAll(() => browser.close());

  it.each(pages)(
    '%s shows its answer at once, without a serious issue of axe-core and a sideways scroll',
    async (name, answer) => {
      const file = join(folder, name);
      // The data of these pages are small, apart from the script of a run again.
      const most: Readonly<Record<string, number>> = { 'run.html': 1_500_000 };
      expect(statSync(file).size).toBeLessThan(most[name] ?? 200_000);
      for (const [width, colorScheme] of [
        [1280, 'light'],
        [1280, 'dark'],
        [390, 'light'],
        [390, 'dark'],
      ] as const) {
        const page = await browser.newPage({ viewport: { width, height: 844 }, colorScheme });
        page.setDefaultTimeout(0);
        const complaints: string[] = [];
        page.on('pageerror', (error) => complaints.push(String(error)));
        page.on('request', (request) => {
          if (!/^(?:file|data|blob):/.test(request.url())) complaints.push(request.url());
        });
        await page.goto(`file://${file}`);
        const box = await page.locator(answer).first().boundingBox();
        expect(box === null ? Number.POSITIVE_INFINITY : box.y + box.height).toBeLessThan(844);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(
          0,
        );
        await page.evaluate(readFileSync(axe, 'utf8'));
        const found = await page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(
        ({ violations }) => violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => id + ': ' + nodes[0].html))`);
        expect(found).toEqual([]);
        expect(complaints).toEqual([]);
        await page.close();
      }
    },
  );

  it.each(pages)(
    '%s prints black on white from a dark screen, with all columns on the paper',
    async (name) => {
      const page = await browser.newPage({
        viewport: { width: paperWidth, height: 1000 },
        colorScheme: 'dark',
      });
      page.setDefaultTimeout(0);
      await page.goto(`file://${join(folder, name)}`);
      const darkInk = await page.evaluate(inkOf);
      await page.emulateMedia({ media: 'print' });
      await page.evaluate('dispatchEvent(new Event("beforeprint")), new Promise(requestAnimationFrame)');
      expect(await page.evaluate(inkOf)).not.toBe(darkInk);
      expect(await page.evaluate(inkOf)).toBe('#1a1e23');
      const beyond = await page.evaluate(`[...document.querySelectorAll('table, svg, canvas, .tile')]
      .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
      .map((each) => each.outerHTML.slice(0, 200))`);
      expect(beyond).toEqual([]);
      await page.close();
    },
  );
});
