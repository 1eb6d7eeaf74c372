import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableReport } from '../../master/cli/run/run-report.ts';
import { renderReport } from '../../master/report/index.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { noBrowser, openBrowser, openRunPage } from './chromium.ts';
import { smallReport } from './sample-report.ts';

const folder = temporaryFolder('table-page');

describe.skipIf(noBrowser !== undefined)('the page of results', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  /**
   * Opens the page of columns over ten seconds, by title. Each value depends on its row, 0 to 100.
   */
  async function open(columns: Record<string, (row: number) => number>): Promise<Page> {
    const rows = Array.from({ length: 101 }, (_, row) => row);
    const file = join(folder, 'page.html');
    const table = {
      file: 'results.csv',
      names: Object.keys(columns),
      times: Float64Array.from(rows, (row) => row / 10),
      columns: Object.values(columns).map((value) => Float64Array.from(rows, value)),
    };
    writeFileSync(file, tableReport(table));
    return (await openRunPage(browser, file)).page;
  }

  it('the page of results handles its keys for any focus, except keys that an element uses itself', async () => {
    const page = await open({ 'a [m]': (row) => row });
    const time = (): Promise<number> => page.evaluate('fmukitPage.board.clock.time.get()');
    const playing = (): Promise<boolean> => page.evaluate('fmukitPage.board.clock.playing.get()');
    await page.keyboard.press('End');
    expect(await time()).toBe(10);
    await page.focus('.timebar .all');
    await page.keyboard.press('ArrowLeft');
    expect(await time()).toBeCloseTo(10 - 10 / 400, 9);
    await page.focus('summary');
    await page.keyboard.press('Home');
    expect(await time()).toBe(0);
    // Space activates the focused element, and otherwise starts playing.
    await page.focus('.timebar .all');
    await page.keyboard.press(' ');
    expect(await playing()).toBe(false);
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press(' ');
    expect(await playing()).toBe(true);
    await page.keyboard.press(' ');
    expect(await playing()).toBe(false);
    const before = await time();
    await page.focus('.filter');
    await page.keyboard.press('End');
    await page.keyboard.type('a b');
    expect([await time(), await playing()]).toEqual([before, false]);
    await page.close();
  });

  it('the page of results names the unit of measure of both axes, and a filter hides empty headings', async () => {
    const page = await open({ 'a.s [m]': (row) => row, 'a.p [Pa]': (row) => 1e6 * row });
    const captions = '.chart:not([hidden]) figcaption > span:first-child';
    expect(await page.textContent(captions)).toBe('Length [m]');
    await page.selectOption('.chart:not([hidden]) .tools select', { label: 'right: Pressure' });
    expect(await page.textContent(captions)).toBe('Length [m]; right: Pressure [MPa]');
    const headings = (): Promise<string[]> => page.locator('.variables h3:visible').allTextContents();
    expect(await headings()).toEqual(['Length', 'Pressure']);
    await page.fill('.filter', 'a.P');
    expect(await headings()).toEqual(['Pressure']);
    expect(await page.isVisible('.variables .note')).toBe(false);
    await page.fill('.filter', 'q');
    expect(await headings()).toEqual([]);
    expect(await page.textContent('.variables .note:visible')).toContain('No variable');
    await page.close();
  });

  it('a plot lists all curves at the pointer, zooms upwards by a drag, and downloads what it shows', async () => {
    const page = await open({ 'a [m]': (row) => row, 'b [m]': (row) => row / 2 });
    const over = (await page.locator('.chart .u-over').boundingBox()) ?? expect.fail('no plot');
    const [x, y] = [over.x + over.width / 2, over.y];
    await page.mouse.move(x, y + over.height * 0.25);
    const cells = (): Promise<string[]> => page.locator('.readout tbody td').allTextContents();
    const shown = (await cells()).map(Number);
    expect(shown[0]).toBeCloseTo(50, 0);
    expect(shown[4]).toBeCloseTo(shown[0] / 2, 2);
    expect([shown.slice(1, 4), shown.slice(5)]).toEqual([
      [0, 100, 100],
      [0, 50, 50],
    ]);
    const marks = async (): Promise<number[]> => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.click('.chart button:text-is("SVG")'),
      ]);
      const svg = readFileSync(await download.path(), 'utf8');
      return [...svg.matchAll(/text-anchor="end">([^<]*)</g)].map(([, text]) =>
        Number(text.replace('−', '-')),
      );
    };
    expect(Math.max(...(await marks()))).toBeGreaterThanOrEqual(100);
    await page.mouse.move(x, y + over.height * 0.6);
    await page.mouse.down();
    await page.mouse.move(x + 2, y + over.height * 0.7);
    await page.mouse.move(x + 2, y + over.height * 0.9);
    await page.mouse.up();
    const zoomed = await marks();
    expect(Math.max(...zoomed)).toBeLessThan(50);
    expect(await page.evaluate('fmukitPage.board.zoom.range.get()')).toEqual([0, 10]);
    await page.click('.timebar .all');
    expect(Math.max(...(await marks()))).toBeGreaterThanOrEqual(100);
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      page.click('.chart button:text-is("PNG")'),
    ]);
    const bytes = readFileSync(await picture.path());
    expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
    expect(bytes.readUInt32BE(16)).toBeGreaterThan(600);
    await page.close();
  });

  it('a curve is drawn between whole pixels', async () => {
    const page = await open({ 'a [m]': (row) => 1 + row * 1e-3 });
    const heights: number[] = await page.evaluate(`(() => {
      const found = [];
      const { lineTo } = Path2D.prototype;
      Path2D.prototype.lineTo = function (x, y) { found.push(y); lineTo.call(this, x, y); };
      fmukitPage.board.zoom.range.set([1, 9]);
      return new Promise((resolve) => requestAnimationFrame(() => resolve(found)));
    })()`);
    expect(heights.some((height) => !Number.isInteger(height))).toBe(true);
    await page.close();
  });

  it('the address of a page shows the same variables, times and zoom again', async () => {
    const page = await open({ 'a [m]': (row) => row, 'b [Pa]': (row) => row / 2 });
    await page.uncheck('.variable:has-text("b") input');
    await page.evaluate('fmukitPage.board.zoom.range.set([2, 4]), fmukitPage.board.clock.time.set(3)');
    await page.waitForURL(/#show=a&range=2\+4&t=3$/);
    const second = await browser.newPage();
    await second.goto(page.url());
    await second.waitForSelector('body[data-ready]');
    expect(
      await second.evaluate(
        '[[...fmukitPage.board.chosen.get()], fmukitPage.board.zoom.range.get(), fmukitPage.board.clock.time.get()]',
      ),
    ).toEqual([['a'], [2, 4], 3]);
    await Promise.all([page, second].map((each) => each.close()));
  });

  it('the page of results plays a run of 0.2 s slowly at first, and handles keys everywhere on pages with one time', async () => {
    const file = join(folder, 'report.html');
    writeFileSync(file, renderReport(smallReport()));
    const page = await browser.newPage();
    await page.goto(`file://${file}`);
    expect(await page.inputValue('.speed')).toBe('0.02');
    expect(await page.textContent('.speed option:checked')).toBe('0.02 ×');
    await page.keyboard.press('End');
    expect(await page.textContent('.time')).toBe('0.1990 s');
    await page.close();
  });
});
