import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { zip } from '../../fmu-sdk/archive/write-zip.ts';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { wasmCompiler } from '../../fmu-sdk/build/compile-sources/wasm-compiler.ts';
import type { Host } from '../../fmu-sdk/host/choice/host.ts';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import { sourceHost } from '../../master/pack/source-host.ts';
import { openInstances } from '../../master/run/instances/open-instances.ts';
import { Session } from '../../master/run/loop/session.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { CheckedSystem, SystemFile } from '../../master/system/system.ts';
import { makeLag } from '../fixtures/c/lag/lag.ts';
import { noCompiler } from '../fixtures/c/make.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../run-fmu.ts';
import { expectEqualRuns, lagLoop, openPacked, outputsOf, packInto } from './packed.ts';

const missing = ((): string | undefined => {
  try {
    wasmCompiler('');
    return noCompiler;
  } catch (error) {
    return (error as Error).message;
  }
})();

const folder = temporaryFolder('pack-third-party');
const resolved = (system: SystemFile, hosts: readonly Host[] = []): Promise<CheckedSystem> =>
  resolveSystem(system, join(folder, 'system.json'), { trusted: true, hosts });
const run = async (system: CheckedSystem): Promise<Session> =>
  new Session(system, { instances: await openInstances(system, { cells: new Int32Array(3) }, hosts) });

/** Returns the archive of a lag without one of its folders. */
async function without(part: string): Promise<Uint8Array> {
  const archive = await openArchive(join(folder, 'lag2.fmu'));
  const files = new Map<string, Uint8Array>();
  for (const path of archive.paths) if (!path.startsWith(part)) files.set(path, await archive.bytes(path));
  return zip(files);
}

/** Two lags of other tools and a fmukit FMU in a loop. */
const loop = (scheme: string, more: Partial<SystemFile> = {}): SystemFile =>
  lagLoop(['lag2.fmu', 'lag3.fmu'], scheme, [1, 2, 2], more);

describe.skipIf(missing !== undefined)('FMUs of other tools', () => {
  beforeAll(async () => {
    writeFileSync(join(folder, 'lag2.fmu'), await makeLag(2));
    writeFileSync(join(folder, 'lag3.fmu'), await makeLag(3));
    await buildUnit(join(root, 'test/fixtures/mixer'), folder);
  });

  it.each(['jacobi', 'gauss-seidel', 'multi-rate'])(
    'a pack with %s has the bits of the run of their native libraries',
    async (scheme) => {
      const system = await resolved(loop(scheme));
      const [file] = await packInto(folder, system, 'plant', { thirdParty: true });
      expectEqualRuns(system, await openPacked(file, system), outputsOf(system), await run(system));
    },
  );

  it('a pack made from sources alone lists its FMUs, and can be packed again', async () => {
    writeFileSync(join(folder, 'sources.fmu'), await without('binaries/'));
    const single = (fmu: string): SystemFile => ({
      name: 'single',
      units: { a: { fmu, parameters: { T: 0.2 } } },
      algorithm: { scheme: 'jacobi', step: 0.1 },
      stopTime: 2,
      interface: { inputs: { u: 'a.u', n: 'a.n' }, parameters: {}, outputs: { y: 'a.y', count: 'a.count' } },
    });
    const system = await resolved(single('lag2.fmu'));
    const sources = await resolved(single('sources.fmu'), [sourceHost]);
    const [file] = await packInto(folder, sources, 'inner', { thirdParty: true });
    const inner = await resolved({ ...single('inner.fmu'), units: { a: { fmu: 'inner.fmu' } } });
    expect(inner.units[0].description.description).toBe('Assembly inner. Contains third-party FMUs: lag');
    const [outer] = await packInto(folder, inner, 'outer');
    for (const pack of [file, outer])
      expectEqualRuns(system, await openPacked(pack, system), outputsOf(system), await run(system));
    const { instances } = await openPacked(outer, system);
    const [plant] = instances;
    const y = plant.view(plant.description.variables.find(({ name }) => name === 'count') as never);
    const steps = (from: number): number[] =>
      [0, 1, 2].map((k) => {
        plant.step((from + k) * 0.1, 0.1);
        return Number(y.view[y.offset]);
      });
    const u = plant.view(plant.description.variables.find(({ name }) => name === 'n') as never);
    u.view[u.offset] = 3;
    plant.initialize(0);
    const first = steps(0);
    const state = plant.getState?.() as Uint8Array;
    const next = steps(3);
    expect([...first, ...next]).toEqual([103, 106, 109, 112, 115, 118]);
    plant.setState?.(state);
    expect(steps(3)).toEqual(next);
    plant.reset?.();
    u.view[u.offset] = 3;
    plant.initialize(0);
    // An importer may initialize again as long as inputs change.
    plant.initialize(0);
    expect(steps(0)).toEqual(first);
  });

  const refusal = async (fmu: Uint8Array, options = { thirdParty: true }): Promise<string> => {
    writeFileSync(join(folder, 'bad.fmu'), fmu);
    const units = { a: { fmu: 'bad.fmu' }, b: { fmu: 'bad.fmu' } };
    const connections = [{ from: 'a.y', to: 'b.u' }];
    const bad = { ...loop('jacobi'), units, connections, interface: { outputs: { y: 'b.y' } } };
    try {
      await packInto(folder, await resolved(bad), 'bad-pack', options);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  it.each<[string, () => Promise<Uint8Array>, RegExp, boolean?]>([
    ['one that it may not pass on', () => makeLag(2), /a is a third-party FMU.*--include-third-party/, false],
    ['one that traps', () => makeLag(2, ['TRAPS=0.3']), /step a: .*at t = 0\.3 s|step a/],
    ['one that is not finite', () => makeLag(2, ['INFINITE=0.3']), /finite|NaN|Infinity/],
    ['one that ends the run', () => makeLag(3, ['ENDS=0.3']), /ends the simulation/],
    [
      'one with an event mode',
      () => makeLag(3, [], (text) => text.replace('<CoSimulation ', '<CoSimulation hasEventMode="true" ')),
      /event mode of a/,
    ],
  ])('a pack does not contain %s', async (_, fmu, message, thirdParty = true) => {
    expect(await refusal(await fmu(), { thirdParty })).toMatch(message);
    expect(existsSync(join(folder, 'bad-pack.fmu'))).toBe(false);
  });
});
