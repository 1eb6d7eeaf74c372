import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readStudyTable } from '../../master/results/study-table.ts';
import { runStudy } from '../../master/study/run-study.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../run-fmu.ts';

const folder = temporaryFolder('study-units');
const crane = join(root, 'systems/crane-single-force.json');

describe('units of measure of a study', () => {
  it('factors, metrics, bonds and steps keep their units of measure in files, best runs and the page', async () => {
    const output = join(folder, 'oil');
    writeFileSync(
      join(folder, 'oil.study.json'),
      JSON.stringify({
        name: 'oil',
        system: crane,
        set: { stopTime: 0.02 },
        vary: [
          { name: 'oil', set: 'actuator.B_oil', values: [1.2e9, 1.4e9] },
          { name: 'step', set: 'algorithm.step', values: [0.001, 0.002] },
          { name: 'piston', set: 'actuator.d_piston', values: ['80[mm]', '0.08'] },
          { set: 'algorithm.order', values: [0, 1] },
        ],
        metrics: {
          force: { max: 'crane.force' },
          energy: { final: 'lift.residual_energy' },
          power: { largest: 'lift.residual_power' },
          balance: { largest: 'energy_balance' },
        },
      }),
    );
    const { optima } = await runStudy(join(folder, 'oil.study.json'), { output });
    const units = { time: 's', oil: 'Pa', step: 's', force: 'N', energy: 'J', power: 'W', balance: 'J' };
    expect(JSON.parse(readFileSync(`${output}.json`, 'utf8')).unitsOfMeasure).toEqual(units);
    expect(readFileSync(`${output}.parquet`, 'latin1')).toContain(JSON.stringify(units));
    const best = optima.find(({ metric }) => metric === 'energy');
    expect(best).toMatchObject({ unit: 'J', factors: { oil: expect.any(Number) } });
    expect(Object.keys(best?.factors ?? {})).toEqual(['oil', 'step', 'piston', 'algorithm.order']);
    for (const ending of ['csv', 'parquet']) {
      const page = await readStudyTable(`${output}.${ending}`);
      const columns = [...(page?.data.factors ?? []), ...(page?.data.metrics ?? [])];
      expect(Object.fromEntries(columns.map(({ name, unit }) => [name, unit]))).toEqual({
        ...{ oil: 'Pa', step: 's', piston: undefined, 'algorithm.order': undefined },
        ...{ force: 'N', energy: 'J', power: 'W', balance: 'J' },
      });
    }
  });
});
