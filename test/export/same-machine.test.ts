import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { readDescription } from '../../fmu-sdk/archive/read-description.ts';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import type { ModelDescription } from '../../fmu-sdk/description/description.ts';
import { translateComponent } from '../../fmu-sdk/host/component/component-form.ts';
import { fmukitCoreOf } from '../../fmu-sdk/host/component/fmukit/component-wrapping.ts';
import { openComponent } from '../../fmu-sdk/host/component/open-component.ts';
import { type FmiApi, status } from '../../fmu-sdk/host/instance/fmi-api.ts';
import { openNative } from '../../fmu-sdk/host/native/open-native.ts';
import * as everyType from '../build/component/every-type.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { openFmukitComponent } from '../open-fmukit-component.ts';
import { root } from '../setup.ts';
import { spread, width } from '../width.ts';
import { answersOf } from './answers.ts';
import { missing } from './harness.ts';
import { sequences } from './sequences.ts';

const runs = width(25, 300);

const why = missing('x86_64-linux');
const folder = temporaryFolder('same');

/** Units with the step [s] of their sequences. */
const units = [
  ['eventful', 0.125],
  ['sampler', 0.125],
  ['sampled-controller', 0.001],
  ['every-type', 0.001],
] as const;

function folderOf(name: string): string {
  if (name === 'sampled-controller') return join(root, 'units', name);
  if (name !== 'every-type') return join(root, 'test/fixtures', name);
  const unitFolder = temporaryFolder(name);
  writeFileSync(join(unitFolder, 'unit.json'), JSON.stringify(everyType.manifest));
  writeFileSync(join(unitFolder, 'unit.ts'), everyType.source);
  return unitFolder;
}

// Quick tests take units with events, and with every type.
describe.each(spread(units, 2))('the forms of %s', (name, h) => {
  let component: FmiApi;
  let core: FmiApi;
  let native: FmiApi | undefined;
  let description: ModelDescription;

  beforeAll(async () => {
    const { file } = await buildUnit(folderOf(name), folder, {
      native: why === undefined ? ['x86_64-linux'] : [],
    });
    const archive = await openArchive(file);
    ({ description } = await readDescription(archive));
    const { modelIdentifier } = description.coSimulation as { modelIdentifier: string };
    const wasm = await archive.bytes(`binaries/wasm32-wasip2/${modelIdentifier}.wasm`);
    component = openComponent(await translateComponent(wasm, 'coSimulation', name), 'coSimulation', name);
    core = openFmukitComponent((await fmukitCoreOf(wasm)) as Uint8Array, name);
    if (why === undefined)
      native = await openNative(archive, description, 'coSimulation', { isolated: false });
  });

  afterAll(() => {
    component?.close();
    core?.close();
    native?.close();
  });

  it(`answer ${runs} random sequences of right and wrong calls with equal statuses, messages and values`, () => {
    const reached = new Set<number>();
    const compare = fc.property(sequences(description, h), (sequence) => {
      const token = description.instantiationToken ?? '';
      const a = answersOf(component, sequence, token);
      for (const { status: s } of a) reached.add(s);
      expect(answersOf(core, sequence, token)).toEqual(a);
      if (native === undefined) return;
      const b = answersOf(native, sequence, token);
      // After a trap without a message of the unit, a component's host reports it, and so does the
      // library.
      const fatal = a.at(-1)?.status === status.fatal;
      expect(b.slice(0, fatal ? -1 : undefined)).toEqual(a.slice(0, fatal ? -1 : undefined));
      expect(b.at(-1)?.status).toBe(a.at(-1)?.status);
    });
    fc.assert(compare, { numRuns: runs, seed: 20260101 });
    expect([...reached]).toEqual(expect.arrayContaining([status.ok, status.error]));
  });
});

it.skipIf(why === undefined)(`the native form of a unit was not compared: ${why}`, ({ skip }) => skip(why));
