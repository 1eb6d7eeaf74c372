import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fault, makeUnit, noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmuHere } from '../../fmu-here.ts';
import { root } from '../../run-fmu.ts';
import { fmuProgram, joystickBeside } from './files.ts';

const folder = temporaryFolder('view');
const unit = join(folder, 'fixture3.fmu');

beforeAll(async () => {
  if (noCompiler === undefined) writeFileSync(unit, await makeUnit(3));
});

const systemWith = (what: number, stepSeconds: number): string =>
  joystickBeside(unit, what, join(folder, `${what}.json`), { limits: { stepSeconds } });

/**
 * Starts `fmu view` of a system. Returns its process, its output, its end, and the head of its
 * page's response.
 */
function view(file: string) {
  const child = spawn(process.execPath, [fmuProgram, 'view', file]);
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text));
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal })),
  );
  const rows = (): Promise<Record<string, unknown>> =>
    new Promise((resolve, reject) =>
      request(`${output.out.trim()}rows?from=0&every=1`, (answer) => {
        answer.resume();
        resolve(answer.headers);
      })
        .on('error', reject)
        .end(),
    );
  return { child, said: output, ended, rows };
}

describe.skipIf(noCompiler !== undefined)('a run in a page', () => {
  it('a live page shows the rows before an FMU that does not return, and the run ends within two seconds of one signal', async () => {
    const { child, said: output, ended, rows } = view(systemWith(fault.hangs, 1000));
    await expect.poll(() => output.err).toContain('Ctrl-C ends');
    expect(await rows()).toMatchObject({ 'x-state': 'running', 'x-kept': '1' });
    child.kill('SIGINT');
    expect(await ended).toEqual({ code: 130, signal: null });
    expect(output.err).toContain(
      'fmu: step bad: at t = 0 s the FMU did not return within 1 s after the request to end. The run is ended by force.',
    );
    expect(output.err).not.toContain('crashed');
  });

  it('a live page and the command report an exceeded time limit, and the command fails', async () => {
    const { child, said: output, ended, rows } = view(systemWith(fault.hangs, 0.5));
    const message = 'fixture3.fmu (unit bad): doStep computed for';
    await expect.poll(() => output.err).toContain(message);
    const head = await rows();
    expect([head['x-state'], decodeURIComponent(String(head['x-message']))]).toEqual([
      'failed',
      expect.stringContaining(message),
    ]);
    child.kill('SIGINT');
    expect(await ended).toEqual({ code: 1, signal: null });
  });
});

it('a live page fails with the next step if the port is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { code, err } = await fmuHere(['view', join(root, 'dist/joystick.fmu'), '--port', `${port}`]);
  other.close();
  expect([code, err]).toEqual([
    1,
    `fmu: view: port ${port} of 127.0.0.1 is in use. Choose another by --port, or leave it out.\n`,
  ]);
});
