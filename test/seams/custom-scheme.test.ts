import { describe, expect, it } from 'vitest';
import type { Coupling, CouplingContext, CouplingScheme } from '../../master/coupling/coupling.ts';
import type { Extrapolation } from '../../master/extrapolation/extrapolation.ts';
import type { RunResult } from '../../master/run/worker/run-protocol.ts';
import { circleRun } from './support/circle-run.ts';
import { fail, later, mine, refused } from './support/failing.ts';
import { circle } from './support/lag.ts';

const { run } = circleRun();

describe('a custom coupling scheme', () => {
  const inTurn = ({ system, exchange, advance }: CouplingContext): Coupling => {
    const all = exchange(system.connections);
    return {
      settle: () => all.settle(),
      step(n, t, H) {
        all.transfer(n);
        for (const unit of [0, 1]) advance(unit, t, H);
      },
    };
  };
  const traits = { order: 1, implicit: false, interfaceModels: false, needs: [] };
  const of = (change: object): Promise<RunResult> =>
    run(
      { couplings: [{ name: 'mine', traits, couple: inTurn, ...change } as CouplingScheme] },
      circle({ scheme: 'mine' }),
    );
  const coupling = (change: object): Promise<RunResult> =>
    of({ couple: (context: CouplingContext) => ({ ...inTurn(context), ...change }) });

  it('a custom scheme couples a system', async () => {
    expect((await of({})).outcome).toBe('finished');
  });

  it.each(['settle', 'initialized', 'step'])(
    'a custom scheme appears by name in an error in %s',
    async (member) => {
      await refused(
        coupling({ [member]: fail }),
        `run circle: the coupling scheme "mine" failed in ${member}: mine. Correct the code, or remove it.`,
        mine,
      );
    },
  );

  it.each(['settle', 'initialized', 'step'])('a custom scheme must not have an async %s', async (member) => {
    await refused(
      coupling({ [member]: later }),
      `run circle: the coupling scheme "mine" has an async ${member}, but the call must be synchronous. Correct the code, or remove it.`,
    );
  });

  it.each([
    ['a', ({ advance }, t, H) => advance(1, t, H)],
    ['b', ({ together }, t, H) => together([0])(t, H)],
    ['a', () => {}],
  ] as [string, (context: CouplingContext, t: number, H: number) => void][])(
    'a custom scheme fails if it forgets %s in its first step',
    async (name, step) => {
      const couple = (context: CouplingContext): Coupling => ({
        settle: () => false,
        step: (_n, t, H) => step(context, t, H),
      });
      await refused(
        of({ couple }),
        `run circle: the coupling scheme "mine" advances ${name} neither with "advance" nor with "together" in the step from t = 0 s to 0.1 s. Correct the code, or remove it.`,
      );
    },
  );

  it('a custom scheme fails if it passes a unit to "together" twice', async () => {
    const couple = ({ system, exchange, together }: CouplingContext): Coupling => {
      const [all, advance] = [exchange(system.connections), together([0, 1, 1])];
      return {
        settle: () => all.settle(),
        step(n, t, H) {
          all.transfer(n);
          advance(t, H);
        },
      };
    };
    await refused(
      of({ couple }),
      'run circle: the coupling scheme "mine" hands b to "together" twice. Correct the code, or remove it.',
    );
  });

  it.each<[what: string, traits: object, told: number[], words: string]>([
    [
      'substeps that its traits do not declare',
      {},
      [1],
      'calls "stepped" without the trait "adaptive", which a scheme with substeps needs',
    ],
    [
      'none of its substeps',
      { adaptive: true },
      [],
      'calls "stepped" for 0 s in the step from t = 0 s by H = 0.1 s, but observers must see all of it once',
    ],
    [
      'its steps twice',
      { adaptive: true },
      [1, 1],
      'calls "stepped" for 0.2 s in the step from t = 0 s by H = 0.1 s, but observers must see all of it once',
    ],
  ])('a custom scheme fails if it calls stepped for %s', async (_, more, shares, words) => {
    const couple = ({ system, exchange, together, stepped }: CouplingContext): Coupling => {
      const [all, advance] = [exchange(system.connections), together([0, 1])];
      return {
        settle: () => all.settle(),
        step(n, t, H) {
          all.transfer(n);
          advance(t, H);
          for (const share of shares) stepped(share * H);
        },
      };
    };
    await refused(
      of({ couple, traits: { ...traits, ...more } }),
      `run circle: the coupling scheme "mine" ${words}. Correct the code, or remove it.`,
    );
  });

  it('a custom scheme fails if it does not return a coupling', async () => {
    const words = 'run circle: the coupling scheme "mine"';
    for (const [couple, what] of [
      [() => undefined, 'lacks a valid coupling'],
      [() => ({ step: () => {} }), 'lacks settle() in its coupling'],
      [() => ({ settle: () => false }), 'lacks step() in its coupling'],
      [async () => ({}), 'has an async couple, but the call must be synchronous'],
    ] as const)
      await refused(of({ couple }), `${words} ${what}. Correct the code, or remove it.`);
    await refused(
      of({ couple: fail }),
      `${words} failed in couple: mine. Correct the code, or remove it.`,
      mine,
    );
  });

  it('refuses an invalid coupling scheme', async () => {
    const words = 'register coupling scheme "mine": it';
    for (const [change, what] of [
      [{ couple: undefined }, 'lacks couple() in its scheme'],
      [{ traits: undefined }, 'lacks a valid "traits"'],
      [{ options: { a: null } }, 'lacks a valid option'],
      [{ traits: { ...traits, needs: undefined } }, 'lacks a list "needs" in its traits'],
    ] as const)
      await refused(of(change), `${words} ${what}. Correct the code, or remove it.`);
    await refused(
      of({ alsoNeeds: fail }),
      `${words} failed in alsoNeeds: mine. Correct the code, or remove it.`,
      mine,
    );
    await refused(
      of({ traits: { ...traits, needs: ['bogus'] } }),
      'run: unknown need "bogus" of the coupling scheme "mine". Choose among rollback, directionalDerivatives, modelExchange.',
    );
    for (const [what, couplings] of [
      ['5', 5],
      ['null', null],
      ['an Array', [null]],
      ['an Array', [{}]],
    ])
      await refused(
        (async () => run({ couplings } as never))(),
        `run circle: couplings: expected a list of objects with a name, got ${what}. Correct the value, or omit it.`,
      );
  });

  it.each(['couplings', 'extrapolations', 'integrators', 'observers', 'sinks'])(
    'a scheme needs a name, like all of %s',
    async (kind) => {
      for (const name of ['', ' '])
        await refused(
          (async () => run({ [kind]: [{ name }] }))(),
          `run circle: ${kind}: expected a list of objects with a name, got an Array. Correct the value, or omit it.`,
        );
    },
  );
});

describe('a custom extrapolation', () => {
  const hold: Extrapolation = {
    name: 'mine',
    order: 0,
    history: 0,
    slopes: (_p, _f, _H, into, at) => into.fill(0, at, at + 2),
  };
  const ends = async (change: Partial<Extrapolation>): Promise<number[]> => {
    const { columns } = await run(
      { extrapolations: [{ ...hold, ...change }], collect: true },
      circle({ extrapolation: 'mine' }),
    );
    return columns.map(({ data }) => Number(data.at(-1)));
  };

  it('a custom extrapolation writes to two elements, and further writes are discarded', async () => {
    const slopes: Extrapolation['slopes'] = (_p, _f, _H, into, at) => {
      into.fill(0);
      into[at + 100] = 7;
    };
    expect(await ends({ slopes })).toEqual(await ends({}));
  });

  it('a custom extrapolation appears by name if it fails', async () => {
    await refused(
      ends({ slopes: fail }),
      'extrapolate: the extrapolation "mine" failed in slopes: mine. Correct the code, or remove it.',
      mine,
    );
  });

  it('a custom extrapolation appears by name if its slopes are not finite', async () => {
    await refused(
      ends({ slopes: (_p, _f, _H, into, at) => into.fill(Number.NaN, at, at + 2) }),
      'extrapolate: the extrapolation "mine" gives the slopes NaN and NaN for finite values. Correct the code, or remove it.',
    );
  });

  it('refuses an invalid extrapolation', async () => {
    const words = 'register extrapolation "mine": it';
    await refused(
      ends({ slopes: undefined }),
      `${words} lacks slopes() in its extrapolation. Correct the code, or remove it.`,
    );
    for (const history of [-1, 1.5, Number.NaN, 1e9, '2', undefined])
      await refused(
        ends({ history } as never),
        `${words} has "order" 0 and "history" ${history}, but both must be whole numbers from 0. Correct the code, or remove it.`,
      );
    expect(await ends({ order: 2 })).toHaveLength((await ends({})).length);
    await refused(
      ends({ order: 3 }),
      `${words} has "order" 3, but two derivatives continue a polynomial of degree 2 at most. Correct the code, or remove it.`,
    );
  });
});
