import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmu, root } from '../../run-fmu.ts';

const folder = temporaryFolder('watch');
let child: ChildProcess | undefined;
beforeAll(() => {
  cpSync(join(root, 'docs/units/first-order-lag'), join(folder, 'lag'), { recursive: true });
});
afterAll(() => {
  child?.kill('SIGKILL');
});

it('fmu build --watch rebuilds changed sources and survives errors, and fmu run reports outdated FMUs', async () => {
  let output = '';
  child = spawn(process.execPath, [join(root, 'bin/fmu.cjs'), 'build', 'lag', '--watch'], { cwd: folder });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)));
  const times = (what: RegExp): number => output.match(new RegExp(what, 'g'))?.length ?? 0;
  const reaches = (count: number): Promise<unknown> =>
    expect.poll(() => times(/watching for changes/), { timeout: 600_000 }).toBe(count);
  await reaches(1);
  expect(output).toMatch(/dist\/first-order-lag\.fmu: /);

  const unit = join(folder, 'lag/unit.ts');
  const source = readFileSync(unit, 'utf8');
  writeFileSync(unit, source.replace('this.y = this.y_0;', 'this.T = 2.0;'));
  await reaches(2);
  expect(output).toMatch(/unit\.ts:\d+:\d+ parameter-written: this\.T is a parameter/);

  const stale = fmu(['run', 'dist/first-order-lag.fmu', '--stop-time', '0.1', '-o', 'out.csv'], folder);
  expect(stale.code).toBe(0);
  expect(stale.err).toMatch(
    /note: dist\/first-order-lag\.fmu was built before lag\/unit\.ts was changed\. Build it again: fmu build lag/,
  );

  expect(fmu(['check', 'dist/first-order-lag.fmu', '--static'], folder).err).toMatch(
    /was built before lag\/unit\.ts was changed/,
  );

  writeFileSync(unit, source);
  await reaches(3);
  child.kill('SIGINT');
  await expect.poll(() => child?.exitCode, { timeout: 600_000 }).toBe(130);
  expect(
    fmu(['run', 'dist/first-order-lag.fmu', '--stop-time', '0.1', '-o', 'out.csv'], folder).err,
  ).not.toMatch(/was built before/);
});

it('fmu test --watch repeats the test after a change and survives a finding', async () => {
  let output = '';
  child = spawn(process.execPath, [join(root, 'bin/fmu.cjs'), 'test', 'lag', '--steps', '5', '--watch'], {
    cwd: folder,
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)));
  const reaches = (count: number): Promise<unknown> =>
    expect.poll(() => output.match(/watching for changes/g)?.length ?? 0, { timeout: 600_000 }).toBe(count);
  await reaches(1);
  expect(output).toMatch(/lag: lint clean; 15 steps in 3 runs/);
  const unit = join(folder, 'lag/unit.ts');
  writeFileSync(unit, readFileSync(unit, 'utf8').replace('this.y = this.y_0;', 'this.T = 2.0;'));
  await reaches(2);
  expect(output).toMatch(/parameter-written/);
  child.kill('SIGINT');
  await expect.poll(() => child?.exitCode, { timeout: 600_000 }).toBe(130);
});
