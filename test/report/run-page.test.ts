import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SystemFile } from '../../master/system/system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { foreignUnit } from '../host/component/foreign.ts';
import { euler } from '../hostile/wasm/components.ts';
import { description, path } from '../hostile/wasm/decay.ts';
import { pack } from '../hostile/wasm/units.ts';
import { fmu, root } from '../run-fmu.ts';
import { makeLag } from '../seams/support/lag.ts';
import { isFullTest, spread } from '../width.ts';
import { columnsOf, noBrowser, openBrowser, openRunPage, runAgain } from './chromium.ts';

const folder = temporaryFolder('run-page');

/** Runs a system with a report as a user does. Returns the page and the results. */
function reported(name: string, edit: (system: SystemFile) => void = () => {}): Reported {
  const system = JSON.parse(readFileSync(join(root, 'systems', `${name}.json`), 'utf8')) as SystemFile;
  for (const unit of Object.values(system.units)) unit.fmu = join(root, unit.fmu.replace('../', ''));
  if (system.inputs !== undefined) system.inputs = join(root, 'systems', system.inputs);
  edit(system);
  return report(system);
}

type Reported = { page: string; csv: string };

function report(system: SystemFile, more: readonly string[] = []): Reported {
  const { name } = system;
  const file = join(folder, `${name}.json`);
  const [page, csv] = [join(folder, `${name}.html`), join(folder, `${name}.csv`)];
  writeFileSync(file, JSON.stringify(system));
  const { code, err } = fmu(['run', file, '-o', csv, '--report', page, ...more]);
  expect(err).not.toContain('fmu: run');
  expect(code).toBe(0);
  return { page, csv };
}

async function columnsAfterRun(page: Page): Promise<[string, string[]][]> {
  await runAgain(page);
  return columnsOf(page);
}

const bits = (text: string): string => String(new BigInt64Array(new Float64Array([Number(text)]).buffer)[0]);

function csvColumns(csv: string): [string, string[]][] {
  const rows = readFileSync(csv, 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((row) => row.split(','));
  return rows[0].map((title, k) => [title.replace(/ \[.*\]$/, ''), rows.slice(1).map((row) => bits(row[k]))]);
}

/** Returns the values of the selected variables in the list. */
const readValues = (page: Page): Promise<number[]> =>
  page.evaluate(`[...document.querySelectorAll('.variable:has(:checked) .value')].map((each) =>
    parseFloat(each.textContent.replace('−', '-')))`);

/**
 * Returns the differences of the runs at a row, in the format of the list, after moving the clock
 * there.
 */
const subtracted = (page: Page, row: number): Promise<number[]> =>
  page.evaluate(`(({ board }) => {
    const [now, before] = [board.now.get().columns, board.before.get().columns];
    const chosen = board.data.groups.flatMap(({ columns }, place) =>
      columns.filter((name) => board.chosen.get().has(name)).map((name) => ({ name, place })));
    board.clock.time.set(now.get(chosen[0].name).samples.t[${row}]);
    return chosen.map(({ name, place }) => {
      const { t, v } = now.get(name).samples;
      const other = before.get(name).samples;
      const { factor, decimals, log } = board.scales.get().get(place);
      const difference = v[t.indexOf(board.clock.time.get())] - other.v[other.t.indexOf(board.clock.time.get())];
      return log ? Number(difference.toPrecision(Math.abs(difference) < 1e-3 ? 4 : 5)) : Number((difference / factor).toFixed(decimals)) + 0;
    });
  })(fmukitPage)`);

const short = (seconds: number) => (system: SystemFile) => {
  system.stopTime = isFullTest ? system.stopTime : seconds;
};

describe.skipIf(noBrowser !== undefined)('the page of a run', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  const systems: [name: string, edit: (system: SystemFile) => void][] = [
    ['crane-single-force', short(0.5)],
    ['crane-double-force', short(1)],
    ['cylinder-friction', short(0.2)],
  ];
  it.each(spread(systems, 1))(
    'the page of a run runs %s again with the bits of the command line',
    async (name, edit) => {
      const { page: file, csv } = reported(name, edit);
      const { page, complaints } = await openRunPage(browser, file);
      expect(await runAgain(page)).toContain('bits equal to the command line');
      expect(await columnsOf(page)).toEqual(csvColumns(csv));
      expect(complaints).toEqual([]);
      await page.close();
    },
  );

  it('the page of a run runs a third-party component again, coupled to a fmukit FMU, with the bits of the command line', async () => {
    // The component sends a message in each step.
    const saying = { bodies: { 'do-step': `(call $say (i32.const 0)) ${euler.bodies?.['do-step']}` } };
    const decay = await pack(folder, 'decay', description, await foreignUnit('coSimulation', saying), path);
    await makeLag(folder);
    const { page: file, csv } = report(
      {
        name: 'foreign',
        units: { decay: { fmu: decay }, lag: { fmu: join(folder, 'lag.fmu'), parameters: { T: 0.1 } } },
        connections: [{ from: 'decay.x', to: 'lag.u', order: 1 }],
        algorithm: { scheme: 'jacobi', step: 0.01 },
        stopTime: 1,
      },
      ['--log', join(folder, 'calls.txt'), '--log-calls', 'message'],
    );
    const { page, complaints } = await openRunPage(browser, file);
    // Each event is a mark on the axis of time, which the list links to.
    expect(await page.textContent('.chart .names')).toContain('▲ 100 messages');
    await page.click('#messages li:nth-child(51) button');
    expect(await page.evaluate('fmukitPage.board.clock.time.get()')).toBe(0.5);
    expect(await page.textContent('#messages li:nth-child(51)')).toMatch(/^0\.5 s decay .*it is grüß$/);
    expect(await runAgain(page)).toContain('bits equal to the command line');
    expect(await page.textContent('.chart .names')).not.toContain('▲');
    expect(await columnsOf(page)).toEqual(csvColumns(csv));
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('the page of a run marks events, shows visible curves first, fits a phone, and prints completely', async () => {
    const csv = join(folder, 'ball.csv');
    const rows = [
      '0,1,0,1e-9',
      '0.45,0,-4.4,0',
      '0.45,0,3,0',
      '0.8,0.4,0,0',
      '1.2,0,-2,0',
      '1.2,0,1,0',
      '2,0,0,0',
    ];
    writeFileSync(csv, ['time,ball.h [m],ball.v [m/s],ball.gap [m]', ...rows, ''].join('\n'));
    const file = join(folder, 'ball.html');
    expect(fmu(['report', csv, '-o', file]).code).toBe(0);
    const { page, complaints } = await openRunPage(browser, file, { width: 390, colorScheme: 'dark' });
    expect(await page.textContent('.chart .names')).toContain('2 events');
    const checked = '[...document.querySelectorAll(".variable input")].map((each) => each.checked)';
    expect(await page.evaluate(checked)).toEqual([true, false, true]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    const width = (): Promise<unknown> =>
      page.evaluate('document.querySelector(".chart .uplot canvas").clientWidth');
    const onScreen = await width();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate('dispatchEvent(new Event("beforeprint")), new Promise(requestAnimationFrame)');
    expect(await width()).toBe(670);
    expect(await page.isVisible('.panel')).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate('dispatchEvent(new Event("afterprint")), new Promise(requestAnimationFrame)');
    expect(await width()).toBe(onScreen);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('the page of a run accepts a changed parameter and step, with the result of the command line', async () => {
    const { page: file } = reported('crane-single-force', short(1));
    const { page, complaints } = await openRunPage(browser, file);
    await page.uncheck('form.again .live');
    await page.fill('input[name=step]', '0.002');
    await page.selectOption('select[name=order]', '1');
    await page.click('summary:has-text("crane:")');
    await page.fill('.field:has(label:text-is("m_h")) input[type=number]', '210');
    const words = (await page.textContent('.command')) ?? '';
    expect(words).toBe('--step 0.002 --order 1 --set crane.m_h=210');
    expect(await runAgain(page)).not.toContain('bits');
    const csv = join(folder, 'changed.csv');
    const again = ['run', join(folder, 'crane-single-force.json'), ...words.split(' '), '-o', csv];
    expect(fmu(again).code).toBe(0);
    expect(await columnsOf(page)).toEqual(csvColumns(csv));
    // The curves of the previous run appear beside the present ones, and can be subtracted.
    expect(await page.isChecked('input[value=both]')).toBe(true);
    // The transferred energy is available although the force is not recorded. A share below 1e-3 is
    // not red.
    const bond = '#diagram [data-bond-row=lift]';
    expect(await page.textContent(`${bond} td:nth-child(4)`)).toMatch(/^\d[\d.]* J$/);
    const share = parseFloat((await page.textContent(`${bond} td:nth-child(5)`)) ?? '');
    const hue = /hsl\((\d+) /.exec(
      (await page.getAttribute('#diagram [data-bond=lift]', 'stroke')) ?? '',
    )?.[1];
    expect(share).toBeGreaterThan(0);
    expect(Number(hue)).toBe(Math.round((-140 * Math.log10(share / 100)) / 6));
    await page.check('input[value=difference]');
    expect(await page.textContent('.chart:not([hidden]) figcaption')).toContain('Difference: ');
    // The list shows the difference too, at any time.
    for (const row of [37, 100]) {
      const differences = await subtracted(page, row);
      expect(differences.some((difference) => difference !== 0)).toBe(true);
      expect(await readValues(page)).toEqual(differences);
    }
    const differences = await readValues(page);
    await page.check('input[value=values]');
    expect(await readValues(page)).not.toEqual(differences);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('the page of a run writes long numbers short, with the whole number as a tooltip', async () => {
    const { page: file } = reported('crane-single-force', (system) => {
      system.stopTime = 0.01;
      system.units.crane.parameters = { ...system.units.crane.parameters, m_h: 2e12 };
    });
    const { page, complaints } = await openRunPage(browser, file);
    const field = (name: string): Promise<[string, string, string]> =>
      page.evaluate(`(({ control }) => [control.value, control.title, control.parentElement.querySelector('.unit').textContent])(
        [...document.querySelectorAll('.field label')].find((each) => each.textContent === '${name}'))`);
    expect(await field('m_h')).toEqual(['2e12', '2e12', 'kg']);
    // A dimensionless field lacks a unit of measure.
    expect(
      await page.evaluate('[...document.querySelectorAll(".field .unit")].map((each) => each.textContent)'),
    ).not.toContain('1');
    await page.uncheck('form.again .live');
    await page.fill('input[name=step]', '0.000123456789');
    expect(await page.getAttribute('input[name=step]', 'title')).toBe('0.000123456789');
    expect(await page.textContent('.command')).toBe('--step 0.000123456789');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('the form of a page shows whether its settings were run, and Reset restores the first run', async () => {
    const { page: file } = reported('crane-single-force', (system) => {
      system.stopTime = 0.05;
    });
    const { page, complaints } = await openRunPage(browser, file);
    const status = (): Promise<string | null> => page.textContent('form.again .status');
    const first = await columnsAfterRun(page);
    await page.uncheck('form.again .live');
    await page.fill('input[name=step]', '0.002');
    expect(await status()).toBe('not run yet');
    await page.fill('input[name=step]', '0.001');
    expect(await status()).toBe('');
    await page.fill('input[name=step]', '0.005');
    const changed = await columnsAfterRun(page);
    expect(changed).not.toEqual(first);
    // With "on each change" off, the page keeps its results and reports that.
    await page.click('button[type=reset]');
    await expect.poll(() => page.textContent('.command')).toBe('as in the original run');
    expect(await status()).toBe('not run yet');
    expect(await page.isChecked('form.again .live')).toBe(false);
    // An empty number is invalid and does not run.
    await page.check('form.again .live');
    await page.fill('input[name=step]', '');
    expect(await status()).toBe('Step H: enter a valid number');
    expect(await page.getAttribute('.status', 'class')).toBe('status failed');
    expect(await page.textContent('.command')).toBe('–');
    const runs = Number(await page.getAttribute('form.again', 'data-runs'));
    // A step above the range of the slider is at its right end.
    await page.uncheck('form.again .live');
    await page.fill('input[name=step]', '7');
    expect(await page.inputValue('[data-slides=step]')).toBe('8');
    await page.check('form.again .live');
    await page.click('button[type=reset]');
    await page.waitForSelector(`form.again[data-runs="${runs + 1}"]`);
    expect(await status()).toContain('bits equal to the command line');
    expect(await page.getAttribute('.status', 'class')).toBe('status');
    expect(await columnsOf(page)).toEqual(first);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
