import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { simulate } from '../../master/run/simulate.ts';
import { mostPoints } from '../../master/run/stepping/run-history.ts';
import { Stepper } from '../../master/run/stepping/step-by-step-run.ts';
import { portNamed, setVariable, valueText } from '../../master/run/stepping/stepped-variables.ts';
import { loadSystem, resolveSystem } from '../../master/system/load-system.ts';
import { singleSystem } from '../../master/system/single/single-fmu.ts';
import type { CheckedSystem, SystemFile } from '../../master/system/system.ts';
import { makeUnit, noCompiler } from '../fixtures/c/make.ts';
import { makeMass } from '../fixtures/c/mass.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../run-fmu.ts';

const folder = temporaryFolder('stepping');
const at = (name: string): string => join(folder, name);

const bytes = (name: string): string => readFileSync(at(name), 'utf8');

async function whole(system: CheckedSystem): Promise<string> {
  await simulate(system, { output: at('whole.csv') });
  return bytes('whole.csv');
}

/** Steps forward and back over the run. Returns its results. */
async function wandering(system: CheckedSystem): Promise<string> {
  const stepper = await Stepper.open(system, { output: at('by-hand.csv') });
  expect(stepper.history.refused).toBeUndefined();
  const forth = (n: number): void => {
    for (let k = 0; k < n; k++) stepper.next();
  };
  forth(7);
  expect(stepper.back(5)).toBe(5);
  expect(stepper.session.n).toBe(2);
  forth(3);
  expect(stepper.back(1)).toBe(1);
  while (stepper.next());
  const back = stepper.back(10_000);
  expect(back).toBeLessThanOrEqual(mostPoints);
  expect(back).toBe(Math.min(stepper.history.reach, stepper.session.steps));
  while (stepper.next());
  expect(stepper.close().outcome).toBe('finished');
  return bytes('by-hand.csv');
}

describe('stepping forward and back, with the results of an uninterrupted run', () => {
  it.skipIf(noCompiler !== undefined).each(['hybrid', 'iterative-jacobi'])(
    'stepping back and forth supports native FMUs in forked processes, which the scheme %s rolls back too',
    async (scheme) => {
      writeFileSync(at('mass.fmu'), await makeMass(2));
      const unit = { fmu: 'mass.fmu', start: { x: 1 } };
      const file: SystemFile = {
        name: 'masses',
        units: { a: unit, b: { fmu: 'mass.fmu' } },
        connections: [
          { from: 'a.x', to: 'b.u' },
          { from: 'b.x', to: 'a.u' },
        ],
        // The scheme takes dozens of substeps, not thousands.
        algorithm: { scheme, step: 1 / 64, ...(scheme === 'hybrid' && { options: { absolute: 1e-3 } }) },
        stopTime: 12 / 64,
      };
      const system = await resolveSystem(file, at('masses.json'));
      expect(await wandering(system)).toBe(await whole(system));
    },
  );

  it.each([
    ['fmukit FMUs', 'crane-single-force', {}],
    ['components', 'crane-single-force', { byCalls: true }],
    ['another scheme', 'crane-single-pressure', { settings: { scheme: 'gauss-seidel', order: 2 as const } }],
  ])(
    'stepping back and forth supports %s',
    async (_, name, { byCalls, settings }: { byCalls?: boolean; settings?: object }) => {
      const system = await loadSystem(join(root, `systems/${name}.json`), {
        byCalls,
        settings: { stopTime: 0.2, ...settings },
      });
      expect(await wandering(system)).toBe(await whole(system));
    },
  );

  it('stepping back and forth supports model-exchange units with events in one integrator', async () => {
    await buildUnit(join(root, 'docs/units/spring-mass'), folder);
    const unit = { fmu: 'spring-mass.fmu', interface: 'modelExchange' as const };
    const file: SystemFile = {
      name: 'springs',
      units: { a: { ...unit, parameters: { x_0: -0.2 } }, b: unit },
      connections: [],
      algorithm: { scheme: 'continuous', step: 0.05 },
      stopTime: 1,
    };
    const system = await resolveSystem(file, at('springs.json'));
    expect(await wandering(system)).toBe(await whole(system));
  });

  it.skipIf(noCompiler !== undefined).each([
    ['FMU state', (xml: string) => xml],
    [
      'a copy of its process',
      (xml: string) => xml.replace(/canGetAndSetFMUState="true" canSerializeFMUState="true"/, ''),
    ],
  ])('stepping back and forth supports a library, by %s', async (_, edit) => {
    writeFileSync(at('unit.fmu'), await makeUnit(3, { edit }));
    const system = await singleSystem(at('unit.fmu'), { stopTime: 1, step: 0.1, set: ['u=1.5'] });
    expect(await wandering(system)).toBe(await whole(system));
  });
});

it.skipIf(noCompiler !== undefined)(
  'a value set between steps takes effect, and is rolled back with its step',
  async () => {
    writeFileSync(at('unit.fmu'), await makeUnit(3));
    const system = await singleSystem(at('unit.fmu'), { stopTime: 1, step: 0.1 });
    const expected = await whole(system);
    const stepper = await Stepper.open(system, { output: at('by-hand.csv') });
    const { session } = stepper;
    const y = (): string => valueText(session, portNamed(system, 'y'));
    stepper.next();
    stepper.next();
    const before = y();
    setVariable(session, 'u', '3');
    stepper.next();
    expect(y()).not.toBe(before);
    stepper.back(2);
    while (stepper.next());
    stepper.close();
    expect(bytes('by-hand.csv')).toBe(expected);
  },
);

it('refuses values that cannot be set between steps, with the reason', async () => {
  const system = await loadSystem(join(root, 'systems/crane-single-force.json'), {
    settings: { stopTime: 0.1 },
  });
  const stepper = await Stepper.open(system, {});
  const { session } = stepper;
  const fed = system.connections[0].to;
  const name = `${system.units[fed.unit].name}.${fed.variable.name}`;
  expect(() => setVariable(session, name, '1')).toThrow(
    /^set \S+: the variable is fed by \S+, which would overwrite the value\. Set an unconnected input\.$/,
  );
  const output = system.connections[0].from;
  expect(() =>
    setVariable(session, `${system.units[output.unit].name}.${output.variable.name}`, '1'),
  ).toThrow(
    /^set \S+: its causality is output, but between steps only inputs and tunable parameters can be set\./,
  );
  expect(() => setVariable(session, 'crane.nothing', '1')).toThrow(/^crane\.nothing: unknown variable\./);
  expect(stepper.close().outcome).toBe('interrupted');
});

it('interactive stepping reports actions on a pipe, and writes the results of an ordinary run', async () => {
  const file = join(root, 'systems/crane-single-force.json');
  const run = (script: string, out: string): ReturnType<typeof spawnSync> =>
    spawnSync(
      process.execPath,
      [join(root, 'bin/fmu.cjs'), 'run', file, '--stop-time', '0.1', '--step-by-step', '-o', out],
      { cwd: folder, input: script, encoding: 'utf8' },
    );
  const first = run('next 3\nprint crane.s\nprint\nback 2\nrun to 0.05\nrun\n', 'piped.csv');
  expect(first.status, String(first.stderr)).toBe(0);
  expect(first.stdout).not.toMatch(/^> /m);
  expect(first.stdout).toMatch(/^crane\.s = [-\d.e]+ m$/m);
  expect(first.stdout).toMatch(/^crane\.s_dot = [-\d.e]+ m\/s$/m);
  // The unit of measure is missing.
  expect(first.stdout).toMatch(/^crane\.iterations = \d+$/m);
  expect(first.stdout).toMatch(/^t = 0\.05 s, step \d+ of \d+$/m);
  expect(bytes('piped.csv')).toBe(await whole(await loadSystem(file, { settings: { stopTime: 0.1 } })));
  const second = run('next\nback 9\n', 'other.csv');
  expect(second.status).toBe(1);
  expect(second.stderr).toMatch(
    /back 9: only 1 steps are saved \(at most \d+\)\. Use back 1, or start again\./,
  );
  expect(bytes('other.partial.csv').trimEnd().split('\n').length).toBe(3);
});

it('interactive stepping reports that results are replaced only if they exist', async () => {
  const file = join(root, 'systems/crane-single-force.json');
  const run = (script: string, ...more: string[]): ReturnType<typeof spawnSync> =>
    spawnSync(
      process.execPath,
      [join(root, 'bin/fmu.cjs'), 'run', file, '--stop-time', '0.01', '--step-by-step', ...more],
      { cwd: folder, input: script, encoding: 'utf8' },
    );
  const [whole, refused, part, again] = [
    run('run\n'),
    run('run\n', '--scheme', 'jakobi'),
    run('next\nquit\n'),
    run('next\nquit\n'),
  ];
  expect(whole.stdout).toMatch(/result +results\/crane-single-force\.csv$/m);
  expect(refused.stderr).toMatch(/jakobi/);
  expect(part.stdout).toMatch(/result +results\/crane-single-force\.partial\.csv$/m);
  for (const { stdout, stderr } of [whole, refused, part])
    expect(`${stdout}${stderr}`).not.toMatch(/replace/);
  expect(again.stdout).toMatch(
    /result +results\/crane-single-force\.partial\.csv \(replaces an earlier one\)$/m,
  );
});
