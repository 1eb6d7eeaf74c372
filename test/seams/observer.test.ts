import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { Balance } from '../../master/energy/balance-observer.ts';
import { JointEnergies } from '../../master/energy/joint-energies.ts';
import { Residuals } from '../../master/energy/residual-observer.ts';
import { Collector } from '../../master/observe/collector.ts';
import { Statistics } from '../../master/observe/column-statistics.ts';
import { FiniteCheck } from '../../master/observe/finite-check.ts';
import { csv } from '../../master/observe/formats/csv-format.ts';
import type { Ending, InnerView, Observer, ObserverKind, RunView } from '../../master/observe/observer.ts';
import { readonlySystem } from '../../master/observe/readonly-view.ts';
import { recorder } from '../../master/observe/recorder.ts';
import { RowStore } from '../../master/run/error/row-store.ts';
import { runToEnd } from '../../master/run/loop/run-loop.ts';
import { Session } from '../../master/run/loop/session.ts';
import { CallLog } from '../../master/run/recording/call-log.ts';
import { HeldRows } from '../../master/run/stepping/held-rows.ts';
import { QuantityRecorder } from '../../master/study/metrics/quantity-recorder.ts';
import { MetricTaker, metricOf } from '../../master/study/metrics/study-metric.ts';
import type { SystemFile } from '../../master/system/system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../setup.ts';
import type { FakeUnit } from './support/fake-unit.ts';
import { makeOscillator, oscillator } from './support/oscillator.ts';
import { exported } from './support/sections.ts';

const folder = temporaryFolder('observers');
// The example of docs/extend, for a system with a unit named v.
const example = await exported('observer', (code) =>
  code.replace("'b.y'", "'v.y'").replace(/console\.log\(.*\)/, '{}'),
);

beforeAll(() => makeOscillator(folder));

const intoNothing = recorder(csv, { write: () => {}, whole: () => {} });
const metrics = ['max', 'rms'].map((measure) => metricOf(measure, { [measure]: 'x.y' }, 'metrics'));
const joints = { joints: [{ system: { name: 'joint' } }], power: () => 2 };

/** Classes of observers, with an instance for a run. A new class needs an entry here. */
const factories: Record<string, (run: InnerView) => Observer> = {
  Balance: (run) => new Balance(run),
  CallLog: (run) => new CallLog({ file: join(folder, 'calls.log') }).observe(run),
  Collector: (run) => new Collector(run),
  FiniteCheck: (run) => new FiniteCheck(run),
  HeldRows: (run) => new HeldRows(intoNothing, run),
  JointEnergies: () => new JointEnergies(joints),
  MetricTaker: (run) => new MetricTaker(metrics).observe(run),
  Recorder: (run) => intoNothing.observe(run),
  Residuals: (run) => new Residuals(run),
  RowStore: (run) => new RowStore().observe(run),
  Statistics: (run) => new Statistics(run),
  QuantityRecorder: (run) => new QuantityRecorder(['x.y', 'v.y']).observe(run),
};

/** Returns a unit with an output that is declared as stored energy, for the balance. */
function keeping(unit: FakeUnit): Instance {
  const variables = unit.description.variables.map((v) =>
    v.name === 'y' ? { ...v, energy: 'stored' as const } : v,
  );
  return Object.create(unit, { description: { value: { ...unit.description, variables } } });
}

/** Observers for a run that already has some, with different column names. */
const kindsOf = (units: FakeUnit[]): ObserverKind[] => [
  ...Object.entries(factories).map(
    ([name, make]): ObserverKind => ({
      name,
      observe: (run) => {
        const inner = make({ ...run, instances: units.map(keeping) });
        const columns = inner.columns?.map((column) => ({ ...column, name: `other.${column.name}` }));
        return Object.setPrototypeOf({ columns }, inner);
      },
    }),
  ),
  ...(example.observers ?? []),
];
const names = [...Object.keys(factories), ...(example.observers ?? []).map(({ name }) => name)];

/** Creates a session with a bond and its residuals, recorded at every second step. */
async function session(
  observers: readonly ObserverKind[] | string,
): Promise<{ run: Session; units: FakeUnit[] }> {
  const more: Partial<SystemFile> = {
    bonds: [{ name: 'bond', terms: [{ effort: 'x.y', flow: 'v.y' }] }],
    record: { every: 2 },
  };
  const { system, units } = await oscillator(folder, { order: 1 }, more);
  const kinds =
    typeof observers === 'string' ? kindsOf(units).filter(({ name }) => name === observers) : observers;
  return { run: new Session(system, { instances: units, observers: kinds }), units };
}

/** Reads the memory of all units at each row. */
function trace({ run, units }: { run: Session; units: FakeUnit[] }): number[] {
  const values: number[] = [];
  run.start();
  while (!run.done) {
    run.advance(2);
    run.row();
    for (const unit of units) values.push(...(unit.view(unit.description.variables[0]).view as Float64Array));
  }
  run.end('finished');
  return values;
}

describe.each(names)('observer %s', (kind) => {
  it('an observer never changes the bits of a run', async () => {
    const reference = trace(await session([]));
    expect(reference.length).toBe(32 * 2 * 6);
    expect(trace(await session(kind))).toEqual(reference);
  });

  it('an observer adds columns with unique names', async () => {
    const { run } = await session(kind);
    const names = run.columns.map(({ name }) => name);
    expect(names).toContain('bond.residual_power');
    expect(new Set(names).size).toBe(names.length);
    for (const { read, unit } of run.columns) {
      expect(typeof read()).toBe('number');
      expect(unit).not.toBe('');
    }
  });
});

it('every class that observes satisfies the observer contract', () => {
  const sources = readdirSync(join(root, 'master'), { recursive: true, encoding: 'utf8' });
  const observing = sources
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const text = readFileSync(join(root, 'master', file), 'utf8');
      const classes = [...text.matchAll(/^export class (\w+)[^{]*\{([\s\S]*?)^\}/gm)];
      return classes
        .filter(
          ([head, , body]) => /implements Observer/.test(head) || /^ {2}observe\(.*: Observer \{/m.test(body),
        )
        .map(([, name]) => name);
    });
  expect(observing.sort()).toEqual(Object.keys(factories).sort());
});

/** Records its calls, and its view of the run. */
function spy(): { kind: ObserverKind; calls: string[]; views: RunView[] } {
  const calls: string[] = [];
  const views: RunView[] = [];
  const kind: ObserverKind = {
    name: 'spy',
    observe: (run) => {
      views.push(run);
      return {
        columns: [{ name: `spy${views.length}`, unit: '1', read: () => 0 }],
        start: () => calls.push(`start ${run.time()}`),
        step: (H) => calls.push(`step ${H}`),
        row: (t) => calls.push(`row ${t}`),
        end: (ending: Ending) => calls.push(`end ${ending} ${run.time()}`),
      };
    },
  };
  return { kind, calls, views };
}

describe('an observer', () => {
  it('an observer receives calls at the start, at every step, at every row, and at the end', async () => {
    const { kind, calls } = spy();
    const { run } = await session([kind]);
    runToEnd(run).next();
    const pairs = Array.from({ length: 32 }, (_, n) => [
      ...['step 0.015625', 'step 0.015625'],
      `row ${(n + 1) / 32}`,
    ]);
    expect(calls).toEqual(['start 0', 'row 0', ...pairs.flat(), 'end finished 1']);
  });

  it('an observer receives the end once, also if the run is interrupted, abandoned or fails', async () => {
    const ends = (calls: string[]): string[] => calls.filter((call) => call.startsWith('end'));
    const interrupted = spy();
    const { run: stopped } = await session([interrupted.kind]);
    runToEnd(stopped, { stop: () => stopped.time() >= 0.25 }).next();
    expect(ends(interrupted.calls)).toEqual(['end interrupted 0.25']);

    const cancelled = spy();
    const run = runToEnd((await session([cancelled.kind])).run, { batch: 1 });
    run.next();
    run.return(undefined as never);
    expect(ends(cancelled.calls)).toEqual(['end interrupted 0']);

    for (const [failsAt, ending] of [
      [0, 'end failed 0'],
      [0.5, 'end failed 0.5'],
    ] as const) {
      const failed = spy();
      const { run: failing, units } = await session([failed.kind]);
      units[0].failsAt = failsAt;
      expect(() => runToEnd(failing).next()).toThrow('it has had enough');
      expect(ends(failed.calls)).toEqual([ending]);
    }
  });

  it('a run that begins again reports its own error, not that of an observer at its end', async () => {
    let ends = 0;
    const full: ObserverKind = {
      name: 'full',
      observe: () => ({
        end: () => {
          ends++;
          throw new UserError('the disk is full');
        },
      }),
    };
    const { run, units } = await session([full]);
    units[0].failsAt = 0.5;
    const kept: string[] = [];
    const results = {
      close: (): undefined => void kept.push('closed'),
      requireKept: () => {},
      drop: () => void kept.push('dropped'),
    };
    expect(() => runToEnd(run, { results, isRepeated: () => true }).next()).toThrow('it has had enough');
    expect([ends, kept]).toEqual([1, ['dropped']]);
  });

  it('an observer sees the columns of earlier observers, but no units', async () => {
    const { kind, views } = spy();
    await session([kind, kind]);
    const names = views.map(({ columns }) => columns.map(({ name }) => name));
    expect(names[0].slice(0, 3)).toEqual(['x.y', 'v.y', 'bond.residual_power']);
    expect(names[1]).toEqual([...names[0], 'spy1']);
    for (const view of views)
      expect(Object.keys(view).sort()).toEqual(['columns', 'reader', 'system', 'time']);
  });

  it('an observer changes neither the system nor values that others read', async () => {
    const meddler = (deed: (run: RunView) => void): ObserverKind => ({
      name: 'meddler',
      observe: (run) => {
        deed(run);
        return {};
      },
    });
    const deeds: ((run: RunView) => void)[] = [
      ({ system }) => void (system.connections.length = 0),
      ({ system }) => void (system.connections[0].order = 2),
      ({ system }) => void (system.units[0].name = 'other'),
      ({ system }) => void (system.connections[0].from.unit = 1),
      ({ system }) => void (system.stopTime = 2),
      ({ system }) => void (system.units[0].description.variables.length = 0),
      ({ system }) => void (system.units[0].description.variables[1].name = 'other'),
      ({ system }) => void (system.units[0].description.variables[1].dimensions[0] = 7),
      ({ system }) => void (system.units[0].description.outputs = []),
      ({ columns }) => void (columns as unknown[]).pop(),
      ({ columns }) => void Object.assign(columns[0], { read: () => 99 }),
    ];
    for (const deed of deeds)
      await expect(session([meddler(deed)])).rejects.toThrow(/the observer "meddler" .*Cannot/);
    const { views, kind } = spy();
    const { run } = await session([kind]);
    expect(run.columns.some(({ place }) => place !== undefined)).toBe(true);
    expect(views[0].columns.map(({ place }) => place)).toEqual(views[0].columns.map(() => undefined));
  });

  it('an observer sees the whole system, with identical objects for identical parts', async () => {
    const { kind, views } = spy();
    const { run } = await session([kind]);
    const [{ system }] = views;
    expect(system).toEqual(run.system);
    const { unit, variable } = system.connections[0].from;
    expect(system.units[unit].description.variables).toContain(variable);
    expect(system.units).toBe(system.units);
  });

  it('an observer receives copies of maps and arrays of the system', () => {
    const map = new Map([[1, 2]]);
    const numbers = new Float64Array([1, 2]);
    const systemView = readonlySystem({ connections: [{ map }], inputs: [{ times: numbers }] } as never);
    (systemView.connections[0].map as Map<number, number>).clear();
    (systemView.inputs as { times: Float64Array }[])[0].times.fill(7);
    expect([map.size, ...numbers]).toEqual([1, 1, 2]);
  });

  it('an observer fails to add a column with an existing name', async () => {
    const column = (name: string): ObserverKind => ({
      name: 'mine',
      observe: () => ({ columns: [{ name, unit: '1', read: () => 0 }] }),
    });
    for (const names of [['x.y'], ['bond.residual_power'], ['time'], ['mine', 'mine']])
      await expect(session(names.map(column))).rejects.toThrow(
        `observe oscillator: two columns are named "${names[0]}". Rename one of them.`,
      );
  });

  it('an observer fails to read an unknown variable or element', async () => {
    const { kind, views } = spy();
    await session([kind]);
    const [{ reader }] = views;
    expect(() => reader('x.z')).toThrow(
      'observe oscillator: unknown variable x.z. Write it as unit.variable.',
    );
    expect(() => reader('x.y', 1)).toThrow('x.y has 1 elements, numbered from 0, so 1 is out of range.');
  });
});
