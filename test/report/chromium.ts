import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const program = '/usr/bin/chromium';

/** Reason why no browser can be started, for tests that are then skipped. */
export const noBrowser: string | undefined = existsSync(program)
  ? undefined
  : `there is no ${program} (Debian: apt-get install chromium)`;

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: program,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    timeout: 0,
  });
}

/**
 * Opens the page of a run from its file and waits until it is drawn. The list collects browser
 * errors.
 */
export async function openRunPage(
  browser: Browser,
  file: string,
  look: { width?: number; colorScheme?: 'light' | 'dark' } = {},
): Promise<{ page: Page; complaints: string[] }> {
  const { width = 1280, colorScheme = 'light' } = look;
  const page = await browser.newPage({ viewport: { width, height: 844 }, colorScheme });
  page.setDefaultTimeout(0);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  await page.goto(file.includes('://') ? file : `file://${file}`);
  await page.waitForSelector('body[data-ready]');
  // The controls are in a drawer.
  if ((await page.locator('.opener').count()) > 0) await page.click('.opener');
  return { page, complaints };
}

/** Presses "Run again" and returns the status of that run. */
export async function runAgain(page: Page): Promise<string> {
  const runs = Number(await page.getAttribute('form.again', 'data-runs'));
  await page.click('form.again .go');
  await page.waitForSelector(`form.again[data-runs="${runs + 1}"]`);
  return (await page.textContent('form.again .status')) ?? '';
}

/** The columns of the last run in the page, their bits as text. */
export async function columnsOf(page: Page): Promise<[name: string, bits: string[]][]> {
  return page.evaluate(`fmukitPage.columns().map(({ name, data }) =>
    [name, [...new BigInt64Array(data.buffer, data.byteOffset, data.length)].map(String)])`);
}
