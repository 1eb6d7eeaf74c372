import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';
import { root } from '../run-fmu.ts';

const folder = temporaryFolder('guide');

/** Creates a unit from a template, builds and runs it, and returns its result columns by name. */
async function columns(template: string, ...args: string[]): Promise<Record<string, number[]>> {
  const name = `my-${template}`;
  expect((await fmuHere(['new', name, '--template', template], folder)).code).toBe(0);
  const { $schema } = JSON.parse(readFileSync(join(folder, name, 'unit.json'), 'utf8'));
  expect(existsSync(join(folder, name, $schema))).toBe(true);
  const built = await fmuHere(['build', name, '--no-smoke-test'], folder);
  expect(`${built.code} ${built.err}`).toBe('0 ');
  const run = await fmuHere(['run', `dist/${name}.fmu`, '-o', 'out.csv', ...args], folder);
  expect(run.code).toBe(0);
  return table('out.csv');
}

function table(file: string): Record<string, number[]> {
  const [head, ...rows] = readFileSync(join(folder, file), 'utf8')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  return Object.fromEntries(head.map((title, k) => [title, rows.map((row) => Number(row[k]))]));
}

describe('the examples of docs/guide/write-a-unit.md, by fmu new --template', () => {
  it('a template allows at most 1000 times shorter internal steps, so that checks at its bounds take seconds', () => {
    const units = readdirSync(join(root, 'docs/units')).map(
      (name) =>
        JSON.parse(readFileSync(join(root, 'docs/units', name, 'unit.json'), 'utf8')) as {
          variables: { description?: string; start: number; min: number }[];
        },
    );
    const steps = units.flatMap(({ variables }) =>
      variables.filter(({ description }) => description === 'internal step'),
    );
    expect(steps.length).toBeGreaterThanOrEqual(4);
    expect(Math.max(...steps.map(({ start, min }) => start / min))).toBeLessThan(1001);
  });

  it('the guide’s DC motor reaches the speed and current of its equations, and its energies balance', async () => {
    const { i, omega, E_supplied, E_stored, E_dissipated } = await columns(
      ...(['power-ports', '--set', 'u=12', '--stop-time', '2', '--set', 'tau=10[mN.m]'] as const),
    );
    const [R, K, b, u, tau] = [0.5, 0.05, 1e-4, 12, 0.01];
    const speed = (K * u - R * tau) / (R * b + K * K);
    expect(omega.at(-1)).toBeCloseTo(speed, 6);
    expect(i.at(-1)).toBeCloseTo((b * speed + tau) / K, 6);
    const drift = E_stored.map((stored, k) => stored + E_dissipated[k] - E_supplied[k]);
    expect(Math.max(...drift.map(Math.abs))).toBeLessThan(1e-10);
    expect(E_supplied.at(-1)).toBeGreaterThan(10);
  });

  it('the template system couples a motor and a flywheel by one terminal line, and its run is good', async () => {
    expect((await fmuHere(['new', 'my-drive', '--template', 'system'], folder)).code).toBe(0);
    const drive = join(folder, 'my-drive');
    expect((await fmuHere(['build', 'motor', 'flywheel'], drive)).code).toBe(0);
    const { code, out } = await fmuHere(['run', 'my-drive.json', '--json'], drive);
    const { verdict, bonds } = JSON.parse(out);
    expect([code, verdict.word]).toEqual([0, 'good']);
    expect(bonds).toEqual([expect.objectContaining({ name: 'shaft' })]);
    expect(bonds[0].carried).toBeGreaterThan(10);
  });

  it('the guide’s ball hits the floor at the expected times and rises to the expected height', async () => {
    const { time, x, bounces } = await columns('events', '--step', '0.001', '--stop-time', '2');
    const [g, e, h] = [9.81, 0.7, 0.001];
    const first = Math.sqrt(2 / g);
    let at = first;
    for (let n = 1; n <= 4; n++) {
      const bounceTime = time[bounces.findIndex((count) => count >= n)];
      expect(bounceTime).toBeGreaterThanOrEqual(at - 1e-9);
      // The event is handled at the start of the next internal step.
      expect(bounceTime).toBeLessThan(at + 2 * h + 1e-9);
      const flight = 2 * first * e ** n;
      const top = Math.max(...x.filter((_, k) => time[k] > bounceTime && time[k] < at + flight));
      expect(top).toBeLessThanOrEqual(e ** (2 * n) + 1e-12);
      expect(top).toBeGreaterThan(e ** (2 * n) - g * h * h);
      at += flight;
    }
  });

  it('the guide’s mass follows the closed form, with its own integration and with a solver of model exchange', async () => {
    const free = ['--set', 'x_stop=10', '--stop-time', '2'] as const;
    const delta = 0.25;
    const omega = Math.sqrt(40 - delta * delta);
    const exact = (t: number): number =>
      -0.1 * Math.exp(-delta * t) * (Math.cos(omega * t) + (delta / omega) * Math.sin(omega * t));
    const error = ({ time, x }: Record<string, number[]>): number =>
      Math.max(...time.map((t, k) => Math.abs(x[k] - exact(t))));
    expect(error(await columns('model-exchange', ...free))).toBeLessThan(1e-9);
    const again = await fmuHere(
      ['run', 'dist/my-model-exchange.fmu', '-o', 'me.csv', '--interface', 'me', ...free],
      folder,
    );
    expect(again.code).toBe(0);
    expect(error(table('me.csv'))).toBeLessThan(1e-5);
    const alone = await fmuHere(['build', 'my-model-exchange', '--interfaces', 'cs', '-o', 'cs'], folder);
    expect(alone.code).toBe(0);
    expect((await fmuHere(['run', 'cs/my-model-exchange.fmu', '--interface', 'me'], folder)).err).toMatch(
      /expected a model exchange interface, got co-simulation\. Choose one of these, or ask the author/,
    );
    const wrong = await fmuHere(['build', 'my-model-exchange', '--interfaces', 'cs,mx'], folder);
    expect([wrong.code, wrong.err]).toEqual([
      2,
      expect.stringMatching(/interfaces.*"cs", "me", "cs,me".*"cs,mx"/s),
    ]);
  });

  it('the guide’s controller counts its ticks', async () => {
    const { u } = await columns('controller', '--step', '0.05', '--stop-time', '1');
    // Constant error 1: K_p + K_i T n after n ticks, with 10 ticks in [0, 1).
    expect(u.at(-1)).toBeCloseTo(2 + 4 * 0.1 * 10, 12);
  });

  it('the guide’s first-order lag follows 1 − exp(−t/T)', async () => {
    const { time, y } = await columns('ode', '--set', 'u=1', '--stop-time', '3');
    expect(Math.max(...time.map((t, k) => Math.abs(y[k] - (1 - Math.exp(-t)))))).toBeLessThan(1e-6);
  });
});

it('every property of the schemas has a description', () => {
  const silent: string[] = [];
  const walk = (of: unknown, path: string): void => {
    if (typeof of !== 'object' || of === null) return;
    const { properties = {}, definitions = {}, items, additionalProperties } = of as Record<string, object>;
    for (const [key, value] of Object.entries(properties)) {
      if (typeof value === 'object' && !('description' in value)) silent.push(`${path}/${key}`);
      walk(value, `${path}/${key}`);
    }
    for (const [key, value] of Object.entries(definitions)) walk(value, `${path}#${key}`);
    walk(items, `${path}[]`);
    walk(additionalProperties, `${path}*`);
  };
  for (const name of ['unit', 'system'])
    walk(JSON.parse(readFileSync(join(root, `schemas/${name}.schema.json`), 'utf8')), name);
  expect(silent).toEqual([]);
});
