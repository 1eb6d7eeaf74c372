import { describe, expect, it } from 'vitest';
import type { Method } from '../../fmu-sdk/solver/ode-integrator.ts';
import { StateCopy } from '../../fmu-sdk/util/state/state-copy.ts';
import { DifferentStateError } from '../../fmu-sdk/util/state/stateful.ts';
import { sinksWith } from '../../master/observe/formats/custom-format.ts';
import type { ObserverKind } from '../../master/observe/observer.ts';
import { recorder } from '../../master/observe/recorder.ts';
import { RunState } from '../../master/run/checkpoint/run-state.ts';
import { Session } from '../../master/run/loop/session.ts';
import type { SessionOptions } from '../../master/run/session-options.ts';
import { History } from '../../master/run/stepping/run-history.ts';
import { ballOverTable, risingTable } from '../problems/continuous/units.ts';
import { runOf } from '../problems/coupled/coupled.ts';
import { oscillator } from '../problems/coupled/problems.ts';
import { sessionOf } from '../problems/hybrid/run.ts';
import { exported } from './support/sections.ts';

/** Returns a run of the oscillator with extensions, before its first step. */
function begun(options: SessionOptions = {}, scheme = 'jacobi'): Session {
  const { session } = runOf({ ...oscillator(10), stopTime: 1 }, { scheme: 'jacobi', order: 2, step: 0.05 });
  const run = new Session({ ...session.system, scheme }, { instances: session.instances, ...options });
  run.begin();
  return run;
}

/** Returns the values of all units and of all columns at the end. */
function ended(session: Session): unknown[] {
  session.advance(session.steps);
  const states = session.instances.map((instance) => Buffer.from(instance.getState()).toString('hex'));
  return [...states, ...session.columns.map(({ read }) => read())];
}

/** Returns the ends of a run, of its continuation in another session, and after a step back. */
function endsOf(make: () => Session): { whole: unknown[]; resumed: unknown[]; back: unknown[] } {
  const [one, other, third] = [make(), make(), make()];
  const state = new RunState(one);
  one.advance(7);
  const bytes = state.save();
  const whole = ended(one);
  new RunState(other).load(bytes);
  const history = new History(third);
  expect(history.refused).toBeUndefined();
  third.advance(7);
  history.save(0);
  third.advance(6);
  history.back(1);
  expect(third.n).toBe(7);
  return { whole, resumed: ended(other), back: ended(third) };
}

/** An observer that counts steps in a closure, and saves them as `visit` does. */
const counter = (visit?: ReturnType<ObserverKind['observe']>['visitState']): ObserverKind => ({
  name: 'counter',
  observe: () => {
    let steps = 0;
    return {
      columns: [{ name: 'steps', unit: '', read: () => steps }],
      step: () => void steps++,
      visitState:
        visit ??
        ((state) => {
          steps = state.number('steps', steps);
        }),
    };
  },
});

describe('the state of extensions', () => {
  it.each(['coupling', 'repeatingCoupling'])(
    'a run with the documented scheme resumes and steps back to equal bits: %s',
    async (name) => {
      const { couplings = [] } = await exported(name);
      const { whole, resumed, back } = endsOf(() => begun({ couplings }, couplings[0].name));
      expect(resumed).toEqual(whole);
      expect(back).toEqual(whole);
    },
  );

  it('an observer that keeps its state in a closure resumes and steps back with it', () => {
    const { whole, resumed, back } = endsOf(() => begun({ observers: [counter()] }));
    expect(whole.at(-1)).toBe(20);
    expect(resumed).toEqual(whole);
    expect(back).toEqual(whole);
  });

  it('the documented observers save their state', async () => {
    for (const name of ['state', 'observer']) {
      const [kind] = (await exported(name, (code) => code.replaceAll("'b.y'", "'two.x'"))).observers ?? [];
      const { whole, resumed, back } = endsOf(() => begun({ observers: [kind] }));
      expect(whole.at(-1)).not.toBe(0);
      expect(resumed).toEqual(whole);
      expect(back).toEqual(whole);
    }
  });

  it('a run refuses to save an extension without visitState, and names it', async () => {
    const { couplings = [] } = await exported('coupling', (code) => code.replace('visitState', 'other'));
    const observers = [{ ...counter(), observe: () => ({ step: () => {} }) }];
    const blind = {
      name: 'blind',
      extensions: ['.blind'],
      open: () => ({ row: () => {}, close: () => {} }),
    };
    const sink = sinksWith([blind]).named('blind', 'test');
    const inner = [recorder(sink, { write: () => {}, whole: () => {} })];
    const refusals = [
      [begun({ inner }), 'record: the result format "blind" lacks visitState()'],
      [begun({ observers }), 'run oscillator: the observer "counter" lacks visitState()'],
      [begun({ couplings }, 'in-turn'), 'run oscillator: the coupling scheme "in-turn" lacks visitState()'],
    ] as const;
    for (const [session, message] of refusals) {
      expect(() => new RunState(session)).toThrow(message);
      expect(new History(session).refused).toContain(message);
      session.advance(session.steps);
      expect(session.done).toBe(true);
    }
  });

  it('the scheme continuous saves an integrator with visitState, and refuses one without', async () => {
    const { integrators: [heun] = [] } = await exported('integrator');
    const blind: Method = {
      ...heun,
      create: (...problem) => ({ ...heun.create(...problem), visitState: undefined }),
    };
    const make = (method: Method) => (): Session => {
      const { session } = sessionOf(
        {
          units: { ball: ballOverTable(0.8, 1), table: risingTable(0.5) },
          connections: [
            ['table.s', 'ball.table'],
            ['table.w', 'ball.speed'],
          ],
          stopTime: 1,
        },
        { step: 0.05, scheme: 'continuous', integrators: [method], options: { solver: 'heun' } },
      );
      session.begin();
      return session;
    };
    const [one, other] = [make(heun)(), make(heun)()];
    const state = new RunState(one);
    one.advance(5);
    const bytes = state.save();
    new RunState(other).load(bytes);
    for (const session of [one, other]) session.advance(session.steps - 5);
    const valuesOf = ({ instances }: Session): unknown =>
      instances.map((instance) =>
        instance.description.variables.map((variable) => Number(instance.view(variable).view[0])),
      );
    expect(other.n).toBe(one.n);
    expect(valuesOf(other)).toEqual(valuesOf(one));
    expect(() => new RunState(make(blind)())).toThrow('the solver "heun" lacks visitState()');
  });

  it('names the observer that passes something else than a number', () => {
    const session = begun({ observers: [counter((state) => void state.number('steps', 'x' as never))] });
    expect(() => new RunState(session)).toThrow(
      'the observer "counter" failed in visitState: state "steps": expected a number, got x',
    );
  });

  it('refuses the state of other code, and a length or an index that does not fit', () => {
    const load = (saves: ObserverKind, loads: ObserverKind) => (): void => {
      const bytes = new RunState(begun({ observers: [saves] })).save();
      new RunState(begun({ observers: [loads] })).load(bytes);
    };
    const pairs: [ObserverKind, ObserverKind, string][] = [
      [counter(), counter((state) => void state.number('count', 0)), 'has "steps" instead of "count"'],
      [counter(), counter((state) => void state.boolean('steps', true)), 'has "steps" instead of "steps"'],
      [counter(), counter(() => {}), 'has "steps" instead of "step"'],
      [counter(() => {}), counter(), 'has "step" instead of "steps"'],
      [
        counter((state) => void state.count('n', 5, 9)),
        counter((state) => void state.count('n', 0, 4)),
        '"n" is 5, expected a whole number from 0 to 4',
      ],
      [
        counter((state) => state.array('x', new Float64Array(2))),
        counter((state) => state.array('x', new Float64Array(3))),
        '"x" has 16 bytes instead of 24',
      ],
    ];
    for (const [saves, loads, message] of pairs) {
      expect(load(saves, loads)).toThrow(DifferentStateError);
      expect(load(saves, loads)).toThrow(message);
    }
  });
});

describe('a copy of the state in memory', () => {
  it('restores each kind of value, also after sizes have changed', () => {
    const fixed = Int32Array.of(1, 2);
    const first = { x: -0, is: true, array: Float64Array.of(Number.NaN, 1), grown: Uint8Array.of(1) };
    const part = { ...first, fixed, list: [1, 2n] as (number | bigint)[] };
    const copy = new StateCopy({
      visitState(state) {
        part.x = state.number('x', part.x);
        part.is = state.boolean('is', part.is);
        state.array('array', part.array);
        part.grown = state.resizable('grown', part.grown);
        part.fixed = state.fixed('fixed', part.fixed);
        state.list('list', part.list);
      },
    });
    Object.assign(part, { x: 1, is: false, grown: Uint8Array.of(3, 4, 5), fixed: Int32Array.of(9) });
    part.array.fill(7);
    part.list.push(3n);
    for (let n = 0; n < 2; n++) {
      copy.restore();
      expect([part.x, part.is, ...part.array]).toEqual([-0, true, Number.NaN, 1]);
      expect([...part.grown, ...part.list]).toEqual([1, 1, 2n]);
      expect(part.fixed).toBe(fixed);
      part.grown = Uint8Array.of(1, 2);
    }
    copy.take();
    part.grown[1] = 9;
    copy.restore();
    expect([...part.grown]).toEqual([1, 2]);
  });
});

it('a copy of a state keeps the values of an array whose type has changed', () => {
  let array: Uint8Array | Int32Array | BigInt64Array = Uint8Array.of(200);
  const copy = new StateCopy({ visitState: (state) => state.array('values', array) });
  for (const [next, changed] of [
    [Int32Array.of(70000), Int32Array.of(1)],
    [BigInt64Array.of(2n ** 40n), BigInt64Array.of(1n)],
  ]) {
    const kept = next.slice();
    array = next;
    copy.take();
    array.set(changed as Int32Array & BigInt64Array);
    copy.restore();
    expect(array).toEqual(kept);
  }
});
