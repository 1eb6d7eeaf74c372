import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Binary, Host } from '../../fmu-sdk/host/choice/host.ts';
import { completeInstance } from '../../fmu-sdk/host/instance/complete-instance.ts';
import type { CustomInstance } from '../../fmu-sdk/host/instance/instance.ts';
import { openFmu } from '../../fmu-sdk/host/open-fmu.ts';
import { simulate } from '../../master/run/simulate.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { makeGain } from '../seams/support/gain.ts';

const folder = temporaryFolder('complete-instance');
beforeAll(() => makeGain(folder, 'gain', 3));

/** Returns a host of y = 3 u with the required members, and these. */
function gains(more: (memory: Float64Array) => object = () => ({})): Host {
  return {
    name: 'gains',
    find: async () => ({ form: 'gains' }),
    open: async (_: Binary, { name, description }): Promise<CustomInstance> => {
      const memory = Float64Array.of(0, 2, 0);
      const compute = (): void => {
        memory[2] = 3 * memory[1];
      };
      return {
        name,
        description,
        view: ({ valueReference }) => ({ view: memory, offset: valueReference, length: 1 }),
        initialize: compute,
        exitInitialization: () => {},
        step: () => {
          compute();
          return 0;
        },
        close: () => {},
        ...more(memory),
      };
    },
  };
}

const state = (memory: Float64Array): object => ({
  getState: () => new Uint8Array(memory.slice().buffer),
  setState: (saved: Uint8Array) => memory.set(new Float64Array(saved.slice().buffer)),
});

async function run(scheme: string, host: Host): Promise<{ rows: number[][] }> {
  const hosts = [host];
  const system = await resolveSystem(
    {
      name: 'two',
      units: { a: { fmu: 'gain.fmu' }, b: { fmu: 'gain.fmu' } },
      connections: [{ from: 'a.y', to: 'b.u' }],
      algorithm: { scheme, step: 0.5 },
      stopTime: 1,
    } as never,
    join(folder, 'two.json'),
    { hosts },
  );
  const rows: number[][] = [];
  for await (const row of simulate(system, { hosts })) rows.push([row.time, row['b.y'] as number]);
  return { rows };
}

describe('an instance of a custom host with seven members', () => {
  it('a core instance runs alone', async () => {
    const unit = await (await openFmu(join(folder, 'gain.fmu'), { hosts: [gains()] })).instantiate();
    unit.set('u', 5).initialize();
    unit.set('u', 7);
    unit.step(0, 0.1);
    expect(unit.get('y')).toBe(21);
  });

  it('a core instance runs in an explicit scheme', async () => {
    expect((await run('jacobi', gains())).rows.at(-1)).toEqual([1, 18]);
  });

  it('a core instance with a saved state repeats its steps in an implicit scheme', async () => {
    expect((await run('iterative-jacobi', gains(state))).rows.at(-1)).toEqual([1, 18]);
  });

  it('a core instance fails in an implicit scheme with the name of the member that it lacks', async () => {
    await expect(run('iterative-jacobi', gains())).rejects.toThrow(
      'call a: expected a host with getState() and setState(), or snapshot(), got "gains" without it. Add it to the host, or leave out what needs it.',
    );
  });
});

describe('completeInstance', () => {
  const core = (more: object = {}): CustomInstance =>
    ({ name: 'a', step: () => 0, ...more }) as unknown as CustomInstance;

  it('a completed instance makes a step in one part', () => {
    const steps: number[][] = [];
    const instance = completeInstance(
      core({ step: (t: number, H: number) => steps.push([t, H]) - steps.length }),
      'h',
    );
    expect(instance.begin(2, 0.5)).toBe(1);
    instance.micro(0);
    expect(steps).toEqual([[2, 0.5]]);
  });

  it('a completed instance refuses a step in one part that has internal steps', () => {
    const instance = completeInstance(core({ step: () => -1 }), 'h');
    instance.begin(2, 0.5);
    expect(() => instance.micro(0)).toThrow('expected a host with begin(), got "h" without it');
  });

  it.each(['reset', 'getState', 'setState', 'partial', 'getBytes', 'setBytes'])(
    'a completed instance reports that %s is missing',
    (member) => {
      const instance = completeInstance(core(), 'h') as unknown as Record<string, () => void>;
      expect(() => instance[member]()).toThrow(
        `call a: expected a host with ${member}(), got "h" without it.`,
      );
    },
  );

  it('a completed instance without snapshot names the saved state that replaces it', () => {
    expect(() => completeInstance(core(), 'h').snapshot()).toThrow(
      'call a: expected a host with getState() and setState(), or snapshot(), got "h" without it.',
    );
  });

  it('a completed instance keeps every member of its own', () => {
    const own = { partial: () => 1, reset: () => {}, internalStep: () => 0.25, reasonOf: () => 'why' };
    expect(completeInstance(core(own), 'h')).toMatchObject(own);
  });

  it('a frozen instance that lacks members is refused with this reason', () => {
    expect(() => completeInstance(Object.freeze(core()), 'h')).toThrow(
      'open a: expected an instance that takes further members, got one that is not extensible',
    );
  });
});
