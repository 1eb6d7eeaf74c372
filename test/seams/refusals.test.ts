import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadExtensions } from '../../master/run/load-extensions.ts';
import { simulate } from '../../master/run/simulate.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { SystemFile } from '../../master/system/system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';
import { circle, makeLag } from './support/lag.ts';

const folder = temporaryFolder('refusals');
beforeAll(() => makeLag(folder));

const run = async (system: SystemFile, output?: string): Promise<unknown> =>
  simulate(await resolveSystem(system, join(folder, 'circle.json')), { output });

/** Runs the system by the command line and returns its error. */
async function refusal(system: SystemFile, ...args: string[]): Promise<string> {
  writeFileSync(join(folder, 'circle.json'), JSON.stringify(system));
  const { code, err } = await fmuHere(['run', 'circle.json', ...args], folder);
  expect(code).toBe(1);
  // A slow machine prints a progress line first.
  return err.trimEnd().split('\n').at(-1)!;
}

describe('unknown names', () => {
  it('refuses an unknown coupling scheme', async () => {
    const message =
      'run circle: unknown coupling scheme "waltz". Known: jacobi, gauss-seidel, iterative-jacobi, iterative-gauss-seidel, newton, semi-implicit, ecco, nepce, adaptive, linearly-implicit, multi-rate, energy-correction, hybrid, continuous, waveform, auto. Choose one of them, or pass a custom one through the API.';
    await expect(run(circle({ scheme: 'waltz' }))).rejects.toThrow(message);
    expect(await refusal(circle({ scheme: 'waltz' }))).toBe(`fmu: ${message}`);
    expect(await refusal(circle(), '--scheme', 'jakobi')).toMatch(
      /^fmu: run circle: unknown coupling scheme "jakobi"\. Did you mean jacobi.*\? Known: jacobi, .*, auto\. Choose/,
    );
  });

  it('refuses an unknown extrapolation, of all connections or of one', async () => {
    const message =
      'run circle: unknown extrapolation "cubic". Known: hold, linear, quadratic, hermite. Choose one of them';
    await expect(run(circle({ extrapolation: 'cubic' }))).rejects.toThrow(message);
    const one = circle();
    one.connections![0].extrapolation = 'cubic';
    await expect(run(one)).rejects.toThrow(message);
  });

  it('refuses an unknown result format by its extension', async () => {
    const message =
      'record out.xlsx: unknown result format .xlsx. Name a file that ends in .csv, .npy, .parquet, .mat.';
    await expect(run(circle(), 'out.xlsx')).rejects.toThrow(message);
    expect(await refusal(circle(), '-o', 'out.xlsx')).toBe(`fmu: ${message}`);
  });

  it('refuses an unknown input format by its extension', async () => {
    writeFileSync(join(folder, 'in.xlsx'), '');
    await expect(run({ ...circle(), inputs: 'in.xlsx' })).rejects.toThrow(
      /inputs .*in\.xlsx: unknown input format "\.xlsx"\. Use a file that ends in \.csv\./,
    );
  });
});

describe('a second implementation of a name', () => {
  it('a second implementation of a name conflicts with a built-in one, and with another custom one', async () => {
    const system = await resolveSystem(circle(), join(folder, 'circle.json'));
    const scheme = (name: string) => ({
      name,
      traits: { order: 1, implicit: false, interfaceModels: false, needs: [] },
      couple: () => ({ settle: () => false, step: () => {} }),
    });
    for (const [couplings, name] of [
      [[scheme('jacobi')], 'jacobi'],
      [[scheme('mine'), scheme('mine')], 'mine'],
    ] as const)
      await expect(simulate(system, { couplings })).rejects.toThrow(
        `register coupling scheme "${name}": the name occurs twice. Rename one of them.`,
      );
  });
});

describe('a module of --use', () => {
  const use = (name: string, code: string): Promise<unknown> => {
    const file = join(folder, name);
    writeFileSync(file, code);
    return loadExtensions([file]);
  };
  const lists = 'Export an object whose couplings, extrapolations, observers, sinks, integrators are lists.';

  it('a module of --use fails to load if it is missing or not a JavaScript module', async () => {
    await expect(loadExtensions([join(folder, 'none.mjs')])).rejects.toThrow(
      /^use .*none\.mjs: Cannot find module .* Name a JavaScript module\.$/s,
    );
    await expect(use('broken.mjs', 'export default {')).rejects.toThrow(
      /^use .*broken\.mjs: .* Name a JavaScript module\.$/s,
    );
  });

  it('a module of --use fails to load with an empty default export', async () => {
    for (const [k, code] of [
      'export const couplings = [];',
      'export default {};',
      'export default 3;',
    ].entries())
      await expect(use(`nothing${k}.mjs`, code)).rejects.toThrow(
        `nothing${k}.mjs: its default export is empty. ${lists}`,
      );
  });

  it('a module of --use fails to load with unknown lists, which the error names', async () => {
    await expect(use('strange.mjs', 'export default { coupling: [] };')).rejects.toThrow(
      `strange.mjs: its default export has the unknown list "coupling". ${lists}`,
    );
    await expect(use('single.mjs', 'export default { sinks: { name: "x" } };')).rejects.toThrow(
      `single.mjs: its "sinks" is not a list of objects with a name. ${lists}`,
    );
    await expect(
      use('nameless.mjs', 'export default { observers: [() => {}] , couplings: [{}] };'),
    ).rejects.toThrow('is not a list of objects with a name.');
  });

  it('an invalid module of --use causes an error of one line on the command line', async () => {
    writeFileSync(join(folder, 'empty.mjs'), '');
    expect(await refusal(circle(), '--use', 'empty.mjs')).toBe(
      `fmu: use empty.mjs: its default export is empty. ${lists}`,
    );
  });
});
