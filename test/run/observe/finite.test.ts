import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { buildUnit } from '../../../fmu-sdk/build/build-unit.ts';
import { FiniteCheck } from '../../../master/observe/finite-check.ts';
import type { Column, InnerView, RunView } from '../../../master/observe/observer.ts';
import { Session } from '../../../master/run/loop/session.ts';
import { resolveSystem } from '../../../master/system/load-system.ts';
import type { SystemFile } from '../../../master/system/system.ts';
import { ring } from '../../fixtures/ring.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { root } from '../../run-fmu.ts';

const folder = temporaryFolder('finite');
beforeAll(async () => {
  await buildUnit(join(root, 'test/fixtures/mixer'), folder);
});

const system = (more: Partial<SystemFile> = {}) =>
  resolveSystem({ ...ring({ order: 1 }, 2), ...more }, join(folder, 'ring.json'));

/** Returns an observer that records values at the locations of columns, next to the values read. */
function watcher(rows: [placed: number[], read: number[]][]) {
  return {
    name: 'watcher',
    observe: ({ columns }: RunView) => {
      const placed = columns.filter(({ place }) => place !== undefined) as Required<Column>[];
      expect(placed.length).toBeGreaterThan(9);
      return {
        row: () => {
          rows.push([
            placed.map(({ place: { view, at } }) => view[at]),
            placed.map(({ read }) => Number(read())),
          ]);
        },
      };
    },
  };
}

it('reads the numbers of a row from adjacent units in the order of columns', async () => {
  const rows: [number[], number[]][] = [];
  const session = new Session(await system(), { inner: [watcher(rows)] });
  session.start();
  while (!session.done && session.n < 50) {
    session.advance(7);
    session.row();
  }
  expect(rows.length).toBe(9);
  for (const [placed, read] of rows) expect(placed).toEqual(read);
  expect(rows[8]).not.toEqual(rows[7]);
  const views = session.columns.flatMap(({ place }) => (place === undefined ? [] : [place.view]));
  const ofUnits = new Set(views.filter((view) => view.length > 9));
  expect(ofUnits.size).toBe(1);
});

it('refuses values that are not finite before an observer sees their row', async () => {
  const rows: [number[], number[]][] = [];
  const units = { ...ring({}, 2).units, b: { fmu: 'mixer.fmu', parameters: { infinite_at: 0.495 } } };
  const session = new Session(await system({ units }), { inner: [watcher(rows)] });
  session.start();
  const run = (): void => {
    while (!session.done) {
      session.advance(1);
      session.row();
    }
  };
  expect(run).toThrow('step b: b.w[2] [m/s] is Infinity at t = 0.51 s. The run is unstable');
  expect(rows.length).toBe(51);
  for (const [placed] of rows) expect(placed.every(Number.isFinite)).toBe(true);
});

it('refuses NaN with variable, value, decimal time and step', () => {
  const view = Float64Array.of(0.5, Number.NaN);
  const port = { unit: 0, variable: { name: 'x', type: 'Float64', dimensions: [2], unit: 'm' } };
  const run = {
    system: { units: [{ name: 'tank' }], connections: [], record: { columns: [port] }, step: 0.1 },
    instances: [{ view: () => ({ view, offset: 0, length: 2 }) }],
    time: () => 3 * 0.1,
  } as unknown as InnerView;
  expect(() => new FiniteCheck(run).row()).toThrow(
    'step tank: tank.x[2] [m] is NaN at t = 0.3 s. The run is unstable or the FMU is wrong. Try a smaller step than H = 0.1 s, or another order.',
  );
  view[1] = 1;
  new FiniteCheck(run).row();
});
