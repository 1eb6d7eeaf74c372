import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkFmu } from '../../fmu-sdk/conformance/check.ts';
import type { Rule } from '../../fmu-sdk/conformance/rule.ts';
import type { Coupling, CouplingContext, CouplingScheme } from '../../master/coupling/coupling.ts';
import type { Extrapolation } from '../../master/extrapolation/extrapolation.ts';
import type { Column, Observer, ObserverKind } from '../../master/observe/observer.ts';
import type { OpenSink, Sink } from '../../master/observe/sink.ts';
import type { RunResult } from '../../master/run/protocol.ts';
import { SystemRunner } from '../../master/run/runner.ts';
import { Session } from '../../master/run/session.ts';
import { type SimulateOptions, simulate } from '../../master/run/simulate.ts';
import type { InputSource } from '../../master/system/input-source.ts';
import { resolveSystem, type SystemOptions } from '../../master/system/load.ts';
import type { CheckedSystem, SystemFile } from '../../master/system/system.ts';
import { allAreHeard, fail, later, mine, refused } from './failing.ts';
import { makeGain } from './gain.ts';
import { circle, makeLag } from './lag.ts';

const folder = mkdtempSync(join(tmpdir(), 'fmukit-own-code-'));
beforeAll(async () => {
  await makeLag(folder);
  await makeGain(folder, 'gain', 3);
});
afterAll(() => rmSync(folder, { recursive: true }));

allAreHeard();

const load = (system: SystemFile = circle(), options: SystemOptions = {}): Promise<CheckedSystem> =>
  resolveSystem(system, join(folder, 'circle.json'), options);
const run = async (options: SimulateOptions, system: SystemFile = circle()): Promise<RunResult> =>
  simulate(await load(system), options);

describe('an observer of one’s own', () => {
  const of = (observer: unknown): SimulateOptions => ({
    observers: [{ name: 'o', observe: () => observer as Observer }],
  });

  it.each(['start', 'step', 'row', 'end'])('that fails in %s is told by its name', async (member) => {
    await refused(
      run(of({ [member]: fail })),
      `run circle: the observer "o" fails in ${member}: mine. Mend it, or leave it out.`,
      mine,
    );
  });

  it('that throws what is no Error is told so, too', async () => {
    for (const thrown of [undefined, 'text', null])
      await refused(
        run(
          of({
            row: () => {
              throw thrown;
            },
          }),
        ),
        `run circle: the observer "o" fails in row: ${thrown}. Mend it, or leave it out.`,
        thrown,
      );
  });

  it.each(['start', 'step', 'row', 'end'])('with an async %s is refused', async (member) => {
    for (const async of [later, async () => {}])
      await refused(
        run(of({ [member]: async })),
        `run circle: the observer "o" has an async ${member}, for which nobody waits. Mend it, or leave it out.`,
      );
  });

  it('that is none is refused at the begin', async () => {
    const kind = (observe: unknown): SimulateOptions => ({
      observers: [{ name: 'o', observe } as ObserverKind],
    });
    for (const [options, what] of [
      [of(undefined), 'has no observer'],
      [of({ row: 5 }), 'has no row() in its observer'],
      [of({ columns: 5 }), 'has "columns" that are no list'],
      [of({ columns: [{ name: 'c', unitOfMeasure: '1' }] }), 'has no read() in its column'],
      [of({ columns: [{ read: () => 0 }] }), 'has a column without a "name" and a "unitOfMeasure"'],
      [kind(async () => ({})), 'has an async observe, for which nobody waits'],
      [kind(undefined), 'has no observe() in its kind'],
    ] as const)
      await refused(run(options), `run circle: the observer "o" ${what}. Mend it, or leave it out.`);
  });

  it('that has state of a class is called as its method', async () => {
    class Counting {
      rows = 0;
      row(): void {
        this.rows++;
      }
    }
    const counting = new Counting();
    await run(of(counting));
    expect(counting.rows).toBe(11);
  });

  it('cannot go on by itself', async () => {
    const system = await load();
    let session: Session | undefined;
    const observers = [{ name: 'o', observe: () => ({ step: () => session?.advance(1) }) }];
    session = new Session(system, { observers });
    session.start();
    expect(() => session?.advance(5)).toThrow(
      'advance circle: it is in the midst of a step. Observers only look.',
    );
  });
});

describe('a column of one’s own', () => {
  const of = (column: unknown): SimulateOptions => ({
    observers: [{ name: 'o', observe: () => ({ columns: [column as Column] }) }],
  });

  it('is read as a method, under any name', async () => {
    class Four implements Column {
      readonly name = '__proto__';
      readonly unitOfMeasure = '1';
      private readonly value = 4;
      read(): number {
        return this.value;
      }
    }
    for await (const row of simulate(await load(), of(new Four()))) {
      expect(Object.entries(row)).toContainEqual(['__proto__', 4]);
      break;
    }
  });

  it('that fails, or gives no number, is told by its name', async () => {
    const column = { name: 'c', unitOfMeasure: '1' };
    await refused(
      run({ ...of({ ...column, read: fail }), collect: true }),
      'run circle: the observer "o" fails in read: mine. Mend it, or leave it out.',
      mine,
    );
    for (const [more, value, kind] of [
      [{}, 'abc', 'number'],
      [{}, undefined, 'number'],
      [{}, 10n, 'number'],
      [{ whole: 'Int64' }, 1.5, 'Int64'],
      [{ whole: 'Int64' }, 2n ** 63n, 'Int64'],
      [{ whole: 'Int64' }, -(2n ** 63n) - 1n, 'Int64'],
      [{ whole: 'UInt64' }, 2n ** 64n, 'UInt64'],
      [{ whole: 'UInt64' }, -1n, 'UInt64'],
    ] as const)
      await refused(
        run({ ...of({ ...column, ...more, read: () => value }), collect: true }),
        `run circle: the observer "o" reads ${value} for c, which is no ${kind}. Mend it, or leave it out.`,
      );
  });

  it('is read by read() alone, whatever place it names', async () => {
    const output = join(folder, 'place.csv');
    const place = { view: new Float64Array([7]), at: 5 };
    await run({ ...of({ name: 'c', unitOfMeasure: '1', place, read: () => 1 }), output });
    const [titles, ...rows] = readFileSync(output, 'utf8').trim().split(/\r?\n/);
    expect(titles).toMatch(/,c$/);
    expect(rows.map((row) => row.split(',').at(-1))).toEqual(Array(11).fill('1'));
  });

  it.each([true, 'Int32', 64, null, ''])('of whole numbers of the kind %s is refused', async (whole) => {
    await refused(
      run(of({ name: 'c', unitOfMeasure: '1', whole, read: () => 1n })),
      `run circle: the observer "o" has for c "whole" ${whole}, and whole numbers are Int64 or UInt64. Mend it, or leave it out.`,
    );
  });

  it('has whole numbers from the least to the greatest', async () => {
    for (const [whole, values] of [
      ['Int64', [-(2n ** 63n), 2n ** 63n - 1n]],
      ['UInt64', [0n, 2n ** 64n - 1n]],
    ] as const)
      for (const value of values)
        for await (const row of simulate(
          await load(),
          of({ name: 'c', unitOfMeasure: '1', whole, read: () => value }),
        ))
          expect(row.c).toBe(value);
  });
});

describe('a coupling scheme of one’s own', () => {
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

  it('runs', async () => {
    expect((await of({})).outcome).toBe('finished');
  });

  it.each(['settle', 'initialized', 'step'])('that fails in %s is told by its name', async (member) => {
    await refused(
      coupling({ [member]: fail }),
      `run circle: the coupling scheme "mine" fails in ${member}: mine. Mend it, or leave it out.`,
      mine,
    );
  });

  it.each(['settle', 'initialized', 'step'])('with an async %s is refused', async (member) => {
    await refused(
      coupling({ [member]: later }),
      `run circle: the coupling scheme "mine" has an async ${member}, for which nobody waits. Mend it, or leave it out.`,
    );
  });

  it.each([
    ['a', ({ advance }, t, H) => advance(1, t, H)],
    ['b', ({ together }, t, H) => together([0])(t, H)],
    ['a', () => {}],
  ] as [string, (context: CouplingContext, t: number, H: number) => void][])(
    'that forgets %s in its first step is refused',
    async (name, step) => {
      const couple = (context: CouplingContext): Coupling => ({
        settle: () => false,
        step: (_n, t, H) => step(context, t, H),
      });
      await refused(
        of({ couple }),
        `run circle: the coupling scheme "mine" advances ${name} neither by "advance" nor by "together" in the step from t = 0 s to 0.1 s. Mend it, or leave it out.`,
      );
    },
  );

  it('that hands a unit to "together" twice is refused', async () => {
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
      'run circle: the coupling scheme "mine" hands b to "together" twice. Mend it, or leave it out.',
    );
  });

  it.each<[what: string, traits: object, told: number[], words: string]>([
    [
      'steps of its own that its traits do not know',
      {},
      [1],
      'calls "stepped", which a scheme with steps of its own does, as its traits say ("adaptive")',
    ],
    [
      'none of its own steps',
      { adaptive: true },
      [],
      'tells "stepped" of 0 s in the step from t = 0 s by H = 0.1 s, all of which observers are to see once',
    ],
    [
      'its steps twice',
      { adaptive: true },
      [1, 1],
      'tells "stepped" of 0.2 s in the step from t = 0 s by H = 0.1 s, all of which observers are to see once',
    ],
  ])('that tells of %s is refused', async (_, more, told, words) => {
    const couple = ({ system, exchange, together, stepped }: CouplingContext): Coupling => {
      const [all, advance] = [exchange(system.connections), together([0, 1])];
      return {
        settle: () => all.settle(),
        step(n, t, H) {
          all.transfer(n);
          advance(t, H);
          for (const share of told) stepped(share * H);
        },
      };
    };
    await refused(
      of({ couple, traits: { ...traits, ...more } }),
      `run circle: the coupling scheme "mine" ${words}. Mend it, or leave it out.`,
    );
  });

  it('that couples nothing is refused', async () => {
    const words = 'run circle: the coupling scheme "mine"';
    for (const [couple, what] of [
      [() => undefined, 'has no coupling'],
      [() => ({ step: () => {} }), 'has no settle() in its coupling'],
      [() => ({ settle: () => false }), 'has no step() in its coupling'],
      [async () => ({}), 'has an async couple, for which nobody waits'],
    ] as const)
      await refused(of({ couple }), `${words} ${what}. Mend it, or leave it out.`);
    await refused(of({ couple: fail }), `${words} fails in couple: mine. Mend it, or leave it out.`, mine);
  });

  it('that is none is refused', async () => {
    const words = 'register coupling scheme "mine": it';
    for (const [change, what] of [
      [{ couple: undefined }, 'has no couple() in its scheme'],
      [{ traits: undefined }, 'has no "traits"'],
      [{ options: { a: null } }, 'has no option'],
      [{ traits: { ...traits, needs: undefined } }, 'has no list "needs" in its traits'],
    ] as const)
      await refused(of(change), `${words} ${what}. Mend it, or leave it out.`);
    await refused(
      of({ alsoNeeds: fail }),
      `${words} fails in alsoNeeds: mine. Mend it, or leave it out.`,
      mine,
    );
    await refused(
      of({ traits: { ...traits, needs: ['bogus'] } }),
      'run: the coupling scheme "mine" needs "bogus". Choose among rollback, directionalDerivatives, modelExchange.',
    );
    for (const [what, couplings] of [
      ['5', 5],
      ['null', null],
      ['an Array', [null]],
      ['an Array', [{}]],
    ])
      await refused(
        (async () => run({ couplings } as never))(),
        `run circle: couplings: ${what} is not a list of objects with a name. Give that, or leave it out.`,
      );
  });

  it.each(['couplings', 'extrapolations', 'integrators', 'observers', 'sinks'])(
    'has a name, as all of %s',
    async (kind) => {
      for (const name of ['', ' '])
        await refused(
          (async () => run({ [kind]: [{ name }] }))(),
          `run circle: ${kind}: an Array is not a list of objects with a name. Give that, or leave it out.`,
        );
    },
  );
});

describe('an extrapolation of one’s own', () => {
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

  it('has two places to write to, and what it writes beside them is lost', async () => {
    const slopes: Extrapolation['slopes'] = (_p, _f, _H, into, at) => {
      into.fill(0);
      into[at + 100] = 7;
    };
    expect(await ends({ slopes })).toEqual(await ends({}));
  });

  it('that fails is told by its name', async () => {
    await refused(
      ends({ slopes: fail }),
      'extrapolate: the extrapolation "mine" fails in slopes: mine. Mend it, or leave it out.',
      mine,
    );
  });

  it('that gives no finite slopes is told by its name', async () => {
    await refused(
      ends({ slopes: (_p, _f, _H, into, at) => into.fill(Number.NaN, at, at + 2) }),
      'extrapolate: the extrapolation "mine" gives the slopes NaN and NaN of values that are finite. Mend it, or leave it out.',
    );
  });

  it('that is none is refused', async () => {
    const words = 'register extrapolation "mine": it';
    await refused(
      ends({ slopes: undefined }),
      `${words} has no slopes() in its extrapolation. Mend it, or leave it out.`,
    );
    for (const history of [-1, 1.5, Number.NaN, 1e9, '2', undefined])
      await refused(
        ends({ history } as never),
        `${words} has "order" 0 and "history" ${history}, and both are whole numbers from 0. Mend it, or leave it out.`,
      );
    expect(await ends({ order: 2 })).toHaveLength((await ends({})).length);
    await refused(
      ends({ order: 3 }),
      `${words} has "order" 3, and two derivatives continue a polynomial of degree 2 at most. Mend it, or leave it out.`,
    );
  });
});

describe('a form of results of one’s own', () => {
  const words = 'record: the form of results "mine"';
  const of = (change: object, file = 'x.mine'): Promise<RunResult> => {
    const open = (): OpenSink => ({ row: () => {}, close: () => {} });
    const sink = { name: 'mine', extensions: ['.mine'], open, ...change } as Sink;
    return run({ sinks: [sink], output: join(folder, file) });
  };
  const opened = (change: (write: (bytes: unknown) => void) => object): Promise<RunResult> =>
    of({ open: (_: unknown, write: never) => ({ row: () => {}, close: () => {}, ...change(write) }) });

  it.each(['row', 'close'])('that fails in %s is told by its name', async (member) => {
    await refused(
      opened(() => ({ [member]: fail })),
      `${words} fails in ${member}: mine. Mend it, or leave it out.`,
      mine,
    );
  });

  it.each(['row', 'close'])('with an async %s is refused', async (member) => {
    await refused(
      opened(() => ({ [member]: later })),
      `${words} has an async ${member}, for which nobody waits. Mend it, or leave it out.`,
    );
  });

  it('that opens nothing is refused', async () => {
    for (const [open, what] of [
      [() => undefined, 'has no recording'],
      [() => ({ row: () => {} }), 'has no close() in its recording'],
      [async () => ({}), 'has an async open, for which nobody waits'],
    ] as const)
      await refused(of({ open }), `${words} ${what}. Mend it, or leave it out.`);
    await refused(of({ open: fail }), `${words} fails in open: mine. Mend it, or leave it out.`, mine);
    await refused(
      opened((write) => ({ row: () => write('text') })),
      `${words} writes what is no Uint8Array. Mend it, or leave it out.`,
    );
  });

  it('that is none is refused', async () => {
    for (const extensions of [undefined, 'x', [null], ['mine'], ['.']])
      await refused(
        of({ extensions }),
        'register form of results "mine": it has no list of endings with their dot as its "extensions". Mend it, or leave it out.',
      );
    await refused(
      of({ open: undefined }),
      'register form of results "mine": it has no open() in its form. Mend it, or leave it out.',
    );
  });

  /** Rows of a byte behind six bytes, and this count of them. */
  const counting = (count: unknown, header = 6): Promise<RunResult> => {
    const open = (_: unknown, write: (bytes: Uint8Array) => void): unknown => {
      write(new Uint8Array(header).fill(45));
      return { count, row: () => write(new Uint8Array([46])), close: () => {} };
    };
    return of({ open }, 'count.mine');
  };
  const count = { at: 1, digits: 2, from: 6, each: 1 };

  it('says how many rows it has where it has a place for them', async () => {
    expect(await counting(count)).toMatchObject({ outcome: 'finished' });
    expect(readFileSync(join(folder, 'count.mine'), 'latin1')).toBe(`-11---${'.'.repeat(11)}`);
  });

  it.each<[unknown, string]>([
    [null, 'has no "count"'],
    [{ ...count, at: -1 }, 'has -1 as "at" in its count, and it is a whole number from 0'],
    [{ ...count, digits: 1.5 }, 'has 1.5 as "digits" in its count, and it is a whole number from 0'],
    [{ ...count, from: Number.NaN }, 'has NaN as "from" in its count, and it is a whole number from 0'],
    [{ ...count, each: 0 }, 'has 0 as "each" in its count, and it is a whole number from 1'],
    [{ ...count, each: '1' }, 'has 1 as "each" in its count, and it is a whole number from 1'],
    [{ at: 0 }, 'has undefined as "digits" in its count, and it is a whole number from 0'],
    [{ ...count, at: 5 }, 'has a count that ends at byte 7 of the file, and its rows begin at byte 6'],
    [
      { ...count, at: 100_000 },
      'has a count that ends at byte 100002 of the file, and its rows begin at byte 6',
    ],
    [
      { ...count, at: 3, digits: 0 },
      'has a count that ends at byte 7 of the file, and its rows begin at byte 6',
    ],
  ])('%# with a count that cannot be is refused', async (bad, what) => {
    await refused(counting(bad), `${words} ${what}. Mend it, or leave it out.`);
  });

  it('whose count has no place for the number, or no file around it, ends in an error that says so', async () => {
    const file = join(folder, 'count.mine');
    await refused(
      counting({ ...count, digits: 1 }),
      `record ${file}: it has 11 rows, and its form of results has 1 digit for their number. Record fewer, or choose another form.`,
    );
    expect(readFileSync(join(folder, 'count.partial.mine'), 'latin1')).toBe(`------${'.'.repeat(11)}`);
    await refused(
      counting({ ...count, at: 90, from: 100 }),
      `record ${file}: it has 17 bytes, and its form of results says that rows begin at byte 100. Mend the form, or choose another.`,
    );
  });

  it('that writes or holds back after its close is refused, and the next run has its file for itself', async () => {
    const row = new TextEncoder().encode('late\n');
    const late: [string, () => void][] = [];
    const open: Sink['open'] = (_, write, hold) => {
      const held = hold?.(8);
      late.push(
        ['writes', () => write(row)],
        ['asks for memory', () => hold?.(8)],
        ['holds rows back', () => held?.keep(5)],
        ['holds rows back', () => held?.wait(5, 0)],
      );
      return { row: () => write(row), close: () => write(row) };
    };
    await await of({ open });
    expect(readFileSync(join(folder, 'x.mine'), 'utf8')).toBe('late\n'.repeat(12));
    const step = (): void => {
      for (const [deed, call] of late)
        expect(call).toThrow(`${words} ${deed} after its close. Mend it, or leave it out.`);
    };
    const output = join(folder, 'next.csv');
    await run({ observers: [{ name: 'o', observe: () => ({ step }) }], output });
    expect(readFileSync(output, 'utf8')).not.toContain('late');
  });

  it('that writes after a file that it could not close is refused, too', async () => {
    let late = (): void => {};
    const open = (_: unknown, write: (bytes: Uint8Array) => void): OpenSink => {
      late = () => write(new Uint8Array(3));
      return { row: fail, close: () => {} };
    };
    await refused(of({ open }, 'never.mine'), `${words} fails in row: mine. Mend it, or leave it out.`, mine);
    expect(late).toThrow(
      `record ${join(folder, 'never.mine')}: it is closed, and 3 bytes come late. Write before the run is over.`,
    );
  });

  it('may have an ending of two parts, which goes before a shorter one', async () => {
    let rows = 0;
    const open = (): OpenSink => ({ row: () => void rows++, close: () => {} });
    await await of({ extensions: ['.tar.mine'], open }, 'x.TAR.mine');
    expect(rows).toBe(11);
    await await of({ extensions: ['.mine.csv'], open }, 'x.mine.csv');
    expect(rows).toBe(22);
  });
});

describe('a form of inputs of one’s own', () => {
  const read = async (rows: unknown, change: object = {}): Promise<unknown> => {
    writeFileSync(join(folder, 'in.mine'), '');
    const source = { name: 'mine', extensions: ['.mine'], read: () => rows, ...change } as InputSource;
    const system = { ...circle(), connections: [], inputs: 'in.mine' };
    return load(system, { sources: [source] });
  };

  it('gives rows of texts, and nothing else', async () => {
    await read([
      ['time', 'a.u'],
      ['0', '1'],
      ['1', '2'],
    ]);
    for (const rows of [
      undefined,
      null,
      5,
      'text',
      [5],
      [
        ['time', 'a.u'],
        [0, 1],
      ],
      [
        ['time', 'a.u'],
        ['0', undefined],
      ],
    ])
      await expect(read(rows)).rejects.toThrow('in.mine: its rows are no lists of texts. Give a mine file');
  });

  it('that is none is refused', async () => {
    await refused(
      read([], { read: undefined }),
      'register form of inputs "mine": it has no read() in its form. Mend it, or leave it out.',
    );
  });
});

describe('what is told of a run', () => {
  it('that fails, or is async, ends it', async () => {
    await refused(
      run({ onProgress: fail }),
      'run circle: what was given fails in onProgress: mine. Mend it, or leave it out.',
      mine,
    );
    await refused(
      run({ onProgress: later as never }),
      'run circle: what was given has an async onProgress, for which nobody waits. Mend it, or leave it out.',
    );
  });

  it('ends one in a thread of its own, too', async () => {
    const runner = new SystemRunner();
    const long = { ...(await load()), stopTime: 1e6 };
    await refused(
      runner.run(long, { onProgress: fail }),
      'run circle: what was given fails in onProgress: mine. Mend it, or leave it out.',
      mine,
    );
    await runner.dispose();
  });
});

describe('a module of --use', () => {
  const use = async (code: string): Promise<unknown> => {
    const file = join(folder, `use-${Math.random()}.mjs`);
    writeFileSync(file, code);
    const runner = new SystemRunner();
    try {
      return await runner.run(await load(), { use: [file] });
    } finally {
      await runner.dispose();
    }
  };
  const observer = (members: string): string =>
    `export default { observers: [{ name: 'o', observe: () => (${members}) }] };`;

  it('is told with its line', async () => {
    await expect(use(observer("{\nrow() { throw new Error('mine'); } }"))).rejects.toThrow(
      /^use .*use-.*\.mjs: the module fails: mine \(line 2\)\. Mend it, or leave it out\.$/,
    );
  });

  it('with something of no name is refused', async () => {
    await expect(use("export default { observers: [{ name: '' }] };")).rejects.toThrow(
      'its "observers" is no list of things with a name.',
    );
  });

  it('with an async member is refused', async () => {
    await expect(use(observer('{ async row() {} }'))).rejects.toThrow(
      'run circle: the observer "o" has an async row, for which nobody waits.',
    );
  });

  it('that leaves a promise alone, which is rejected, fails the run', async () => {
    await expect(use(observer("{ row() { Promise.reject(new Error('mine')); } }"))).rejects.toThrow(
      /^use .*use-.*\.mjs: the module fails: mine \(line 1\)/,
    );
  });
});

it('a rule on files of one’s own with an async check is refused', async () => {
  const about = { id: 'house/x', title: 'T', class: 'advice', other: 'H', explanation: 'E' };
  const rule = { ...about, needs: 'description', check: later } as unknown as Rule;
  await refused(
    checkFmu(join(folder, 'lag.fmu'), { rules: [rule] }),
    'check: rule house/x has an async check, for which nobody waits. Mend it, or leave it out.',
  );
});

describe('a session', () => {
  it('is begun once and ended once, and goes nowhere before and behind', async () => {
    const system = await load();
    const told: string[] = [];
    const observers = [{ name: 'o', observe: () => ({ end: (ending: string) => void told.push(ending) }) }];
    const session = new Session(system, { observers });
    const calls = [() => session.advance(1), () => session.row(), () => session.end('failed')];
    for (const call of calls)
      expect(call).toThrow(/^(advance|row|end) circle: it has not begun\. Call start/);
    session.start();
    expect(session.start.bind(session)).toThrow('start circle: this session has begun.');
    session.advance(3);
    expect(session.n).toBe(3);
    expect(() => Object.assign(session, { n: 7 })).toThrow(TypeError);
    session.end('interrupted');
    for (const call of calls) expect(call).toThrow(/^(advance|row|end) circle: it has ended\. Make another/);
    expect(told).toEqual(['interrupted']);
  });
});
