import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Host } from '../../fmu-sdk/host/choice/host.ts';
import type { FmuInstance } from '../../fmu-sdk/host/instance/fmu-instance.ts';
import { openFmu } from '../../fmu-sdk/host/open-fmu.ts';
import { simulate } from '../../master/run/simulate.ts';
import { resolveSystem, type SystemOptions } from '../../master/system/load-system.ts';
import type { CheckedSystem, SystemFile } from '../../master/system/system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { allAreHeard, fail, later, mine, refused } from './support/failing.ts';
import { FakeUnit, fakes } from './support/fake-unit.ts';
import { makeGain } from './support/gain.ts';
import { circle } from './support/lag.ts';

const folder = temporaryFolder('custom-host');
beforeAll(() => makeGain(folder, 'gain', 3));
allAreHeard();

const load = (system: SystemFile, options: SystemOptions): Promise<CheckedSystem> =>
  resolveSystem(system, join(folder, 'circle.json'), options);

describe('a custom host', () => {
  const gain: SystemFile = { ...circle(), units: { a: { fmu: 'gain.fmu' } }, connections: [] };
  const of = async (change: object): Promise<unknown> => {
    const hosts = [{ ...fakes, ...change } as unknown as Host];
    return simulate(await load(gain, { hosts }), { hosts });
  };

  it('a custom host runs a unit', async () => {
    expect(await of({})).toMatchObject({ outcome: 'finished' });
  });

  it.each([
    [{ find: fail }, /^load .*gain\.fmu: the host "fake" failed in find: mine\. Correct the code/],
    [
      { find: async () => null },
      /^load .*gain\.fmu: the host "fake" returned neither a binary with a "form" nor undefined from find\. Correct the code/,
    ],
    [{ open: fail }, /^open a: the host "fake" failed in open: mine\. Correct the code/],
    [{ open: async () => undefined }, /^open a: the host "fake" lacks a valid instance\. Correct the code/],
    [
      { open: async () => ({}) },
      /^open a: the host "fake" lacks view\(\) in its instance\. Correct the code/,
    ],
    [{ find: undefined }, /^register host "fake": it lacks find\(\) in its host\. Correct the code/],
  ])('%# a custom host appears by name if it fails', async (change, message) => {
    await expect(of(change)).rejects.toThrow(message);
  });

  /** Runs a system whose units have these members. */
  const opening = (change: object): Promise<unknown> =>
    of({
      open: async (...args: Parameters<typeof fakes.open>) =>
        Object.assign(await fakes.open(...args), change),
    });
  /** Opens a single unit with these members. */
  const alone = async (change: object): Promise<FmuInstance> => {
    const open = async (...args: Parameters<typeof fakes.open>) =>
      Object.assign(await fakes.open(...args), change);
    const hosts = [{ ...fakes, open } as unknown as Host];
    return (await openFmu(join(folder, 'gain.fmu'), { hosts })).instantiate({ name: 'a' });
  };
  const words = 'call a: the host "fake"';

  it.each(['step', 'begin', 'micro', 'initialize', 'exitInitialization', 'internalStep', 'close', 'view'])(
    'a custom host must not have an async %s when it opens a unit',
    async (member) => {
      await refused(
        opening({ [member]: later }),
        `open a: the host "fake" has an async ${member}, but the call must be synchronous. Correct the code, or remove it.`,
      );
    },
  );

  it.each(['initialize', 'exitInitialization'])(
    'a custom host must not return a promise from %s',
    async (member) => {
      const message = `${words} has an async ${member}, but the call must be synchronous. Correct the code, or remove it.`;
      await refused(opening({ [member]: () => later() }), message);
      const unit = await alone({ [member]: () => later() });
      expect(() => unit.initialize()).toThrow(message);
    },
  );

  it('an error in the initialization counts as a stopped unit', async () => {
    const unit = await alone({ initialize: fail });
    expect(() => unit.initialize()).toThrow('initialize a: the FMU stopped at t = 0 s: mine.');
  });

  it.each([Number.NaN, -1, Number.POSITIVE_INFINITY, '0', undefined])(
    'a custom host refuses the internal step %s',
    async (h) => {
      await refused(
        opening({ internalStep: () => h }),
        `${words} returned internalStep = ${h} s, but it must be a number of 0 or more. Correct the code, or remove it.`,
      );
    },
  );

  const memory = new Float64Array(6);
  it.each<[unknown, string]>([
    [{ view: [0], offset: 0, length: 1 }, 'a "view" from view of y that is not a typed array'],
    [
      { view: new DataView(memory.buffer), offset: 0, length: 1 },
      'a "view" from view of y that is not a typed array',
    ],
    [undefined, 'a "view" from view of y that is not a typed array'],
    [
      { view: new Int32Array(6), offset: 0, length: 1 },
      'a Int32Array from view of y, which cannot hold Float64 values exactly',
    ],
    [{ view: memory, offset: 6, length: 1 }, 'elements 6 to 6 from view of y, but its "view" has 6'],
    [{ view: memory, offset: 4, length: 3 }, 'elements 4 to 6 from view of y, but its "view" has 6'],
    [{ view: memory, offset: -1, length: 1 }, 'elements -1 to -1 from view of y, but its "view" has 6'],
    [{ view: memory, offset: 0.5, length: 1 }, 'elements 0.5 to 0.5 from view of y, but its "view" has 6'],
    [{ view: memory, offset: 0, length: -1 }, 'elements 0 to -2 from view of y, but its "view" has 6'],
    [{ view: memory, offset: 2, length: 0 }, '"length" 0 from view of y, which has 1 element'],
    [{ view: memory, offset: 2, length: 2 }, '"length" 2 from view of y, which has 1 element'],
    [{ view: memory, offset: 2 }, '"length" undefined from view of y, which has 1 element'],
  ])('%# refuses an invalid view of a custom host', async (answer, what) => {
    const unit = await alone({ view: () => answer });
    expect(() => unit.get('y')).toThrow(`${words} returned ${what}. Correct the code, or remove it.`);
  });

  it.each([0, 2])('a view with %i elements of a scalar ends a run', async (length) => {
    await refused(
      opening({ view: () => ({ view: memory, offset: 2, length }) }),
      `${words} returned "length" ${length} from view of y, which has 1 element. Correct the code, or remove it.`,
    );
  });

  /**
   * Returns y, an array of three, through a view of this length. With `sized`, the variable u holds
   * its size.
   */
  const array = async (length: number, sized: boolean): Promise<unknown> => {
    const open = async (_: unknown, { name, description }: Parameters<typeof fakes.open>[1]) => {
      const sizeReference = sized ? { dimensionReferences: [1] } : {};
      const variables = description.variables.map((v) =>
        v.name === 'y' ? { ...v, dimensions: [3], ...sizeReference } : v,
      );
      const unit = new FakeUnit(name, { ...description, variables }, 1);
      return Object.assign(unit, { view: () => ({ view: memory, offset: 0, length }) });
    };
    const hosts = [{ ...fakes, open } as unknown as Host];
    return (await (await openFmu(join(folder, 'gain.fmu'), { hosts })).instantiate({ name: 'a' })).get('y');
  };

  it('a custom host gives all elements of an array, also after a structural parameter has enlarged it', async () => {
    expect(await array(3, false)).toHaveLength(3);
    expect(await array(5, true)).toHaveLength(3);
    for (const [length, sized] of [
      [2, false],
      [5, false],
      [2, true],
    ] as const)
      await refused(
        array(length, sized),
        `${words} returned "length" ${length} from view of y, which has 3 elements. Correct the code, or remove it.`,
      );
  });

  /** Runs a system whose second unit has an extrapolated input with this polynomial. */
  const extrapolated = async (polynomial: unknown): Promise<unknown> => {
    const { a } = gain.units;
    const driven: SystemFile = {
      ...circle({ scheme: 'jacobi', extrapolation: 'linear' }),
      units: { a, b: a },
      connections: [{ from: 'a.y', to: 'b.u' }],
    };
    const open = async (...args: Parameters<typeof fakes.open>) =>
      Object.assign(await fakes.open(...args), { polynomial: () => polynomial });
    const hosts = [{ ...fakes, open } as unknown as Host];
    return simulate(await load(driven, { hosts }), { hosts });
  };

  it.each<[unknown, string]>([
    [{ view: new Float32Array(6), offset: 0 }, 'a "view" from polynomial of u that is not a Float64Array'],
    [{ view: memory, offset: 4 }, 'elements 4 to 6 from polynomial of u, but its "view" has 6'],
  ])('%# refuses an invalid polynomial of a custom host', async (answer, what) => {
    await refused(
      extrapolated(answer),
      `call b: the host "fake" returned ${what}. Correct the code, or remove it.`,
    );
  });

  it('a custom host runs if it declares that it does not support polynomials', async () => {
    expect(await extrapolated({ view: memory, offset: -1 })).toMatchObject({ outcome: 'finished' });
  });

  it.each<[string, (unit: FmuInstance) => void]>([
    ['view', (unit) => unit.get('y')],
    ['reset', (unit) => unit.reset()],
    ['getState', (unit) => unit.getState()],
    ['snapshot', (unit) => unit.snapshot()],
    ['close', (unit) => unit.close()],
  ])('a custom host appears by name if it fails in %s', async (member, ask) => {
    const unit = await alone({ [member]: fail });
    unit.initialize();
    await refused(
      (async () => ask(unit))(),
      `${words} failed in ${member}: mine. Correct the code, or remove it.`,
      mine,
    );
  });

  it('a custom host appears by name if it fails in setState, or in the reason of a failure', async () => {
    const unit = await alone({ setState: fail, step: fail, reasonOf: fail });
    unit.initialize();
    const state = unit.getState();
    expect(() => unit.setState(state)).toThrow(`${words} failed in setState: mine. Correct the code`);
    expect(() => unit.step(0, 1)).toThrow(`${words} failed in reasonOf: mine. Correct the code`);
  });

  it('an error in close at the end of a run is a separate warning', async () => {
    expect(await opening({ close: fail })).toMatchObject({
      outcome: 'finished',
      warnings: [`a, at the end of the run: ${words} failed in close: mine. Correct the code, or remove it.`],
    });
  });

  it.each<[unknown, string]>([
    [later, 'has an async step, but the call must be synchronous'],
    [
      () => undefined,
      'returned undefined from the step by H = 1 s at t = 0 s. Expected 0 (done) or −1 (H is not a multiple of the internal step)',
    ],
    [
      () => Number.NaN,
      'returned NaN from the step by H = 1 s at t = 0 s. Expected 0 (done) or −1 (H is not a multiple of the internal step)',
    ],
  ])('%# refuses an invalid result of step of a custom host', async (answer, what) => {
    const unit = await alone({ step: () => (answer as () => unknown)() });
    unit.initialize();
    expect(() => unit.step(0, 1)).toThrow(`${words} ${what}. Correct the code, or remove it.`);
  });

  it('a promise from step ends a run', async () => {
    await expect(opening({ step: () => later() })).rejects.toThrow(
      'step a: its host has an async step, but the call must be synchronous.',
    );
  });

  it('an instance of a custom host retains its step and its this, also if it is frozen', async () => {
    class Counting extends FakeUnit {
      #steps = 0;
      override step = (): number => {
        this.#steps++;
        return 0;
      };
      override reset = (): void => void (this.#steps = 0);
      get steps(): number {
        return this.#steps;
      }
    }
    const instances: Counting[] = [];
    const open = async (_: unknown, { name, description }: { name: string; description: never }) => {
      const unit = new Counting(name, description, 1);
      if (instances.push(unit) === 2) Object.freeze(unit);
      return unit;
    };
    const hosts = [{ ...fakes, open } as unknown as Host];
    for (const k of [0, 1]) {
      const unit = await (await openFmu(join(folder, 'gain.fmu'), { hosts })).instantiate();
      unit.initialize();
      unit.step(0, 1);
      expect(instances[k].steps).toBe(1);
      unit.reset();
      expect(instances[k].steps).toBe(0);
    }
  });
});
