import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { livePage } from '../../master/cli/view/handler.ts';
import { serveView, type ViewServer } from '../../master/cli/view/view-server.ts';
import { LiveRun } from '../../master/run/page/live-run.ts';
import { loadSystem } from '../../master/system/load-system.ts';
import { root } from '../run-fmu.ts';
import { noBrowser, openBrowser, openRunPage } from './chromium.ts';

let view: ViewServer;
let run: LiveRun;
afterEach(async () => {
  await run.dispose();
  view.server.close();
  view.server.closeAllConnections();
});

/** Run that is paused after its first row, and its page. */
async function openPausedRun(mostRows?: number): Promise<void> {
  const system = await loadSystem(join(root, 'systems/crane-single-force.json'));
  run = new LiveRun({ ...system, stopTime: 0.5 }, mostRows);
  run.pause();
  await run.begin();
  view = await serveView(run, livePage(system, run), 0);
}

function ask(address: string, method = 'GET', host?: string, path?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = host === undefined ? {} : { host };
    request(address, { method, headers, ...(path === undefined ? {} : { path }) }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

describe('the page of a live run', () => {
  it('a live view serves only clients on the loopback interface that know its path and name its host', async () => {
    await openPausedRun();
    expect(view.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/);
    const { origin, pathname } = new URL(view.address);
    expect(await ask(view.address)).toBe(200);
    expect(await ask(`${origin}/`)).toBe(404);
    expect(await ask(`${origin}/${'0'.repeat(32)}/rows`)).toBe(404);
    expect(await ask(`${origin}${pathname}../rows`)).toBe(404);
    expect(await ask(view.address, 'GET', 'somewhere.example')).toBe(404);
    // A request with an invalid URL must not end the run.
    for (const path of ['//', '/\\', '*', 'http://[', `//${pathname}`])
      expect(await ask(origin, 'GET', undefined, path)).toBe(404);
    expect(await ask(`${view.address}stop`, 'GET')).toBe(404);
    expect(run.state).toBe('paused');
    expect(await ask(`${view.address}stop`, 'POST')).toBe(200);
    await expect.poll(() => run.state).toBe('interrupted');
    expect(run.rows.length).toBeLessThan(500);
  });

  it('a client that piles up requests on one connection is cut off', async () => {
    await openPausedRun();
    const { host, hostname, port, pathname } = new URL(view.address);
    const socket = connect(Number(port), hostname);
    let isClosed = false;
    socket.once('close', () => {
      isClosed = true;
    });
    socket.on('error', () => {}).resume();
    socket.write(`GET ${pathname}rows?from=0 HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(50));
    await expect.poll(() => isClosed).toBe(true);
    expect(await ask(view.address)).toBe(200);
  });

  it.skipIf(noBrowser !== undefined)(
    'a live view shows rows as they arrive and the verdict at the end, thins out many rows, pauses and continues',
    async () => {
      await openPausedRun(100);
      const browser = await openBrowser();
      try {
        const { page, complaints } = await openRunPage(browser, view.address);
        await page.waitForSelector('div.live[data-state=paused]');
        expect(run.rows.length).toBeLessThan(500);
        const usable = (): Promise<string[]> =>
          page.evaluate('[...document.querySelectorAll(".live button:enabled")].map((each) => each.value)');
        expect(await usable()).toEqual(['go', 'stop']);
        expect(await page.textContent('.verdict .word')).toBe('running');
        await page.click('button[value=go]');
        await page.waitForSelector('div.live[data-state=finished]');
        const { word, reason } = run.result?.verdict ?? expect.fail('no verdict');
        expect(await page.textContent('.verdict .word')).toBe(word);
        expect(await page.textContent('.verdict .reason')).toBe(reason);
        expect(await usable()).toEqual([]);
        expect(await page.textContent('.subtitle')).not.toContain('runs');
        const samples = await page.evaluate(
          `[...fmukitPage.board.now.get().columns.get('crane.s').samples.v]`,
        );
        const place = 1 + run.columns.findIndex(({ name }) => name === 'crane.s');
        const width = run.columns.length + 1;
        expect(samples).toEqual([...run.rows.since(0, 1).rows].filter((_, k) => k % width === place));
        expect(samples).toHaveLength(64);
        expect(run.rows.every).toBe(8);
        expect(complaints).toEqual([]);
      } finally {
        await browser.close();
      }
    },
  );
});
