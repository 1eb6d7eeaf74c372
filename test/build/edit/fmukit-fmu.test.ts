import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openArchive } from '../../../fmu-sdk/archive/open-archive.ts';
import { readDescription } from '../../../fmu-sdk/archive/read-description.ts';
import type { FmuEdits } from '../../../fmu-sdk/build/edit/edit-options.ts';
import { rewriteArchive } from '../../../fmu-sdk/build/edit/rewrite-archive.ts';
import type { Variable } from '../../../fmu-sdk/description/description.ts';
import { openFmu } from '../../../fmu-sdk/host/open-fmu.ts';
import { compileCore } from '../../../fmu-sdk/host/wasm/core-interface.ts';
import { coreModuleOf } from '../../../fmu-sdk/host/wasm/extract-core.ts';
import { instantiateWasm } from '../../../fmu-sdk/host/wasm/wasm-instance.ts';
import { fmuHere } from '../../fmu-here.ts';
import { root } from '../../run-fmu.ts';
import { edited, entry } from './workbench.ts';

const actuator = join(root, 'dist/hydraulic-actuator.fmu');
const joystick = join(root, 'dist/joystick.fmu');

/** Returns the outputs after some steps, on the core module or on the component. */
async function outputsOf(
  file: string,
  byCalls: boolean,
  values: Readonly<Record<string, number>>,
  names: readonly string[],
): Promise<unknown[]> {
  const fmu = await openFmu(file, { byCalls });
  const instance = await fmu.instantiate();
  for (const [name, value] of Object.entries({ ...values, U_ref: 2.5 })) instance.set(name, value);
  const run = (): unknown[] => {
    instance.initialize();
    for (let i = 0; i < 20; i++) instance.step(i * 0.001, 0.001);
    return names.map((name) => instance.get(name));
  };
  const first = run();
  instance.reset();
  instance.set('U_ref', 2.5);
  const again = run();
  instance.close();
  return [...first, ...again];
}

it.each([false, true])(
  'a fmukit FMU with hidden and other start values has the bits of the unedited one, by FMI functions: %s',
  async (byCalls) => {
    const names = ['p1', 'p2', 'U', 'E_stored', 'E_dissipated'];
    const edits: FmuEdits = {
      hide: new Set(['s_dot', 'F_s', 'p_P', 'integrator']),
      start: new Map<string, number>([
        ['p_P', 5e6],
        ['rho', 900],
        ['integrator', 2],
      ]),
    };
    const { file, notes } = await edited(actuator, edits);
    expect(notes[0]).toBe('removed the reference results, because start values changed');
    const mine = await outputsOf(file, byCalls, {}, names);
    const set = { p_P: 5e6, rho: 900, integrator: 2 };
    const theirs = await outputsOf(actuator, byCalls, set, names);
    // A reset of the unedited FMU forgets the values that were set.
    expect(mine.slice(0, names.length)).toEqual(theirs.slice(0, names.length));
    expect(mine.slice(names.length)).toEqual(mine.slice(0, names.length));
  },
);

it('inputs behind a hidden one keep their polynomials', async () => {
  const { file } = await edited(actuator, { hide: new Set(['s_dot', 'F_s']) });
  const [before, after] = await Promise.all(
    [actuator, file].map(async (path) => {
      const archive = await openArchive(path);
      const { description } = await readDescription(archive);
      const [binary] = archive.paths.filter((name) => name.endsWith('.wasm'));
      const component = await archive.bytes(binary);
      const module = compileCore(coreModuleOf(component), 'actuator');
      const instance = instantiateWasm(module, description, 'actuator');
      const input = description.variables.find(({ name }) => name === 'U_ref') as Variable;
      return instance.polynomial(input).offset;
    }),
  );
  expect(after).toBe(before);
});

it('the code of a fmukit FMU refuses a hidden variable and has no violation', async () => {
  const { file, notes } = await edited(joystick, { hide: new Set(['count', 'times']) });
  expect(notes).toEqual([]);
  expect(await entry(file, 'documentation/index.html')).not.toMatch(/count|times/);
  expect((await fmuHere(['check', file, '--static'])).out).toMatch(/no violation found/);
  // An importer that knows the value reference of the hidden array, which has as many elements.
  const archive = await openArchive(file);
  const description = (await entry(file)).replace('valueReference="4"', 'valueReference="3"');
  const curious = rewriteArchive(archive, new Map([['modelDescription.xml', Buffer.from(description)]]));
  writeFileSync(file, curious);
  const instance = await (await openFmu(file, { byCalls: true })).instantiate();
  instance.set('values', new Array(32).fill(1));
  expect(() => instance.initialize()).toThrow(/fmi3SetFloat64 .*value reference 3 does not exist/);
});
