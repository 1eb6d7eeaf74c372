import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderStudyPage } from '../../master/report/study/render-study-page.ts';
import { readStudyTable } from '../../master/results/study-table.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';
import { makeLag } from '../seams/support/lag.ts';
import { noBrowser, openBrowser, openRunPage } from './chromium.ts';

const folder = temporaryFolder('study-page');
const study = {
  name: 'lags',
  system: 'lag.fmu',
  set: { stopTime: 0.2, 'algorithm.step': 0.01 },
  vary: [
    { name: 'T', set: 'T', values: [0.1, 0.2, 0.4, 0.8] },
    { set: 'u', values: [0, 0.5, 1] },
  ],
  metrics: { last: { final: 'y' }, most: { max: 'y' } },
};

describe.skipIf(noBrowser !== undefined)('the page of a study', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
    await makeLag(folder);
    writeFileSync(join(folder, 'study.json'), JSON.stringify(study));
  });
  afterAll(() => browser.close());

  async function open(file: string): Promise<{ page: Page; complaints: string[] }> {
    return openRunPage(browser, join(folder, file));
  }
  const command = async (page: Page): Promise<string[]> =>
    ((await page.textContent('.study-command')) ?? '').split(' ').slice(1);

  it('a click in a study page gives a command that repeats that run with the numbers of the table', async () => {
    const { code, out } = await fmuHere(
      ['study', 'study.json', '--report', 'page.html', '--workers', '1'],
      folder,
    );
    expect([code, out.includes('page.html')]).toEqual([0, true]);
    const rows: Record<string, string>[] = parse(readFileSync(join(folder, 'results/lags.csv')), {
      columns: true,
    });
    const { page, complaints } = await open('page.html');
    const last = (row: Record<string, string>): number => Number(row.last);
    const best = rows
      .filter(({ verdict }) => verdict !== 'do not trust')
      .sort((a, b) => last(a) - last(b))[0];
    expect((await command(page))[3]).toBe(best.run);
    await page.click('.study-table tbody tr:nth-child(3)');
    const words = await command(page);
    expect(words.slice(0, 3)).toEqual(['study', 'study.json', '--repeat']);
    const again = await fmuHere([...words, '--json'], folder);
    const row = rows[Number(words[3])];
    const { study: name, ...cells } = JSON.parse(again.out);
    expect(name).toBe('lags');
    expect(
      Object.fromEntries(Object.entries(cells).map(([title, cell]) => [title, String(cell ?? '')])),
    ).toEqual(row);
    const { page: ofRun } = await open(words[5]);
    const final: number = await ofRun.evaluate(
      'fmukitPage.board.now.get().columns.get("y").samples.v.at(-1)',
    );
    expect(String(final)).toBe(row.last);
    // The address shows this run again.
    const { page: second } = await open('page.html');
    await second.goto(page.url());
    await second.reload();
    await second.waitForSelector('body[data-ready]');
    expect(await command(second)).toEqual(words);
    expect(complaints).toEqual([]);
    await Promise.all([page, ofRun, second].map((each) => each.close()));
  });

  it('a study page marks failed runs and runs that are not to be trusted, and does not call them the best', async () => {
    const lines = Array.from({ length: 1000 }, (_, run) => {
      const ending = run % 10 === 3 ? 'failed' : 'finished';
      const verdict = ending === 'failed' ? '' : run % 10 === 4 ? 'do not trust' : 'good';
      return `${run},${run % 25},${(run * 7) % 40},${ending},${verdict},1,10,${ending === 'failed' ? '' : run % 10 === 4 ? -1e9 : run + 1},1,0,c,h,${ending === 'failed' ? '"the <b>tank</b> is empty"' : ''}`;
    });
    const head = 'run,a,b,ending,verdict,time,steps,cost,seed,version,contents,hash,message';
    writeFileSync(join(folder, 'many.csv'), `${head}\r\n${lines.join('\r\n')}\r\n`);
    const content = await readStudyTable(join(folder, 'many.csv'));
    writeFileSync(join(folder, 'many.html'), renderStudyPage(content ?? expect.fail('no study')));
    const { page, complaints } = await open('many.html');
    expect(await page.textContent('.study-best')).toMatch(/smallest cost1run 0: a = 0, b = 0/);
    expect(await page.textContent('.study-runs')).toContain('900 of 1000 finished');
    expect(await page.textContent('.study-verdict')).toContain('100 not to be trusted');
    for (const kind of ['.state2', '.state3'])
      expect(await page.getAttribute(`.study-plot .runs${kind}`, 'd')).toMatch(
        /^(M[\d. ]+m-3.5-3.5l7 7m0-7l-7 7){100}$/,
      );
    // The number of elements limits the time to open.
    expect(await page.locator('.study-plots *').count()).toBeLessThan(3000);
    const drawn = await fmuHere(['plot', 'many.csv', 'a', 'cost', '-o', 'many.svg'], folder);
    expect([drawn.code, drawn.out]).toEqual([0, 'many.svg\n']);
    const svg = readFileSync(join(folder, 'many.svg'), 'utf8');
    expect([svg.includes('>a</text>'), svg.includes('cost')]).toEqual([true, true]);
    await page.click('.study-all');
    await page.click('.study-table tbody tr:last-child');
    expect(await page.textContent('.study-run .message')).toBe('the <b>tank</b> is empty');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('a study page marks the runs whose error band overlaps with that of the best run', async () => {
    const costs = [2.05, 2, 2.4, 3, 2.2];
    const errors = [0.1, 0.1, 0.1, 0.1, ''];
    const lines = costs.map(
      (cost, run) => `${run},${run},finished,good,1,10,${cost},${errors[run]},1,0,c,h,`,
    );
    const head = 'run,a,ending,verdict,time,steps,cost,cost.error,seed,version,contents,hash,message';
    writeFileSync(join(folder, 'banded.csv'), `${head}\r\n${lines.join('\r\n')}\r\n`);
    const content = await readStudyTable(join(folder, 'banded.csv'));
    writeFileSync(join(folder, 'banded.html'), renderStudyPage(content ?? expect.fail('no study')));
    const { page, complaints } = await open('banded.html');
    expect(await page.textContent('.study-best')).toContain(
      '2.00 ± 1.0e−1run 1: a = 1. Not certain: one other run lies within the error bands (≈).',
    );
    expect(await page.getAttribute('.study-best', 'data-word')).toBe('doubtful');
    const rows = await page.locator('.study-table tbody tr').allTextContents();
    expect(rows.map((row) => row.includes('≈'))).toEqual([false, true, false, false, false]);
    expect(await page.getAttribute('.study-plot .study-band', 'd')).toMatch(/^(M[\d.]+ [\d.]+V[\d.]+){4}$/);
    await page.selectOption('select[name=better]', 'largest');
    expect(await page.textContent('.study-best')).not.toContain('Not certain');
    expect(complaints).toEqual([]);
    await page.close();
  });
});
