import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadManifest } from '../../fmu-sdk/build/manifest/load-manifest.ts';
import { renderReport } from '../../master/report/index.ts';
import type { RunResult } from '../../master/run/worker/run-protocol.ts';
import { mechanismPage, shown } from '../../start/mechanism-page.ts';
import { packagedUnits, root } from '../setup.ts';

/** Returns two rows of every output of a unit, with one column per element as in a run. */
function result(unit: string): RunResult {
  const { variables } = loadManifest(join(root, 'units', unit));
  const columns = variables
    .filter(({ causality }) => causality === 'output')
    .flatMap(({ name, unit: unitOfMeasure = '1', dimensions }) =>
      (dimensions === undefined
        ? [name]
        : Array.from({ length: dimensions[0] }, (_, k) => `${name}[${k + 1}]`)
      ).map((column, k) => ({
        name: `unit.${column}`,
        unit: unitOfMeasure,
        data: Float64Array.from([k + 1, k + 2]),
      })),
    );
  const time = { name: 'time', unit: 's', data: Float64Array.from([0, 1]) };
  return {
    columns: [time, ...columns],
    time: 1,
    startTime: 0,
    wallSeconds: 1,
    balance: { drift: 0 },
    bonds: [],
  } as unknown as RunResult;
}

describe('the page of the mechanisms', () => {
  it.each(shown.map((group) => [group.unit, group] as const))(
    '%s: every point of its drawing and every curve is an output of the unit',
    (unit, group) => {
      expect(packagedUnits).toContain(unit);
      const unitResult = result(unit);
      const page = mechanismPage([[group, unitResult]]);
      const names = new Set(unitResult.columns.map(({ name }) => name));
      const { scene, plots } = page.groups[0];
      const columns = Object.values(scene!.points).flatMap(({ x, y }) => [x, y]);
      const curves = plots.flatMap(({ series }) => series.map(({ column }) => column));
      expect(columns.length).toBeGreaterThan(10);
      expect([...columns, ...curves].filter((name) => !names.has(String(name)))).toEqual([]);
      expect(renderReport(page)).toContain(group.title.replace("'", '&#39;').split('&')[0]);
    },
  );

  it('a deformed beam is drawn at its nodes, with a rod between neighbours', () => {
    for (const group of shown) {
      const { scene } = mechanismPage([[group, result(group.unit)]]).groups[0];
      const rods = scene!.bodies.filter(({ kind }) => kind === 'rod').length;
      expect(rods).toBe(group.lines.reduce((sum, line) => sum + line.length - 1, 0));
    }
  });
});
