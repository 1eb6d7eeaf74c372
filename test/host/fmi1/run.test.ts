import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FmuInstance } from '../../../fmu-sdk/host/instance/fmu-instance.ts';
import { openFmu } from '../../../fmu-sdk/host/open-fmu.ts';
import { type Interface1, type Making1, makeUnit1 } from '../../fixtures/c/fmi1.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folder = temporaryFolder('fmi1');

async function instantiate(
  kind: Interface1,
  { trust = false, ...making }: { trust?: boolean } & Making1 = {},
): Promise<FmuInstance> {
  const file = join(folder, `${kind}.fmu`);
  writeFileSync(file, await makeUnit1(kind, making));
  return (await openFmu(file, { trusted: trust })).instantiate();
}

describe.skipIf(noCompiler !== undefined).each([
  ['in a separate process', false],
  ['in this process', true],
])('an FMU of FMI 1.0 %s', (_, trust) => {
  it('steps as co-simulation, and reads each value with its type, alias and sign', async () => {
    const unit = await instantiate('cs', { trust });
    unit.set('k', 0.5).initialize();
    for (let i = 0; i < 30; i++) unit.step(i / 10, 0.1);
    const x = Math.exp(-0.5 * 3);
    expect(unit.get('x')).toBeCloseTo(x, 12);
    expect(unit.get('x again')).toBe(unit.get('x'));
    expect(unit.get('two x')).toBe(2 * (unit.get('x') as number));
    expect(unit.get('minus two x')).toBe(-2 * (unit.get('x') as number));
    expect([unit.get('beats'), unit.get('minus three beats')]).toEqual([4, -12]);
    expect([unit.get('below'), unit.get('above')]).toEqual([true, false]);
    unit.close();
  });

  it('finds its time events and its state event as model exchange', async () => {
    const unit = await instantiate('me', { trust });
    unit.set('k', 0.5).initialize();
    expect([unit.get('beats'), unit.get('above')]).toEqual([0, true]);
    for (let i = 0; i < 30; i++) unit.step(i / 10, 0.1);
    expect(unit.get('x')).toBeCloseTo(Math.exp(-0.5 * 3), 6);
    // Events at 1 s, at 2 ln 2 s, and at 2 s and 3 s.
    expect([unit.get('beats'), unit.get('below')]).toEqual([4, true]);
    unit.close();
  });

  it('keeps Booleans of one byte apart from their neighbours, and texts', async () => {
    const unit = await instantiate('cs', { trust });
    unit.set('text', 'ä').initialize();
    unit.set('second', true).step(0, 0.1);
    expect([unit.get('first'), unit.get('second'), unit.get('text')]).toEqual([false, true, 'ä']);
    expect(unit.get('location')).toMatch(/^file:\/\/\/.*fmukit-unit-/);
    unit.close();
  });

  it.each(['cs', 'me'] as const)('starts again from its start values after a reset (%s)', async (kind) => {
    const unit = await instantiate(kind, { trust });
    unit.initialize();
    unit.step(0, 0.5);
    const first = unit.get('x');
    unit.reset();
    unit.set('k', 1).initialize();
    expect(unit.get('x')).toBe(1);
    unit.step(0, 0.5);
    expect(unit.get('x')).toBe(first);
    unit.close();
  });
});

describe.skipIf(noCompiler !== undefined)('an FMU of FMI 1.0', () => {
  it.each([
    ['cs', 'fmiInstantiateSlave'],
    ['me', 'fmiInstantiateModel'],
  ] as const)('gives its own reason when it refuses the instantiation (%s)', async (kind, function_) => {
    const wrong = (text: string): string => text.replace('guid="{one}"', 'guid="{two}"');
    await expect(instantiate(kind, { edit: wrong })).rejects.toThrow(
      `${function_} returned error (log: wrong GUID {two}, code 42)`,
    );
  });

  it.each([
    ['cs', 'fmiInitializeSlave'],
    ['me', 'fmiInitialize'],
  ] as const)('names the initialization that failed (%s)', async (kind, function_) => {
    const unit = await instantiate(kind, { edit: (text) => text.replace('min="0"', '') });
    expect(() => unit.set('k', -1).initialize()).toThrow(
      new RegExp(`a negative k, rule #1, is refused, code 42; the initialization \\(${function_}\\) failed`),
    );
    unit.close();
  });

  it('refuses a parameter after the initialization before it reaches the FMU', async () => {
    const unit = await instantiate('cs');
    unit.initialize();
    expect(() => unit.set('k', 2)).toThrow('one.k: it is a fixed parameter');
    unit.close();
  });

  it('continues after a step that it only completed in part', async () => {
    const unit = await instantiate('cs');
    unit.set('most', 0.04).initialize();
    unit.step(0, 0.1);
    expect(unit.get('x')).toBeCloseTo(Math.exp(-0.1), 12);
    unit.close();
  });

  it('learns by newStep that a smaller step follows from the point of a discarded one', async () => {
    const unit = await instantiate('cs');
    unit.set('largest', 0.03).initialize();
    for (let i = 0; i < 3; i++) unit.step(i / 10, 0.1);
    expect(unit.get('x')).toBeCloseTo(Math.exp(-0.3), 12);
    unit.close();
  });

  it('reads its states again after an event that chose other states', async () => {
    const unit = await instantiate('me', { defines: ['OTHER_STATES'] });
    unit.initialize();
    unit.step(0, 1.5);
    // At the event at 1 s, or before it at 0.5, x became 8.
    expect(unit.get('x')).toBeCloseTo(8 * Math.exp(-0.5), 5);
    unit.close();
  });

  it('ends a run of model exchange by itself', async () => {
    const unit = await instantiate('me');
    unit.set('n', 2).initialize();
    expect(() => unit.step(0, 5)).toThrow('requested the end of the simulation at t = 1 s');
    unit.close();
  });

  it('goes back in a copy of its process, because FMI 1.0 lacks saved states', async () => {
    const file = join(folder, 'copied.fmu');
    writeFileSync(file, await makeUnit1('cs'));
    const unit = await (await openFmu(file)).instantiate({ rollback: true });
    unit.initialize();
    const before = unit.snapshot();
    unit.step(0, 0.5);
    const x = unit.get('x');
    before.restore();
    expect(unit.get('x')).toBe(1);
    unit.step(0, 0.5);
    expect(unit.get('x')).toBe(x);
    before.release();
    unit.close();
  });
});
